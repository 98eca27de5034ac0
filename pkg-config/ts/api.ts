// What both entries export beside `init` and `createPlanGate`.
import { ready } from "./loader.js";

export { PlanGateError } from "./error.js";
export type { InitOptions, WasmSource } from "./loader.js";
export type * from "./types.js";
export { authorizeCall, classifyReply, suggestPlanning } from "./pure.js";

/** The version of the core. */
export function version(): string {
  return ready().version();
}
