// The one error class of the package. Owns no codes: those come from the core (`src/code.rs`).
import type { Json } from "./json.js";

/** Misuse by the caller or a failure of the page: match on `code`, it never changes; the message is for people. */
export class PlanGateError extends Error {
  readonly code: string;
  readonly details: Json;

  constructor(code: string, message: string, details: Json = null) {
    super(message);
    this.name = "PlanGateError";
    this.code = code;
    this.details = details;
  }
}
