// The host of a dialogue: models, profile callbacks, judge and tools that follow a script, and a record of all they were
// asked. It checks on the way what no host may ever see (a turn under the wrong profile, two switches at once, a tool that
// writes while planning).
import { plain } from "./compare.mjs";
import { macrotask } from "./time.mjs";

const READS = [
  "read_text_file",
  "read_media_file",
  "read_multiple_files",
  "list_directory",
  "list_directory_with_sizes",
  "search_files",
  "directory_tree",
  "get_file_info",
];
const WRITES = ["write_file", "edit_file", "create_directory", "move_file"];
const server = (name, tools) => ({ name, is: name, tools: tools.map((tool) => ({ name: tool })) });
const READS_ONLY = [server("filesystem", READS)];
const STANDARD = [server("filesystem", [...READS, ...WRITES]), server("context7", ["query-docs"]), server("code-sandbox", ["run_command"])];

/** Tools whose visibility a dialogue asks for. */
export const PROBE = ["filesystem/read_text_file", "filesystem/write_file", "context7/query-docs", "code-sandbox/run_command", "plangate/write_plan"].map(
  (pair) => ({ server: pair.split("/")[0], name: pair.split("/")[1] }),
);

const WORLD = {
  workspacePath: "/w",
  pathStyle: "posix",
  shell: "sh",
  projectId: "prj",
  workspaceHash: "w1",
  sandbox: { dir: "/w/.sandbox", exists: false },
  context7Available: true,
};

const JUDGE_MAY_KNOW = ["prompt", "planSummary", "reply"];
const PROFILE_OF = { plan: "plan", explain: "plan", chat: "managed", execute: "managed" };

const never = () => new Promise(() => {});
const isRead = (call) => call.server === "context7" || (call.server === "filesystem" && READS.includes(call.tool));

/** Rejects when `signal` is aborted. */
function aborted(signal) {
  const error = Object.assign(new Error("aborted"), { name: "AbortError" });
  return new Promise((_, reject) => {
    if (signal.aborted) reject(error);
    else signal.addEventListener("abort", () => reject(error), { once: true });
  });
}

/** What all tabs of a dialogue share of their host. */
export class Stage {
  log = [];
  aborts = [];
  turns = [];
  outcomes = {};
  world;
  #scripts;
  #judgements;
  #mcp;
  #judges;
  #held = new Map();
  #counts = new Map();
  #clock;
  #pulse;
  #late;
  #fail;

  constructor({ callModel = {}, judge, mcp, world }, { clock, pulse, late, fail }) {
    this.#scripts = new Map(Object.entries(callModel).map(([kind, scripts]) => [kind, [...scripts]]));
    this.#judges = judge !== undefined;
    this.#judgements = [...(judge ?? [])];
    this.#mcp = mcp === undefined ? {} : mcp;
    this.world = { ...WORLD, ...world };
    this.#clock = clock;
    this.#pulse = pulse;
    this.#late = late;
    this.#fail = fail;
  }

  /** The host of one tab, as `createPlanGate` takes it. */
  face(tab) {
    const servers = this.#mcp?.only === "reads" ? READS_ONLY : STANDARD;
    const callbacks = this.#mcp !== null && {
      mcp: {
        servers: () => plain(servers),
        ...(this.#mcp.generate !== false && { generateConfig: (profile, context) => this.#switch(tab, "generate", profile.name, context) }),
        applyServers: (profile, context) => this.#switch(tab, "apply", profile.name, context),
        ...(this.#mcp.restart !== false && { restart: (context) => this.#switch(tab, "restart", tab.target, context) }),
      },
    };
    return {
      callModel: (turn, options) => this.#callModel(tab, turn, options),
      ...callbacks,
      ...(this.#judges && { judge: (question, options) => this.#judge(tab, question, options) }),
      world: () => this.#tellWorld(),
    };
  }

  /** Makes a call through `tools` and keeps its outcome under its name. Waits until it is answered. */
  async call(tab, tools, { as, world, bg: _, hang, ...call }) {
    this.outcomes[as] = "pending";
    const run = async () => {
      this.#note(tab, `tool:${call.server}/${call.tool}`);
      const mode = tab.gate?.getSnapshot().mode ?? "normal";
      if (mode !== "normal" && !isRead(call)) this.#fail(`the host's ${call.tool} ran in mode ${mode}`);
      Object.assign(this.world, world);
      if (hang) await this.#hold(`tool:${as}`);
      return { done: true };
    };
    try {
      const outcome = await tools.callTool(plain(call), run);
      this.outcomes[as] = outcome.ok ? "ok" : outcome.refusal.code;
    } catch (error) {
      this.outcomes[as] = `throws ${error.code ?? error.message}`;
    }
    this.#pulse.beat();
  }

  /** Lets everything go on that hangs under a key; how much that was. */
  release(key) {
    const held = this.#held.get(key) ?? [];
    this.#held.delete(key);
    for (const go of held) go();
    return held.length;
  }

  /** A tab is gone: its turns will not be heard of again. */
  forget(tab) {
    for (const turn of this.turns) if (turn.tab === tab) turn.open = false;
  }

  newestTurn(tab) {
    return this.turns.filter((turn) => turn.tab === tab).at(-1);
  }

  #note(tab, entry) {
    this.#pulse.beat();
    this.log.push(tab.name === "A" ? entry : `${tab.name}/${entry}`);
  }

  #hold(key) {
    return new Promise((go) => this.#held.set(key, [...(this.#held.get(key) ?? []), go]));
  }

  async #behave({ delay, hang, throw: message } = {}, key, signal) {
    if (delay) await this.#clock.wait(delay);
    if (hang === "abort") await aborted(signal);
    if (hang === "forever") await this.#hold(key);
    if (message) throw new Error(message);
  }

