// The elements in a real browser, under a policy that lets nothing be made from text: each state of each element, a whole road
// by keyboard, what stays across updates, what axe says in light and dark, and plans written to do harm.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { Key } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { PLAN, QUESTIONS, READ, SCENES, TASKED, WRITE_ENV } from "./scenes.mjs";
import { openShowroom } from "./showroom.mjs";

const LOCALES = ["en", "ru", "zh"];
const { textsOf, defineElements } = await import(join(packageFolder, "dist/elements.js"));

let showroom;
let browser;
let site;

before(async () => {
  showroom = await openShowroom();
  ({ browser, site } = showroom);
});

after(() => showroom?.close());

beforeEach(async () => {
  await browser.media({ "prefers-color-scheme": "light" });
  await browser.size(1000, 800);
  await fresh();
});

const fresh = () => showroom.fresh();

const open = (script, options = {}) => browser.run((script, options) => window.page.open(script, options), script, options);
const shown = () => browser.run(() => window.page.shown().map((tag) => tag.replace("plangate-", "")));
const text = (css) => browser.run((css) => document.querySelector(css)?.innerText ?? null, css);
const snapshot = () => browser.run(() => JSON.parse(JSON.stringify(window.page.gate.getSnapshot())));
const focused = () =>
  browser.run(() => {
    const { activeElement } = document;
    const element = activeElement.closest("[data-plangate]");
    return element ? `${element.localName.replace("plangate-", "")} ${activeElement.dataset.part}` : activeElement.localName;
  });
const until = (css) => browser.until((css) => [...document.querySelectorAll(css)].some((node) => !node.closest("[hidden]")), css);

/** Tab, until the focus is there; a person would give up sooner. */
async function tabTo(place) {
  for (let left = 40; left > 0; left -= 1) {
    if ((await focused()) === place) return;
    await browser.press(Key.TAB);
  }
  assert.fail(`Tab never came to ${place}`);
}

/** On, through the options of the question that has the focus, to its own answer. */
async function chooseOwn() {
  await browser.press(Key.SPACE);
  for (let left = 4; left > 0; left -= 1) {
    if (await browser.run(() => document.activeElement.value === "own")) return;
    await browser.press(Key.ARROW_DOWN);
  }
  assert.fail("the arrow keys never came to the own answer");
}

/** Nothing was run, loaded or thrown behind the page's back. */
async function quiet() {
  assert.deepEqual(await browser.run(() => window.page.violations), []);
  assert.deepEqual(await browser.console(), []);
}

// --- words

