// What no page should hand to a task graph: each piece is refused with a code, all or nothing, and the graph stands as before.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PlanGateError, createTaskGraph, init } from "plangate";

import { hostileValues, revoked } from "./hostile.mjs";
import { expanded, generated, idOf, proved } from "./tasks.mjs";

await init();

const TASK = { id: "a", title: "A", doneWhen: [{ kind: "artifact", ref: "x" }] };
const codesOf = ({ errors }) => [...new Set(errors.map(([, code]) => code))];

/** One running task, one that waits for it, one that is done, one that is blocked by the person; and what is shown of all. */
function standing() {
  const { graph } = createTaskGraph(expanded([{ id: "run" }, { id: "wait", dependsOn: ["run"] }, { id: "done" }, { id: "held" }]), { tombstones: ["gone"] });
  assert.equal(proved(graph, "done"), "ok");
  assert.ok(graph.apply({ op: "start", id: "run" }).ok && graph.apply({ op: "block", id: "held", by: "user" }).ok);
  return graph;
}

const shown = (graph) => JSON.stringify([graph.snapshot(), ...graph.snapshot().nodes.map(({ id }) => graph.get(id)), graph.ready()]);

/** What a refusal is: a value with a code, or misuse with a code. The code. */
function refused(work, what) {
  try {
    const answer = work();
    assert.equal(answer?.ok, false, `${what}: ${JSON.stringify(answer)?.slice(0, 200)}`);
    assert.match(answer.code, /^E_[A-Z_]+$/u, what);
    return answer.code;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    assert.ok(error instanceof PlanGateError, `${what}: ${error}`);
    return error.code;
  }
}

/** The module is alive: a graph of it still works. */
function alive() {
  const { graph } = createTaskGraph([TASK]);
  assert.equal(proved(graph, "a"), "ok");
  assert.equal(graph.snapshot().progress.percent, 100);
  graph.dispose();
}

test("lists that are no graph: every fault is named, and nothing is loaded", () => {
  const n = 10_000;
  const nest = (loop) => generated({ kind: "nest", n: 3_000 }).map((node, place) => (place === 0 ? { ...node, ...loop } : node));
  const reversed = Array.from({ length: 20_000 }, (_, place) => ({ id: `n${99_999 - place}`, title: " ", status: "?", parent: "none", dependsOn: ["ghost", "ghost"], doneWhen: [{ kind: "?" }] }));
  const cases = {
    "a loop of 10,000": [generated({ kind: "loop", n }), n, ["E_CYCLE"]],
    "a nest of 3,000 below its innermost": [nest({ parent: idOf(2_999) }), 3_000, ["E_PARENT_CYCLE"]],
    "a nest of 3,000 whose outermost waits for its innermost": [nest({ dependsOn: [idOf(2_999)] }), 3_000, ["E_CYCLE"]],
    "10,000 pairs of parents": [Array.from({ length: n }, (_, place) => ({ id: idOf(place), parent: idOf(place ^ 1) })), n, ["E_PARENT_CYCLE"]],
    "its own parent": [[{ id: "a", parent: "a" }], 1, ["E_PARENT_CYCLE"]],
    "a way into a loop is none of it": [[{ id: "a", parent: "b" }, { id: "b", parent: "c" }, { id: "c", parent: "b" }], 2, ["E_PARENT_CYCLE"]],
    "one id 10,000 times": [Array.from({ length: n }, () => ({ id: "a" })), 1, ["E_ID_DUPLICATE"]],
    "20,000 with every fault, backwards": [reversed, 120_000, ["E_DEP_DUPLICATE", "E_DEP_MISSING", "E_EVIDENCE_KIND", "E_PARENT_MISSING", "E_STATUS_UNKNOWN", "E_TITLE_EMPTY"]],
    "100,000 dependencies on nobody": [[{ id: "a", dependsOn: Array.from({ length: 100_000 }, (_, place) => `x${place}`) }], 1, ["E_DEP_MISSING"]],
    "100,000 dependencies on one": [[{ id: "a", dependsOn: Array(100_000).fill("b") }, { id: "b" }], 1, ["E_DEP_DUPLICATE"]],
    "an id that was used": [[{ id: "gone" }, { id: "b" }], 1, ["E_ID_REUSED"]],
    "a twin with other faults": [[{ id: "a" }, { id: "a", dependsOn: ["a", "ghost"] }], 3, ["E_DEP_MISSING", "E_DEP_SELF", "E_ID_DUPLICATE"]],
  };
  for (const [what, [nodes, count, codes]] of Object.entries(cases)) {
    const made = createTaskGraph(expanded(nodes), { tombstones: ["gone"] });
    assert.deepEqual([made.ok, made.errors.length, codesOf(made), made.code], [false, count, codes, made.errors[0][1]], what);
    assert.deepEqual(made.errors, made.errors.toSorted(([one, x], [other, y]) => (one === other ? (x < y ? -1 : 1) : one < other ? -1 : 1)), what);
    const graph = standing();
    const before = shown(graph);
    assert.ok(codes.includes(refused(() => graph.apply({ op: "load", nodes: expanded(nodes) }), what)), what);
    assert.equal(shown(graph), before, what);
    graph.dispose();
  }
  alive();
});

