// The in-page MCP server: the official SDK's server over the folder in the page, with the tools of
// `@modelcontextprotocol/server-filesystem` by name and shape. It judges nothing: that is the gate's work.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { lineDiff } from "./diff.js";
import { ROOT } from "./folder.js";

const text = { type: "string" };
const texts = { type: "array", items: text };
const number = { type: "number" };
const object = (properties, ...required) => ({ type: "object", properties, required });

const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

const EDITS = { type: "array", items: object({ oldText: text, newText: text }, "oldText", "newText") };

/** Name, what it says of itself, schema, annotations, work. */
const TOOLS = [
  ["read_text_file", "Read the contents of a file as text.", object({ path: text, head: number, tail: number }, "path"), READS, readText],
  ["read_media_file", "Read a file as a base64 content block.", object({ path: text }, "path"), READS, readMedia],
  ["read_multiple_files", "Read several files at once.", object({ paths: texts }, "paths"), READS, readMany],
  ["list_directory", "List files and folders of a folder.", object({ path: text }, "path"), READS, list],
  ["list_directory_with_sizes", "List files and folders with their sizes.", object({ path: text, sortBy: text }, "path"), READS, listSizes],
  ["directory_tree", "The tree of files and folders as JSON.", object({ path: text, excludePatterns: texts }, "path"), READS, tree],
  ["search_files", "Files whose path fits a glob pattern.", object({ path: text, pattern: text, excludePatterns: texts }, "path", "pattern"), READS, search],
  ["get_file_info", "Size and type of a file or folder.", object({ path: text }, "path"), READS, info],
  ["write_file", "Create or overwrite a file.", object({ path: text, content: text }, "path", "content"), WRITES, write],
  ["edit_file", "Replace exact texts in a file.", object({ path: text, edits: EDITS, dryRun: { type: "boolean" } }, "path", "edits"), WRITES, edit],
  ["create_directory", "Create a folder.", object({ path: text }, "path"), { ...WRITES, destructiveHint: false }, makeFolder],
  ["move_file", "Move or rename a file.", object({ source: text, destination: text }, "source", "destination"), WRITES, move],
];

/** A server over `folder`; connect it to a transport. */
export function folderServer(folder) {
  const server = new Server({ name: "filesystem", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: TOOLS.map(([name, description, inputSchema, annotations]) => ({ name, description, inputSchema, annotations })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = TOOLS.find(([name]) => name === params.name);
    try {
      if (tool === undefined) throw new Error(`there is no tool ${params.name}`);
      return { content: [{ type: "text", text: tool[4](folder, params.arguments ?? {}) }] };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });
  return server;
}

/** A path below the root, without dots; `""` is the root itself. */
function below(path) {
  if (typeof path !== "string" || path === "") throw new Error("a path is missing");
  const parts = [];
  for (const part of (path.startsWith("/") ? path : `${ROOT}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const whole = `/${parts.join("/")}`;
  if (whole !== ROOT && !whole.startsWith(`${ROOT}/`)) throw new Error(`Access denied - path outside allowed directories: ${path}`);
  return whole.slice(ROOT.length + 1);
}

function content(folder, path) {
  const found = folder.read(below(path));
  if (found === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
  return found;
}

/** Names right below a folder, folders first told by a slash. */
function entries(folder, path) {
  const head = below(path) === "" ? "" : `${below(path)}/`;
  const inside = folder.paths.filter((one) => one.startsWith(head));
  if (inside.length === 0) throw new Error(`ENOENT: no such file or directory, scandir '${path}'`);
  return [...new Set(inside.map((one) => one.slice(head.length).replace(/\/.*/u, "/")))];
}

function readText(folder, { path, head, tail }) {
  const lines = content(folder, path).split("\n");
  if (typeof head === "number") return lines.slice(0, head).join("\n");
  if (typeof tail === "number") return lines.slice(-tail).join("\n");
  return lines.join("\n");
}

function readMedia(folder, { path }) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(content(folder, path))));
}

function readMany(folder, { paths }) {
  const one = (path) => {
    try {
      return `${path}:\n${content(folder, path)}\n`;
    } catch (error) {
      return `${path}: Error - ${error.message}`;
    }
  };
  return paths.map(one).join("\n---\n");
}

function list(folder, { path }) {
  return entries(folder, path)
    .map((name) => (name.endsWith("/") ? `[DIR] ${name.slice(0, -1)}` : `[FILE] ${name}`))
    .join("\n");
}

function listSizes(folder, { path }) {
  const head = below(path) === "" ? "" : `${below(path)}/`;
  return entries(folder, path)
    .map((name) => (name.endsWith("/") ? `[DIR] ${name.slice(0, -1)}` : `[FILE] ${name.padEnd(30)} ${folder.read(head + name).length} B`))
    .join("\n");
}

function tree(folder, { path }) {
  const grow = (head) =>
    entries(folder, head).map((name) =>
      name.endsWith("/")
        ? { name: name.slice(0, -1), type: "directory", children: grow(`${head}/${name.slice(0, -1)}`) }
        : { name, type: "file" },
    );
  return JSON.stringify(grow(`${ROOT}/${below(path)}`.replace(/\/$/u, "")), null, 2);
}

function search(folder, { path, pattern }) {
  const head = below(path);
  const source = pattern.replace(/[.+^${}()|[\]\\]/gu, "\\$&").replace(/\*\*\/|\*|\?/gu, (mark) => ({ "**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]" })[mark]);
  const fits = new RegExp(`^${source}$`, "u");
  const found = folder.paths.filter((one) => one.startsWith(head) && fits.test(one.slice(head === "" ? 0 : head.length + 1)));
  return found.length === 0 ? "No matches found" : found.map((one) => `${ROOT}/${one}`).join("\n");
}

function info(folder, { path }) {
  const file = folder.read(below(path));
  if (file === undefined) entries(folder, path);
  return `size: ${file?.length ?? 0}\nisDirectory: ${file === undefined}\nisFile: ${file !== undefined}`;
}

function write(folder, { path, content: text }) {
  if (typeof text !== "string") throw new Error("`content` is no text");
  folder.write(below(path), text);
  return `Successfully wrote to ${path}`;
}

function edit(folder, { path, edits, dryRun }) {
  const before = content(folder, path);
  let after = before;
  for (const { oldText, newText } of edits) {
    if (!after.includes(oldText)) throw new Error(`Could not find exact match for edit:\n${oldText}`);
    after = after.replace(oldText, () => newText);
  }
  if (dryRun !== true) folder.write(below(path), after);
  return lineDiff(before, after)
    .filter(({ kind }) => kind !== "same")
    .map(({ kind, text }) => `${kind === "gone" ? "-" : "+"}${text}`)
    .join("\n");
}

function makeFolder(folder, { path }) {
  // OK because a folder exists here by the files in it.
  below(path);
  return `Successfully created directory ${path}`;
}

function move(folder, { source, destination }) {
  const moved = content(folder, source);
  if (folder.read(below(destination)) !== undefined) throw new Error(`EEXIST: '${destination}' exists`);
  folder.write(below(destination), moved);
  folder.remove(below(source));
  return `Successfully moved ${source} to ${destination}`;
}
