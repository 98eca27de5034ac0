// The acceptance story with everything real but the model: a project on disk, the file server and the command server behind
// `mcp-proxy`, the demo page in a browser, a person who types and clicks. The model says what the test tells it to.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { init, verifyAuthority } from "plangate";

import { openRelay, openTold } from "./endpoint.mjs";
import { ENV, HALF, TESTS, WHOLE, layProject } from "./project.mjs";
import { routesTo } from "./routes.mjs";
import { clientOf, openCommands, openFiles } from "./servers.mjs";
import { PAGE, newest, part, stage } from "./stage.mjs";

const it = stage();
const SHOTS = process.env.PLANGATE_SHOTS ?? join(PAGE, "../shots");
const REQUEST = "先规划登录超时修复，不要改代码。";
const CHANGE = "第二步改成先补测试";
const HOLD = "可以，但先别执行";
const YES = "可以，开始执行吧";
const TEST = "node --test test/login.test.js";
/** Declared too, and not needed: a way in for whoever wants to do more with it. */
const SPARE = "node --check src/login.js";
const DIFF = "git diff --exit-code -- src/session.js package.json docs";

const proves = (kind, ref) => ({ kind, ref });
const LOOK = { id: "look", action: "阅读 docs/login.md 和 src/login.js", expected: "知道什么算有效的超时", input: "docs/login.md", doneWhen: [proves("file-hash", "docs/login.md")] };
const FIX = { id: "fix", action: "修改 src/login.js 的超时解析", expected: "无效值按默认值处理，测试通过", target: "src/login.js", steps: ["改写解析", "运行测试"], doneWhen: [proves("file-hash", "src/login.js"), proves("test-exit", TEST)] };
const CHECK = { id: "diff", action: "检查别的文件没有改动", expected: "diff 为空", doneWhen: [proves("test-exit", DIFF)] };
const ADD = { id: "tests", action: "先在 test/login.test.js 补上无效值的测试", expected: "新测试在修改之前不通过", target: "test/login.test.js", doneWhen: [proves("file-hash", "test/login.test.js")] };
const planOf = (steps, paths) => {
  const plan = {
    title: "修复登录超时",
    aim: "无效的 LOGIN_TIMEOUT_MS 不再让登录失败",
    steps,
    libraries: [],
    sandbox: null,
    risks: [".env 里的值也无效；本计划不碰它"],
    rollback: "git checkout -- src test",
    scope: { paths, tools: ["filesystem/write_file", "code-sandbox/run_command"], commands: [TEST, DIFF, SPARE], network: [] },
  };
  return `计划如下。\n\n\`\`\`plan\n${JSON.stringify(plan)}\n\`\`\`\n`;
};

let project;
let servers;
let files;
let commands;
let model;
let page;
/** What the page held when v1 and v2 were there: the first plan, and the approved one with its receipt. */
let first;
let authority;
/** The request of the model that waits for an answer. */
let asked;

before(async () => {
  project = await layProject();
  servers = await Promise.all([openFiles(project.folder), openCommands(project.folder)]);
  [files, commands] = await Promise.all(servers.map(({ port }) => openRelay(port)));
  model = await openTold({});
});
after(async () => {
  await Promise.allSettled([model, files, commands, ...(servers ?? [])].map((one) => one?.close()));
  await project?.close();
});

const at = (path) => join(project.folder, path);
const call = (name, args) => ({ name, args });
const own = (name, id) => call(`plangate__${name}`, { id });
const write = (path, content) => call("filesystem__write_file", { path: at(path), content });
const wire = ({ server, tool, args }) => call(`${server}__${tool}`, args);

/** What the model says next, and the request that comes of it; the results of its calls are in it. */
async function say(answer) {
  asked.say(answer);
  asked = await model.next();
  return asked.body.messages.slice(asked.body.messages.findLastIndex(({ role }) => role === "assistant") + 1).map(({ content }) => content);
}
const make = (...calls) => say({ calls });

/** The model's turn ends with these words. */
async function end(text) {
  asked.say({ text });
  asked = undefined;
  return page.settled();
}

