// One turn's tools: each call goes to the gate, from there to the MCP server, and into the log that the page shows. Also the
// host's part in finishing tasks: it looks at what the plan wants as evidence, since a model's word is none.
import { digest } from "./folder.js";
import { textOf } from "./connect.js";

const LOG_MAX = 500;

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

/** The tools of `turn` as both models use them. */
export function toolbox({ turn, tools, gate, source, folder, log, signal, pause, anchor, trouble }) {
  const call = async (server, tool, args, why) => {
    signal.throwIfAborted();
    await pause();
    const asked = { server, tool, args, ...(why !== undefined && { why }) };
    const { decision, code } = tools.authorize(asked);
    const settle = log.add({ turn: turn.id, kind: turn.kind, anchor, server, tool, args, decision, code, state: decision === "step_approval" ? "waiting" : "running" });
    try {
      if (server === "plangate" && tool === "task_finish") await prove(gate, turn.plan, args.id, source, folder);
      const outcome = await tools.callTool(asked, (judged, options) => source.call(judged.tool, judged.args, options.signal));
      if (!outcome.ok) {
        settle({ state: "refused", code: outcome.refusal.code });
        return { ok: false, refused: true, text: `${outcome.refusal.code}: ${outcome.refusal.hint}`, refusal: outcome.refusal };
      }
      if (server === "plangate") {
        settle({ state: "done" });
        return { ok: true, refused: false, text: JSON.stringify(outcome.result), result: outcome.result };
      }
      const failed = outcome.result?.isError === true;
      settle({ state: failed ? "failed" : "done", shown: textOf(outcome.result).slice(0, 2_000) });
      return { ok: !failed, refused: false, text: textOf(outcome.result) };
    } catch (error) {
      settle({ state: "failed", shown: error.message });
      if (signal.aborted) throw error;
      if (server === source.server && !source.inPage) trouble(Object.assign(error, { kind: "mcp", detail: error.message }));
      return { ok: false, refused: false, text: error.message };
    }
  };
  return {
    root: source.root,
    callAny: call,
    call: (tool, args, why) => call(source.server, tool, args, why),
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

/** Looks at each thing that the step wants as evidence and tells the gate what is there. */
async function prove(gate, plan, id, source, folder) {
  const step = plan?.steps.find((one) => one.id === id);
  for (const { kind, ref } of step?.doneWhen ?? []) {
    const hash = await seen(kind, ref, source, folder);
    if (hash !== null) await gate.task({ op: "evidence", id, item: { kind, ref, hash } });
  }
}

async function seen(kind, ref, source, folder) {
  if (kind === "artifact" && ref === "folder") return (await source.world()).workspaceHash || null;
  if (kind !== "file-hash" && kind !== "artifact") return null;
  if (source.inPage) {
    const content = folder.read(ref.replace(`${source.root}/`, ""));
    return content === undefined ? null : digest(content);
  }
  const read = await source.call("read_text_file", { path: ref.startsWith("/") ? ref : `${source.root}/${ref}` });
  return read.isError ? null : digest(textOf(read));
}
