// The package as a module: what importing does (nothing), how the core is loaded, and how loading fails.
//
// The core is loaded once a process, so each case runs in a process of its own: `alone(body)` runs `body` there with
// `init`, `slim`, `wasm` (bytes) and `file` (their address) in scope and gives back what it returns.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const wasmFile = createRequire(import.meta.url).resolve("plangate/plangate.wasm");

// What the package exports, in the order of the alphabet. A new name is a change of the public interface.
const EXPORTS = [
  "PlanGateError",
  "agentsConfig",
  "authorizeCall",
  "buildPlanDoc",
  "classifyReply",
  "createPlanGate",
  "createPlannerParser",
  "createTaskGraph",
  "executionDirective",
  "init",
  "managedProfile",
  "parsePlannerOutput",
  "planProfile",
  "plannerPrompt",
  "suggestPlanning",
  "verifyAuthority",
  "version",
];

const PRELUDE = `
  import { readFile } from "node:fs/promises";
  const file = new URL(${JSON.stringify(pathToFileURL(wasmFile).href)});
  const wasm = await readFile(file);
  const whole = await import("plangate"), slim = await import("plangate/slim");
  const { init, version, PlanGateError } = whole;
  const told = (promise) => promise.then(() => "loaded " + version(), (error) => error instanceof PlanGateError ? [error.code, error.details?.reason ?? null, error.message] : "raw " + error);
`;

