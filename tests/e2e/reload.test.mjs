// The page loaded anew in every state that a chat can be in: what was decided is still so, no turn that could write and no tool
// runs twice, and nothing starts without the person.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newest, part, stage } from "./stage.mjs";

const it = stage();
const OPEN = "Raise the login timeout, people on slow lines can not log in.";
const CLEAR = "Set the login timeout to 45 seconds and write tests first.";
const WRITERS = ["write_file", "edit_file", "create_directory", "move_file"];

/** Reloads, waits until nothing is on its way, and gives what the new page shows and has run. */
async function anew(page) {
  const before = { shot: await page.snapshot(), calls: await page.calls() };
  await page.reload();
  // The page before holds its lock a moment longer.
  await page.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().turn?.here !== false);
  const shot = await page.settled();
  return { before, shot, turns: (await page.turns()).map(({ kind }) => kind), calls: await page.calls() };
}

const written = (calls) => calls.filter(({ tool, state }) => WRITERS.includes(tool) && state === "done").map(({ tool, args }) => `${tool} ${args.path}`);

test("nothing said yet", async () => {
  const page = await it.open();
  const { shot, turns } = await anew(page);
  assert.deepEqual([shot.mode, shot.messages, turns], ["normal", [], []]);
});

test("a suggestion is open", async () => {
  const page = await it.open({ settings: { trigger: "suggest" } });
  await page.say("Delete the production database and deploy the new version.");
  assert.notEqual((await page.settled()).suggestion, null, "a suggestion");
  const { before, shot, turns } = await anew(page);
  assert.deepEqual(shot.suggestion, before.shot.suggestion);
  assert.equal(await page.isShown("plangate-suggestion"), true);
  assert.deepEqual(turns, []);
});

test("the planner is at work: it runs again, it only reads", async () => {
  const page = await it.open({ query: "pace=600" });
  await page.say(OPEN);
  await it.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().status === "planning");
  const { shot, turns, calls } = await anew(page);
  assert.deepEqual([shot.mode, shot.state, turns], ["planning", "questions", ["plan"]]);
  assert.deepEqual(written(calls), []);
  assert.equal(shot.messages.length, 2);
});

test("questions are open", async () => {
  const page = await it.open();
  await page.say(OPEN);
  await page.settled();
  const { before, shot, turns } = await anew(page);
  assert.deepEqual([shot.state, shot.planPending, shot.messages], ["questions", before.shot.planPending, before.shot.messages]);
  assert.deepEqual(shot.composer, { locked: true, reason: "ERR_PLAN_PENDING" });
  assert.equal(await it.browser.run(() => document.querySelectorAll("plangate-questions").length), 1);
  assert.deepEqual(turns, []);
  // One question answered is stored before the planner is asked.
  await it.browser.run(() => globalThis.plangateDemo.gate.answer({ value: { option: 0 } }));
  const again = await anew(page);
  assert.deepEqual(again.shot.planPending.answers, { value: { option: 0 } });
  assert.deepEqual(again.turns, []);
});

test("a plan waits, and an old question card is history", async () => {
  const page = await it.open();
  await page.say(OPEN);
  await page.settled();
  await it.browser.run(() => globalThis.plangateDemo.gate.answer({ value: { option: 0 }, tests: { option: 2 } }));
  await page.settled();
  const { before, shot, turns } = await anew(page);
  assert.deepEqual([shot.mode, shot.plan, shot.messages], ["awaiting-approval", before.shot.plan, before.shot.messages]);
  assert.equal(shot.composer.locked, false);
  assert.equal(await page.isShown("plangate-approval"), true);
  assert.equal(await page.isShown(part(newest("plangate-questions"), "send")), false);
  assert.deepEqual(turns, []);
  // A held plan stays held, and an approval is still one.
  await page.say("not yet");
  assert.equal((await anew(page)).shot.plan.status, "held");
  await page.say("go ahead");
  assert.equal((await page.settled()).approval.source, "words");
});

