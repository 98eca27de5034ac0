// The page of the element tests: the installed package, a host that is told what to answer, all elements, and a composer. Tests
// drive it by `window.page`.
import { createPlanGate } from "/plangate/dist/index.js";
import { defineElements, textsOf } from "/plangate/dist/elements.js";

const WORLD = { workspacePath: "/work", projectId: "shop", workspaceHash: "h1", sandbox: { dir: "/work/.sandbox", exists: true } };
const elements = () => [...document.querySelectorAll("[data-plangate], main > *")].filter((node) => node.localName.startsWith("plangate-"));
const fence = (label, value) => `\`\`\`${label}\n${JSON.stringify(value)}\n\`\`\``;

let sessions = 0;

window.page = {
  errors: [],
  sent: [],
  violations: [],
  gate: null,
  options: {},
  textsOf,
  defineElements,

  /**
   * A new session. `script` is what the model answers, turn by turn: `{ plan }`, `{ questions }`, `{ text }`, `{ fail }`; with `calls` it makes
   * tool calls first, with `hold` it waits for `page.go()`. With `judge` there is a judge, which answers reply by reply: `{ say }` a
   * text, `{ give }` any value, `{ fail }`, `{ hang }`; with `hold` it waits for `page.judged()`. What the world is comes from
   * `page.world`, which a test may put another function in place of.
   */
  async open(script, { judge, ...options } = {}) {
    sessions += 1;
    this.session = `elements-${sessions}`;
    this.options = options;
    this.script = [...script];
    this.verdicts = judge && [...judge];
    this.world = async () => WORLD;
    for (const list of ["errors", "outcomes", "results", "ran", "turns", "around", "asked", "sent"]) this[list] = [];
    document.querySelector("#history").replaceChildren();
    await this.reopen();
  },

  /** The same session again, as after a reload. */
  async reopen() {
    await this.gate?.dispose();
    this.gate = await createPlanGate({
      sessionId: this.session,
      storage: "memory",
      trigger: "manual",
      ...this.options,
      host: {
        callModel: (turn, given) => this.call(turn, given),
        world: () => this.world(),
        ...(this.verdicts && { judge: (question, given) => this.judge(question, given) }),
      },
    });
    for (const element of elements()) element.gate = this.gate;
  },

  async call(turn, { tools, signal, emit }) {
    const next = this.script.shift() ?? { text: "Done." };
    this.turns.push(turn);
    const before = this.options.storage === "local" && next.calls ? this.permissions() : null;
    for (const call of next.calls ?? []) {
      const outcome = await tools.callTool(call, async ({ server, tool }) => (this.ran.push(`${server}/${tool}`), "ok"));
      this.outcomes.push(outcome.ok ? "ok" : outcome.refusal.code);
      this.results.push(outcome.result ?? null);
    }
    if (before !== null) this.around.push({ kind: turn.kind, before, after: this.permissions() });
    if (next.hold) {
      await new Promise((resolve) => {
        this.go = resolve;
        signal.addEventListener("abort", resolve);
      });
    }
    for (const delta of next.emit ?? []) emit(delta);
    if (next.fail) throw new Error(next.fail);
    if (next.plan) return fence("plan", next.plan);
    if (next.questions) return fence("plan-questions", { questions: next.questions });
    return next.text ?? "Done.";
  },

  async judge(question, { signal }) {
    const next = this.verdicts[this.asked.length] ?? this.verdicts.at(-1);
    const asked = { ...question, aborted: false };
    this.asked.push(asked);
    signal.addEventListener("abort", () => (asked.aborted = true));
    if (next.hang) return new Promise(() => undefined);
    // A judge that takes its time does not look at the signal either.
    if (next.hold) await new Promise((resolve) => (this.judged = resolve));
    if (next.fail) throw new Error(next.fail);
    return "give" in next ? next.give : next.say;
  },

  /**
   * What words that are unclear must leave as it was, as it is shown and as it is stored (a session with `storage: "local"`). A member
   * that is not there throws: two of nothing would be equal.
   */
  permissions() {
    const there = (value, ...path) =>
      path.reduce((value, name) => {
        if (value === null || typeof value !== "object" || !(name in value)) throw new Error(`there is no \`${name}\` of ${path}`);
        return value[name];
      }, value);
    const shot = this.gate.getSnapshot();
    const { session } = JSON.parse(localStorage.getItem(`plangate:${this.session}:root`));
    const queued = there(session, "queued");
    const kind = queued === null ? null : there(queued, "kind");
    return JSON.parse(JSON.stringify({
      mode: there(shot, "mode"),
      plan: there(shot, "plan") && [there(shot, "plan", "ref"), there(shot, "plan", "status")],
      approval: there(shot, "approval"),
      execution: there(shot, "execution"),
      requests: there(shot, "stepRequests").map((request) => there(request, "requestId")),
      tasks: there(shot, "tasks"),
      authority: this.gate.authority(),
      stored: {
        mode: Object.keys(there(session, "mode")),
        plans: there(session, "versions").map((version) => [there(version, "plan", "ref"), there(version, "status")]),
        receipts: there(session, "receipts"),
        stepApprovals: there(session, "stepApprovals"),
        stepRequests: there(session, "stepRequests").map((request) => there(request, "id")),
        work: there(session, "work"),
        refused: there(session, "refused"),
        queued: kind === "explain" ? null : kind,
      },
    }));
  },

  /** One more element for a message of the transcript. */
  history(tag, messageId) {
    const node = document.createElement(tag);
    node.setAttribute("message-id", messageId);
    node.gate = this.gate;
    document.querySelector("#history").append(node);
  },

  each(fields) {
    for (const element of elements()) Object.assign(element, fields);
  },

  shown() {
    return elements().filter((element) => !element.hidden).map((element) => element.localName);
  },
};

document.addEventListener("plangate-error", ({ detail, target }) => window.page.errors.push([target.localName, detail.code]));
document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) => window.page.violations.push(`${violatedDirective} ${sample}`));
document.querySelector("#composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.querySelector("#text");
  const text = field.value;
  field.value = "";
  // What became of it is the test's to ask for.
  const taken = window.page.gate.send({ text }).then((result) => ({ result }), ({ code }) => ({ error: code }));
  window.page.sent.push({ text, taken });
});
document.querySelector("#text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  document.querySelector("#composer").requestSubmit();
});
defineElements();
document.documentElement.dataset.ready = "";
