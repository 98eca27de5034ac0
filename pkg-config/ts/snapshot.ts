// The snapshot: one frozen object, put together from sections, replaced only on change. Draws nothing, decides nothing.
import { freeze } from "./plain.js";
import type { Message, Snapshot } from "./types.js";

/** What a page shows before anything is known, also on a server. */
export function emptySnapshot(storage: Snapshot["storage"]): Snapshot {
  return freeze<Snapshot>({
    version: 0,
    mode: "normal",
    state: null,
    status: "idle",
    turn: null,
    planPending: null,
    plan: null,
    approval: null,
    execution: null,
    stepRequests: [],
    composer: { locked: false, reason: null },
    suggestion: null,
    messages: [],
    profile: { wanted: "managed", confirmed: null, switching: false, fault: null },
    interrupts: [],
    tasks: [],
    progress: { done: 0, total: 0, percent: null, state: "empty" },
    todo: null,
    faults: [],
    storage,
  });
}

/** Holds the newest snapshot and tells who wants to know. */
export class Snapshots {
  readonly #listeners = new Set<() => void>();
  #now: Snapshot;
  #messages: readonly Message[] = [];
  #draft: Message | undefined;

  constructor(storage: Snapshot["storage"]) {
    this.#now = emptySnapshot(storage);
  }

  get now(): Snapshot {
    return this.#now;
  }

  /** Sections from the core; a draft goes when its turn does. */
  take(sections: { [name: string]: unknown }): void {
    const parts = sections as {
      facts?: Partial<Snapshot>;
      plan?: Partial<Snapshot>;
      requests?: Partial<Snapshot>;
      tasks?: Partial<Snapshot>;
      messages?: Message[];
    };
    if (parts.messages !== undefined) this.#messages = parts.messages;
    const next = { ...this.#now, ...parts.facts, ...parts.plan, ...parts.requests, ...parts.tasks };
    if (this.#draft !== undefined && next.turn?.id !== this.#draft.id) this.#draft = undefined;
    this.#replace(next);
  }

  /** More text of the running turn, shown as a last message with the turn's id; never stored. */
  draft(turn: string, at: string, delta: string): void {
    if (this.#now.turn?.id !== turn) return;
    const content = (this.#draft?.content ?? "") + delta;
    this.#draft = { id: turn, createdAt: this.#draft?.createdAt ?? at, role: "assistant", content };
    this.#replace(this.#now);
  }

  /** A listener that is called after each change; the answer takes it away. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #replace(next: Snapshot): void {
    const messages = this.#draft === undefined ? this.#messages : [...this.#messages, this.#draft];
    this.#now = freeze({ ...next, messages, version: this.#now.version + 1 });
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        // A listener is the page's own; its failure must not stop the gate.
        console.error("plangate: a listener has thrown", error);
      }
    }
  }
}
