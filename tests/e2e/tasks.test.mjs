// What a person does about tasks, in a real browser: after a lost page with `plangate-recovery`, and with the buttons of `plangate-progress`.
// The core decides; what it refuses is said in the card.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { Key } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { PLAN, SCENES, tell } from "./scenes.mjs";
import { openShowroom } from "./showroom.mjs";

const SHOTS = process.env.PLANGATE_SHOTS;
const { textsOf } = await import(join(packageFolder, "dist/elements.js"));

let showroom;
let browser;

before(async () => {
  showroom = await openShowroom();
  ({ browser } = showroom);
});

after(() => showroom?.close());

beforeEach(async () => {
  // So high that all is seen: lines out of sight are not laid out, and have no words then.
  await browser.size(1000, 3000);
  await showroom.fresh();
});

const task = (id) => browser.run((id) => window.page.gate.getSnapshot().tasks.find((task) => task.id === id), id);
const status = (id, status) =>
  browser.until((id, status) => window.page.gate.getSnapshot().tasks.find((task) => task.id === id).status === status, id, status);
const words = (name) => browser.run((name) => document.querySelector(`plangate-${name}`).innerText, name);
const press = (css) => browser.find(css).then((button) => button.click());
const said = (name) => browser.until((name) => document.querySelector(`plangate-${name} [data-part="error"]:not([hidden])`)?.innerText, name);
const focused = () => browser.run(() => `${document.activeElement.closest("[data-plangate]")?.localName} ${document.activeElement.dataset.part}`);
const quiet = async () => {
  assert.deepEqual(await browser.run(() => window.page.violations), []);
  assert.deepEqual(await browser.console(), []);
};
const line = (card, title) =>
  browser.run(
    (card, title) => [...document.querySelectorAll(`plangate-${card} [data-part="task"]`)].find((node) => node.textContent.includes(title))?.innerText ?? null,
    card,
    title,
  );

/** Work on `steps` whose page was lost while all in `running` were under way, after `events`, and which was looked at. */
async function lost(steps, running, { before = [], events = [], world = { files: {}, artifacts: {}, unavailable: [] } } = {}) {
  await browser.run(() => localStorage.clear());
  const plan = { ...PLAN, openQuestions: [], steps: steps.map((step) => ({ expected: "", dependsOn: [], ...step })) };
  await browser.run((plan) => window.page.open([{ plan }, { hold: true }], { storage: "local" }), plan);
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await browser.until(() => window.page.shown().includes("plangate-approval"));
  await press('plangate-approval [data-part="approve"]');
  await browser.until(() => window.page.gate.getSnapshot().execution?.state === "running");
  await tell(browser, ...before, ...running.map((id) => ({ op: "start", id })), ...events);
  await browser.run(() => window.page.reopen());
  await browser.until(() => window.page.shown().includes("plangate-recovery"));
  await tell(browser, { op: "revalidate", id: "", world });
}

const unclear = (...doneWhen) => [{ id: "s1", action: "Send the letters", doneWhen, replay: "unsafe" }, { id: "s2", action: "Count them", doneWhen: [{ kind: "artifact", ref: "count" }] }];
const begun = { events: [{ op: "intent", id: "s1" }] };

test("what is unclear is done where the plan asks for the person's word", async () => {
  await lost(unclear({ kind: "approval", ref: "sent" }), ["s1"], begun);
  await status("s1", "unknown");
  await press('plangate-recovery [data-part="done"]');
  await status("s1", "done");
  const { evidence } = await task("s1");
  assert.deepEqual([evidence[0].kind, evidence[0].ref, evidence[0].by], ["approval", "sent", "user"]);
  // Nothing is left to ask, and nothing went on.
  assert.equal(await browser.run(() => document.querySelector("plangate-recovery").hidden), true);
  assert.equal(await browser.run(() => window.page.gate.getSnapshot().execution.state), "interrupted");
  assert.equal((await task("s2")).status, "pending");
  await quiet();
});

