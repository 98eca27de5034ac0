// Carries out what the core decides: commits first, then effects, then answers with events. One event at a time. Decides
// nothing: what is stale, who owns what and what is to be aborted is said by the core.
import { type Clock, Timer } from "./clock.js";
import { PlanGateError } from "./error.js";
import type { Core as Glue } from "./loader.js";
import { Owner } from "./owner.js";
import { attempt, freeze, messageOf } from "./plain.js";
import type { Commit, Store } from "./storage.js";
import { isLoaded, loadWords, missing } from "./words.js";

/** One session in one page, as the glue exports it. */
export type SessionCore = InstanceType<Glue["Core"]>;

/** Something that happened, in the core's words. */
export type Event = { event: string; [key: string]: unknown };

/** Something the host is asked, in the core's words. */
export type Effect = { effect: string; [key: string]: unknown };

/** What follows from an event. */
interface Outcome {
  commit: Commit | null;
  effects: Effect[];
  sections: { [name: string]: unknown };
  live: string[];
  owners: [string, number][];
  deadline: number | null;
  settled: boolean;
  dirty: boolean;
  again: boolean;
}

/** What the driver drives. */
export interface Port {
  /** Carries out one effect; must not throw and must not wait. */
  run(effect: Effect): void;
  /** Sections of the snapshot have changed. */
  show(sections: { [name: string]: unknown }): void;
  /** Whether what goes on waits for a person at another gate of this page. */
  stalls(): boolean;
  /** This page owns nothing any more: nothing of it runs or waits to run. */
  rest(): void;
}

/** How often an event that could not be saved is brought again, in milliseconds. */
const AGAIN_MS = 2_000;
/** How often a switch that waits for another gate says so, in milliseconds; well below any callback's time. */
const PATIENCE_MS = 3_000;
/** How long a message waits for words, in milliseconds. */
const WORDS_MS = 5_000;
/** How long after a card the words for its answer are fetched, in milliseconds: the card is drawn first. */
const CARD_MS = 100;
/** How often two pages may win over each other before an event is given up. */
const CONFLICTS_MAX = 50;

/** A way to make the core anew after a trap. */
export type MakeCore = () => SessionCore;

export class Driver {
  readonly page: string;
  readonly #make: MakeCore;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #port: Port;
  readonly #timer: Timer;
  readonly #owner: Owner;
  readonly #queue: (() => Promise<void>)[] = [];
  readonly #again: Event[] = [];
  readonly #aborts = new Map<string, AbortController>();
  readonly #tickets = new Map<string, { resolve(value: unknown): void; reject(error: unknown): void }>();
  readonly #idle: (() => void)[] = [];
  #core: SessionCore;
  #unwatch: () => void = () => undefined;
  #busy = false;
  #closed = false;
  #tickets_made = 0;
  #deadline: number | null = null;
  #settled = false;
  #dirty = false;
  /** Texts without which a message had to be read. */
  #wordless: readonly string[] = [];
  /** Cancels and ends that stand in the queue: while there are any, no message waits for words. */
  #hasty = 0;
  #hurry: () => void = () => undefined;

  constructor(page: string, make: MakeCore, store: Store, clock: Clock, port: Port) {
    this.page = page;
    this.#make = make;
    this.#core = make();
    this.#store = store;
    this.#clock = clock;
    this.#port = port;
    this.#timer = new Timer(clock, () => this.#fired());
    this.#owner = new Owner(page, this.#core.beat_key(), this.#core.beat_stale_ms(), store, clock);
  }

