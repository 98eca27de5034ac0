// What a page would do without us: marked finds the fence, JSON.parse reads it, jsonrepair helps where that fails, and the
// result is brought to the same normal form. Written to be fast; knows none of the cases in which it is wrong.
import { jsonrepair } from "jsonrepair";
import { marked } from "marked";

const LABEL = /^plan(?:[-_ ]?json)?$/i;
const SPACE = /[_\-\s]+/g;
const PLACEHOLDER = /^(?:[.…\-—*_\s]+|<[^<>]{1,80}>|string)$/;

const folded = new Map();

/** A key as it is compared; answers repeat theirs, so each is folded once. */
function fold(key) {
  let found = folded.get(key);
  if (found === undefined) {
    found = key.toLowerCase().replace(SPACE, "");
    if (folded.size < 1000) folded.set(key, found);
  }
  return found;
}

function fieldsOf(value) {
  const fields = new Map();
  for (const key in value) fields.set(fold(key), value[key]);
  return fields;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function text(fields, names) {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "string") return value.trim();
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")) return value.join("; ").trim();
  }
  return "";
}

const ACTION = ["action", "step", "task", "description", "title"];
const EXPECTED = ["expected", "expectedresult", "expectation", "verification", "verify", "result", "outcome"];

function step(value) {
  if (typeof value === "string") value = { action: value };
  if (!isObject(value)) throw new Error("no step");
  const fields = fieldsOf(value);
  const action = text(fields, ACTION);
  if (action === "" || PLACEHOLDER.test(action)) throw new Error("no action");
  return { action, expected: text(fields, EXPECTED) };
}

function library(value) {
  if (typeof value === "string") return { name: value.trim(), purpose: "", usage: "" };
  const fields = fieldsOf(value);
  return { name: text(fields, ["name", "library", "package"]), purpose: text(fields, ["purpose", "reason", "why"]), usage: text(fields, ["usage", "use", "how"]) };
}

function sandbox(value) {
  if (value === undefined || value === null) return null;
  const fields = isObject(value) ? fieldsOf(value) : new Map([["policy", value]]);
  const policy = String(fields.get("policy")).trim().toLowerCase();
  return policy === "reuse" || policy === "create" ? { policy, notes: text(fields, ["notes"]) } : null;
}

function normalized(root) {
  const fields = fieldsOf(root);
  const steps = fields.get("steps") ?? fields.get("tasks");
  if (!Array.isArray(steps) || steps.length === 0) throw new Error("no steps");
  return {
    title: text(fields, ["title", "name"]),
    aim: text(fields, ["aim", "goal", "objective"]),
    steps: steps.map(step),
    libraries: (fields.get("libraries") ?? []).map(library).filter((one) => one.name !== ""),
    sandbox: sandbox(fields.get("sandbox")),
  };
}

function parsed(content) {
  try {
    return JSON.parse(content);
  } catch {
    return JSON.parse(jsonrepair(content));
  }
}

/** `{ kind, value, text }` of an answer. */
export function readAnswer(answer) {
  const tokens = marked.lexer(answer);
  const place = tokens.findLastIndex((token) => token.type === "code" && LABEL.test(token.lang ?? ""));
  if (place === -1) return { kind: "none", value: null, text: answer };
  const shown = (part) => part.map((token) => token.raw).join("").trim();
  const pieces = [shown(tokens.slice(0, place)), shown(tokens.slice(place + 1))].filter((piece) => piece !== "");
  return { kind: "plan", value: normalized(parsed(tokens[place].text)), text: pieces.join("\n\n") };
}
