// The gate before the real file server, on a real folder: `@modelcontextprotocol/server-filesystem` over stdio, with the
// official client. What the server was asked is counted at the client, below the gate.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { ANSWER, Model, REQUEST, approve, openGate, planText, planned, until, within } from "./page.mjs";

const SERVER = (() => {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
  return join(dirname(manifest), "dist", "index.js");
})();

/** What a planner may see of this server; the deprecated `read_file` and `list_allowed_directories` are not among it. */
const VISIBLE = [
  "directory_tree",
  "get_file_info",
  "list_directory",
  "list_directory_with_sizes",
  "read_media_file",
  "read_multiple_files",
  "read_text_file",
  "search_files",
];

const PLAN = planText({
  title: "Two notes",
  steps: [
    { action: "Write one.txt", expected: "The file is there" },
    { action: "Write two.txt", expected: "The file is there" },
  ],
  scope: { paths: ["one.txt", "two.txt"], tools: ["filesystem/write_file"], commands: [], network: [] },
});

/** SHA-256 over the names and contents of all files of a folder. */
async function hashOf(folder) {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${file.length}:${file}:${content.length}:`).update(content);
  }
  return hash.digest("hex");
}

/** A folder with one file, the server on it, a client of it, and a gate whose model's turns stay open until let go. */
async function open(t) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "plangate-")));
  await writeFile(join(folder, "readme.txt"), "hello\n");
  const client = new Client({ name: "plangate-test", version: "1.0.0" });
  await within(client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, folder], stderr: "ignore" })), "connecting", 20_000);
  t.after(async () => {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  });
  const asked = [];
  const counted = new Proxy(client, {
    get(target, key) {
      if (key === "callTool") return (request, ...rest) => (asked.push(request.name), target.callTool(request, ...rest));
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const model = new Model();
  model.answers.plan = PLAN;
  const { tools } = await client.listTools();
  const { gate } = await openGate({
    model,
    host: {
      mcp: {
        servers: () => [{ name: "filesystem", is: "filesystem", tools: tools.map(({ name }) => ({ name })) }],
        applyServers: async () => undefined,
      },
      world: async () => ({ workspacePath: folder, projectId: "notes", workspaceHash: await hashOf(folder) }),
    },
  });
  const wrap = (of) => of.wrapMcpClient(counted, { server: "filesystem" });
  const names = async (of) => (await wrap(of).listTools()).tools.map(({ name }) => name).sort();
  const at = (name) => join(folder, name);
  return { folder, at, client, asked, model, gate, wrap, names, all: tools.map(({ name }) => name).sort() };
}

const write = (path, content) => ({ name: "write_file", arguments: { path, content } });

/** Opens a turn that executes the approved plan and stays open. */
async function executing({ gate, model }) {
  await planned(gate);
  model.held = "execute";
  await approve(gate);
  return model.turn("execute");
}

test("in planning exactly eight tools of the server are visible, and a write called by name never reaches it", async (t) => {
  const page = await open(t);
  const { gate, model, at, asked } = page;
  assert.equal(page.all.length, 14, "the server's own tools");
  assert.deepEqual(await page.names(gate), page.all, "before planning");

  model.held = "plan";
  await gate.send({ text: REQUEST, plan: true });
  const { tools, go } = await model.turn("plan");
  assert.deepEqual(await page.names(tools), VISIBLE, "through the turn");
  assert.deepEqual(await page.names(gate), VISIBLE, "through the gate");

  for (const of of [tools, gate]) {
    for (const request of [write(at("one.txt"), "sly"), { name: "create_directory", arguments: { path: at("sly") } }]) {
      const answer = await within(page.wrap(of).callTool(request), request.name);
      assert.equal(answer.structuredContent.code, "ERR_PLAN_READ_ONLY");
      assert.match(answer.content[0].text, /^ERR_PLAN_READ_ONLY: /);
    }
  }
  assert.deepEqual(asked, [], "what the server was asked");
  assert.deepEqual(await readdir(page.folder), ["readme.txt"]);

  const read = await within(page.wrap(tools).callTool({ name: "read_text_file", arguments: { path: at("readme.txt") } }), "read");
  assert.equal(read.content[0].text, "hello\n");
  assert.deepEqual(asked, ["read_text_file"]);
  go();
  assert.equal((await within(gate.settled(), "settled")).mode, "awaiting-approval");
  assert.deepEqual(await page.names(gate), [], "nothing is visible while a plan waits");
});

test("two declared writes in a row pass and are on disk; an undeclared one asks, and a refusal sticks", async (t) => {
  const page = await open(t);
  const { gate, at, asked } = page;
  const { tools, go } = await executing(page);
  const files = page.wrap(tools);
  const receipt = gate.getSnapshot().approval;
  assert.equal(receipt.workspaceHash, await hashOf(page.folder));
  for (const name of ["one.txt", "two.txt"]) {
    const answer = await within(files.callTool(write(at(name), `this is ${name}`)), name);
    assert.notEqual(answer.isError, true);
    assert.equal(answer.structuredContent?.refused, undefined);
  }
  assert.equal(await readFile(at("one.txt"), "utf8"), "this is one.txt");
  assert.equal(await readFile(at("two.txt"), "utf8"), "this is two.txt");
  assert.deepEqual(asked, ["write_file", "write_file"]);
  assert.deepEqual(gate.getSnapshot().approval, receipt, "the receipt is the same one");
  assert.notEqual(receipt.workspaceHash, await hashOf(page.folder), "though the folder is not");

  const waiting = files.callTool(write(at("three.txt"), "undeclared"));
  const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
  assert.equal(request.code, "STEP_OUT_OF_SCOPE_PATH");
  assert.deepEqual([request.call.tool, request.call.args.path], ["write_file", at("three.txt")]);
  assert.equal(gate.getSnapshot().status, "stepping");
  await within(gate.decideStep({ requestId: request.requestId, granted: false }), "decideStep");
  assert.equal((await within(waiting, "the refused write")).structuredContent.code, "ERR_REFUSED_ACTION");
  const again = await within(files.callTool(write(at("three.txt"), "the same by other words")), "the write again");
  assert.equal(again.structuredContent.refused, true);
  assert.ok(["ERR_REFUSED_ACTION", "ERR_STEP_BLOCKED"].includes(again.structuredContent.code), again.structuredContent.code);
  assert.deepEqual(gate.getSnapshot().stepRequests, [], "nobody is asked twice");
  assert.deepEqual(asked, ["write_file", "write_file"]);
  assert.deepEqual((await readdir(page.folder)).sort(), ["one.txt", "readme.txt", "two.txt"]);
  go();
  await within(gate.settled(), "settled");
});

test("an undeclared write that is granted runs exactly once", async (t) => {
  const page = await open(t);
  const { gate, at, asked } = page;
  const { tools } = await executing(page);
  const files = page.wrap(tools);
  const first = files.callTool(write(at("three.txt"), "granted"));
  const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
  assert.deepEqual(asked, []);
  await within(gate.decideStep({ requestId: request.requestId, granted: true }), "decideStep");
  await within(first, "the granted write");
  assert.equal(await readFile(at("three.txt"), "utf8"), "granted");
  void files.callTool(write(at("three.txt"), "granted")).catch(() => undefined);
  await until(() => gate.getSnapshot().stepRequests[0], "a second request");
  assert.deepEqual(asked, ["write_file"]);
});

test("the same file changed from outside between two turns voids the receipt", async (t) => {
  const page = await open(t);
  const { gate, model, at } = page;
  // One task wants a person's word, so that the plan is still in force after its turn.
  model.answers.plan = planText({
    steps: [{ action: "Write one.txt", expected: "The file is there", doneWhen: [{ kind: "approval", ref: "s1" }] }],
    scope: { paths: ["one.txt"], tools: ["filesystem/write_file"], commands: [], network: [] },
  });
  const { tools, go } = await executing(page);
  await within(page.wrap(tools).callTool(write(at("one.txt"), "by the plan")), "write");
  go();
  const between = await within(gate.settled(), "settled");
  assert.deepEqual(between.execution, { state: "interrupted", reason: "turn-ended" });
  assert.notEqual(gate.authority(), null);

  // What the plan itself has written is no change from outside.
  model.turns.length = 0;
  await within(gate.resume(), "resume");
  (await model.turn("execute")).go();
  assert.deepEqual((await within(gate.settled(), "settled")).execution, { state: "interrupted", reason: "turn-ended" });

  await writeFile(at("one.txt"), "by somebody else");
  model.turns.length = 0;
  await within(gate.resume(), "resume");
  const found = await within(gate.settled(), "settled");
  assert.deepEqual([found.mode, found.approval, found.execution], ["normal", null, { state: "interrupted", reason: "receipt-void" }]);
  assert.equal(gate.authority(), null);
  const late = () => within(page.wrap(gate).callTool(write(at("one.txt"), "no more")), "write");
  assert.equal((await late()).structuredContent.code, "ERR_PLAN_READ_ONLY");
  // Going on needs a new approval of the same version.
  await within(gate.resume(), "resume");
  const after = await within(gate.settled(), "settled");
  assert.deepEqual([after.mode, after.plan.status, after.plan.ref.version], ["awaiting-approval", "pending", between.plan.ref.version]);
  assert.equal((await late()).structuredContent.code, "ERR_PLAN_READ_ONLY");
  assert.deepEqual(model.turns.map(({ kind }) => kind), [], "no turn has run");
  assert.equal(await readFile(at("one.txt"), "utf8"), "by somebody else");
});

test("without any change from outside the plan of two writes is done", async (t) => {
  const page = await open(t);
  const { gate, model, at } = page;
  const { tools, go } = await executing(page);
  for (const name of ["one.txt", "two.txt"]) await within(page.wrap(tools).callTool(write(at(name), name)), name);
  go();
  const end = await within(gate.settled(), "settled");
  assert.equal(end.execution.state, "done");
  assert.equal(end.messages.at(-1).content, ANSWER);
  assert.equal(model.turns.length, 2);
});
