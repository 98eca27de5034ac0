// What a host page hands in and gets back. Wire types come from the core (`wire.ts`); this file adds the functions around
// them. Shapes are a contract.
import type { Clock } from "./clock.js";
import type { Json } from "./json.js";
import type { StorageAdapter } from "./storage.js";
import type { Guarded, OwnTool } from "./toolset.js";
import type {
  Answer,
  FileRef,
  McpProfile,
  MessageView,
  PlanDoc,
  PlanRef,
  Question,
  ReceiptView,
  Refusal,
  SandboxPolicy,
  Scope,
  SendResult,
  Step,
  BasePlan,
  PlanExtra,
  TurnInfo as WireTurnInfo,
  World as WireWorld,
} from "./wire.js";

export type { Clock, Json, StorageAdapter };
export type { Answer, BasePlan, FileRef, McpProfile, PlanDoc, PlanExtra, PlanRef, Question };
export type { Refusal, SandboxPolicy, Scope, SendResult, Step };

/** The mode, a permission state. */
export type Mode = "normal" | "planning" | "awaiting-approval";
/** What a reply means. */
export type Intent = "approve" | "revise" | "reject" | "unknown";
/** A message of the transcript: the person's own, an answer, a reply; a question card; a plan card; what a model said. */
export type Message = Pick<MessageView, "id" | "createdAt"> &
  (
    | { role: "user"; content: string; files: FileRef[]; planAnswer?: true; planReply?: true }
    | { role: "assistant"; content: string; questions: Question[]; plan: null; active: boolean }
    | { role: "assistant"; content: string; questions: null; plan: PlanDoc; active: boolean }
    | { role: "assistant"; content: string; questions?: never; plan?: never; active?: never; planReply?: true }
  );
/** Everything a model call needs. */
export type TurnInfo = Omit<WireTurnInfo, "messages" | "request"> & { messages: Message[]; request: Message };
/** A stored approval. */
export type Receipt = ReceiptView;
/** Answers by question id. */
export type Answers = { [questionId: string]: { option: 0 | 1 | 2 } | { text: string } };

/** A call of a tool. */
export type Call = {
  server: string;
  tool: string;
  args: { [key: string]: Json };
  annotations?: { [key: string]: Json };
  wire?: string;
  stepId?: string;
  why?: string;
};

/** What the gate says of a call. */
export type Ruling = {
  decision: "allow" | "step_approval" | "deny";
  code: string;
  findings: string[];
  refusal: Refusal | null;
};

/** What became of a call: its result, or the structured refusal to give to the model. */
export type CallOutcome<T> = { ok: true; result: T } | { ok: false; refusal: Refusal };

/** What the host says is true now. Left out: `pathStyle` posix, `shell` sh, the rest unknown or false. */
export type World = Pick<WireWorld, "projectId" | "workspaceHash" | "workspacePath"> &
  Partial<Omit<WireWorld, "projectId" | "workspaceHash" | "workspacePath">>;

/** The role of an argument; a trailing `*` means required. */
export type ArgRole =
  | "path-read" | "paths-read" | "path-write" | "string" | "number" | "bool" | "strings" | "edits" | "pattern"
  | "command" | "cwd" | "env" | "code" | "url" | "headers" | "body" | "resource";

/** What a tool does. */
export type ToolKind = "read" | "docs" | "write" | "exec" | "code" | "net" | "act";

/** A server as the host configured it. */
export type McpServer = {
  name: string;
  is?: "filesystem" | "context7" | "code-sandbox" | "fetch";
  config?: Json;
  tools: {
    name: string;
    wire?: string;
    annotations?: { [key: string]: Json };
    description?: string;
    kind?: ToolKind;
    args?: { [name: string]: ArgRole | `${ArgRole}*` };
  }[];
};

/** What a profile callback is told beside the profile. */
export type SwitchContext = { epoch: number; reason: string; signal: AbortSignal };

/** Questions that are open. */
export type PlanPending = {
  userText: string;
  filePaths: string[];
  files: FileRef[];
  questions: Question[];
  answers: Answers;
  sandbox: { dir: string | null; exists: boolean };
  context7Available: boolean;
};

/** A call that waits for a person. */
export type StepRequest = {
  requestId: string;
  code: string;
  call: Call;
  shown: string;
  stepId: string | null;
  stepText: string | null;
  why: string;
  recover: string;
  expiresAt: string;
};