const bodiesOf = (relay) => relay.bodies.map((body) => JSON.parse(body)).filter(({ method }) => method === "tools/call").map(({ params }) => params);
/** Paths that the file server was asked to write, in order. */
const written = () => bodiesOf(files).filter(({ name }) => !/^(?:read|list|get|directory|search)/u.test(name)).map(({ arguments: args }) => (args.path ?? args.destination).slice(project.folder.length + 1));
const ran = () => bodiesOf(commands).map(({ arguments: args }) => args.command);
const taskOf = async (id) => (await page.snapshot()).tasks.find((task) => task.id === id);
const STEPS = ["look", "tests", "fix", "diff"];
/** How the tasks stand, in the order of the plan. */
const statuses = ({ tasks }) => STEPS.map((id) => tasks.find((task) => task.id === id).status);
const asks = () => it.browser.until(() => globalThis.plangateDemo.gate.getSnapshot().stepRequests.length === 1);
/** Every approval in what is stored. */
const receiptsIn = (value) => (value === null || typeof value !== "object" ? [] : [...("approvedAt" in value ? [value] : []), ...Object.values(value).flatMap(receiptsIn)]);

/** A picture for people, and what a machine can say of it. */
async function look(name) {
  await it.browser.shot(join(SHOTS, `story-${name}.png`));
  assert.deepEqual(await it.browser.axe(), [], `${name}: accessibility`);
}

/** The page is loaded anew, and has taken over what the one before has left. */
async function reload() {
  await page.reload();
  // The page before holds its lock a moment longer; then the host looks at what is there.
  await it.browser.until(() => {
    const { turn, tasks } = globalThis.plangateDemo.gate.getSnapshot();
    return turn === null && !tasks.some(({ status }) => status === "recovering");
  });
  const shot = await page.settled();
  assert.deepEqual([shot.mode, shot.execution], ["normal", { state: "interrupted", reason: "reload" }]);
  assert.deepEqual([shot.approval.version, shot.approval.contentHash], [2, authority.plan.ref.contentHash], "the approval is still that of v2");
  assert.deepEqual([shot.stepRequests, await page.turns(), await page.calls()], [[], [], []], "nothing has begun by itself");
  return shot;
}

async function resume() {
  await page.enterKey();
  await page.click("#resume");
  asked = await model.next();
}

/** Does something in a second tab of the same browser that shows the same chat; `work` gets what the first one shows. */
async function inAnotherTab(work) {
  const { driver } = it.browser;
  const first = await driver.getWindowHandle();
  const [address, snapshot] = [await driver.getCurrentUrl(), await page.snapshot()];
  await driver.switchTo().newWindow("tab");
  try {
    await driver.get(address);
    await page.ready();
    await work(snapshot);
  } finally {
    await driver.close();
    await driver.switchTo().window(first);
  }
}

/** The person lets the blocked task go on. */
async function goOn() {
  await page.click(`${part("plangate-progress", "task")}[data-status="blocked"] [data-part="take-up"]`);
  await it.browser.until(() => !globalThis.plangateDemo.gate.getSnapshot().tasks.some(({ status }) => status === "blocked"));
}

test("planning: the model reads, v1 is there, nothing on disk has changed", async () => {
  const before = await project.hash();
  page = await it.openWith(model, { mcp: [files.url, commands.url], settings: { locale: "zh" } });
  await page.say(REQUEST);
  asked = await model.next();
  assert.ok(!asked.body.tools.some(({ function: { name } }) => /write_file|run_/u.test(name)), "nothing that could change anything is offered");
  const [read, wrote, ranIt] = await make(call("filesystem__read_text_file", { path: at("src/login.js") }), write("src/login.js", WHOLE), wire({ server: "code-sandbox", tool: "run_command", args: { command: TEST } }));
  assert.match(read, /loginTimeoutMs/u);
  assert.match(wrote, /^ERR_PLAN_READ_ONLY/u);
  assert.match(ranIt, /^ERR_PLAN_READ_ONLY/u);
  const shot = await end(planOf([LOOK, FIX, CHECK], ["src/login.js"]));
  assert.deepEqual([shot.mode, shot.plan.ref.version, shot.plan.steps.map(({ id }) => id)], ["awaiting-approval", 1, ["look", "fix", "diff"]]);
  assert.deepEqual([await project.hash(), written(), ran()], [before, [], []]);
  first = shot.plan;
  await look("1-first-version");
});

