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
