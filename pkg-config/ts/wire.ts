// Generated from the Rust types by `UPDATE=1 cargo test --lib wire`. Do not edit.

/** One question with exactly three ready options; `""` stands for "no button". */
export type Question = {
  /** `[A-Za-z0-9_.-]{1,64}`, unique on its card. */
  id: string,
  /** What the person is asked. */
  question: string,
  /** Ready answers. */
  options: [string, string, string],
};

/** What the person said to one question. */
export type Answer = { "option": number } | { "text": string };

/** A library the plan relies on. */
export type Library = {
  /** Package name. */
  name: string,
  /** What it is for. */
  purpose: string,
  /** How it is used. */
  usage: string,
};

/** Whether the sandbox that exists is used again or a new one is made. */
export type SandboxPolicy = "reuse" | "create";

/** What a planner says about the sandbox. */
export type SandboxNote = {
  /** Reuse or create. */
  policy: SandboxPolicy,
  /** Free text. */
  notes: string,
};

/** One step as a planner writes it: what is done and how one sees that it worked. */
export type BaseStep = {
  /** The act. */
  action: string,
  /** The observable result. */
  expected: string,
};

/** The normal form of a planner's plan (fence rules, section 6), in the key order it is compared in. */
export type BasePlan = {
  /** Short name, may be empty. */
  title: string,
  /** What is to be reached, may be empty. */
  aim: string,
  /** At least one. */
  steps: Array<BaseStep>,
  /** Libraries it relies on. */
  libraries: Array<Library>,
  /** Sandbox wish, if any. */
  sandbox: SandboxNote | null,
};

/** Kind of evidence that proves a step. */
export type EvidenceKind = "file-hash" | "test-exit" | "artifact" | "approval";

/** One check of a step: done when evidence of this kind and name is there (and equal to `want`). */
export type Criterion = {
  /** Kind of evidence. */
  kind: EvidenceKind,
  /** What it is about: a path, a command, an artifact name, a step id. */
  ref: string,
  /** The exact hash wanted, if any. */
  want?: string,
};

/** Whether work of a step may be done twice. */
export type Replay = "safe" | "unsafe";

/** Optional fields of one step that a planner may write beside action and expected. `None` = not written. */
export type StepExtra = {
  /** Wished id. */
  id?: string,
  /** What it starts from. */
  input?: string,
  /** What it works on. */
  target?: string,
  /** What it changes. */
  effect?: string,
  /** Small parts, for the todo list. */
  steps?: Array<string>,
  /** Ids of steps it waits for. */
  dependsOn?: Array<string>,
  /** May be skipped. */
  optional?: boolean,
  /** Checks. */
  doneWhen?: Array<Criterion>,
  /** May be done twice. */
  replay?: Replay,
};

/** Everything a plan declares. A plan without a scope declares nothing: every effect asks. */
export type Scope = {
  /** Paths it will write, relative to the workspace, `*` and `**` as wildcards. */
  paths: Array<string>,
  /** `server/tool` of every call that does more than read. */
  tools: Array<string>,
  /** Command lines, a last word `...` admits further words. */
  commands: Array<string>,
  /** Hosts, `*.example.com` for their subdomains, `packages:npm` for a registry. */
  network: Array<string>,
  /** Resources of tools of kind `act`. */
  resources: Array<string>,
};

/** Optional fields of a plan that a planner may write beside the normal form. `None` = not written. */
export type PlanExtra = {
  /** What is not aimed at. */
  nonGoals?: Array<string>,
  /** Modules and resources concerned. */
  resources?: Array<string>,
  /** Risks. */
  risks?: Array<string>,
  /** Questions left open. */
  openQuestions?: Array<string>,
  /** How to undo it. */
  rollback?: string,
  /** What it will touch. */
  scope?: Scope,
  /** One entry a step, same length and order. */
  steps: Array<StepExtra>,
};

/** Names one version of one plan by content. */
export type PlanRef = {
  /** The plan through all versions. */
  planId: string,
  /** 1, 2, 3, … */
  version: number,
  /** 64 hexadecimal digits (SHA-256). */
  contentHash: string,
};

/** A step of a plan, all fields settled. */
export type Step = {
  /** Unique through all versions: a changed step never gets an id of an earlier version. */
  id: string,
  /** The act. */
  action: string,
  /** The observable result. */
  expected: string,
  /** Small parts, for the todo list. */
  steps?: Array<string>,
  /** What it starts from. */
  input?: string,
  /** What it works on. */
  target?: string,
  /** What it changes. */
  effect?: string,
  /** Ids of steps it waits for. */
  dependsOn: Array<string>,
  /** May be skipped. */
  optional: boolean,
  /** Checks. */
  doneWhen: Array<Criterion>,
  /** May be done twice. */
  replay: Replay,
};

