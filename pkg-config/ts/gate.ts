// `createPlanGate`: wires core, store, clock and host together, and is the public face of one session. Every method copies its
// arguments, brings one event, and returns what the core answers.
import type { Clock } from "./clock.js";
import { Driver, type Effect, disposed } from "./driver.js";
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";
import { ready } from "./loader.js";
import { Lent, refusalOf } from "./lent.js";
import { attempt, freeze, messageOf, plain } from "./plain.js";
import { type Hosted, readOptions } from "./options.js";
import { Snapshots, emptySnapshot } from "./snapshot.js";
import { Store, localAdapter, memoryAdapter } from "./storage.js";
import { Signer } from "./signer.js";
import { type Slot, type Tenant, slotOf } from "./slot.js";
import { type Mcp, type SwitchEffect, runSwitch } from "./switch.js";
import { signalOf } from "./signal.js";
import { Calls } from "./tools.js";
import { type OwnServer, declareTo, toolset } from "./toolset.js";
import type { ModelAnswer, PlanGate, PlanGateOptions, Snapshot, TurnHandle, TurnInfo } from "./types.js";

/** Opens a session under the gate. Rejects with `ERR_BAD_ARGS`, `ERR_NOT_READY` or `ERR_SCHEMA`. */
export async function createPlanGate(options: PlanGateOptions): Promise<PlanGate> {
  const glue = ready();
  const read = readOptions(options);
  const clock = read.clock;
  let kind: Snapshot["storage"] = read.kind;
  let adapter = read.adapter ?? (kind === "local" && glue.local_available() ? localAdapter(glue) : memoryAdapter());
  const faults: [string, string][] = [];
  if (kind === "local" && !glue.local_available()) {
    kind = "memory";
    faults.push(["W_STORAGE", "there is no localStorage here: nothing survives this page"]);
  }
  let store = new Store(adapter, clock);
  try {
    await store.get(`plangate:${read.sessionId}:root`);
  } catch (error) {
    kind = "memory";
    adapter = memoryAdapter();
    store = new Store(adapter, clock);
    faults.push(["W_STORAGE", `the store does not work, nothing survives this page: ${messageOf(error)}`]);
  }
  const page = pageId();
  const own = new Map<string, OwnServer>();
  const make = () => {
    let core;
    try {
      core = new glue.Core(read.sessionId, page, { ...read.config, judge: read.host.judge !== undefined, mcp: read.host.mcp !== undefined });
    } catch (error) {
      throw new PlanGateError("ERR_BAD_ARGS", messageOf(error));
    }
    // A core that is made anew is told of the tools again.
    for (const server of own.values()) declareTo(core, server);
    return core;
  };
  const gate = new Gate(page, make, store, clock, kind, read.host, read.sessionId);
  for (const [code, message] of faults) gate.driver.core.store_fault(code, message, clock.now());
  await gate.driver.open();
  return gate.face((server) => {
    if (gate.driver.closed) throw disposed();
    declareTo(gate.driver.core, server);
    own.set(server.name, server);
  });
}

