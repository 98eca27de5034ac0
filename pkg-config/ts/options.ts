// What the host passes to `createPlanGate`, read once: every getter runs here, every function is bound to its owner, and what
// does not fit is `ERR_BAD_ARGS`. Knows no session.
import { type Clock, systemClock } from "./clock.js";
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";
import { messageOf, plain } from "./plain.js";
import type { StorageAdapter } from "./storage.js";
import type { Mcp } from "./switch.js";
import type { Host, PlanGateOptions, Snapshot } from "./types.js";

/** Options that go to the core as they are. */
const CORE_OPTIONS = ["trigger", "suggestions", "approval", "unplanned", "locale", "limits"] as const;
const OPTIONS = [...CORE_OPTIONS, "sessionId", "storage", "transcript", "clock", "host"] as const;
const SESSION_ID_MAX = 200;

/** The host's functions, read once. @internal */
export interface Hosted {
  callModel: Host["callModel"];
  mcp: Mcp | undefined;
  judge: NonNullable<Host["judge"]> | undefined;
  world: NonNullable<Host["world"]> | undefined;
  sign: NonNullable<Host["sign"]> | undefined;
}

/** The options in the shape the gate works with. @internal */
export function readOptions(options: PlanGateOptions) {
  const bad = (message: string) => new PlanGateError("ERR_BAD_ARGS", message);
  try {
    if (typeof options !== "object" || options === null) throw bad("`createPlanGate` takes an object");
    for (const key of Object.keys(options)) {
      if (!(OPTIONS as readonly string[]).includes(key)) throw bad(`unknown option \`${key.slice(0, 40)}\``);
    }
    const { sessionId, storage, transcript } = options;
    if (typeof sessionId !== "string" || sessionId === "" || sessionId.length > SESSION_ID_MAX) {
      throw bad(`\`sessionId\` is not a text of 1 to ${SESSION_ID_MAX} characters`);
    }
    if (transcript !== undefined && transcript !== "owned") {
      throw bad("`transcript` knows only \"owned\" in this version");
    }
    const config: { [key: string]: Json } = {};
    for (const key of CORE_OPTIONS) {
      const value: unknown = options[key];
      if (value !== undefined) config[key] = plain(value, key);
    }
    return { sessionId, ...readStorage(storage, bad), clock: readClock(options.clock, bad), host: readHost(options.host, bad), config };
  } catch (error) {
    throw error instanceof PlanGateError ? error : bad(`the options can not be read: ${messageOf(error)}`);
  }
}

type Bad = (message: string) => PlanGateError;

function readStorage(storage: unknown, bad: Bad): { kind: Snapshot["storage"]; adapter: StorageAdapter | undefined } {
  if (storage === undefined || storage === "local") return { kind: "local", adapter: undefined };
  if (storage === "memory") return { kind: "memory", adapter: undefined };
  if (storage === "indexeddb") throw bad("`storage` \"indexeddb\" is not there in this version");
  const adapter = storage as { [key: string]: unknown };
  const needed = ["get", "set", "delete", "list", "compareAndSet"];
  if (typeof storage !== "object" || storage === null || needed.some((name) => typeof adapter[name] !== "function")) {
    throw bad(`\`storage\` is neither "local", "memory" nor an adapter with ${needed.join(", ")}`);
  }
  return { kind: "custom", adapter: storage as StorageAdapter };
}

function readClock(clock: unknown, bad: Bad): Clock {
  if (clock === undefined) return systemClock;
  const given = clock as Clock;
  const needed = ["now", "setTimeout", "clearTimeout"] as const;
  if (typeof clock !== "object" || clock === null || needed.some((name) => typeof given[name] !== "function")) {
    throw bad("`clock` is no object with now, setTimeout and clearTimeout");
  }
  // A clock that shows no time is asked the platform's.
  const now = (): number => {
    try {
      const shown: unknown = given.now();
      return typeof shown === "number" && Number.isFinite(shown) ? shown : Date.now();
    } catch {
      return Date.now();
    }
  };
  return {
    now,
    setTimeout: (fn, ms) => {
      try {
        return given.setTimeout(fn, ms);
      } catch {
        // A clock without timers would leave every deadline unkept.
        return systemClock.setTimeout(fn, ms);
      }
    },
    clearTimeout: (handle) => {
      try {
        given.clearTimeout(handle);
      } catch {
        // OK because a timer that fires late is looked at and found not due.
      }
    },
  };
}

function readHost(host: unknown, bad: Bad): Hosted {
  if (typeof host !== "object" || host === null) throw bad("`host` is missing");
  const given = host as Host;
  const { callModel, mcp, judge, world, sign } = given;
  if (typeof callModel !== "function") throw bad("`host.callModel` is not a function");
  if (judge !== undefined && typeof judge !== "function") throw bad("`host.judge` is not a function");
  if (world !== undefined && typeof world !== "function") throw bad("`host.world` is not a function");
  if (sign !== undefined && typeof sign !== "function") throw bad("`host.sign` is not a function");
  if (mcp !== undefined) {
    if (typeof mcp !== "object" || mcp === null) throw bad("`host.mcp` is not an object");
    const needed = ["servers", "applyServers"] as const;
    if (needed.some((name) => typeof mcp[name] !== "function")) throw bad("`host.mcp` needs servers and applyServers");
    for (const name of ["generateConfig", "restart"] as const) {
      if (mcp[name] !== undefined && typeof mcp[name] !== "function") throw bad(`\`host.mcp.${name}\` is not a function`);
    }
  }
  return {
    callModel: (turn, options) => callModel.call(given, turn, options),
    mcp,
    judge: judge && ((question, options) => judge.call(given, question, options)),
    world: world && (() => world.call(given)),
    sign: sign && ((receipt) => sign.call(given, receipt)),
  };
}
