// The words of languages as modules: when they are loaded, and that nothing is approved where they are not, are foreign, or hang.
//
// They are loaded once a process, so each case runs in a process of its own, with a copy of the package whose files it may spoil:
// `alone(spoil, body)` runs `body` there with `plangate` (all exports) and the helpers below in scope and gives back what it returns.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const home = dirname(createRequire(import.meta.url).resolve("plangate/package.json"));
const made = [];
after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

const PRELUDE = `
  import { writeFile } from "node:fs/promises";
  const { createPlanGate, init, classifyReply, suggestPlanning, PlanGateError } = plangate;
  const fence = "\`\`\`";
  const plan = { title: "A plan", aim: "An aim", steps: [{ action: "Write a.txt", expected: "The file is there" }], libraries: [], sandbox: null };
  const open = async (options) => {
    const turns = [];
    const gate = await createPlanGate({ sessionId: "words", storage: "memory", host: { callModel: async ({ kind }) => {
      turns.push(kind);
      return kind === "plan" ? fence + "plan\\n" + JSON.stringify(plan) + "\\n" + fence : "done";
    } }, ...options });
    const shown = () => [gate.getSnapshot().mode, gate.getSnapshot().faults.map(({ code }) => code)];
    return { gate, turns, shown };
  };
  const told = (work) => { try { return work(); } catch (error) { return error.code ?? "raw " + error; } };
`;

/** The modules of words in a package at `folder`, by the names of their texts: `en-replies`, `en-requests`, … */
async function modulesOf(folder) {
  const chunks = join(folder, "dist/chunks");
  const found = (await readdir(chunks)).map((file) => [/^lexicon-(\w+-\w+)-/u.exec(file)?.[1], join(chunks, file)]).filter(([name]) => name);
  assert.equal(found.length, 12, "nine languages of replies, three of requests");
  return Object.fromEntries(found);
}

