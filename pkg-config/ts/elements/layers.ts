// Where the tasks of a graph stand: which one after which, in which layer and row, and where the lines between them pass. Pure:
// knows no DOM, no text, no size; the same tasks give the same picture. Nothing calls itself, so a long chain is no deep stack.
//
// A layer is one more than the latest layer of what a task waits for. A line that skips layers has a row of its own in each of
// them, one for all lines of a task, so that no line runs through a box. Rows are found by sweeps: each task goes towards the middle of
// its neighbours in the layer before, then after, as near as the others in its layer let it.

/** What has to be known of a task. */
export type Placed = { id: string; parent: string | null; dependsOn: readonly string[] };

/** A dependency: `to` waits for `from`; `via` are the rows of the layers between them through which it passes. */
export type Line = { from: string; to: string; via: number[] };

/** Tasks of one parent, in topological order, within a square of their own. */
export type Level = {
  tasks: { id: string; layer: number; row: number }[];
  lines: Line[];
  /** How many boxes stand side by side in each layer: more than one where it holds a container. */
  widths: number[];
  rows: number;
};

/** Where a line stands between its boxes at the left of a list: `lane` 0 is next to them; `null` goes straight down to the next box. */
export type Rail = { from: string; to: string; lane: number | null };

type Node = { task: Placed; parent: Node | null; depth: number; waits: Set<Node> };
/** A place in a layer: of a task, or of the lines of one that pass it. */
type Slot = { passes: boolean; row: number; before: Slot[]; after: Slot[] };

const SWEEPS = 5;
/** A line that passes bends less readily than a box moves. */
const PASSING_WEIGHT = 8;

/** The level of each task that holds others, and under `null` the outermost one. A parent or dependency that is not there is none. */
export function levels(tasks: readonly Placed[]): Map<string | null, Level> {
  const groups = grouped(nodes(tasks));
  const made = new Map<string | null, Level>();
  // What is within comes first: it says how wide its container is.
  for (const [parent, inside] of [...groups].sort(([one], [other]) => (other?.depth ?? -1) - (one?.depth ?? -1))) {
    made.set(parent?.task.id ?? null, level(inside, made));
  }
  return made;
}

/** Lines of a level as rails beside the list of its tasks: short ones next to the boxes, those of one task on one rail. */
export function rails({ tasks, lines }: Level): { rails: Rail[]; lanes: number } {
  const place = new Map(tasks.map(({ id }, index) => [id, index]));
  const at = (id: string): number => place.get(id) ?? 0;
  const far = lines.filter(({ from, to }) => at(to) !== at(from) + 1);
  const ends = new Map<string, number>();
  for (const { from, to } of far) ends.set(from, Math.max(ends.get(from) ?? 0, at(to)));
  const lanes: boolean[][] = [];
  const lane = new Map<string, number>();
  for (const [from, end] of [...ends].sort(([one, oneEnd], [other, otherEnd]) => oneEnd - at(one) - (otherEnd - at(other)))) {
    const rows = Array.from({ length: end - at(from) }, (_, index) => at(from) + index);
    let free = lanes.findIndex((taken) => rows.every((row) => !taken[row]));
    if (free === -1) free = lanes.push([]) - 1;
    for (const row of rows) (lanes[free] ??= [])[row] = true;
    lane.set(from, free);
  }
  return {
    rails: lines.map((line) => ({ from: line.from, to: line.to, lane: far.includes(line) ? (lane.get(line.from) ?? 0) : null })),
    lanes: lanes.length,
  };
}

/** The tasks with their parents, and with what they wait for as the two stand side by side: the containers that part them. */
function nodes(tasks: readonly Placed[]): Node[] {
  const found = new Map<string, Node>(tasks.map((task) => [task.id, { task, parent: null, depth: -1, waits: new Set() }]));
  const all = [...found.values()];
  for (const node of all) node.parent = (node.task.parent !== null && found.get(node.task.parent)) || null;
  for (const node of all) {
    const way: Node[] = [];
    for (let at: Node | null = node; at !== null && at.depth < 0; at = at.parent) {
      at.depth = 0;
      way.push(at);
    }
    for (const at of way.reverse()) at.depth = at.parent === null ? 0 : at.parent.depth + 1;
  }
  for (const node of all) {
    for (const id of node.task.dependsOn) {
      let [waits, first]: [Node | null, Node | null] = [node, found.get(id) ?? null];
      while (waits !== null && first !== null && waits.parent !== first.parent) {
        if (waits.depth >= first.depth) waits = waits.parent;
        else first = first.parent;
      }
      if (waits !== null && first !== null && waits !== first) waits.waits.add(first);
    }
  }
  return all;
}

function grouped(all: readonly Node[]): Map<Node | null, Node[]> {
  const groups = new Map<Node | null, Node[]>();
  for (const node of all) {
    const group = groups.get(node.parent);
    if (group === undefined) groups.set(node.parent, [node]);
    else group.push(node);
  }
  return groups;
}

