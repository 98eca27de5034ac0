// The store of a dialogue: one map that all its tabs share, behind the adapter that the package takes. It can fail, answer
// late, and be torn by the test.
import { macrotask } from "./time.mjs";

export class Store {
  failing = false;
  #data = new Map();
  #watchers = new Set();
  #pulse;
  #late;

  constructor(pulse, late) {
    this.#pulse = pulse;
    this.#late = late;
  }

  /** The adapter as one tab sees it. A tab that is gone gets no answer any more. */
  face(tab) {
    const at = (work) => async (...args) => {
      this.#pulse.beat();
      await null;
      for (let left = this.#late(); left > 0; left -= 1) {
        await macrotask();
        this.#pulse.beat();
      }
      if (tab.gone) await new Promise(() => {});
      if (this.failing) throw Object.assign(new Error("the quota is exceeded"), { name: "QuotaExceededError" });
      return work(...args);
    };
    const write = (key, value) => {
      this.#data.set(key, value);
      this.#tell(tab, key);
    };
    return {
      durable: true,
      get: at((key) => this.#data.get(key) ?? null),
      set: at(write),
      delete: at((key) => {
        this.#data.delete(key);
        this.#tell(tab, key);
      }),
      list: at((prefix) => [...this.#data.keys()].filter((key) => key.startsWith(prefix))),
      compareAndSet: at((key, expected, value) => {
        if ((this.#data.get(key) ?? null) !== expected) return false;
        write(key, value);
        return true;
      }),
      watch: (prefix, changed) => {
        const watcher = { tab, prefix, changed };
        this.#watchers.add(watcher);
        return () => void this.#watchers.delete(watcher);
      },
    };
  }

  forget(tab) {
    for (const watcher of this.#watchers) if (watcher.tab === tab) this.#watchers.delete(watcher);
  }

  /** Damages every stored text but those that the package has put aside itself. */
  corrupt(how) {
    for (const [key, text] of this.#data) {
      if (key.includes("quarantine")) continue;
      this.#data.set(key, how === "empty" ? "" : text.slice(0, Math.floor(text.length / 2)));
    }
  }

  /** Other tabs hear of a change, in a macrotask of their own, unless they sleep. */
  #tell(from, key) {
    for (const { tab, prefix, changed } of this.#watchers) {
      if (tab === from || tab.gone || !key.startsWith(prefix)) continue;
      setImmediate(() => {
        this.#pulse.beat();
        if (!tab.gone && !tab.asleep) changed();
      });
    }
  }
}
