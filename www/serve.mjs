// Serves the built page on 127.0.0.1: packed files, right types, the page's policy. Reads its folder once and nothing else.
//
//   node serve.mjs FOLDER [PORT]           prints the address; `PORT` 0 or none takes a free one
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
const ORIGINS_MAX = 8;

/** Nothing runs but the page's own modules and WebAssembly; no text becomes script; it talks to itself and to `origins`. */
export function policy(origins = []) {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...origins].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Origins that the page's address asks to be allowed: `?connect=http://127.0.0.1:11434`. Anything else in it is dropped. */
function originsOf(url) {
  const asked = url.searchParams.getAll("connect").slice(0, ORIGINS_MAX);
  return asked.filter((text) => {
    try {
      const { protocol, origin } = new URL(text);
      return (protocol === "http:" || protocol === "https:") && origin === text && /^[a-z\d.:[\]/-]+$/u.test(text);
    } catch {
      return false;
    }
  });
}

/** Starts the server; resolves to `{ url, close }`. */
export async function servePage(folder, port = 0) {
  const files = new Map();
  for (const name of readdirSync(folder)) files.set(`/${name}`, readFileSync(join(folder, name)));
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://127.0.0.1");
    const path = url.pathname === "/" ? "/index.html" : url.pathname;
    const type = TYPES[extname(path)];
    const plain = files.get(path);
    if (plain === undefined || type === undefined || !["GET", "HEAD"].includes(request.method)) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("not found");
      return;
    }
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const coding = accepted.includes("br") && files.has(`${path}.br`) ? "br" : accepted.includes("gzip") && files.has(`${path}.gz`) ? "gzip" : null;
    const body = coding === null ? plain : files.get(`${path}.${coding === "br" ? "br" : "gz"}`);
    // Names with a hash never change; the page itself is asked for anew each time.
    const isFixed = /-[\dA-Za-z]{8}\.\w+$/u.test(path);
    response.writeHead(200, {
      "content-type": type,
      "content-length": body.length,
      vary: "accept-encoding",
      "cache-control": isFixed ? "public, max-age=31536000, immutable" : "no-cache",
      // A policy is obeyed by documents; to what they load it would be bytes.
      ...(/\.(?:html|svg)$/u.test(path) && { "content-security-policy": policy(originsOf(url)), "referrer-policy": "no-referrer" }),
      "x-content-type-options": "nosniff",
      ...(coding !== null && { "content-encoding": coding }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port, check] = process.argv.slice(2);
  const { url, close } = await servePage(folder, Number(port ?? 0));
  console.log(`\n   ${url}\n`);
  if (check === "--check") {
    const page = await fetch(url);
    const text = await page.text();
    const parts = [...text.matchAll(/(?:href|src)="([^"]+)"/gu)].map(([, name]) => name);
    const answers = await Promise.all(parts.map(async (name) => (await fetch(new URL(name, url))).status));
    await close();
    const fine = page.status === 200 && answers.length > 3 && answers.every((status) => status === 200);
    console.log(fine ? `   the page and its ${answers.length} parts are served` : `   not served: ${parts.filter((_, index) => answers[index] !== 200).join(", ")}`);
    process.exitCode = fine ? 0 : 1;
  } else {
    console.log("   Ctrl+C ends it.");
  }
}