const keys = (value, path = "") =>
  typeof value === "string" ? [path] : Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`));
const at = (table, path) => path.split(".").slice(1).reduce((value, key) => value[key], table);

test("three languages say everything, with the same places for values", () => {
  const paths = keys(textsOf("en"));
  assert.ok(paths.length > 150);
  for (const locale of LOCALES) {
    const table = textsOf(locale);
    assert.deepEqual(keys(table).sort(), [...paths].sort(), locale);
    for (const path of paths) {
      const words = at(table, path);
      assert.notEqual(words.trim(), "", `${locale} ${path}`);
      const places = (words) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
      assert.deepEqual(places(words), places(at(textsOf("en"), path)), `${locale} ${path}`);
    }
  }
  const english = new Set(paths.map((path) => at(textsOf("en"), path)));
  for (const locale of ["ru", "zh"]) {
    assert.deepEqual(paths.map((path) => at(textsOf(locale), path)).filter((words) => english.has(words) && /[a-z]/i.test(words)), [], locale);
  }
});

test("the elements have words for every code a person can meet", () => {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  const group = (name) => {
    const row = readme.split("\n").find((line) => line.startsWith(`| ${name} |`));
    return [...row.split("|")[3].matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  };
  const { rulings, faults } = textsOf("en");
  assert.deepEqual(Object.keys(rulings).sort(), group("ruling").filter((code) => !code.startsWith("ALLOW_")).sort());
  assert.deepEqual(Object.keys(faults.codes).sort(), group("fault").sort());
});

test("the module loads where there is no DOM, and defines nothing by itself", () => {
  assert.equal(globalThis.HTMLElement, undefined);
  assert.equal(typeof defineElements, "function");
});

// --- states

/** What each scene shows, and a few words that must be read there. */
const STATES = {
  idle: { shows: [] },
  planning: { shows: ["status"], reads: { status: /Drawing up a plan…/ } },
  suggestion: { shows: ["suggestion"], reads: { suggestion: /Plan first\?[^]*This deletes something\.[^]*Go on without[^]*Cancel/ } },
  questions: { shows: ["status", "questions"], reads: { questions: /login timeout be[^]*30 seconds[^]*Your own answer[^]*Questions left: 2/ } },
  answered: { shows: ["status", "questions"], reads: { questions: /As long as it takes[^]*Where does it apply[^]*Questions left: 1/ } },
  history: {
    shows: ["questions", "plan", "plan", "approval"],
    reads: { "questions[message-id]": /60 seconds[^]*In the\s+admin area/, "plan[message-id]": /Version 1\s+Replaced/, "plan:not([message-id])": /Tests first\s+Version 2/ },
  },
  plan: {
    shows: ["plan", "approval"],
    reads: {
      plan: /Version 1\s+Waits for approval[^]*People on slow lines[^]*Open questions\s+Does the mobile[^]*Steps[^]*Expected\s+The setting[^]*Input\s+the constant[^]*Target\s+src\/login.ts\s+Effect\s+one constant[^]*Run the login tests\.\s+optional[^]*May touch\s+Paths\s+src\/login.ts\s+src\/settings\/\*\*\s+Tools\s+filesystem\/write_file[^]*Commands\s+npx vitest run login\s+Network\s+packages:npm[^]*Concerns[^]*Libraries\s+vitest[^]*Not aimed at[^]*Risks[^]*Sandbox\s+The existing one is used\s+\/work\/\.sandbox[^]*Way back\s+Revert/,
      approval: /Nothing runs before you approve\.\s+Approve and run\s+Change…\s+Not now\s+Reject/,
    },
  },
  sparse: { shows: ["plan", "approval"], reads: { plan: /^Plan\s+Version 1[^]*Look around[^]*Nothing is declared: each change will ask you first\./ } },
  changing: { shows: ["plan", "approval"], reads: { approval: /^Nothing runs[^]*What should change\?\s+Send change\s+Back\s*$/ } },
  held: { shows: ["plan", "approval"], reads: { plan: /On hold/, approval: /on hold\. Nothing runs\.\s+Approve and run\s+Change…\s+Reject/ } },
  rejected: { shows: ["plan"], reads: { plan: /Rejected/ } },
  running: {
    shows: ["status", "plan", "progress", "graph"],
    reads: { plan: /Approved by button, counts until [^]*202/, progress: /Running[^]*0 % · 0 of 2[^]*Right now\s+look\s+in progress\s+write\s+to do[^]*Tasks[^]*running[^]*to do\s+Stop\s*$/ },
  },
  graph: {
    shows: ["status", "plan", "progress", "graph"],
    reads: {
      graph: /Order of the tasks[^]*Put the limiter[^]*running\s+After 3, 4/,
      progress: /36 % · 4 of 11\s+Missing: 1 failed, 1 blocked, 1 running, 4 to do[^]*Describe[^]*failed\s+Try again/,
    },
  },
  lost: {
    shows: ["status", "plan", "recovery", "progress", "graph"],
    reads: { recovery: /Nothing goes on until you resume\.\s+Interrupted, not yet looked at: 2\s+Put the limiter[^]*Describe[^]*Kept, because proved: 4$/, progress: /Missing: 2 recovering, 1 blocked/ },
  },
  recovered: {
    shows: ["status", "plan", "recovery", "progress", "graph"],
    reads: { recovery: /Unclear, only you can say: 1\s+Put the limiter[^]*may have had effects\s+It is done\s+Do it again\s+Give up\s+Will be done again: 2\s+Write the tests[^]*what proved it has changed\s+Describe[^]*begun before[^]*Kept, because proved: 3$/ },
  },
  step: {
    shows: ["status", "plan", "steps", "progress", "graph"],
    reads: { steps: /The file is protected\.\s+STEP_PROTECTED_PATH\s+filesystem\/write_file\s+path: "\/work\/\.env"\s+content: "LOGIN_TIMEOUT=60"\s+Step of the plan\s+Set the timeout[^]*reason\s+The setting is read from there\.\s+Way back\s+Restore[^]*Allow once\s+Refuse\s+asks until/, progress: /Paused/ },
  },
  refused: {
    shows: ["status", "plan", "progress", "graph", "refusals"],
    reads: { refusals: /filesystem\/write_file\s+You have refused this\.\s+ERR_REFUSED_ACTION[^]*Dismiss/, progress: /Stopped — The model ended its turn[^]*Resume\s+Give up/ },
  },
  done: { shows: ["plan", "progress"], reads: { plan: /Done/, progress: /Progress\s+Done\s*$/ } },
  faults: { shows: ["faults"], reads: { faults: /No plan came about\. the planner failed W_PLANNER_FAILED/ } },
  error: { shows: ["plan", "approval"], reads: { approval: /The plan has changed meanwhile\. Read it again\. ERR_PLAN_STALE/ } },
};

for (const [name, play] of Object.entries(SCENES)) {
  test(`state: ${name}`, async () => {
    await play(browser);
    const { shows, reads = {} } = STATES[name];
    assert.deepEqual(await shown(), shows);
    for (const [tag, words] of Object.entries(reads)) assert.match(await text(`plangate-${tag}`), words);
    await quiet();
  });
}

test("axe finds nothing, in any state, light or dark, narrow or wide, in any language", async () => {
  const faults = [];
  const looks = [
    { scheme: "light", width: 390, theme: null },
    { scheme: "dark", width: 1280, theme: null },
    { scheme: "light", width: 1280, theme: "dark" },
    { scheme: "dark", width: 390, theme: "light" },
  ];
  let turn = 0;
  for (const { scheme, width, theme } of looks) {
    await browser.media({ "prefers-color-scheme": scheme });
    await browser.size(width, 844);
    await fresh();
    await browser.run((theme) => void (theme && (document.documentElement.dataset.theme = theme)), theme);
    for (const [name, play] of Object.entries(SCENES)) {
      const locale = LOCALES[turn % LOCALES.length];
      turn += 1;
      await browser.run((locale) => window.page.each({ locale }), locale);
      await play(browser);
      const over = await browser.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) faults.push(`${name} ${scheme} ${width}: ${over} px too wide`);
      for (const fault of await browser.axe()) faults.push(`${name} ${scheme} ${width} ${locale}: ${fault}`);
    }
  }
  assert.deepEqual(faults, []);
});

test("dark is dark: by the system, by the page, and the page wins", async () => {
  const surface = async (scheme, theme) => {
    await browser.media({ "prefers-color-scheme": scheme });
    return browser.run((theme) => {
      if (theme === null) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      return getComputedStyle(document.querySelector('plangate-plan [data-part="card"]')).backgroundColor;
    }, theme);
  };
  await SCENES.plan(browser);
  const light = await surface("light", null);
  const dark = await surface("light", "dark");
  assert.notEqual(light, dark);
  assert.equal(await surface("dark", "light"), light);
  // Where the test can not say what the system is, the page's part is all there is.
  if (await browser.media({ "prefers-color-scheme": "dark" })) assert.equal(await surface("dark", null), dark);
  // A page's own value of a property wins in both.
  await browser.run(() => document.documentElement.style.setProperty("--plangate-surface", "rgb(1, 2, 3)"));
  assert.equal(await surface("dark", null), "rgb(1, 2, 3)");
});

test("what the system asks for is heeded: less motion, forced colours", async () => {
  const motion = () => browser.run(() => getComputedStyle(document.querySelector('plangate-status [data-part="pulse"]')).animationName);
  await SCENES.planning(browser);
  assert.equal(await motion(), "plangate-pulse");
  if (!(await browser.media({ "prefers-reduced-motion": "reduce", "forced-colors": "active" }))) return;
  assert.equal(await motion(), "none");
  await SCENES.plan(browser);
  assert.deepEqual(await browser.axe(), []);
  const borders = await browser.run(() =>
    ["approve", "card"].map((part) => getComputedStyle(document.querySelector(`plangate-approval [data-part="${part}"]`)).borderTopStyle),
  );
  assert.deepEqual(borders, ["solid", "solid"]);
});

test("right to left, everything keeps its place", async () => {
  await browser.size(390, 844);
  await browser.run(() => void (document.documentElement.dir = "rtl"));
  for (const name of ["plan", "step", "questions", "refused"]) {
    await SCENES[name](browser);
    assert.equal(await browser.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, name);
    // What is written from left to right still begins at the right, and ends with its full stop.
    const sides = await browser.run(() =>
      [...document.querySelectorAll('[data-plangate]:not([hidden]) :is([data-part="title"], [data-part="label"], [data-part="aim"])')]
        .filter((node) => !node.closest("[hidden]"))
        .map((node) => getComputedStyle(node).textAlign.replace("-webkit-", "")),
    );
    assert.deepEqual([...new Set(sides)].filter((side) => side !== "right"), [], name);
  }
  assert.deepEqual(await browser.axe(), []);
});

// --- by keyboard

test("a whole road by keyboard: suggestion, questions, plan, approval, step request, done", async () => {
  await open([{ questions: QUESTIONS }, { plan: PLAN }, { calls: [WRITE_ENV] }], { trigger: "suggest" });
  await browser.run(() => document.querySelector("#text").focus());
  await browser.press("Delete all old records from the production database", Key.ENTER);
  await until("plangate-suggestion");
  assert.equal(await focused(), "suggestion accept");
  await browser.press(Key.ENTER);
  await until("plangate-questions");
  // The focus has gone on to the card, on none of its buttons.
  assert.equal(await focused(), "questions card");
  await tabTo("questions radio");
  await browser.press(Key.SPACE, Key.ARROW_DOWN);
  await browser.press(Key.TAB);
  assert.equal(await focused(), "questions radio");
  await chooseOwn();
  await browser.press(Key.TAB);
  assert.equal(await focused(), "questions own-text");
  await browser.press("only for admins");
  await tabTo("questions send");
  await browser.press(Key.ENTER);
  await until("plangate-approval");
  assert.equal(await focused(), "approval card");
  const answers = (await snapshot()).messages.filter((message) => message.planAnswer).map((message) => message.content);
  assert.deepEqual(answers.map((answer) => answer.split(": ").at(-1)), ["60 seconds", "only for admins"]);
  // A stray Enter approves nothing.
  await browser.press(Key.ENTER, Key.ENTER);
  assert.equal((await snapshot()).mode, "awaiting-approval");
  await tabTo("approval approve");
  await browser.press(Key.ENTER);
  await until("plangate-steps");
  assert.equal(await focused(), "steps card");
  await browser.press(Key.ENTER);
  assert.equal((await snapshot()).stepRequests.length, 1);
  await tabTo("steps allow");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.gate.getSnapshot().execution?.state === "done");
  assert.deepEqual(await browser.run(() => window.page.outcomes), ["ok"]);
  assert.deepEqual(await shown(), ["plan", "progress"]);
  await quiet();
});

const OFFERED = "Delete all old customer records from the production database";
async function offered() {
  await open([{ text: "Done." }, { text: "Done." }], { trigger: "suggest" });
  await browser.run(() => document.querySelector("#text").focus());
  await browser.press(OFFERED, Key.ENTER);
  await until("plangate-suggestion");
}

test("Esc goes on without a plan; Ctrl+C cancels, but copies where something is selected", async () => {
  await offered();
  await browser.press(Key.ESCAPE);
  await browser.until(() => window.page.gate.getSnapshot().messages.length === 2);
  assert.equal(await browser.run(() => window.page.script.length), 1);
  await offered();
  await browser.run(() => document.getSelection().selectAllChildren(document.querySelector("h1")));
  await browser.press(Key.chord(Key.CONTROL, "c"));
  assert.deepEqual(await shown(), ["suggestion"]);
  await browser.run(() => document.getSelection().removeAllRanges());
  await browser.press(Key.chord(Key.CONTROL, "c"));
  await browser.until(() => window.page.gate.getSnapshot().suggestion === null);
  const { messages, status } = await snapshot();
  assert.deepEqual([messages.map((message) => message.content), status], [[OFFERED], "idle"]);
  assert.equal(await browser.run(() => window.page.script.length), 2);
});

test("the suggestion takes no focus from somebody who types, and its keys work once nobody has it", async () => {
  await open([{ text: "Done." }], { trigger: "suggest" });
  await browser.run(() => document.querySelector("#text").focus());
  await browser.press("another thought");
  await browser.run((text) => void window.page.gate.send({ text }), OFFERED);
  await until("plangate-suggestion");
  assert.equal(await focused(), "textarea");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.gate.getSnapshot().messages.some((message) => message.content === "another thought"));
  await open([{ plan: PLAN }], { trigger: "suggest" });
  await browser.run((text) => void window.page.gate.send({ text }), OFFERED);
  await until("plangate-suggestion");
  await browser.run(() => document.activeElement.blur());
  await browser.press(Key.ENTER);
  await until("plangate-approval");
});

test("a change is written in a field that Enter does not send, and Escape leaves it", async () => {
  await open([{ plan: PLAN }, { plan: { ...PLAN, title: "Second" } }]);
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await until("plangate-approval");
  await tabTo("approval change");
  await browser.press(Key.ENTER);
  assert.equal(await focused(), "approval comment");
  await browser.press("tests", Key.ENTER, "first");
  assert.equal((await snapshot()).mode, "awaiting-approval");
  await browser.press(Key.ESCAPE);
  assert.equal(await focused(), "approval change");
  await browser.press(Key.ENTER);
  // The words are still there; without any, nothing is sent.
  assert.equal(await browser.run(() => document.activeElement.value), "tests\nfirst");
  await browser.run(() => void (document.activeElement.value = " "));
  await tabTo("approval send");
  await browser.press(Key.ENTER);
  assert.match(await text("plangate-approval"), /Say what should change\./);
  await browser.press("tests first");
  await tabTo("approval send");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.gate.getSnapshot().plan?.ref.version === 2);
  assert.ok((await snapshot()).messages.some((message) => message.planReply && message.content === "tests first"));
  await until("plangate-approval");
  assert.match(await text("plangate-approval"), /Approve and run/);
});

test("a key that is held down approves nothing", async () => {
  if (browser.name !== "chromium") return;
  await SCENES.plan(browser);
  await tabTo("approval approve");
  const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
  for (let count = 0; count < 3; count += 1) {
    await browser.driver.sendDevToolsCommand("Input.dispatchKeyEvent", { type: "keyDown", autoRepeat: true, ...key });
  }
  assert.equal((await snapshot()).mode, "awaiting-approval");
  await browser.driver.sendDevToolsCommand("Input.dispatchKeyEvent", { type: "keyDown", ...key });
  await browser.until(() => window.page.gate.getSnapshot().mode === "normal");
});

test("a version that comes up between press and release is not the one approved", async () => {
  await SCENES.plan(browser);
  const approve = await browser.find('plangate-approval [data-part="approve"]');
  await browser.run(() => document.querySelector("plangate-approval").scrollIntoView({ block: "center" }));
  await browser.driver.actions().move({ origin: approve }).press().perform();
  await browser.run(() => {
    const { gate } = window.page;
    return gate.editPlan({ planRef: gate.getSnapshot().plan.ref, plan: { title: "Another plan altogether" } });
  });
  await browser.driver.actions().release().perform();
  await browser.until(() => window.page.errors.length > 0);
  assert.deepEqual(await browser.run(() => window.page.errors), [["plangate-approval", "ERR_PLAN_STALE"]]);
  const { mode, plan, approval } = await snapshot();
  assert.deepEqual([mode, plan.ref.version, approval], ["awaiting-approval", 2, null]);
  // Pressed again, the one on the screen is.
  await approve.click();
  await browser.until(() => window.page.gate.getSnapshot().execution?.state === "done");
  assert.equal((await snapshot()).plan.ref.version, 2);
});

// --- what stays

test("typed words, choices, focus and nodes stay while the session changes around them", async () => {
  await SCENES.questions(browser);
  await tabTo("questions radio");
  await browser.press(Key.SPACE);
  await browser.press(Key.TAB);
  await chooseOwn();
  await browser.press(Key.TAB);
  assert.equal(await focused(), "questions own-text");
  await browser.press("half a sen");
  await browser.run(() => {
    window.kept = document.activeElement;
    return window.page.gate.answer({ limit: { option: 2 } });
  });
  await until("plangate-questions fieldset:disabled");
  await browser.run(() => window.page.gate.updateWorld({ workspaceHash: "h2" }));
  await browser.press("tence");
  assert.deepEqual(
    await browser.run(() => [window.kept === document.activeElement, document.activeElement.value, document.querySelector("plangate-questions input:checked").value]),
    [true, "half a sentence", "2"],
  );
  // The same for the comment on a plan, while an explanation is written and the card comes up anew.
  await open([{ plan: PLAN }, { text: "Because.", emit: ["Be", "cause."] }]);
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await until("plangate-approval");
  await tabTo("approval change");
  await browser.press(Key.ENTER, "tests ");
  await browser.run(() => {
    window.kept = document.activeElement;
    return window.page.gate.send({ text: "Why is step 2 needed?" });
  });
  await browser.until(() => window.page.gate.getSnapshot().messages.at(-1).content === "Because.");
  await browser.press("first");
  assert.deepEqual(await browser.run(() => [window.kept === document.activeElement, document.activeElement.value]), [true, "tests first"]);
});

test("a gate that is taken away, swapped or outlived leaves nothing behind", async () => {
  await SCENES.plan(browser);
  const counts = await browser.run(() => {
    const { gate } = window.page;
    let listening = 0;
    const counted = { ...gate, subscribe: (listener) => ((stop) => (listening += 1, () => ((listening -= 1), stop())))(gate.subscribe(listener)) };
    const plan = document.querySelector("plangate-plan");
    const seen = [];
    const look = () => seen.push([listening, plan.hidden]);
    plan.gate = counted;
    look();
    plan.gate = null;
    look();
    plan.gate = counted;
    look();
    const { parentNode, nextSibling } = plan;
    plan.remove();
    look();
    parentNode.insertBefore(plan, nextSibling);
    look();
    return seen;
  });
  assert.deepEqual(counts, [[1, false], [0, true], [1, false], [0, false], [1, false]]);
});

test("a refusal can be dismissed, and only the last few are kept", async () => {
  await SCENES.plan(browser);
  const writes = Array.from({ length: 7 }, (_, index) => ({ ...WRITE_ENV, args: { path: `/work/${index}`, content: "" } }));
  await browser.run(async (writes) => {
    for (const call of writes) await window.page.gate.callTool(call, async () => 1);
  }, writes);
  await until("plangate-refusals");
  const count = () => browser.run(() => document.querySelectorAll('plangate-refusals [data-part="refusal"]').length);
  assert.equal(await count(), 5);
  for (let left = 5; left > 0; left -= 1) {
    await tabTo("refusals dismiss");
    await browser.press(Key.ENTER);
    assert.equal(await count(), left - 1);
  }
  assert.deepEqual(await shown(), ["plan", "approval"]);
});

test("resume and give up", async () => {
  await open([{ plan: TASKED }, { text: "As far as I came." }, { calls: [READ], text: "Again." }]);
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await until("plangate-approval");
  await tabTo("approval approve");
  await browser.press(Key.ENTER);
  await until('plangate-progress[data-state="interrupted"] [data-part="resume"]');
  await tabTo("progress resume");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.outcomes.length === 1);
  await until('plangate-progress[data-state="interrupted"] [data-part="resume"]');
  await tabTo("progress cancel");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.gate.getSnapshot().execution === null);
  assert.deepEqual(await shown(), ["plan"]);
});

test("a task that waits for the person's word is confirmed by its button, and others have none", async () => {
  // The second step says nothing of how it is checked: that it is done is the person's to say.
  const steps = TASKED.steps.slice(0, 2).map((step, index) => (index === 1 ? { ...step, doneWhen: [], dependsOn: ["s1"] } : step));
  await open([{ plan: { ...TASKED, steps } }, { text: "As far as I came." }]);
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await until("plangate-approval");
  await tabTo("approval approve");
  await browser.press(Key.ENTER);
  await until('plangate-progress[data-state="interrupted"]');
  const confirms = () => browser.run(() => [...document.querySelectorAll('plangate-progress [data-part="confirm"]')].map((node) => !node.hidden));
  assert.deepEqual(await confirms(), [false, false]);
  await browser.run(async () => {
    const tell = (event) => window.page.gate.task(event);
    await tell({ op: "start", id: "s1" });
    await tell({ op: "evidence", id: "s1", item: { kind: "test-exit", ref: "npx vitest run login", exit: 0 } });
    await tell({ op: "finish", id: "s1" });
    await tell({ op: "start", id: "s2" });
  });
  await browser.until(() => document.querySelectorAll('plangate-progress [data-part="confirm"]:not([hidden])').length === 1);
  assert.deepEqual(await confirms(), [false, true]);
  await tabTo("progress confirm");
  await browser.press(Key.ENTER);
  await browser.until(() => window.page.gate.getSnapshot().execution?.state === "done");
  const [, second] = await browser.run(() => window.page.gate.getSnapshot().tasks.map(({ evidence }) => evidence[0]));
  assert.deepEqual([second.kind, second.by], ["approval", "user"]);
});

// --- words of one's own

test("the language comes from the nearest `lang`; words can be replaced one by one", async () => {
  await browser.open(`${site.url}elements/late.html`);
  const seen = await browser.run(async (plan) => {
    const { createPlanGate } = await import("/plangate/dist/index.js");
    const answer = `\`\`\`plan\n${JSON.stringify(plan)}\n\`\`\``;
    const gate = await createPlanGate({ sessionId: "late", storage: "memory", host: { callModel: async () => answer } });
    await gate.send({ text: "Raise it", plan: true });
    await gate.settled();
    // Set before the element is known, as a framework may.
    for (const element of document.querySelectorAll("plangate-plan, plangate-approval")) element.gate = gate;
    const { defineElements } = await import("/plangate/dist/elements.js");
    defineElements();
    defineElements({});
    const other = new Map();
    defineElements({ registry: { get: (name) => other.get(name), define: (name, element) => void other.set(name, element) } });
    if (other.size !== 11) throw new Error("the registry that was given was not used");
    const [card, bar] = ["plan", "approval"].map((name) => document.querySelector(`plangate-${name}`));
    const said = [];
    const look = () => said.push(card.querySelector('[data-part="status"]').innerText, bar.querySelector('[data-part="approve"]').innerText);
    look();
    bar.texts = { approval: { approve: "Давай", reject: 7, nothing: "x" }, nobody: {} };
    card.locale = "en";
    look();
    said.push(bar.querySelector('[data-part="reject"]').innerText, card.querySelector('[data-part="card"]').lang);
    bar.texts = null;
    card.locale = null;
    look();
    return said;
  }, PLAN);
  assert.deepEqual(seen, ["Ждёт одобрения", "批准并执行", "Waits for approval", "Давай", "拒绝", "en", "Ждёт одобрения", "批准并执行"]);
});

