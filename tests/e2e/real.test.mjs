// The page with a model that speaks chat completions and the real filesystem server behind `mcp-proxy`, both on this machine.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, realpath, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { openEndpoint, openRelay } from "./endpoint.mjs";
import { openCommands, openFiles } from "./servers.mjs";
import { part, stage } from "./stage.mjs";

const it = stage();
const READS = ["directory_tree", "get_file_info", "list_directory", "list_directory_with_sizes", "read_media_file", "read_multiple_files", "read_text_file", "search_files"];
const REQUEST = "Add a greeting file to this project.";

let folder;
let proxy;
let proxyPort;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "plangate-real-")));
  await mkdir(join(folder, "notes"));
  await writeFile(join(folder, "README.md"), "# A project\n");
  await writeFile(join(folder, "notes/today.txt"), "nothing yet\n");
  proxy = await openFiles(folder);
  proxyPort = proxy.port;
});
after(async () => {
  proxy?.close();
  await rm(folder, { recursive: true, force: true });
});

/** One hash over names and contents of all files but those left out. */
async function treeHash(...without) {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort()) {
    if (!without.includes(path.slice(folder.length + 1))) hash.update(path).update(await readFile(path));
  }
  return hash.digest("hex");
}

const fence = (label, value) => `Here it is.\n\n\`\`\`${label}\n${JSON.stringify(value)}\n\`\`\`\n`;
const planOf = (fields = {}) =>
  fence("plan", {
    title: "A greeting",
    aim: "People are greeted.",
    steps: [{ action: "Write hello.txt", expected: "hello.txt says hello" }],
    libraries: [],
    sandbox: null,
    scope: { paths: ["hello.txt"], tools: ["filesystem/write_file"], commands: [], network: [] },
    ...fields,
  });
const isPlanner = ({ messages }) => messages[0].content.startsWith("You are the planner");
const results = ({ messages }) => messages.filter(({ role }) => role === "tool").map(({ content }) => content);
const toolNames = ({ tools = [] }) => tools.map(({ function: { name } }) => name).sort();

test("planning sees eight read tools and write_plan, a write by name stays in the page; after approval exactly the declared file is there", async (t) => {
  const relay = await openRelay(proxyPort);
  const model = await openEndpoint({
    answer(body) {
      const done = results(body).length;
      if (isPlanner(body)) {
        if (done === 0) return { text: "Let me look.", calls: [{ name: "filesystem__directory_tree", args: { path: folder } }] };
        if (done === 1) return { calls: [{ name: "filesystem__write_file", args: { path: join(folder, "hello.txt"), content: "sly" } }, { name: "plangate__approve_plan", args: {} }] };
        return { text: planOf() };
      }
      if (done === 0) return { calls: [{ name: "filesystem__write_file", args: { path: join(folder, "hello.txt"), content: "hello\n" } }] };
      if (done === 1) return { calls: [{ name: "filesystem__write_file", args: { path: join(folder, "notes/today.txt"), content: "overwritten" } }] };
      return { text: "hello.txt is written; notes/today.txt is as it was." };
    },
  });
  t.after(() => Promise.all([model.close(), relay.close()]));
  const bare = await treeHash();
  const page = await it.openWith(model, { mcp: relay.url });
  await page.say(REQUEST);
  let shot = await page.settled();
  assert.deepEqual([shot.mode, shot.plan?.scope.paths], ["awaiting-approval", ["hello.txt"]]);
  const planning = model.requests.filter(isPlanner);
  assert.equal(planning.length, 3);
  for (const body of planning) assert.deepEqual(toolNames(body), [...READS.map((name) => `filesystem__${name}`), "plangate__write_plan"].sort());
  const [tree, write, approve] = results(planning[2]);
  assert.match(tree, /today\.txt/u);
  assert.match(write, /^ERR_PLAN_READ_ONLY/u);
  assert.match(approve, /^ERR_TOOL_NAME/u);
  const sent = () => relay.bodies.filter((body) => body.includes("write_file") && body.includes("tools/call"));
  assert.deepEqual(sent(), [], "no write has left the page");
  assert.equal(await treeHash(), bare);

  await page.say("go ahead");
  shot = await page.settled();
  assert.deepEqual([shot.execution?.state, shot.stepRequests.length], ["paused", 1]);
  assert.equal(await readFile(join(folder, "hello.txt"), "utf8"), "hello\n");
  await page.click(part("plangate-steps", "refuse"));
  shot = await page.settled();
  assert.equal(shot.status, "idle");
  assert.equal(sent().length, 1, "one write has left the page");
  assert.equal(await treeHash("hello.txt"), bare, "nothing else has changed");
  const execution = model.requests.filter((body) => !isPlanner(body));
  assert.ok(execution[0].messages.some(({ role, content }) => role === "user" && content === REQUEST), "the request, verbatim");
  assert.match(execution[0].messages[0].content, /has approved the following plan/u);
  assert.match(results(execution.at(-1))[1], /^ERR_REFUSED_ACTION/u);
  assert.match(shot.messages.at(-1).content, /as it was/u);
  await rm(join(folder, "hello.txt"));
});

