// The slim entry: everything but the core's bytes, for pages that serve `plangate/plangate.wasm` themselves.
import { type InitOptions, load } from "./loader.js";
import { loadWordsOf } from "./words.js";

export * from "./api.js";
export { createPlanGate } from "./gate.js";

/**
 * Loads the core from `options.wasm`, and the words of all languages, or of those in `options.languages`. Calling it again is free;
 * after a failure the next call tries anew.
 */
export function init(options: InitOptions & Required<Pick<InitOptions, "wasm">>): Promise<void> {
  return loadWordsOf(options, () => load(options, undefined));
}
