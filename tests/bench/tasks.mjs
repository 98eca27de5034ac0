// How fast a task graph is worked off, beside a graph of graphology whose user looks at every node after each one that is done, and beside
// bare counters of open dependencies, which know no status, no evidence and no edit: the floor of any such graph in JavaScript. All run in
// this one process, in turns, over the same tasks. A run takes the first ready task until none is: here it is started, proved and
// finished, there it is marked done. Prints a Markdown table; times are never asserted, that all tasks were done is.
import assert from "node:assert/strict";

import Graph from "graphology";
import { createTaskGraph, init } from "plangate";

/** Rounds of each side; the fastest counts, for whatever else the machine does only adds to it. The slow peer has as many as one can wait for. */
const ROUNDS = { plangate: 7, counters: 7, graphology: { 1_000: 5, 10_000: 1 } };
const SIZES = [1_000, 10_000];

const idOf = (place) => `n${String(place).padStart(5, "0")}`;

/** Layers of two, each task on both of the layer before. */
function layers(count) {
  return Array.from({ length: count }, (_, place) => {
    const layer = place - (place % 2);
    const dependsOn = layer === 0 ? [] : [idOf(layer - 2), idOf(layer - 1)];
    return { id: idOf(place), title: `Task ${place}`, dependsOn, doneWhen: [{ kind: "artifact", ref: `art/${idOf(place)}` }] };
  });
}

/** Milliseconds of `load` and of `run`, and how many tasks were done. */
function timed({ load, run, close }, tasks) {
  const start = performance.now();
  const loaded = load(tasks);
  const between = performance.now();
  const done = run(loaded);
  const end = performance.now();
  close?.(loaded);
  assert.equal(done, tasks.length);
  return { load: between - start, run: end - between };
}

const plangate = {
  load: (tasks) => createTaskGraph(tasks).graph,
  run: (graph) => {
    let done = 0;
    for (let [id] = graph.ready(1); id !== undefined; [id] = graph.ready(1)) {
      graph.apply({ op: "start", id });
      graph.apply({ op: "evidence", id, item: { kind: "artifact", ref: `art/${id}`, hash: "h" } });
      if (graph.apply({ op: "finish", id }).ok) done += 1;
    }
    return done;
  },
  close: (graph) => graph.dispose(),
};

const graphology = {
  load: (tasks) => {
    const graph = new Graph({ type: "directed" });
    for (const { id, title } of tasks) graph.addNode(id, { title, done: false });
    for (const { id, dependsOn } of tasks) for (const dep of dependsOn) graph.addEdge(dep, id);
    return graph;
  },
  run: (graph) => {
    const isDone = (id) => graph.getNodeAttribute(id, "done");
    const ready = () => graph.filterNodes((id, { done }) => !done && graph.everyInNeighbor(id, isDone));
    let done = 0;
    for (let [id] = ready(); id !== undefined; [id] = ready()) {
      graph.setNodeAttribute(id, "done", true);
      done += 1;
    }
    return done;
  },
};

const counters = {
  load: (tasks) => {
    const open = new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn.length]));
    const dependants = new Map(tasks.map(({ id }) => [id, []]));
    for (const { id, dependsOn } of tasks) for (const dep of dependsOn) dependants.get(dep).push(id);
    return { open, dependants, ready: tasks.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id) };
  },
  run: ({ open, dependants, ready }) => {
    let done = 0;
    for (; done < ready.length; done += 1) {
      for (const dependant of dependants.get(ready[done])) {
        const left = open.get(dependant) - 1;
        open.set(dependant, left);
        if (left === 0) ready.push(dependant);
      }
    }
    return done;
  },
};

const fastest = (rounds) => ({ load: Math.min(...rounds.map(({ load }) => load)), run: Math.min(...rounds.map(({ run }) => run)) });

await init();
const lines = [
  "| tasks | dependencies | what | plangate, ms | graphology, ms | counters, ms | faster than graphology | slower than counters |",
  "| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |",
];
for (const count of SIZES) {
  const tasks = layers(count);
  const [ours, floor, peer] = [[], [], []];
  for (let round = 0; round < ROUNDS.plangate; round += 1) {
    ours.push(timed(plangate, tasks));
    floor.push(timed(counters, tasks));
    if (round < ROUNDS.graphology[count]) peer.push(timed(graphology, tasks));
  }
  const [own, bare, other] = [ours, floor, peer].map(fastest);
  const edges = tasks.reduce((sum, { dependsOn }) => sum + dependsOn.length, 0);
  const times = { load: "load", run: "full run" };
  for (const [what, name] of Object.entries(times)) {
    const [a, b, c] = [own, other, bare].map((side) => side[what]);
    const row = [count, edges, name, a.toFixed(1), b.toFixed(1), c.toFixed(1), `${(b / a).toFixed(1)} ×`, `${(a / c).toFixed(1)} ×`];
    lines.push(`| ${row.join(" | ")} |`);
  }
  const slow = fastest(ours.slice(0, 1));
  console.log(`${count} tasks, the first time, while the engine compiles: load ${slow.load.toFixed(0)} ms, full run ${slow.run.toFixed(0)} ms`);
}
console.log(lines.join("\n"));
