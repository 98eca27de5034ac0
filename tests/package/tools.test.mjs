// A host that does not listen: its turn is over, the abort signal was given, and it goes on calling through the tools of
// that turn. Every such call is refused with `ERR_TURN_OVER`, whatever the mode is by then, and nothing of it reaches a tool.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Model, READ, REQUEST, UNDECLARED, WRITE, approve, openGate, pause, planText, planned, until, within } from "./page.mjs";

const CALLS = [READ, WRITE, UNDECLARED, { server: "code-sandbox", tool: "run_command", args: { command: "npm test" } }];
const LISTED = CALLS.map(({ server, tool }) => ({ server, name: tool }));

/** Brings a gate into a turn of this kind that does not end by itself. */
const REACH = {
  chat: (gate) => gate.send({ text: "Hello there" }),
  plan: (gate) => gate.send({ text: REQUEST, plan: true }),
  fallback: (gate) => gate.send({ text: REQUEST }),
  explain: async (gate) => {
    await planned(gate);
    await gate.send({ text: "Why do we need the first step?" });
  },
  execute: async (gate) => {
    await planned(gate);
    await approve(gate);
  },
};

const ref = (gate) => gate.getSnapshot().plan.ref;
const editPlan = (gate) => gate.editPlan({ planRef: ref(gate), plan: { title: "Another title" } });
const resend = (gate) => gate.editAndResend(gate.getSnapshot().messages[0].id, "Something else");
const letGo = async (_, { go }) => go();

/** What ends the turn, by the kind of turn: name, act, and what else is needed. */
const ENDS = [
  ["chat", "cancel", (gate) => gate.cancel()],
  ["chat", "the next message", (gate) => gate.send({ text: "And now this" })],
  ["chat", "a message that plans", (gate) => gate.send({ text: REQUEST, plan: true })],
  ["chat", "editAndResend", resend],
  ["chat", "its own answer", letGo],
  ["plan", "cancel", (gate) => gate.cancel()],
  ["plan", "editAndResend", resend],
  ["plan", "its own answer", letGo],
  ["plan", "a fallback after its time", () => undefined, { reach: "fallback", options: { trigger: "first-message", limits: { plannerTimeoutMs: 40 } } }],
  ["plan", "a fallback after prose", letGo, { reach: "fallback", options: { trigger: "first-message" }, answers: { plan: "No plan from me." } }],
  ["explain", "reject", (gate) => gate.decide({ planRef: ref(gate), intent: "reject" })],
  ["explain", "a rejection in words", (gate) => gate.send({ text: "No, drop it." })],
  ["explain", "approval", approve],
  ["explain", "revise", (gate) => gate.decide({ planRef: ref(gate), intent: "revise", comment: "smaller steps" })],
  ["explain", "editPlan", editPlan],
  ["explain", "editAndResend", resend],
  ["explain", "cancel", (gate) => gate.cancel()],
  ["execute", "cancel", (gate) => gate.cancel()],
  ["execute", "stopping words", (gate) => gate.send({ text: "Stop!" })],
  ["execute", "editPlan", editPlan],
  ["execute", "editAndResend", resend],
  ["execute", "evidence against the plan", (gate) => gate.task({ op: "contradict", id: "s1", reason: "the file is gone" })],
  ["execute", "a world that has changed", (gate) => gate.updateWorld({ workspaceHash: "other" })],
  ["execute", "its own answer", letGo],
  ...["chat", "plan", "explain", "execute"].map((kind) => [kind, "dispose", (gate) => gate.dispose(), { disposes: true }]),
];

/** Makes every call in every way through `tools`; none may reach the host. */
async function assertOver(tools, when) {
  const reached = [];
  const run = async (call) => reached.push(call);
  const client = { listTools: async () => ({ tools: LISTED }), callTool: run };
  for (const call of CALLS) {
    const ruling = tools.authorize(call);
    assert.deepEqual([ruling.decision, ruling.code, ruling.refusal?.code], ["deny", "ERR_TURN_OVER", "ERR_TURN_OVER"], `${when}: authorize ${call.tool}`);
    const outcome = await within(tools.callTool(call, run), `${when}: callTool ${call.tool}`);
    assert.deepEqual([outcome.ok, outcome.refusal?.code, outcome.refusal?.retry], [false, "ERR_TURN_OVER", false], `${when}: callTool ${call.tool}`);
    const wrapped = tools.wrapMcpClient(client, { server: call.server });
    const answer = await within(wrapped.callTool({ name: call.tool, arguments: call.args }), `${when}: wrapped ${call.tool}`);
    assert.equal(answer.structuredContent.code, "ERR_TURN_OVER", `${when}: wrapped ${call.tool}`);
    assert.deepEqual((await wrapped.listTools()).tools, [], `${when}: wrapped listTools`);
  }
  assert.deepEqual(tools.visibleTools(LISTED), [], `${when}: visibleTools`);
  assert.deepEqual(reached, [], `${when}: a call has reached the host`);
}

