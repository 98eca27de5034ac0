// Anything, anywhere: whatever a page passes, and whatever its callbacks do, it gets a `PlanGateError` with a stable code or
// a refusal, within a time limit, and the same gate afterwards still leads from a message to finished work.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as plangate from "plangate";

import { hostileValues, thrown } from "./hostile.mjs";
import { QUESTIONS_TEXT, READ, REQUEST, WRITE, approve, assertWorks, openGate, planText, planned, within } from "./page.mjs";

const { PlanGateError, createPlanGate, init } = plangate;
await init();

/** Codes that misuse may end with; `ERR_INTERNAL` is none of them. */
const CODES = [
  "ERR_ABORTED",
  "ERR_ALREADY_RESOLVED",
  "ERR_BAD_ANSWER",
  "ERR_BAD_ARGS",
  "ERR_DISPOSED",
  "ERR_NOT_EDITABLE",
  "ERR_PLAN_PENDING",
  "ERR_PLAN_STALE",
  "ERR_STORAGE",
  "ERR_TURN_RUNNING",
];

/** How `work` ends: `null`, or a code. Another error, or no end, fails the test. */
async function end(work, what) {
  try {
    await within((async () => work())(), what);
    return null;
  } catch (error) {
    if (!(error instanceof PlanGateError)) throw Object.assign(new Error(`${what}: a raw error`), { cause: error });
    assert.ok(CODES.includes(error.code), `${what}: ${error.code} ${error.message}`);
    assert.equal(typeof error.message, "string");
    return error.code;
  }
}

// --- pure functions

const PARSED = () => plangate.parsePlannerOutput(planText());
const FACTS = { planId: "p", version: 1, createdAt: "2026-01-01T00:00:00Z", userText: "x", files: [], world: { workspacePath: null, projectId: "p", workspaceHash: "" } };
const PLAN = plangate.buildPlanDoc(PARSED(), FACTS);
const TASK = { id: "a", title: "a", dependsOn: [], optional: false, doneWhen: [{ kind: "artifact", ref: "x" }], replay: "safe" };

const graph = () => {
  const made = plangate.createTaskGraph([TASK]);
  assert.equal(made.ok, true);
  return made.graph;
};

const WORLD = { workspacePath: "/w", projectId: "project", workspaceHash: "h1" };
const CHECK = { verify: () => true, now: 1 };

