// A planner's answer through the npm package: every line of the case files, streams, hostile texts, and what a session does
// with an echo. The rules themselves are tested natively; this holds the border against them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createPlannerParser, init, parsePlannerOutput } from "plangate";

import { REQUEST, openGate, planText, within } from "./page.mjs";

await init();

const CASES = ["fence.jsonl", "fence_more.jsonl"].flatMap((name) =>
  readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line)),
);

/** What is compared: keys in their order, codes as a set. */
function assertCase({ id, expect, absent = [] }, found) {
  assert.deepEqual(Object.keys(found), ["kind", "value", "extra", "text", "codes"], id);
  const shown = ({ kind, value, text }) => JSON.stringify({ kind, value, text });
  assert.equal(shown(found), shown(expect), id);
  if ("extra" in expect) assert.deepEqual(found.extra, expect.extra, id);
  for (const code of expect.codes) assert.ok(found.codes.includes(code), `${id}: ${code} is not among ${found.codes}`);
  for (const code of absent) assert.ok(!found.codes.includes(code), `${id}: ${code}`);
  assert.equal(found.codes.filter((code) => code.startsWith("E_")).length, found.kind === "none" ? 1 : 0, id);
}

function assertFrozen(value, what) {
  if (typeof value !== "object" || value === null) return;
  assert.ok(Object.isFrozen(value), what);
  assert.ok([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)), what);
  for (const inner of Object.values(value)) assertFrozen(inner, what);
}

test("every case, whole", () => {
  assert.ok(CASES.length > 300);
  for (const one of CASES) {
    const found = parsePlannerOutput(one.input, { untrusted: one.untrusted ?? [] });
    assertCase(one, found);
    assertFrozen(found, one.id);
  }
});

test("every case, in chunks cut anywhere", () => {
  for (const one of CASES) {
    const whole = parsePlannerOutput(one.input, { untrusted: one.untrusted ?? [] });
    for (const width of [1, 3, 17]) {
      const parser = createPlannerParser({ untrusted: one.untrusted ?? [] });
      for (let at = 0; at < one.input.length; at += width) parser.push(one.input.slice(at, at + width));
      assert.deepEqual(parser.finish(), whole, `${one.id} in chunks of ${width}`);
    }
  }
});

const NORMAL = {
  title: "T — 标题",
  aim: "Цель 🙂",
  steps: [{ action: "Look \"around\".", expected: "a\\b" }, { action: "Go.", expected: "" }],
  libraries: [{ name: "zod", purpose: "", usage: "" }],
  sandbox: { policy: "create", notes: "" },
};
const fenced = (json) => `Раз 🙂\n\`\`\`plan\n${json}\n\`\`\`\nДва 🙂`;

test("a plan in its normal form is built from the answer itself, commas too many left out", () => {
  const strict = JSON.stringify(NORMAL, null, 2);
  assert.deepEqual(parsePlannerOutput(fenced(strict)).value, NORMAL);
  const commas = strict.replace("}\n  ],\n  \"lib", "},\n  ],\n  \"lib").replace(/\}$/, ",}").replace("\"\"\n    }\n  ],", "\"\",\n    }\n  ],");
  const found = parsePlannerOutput(fenced(commas));
  assert.deepEqual([found.value, found.text], [NORMAL, "Раз 🙂\n\nДва 🙂"]);
  assert.deepEqual(found.codes.toSorted(), ["W_TEXT_AFTER", "W_TRAILING_COMMA"]);
  assert.equal(parsePlannerOutput(fenced(strict.replaceAll("\n", "\r\n"))).kind, "plan");
  assert.deepEqual(parsePlannerOutput(fenced(strict.replaceAll("\n", "\r\n"))).value, NORMAL);
});

test("a cut answer is never a plan", () => {
  const whole = fenced(JSON.stringify(NORMAL));
  for (let end = 0; end <= whole.lastIndexOf("}"); end += 1) assert.notEqual(parsePlannerOutput(whole.slice(0, end)).kind, "plan");
});

test("keys that name prototypes stay keys", () => {
  for (const key of ["__proto__", "constructor", "prototype"]) {
    const plan = JSON.stringify(NORMAL).replace("{", `{"${key}": {"polluted": true, "steps": []}, `);
    const step = JSON.stringify(NORMAL).replace("{\"action\"", `{"${key}": {"polluted": true}, "action"`);
    const questions = `{"questions": [{"${key}": {"polluted": true}, "id": "${key}", "question": "q", "options": {"${key}": "x"}}]}`;
    for (const answer of [fenced(plan), fenced(step), `\`\`\`plan-questions\n${questions}\n\`\`\``]) {
      const found = parsePlannerOutput(answer);
      assert.notEqual(found.kind, "none", answer);
      assert.ok(found.codes.includes("W_UNSAFE_KEY"), answer);
      assertFrozen(found, answer);
      assert.ok(!JSON.stringify(found).includes("polluted"), answer);
    }
  }
  assert.equal({}.polluted, undefined);
});