/** A task as the snapshot shows it. */
export type TaskNode = {
  id: string;
  title: string;
  status: string;
  reason: string | null;
  attempt: number;
  dependsOn: string[];
  parent: string | null;
  optional: boolean;
  evidence: Json[];
};

/** The session as the page shows it: one frozen object, replaced only on change. */
export type Snapshot = Readonly<{
  version: number;
  mode: Mode;
  state: "questions" | "plan" | null;
  status:
    | "idle" | "switching" | "planning" | "asking" | "judging" | "chatting" | "executing" | "stepping" | "interrupted";
  turn: { id: string; kind: TurnInfo["kind"]; startedAt: string; deadline: string | null; here: boolean } | null;
  planPending: PlanPending | null;
  plan: PlanDoc | null;
  approval: Receipt | null;
  execution: { state: "approved" | "running" | "paused" | "interrupted" | "done"; reason: string | null } | null;
  stepRequests: StepRequest[];
  composer: { locked: boolean; reason: string | null };
  suggestion: { messageId: string; reasonCode: string } | null;
  messages: readonly Message[];
  profile: {
    wanted: "plan" | "managed";
    confirmed: "plan" | "managed" | null;
    switching: boolean;
    fault: string | null;
  };
  interrupts: readonly unknown[];
  tasks: readonly TaskNode[];
  progress: { done: number; total: number; percent: number | null; state: string };
  todo: {
    task: string;
    items: {
      text: string;
      kind: "step" | "rest" | "verify" | "more" | "record";
      status: "pending" | "in_progress" | "done";
    }[];
  } | null;
  faults: readonly { code: string; message: string; since: string }[];
  storage: "local" | "indexeddb" | "memory" | "custom";
}>;

/** What a model answers. */
export type ModelAnswer = string | { text: string; finishReason?: string; untrusted?: string[]; model?: string };

/** Tools under the gate: of the gate itself, or of one turn. */
export interface Tools {
  /**
   * An MCP client behind the gate: `listTools` and `callTool` obey it; methods that call no tool are handed on; nothing else of
   * the client is there, since a raw request would be a way around. Connect the client without the `roots` capability.
   */
  wrapMcpClient<C extends object>(client: C, options: { server: string }): C;
  /** Those of `tools` that the model may see now. */
  visibleTools<T extends { server: string; name: string }>(tools: T[]): T[];
  /** What the gate says of a call; runs nothing. Never throws: what can not be judged is denied. */
  authorize(call: unknown): Ruling;
  /** Runs `run` if, and as soon as, the gate lets it. A refusal is a value; what `run` throws is thrown. */
  callTool<T>(
    call: unknown,
    run: (call: Call, options: { signal: AbortSignal }) => Promise<T>,
    options?: { signal?: AbortSignal },
  ): Promise<CallOutcome<T>>;
}

/** The tools of a chat turn whose model the host runs itself. They die with it. */
export interface TurnHandle extends Tools {
  /** Fires when the turn is over: ended, cancelled, overtaken by a message, or refused (`reason` then says why). */
  readonly signal: AbortSignal;
  /** Ends the turn and keeps `text` as the assistant's message. Rejects with the code of the refusal if it never began. */
  end(options?: { text?: string }): Promise<void>;
}

/** What the host page supplies. */
export interface Host {
  /** Calls the model. `tools` belongs to this turn; when it is over they answer deny `ERR_TURN_OVER`. */
  callModel(
    turn: TurnInfo,
    options: { signal: AbortSignal; tools: Tools; emit(delta: string): void },
  ): Promise<ModelAnswer>;
  mcp?: {
    servers(): McpServer[] | Promise<McpServer[]>;
    generateConfig?(profile: McpProfile, context: SwitchContext): Promise<void>;
    applyServers(profile: McpProfile, context: SwitchContext): Promise<void | { changed: boolean }>;
    restart?(context: SwitchContext): Promise<void>;
  };
  /** Reads a reply that local rules could not; answers with JSON `{ intent, confidence, reasonCode }`. */
  judge?(question: { prompt: string; planSummary: string; reply: string }, options: { signal: AbortSignal }): Promise<string>;
  world?(): World | Promise<World>;
  /**
   * A server's signature over a receipt, kept beside it for `authority()`. What is signed is the receipt's JSON as it comes: keys
   * in alphabetical order, no blanks, UTF-8. The execute turn waits up to 3 s for it.
   */
  sign?(receipt: Receipt): Promise<string>;
}