test("ids: what was deleted never comes back, not by add, not by load, not below another", () => {
  const graph = standing();
  assert.ok(graph.apply({ op: "delete", id: "wait" }).ok);
  const before = shown(graph);
  for (const id of ["wait", "gone"]) {
    assert.deepEqual(graph.apply({ op: "add", node: { ...TASK, id } }), { ok: false, code: "E_ID_REUSED" });
    assert.deepEqual(graph.apply({ op: "load", nodes: [{ ...TASK, id: "new" }, { ...TASK, id }] }), { ok: false, code: "E_ID_REUSED" });
  }
  assert.deepEqual(graph.apply({ op: "add", node: { ...TASK, id: "done" } }), { ok: false, code: "E_ID_DUPLICATE" });
  for (const id of ["", "A", "-a", "a b", "a\n", "ä", "a".repeat(65), "x".repeat(1 << 20), "__proto__", "a\u0000", "\ud800"]) {
    assert.deepEqual(graph.apply({ op: "add", node: { ...TASK, id } }), { ok: false, code: "E_ID_INVALID" }, JSON.stringify(id.slice(0, 20)));
    assert.equal(createTaskGraph([{ ...TASK, id }]).code, "E_ID_INVALID");
    assert.deepEqual([graph.apply({ op: "start", id }), graph.get(id)], [{ ok: false, code: "E_NO_NODE" }, null]);
  }
  assert.equal(shown(graph), before);
});

/** Fields of each event: those that must be there, and those that may. */
const EVENTS = {
  load: [{ nodes: [] }, {}],
  add: [{ node: { ...TASK, id: "new" } }, { reopen: false }],
  link: [{ id: "wait", dep: "done" }, {}],
  unlink: [{ id: "wait", dep: "run" }, {}],
  delete: [{ id: "wait" }, { cascade: true, relink: true, by: "user" }],
  move: [{ id: "wait", parent: null }, {}],
  "set-criteria": [{ id: "wait", doneWhen: [] }, {}],
  "plan-version": [{ version: 2 }, {}],
  start: [{ id: "wait" }, { session: "s", owner: "s", now: 1 }],
  finish: [{ id: "run" }, { attempt: 1 }],
  evidence: [{ id: "run", item: { kind: "artifact", ref: "art/run", hash: "h" } }, { attempt: 1 }],
  fail: [{ id: "run" }, { attempt: 1, reason: "r" }],
  stop: [{ id: "run" }, { attempt: 1, reason: "r" }],
  block: [{ id: "run" }, { by: "user", reason: "r" }],
  unblock: [{ id: "held" }, { by: "user" }],
  defer: [{ id: "held" }, { by: "user", reason: "r" }],
  resume: [{ id: "run" }, {}],
  retry: [{ id: "run" }, {}],
  reopen: [{ id: "done" }, { reason: "r" }],
  restart: [{}, { session: "s", now: 1, lease: 1 }],
  tick: [{ now: 1, lease: 1 }, {}],
  recover: [{ world: { files: {}, artifacts: {}, unavailable: [] } }, {}],
  resolve: [{ id: "run", to: "done" }, { by: "user", reason: "r" }],
  intent: [{ id: "run" }, { attempt: 1 }],
  ack: [{ id: "run" }, { attempt: 1 }],
  beat: [{ id: "run" }, { attempt: 1, now: 1 }],
  "step-done": [{ id: "run" }, {}],
  revalidate: [{ world: {} }, {}],
};