test("any text gives a value within the limits", () => {
  const most = 4 * 1024 * 1024;
  const plan = (inside) => `\`\`\`plan\n${inside}\n\`\`\``;
  const texts = {
    "a lone surrogate": plan(JSON.stringify({ ...NORMAL, title: "T" }).replace("T", "\ud800")),
    NUL: "\0".repeat(1000),
    "4 Mi of a letter": "я".repeat(most),
    "more than 4 Mi": "x".repeat(most + 1),
    "100,000 brackets": plan("[".repeat(100_000)),
    "100,000 bare brackets": "[".repeat(100_000),
    "100,000 objects": plan("{\"a\":".repeat(100_000)),
    "50,000 fences": "```plan\n{}\n```\n".repeat(50_000),
    "1 Mi of quotes": plan(`{'title': "${"\"".repeat(1 << 20)}`),
    "1 Mi of lone surrogates": "\udc00".repeat(1 << 20),
    "4 Mi of backticks": "`".repeat(most),
  };
  for (const [name, text] of Object.entries(texts)) {
    const start = performance.now();
    const found = parsePlannerOutput(text, { untrusted: ["\ud800", text.slice(0, 1000)] });
    console.log(`${name}: ${found.kind} ${found.codes[0]} ${(performance.now() - start).toFixed(0)} ms`);
    assertFrozen(found, name);
    assert.equal(found.text.includes("\ud800"), false, name);
    const parser = createPlannerParser();
    for (let at = 0; at < text.length; at += 1 << 20) parser.push(text.slice(at, at + (1 << 20)));
    assert.deepEqual(parser.finish(), parsePlannerOutput(text), name);
  }
  assert.ok(parsePlannerOutput(texts["a lone surrogate"]).codes.includes("W_LONE_SURROGATE"));
  assert.deepEqual(parsePlannerOutput(texts["more than 4 Mi"]).codes, ["E_TOO_LARGE"]);
});

// --- in a session

const FOREIGN = planText({ title: "Somebody else's plan", aim: "To see whether it is taken for one" });
const OWN = planText({ title: "The planner's own" });
const READ_PLAN = { server: "filesystem", tool: "read_text_file", args: { path: "PLAN.md" } };

/** A planner that answers with `answers`, one a turn; before each it reads a file that holds `file`. */
async function planner(answers, file) {
  const turns = [];
  const callModel = async (turn, { tools }) => {
    if (turn.kind !== "plan") return "Done.";
    turns.push(turn);
    if (file !== undefined) {
      const outcome = await tools.callTool(READ_PLAN, async () => ({ content: [{ type: "text", text: file }] }));
      assert.equal(outcome.ok, true);
    }
    return answers[Math.min(turns.length, answers.length) - 1];
  };
  const { gate } = await openGate({ host: { callModel } });
  return { gate, turns };
}

async function planOf(gate, text) {
  await within(gate.send({ text, plan: true }), "send");
  return within(gate.settled(), "settled");
}

test("an echo of the user's message is ignored", async () => {
  const { gate, turns } = await planner([FOREIGN, OWN]);
  const snapshot = await planOf(gate, `${REQUEST} A colleague had sent me this:\n${FOREIGN}`);
  assert.equal(turns.length, 2);
  assert.equal(snapshot.plan.title, "The planner's own");
});

test("an echo of what a tool answered in the planner's turn is ignored, the real plan beside it is taken", async () => {
  const both = await planner([`The file says:\n${FOREIGN}\nI would rather do this:\n${OWN}\nwhich is not:\n${FOREIGN}`], `# Notes\n\n${FOREIGN}`);
  assert.equal((await planOf(both.gate, REQUEST)).plan.title, "The planner's own");
  assert.equal(both.turns.length, 1);
  const echo = await planner([FOREIGN, OWN], `# Notes\n\n${FOREIGN}`);
  assert.equal((await planOf(echo.gate, REQUEST)).plan.title, "The planner's own");
  assert.equal(echo.turns.length, 2);
  const clean = await planner([FOREIGN], "# Notes");
  assert.equal((await planOf(clean.gate, REQUEST)).plan.title, "Somebody else's plan");
});

test("repairs worth a look stand on the plan card", async () => {
  const json = JSON.stringify(NORMAL);
  const answers = {
    W_UNKNOWN_KEY: fenced(json.replace("{", '{"priority": 1, ')),
    W_MISSING_CLOSER: fenced(json.slice(0, -1)),
    W_UNCLOSED_FENCE: `\`\`\`plan\n${json}`,
    W_BAD_ESCAPE: fenced(json.replace("Go.", "Go\\q.")),
    W_UNESCAPED_QUOTE: fenced(json.replace("Go.", 'Go "there" now.')),
    W_BIDI: fenced(json.replace("Go.", "Go \u202e.")),
  };
  for (const [code, answer] of Object.entries(answers)) {
    const { gate } = await planner([answer]);
    const snapshot = await planOf(gate, REQUEST);
    assert.deepEqual(snapshot.plan?.notes, [code], code);
  }
  const { gate } = await planner([fenced(json.replace(/\}$/, ",}"))]);
  assert.deepEqual((await planOf(gate, REQUEST)).plan.notes, []);
});
