// What both entries export beside `init`.
import { ready } from "./loader.js";

export { PlanGateError } from "./error.js";
export type { Json } from "./json.js";
export type { InitOptions, WasmSource } from "./loader.js";

/** The version of the core. */
export function version(): string {
  return ready().version();
}
