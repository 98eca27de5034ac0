// Tools under the gate, as one turn or the gate itself hands them out. Every question goes to the core; a call runs only
// when the core says so, and only the copy that was judged.
import type { Driver, Effect } from "./driver.js";
import { PlanGateError } from "./error.js";
import { ready } from "./loader.js";
import { attempt, freeze, messageOf, plain } from "./plain.js";
import { Rulings, outline } from "./ruled.js";
import { either, signalOf } from "./signal.js";
import type { Call, CallOutcome, Refusal, Ruling, Tools } from "./types.js";

/** A call that waits for the core. */
interface PendingCall {
  turn: string | undefined;
  run(call: Call, options: { signal: AbortSignal }): Promise<unknown>;
  signal: AbortSignal | undefined;
  ended: { result: unknown } | { error: unknown } | undefined;
  resolve(outcome: CallOutcome<unknown>): void;
  reject(error: unknown): void;
}

/** The calls of one gate. */
export class Calls {
  readonly #driver: Driver;
  readonly #pending = new Map<string, PendingCall>();
  /** Texts that tools have answered, by turn; only of turns that are listened to. */
  readonly #heard = new Map<string, string[]>();
  readonly #rulings: Rulings<Ruling>;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#rulings = new Rulings((number) => ({ ...(ready().ruling(number) as Ruling), refusal: null }));
  }

  /** The tools of a turn, or of the gate itself. */
  tools(turn: string | undefined): Tools {
    return {
      authorize: (call) => this.#authorize(turn, call),
      visibleTools: (tools) => this.#visible(turn, tools),
      callTool: (call, run, options) => this.#call(turn, call, run, options),
      wrapMcpClient: (client, options) => wrap(this.tools(turn), client, options),
    };
  }

  /** The core lets a call run. */
  run(effect: Effect): void {
    const { id, ticket, call } = effect as unknown as { id: string; ticket: string; call: Call };
    const pending = this.#pending.get(ticket);
    if (pending === undefined) return this.#driver.post({ event: "toolEnded", id });
    const signal = either(this.#driver.signal(id), pending.signal);
    // OK because `run` is the host's: it may throw at once as well as reject.
    Promise.resolve()
      .then(() => pending.run(call, { signal }))
      .then(
        (result) => (pending.ended = { result }),
        (error: unknown) => (pending.ended = { error }),
      )
      .then(() => this.#driver.post({ event: "toolEnded", id }));
  }

  /** The core has refused a call. */
  refuse(ticket: string, refusal: Refusal): void {
    const pending = this.#taken(ticket);
    pending?.resolve({ ok: false, refusal });
  }

  /** A call is answered by the core itself, or what the tool has answered may be handed over. */
  answer(ticket: string, result: unknown): void {
    const pending = this.#taken(ticket);
    if (pending === undefined) return;
    if (result !== null) return pending.resolve({ ok: true, result });
    if (pending.ended === undefined) return pending.reject(new PlanGateError("ERR_INTERNAL", "the tool has not ended"));
    if ("error" in pending.ended) pending.reject(pending.ended.error);
    else {
      this.#hear(pending.turn, pending.ended.result);
      pending.resolve({ ok: true, result: pending.ended.result });
    }
  }

  /** From now on the texts that tools answer in this turn are kept, until `heard` takes them. */
  listen(turn: string): void {
    this.#heard.set(turn, []);
  }

  /** What tools have answered in this turn. */
  heard(turn: string): string[] {
    const texts = this.#heard.get(turn) ?? [];
    this.#heard.delete(turn);
    return texts;
  }

  #hear(turn: string | undefined, result: unknown): void {
    const texts = turn === undefined ? undefined : this.#heard.get(turn);
    if (texts === undefined) return;
    let room = HEARD_MAX - texts.reduce((sum, text) => sum + text.length, 0);
    for (const text of textsOf(result)) {
      texts.push(text.slice(0, room));
      room -= text.length;
      if (room <= 0) return;
    }
  }

  /** Fails a call. */
  fail(ticket: string, error: PlanGateError): boolean {
    const pending = this.#taken(ticket);
    pending?.reject(error);
    return pending !== undefined;
  }

  /** Ends every call of a disposed gate. */
  close(): void {
    for (const ticket of [...this.#pending.keys()]) this.refuse(ticket, this.#denial("ERR_TURN_OVER", "", "").refusal as Refusal);
  }

  #taken(ticket: string): PendingCall | undefined {
    const pending = this.#pending.get(ticket);
    this.#pending.delete(ticket);
    if (pending !== undefined) this.#driver.settle(ticket, { result: undefined });
    return pending;
  }

  #denial(code: string, server = "", tool = ""): Ruling {
    return freeze(this.#driver.core.denial(code, server, tool) as Ruling);
  }

  /** The call as plain data in the shape of a call, or the denial of what is none. */
  #read(foreign: unknown): Call | Ruling {
    try {
      const call = plain(foreign, "call") as Partial<Call> | null;
      const named = typeof call?.server === "string" ? call.server : "";
      const tool = typeof call?.tool === "string" ? call.tool : "";
      if (typeof call !== "object" || call === null || Array.isArray(call)) return this.#denial("ERR_BAD_ARGS", "", "");
      const texts: unknown[] = [call.wire, call.stepId, call.why];
      const fits =
        (call.server === undefined || typeof call.server === "string") &&
        typeof call.tool === "string" &&
        texts.every((text) => text === undefined || text === null || typeof text === "string");
      return fits ? (call as Call) : this.#denial("ERR_BAD_ARGS", named, tool);
    } catch {
      return this.#denial("ERR_BAD_ARGS", "", "");
    }
  }

  #authorize(turn: string | undefined, foreign: unknown): Ruling {
    try {
      const call = this.#read(foreign);
      if ("decision" in call) return call;
      if (this.#driver.closed) return this.#denial("ERR_TURN_OVER", call.server, call.tool);
      const { core } = this.#driver;
      const now = this.#driver.now();
      // OK because nothing runs here: a call that runs is judged by itself, whole.
      const judged = outline(call, (server, tool) => core.contents(server, tool)) as Call;
      const ruling = isBare(judged) ? this.#rulings.of(core.judge(turn, judged.server, judged.tool, JSON.stringify(judged.args), now)) : undefined;
      return ruling ?? freeze(core.authorize(turn, judged, now) as Ruling);
    } catch (error) {
      // Every exception denies.
      console.error("plangate: a call could not be judged:", messageOf(error));
      return closedRuling();
    }
  }

  #visible<T extends { server: string; name: string }>(turn: string | undefined, tools: T[]): T[] {
    if (this.#driver.closed) return [];
    try {
      const list = [...tools];
      const pairs = list.map((tool) => [String(tool.server), String(tool.name)]);
      const seen = this.#driver.core.visible(turn, plain(pairs, "tools"));
      return list.filter((_, index) => seen[index] === 1);
    } catch {
      // What can not be read is not shown.
      return [];
    }
  }

  async #call<T>(
    turn: string | undefined,
    foreign: unknown,
    run: (call: Call, options: { signal: AbortSignal }) => Promise<T>,
    options: { signal?: AbortSignal } | undefined,
  ): Promise<CallOutcome<T>> {
    if (typeof run !== "function") throw new PlanGateError("ERR_BAD_ARGS", "`run` is not a function");
    const signal = signalOf(options);
    const call = this.#read(foreign);
    if ("decision" in call) return { ok: false, refusal: call.refusal as Refusal };
    if (this.#driver.closed) {
      return { ok: false, refusal: this.#denial("ERR_TURN_OVER", call.server, call.tool).refusal as Refusal };
    }
    if (signal?.aborted === true) throw new PlanGateError("ERR_ABORTED", "the call was aborted before it was judged");
    const ticket = this.#driver.ticket();
    return new Promise<CallOutcome<T>>((resolve, reject) => {
      const pending: PendingCall = {
        turn,
        run,
        signal,
        ended: undefined,
        resolve: (outcome) => resolve(outcome as CallOutcome<T>),
        reject,
      };
      this.#pending.set(ticket, pending);
      signal?.addEventListener("abort", () => this.#withdraw(ticket), { once: true });
      this.#driver.ask({ event: "toolAsked", turn: turn ?? null, call }, ticket).catch((error: unknown) => {
        this.fail(ticket, error instanceof PlanGateError ? error : new PlanGateError("ERR_INTERNAL", messageOf(error)));
      });
    });
  }

  #withdraw(ticket: string): void {
    const pending = this.#taken(ticket);
    if (pending === undefined) return;
    pending.reject(new PlanGateError("ERR_ABORTED", "the call was aborted"));
    this.#driver.post({ event: "toolWithdrawn", ticket });
  }
}