test("the person's word is no evidence where the plan asks for another: it is refused, and said so", async () => {
  await lost(unclear({ kind: "artifact", ref: "sent.log" }), ["s1"], begun);
  await status("s1", "unknown");
  await press('plangate-recovery [data-part="done"]');
  assert.match(await said("recovery"), /^The plan asks for proof that is not there\. A person’s word does not replace it\. E_EVIDENCE_MISSING$/);
  assert.deepEqual([(await task("s1")).status, (await task("s1")).evidence], ["unknown", []]);
  assert.deepEqual(await browser.run(() => window.page.errors), [["plangate-recovery", "E_EVIDENCE_MISSING"]]);
  await quiet();
});

test("what is unclear is done again or given up, by key, and the focus is not lost", async () => {
  await lost(unclear({ kind: "artifact", ref: "sent.log" }), ["s1", "s2"], begun);
  await status("s1", "unknown");
  assert.equal((await task("s2")).reason, "recovered");
  await browser.run(() => document.querySelector('plangate-recovery [data-part="redo"]').focus());
  await browser.press(Key.ENTER);
  await status("s1", "pending");
  assert.equal(await focused(), "plangate-recovery card");
  await lost(unclear({ kind: "artifact", ref: "sent.log" }), ["s1"], begun);
  await status("s1", "unknown");
  await press('plangate-recovery [data-part="drop"]');
  await status("s1", "failed");
  await quiet();
});

test("what was found is grouped and counted, with its reasons", async () => {
  const artifact = (id, ...dependsOn) => ({ id, action: `Task ${id}`, doneWhen: [{ kind: "artifact", ref: id }], dependsOn, replay: "unsafe" });
  const done = (id) => [{ op: "start", id }, { op: "evidence", id, item: { kind: "artifact", ref: id, hash: `h-${id}` } }, { op: "finish", id }];
  await lost([artifact("kept"), artifact("changed"), artifact("above", "changed"), artifact("safe"), artifact("sent")], ["safe", "sent"], {
    before: [...done("kept"), ...done("changed"), ...done("above")],
    events: [{ op: "intent", id: "sent" }],
    world: { files: {}, artifacts: { kept: "h-kept", changed: "another", above: "h-above" }, unavailable: [] },
  });
  await status("sent", "unknown");
  const card = await words("recovery");
  assert.match(card, /Unclear, only you can say: 1\s+Task sent\s+begun before, and may have had effects/);
  assert.match(card, /Will be done again: 3\s+Task changed\s+what proved it has changed\s+Task above\s+what it builds on has changed\s+Task safe\s+begun before, to be done again/);
  assert.match(card, /Kept, because proved: 1$/);
  assert.match(await words("progress"), /Missing: 1 unknown, 3 to do/);
  for (const locale of ["ru", "zh"]) {
    await browser.run((locale) => window.page.each({ locale }), locale);
    const { why } = textsOf(locale).progress;
    for (const text of [why["side-effects-unclear"], why["evidence-changed"], why["upstream-changed"], why.recovered]) {
      assert.ok((await words("recovery")).includes(text), text);
      assert.ok((await words("progress")).includes(text), text);
    }
  }
});

test("the cards of lost work at two widths, light and dark: nothing is cut, axe finds nothing", async () => {
  for (const scene of ["lost", "recovered", "graph"]) {
    await SCENES[scene](browser);
    for (const width of [390, 1280]) {
      for (const theme of ["light", "dark"]) {
        await browser.size(width, 1600);
        await browser.run((theme) => void (document.documentElement.dataset.theme = theme), theme);
        // The colours of buttons pass over into the others.
        await browser.run(() => Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished.catch(() => 0))));
        assert.deepEqual(await browser.axe("main"), [], `${scene} ${width} ${theme}`);
        const cut = await browser.run(() =>
          [...document.querySelectorAll(":is(plangate-recovery, plangate-progress):not([hidden]) [data-part]")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline" && node.localName !== "progress")
            .map((node) => node.outerHTML.slice(0, 80)));
        assert.deepEqual(cut, [], `${scene} ${width} ${theme}`);
        if (SHOTS) await browser.shot(join(SHOTS, `tasks-${scene}-${width}-${theme}.png`));
      }
    }
  }
  await quiet();
});

test("work that runs, or is over, shows no recovery", async () => {
  await SCENES.recovered(browser);
  await browser.run(() => void (window.page.script = [{ hold: true }]));
  await press('plangate-progress [data-part="resume"]');
  await browser.until(() => window.page.gate.getSnapshot().execution.state === "running");
  await browser.until(() => document.querySelector("plangate-recovery").hidden);
  await browser.run(() => window.page.gate.cancel());
  await browser.until(() => window.page.gate.getSnapshot().execution.state === "interrupted");
  assert.equal(await browser.run(() => document.querySelector("plangate-recovery").hidden), false);
});