async function alone(body, prelude = PRELUDE) {
  const script = `${prelude}\nconst answer = await (async () => { ${body} })();\nconsole.log(JSON.stringify(answer));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: import.meta.dirname });
  return JSON.parse(stdout);
}

const manifest = JSON.parse(await readFile(createRequire(import.meta.url).resolve("plangate/package.json"), "utf8"));
const LOADED = `loaded ${manifest.version}`;

test("both entries export the same names", async () => {
  const found = await alone("return [whole, slim].map((entry) => Object.keys(entry).sort());");
  assert.deepEqual(found, [EXPORTS, EXPORTS]);
});

test("the manifest names types first, no dependency and no side effect but a stylesheet's", () => {
  for (const entry of [".", "./slim", "./elements"]) assert.deepEqual(Object.keys(manifest.exports[entry]), ["types", "default"]);
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(manifest.sideEffects, ["**/*.css"]);
});

test("importing touches no platform object and leaves no global behind", async () => {
  const touched = await alone(
    `const before = Reflect.ownKeys(globalThis), touched = [];
     for (const name of ["WebAssembly", "TextDecoder", "TextEncoder", "DecompressionStream", "window", "document", "navigator", "fetch", "atob",
       "localStorage", "sessionStorage", "indexedDB", "BroadcastChannel", "setTimeout", "setInterval", "crypto", "performance"]) {
       const value = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
       Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); return value; } });
       if (!before.includes(name)) before.push(name);
     }
     await import("plangate"); await import("plangate/slim");
     return [touched, Reflect.ownKeys(globalThis).filter((name) => !before.includes(name)).map(String)];`,
    "",
  );
  assert.deepEqual(touched, [[], []]);
});

test("before init the core says that it is not ready", async () => {
  assert.deepEqual((await alone("return told((async () => version())());"))[0], "ERR_NOT_READY");
});

test("init is idempotent: one promise, before and after it resolves", async () => {
  const found = await alone("const one = init(), two = init(); await one; const three = init({ wasm: 'nowhere:' }); return [one === two, two === three, await told(three)];");
  assert.deepEqual(found, [true, true, LOADED]);
});

test("both entries share one core", async () => {
  assert.equal(await alone("await slim.init({ wasm }); return version();"), manifest.version);
});

for (const [name, wasm] of [
  ["bytes", "wasm"],
  ["an array buffer", "wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)"],
  ["a compiled module", "await WebAssembly.compile(wasm)"],
  ["a response", "new Response(wasm)"],
  ["a response with its media type", "new Response(wasm, { headers: { 'content-type': 'application/wasm' } })"],
  ["a file URL", "file"],
  ["a file address", "file.href"],
  ["a data address", "'data:application/wasm;base64,' + wasm.toString('base64')"],
]) {
  test(`the slim entry loads from ${name}`, async () => {
    assert.equal(await alone(`return told(slim.init({ wasm: ${wasm} }));`), LOADED);
  });
}

test("the slim entry loads from a served URL, whatever its media type", async () => {
  const body = `
    const { createServer } = await import("node:http");
    const server = createServer((_, reply) => { reply.setHeader("content-type", "text/plain"); reply.end(wasm); });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const answer = await told(slim.init({ wasm: new URL("http://127.0.0.1:" + server.address().port + "/plangate.wasm") }));
    server.closeAllConnections(); server.close();
    return answer;`;
  assert.equal(await alone(body), LOADED);
});

for (const [name, source, code, reason, words] of [
  ["no source at all", "slim.init()", "ERR_BAD_ARGS", null, /carries no core/],
  ["options that are no object", "init(5)", "ERR_BAD_ARGS", null, /takes an object/],
  ["null", "init(null)", "ERR_BAD_ARGS", null, /takes an object/],
  ["a number", "init({ wasm: 5 })", "ERR_BAD_ARGS", null, /none of/],
  ["null as source", "init({ wasm: null })", "ERR_BAD_ARGS", null, /none of/],
  ["a plain object", "init({ wasm: {} })", "ERR_BAD_ARGS", null, /none of/],
  ["a getter that throws", "init({ get wasm() { throw new Error('no') } })", "ERR_BAD_ARGS", null, /reading `wasm`/],
  ["a proxy that throws", "init({ wasm: new Proxy({}, { get() { throw 7 } }) })", "ERR_BAD_ARGS", null, /reading `wasm`/],
  ["an object that says it is a response", "init({ wasm: { [Symbol.toStringTag]: 'Response' } })", "ERR_NOT_READY", "load", /status/],
  ["an object that says it is a module", "init({ wasm: { [Symbol.toStringTag]: 'WebAssembly.Module' } })", "ERR_NOT_READY", "load", /./],
  ["no bytes", "init({ wasm: new Uint8Array() })", "ERR_NOT_READY", "load", /no WebAssembly module/],
  ["half of the bytes", "init({ wasm: wasm.subarray(0, wasm.length / 2) })", "ERR_NOT_READY", "load", /no WebAssembly module/],
  ["a foreign module", "init({ wasm: new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) })", "ERR_NOT_READY", "load", /not the `plangate.wasm`/],
  ["a status that is not ok", "init({ wasm: new Response('', { status: 404 }) })", "ERR_NOT_READY", "load", /status 404/],
  ["a response read before", "init({ wasm: await (async () => { const r = new Response(wasm); await r.text(); return r })() })", "ERR_NOT_READY", "load", /can not be read/],
  ["a missing file", "init({ wasm: new URL('none.wasm', file) })", "ERR_NOT_READY", "load", /reading/],
  ["an address of no kind", "init({ wasm: 'plangate.wasm' })", "ERR_NOT_READY", "load", /fetching/],
  ["an empty address", "init({ wasm: '' })", "ERR_NOT_READY", "load", /fetching/],
]) {
  test(`init with ${name} fails as PlanGateError, and the next call succeeds`, async () => {
    const [failed, then] = await alone(`const failed = await told((async () => ${source})()); return [failed, await told(init())];`);
    assert.deepEqual(failed.slice(0, 2), [code, reason]);
    assert.match(failed[2], words);
    assert.equal(then, LOADED);
  });
}

test("a policy that forbids WebAssembly is named", async () => {
  const body = `
    const real = WebAssembly.Module;
    WebAssembly.Module = function () { throw new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module") };
    const failed = await told(init());
    WebAssembly.Module = real;
    return [failed, await told(init())];`;
  const [failed, then] = await alone(body);
  assert.deepEqual(failed.slice(0, 2), ["ERR_NOT_READY", "csp"]);
  assert.match(failed[2], /Content-Security-Policy.*wasm-unsafe-eval/);
  assert.equal(then, LOADED);
});

test("a platform without WebAssembly is named", async () => {
  const failed = await alone("delete globalThis.WebAssembly; return told(init());");
  assert.deepEqual(failed.slice(0, 2), ["ERR_NOT_READY", "no-wasm"]);
});

test("a platform that can not unpack the package's bytes still loads from a source", async () => {
  const found = await alone("delete globalThis.DecompressionStream; return [await told(init()), await told(init({ wasm }))];");
  assert.deepEqual(found[0].slice(0, 2), ["ERR_NOT_READY", "load"]);
  assert.equal(found[1], LOADED);
});

test("the core imports nothing but its glue", async () => {
  const modules = new Set(WebAssembly.Module.imports(await WebAssembly.compile(await readFile(wasmFile))).map((entry) => entry.module));
  assert.deepEqual([...modules], ["./plangate_bg.js"]);
});