test("a change makes v2, with the words as they were typed; a yes that says wait stays pending", async () => {
  await page.say(CHANGE);
  asked = await model.next();
  assert.ok(asked.body.messages.some(({ role, content }) => role === "user" && content.includes(CHANGE)), "the planner is told the words");
  let shot = await end(planOf([LOOK, ADD, FIX, CHECK], ["src/login.js", "test/login.test.js"]));
  assert.deepEqual([shot.plan.ref.version, shot.plan.steps.map(({ id }) => id)], [2, STEPS]);
  await page.say(HOLD);
  shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan.status, shot.approval, (await page.turns()).map(({ kind }) => kind)], ["awaiting-approval", "held", null, ["plan", "plan"]]);
  const stale = await it.browser.run((planRef) => globalThis.plangateDemo.gate.decide({ planRef, intent: "approve" }).then(() => "taken", ({ code }) => code), first.ref);
  assert.deepEqual([stale, written(), ran()], ["ERR_PLAN_STALE", [], []]);
  assert.match(await page.text(newest("plangate-plan")), /先在 test\/login\.test\.js 补上/u);
  await look("2-held");
});

test("an approval in words is of v2; a page loaded anew before the first call begins nothing", async () => {
  await page.say(YES);
  asked = await model.next();
  const { plan, approval } = await page.snapshot();
  assert.deepEqual([approval.version, approval.contentHash, approval.source, approval.words], [2, plan.ref.contentHash, "words", YES]);
  assert.ok(asked.body.messages.some(({ role, content }) => role === "user" && content === REQUEST), "the request, as it was typed");
  authority = JSON.parse(await it.browser.run(() => JSON.stringify(globalThis.plangateDemo.gate.authority())));
  const shot = await reload();
  assert.deepEqual([shot.approval, statuses(shot), written(), ran()], [approval, ["pending", "pending", "pending", "pending"], [], []]);
  await resume();
});

test("a page loaded anew between a write and its proof: the write is not made again, and the person says how it stands", async () => {
  const [, , finished] = await make(own("task_start", "look"), call("filesystem__read_text_file", { path: at("docs/login.md") }), own("task_finish", "look"));
  assert.match(finished, /"ok":true/u);
  await make(own("task_start", "tests"), write("test/login.test.js", TESTS));
  assert.deepEqual([written(), await project.read("test/login.test.js")], [["test/login.test.js"], TESTS]);
  const shot = await reload();
  assert.deepEqual(statuses(shot), ["done", "unknown", "pending", "pending"]);
  await look("3-recovery");
  assert.match(await page.text("plangate-recovery"), /先在 test\/login\.test\.js 补上/u);
  await page.click(part("plangate-recovery", "done"));
  assert.deepEqual(statuses(await page.settled()), ["done", "done", "pending", "pending"]);
  await resume();
  assert.match(asked.body.messages[0].content, /done and proved, not to be done again: 2/u);
  assert.deepEqual([statuses(await page.snapshot()), written()], [["done", "done", "pending", "pending"], ["test/login.test.js"]]);
});

test("a write to .env asks; the request lapses with its page and is asked anew; the person refuses, and the task is blocked", async () => {
  const wish = () => asked.say({ calls: [own("task_start", "fix"), write(".env", "LOGIN_TIMEOUT_MS=1\n")] });
  wish();
  await asks();
  await look("4-asks");
  await reload();
  assert.equal(await project.read(".env"), ENV);
  assert.equal((await taskOf("fix")).status, "pending", "it has changed nothing");
  await resume();
  wish();
  await asks();
  assert.match(await page.text("plangate-steps"), /\.env/u);
  await page.click(part("plangate-steps", "refuse"));
  asked = await model.next();
  assert.match(asked.body.messages.at(-1).content, /^ERR_REFUSED_ACTION/u);
  const { status, reason } = await taskOf("fix");
  assert.deepEqual([status, reason], ["blocked", "refused"]);
  assert.equal(await page.isShown(`${part("plangate-progress", "task")}[data-status="blocked"]`), true);
  await page.click("#tab-tasks");
  await look("5-blocked");
});

