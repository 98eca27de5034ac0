// The task graph through the package: the cases of its rules, a walk after each step of which a graph made of what is shown shows the
// same, and large graphs in which each edge is looked at once. Times are printed, never asserted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createTaskGraph, init } from "plangate";

import { dice, expanded, generated, idOf, proof, proved, runAll } from "./tasks.mjs";

await init();

const linesOf = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** Objects by subset, lists by length and order. */
function matches(expected, got) {
  if (typeof expected !== "object" || expected === null) return expected === got;
  if (typeof got !== "object" || got === null || Array.isArray(expected) !== Array.isArray(got)) return false;
  if (Array.isArray(expected) && expected.length !== got.length) return false;
  return Object.entries(expected).every(([key, value]) => Object.hasOwn(got, key) && matches(value, got[key]));
}

/** A row of events over one graph, with the plan version that counts. */
class Play {
  outputs = [];

  constructor(graph, version) {
    Object.assign(this, { graph, version });
  }

  /** "ok" or a code. */
  rule(event) {
    switch (event.op) {
      case "do":
        return proved(this.graph, event.id, this.version, event.inputs === undefined ? {} : { inputs: event.inputs });
      case "run-all":
        this.outputs.push(runAll(this.graph, this.version));
        return "ok";
      case "load":
        return this.apply({ ...event, nodes: expanded(event.nodes) });
      case "add":
        return this.apply({ ...event, node: expanded([event.node])[0] });
      case "plan-version":
        this.version = event.version;
        return this.apply(event);
      default:
        return this.apply(event);
    }
  }

  apply(event) {
    const ruling = this.graph.apply(event);
    return ruling.ok ? "ok" : ruling.code;
  }
}

function seen({ given, events }) {
  const { planVersion = 1, tombstones = [] } = given;
  const nodes = expanded(given.gen === undefined ? given.nodes : generated(given.gen));
  const { graph, ...load } = createTaskGraph(nodes, { planVersion, tombstones });
  if (!load.ok) return { load };
  const play = new Play(graph, planVersion);
  const results = events.map((event) => play.rule(event));
  const { nodes: shown, ...rest } = graph.snapshot();
  const by = (field) => Object.fromEntries(shown.map((node) => [node.id, node[field]]));
  const derived = { status: by("status"), reason: by("reason"), attempt: by("attempt"), deps: by("dependsOn"), ids: shown.map(({ id }) => id) };
  assert.deepEqual(graph.ready(), rest.ready);
  return { load, results, outputs: play.outputs, ...derived, ...rest };
}

for (const [name, count] of [["tasks.jsonl", 127], ["tasks-more.jsonl", 58]]) {
  test(`${name}: ${count} lines come out as expected`, () => {
    const lines = linesOf(name);
    assert.equal(lines.length, count);
    const wrong = [];
    for (const line of lines) {
      const got = seen(line);
      const { edgeVisitsAtMost: most, ...expected } = line.expect;
      for (const [key, value] of Object.entries(expected)) {
        if (!matches(value, got[key])) wrong.push(`${line.id}: ${key}: expected ${JSON.stringify(value)}, got ${JSON.stringify(got[key])}`);
      }
      if (most !== undefined && !(got.outputs.at(-1).edgeVisits <= most)) wrong.push(`${line.id}: ${got.outputs.at(-1).edgeVisits} visits`);
    }
    assert.deepEqual(wrong, []);
  });
}

const IDS = ["a", "b", "c", "d", "e", "f", "g"];

