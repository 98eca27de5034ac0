// Where texts are kept: localStorage, memory, or the host's own adapter, all behind one shape. Performs commits; knows
// nothing of what the texts say.
import type { Clock } from "./clock.js";
import type { Core } from "./loader.js";
import { messageOf } from "./plain.js";

/** A store of texts by key. `compareAndSet` must be atomic among all pages that share the store. */
export interface StorageAdapter {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<string[]>;
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
  watch?(prefix: string, changed: () => void): () => void;
  durable?: boolean;
}

/** A commit as the core asks for it: writes, then the root by compare-and-set, then deletes. */
export interface Commit {
  expect: string | null;
  writes: { key: string; value: string }[];
  root: { key: string; value: string };
  deletes: string[];
}

/** How a commit went. */
export type Saved = { end: "ok" } | { end: "conflict"; text: string | null } | { end: "failed"; message: string };

/** How long one operation of a store may take, in milliseconds. */
const OPERATION_MS = 10_000;

/** A store that works for this page only. */
export function memoryAdapter(): StorageAdapter {
  const data = new Map<string, string>();
  return {
    get: async (key) => data.get(key) ?? null,
    set: async (key, value) => void data.set(key, value),
    delete: async (key) => void data.delete(key),
    list: async (prefix) => [...data.keys()].filter((key) => key.startsWith(prefix)),
    compareAndSet: async (key, expected, value) => {
      if ((data.get(key) ?? null) !== expected) return false;
      data.set(key, value);
      return true;
    },
  };
}

/** The page's localStorage. Compare-and-set runs under a Web Lock, so that two tabs can not both win. @internal */
export function localAdapter(core: Core): StorageAdapter {
  const compare = (key: string, expected: string | null, value: string): boolean => {
    if ((core.local_get(key) ?? null) !== expected) return false;
    core.local_set(key, value);
    return true;
  };
  return {
    get: async (key) => core.local_get(key) ?? null,
    set: async (key, value) => core.local_set(key, value),
    delete: async (key) => core.local_delete(key),
    list: async (prefix) => core.local_list(prefix),
    compareAndSet: async (key, expected, value) => {
      const locks = webLocks();
      if (locks === undefined) return compare(key, expected, value);
      return locks.request(`${key}:write`, () => compare(key, expected, value));
    },
    watch: (prefix, changed) => {
      const told = (event: StorageEvent): void => {
        if (event.key === null || event.key.startsWith(prefix)) changed();
      };
      globalThis.addEventListener("storage", told);
      return () => globalThis.removeEventListener("storage", told);
    },
  };
}

/** Web Locks, where the platform has them. */
export function webLocks(): LockManager | undefined {
  return (globalThis.navigator as Navigator | undefined)?.locks ?? undefined;
}

/** A store with time limits: a hanging or throwing adapter is a failure, never a hang. */
export class Store {
  readonly #adapter: StorageAdapter;
  readonly #clock: Clock;

  constructor(adapter: StorageAdapter, clock: Clock) {
    this.#adapter = adapter;
    this.#clock = clock;
  }

  /** The text under a key; rejects where the store does not answer with one. */
  async get(key: string): Promise<string | null> {
    const text: unknown = await this.#timed(() => this.#adapter.get(key));
    if (text === null || text === undefined) return null;
    if (typeof text !== "string") throw new Error("the store answered with something that is no text");
    return text;
  }

  /** Writes a text under a key of its own (a beat, a quarantine); a failure is the caller's to ignore. */
  set(key: string, value: string): Promise<void> {
    return this.#timed(() => this.#adapter.set(key, value));
  }

  /** Performs a commit. */
  async commit(commit: Commit): Promise<Saved> {
    try {
      for (const record of commit.writes) await this.set(record.key, record.value);
      const won: unknown = await this.#timed(() =>
        this.#adapter.compareAndSet(commit.root.key, commit.expect, commit.root.value),
      );
      if (won !== true) {
        if (won !== false) return { end: "failed", message: "the store's `compareAndSet` answered neither true nor false" };
        const text = await this.get(commit.root.key);
        // An answer that was lost on its way back: the text is ours already.
        if (text !== commit.root.value) return { end: "conflict", text };
      }
    } catch (error) {
      return { end: "failed", message: messageOf(error) };
    }
    for (const key of commit.deletes) {
      try {
        await this.#timed(() => this.#adapter.delete(key));
      } catch {
        // OK because nobody names this record any more: it is only litter.
      }
    }
    return { end: "ok" };
  }

  /** Calls back when another page has changed something; the answer stops it. */
  watch(prefix: string, changed: () => void): () => void {
    // OK because the adapter is the host's: whatever it throws, now, later or when stopped, only means that nobody watches.
    const quietly = (work: () => unknown): unknown => {
      try {
        const answer = work();
        void Promise.resolve(answer).catch(() => undefined);
        return answer;
      } catch {
        return undefined;
      }
    };
    const stop = quietly(() => this.#adapter.watch?.(prefix, changed));
    return () => void (typeof stop === "function" ? quietly(stop as () => unknown) : undefined);
  }

  #timed<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => reject(new Error("the store does not answer")), OPERATION_MS);
      // OK because the adapter is the host's: it may throw at once as well as reject, and throw anything.
      Promise.resolve()
        .then(work)
        .then(resolve, (error: unknown) => reject(new Error(messageOf(error))))
        .finally(() => this.#clock.clearTimeout(timer));
    });
  }
}
