// Callbacks of a host that throw, reject, hang, answer junk, twice or late: what follows is a fault, a refusal or a
// `PlanGateError`, never an approval, and once the host behaves again the same gate leads from a message to finished work.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PlanGateError, createPlanGate, init } from "plangate";

import { hostileValues, thrown } from "./hostile.mjs";
import { Model, REQUEST, assertWorks, openGate, pause, planned, until, within } from "./page.mjs";

await init();

/** How many seconds of a gate pass in a second while the host misbehaves. */
const HASTE = 400;

/** Time that can be hurried on, so that a callback that hangs costs milliseconds. */
class Time {
  haste = HASTE;
  #shown = Date.now();
  #looked = performance.now();

  now = () => {
    const looked = performance.now();
    this.#shown += (looked - this.#looked) * this.haste;
    this.#looked = looked;
    return Math.floor(this.#shown);
  };

  setTimeout = (fire, ms) => setTimeout(fire, Math.min(2_000_000, ms) / this.haste);

  clearTimeout = (timer) => clearTimeout(timer);
}

/** A host whose callbacks behave until `misbehave` replaces one, and again after `heal`. */
class Page {
  model = new Model();
  time = new Time();
  #wrong = true;
  #held = [];
  #data = new Map();

  constructor(place, misbehave) {
    this.place = place;
    this.misbehave = misbehave;
  }