/** What a walk may do next; most of it to a task that stands as the event wants it. */
const OPS = {
  add: ({ roll, oneOf, seldom }, { known, count }) => {
    const id = `t${count}`;
    const deps = known.filter(() => roll(known.length) < 1);
    return { node: { id, title: id, dependsOn: deps, parent: seldom() ? oneOf(known) : null, optional: seldom(), doneWhen: [{ kind: oneOf(["artifact", "approval", "test-exit"]), ref: id }] }, reopen: seldom() };
  },
  link: ({ oneOf }, { known }) => ({ id: oneOf(known), dep: oneOf(known) }),
  unlink: ({ oneOf }, { nodes, known }) => {
    const { id, dependsOn } = nodes.find((node) => node.status === "pending" && node.dependsOn.length > 0) ?? { id: oneOf(known), dependsOn: ["none"] };
    return { id, dep: oneOf(dependsOn) };
  },
  move: ({ oneOf, seldom }, { known }) => ({ id: oneOf(known), parent: seldom() ? null : oneOf(known) }),
  delete: ({ oneOf, seldom }, { known }) => ({ id: oneOf(known), cascade: seldom(), relink: true, by: "user" }),
  "set-criteria": ({ oneOf }, { known }) => ({ id: oneOf(known), doneWhen: [{ kind: "file-hash", ref: "x" }] }),
  "plan-version": ({ roll }) => ({ version: 1 + roll(2) }),
  start: ({ oneOf, roll }, { ready, known }) => ({ id: oneOf(ready.length > 0 ? ready : known), session: "s", now: roll(100) }),
  evidence: ({ oneOf }, { running, known, graph, version }) => {
    const id = oneOf(running.length > 0 ? running : known);
    const [criterion = { kind: "artifact", ref: "none" }] = graph.get(id).doneWhen;
    return { id, item: { ...proof(criterion, id, version), inputs: { "lib.h": "l1" } } };
  },
  finish: ({ oneOf }, { running, known }) => ({ id: oneOf(running.length > 0 ? running : known) }),
  restart: () => ({}),
  tick: ({ roll }) => ({ now: roll(150), lease: 90 }),
  recover: ({ oneOf }, { known }) => ({
    // A criterion that wants a hash could be met by this world alone, without an item; a list would not be believed that.
    world: { files: { "lib.h": oneOf(["l1", "l1", "l2"]) }, artifacts: Object.fromEntries(known.map((id) => [id, `h-${id}`])), unavailable: ["x"] },
  }),
  resolve: ({ oneOf }, { nodes, known }) => ({ id: nodes.find(({ status }) => status === "unknown")?.id ?? oneOf(known), to: oneOf(["pending", "failed", "done"]), by: "user" }),
  ...Object.fromEntries(
    Object.entries({
      fail: ["running"], stop: ["running"], block: ["pending", "running"], unblock: ["blocked"], defer: ["pending", "blocked", "failed"], resume: ["deferred"],
      retry: ["failed"], reopen: ["done"], intent: ["running"], ack: ["running"], beat: ["running"], "step-done": ["running"],
    }).map(([op, from]) => [op, ({ oneOf, seldom }, { nodes, known }) => {
      const fitting = nodes.filter(({ status }) => from.includes(status)).map(({ id }) => id);
      return { id: oneOf(fitting.length > 0 && !seldom() ? fitting : known), by: "user" };
    }]),
  ),
};
const ROLLED = [...Object.keys(OPS), "add", "link", "link", "unlink", "recover", ...["start", "evidence", "finish"].flatMap((op) => Array(7).fill(op))];

/** A graph made of all that is shown of each task. */
function again(graph, planVersion) {
  const nodes = graph.snapshot().nodes.map(({ id }) => {
    const { stored, ...node } = graph.get(id);
    return { ...node, status: stored };
  });
  const made = createTaskGraph(nodes, { planVersion });
  assert.equal(made.ok, true, JSON.stringify(made));
  return made;
}

test("720 events: a graph of what is shown shows the same, and a refused event leaves no trace", () => {
  const ruled = new Map();
  for (let seed = 1; seed <= 12; seed += 1) {
    const rolls = dice(seed);
    const list = IDS.map((id, place) => ({ id, title: id, dependsOn: IDS.slice(0, place).filter(rolls.seldom), doneWhen: [{ kind: "artifact", ref: id }] }));
    const { graph } = createTaskGraph(list);
    let version = 1;
    for (let count = 0; count < 60; count += 1) {
      const before = graph.snapshot();
      const known = before.nodes.map(({ id }) => id);
      if (known.length === 0 || rolls.roll(30) === 0) known.push("ghost");
      const running = before.nodes.filter(({ id }) => graph.get(id).stored === "running").map(({ id }) => id);
      const op = rolls.oneOf(ROLLED);
      const event = { op, ...OPS[op](rolls, { ...before, known, running, graph, version, count }) };
      const ruling = graph.apply(event);
      const what = `seed ${seed}, event ${count}: ${JSON.stringify(event)}: ${JSON.stringify(ruling)}`;
      if (ruling.ok && op === "plan-version") version = event.version;
      if (!ruling.ok) assert.deepEqual(graph.snapshot(), before, what);
      const made = again(graph, version);
      assert.deepEqual(made.repaired, [], what);
      assert.deepEqual(made.graph.snapshot(), graph.snapshot(), what);
      made.graph.dispose();
      ruled.set(`${op} ${ruling.ok ? "ok" : ruling.code}`, (ruled.get(`${op} ${ruling.ok ? "ok" : ruling.code}`) ?? 0) + 1);
    }
    graph.dispose();
  }
  for (const ruling of ["start ok", "evidence ok", "finish ok", "add ok", "link ok", "link E_CYCLE", "move ok", "delete ok", "restart ok", "recover ok", "reopen ok", "finish E_BAD_STATUS"]) {
    assert.ok(ruled.has(ruling), `no walk came to \`${ruling}\`: ${[...ruled.keys()]}`);
  }
});

