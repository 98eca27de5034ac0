// The default entry: everything, with the core's bytes inside the package.
import { createPlanGate as create } from "./gate.js";
import { type InitOptions, load } from "./loader.js";
import type { PlanGate, PlanGateOptions } from "./types.js";
import { loadWordsOf } from "./words.js";

export * from "./api.js";

const core = (options?: InitOptions): Promise<void> => load(options, async () => (await import("./embedded.js")).bytes());

/** Loads the core and the words of all languages, or of those in `options.languages`. Calling it again is free; after a failure the next call tries anew. */
export function init(options?: InitOptions): Promise<void> {
  return loadWordsOf(options, () => core(options));
}

/** Opens a session under the gate; loads the core first, if that was not done. Words are loaded when a message needs them. */
export async function createPlanGate(options: PlanGateOptions): Promise<PlanGate> {
  await core();
  return create(options);
}
