// What both entries export beside `init` and `createPlanGate`.
import { ready } from "./loader.js";

export { PlanGateError } from "./error.js";
export type { InitOptions, WasmSource } from "./loader.js";
export {
  type Parsed,
  type TaskGraph,
  agentsConfig,
  authorizeCall,
  buildPlanDoc,
  classifyReply,
  createPlannerParser,
  createTaskGraph,
  executionDirective,
  managedProfile,
  parsePlannerOutput,
  planProfile,
  plannerPrompt,
  suggestPlanning,
  verifyAuthority,
} from "./pure.js";
export type * from "./types.js";

/** The version of the core. */
export function version(): string {
  return ready().version();
}