// --- progress

test("a task that stands is taken up by its button, each in its way, and others have none", async () => {
  await SCENES.graph(browser);
  await tell(browser, { op: "defer", id: "tell" });
  const buttons = () =>
    browser.run(() => [...document.querySelectorAll('plangate-progress [data-part="take-up"]:not([hidden])')].map((node) => node.getAttribute("aria-label")));
  assert.deepEqual(await buttons(), ["Try again: Describe the new settings", "Go on: Bring the settings of staging up to date", "Take up: Tell the team"]);
  assert.match(await words("progress"), /Missing: 1 put off, 1 failed, 1 blocked, 1 running, 3 to do/);
  await press('plangate-progress [data-op="failed"]');
  await status("docs", "pending");
  await browser.run(() => document.querySelector('plangate-progress [data-op="blocked"]').focus());
  await browser.press(Key.ENTER);
  await status("staging", "pending");
  assert.equal(await focused(), "plangate-progress card");
  await press('plangate-progress [data-op="deferred"]');
  await status("tell", "pending");
  assert.deepEqual(await buttons(), []);
  assert.match(await words("progress"), /Missing: 1 running, 6 to do/);
  await quiet();
});

test("what the core refuses is said in the card", async () => {
  await SCENES.graph(browser);
  // The task has gone on while the button was still there.
  await browser.run(() => {
    const { gate } = window.page;
    const stale = gate.getSnapshot();
    const element = document.querySelector("plangate-progress");
    element.gate = { ...gate, getSnapshot: () => stale };
    return gate.task({ op: "unblock", id: "staging", by: "user" });
  });
  await press('plangate-progress [data-op="blocked"]');
  assert.equal(await said("progress"), "The task no longer stands where it did. E_BAD_STATUS");
});

test("a refused action blocks its task with the reason in words, and the button opens it again", async () => {
  await SCENES.refused(browser);
  const blocked = await browser.run(() => window.page.gate.getSnapshot().tasks.filter(({ status }) => status === "blocked").map(({ id, reason }) => [id, reason]));
  assert.deepEqual(blocked, [["s2", "refused"]]);
  assert.match(await line("progress", "Set the timeout"), /blocked\s+you refused an action of it\s+Go on/);
  await browser.run(() => window.page.each({ locale: "ru" }));
  assert.match(await line("progress", "Set the timeout"), /вы отклонили её действие/);
  await press('plangate-progress [data-op="blocked"]');
  await status("s2", "pending");
});

test("a reason of the host stands as it is, shut in", async () => {
  await SCENES.graph(browser);
  await tell(browser, { op: "block", id: "load", by: "host", reason: "\u202enegierfegnie" });
  assert.match(await line("progress", "Measure under load"), /negierfegnie/);
  const reasons = await browser.run(() =>
    [...document.querySelectorAll(':is(plangate-progress, plangate-graph) [data-part="why"]:not([hidden])')].map((node) => [node.dir, getComputedStyle(node).unicodeBidi]));
  assert.ok(reasons.length >= 4);
  for (const [dir, bidi] of reasons) assert.deepEqual([dir, /isolate|plaintext/.test(bidi)], ["auto", true]);
});

test("confirming a task whose state is unknown settles it", async () => {
  await lost(unclear({ kind: "approval", ref: "sent" }), ["s1"], begun);
  await status("s1", "unknown");
  await press('plangate-progress [data-part="confirm"]:not([hidden])');
  await status("s1", "done");
});

test("confirming a task that needs other proof too keeps the word, and says what is missing", async () => {
  await lost(unclear({ kind: "approval", ref: "sent" }, { kind: "artifact", ref: "sent.log" }), ["s1"], begun);
  await status("s1", "unknown");
  await press('plangate-progress [data-part="confirm"]:not([hidden])');
  assert.match(await said("progress"), /E_EVIDENCE_MISSING$/);
  const { status: now, evidence } = await task("s1");
  assert.deepEqual([now, evidence.map(({ kind }) => kind)], ["unknown", ["approval"]]);
});
