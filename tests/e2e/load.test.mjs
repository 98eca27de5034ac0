// What the page costs: bytes and requests before the first card, and the main thread while the story is lived. Counts and bytes
// are asserted, times are printed. Chromium's own tools say both.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { PAGE, newest, part, stage } from "./stage.mjs";

const it = stage();
const DEPTH_MAX = 3;
/** Everything but the core and the words: the page, the cards, the MCP SDK. */
const PAGE_BYTES_MAX = 100_600;
/** Everything, the core included. The goal is 350,000. */
const FIRST_CARD_BYTES_MAX = 389_600;
const LONG_MS = 16;
const REQUEST = "Raise the login timeout, people on slow lines can not log in.";
const isChromium = () => it.browser.name === "chromium";

/** A line to Chromium's tools for this page: `send`, and every event in `events`. */
async function tools() {
  const { _wsConnection: socket } = await it.browser.driver.createCDPConnection("page");
  const events = [];
  const waiting = new Map();
  let count = 1_000;
  const session = await attach(socket);
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.id === undefined) events.push(message);
    else waiting.get(message.id)?.(message);
  });
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, ({ result, error }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result)));
      socket.send(JSON.stringify({ id: count, method, params, ...session }));
    });
  return { events, send, close: () => socket.close() };
}

/** Selenium has attached to the page already; its session is told by the next answer. */
async function attach(socket) {
  const ask = (id, method, params) =>
    new Promise((resolve) => {
      const listen = (data) => {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        socket.off("message", listen);
        resolve(message.result);
      };
      socket.on("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const { targetInfos } = await ask(901, "Target.getTargets", {});
  const page = targetInfos.find(({ type }) => type === "page");
  const { sessionId } = await ask(902, "Target.attachToTarget", { targetId: page.targetId, flatten: true });
  return { sessionId };
}

test("the first card needs at most three requests in a row, and the page beside the core is small", async (t) => {
  if (!isChromium()) return t.skip("Chromium's tools are needed");
  await it.open();
  await it.browser.run(() => localStorage.clear());
  await it.browser.open("about:blank");
  const { events, send, close } = await tools();
  await send("Network.enable");
  await send("Network.clearBrowserCache");
  await it.browser.open(`${it.url}?pace=0`);
  await it.browser.until(() => globalThis.plangateDemo?.gate);
  const page = it.attach();
  await page.say(REQUEST);
  await page.settled();
  assert.equal(await page.isShown(newest("plangate-questions")), true);
  const of = (method) => events.filter((event) => event.method === method).map(({ params }) => params);
  const ends = new Map(of("Network.loadingFinished").map(({ requestId, encodedDataLength }) => [requestId, encodedDataLength]));
  const requests = of("Network.requestWillBeSent").filter(({ request }) => request.url.startsWith(it.url));
  const depths = new Map();
  for (const { request, initiator } of requests) depths.set(request.url, 1 + (depths.get(initiator.url ?? initiator.stack?.callFrames[0]?.url) ?? 0));
  // The icon is the browser's own wish, and one picture.
  const rows = requests.filter(({ request }, index) => requests.findIndex((other) => other.request.url === request.url) === index || !request.url.endsWith("icon.svg")).map(({ requestId, request }) => ({ name: request.url.slice(it.url.length) || "/", depth: depths.get(request.url), bytes: ends.get(requestId) ?? 0 }));
  for (const { name, depth, bytes } of rows) t.diagnostic(`${String(bytes).padStart(7)} bytes, ${depth}. in a row: ${name}`);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const core = rows.filter(({ name }) => name.endsWith(".wasm")).reduce((sum, { bytes }) => sum + bytes, 0);
  const words = rows.filter(({ name }) => name.includes("lexicon-"));
  t.diagnostic(`${total} bytes in all, ${core} of them the core, ${total - core} the page`);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, "nothing is asked for twice");
  assert.ok(Math.max(...rows.map(({ depth }) => depth)) <= DEPTH_MAX, "requests in a row");
  assert.ok(rows.length >= 4 && core > 0, "the requests are seen");
  assert.match(words.map(({ name }) => name).join(), /^lexicon-en-requests-[^,]*$/u, "the words of requests in the letters of the message, and of no reply");
  const beside = total - core - words.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(beside <= PAGE_BYTES_MAX, `${beside} bytes beside the core and the words`);
  assert.ok(total <= FIRST_CARD_BYTES_MAX, `${total} bytes before the first card`);
  close();
});

test("every part is served packed, with its type", async () => {
  for (const name of readdirSync(PAGE).filter((name) => !/\.(?:br|gz)$/u.test(name))) {
    const plain = readFileSync(join(PAGE, name));
    const answer = await fetch(`${it.url}${name}`, { headers: { "accept-encoding": "identity" } });
    assert.equal(answer.status, 200, name);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), plain, name);
    const packed = await fetch(`${it.url}${name}`, { headers: { "accept-encoding": "br" } });
    assert.equal(packed.headers.get("content-encoding"), "br", name);
    assert.deepEqual(Buffer.from(await packed.arrayBuffer()), plain, name);
    assert.ok(Number(packed.headers.get("content-length")) < plain.length, name);
  }
  assert.equal((await fetch(`${it.url}../package.json`)).status, 404);
  assert.equal((await fetch(`${it.url}index.html.br`)).status, 404);
});