/** What is said about the sandbox once the facts are known. */
export type Sandbox = {
  /** Reuse or create; `reuse` whenever the folder exists. */
  policy: SandboxPolicy,
  /** The planner's words. */
  notes: string,
  /** The folder, where the host named one. */
  dir: string | null,
  /** Whether it was there when the plan was made. */
  exists: boolean,
};

/** A file named by a message. */
export type FileRef = {
  /** Name for people. */
  name: string,
  /** Path, if it has one. */
  path?: string,
  /** Media type. */
  mime?: string,
  /** Bytes. */
  size?: number,
};

/** Facts of the world that stand in a plan. */
export type PlanContext = {
  /** Workspace at planning time. */
  workspacePath: string | null,
  /** Whether the documentation service was there. */
  context7Available: boolean,
};

/** One version of a plan: everything but its status. */
export type Plan = {
  /** Id, version, content hash. */
  ref: PlanRef,
  /** The request, verbatim. */
  userText: string,
  /** What the planner wrote around the plan, or the plan as Markdown where it wrote nothing. */
  text: string,
  /** Short name. */
  title: string,
  /** What is to be reached. */
  aim: string,
  /** What is done, in order. */
  steps: Array<Step>,
  /** Libraries it relies on. */
  libraries: Array<Library>,
  /** Sandbox. */
  sandbox: Sandbox,
  /** Files of the request. */
  files: Array<FileRef>,
  /** Facts at planning time. */
  context: PlanContext,
  /** RFC 3339, UTC. */
  createdAt: string,
  /** What is not aimed at. */
  nonGoals: Array<string>,
  /** Modules and resources concerned. */
  resources: Array<string>,
  /** Risks. */
  risks: Array<string>,
  /** Questions left open. */
  openQuestions: Array<string>,
  /** How to undo it. */
  rollback: string,
  /** What it will touch. */
  scope: Scope,
  /** Repairs worth a look, as codes of the fence room or of the scope check. */
  notes: Array<string>,
};

/** Where a version stands. */
export type Status = "pending" | "held" | "approved" | "done" | "rejected" | "superseded";

/** A plan as hosts see it: the fields of the version, its status, and `questions`, which is always `null`. */
export type PlanDoc = {
  /** Where it stands. */
  status: Status,
  /** Always `null`: a plan is not a question card. */
  questions: null,
  /** Id, version, content hash. */
  ref: PlanRef,
  /** The request, verbatim. */
  userText: string,
  /** What the planner wrote around the plan, or the plan as Markdown where it wrote nothing. */
  text: string,
  /** Short name. */
  title: string,
  /** What is to be reached. */
  aim: string,
  /** What is done, in order. */
  steps: Array<Step>,
  /** Libraries it relies on. */
  libraries: Array<Library>,
  /** Sandbox. */
  sandbox: Sandbox,
  /** Files of the request. */
  files: Array<FileRef>,
  /** Facts at planning time. */
  context: PlanContext,
  /** RFC 3339, UTC. */
  createdAt: string,
  /** What is not aimed at. */
  nonGoals: Array<string>,
  /** Modules and resources concerned. */
  resources: Array<string>,
  /** Risks. */
  risks: Array<string>,
  /** Questions left open. */
  openQuestions: Array<string>,
  /** How to undo it. */
  rollback: string,
  /** What it will touch. */
  scope: Scope,
  /** Repairs worth a look, as codes of the fence room or of the scope check. */
  notes: Array<string>,
};

/** How paths are spelled in the workspace. */
export type PathStyle = "posix" | "windows";

/** Dialect of command lines. */
export type Shell = "sh" | "powershell" | "cmd";

/** The sandbox folder of the workspace. */
export type SandboxDir = {
  /** Its path. */
  dir: string,
  /** Whether it is there already. */
  exists: boolean,
};

/** The world at one moment. */
export type World = {
  /** Folder the tools work in, normalized and real; `None` = there is none. */
  workspacePath: string | null,
  /** How paths are spelled. */
  pathStyle: PathStyle,
  /** Dialect of command lines. */
  shell: Shell,
  /** The project a receipt is bound to. */
  projectId: string,
  /** A hash that changes when the workspace changes. */
  workspaceHash: string,
  /** The sandbox, if the host has one. */
  sandbox?: SandboxDir,
  /** The host vouches that program text runs isolated. */
  sandboxIsolated: boolean,
  /** Whether the documentation service is there. */
  context7Available: boolean,
  /** The project's own instructions for models. */
  instructions?: string,
  /** Normalized path -> real path. */
  realpaths: { [key in string]: string },
};

