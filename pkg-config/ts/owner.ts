// Signs of life: which pages that own something are still there. By Web Locks where there are any, else by a beat in the
// store. Takes nothing over itself.
import type { Clock } from "./clock.js";
import { type Store, webLocks } from "./storage.js";

/** How often an owner writes its beat, in milliseconds. */
const BEAT_MS = 5_000;
/** How often a page looks whether an owner still holds its lock: asking the browser costs nothing, and a reload waits for it. */
const LOOK_MS = 1_000;
/** A page that has just taken something may not have its lock yet. */
const LOCK_GRACE_MS = 2_000;

export class Owner {
  /** Pages that own something, with the moment they took it, as last said by the core. */
  owners: [string, number][] = [];
  readonly #page: string;
  readonly #key: string;
  readonly #stale: number;
  readonly #store: Store;
  readonly #clock: Clock;
  #beaten: number | null = null;
  #release: (() => void) | undefined;
  #looked = 0;

  constructor(page: string, key: string, staleMs: number, store: Store, clock: Clock) {
    this.#page = page;
    this.#key = key;
    this.#stale = staleMs;
    this.#store = store;
    this.#clock = clock;
  }

  get #lockName(): string {
    return this.#key.replace(/:beat$/, ":run");
  }

  get #owns(): boolean {
    return this.owners.some(([owner]) => owner === this.#page);
  }

  /** Takes note of who owns something now; holds the lock, or beats, while this page does. */
  note(owners: [string, number][]): void {
    if (this.owners.length === 0) this.#looked = this.#clock.now();
    this.owners = owners;
    if (!this.#owns) {
      this.release();
      return;
    }
    const locks = webLocks();
    if (locks === undefined || this.#release !== undefined) {
      this.#beaten ??= this.#clock.now();
      return;
    }
    this.#beaten = null;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#release = release;
    // Waits for an owner that is just giving up; a page that was released meanwhile lets go at once.
    void locks.request(this.#lockName, () => held).catch(() => undefined);
  }

  /** Lets go of the lock and stops beating. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
    this.#beaten = null;
  }

  /** The pages that own something and show no sign of life. */
  lost(): Promise<string[]> {
    return this.#lost(this.owners);
  }

  /** When this page must beat or look after others, in milliseconds since 1970; `null` = never. */
  next(): number | null {
    const beat = this.#beaten === null ? null : this.#beaten + BEAT_MS;
    const others = this.owners.filter(([owner]) => owner !== this.#page);
    if (others.length === 0) return beat;
    const look = this.#looked + (webLocks() === undefined ? BEAT_MS : LOOK_MS);
    return beat === null ? look : Math.min(beat, look);
  }

  /** Beats if it is time, and answers with the owners that are gone. */
  async tick(): Promise<string[]> {
    const now = this.#clock.now();
    if (this.#beaten !== null && now - this.#beaten >= BEAT_MS) {
      this.#beaten = now;
      await this.#store.set(this.#key, JSON.stringify({ owner: this.#page, at: now })).catch(() => undefined);
    }
    const others = this.owners.filter(([owner]) => owner !== this.#page);
    if (others.length === 0) return [];
    this.#looked = now;
    return this.#lost(others);
  }

  async #lost(owners: [string, number][]): Promise<string[]> {
    const now = this.#clock.now();
    const nameless = owners.filter(([owner]) => owner === "").map(([owner]) => owner);
    const named = owners.filter(([owner]) => owner !== "" && owner !== this.#page);
    if (named.length === 0) return nameless;
    const locks = webLocks();
    if (locks !== undefined) {
      const state = await locks.query().catch(() => undefined);
      const held = state?.held?.some((lock) => lock.name === this.#lockName) ?? true;
      if (held) return nameless;
      return [...nameless, ...named.filter(([, since]) => now - since >= LOCK_GRACE_MS).map(([owner]) => owner)];
    }
    const beat = await this.#beat();
    const seen = (owner: string, since: number): number => (beat?.owner === owner ? Math.max(beat.at, since) : since);
    return [...nameless, ...named.filter(([owner, since]) => now - seen(owner, since) >= this.#stale).map(([owner]) => owner)];
  }

  async #beat(): Promise<{ owner: string; at: number } | undefined> {
    try {
      const beat: unknown = JSON.parse((await this.#store.get(this.#key)) ?? "null");
      if (typeof beat !== "object" || beat === null) return undefined;
      const { owner, at } = beat as { owner?: unknown; at?: unknown };
      return typeof owner === "string" && typeof at === "number" ? { owner, at } : undefined;
    } catch {
      return undefined;
    }
  }
}
