// The offline model by itself: what it makes of requests, answers and changes in three languages, over the folder of the page. No
// browser is needed; the tools are those of the page's own server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answersOf, think } from "../../www/src/offline/plan.js";
import { revise } from "../../www/src/offline/revise.js";
import { speechOf } from "../../www/src/offline/speech.js";
import { amountOf, languageOf } from "../../www/src/offline/words.js";
import { SEED } from "../../www/src/seed.js";

const SPEECH = Object.fromEntries(await Promise.all(["en", "ru", "zh"].map(async (language) => [language, await speechOf(language)])));
const FILES = SEED.filter(([path]) => !path.startsWith(".")).map(([path, text]) => ({ path, text }));
const about = (text, answers = {}) => think(text, FILES, new Map(Object.entries(answers)), SPEECH[languageOf(text)]);
const effects = (draft) => draft.steps.map(({ effect, target }) => (target === undefined ? effect : `${effect} @ ${target}`));

/** What is asked, by the ids of the questions. */
const ASKED = [
  ["Raise the login timeout, people on slow lines can not log in.", ["value", "tests"]],
  ["Увеличь таймаут входа, люди на медленных линиях не могут войти.", ["value", "tests"]],
  ["延长登录超时时间，网络慢的人无法登录。", ["value", "tests"]],
  ["Allow more login attempts before an account is locked.", ["value", "tests"]],
  ["Увеличь таймаут входа до полминуты", ["tests"]],
  ["让会话持续两小时", ["tests"]],
  ["Add an audit log of failed logins", ["place", "tests"]],
  ["Добавь проверку здоровья сервера", ["place", "tests"]],
  ["rename verifyPassword", ["name"]],
];
for (const [text, ids] of ASKED) test(`asks: ${text}`, () => assert.deepEqual(about(text).questions?.map(({ id }) => id), ids));

/** What is planned where nothing is open. */
const PLANNED = [
  ["Set the login timeout to 45 seconds, no tests", ["set loginTimeoutMs = 45_000 @ src/config.js", "docs loginTimeoutMs = 45_000 @ README.md", "check"]],
  ["Set the login timeout to 45 seconds and write tests first", ["test loginTimeoutMs = 45_000 @ test/login.test.js", "set loginTimeoutMs = 45_000 @ src/config.js", "docs loginTimeoutMs = 45_000 @ README.md", "check"]],
  ["把登录超时改成45秒，不要测试", ["set loginTimeoutMs = 45_000 @ src/config.js", "docs loginTimeoutMs = 45_000 @ README.md", "check"]],
  ["Сделай сессию на 2 часа, без тестов", ["set sessionTtlMinutes = 120 @ src/config.js", "docs sessionTtlMinutes = 120 @ README.md", "check"]],
  ["Переименуй maxAttempts в attemptsMax", ["rename maxAttempts -> attemptsMax @ README.md", "rename maxAttempts -> attemptsMax @ src/config.js", "rename maxAttempts -> attemptsMax @ src/attempts.js", "check"]],
  ["remove the rate limit", ["drop rateLimitPerMinute @ README.md", "drop rateLimitPerMinute @ src/config.js", "check"]],
  ["为会话写测试", ["test session @ test/session.test.js", "check"]],
];
for (const [text, steps] of PLANNED) test(`plans: ${text}`, () => assert.deepEqual(effects(about(text).draft), steps));

/** What waits for what, by place: a change for tests put before it, tests and documents for the change, the check for what is left. */
const LINKED = [
  ["Set the login timeout to 45 seconds, no tests", [[], [1], [2]]],
  ["Set the login timeout to 45 seconds and write tests first", [[], [1], [2], [3]]],
  ["Set the login timeout to 45 seconds and write tests after that", [[], [1], [1], [2, 3]]],
  ["Переименуй maxAttempts в attemptsMax", [[], [], [], [1, 2, 3]]],
  ["为会话写测试", [[], [1]]],
];
for (const [text, links] of LINKED) {
  test(`orders: ${text}`, () => {
    const { steps } = about(text).draft;
    assert.deepEqual(steps.map(({ dependsOn }) => dependsOn.map((id) => 1 + steps.findIndex((step) => step.id === id))), links);
    assert.ok(steps.every((step) => step.steps.length > 0 && step.doneWhen.length > 0));
  });
}

