// Bundles the page against the installed package, as any user's bundler would, and packs each file for the wire.
//
//   node build.mjs OUT ESBUILD_FOLDER      where OUT is emptied and filled, and ESBUILD_FOLDER holds esbuild's node_modules
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [out, tools] = process.argv.slice(2).map((path) => resolve(path));
if (tools === undefined) throw new Error("usage: node build.mjs OUT ESBUILD_FOLDER");
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(resolve(tools, "package.json"));
const { build } = require("esbuild");

/**
 * Left out of the bundle: the SDK's schema checker, which compiles code at run time; all languages of zod but one, and what it needs to
 * write a schema down as JSON Schema, and formats of texts that nobody asks for; the SDK's experimental tasks; and those of its schemas that nothing here reads.
 */
const trim = {
  name: "trim",
  setup(bundler) {
    bundler.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export { AjvJsonSchemaValidator } from "./validator.js";',
      resolveDir: join(here, "src"),
    }));
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    }));
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => ({ contents: await hollow(path) }));
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, async ({ path }) => ({ contents: formless(await readFile(path, "utf8")), resolveDir: dirname(path) }));
    bundler.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]experimental[\\/]tasks[\\/](?:client|server)\.js$/ }, async ({ path }) => ({ contents: await hollow(path) }));
    bundler.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]types\.js$/ }, async ({ path }) => ({ contents: droppable(await readFile(path, "utf8")), resolveDir: dirname(path) }));
  },
};

/** A module with the same exports, none of which can be used. */
async function hollow(path) {
  const source = await readFile(path, "utf8");
  const declared = [...source.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gmu)].map(([, name]) => name);
  const renamed = [...source.matchAll(/^export \{([^}]*)\}/gmu)].flatMap(([, list]) => list.split(",").map((one) => one.trim().split(" as ").at(-1)));
  const names = [...declared, ...renamed].map((name) => `absent as ${name}`);
  return `function absent() { throw new Error("this is not in the page"); }\nexport { ${names.join(", ")} };\n`;
}

/** Without the methods by which a text asks for a format, but the one that the SDK calls: each drags its format along. */
function formless(source) {
  const short = source.replace(/^    (?!url\()\w+\(params\) \{\n        return this\.check\(core\._\w+\(Zod\w+, params\)\);\n    \},\n/gmu, "");
  if (short === source) throw new Error("zod is written in another way: look anew at what is left out");
  return short;
}

/** Each schema of a module as a call that may be left out where nothing names it. */
function droppable(source) {
  return source.replace(/^((?:export )?const \w+Schema = )([\s\S]*?);\n+(?=export|const|class|\/[/*])/gmu, "$1/* @__PURE__ */ (() => $2)();\n");
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.js", page: "page.css" },
  outdir: out,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  // The SDK's schemas would try to compile code, which the page's policy forbids and reports.
  banner: { js: "globalThis.__zod_globalConfig??={jitless:true};" },
  plugins: [trim],
  logLevel: "warning",
});

/** Name in OUT of what was made from `entry`. */
const outputs = Object.entries(metafile.outputs).map(([path, { entryPoint, imports }]) => ({ name: path.split("/").at(-1), entryPoint, imports }));
const made = (entry) => outputs.find(({ entryPoint }) => entryPoint === entry)?.name;
const main = made("src/main.js");
// What the first card needs: everything that main imports at once, and the glue of the core, which is imported later.
const needed = new Set();
const walk = (name) => {
  if (needed.has(name)) return;
  needed.add(name);
  for (const { path, kind } of outputs.find((output) => output.name === name)?.imports ?? []) {
    const next = path.split("/").at(-1);
    if (kind === "import-statement" || /plangate-|glue/u.test(next)) walk(next);
  }
};
walk(main);

const wasm = await readFile(fileURLToPath(import.meta.resolve("plangate/plangate.wasm")));
const wasmName = `core-${(await hash(wasm)).slice(0, 8)}.wasm`;
await writeFile(join(out, wasmName), wasm);
await cp(join(here, "icon.svg"), join(out, "icon.svg"));

const links = [
  `<link rel="preload" as="fetch" crossorigin href="${wasmName}" data-wasm />`,
  ...[...needed].filter((name) => name !== main).map((name) => `<link rel="modulepreload" href="${name}" />`),
  `<script type="module" src="${main}"></script>`,
];
const html = (await readFile(join(here, "index.html"), "utf8"))
  .replace('href="page.css"', `href="${made("page.css")}"`)
  .replace(/<!-- build:.*-->/u, links.join("\n    "));
await writeFile(join(out, "index.html"), html);

let page = 0;
for (const name of await readdir(out)) {
  const bytes = await readFile(join(out, name));
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  await writeFile(join(out, `${name}.br`), packed);
  await writeFile(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  const first = needed.has(name) || name === made("page.css") || name === "index.html" || name === "icon.svg";
  if (first) page += packed.length;
  if (first || name === wasmName) console.log(`   ${name}: ${bytes.length}, brotli ${packed.length}`);
}
console.log(`   the page without the core, brotli: ${page}`);

async function hash(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Buffer.from(digest).toString("hex");
}
