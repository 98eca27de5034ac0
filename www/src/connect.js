// Where tools come from: the folder in the page or a server by address, both through the official SDK's client. Says what a
// workspace is there; decides nothing about calls.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ROOT, digest } from "./folder.js";
import { folderServer } from "./folder-server.js";
import { validator } from "./validator.js";

const CONNECT_MS = 10_000;
const CALL_MS = 30_000;
const LOOK_FILES_MAX = 200;

const clientOf = () => new Client({ name: "plangate-demo", version: "1.0.0" }, { jsonSchemaValidator: validator });

/** Tools over the folder in the page. */
export async function connectFolder(folder) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = clientOf();
  await Promise.all([folderServer(folder).connect(theirs), client.connect(ours)]);
  const { tools } = await client.listTools();
  return {
    server: "filesystem",
    tools,
    root: ROOT,
    inPage: true,
    call: (name, args, signal) => client.callTool({ name, arguments: args }, undefined, { signal, timeout: CALL_MS }),
    world: async () => ({ workspacePath: ROOT, projectId: "login-service", workspaceHash: await folder.hash() }),
    close: () => client.close(),
  };
}

/** Tools of a server by address. Rejects with what went wrong. A server that has come back is spoken to anew. */
export async function connectAddress(address) {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const connect = async () => {
    const client = clientOf();
    await client.connect(new StreamableHTTPClientTransport(new URL(address)), { timeout: CONNECT_MS });
    return client;
  };
  let client = await connect();
  let broken = false;
  const call = async (name, args, signal) => {
    if (broken) client = await connect();
    broken = false;
    try {
      return await client.callTool({ name, arguments: args }, undefined, { signal, timeout: CALL_MS });
    } catch (error) {
      // The call itself is not made again: nobody knows how far it came.
      broken = signal?.aborted !== true;
      throw error;
    }
  };
  const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS });
  const names = tools.map(({ name }) => name);
  const isFiles = names.includes("read_text_file") && names.includes("directory_tree");
  const root = isFiles && names.includes("list_allowed_directories") ? textOf(await call("list_allowed_directories", {})).split("\n")[1]?.trim() : undefined;
  const named = (client.getServerVersion()?.name ?? "server").replace(/\W+/gu, "-").slice(0, 40);
  return {
    server: isFiles ? "filesystem" : named === "" || named === "plangate" ? "server" : named,
    tools,
    root: root ?? "/",
    inPage: false,
    call,
    world: async () => ({
      workspacePath: root ?? null,
      projectId: originAndPath(address),
      workspaceHash: root === undefined ? "" : await digest(await look(call, root)),
    }),
    close: () => client.close(),
  };
}

const originAndPath = (address) => new URL(address).origin + new URL(address).pathname;

/** The text of a tool's answer. */
export function textOf(result) {
  return (result?.content ?? []).map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

/** Names, sizes and times of the files below `root`: a change of any of them by somebody else is seen. */
async function look(call, root) {
  const tree = await call("directory_tree", { path: root, excludePatterns: ["node_modules", ".git"] });
  if (tree.isError) throw new Error(textOf(tree));
  const files = filesOf(JSON.parse(textOf(tree)), root).slice(0, LOOK_FILES_MAX);
  const infos = await Promise.all(files.map((path) => call("get_file_info", { path })));
  return infos.map((info, index) => `${files[index]}\n${textOf(info).split("\n").filter((line) => /^(?:size|modified)/u.test(line)).join("\n")}`).join("\n\n");
}

export function filesOf(entries, head) {
  return entries.flatMap(({ name, type, children }) => (type === "directory" ? filesOf(children ?? [], `${head}/${name}`) : [`${head}/${name}`]));
}