  /** The core, for questions that change nothing. */
  get core(): SessionCore {
    return this.#core;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Reads what is stored and opens the session; rejects with `ERR_SCHEMA` where a newer build has written it. */
  async open(): Promise<void> {
    const text = await this.#read();
    if (text !== undefined) await this.#adopt(text);
    this.#unwatch = this.#store.watch(this.#core.root_key().replace(/root$/, ""), () => this.refresh());
    const gone = await this.#owner.lost();
    await this.#enqueue(() => this.#step({ event: "opened", gone }));
  }

  /** Brings an event; what it does follows later. */
  post(event: Event): void {
    void this.bring(event);
  }

  /** Brings an event and resolves when it is decided and committed. */
  async bring(event: Event): Promise<void> {
    if (!this.#closed) await this.#enqueue(() => this.#step(event));
  }

  /** Brings an event that is answered under its ticket. It is decided on what is stored now. */
  ask<T>(event: Event, ticket = this.ticket()): Promise<T> {
    if (this.#closed) return Promise.reject(disposed());
    const hasty = event.event === "userCancelled";
    if (hasty) this.#hasten();
    return new Promise<T>((resolve, reject) => {
      this.#tickets.set(ticket, { resolve: resolve as (value: unknown) => void, reject });
      void this.#enqueue(async () => {
        if (hasty) this.#hasty -= 1;
        await this.#bringAgain();
        await this.#catchUp();
        await this.#step({ ...event, ticket });
      });
    });
  }

  /** A fresh ticket. */
  ticket(): string {
    this.#tickets_made += 1;
    return `k${this.#tickets_made}`;
  }

  /** Answers a ticket. */
  settle(ticket: string, answer: { result: unknown } | { error: unknown }): void {
    const waiting = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if ("result" in answer) waiting?.resolve(answer.result);
    else waiting?.reject(answer.error);
  }

  /** The signal of something awaited: aborted when the core no longer awaits it. */
  signal(id: string): AbortSignal {
    const known = this.#aborts.get(id) ?? new AbortController();
    this.#aborts.set(id, known);
    return known.signal;
  }

  /** Whether this is still awaited. Taking it keeps its signal from being aborted when the answer is decided about. */
  take(id: string): boolean {
    return this.#aborts.delete(id);
  }

  /** Whether this is still awaited. */
  awaits(id: string): boolean {
    return this.#aborts.has(id);
  }

  /** Waits for something that is no callback of the host: the time for the switch `id` begins anew meanwhile. */
  async patiently(id: string, wait: Promise<void>): Promise<void> {
    let waiting = true;
    const renew = (): void => {
      if (!waiting || this.#closed) return;
      this.post({ event: "profileStepped", id });
      this.#clock.setTimeout(renew, PATIENCE_MS);
    };
    const timer = this.#clock.setTimeout(renew, PATIENCE_MS);
    await wait;
    waiting = false;
    this.#clock.clearTimeout(timer);
  }

  /** Calls `work` in so many milliseconds, unless what it returns is called before. */
  later(ms: number, work: () => void): () => void {
    const timer = this.#clock.setTimeout(work, ms);
    return () => this.#clock.clearTimeout(timer);
  }

  /** Reads what is stored again. */
  refresh(): void {
    if (!this.#closed) void this.#enqueue(() => this.#catchUp());
  }

  /** Resolves when nothing is on its way that does not wait for a person. */
  settled(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#closed) reject(disposed());
        else if (signal?.aborted === true) reject(new PlanGateError("ERR_ABORTED", "waiting was aborted"));
        else if ((this.#settled || this.#port.stalls()) && !this.#busy && this.#queue.length === 0 && this.#again.length === 0) resolve();
        else this.#idle.push(look);
      };
      signal?.addEventListener("abort", look, { once: true });
      look();
    });
  }

  /** Gives back what this page owns and stops everything. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#again.length = 0;
    this.#hasten();
    const given = this.#enqueue(() => this.#step({ event: "closed" }));
    this.#closed = true;
    await given;
    this.#timer.set(null);
    this.#unwatch();
    this.#owner.release();
    for (const abort of this.#aborts.values()) abort.abort();
    this.#aborts.clear();
    for (const ticket of [...this.#tickets.keys()]) this.settle(ticket, { error: disposed() });
    this.wake();
  }

  // --- the queue: one event at a time

  #enqueue(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push(async () => {
        try {
          await work();
        } catch (error) {
          console.error("plangate:", messageOf(error));
        }
        resolve();
      });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) await next();
    this.#busy = false;
    this.#schedule();
    this.wake();
  }

  /** Looks again whether everything has settled. */
  wake(): void {
    for (const look of this.#idle.splice(0)) look();
  }

  /** Decides about one event, commits, and carries out what follows. */
  async #step(event: Event, budget = { conflicts: CONFLICTS_MAX }): Promise<void> {
    const waited = new Set<string>();
    // INVARIANT: each pass spends of the budget that nested steps share, so a store that contradicts itself can not hold us.
    while (budget.conflicts > 0) {
      budget.conflicts -= 1;
      // INVARIANT: an event with words is decided about on the very session that was asked which of them it needs.
      if (typeof event["text"] === "string") await this.#hear(event, waited);
      let outcome = this.#dispatch(event);
      if (outcome === undefined) return;
      if (outcome.commit !== null) {
        const saved = await this.#store.commit(outcome.commit);
        if (saved.end === "conflict") {
          await this.#adopt(saved.text, budget);
          continue;
        }
        outcome = (
          saved.end === "ok" ? this.#core.saved(this.now()) : this.#core.save_failed(saved.message, this.now())
        ) as Outcome;
        if (outcome.again) this.#again.push(event);
      }
      return this.#apply(outcome);
    }
    if (event["ticket"] === undefined && event.event !== "refreshed") this.#again.push(event);
    this.#fail(event, new PlanGateError("ERR_STORAGE", "other pages keep winning over this one"));
  }

  #dispatch(event: Event): Outcome | undefined {
    try {
      const outcome: unknown = this.#core.dispatch(shapeOf(event), this.now());
      if (typeof outcome !== "object" || outcome === null) throw new Error("it has answered with nothing");
      return outcome as Outcome;
    } catch (error) {
      if (typeof error === "string") {
        this.#fail(event, new PlanGateError("ERR_BAD_ARGS", error));
        return undefined;
      }
      // The core has trapped: its handle is dead. It is made anew from what is stored, and every open call fails closed.
      this.#core = this.#make();
      void this.#enqueue(() => this.#catchUp());
      const failure = new PlanGateError("ERR_INTERNAL", `the core has failed: ${messageOf(error)}`);
      for (const ticket of [...this.#tickets.keys()]) this.settle(ticket, { error: failure });
      return undefined;
    }
  }

  #fail(event: Event, error: PlanGateError): void {
    const ticket = event["ticket"];
    if (typeof ticket === "string") this.settle(ticket, { error });
  }

  /** Brings what could not be saved again. */
  async #bringAgain(): Promise<void> {
    for (const event of this.#again.splice(0)) await this.#step(event);
  }

  /** Waits for the words that an event needs on the session as it stands, and for each text once. */
  async #hear(event: Event, waited: Set<string>): Promise<void> {
    for (;;) {
      const lacking = missing(() => attempt(() => this.#core.missing_for(shapeOf(event))) ?? []);
      const names = lacking.filter((name) => !waited.has(name));
      if (names.length === 0) break;
      for (const name of names) waited.add(name);
      await this.#words(names);
      // Another page may have moved the session on meanwhile, to where other words are needed.
      await this.#catchUp();
    }
    this.#mendWords();
  }

  /** Waits for words: not for ever, and not when the person cancels. What is read without them is unknown. */
  async #words(names: string[]): Promise<void> {
    let timer: unknown;
    const late = new Promise<string>((resolve) => {
      timer = this.#clock.setTimeout(() => resolve("they take too long"), WORDS_MS);
      this.#hurry = () => resolve("the message would not wait");
      if (this.#hasty > 0) this.#hurry();
    });
    const failed = await Promise.race([loadWords(names).then(() => undefined, messageOf), late]);
    this.#clock.clearTimeout(timer);
    this.#hurry = () => undefined;
    if (failed === undefined) return;
    this.#core.lexicon_fault(failed, this.now());
    this.#wordless = [...new Set([...this.#wordless, ...names])];
  }

  /** Takes the fault back when the words are there; whether it did. */
  #mendWords(): boolean {
    const mended = this.#wordless.length > 0 && isLoaded(this.#wordless);
    if (mended) {
      this.#core.lexicon_fault(undefined, this.now());
      this.#wordless = [];
    }
    return mended;
  }

  /** Loads the words that are likely to be needed next, behind the card that is being shown. A failure shows when they are needed. */
  #prepare(): void {
    const next = (): string[] => (this.#closed ? [] : missing(() => attempt(() => this.#core.missing_next()) ?? []));
    if (next().length === 0) return;
    this.later(CARD_MS, () => {
      const names = next();
      if (names.length === 0) return;
      const mend = async (): Promise<void> => {
        if (this.#mendWords()) await this.#step({ event: "refreshed" });
      };
      loadWords(names).then(() => (this.#closed ? undefined : this.#enqueue(mend)), () => undefined);
    });
  }

  #hasten(): void {
    this.#hasty += 1;
    this.#hurry();
  }

  // --- what is stored

  async #read(): Promise<string | null | undefined> {
    try {
      return await this.#store.get(this.#core.root_key());
    } catch {
      return undefined;
    }
  }

  /** Takes over what another page has committed. */
  async #catchUp(): Promise<void> {
    const text = await this.#read();
    if (text === undefined || this.#core.knows(text ?? undefined)) return;
    await this.#adopt(text);
  }

  async #adopt(text: string | null, budget?: { conflicts: number }): Promise<void> {
    const verdict = this.#core.adopt(text ?? undefined, this.now());
    if (verdict === "schema") throw new PlanGateError("ERR_SCHEMA", "a newer version of plangate has written this session");
    if (verdict === "torn" && text !== null) {
      await this.#store.set(this.#core.quarantine_key(this.now()), text).catch(() => undefined);
    }
    await this.#step({ event: "refreshed" }, budget);
  }

  // --- what follows

  #apply(outcome: Outcome): void {
    this.#deadline = outcome.deadline;
    this.#settled = outcome.settled;
    this.#dirty = outcome.dirty;
    this.#owner.note(outcome.owners);
    if (Object.keys(outcome.sections).length > 0) this.#port.show(freeze(outcome.sections));
    if ("plan" in outcome.sections) this.#prepare();
    const live = new Set(outcome.live);
    for (const [id, abort] of [...this.#aborts]) {
      if (live.has(id)) continue;
      this.#aborts.delete(id);
      abort.abort();
    }
    for (const id of live) this.signal(id);
    for (const effect of outcome.effects) this.#port.run(freeze(effect));
    if (!outcome.owners.some(([owner]) => owner === this.page)) this.#port.rest();
    // A page that closes names nobody as the owner of what it leaves: any other may take it, and at once.
    if (outcome.owners.some(([owner]) => owner === "")) this.post({ event: "ownerLost", owner: "" });
  }

  // --- time

  #schedule(): void {
    if (this.#closed) return;
    const again = this.#again.length > 0 || this.#dirty ? this.now() + AGAIN_MS : null;
    // While something waits to be saved a deadline that has passed would only fail to be saved too.
    const deadline = this.#again.length > 0 ? null : this.#deadline;
    const moments = [deadline, this.#owner.next(), again].filter((at) => at !== null);
    this.#timer.set(moments.length > 0 ? Math.min(...moments) : null);
  }

  #fired(): void {
    void this.#enqueue(async () => {
      const now = this.now();
      for (const owner of await this.#owner.tick()) await this.#step({ event: "ownerLost", owner });
      await this.#bringAgain();
      if (this.#dirty || (this.#deadline !== null && now >= this.#deadline)) await this.#step({ event: "ticked" });
    });
  }
}

/** An event as the core takes it. */
function shapeOf({ event, ...fields }: Event): unknown {
  return Object.keys(fields).length === 0 ? event : { [event]: fields };
}

/** What every call of a disposed gate is refused with. */
export function disposed(): PlanGateError {
  return new PlanGateError("ERR_DISPOSED", "this gate was disposed");
}