  async #switch(tab, what, profile, { signal }) {
    const key = `${what}:${profile}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#note(tab, what === "restart" ? what : key);
    if (tab.gone) await never();
    if (tab.switching) this.#fail(`profile callbacks overlap at ${key}`);
    tab.switching = true;
    tab.applied = null;
    tab.target = profile;
    const on = this.#mcp.on ?? {};
    const behaviour = on[`${key}#${this.#counts.get(key)}`] ?? on[`${key}#*`];
    try {
      await this.#behave(behaviour, key, signal);
    } finally {
      tab.switching = false;
      this.#pulse.beat();
    }
    const unchanged = behaviour?.changed === false;
    if (what === "restart" || (what === "apply" && (unchanged || this.#mcp.restart === false))) tab.applied = profile;
    return what === "apply" && behaviour && "changed" in behaviour ? { changed: behaviour.changed } : undefined;
  }

  async #callModel(tab, turn, { signal, tools }) {
    this.#pulse.beat();
    if (tab.gone) await never();
    this.#note(tab, `model:${turn.kind}`);
    this.#judgeTurn(tab, turn);
    const record = { kind: turn.kind, turn: plain(turn), tools, tab, open: true };
    signal.addEventListener("abort", () => {
      this.#pulse.beat();
      if (record.open) this.aborts.push(turn.kind);
      record.open = false;
    });
    this.turns.push(record);
    try {
      return await this.#answer(tab, turn.kind, signal, tools);
    } finally {
      record.open = false;
      this.#pulse.beat();
    }
  }

  #judgeTurn(tab, turn) {
    const needed = PROFILE_OF[turn.kind];
    // OK because a host that offers only reads has the same tools in both profiles: nothing is switched.
    const switches = this.#mcp !== null && this.#mcp.only === undefined;
    if (switches && (tab.switching || tab.applied !== needed)) {
      this.#fail(`turn ${turn.kind} began while the profile is ${tab.switching ? "switching" : tab.applied}`);
    }
    if (this.turns.some((other) => other.open && other.tab === tab)) this.#fail(`turn ${turn.kind} began beside another one`);
  }

  async #answer(tab, kind, signal, tools) {
    const next = this.#scripts.get(kind)?.shift();
    if (next === undefined) {
      this.#fail(`a turn of kind ${kind} is not in the script`);
      return "";
    }
    const script = typeof next === "string" ? { text: next } : next;
    for (const call of script.calls ?? []) {
      const answered = this.call(tab, tools, call);
      if (!call.bg) await answered;
    }
    if (script.delay) {
      const waited = this.#clock.wait(script.delay);
      await (script.deaf ? waited : Promise.race([waited, aborted(signal)]));
    }
    await this.#behave({ hang: script.hang, throw: script.throw }, `model:${kind}`, signal);
    const { text = "", finishReason, untrusted } = script;
    return finishReason || untrusted ? { text, finishReason, untrusted } : text;
  }

  async #judge(tab, question, { signal }) {
    this.#note(tab, "judge");
    const told = Object.keys(question).filter((key) => !JUDGE_MAY_KNOW.includes(key));
    if (told.length > 0) this.#fail(`the judge was told ${told}`);
    const next = this.#judgements.shift();
    if (next === undefined) {
      this.#fail("the judge is not in the script");
      return "";
    }
    const script = typeof next === "string" ? { text: next } : next;
    await this.#behave(script, "judge", signal);
    this.#pulse.beat();
    return script.text ?? "";
  }

  async #tellWorld() {
    this.#pulse.beat();
    for (let left = this.#late(); left > 0; left -= 1) {
      await macrotask();
      this.#pulse.beat();
    }
    return plain(this.world);
  }
}
