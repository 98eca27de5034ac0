// How the page looks in each state: pictures at two widths, light and dark, in three languages, for people to look at; and what a
// machine can say of it: no overflow, nothing for axe. Pictures go to the folder that `PLANGATE_SHOTS` names.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { PAGE, part, stage } from "./stage.mjs";

const it = stage();
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
