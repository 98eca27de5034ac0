// Real MCP servers for tests in a browser: the file server and the command server, each over Streamable HTTP by `mcp-proxy` on
// 127.0.0.1. Knows no page and no gate.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const BIN = fileURLToPath(new URL("node_modules/.bin/", import.meta.url));
/** It imports what `tests/package` has installed. */
const COMMANDS = fileURLToPath(new URL("../package/servers/commands.mjs", import.meta.url));

/** The file server over `folder`: `{ port, close }`. */
export const openFiles = (folder) => open([join(BIN, "mcp-server-filesystem"), folder]);

/** The command server in `folder`, under its own name or another: `{ port, close }`. */
export const openCommands = (folder, name) => open([process.execPath, COMMANDS, folder, ...(name === undefined ? [] : [name])]);

/** A client that speaks to a server with nothing in between. */
export async function clientOf({ url }) {
  const client = new Client({ name: "plangate-test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
  return client;
}

async function open(words) {
  const port = await freePort();
  // Programs that are started below must not take themselves for parts of this test run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // OK because each proxy leads a group of its own, so that its server ends with it.
  const proxy = spawn(join(BIN, "mcp-proxy"), ["--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--", ...words], { cwd: tmpdir(), env, stdio: "ignore", detached: true });
  const close = () => {
    try {
      process.kill(-proxy.pid, "SIGKILL");
    } catch {
      // OK because it is gone already.
    }
  };
  try {
    await answers(`http://127.0.0.1:${port}/ping`);
  } catch (error) {
    close();
    throw error;
  }
  return { port, url: `http://127.0.0.1:${port}`, close };
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

async function answers(url) {
  for (let left = 200; left > 0; left -= 1) {
    if (await fetch(url).then(() => true, () => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}
