// The pure functions: same arguments, same answer, no session. They need `init()`; nothing here has a permissive default.
import { PlanGateError } from "./error.js";
import type { Json } from "./json.js";
import { ready } from "./loader.js";
import { attempt, freeze, messageOf, plain } from "./plain.js";
import type { Limits } from "./plain.js";
import { Rulings, outline } from "./ruled.js";
import type { FileRef, Intent, McpProfile, McpServer, PlanDoc, Snapshot, TaskNode, World } from "./types.js";
import type { BasePlan, PlanExtra, Question } from "./wire.js";
import { needs } from "./words.js";

/** A planner's answer, read. */
export type Parsed =
  | { kind: "plan"; value: BasePlan; extra: PlanExtra | null; text: string; codes: string[] }
  | { kind: "questions"; value: { questions: Question[] }; extra: null; text: string; codes: string[] }
  | { kind: "none"; value: null; extra: null; text: string; codes: string[] };

function text(value: unknown, what: string): string {
  if (typeof value !== "string") throw new PlanGateError("ERR_BAD_ARGS", `\`${what}\` is not a text`);
  return value;
}

/** Texts that the planner has read; they may be long, so only their kind is looked at. */
function untrustedOf(options: unknown): string[] {
  let list: unknown;
  try {
    list = (options as { untrusted?: unknown } | undefined)?.untrusted ?? [];
    if (Array.isArray(list)) list = [...(list as unknown[])];
  } catch (error) {
    throw new PlanGateError("ERR_BAD_ARGS", `reading \`untrusted\` failed: ${messageOf(error)}`);
  }
  if (!Array.isArray(list) || list.some((one) => typeof one !== "string")) {
    throw new PlanGateError("ERR_BAD_ARGS", "`untrusted` is not a list of texts");
  }
  return list as string[];
}

/** What the core throws as a text is misuse by the caller. */
function shaped<T>(work: () => T): T {
  try {
    return freeze(work());
  } catch (error) {
    throw error instanceof PlanGateError ? error : new PlanGateError("ERR_BAD_ARGS", messageOf(error));
  }
}

/** Bytes that are kept for encoding at most, as much as the longest answer so far needed; a longer one gets its own for the moment. */
const ROOM_MAX = 4 * 1024 * 1024;
let encoder: TextEncoder | undefined;
let room: Uint8Array | undefined;

/** UTF-8, valid until the next call. The glue's own way for texts looks at every character by itself; `encode` is slower yet. */
function encoded(text: string): Uint8Array {
  encoder ??= new TextEncoder();
  const most = 3 * text.length;
  let bytes = room;
  if (bytes === undefined || bytes.length < most) {
    bytes = new Uint8Array(most);
    if (most <= ROOM_MAX) room = bytes;
  }
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}

/** A plan that the core has found in its normal form: how much of the answer is before and behind it, and behind each comma that must go. */
interface InPlace {
  kind: "plan";
  place: [before: number, behind: number];
  commas: number[];
  text: string;
  codes: string[];
}

/** A result that the core wrote as one JSON text. Its keys and those of a plan in place are ours, so none can reach a prototype. */
function parsed(json: string, answer: string): Parsed {
  const result = JSON.parse(json) as Parsed | InPlace;
  if (!("place" in result)) return freeze(result);
  const { kind, place, commas, text, codes } = result;
  let content = "";
  let at = place[0];
  for (const behind of commas) {
    const next = answer.length - behind;
    content += answer.slice(at, next - 1);
    at = next;
  }
  content += answer.slice(at, answer.length - place[1]);
  return freeze({ kind, value: JSON.parse(content) as BasePlan, extra: null, text, codes });
}

/** Reads a planner's whole answer. `untrusted`: texts the planner has read; a fence copied from them is ignored. */
export function parsePlannerOutput(answer: string, options?: { untrusted?: string[] }): Parsed {
  const core = ready();
  const whole = text(answer, "text");
  const read = whole.slice(0, core.answer_units_max());
  return parsed(core.parse_planner_output(encoded(read), read, untrustedOf(options)), read);
}

/** Reads a planner's answer piece by piece. `text` holds all that may be shown so far; only `finish` tells what it is. */
export function createPlannerParser(options?: { untrusted?: string[] }): {
  push(chunk: string): { text: string };
  finish(): Parsed;
} {
  const parser = new (ready().PlannerParser)(untrustedOf(options));
  return {
    push: (chunk) => ({ text: parser.push(text(chunk, "chunk")) }),
    finish: () => parsed(parser.finish(), ""),
  };
}

/** A plan document from a parsed answer and the facts around it; its status is `pending`. */
export function buildPlanDoc(
  parsed: Parsed,
  facts: { planId: string; version: number; createdAt: string; userText: string; files: FileRef[]; world: World },
): PlanDoc {
  return shaped(() => ready().build_plan_doc(plain(parsed, "parsed"), plain(facts, "facts")) as PlanDoc);
}

/** What a reply means. */
type Reading = { intent: Intent; hold: boolean; reasonCode: string; language: string | null };

/** What a message should be offered. */
type Advice = { label: "offer" | "direct" | "none" | "explicit"; reason: string };