test("no other route leads to .env: while the task is blocked none is asked about, and let go on none works", async (t) => {
  const routes = routesTo(project.folder, SPARE);
  const [wrote, ranAlready] = [written(), ran()];
  const blocked = await make(...routes.map(wire));
  assert.deepEqual(blocked.filter((text) => !/^ERR_(?:STEP_BLOCKED|REFUSED_ACTION|PATH_INVALID)/u.test(text)), []);
  assert.equal((await page.snapshot()).stepRequests.length, 0);
  const ends = new Map();
  for (let open = routes; open.length > 0; ) {
    await goOn();
    asked.say({ calls: [own("task_start", "fix"), ...open.map(wire)] });
    // Each is refused at once, or asks and is refused by the person; then the rest waits for the next round.
    const next = model.next();
    const isAsked = asks().then(() => true, () => false);
    if (await Promise.race([next.then(() => false), isAsked])) await page.click(part("plangate-steps", "refuse"));
    asked = await next;
    const results = asked.body.messages.slice(-open.length).map(({ content }) => /^\w+/u.exec(content)[0]);
    results.forEach((code, index) => code === "ERR_STEP_BLOCKED" || ends.set(open[index], code));
    const left = open.filter((_, index) => results[index] === "ERR_STEP_BLOCKED");
    assert.ok(left.length < open.length, "one by one");
    open = left;
  }
  const seen = (await page.calls()).filter(({ decision, state }) => decision === "step_approval" && state === "refused");
  for (const { server, tool, args, code } of seen) t.diagnostic(`asked, refused: ${server}/${tool} ${JSON.stringify(args)} ${code}`);
  t.diagnostic(`${routes.length} routes, ${seen.length - 1} of them asked about`);
  assert.equal(ends.size, routes.length);
  assert.deepEqual([...ends.values()].filter((how) => !/^ERR_(?:REFUSED_ACTION|PATH_INVALID|CATASTROPHIC)/u.test(how)), []);
  assert.deepEqual([written(), ran()], [wrote, ranAlready], "the servers were asked nothing");
  assert.equal(await project.read(".env"), ENV);
});

test("a claim is no proof: the host runs the test itself, exit 1 is not done, exit 0 and a clean diff are", async () => {
  await goOn();
  const [, , claimed] = await make(own("task_start", "fix"), write("src/login.js", HALF), own("task_finish", "fix"));
  assert.match(claimed, /"code":"E_EVIDENCE_MISMATCH"/u);
  assert.match(claimed, /ended with 1/u);
  const failing = (await taskOf("fix")).evidence.find(({ kind }) => kind === "test-exit");
  assert.deepEqual([failing.exit, failing.ran, failing.command], [1, 3, TEST]);
  assert.equal((await taskOf("fix")).status, "running");
  await look("6-fails");
  await inAnotherTab(async (here) => {
    const there = await page.snapshot();
    assert.deepEqual([there.tasks, there.execution, there.turn.here], [here.tasks, here.execution, false]);
    assert.deepEqual([await page.turns(), await page.calls()], [[], []], "it only looks");
  });
  const [, proved] = await make(write("src/login.js", WHOLE), own("task_finish", "fix"));
  assert.match(proved, /"ok":true/u);
  const passing = (await taskOf("fix")).evidence.find(({ kind }) => kind === "test-exit");
  assert.deepEqual([passing.exit, passing.ran, Object.keys(passing.inputs).sort()], [0, 3, ["docs/login.md", "src/login.js", "test/login.test.js"]]);
  assert.equal((await page.snapshot()).execution.state, "running");
  const [, clean] = await make(own("task_start", "diff"), own("task_finish", "diff"));
  assert.match(clean, /"ok":true/u);
  const shot = await end("测试通过，别的文件没有改动。");
  assert.deepEqual([shot.execution, shot.plan.status, shot.progress.percent], [{ state: "done", reason: null }, "done", 100]);
  await look("7-done");
});