const PURE = {
  parsePlannerOutput: [(v) => plangate.parsePlannerOutput(v), (v) => plangate.parsePlannerOutput("x", v), (v) => plangate.parsePlannerOutput("x", { untrusted: v }), (v) => plangate.parsePlannerOutput("x", { untrusted: [v] })],
  createPlannerParser: [
    (v) => plangate.createPlannerParser(v),
    (v) => plangate.createPlannerParser({ untrusted: v }),
    (v) => plangate.createPlannerParser().push(v),
    () => {
      const parser = plangate.createPlannerParser();
      parser.finish();
      return parser.finish();
    },
    () => {
      const parser = plangate.createPlannerParser();
      parser.finish();
      return parser.push("x");
    },
  ],
  buildPlanDoc: [
    (v) => plangate.buildPlanDoc(v, v),
    (v) => plangate.buildPlanDoc(PARSED(), v),
    (v) => plangate.buildPlanDoc(v, FACTS),
    ...Object.keys(FACTS).map((key) => (v) => plangate.buildPlanDoc(PARSED(), { ...FACTS, [key]: v })),
  ],
  classifyReply: [(v) => plangate.classifyReply(v)],
  suggestPlanning: [(v) => plangate.suggestPlanning(v)],
  authorizeCall: [
    (v) => plangate.authorizeCall(v, v, v),
    (v) => plangate.authorizeCall({ paths: [v], tools: v, commands: [v], network: v }, WRITE, { mode: "normal" }),
    (v) => plangate.authorizeCall({}, { server: v, tool: v, args: v }, {}),
    (v) => plangate.authorizeCall({}, { ...WRITE, args: { path: v, content: v } }, { mode: "normal" }),
    (v) => plangate.authorizeCall({}, WRITE, v),
    (v) => plangate.authorizeCall({}, WRITE, { mode: v, root: v, now: v, plan: v, receipt: v, realpaths: v }),
  ],
  createTaskGraph: [
    (v) => plangate.createTaskGraph(v),
    (v) => plangate.createTaskGraph([v]),
    (v) => plangate.createTaskGraph([TASK], v),
    (v) => plangate.createTaskGraph([TASK], { planVersion: v, tombstones: v }),
    (v) => plangate.createTaskGraph([{ ...TASK, id: v }]),
    (v) => plangate.createTaskGraph([{ ...TASK, dependsOn: v, doneWhen: v }]),
    ...["apply", "ready", "get", "snapshot", "stats"].map((name) => (v) => graph()[name](v)),
    (v) => graph().apply({ op: v, id: v }),
    (v) => graph().apply({ op: "evidence", id: "a", item: v }),
    (v) => {
      const disposed = graph();
      disposed.dispose();
      disposed.dispose();
      return disposed.get(v);
    },
  ],
  plannerPrompt: [(v) => plangate.plannerPrompt(v), (v) => plangate.plannerPrompt({ world: v, context7Available: v, locale: v })],
  executionDirective: [(v) => plangate.executionDirective(v), (v) => plangate.executionDirective({ ...PLAN, steps: v }), (v) => plangate.executionDirective({ ...PLAN, title: v })],
  agentsConfig: [(v) => plangate.agentsConfig(v), (v) => plangate.agentsConfig({ plannerPromptFile: v }), (v) => plangate.agentsConfig({ plannerPromptFile: "p", assistantPromptFiles: v, instructionsFile: v })],
  planProfile: [(v) => plangate.planProfile(v), (v) => plangate.planProfile([v]), (v) => plangate.planProfile([{ name: v, tools: v }]), (v) => plangate.planProfile([{ name: "a", tools: [{ name: v, kind: v, args: v }] }])],
  managedProfile: [(v) => plangate.managedProfile(v), (v) => plangate.managedProfile([v]), (v) => plangate.managedProfile([{ name: "a", config: v, tools: [] }])],
  version: [(v) => plangate.version(v)],
  init: [(v) => plangate.init(v), (v) => plangate.init({ languages: v }), (v) => plangate.init({ languages: [v] })],
  verifyAuthority: [
    (v) => plangate.verifyAuthority(v, WRITE, WORLD, CHECK),
    (v) => plangate.verifyAuthority({ plan: v, receipt: v, signature: "s" }, WRITE, WORLD, CHECK),
    (v) => plangate.verifyAuthority({ plan: PLAN, receipt: {}, signature: v }, v, v, CHECK),
    (v) => plangate.verifyAuthority({}, WRITE, WORLD, v),
    (v) => plangate.verifyAuthority({}, WRITE, WORLD, { verify: v, now: v, registry: v }),
    (v) => plangate.verifyAuthority({ plan: PLAN, receipt: {}, signature: "s" }, WRITE, WORLD, { verify: () => v, now: 1, registry: v }),
  ],
};

test("every export is tried here", () => {
  const tried = [...Object.keys(PURE), "PlanGateError", "createPlanGate"].sort();
  assert.deepEqual(Object.keys(plangate).sort(), tried);
});

for (const [name, ways] of Object.entries(PURE)) {
  test(`${name}: ${ways.length} ways, ${hostileValues().length} values`, async () => {
    for (const [index, way] of ways.entries()) {
      for (const [kind, value] of hostileValues()) await end(() => way(value), `${name}, way ${index}, ${kind}`);
    }
  });
}

test("pure functions that read one text refuse what is none", async () => {
  for (const name of ["parsePlannerOutput", "classifyReply", "suggestPlanning"]) {
    for (const [kind, value] of hostileValues()) {
      assert.equal(await end(() => plangate[name](value), `${name} ${kind}`), typeof value === "string" ? null : "ERR_BAD_ARGS", `${name} ${kind}`);
    }
  }
});

test("authorizeCall answers deny to every call it can not read", () => {
  for (const [kind, value] of hostileValues()) {
    assert.equal(plangate.authorizeCall({}, value, { mode: "normal" }).decision, "deny", kind);
    assert.equal(plangate.authorizeCall({ paths: ["**"] }, { ...WRITE, args: value }, { mode: "normal" }).decision === "allow", false, kind);
  }
});

