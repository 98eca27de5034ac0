// Comparing what a dialogue expects with what was seen: by subset, with names for what can not be known before.

/** A copy as JSON has it: what is absent is null. */
export const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

export const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What is different, as sentences. Objects by subset, lists by length and order; `names` holds what was captured. */
export function differences(want, got, names, where) {
  if (want === "$any") return got === null || got === undefined ? [`${where} is missing`] : [];
  if (typeof want === "string" && want.startsWith("$")) {
    const known = names.get(want.slice(1));
    return known !== undefined && same(known, got) ? [] : [`${where} is not ${want} but ${JSON.stringify(got)}`];
  }
  const told = () => [`${where}: wanted ${JSON.stringify(want)}, got ${JSON.stringify(got ?? null)}`];
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return told();
    return want.flatMap((one, index) => differences(one, got[index], names, `${where}[${index}]`));
  }
  if (typeof want === "object" && want !== null) {
    if (typeof got !== "object" || got === null) return told();
    return Object.keys(want).flatMap((key) => differences(want[key], got[key], names, `${where}.${key}`));
  }
  return want === (got ?? null) ? [] : told();
}

/** A message in short: `u:` a user's own, `r:` a reply to a card, `a:question|answer`, `q:` and `p:` cards, `m:` any other. */
export function short(message) {
  const { role, content, planAnswer, planReply, questions, plan, active } = message;
  if (role === "user" && planAnswer) {
    const [question, ...answer] = content.split("\n");
    const labelled = answer.join("\n");
    return `a:${question}|${labelled.slice(labelled.indexOf(": ") + 2)}`;
  }
  if (role === "user") return `${planReply ? "r" : "u"}:${content}`;
  if (questions) return `q:${questions.length}${active ? "*" : ""}`;
  if (plan) return `p:${plan.ref.version}`;
  return `m:${content}`;
}

/** What short keys of `expect` look at. All other keys are those of the snapshot. */
export const SHORT_KEYS = {
  v: ({ plan }) => plan?.ref.version,
  exec: ({ execution }) => execution && [execution.state, execution.reason].filter(Boolean).join(":"),
  composer: ({ composer }) => (composer.locked ? composer.reason : "open"),
  turn: ({ turn }) => turn?.kind,
  requests: ({ stepRequests }) => stepRequests.length,
  faults: ({ faults }) => (faults.length > 0 ? "some" : "none"),
  suggestion: ({ suggestion }) => suggestion !== null,
  steps: ({ plan }) => plan?.steps.map(({ id }) => id),
  authority: (_, gate) => gate.authority()?.receipt.version,
  messages: ({ messages }) => messages.map((message) => short(plain(message))),
};

/** What keys of `turn` look at in the newest turn. All other keys are the turn's own. */
const TURN_KEYS = {
  request: (turn) => turn.request?.content,
  plan: (turn) => turn.plan?.ref.version,
  retry: (turn) => turn.retryOf !== null,
  history: (turn) => turn.messages.map(short),
};

/** What is wrong with a turn, as sentences. */
export function differencesOfTurn(want, turn, names) {
  const history = turn.messages.map(short);
  const each = (list, fails, words) => list.filter(fails).map((one) => `${words} \`${one}\``);
  return Object.entries(want).flatMap(([key, value]) => {
    switch (key) {
      case "historyHas":
        return each(value, (one) => !history.includes(one), "the history lacks");
      case "historyHasNot":
        return each(value, (one) => history.some((message) => message.startsWith(one)), "the history has");
      case "systemHas":
        return each(value, (one) => !turn.system.includes(one), "`system` lacks");
      case "systemHasNot":
        return each(value, (one) => turn.system.includes(one), "`system` has");
      default:
        return differences(value, TURN_KEYS[key] ? plain(TURN_KEYS[key](turn)) : turn[key], names, `turn.${key}`);
    }
  });
}