test("what has been written, run and approved in all of it", async () => {
  assert.deepEqual(written(), ["test/login.test.js", "src/login.js", "src/login.js"]);
  assert.deepEqual(ran(), [TEST, TEST, DIFF]);
  assert.deepEqual([await project.read("src/login.js"), await project.read("test/login.test.js"), await project.read(".env")], [WHOLE, TESTS, ENV]);
  assert.equal(project.git("status", "--porcelain"), " M src/login.js\n M test/login.test.js\n");
  const audit = (await it.browser.run(() => globalThis.plangateDemo.gate.exportAudit())).trim().split("\n").map((line) => JSON.parse(line));
  const said = (what) => audit.filter((entry) => entry.what === what).map(({ who, detail, plan }) => [who, detail, plan?.version]);
  assert.deepEqual(said("replied"), [["person", CHANGE, 1], ["person", HOLD, 2], ["person", YES, 2]]);
  assert.deepEqual(said("approved"), [["person", YES, 2]]);
  assert.deepEqual(said("resumed"), [["person", undefined, 2], ["person", undefined, 2], ["person", undefined, 2]]);
  assert.deepEqual(said("done").map(([who, , version]) => [who, version]), [["host", 2]]);
  const refused = said("step-refused");
  assert.ok(refused.length > 1 && refused.every(([who]) => who === "person"));
  assert.match(refused[0][1], /write_file[\s\S]*\.env/u);
  assert.deepEqual(said("step-granted"), []);
  const told = said("task").map(([who, detail]) => `${who}: ${detail}`);
  assert.ok(told.includes("person: resolve tests done"), "the person's word for the unclear task");
  assert.ok(told.includes("person: unblock fix"), "and for the blocked one");
  const proofs = told.filter((line) => line.includes("test-exit"));
  assert.ok(proofs.length === 3 && proofs.every((line) => line.startsWith("host: evidence ")), "what proves comes from the host");
  assert.ok(!told.some((line) => line.startsWith("model: evidence")), "and from nobody else");
});

test("the only approval that was ever stored is of v2, and made to name v1 it covers nothing", async () => {
  const state = JSON.parse(await it.browser.run(() => globalThis.plangateDemo.gate.exportState()));
  const stored = receiptsIn(state);
  assert.ok(stored.length > 0);
  for (const { version, contentHash } of stored.map((receipt) => receipt.plan ?? receipt)) assert.deepEqual([version, contentHash], [2, authority.plan.ref.contentHash]);
  await init();
  const { projectId, workspaceHash } = authority.receipt;
  const declared = { server: "filesystem", tool: "write_file", args: { path: at("src/login.js"), content: WHOLE } };
  const judge = ({ plan = authority.plan, receipt = {} }) =>
    verifyAuthority({ plan, receipt: { ...authority.receipt, ...receipt }, signature: "signed" }, declared, { workspacePath: project.folder, projectId, workspaceHash }, { verify: () => true, now: Date.parse(authority.receipt.approvedAt) });
  assert.equal((await judge({})).decision, "allow", "v2 under its own receipt");
  const ofFirst = { version: 1, contentHash: first.ref.contentHash };
  assert.deepEqual([(await judge({ receipt: ofFirst })).code, (await judge({ plan: first })).code], ["ERR_RECEIPT_VERSION", "ERR_RECEIPT_VERSION"]);
});

test("without the gate most of these routes do lead to .env", async (t) => {
  const bare = await layProject();
  const both = await Promise.all([openFiles(bare.folder), openCommands(bare.folder)]);
  const [filesystem, sandbox] = await Promise.all(both.map(clientOf));
  t.after(async () => {
    await Promise.allSettled([filesystem, sandbox, ...both, bare].map((one) => one.close()));
  });
  const clients = { filesystem, "code-sandbox": sandbox };
  const routes = routesTo(bare.folder, SPARE).filter(({ server }) => server in clients);
  let count = 0;
  for (const { server, tool, args } of routes) {
    await clients[server].callTool({ name: tool, arguments: args }).catch(() => undefined);
    if ((await bare.read(".env").catch(() => null)) !== ENV) count += 1;
    await bare.layAgain();
  }
  t.diagnostic(`${count} of ${routes.length}`);
  assert.ok(count >= 25, `only ${count} of ${routes.length}`);
});
