// Plans and files written to do harm, in a page under a strict policy with Trusted Types; and a page that may not store anything.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openEndpoint } from "./endpoint.mjs";
import { newest, part, stage } from "./stage.mjs";

const it = stage();
const BAIT = "https://127.0.0.1:9/stolen";
const EVIL = [
  `<script>globalThis.harmed = 1</script>`,
  `see <img src="${BAIT}" onerror="globalThis.harmed = 1">`,
  `<svg onload="globalThis.harmed = 1"><use href="${BAIT}"/></svg>`,
  `<iframe srcdoc="<script>top.harmed = 1</script>"></iframe><style>@import url(${BAIT});</style>`,
  `[click](javascript:globalThis.harmed=1) ![x](${BAIT}) <a href="javascript:globalThis.harmed=1">a</a>`,
  "\u202Egnp.exe\u202C \u2066 \u200B\u0000 ${globalThis.harmed = 1} {{constructor.constructor('harmed=1')()}}",
];
const LONG = "w".repeat(100_000);

/** Watches what must not happen: an event of the policy, a request to somewhere else, markup from text. */
const watch = (page) =>
  page.browser.run(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
const harm = (page) =>
  page.browser.run((own) => ({
    harmed: globalThis.harmed ?? null,
    violations: globalThis.violations,
    foreign: performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !own.some((origin) => name.startsWith(origin))),
    nodes: document.querySelectorAll("#messages img, #messages script, #messages iframe, #messages svg, #messages style, #messages a, #side img, #side script").length,
    over: document.documentElement.scrollWidth - innerWidth,
  }), [it.url, page.model.url]);
const FINE = { harmed: null, violations: [], foreign: [], nodes: 0, over: 0 };

test("plans, questions, answers and calls full of markup are text everywhere on the page", async (t) => {
  const fence = (label, value) => `\`\`\`${label}\n${JSON.stringify(value)}\n\`\`\``;
  const step = (text) => ({ action: text, expected: text, input: text, target: text, effect: text });
  const turns = [
    fence("plan-questions", { questions: EVIL.slice(0, 3).map((text, index) => ({ id: `q${index}`, question: text, options: [EVIL[3], EVIL[4], EVIL[5]] })) }),
    fence("plan", {
      title: EVIL.join(" "),
      aim: EVIL[1],
      steps: [...EVIL.map(step), { action: LONG, expected: EVIL[0] }],
      libraries: [{ name: EVIL[0], purpose: EVIL[1], usage: EVIL[2] }],
      sandbox: { policy: "create", notes: EVIL[3] },
      risks: EVIL,
      openQuestions: EVIL,
      rollback: EVIL[4],
      nonGoals: EVIL,
      scope: { paths: ["hello.txt", ...EVIL], tools: ["filesystem/write_file"], commands: EVIL, network: [] },
    }),
  ];
  const model = await openEndpoint({
    answer(body) {
      if (body.messages[0].content.startsWith("You are the planner")) return { text: turns.shift() ?? "" };
      if (body.messages.some(({ role }) => role === "tool")) return { text: EVIL.join("\n") };
      return { text: EVIL[0], calls: [{ name: "filesystem__write_file", args: { path: "/login-service/other.txt", content: EVIL.join("\n") } }] };
    },
  });
  t.after(() => model.close());
  const page = await it.open({ query: `pace=0&connect=${model.url}`, settings: { model: "endpoint", endpoint: `${model.url}/v1`, modelName: EVIL[1] } });
  page.model = model;
  await page.browser.run(() => void (globalThis.plangateDemo.page.secret.key = "right"));
  await watch(page);
  await page.click("#tab-machinery");
  await page.say(`${EVIL[0]} Raise the timeout ${EVIL[4]}`);
  assert.equal((await page.settled()).state, "questions");
  assert.deepEqual(await harm(page), FINE, "question card");
  await page.browser.run((text) => {
    const { gate } = globalThis.plangateDemo;
    const asked = gate.getSnapshot().planPending.questions.map(({ id }, index) => [id, index === 0 ? { text } : { option: 1 }]);
    return gate.answer(Object.fromEntries(asked));
  }, EVIL[0]);
  const shot = await page.settled();
  assert.equal(shot.state, "plan");
  assert.equal(await page.isShown(newest("plangate-plan")), true);
  assert.deepEqual(await harm(page), FINE, "plan card");
  await it.browser.size(390, 800);
  assert.deepEqual(await harm(page), FINE, "plan card, narrow");
  await it.browser.size(1280, 800);
  await page.click(part("plangate-approval", "approve"));
  assert.equal((await page.settled()).status, "stepping");
  assert.deepEqual(await harm(page), FINE, "step request");
  await page.click(part("plangate-steps", "allow"));
  await page.settled();
  await page.click("#tab-changes");
  assert.deepEqual(await harm(page), FINE, "the end");
  assert.match(await page.text("#changes"), /globalThis\.harmed = 1/u, "the file is shown as it is");
});

test("the policy is the strict one, and nothing on the page needs more", async () => {
  const answer = await fetch(it.url);
  const policy = answer.headers.get("content-security-policy");
  for (const rule of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self';", "require-trusted-types-for 'script'", "trusted-types 'none'"]) assert.ok(policy.includes(rule), rule);
  const loose = await fetch(`${it.url}?connect=*&connect=https:&connect=http://a.example%20https://b.example&connect=http://127.0.0.1:1/path&connect='unsafe-inline'`);
  assert.equal(loose.headers.get("content-security-policy"), policy, "only whole origins are let in");
  assert.ok(!/<script(?![^>]*src=)|style=|\son\w+=/u.test(await answer.text()), "no inline script, style or handler");
});

test("storage is blocked: said, and plan mode works for this page", async () => {
  const { browser } = it;
  if (browser.name !== "chromium") return;
  const source = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });";
  const { identifier } = await browser.driver.sendAndGetDevToolsCommand("Page.addScriptToEvaluateOnNewDocument", { source });
  try {
    await browser.open(`${it.url}?pace=0`);
    await browser.until(() => globalThis.plangateDemo?.gate);
    const page = await it.attach();
    assert.match((await page.snapshot()).faults.map(({ code }) => code).join(), /W_STORAGE/u);
    assert.equal(await page.isShown("plangate-faults"), true);
    await page.say("Set the login timeout to 45 seconds, without tests.");
    assert.equal((await page.settled()).state, "plan");
    await page.click(part("plangate-approval", "approve"));
    assert.equal((await page.settled()).status, "stepping");
    await page.click(part("plangate-steps", "refuse"));
    assert.equal((await page.settled()).execution.state, "done");
  } finally {
    await browser.driver.sendAndGetDevToolsCommand("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  }
});
