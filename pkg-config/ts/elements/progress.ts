// `<plangate-progress>`: how far the approved work is and what is missing: its state, tasks, the todo list of the running one, and
// buttons: to stop, to go on, to take up a task that stands, and to confirm one whose plan asks for the person's word.
import type { Snapshot, TaskNode } from "../types.js";
import { GateElement, isFree } from "./base.js";
import { List, button, make, mark, show, words, write } from "./dom.js";
import { Standing, asked, confirm, inOrder, sign } from "./tasks.js";
import { type Texts, fill, worded } from "./texts.js";

/** What the person does about a task that stands, by its status. */
const OPS = { blocked: "unblock", failed: "retry", deferred: "resume" } as const;
type Held = keyof typeof OPS;
type Item = NonNullable<Snapshot["todo"]>["items"][number];

/** A line of the todo list: a mark, words, and what the mark says in words. */
function line(): HTMLElement {
  return make("li", "todo-item", {}, make("span", "mark", { "aria-hidden": "true" }), words("span", "text"), make("span", "state"));
}

function update(node: HTMLElement, status: string, text: string, state: string): void {
  mark(node, "data-status", status);
  const [dot, words, said] = node.children;
  if (dot !== undefined) sign(dot, status);
  if (words !== undefined) write(words, text);
  if (said !== undefined) write(said, state);
}

/** What the core adds to the parts of a task comes in its own words; its kind says which ones. */
function itemText({ kind, text }: Item, own: Texts["progress"]): string {
  const n = text.match(/\d+/)?.[0] ?? "";
  switch (kind) {
    case "step":
      return text;
    case "verify":
      return fill(own.items.verify, { what: text.replace(/^verify: /, "") });
    default:
      return fill(own.items[kind], { n });
  }
}

/** How many of the required tasks are not done, by their status; a container without checks of its own is its parts. */
function lacking(tasks: readonly TaskNode[], plan: Snapshot["plan"]): Map<string, number> {
  const above = new Map(tasks.map((task) => [task.id, task]));
  const containers = new Set(tasks.map(({ parent }) => parent));
  const checked = new Set(plan?.steps.filter(({ doneWhen }) => doneWhen.length > 0).map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const task of tasks) {
    if (task.status === "done" || (containers.has(task.id) && !checked.has(task.id))) continue;
    let at: TaskNode | undefined = task;
    while (at !== undefined && !at.optional) at = at.parent === null ? undefined : above.get(at.parent);
    if (at === undefined) counts.set(task.status, (counts.get(task.status) ?? 0) + 1);
  }
  return counts;
}

