// The one door for foreign values: copies plain data, once, before anything looks at it. What is judged, stored and handed
// on is the copy; the original is never read again. Knows nothing of what the data means.
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";

/** How deep a copied value may be. */
const DEPTH_MAX = 64;

/** How much a copied value may hold: values, and characters of texts and keys. */
export interface Limits {
  values: number;
  text: number;
}

const USUAL: Limits = { values: 10_000, text: 4 * 1024 * 1024 };

interface Budget extends Limits {
  limits: Limits;
}

/**
 * A frozen copy of `value`: own enumerable data properties of arrays and plain objects, strings, finite numbers, booleans,
 * null. Properties that are undefined are left out. Anything else (accessors, functions, class instances, more than 64
 * levels, or than 10,000 values or 4 Mi characters where no other limits are given) is `ERR_BAD_ARGS`.
 */
export function plain(value: unknown, what = "value", limits = USUAL): Json {
  try {
    return copy(value, 0, { values: 0, text: 0, limits }, what);
  } catch (error) {
    if (error instanceof PlanGateError) throw error;
    // A proxy's trap threw, or the stack is not ours to judge: it is not plain data.
    throw bad(what, "can not be read");
  }
}

function bad(what: string, why: string): PlanGateError {
  return new PlanGateError("ERR_BAD_ARGS", `\`${what}\` ${why}`);
}

function spend(budget: Budget, text: number, what: string): void {
  budget.values += 1;
  budget.text += text;
  if (budget.values > budget.limits.values) throw bad(what, `has more than ${budget.limits.values} values`);
  if (budget.text > budget.limits.text) throw bad(what, `has more than ${budget.limits.text} characters`);
}

function copy(value: unknown, depth: number, budget: Budget, what: string): Json {
  if (value === null || value === undefined) {
    spend(budget, 0, what);
    return null;
  }
  switch (typeof value) {
    case "string":
      spend(budget, value.length, what);
      return value;
    case "boolean":
      spend(budget, 0, what);
      return value;
    case "number":
      spend(budget, 0, what);
      if (!Number.isFinite(value)) throw bad(what, "holds a number that is not finite");
      return value;
    case "object":
      spend(budget, 0, what);
      if (depth >= DEPTH_MAX) throw bad(what, `is nested deeper than ${DEPTH_MAX} levels`);
      return Array.isArray(value) ? list(value, depth, budget, what) : record(value, depth, budget, what);
    default:
      throw bad(what, `holds a ${typeof value}`);
  }
}

/** The value of an own data property; `undefined` where there is none. */
function own(target: object, key: string, what: string): unknown {
  const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
  if (descriptor === undefined) return undefined;
  if (!("value" in descriptor)) throw bad(what, `has an accessor \`${key.slice(0, 40)}\``);
  return descriptor.value;
}

function list(value: unknown[], depth: number, budget: Budget, what: string): Json[] {
  const length = own(value, "length", what);
  if (typeof length !== "number" || length > budget.limits.values) throw bad(what, `has more than ${budget.limits.values} values`);
  const out: Json[] = [];
  for (let index = 0; index < length; index += 1) out.push(copy(own(value, String(index), what), depth + 1, budget, what));
  return Object.freeze(out) as Json[];
}

function record(value: object, depth: number, budget: Budget, what: string): Json {
  const prototype: unknown = Reflect.getPrototypeOf(value);
  // The plain prototype of any realm is the one that has no prototype of its own and knows `hasOwnProperty`.
  const isPlain =
    prototype === null ||
    (Reflect.getPrototypeOf(prototype as object) === null && Object.hasOwn(prototype as object, "hasOwnProperty"));
  if (!isPlain) throw bad(what, "holds an object that is not plain data");
  const out: { [key: string]: Json } = {};
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key !== "string") continue;
    const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
    if (descriptor === undefined || descriptor.enumerable !== true) continue;
    if (!("value" in descriptor)) throw bad(what, `has an accessor \`${key.slice(0, 40)}\``);
    if (descriptor.value === undefined) continue;
    budget.text += key.length;
    const member = copy(descriptor.value, depth + 1, budget, what);
    // Defined where the prototype has a word in it: the key `__proto__` is a key like any other. Elsewhere assigned, which is
    // several times as fast and the same once it is frozen.
    if (key in out) Object.defineProperty(out, key, { value: member, enumerable: true });
    else out[key] = member;
  }
  return Object.freeze(out);
}

/** Freezes data of our own making, all the way down. */
export function freeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    open.push(...Object.values(next));
  }
  return value;
}

/** A text for people from whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return text.slice(0, 1000) || "no message";
  } catch {
    return "no message";
  }
}

/** What `work` gives; `undefined` where the values it looks at can not be read. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
