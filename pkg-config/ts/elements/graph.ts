// `<plangate-graph>`: the tasks of approved work as a picture: what waits for what, where each stands, and what proves it. Wide, it reads
// in layers from the beginning of the line to its end; narrow, as a list with its lines at the side. The list is the same in both, in
// topological order, and says in words what the lines show.
import type { Snapshot, Step, TaskNode } from "../types.js";
import { GateElement } from "./base.js";
import { List, code, make, mark, show, words, write } from "./dom.js";
import { type Level, levels, rails } from "./layers.js";
import { type Box, PORT, across, down, railWidth } from "./lines.js";
import { type Criterion, type Evidence, Standing, criteria, inOrder, observed } from "./tasks.js";
import { type Texts, fill, worded } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
/** More boxes than this help nobody, and take long to lay out. */
const SHOWN_MAX = 200;
/** From here on the picture scrolls within a window of its own. */
const LARGE = 40;
/** The least width of a box and the gap behind it, in letters' heights. */
const BOX_EM = 14.5;
/** As wide as any scroll bar, in pixels. */
const SCROLL_BAR = 24;
/** Where there is at least this much room, the layers may go on beyond it, as far again. */
const WIDE_EM = 64;
const NEEDS_EYES = new Set(["running", "recovering", "blocked", "failed", "unknown"]);

type Proof = { asked: Criterion; seen: Evidence | undefined };
/** What a box shows beside its task. */
type About = { number: number; waits: string; after: string; proofs: Proof[] };

/** The picture of the tasks. */
export class PlangateGraph extends GateElement {
  #title = make("strong", "title");
  #note = make("p", "hint");
  #root = new Square(this);
  #scroller = make("div", "scroller", { role: "group" }, this.#root.node);
  #observer = new ResizeObserver(() => this.#fit());
  #levels = new Map<string | null, Level>();
  #shape = "";
  #due = 0;
  #isFresh = true;
  #steps = new Map<string, Step>();
  #numbers = new Map<string, number>();
  #tasks = new Map<string, TaskNode>();