/** The progress of the work. */
export class PlangateProgress extends GateElement {
  #title = make("strong", "title");
  #state = make("p", "state", { role: "status" });
  #bar = make("progress", "bar");
  #count = make("span", "count");
  #meter = make("div", "meter", {}, this.#bar, this.#count);
  #missing = make("p", "missing");
  #tasksLabel = make("div", "label", { id: GateElement.id() });
  #tasks = make("ul", "tasks", { "aria-labelledby": this.#tasksLabel.id });
  #todoLabel = make("div", "label", { id: GateElement.id() });
  #todo = make("ul", "todo", { "aria-labelledby": this.#todoLabel.id });
  #plan: Snapshot["plan"] = null;
  #lines = new WeakMap<HTMLElement, (task: TaskNode) => void>();
  #taskList = new List<TaskNode>(
    this.#tasks,
    ({ id }) => {
      const [node, update] = this.#task(id);
      this.#lines.set(node, update);
      return node;
    },
    (node, task) => this.#lines.get(node)?.(task),
  );
  #todoList = new List<Item>(
    this.#todo,
    () => line(),
    (node, item) => update(node, item.status, itemText(item, this.words.progress), this.words.progress.item[item.status]),
  );
  #resume = button("resume", () => void this.act((gate) => gate.resume()));
  #cancel = button("cancel", () => void this.act((gate) => gate.cancel()));
  #actions = make("div", "actions", {}, this.#resume, this.#cancel);

  protected override build(card: HTMLElement): void {
    const head = make("header", "head", {}, this.#title, this.#state);
    card.append(head, this.#meter, this.#missing, this.#todoLabel, this.#todo, this.#tasksLabel, this.#tasks, this.#actions);
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    const { execution, tasks, progress, todo, plan } = snapshot;
    return [execution?.state, execution?.reason, tasks, progress, todo, plan];
  }

  protected override draw({ execution, tasks, progress, todo, plan }: Snapshot, texts: Texts): boolean {
    if (execution === null) return false;
    this.#plan = plan;
    const focused = this.contains(document.activeElement);
    const own = texts.progress;
    this.name(own.label);
    write(this.#title, own.label);
    mark(this, "data-state", execution.state);
    const reason = execution.reason === null ? undefined : (worded(own.reasons, execution.reason) ?? execution.reason);
    const stalled = progress.state === "stalled" && execution.state !== "done" ? own.stalled : undefined;
    write(this.#state, [own.states[execution.state], reason, stalled].filter(Boolean).join(" — "));
    this.#measure(progress, own);
    const missing = lacking(tasks, plan);
    // What waits longest for somebody comes first.
    const states = Object.entries(own.task).reverse().filter(([status]) => missing.has(status));
    const parts = states.map(([status, state]) => fill(own.missingPart, { n: missing.get(status) ?? 0, state }));
    write(this.#missing, fill(own.missing, { list: parts.join(", ") }));
    show(this.#missing, parts.length > 0);
    this.#taskList.set(inOrder(tasks, plan), (task) => task.id);
    this.#todoList.set(todo?.items ?? [], (_, index) => `${todo?.task} ${index}`);
    write(this.#tasksLabel, own.tasks);
    write(this.#todoLabel, own.todo);
    for (const node of [this.#tasksLabel, this.#tasks]) show(node, tasks.length > 0);
    for (const node of [this.#todoLabel, this.#todo]) show(node, todo !== null);
    this.#offer(execution.state, own);
    // The button that was pressed is gone.
    if (focused && isFree()) this.land();
    return true;
  }

  #task(id: string): [HTMLElement, (task: TaskNode) => void] {
    const standing = new Standing();
    const title = words("span", "text");
    const yes = button("confirm", () => void this.act((gate) => confirm(gate, id)));
    const on = button("take-up", () => void this.act((gate) => gate.task({ op: OPS[on.dataset["op"] as Held], id, by: "user" })));
    const node = make("li", "task", {}, standing.mark, title, standing.state, standing.why, yes, on);
    return [
      node,
      (task) => {
        const own = this.words.progress;
        mark(node, "data-status", task.status);
        mark(node, "data-part-of", task.parent);
        write(title, task.title);
        standing.set(task, own);
        const held = Object.hasOwn(OPS, task.status) ? (task.status as Held) : null;
        mark(on, "data-op", held);
        for (const [press, text, visible] of [
          [yes, own.confirm, asked(task, this.#plan) !== undefined],
          [on, held === null ? "" : own.ops[held], held !== null],
        ] as const) {
          write(press, text);
          mark(press, "aria-label", `${text}: ${task.title}`);
          show(press, visible);
        }
      },
    ];
  }

  #measure({ done, total, percent }: Snapshot["progress"], own: Texts["progress"]): void {
    show(this.#meter, total > 0);
    mark(this.#bar, "aria-label", own.label);
    this.#bar.max = 100;
    this.#bar.value = percent ?? 0;
    write(this.#count, `${percent ?? 0} % · ${fill(own.count, { done, total })}`);
  }

  #offer(state: NonNullable<Snapshot["execution"]>["state"], own: Texts["progress"]): void {
    write(this.#resume, own.resume);
    write(this.#cancel, state === "interrupted" ? own.drop : own.cancel);
    show(this.#resume, state === "interrupted");
    show(this.#cancel, state !== "done");
    show(this.#actions, state !== "done");
  }
}
