// A chat-completions server for tests: speaks the protocol as real ones do, streams, waits, cuts and fails as it is told, and
// keeps what it was asked. What it answers comes from the test.
import { createServer, request as forward } from "node:http";

const PIECE = 24;

/**
 * `answer(body, request)` gives `{ text, calls, finish, pauseMs, cutAfter, raw, status, type }`. `cors` false leaves the headers out that let
 * a page read the answer. Gives `{ url, requests, aborted, close }`.
 */
export async function openEndpoint({ answer, cors = true, key = "right" }) {
  const it = { url: "", requests: [], aborted: 0, cors, answer, key };
  const server = createServer(async (request, response) => {
    const headers = it.cors ? { "access-control-allow-origin": "*", "access-control-allow-headers": "authorization, content-type" } : {};
    if (request.method === "OPTIONS") return response.writeHead(204, headers).end();
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return response.writeHead(404, headers).end("{}");
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.headers.authorization !== `Bearer ${it.key}`) {
      return response.writeHead(401, { ...headers, "content-type": "application/json" }).end(JSON.stringify({ error: { message: "no such key" } }));
    }
    const body = JSON.parse(text);
    it.requests.push(body);
    response.on("close", () => {
      if (!response.writableFinished) it.aborted += 1;
    });
    const said = await it.answer(body, it.requests.length);
    return send(response, headers, said);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  it.url = `http://127.0.0.1:${server.address().port}`;
  it.close = () => ended(server);
  return it;
}

/**
 * A model that answers when the test says so: `await next()` gives the request that waits, as `{ body, say }`. A request that its page
 * leaves behind is never answered.
 */
export async function openTold(options) {
  const waiting = [];
  const awaited = [];
  const answer = (body) =>
    new Promise((say) => {
      const request = { body, say };
      const taken = awaited.shift();
      if (taken) taken(request);
      else waiting.push(request);
    });
  const model = await openEndpoint({ ...options, answer });
  model.next = () =>
    within(waiting.length > 0 ? Promise.resolve(waiting.shift()) : new Promise((done) => awaited.push(done)), "the model is not asked");
  return model;
}

const ASKED_MS = 20_000;

function within(promise, what) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`${what} within ${ASKED_MS} ms`)), ASKED_MS)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function send(response, headers, { text = "", calls = [], finish = calls.length > 0 ? "tool_calls" : "stop", pauseMs = 0, cutAfter, raw, status = 200, type = "text/event-stream" }) {
  response.writeHead(status, { ...headers, "content-type": type });
  if (raw !== undefined) return response.end(raw);
  const chunk = (delta, finish_reason = null) => `data: ${JSON.stringify({ model: "local-1", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, "gu")) ?? [];
  for (const [index, piece] of pieces.entries()) {
    if (cutAfter !== undefined && index >= cutAfter) return response.destroy();
    response.write(chunk({ content: piece }));
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    if (response.destroyed) return undefined;
  }
  calls.forEach(({ name, args }, index) => {
    // As real servers do: the name first, the arguments in pieces.
    const whole = typeof args === "string" ? args : JSON.stringify(args);
    response.write(chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }] }));
    for (const piece of whole.match(/[\s\S]{1,40}/gu) ?? []) response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  response.write(chunk({}, finish));
  return response.end("data: [DONE]\n\n");
}

/** Stands before another server on this machine, keeps each body sent to it, and can go away. */
export async function openRelay(port) {
  const it = { url: "", bodies: [] };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.method === "POST") it.bodies.push(text);
    const onward = forward({ host: "127.0.0.1", port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(text);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  it.url = `http://127.0.0.1:${server.address().port}`;
  it.close = () => ended(server);
  return it;
}

function ended(server) {
  return new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
}