test("a file changed by somebody else after the approval voids it, before anything more is done", async (t) => {
  const model = await openEndpoint({ answer: (body) => (isPlanner(body) ? { text: planOf({ steps: [{ action: "Write hello.txt", expected: "it is there", doneWhen: [{ kind: "approval", ref: "s1" }] }] }) } : { text: "I wait." }) });
  t.after(() => model.close());
  const page = await it.openWith(model, { mcp: `http://127.0.0.1:${proxyPort}` });
  await page.say(REQUEST);
  await page.settled();
  await page.say("go ahead");
  assert.deepEqual((await page.settled()).execution, { state: "interrupted", reason: "turn-ended" });
  await writeFile(join(folder, "notes/today.txt"), "somebody was here\n");
  await page.click("#resume");
  const shot = await page.settled();
  assert.deepEqual([shot.execution, shot.approval], [{ state: "interrupted", reason: "receipt-void" }, null]);
});

test("an ordinary answer is streamed, and stopping it ends the request", async (t) => {
  const model = await openEndpoint({ answer: () => ({ text: "one two three four five six seven eight nine ten ".repeat(20), pauseMs: 60 }) });
  t.after(() => model.close());
  const page = await it.openWith(model, { settings: { trigger: "manual" } });
  await page.say("Tell me about this folder.");
  await it.browser.until(() => document.querySelector(".draft .bubble")?.innerText.includes("three"));
  assert.equal((await page.snapshot()).status, "chatting");
  await page.click("#stop");
  assert.equal((await page.settled()).status, "idle");
  await it.browser.until(() => document.querySelector(".draft") === null);
  for (let left = 50; left > 0 && model.aborted === 0; left -= 1) await new Promise((done) => setTimeout(done, 20));
  assert.equal(model.aborted, 1, "the model's server has seen the end of it");
});

/** Ways a model's server can fail, and what the page says of it. */
const FAILURES = {
  "the wrong key": [{ key: "wrong" }, /does not accept the key/u],
  "no right to read (CORS)": [{ cors: false }, /this page may not read it \(CORS\)/u],
  "a stream cut in the middle": [{ said: { text: "half of an answer that never ends ".repeat(10), cutAfter: 3, pauseMs: 30 } }, /cut off in the middle/u],
  "junk in the stream": [{ said: { raw: "data: {\"choices\": [oops\n\n" } }, /not in the chat-completions format/u],
  "a page instead of an answer": [{ said: { raw: "<html>welcome</html>", type: "text/html" } }, /not in the chat-completions format/u],
  "an error of the server": [{ said: { status: 500, raw: "{\"error\":{\"message\":\"<img src=x onerror=alert(1)> overloaded\"}}", type: "application/json" } }, /overloaded/u],
  "nobody there": [{ gone: true }, /does not answer/u],
};

