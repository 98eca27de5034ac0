// Task graphs for the tests: the shorthands of their cases, lists of a given shape, and a walk's dice. Knows what an event asks for,
// nothing of what it does.

const ARTIFACT = (id) => [{ kind: "artifact", ref: `art/${id}` }];

/** Tasks with what a case leaves out: the title is the id, and what is no parent in the same list has one criterion. */
export function expanded(nodes) {
  const parents = new Set(nodes.map((node) => node?.parent).filter((id) => typeof id === "string"));
  return nodes.map((node) => (typeof node?.id === "string" ? { title: node.id, doneWhen: parents.has(node.id) ? [] : ARTIFACT(node.id), ...node } : node));
}

export const idOf = (place) => `n${String(place).padStart(5, "0")}`;

/** Tasks of a shape, without what is left out. */
export function generated({ kind, n, width = 1 }) {
  const layer = (place) => Math.floor(place / width) * width;
  const shapes = {
    chain: (place) => (place > 0 ? { dependsOn: [idOf(place - 1)] } : {}),
    fan: (place) => (place > 0 ? { dependsOn: [idOf(0)] } : {}),
    join: (place) => (place === n - 1 ? { dependsOn: Array.from({ length: place }, (_, before) => idOf(before)) } : {}),
    layers: (place) => (place >= width ? { dependsOn: Array.from({ length: width }, (_, at) => idOf(layer(place) - width + at)) } : {}),
    nest: (place) => (place > 0 ? { parent: idOf(place - 1) } : {}),
    loop: (place) => ({ dependsOn: [idOf((place + n - 1) % n)] }),
  };
  return Array.from({ length: n }, (_, place) => ({ id: idOf(place), ...shapes[kind](place) }));
}

const FITTING = {
  "test-exit": () => ({ exit: 0, ran: 1 }),
  approval: (_, __, version) => ({ by: "user", planVersion: version }),
};

/** What shows that a criterion of this task is met. */
export function proof({ kind, ref, want }, id, version) {
  const fitting = FITTING[kind] ?? (() => ({ hash: want ?? `h-${id}` }));
  return { kind, ref, ...fitting(kind, ref, version) };
}

/** Starts a task, proves it, finishes it; the code of the first refusal. */
export function proved(graph, id, version = 1, more = {}) {
  const started = graph.apply({ op: "start", id });
  if (!started.ok) return started.code;
  for (const criterion of graph.get(id).doneWhen) {
    const taken = graph.apply({ op: "evidence", id, item: { ...proof(criterion, id, version), ...more } });
    if (!taken.ok) return taken.code;
  }
  const finished = graph.apply({ op: "finish", id });
  return finished.ok ? "ok" : finished.code;
}

/** Proves the lowest ready task until none is ready. */
export function runAll(graph, version = 1) {
  const before = graph.stats().edgeVisits;
  let ran = 0;
  for (;;) {
    const [id] = graph.ready(1);
    if (id === undefined) return { ran, edgeVisits: graph.stats().edgeVisits - before };
    const ruling = proved(graph, id, version);
    if (ruling !== "ok") throw new Error(`${id}: ${ruling}`);
    ran += 1;
  }
}

/** The same row of numbers for the same seed. */
export function dice(seed) {
  let state = seed >>> 0;
  const roll = (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) % sides;
  };
  return { roll, oneOf: (list) => list[roll(list.length)], seldom: () => roll(4) === 0 };
}
