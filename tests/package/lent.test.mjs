// `beginTurn`: a chat turn whose model the host runs itself. Its tools live as long as the turn, and no longer.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PlanGateError } from "plangate";

import { Model, READ, REQUEST, WRITE, approve, openGate, pause, planned, until, within } from "./page.mjs";

const run = async () => "ran";
const refusedWith = (code) => (error) => error instanceof PlanGateError && error.code === code;

test("the tools work while it runs, its text is kept, and every call after its end is refused", async () => {
  const { gate, model } = await openGate();
  const turn = gate.beginTurn();
  assert.deepEqual(turn.visibleTools([{ server: "filesystem", name: "write_file" }]).length, 1);
  assert.deepEqual(await within(turn.callTool(WRITE, run), "callTool"), { ok: true, result: "ran" });
  const shown = await until(() => gate.getSnapshot().turn, "a turn");
  assert.equal(shown.kind, "chat");
  assert.equal(gate.getSnapshot().status, "chatting");
  await within(turn.end({ text: "Written." }), "end");
  const { messages, status } = await within(gate.settled(), "settled");
  assert.deepEqual([messages.map(({ role, content }) => [role, content]), status], [[["assistant", "Written."]], "idle"]);
  assert.equal(turn.signal.aborted, true);
  assert.equal((await within(turn.callTool(WRITE, run), "callTool")).refusal.code, "ERR_TURN_OVER");
  assert.equal(turn.authorize(READ).code, "ERR_TURN_OVER");
  assert.deepEqual(turn.visibleTools([{ server: "filesystem", name: "read_text_file" }]), []);
  await within(turn.end({ text: "again" }), "end");
  assert.equal(gate.getSnapshot().messages.length, 1);
  assert.equal(model.turns.length, 0);
});

test("a turn without a text leaves no message", async () => {
  const { gate } = await openGate();
  for (const options of [undefined, {}, { text: "" }, { text: " " }]) await within(gate.beginTurn().end(options), "end");
  assert.deepEqual((await within(gate.settled(), "settled")).messages, []);
});

test("where a card waits, work runs or the planner is at work, it is over before it begins", async () => {
  const model = new Model();
  model.held = "plan";
  const { gate } = await openGate({ model });
  const over = async (code) => {
    const turn = gate.beginTurn();
    await until(() => turn.signal.aborted, "aborted");
    assert.equal(turn.signal.reason.code, code);
    assert.equal((await within(turn.callTool(READ, run), "callTool")).refusal.code, "ERR_TURN_OVER");
    await assert.rejects(within(turn.end(), "end"), refusedWith(code));
  };
  await within(gate.send({ text: REQUEST, plan: true }), "send");
  await over("ERR_TURN_RUNNING");
  model.held = "execute";
  (await model.turn("plan")).go();
  await within(gate.settled(), "settled");
  await over("ERR_PLAN_PENDING");
  await approve(gate);
  const execute = await model.turn("execute");
  await over("ERR_TURN_RUNNING");
  execute.go();
  await within(gate.settled(), "settled");
  await within(gate.beginTurn().end({ text: "After it." }), "end");

  const other = await openGate({ trigger: "suggest" });
  await within(other.gate.send({ text: REQUEST }), "send");
  assert.notEqual(other.gate.getSnapshot().suggestion, null);
  const turn = other.gate.beginTurn();
  await until(() => turn.signal.aborted, "aborted");
  assert.equal(turn.signal.reason.code, "ERR_PLAN_PENDING");
  assert.notEqual(other.gate.getSnapshot().suggestion, null, "the suggestion is still the person's to take or pass");
});

test("cancel, a message, planning, another turn and dispose end it: its signal fires and its late calls are refused", async () => {
  const enders = {
    cancel: (gate) => gate.cancel(),
    send: (gate) => gate.send({ text: "hello" }),
    planning: (gate) => planned(gate),
    beginTurn: async (gate) => void gate.beginTurn(),
    dispose: (gate) => gate.dispose(),
  };
  for (const [name, end] of Object.entries(enders)) {
    for (const early of [true, false]) {
      const { gate } = await openGate();
      const turn = gate.beginTurn();
      if (!early) await within(turn.callTool(READ, run), "callTool");
      await within(end(gate), name);
      await until(() => turn.signal.aborted, `${name}: aborted`);
      let ran = false;
      const outcome = await within(turn.callTool(WRITE, async () => void (ran = true)), "callTool");
      assert.deepEqual([outcome.refusal?.code, ran], ["ERR_TURN_OVER", false], `${name} early=${early}`);
      await within(turn.end({ text: "late" }), "end").catch((error) => assert.match(error.code, /^ERR_/));
      assert.equal(gate.getSnapshot().messages.some(({ content }) => content === "late"), false);
    }
  }
});

test("a step request of such a turn waits for the person, and no approved plan is needed", async () => {
  const { gate } = await openGate({ unplanned: "ask" });
  const turn = gate.beginTurn();
  let ran = 0;
  const calling = turn.callTool(WRITE, async () => (ran += 1));
  const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
  assert.equal(ran, 0);
  await within(gate.decideStep({ requestId: request.requestId, granted: true }), "decideStep");
  assert.deepEqual([await within(calling, "callTool"), ran], [{ ok: true, result: 1 }, 1]);
  await within(turn.end(), "end");
});

test("it runs under the managed profile only", async () => {
  const applied = [];
  const mcp = {
    servers: () => [{ name: "filesystem", tools: [{ name: "read_text_file" }, { name: "write_file" }] }],
    applyServers: async (profile) => void (await pause(10), applied.push(profile.name)),
  };
  const { gate } = await openGate({ host: { mcp } });
  const turn = gate.beginTurn();
  const outcome = await within(turn.callTool(WRITE, async () => applied.at(-1)), "callTool");
  assert.deepEqual(outcome, { ok: true, result: "managed" });
  await within(turn.end(), "end");
});

test("an MCP client that is wrapped for it goes with it", async () => {
  const { gate } = await openGate();
  const client = {
    listTools: async () => ({ tools: [{ name: "write_file" }] }),
    callTool: async ({ name }) => ({ content: [{ type: "text", text: name }] }),
  };
  const turn = gate.beginTurn();
  const wrapped = turn.wrapMcpClient(client, { server: "filesystem" });
  assert.deepEqual((await within(wrapped.callTool({ name: "write_file", arguments: WRITE.args }), "callTool")).content[0].text, "write_file");
  await within(turn.end(), "end");
  const late = await within(wrapped.callTool({ name: "write_file", arguments: WRITE.args }), "callTool");
  assert.equal(late.structuredContent.code, "ERR_TURN_OVER");
  assert.deepEqual((await wrapped.listTools()).tools, []);
});

test("misuse is ERR_BAD_ARGS", async () => {
  const { gate } = await openGate();
  for (const options of [{ kind: "plan" }, { kind: 7 }, { get kind() { throw new Error("no"); } }]) {
    assert.throws(() => gate.beginTurn(options), refusedWith("ERR_BAD_ARGS"));
  }
  const turn = gate.beginTurn();
  await assert.rejects(turn.end({ text: 7 }), refusedWith("ERR_BAD_ARGS"));
  await within(turn.end(), "end");
  await gate.dispose();
  assert.throws(() => gate.beginTurn(), refusedWith("ERR_DISPOSED"));
});
