// `<plangate-recovery>`: work that stands still after its page was lost: what is kept, what will be done again and why, and what only
// the person can say. What was found is the core's; the person's word goes to it, and it may refuse.
import type { Snapshot, TaskNode } from "../types.js";
import { GateElement, isFree } from "./base.js";
import { List, button, make, mark, show, words, write } from "./dom.js";
import { Standing, confirm, inOrder } from "./tasks.js";
import { type Texts, fill } from "./texts.js";

type Group = "lost" | "unclear" | "again" | "kept";

/** Reasons with which recovery sends a task back. */
const AGAIN = new Set(["recovered", "evidence-changed", "upstream-changed", "child-changed"]);
const PARTS = ["done", "redo", "drop"] as const;

/** What recovery has found. */
export class PlangateRecovery extends GateElement {
  #title = make("strong", "title");
  #halted = make("p", "ask");
  #groups = (["unclear", "lost", "again", "kept"] as const).map((name) => this.#group(name));

  protected override build(card: HTMLElement): void {
    card.append(this.#title, this.#halted, ...this.#groups.map(({ node }) => node));
  }

  protected override get asks(): boolean {
    return true;
  }

  protected override reads({ execution, tasks, plan }: Snapshot): readonly unknown[] {
    return [execution?.state, tasks, plan];
  }

  protected override draw({ execution, tasks, plan }: Snapshot, texts: Texts): boolean {
    const found: { [name in Group]: TaskNode[] } = { lost: [], unclear: [], again: [], kept: [] };
    for (const task of inOrder(tasks, plan)) {
      const group = groupOf(task);
      if (group !== null) found[group].push(task);
    }
    const stands = execution !== null && execution.state !== "running" && execution.state !== "done";
    if (!stands || found.lost.length + found.unclear.length + found.again.length === 0) return false;
    const own = texts.recovery;
    const held = this.contains(document.activeElement);
    this.name(own.label);
    write(this.#title, own.label);
    write(this.#halted, own.halted);
    for (const { name, node, label, list } of this.#groups) {
      write(label, fill(own[name], { n: found[name].length }));
      // What is kept needs nobody's eyes one by one.
      list.set(name === "kept" ? [] : found[name], ({ id }) => id);
      show(node, found[name].length > 0);
    }
    if (held && isFree()) this.land();
    return true;
  }

  #group(name: Group): { name: Group; node: HTMLElement; label: HTMLElement; list: List<TaskNode> } {
    const label = make("div", "label", { id: GateElement.id() });
    const items = make("ul", "list", { "aria-labelledby": label.id });
    const lines = new WeakMap<HTMLElement, (task: TaskNode) => void>();
    const list = new List<TaskNode>(
      items,
      ({ id }) => {
        const [node, update] = this.#line(id, name === "unclear");
        lines.set(node, update);
        return node;
      },
      (node, task) => lines.get(node)?.(task),
    );
    return { name, label, list, node: make("div", "group", { "data-group": name }, label, ...(name === "kept" ? [] : [items])) };
  }

  #line(id: string, asks: boolean): [HTMLElement, (task: TaskNode) => void] {
    const title = words("span", "text");
    const standing = new Standing();
    // The group says the status.
    const node = make("li", "task", {}, standing.mark, make("span", "words", {}, title, " ", standing.why));
    const buttons = asks ? PARTS.map((part) => button(part, () => void this.act((gate) => this.#resolve(gate, id, part)))) : [];
    if (asks) node.append(make("div", "actions", {}, ...buttons));
    return [
      node,
      (task) => {
        const own = this.words.recovery;
        mark(node, "data-status", task.status);
        write(title, task.title);
        standing.set(task, this.words.progress);
        for (const [index, part] of PARTS.entries()) {
          const press = buttons[index];
          if (press === undefined) continue;
          write(press, own[part]);
          mark(press, "aria-label", `${own[part]}: ${task.title}`);
        }
      },
    ];
  }

  #resolve(gate: NonNullable<GateElement["gate"]>, id: string, part: (typeof PARTS)[number]): Promise<unknown> {
    if (part === "done") return confirm(gate, id);
    return gate.task({ op: "resolve", id, to: part === "redo" ? "pending" : "failed", by: "user" });
  }
}

function groupOf({ status, reason }: TaskNode): Group | null {
  if (status === "recovering") return "lost";
  if (status === "unknown") return "unclear";
  if (status === "done") return "kept";
  return status === "pending" && reason !== null && AGAIN.has(reason) ? "again" : null;
}
