// What holds in every snapshot of a session, whatever has happened before. Knows nothing of dialogues.

/** The states of a session, each with what a snapshot of it shows. `turns` lists the kinds of turn that may run. */
const STATES = {
  planning: { wanted: "plan", states: [null, "plan"], composers: ["turn"], turns: [null, "plan"], statuses: ["switching", "planning"] },
  answers: { wanted: "plan", states: ["questions"], composers: ["ERR_PLAN_PENDING"], turns: [null], statuses: ["asking"] },
  approval: { wanted: "plan", states: ["plan"], composers: ["open"], turns: [null, "explain"], statuses: ["idle", "judging", "chatting"] },
  suggestion: { wanted: "managed", states: [null, "plan"], composers: ["open"], turns: [null], statuses: ["idle"] },
  approved: { wanted: "managed", states: ["plan"], composers: ["switching"], turns: [null], statuses: ["switching"] },
  running: { wanted: "managed", states: ["plan"], composers: ["turn"], turns: ["execute"], statuses: ["executing"] },
  paused: { wanted: "managed", states: ["plan"], composers: ["turn"], turns: ["execute"], statuses: ["stepping"] },
  interrupted: {
    wanted: "managed",
    states: ["plan"],
    composers: ["open"],
    turns: [null, "chat"],
    statuses: ["interrupted", "chatting", "switching", "stepping"],
  },
  normal: {
    wanted: "managed",
    states: [null, "plan"],
    composers: ["open"],
    turns: [null, "chat"],
    statuses: ["idle", "chatting", "switching", "stepping"],
  },
};
STATES.done = { ...STATES.normal, states: ["plan"] };

/** Statuses of a plan that are there in a state; other states tell nothing. */
const PLAN_STATUSES = {
  approval: ["pending", "held"],
  approved: ["approved"],
  running: ["approved"],
  paused: ["approved"],
  interrupted: ["approved"],
  done: ["done"],
  suggestion: ["rejected", "done"],
  normal: ["rejected", "done"],
};

/** States in which a write through the gate itself is denied whatever a receipt says. */
const READ_ONLY = ["planning", "answers", "approval", "suggestion", "approved", "interrupted"];

const WRITE = { server: "filesystem", tool: "write_file", args: { path: "src/login.ts", content: "x" } };

/** The state that a snapshot shows. */
export function stateOf({ mode, state, suggestion, execution }) {
  if (mode === "planning") return state === "questions" ? "answers" : "planning";
  if (mode === "awaiting-approval") return "approval";
  if (suggestion !== null) return "suggestion";
  return execution?.state ?? "normal";
}

/** What a snapshot gets wrong; empty when it is sound. */
export function faultsOf(snapshot) {
  const faults = [];
  const name = stateOf(snapshot);
  const fact = (holds, words) => {
    if (!holds) faults.push(`${words} (state ${name})`);
  };
  const allowed = STATES[name];
  const { state, planPending, plan, approval, turn, composer, profile, stepRequests, messages, status } = snapshot;
  const among = (list, value, what) => fact(list.includes(value), `${what} is ${value}`);

  among([allowed.wanted], profile.wanted, "the wanted profile");
  among(allowed.states, state, "`state`");
  among(allowed.composers, composer.locked ? composer.reason : "open", "the composer");
  among(allowed.turns, turn?.kind ?? null, "the running turn");
  among(allowed.statuses, status, "`status`");
  if (plan !== null && PLAN_STATUSES[name] !== undefined) among(PLAN_STATUSES[name], plan.status, "the plan");

  fact((state === "questions") === (planPending !== null), "questions are pending exactly in state questions");
  fact((state === "plan") === (plan !== null && planPending === null), "state plan has a plan");
  fact(turn === null || (status === "chatting") === (turn.kind === "chat" || turn.kind === "explain") || status === "stepping", "a turn that chats is `chatting`");
  fact(stepRequests.length === 0 || turn !== null, "a step request belongs to a running turn");
  fact((status === "stepping") === stepRequests.length > 0, "stepping means an open step request");
  fact(snapshot.execution === null || name !== "running" || stepRequests.length === 0, "a running plan has no open step request");

  if (approval !== null) {
    among(["approved", "running", "paused", "interrupted"], snapshot.execution?.state, "execution beside an approval");
    fact(["planId", "version", "contentHash"].every((key) => approval[key] === plan?.ref[key]), "the approval is of the plan shown");
  }
  const active = messages.filter((message) => message.active);
  fact(active.filter((message) => message.questions).length === (state === "questions" ? 1 : 0), "one active question card, in state questions only");
  fact(active.filter((message) => message.plan).length <= 1, "at most one active plan card");
  const cards = messages.filter((message) => message.role === "assistant" && (message.plan || message.questions));
  fact(!cards.some((card) => card.content.includes("```plan")), "no card shows its raw fence");
  fact(isFrozen(snapshot), "the snapshot is frozen all the way down");
  return faults;
}

/** What the gate itself shows and allows that does not fit the state; `tools` are offered to it. */
export function faultsOfGate(gate, tools) {
  const faults = [];
  const snapshot = gate.getSnapshot();
  const name = stateOf(snapshot);
  const seen = gate.visibleTools(tools).map(({ server, name: tool }) => `${server}/${tool}`);
  const dark = ["answers", "approval", "suggestion", "approved"].includes(name);
  if (dark && seen.length > 0) faults.push(`${seen} can be seen (state ${name})`);
  const writes = seen.filter((tool) => tool.endsWith("/write_file") || tool.endsWith("/run_command"));
  if (snapshot.mode === "planning" && writes.length > 0) faults.push(`${writes} can be seen while planning`);
  const { decision, code, refusal } = gate.authorize(WRITE);
  if (READ_ONLY.includes(name)) {
    if (decision !== "deny" || code !== "ERR_PLAN_READ_ONLY") faults.push(`a write is ${decision} ${code} (state ${name})`);
    if (refusal?.refused !== true || refusal.code !== code) faults.push("a denial without its refusal");
  }
  return faults;
}

function isFrozen(value) {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}