for (const [what, [{ key, cors = true, said, gone }, words]] of Object.entries(FAILURES)) {
  test(`${what}: a clear message, nothing runs, the chat stays usable`, async (t) => {
    let model = await openEndpoint({ cors, answer: () => said ?? { text: "fine" } });
    t.after(() => model.close());
    const page = await it.openWith(model, { key });
    if (gone) await model.close();
    await page.say("Raise the login timeout in this project.");
    const shot = await page.settled();
    assert.equal(shot.mode, "normal");
    assert.equal(await page.isShown("#note"), true);
    assert.match(await page.text("#note-text"), words);
    assert.deepEqual([await page.calls(), await page.changed()], [[], []]);
    assert.equal(await it.browser.run(() => document.querySelectorAll("#note img, #messages img").length), 0);
    // The same page, once the server behaves.
    if (gone) {
      await page.browser.run(() => globalThis.plangateDemo.page.applySettings({ ...globalThis.plangateDemo.page.settings, model: "offline" }, ""));
      await it.browser.until(() => globalThis.plangateDemo.page.settings.model === "offline" && globalThis.plangateDemo.gate);
    } else {
      Object.assign(model, { cors: true, key: key ?? "right", answer: () => ({ text: "Back again." }) });
    }
    await page.say("What does loginTimeoutMs do?");
    const after = await page.settled();
    assert.match(after.messages.at(-1).content, gone ? /config\.js/u : /Back again/u);
    assert.equal(await page.isShown("#note"), false);
  });
}

test("the MCP server goes away in the middle of the work: a clear message, and the chat goes on", async (t) => {
  const relay = await openRelay(proxyPort);
  const model = await openEndpoint({
    async answer(body) {
      if (isPlanner(body)) return { text: planOf() };
      if (results(body).length > 0) return { text: `The tool said: ${results(body)[0].slice(0, 40)}` };
      if (!body.messages[0].content.includes("approved")) return { text: "Still here." };
      await relay.close();
      return { calls: [{ name: "filesystem__write_file", args: { path: join(folder, "hello.txt"), content: "hello\n" } }] };
    },
  });
  t.after(() => Promise.allSettled([model.close(), relay.close()]));
  const bare = await treeHash();
  const page = await it.openWith(model, { mcp: relay.url });
  await page.say(REQUEST);
  await page.settled();
  await page.say("go ahead");
  await page.settled();
  assert.match(await page.text("#note-text"), /MCP server does not answer/u);
  assert.equal(await treeHash(), bare);
  await page.say("Are you still there?");
  assert.match((await page.settled()).messages.at(-1).content, /Still here/u);
});

test("an MCP server that is not there at the start: said, and the folder in the page is used", async (t) => {
  const gone = await openRelay(1);
  await gone.close();
  const page = await it.open({ query: `pace=0&connect=${gone.url}`, settings: { tools: "mcp", mcpUrl: `${gone.url}/mcp` } });
  assert.match(await page.text("#note-text"), /MCP server does not answer/u);
  await page.say("Raise the login timeout.");
  assert.equal((await page.settled()).state, "questions");
});

test("two servers of one name: said, with both addresses, and the folder in the page is used", async (t) => {
  const model = await openEndpoint({ answer: () => ({ text: "fine" }) });
  const relay = await openRelay(proxyPort);
  t.after(() => Promise.allSettled([model.close(), relay.close()]));
  const page = await it.openWith(model, { mcp: [proxy.url, relay.url] });
  await it.browser.until(() => !document.querySelector("#note").hidden);
  const said = await page.text("#note-text");
  for (const part of [/same name/u, /filesystem/u, new RegExp(proxy.url, "u"), new RegExp(relay.url, "u")]) assert.match(said, part);
  assert.equal(await it.browser.run(() => globalThis.plangateDemo.page.source.inPage), true);
});

