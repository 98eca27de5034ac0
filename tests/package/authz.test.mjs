// The cases of the rules through the package: decision and code to the letter, and a denial with a code for whatever is no call, no scope
// or no context. The long way to a ruling and the short one say the same, and what runs is what was judged.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { authorizeCall, init } from "plangate";

import { hostileValues } from "./hostile.mjs";
import { Model, WRITE, approve, openGate, planText, planned, until, within } from "./page.mjs";

await init();

/** The context that the cases start from; the product has no such default. */
const CONTEXT = {
  mode: "normal", root: "/workspace", pathStyle: "posix", shell: "sh", now: 1000,
  plan: { planId: "p1", version: 1, hash: "h1" },
  receipt: { planId: "p1", version: 1, hash: "h1", expiresAt: 2000, workspaceHash: "w1", projectId: "prj1" },
  workspaceHash: "w1", projectId: "prj1", stepId: "s1", blockedSteps: [], refused: [], stepApprovals: [], realpaths: {},
  sandboxIsolated: false, toolHashes: null, exposed: null,
};
const SCOPE = { paths: ["a.txt"], tools: ["filesystem/write_file", "filesystem/edit_file"], commands: [], network: [] };

const linesOf = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

function contextOf({ ctx = {}, without = [] }) {
  const context = { ...CONTEXT, ...ctx };
  for (const key of without) delete context[key];
  return context;
}

for (const name of ["authz.jsonl", "gate.jsonl"]) {
  const lines = linesOf(name);
  test(`${name}: ${lines.length} lines get their decision and code`, () => {
    assert.ok(lines.length > 100);
    const wrong = [];
    for (const line of lines) {
      const { decision, code, findings } = authorizeCall(line.plan_scope, line.call, contextOf(line));
      if (decision !== line.expect || code !== line.code) wrong.push(`${line.id}: ${decision} ${code} ${findings}, not ${line.expect} ${line.code}`);
      if (!code.startsWith("ALLOW_") && findings[0] !== code) wrong.push(`${line.id}: ${code} is not the first of ${findings}`);
    }
    assert.deepEqual(wrong, []);
  });

  test(`${name}: the order of keys changes nothing, nor does half a surrogate in a word that says nothing`, () => {
    const turned = (value) => (Array.isArray(value) ? value.map(turned) : typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).reverse().map(([key, one]) => [key, turned(one)])) : value);
    for (const line of lines) {
      const context = contextOf(line);
      const ruling = authorizeCall(line.plan_scope, line.call, context);
      assert.deepEqual(authorizeCall(turned(line.plan_scope), turned(line.call), turned(context)), ruling, line.id);
      // Text that JSON can not say takes the long way to the ruling.
      assert.deepEqual(authorizeCall(line.plan_scope, { ...line.call, why: "\ud800" }, context), ruling, line.id);
    }
  });
}

test("a context, a scope or a call that can not be read never allows, and always says a code", () => {
  const write = { ...WRITE };
  assert.equal(authorizeCall(SCOPE, write, CONTEXT).code, "ALLOW_IN_SCOPE");
  for (const [kind, value] of hostileValues()) {
    const members = ["mode", "root", "now", "plan", "receipt", "workspaceHash", "projectId", "refused", "blockedSteps"];
    const calls = {
      "the call": [SCOPE, value, CONTEXT],
      everything: [value, value, value],
      "the context": [SCOPE, write, value],
      "the scope": [value, write, CONTEXT],
      server: [SCOPE, { ...write, server: value }, CONTEXT],
      tool: [SCOPE, { ...write, tool: value }, CONTEXT],
      args: [SCOPE, { ...write, args: value }, CONTEXT],
      path: [SCOPE, { ...write, args: { path: value, content: "x" } }, CONTEXT],
      paths: [{ ...SCOPE, paths: value }, write, CONTEXT],
      tools: [{ ...SCOPE, tools: value }, write, CONTEXT],
      ...Object.fromEntries(members.map((key) => [key, [SCOPE, write, { ...CONTEXT, [key]: value }]])),
    };
    for (const [name, words] of Object.entries(calls)) {
      const { decision, code, findings } = authorizeCall(...words);
      assert.ok(["deny", "step_approval", "allow"].includes(decision) && /^[A-Z]+_[A-Z_]+$/u.test(code) && Array.isArray(findings), `${kind} as ${name}`);
      // These two are what there may be: nothing is refused or blocked, and it is still early.
      const isRight = (kind === "empty list" && ["refused", "blockedSteps"].includes(name)) || (kind === "zero" && name === "now");
      assert.equal(decision === "allow", isRight, `${kind} as ${name}: ${code}`);
      if (["the call", "everything", "tool", "args"].includes(name)) assert.equal(decision, "deny", `${kind} as ${name}: ${code}`);
    }
  }
});

