// The picture of the tasks in a real browser, under the strict policy: that its lines end where they should and run through nothing,
// that no word is cut, at two widths, in three languages, light and dark; what the boxes say; what stays; and how much it bears.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { Key } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { SCENES, WOVEN, tell } from "./scenes.mjs";
import { openShowroom } from "./showroom.mjs";

const SHOTS = process.env.PLANGATE_SHOTS;
const GRAPH = "plangate-graph";
const { textsOf } = await import(join(packageFolder, "dist/elements.js"));
/** Each dependency of the plan. */
const LINES = WOVEN.steps.flatMap(({ id, dependsOn }) => dependsOn.map((first) => `${first} ${id}`)).sort();

let showroom;
let browser;

before(async () => {
  showroom = await openShowroom();
  ({ browser } = showroom);
});

after(() => showroom?.close());

beforeEach(async () => {
  await browser.size(1280, 900);
  await showroom.fresh();
});

/** Until the lines are where the boxes are: they are drawn with the next frame, and again when sizes change. */
const drawn = () => browser.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))));

/** What is there, and what is wrong with it. */
async function look() {
  await drawn();
  return browser.run(() => {
    const graph = document.querySelector("plangate-graph");
    const boxes = [...graph.querySelectorAll('[data-part="task"]')];
    const faults = [];
    const titleOf = (node) => node.querySelector('[data-part="text"]').textContent.slice(0, 30);
    const isWithin = (inner, outer, by) => inner.left >= outer.left - by && inner.right <= outer.right + by && inner.top >= outer.top - by && inner.bottom <= outer.bottom + by;
    const rects = new Map(boxes.map((box) => [box, box.getBoundingClientRect()]));
    for (const [one, a] of rects) {
      for (const [other, b] of rects) {
        if (one === other || one.contains(other) || other.contains(one)) continue;
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults.push(`${titleOf(one)} overlaps ${titleOf(other)}`);
      }
      const { parentElement } = one;
      const container = parentElement.closest('[data-part="task"]');
      if (container && !isWithin(a, container.getBoundingClientRect(), 0)) faults.push(`${titleOf(one)} leaves ${titleOf(container)}`);
      // Every word within its box, and none wider than what holds it.
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const rect of range.getClientRects()) if (!isWithin(rect, a, 0)) faults.push(`cut: ${walker.currentNode.data.slice(0, 40)}`);
      }
      if (one.scrollWidth > one.clientWidth) faults.push(`too wide inside: ${titleOf(one)}`);
    }
    const lines = [...graph.querySelectorAll("path")].map((path) => {
      const { from, to } = path.dataset;
      const level = path.closest('[data-part="square"]').querySelector('[data-part="tasks"]');
      const titles = window.page.gate.getSnapshot().tasks;
      const boxOf = (id) => [...level.children].find((box) => titleOf(box) === (window.titles?.[id] ?? titles.find((task) => task.id === id).title).slice(0, 30));
      const [start, end] = [boxOf(from), boxOf(to)];
      const way = document.createElementNS("http://www.w3.org/2000/svg", "path");
      way.setAttribute("d", `M${path.getAttribute("d").split("M")[1]}`);
      const matrix = path.getScreenCTM();
      const length = way.getTotalLength();
      const at = (far) => way.getPointAtLength(far).matrixTransform(matrix);
      const near = ({ x, y }, rect) => x >= rect.left - 1 && x <= rect.right + 1 && y >= rect.top - 1 && y <= rect.bottom + 1 &&
        Math.min(Math.abs(x - rect.left), Math.abs(x - rect.right), Math.abs(y - rect.top), Math.abs(y - rect.bottom)) <= 1;
      if (!near(at(0), rects.get(start))) faults.push(`${from} to ${to} does not begin at its box`);
      if (!near(at(length), rects.get(end))) faults.push(`${from} to ${to} does not end at its box`);
      for (let far = 2; far < length - 2; far += boxes.length > 50 ? 8 : 2) {
        const { x, y } = at(far);
        for (const box of level.children) {
          const rect = rects.get(box);
          if (x > rect.left + 1 && x < rect.right - 1 && y > rect.top + 1 && y < rect.bottom - 1) {
            faults.push(`${from} to ${to} runs through ${titleOf(box)}`);
            far = length;
          }
        }
      }
      return `${from} ${to}`;
    });
    return {
      layout: graph.dataset.layout,
      boxes: boxes.length,
      lines: lines.sort(),
      faults: [...new Set(faults)],
      beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
}

const fine = (layout) => ({ layout, boxes: 12, lines: LINES, faults: [], beyond: 0 });
const box = (title) =>
  browser.run((title) => [...document.querySelectorAll('plangate-graph [data-part="task"]')].find((node) => node.innerText.includes(title)).innerText, title);
const quiet = async () => {
  assert.deepEqual(await browser.run(() => window.page.violations), []);
  assert.deepEqual(await browser.console(), []);
};

/** A snapshot of one's own over the session's: tasks that no plan brings about. */
const pretend = (tasks) =>
  browser.run((tasks) => {
    const { gate } = window.page;
    const whole = tasks.map((task) => ({ status: "pending", reason: null, attempt: 0, parent: null, optional: false, evidence: [], dependsOn: [], ...task }));
    window.titles = Object.fromEntries(whole.map(({ id, title }) => [id, title]));
    const element = document.querySelector("plangate-graph");
    window.shown = whole;
    window.listeners = new Set();
    const start = performance.now();
    element.gate = {
      ...gate,
      getSnapshot: () => ({ ...gate.getSnapshot(), tasks: window.shown }),
      subscribe: (listener) => (window.listeners.add(listener), () => window.listeners.delete(listener)),
    };
    return Math.round(performance.now() - start);
  }, tasks);

test("twelve tasks: each a box, each dependency a line that ends at its boxes and runs through none, narrow and wide", async () => {
  await SCENES.graph(browser);
  for (const [width, layout] of [[1280, "across"], [390, "down"], [700, "down"], [1920, "across"]]) {
    await browser.size(width, 900);
    assert.deepEqual(await look(), fine(layout), `${width} px`);
    // All of it is seen at once.
    const hidden = await browser.run(() => (({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('plangate-graph [data-part="scroller"]')));
    assert.equal(hidden, 0, `${width} px`);
  }
  await quiet();
});

test("in every language, light and dark, nothing is cut and axe finds nothing", async () => {
  await SCENES.graph(browser);
  for (const locale of ["en", "ru", "zh"]) {
    await browser.run((locale) => window.page.each({ locale }), locale);
    const own = textsOf(locale);
    for (const [width, layout] of [[390, "down"], [1280, "across"]]) {
      for (const theme of ["light", "dark"]) {
        await browser.size(width, 900);
        await browser.run((theme) => void (document.documentElement.dataset.theme = theme), theme);
        assert.deepEqual(await look(), fine(layout), `${locale} ${width} ${theme}`);
        assert.deepEqual(await browser.axe(GRAPH), [], `${locale} ${width} ${theme}`);
        if (SHOTS) await browser.shot(join(SHOTS, `graph-${locale}-${width}-${theme}.png`));
      }
    }
    const words = await browser.run(() => document.querySelector("plangate-graph").innerText);
    for (const said of [own.graph.label, own.progress.task.failed, own.progress.task.blocked, own.plan.optional, own.graph.kinds.artifact]) {
      assert.ok(words.includes(said), `${locale}: ${said}`);
    }
  }
  await quiet();
});

test("right to left the picture is turned, and its lines with it", async () => {
  await browser.run(() => void (document.documentElement.dir = "rtl"));
  await SCENES.graph(browser);
  for (const [width, layout] of [[1280, "across"], [390, "down"]]) {
    await browser.size(width, 900);
    assert.deepEqual(await look(), fine(layout), `${width} px`);
  }
  const sides = await browser.run(() => ["Read the login", "Put the limiter"].map((title) =>
    [...document.querySelectorAll('plangate-graph [data-part="task"]')].find((node) => node.innerText.includes(title)).getBoundingClientRect().right));
  assert.equal(sides[0], sides[1]);
  await quiet();
});

test("a box says its number, status, what it waits for and what proves it", async () => {
  await SCENES.graph(browser);
  assert.match(await box("Read the login"), /^1 Read[^]*done\s+result notes\/login\.md\s+Seen: 9f2c1ab07d55, May 4, 2031, 10:15/);
  assert.match(await box("Add the store"), /^3 Add[^]*done\s+After 1\s+test npx vitest run store\s+Seen: exit code 0, npx vitest run store --coverage, runner$/);
  assert.match(await box("Put the limiter"), /^5 Put[^]*running\s+After 3, 4\s+file src\/login\.ts$/);
  assert.match(await box("Run the login tests"), /to do\s+Waits for 5 · After 2\s+test npx vitest run login$/);
  assert.match(await box("Measure under load"), /to do\s+optional\s+Waits for 6/);
  assert.match(await box("Bring the settings"), /blocked\s+waits for the keys of staging\s+After 1\s+result staging\/config$/);
  assert.match(await box("Describe"), /failed\s+After 4/);
  assert.match(await box("Let a person"), /Waits for 6, 8\s+a person’s word review$/);
  // The same status can be told by the form of its mark.
  const signs = await browser.run(() => ["done", "failed", "blocked", "running", "pending"].map((status) => {
    const mark = document.querySelector(`plangate-graph [data-status="${status}"] [data-part="mark"]`);
    return `${getComputedStyle(mark, "::before").content} ${getComputedStyle(mark).backgroundImage === "none"}`;
  }));
  assert.equal(new Set(signs).size, signs.length, signs.join());
});

test("the list is in topological order, the picture is scrolled by keys, and what is updated stays the same node", async () => {
  // Wide, but less than the picture.
  await browser.size(1100, 900);
  await SCENES.graph(browser);
  await drawn();
  const numbers = await browser.run(() => [...document.querySelectorAll('plangate-graph [data-part="number"]')].map((node) => Number(node.innerText)));
  assert.deepEqual(numbers, Array.from({ length: 12 }, (_, index) => index + 1));
  await browser.run(() => {
    const scroller = document.querySelector('plangate-graph [data-part="scroller"]');
    scroller.focus();
    window.kept = [scroller, ...document.querySelectorAll('plangate-graph [data-part="task"]'), ...document.querySelectorAll("plangate-graph path")];
  });
  await browser.press(Key.ARROW_RIGHT, Key.ARROW_RIGHT);
  await browser.until(() => document.querySelector('plangate-graph [data-part="scroller"]').scrollLeft > 0);
  await tell(browser, { op: "evidence", id: "wire", item: { kind: "file-hash", ref: "src/login.ts", hash: "abcdef0123456789" } }, { op: "finish", id: "wire" }, { op: "start", id: "run" });
  await drawn();
  const [same, focused, scrolled, count] = await browser.run(() => [
    window.kept.every((node) => node.isConnected),
    document.activeElement === window.kept[0],
    window.kept[0].scrollLeft > 0,
    window.kept.length,
  ]);
  assert.deepEqual([same, focused, scrolled, count], [true, true, true, 1 + 12 + LINES.length]);
  assert.match(await box("Put the limiter"), /done\s+After 3, 4\s+file src\/login\.ts\s+Seen: abcdef012345$/);
  assert.match(await box("Run the login tests"), /running/);
  assert.deepEqual(await look(), fine("across"));
});

test("tasks within a task are shown in its box, with the lines between them", async () => {
  await SCENES.graph(browser);
  const part = (id, parent, ...dependsOn) => ({ id, title: `Task ${id}`, parent, dependsOn });
  await pretend([part("a", null), part("box", null, "a"), part("b1", "box"), part("b2", "box", "b1"), part("b3", "box", "b1"), part("in", "b3"), part("z", null, "box")]);
  for (const [width, layout] of [[1280, "across"], [390, "down"]]) {
    await browser.size(width, 900);
    assert.deepEqual(await look(), { layout, boxes: 7, lines: ["a box", "b1 b2", "b1 b3", "box z"], faults: [], beyond: 0 }, `${width} px`);
    assert.deepEqual(await browser.axe(GRAPH), []);
  }
  const within = await browser.run(() => [...document.querySelectorAll('plangate-graph [data-part="task"] [data-part="task"] [data-part="text"]')].map((node) => node.innerText));
  assert.deepEqual(within, ["Task b1", "Task b2", "Task b3", "Task in"]);
  await quiet();
});

/** A graph as large as is asked for: each task waits for up to two before it. */
const many = (count, status) =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    title: `Task ${index}`,
    status: status(index),
    dependsOn: [...new Set([index - 1 - (index % 7), index - 2 - (index % 11)])].filter((other) => other >= 0).map((other) => `t${other}`),
  }));

