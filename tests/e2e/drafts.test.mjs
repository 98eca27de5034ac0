// Plans that are none: thought aloud, quoted, repeated from the person's own message, or cut off. The real one is shown, and where
// there is none the chat goes on. By a host that is told what to answer, and over a chat-completions stream.
import assert from "node:assert/strict";
import { after, before as first, test } from "node:test";

import { openEndpoint } from "./endpoint.mjs";
import { PLAN, REQUEST } from "./scenes.mjs";
import { newest, stage } from "./stage.mjs";
import { talk } from "./talk.mjs";

const demo = stage();
const it = talk(demo);

const fence = (value, label = "plan") => `\`\`\`${label}\n${JSON.stringify(value)}\n\`\`\``;
const DRAFT = { title: "A draft", steps: [{ action: "Write /etc/hosts", expected: "it is there" }], scope: { paths: ["/etc/**"], tools: [], commands: [], network: [] } };
const REAL = { ...PLAN, title: "The real one" };
const quoted = (text) => text.split("\n").map((line) => `> ${line}`).join("\n");
/** Were it read, it would be shown in place of any plan. */
const ASKS = fence({ questions: [{ id: "q", question: "A draft?", options: ["a", "b", "c"] }] }, "plan-questions");

/** What a planner may write around its plan, and the message that it answers to. Of two plans the last one would count. */
const DRAFTS = {
  "in its thoughts": { before: `<think>\nPerhaps so:\n${fence(DRAFT)}\nOr ask:\n${ASKS}\nNo, better.\n</think>\n\n` },
  "in its second thoughts": { before: `<thinking>\n${fence(DRAFT)}\n</thinking>\n\n`, behind: `\n\n<think>\nIt was this before:\n${fence(DRAFT)}\n</think>\n` },
  "in a quotation": { before: `You have written:\n${quoted(`${fence(DRAFT)}\n${ASKS}`)}\n\nInstead:\n\n`, behind: `\n\nYours was:\n\n${quoted(fence(DRAFT))}\n` },
  "in the person's own message, repeated": { request: `Is this right?\n${fence(DRAFT)}\nDo better.`, before: `You gave me this:\n\n${fence(DRAFT)}\n\nThis is better:\n\n`, behind: `\n\nYours was:\n\n${fence(DRAFT)}\n` },
  "in all of these": {
    request: `У меня есть план:\n${fence(DRAFT)}\nСделай лучше.`,
    before: `<think>\n${fence({ ...DRAFT, title: "Another draft" })}\n${ASKS}\n</think>\n${quoted(ASKS)}\n\n${fence(DRAFT)}\n\n这是新的计划：\n\n`,
  },
};

for (const [what, { request = REQUEST, before = "", behind = "" }] of Object.entries(DRAFTS)) {
  test(`a draft ${what}: the real plan is shown and is the one that is approved`, async () => {
    await it.open([{ text: `${before}${fence(REAL)}${behind}` }, { text: "Done." }]);
    await it.say(request);
    assert.deepEqual(await it.shown(), ["plan", "approval"]);
    assert.equal(await it.text('plangate-plan [data-part="title"]'), REAL.title);
    assert.doesNotMatch(await it.text("plangate-plan"), /draft|\/etc/u);
    const { plan, messages } = await it.snapshot();
    assert.equal(messages[0].content, request, "the message, word for word");
    assert.deepEqual([plan.title, plan.ref.version, plan.scope.paths], [REAL.title, 1, PLAN.scope.paths]);
    assert.equal(messages.filter((message) => message.plan).length, 1);
    assert.deepEqual(await it.turns(), ["plan"]);
    await it.reply("go ahead");
    const { kind, system, receipt } = await it.run(() => window.page.turns.at(-1));
    assert.deepEqual([kind, receipt.contentHash], ["execute", plan.ref.contentHash]);
    assert.ok(system.includes(REAL.title) && !/draft|\/etc/u.test(system));
  });
}

test("nothing but the person's own plan, repeated, is no plan", async () => {
  const request = `Is this one right?\n${fence(DRAFT)}`;
  await it.open([{ text: `It is:\n\n${fence(DRAFT)}` }, { text: `Once more:\n\n${fence(DRAFT)}` }, { text: "It is a fine plan." }]);
  await it.say(request);
  assert.deepEqual(await it.place(), { mode: "normal", status: null, version: null, approval: null, execution: null });
  assert.deepEqual(await it.turns(), ["plan", "plan", "chat"]);
  assert.deepEqual((await it.permissions()).stored.plans, []);
});

// --- over a stream

const isPlanner = ({ messages }) => messages[0].content.startsWith("You are the planner");
const CUT = `Here it is.\n\n${fence(REAL).slice(0, 300)}`;