function pageId(): string {
  const random = globalThis.crypto?.randomUUID?.();
  return random ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** One session in one page. */
class Gate {
  readonly driver: Driver;
  readonly #snapshots: Snapshots;
  readonly #calls: Calls;
  readonly #host: Hosted;
  readonly #session: string;
  readonly #events = new EventTarget();
  readonly #kind: Snapshot["storage"];
  readonly #slot: Slot;
  readonly #tenant: Tenant;
  readonly #wanted = new Map<string, Lent>();
  readonly #signer: Signer | undefined;
  #lent: Lent | undefined;
  #status: Snapshot["status"] = "idle";

  constructor(
    page: string,
    make: ConstructorParameters<typeof Driver>[1],
    store: Store,
    clock: Clock,
    kind: Snapshot["storage"],
    host: Hosted,
    session: string,
  ) {
    this.#host = host;
    this.#session = session;
    this.#kind = kind;
    this.#snapshots = new Snapshots(kind);
    this.#slot = slotOf(host.mcp);
    this.#tenant = {
      lost: () => this.driver.post({ event: "profileLost" }),
      asks: () => this.#snapshots.now.stepRequests.length > 0,
      look: () => this.driver.wake(),
    };
    this.driver = new Driver(page, make, store, clock, {
      run: (effect) => this.#run(effect),
      show: (sections) => this.#show(sections),
      stalls: () => this.#slot.stalls(this.#tenant),
      rest: () => this.#slot.leave(this.#tenant),
    });
    this.#calls = new Calls(this.driver);
    if (host.sign !== undefined) this.#signer = new Signer(this.driver, host.sign, () => this.#tell("change", null));
  }

  #show(sections: { [name: string]: unknown }): void {
    this.#snapshots.take(sections);
    const { status } = this.#snapshots.now;
    if (status !== this.#status) this.#tell("status", { status });
    this.#status = status;
    this.#tell("change", null);
    this.#slot.asked(this.#tenant);
    this.#signer?.see(this.#snapshots.now.approval);
  }

  #tell(type: string, detail: unknown): void {
    this.#events.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // --- effects

  #run(effect: Effect): void {
    const id = effect["id"] as string;
    const ticket = effect["ticket"] as string;
    switch (effect.effect) {
      case "readServers":
        return void this.#readServers(id);
      case "readWorld":
        return void this.#readWorld(id);
      case "applyProfile":
        return void runSwitch(
          this.driver,
          this.#host.mcp as Mcp,
          this.#slot,
          this.#tenant,
          effect as unknown as SwitchEffect,
        );
      case "runTurn":
        return void this.#runTurn(id, effect["turn"] as TurnInfo);
      case "lendTurn":
        return void this.#lendTurn(id, effect["turn"] as string);
      case "askJudge":
        return void this.#askJudge(id, effect);
      case "runTool":
        return this.#calls.run(effect);
      case "refuseTool":
        return this.#calls.refuse(ticket, effect["refusal"] as never);
      case "answerTool":
        return this.#calls.answer(ticket, effect["result"]);
      case "resolve":
        this.#isWanted(ticket, effect["result"]);
        return this.driver.settle(ticket, { result: effect["result"] ?? undefined });
      case "refuse": {
        const error = new PlanGateError(effect["code"] as string, effect["message"] as string);
        return this.driver.settle(ticket, { error });
      }
      case "notify":
        return this.#notify(effect["notice"] as { notice: string; [key: string]: unknown });
    }
  }

  #notify(notice: { notice: string; [key: string]: unknown }): void {
    const { notice: type, ...detail } = notice;
    const shown = this.#snapshots.now;
    switch (type) {
      case "message": {
        const added = shown.messages.find((message) => message.id === detail["added"]);
        const removed = detail["removed"] as string[];
        return this.#tell(type, { ...(added && { added }), ...(removed.length > 0 && { removed }) });
      }
      case "step":
        return this.#tell(type, shown.stepRequests.find((request) => request.requestId === detail["requestId"]));
      case "refusal":
        return this.#tell(type, detail["refusal"]);
      default:
        return this.#tell(type, detail);
    }
  }

  async #readServers(id: string): Promise<void> {
    try {
      const servers = plain(await this.#host.mcp?.servers(), "servers");
      if (!Array.isArray(servers)) throw new Error("`servers` did not answer with a list");
      this.driver.post({ event: "serversRead", id, servers });
    } catch (error) {
      this.driver.post({ event: "serversRead", id, servers: null, message: messageOf(error) });
    }
  }

  async #readWorld(id: string): Promise<void> {
    const nowhere = { workspacePath: null, projectId: this.#session, workspaceHash: "" };
    try {
      const world = this.#host.world === undefined ? nowhere : await this.#host.world();
      this.driver.post({ event: "worldRead", id, world: worldOf(plain(world, "world")) });
    } catch {
      this.driver.post({ event: "worldRead", id, world: null });
    }
  }

  async #runTurn(id: string, turn: TurnInfo): Promise<void> {
    const signal = this.driver.signal(id);
    const tools = this.#calls.tools(turn.id);
    const emit = (delta: unknown): void => {
      if (!turn.quiet && !signal.aborted && typeof delta === "string") {
        this.#snapshots.draft(turn.id, new Date(this.driver.now()).toISOString(), delta);
      }
    };
    // What a planner has read may come back from it as a plan; such a copy is nobody's plan.
    if (turn.kind === "plan") this.#calls.listen(turn.id);
    let outcome: { [end: string]: unknown } | "unprofiled";
    if (turn.kind === "execute") await this.#signer?.done(signal);
    await this.#slot.enter(this.#tenant, signal);
    try {
      if (this.#host.mcp !== undefined && !this.#slot.serves(this.#tenant)) outcome = "unprofiled";
      else if (signal.aborted) return;
      else {
        const answer = readAnswer(await this.#host.callModel(turn, { signal, tools, emit }));
        outcome = { ok: { ...answer, untrusted: [...answer.untrusted, ...this.#calls.heard(turn.id)] } };
      }
    } catch (error) {
      outcome = { failed: { message: messageOf(error) } };
    } finally {
      this.#calls.heard(turn.id);
    }
    if (signal.aborted || !this.driver.take(id)) return;
    this.driver.post({ event: "turnEnded", id, outcome });
  }

  /** Where the core has taken a wish for a turn: the turn that it lends next is this one's. */
  #isWanted(ticket: string, queued: unknown): void {
    const lent = this.#wanted.get(ticket);
    if (lent === undefined) return;
    this.#lent = lent;
    this.driver.signal(queued as string).addEventListener("abort", () => lent.dropped(), { once: true });
  }

  async #lendTurn(id: string, turn: string): Promise<void> {
    const signal = this.driver.signal(id);
    const lent = this.#lent;
    await this.#slot.enter(this.#tenant, signal);
    if (signal.aborted) return lent?.over();
    if (lent !== undefined && (this.#host.mcp === undefined || this.#slot.serves(this.#tenant))) return lent.begin(id, turn, signal);
    lent?.over(new PlanGateError("ERR_TURN_OVER", "another gate of this page has switched the profile meanwhile"));
    if (this.driver.take(id)) this.driver.post({ event: "turnEnded", id, outcome: { ok: { text: "", finishReason: null, untrusted: [] } } });
  }

  #beginTurn(options: unknown): TurnHandle {
    const kind = attempt(() => [(options as { kind?: unknown } | null | undefined)?.kind ?? "chat"]);
    if (kind?.[0] !== "chat") throw new PlanGateError("ERR_BAD_ARGS", "`beginTurn` knows only the kind \"chat\"");
    if (this.driver.closed) throw disposed();
    const lent = new Lent(this.driver, this.#calls);
    const ticket = this.driver.ticket();
    this.#wanted.set(ticket, lent);
    this.driver
      .ask({ event: "turnWanted" }, ticket)
      .catch((error: unknown) => lent.over(refusalOf(error)))
      .finally(() => this.#wanted.delete(ticket));
    return lent.handle;
  }

  async #askJudge(id: string, effect: Effect): Promise<void> {
    const question = {
      prompt: effect["prompt"] as string,
      planSummary: effect["planSummary"] as string,
      reply: effect["reply"] as string,
    };
    let answer: unknown;
    try {
      answer = await this.#host.judge?.(question, { signal: this.driver.signal(id) });
    } catch {
      answer = null;
    }
    if (!this.driver.take(id)) return;
    this.driver.post({ event: "judgeEnded", id, answer: typeof answer === "string" ? answer : null });
  }

  /** The plan that waits on this page's screen: words typed now can approve no other one. */
  #waiting(): Json {
    const { mode, plan } = this.#snapshots.now;
    return mode === "awaiting-approval" && plan !== null ? plan.ref : null;
  }

  /** The question card that is open on this page's screen. */
  #card(): Json {
    const open = this.#snapshots.now.messages.filter((message) => message.role === "assistant" && message.active && message.questions);
    return open.at(-1)?.id ?? null;
  }

  // --- the public face

  face(declare: (server: OwnServer) => void): PlanGate {
    const { driver } = this;
    const tools = this.#calls.tools(undefined);
    const ask = async <T>(event: string, fields: () => { [key: string]: Json }): Promise<T> => {
      if (driver.closed) throw disposed();
      return driver.ask<T>({ event, ...fields() });
    };
    const open = (): Driver => {
      if (driver.closed) throw disposed();
      return driver;
    };
    const none = () => ({});
    const suggested = () => ({ messageId: this.#snapshots.now.suggestion?.messageId ?? null });
    const fields = (value: unknown, what: string): { [key: string]: Json } => {
      const copied = plain(value, what);
      if (typeof copied === "object" && copied !== null && !Array.isArray(copied)) return copied;
      throw new PlanGateError("ERR_BAD_ARGS", `\`${what}\` is not an object`);
    };
    const gate: PlanGate = {
      ...tools,
      toolset: (own, options) => toolset(declare, tools, own, options),
      events: this.#events,
      send: (message) => ask("userSent", () => ({ ...fields(message, "message"), under: this.#waiting() })),
      answer: (answers) => ask("userAnswered", () => ({ answers: fields(answers, "answers"), card: this.#card() })),
      decide: (decision) => ask("userDecided", () => withRef(fields(decision, "decision"))),
      editPlan: (edit) => ask("planEdited", () => withRef(fields(edit, "edit"))),
      decideStep: (decision) => ask("userDecidedStep", () => fields(decision, "decision")),
      takeSuggestion: () => ask("suggestionTaken", suggested),
      passSuggestion: () => ask("suggestionPassed", suggested),
      cancel: () => ask("userCancelled", none),
      resume: () => ask("userResumed", () => ({ planRef: this.#snapshots.now.plan?.ref ?? null })),
      editAndResend: (messageId, text) =>
        ask("userEdited", () => ({ messageId: plain(messageId, "messageId"), text: plain(text, "text") })),
      task: (event) => ask("taskTold", () => ({ task: fields(event, "event") })),
      updateWorld: (world) => ask("worldTold", () => ({ patch: fields(world, "world") })),
      settled: async (options) => {
        await driver.settled(signalOf(options));
        return this.#snapshots.now;
      },
      beginTurn: (options) => this.#beginTurn(options),
      authority: () => (driver.closed ? null : freeze(driver.core.authority(driver.now()))),
      modelTools: () => freeze(structuredClone(MODEL_TOOLS)),
      getSnapshot: () => this.#snapshots.now,
      getServerSnapshot: () => emptySnapshot(this.#kind),
      subscribe: (listener) => this.#subscribe(listener),
      stream: (options) => this.#stream(signalOf(options)),
      exportAudit: async () => open().core.export_audit(),
      exportState: async () => open().core.export_state(),
      dispose: async () => {
        await driver.close();
        this.#slot.leave(this.#tenant);
        this.#calls.close();
      },
    };
    return Object.freeze(gate);
  }

  #subscribe(listener: () => void): () => void {
    if (typeof listener !== "function") throw new PlanGateError("ERR_BAD_ARGS", "`subscribe` takes a function");
    return this.#snapshots.subscribe(listener);
  }

  async *#stream(signal: AbortSignal | undefined): AsyncGenerator<Snapshot> {
    let wake: () => void = () => undefined;
    let shown: Snapshot | undefined;
    const stop = this.#snapshots.subscribe(() => wake());
    const aborted = (): void => wake();
    signal?.addEventListener("abort", aborted);
    try {
      while (signal?.aborted !== true && !this.driver.closed) {
        const now = this.#snapshots.now;
        if (now !== shown) {
          shown = now;
          yield now;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      stop();
      signal?.removeEventListener("abort", aborted);
    }
  }
}

/** A decision without a reference is a mistake of the page; a reference that is `null` names no plan. */
function withRef(fields: { [key: string]: Json }): { [key: string]: Json } {
  if (!Object.hasOwn(fields, "planRef")) throw new PlanGateError("ERR_BAD_ARGS", "`planRef` is missing");
  return fields;
}

/** Where the host left something out, the safe value stands; what is there must have its shape. */
function worldOf(world: Json): Json {
  if (typeof world !== "object" || world === null || Array.isArray(world)) throw new Error("the world is not an object");
  const { workspacePath, projectId, workspaceHash } = world;
  const fits =
    (workspacePath === null || typeof workspacePath === "string") &&
    typeof projectId === "string" &&
    typeof workspaceHash === "string";
  if (!fits) throw new Error("the world lacks its path, project or hash");
  return world;
}

/** A model's answer in one shape; throws where it is none. */
function readAnswer(answer: ModelAnswer): { text: string; finishReason: string | null; untrusted: string[] } {
  if (typeof answer === "string") return { text: answer, finishReason: null, untrusted: [] };
  const read = plain(answer, "answer") as { text?: unknown; finishReason?: unknown; untrusted?: unknown } | null;
  if (typeof read?.text !== "string") throw new Error("the model's answer is neither a text nor `{ text }`");
  const { text, finishReason, untrusted } = read;
  return {
    text,
    finishReason: typeof finishReason === "string" ? finishReason : null,
    untrusted: Array.isArray(untrusted) ? untrusted.filter((one): one is string => typeof one === "string") : [],
  };
}

const ID_SCHEMA = { type: "object", properties: { id: { type: "string" } }, required: ["id"], additionalProperties: false };

/** The package's own tools, as a model is told of them. They grant nothing. */
const MODEL_TOOLS: { server: "plangate"; name: string; description: string; inputSchema: Json }[] = [
  {
    server: "plangate",
    name: "write_plan",
    description: "Hand in your answer (questions or a plan, in its fence). It waits for the person; nothing runs.",
    inputSchema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"], additionalProperties: false },
  },
  {
    server: "plangate",
    name: "task_list",
    description: "List the tasks of the approved plan.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
  },
  { server: "plangate", name: "task_start", description: "Start a task that is ready.", inputSchema: ID_SCHEMA },
  { server: "plangate", name: "task_step_done", description: "Tick the next small part of a running task.", inputSchema: ID_SCHEMA },
  {
    server: "plangate",
    name: "task_block",
    description: "Say that a task can not go on.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" }, reason: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    },
  },
  {
    server: "plangate",
    name: "task_finish",
    description: "Finish a running task. It counts only with evidence from the host.",
    inputSchema: ID_SCHEMA,
  },
];