// --- options

const KEYS = {
  option: ["sessionId", "storage", "locale", "trigger", "suggestions", "approval", "unplanned", "transcript", "limits", "clock", "host", "junk"],
  host: ["callModel", "mcp", "judge", "world"],
  mcp: ["servers", "applyServers", "generateConfig", "restart"],
  limit: ["plannerRounds", "judgeTimeoutMs", "plannerTimeoutMs", "approvalLifetimeMs", "junk"],
  storage: ["get", "set", "delete", "list", "compareAndSet"],
  clock: ["now", "setTimeout", "clearTimeout"],
};
const callModel = async () => "x";
const mcp = { servers: () => [], applyServers: async () => undefined };
const clock = { now: Date.now, setTimeout, clearTimeout };
const adapter = (data = new Map()) => ({
  get: async (key) => data.get(key) ?? null,
  set: async (key, value) => void data.set(key, value),
  delete: async (key) => void data.delete(key),
  list: async (prefix) => [...data.keys()].filter((key) => key.startsWith(prefix)),
  compareAndSet: async (key, expected, value) => {
    if ((data.get(key) ?? null) !== expected) return false;
    data.set(key, value);
    return true;
  },
});
const withValue = {
  option: (key, value) => ({ [key]: value }),
  host: (key, value) => ({ host: { callModel, [key]: value } }),
  mcp: (key, value) => ({ host: { callModel, mcp: { ...mcp, [key]: value } } }),
  limit: (key, value) => ({ limits: { [key]: value } }),
  storage: (key, value) => ({ storage: { ...adapter(), [key]: value } }),
  clock: (key, value) => ({ clock: { ...clock, [key]: value } }),
};
/** Values that are right in one place, or that mean "left out". */
const RIGHT = (group, key, kind, value) =>
  value === undefined ? !["sessionId", "host", "callModel", "servers", "applyServers", "get", "set", "delete", "list", "compareAndSet", "now", "setTimeout", "clearTimeout"].includes(key) : kind === "function" && !["option", "limit"].includes(group);

for (const [group, keys] of Object.entries(KEYS)) {
  test(`createPlanGate refuses a hostile ${group}: ${keys.join(", ")}`, async () => {
    for (const key of keys) {
      for (const [kind, value] of hostileValues()) {
        const what = `${group} ${key}: ${kind}`;
        if (RIGHT(group, key, kind, value)) continue;
        const open = async () => {
          const gate = await createPlanGate({ sessionId: "options", storage: "memory", host: { callModel }, ...withValue[group](key, value) });
          await gate.dispose();
        };
        const code = await end(open, what);
        // Some of these are right after all: any whole number is a limit, any short text a session id.
        const fits = (group === "limit" && Number.isInteger(value) && key !== "junk") || (key === "sessionId" && typeof value === "string") || (key === "limits" && kind === "empty object");
        if (!fits) assert.equal(code, "ERR_BAD_ARGS", what);
      }
    }
    for (const [kind, value] of hostileValues()) assert.equal(await end(() => createPlanGate(value), kind), "ERR_BAD_ARGS", kind);
  });
}

// --- methods

const ref = (gate) => gate.getSnapshot().plan?.ref ?? null;
const first = async (stream) => {
  const steps = stream[Symbol.asyncIterator]();
  await steps.next();
  await steps.return();
};
const run = async () => 1;
// A value that can not even be awaited is an error of the host's own function, which it gets back as it is.
const handedOver = async (value) => {
  try {
    return await value;
  } catch {
    return null;
  }
};
/** A turn that is used and ended, however that goes. */
const lent = async (gate, use, ...options) => {
  const turn = gate.beginTurn(...options);
  try {
    return await use(turn);
  } finally {
    await turn.end().catch(() => undefined);
  }
};
const client = (listed) => ({ listTools: () => handedOver(listed), callTool: () => handedOver(listed) });
const FILES = { server: "filesystem" };

