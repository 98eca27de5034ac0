// Cancelling a plan, sending the same message again, and changing it: the page is as right after the first message each time.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Key, newest, part, stage } from "./stage.mjs";

const it = stage();
const REQUEST = "Raise the login timeout, people on slow lines can not log in.";
const CLEAR = "Set the login timeout to 45 seconds, without tests.";
const QUESTIONS = newest("plangate-questions");

/** What a person sees of the conversation: texts and cards, in order, without what only times change. */
const seen = (page) => page.browser.run(() => [...document.querySelectorAll("#messages > li")].map((node) => node.className + node.innerText.slice(0, 60)));

/** Sends the message again by its own button, with another text where there is one. */
async function sendAgain(page, text) {
  await page.browser.run(() => document.querySelector("#messages .edit").focus());
  await page.click("#messages .edit");
  const field = await page.browser.find("#composer-text");
  if (text !== undefined) {
    await field.clear();
    await field.sendKeys(text);
  }
  await field.sendKeys(Key.ENTER);
}

async function assertBare(page, first) {
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.state, shot.plan, shot.planPending, shot.approval, shot.execution], ["normal", null, null, null, null, null]);
  assert.deepEqual(shot.messages.map(({ id, content }) => [id, content]), [[first.id, first.content]]);
  assert.equal((await seen(page)).length, 1);
  for (const name of ["approval", "steps", "suggestion", "questions", "plan", "refusals"]) assert.equal(await page.isShown(`plangate-${name}`), false, name);
  assert.equal(await page.browser.run(() => document.querySelector("#composer-text").disabled), false);
  assert.deepEqual(await page.changed(), []);
}

test("cancelled at the question card; the same message, sent again, is planned again", async () => {
  const page = await it.open();
  await page.say(REQUEST);
  const [first] = (await page.settled()).messages;
  await page.click(part(QUESTIONS, "cancel"));
  await assertBare(page, first);
  await sendAgain(page);
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.state], ["planning", "questions"]);
  assert.deepEqual(shot.messages.filter(({ role }) => role === "user").map(({ content }) => content), [REQUEST]);
  assert.deepEqual((await page.turns()).map(({ kind }) => kind), ["plan", "plan"]);
});

test("cancelled at the plan card, after answers and a change", async () => {
  const page = await it.open();
  await page.say(REQUEST);
  const [first] = (await page.settled()).messages;
  await page.click(`${QUESTIONS} [data-question="value"] input[value="1"]`);
  await page.click(`${QUESTIONS} [data-question="tests"] input[value="0"]`);
  await page.click(part(QUESTIONS, "send"));
  assert.equal((await page.settled()).plan.ref.version, 1);
  await page.say("make it 45 seconds");
  const { plan } = await page.settled();
  assert.equal(plan.ref.version, 2);
  await page.click("#stop");
  await assertBare(page, first);
  const late = await page.browser.run((planRef) => globalThis.plangateDemo.gate.decide({ planRef, intent: "approve" }).then(() => "taken", ({ code }) => code), plan.ref);
  assert.match(late, /^ERR_(?:ALREADY_RESOLVED|PLAN_STALE)$/u);
  await sendAgain(page);
  assert.equal((await page.settled()).state, "questions");
});

test("the message changed and sent again while its plan waits: a new plan, the old one is void", async () => {
  const page = await it.open();
  await page.say(CLEAR);
  const { plan } = await page.settled();
  await sendAgain(page, "Set the session lifetime to 60 minutes, without tests.");
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.state], ["awaiting-approval", "plan"]);
  assert.notEqual(shot.plan.ref.planId, plan.ref.planId);
  assert.match(shot.plan.title, /sessionTtlMinutes/u);
  const late = await page.browser.run((planRef) => globalThis.plangateDemo.gate.decide({ planRef, intent: "approve" }).then(() => "taken", ({ code }) => code), plan.ref);
  assert.equal(late, "ERR_PLAN_STALE");
  assert.equal((await page.settled()).approval, null);
});

test("the message changed and sent again while its work waits for a word: the receipt is void and nothing more is done", async () => {
  const page = await it.open();
  await page.say(CLEAR);
  await page.settled();
  await page.click(part("plangate-approval", "approve"));
  assert.equal((await page.settled()).status, "stepping");
  await sendAgain(page, "Set the session lifetime to 60 minutes, without tests.");
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.approval, shot.stepRequests, shot.execution], ["awaiting-approval", null, [], null]);
  assert.match(await page.file(".env"), /LOGIN_TIMEOUT_MS=10000/u);
  assert.equal(await page.isShown("plangate-steps"), false);
});