// Both are few and frozen: the core tells which, and each is made once.
const readings = new Map<number, Reading>();
const advices = new Map<number, Advice>();

function known<T>(made: Map<number, T>, number: number, make: (number: number) => T): T {
  let one = made.get(number);
  if (one === undefined) made.set(number, (one = freeze(make(number))));
  return one;
}

/** What a reply to a plan card means. */
export function classifyReply(reply: string): Reading {
  const core = ready();
  text(reply, "text");
  needs(() => core.missing_for_reply(reply));
  return known(readings, core.classify_reply(reply), core.reading);
}

/** Whether a message should be offered a plan. */
export function suggestPlanning(message: string): Advice {
  const core = ready();
  text(message, "text");
  needs(() => core.missing_for_request(message));
  return known(advices, core.suggest_planning(message), core.advice);
}

const RULINGS = new Rulings((number) => ready().ruling(number) as ReturnType<typeof authorizeCall>);

/** Whether there is nothing in this context that is bound to every letter of a call. */
const isPlainContext = (context: Json): boolean => {
  const approvals = (context as { [key: string]: Json } | null)?.["stepApprovals"];
  return Array.isArray(approvals) && approvals.length === 0;
};

/** May this call run? Never answers `undefined`: what can not be read is denied. */
export function authorizeCall(
  scope: unknown,
  call: unknown,
  context: unknown,
): { decision: "allow" | "step_approval" | "deny"; code: string; findings: string[] } {
  const core = ready();
  let values: [Json, Json, Json];
  try {
    values = [plain(scope, "scope"), plain(call, "call"), plain(context, "context")];
  } catch {
    return freeze({ decision: "deny", code: "ERR_BAD_ARGS", findings: ["ERR_BAD_ARGS"] });
  }
  const [declared, judged, facts] = values;
  const registry = (facts as { [key: string]: Json } | null)?.["registry"] ?? null;
  const short = isPlainContext(facts) ? outline(judged, (server, tool) => core.contents(registry, server, tool)) : judged;
  return RULINGS.of(core.judge_call(JSON.stringify([declared, short, facts]))) ?? freeze(core.authorize_call(...values));
}

/**
 * On a server: whether a call is covered by an approval that the person gave, without trusting the page that says so.
 *
 * `authority` is what `gate.authority()` gave the page; `verify` checks the signature that `host.sign` made over the receipt's
 * bytes (UTF-8 of its JSON with the keys in alphabetical order, no blanks); the plan is held against the receipt by its own
 * content hash; `world`, `now` (milliseconds since 1970) and `registry` are the server's own. Whatever is missing, unreadable or
 * unsigned is denied; only misuse of `options` rejects, with `ERR_BAD_ARGS`.
 */
export async function verifyAuthority(
  authority: unknown,
  call: unknown,
  world: World,
  options: {
    verify: (receiptBytes: Uint8Array, signature: string) => boolean | Promise<boolean>;
    now: number;
    registry?: McpServer[];
  },
): Promise<{ decision: "allow" | "step_approval" | "deny"; code: string }> {
  const core = ready();
  const deny = (code: string) => freeze({ decision: "deny" as const, code });
  const { verify, now, registry } = attempt(() => ({ ...options })) ?? {};
  if (typeof verify !== "function" || typeof now !== "number" || !Number.isFinite(now)) {
    throw new PlanGateError("ERR_BAD_ARGS", "`options` needs a function `verify` and a number `now`");
  }
  try {
    const given = plain(authority, "authority") as { receipt?: Json; signature?: Json } | null;
    const { receipt, signature } = given ?? {};
    if (receipt === undefined || typeof signature !== "string") return deny("ERR_RECEIPT_MISSING");
    const values = [plain(call, "call"), plain(world, "world"), plain(registry ?? null, "registry")] as const;
    const signed: unknown = await verify(new TextEncoder().encode(core.canonical(receipt)), signature);
    return signed === true ? freeze(core.covers(given, ...values, now)) : deny("ERR_RECEIPT_MISSING");
  } catch {
    // Every exception denies, also that of a broken `verify`.
    return deny("ERR_BAD_ARGS");
  }
}

/** The planner's instructions for these facts: same facts, same text. */
export function plannerPrompt(facts: { world: World; context7Available: boolean; locale?: string }): string {
  return shaped(() => {
    const read = plain(facts, "facts") as { world?: Json; context7Available?: Json } | null;
    return ready().planner_prompt(read?.world ?? null, read?.context7Available === true);
  });
}

/** An approved plan as a directive for the executing model. */
export function executionDirective(plan: PlanDoc): string {
  return shaped(() => ready().execution_directive(plain(plan, "plan")));
}

