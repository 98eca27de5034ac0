// The acceptance story in the offline demo page, as a person lives it: by mouse and by keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Key, newest, part, stage } from "./stage.mjs";

const it = stage();
const REQUEST = "Raise the login timeout, people on slow lines can not log in.";
const QUESTIONS = newest("plangate-questions");
const option = (question, value) => `${QUESTIONS} [data-question="${question}"] input[value="${value}"]`;

/** By mouse: the first answer is an option, the second a person's own words. */
async function answer(page) {
  await page.click(option("value", "2"));
  await page.click(option("tests", "own"));
  await (await page.browser.find(`${QUESTIONS} [data-question="tests"] textarea`)).sendKeys("no tests yet, docs only");
  await page.click(part(QUESTIONS, "send"));
}

const kinds = async (page) => (await page.turns()).map(({ kind }) => kind);

test("the story: questions, plan, a hold, a change, an approval in words, a refused write, the end", async () => {
  const page = await it.open();
  await page.assertFine("before the first message");

  await page.say(REQUEST);
  let shot = await page.settled();
  assert.deepEqual([shot.mode, shot.state, shot.planPending.questions.length], ["planning", "questions", 2]);
  assert.equal(await page.isShown(QUESTIONS), true);
  assert.equal(await page.isShown("plangate-status"), true);
  assert.equal(await it.browser.run(() => document.querySelector("#composer-text").disabled), true);
  await page.assertFine("question card");

  await answer(page);
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.ref.version, shot.plan.status], ["awaiting-approval", 1, "pending"]);
  const first = shot.plan;
  assert.match(await page.text(newest("plangate-plan")), /loginTimeoutMs/u);
  assert.equal(await page.isShown("plangate-approval"), true);
  await page.assertFine("plan card");

  await page.say("可以，但先别执行");
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.status, shot.approval], ["awaiting-approval", "held", null]);
  assert.deepEqual(await kinds(page), ["plan", "plan"]);

  await page.say("второй шаг замени на тесты");
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.ref.version, shot.plan.status], ["awaiting-approval", 2, "pending"]);
  assert.equal(shot.plan.ref.planId, first.ref.planId);
  assert.deepEqual(shot.plan.steps.map(({ target }) => target ?? null), ["src/config.js", "test/login.test.js", null]);
  assert.deepEqual(shot.plan.scope.paths, ["src/config.js", "test/login.test.js"]);
  const stale = await it.browser.run(
    (planRef) => globalThis.plangateDemo.gate.decide({ planRef, intent: "approve" }).then(() => "taken", ({ code }) => code),
    first.ref,
  );
  assert.equal(stale, "ERR_PLAN_STALE", "the first version can not be approved any more");

  await page.say("looks ok?");
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.status, shot.approval], ["awaiting-approval", "pending", null]);
  assert.deepEqual(await kinds(page), ["plan", "plan", "plan", "explain"]);
  assert.deepEqual(await page.changed(), [], "nothing has been changed before the approval");

  await page.say("ок, запускай");
  shot = await page.settled();
  assert.deepEqual([shot.execution.state, shot.status, shot.approval.version], ["paused", "stepping", 2]);
  const execute = (await page.turns()).filter(({ kind }) => kind === "execute");
  assert.equal(execute.length, 1);
  assert.equal(execute[0].request.content, REQUEST);
  assert.deepEqual(execute[0].plan.ref, shot.plan.ref);
  assert.deepEqual([execute[0].receipt.source, execute[0].receipt.words, execute[0].receipt.contentHash], ["words", "ок, запускай", shot.plan.ref.contentHash]);
  assert.equal(await page.isShown("plangate-steps"), true);
  assert.match(await page.text("plangate-steps"), /\.env/u);
  await page.assertFine("step request");

  await page.click(part("plangate-steps", "refuse"));
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.execution.state, shot.plan.status], ["normal", "done", "done"]);
  const refused = (await page.calls()).filter(({ state }) => state === "refused");
  assert.deepEqual(refused.map(({ tool, code }) => [tool, code]), [["edit_file", "ERR_REFUSED_ACTION"], ["move_file", "ERR_REFUSED_ACTION"]]);
  assert.equal(await page.isShown("plangate-refusals"), true);
  assert.deepEqual(await page.changed(), ["src/config.js", "test/login.test.js"]);
  assert.match(await page.file("src/config.js"), /loginTimeoutMs: 60_000/u);
  assert.match(await page.file(".env"), /LOGIN_TIMEOUT_MS=10000/u);
  assert.equal((await kinds(page)).filter((kind) => kind === "execute").length, 1);
  await page.assertFine("the end");
});

test("the same write, allowed once, is made once", async () => {
  const page = await it.open();
  await page.say(`${REQUEST} Set it to 45 seconds, no tests.`);
  await page.settled();
  await page.click(part("plangate-approval", "approve"));
  const shot = await page.settled();
  assert.equal(shot.approval.source, "button");
  await page.click(part("plangate-steps", "allow"));
  assert.equal((await page.settled()).execution.state, "done");
  assert.match(await page.file(".env"), /LOGIN_TIMEOUT_MS=45000/u);
  assert.deepEqual((await page.calls()).filter(({ args }) => /\.env/u.test(args.path)).map(({ state }) => state), ["done"]);
});

test("the story by keyboard alone", async () => {
  const page = await it.open();
  const { press } = it.browser;
  const keys = press.bind(it.browser);
  await page.tabTo("#composer-text");
  await keys(REQUEST, Key.ENTER);
  assert.equal((await page.settled()).state, "questions");
  await page.tabTo(option("value", "0"));
  await keys(Key.SPACE, Key.ARROW_DOWN, Key.ARROW_DOWN);
  await page.tabTo(option("tests", "0"));
  await keys(Key.ARROW_UP);
  await page.tabTo(`${QUESTIONS} [data-question="tests"] textarea`);
  await keys("no tests yet");
  await page.tabTo(part(QUESTIONS, "send"));
  await keys(Key.ENTER);
  let shot = await page.settled();
  assert.deepEqual([shot.state, shot.plan.ref.version], ["plan", 1]);
  assert.match(shot.plan.title, /60 s/u);
  await page.tabTo("#composer-text");
  await keys("change the second step to tests", Key.ENTER);
  shot = await page.settled();
  assert.equal(shot.plan.ref.version, 2);
  assert.deepEqual((await page.turns()).map(({ kind }) => kind), ["plan", "plan", "plan"]);
  await page.tabTo(part("plangate-approval", "approve"));
  await keys(Key.ENTER);
  assert.equal((await page.settled()).status, "stepping");
  await page.tabTo(part("plangate-steps", "refuse"));
  await keys(Key.ENTER);
  assert.equal((await page.settled()).execution.state, "done");
});
