// The host's own tools: kinds and roles that it declares, judged like any other server's, seen and run as the mode allows.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PlanGateError } from "plangate";

import { Model, REQUEST, approve, openGate, planText, planned, until, within } from "./page.mjs";

/** A small shop: what it did is kept in `done`. */
function shop() {
  const done = [];
  const does = (name) => async (args, { signal }) => {
    assert.ok(signal instanceof AbortSignal);
    done.push([name, args]);
    return { name, ...args };
  };
  const tools = {
    look: { kind: "read", description: "Looks at an order", args: { order: "string*" }, run: does("look") },
    refund: { kind: "act", args: { order: "resource*", cents: "number*" }, run: does("refund") },
    save: { kind: "write", args: { path: "path-write*", text: "string" }, run: does("save") },
  };
  return { done, tools };
}

const SCOPE = { paths: ["notes.md"], tools: ["shop/refund", "shop/save"], commands: [], network: [], resources: ["order/7", "order/8*"] };
const bad = (error) => error instanceof PlanGateError && error.code === "ERR_BAD_ARGS";

test("in planning only its readers are seen and run", async () => {
  const { tools, done } = shop();
  const model = new Model();
  model.held = "plan";
  const { gate } = await openGate({ model });
  const own = gate.toolset(tools, { server: "shop" });
  await within(gate.send({ text: REQUEST, plan: true }), "send");
  const { tools: handed } = await model.turn("plan");
  const listed = Object.keys(tools).map((name) => ({ server: "shop", name }));
  assert.deepEqual(handed.visibleTools(listed).map(({ name }) => name), ["look"]);
  assert.deepEqual(await within(own.look({ order: "7" }), "look"), { ok: true, result: { name: "look", order: "7" } });
  const refused = await within(own.refund({ order: "order/7", cents: 100 }), "refund");
  assert.equal(refused.refusal.code, "ERR_PLAN_READ_ONLY");
  assert.deepEqual(done, [["look", { order: "7" }]]);
});

test("under a plan a declared tool on a declared resource runs; another resource, tool or path asks", async () => {
  const { tools, done } = shop();
  const model = new Model();
  model.held = "execute";
  model.answers.plan = planText({ scope: SCOPE });
  const { gate } = await openGate({ model });
  const own = gate.toolset(tools, { server: "shop" });
  await planned(gate);
  await approve(gate);
  await model.turn("execute");
  for (const order of ["order/7", "order/81"]) {
    assert.equal((await within(own.refund({ order, cents: 1 }), "refund")).ok, true, order);
  }
  assert.equal((await within(own.save({ path: "notes.md", text: "x" }), "save")).ok, true);
  const rulings = [
    [{ tool: "refund", args: { order: "order/9", cents: 1 } }, "STEP_OUT_OF_SCOPE_RESOURCE"],
    [{ tool: "refund", args: { order: "order/8/1", cents: 1 } }, "STEP_OUT_OF_SCOPE_RESOURCE"],
    [{ tool: "save", args: { path: "other.md", text: "x" } }, "STEP_OUT_OF_SCOPE_PATH"],
    [{ tool: "save", args: { path: "notes.md", text: "x", to: "other" } }, "STEP_UNKNOWN_ARGUMENT"],
    [{ tool: "erase", args: {} }, "STEP_UNKNOWN_TOOL"],
  ];
  for (const [call, code] of rulings) assert.equal(gate.authorize({ server: "shop", ...call }).code, code, JSON.stringify(call));
  assert.equal(gate.authorize({ server: "shop", tool: "refund", args: { order: "order/7" } }).code, "ERR_BAD_ARGS");

  const before = done.length;
  const asked = own.refund({ order: "order/9", cents: 5 });
  const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
  assert.equal(done.length, before, "nothing runs before the person has said so");
  await within(gate.decideStep({ requestId: request.requestId, granted: true }), "decideStep");
  assert.deepEqual((await within(asked, "refund")).result, { name: "refund", order: "order/9", cents: 5 });
});

test("declaring a server again replaces its tools; two servers stand side by side", async () => {
  const { gate } = await openGate();
  const run = async () => undefined;
  const kindOf = (server, tool) => gate.authorize({ server, tool, args: {} }).code;
  gate.toolset({ a: { kind: "read", run } });
  gate.toolset({ b: { kind: "read", run } }, { server: "two" });
  assert.deepEqual([kindOf("app", "a"), kindOf("two", "b")], ["ALLOW_READ", "ALLOW_READ"]);
  gate.toolset({ c: { kind: "read", run } });
  assert.notEqual(kindOf("app", "a"), "ALLOW_READ");
  assert.deepEqual([kindOf("app", "c"), kindOf("two", "b")], ["ALLOW_READ", "ALLOW_READ"]);
});

test("what is not whole is refused by name, and nothing of it is declared", async () => {
  const { gate } = await openGate();
  const run = async () => undefined;
  const good = { kind: "read", run };
  const thrower = { get kind() { throw new Error("no"); }, run };
  const cases = [
    [undefined], [null], [7], ["tools"],
    [{ good, bad: null }], [{ good, bad: {} }], [{ good, bad: { kind: "read" } }], [{ good, bad: { kind: "reads", run } }],
    [{ good, bad: { kind: "read", run: "run" } }], [{ good, bad: { kind: "read", args: { a: "text" }, run } }],
    [{ good, bad: { kind: "read", args: { a: "path-write" }, run } }], [{ good, bad: { kind: "read", args: 7, run } }],
    [{ good, bad: { kind: "read", description: 7, run } }], [{ good, "bad name": good }], [{ good, ["x".repeat(65)]: good }],
    [{ good, bad: thrower }], [{ good }, { server: "plangate" }], [{ good }, { server: "" }], [{ good }, { server: 7 }],
    [{ good, write_file: { kind: "read", run } }, { server: "filesystem" }],
    [new Proxy({ good }, { ownKeys() { throw new Error("no"); } })],
  ];
  for (const [tools, options] of cases) {
    assert.throws(() => gate.toolset(tools, options), bad);
    assert.notEqual(gate.authorize({ server: "app", tool: "good", args: {} }).code, "ALLOW_READ");
  }
  gate.toolset({ good });
  assert.equal(gate.authorize({ server: "app", tool: "good", args: {} }).code, "ALLOW_READ");
});

test("what is handed to the function is the copy that was judged", async () => {
  const { gate } = await openGate();
  const seen = [];
  const own = gate.toolset({ put: { kind: "act", args: { at: "resource*" }, run: async (args) => void seen.push(args) } });
  const args = { at: "a" };
  const running = own.put(args);
  args.at = "b";
  assert.equal((await within(running, "put")).ok, true);
  assert.deepEqual(seen, [{ at: "a" }]);
  let reads = 0;
  const outcome = await within(own.put({ get at() { reads += 1; return "c"; } }), "put");
  assert.deepEqual([outcome.ok, outcome.refusal.code, reads], [false, "ERR_BAD_ARGS", 0]);
});

test("a disposed gate takes no tools, and those it had are refused", async () => {
  const { tools, done } = shop();
  const { gate } = await openGate();
  const own = gate.toolset(tools);
  await gate.dispose();
  assert.equal((await within(own.look({ order: "7" }), "look")).refusal.code, "ERR_TURN_OVER");
  assert.throws(() => gate.toolset(tools), (error) => error.code === "ERR_DISPOSED");
  assert.deepEqual(done, []);
});