test("getters and proxies: nothing of a call is read twice, and what has an accessor is no call", () => {
  let looks = 0;
  const turning = {
    get path() {
      return (looks += 1) > 1 ? "/etc/passwd" : "a.txt";
    },
    content: "x",
  };
  assert.deepEqual([authorizeCall(SCOPE, { ...WRITE, args: turning }, CONTEXT).decision, looks], ["deny", 0]);
  const counted = new Map();
  const proxy = new Proxy({ path: "a.txt", content: "x" }, {
    getOwnPropertyDescriptor(target, key) {
      counted.set(key, (counted.get(key) ?? 0) + 1);
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      // The second look would find another file.
      if (key === "path") target.path = "../b.txt";
      return descriptor;
    },
  });
  assert.equal(authorizeCall(SCOPE, { ...WRITE, args: proxy }, CONTEXT).code, "ALLOW_IN_SCOPE");
  assert.deepEqual([...counted], [["path", 1], ["content", 1]]);
});

test("keys of the prototype are keys like any other", () => {
  const call = JSON.parse('{"server":"filesystem","tool":"write_file","args":{"path":"a.txt","content":"x","__proto__":{"path":"b.txt"}}}');
  assert.deepEqual(authorizeCall(SCOPE, call, CONTEXT), { decision: "step_approval", code: "STEP_UNKNOWN_ARGUMENT", findings: ["STEP_UNKNOWN_ARGUMENT"] });
  const inherited = Object.create({ path: "a.txt", content: "x" });
  assert.equal(authorizeCall(SCOPE, { ...WRITE, args: inherited }, CONTEXT).decision, "deny");
  assert.equal(authorizeCall(SCOPE, JSON.parse('{"__proto__":{"server":"filesystem","tool":"write_file","args":{"path":"a.txt","content":"x"}}}'), CONTEXT).decision, "deny");
  assert.equal(authorizeCall(SCOPE, { ...WRITE, args: { ...WRITE.args, toString: null, constructor: 1, hasOwnProperty: true } }, CONTEXT).code, "ALLOW_IN_SCOPE");
});

const edit = (oldText, newText, more) => ({ server: "filesystem", tool: "edit_file", args: { path: "a.txt", edits: [{ oldText, newText, ...more }] } });
const LONG = "x".repeat(100_000);

test("how long a content is changes no ruling; its type does, and an approval is bound to every letter of it", () => {
  const pairs = [
    [WRITE, { ...WRITE, args: { ...WRITE.args, content: LONG } }],
    [edit("a", "b"), edit(LONG, LONG)],
    [edit("a", "b", { file: "c" }), edit(LONG, LONG, { file: LONG })],
    [edit("a", 7), edit(LONG, 7)],
    [{ ...WRITE, args: { path: "a.txt", content: ["a"] } }, { ...WRITE, args: { path: "a.txt", content: [LONG] } }],
    [{ ...WRITE, args: { ...WRITE.args, target: "b" } }, { ...WRITE, args: { ...WRITE.args, target: LONG } }],
  ];
  const contexts = [CONTEXT, { ...CONTEXT, mode: "planning" }, { ...CONTEXT, receipt: null }, { ...CONTEXT, plan: null, unplanned: "ask" }];
  for (const context of contexts) {
    for (const [short, long] of pairs) assert.deepEqual(authorizeCall(SCOPE, long, context), authorizeCall(SCOPE, short, context), JSON.stringify(short));
  }
  const code = { server: "code-sandbox", tool: "run_code", args: { language: "js", code: `${LONG}open('a.txt')` } };
  assert.equal(authorizeCall(SCOPE, code, { ...CONTEXT, refused: ["write:/workspace/a.txt"] }).code, "ERR_REFUSED_ACTION");
  const post = { server: "fetch", tool: "fetch", args: { url: "https://a.example.com/", method: "P".repeat(1000) } };
  assert.equal(authorizeCall(SCOPE, post, CONTEXT).code, "STEP_EXTERNAL_PUBLISH");
  const write = (content) => ({ ...WRITE, args: { path: "other.txt", content } });
  const approved = (content) => ({ ...CONTEXT, stepApprovals: [{ planId: "p1", version: 1, stepId: "s1", call: write(content), expiresAt: 2000, used: false }] });
  assert.equal(authorizeCall(SCOPE, write(LONG), approved(LONG)).code, "ALLOW_STEP_APPROVED");
  assert.equal(authorizeCall(SCOPE, write(`${LONG}y`), approved(LONG)).code, "STEP_OUT_OF_SCOPE_PATH");
  assert.equal(authorizeCall(SCOPE, write(LONG), approved("")).code, "STEP_OUT_OF_SCOPE_PATH");
});