async function alone(spoil, body) {
  const folder = await mkdtemp(join(tmpdir(), "plangate-words-"));
  made.push(folder);
  await cp(home, folder, { recursive: true, dereference: true });
  const files = await modulesOf(folder);
  const texts = { replies: await readFile(files["en-replies"], "utf8"), requests: await readFile(files["en-requests"], "utf8") };
  await spoil(files, texts);
  const entry = pathToFileURL(join(folder, "dist/index.js")).href;
  const script = `import * as plangate from ${JSON.stringify(entry)};${PRELUDE}
    const files = ${JSON.stringify(files)}, english = ${JSON.stringify(texts)};
    const answer = await (async () => { ${body} })();
    console.log(JSON.stringify(answer)); process.exit(0);`;
  const file = join(folder, "case.mjs");
  await writeFile(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  return JSON.parse(stdout);
}

const whole = async () => undefined;

test("after init the pure functions know every language", async () => {
  const found = await alone(whole, `await init();
    return ["go ahead", "开始吧", "запускай", "开始吧, go ahead"].map((text) => classifyReply(text).intent).concat(suggestPlanning("Сначала план.").label);`);
  assert.deepEqual(found, ["approve", "approve", "approve", "approve", "explicit"]);
});

const no = "ERR_NOT_READY";

/** Which texts each room can read, as a table of two columns: replies, requests. */
const READY = `
  const ready = () => [["go ahead", "开始吧", "запускай", "👍"].map((text) => told(() => classifyReply(text).intent)),
    ["Plan first.", "先规划，不要改代码。", "Сначала план.", "👍"].map((text) => told(() => suggestPlanning(text).label))];
  const soon = async (holds) => { for (let left = 200; left > 0 && !holds(); left -= 1) await new Promise((next) => setTimeout(next, 25)); };
`;

test("a message loads the words of requests and no more; the plan it comes to loads those of its answer, behind the card", async () => {
  const found = await alone(whole, `${READY}const { gate } = await open();
    const before = ready();
    await gate.send({ text: "Raise the limit" });
    const asked = ready();
    await gate.settled();
    await soon(() => told(() => classifyReply("go ahead").intent) === "approve");
    const shown = ready();
    await gate.send({ text: "а что будет?" });
    const replied = ready();
    await gate.cancel(); await gate.send({ text: "привет" });
    return [before, asked, shown, replied, ready()];`);
  assert.deepEqual(found, [
    [[no, no, no, "approve"], [no, no, no, "none"]],
    [[no, no, no, "approve"], ["explicit", no, no, "none"]],
    [["approve", no, no, "approve"], ["explicit", no, no, "none"]],
    [["approve", no, "approve", "approve"], ["explicit", no, no, "none"]],
    [["approve", no, "approve", "approve"], ["explicit", no, "explicit", "none"]],
  ]);
});

test("words of the other room make up for nothing", async () => {
  const found = await alone(
    async (files) => {
      for (const name of ["de-replies", "en-requests"]) await rm(files[name]);
    },
    `${READY}const { gate, turns, shown } = await open();
    const sent = await gate.send({ text: "/plan Raise the limit" }); await gate.settled();
    const waiting = shown();
    const { reply } = await gate.send({ text: "go ahead" });
    return [sent.route, waiting, reply.intent, reply.reasonCode, shown(), turns, ready()];`,
  );
  const fault = ["awaiting-approval", ["W_LEXICON"]];
  assert.deepEqual(found, ["planning", fault, "unknown", "UNSUPPORTED_LANGUAGE", fault, ["plan"], [[no, no, no, "approve"], [no, no, no, "none"]]]);
});

test("words that another page makes needed are loaded before it is decided", async () => {
  const found = await alone(whole, `const kept = new Map();
    const storage = {
      get: async (key) => kept.get(key) ?? null, set: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key), list: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
      compareAndSet: async (key, before, value) => (kept.get(key) ?? null) === before && (kept.set(key, value), true),
    };
    // This page has seen an empty chat; the other one brings a plan between its look at the store and its commit.
    const mine = await open({ storage });
    const other = await open({ storage });
    let act = async () => { await other.gate.send({ text: "Подними лимит" }); await other.gate.settled(); };
    const { compareAndSet } = storage;
    storage.compareAndSet = async (...args) => {
      const [now, before] = [act, args[1]];
      if (mine.sending && now !== undefined) { act = undefined; await now(); }
      return compareAndSet(...args);
    };
    mine.sending = true;
    const { route, reply } = await mine.gate.send({ text: "go ahead" });
    return [route, reply?.intent, reply?.reasonCode, mine.shown(), told(() => classifyReply("go ahead").intent)];`);
  assert.deepEqual(found.slice(0, 1), ["reply"]);
  assert.deepEqual(found.slice(4), ["approve"], "the words of the reply were loaded");
  assert.notEqual(found[2], "UNSUPPORTED_LANGUAGE");
});

test("init loads the languages it is told, and refuses what is none", async () => {
  const found = await alone(whole, `const texts = ["go ahead", "开始吧", "запускай"];
    const ready = () => texts.map((text) => told(() => classifyReply(text).intent));
    const seen = [];
    const refused = async (languages) => seen.push(await init({ languages }).then(() => "taken", (error) => error.code));
    for (const languages of [7, null, ["xx"], ["en", 7], ["constructor"], new Proxy([], { get() { throw new Error("no"); } })]) await refused(languages);
    await init({ languages: [] });
    const none = ready();
    await init({ languages: ["ru"] });
    const some = ready().concat(suggestPlanning("Сначала план.").label, told(() => suggestPlanning("Plan first.").label));
    await init();
    return [seen, none, some, ready()];`);
  assert.deepEqual(found, [Array(6).fill("ERR_BAD_ARGS"), [no, no, no], [no, no, "approve", "explicit", no], ["approve", "approve", "approve"]]);
});

test("two messages that need other words keep their order", async () => {
  const found = await alone(whole, `const { gate, shown } = await open();
    await gate.send({ text: "Raise the limit" }); await gate.settled();
    const [first, second] = await Promise.all([gate.send({ text: "подожди, пока не запускай" }), gate.send({ text: "go ahead" })]);
    return [first.reply.intent, first.reply.hold, second.reply.intent, gate.getSnapshot().messages.filter(({ role }) => role === "user").length];`);
  assert.deepEqual(found.slice(0, 3), ["reject", true, "approve"]);
});

for (const [name, spoil] of [
  ["altered", (text) => text.replace(/=Neg\b/, "=Go")],
  ["shortened", (text) => text.replace(/=Hold\b/, "=Common")],
  ["emptied", () => 'var text = "";\nexport { text };\n'],
  ["those of requests", (text, texts) => texts.requests],
  ["not a text", () => "var text = 5;\nexport { text };\n"],
  ["of another shape", () => "export {};\n"],
  ["one that throws", () => "throw new Error('spoilt');\n"],
]) {
  test(`words that are ${name} approve nothing, and it shows`, async () => {
    const found = await alone(
      async (files, texts) => {
        const text = spoil(texts.replies, texts);
        assert.notEqual(text, texts.replies);
        await writeFile(files["en-replies"], text);
      },
      `const { gate, turns, shown } = await open();
      const sent = await gate.send({ text: "Подними лимит" }); await gate.settled();
      const waiting = shown();
      const { reply } = await gate.send({ text: "go ahead" }); await gate.settled();
      const wordless = shown();
      const other = await gate.send({ text: "запускай" }); await gate.settled();
      return [sent.route, waiting, reply.intent, reply.reasonCode, wordless, other.reply.intent, turns, await init().then(() => "loaded", ({ code }) => code)];`,
    );
    assert.deepEqual(found, [
      "planning", ["awaiting-approval", []], "unknown", "UNSUPPORTED_LANGUAGE", ["awaiting-approval", ["W_LEXICON"]], "approve", ["plan", "execute"], "ERR_NOT_READY",
    ]);
  });
}

test("words that could not be fetched are tried again with the next message", async () => {
  const found = await alone(
    (files) => rm(files["en-replies"]),
    `const { gate, shown } = await open();
    await gate.send({ text: "Подними лимит" }); await gate.settled();
    const first = await gate.send({ text: "go ahead" });
    const lost = shown();
    await writeFile(files["en-replies"], english.replies);
    const second = await gate.send({ text: "go ahead" });
    return [first.reply.intent, lost, second.reply.intent, gate.getSnapshot().faults.length, await init().then(() => "loaded")];`,
  );
  assert.deepEqual(found, ["unknown", ["awaiting-approval", ["W_LEXICON"]], "approve", 0, "loaded"]);
});

const hang = (files, texts) => writeFile(files["en-replies"], `await new Promise(() => setInterval(() => undefined, 1000));\n${texts.replies}`);

test("words that never come hold no message for ever", async () => {
  const found = await alone(hang, `const clock = { now: () => Date.now(), setTimeout: (fn, ms) => setTimeout(fn, ms === 5000 ? 50 : ms), clearTimeout };
    const { gate, shown } = await open({ clock });
    await gate.send({ text: "Подними лимит" }); await gate.settled();
    const { reply } = await gate.send({ text: "go ahead" });
    return [reply.intent, shown()];`);
  assert.deepEqual(found, ["unknown", ["awaiting-approval", ["W_LEXICON"]]]);
});

test("a cancel and the end of a gate do not wait for words", async () => {
  const found = await alone(hang, `const clock = { now: () => Date.now(), setTimeout: (fn, ms) => setTimeout(fn, ms === 5000 ? 1e8 : ms), clearTimeout };
    const { gate } = await open({ clock });
    await gate.send({ text: "Подними лимит" }); await gate.settled();
    const replies = [gate.send({ text: "go ahead" }), gate.send({ text: "go on" })];
    await new Promise((next) => setTimeout(next, 50));
    await gate.cancel();
    const intents = (await Promise.all(replies)).map(({ reply }) => reply.intent);
    const last = gate.send({ text: "hello" }).then(({ route }) => route, ({ code }) => code);
    await new Promise((next) => setTimeout(next, 50));
    await gate.dispose();
    return [...intents, await last];`);
  assert.deepEqual(found.slice(0, 2), ["unknown", "unknown"]);
  assert.ok(["planning", "chat", "ERR_DISPOSED"].includes(found[2]), found[2]);
});

test("importing and opening a gate reads no module of words", async () => {
  const found = await alone(
    async (files) => {
      for (const file of Object.values(files)) await writeFile(file, `globalThis.read = (globalThis.read ?? 0) + 1;\n${await readFile(file, "utf8")}`);
    },
    `const { gate } = await open();
    await gate.settled();
    const before = globalThis.read ?? 0;
    await gate.send({ text: "👍" }); await gate.settled();
    const silent = globalThis.read ?? 0;
    await gate.send({ text: "hello" });
    return [before, silent, globalThis.read];`,
  );
  assert.deepEqual(found, [0, 0, 5], "a reply in Latin letters: five languages, and nothing of requests");
});
