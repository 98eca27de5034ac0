// A command server as hosts run them, on the official SDK over stdio: `run_command` hands its text to a shell in the folder it was
// started with, `run_code` its program to Node. How a program ended is told beside its text, where the program can not write. It
// refuses nothing and asks nobody: what stands before it is what is tested.
//
//   node commands.mjs FOLDER [NAME]        where NAME is what the server calls itself
import { spawn } from "node:child_process";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [, , folder, ownName = "code-sandbox"] = process.argv;
const COMMAND_MS = 20_000;

const text = { type: "string" };
const outputSchema = { type: "object", properties: { exitCode: { type: ["integer", "null"] } }, required: ["exitCode"] };
const tools = [
  { name: "run_command", outputSchema, inputSchema: { type: "object", properties: { command: text, cwd: text, env: { type: "object" } }, required: ["command"] } },
  { name: "run_code", outputSchema, inputSchema: { type: "object", properties: { language: text, code: text }, required: ["language", "code"] } },
];

/** What a program has written, and how it ended. */
function run(program, words, { cwd = ".", env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, { cwd: new URL(`${cwd}/`, `file://${folder}/`).pathname, env: { ...process.env, ...env }, timeout: COMMAND_MS, stdio: ["ignore", "pipe", "pipe"] });
    const written = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => written.push(piece));
    child.on("error", (error) => done({ text: error.message, exitCode: null }));
    child.on("close", (exitCode) => done({ text: `${Buffer.concat(written)}[exit ${exitCode}]`, exitCode }));
  });
}

const server = new Server({ name: ownName, version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => {
  const { text, exitCode } = name === "run_command" ? await run("/bin/sh", ["-c", args.command], args) : await run(process.execPath, ["--eval", args.code]);
  return { content: [{ type: "text", text }], structuredContent: { exitCode } };
});
await server.connect(new StdioServerTransport());
