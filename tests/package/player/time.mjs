// Time and quiet of a dialogue: a clock that only moves when told to, and the wait until nothing happens any more.

const START = Date.parse("2026-01-01T00:00:00Z");
/** So many macrotasks in a row without a sign of life count as quiet. */
const QUIET_MACROTASKS = 12;
/** A dialogue that never gets quiet is cut off here; what it does is then judged as it is. */
const MACROTASKS_MAX = 800;
const TIMERS_MAX = 5_000;

/** One turn of the event loop. */
export const macrotask = () => new Promise((done) => setImmediate(done));

/** Counts signs of life (calls of the host, of the store, new snapshots) and waits until there are none. */
export class Pulse {
  #beats = 0;

  beat() {
    this.#beats += 1;
  }

  async quiet() {
    for (let quiet = 0, all = 0; quiet < QUIET_MACROTASKS && all < MACROTASKS_MAX; all += 1) {
      const before = this.#beats;
      await macrotask();
      quiet = before === this.#beats ? quiet + 1 : 0;
    }
  }
}

/** The time of a dialogue. Each tab gets a face of it; a tab that sleeps has its timers later, one that is gone never. */
export class Clock {
  #now = START;
  #timers = new Set();
  #made = 0;

  get now() {
    return this.#now;
  }

  face(tab) {
    return {
      now: () => this.#now,
      setTimeout: (fire, ms) => this.#add(fire, ms, tab),
      clearTimeout: (timer) => void this.#timers.delete(timer),
    };
  }

  /** Waits as the host does: its timers belong to no tab. */
  wait(ms) {
    return new Promise((done) => void this.#add(done, ms, undefined));
  }

  forget(tab) {
    for (const timer of this.#timers) if (timer.tab === tab) this.#timers.delete(timer);
  }

  /** Lets `ms` pass: timers in the order of their time, each followed by quiet. */
  async advance(ms, pulse) {
    const end = this.#now + ms;
    for (let count = 0; count < TIMERS_MAX; count += 1) {
      const timer = this.#next(end);
      if (timer === undefined) break;
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.fire();
      await pulse.quiet();
    }
    this.#now = end;
    await pulse.quiet();
  }

  #add(fire, ms, tab) {
    const timer = { at: this.#now + Math.max(0, ms), order: (this.#made += 1), fire, tab };
    this.#timers.add(timer);
    return timer;
  }

  #next(end) {
    const due = [...this.#timers].filter((timer) => timer.at <= end && timer.tab?.asleep !== true);
    return due.sort((one, other) => one.at - other.at || one.order - other.order)[0];
  }
}

/** How many macrotasks late an answer is: never, or up to three of them, the same for the same seed. */
export function lateness(seed) {
  if (seed === undefined) return () => 0;
  let state = seed >>> 0;
  return () => {
    // Mulberry32: small, and good enough to shuffle a few macrotasks.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % 4;
  };
}
