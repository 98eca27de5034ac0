// One turn's tools: each call goes to the gate, from there to the MCP server it is for, and into the log that the page shows.
import { textOf } from "./connect.js";

const LOG_MAX = 500;
const SHOWN_CHARS_MAX = 2_000;

/** What was called, with what came of it; newest last. */
export class CallLog extends EventTarget {
  entries = [];
  /** The turns of this page so far, as the gate handed them out. */
  turns = [];

  add(entry) {
    this.entries = [...this.entries.slice(-LOG_MAX), entry];
    this.dispatchEvent(new Event("change"));
    return (more) => {
      Object.assign(entry, more);
      this.dispatchEvent(new Event("change"));
    };
  }

  clear() {
    this.entries = [];
    this.turns = [];
    this.dispatchEvent(new Event("change"));
  }
}

/** The tools of `turn` as both models use them. `why` is what a person reads when the host itself has to ask for a call. */
export function toolbox({ turn, tools, gate, source, folder, log, signal, pause, anchor, trouble, why: whyProof }) {
  const enter = (asked, by) => {
    const { decision, code } = tools.authorize(asked);
    const { server, tool, args } = asked;
    const state = decision === "step_approval" ? "waiting" : "running";
    return log.add({ turn: turn.id, kind: turn.kind, anchor, server, tool, args, decision, code, state, ...(by && { by }) });
  };
  const attempt = async (asked, settle) => {
    const outcome = await tools.callTool(asked, (judged, options) => source.call(judged.server, judged.tool, judged.args, options.signal));
    if (outcome.ok) return outcome;
    const { code, hint } = outcome.refusal;
    settle({ state: "refused", code });
    return { ok: false, refused: true, text: `${code}: ${hint}`, refusal: outcome.refusal };
  };

  const call = async (server, tool, args, why) => {
    signal.throwIfAborted();
    await pause();
    const asked = { server, tool, args, ...(why !== undefined && { why }) };
    const settle = enter(asked);
    try {
      if (server === "plangate") return await own(asked, settle);
      const outcome = await attempt(asked, settle);
      if (!outcome.ok) return outcome;
      const failed = outcome.result?.isError === true;
      settle({ state: failed ? "failed" : "done", shown: textOf(outcome.result).slice(0, SHOWN_CHARS_MAX) });
      return { ok: !failed, refused: false, text: textOf(outcome.result) };
    } catch (error) {
      settle({ state: "failed", shown: error.message });
      if (signal.aborted) throw error;
      const answers = source.inPage || !source.servers.some((one) => one.server === server);
      if (!answers) trouble(Object.assign(error, { kind: "mcp", detail: error.message }));
      return { ok: false, refused: false, text: error.message };
    }
  };

  /** The package's own tools. Before a task may be finished, the host looks at what proves it. */
  const own = async (asked, settle) => {
    const { tool, args } = asked;
    const { whole, notes } = tool === "task_finish" && isRunning(args.id) ? await proved(args.id) : { whole: true, notes: [] };
    // What can not be looked at now proves nothing, whatever was seen earlier.
    const outcome = whole ? await attempt(asked, settle) : { ok: true, result: { ok: false, code: "E_EVIDENCE_MISSING" } };
    if (!outcome.ok) return outcome;
    const { result } = outcome;
    settle(result.ok === false ? { state: "failed", code: result.code } : { state: "done" });
    return { ok: true, refused: false, text: [JSON.stringify(result), ...notes].join("\n"), result };
  };

  const isRunning = (id) => gate.getSnapshot().tasks.some((task) => task.id === id && task.status === "running");

  const proved = async (id) => {
    const { prove, exitOf } = await import("./proof.js");
    return prove({ gate, plan: turn.plan, id, source, folder, run: (command) => check(id, command, exitOf) });
  };

  /** Runs a command that a plan names as proof, as any call of that step: what the plan does not declare is asked about. */
  const check = async (stepId, command, exitOf) => {
    if (source.commands === null) return { text: "there is no server that runs commands" };
    const asked = { server: source.commands, tool: "run_command", args: { command, ...source.place }, stepId, why: whyProof };
    const settle = enter(asked, "host");
    try {
      const outcome = await attempt(asked, settle);
      if (!outcome.ok) return outcome;
      const text = textOf(outcome.result);
      settle({ state: exitOf(outcome.result) === 0 ? "done" : "failed", shown: text.slice(0, SHOWN_CHARS_MAX) });
      return { text, result: outcome.result };
    } catch (error) {
      settle({ state: "failed", shown: error.message });
      if (signal.aborted) throw error;
      return { text: error.message };
    }
  };

  return {
    root: source.root,
    callAny: call,
    call: (tool, args, why) => call(source.files, tool, args, why),
    /** A task event by the model; `true` where there is no such task to speak of, too. */
    task: async (tool, id, reason) => {
      if (gate.getSnapshot().tasks.length === 0) return true;
      const end = await call("plangate", tool, { id, ...(reason !== undefined && { reason: reason.slice(0, 200) }) });
      return end.ok && end.result?.ok !== false;
    },
    isDone: (id) => gate.getSnapshot().tasks.some((task) => task.id === id && task.status === "done"),
    before: (path) => folder.before(path),
    changed: () => {
      const paths = source.inPage ? folder.changed.filter((path) => folder.read(path) !== undefined && !path.startsWith(".")) : [];
      return (paths.length > 0 ? paths : (turn.plan?.scope.paths ?? ["README.md"])).map((path) => (path.startsWith("/") ? path : `${source.root}/${path}`));
    },
  };
}