/** Shapes by name, with what a full run has to do and may look at. */
const SCALE = [
  [{ kind: "layers", n: 10_000, width: 2 }, 10_000, 19_996],
  [{ kind: "chain", n: 10_000 }, 10_000, 9_999],
  [{ kind: "fan", n: 10_000 }, 10_000, 9_999],
  [{ kind: "join", n: 10_000 }, 10_000, 9_999],
  [{ kind: "nest", n: 3_000 }, 1, 2 * 2_999],
  [{ kind: "nest", n: 20_000 }, 1, 2 * 19_999],
  [{ kind: "chain", n: 20_000 }, 20_000, 19_999],
];

for (const [shape, runs, most] of SCALE) {
  test(`${shape.kind} of ${shape.n}: a full run looks at each edge once`, (t) => {
    const nodes = expanded(generated(shape));
    const edges = nodes.reduce((sum, { dependsOn = [], parent }) => sum + dependsOn.length + (parent === undefined ? 0 : 1), 0);
    const times = [performance.now()];
    const { graph } = createTaskGraph(nodes);
    times.push(performance.now());
    const { ran, edgeVisits } = runAll(graph);
    times.push(performance.now());
    const { progress, waiting, nodes: shown } = graph.snapshot();
    times.push(performance.now());
    // A nest is begun and done at its one task, and both go up to the outermost.
    assert.equal(ran, runs);
    assert.ok(edgeVisits <= most && (shape.kind === "nest" || edgeVisits <= edges), `${edgeVisits} visits, ${edges} edges`);
    assert.deepEqual([progress.percent, progress.state, waiting, shown.length], [100, "complete", {}, shape.n]);
    graph.dispose();
    const [load, run, show] = times.slice(1).map((time, place) => Math.round(time - times[place]));
    t.diagnostic(`load ${load} ms, full run ${run} ms, snapshot ${show} ms`);
  });
}

test("lists grow beyond what one of them may hold, and ids and titles may be as long as the rules let them", () => {
  const { graph } = createTaskGraph(expanded(generated({ kind: "layers", n: 20_000, width: 2 })));
  const more = expanded(generated({ kind: "layers", n: 20_000, width: 2 })).map(({ id, dependsOn = [], ...rest }) => ({ ...rest, id: `m${id}`, dependsOn: [...dependsOn.map((dep) => `m${dep}`), id] }));
  assert.deepEqual(graph.apply({ op: "load", nodes: more }), { ok: true });
  assert.deepEqual([graph.snapshot().nodes.length, graph.snapshot().waiting[`m${idOf(0)}`]], [40_000, [idOf(0)]]);
  graph.dispose();
  const [longest, title] = ["x".repeat(64), "T".repeat(1_000_000)];
  const long = createTaskGraph(expanded([{ id: longest, title }, { id: "b", dependsOn: [longest] }]));
  assert.deepEqual(long.graph.snapshot().waiting, { b: [longest] });
  assert.equal(proved(long.graph, longest), "ok");
  assert.deepEqual([long.graph.ready(), long.graph.get(longest).title.length], [["b"], title.length]);
  assert.deepEqual(createTaskGraph(expanded([{ id: `${longest}x` }])).errors, [[`${longest}x`, "E_ID_INVALID"]]);
});

test("a world of ten thousand files is looked at in one event", () => {
  const nodes = Array.from({ length: 10_000 }, (_, place) => ({ id: idOf(place), title: "t", doneWhen: [{ kind: "file-hash", ref: `src/${place}` }] }));
  const { graph } = createTaskGraph(nodes);
  const { ran } = runAll(graph);
  assert.equal(ran, 10_000);
  const files = Object.fromEntries(nodes.map(({ id }, place) => [`src/${place}`, place === 7 ? "changed" : `h-${id}`]));
  assert.deepEqual(graph.apply({ op: "revalidate", world: { files, artifacts: {}, unavailable: [] } }), { ok: true });
  assert.deepEqual([graph.ready(), graph.get(idOf(7)).reason], [[idOf(7)], "evidence-changed"]);
});
