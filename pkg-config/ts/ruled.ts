// The short way to a ruling: a call goes to the core as one text, without what is judged by its type alone, and the answer comes as a
// number for which there is one frozen object. Knows no rule: which arguments those are, and what a number says, is the core's.
import type { Json } from "./json.js";
import { freeze } from "./plain.js";

/** Texts up to this length are handed over without asking whether they matter. */
const SHORT = 256;

type Members = { readonly [key: string]: Json };

/** Frozen rulings by their number. */
export class Rulings<R> {
  readonly #known = new Map<number, R>();
  readonly #read: (number: number) => R;

  constructor(read: (number: number) => R) {
    this.#read = read;
  }

  /** The ruling of a number; `undefined` for `NaN`, which is none. */
  of(number: number): R | undefined {
    const known = this.#known.get(number);
    if (known !== undefined || Number.isNaN(number)) return known;
    const ruling = freeze(this.#read(number));
    this.#known.set(number, ruling);
    return ruling;
  }
}

/** The call as the core has to know it for a ruling. What may run is never this one. `contents` names what needs no text. */
export function outline(call: Json, contents: (server: string, tool: string) => string[]): Json {
  if (!isRecord(call)) return call;
  const { server, tool, args } = call;
  if (typeof server !== "string" || typeof tool !== "string" || args === undefined || !isRecord(args)) return call;
  if (!Object.values(args).some(isLong)) return call;
  const names = contents(server, tool).filter((name) => Object.hasOwn(args, name));
  if (names.length === 0) return call;
  // OK because a spread makes own members of all of them, `__proto__` among them.
  const short: { [key: string]: Json } = { ...args };
  for (const name of names) short[name] = emptied(args[name] as Json);
  return { ...call, args: short };
}

const isRecord = (value: Json): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);

function isLong(value: Json): boolean {
  if (typeof value === "string") return value.length > SHORT;
  return Array.isArray(value) && value.some((one) => isRecord(one) && Object.values(one).some((text) => typeof text === "string" && text.length > SHORT));
}

/** The same shape with nothing in it. */
function emptied(value: Json): Json {
  if (typeof value === "string") return "";
  if (!Array.isArray(value)) return value;
  return value.map((one) => (isRecord(one) ? Object.fromEntries(Object.entries(one).map(([key, text]) => [key, typeof text === "string" ? "" : text])) : one));
}
