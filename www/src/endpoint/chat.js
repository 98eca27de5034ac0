// The chat-completions protocol over fetch, streamed. Every way it can go wrong becomes a `ModelTrouble` with a kind that the
// page has words for.

/** Something a person should read. */
export class ModelTrouble extends Error {
  constructor(kind, detail = "") {
    super(`${kind}${detail === "" ? "" : `: ${detail}`}`);
    this.name = "ModelTrouble";
    this.kind = kind;
    this.detail = detail;
  }
}

const DETAIL_MAX = 300;

/** One answer: `{ text, calls, finishReason, model }`. `onText` gets the text as it comes. */
export async function complete({ endpoint, key, body, signal, onText }) {
  const response = await post(`${endpoint.replace(/\/+$/u, "")}/chat/completions`, key, { ...body, stream: true }, signal);
  if (!response.ok) throw await refusal(response);
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream")) return stream(response, signal, onText);
  return whole(await response.text(), onText);
}

async function post(address, key, body, signal) {
  const headers = { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) };
  try {
    return await fetch(address, { method: "POST", headers, body: JSON.stringify(body), signal, cache: "no-store", credentials: "omit" });
  } catch (error) {
    if (signal.aborted) throw error;
    // A browser does not say why a request failed. One without reading rights tells "down" from "not allowed".
    const answers = await fetch(address, { method: "GET", mode: "no-cors", signal, credentials: "omit" }).then(() => true, () => false);
    throw new ModelTrouble(answers ? "cors" : "down", new URL(address).origin);
  }
}

async function refusal(response) {
  const text = (await response.text().catch(() => "")).slice(0, DETAIL_MAX);
  let said = text;
  try {
    const { error } = JSON.parse(text);
    said = typeof error === "string" ? error : (error?.message ?? text);
  } catch {
    // OK because what is no JSON is shown as it is.
  }
  const kind = response.status === 401 || response.status === 403 ? "key" : response.status === 404 ? "model" : response.status === 429 ? "busy" : "status";
  return new ModelTrouble(kind, `${response.status} ${said}`.trim());
}

function whole(text, onText) {
  const answer = read(text);
  const choice = answer.choices?.[0];
  if (typeof choice?.message !== "object" || choice.message === null) throw new ModelTrouble("junk", text.slice(0, DETAIL_MAX));
  const content = typeof choice.message.content === "string" ? choice.message.content : "";
  onText(content);
  return { text: content, calls: (choice.message.tool_calls ?? []).map(callOf), finishReason: choice.finish_reason ?? null, model: answer.model };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelTrouble("junk", text.slice(0, DETAIL_MAX));
  }
}

/** Server-sent events, up to `[DONE]` or a finish reason; an end before either is a cut. */
async function stream(response, signal, onText) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parts = { text: "", calls: [], finishReason: null, model: undefined };
  let rest = "";
  let over = false;
  try {
    while (!over) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
      const lines = rest.split(/\r?\n/u);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!line.startsWith("data:")) continue;
        const data = line.slice(5).trim();
        if (data === "[DONE]") over = true;
        else if (data !== "") take(parts, read(data), onText);
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ModelTrouble) throw error;
    throw new ModelTrouble("cut", parts.text.slice(-80));
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!over && parts.finishReason === null) throw new ModelTrouble("cut", parts.text.slice(-80));
  return { ...parts, calls: parts.calls.map(callOf) };
}

function take(parts, chunk, onText) {
  if (chunk.error) throw new ModelTrouble("status", String(chunk.error.message ?? chunk.error).slice(0, DETAIL_MAX));
  const choice = chunk.choices?.[0];
  parts.model ??= chunk.model;
  if (choice === undefined) return;
  const { delta = {}, finish_reason: reason } = choice;
  if (typeof delta.content === "string" && delta.content !== "") {
    parts.text += delta.content;
    onText(delta.content);
  }
  for (const piece of delta.tool_calls ?? []) {
    const call = (parts.calls[piece.index ?? parts.calls.length] ??= { id: "", function: { name: "", arguments: "" } });
    call.id ||= piece.id ?? "";
    call.function.name += piece.function?.name ?? "";
    call.function.arguments += piece.function?.arguments ?? "";
  }
  parts.finishReason = reason ?? parts.finishReason;
}

/** A tool call with its arguments read; unreadable ones are `null`. */
function callOf(call, index) {
  let args = null;
  try {
    args = JSON.parse(call.function.arguments || "{}");
  } catch {
    // OK because the model is told that its arguments were no JSON.
  }
  return { id: call.id || `call_${index}`, name: call.function.name, raw: call.function.arguments || "{}", args };
}