function level(inside: readonly Node[], made: ReadonlyMap<string | null, Level>): Level {
  const order = sorted(inside);
  const layer = new Map<Node, number>();
  const slots = new Map<Node, Slot>();
  const layers: Slot[][] = [];
  const put = (at: number, passes: boolean): Slot => {
    const slot: Slot = { passes, row: 0, before: [], after: [] };
    (layers[at] ??= []).push(slot);
    return slot;
  };
  const pairs: [Node, Node][] = [];
  for (const node of order) {
    // Parts of containers may wait for each other both ways; then one way has no line, and the words alone say it.
    const before = [...node.waits].filter((first) => layer.has(first));
    for (const first of before) pairs.push([first, node]);
    const at = 1 + Math.max(-1, ...before.map((first) => layer.get(first) ?? 0));
    layer.set(node, at);
    slots.set(node, put(at, false));
  }
  const passing = new Map<Node, Slot[]>();
  for (const [first, node] of pairs) {
    const [start, end] = [layer.get(first) ?? 0, layer.get(node) ?? 0];
    const passed = passing.get(first) ?? [];
    passing.set(first, passed);
    while (passed.length < end - start - 1) {
      const slot = put(start + 1 + passed.length, true);
      link(passed.at(-1) ?? slots.get(first), slot);
      passed.push(slot);
    }
    link(end - start === 1 ? slots.get(first) : passed[end - start - 2], slots.get(node));
  }
  const rows = settled(layers);
  return {
    tasks: order.map((node) => ({ id: node.task.id, layer: layer.get(node) ?? 0, row: slots.get(node)?.row ?? 0 })),
    lines: pairs.map(([first, node]) => ({
      from: first.task.id,
      to: node.task.id,
      via: (passing.get(first) ?? []).slice(0, (layer.get(node) ?? 0) - (layer.get(first) ?? 0) - 1).map(({ row }) => row),
    })),
    widths: order.reduce<number[]>((widths, node) => {
      const at = layer.get(node) ?? 0;
      const within = made.get(node.task.id)?.widths.reduce((sum, width) => sum + width, 0) ?? 1;
      widths[at] = Math.max(widths[at] ?? 1, within);
      return widths;
    }, []),
    rows,
  };
}

/** In topological order, which is the order given wherever that is one. */
function sorted(inside: readonly Node[]): Node[] {
  const order = new Set<Node>();
  const open = new Set<Node>();
  for (const start of inside) {
    const stack = [start];
    for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
      if (open.has(node)) {
        order.add(node);
        stack.pop();
      } else {
        open.add(node);
        stack.push(...[...node.waits].filter((first) => !open.has(first)).reverse());
      }
    }
  }
  return [...order];
}

function link(before: Slot | undefined, after: Slot | undefined): void {
  if (before === undefined || after === undefined) return;
  before.after.push(after);
  after.before.push(before);
}

/** Gives each slot its row; says how many rows there are. */
function settled(layers: readonly Slot[][]): number {
  for (const slots of layers) slots.forEach((slot, row) => (slot.row = row));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0;
    for (const slots of isForward ? layers : [...layers].reverse()) spread(slots, isForward ? "before" : "after");
  }
  const used = [...new Set(layers.flatMap((slots) => slots.map(({ row }) => row)))].sort((one, other) => one - other);
  const rank = new Map(used.map((row, index) => [row, index]));
  for (const slot of layers.flat()) slot.row = rank.get(slot.row) ?? 0;
  return used.length;
}

/** Puts the slots of a layer as near to the middle of their neighbours as their order allows: of all ways the one with the least squares. */
function spread(slots: readonly Slot[], side: "before" | "after"): void {
  const wishes = slots.map((slot) => {
    const rows = slot[side].map(({ row }) => row).sort((one, other) => one - other);
    const middle = rows[(rows.length - 1) >> 1] ?? slot.row;
    return { slot, middle, mean: rows.length === 0 ? slot.row : rows.reduce((sum, row) => sum + row, 0) / rows.length };
  });
  wishes.sort((one, other) => one.mean - other.mean || one.slot.row - other.slot.row);
  // Those that would stand on each other, or the wrong way round, share one block with the mean of their wishes.
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const [index, { slot, middle }] of wishes.entries()) {
    const weight = slot.passes ? PASSING_WEIGHT : 1;
    let block = { sum: (middle - index) * weight, weight, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, weight: last.weight + block.weight, count: last.count + block.count };
    }
    blocks.push(block);
  }
  const shifts = blocks.flatMap(({ sum, weight, count }) => Array.from({ length: count }, () => Math.round(sum / weight)));
  for (const [index, { slot }] of wishes.entries()) slot.row = (shifts[index] ?? 0) + index;
}