for (const unplanned of ["host", "ask"]) {
  for (const [kind, name, end, { reach = kind, options = {}, answers = {}, disposes = false } = {}] of ENDS) {
    test(`unplanned "${unplanned}": the end of a turn (${kind}) by ${name} ends its tools too`, async () => {
      const model = new Model();
      Object.assign(model.answers, answers);
      model.held = kind;
      const { gate } = await openGate({ model, unplanned, ...options });
      await within(REACH[reach](gate), "reaching the turn");
      const old = await model.turn(kind);
      // While it runs the handle works: what is refused below is refused because the turn is over.
      assert.notEqual(old.tools.authorize(READ).code, "ERR_TURN_OVER");
      assert.equal(old.tools.authorize(READ).decision, kind === "explain" ? "deny" : "allow");

      model.held = null;
      await within(end(gate, old), name);
      if (name.startsWith("a fallback")) await model.turn("chat");
      if (name === "its own answer") await within(gate.settled(), "settled");
      else assert.equal(old.signal.aborted, !name.endsWith("prose"));
      await assertOver(old.tools, "at once");
      if (disposes) return;

      await within(gate.settled(), "settled");
      await assertOver(old.tools, "later");
      // Nor does it come to life again under the turns that follow.
      await within(gate.cancel(), "cancel");
      await within(gate.cancel(), "cancel");
      await within(gate.settled(), "settled");
      model.held = "chat";
      model.turns.length = 0;
      await within(gate.send({ text: "Hello again" }), "send");
      const next = await model.turn("chat");
      assert.equal(next.tools.authorize(READ).decision, "allow");
      await assertOver(old.tools, "beside the next turn");
    });
  }
}

test("a chat turn under `unplanned: \"host\"` may write while it runs, and not a moment longer", async () => {
  const model = new Model();
  model.held = "chat";
  const { gate } = await openGate({ model });
  await gate.send({ text: "Hello there" });
  const { tools } = await model.turn("chat");
  assert.deepEqual(await within(tools.callTool(WRITE, async (call) => call.args.path), "write"), { ok: true, result: "a.txt" });
  const cancelled = gate.cancel();
  const outcome = await within(tools.callTool(WRITE, () => assert.fail("the call has reached the host")), "write");
  assert.equal(outcome.refusal.code, "ERR_TURN_OVER");
  await cancelled;
});

test("a call that waits for a person when its turn ends is refused as over, and can no longer be granted", async (t) => {
  for (const [name, end] of ENDS.filter(([kind]) => kind === "execute").map(([, ...rest]) => rest).filter(([name]) => name !== "its own answer")) {
    await t.test(name, async () => {
      const model = new Model();
      model.held = "execute";
      const { gate } = await openGate({ model });
      await REACH.execute(gate);
      const { tools } = await model.turn("execute");
      const waiting = tools.callTool(UNDECLARED, () => assert.fail("the call has reached the host"));
      const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
      model.held = null;
      await within(end(gate), name);
      const outcome = await within(waiting, "the waiting call");
      assert.equal(outcome.ok, false);
      // Words that stop the work refuse what was asked, too.
      assert.equal(outcome.refusal.code, name === "stopping words" ? "ERR_REFUSED_ACTION" : "ERR_TURN_OVER");
      if (name === "dispose") return;
      await assert.rejects(within(gate.decideStep({ requestId: request.requestId, granted: true }), "decideStep"), { code: "ERR_ALREADY_RESOLVED" });
    });
  }
});

test("a tool that is running when its turn ends is aborted; what it answers later is not handed on", async () => {
  const model = new Model();
  model.held = "execute";
  const { gate } = await openGate({ model });
  await REACH.execute(gate);
  const { tools } = await model.turn("execute");
  let signal;
  let finish;
  const call = tools.callTool(WRITE, (_, options) => {
    signal = options.signal;
    return new Promise((done) => (finish = done));
  });
  await until(() => signal, "the tool runs");
  assert.equal(signal.aborted, false);
  await within(gate.cancel(), "cancel");
  assert.equal(signal.aborted, true);
  finish("too late");
  const outcome = await within(call, "the running call");
  assert.deepEqual([outcome.ok, outcome.refusal?.code], [false, "ERR_TURN_OVER"]);
});

test("a late plan of a turn that is over opens nothing", async () => {
  const model = new Model();
  model.held = "plan";
  const { gate } = await openGate({ model });
  await REACH.plan(gate);
  const old = await model.turn("plan");
  await within(gate.cancel(), "cancel");
  const handed = await within(old.tools.callTool({ server: "plangate", tool: "write_plan", args: { answer: planText() } }, () => assert.fail("not the host's")), "write_plan");
  assert.equal(handed.refusal?.code, "ERR_TURN_OVER");
  const before = gate.getSnapshot();
  old.go();
  await pause(20);
  await within(gate.settled(), "settled");
  assert.deepEqual([before.mode, gate.getSnapshot().mode, gate.getSnapshot().plan], ["normal", "normal", null]);
});

test("the look at a turn that is over finds one that is not", async () => {
  const { gate } = await openGate();
  await assert.rejects(assertOver(gate, "the gate itself"), assert.AssertionError);
});