test("a command server of a name that nobody knows: each of its calls asks, and it proves nothing", async (t) => {
  const shell = await openCommands(folder, "some shell");
  const done = { action: "Look at the folder", expected: "it is there", doneWhen: [{ kind: "test-exit", ref: "true" }] };
  const model = await openEndpoint({
    answer(body) {
      if (isPlanner(body)) return { text: planOf({ steps: [done], scope: { paths: [], tools: ["some-shell/run_command"], commands: ["true"], network: [] } }) };
      if (results(body).length === 0) return { calls: [{ name: "plangate__task_start", args: { id: "s1" } }, { name: "some-shell__run_command", args: { command: "true" } }, { name: "plangate__task_finish", args: { id: "s1" } }] };
      return { text: "I have looked." };
    },
  });
  t.after(() => Promise.allSettled([model.close(), shell.close()]));
  const page = await it.openWith(model, { mcp: [proxy.url, shell.url] });
  await page.say(REQUEST);
  await page.settled();
  assert.ok(!toolNames(model.requests[0]).some((name) => name.includes("shell")), "planning does not see it");
  await page.say("go ahead");
  const shot = await page.settled();
  assert.deepEqual(shot.stepRequests.map(({ code, call }) => [code, call.server]), [["STEP_UNKNOWN_TOOL", "some-shell"]]);
  await page.click(part("plangate-steps", "allow"));
  assert.deepEqual((await page.settled()).execution, { state: "interrupted", reason: "turn-ended" });
  const [, ran, finish] = results(model.requests.at(-1));
  assert.equal(ran, "[exit 0]");
  assert.match(finish, /E_EVIDENCE_MISSING.*\n.*no server that runs commands/su);
});

test("a proof by a command that the plan does not declare asks first, and says why", async (t) => {
  const commands = await openCommands(folder);
  const done = { action: "Look at the tools", expected: "they are there", doneWhen: [{ kind: "test-exit", ref: "node --version" }] };
  const model = await openEndpoint({
    answer(body) {
      if (isPlanner(body)) return { text: planOf({ steps: [done], scope: { paths: [], tools: ["code-sandbox/run_command"], commands: [], network: [] } }) };
      if (results(body).length === 0) return { calls: [{ name: "plangate__task_start", args: { id: "s1" } }, { name: "plangate__task_finish", args: { id: "s1" } }] };
      return { text: "They are there." };
    },
  });
  t.after(() => Promise.allSettled([model.close(), commands.close()]));
  const page = await it.openWith(model, { mcp: [proxy.url, commands.url] });
  await page.say(REQUEST);
  await page.settled();
  await page.say("go ahead");
  const [{ code, call, stepId, why }] = (await page.settled()).stepRequests;
  assert.deepEqual([code, call.args, stepId], ["STEP_OUT_OF_SCOPE_COMMAND", { command: "node --version", cwd: folder }, "s1"]);
  assert.match(why, /as proof of the step/u);
  await page.click(part("plangate-steps", "allow"));
  const shot = await page.settled();
  assert.deepEqual(shot.execution, { state: "done", reason: null });
  const [{ exit, command }] = shot.tasks[0].evidence;
  assert.deepEqual([exit, command], [0, "node --version"]);
});

test("an address that the page may not talk to yet is allowed by name and nothing else is", async (t) => {
  const model = await openEndpoint({ answer: () => ({ text: "fine" }) });
  t.after(() => model.close());
  const page = await it.open();
  await page.click("#open-settings");
  await page.click('#settings input[name="model"][value="endpoint"]');
  for (const [name, text] of [["endpoint", `${model.url}/v1`], ["modelName", "local-1"]]) await (await page.browser.find(`#settings input[name="${name}"]`)).sendKeys(text);
  assert.equal(await page.isShown("#allow-hint"), true);
  await page.click("#settings-apply");
  await it.browser.until(() => location.search.includes("connect=") && globalThis.plangateDemo?.gate);
  assert.equal(await it.browser.run(() => document.querySelector("#settings").open), true);
  const other = await it.browser.run((url) => fetch(url).then(() => "read", () => "blocked"), it.url.replace(/:\d+/u, `:${proxyPort}`));
  assert.equal(other, "blocked");
  const ours = await it.browser.run((url) => fetch(`${url}/v1/none`).then(({ status }) => status), model.url);
  assert.equal(ours, 404);
});