test("words that ask for no work are no plan", () => {
  for (const text of ["hi", "привет", "你好", "thank you!"]) assert.equal(about(text), null, text);
});

test("what a plan declares is what its steps write, and no secret is among it", () => {
  for (const [text] of [...ASKED, ...PLANNED]) {
    const { draft } = about(text, { value: "60 s", tests: "first", place: "src/login.js", name: "checkPassword", setting: "maxAttempts" });
    const targets = draft.steps.flatMap(({ target }) => target ?? []);
    assert.deepEqual([...new Set(targets)], draft.scope.paths, text);
    assert.ok(!draft.scope.paths.some((path) => path.startsWith(".env")), text);
  }
});

test("answers are read from the transcript, ready ones and a person's own", () => {
  const [value, tests] = about(ASKED[0][0]).questions;
  const messages = [
    { role: "assistant", questions: [value, tests], content: "" },
    { role: "user", planAnswer: true, content: `${value.question}\nUser's answer: 90 seconds: no less` },
    { role: "user", planAnswer: true, content: `${tests.question}\nОтвет пользователя: сначала тесты` },
  ];
  const answers = answersOf(messages);
  assert.deepEqual([...answers], [["value", "90 seconds: no less"], ["tests", "сначала тесты"]]);
  assert.deepEqual(effects(about(ASKED[0][0], Object.fromEntries(answers)).draft).slice(0, 2), ["test loginTimeoutMs = 90_000 @ test/login.test.js", "set loginTimeoutMs = 90_000 @ src/config.js"]);
});

test("an answer that is none becomes an assumption that can be seen", () => {
  const { draft } = about(ASKED[0][0], { value: "whatever you think", tests: "no" });
  assert.match(draft.risks.join("\n"), /Assumed.*loginTimeoutMs = 30 s/u);
});

const BASE = { ...about("Set the login timeout to 60 seconds, no tests").draft, userText: "Raise the login timeout" };
const [SET, DOCS, CHECK] = effects(BASE);
const TEST = "test loginTimeoutMs = 60_000 @ test/login.test.js";
const at = (value) => [`set loginTimeoutMs = ${value} @ src/config.js`, `docs loginTimeoutMs = ${value} @ README.md`, CHECK];

/** The next version by a person's words. */
const CHANGES = [
  [["второй шаг замени на тесты", "change step 2: tests", "replace the second step with tests", "instead of step 2 write tests", "Замени второй шаг: сначала тесты.", "вместо второго шага — тесты", "把第二步换成测试", "第2步改成写测试"], [SET, TEST, CHECK]],
  [["drop step 2", "убери второй шаг", "去掉第二步", "don't touch the README", "не трогай README", "不要改README", "without docs"], [SET, CHECK]],
  [["tests first", "сначала тесты", "先写测试"], [TEST, SET, DOCS, CHECK]],
  [["make it 45 seconds", "пусть будет 45 секунд", "改成45秒", "step 1 should use 45 s"], at("45_000")],
  [["use 2 minutes instead", "две минуты"], at("120_000")],
  [["swap steps 1 and 2", "поменяй местами шаги 1 и 2"], [DOCS, SET, CHECK]],
  [["also lock accounts for 30 minutes"], [SET, DOCS, "set lockMinutes = 30 @ src/config.js", CHECK]],
  [["not enough on security"], [SET, DOCS, "note not enough on security @ src/config.js", CHECK]],
];
for (const [words, steps] of CHANGES) {
  for (const one of words) test(`changes: ${one}`, () => assert.deepEqual(effects(revise(BASE, one, FILES, SPEECH.en)), steps));
}

test("amounts are told from places in a list", () => {
  assert.deepEqual([amountOf("step 2"), amountOf("второй шаг"), amountOf("第2步")], [null, null, null]);
  assert.deepEqual(amountOf("1,5 минуты"), { number: 1.5, ms: 60_000 });
  assert.deepEqual(amountOf("10 000 ms"), { number: 10_000, ms: 1 });
  assert.deepEqual(amountOf("half a minute"), { number: 0.5, ms: 60_000 });
});