/** How long the page is busy with a new snapshot, up to its next picture. */
const busy = (change) =>
  browser.run(async (change) => {
    const start = performance.now();
    if (change !== null) window.shown = window.shown.map((task) => (task.id === change ? { ...task, status: "done" } : task));
    for (const listener of window.listeners) listener();
    document.querySelector("plangate-graph").getBoundingClientRect();
    const worked = performance.now() - start;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [Math.round(worked), Math.round(performance.now() - start)];
  }, change);

test("two hundred tasks are drawn whole; of ten thousand those that matter, and it says so", async () => {
  await SCENES.graph(browser);
  for (const [width, layout] of [[1280, null], [390, "down"]]) {
    await browser.size(width, 900);
    await pretend(many(200, (index) => (index < 50 ? "done" : "pending")));
    const seen = await look();
    assert.deepEqual([seen.boxes, seen.faults, seen.beyond], [200, [], 0], `${width} px`);
    if (layout !== null) assert.equal(seen.layout, layout);
    assert.equal(await browser.run(() => document.querySelector('plangate-graph [data-part="hint"]').hidden), true);
  }
  await browser.size(1280, 900);
  process.stdout.write(`   200 tasks at first: ${await pretend(many(200, () => "pending"))} ms of work\n`);
  process.stdout.write(`   200 tasks, one changes: ${(await busy("t60")).join(" ms of work, picture after ")} ms\n`);
  // Half of them done; the last ones are running.
  const half = many(10_000, (index) => (index < 5_000 ? "done" : index >= 9_990 ? "running" : "pending"));
  process.stdout.write(`   10,000 tasks at first: ${await pretend(half)} ms of work\n`);
  await drawn();
  process.stdout.write(`   10,000 tasks, one changes: ${(await busy("t5000")).join(" ms of work, picture after ")} ms\n`);
  const [count, running, done, note] = await browser.run(() => [
    ...["[data-part=task]", "[data-part=task][data-status=running]", "[data-part=task][data-status=done]"].map((css) => document.querySelectorAll(`plangate-graph ${css}`).length),
    document.querySelector('plangate-graph [data-part="hint"]').innerText,
  ]);
  assert.deepEqual([count, running, done], [200, 10, 0]);
  assert.match(note, /^200 of 10000 tasks/);
  assert.deepEqual(await browser.axe(GRAPH), []);
  await quiet();
});

test("there is no picture without tasks", async () => {
  await SCENES.plan(browser);
  assert.equal(await browser.run(() => document.querySelector("plangate-graph").hidden), true);
});