/** Values that are no text, no whole number from 0, and so on, by what they stand in for. */
const WRONG = {
  string: [1, true, {}, [], ["run"]],
  number: ["1", true, {}, [], 1.5, 2 ** 53, 1e300],
  boolean: [1, "true", {}, []],
  object: [1, "x", true, []],
};

function wrongFor(value) {
  if (Array.isArray(value)) return [1, "x", true, {}, [[]]];
  return value === null ? WRONG.string : WRONG[typeof value];
}

test("each event without each of its fields, and with each of another type: refused, and no trace of it", () => {
  const graph = standing();
  const before = shown(graph);
  let tried = 0;
  const refuses = (event, codes) => {
    const what = JSON.stringify(event).slice(0, 200);
    assert.ok(codes.includes(refused(() => graph.apply(event), what)), what);
    assert.equal(shown(graph), before, what);
    tried += 1;
  };
  for (const [op, [needed, more]] of Object.entries(EVENTS)) {
    for (const key of Object.keys(needed)) {
      const { [key]: _, ...rest } = needed;
      refuses({ op, ...rest }, ["E_BAD_EVENT"]);
      refuses({ op, ...rest, [key]: undefined }, ["E_BAD_EVENT"]);
      if (needed[key] !== null) refuses({ op, ...rest, [key]: null }, ["E_BAD_EVENT"]);
    }
    for (const [key, value] of Object.entries({ ...needed, ...more })) {
      // A criterion that is none is told by its own code.
      for (const wrong of wrongFor(value)) refuses({ op, ...needed, [key]: wrong }, op === "set-criteria" && key === "doneWhen" ? ["E_EVIDENCE_KIND"] : ["E_BAD_EVENT"]);
    }
  }
  for (const op of ["", "START", "run", "__proto__", "constructor", "toString", 1, null, [], {}]) refuses({ op, id: "run" }, ["E_BAD_EVENT"]);
  for (const version of [-1, 1.5, 2 ** 53, "2", null]) refuses({ op: "plan-version", version }, ["E_BAD_EVENT"]);
  refuses({ op: "plan-version", version: NaN }, ["ERR_BAD_ARGS"]);
  refuses({ op: "start", id: "wait", session: "s", owner: "s" }, ["E_BAD_EVENT"]);
  assert.ok(tried > 300, `${tried} tried`);
  alive();
});

