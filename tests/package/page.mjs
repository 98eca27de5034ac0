// A small page for the tests that no dialogue can express: plans as text, a host whose turns can be held open, and waiting
// that ends with an error instead of never.
import assert from "node:assert/strict";
import { after } from "node:test";

import { createPlanGate, init } from "plangate";

export const READ = { server: "filesystem", tool: "read_text_file", args: { path: "a.txt" } };
export const WRITE = { server: "filesystem", tool: "write_file", args: { path: "a.txt", content: "x" } };
export const UNDECLARED = { server: "filesystem", tool: "write_file", args: { path: "b.txt", content: "x" } };

/** A request that no rule takes for a wish to act at once. */
export const REQUEST = "Migrate our database from MySQL 5.7 to PostgreSQL 16.";
export const ANSWER = "The work is done.";

/** A planner's answer; it declares writing `a.txt`. */
export const planText = (fields = {}) => {
  const plan = {
    title: "A plan",
    aim: "An aim",
    steps: [{ action: "Write a.txt", expected: "The file is there" }],
    libraries: [],
    sandbox: null,
    scope: { paths: ["a.txt"], tools: ["filesystem/write_file"], commands: [], network: [] },
    ...fields,
  };
  return `\`\`\`plan\n${JSON.stringify(plan)}\n\`\`\``;
};

const QUESTIONS = [{ id: "q1", question: "Which one?", options: ["the first", "the second", ""] }];
export const QUESTIONS_TEXT = `\`\`\`plan-questions\n${JSON.stringify({ questions: QUESTIONS })}\n\`\`\``;

/** `promise`, or an error that says what did not happen in time. */
export function within(promise, what, ms = 4_000) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what}: nothing after ${ms} ms`)), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits until `look` finds something. */
export async function until(look, what, ms = 4_000) {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const found = look();
    if (found) return found;
    await pause(2);
  }
  throw new Error(`${what}: not within ${ms} ms`);
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A model that answers each kind of turn as `answers` says; turns of the kind `held` stay open until they are let go. */
export class Model {
  turns = [];
  held = null;
  answers = { plan: planText(), chat: ANSWER, execute: ANSWER, explain: "Because it is needed." };

  call = async (turn, { signal, tools, emit }) => {
    const record = { turn, kind: turn.kind, signal, tools, emit, go: undefined };
    this.turns.push(record);
    if (turn.kind === this.held) await new Promise((go) => (record.go = go));
    const answer = this.answers[turn.kind];
    return typeof answer === "function" ? answer(turn) : answer;
  };

  /** The first turn of this kind, as soon as it runs. */
  turn(kind) {
    return until(() => this.turns.find((one) => one.kind === kind), `a turn of kind ${kind}`);
  }
}

const WORLD = { workspacePath: "/w", projectId: "project", workspaceHash: "h1" };

let made = 0;
const open = new Set();

// A gate that is left open waits for its people for minutes, and the process with it.
after(() => Promise.allSettled([...open].map((gate) => within(gate.dispose(), "dispose"))));

/** A gate in memory that plans only when asked to. */
export async function openGate({ model = new Model(), host, ...options } = {}) {
  await init();
  made += 1;
  const gate = await within(
    createPlanGate({ sessionId: `page-${made}`, storage: "memory", trigger: "manual", ...options, host: { callModel: model.call, world: () => WORLD, ...host } }),
    "createPlanGate",
  );
  open.add(gate);
  return { gate, model };
}

/** Brings a gate to a plan that waits for approval. */
export async function planned(gate) {
  await within(gate.send({ text: REQUEST, plan: true }), "send");
  const snapshot = await within(gate.settled(), "settled");
  assert.equal(snapshot.mode, "awaiting-approval");
  return snapshot.plan;
}

/** Approves the plan that is shown. */
export async function approve(gate) {
  await within(gate.decide({ planRef: gate.getSnapshot().plan.ref, intent: "approve" }), "decide");
}

/** The same gate leads from a message to finished work, whatever was before. */
export async function assertWorks(gate, what) {
  for (let left = 3; left > 0; left -= 1) {
    await within(gate.cancel(), `${what}: cancel`);
    await within(gate.settled(), `${what}: settled`);
  }
  await planned(gate);
  await approve(gate);
  const snapshot = await within(gate.settled(), `${what}: settled`);
  assert.equal(snapshot.execution?.state, "done", what);
  assert.equal(gate.authorize(READ).decision, "allow", what);
}
