// The host of the gate: hands its turns to the offline model or to a real one, its profiles to the tools, and tells it what the
// workspace is. Everything that decides is the package.
import { createPlanGate, init } from "plangate/slim";
import { offlineModel } from "./offline/model.js";
import { textsOf } from "./text/index.js";
import { toolbox } from "./toolbox.js";

/** Opens the chat `session` under the gate. `trouble` is told what a person should read when a model or a server fails. */
export async function openChat({ session, settings, secret, source, folder, log, storage, trouble, pace, lag = 0, wasm }) {
  await init({ wasm, languages: [] });
  const applied = { profile: null };
  let gate;
  const pause = (signal) => () =>
    pace === 0 ? Promise.resolve() : new Promise((done, fail) => {
      const timer = setTimeout(done, pace);
      signal.addEventListener("abort", () => (clearTimeout(timer), fail(signal.reason)), { once: true });
    });
  const host = {
    async callModel(turn, { signal, tools, emit }) {
      log.turns.push(turn);
      const wait = pause(signal);
      const anchor = gate.getSnapshot().messages.filter(({ id }) => id !== turn.id).at(-1)?.id ?? null;
      let quiet = true;
      const tell = (error) => ((quiet = false), trouble(error));
      const box = toolbox({ turn, tools, gate, source, folder, log, signal, pause: wait, anchor, trouble: tell, why: textsOf(settings.locale).whyProof });
      try {
        const answer =
          settings.model === "offline"
            ? await offlineModel(turn, { box, emit, pause: wait })
            : await (await import("./endpoint/agent.js")).answerByEndpoint(turn, { box, tools, gate, source, emit, signal, endpoint: settings.endpoint, model: settings.modelName, key: secret.key });
        if (quiet) trouble(null);
        return answer;
      } catch (error) {
        if (!signal.aborted) trouble(error);
        throw error;
      }
    },
    mcp: {
      servers: () => source.servers.map(({ server, tools }) => ({ name: server, tools: tools.map(described) })),
      applyServers: async (profile) => {
        const changed = applied.profile !== profile.hash;
        if (lag > 0) await new Promise((done) => setTimeout(done, lag));
        applied.profile = profile.hash;
        return { changed };
      },
    },
    world: () => source.world(),
  };
  gate = await createPlanGate({
    sessionId: session,
    storage,
    locale: settings.locale,
    trigger: settings.trigger,
    approval: settings.approval,
    unplanned: "ask",
    host,
  });
  const look = lookOut(gate, async () => (await import("./proof.js")).lookAgain(gate, source, folder));
  const failed = (error) => error.code === "ERR_DISPOSED" || trouble(error);
  gate.subscribe(() => void look().catch(failed));
  await look().catch(failed);
  return gate;
}

/** A tool as the gate is told of it: its name, and what it says of its effects. */
function described({ name, annotations, description }) {
  const hints = Object.fromEntries(Object.entries(annotations ?? {}).filter(([, value]) => typeof value === "boolean"));
  return { name, ...(annotations && { annotations: hints }), ...(description && { description }) };
}

/**
 * A look-out for `gate`: called at each change, it has `look` look once at all that tasks name when work stands still that this page has
 * not seen running, and again when tasks of a lost page turn up.
 */
function lookOut(gate, look) {
  let known = null;
  return async () => {
    const { execution, turn, tasks } = gate.getSnapshot();
    if (turn?.kind === "execute" && turn.here) known ??= "";
    if (execution?.state !== "interrupted" || tasks.length === 0) return;
    const lost = tasks.filter(({ status }) => status === "recovering").map(({ id, attempt }) => `${id} ${attempt}`).join();
    if (known !== null && (lost === "" || lost === known)) return;
    known = lost;
    await look();
  };
}
