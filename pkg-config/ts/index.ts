// The default entry: everything, with the core's bytes inside the package.
import { type InitOptions, load } from "./loader.js";

export * from "./api.js";

/** Loads the core. Calling it again is free; after a failure the next call tries anew. */
export function init(options?: InitOptions): Promise<void> {
  return load(options, async () => (await import("./embedded.js")).bytes());
}