/** Characters of tool results that are kept of one turn, and values that are looked at in one result. */
const HEARD_MAX = 4 * 1024 * 1024;
const VALUES_MAX = 100_000;
/** A shorter text holds no copy that counts: the fence rules ask for 40 characters. */
const COPY_MIN = 40;

/** The texts in a tool's result, wherever they stand in it. What can not be read holds none. */
function* textsOf(result: unknown): Generator<string> {
  const open: unknown[] = [result];
  for (let left = VALUES_MAX; left > 0 && open.length > 0; left -= 1) {
    const value = open.pop();
    if (typeof value === "string" && value.length >= COPY_MIN) yield value;
    if (typeof value !== "object" || value === null) continue;
    for (const inner of attempt(() => Object.values(value)) ?? []) open.push(inner);
  }
}

/** Whether a call is nothing but its names and arguments. */
const isBare = (call: Call): boolean => Object.keys(call).length === 3 && call.server !== undefined && call.args !== undefined;

/** A denial for the case that not even the core can be asked. */
function closedRuling(): Ruling {
  const refusal: Refusal = {
    refused: true,
    code: "ERR_BAD_ARGS",
    mode: "normal",
    server: "",
    tool: "",
    stepId: null,
    hint: "This call could not be judged and was not made.",
    retry: false,
  };
  return freeze<Ruling>({ decision: "deny", code: refusal.code, findings: [refusal.code], refusal });
}