test("the main thread in the story", async (t) => {
  if (!isChromium()) return t.skip("Chromium's tools are needed");
  const page = await it.open();
  const { events, send, close } = await tools();
  await send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] } });
  await page.say(REQUEST);
  await page.settled();
  await page.browser.run(() => globalThis.plangateDemo.gate.answer({ value: { option: 2 }, tests: { option: 2 } }));
  await page.settled();
  await page.say("второй шаг замени на тесты");
  await page.settled();
  await page.say("ок, запускай");
  await page.settled();
  await page.click(part("plangate-steps", "refuse"));
  await page.settled();
  await send("Tracing.end");
  for (let left = 100; left > 0 && !events.some(({ method }) => method === "Tracing.tracingComplete"); left -= 1) await new Promise((done) => setTimeout(done, 50));
  const trace = events.filter(({ method }) => method === "Tracing.dataCollected").flatMap(({ params }) => params.value);
  close();
  const main = new Set(trace.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}:${tid}`));
  // Time on the processor: what other programs take of a shared machine is not the page's.
  const here = trace.filter(({ pid, tid, ph }) => ph === "X" && main.has(`${pid}:${tid}`)).map((event) => ({ ...event, ms: (event.tdur ?? event.dur) / 1_000 }));
  const holds = (outer, inner) => outer !== inner && outer.pid === inner.pid && outer.tid === inner.tid && inner.ts >= outer.ts && inner.ts + inner.dur <= outer.ts + outer.dur;
  const every = here.filter(({ name }) => /RunTask$/u.test(name)).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = every.filter((task, index) => index === 0 || !every.slice(Math.max(0, index - 4), index).some((outer) => holds(outer, task)));
  const scripts = here.filter(({ name }) => /^(?:FunctionCall|EvaluateScript|RunMicrotasks|.*MicrotaskCheckpoint)$/u.test(name));
  const isOurs = ({ args }) => (args?.data?.url ?? it.url).startsWith(it.url);
  const own = tasks.filter((task) => scripts.some((script) => holds(task, script) && isOurs(script)));
  const long = own.filter(({ ms }) => ms > LONG_MS);
  t.diagnostic(`${tasks.length} tasks on the main thread, ${own.length} with scripts, ${long.length} of them over ${LONG_MS} ms; the longest ${Math.max(0, ...own.map(({ ms }) => ms)).toFixed(1)} ms`);
  for (const task of long) {
    const parts = here.filter((part) => holds(task, part) && !/RunTask$/u.test(part.name)).sort((a, b) => b.ms - a.ms).slice(0, 5);
    t.diagnostic(`${task.ms.toFixed(1)} ms at ${((task.ts - tasks[0].ts) / 1_000).toFixed(0)}: ${parts.map(({ name, ms, args }) => `${name} ${args?.data?.type ?? ""} ${ms.toFixed(1)}`).join(", ")}`);
  }
  assert.ok(own.length > 20, "the story is in the trace");
});
