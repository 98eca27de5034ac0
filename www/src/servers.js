// Servers by address, fetched when there are any: each under its name, two of one name refused, one that has come back spoken to anew.
// Says what a workspace on a file server is.
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CALL_MS, FILES, clientOf, sourceOf, textOf } from "./connect.js";
import { digest } from "./folder.js";

const CONNECT_MS = 10_000;
const LOOK_FILES_MAX = 200;

/** Tools of servers by address. Rejects with what went wrong, and with whom. */
export async function connectAddresses(addresses) {
  const asked = await Promise.allSettled(addresses.map(connectServer));
  const servers = asked.flatMap(({ value }) => value ?? []);
  const files = servers.find(({ server }) => server === FILES);
  let root;
  try {
    for (const { reason } of asked) if (reason !== undefined) throw reason;
    const twice = servers.find(({ server }, index) => servers.findIndex((other) => other.server === server) < index);
    // A call names its server: with two of a name nobody could say what a plan allows.
    if (twice !== undefined) {
      const alike = servers.filter(({ server }) => server === twice.server).map(({ address }) => address);
      throw Object.assign(new Error(twice.server), { kind: "names", detail: `${twice.server} (${alike.join(", ")})` });
    }
    root = files && (await rootOf(files));
  } catch (error) {
    await Promise.allSettled(servers.map((one) => one.close()));
    throw error;
  }
  return sourceOf(servers, {
    root: root ?? "/",
    inPage: false,
    world: async () => ({
      workspacePath: root ?? null,
      projectId: originAndPath((files ?? servers[0]).address),
      workspaceHash: root === undefined ? "" : await digest(await look(files.call, root)),
    }),
  });
}

/** One server by address. A server that has come back is spoken to anew. */
async function connectServer(address) {
  const connect = async () => {
    const client = clientOf();
    await client.connect(new StreamableHTTPClientTransport(new URL(address)), { timeout: CONNECT_MS });
    return client;
  };
  try {
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
    return { server: nameOf(tools, client.getServerVersion()?.name), address, tools, call, close: () => client.close() };
  } catch (error) {
    throw Object.assign(error, { detail: `${address} (${error.message})` });
  }
}

/** What a server is called in plans: the file server by what it is, any other by its own name. */
function nameOf(tools, own = "") {
  const names = tools.map(({ name }) => name);
  if (names.includes("read_text_file") && names.includes("directory_tree")) return FILES;
  const named = own.replace(/\W+/gu, "-").slice(0, 40);
  return named === "" || named === "plangate" ? "server" : named;
}

async function rootOf({ tools, call }) {
  if (!tools.some(({ name }) => name === "list_allowed_directories")) return undefined;
  return textOf(await call("list_allowed_directories", {})).split("\n")[1]?.trim();
}

const originAndPath = (address) => new URL(address).origin + new URL(address).pathname;

/** Names, sizes and times of the files below `root`: a change of any of them by somebody else is seen. */
async function look(call, root) {
  const tree = await call("directory_tree", { path: root, excludePatterns: ["node_modules", ".git"] });
  if (tree.isError) throw new Error(textOf(tree));
  const files = filesOf(JSON.parse(textOf(tree)), root).slice(0, LOOK_FILES_MAX);
  const infos = await Promise.all(files.map((path) => call("get_file_info", { path })));
  return infos.map((info, index) => `${files[index]}\n${textOf(info).split("\n").filter((line) => /^(?:size|modified)/u.test(line)).join("\n")}`).join("\n\n");
}

function filesOf(entries, head) {
  return entries.flatMap(({ name, type, children }) => (type === "directory" ? filesOf(children ?? [], `${head}/${name}`) : [`${head}/${name}`]));
}
