// A turn whose model the host runs itself. It is wanted at once and there when the core has lent it: calls wait for that, and
// every call after its end is refused. Decides nothing.
import type { Driver } from "./driver.js";
import { PlanGateError } from "./error.js";
import { attempt, messageOf } from "./plain.js";
import { type Calls, wrap } from "./tools.js";
import type { Tools, TurnHandle } from "./types.js";

/** A turn id that no turn has: its calls are refused. */
const NO_TURN = "";

/** What `beginTurn` hands out, from the side of the gate. @internal */
export class Lent {
  readonly handle: TurnHandle;
  readonly #driver: Driver;
  readonly #calls: Calls;
  readonly #abort = new AbortController();
  readonly #lent: Promise<void>;
  #settle: () => void = () => undefined;
  /** The turn's id while it runs; `NO_TURN` when it is over. */
  #turn: string | undefined;
  /** What is awaited under this id is its end. */
  #awaited: string | undefined;
  #refused: PlanGateError | undefined;

  constructor(driver: Driver, calls: Calls) {
    this.#driver = driver;
    this.#calls = calls;
    this.#lent = new Promise((resolve) => (this.#settle = resolve));
    const tools: Omit<Tools, "wrapMcpClient"> = {
      authorize: (call) => this.#tools().authorize(call),
      visibleTools: (list) => this.#tools().visibleTools(list),
      callTool: async (call, run, options) => {
        await this.#lent;
        return this.#tools().callTool(call, run, options);
      },
    };
    this.handle = Object.freeze({
      ...tools,
      wrapMcpClient: <C extends object>(client: C, options: { server: string }) => wrap(tools, client, options),
      signal: this.#abort.signal,
      end: (options?: { text?: string }) => this.#end(options),
    });
  }

  /** The core has lent the turn. `wanted` fires when it is no longer awaited. */
  begin(awaited: string, turn: string, wanted: AbortSignal): void {
    this.#awaited = awaited;
    this.#turn = turn;
    wanted.addEventListener("abort", () => this.over(), { once: true });
    this.#settle();
  }

  /** Waiting for this turn, under the id it is queued with, is over, unless it has begun in the same breath. */
  dropped(): void {
    queueMicrotask(() => {
      if (this.#turn === undefined) this.over();
    });
  }

  /** The turn is over, or never was: calls are refused and the host's signal fires. */
  over(refused?: PlanGateError): void {
    this.#refused ??= refused;
    this.#turn = NO_TURN;
    this.#awaited = undefined;
    this.#settle();
    this.#abort.abort(this.#refused ?? new PlanGateError("ERR_TURN_OVER", "this turn is over"));
  }

  /** Before it has begun the turn is judged as the gate itself is; then as the turn it is. */
  #tools(): Tools {
    return this.#calls.tools(this.#turn);
  }

  async #end(options: unknown): Promise<void> {
    const text = attempt(() => (options as { text?: unknown } | null | undefined)?.text ?? "");
    if (typeof text !== "string") throw new PlanGateError("ERR_BAD_ARGS", "`text` is not a text");
    await this.#lent;
    if (this.#refused !== undefined) throw this.#refused;
    const id = this.#awaited;
    if (id === undefined || !this.#driver.take(id)) return;
    // From here on a call is one of a turn that is over, whatever the core still has to do.
    this.over();
    await this.#driver.bring({ event: "turnEnded", id, outcome: { ok: { text, finishReason: null, untrusted: [] } } });
  }
}

/** What a turn that was not begun is refused with. @internal */
export function refusalOf(error: unknown): PlanGateError {
  return error instanceof PlanGateError ? error : new PlanGateError("ERR_INTERNAL", messageOf(error));
}
