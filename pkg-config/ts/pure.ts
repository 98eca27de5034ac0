// The pure functions: same arguments, same answer, no session. They need `init()`; nothing here has a permissive default.
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";
import { ready } from "./loader.js";
import { freeze, plain } from "./plain.js";
import type { Intent } from "./types.js";

function text(value: unknown, what: string): string {
  if (typeof value !== "string") throw new PlanGateError("ERR_BAD_ARGS", `\`${what}\` is not a text`);
  return value;
}

/** What a reply to a plan card means. */
export function classifyReply(reply: string): { intent: Intent; hold: boolean; reasonCode: string; language: string | null } {
  return freeze(ready().classify_reply(text(reply, "text")));
}

/** Whether a message should be offered a plan. */
export function suggestPlanning(message: string): { label: "offer" | "direct" | "none" | "explicit"; reason: string } {
  return freeze(ready().suggest_planning(text(message, "text")));
}

/** May this call run? Never throws and never answers `undefined`: what can not be read is denied. */
export function authorizeCall(
  scope: unknown,
  call: unknown,
  context: unknown,
): { decision: "allow" | "step_approval" | "deny"; code: string; findings: string[] } {
  const core = ready();
  let values: [Json, Json, Json];
  try {
    values = [plain(scope, "scope"), plain(call, "call"), plain(context, "context")];
  } catch {
    return freeze({ decision: "deny", code: "ERR_BAD_ARGS", findings: ["ERR_BAD_ARGS"] });
  }
  return freeze(core.authorize_call(...values));
}
