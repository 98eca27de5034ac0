// Where tools come from: the folder in the page or servers by address (`servers.js`), each through the official SDK's client, put
// together as one source. Says what a workspace is there; decides nothing about calls.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ROOT } from "./folder.js";
import { folderServer } from "./folder-server.js";
import { validator } from "./validator.js";

export const CALL_MS = 30_000;
/** What the server is called in plans whose files are the workspace. */
export const FILES = "filesystem";

export const clientOf = () => new Client({ name: "plangate-demo", version: "1.0.0" }, { jsonSchemaValidator: validator });

/** Servers as one source. `files` is the one whose files are the workspace, `commands` the one that runs command lines, where there is one. */
export function sourceOf(servers, { root, inPage, world }) {
  const named = new Map(servers.map((one) => [one.server, one]));
  const runner = servers.find(({ server, tools }) => server === "code-sandbox" && tools.some(({ name }) => name === "run_command"));
  const takes = runner?.tools.find(({ name }) => name === "run_command").inputSchema.properties ?? {};
  return {
    servers,
    tools: servers.flatMap(({ server, tools }) => tools.map((tool) => ({ ...tool, server }))),
    files: named.has(FILES) ? FILES : servers[0].server,
    commands: runner?.server ?? null,
    // Commands are meant for the folder of the files, wherever their server was started.
    place: "cwd" in takes && named.has(FILES) ? { cwd: root } : {},
    root,
    inPage,
    call: async (server, name, args, signal) => {
      const one = named.get(server);
      if (one === undefined) throw new Error(`there is no server ${server}`);
      return one.call(name, args, signal);
    },
    world,
    close: () => Promise.all(servers.map((one) => one.close())),
  };
}

/** Tools over the folder in the page. */
export async function connectFolder(folder) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = clientOf();
  await Promise.all([folderServer(folder).connect(theirs), client.connect(ours)]);
  const { tools } = await client.listTools();
  const call = (name, args, signal) => client.callTool({ name, arguments: args }, undefined, { signal, timeout: CALL_MS });
  return sourceOf([{ server: FILES, tools, call, close: () => client.close() }], {
    root: ROOT,
    inPage: true,
    world: async () => ({ workspacePath: ROOT, projectId: "login-service", workspaceHash: await folder.hash() }),
  });
}

/** The text of a tool's answer. */
export function textOf(result) {
  return (result?.content ?? []).map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}