  async open() {
    const face = this.#face;
    const storage = face("storage", {
      get: async (key) => this.#data.get(key) ?? null,
      set: async (key, value) => void this.#data.set(key, value),
      delete: async (key) => void this.#data.delete(key),
      list: async (prefix) => [...this.#data.keys()].filter((key) => key.startsWith(prefix)),
      compareAndSet: async (key, expected, value) => {
        if ((this.#data.get(key) ?? null) !== expected) return false;
        this.#data.set(key, value);
        return true;
      },
      watch: () => () => undefined,
    });
    const host = face("host", {
      callModel: this.model.call,
      judge: async () => JSON.stringify({ intent: "unknown", confidence: 1, reasonCode: "x" }),
      world: () => ({ workspacePath: "/w", projectId: "project", workspaceHash: "h1" }),
    });
    const mcp = face("mcp", {
      servers: () => [{ name: "filesystem", is: "filesystem", tools: [{ name: "read_text_file" }, { name: "write_file" }] }],
      generateConfig: async () => undefined,
      applyServers: async () => undefined,
      restart: async () => undefined,
    });
    const clock = face("clock", this.time);
    this.gate = await within(createPlanGate({ sessionId: "callbacks", trigger: "manual", storage, clock, host: { ...host, mcp } }), "createPlanGate", 8_000);
  }

  /** A promise that stays open until the host behaves again. */
  hold = (value) => new Promise((go) => this.#held.push(() => go(value)));

  heal() {
    this.#wrong = false;
    this.time.now();
    this.time.haste = 1;
    for (const go of this.#held.splice(0)) go();
  }

  /** The callbacks of a group; the one that this page is about goes wrong. */
  #face = (group, right) =>
    Object.fromEntries(
      Object.keys(right).map((name) => {
        const does = right[name];
        if (typeof does !== "function") return [name, does];
        const wrong = `${group}.${name}` === this.place;
        return [name, (...args) => (wrong && this.#wrong ? this.misbehave(this, () => does(...args), ...args) : does(...args))];
      }),
    );
}

/** What a person does, ended however it ends, but never with another error than the package's own. */
async function attempt(work, what, ms = 2_000) {
  try {
    await within((async () => work())(), what, ms);
  } catch (error) {
    if (error instanceof PlanGateError) assert.match(error.code, /^ERR_(?!INTERNAL)[A-Z_]+$/, what);
    // A promise that waits for a callback that hangs may wait as long; that it goes on later is looked at below.
    else if (!/nothing after/.test(error.message)) throw Object.assign(new Error(`${what}: a raw error`), { cause: error });
  }
}

/** Plays a person before a host of this kind, then lets the host behave and looks whether the gate works. */
async function endure(place, how, misbehave) {
  const what = `${place} ${how}`;
  const quiet = console.error;
  console.error = () => undefined;
  const page = new Page(place, misbehave);
  try {
    await page.open();
    const { gate } = page;
    await attempt(() => gate.send({ text: REQUEST, plan: true }), `${what}: send`, 120);
    await attempt(() => gate.settled(), `${what}: settled`, 120);
    await attempt(() => gate.send({ text: "好吧" }), `${what}: reply`, 120);
    const { mode, approval, plan } = gate.getSnapshot();
    if (mode === "awaiting-approval") {
      assert.equal(approval, null, `${what}: nobody has approved`);
      await attempt(() => gate.decide({ planRef: plan.ref, intent: "approve" }), `${what}: approve`, 120);
      await attempt(() => gate.settled(), `${what}: settled`, 120);
    }
    await attempt(() => gate.cancel(), `${what}: cancel`, 120);
    await attempt(() => gate.send({ text: "Hello there" }), `${what}: chat`, 120);
    page.heal();
    await pause(5);
    // The first call of the person may still find what has failed; what failed is tried again with it.
    await attempt(() => gate.cancel(), `${what}: cancel`);
    await within(gate.settled(), `${what}: settles`);
    await assertWorks(gate, what);
    await within(gate.dispose(), `${what}: dispose`);
  } finally {
    console.error = quiet;
    page.heal();
    await page.gate?.dispose();
  }
}

const PLACES = {
  host: ["callModel", "judge", "world"],
  mcp: ["servers", "generateConfig", "applyServers", "restart"],
  storage: ["get", "set", "delete", "list", "compareAndSet", "watch"],
  clock: ["now", "setTimeout", "clearTimeout"],
};

/** Ways to go wrong that any callback has. */
const WAYS = [
  ...thrown().map(([kind, error]) => [`throws ${kind}`, () => { throw error; }]),
  ...thrown().map(([kind, error]) => [`rejects with ${kind}`, () => Promise.reject(error)]),
  ...hostileValues().map(([kind, value]) => [`answers ${kind}`, () => value]),
  ["hangs", (page) => page.hold(undefined)],
  ["is right, but late", async (page, right) => (await page.hold(), right())],
  ["answers twice", (_, right) => ({ then: (resolve, reject) => { resolve(right()); resolve("again"); reject(new Error("and no")); } })],
  ["answers with a thenable that throws", () => ({ then: () => { throw new Error("then"); } })],
  ["answers with a thenable that says nothing", () => ({ then: () => undefined })],
];

/** A clock has no promises: what hangs, rejects or answers later there is a value like any other. */
const CLOCK_WAYS = [
  ...WAYS.filter(([how]) => how.startsWith("throws") || how.startsWith("answers ")),
  ["fires at once", (_, right, fire) => (typeof fire === "function" ? (fire(), 1) : right())],
  ["fires twice", (_, right, fire) => (typeof fire === "function" ? (setTimeout(fire, 1), setTimeout(fire, 2)) : right())],
  ["runs backwards", (_, right) => { const shown = right(); return typeof shown === "number" ? shown - 1e7 * Math.random() : shown; }],
];

/** Whether a gate has to bear this. */
function bearable(place, how) {
  // A profile callback that never ends keeps the switch for good, as it must.
  if (/^mcp\.(?!servers)/.test(place)) return !how.endsWith("says nothing");
  return true;
}

for (const [group, names] of Object.entries(PLACES)) {
  for (const name of names) {
    const ways = (group === "clock" ? CLOCK_WAYS : WAYS).filter(([how]) => bearable(`${group}.${name}`, how));
    test(`${group}.${name} goes wrong in ${ways.length} ways`, async (t) => {
      for (const [how, misbehave] of ways) await t.test(how, () => endure(`${group}.${name}`, how, misbehave));
    });
  }
}

// --- the judge: words that no local rule can read

const DOUBTFUL = "好吧";
const verdict = (fields) => JSON.stringify({ intent: "approve", confidence: 0.99, reasonCode: "x", ...fields });
const JUNK_VERDICTS = [
  "",
  "approve",
  "yes",
  "{",
  "null",
  "[]",
  verdict({ confidence: 0.89 }),
  verdict({ confidence: "0.99" }),
  verdict({ confidence: 2 }),
  verdict({ confidence: -1 }),
  verdict({ confidence: null }),
  verdict({ intent: "APPROVE" }),
  verdict({ intent: ["approve"] }),
  `Sure! ${verdict({})} ${verdict({ intent: "reject" })}`,
  `{"intent":"reject","intent":"approve","confidence":"high"}`,
  "x".repeat(1 << 20),
];

for (const answer of JUNK_VERDICTS) {
  test(`a judge that answers ${JSON.stringify(answer.slice(0, 60))} approves nothing`, async () => {
    let asked = 0;
    const judge = async () => ((asked += 1), answer);
    const { gate } = await openGate({ host: { judge } });
    await planned(gate);
    const { reply } = await within(gate.send({ text: DOUBTFUL }), "send");
    assert.deepEqual([asked, reply.intent], [1, "unknown"]);
    const { mode, approval, plan } = await within(gate.settled(), "settled");
    assert.deepEqual([mode, approval, plan.status], ["awaiting-approval", null, "pending"]);
    await assertWorks(gate, "after the judge");
  });
}

test("a clear verdict of the judge does count", async () => {
  const { gate } = await openGate({ host: { judge: async () => verdict({}) } });
  await planned(gate);
  assert.equal((await within(gate.send({ text: DOUBTFUL }), "send")).reply.intent, "approve");
});

test("a judge that answers after the person has spoken again is not heard", async () => {
  let answer;
  const judge = () => new Promise((done) => (answer = done));
  const { gate } = await openGate({ host: { judge } });
  await planned(gate);
  const first = gate.send({ text: DOUBTFUL });
  await until(() => answer, "the judge is asked");
  await within(gate.decide({ planRef: gate.getSnapshot().plan.ref, intent: "hold" }), "hold");
  answer(verdict({}));
  await within(first.catch((error) => assert.ok(error instanceof PlanGateError)), "the first reply");
  const { mode, approval, plan } = await within(gate.settled(), "settled");
  assert.deepEqual([mode, approval, plan.status], ["awaiting-approval", null, "held"]);
  await assertWorks(gate, "after the judge");
});