const METHODS = {
  send: [(g, v) => g.send(v), (g, v) => g.send({ text: v }), (g, v) => g.send({ text: "hello", files: v }), (g, v) => g.send({ text: "hello", files: [v] }), (g, v) => g.send({ text: "hello", plan: v }), (g, v) => g.send({ text: "hi", junk: v })],
  answer: [(g, v) => g.answer(v), (g, v) => g.answer({ q1: v }), (g, v) => g.answer({ q1: { option: v } }), (g, v) => g.answer({ q1: { text: v } })],
  decide: [(g, v) => g.decide(v), (g, v) => g.decide({ planRef: v, intent: v }), (g, v) => g.decide({ planRef: ref(g), intent: v }), (g, v) => g.decide({ planRef: ref(g), intent: "hold", comment: v })],
  editPlan: [(g, v) => g.editPlan(v), (g, v) => g.editPlan({ planRef: v, plan: v }), (g, v) => g.editPlan({ planRef: ref(g), plan: v }), (g, v) => g.editPlan({ planRef: ref(g), plan: { steps: v } }), (g, v) => g.editPlan({ planRef: ref(g), plan: { steps: [v] } }), (g, v) => g.editPlan({ planRef: ref(g), plan: { title: v, scope: v } })],
  decideStep: [(g, v) => g.decideStep(v), (g, v) => g.decideStep({ requestId: v, granted: v, comment: v })],
  takeSuggestion: [(g, v) => g.takeSuggestion(v)],
  passSuggestion: [(g, v) => g.passSuggestion(v)],
  cancel: [(g, v) => g.cancel(v)],
  resume: [(g, v) => g.resume(v)],
  editAndResend: [(g, v) => g.editAndResend(v, v), (g, v) => g.editAndResend("m1", v)],
  task: [(g, v) => g.task(v), (g, v) => g.task({ op: v, id: v }), (g, v) => g.task({ op: "start", id: v }), (g, v) => g.task({ op: "evidence", id: "s1", item: v }), (g, v) => g.task({ op: "contradict", id: "s1", reason: v })],
  updateWorld: [(g, v) => g.updateWorld(v), (g, v) => g.updateWorld({ workspacePath: v }), (g, v) => g.updateWorld({ sandbox: v, realpaths: v, pathStyle: v })],
  settled: [(g, v) => g.settled(v), (g, v) => g.settled({ signal: v })],
  stream: [(g, v) => first(g.stream(v)), (g, v) => first(g.stream({ signal: v }))],
  subscribe: [(g, v) => g.subscribe(v)()],
  authorize: [(g, v) => g.authorize(v), (g, v) => g.authorize({ server: v, tool: v, args: v }), (g, v) => g.authorize({ ...WRITE, stepId: v, annotations: v, wire: v, why: v })],
  visibleTools: [(g, v) => g.visibleTools(v), (g, v) => g.visibleTools([v]), (g, v) => g.visibleTools([{ server: v, name: v }])],
  callTool: [(g, v) => g.callTool(v, run), (g, v) => g.callTool({ server: v, tool: v, args: v }, run), (g, v) => g.callTool({ ...READ, args: v }, run), (g, v) => g.callTool(READ, run, v), (g, v) => g.callTool(READ, run, { signal: v }), (g, v) => g.callTool(READ, () => handedOver(v))],
  wrapMcpClient: [
    (g, v) => g.wrapMcpClient(v, FILES),
    (g, v) => g.wrapMcpClient({}, v),
    (g, v) => g.wrapMcpClient({}, { server: v }),
    (g, v) => g.wrapMcpClient(client(v), FILES).listTools(),
    (g, v) => g.wrapMcpClient(client({ tools: v }), FILES).listTools(),
    (g, v) => g.wrapMcpClient(client({ tools: [v] }), FILES).listTools(),
    (g, v) => g.wrapMcpClient(client({ tools: [{ name: v }] }), FILES).listTools(),
    (g, v) => g.wrapMcpClient(client(1), FILES).callTool(v),
    (g, v) => g.wrapMcpClient(client(1), FILES).callTool({ name: v, arguments: v }),
    (g, v) => g.wrapMcpClient({ listTools: v, callTool: v }, FILES).callTool({ name: READ.tool, arguments: READ.args }),
  ],
  toolset: [
    (g, v) => g.toolset(v),
    (g, v) => g.toolset({ a: v }),
    (g, v) => g.toolset({ a: { kind: v, run } }),
    (g, v) => g.toolset({ a: { kind: "read", args: v, description: v, run } }),
    (g, v) => g.toolset({ a: { kind: "read", args: { b: v }, run: v } }),
    (g, v) => g.toolset({ a: { kind: "read", run } }, v),
    (g, v) => g.toolset({ a: { kind: "read", run } }, { server: v }),
    (g, v) => g.toolset({ a: { kind: "read", run } }).a(v),
  ],
  beginTurn: [
    (g, v) => lent(g, () => undefined, v),
    (g, v) => lent(g, (turn) => turn.end(v)),
    (g, v) => lent(g, (turn) => turn.end({ text: v })),
    (g, v) => lent(g, (turn) => turn.callTool(v, run)),
    (g, v) => lent(g, (turn) => [turn.authorize(v), turn.visibleTools(v)]),
  ],
  authority: [(g, v) => g.authority(v)],
  modelTools: [(g, v) => g.modelTools(v)],
  getSnapshot: [(g, v) => g.getSnapshot(v)],
  getServerSnapshot: [(g, v) => g.getServerSnapshot(v)],
  exportAudit: [(g, v) => g.exportAudit(v)],
  exportState: [(g, v) => g.exportState(v)],
};

