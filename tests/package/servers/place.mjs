// The place of the attempts: a workspace with a neighbour, a home and a sink for what leaks, real servers behind `mcp-proxy` that may
// touch all of it, and clients of both protocol generations. Knows no gate.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { pause } from "../page.mjs";

const inModules = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const PROXY = inModules("mcp-proxy/dist/bin/mcp-proxy.mjs");
const SERVERS = {
  filesystem: inModules("@modelcontextprotocol/server-filesystem/dist/index.js"),
  context7: inModules("@upstash/context7-mcp/dist/index.js"),
  "code-sandbox": fileURLToPath(new URL("commands.mjs", import.meta.url)),
};

/** What no answer and no request may hold. */
export const SECRET = "b3f1-not-for-the-model";

/** Runs when the declared command does; like any build, it writes what it is told to. */
const BUILD = `import { writeFileSync } from "node:fs";
if (process.argv[2] !== undefined) writeFileSync(process.argv[2], "built");
console.log("built");
`;
const EVIL = `require("node:fs").writeFileSync(${JSON.stringify("NOTES")}, "evil");\n`;

/** Puts the folder into its first state. */
async function lay(base) {
  await rm(base, { recursive: true, force: true });
  const work = join(base, "work");
  for (const folder of ["work/out", "work/evil", "work/.git/hooks", "outside", "home"]) await mkdir(join(base, folder), { recursive: true });
  const evil = EVIL.replace("NOTES", join(work, "notes.txt"));
  await Promise.all([
    writeFile(join(work, "notes.txt"), "notes of a person\n"),
    writeFile(join(work, "build.mjs"), BUILD),
    writeFile(join(work, "evil.cjs"), evil),
    writeFile(join(work, "evil/build.mjs"), evil.replace(/require\("node:fs"\)/u, '(await import("node:fs"))')),
    writeFile(join(work, ".env"), `TOKEN=${SECRET}\n`),
    writeFile(join(base, "outside/victim.txt"), `outside ${SECRET}\n`),
    symlink("../outside", join(work, "link")),
  ]);
}

/** Kind, name and content of everything under a folder. */
async function entriesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const rows = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isDirectory()) return [name, "folder"];
    if (entry.isSymbolicLink()) return [name, `link to ${await readlink(path)}`];
    return [name, createHash("sha256").update(await readFile(path)).digest("hex")];
  });
  return new Map((await Promise.all(rows)).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const hashOf = (entries) => createHash("sha256").update(JSON.stringify([...entries])).digest("hex");

/** Links inside a folder, as a careful host tells them to the gate. */
async function linksOf(folder) {
  const links = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) links[path] = await realpath(path);
  }
  return links;
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

async function answers(url) {
  for (let left = 300; left > 0; left -= 1) {
    if (await fetch(url).then(() => true, () => false)) return;
    await pause(50);
  }
  throw new Error(`${url} does not answer`);
}

const INFO = { name: "plangate-test", version: "1.0.0" };

/** How a client reaches a server, by name. */
export const ROADS = {
  "2025-11-25 over Streamable HTTP": async (url) => {
    const client = new Client(INFO);
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
    return client;
  },
  "2025-11-25 over SSE": async (url) => {
    const client = new Client(INFO);
    await client.connect(new SSEClientTransport(new URL("/sse", url)));
    return client;
  },
  "2026-07-28 over Streamable HTTP": async (url) => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new ModernTransport(new URL("/mcp", url)));
    return client;
  },
};

/** Opens the place: folder, sink, and the servers with everything but the sink in their reach. */
export async function openPlace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), "plangate-")));
  await lay(base);
  const work = join(base, "work");
  const leaked = [];
  const sink = createHttpServer((request, response) => {
    leaked.push(request.url);
    request.on("data", (piece) => leaked.push(String(piece)));
    response.end("thanks");
  });
  await new Promise((done) => sink.listen(0, "127.0.0.1", done));
  const env = { ...process.env, HOME: join(base, "home"), CONTEXT7_TELEMETRY_DISABLED: "1" };
  // The file server takes a relative path as one below its first folder.
  const words = { filesystem: [work, base], context7: [], "code-sandbox": [work] };
  const running = Object.entries(SERVERS).map(async ([name, script]) => {
    const port = await freePort();
    // OK because each proxy leads a group of its own, so that its server ends with it.
    const proxy = spawn(process.execPath, [PROXY, "--host", "127.0.0.1", "--port", String(port), "--", process.execPath, script, ...words[name]], { cwd: tmpdir(), env, stdio: "ignore", detached: true });
    const url = `http://127.0.0.1:${port}`;
    await answers(`${url}/ping`);
    return { name, url, proxy };
  });
  const servers = await Promise.all(running);
  const clients = [];

  return {
    base,
    work,
    sink: `http://127.0.0.1:${sink.address().port}/`,
    leaked,
    lay: () => lay(base),
    links: () => linksOf(work),
    entries: () => entriesOf(base),
    hash: async () => hashOf(await entriesOf(base)),
    workHash: async () => hashOf(await entriesOf(work)),
    /** A client of each server by its name. */
    connect: async (road) => {
      const made = await Promise.all(servers.map(async ({ name, url }) => [name, await ROADS[road](url)]));
      clients.push(...made.map(([, client]) => client));
      return Object.fromEntries(made);
    },
    close: async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
      for (const { proxy } of servers) {
        try {
          process.kill(-proxy.pid, "SIGKILL");
        } catch {
          // OK because it is gone already.
        }
      }
      sink.closeAllConnections();
      await new Promise((done) => sink.close(done));
      await rm(base, { recursive: true, force: true });
    },
  };
}