test("hostile values in every field of a task, an item and an event", () => {
  const fields = ["id", "title", "status", "dependsOn", "parent", "optional", "doneWhen", "evidence", "replay", "steps", "attempt", "blockedBy", "reason", "owner", "beat", "intents", "acks", "stepsDone", "startSeq"];
  const graph = standing();
  let refusals = 0;
  for (const [kind, value] of hostileValues()) {
    // What may be: then it is shown as plain data and nothing else.
    const settled = (work) => {
      const before = shown(graph);
      let answer;
      try {
        answer = work();
      } catch (error) {
        assert.ok(error instanceof PlanGateError && /^ERR_[A-Z_]+$/u.test(error.code), `${kind}: ${error}`);
      }
      if (answer?.ok === true) return answer;
      assert.ok(answer === undefined || /^E_[A-Z_]+$/u.test(answer.code), `${kind}: ${JSON.stringify(answer)}`);
      assert.equal(shown(graph), before, kind);
      refusals += 1;
      return undefined;
    };
    for (const field of fields) {
      const made = settled(() => createTaskGraph([{ ...TASK, [field]: value }]))?.graph;
      if (made !== undefined) {
        assert.deepEqual(Object.keys(made.get("a")).length, 20, `${kind} as ${field}`);
        made.dispose();
      }
      settled(() => graph.apply({ op: "add", node: { ...TASK, id: "done", [field === "id" ? "title" : field]: value } }));
    }
    for (const field of ["kind", "ref", "hash", "exit", "ran", "by", "planVersion", "inputs"]) {
      settled(() => graph.apply({ op: "evidence", id: "run", item: { kind: "test-exit", ref: "art/run", [field]: value } }));
    }
    for (const world of [value, { files: value }, { artifacts: value }, { unavailable: value }, { files: { x: value } }]) settled(() => graph.apply({ op: "recover", world }));
    settled(() => createTaskGraph([TASK], { planVersion: value }))?.graph.dispose();
    for (const tombstones of [value, [value]]) settled(() => createTaskGraph([TASK], { tombstones }))?.graph.dispose();
    settled(() => createTaskGraph(value))?.graph.dispose();
    settled(() => createTaskGraph([TASK, value]))?.graph.dispose();
  }
  assert.ok(refusals > 1_000, `${refusals} refusals`);
  alive();
});

test("keys of the prototype are keys like any other, and half a surrogate is the sign for no character", () => {
  const item = JSON.parse('{"kind":"artifact","ref":"art/run","hash":"h","inputs":{"__proto__":"p","constructor":"c","\\\\ud800":"s"},"__proto__":{"hash":""}}');
  const graph = standing();
  assert.deepEqual(graph.apply({ op: "evidence", id: "run", item, constructor: 1, toString: null }), { ok: true });
  const [kept] = graph.get("run").evidence;
  assert.deepEqual(Object.entries(kept.inputs).sort(), [["\\ud800", "s"], ["__proto__", "p"], ["constructor", "c"]]);
  assert.equal(Object.getPrototypeOf(kept.inputs), Object.prototype);
  const odd = createTaskGraph([{ ...TASK, title: '\ud800 "\\ud800" \\\ud83d\ude00\udc00\u2028', steps: ["\\\\ud800", "\udfff"] }]).graph.get("a");
  assert.deepEqual([odd.title, odd.steps], ['\ufffd "\\ud800" \\\ud83d\ude00\ufffd\u2028', ["\\\\ud800", "\ufffd"]]);
  assert.equal(refused(() => graph.apply(Object.create({ op: "stop", id: "run" })), "inherited"), "ERR_BAD_ARGS");
  assert.equal(refused(() => graph.apply(JSON.parse('{"__proto__":{"op":"stop","id":"run"}}')), "__proto__"), "E_BAD_EVENT");
});

test("an event is looked at once, before anything is done; what disposes the graph meanwhile finds it disposed", () => {
  let looks = 0;
  const graph = standing();
  const before = shown(graph);
  const turning = { op: "stop", get id() { return (looks += 1) > 1 ? "wait" : "run"; } };
  assert.equal(refused(() => graph.apply(turning), "an accessor"), "ERR_BAD_ARGS");
  assert.deepEqual([looks, shown(graph)], [0, before]);
  const inside = (work) => new Proxy({ op: "stop", id: "run" }, { ownKeys: (target) => (work(), Reflect.ownKeys(target)) });
  assert.deepEqual(graph.apply(inside(() => refused(() => graph.apply({ op: "none" }), "one inside"))), { ok: true });
  assert.equal(graph.get("run").status, "pending");
});