// --- what runs

/** Numbers that are the same on every run. */
const dice = (seed) => {
  let state = seed * 2_654_435_761 + 1;
  return (end) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37) >>> 0;
    return state % end;
  };
};
const TEXTS = ["", "a.txt", "\u0000", "\u2028", "caf\u00e9", "\ud83d\ude00", "\ud800", "__proto__", "\"\\", "x".repeat(2000), "%2e%2e"];
const NUMBERS = [0, -0, 1, -1.5, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, 2 ** 60];
function anything(roll, depth) {
  switch (roll(depth === 0 ? 4 : 6)) {
    case 0: return null;
    case 1: return roll(2) === 0;
    case 2: return NUMBERS[roll(NUMBERS.length)];
    case 3: return TEXTS[roll(TEXTS.length)];
    case 4: return Array.from({ length: roll(4) }, () => anything(roll, depth - 1));
    default: return Object.fromEntries(Array.from({ length: roll(4) }, () => [TEXTS[roll(TEXTS.length)], anything(roll, depth - 1)]));
  }
}

/** Turns everything in a value into something else, as far as it lets itself be changed. */
function spoil(value) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    spoil(value[key]);
    value[key] = "spoiled";
  }
}

test("the call that runs is, to the byte, the call that was judged, whatever becomes of the one that was handed in", async () => {
  const model = new Model();
  model.held = "execute";
  model.answers.plan = planText();
  const { gate } = await openGate({ model, unplanned: "host" });
  await planned(gate);
  await approve(gate);
  const { tools } = await model.turn("execute");
  let seen = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const roll = dice(seed);
    const content = TEXTS[roll(TEXTS.length)];
    const isDeclared = roll(2) === 0;
    const junk = Object.fromEntries(["n", "m", "__proto__"].map((key) => [key, NUMBERS[roll(NUMBERS.length)]]));
    const args = isDeclared ? { path: "a.txt", content, ...junk } : { path: `b${seed}.txt`, content, more: anything(roll, 3) };
    const call = { server: "filesystem", tool: "write_file", args };
    // Half a surrogate is no character: it is judged, and runs, as the sign for that.
    const wanted = JSON.stringify(call.args).replaceAll("\\ud800", "\ufffd");
    const ran = [];
    const calling = tools.callTool(call, async (judged, { signal }) => (ran.push(judged), signal.aborted));
    spoil(call);
    if (!isDeclared) {
      const request = await until(() => gate.getSnapshot().stepRequests[0], `seed ${seed}: a step request`);
      await within(gate.decideStep({ requestId: request.requestId, granted: true }), "decideStep");
    }
    const outcome = await within(calling, `seed ${seed}`);
    assert.equal(outcome.ok, true, `seed ${seed}: ${outcome.refusal?.code}`);
    assert.equal(ran.length, 1, `seed ${seed}`);
    const sorted = (value) => JSON.stringify(value, (_, one) => (typeof one === "object" && one !== null && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));
    assert.equal(sorted(ran[0].args), sorted(JSON.parse(wanted)), `seed ${seed}`);
    assert.deepEqual([ran[0].server, ran[0].tool], ["filesystem", "write_file"]);
    seen += 1;
  }
  assert.equal(seen, 60);
});
