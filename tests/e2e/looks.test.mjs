// How the page looks in each state: pictures at two widths, light and dark, in three languages, for people to look at; and what a
// machine can say of it: no overflow, nothing for axe. Pictures go to the folder that `PLANGATE_SHOTS` names.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { PAGE, part, stage } from "./stage.mjs";

const it = stage();
/** Requests that leave nothing open, and a yes. */
const CLEAR = {
  en: ["Set the login timeout to 45 seconds and write tests after that.", "go ahead"],
  ru: ["Сделай таймаут входа 45 секунд, а потом тесты.", "ок, запускай"],
  zh: ["把登录超时改成45秒，然后写测试。", "好的，开始执行"],
};
const SHOTS = process.env.PLANGATE_SHOTS ?? join(PAGE, "../shots");
const WIDTHS = [390, 1280];

const WORDS = {
  en: ["Raise the login timeout, people on slow lines can not log in.", "no tests yet, the docs only", "replace the second step with tests", "go ahead"],
  ru: ["Увеличь таймаут входа, люди на медленных линиях не могут войти.", "пока без тестов", "второй шаг замени на тесты", "ок, запускай"],
  zh: ["延长登录超时时间，网络慢的人无法登录。", "先不写测试", "把第二步换成测试", "好的，开始执行"],
};

for (const [locale, [request, own, change, yes]] of Object.entries(WORDS)) {
  test(`the page in ${locale}`, async () => {
    const page = await it.open({ settings: { locale } });
    const { browser } = it;
    const look = async (state) => {
      for (const theme of ["light", "dark"]) {
        await browser.run((theme) => void (document.documentElement.dataset.theme = theme), theme);
        for (const width of WIDTHS) {
          await browser.size(width, 800);
          await browser.run(() => new Promise((done) => setTimeout(done, 80)));
          await browser.shot(join(SHOTS, `${state}-${locale}-${width}-${theme}.png`));
          assert.equal(await browser.run(() => document.documentElement.scrollWidth - innerWidth), 0, `${state}, ${width}, ${theme}: width`);
        }
        // Every state is looked at in both colours; words do not change what axe finds in a colour.
        if (locale === "en" || (locale === "ru") === (theme === "dark")) assert.deepEqual(await browser.axe(), [], `${state}, ${theme}: accessibility`);
      }
    };
    if (locale === "en") await look("0-start");
    await page.say(request);
    assert.equal((await page.settled()).state, "questions");
    await look("1-questions");
    await browser.run((text) => globalThis.plangateDemo.gate.answer({ value: { option: 2 }, tests: { text } }), own);
    assert.equal((await page.settled()).state, "plan");
    await look("2-plan");
    await page.say(change);
    assert.equal((await page.settled()).plan.ref.version, 2);
    await page.say(yes);
    assert.equal((await page.settled()).status, "stepping");
    await look("3-step-request");
    await page.click(part("plangate-steps", "refuse"));
    assert.equal((await page.settled()).execution.state, "done");
    await look("4-refusal-and-end");
    // The other panes differ between languages in their words only.
    if (locale === "en") {
      await browser.run(() => document.querySelector("[data-show=workspace]").click());
      await page.click("#tab-changes");
      await look("5-changes");
      await page.click("#tab-machinery");
      await look("6-machinery");
      await browser.run(() => document.querySelector("#open-settings").click());
      await look("7-settings");
    }
    assert.deepEqual((await browser.console()).filter((line) => /SEVERE|WARNING/u.test(line)), []);
    await browser.size(1280, 800);
  });
}

for (const [locale, [request, yes]] of Object.entries(CLEAR)) {
  test(`the picture of the tasks, and what a lost page leaves, in ${locale}`, async () => {
    const page = await it.open({ query: "pace=350", settings: { locale } });
    const { browser } = it;
    await page.say(request);
    assert.equal((await page.settled()).state, "plan");
    await page.say(yes);
    await browser.until(() => globalThis.plangateDemo.gate.getSnapshot().tasks.filter(({ status }) => status === "running" || status === "done").length > 1);
    await page.reload();
    await browser.until(() => globalThis.plangateDemo.gate.getSnapshot().tasks.some(({ reason }) => reason === "recovered"));
    await page.settled();
    assert.equal(await page.isShown("plangate-recovery"), true);
    await page.click("#tab-tasks");
    assert.equal(await page.isShown("plangate-graph"), true);
    for (const width of WIDTHS) {
      await browser.size(width, 800);
      for (const pane of width < 800 ? ["chat", "workspace"] : ["chat"]) {
        if (width < 800) await page.click(`[data-show=${pane}]`);
        await browser.shot(join(SHOTS, `9-recovery-${locale}-${width}-${pane}.png`));
        assert.equal(await browser.run(() => document.documentElement.scrollWidth - innerWidth), 0, `${pane}, ${width}: width`);
        assert.deepEqual(await browser.axe(), [], `${pane}, ${width}: accessibility`);
      }
    }
    await browser.size(1280, 800);
    await page.click("#resume");
    assert.equal((await page.settled()).status, "stepping");
    await page.click(part("plangate-steps", "refuse"));
    assert.equal((await page.settled()).execution.state, "done");
    await browser.shot(join(SHOTS, `9-tasks-${locale}-1280.png`));
  });
}

test("execution under way, in three widths", async () => {
  const page = await it.open({ query: "pace=350" });
  await page.say("Set the login timeout to 45 seconds and write tests first.");
  await page.settled();
  await page.say("go ahead");
  await it.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().tasks.some(({ status }) => status === "done"));
  for (const width of [390, 1280, 1920]) {
    await it.browser.size(width, 800);
    await it.browser.shot(join(SHOTS, `8-execution-en-${width}-light.png`));
    assert.equal(await it.browser.run(() => document.documentElement.scrollWidth - innerWidth), 0);
  }
  assert.deepEqual(await it.browser.axe(), []);
  await it.browser.size(1280, 800);
});