/** Agent configuration for hosts that keep one: the assistant first, the planner with only the keys it may have. */
export function agentsConfig(options: {
  assistantPromptFiles?: string[];
  plannerPromptFile: string;
  instructionsFile?: string;
}): Json {
  const read = plain(options, "options") as { [key: string]: Json } | null;
  const files = (list: Json | undefined): string[] => {
    const given = list ?? [];
    if (!Array.isArray(given) || given.some((one) => typeof one !== "string")) {
      throw new PlanGateError("ERR_BAD_ARGS", "`assistantPromptFiles` is not a list of texts");
    }
    return given as string[];
  };
  const instructions = read?.["instructionsFile"];
  const last = typeof instructions === "string" && instructions !== "" ? [instructions] : [];
  return freeze({
    assistant: { tools: [], prompt_files: [...files(read?.["assistantPromptFiles"]), ...last] },
    planner: {
      tools: [],
      delegate_allowed: false,
      prompt_files: [text(read?.["plannerPromptFile"], "plannerPromptFile"), ...last],
    },
  });
}

/** The read-only profile of these servers. */
export function planProfile(servers: McpServer[]): McpProfile {
  return shaped(() => ready().plan_profile(plain(servers, "servers")) as McpProfile);
}

/** The profile of everything the host configured. */
export function managedProfile(servers: McpServer[]): McpProfile {
  return shaped(() => ready().managed_profile(plain(servers, "servers")) as McpProfile);
}

/** A task graph by itself. */
export interface TaskGraph {
  /** Applies one event; a refused one changes nothing. */
  apply(event: { op: string; [key: string]: unknown }): { ok: true } | { ok: false; code: string };
  /** Ids that may start, sorted. */
  ready(max?: number): string[];
  /** One task in full, or `null`. */
  get(id: string): unknown;
  snapshot(): {
    nodes: TaskNode[];
    ready: string[];
    waiting: { [id: string]: string[] };
    progress: Snapshot["progress"];
    todo: Snapshot["todo"];
  };
  stats(): { edgeVisits: number };
  /** Frees the memory of the core; the graph answers nothing afterwards. */
  dispose(): void;
}

/** How many tasks one list may hold. */
const TASKS_MAX = 20_000;

/** How much a list of tasks, or one event, may hold: 20,000 tasks with 25 values each, or one that waits for all others. */
const LIMITS: Limits = { values: 500_000, text: 16 * 1024 * 1024 };

/** Half a surrogate as `JSON.stringify` writes it; other escapes are matched so that what follows a backslash is not taken for one. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/gu;

/** Plain data as JSON that any reader takes: half a surrogate is no character, and becomes the sign for that. */
function written(value: Json): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replace(ESCAPE, (escape) => (escape.length > 2 ? "\ufffd" : escape)) : json;
}

const OK = Object.freeze({ ok: true });

/** A task graph from a list of tasks, taken as a whole or not at all. */
export function createTaskGraph(
  nodes: unknown[],
  options?: { planVersion?: number; tombstones?: string[] },
): { ok: true; repaired: string[]; graph: TaskGraph } | { ok: false; code: string; errors: [string, string][] } {
  const core = ready();
  const list = plain(nodes, "nodes", LIMITS);
  if (!Array.isArray(list) || list.length > TASKS_MAX) {
    throw new PlanGateError("ERR_BAD_ARGS", `\`nodes\` is not a list of at most ${TASKS_MAX} tasks`);
  }
  const { planVersion: version = 1, tombstones = [] } = (plain(options ?? {}, "options", LIMITS) ?? {}) as { [key: string]: Json };
  if (!isWhole(version) || !Array.isArray(tombstones) || tombstones.some((one) => typeof one !== "string")) {
    throw new PlanGateError("ERR_BAD_ARGS", "`planVersion` is a whole number from 0 and `tombstones` a list of texts");
  }
  let tasks: InstanceType<typeof core.Tasks> | undefined = new core.Tasks();
  const verdict = freeze(JSON.parse(tasks.load(written([list, version, tombstones])))) as
    | { ok: true; repaired: string[] }
    | { ok: false; code: string; errors: [string, string][] };
  if (!verdict.ok) {
    tasks.free();
    return verdict;
  }
  const live = (): NonNullable<typeof tasks> => {
    if (tasks === undefined) throw new PlanGateError("ERR_DISPOSED", "this graph was disposed");
    return tasks;
  };
  let shown: ReturnType<TaskGraph["snapshot"]> | undefined;
  const graph: TaskGraph = {
    apply: (event) => {
      // First of all: while an event is copied, a proxy could dispose the graph.
      const json = written(plain(event, "event", LIMITS));
      const code = live().apply(json);
      if (code !== undefined) return freeze({ ok: false, code });
      shown = undefined;
      return OK as { ok: true };
    },
    ready: (max = Infinity) => {
      if (max !== Infinity && !isWhole(max)) throw new PlanGateError("ERR_BAD_ARGS", "`max` is not a whole number from 0");
      const ids = live().ready(max);
      return ids === "" ? [] : ids.split("\n");
    },
    get: (id) => freeze(JSON.parse(live().get(text(id, "id")))),
    snapshot: () => (shown ??= freeze(JSON.parse(live().snapshot()))),
    stats: () => ({ edgeVisits: live().edge_visits() }),
    dispose: () => {
      tasks?.free();
      tasks = undefined;
      shown = undefined;
    },
  };
  return { ok: true, repaired: verdict.repaired, graph };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
