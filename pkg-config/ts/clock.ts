// Time as the host gives it: now, and one timer. Knows no deadlines.

/** What tells the time; the platform's own where the host gives none. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The platform's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (fn, ms) => globalThis.setTimeout(fn, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof globalThis.setTimeout>),
};

/** Longest time a platform timer can wait, in milliseconds; a later moment is waited for in pieces. */
const TIMER_MAX = 2_147_483_647;

/** The one timer of a gate: it knows the moment it is set to and fires once. */
export class Timer {
  readonly #clock: Clock;
  readonly #fire: () => void;
  #handle: unknown;
  #at: number | null = null;

  constructor(clock: Clock, fire: () => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** Sets it to a moment, in milliseconds since 1970; `null` = never. */
  set(at: number | null): void {
    if (at === this.#at) return;
    this.#stop();
    if (at === null) return;
    this.#at = at;
    this.#handle = this.#clock.setTimeout(() => {
      this.#handle = undefined;
      this.#at = null;
      this.#fire();
    }, Math.min(TIMER_MAX, Math.max(0, at - this.#clock.now())));
  }

  #stop(): void {
    if (this.#handle !== undefined) this.#clock.clearTimeout(this.#handle);
    this.#handle = undefined;
    this.#at = null;
  }
}
