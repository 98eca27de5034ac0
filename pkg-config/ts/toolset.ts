// The host's own tools behind the gate: their rows are declared to the core, their functions are handed back guarded. Knows
// no rule: what a kind or a role means is the core's.
import type { SessionCore } from "./driver.js";
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";
import { messageOf, plain } from "./plain.js";
import type { ArgRole, CallOutcome, ToolKind, Tools } from "./types.js";

/** One of the host's own tools. */
export interface OwnTool {
  /** What it does to the world; without a row the gate would have to ask about each call. */
  kind: ToolKind;
  description?: string;
  inputSchema?: Json;
  /**
   * What each argument is; a trailing `*` = required. One that is not named here is asked about if it is a text, a list or an object;
   * numbers, true and false pass: name those that matter.
   */
  args?: { [name: string]: ArgRole | `${ArgRole}*` };
  run(args: { [key: string]: Json }, options: { signal: AbortSignal }): Promise<unknown>;
}

/** The tools again, each behind the gate. */
export type Guarded<T> = { [K in keyof T]: (args: { [key: string]: Json }) => Promise<CallOutcome<unknown>> };

/** A server's rows, as the core takes them. @internal */
export type OwnServer = { name: string; tools: { [key: string]: Json }[] };

/** The server name of tools that come without one. */
const SERVER = "app";
/** Names that the gate accepts, see the rule of tool identity. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Declares tools and guards them; throws `ERR_BAD_ARGS` where one of them is not whole, and then declares none. @internal */
export function toolset<T extends { [name: string]: OwnTool }>(
  declare: (server: OwnServer) => void,
  gate: Tools,
  tools: T,
  options: { server?: string } | undefined,
): Guarded<T> {
  const { server, rows, runs } = read(tools, options);
  declare({ name: server, tools: rows });
  const guarded = runs.map(([name, run]) => [
    name,
    (args: { [key: string]: Json }) => gate.callTool({ server, tool: name, args }, (call, given) => run(call.args, given)),
  ]);
  return Object.freeze(Object.fromEntries(guarded)) as Guarded<T>;
}

/** Tells the core; what it throws as a text is misuse by the caller. @internal */
export function declareTo(core: SessionCore, server: OwnServer): void {
  try {
    core.declare_tools(server);
  } catch (error) {
    throw new PlanGateError("ERR_BAD_ARGS", messageOf(error));
  }
}

/** Everything that is the host's is read here, once. */
function read(tools: unknown, options: unknown): { server: string; rows: OwnServer["tools"]; runs: [string, OwnTool["run"]][] } {
  try {
    const server: unknown = (options as { server?: unknown } | undefined)?.server ?? SERVER;
    if (typeof server !== "string" || !NAME.test(server)) throw bad(`\`server\` is not a name of 1 to 64 letters, digits, \`_\`, \`.\`, \`-\``);
    if (typeof tools !== "object" || tools === null) throw bad("`toolset` takes an object of tools");
    const rows: OwnServer["tools"] = [];
    const runs: [string, OwnTool["run"]][] = [];
    for (const [name, tool] of Object.entries(tools as { [name: string]: Partial<OwnTool> })) {
      if (!NAME.test(name)) throw bad(`tool \`${name.slice(0, 64)}\` has a name that no call could have`);
      const { kind, args, description, run } = tool;
      if (typeof kind !== "string") throw bad(`tool \`${name}\` has no kind`);
      if (typeof run !== "function") throw bad(`tool \`${name}\` has no function \`run\``);
      if (description !== undefined && typeof description !== "string") throw bad(`tool \`${name}\`: \`description\` is not a text`);
      rows.push({ name, kind, args: plain(args ?? {}, "args"), ...(description !== undefined && { description }) });
      runs.push([name, (given, handed) => run.call(tool as OwnTool, given, handed)]);
    }
    return { server, rows, runs };
  } catch (error) {
    throw error instanceof PlanGateError ? error : bad(`the tools can not be read: ${messageOf(error)}`);
  }
}

function bad(message: string): PlanGateError {
  return new PlanGateError("ERR_BAD_ARGS", message);
}
