// The default entry: everything, with the core's bytes inside the package.
import { createPlanGate as create } from "./gate.js";
import { type InitOptions, load } from "./loader.js";
import type { PlanGate, PlanGateOptions } from "./types.js";

export * from "./api.js";

/** Loads the core. Calling it again is free; after a failure the next call tries anew. */
export function init(options?: InitOptions): Promise<void> {
  return load(options, async () => (await import("./embedded.js")).bytes());
}

/** Opens a session under the gate; loads the core first, if that was not done. */
export async function createPlanGate(options: PlanGateOptions): Promise<PlanGate> {
  await init();
  return create(options);
}