  protected override build(card: HTMLElement): void {
    card.append(this.#title, this.#note, this.#scroller);
    this.#observer.observe(this.#scroller);
    this.#observer.observe(this.#root.node);
  }

  protected override forget(): void {
    this.#isFresh = true;
  }

  protected override reads({ tasks, plan }: Snapshot): readonly unknown[] {
    return [tasks, plan];
  }

  protected override draw(snapshot: Snapshot, texts: Texts): boolean {
    const { plan } = snapshot;
    const tasks = inOrder(snapshot.tasks, plan);
    const own = texts.graph;
    this.name(own.label);
    mark(this.#scroller, "aria-label", own.label);
    write(this.#title, own.label);
    this.#steps = new Map(plan?.steps.map((step) => [step.id, step]));
    this.#numbers = new Map(tasks.map(({ id }, index) => [id, index + 1]));
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
    const shown = chosen(tasks);
    write(this.#note, fill(own.shown, { shown: shown.length, total: tasks.length }));
    show(this.#note, shown.length < tasks.length);
    mark(this.#scroller, "data-large", shown.length > LARGE ? "" : null);
    const shape = JSON.stringify(shown.map(({ id, parent, dependsOn }) => [id, parent, dependsOn]));
    if (shape !== this.#shape) this.#levels = levels(shown);
    this.#shape = shape;
    this.#root.set(this.#levels, null);
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(() => this.#fit());
    return tasks.length > 0;
  }

  // --- for the squares and boxes

  /** @internal */
  task(id: string): TaskNode | undefined {
    return this.#tasks.get(id);
  }

  /** @internal */
  about(task: TaskNode): About {
    const { id, status, dependsOn } = task;
    const list = (done: boolean): string =>
      dependsOn
        .filter((first) => done === (status === "done" || this.#tasks.get(first)?.status === "done"))
        .map((first) => this.#numbers.get(first) ?? first)
        .join(", ");
    const seen = observed(task);
    const wanted = criteria(id, this.#steps.get(id));
    const is = (one: Criterion) => (other: Criterion) => one.kind === other.kind && one.ref === other.ref;
    return {
      number: this.#numbers.get(id) ?? 0,
      waits: list(false),
      after: list(true),
      proofs: [
        ...wanted.map((asked) => ({ asked, seen: seen.find(is(asked)) })),
        ...seen.filter((item) => !wanted.some(is(item))).map((item) => ({ asked: item, seen: item })),
      ],
    };
  }

  /** @internal */
  get own(): Texts {
    return this.words;
  }

  /** @internal */
  when(at: string | number): string {
    return this.time(typeof at === "number" && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : String(at));
  }

  /** Chooses between wide and narrow by the room there is, and draws the lines between boxes that stand. */
  #fit(): void {
    const { clientWidth } = this.#scroller;
    if (clientWidth === 0) return;
    const em = parseFloat(getComputedStyle(this.#scroller).fontSize);
    const boxes = this.#levels.get(null)?.widths.reduce((sum, width) => sum + width, 0) ?? 0;
    // OK because a change of the layout may bring or take the page's scroll bar, which must not turn it back.
    const width = clientWidth - (this.dataset["layout"] === "down" ? SCROLL_BAR : 0);
    const isWide = boxes * BOX_EM * em <= width * (width >= WIDE_EM * em ? 2 : 1);
    mark(this, "data-layout", isWide ? "across" : "down");
    this.#root.route(isWide);
    // What scrolls can be reached by keyboard.
    const { scrollWidth, scrollHeight, clientHeight } = this.#scroller;
    mark(this.#scroller, "tabindex", scrollWidth > clientWidth || scrollHeight > clientHeight ? "0" : null);
    if (this.#isFresh) this.#bring(this.#scroller.querySelector('[data-status="running"]'));
    this.#isFresh = false;
  }

  /** At first the picture shows the place where work goes on, without moving the page. */
  #bring(box: Element | null): void {
    if (box === null) return;
    const [at, frame] = [box.getBoundingClientRect(), this.#scroller.getBoundingClientRect()];
    const isSeen = at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
    if (!isSeen) this.#scroller.scrollBy(at.left + at.right - frame.left - frame.right >> 1, at.top + at.bottom - frame.top - frame.bottom >> 1);
  }
}

/** Those that are drawn: all, or of too many those first that need somebody's eyes, then what is not done. */
function chosen(tasks: readonly TaskNode[]): readonly TaskNode[] {
  if (tasks.length <= SHOWN_MAX) return tasks;
  const rank = ({ status }: TaskNode): number => (NEEDS_EYES.has(status) ? 0 : status === "done" ? 2 : 1);
  const first = new Set([0, 1, 2].flatMap((wanted) => tasks.filter((task) => rank(task) === wanted)).slice(0, SHOWN_MAX));
  return tasks.filter((task) => first.has(task));
}

/** The tasks of one level and the lines between them. */
class Square {
  readonly #lines = document.createElementNS(SVG, "g");
  readonly #items = make("ul", "tasks");
  readonly node: HTMLElement;
  readonly #graph: PlangateGraph;
  readonly #boxes = new Map<HTMLElement, TaskBox>();
  readonly #paths = new Map<string, SVGPathElement>();
  #level: Level | undefined;
  #placed = new Map<string, HTMLElement>();
  readonly #list = new List<Level["tasks"][number]>(
    this.#items,
    () => {
      const box = new TaskBox(this.#graph);
      this.#boxes.set(box.node, box);
      return box.node;
    },
    (node, { id, layer, row }) => {
      const task = this.#graph.task(id);
      if (task !== undefined) this.#boxes.get(node)?.set(task, this.#levels);
      node.style.setProperty("--layer", String(layer + 1));
      node.style.setProperty("--row", String(row + 1));
      this.#placed.set(id, node);
    },
  );
  #levels: ReadonlyMap<string | null, Level> = new Map();

  constructor(graph: PlangateGraph) {
    this.#graph = graph;
    const picture = document.createElementNS(SVG, "svg");
    mark(picture, "aria-hidden", "true");
    mark(picture, "data-part", "lines");
    picture.append(this.#lines);
    this.node = make("div", "square", {}, this.#items);
    this.node.prepend(picture);
  }

  set(levels: ReadonlyMap<string | null, Level>, parent: string | null): void {
    const level = levels.get(parent);
    show(this.node, level);
    [this.#levels, this.#level, this.#placed] = [levels, level, new Map()];
    this.#list.set(level?.tasks ?? [], ({ id }) => id);
    for (const node of this.#boxes.keys()) if (node.parentNode === null) this.#boxes.delete(node);
    if (level === undefined) return;
    const { style } = this.#items;
    style.setProperty("--columns", level.widths.map((boxes) => `minmax(${boxes * 11}rem, ${boxes * 18}rem)`).join(" "));
    style.setProperty("--rows", String(level.rows));
    style.setProperty("--rail", `${railWidth(rails(level).lanes)}px`);
  }

  /** Draws the lines from box to box, where those are now. */
  route(isWide: boolean): void {
    const level = this.#level;
    if (level === undefined) return;
    for (const box of this.#boxes.values()) box.inner?.route(isWide);
    const square = this.#items.getBoundingClientRect();
    const style = getComputedStyle(this.#items);
    const isTurned = style.direction === "rtl";
    const boxes = new Map(
      [...this.#placed].map(([id, node]): [string, Box] => {
        const { left, right, top, width, height } = node.getBoundingClientRect();
        return [id, { x: isTurned ? square.right - right : left - square.left, y: top - square.top, width, height }];
      }),
    );
    const ways = isWide ? wide(level, boxes, style) : narrow(level, boxes);
    const gone = new Map(this.#paths);
    for (const [index, { from, to }] of level.lines.entries()) {
      const key = `${from} ${to}`;
      const path = this.#paths.get(key) ?? document.createElementNS(SVG, "path");
      gone.delete(key);
      this.#paths.set(key, path);
      mark(path, "d", ways[index] ?? "");
      mark(path, "data-from", from);
      mark(path, "data-to", to);
      mark(path, "data-status", this.#graph.task(from)?.status ?? null);
      if (path.parentNode === null) this.#lines.append(path);
    }
    for (const [key, path] of gone) {
      this.#paths.delete(key);
      path.remove();
    }
    mark(this.#lines, "transform", isTurned ? `translate(${square.width} 0) scale(-1 1)` : null);
  }
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The lines of a level whose layers stand side by side. */
function wide({ tasks, lines }: Level, boxes: ReadonlyMap<string, Box>, style: CSSStyleDeclaration): string[] {
  const tracks = (sizes: string, gap: string): [start: number, size: number][] => {
    let start = 0;
    return sizes.split(" ").map((size) => {
      const track: [number, number] = [start, parseFloat(size)];
      start += track[1] + (parseFloat(gap) || 0);
      return track;
    });
  };
  const columns = tracks(style.gridTemplateColumns, style.columnGap);
  const rows = tracks(style.gridTemplateRows, style.rowGap);
  const layer = new Map(tasks.map((task) => [task.id, task.layer]));
  return lines.map(({ from, to, via }) => {
    const first = layer.get(from) ?? 0;
    const [start, size] = columns[first] ?? [0, 0];
    const passed = via.map((row, index) => {
      const [x, width] = columns[first + 1 + index] ?? [0, 0];
      return { x, width, y: (rows[row]?.[0] ?? 0) + PORT, height: 0 };
    });
    return across(boxes.get(from) ?? NOWHERE, boxes.get(to) ?? NOWHERE, passed, start + size);
  });
}

/** The lines of a level whose tasks stand below each other. */
function narrow(level: Level, boxes: ReadonlyMap<string, Box>): string[] {
  const { rails: found, lanes } = rails(level);
  return found.map(({ from, to, lane }) => down(boxes.get(from) ?? NOWHERE, boxes.get(to) ?? NOWHERE, lane, lanes));
}

/** A task: its box, with the square of what is within it. */
class TaskBox {
  inner: Square | null = null;
  readonly #graph: PlangateGraph;
  readonly #number = make("span", "number");
  readonly #text = words("span", "text");
  readonly #standing = new Standing();
  readonly #optional = make("span", "tag");
  readonly #waits = make("p", "waits");
  readonly #proofs = make("ul", "proofs");
  readonly #proofList = new List<Proof>(this.#proofs, (proof) => this.#proof(proof));
  readonly node = make(
    "li",
    "task",
    {},
    make("p", "name", {}, this.#number, " ", this.#text),
    make("p", "standing", {}, this.#standing.mark, this.#standing.state, this.#standing.why, this.#optional),
    this.#waits,
    this.#proofs,
  );

  constructor(graph: PlangateGraph) {
    this.#graph = graph;
  }

  set(task: TaskNode, levels: ReadonlyMap<string | null, Level>): void {
    const { graph: own, progress, plan } = this.#graph.own;
    const { number, waits, after, proofs } = this.#graph.about(task);
    mark(this.node, "data-status", task.status);
    write(this.#number, String(number));
    write(this.#text, task.title);
    this.#standing.set(task, progress);
    write(this.#optional, plan.optional);
    show(this.#optional, task.optional);
    write(this.#waits, [waits && fill(own.waits, { tasks: waits }), after && fill(own.after, { tasks: after })].filter(Boolean).join(" · "));
    show(this.#waits, waits || after);
    this.#proofList.set(proofs, (proof, index) => `${index} ${this.#graph.locale} ${JSON.stringify(proof)}`);
    show(this.#proofs, proofs.length);
    if (levels.has(task.id) && this.inner === null) {
      this.inner = new Square(this.#graph);
      this.node.append(this.inner.node);
    }
    this.inner?.set(levels, task.id);
  }

  /** What is asked, and what was observed of it. */
  #proof({ asked, seen }: Proof): HTMLElement {
    const own = this.#graph.own.graph;
    const line = make("li", "proof", {}, worded(own.kinds, asked.kind) ?? asked.kind, " ", code(asked.ref, "ref"));
    const facts: (string | Node)[] = [];
    if (seen !== undefined) {
      if (seen.exit !== undefined && seen.exit !== null) facts.push(fill(own.exit, { n: seen.exit }));
      if (seen.hash) facts.push(code(seen.hash.slice(0, 12), "hash"));
      if (seen.command && seen.command !== asked.ref) facts.push(code(seen.command, "command"));
      if (seen.by) facts.push(seen.by === "user" ? own.you : words("span", "by", seen.by));
      if (seen.observedAt !== undefined) facts.push(words("span", "time", this.#graph.when(seen.observedAt)));
    }
    if (facts.length > 0) line.append(" ", make("span", "seen", {}, own.seen, " ", ...facts.flatMap((fact, index) => (index === 0 ? [fact] : [", ", fact]))));
    return line;
  }
}