/** A model that gives the planner these answers, one a turn, and says `Here you are.` otherwise; and the page that talks to it. */
const model = { answers: [] };
let page;

first(async () => {
  const answer = (body) => (isPlanner(body) ? (model.answers.shift() ?? { text: "nothing left" }) : { text: "Here you are." });
  model.server = await openEndpoint({ answer });
});
after(() => model.server.close());

/** A new chat, in which the planner will answer like this. */
async function chat(...answers) {
  page ??= await demo.openWith(model.server);
  await page.click("#new-chat");
  await demo.browser.until(() => globalThis.plangateDemo.gate?.getSnapshot().messages.length === 0);
  model.answers = answers;
  model.server.requests.length = 0;
  return model.server.requests;
}

test("streamed: drafts come around the plan, piece by piece, and none of them is ever shown", async () => {
  const said = `${DRAFTS["in its thoughts"].before}${DRAFTS["in a quotation"].before}${fence(REAL)}${DRAFTS["in a quotation"].behind}`;
  const requests = await chat({ text: said, pauseMs: 2 });
  await demo.browser.run(() => {
    const { gate } = globalThis.plangateDemo;
    globalThis.seen = new Set();
    const look = () => {
      const { plan, state } = gate.getSnapshot();
      for (const what of [plan?.title, state]) globalThis.seen.add(what ?? "nothing");
      if (/draft/u.test(document.querySelector("#conversation").innerText)) globalThis.seen.add("a draft on the screen");
    };
    new MutationObserver(look).observe(document.querySelector("#conversation"), { subtree: true, childList: true, characterData: true });
    gate.subscribe(look);
  });
  await page.say(REQUEST);
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.title, requests.length], ["awaiting-approval", REAL.title, 1]);
  assert.match(await page.text(newest("plangate-plan")), /The real one/u);
  assert.deepEqual((await demo.browser.run(() => [...globalThis.seen])).sort(), ["The real one", "nothing", "plan"]);
});

test("streamed: a plan that is cut off is asked for once more, and then is there", async () => {
  const requests = await chat({ text: CUT }, { text: fence(REAL) });
  await page.say(REQUEST);
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.title, shot.plan.ref.version], ["awaiting-approval", REAL.title, 1]);
  assert.deepEqual(requests.map(isPlanner), [true, true]);
  assert.match(requests[1].messages[0].content, /could not be read \(E_(?:TRUNCATED|INCOMPLETE)\)/u);
  assert.deepEqual(shot.messages.map(({ role, plan }) => [role, plan?.title ?? null]), [["user", null], ["assistant", REAL.title]]);
});

/** Ways to be cut off twice: as a model that stops, and as one that has no room left. */
const CUTS = { "in the middle of a word": { text: CUT }, "at its length": { text: CUT, finish: "length" }, "in its thoughts": { text: `<think>\n${fence(DRAFT)}\nAnd` } };

for (const [what, cut] of Object.entries(CUTS)) {
  test(`streamed: cut off twice, ${what}: the chat goes on with the same request, and no plan is left`, async () => {
    const requests = await chat(cut, cut, { text: fence(REAL) });
    await page.say(REQUEST);
    const shot = await page.settled();
    assert.deepEqual([shot.mode, shot.state, shot.plan, shot.planPending, shot.approval, shot.execution], ["normal", null, null, null, null, null]);
    assert.deepEqual(shot.profile, { wanted: "managed", confirmed: "managed", switching: false, fault: null });
    assert.deepEqual(requests.map(isPlanner), [true, true, false]);
    assert.deepEqual((await page.turns()).map(({ kind, request, plan, receipt }) => [kind, request.content, plan, receipt]), [
      ["plan", REQUEST, null, null], ["plan", REQUEST, null, null], ["chat", REQUEST, null, null],
    ]);
    const [, , { messages }] = requests;
    assert.deepEqual(messages.filter(({ role }) => role !== "system"), [{ role: "user", content: REQUEST }]);
    assert.doesNotMatch(messages[0].content, /plan-questions|You are the planner/u);
    assert.deepEqual(shot.messages.map(({ role, content }) => [role, content]), [["user", REQUEST], ["assistant", "Here you are."]]);
    assert.equal(await demo.browser.run(() => document.querySelectorAll("#messages plangate-plan, #messages plangate-questions").length), 0);
    assert.equal(await page.isShown("plangate-approval"), false);
    assert.deepEqual(shot.composer, { locked: false, reason: null });
    const audit = await demo.browser.run(() => globalThis.plangateDemo.gate.exportAudit());
    assert.doesNotMatch(audit, /"what":"(?:approved|planned)"/u);
    // The planner is not asked again, and what is typed next is no reply to a card.
    await page.say("go ahead");
    assert.equal((await page.settled()).plan, null);
    assert.deepEqual(requests.map(isPlanner), [true, true, false, false]);
  });
}