/** Which of the two. */
export type Name = "plan" | "managed";

/** A server within a profile. */
export type ProfileServer = {
  /** Exact name. */
  name: string,
  /** The host's own configuration, passed through. */
  config?: unknown,
  /** Exact tool names. */
  tools: Array<string>,
};

/** A profile to apply. */
export type McpProfile = {
  /** Which one. */
  name: Name,
  /** Over servers and tools, not over the name: equal hashes need no switch. */
  hash: string,
  /** Its servers, in the host's order. */
  servers: Array<ProfileServer>,
};

/** Who a message is from. */
export type Role = "user" | "assistant";

/** A message as hosts and models see it. Which fields are there tells what it is (row A11). */
export type MessageView = {
  /** `m<n>`. */
  id: string,
  /** RFC 3339, UTC. */
  createdAt: string,
  /** Who it is from. */
  role: Role,
  /** Readable text, never raw fenced JSON. */
  content: string,
  /** Files of a user message. */
  files?: Array<FileRef>,
  /** `true` on synthetic answers. */
  planAnswer?: true,
  /** `true` on replies to cards and on explanations. */
  planReply?: true,
  /** Questions of a question card; `null` on a plan card. */
  questions?: Array<Question> | null,
  /** The plan of a plan card; `null` on a question card. */
  plan?: PlanDoc | null,
  /** Whether a card is the newest and still open. */
  active?: boolean,
};

/** What the approval rests on. */
export type Source = "words" | "button" | "judge" | "policy";

/** Which of the host's agents runs a turn. */
export type Agent = "planner" | "assistant";

/** A receipt as hosts see it. */
export type ReceiptView = {
  /** Id through all versions. */
  planId: string,
  /** Version. */
  version: number,
  /** 64 hexadecimal digits. */
  contentHash: string,
  /** RFC 3339, UTC. */
  approvedAt: string,
  /** RFC 3339, UTC. */
  expiresAt: string,
  /** Project. */
  projectId: string,
  /** Workspace state. */
  workspaceHash: string,
  /** What it rests on. */
  source: Source,
  /** The person's words, if any. */
  words: string | null,
};

/** What a turn is for. */
export type TurnKind = "plan" | "chat" | "execute" | "explain";

/** Everything a model call needs. */
export type TurnInfo = {
  /** `t<n>`. */
  id: string,
  /** What it is for. */
  kind: TurnKind,
  /** Who runs it. */
  agent: Agent,
  /** Nothing of it may reach the chat. */
  quiet: boolean,
  /** Our part of the system prompt, "" where we have nothing to say. */
  system: string,
  /** What the model may read, oldest first. */
  messages: Array<MessageView>,
  /** The request, verbatim. */
  request: MessageView,
  /** The plan concerned. */
  plan: PlanDoc | null,
  /** Its approval, on execute turns. */
  receipt: ReceiptView | null,
  /** The turn whose answer could not be used. */
  retryOf: string | null,
};

/** A structured no. */
export type Refusal = {
  /** Always `true`. */
  refused: true,
  /** Why. */
  code: string,
  /** Mode at that moment. */
  mode: string,
  /** Server called. */
  server: string,
  /** Tool called. */
  tool: string,
  /** Step it belongs to. */
  stepId: string | null,
  /** One sentence for the model. */
  hint: string,
  /** Always `false`: trying again is no use. */
  retry: false,
};

/** What the author of a reply wants. */
export type Intent = "approve" | "revise" | "reject" | "unknown";

/** A reply as `send` reports it. */
export type ReplyResult = {
  /** What it was read as. */
  intent: Intent,
  /** Not now. */
  hold: boolean,
  /** Why it was read so. */
  reasonCode: string,
  /** The judge was asked. */
  judged: boolean,
};

/** Where a message went. */
export type Route = "planning" | "suggested" | "chat" | "reply";

/** What `send` resolves to. */
export type SendResult = {
  /** Where it went. */
  route: Route,
  /** The stored message. */
  messageId: string,
  /** How it was read, on the route `reply`. */
  reply?: ReplyResult,
};

/** Who caused an entry. */
export type Actor = "person" | "host" | "model" | "judge" | "policy" | "clock";

/** One entry. */
export type Entry = {
  /** RFC 3339, UTC. */
  at: string,
  /** Who. */
  who: Actor,
  /** What, as a short stable word. */
  what: string,
  /** The words, the call, the code: whatever it rests on. Empty = nothing. */
  detail?: string,
  /** The version concerned. */
  plan?: PlanRef,
};