test("numbers: what is no whole number from 0 is refused, and the largest do no harm", () => {
  for (const planVersion of [NaN, Infinity, -1, 1.5, 2 ** 53, -0.5, "1", null, true]) {
    assert.equal(refused(() => createTaskGraph([TASK], { planVersion }), `planVersion ${planVersion}`), "ERR_BAD_ARGS");
  }
  for (const planVersion of [undefined, 0, -0, 7, Number.MAX_SAFE_INTEGER]) createTaskGraph([TASK], { planVersion }).graph.dispose();
  const graph = standing();
  for (const max of [-1, NaN, 1.5, "2", null, {}, -Infinity, 2 ** 53]) assert.equal(refused(() => graph.ready(max), `ready ${max}`), "ERR_BAD_ARGS");
  const free = createTaskGraph(expanded([{ id: "a" }, { id: "b" }])).graph;
  assert.deepEqual([0, -0, 1, 2, 2 ** 40, Infinity, undefined].map((max) => free.ready(max).length), [0, 0, 1, 2, 2, 2, 2]);
  const most = Number.MAX_SAFE_INTEGER;
  const high = createTaskGraph([{ ...TASK, attempt: most, startSeq: most, intents: most, acks: most, stepsDone: most, beat: -most }]).graph;
  assert.equal(proved(high, "a"), "ok");
  assert.deepEqual([high.apply({ op: "tick", now: most, lease: -most }), high.apply({ op: "restart", now: -most, lease: most })], [{ ok: true }, { ok: true }]);
  alive();
});

test("lists and events that are too large are misuse", () => {
  assert.equal(refused(() => createTaskGraph(Array(20_001).fill(TASK)), "20,001 tasks"), "ERR_BAD_ARGS");
  assert.equal(refused(() => createTaskGraph([{ ...TASK, title: "x".repeat(17 << 20) }]), "17 MB"), "ERR_BAD_ARGS");
  assert.equal(refused(() => createTaskGraph([{ ...TASK, steps: Array(500_001).fill("") }]), "500,001 values"), "ERR_BAD_ARGS");
  const graph = standing();
  const before = shown(graph);
  assert.equal(refused(() => graph.apply({ op: "recover", world: { unavailable: Array(500_001).fill("x") } }), "a world"), "ERR_BAD_ARGS");
  assert.equal(refused(() => graph.apply({ op: "load", nodes: new Array(400_000) }), "400,000 holes"), "E_BAD_EVENT");
  assert.equal(shown(graph), before);
  alive();
});

test("a disposed graph refuses everything, also what was begun before", () => {
  const graph = standing();
  const kept = graph.snapshot();
  graph.dispose();
  graph.dispose();
  for (const [name, words] of [["apply", [{ op: "stop", id: "run" }]], ["apply", [revoked()]], ["ready", []], ["ready", [1]], ["get", ["run"]], ["snapshot", []], ["stats", []]]) {
    const code = refused(() => graph[name](...words), name);
    assert.ok(code === "ERR_DISPOSED" || words[0] !== undefined && code === "ERR_BAD_ARGS", `${name}: ${code}`);
  }
  assert.equal(kept.nodes.length, 4);
  const other = standing();
  const fatal = new Proxy({ op: "stop", id: "run" }, { ownKeys: (target) => (other.dispose(), Reflect.ownKeys(target)) });
  assert.equal(refused(() => other.apply(fatal), "disposed on the way"), "ERR_DISPOSED");
  alive();
});

test("answers are frozen, and the snapshot is one object until something changes", () => {
  const graph = standing();
  const snapshot = graph.snapshot();
  assert.ok([snapshot, snapshot.nodes, snapshot.nodes[0], snapshot.waiting, graph.get("run"), graph.apply({ op: "none" }), graph.apply({ op: "beat", id: "run" })].every(Object.isFrozen));
  assert.equal(refused(() => graph.apply({ op: "finish", id: "run" }), "no evidence"), "E_EVIDENCE_MISSING");
  const same = graph.snapshot();
  assert.equal(graph.snapshot(), same);
  assert.ok(graph.apply({ op: "stop", id: "run" }).ok);
  assert.notEqual(graph.snapshot(), same);
  graph.ready().push("mine");
  assert.deepEqual(graph.ready(), ["run"]);
});
