// A static server for tests: folders under paths, right types, headers as told, and a log of what was asked for. Serves
// 127.0.0.1 only and nothing outside of its folders.
import { createReadStream, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** A policy under which a page may run its own modules and WebAssembly, and nothing may be made from text. */
export const STRICT_CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * Serves `folders` (`{ "/": "www", "/plangate/": "…/dist" }`, the longest path wins) on a free port.
 * `headers` go with every answer. Gives `{ url, requests, close }`; `requests` are the paths asked for, in order.
 */
export async function serve(folders, { headers = {} } = {}) {
  const roots = Object.entries(folders)
    .map(([path, folder]) => ({ path, folder: realpathSync(folder) }))
    .sort((one, other) => other.path.length - one.path.length);
  const requests = [];
  const server = createServer((request, response) => {
    const path = decoded(new URL(request.url, "http://localhost").pathname);
    requests.push(request.url);
    const file = path === undefined ? undefined : fileOf(roots, path);
    if (file === undefined) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("not found");
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers });
    createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function fileOf(roots, path) {
  const root = roots.find((root) => path.startsWith(root.path));
  if (root === undefined || path.includes("\0")) return undefined;
  const wanted = normalize(join(root.folder, path.slice(root.path.length)));
  try {
    let file = realpathSync(wanted);
    if (statSync(file).isDirectory()) file = realpathSync(join(file, "index.html"));
    return file.startsWith(root.folder + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
