// Abort signals as they come from a host: read once, joined by hand. Knows nothing of what is aborted.
import { PlanGateError } from "./error.js";

/** The signal of `{ signal }`; `undefined` where there is none. Anything that is no `AbortSignal` is `ERR_BAD_ARGS`. */
export function signalOf(options: unknown): AbortSignal | undefined {
  let signal: unknown;
  let known: boolean;
  try {
    if (options === undefined || options === null) return undefined;
    signal = (options as { signal?: unknown }).signal;
    if (signal === undefined || signal === null) return undefined;
    // By its own getter, which throws for what only looks like a signal; also for one of another realm's class.
    known = typeof signal === "object" && typeof aborted(signal) === "boolean";
  } catch {
    known = false;
  }
  if (!known) throw new PlanGateError("ERR_BAD_ARGS", "`signal` is not an AbortSignal");
  return signal as AbortSignal;
}

function aborted(signal: object): unknown {
  const getter = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")?.get;
  return getter === undefined ? undefined : Reflect.apply(getter, signal, []);
}

/** A signal that fires when one of the two does. */
export function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (other === undefined) return one;
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener("abort", () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
