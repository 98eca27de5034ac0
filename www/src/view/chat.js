// The conversation: messages in order, cards where they belong, tool calls where they happened. Draws what the snapshot says.
import { arrange, h, prose } from "../dom.js";

/** Keeps `list` as the snapshot is. Nodes stay as long as their message does, so focus and drafts do too. */
export class ChatView {
  #list;
  #nodes = new Map();
  #page;

  constructor(list, page) {
    this.#list = list;
    this.#page = page;
  }

  /** All nodes anew, as after a change of language or chat. */
  reset() {
    this.#nodes.clear();
    this.#list.replaceChildren();
  }

  show(snapshot, entries) {
    const calls = Map.groupBy(entries, ({ turn }) => turn);
    const known = new Set(snapshot.messages.map(({ id }) => id));
    // What a planner looked at goes with its cards, as after a cancelled plan; the log keeps it.
    const planned = snapshot.mode !== "normal" || snapshot.messages.some((message) => message.questions || message.plan);
    const blocks = [...calls].filter(([, [{ kind }]]) => planned || kind !== "plan").map(([turn, all]) => ({ turn, all, anchor: all[0].anchor }));
    const nodes = [];
    const put = (key, make, update) => {
      const node = this.#nodes.get(key) ?? make();
      this.#nodes.set(key, node);
      update?.(node);
      nodes.push(node);
    };
    for (const block of blocks.filter(({ anchor }) => anchor === null)) put(`calls:${block.turn}`, callsNode, (node) => this.#drawCalls(node, block));
    // Answers stand in their card already.
    for (const message of snapshot.messages) {
      if (!message.planAnswer) put(`message:${message.id}`, () => this.#messageNode(message), (node) => this.#drawMessage(node, message, snapshot));
      for (const block of blocks.filter(({ anchor }) => anchor === message.id)) put(`calls:${block.turn}`, callsNode, (node) => this.#drawCalls(node, block));
    }
    for (const key of this.#nodes.keys()) if (key.startsWith("message:") && !known.has(key.slice(8))) this.#nodes.delete(key);
    arrange(this.#list, nodes);
  }

  #messageNode(message) {
    const { texts } = this.#page;
    if (message.questions || message.plan) {
      const name = message.questions ? "plangate-questions" : "plangate-plan";
      const card = h(name, { "message-id": message.id });
      this.#page.dress(card);
      return h("li", { class: "message card", "data-id": message.id }, card);
    }
    const who = message.role === "user" ? texts.you : texts.assistant;
    const own = message.role === "user";
    return h(
      "li",
      { class: `message ${own ? "own" : "theirs"}`, "data-id": message.id },
      h("span", { class: "hidden" }, `${who}: `),
      h("div", { class: "bubble", dir: "auto" }),
      own && !message.planReply && this.#editButton(message),
    );
  }

  #editButton(message) {
    const { texts } = this.#page;
    return h("button", { class: "icon edit", type: "button", title: texts.edit, "aria-label": texts.edit, onclick: () => this.#page.editMessage(message) }, "✎");
  }

  #drawMessage(node, message, snapshot) {
    if (message.questions || message.plan) return;
    const bubble = node.querySelector(".bubble");
    if (bubble.dataset.shown !== message.content) {
      bubble.dataset.shown = message.content;
      bubble.replaceChildren(...bold(message.content));
    }
    node.classList.toggle("draft", message.id === snapshot.turn?.id);
  }

  #drawCalls(node, { all }) {
    const { texts } = this.#page;
    const [summary, list] = node.firstElementChild.children;
    const { kind } = all[0];
    summary.textContent = `${texts.kind[kind]} · ${texts.calls(all.length)}`;
    node.classList.toggle("busy", all.some(({ state }) => state === "running" || state === "waiting"));
    if (list.children.length > all.length) list.replaceChildren();
    all.forEach((entry, index) => {
      const line = list.children[index] ?? list.appendChild(h("li", {}));
      const drawn = `${entry.state} ${entry.code} ${texts.kind.plan}`;
      if (line.dataset.drawn === drawn) return;
      line.dataset.drawn = drawn;
      line.className = `call ${entry.state}`;
      line.replaceChildren(...callParts(entry, texts));
    });
  }
}

const callsNode = () => h("li", { class: "calls" }, h("details", {}, h("summary", {}), h("ol", {})));

/** `**bold**` and `code` set off; all else as it is. */
function bold(text) {
  return text.split(/(\*\*[^*\n]+\*\*)/u).flatMap((part) => (/^\*\*[^*\n]+\*\*$/u.test(part) ? [h("strong", {}, part.slice(2, -2))] : prose(part)));
}

/** A tool for people: those of the files by their own name, any other with its server. */
export const toolName = (server, tool) => (server === "filesystem" ? tool : `${server}/${tool}`);

/** One call for people: tool, what it is about, how it went, the ruling. */
export function callParts({ server, tool, args, state, code, by }, texts) {
  return [
    h("span", { class: "tool" }, toolName(server, tool)),
    h("span", { class: "about", dir: "auto" }, aboutOf(args)),
    h("span", { class: "ruling" }, [by && texts.proof, texts.state[state], code].filter(Boolean).join(" · ")),
  ];
}

function aboutOf({ command, paths, ...args }) {
  if (command !== undefined) return String(command);
  if (paths) return `${paths.length} × …/${String(paths[0]).split("/").at(-1)}`;
  const about = args.path ?? args.source ?? args.id ?? args.answer?.length ?? "";
  return String(about).replace(/^.*\/(?=[^/]+\/[^/]+$)/u, "");
}
