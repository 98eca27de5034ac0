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
  violations: [],
  gate: null,
  textsOf,
  defineElements,

  /**
   * A new session. `script` is what the model answers, turn by turn: `{ plan }`, `{ questions }`, `{ text }`, `{ fail }`; with `calls` it makes
   * tool calls first, with `hold` it waits for `page.go()`.
   */
  async open(script, options = {}) {
    await this.gate?.dispose();
    sessions += 1;
    this.errors = [];
    this.outcomes = [];
    this.script = [...script];
    this.gate = await createPlanGate({
      sessionId: `elements-${sessions}`,
      storage: "memory",
      trigger: "manual",
      ...options,
      host: { callModel: (turn, given) => this.call(turn, given), world: () => WORLD },
    });
    document.querySelector("#history").replaceChildren();
    for (const element of elements()) element.gate = this.gate;
  },

  async call(turn, { tools, signal, emit }) {
    const next = this.script.shift() ?? { text: "Done." };
    for (const call of next.calls ?? []) {
      const outcome = await tools.callTool(call, async () => "ok");
      this.outcomes.push(outcome.ok ? "ok" : outcome.refusal.code);
    }
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
document.querySelector("#composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = document.querySelector("#text");
  const text = field.value;
  field.value = "";
  await window.page.gate.send({ text });
});
document.querySelector("#text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  document.querySelector("#composer").requestSubmit();
});
defineElements();
document.documentElement.dataset.ready = "";