/** What `createPlanGate` takes. */
export interface PlanGateOptions {
  sessionId: string;
  storage?: "local" | "indexeddb" | "memory" | StorageAdapter;
  locale?: "en" | "ru" | "zh";
  trigger?: "first-message" | "suggest" | "manual";
  suggestions?: "card" | "hint" | "off";
  approval?: "required" | "auto";
  unplanned?: "host" | "ask";
  transcript?: "owned" | "host";
  limits?: { [key: string]: number };
  clock?: Clock;
  host: Host;
}

/** Fields of a plan that a person may edit. */
export type PlanEdit = Partial<
  Pick<
    PlanDoc,
    | "title" | "aim" | "steps" | "libraries" | "nonGoals" | "resources" | "risks" | "openQuestions" | "rollback" | "scope"
  >
>;

/** What `task` can be told. */
export type TaskOp =
  | "contradict" | "start" | "evidence" | "finish" | "fail" | "stop" | "block" | "unblock" | "defer" | "resume" | "retry"
  | "reopen" | "resolve" | "step-done" | "intent" | "ack" | "revalidate";

/** One session under the gate. */
export interface PlanGate extends Tools {
  /**
   * The host's own tools behind the gate, under the server name `server` (default `app`): each is judged by its kind and by the
   * roles of its arguments, and declared in a plan as `server/name`. Declaring a server name again replaces its tools; one of the same
   * name must have the same row. Throws
   * `ERR_BAD_ARGS`.
   */
  toolset<T extends { [name: string]: OwnTool }>(tools: T, options?: { server?: string }): Guarded<T>;
  /**
   * A message, or the reply to the plan that this page shows. Every act of a person is about what this page's snapshot shows: where
   * another page has decided meanwhile, it rejects with `ERR_ALREADY_RESOLVED` (a decision about an older version: `ERR_PLAN_STALE`),
   * nothing runs, and the snapshot is the new one. Words under an older plan approve nothing; they are an `unknown` reply.
   */
  send(message: { text: string; files?: FileRef[]; plan?: boolean }): Promise<SendResult>;
  answer(answers: Answers): Promise<{ remaining: string[] }>;
  decide(decision: { planRef: PlanRef; intent: "approve" | "revise" | "hold" | "reject"; comment?: string }): Promise<void>;
  editPlan(edit: { planRef: PlanRef; plan: PlanEdit }): Promise<{ planRef: PlanRef; codes: string[] }>;
  decideStep(decision: { requestId: string; granted: boolean; comment?: string }): Promise<void>;
  takeSuggestion(): Promise<void>;
  passSuggestion(): Promise<void>;
  cancel(): Promise<void>;
  resume(): Promise<void>;
  editAndResend(messageId: string, text: string): Promise<SendResult>;
  /**
   * Tells something of a task of the approved plan; a refusal is a value (`E_…`), and changes nothing. `revalidate` is about all
   * tasks: its `id` is not read, its `world: { files, artifacts, unavailable }` is what the host sees, hash by path or name.
   */
  task(event: { op: TaskOp; id: string; [key: string]: unknown }): Promise<{ ok: true } | { ok: false; code: string }>;
  updateWorld(world: Partial<World>): Promise<void>;
  settled(options?: { signal?: AbortSignal }): Promise<Snapshot>;
  /**
   * Hosts that run the model themselves: a chat turn's tools, at once. Calls wait until it has begun; where `send` would be
   * refused, it is over before that. A turn that goes on is ended by it, and it by the next message.
   */
  beginTurn(options?: { kind?: "chat" }): TurnHandle;
  authority(): { plan: PlanDoc; receipt: Receipt; signature: string | null } | null;
  modelTools(): { server: "plangate"; name: string; description: string; inputSchema: Json }[];
  getSnapshot(): Snapshot;
  getServerSnapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  readonly events: EventTarget;
  stream(options?: { signal?: AbortSignal }): AsyncIterable<Snapshot>;
  exportAudit(): Promise<string>;
  exportState(): Promise<string>;
  dispose(): Promise<void>;
}