/** An MCP client behind the gate: lists what may be seen, calls what may run. The client itself is left as it is. @internal */
export function wrap<C extends object>(tools: Pick<Tools, "visibleTools" | "callTool">, client: C, options: { server: string }): C {
  type Listed = { name: string; [key: string]: unknown };
  type Client = {
    listTools(...args: unknown[]): Promise<unknown>;
    callTool(request: unknown, ...rest: unknown[]): Promise<unknown>;
  };
  const original = client as unknown as Client;
  const server = serverOf(client, options);
  if (server === RESERVED) throw new PlanGateError("ERR_BAD_ARGS", `\`${RESERVED}\` is the package's own server`);
  const listTools = async (...args: unknown[]): Promise<unknown> => {
    const answer = await original.listTools(...args);
    const listed = attempt(() => {
      const named = (answer as { tools: Listed[] }).tools.map((tool) => ({ server, name: String(tool.name), tool }));
      return { ...(answer as object), tools: tools.visibleTools(named).map(({ tool }) => tool) };
    });
    if (listed === undefined) throw new PlanGateError("ERR_BAD_ARGS", "the client's `listTools` did not answer with tools");
    return listed;
  };
  const callTool = async (request: unknown, ...rest: unknown[]): Promise<unknown> => {
    const named = attempt(() => {
      const { name, arguments: args } = request as { name: unknown; arguments?: unknown };
      return { name, args };
    });
    const call = { server, tool: named?.name, args: named?.args ?? {} };
    const outcome = await tools.callTool(call, (judged) =>
      // What runs is the copy that was judged, with whatever else the caller says of it.
      original.callTool({ ...(request as object), name: judged.tool, arguments: judged.args }, ...rest),
    );
    if (outcome.ok) return outcome.result;
    const text = `${outcome.refusal.code}: ${outcome.refusal.hint}`;
    return { isError: false, structuredContent: outcome.refusal, content: [{ type: "text", text }] };
  };
  // A fresh object, not the client with two methods changed: whatever is not named here, such as a raw `request`, would be a
  // way around the gate.
  const guarded: { [name: string]: unknown } = { listTools, callTool };
  for (const name of HARMLESS) {
    const method = attempt(() => (client as { [name: string]: unknown })[name]);
    if (typeof method === "function") guarded[name] = (...args: unknown[]): unknown => Reflect.apply(method, client, args);
  }
  return Object.freeze(guarded) as C;
}

/** The server name of the package's own tools: what another server says of them must not be shown. */
const RESERVED = "plangate";

/** Methods of an MCP client that call no tool and are handed on as they are. */
const HARMLESS = [
  "close",
  "ping",
  "getServerCapabilities",
  "getServerVersion",
  "getInstructions",
  "listPrompts",
  "getPrompt",
  "listResources",
  "listResourceTemplates",
  "readResource",
] as const;

/** The server's name, once client and options have the shape they need. */
function serverOf(client: unknown, options: unknown): string {
  const read = attempt(() => {
    const { listTools, callTool } = client as { listTools: unknown; callTool: unknown };
    const { server } = options as { server: unknown };
    return typeof listTools === "function" && typeof callTool === "function" && typeof server === "string" ? server : undefined;
  });
  if (read === undefined) {
    throw new PlanGateError("ERR_BAD_ARGS", "`wrapMcpClient` takes a client with listTools and callTool, and `{ server }`");
  }
  return read;
}