// --- harm

const MARKUP = `<img src="/harm.png" onerror="window.harmed = 1"><script>window.harmed = 2</script><style>body{display:none}</style>`;
const ADDRESSES = `![x](https://harm.example/x.png) [y](javascript:window.harmed=3) https://harm.example/ data:text/html,x`;
const BIDI = "\u202egnp.exe\u202c \u2067\u05d0\u05d1\u2066 \u200f\u061c";
const WORD = "x".repeat(100_000);

test("a plan written to do harm makes no script, no request and no mess", async () => {
  await browser.size(390, 844);
  const harm = `${MARKUP} ${ADDRESSES} ${BIDI}`;
  const plan = {
    title: `${harm} ${WORD}`,
    aim: harm,
    steps: [
      { action: `${harm} ${WORD}`, expected: harm, input: harm, target: harm, effect: harm, id: "s1", doneWhen: [{ kind: "artifact", ref: `${MARKUP}${BIDI}` }] },
      { action: BIDI, expected: WORD },
    ],
    libraries: [{ name: MARKUP, purpose: ADDRESSES, usage: BIDI }],
    sandbox: { policy: "create", notes: harm },
    scope: { paths: [`src/${BIDI}`, `src/${MARKUP}`, "y".repeat(3_000)], tools: [`${MARKUP}/x`], commands: [`echo ${BIDI}`], network: ["harm.example"], resources: [] },
    nonGoals: [harm],
    resources: [harm],
    risks: [WORD, harm],
    openQuestions: [harm],
    rollback: `${harm} ${WORD}`,
  };
  const questions = [{ id: "q", question: `${harm} ${WORD}`, options: [MARKUP, BIDI, WORD] }];
  await open([{ questions }, { plan }, { calls: [{ ...WRITE_ENV, why: harm, stepId: "s1", args: { path: `/work/${BIDI}.env`, content: WORD } }] }]);
  // Words of a message's language, and what draws tasks, are the package's own.
  const asks = () => site.requests.filter((path) => !/\/plangate\/dist\/chunks\/(?:lexicon|drawing)-[^/]+\.js$/u.test(path)).length;
  const asked = asks();
  const look = async (...expected) => {
    for (const tag of expected) await until(`plangate-${tag}`);
    const found = await browser.run(() => ({
      harmed: window.harmed,
      // The picture of the tasks draws lines, and says in numbers where its boxes are; nothing else does either.
      nodes: [...document.querySelectorAll("[data-plangate] :is(img, script, style, a, iframe, object, svg, link, [style], [onerror], [href], [src])")]
        .filter((node) => !node.matches('plangate-graph svg[data-part="lines"]'))
        .filter((node) => node.attributes.length > 3 || !/^(--(layer|row|rows|rail|columns): [\w ,.()]+; ?)+$/.test(node.getAttribute("style") ?? ""))
        .map((node) => node.outerHTML.slice(0, 100)),
      over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      fetched: performance.getEntriesByType("resource").filter(({ name }) => /harm/.test(name)).length,
      // What can turn the order of letters is shut in, and where it matters it is written out.
      loose: [...document.querySelectorAll("[data-plangate] :not(textarea)")].filter((node) => {
        const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map((child) => child.data).join("");
        return /[\u202a-\u202e\u2066-\u2069]/.test(own) && !(node.dir === "auto" && /isolate|plaintext/.test(getComputedStyle(node).unicodeBidi));
      }).length,
      raw: [...document.querySelectorAll("[data-plangate] :is(code, pre)")].filter((node) => /[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/.test(node.textContent)).length,
    }));
    assert.deepEqual(found, { harmed: null, nodes: [], over: 0, fetched: 0, loose: 0, raw: 0 }, expected.join());
    assert.equal(asks(), asked);
  };
  await browser.run(() => void window.page.gate.send({ text: "Raise it", plan: true }));
  await look("questions");
  assert.ok((await text("plangate-questions legend")).includes(MARKUP));
  await browser.run(() => window.page.gate.answer({ q: { text: "go" } }));
  await look("plan", "approval");
  assert.ok((await text('plangate-plan [data-part="title"]')).includes(MARKUP));
  assert.ok((await text('plangate-plan [data-part="scope"]')).includes("\\u{202e}gnp.exe"));
  assert.match(await text('plangate-plan [data-part="warnings"]'), /change the order of letters/);
  assert.deepEqual(await browser.axe(), []);
  await browser.run(() => window.page.gate.decide({ planRef: window.page.gate.getSnapshot().plan.ref, intent: "approve" }));
  await look("plan", "steps", "progress", "graph");
  await browser.run(() => {
    const { gate } = window.page;
    return gate.decideStep({ requestId: gate.getSnapshot().stepRequests[0].requestId, granted: false });
  });
  await look("refusals");
  await quiet();
});
