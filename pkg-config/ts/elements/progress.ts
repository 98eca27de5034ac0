// `<plangate-progress>`: how far the approved work is: its state, tasks, the todo list of the running one, and buttons: to stop, to
// go on, and to confirm a task whose plan asks for the person's word.
import type { PlanGate, Snapshot, TaskNode } from "../types.js";
import { GateElement } from "./base.js";
import { List, button, make, mark, show, words, write } from "./dom.js";
import { type Texts, fill, worded } from "./texts.js";

type Item = NonNullable<Snapshot["todo"]>["items"][number];

/** A line of a list: a mark, words, and what the mark says in words. */
function line(part: string, text: string): HTMLElement {
  return make("li", part, {}, make("span", "mark", { "aria-hidden": "true" }), words("span", "text", text), words("span", "state"));
}

function update(node: HTMLElement, status: string, text: string, state: string): void {
  mark(node, "data-status", status);
  const [, words, said] = node.children;
  if (words !== undefined) write(words, text);
  if (said !== undefined) write(said, state);
}

/** What a task waits for the person to say, by the plan's own criteria; a step without any asks for it under its own id. */
function asked({ id, status, evidence }: TaskNode, plan: Snapshot["plan"]): string | undefined {
  const step = plan?.steps.find((step) => step.id === id);
  if (step === undefined || (status !== "running" && status !== "unknown")) return undefined;
  const wanted = step.doneWhen.length === 0 ? [id] : step.doneWhen.filter(({ kind }) => kind === "approval").map(({ ref }) => ref);
  const given = (evidence as { kind?: string; ref?: string }[]).filter(({ kind }) => kind === "approval").map(({ ref }) => ref);
  return wanted.find((ref) => !given.includes(ref));
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

/** The progress of the work. */
export class PlangateProgress extends GateElement {
  #title = make("strong", "title");
  #state = make("p", "state", { role: "status" });
  #bar = make("progress", "bar");
  #count = make("span", "count");
  #meter = make("div", "meter", {}, this.#bar, this.#count);
  #tasksLabel = make("div", "label", { id: GateElement.id() });
  #tasks = make("ul", "tasks", { "aria-labelledby": this.#tasksLabel.id });
  #todoLabel = make("div", "label", { id: GateElement.id() });
  #todo = make("ul", "todo", { "aria-labelledby": this.#todoLabel.id });
  #plan: Snapshot["plan"] = null;
  #taskList = new List<TaskNode>(
    this.#tasks,
    ({ id, title }) => {
      const node = line("task", title);
      node.append(button("confirm", () => void this.act((gate) => this.#confirm(gate, id))));
      return node;
    },
    (node, task) => {
      const states = this.words.progress.task;
      const state = worded(states, task.status) ?? task.status;
      update(node, task.status, task.title, task.reason ? `${state}: ${task.reason}` : state);
      mark(node, "data-part-of", task.parent);
      const confirm = node.lastElementChild as HTMLButtonElement;
      write(confirm, this.words.progress.confirm);
      mark(confirm, "aria-label", `${this.words.progress.confirm}: ${task.title}`);
      show(confirm, asked(task, this.#plan) !== undefined);
    },
  );
  #todoList = new List<Item>(
    this.#todo,
    (item) => line("todo-item", item.text),
    (node, item) => update(node, item.status, itemText(item, this.words.progress), this.words.progress.item[item.status]),
  );
  #resume = button("resume", () => void this.act((gate) => gate.resume()));
  #cancel = button("cancel", () => void this.act((gate) => gate.cancel()));
  #actions = make("div", "actions", {}, this.#resume, this.#cancel);

  protected override build(card: HTMLElement): void {
    const head = make("header", "head", {}, this.#title, this.#state);
    card.append(head, this.#meter, this.#todoLabel, this.#todo, this.#tasksLabel, this.#tasks, this.#actions);
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    const { execution, tasks, progress, todo, plan } = snapshot;
    return [execution?.state, execution?.reason, tasks, progress, todo, plan];
  }

  protected override draw({ execution, tasks, progress, todo, plan }: Snapshot, texts: Texts): boolean {
    if (execution === null) return false;
    this.#plan = plan;
    const own = texts.progress;
    this.name(own.label);
    write(this.#title, own.label);
    mark(this, "data-state", execution.state);
    const reason = execution.reason === null ? undefined : (worded(own.reasons, execution.reason) ?? execution.reason);
    const stalled = progress.state === "stalled" && execution.state !== "done" ? own.stalled : undefined;
    write(this.#state, [own.states[execution.state], reason, stalled].filter(Boolean).join(" — "));
    this.#measure(progress, own);
    this.#taskList.set(tasks, (task) => task.id);
    this.#todoList.set(todo?.items ?? [], (_, index) => `${todo?.task} ${index}`);
    write(this.#tasksLabel, own.tasks);
    write(this.#todoLabel, own.todo);
    for (const node of [this.#tasksLabel, this.#tasks]) show(node, tasks.length > 0);
    for (const node of [this.#todoLabel, this.#todo]) show(node, todo !== null);
    this.#offer(execution.state, own);
    return true;
  }

  /** The person says that a task is done: evidence in their name for the version that is shown; with it the task may finish. */
  async #confirm(gate: PlanGate, id: string): Promise<void> {
    const { tasks, plan } = gate.getSnapshot();
    const task = tasks.find((task) => task.id === id);
    const ref = task && asked(task, plan);
    if (plan === null || ref === undefined) return;
    const told = await gate.task({ op: "evidence", id, item: { kind: "approval", ref, by: "user", planVersion: plan.ref.version } });
    // OK where it does not finish yet: other evidence may still be missing.
    if (told.ok) await gate.task({ op: "finish", id });
  }

  #measure({ done, total, percent }: Snapshot["progress"], own: Texts["progress"]): void {
    show(this.#meter, total > 0);
    mark(this.#bar, "aria-label", own.label);
    this.#bar.max = 100;
    this.#bar.value = percent ?? 0;
    write(this.#count, `${percent ?? 0} % · ${fill(own.count, { done, total })}`);
  }

  #offer(state: NonNullable<Snapshot["execution"]>["state"], own: Texts["progress"]): void {
    const held = this.#actions.contains(document.activeElement);
    write(this.#resume, own.resume);
    write(this.#cancel, state === "interrupted" ? own.drop : own.cancel);
    show(this.#resume, state === "interrupted");
    show(this.#cancel, state !== "done");
    show(this.#actions, state !== "done");
    const { activeElement } = document;
    if (held && (activeElement === null || activeElement.closest("[hidden]") !== null)) this.land();
  }
}
