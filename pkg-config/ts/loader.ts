// Brings the WebAssembly core to life, once per page. Knows where its bytes may come from and how to say why they did
// not arrive; knows nothing of what the core does.
//
// Nothing runs when this module is imported: no top-level await, no WebAssembly, no TextDecoder, no window, no storage.
// The generated glue touches TextDecoder as it loads, so it is imported dynamically too.
import { PlanGateError } from "./error.js";
import type * as Glue from "./generated/plangate.js";

/** Where the core's bytes may come from. */
export type WasmSource = BufferSource | Response | URL | string | WebAssembly.Module;

/** What `init` takes. */
export interface InitOptions {
  /** The core's bytes, a compiled module, a response, or an address to fetch. Left out: the bytes inside the package. */
  wasm?: WasmSource;
  /**
   * Languages whose words are loaded now: `en`, `zh`, `ru`, `es`, `de`, `fr`, `pt`, `ja`, `ko`. Left out: all. A session loads by itself
   * what a message needs; the pure functions need the words of the text's language.
   */
  languages?: readonly string[];
}

/** The functions of the core, as the generated glue exports them. @internal */
export type Core = typeof Glue;

// "\0asm", version 1: the smallest module there is.
const EMPTY_MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

let core: Core | undefined;
let loading: Promise<void> | undefined;

/** The core, or `ERR_NOT_READY` before `init` has resolved. @internal */
export function ready(): Core {
  if (core === undefined) throw new PlanGateError("ERR_NOT_READY", "the core is not loaded: call `init()` and await it first");
  return core;
}

/**
 * Loads the core once: later calls, whatever they pass, get the same promise. A failure is not kept, so the next call tries
 * anew. `embedded` is where an entry keeps its own bytes, if it has any. @internal
 */
export function load(options: InitOptions | undefined, embedded: (() => Promise<BufferSource>) | undefined): Promise<void> {
  loading ??= start(options, embedded).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(options: InitOptions | undefined, embedded: (() => Promise<BufferSource>) | undefined): Promise<void> {
  const source = wasmOf(options);
  if (source === undefined && embedded === undefined) {
    throw new PlanGateError("ERR_BAD_ARGS", "this entry carries no core: pass `wasm`, for example the address of `plangate/plangate.wasm`");
  }
  assertAllowed();
  const glue = attempt("the package is incomplete: its glue does not load", () => import("./generated/plangate.js"));
  const module = source !== undefined ? fromSource(source) : fromPackage(embedded!);
  const [loaded, compiled] = await Promise.all([glue, module]);
  const names = await attempt("the module can not be read", () => WebAssembly.Module.exports(compiled).map((entry) => entry.name));
  // OK because the glue would keep any module it was given: a foreign one must not reach it.
  if (loaded.wasmExports.some((name) => !names.includes(name))) throw failure("this is not the `plangate.wasm` of this version");
  await attempt("the core does not start", () => loaded.default({ module_or_path: compiled }));
  core = loaded;
}

/** The host's own source, read once; anything that is none of the allowed kinds is refused. */
function wasmOf(options: unknown): WasmSource | undefined {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) throw new PlanGateError("ERR_BAD_ARGS", "`init` takes an object");
  let wasm: unknown;
  let known: boolean;
  try {
    wasm = (options as InitOptions).wasm;
    known = typeof wasm === "string" || isBytes(wasm) || isModule(wasm) || isResponse(wasm) || isUrl(wasm);
  } catch (error) {
    throw new PlanGateError("ERR_BAD_ARGS", `reading \`wasm\` failed: ${text(error)}`);
  }
  if (wasm === undefined) return undefined;
  if (!known) throw new PlanGateError("ERR_BAD_ARGS", "`wasm` is none of: bytes, Response, URL, string, WebAssembly.Module");
  return wasm as WasmSource;
}

// By tag, not by `instanceof`: a test runner or a frame may hand over objects of another realm.
const tag = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);
const isBytes = (value: unknown): value is BufferSource => ArrayBuffer.isView(value) || tag(value) === "ArrayBuffer";
const isModule = (value: unknown): value is WebAssembly.Module => tag(value) === "WebAssembly.Module";
const isResponse = (value: unknown): value is Response => tag(value) === "Response";
const isUrl = (value: unknown): value is URL => tag(value) === "URL";

/** Throws where this page may not run WebAssembly at all, so that nobody looks for the fault in the bytes. */
function assertAllowed(): void {
  if (typeof WebAssembly !== "object") {
    throw new PlanGateError("ERR_NOT_READY", "there is no WebAssembly here", { reason: "no-wasm" });
  }
  try {
    new WebAssembly.Module(new Uint8Array(EMPTY_MODULE));
  } catch (error) {
    throw new PlanGateError(
      "ERR_NOT_READY",
      `this page may not compile WebAssembly: its Content-Security-Policy needs \`script-src 'wasm-unsafe-eval'\` (${text(error)})`,
      { reason: "csp" },
    );
  }
}

async function fromSource(source: WasmSource): Promise<WebAssembly.Module> {
  if (isModule(source)) return source;
  if (isBytes(source)) return compile(source);
  if (isResponse(source)) return fromResponse(source);
  return fromAddress(String(source));
}

async function fromPackage(embedded: () => Promise<BufferSource>): Promise<WebAssembly.Module> {
  return compile(await attempt("the package is incomplete: its core does not unpack", embedded));
}

async function fromAddress(address: string): Promise<WebAssembly.Module> {
  // OK because `file:` addresses exist outside browsers only, where `fetch` does not know them.
  if (address.startsWith("file:")) return compile(await attempt(`reading \`${address}\` failed`, () => readFile(address)));
  return fromResponse(await attempt(`fetching \`${address}\` failed`, () => fetch(address)));
}

async function fromResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw failure(`\`${response.url}\` answered with status ${response.status}`);
  return compile(await attempt("the response can not be read", () => response.arrayBuffer()));
}

/** Asks the runtime for its file system by name, so that no bundler sees an import of it. */
async function readFile(address: string): Promise<BufferSource> {
  type Files = { readFile(file: URL): Promise<Uint8Array<ArrayBuffer>> };
  type Runtime = { process?: { getBuiltinModule?(name: string): Files | undefined } };
  const files = (globalThis as Runtime).process?.getBuiltinModule?.("node:fs/promises");
  if (files === undefined) throw new Error("no file system here");
  return files.readFile(new URL(address));
}

function compile(bytes: BufferSource): Promise<WebAssembly.Module> {
  return attempt("the bytes are no WebAssembly module", () => WebAssembly.compile(bytes));
}

/** Runs `work`; whatever it throws becomes a `PlanGateError` that says what was tried. */
async function attempt<T>(message: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(`${message}: ${text(error)}`);
  }
}

function failure(message: string): PlanGateError {
  return new PlanGateError("ERR_NOT_READY", message, { reason: "load" });
}

function text(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "unknown";
  }
}