test("approved, and the work has not begun", async () => {
  const page = await it.open({ query: "pace=0&lag=1500" });
  await page.say(CLEAR);
  await page.settled();
  await page.say("go ahead");
  await it.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().execution?.state === "approved");
  const { shot, turns, calls } = await anew(page);
  assert.deepEqual([shot.mode, shot.execution, turns, written(calls)], ["normal", { state: "interrupted", reason: "reload" }, [], []]);
  assert.deepEqual(await page.changed(), []);
  await page.click("#resume");
  assert.equal((await page.settled()).status, "stepping");
  assert.deepEqual((await page.turns()).map(({ kind }) => kind), ["execute"]);
});

test("the work runs: it stops, goes on only by the person's word, and writes nothing twice", async () => {
  const page = await it.open({ query: "pace=250" });
  await page.say(CLEAR);
  await page.settled();
  await page.say("go ahead");
  await it.browser.until(() => globalThis.plangateDemo.page.log.entries.some(({ tool, state }) => tool === "task_finish" && state === "done"));
  const { before, shot, turns, calls } = await anew(page);
  assert.equal(before.shot.execution.state, "running");
  assert.deepEqual([shot.execution, turns, calls], [{ state: "interrupted", reason: "reload" }, [], []]);
  const done = written(before.calls);
  assert.equal(done.length, 1);
  await page.click("#resume");
  const end = await page.settled();
  assert.equal(end.status, "stepping");
  assert.deepEqual([...done, ...written(await page.calls())].sort(), ["edit_file /login-service/README.md", "edit_file /login-service/src/config.js", "edit_file /login-service/test/login.test.js"]);
  assert.equal((await page.file("test/login.test.js")).split("loginTimeoutMs is").length, 2, "one new test");
});

test("a step beside the plan waits for a word and all of the plan is proved: the request lapses unrefused, the plan is done", async () => {
  const page = await it.open();
  await page.say(CLEAR);
  await page.settled();
  await page.say("go ahead");
  assert.equal((await page.settled()).status, "stepping");
  const { before, shot, turns } = await anew(page);
  assert.equal(before.shot.execution.state, "paused");
  assert.deepEqual([shot.execution, shot.stepRequests, turns], [{ state: "done", reason: null }, [], []]);
  assert.equal(await page.isShown("plangate-steps"), false);
  assert.match(await page.file(".env"), /LOGIN_TIMEOUT_MS=10000/u);
  const again = await anew(page);
  assert.deepEqual([again.shot.execution, again.turns], [{ state: "done", reason: null }, []]);
});

test("a file that somebody changes while the page is away: what was proved of it is open again, and the approval is void", async () => {
  const page = await it.open({ query: "pace=250" });
  await page.say(CLEAR);
  await page.settled();
  await page.say("go ahead");
  await it.browser.until(() => globalThis.plangateDemo.page.log.entries.some(({ tool, state }) => tool === "task_finish" && state === "done"));
  await it.browser.run(() => globalThis.plangateDemo.gate.cancel());
  const stopped = await page.settled();
  assert.deepEqual(stopped.execution, { state: "interrupted", reason: "stopped" });
  const [proved] = stopped.tasks.filter(({ status }) => status === "done");
  const [{ ref }] = proved.evidence;
  await it.browser.run((path) => globalThis.plangateDemo.page.folder.write(path, "somebody was here\n"), ref);
  const { shot } = await anew(page);
  assert.equal(shot.execution.reason, "receipt-void");
  assert.equal(shot.approval, null);
  assert.equal(await page.file(ref), "somebody was here\n");
});

test("done: the plan is history", async () => {
  const page = await it.open();
  await page.say(CLEAR);
  await page.settled();
  await page.say("go ahead");
  await page.settled();
  await page.click(part("plangate-steps", "refuse"));
  await page.settled();
  const { before, shot, turns } = await anew(page);
  assert.deepEqual([shot.execution.state, shot.messages, turns], ["done", before.shot.messages, []]);
  assert.deepEqual(await page.changed(), ["README.md", "src/config.js", "test/login.test.js"]);
});

test("a chat turn runs: it is dropped, its message stays", async () => {
  const page = await it.open({ settings: { trigger: "manual" }, query: "pace=800" });
  await page.say("What does loginTimeoutMs do?");
  await it.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().status === "chatting");
  const { shot, turns, calls } = await anew(page);
  assert.deepEqual([shot.status, turns, calls, shot.messages.map(({ content }) => content)], ["idle", [], [], ["What does loginTimeoutMs do?"]]);
});