const STATES = {
  fresh: { mode: "normal", reach: async () => undefined },
  "with questions": {
    mode: "planning",
    reach: async (gate, model) => {
      model.answers.plan = QUESTIONS_TEXT;
      await gate.send({ text: REQUEST, plan: true });
      await gate.settled();
      model.answers.plan = planText();
    },
  },
  "with a plan that waits": { mode: "awaiting-approval", reach: planned },
  "with work that is done": {
    mode: "normal",
    reach: async (gate) => {
      await planned(gate);
      await approve(gate);
      await gate.settled();
    },
  },
};

test("every method is tried here", async () => {
  const { gate } = await openGate();
  const methods = Object.keys(gate).filter((key) => typeof gate[key] === "function" && key !== "dispose");
  assert.deepEqual(methods.sort(), Object.keys(METHODS).sort());
});

for (const [state, { mode, reach }] of Object.entries(STATES)) {
  for (const [name, ways] of Object.entries(METHODS)) {
    test(`${name} of a gate ${state}: ${ways.length} ways, ${hostileValues().length} values, then it works`, async () => {
      for (const [index, way] of ways.entries()) {
        let gate;
        for (const [kind, value] of hostileValues()) {
          const what = `${name}, way ${index}, ${kind}`;
          if (gate?.getSnapshot().mode !== mode) {
            if (gate) await assertWorks(gate, `before ${what}`);
            const page = await openGate();
            gate = page.gate;
            await within(reach(gate, page.model), state);
            assert.equal(gate.getSnapshot().mode, mode);
          }
          await end(() => way(gate, value), what);
          await within(gate.settled(), `${what}: settled`);
        }
        await assertWorks(gate, `${name}, way ${index}`);
      }
    });
  }
}

test("a decision, an edit or an answer of the wrong shape is refused and changes nothing", async () => {
  const { gate } = await openGate();
  await planned(gate);
  const before = gate.getSnapshot();
  for (const name of ["decide", "editPlan", "decideStep"]) {
    for (const [kind, value] of hostileValues()) {
      assert.notEqual(await end(() => gate[name](value), `${name} ${kind}`), null, `${name} ${kind}`);
      if (kind !== "undefined") assert.notEqual(await end(() => gate.decide({ planRef: ref(gate), intent: value }), kind), null, kind);
    }
  }
  const after = gate.getSnapshot();
  assert.deepEqual([after.mode, after.plan, after.approval, after.messages], [before.mode, before.plan, before.approval, before.messages]);
});

test("the host's own error of a tool comes back as it is, whatever it is", async () => {
  const { gate } = await openGate();
  for (const [kind, error] of thrown()) {
    for (const fail of [() => Promise.reject(error), () => { throw error; }]) {
      const found = await within(gate.callTool(READ, fail).then(() => "resolved", (given) => [given === error]), kind);
      assert.deepEqual(found, [true], kind);
    }
  }
  await assertWorks(gate, "after errors of tools");
});
