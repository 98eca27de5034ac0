// `<plangate-plan>`: the plan card. With `message-id` it shows that message's plan; without, the newest one. It decides
// nothing: that is `<plangate-approval>`.
import type { PlanDoc, Receipt, Snapshot, Step } from "../types.js";
import { GateElement } from "./base.js";
import { List, code, make, mark, show, words, write } from "./dom.js";
import { type Texts, fill, worded } from "./texts.js";

/** A heading and what stands under it; hidden while there is nothing. */
class Section {
  readonly node: HTMLElement;
  readonly #label = make("div", "label", { id: labelId() });

  constructor(part: string, readonly body: HTMLElement) {
    mark(body, "aria-labelledby", this.#label.id);
    this.node = make("div", part, {}, this.#label, body);
  }

  set(label: string, visible: boolean): void {
    write(this.#label, label);
    show(this.node, visible);
  }
}

let labels = 0;
function labelId(): string {
  labels += 1;
  return `plangate-label-${labels}`;
}

/** Texts, one below the other. */
class Lines extends Section {
  readonly #list: List<string>;

  constructor(part: string, line: (text: string) => HTMLElement) {
    super(part, make("ul", "list"));
    this.#list = new List<string>(this.body, (text) => make("li", "item", {}, line(text)));
  }

  fill(label: string, lines: readonly string[]): void {
    this.#list.set(lines, (line, index) => `${index} ${line}`);
    this.set(label, lines.length > 0);
  }
}

/** The plan card. */
export class PlangatePlan extends GateElement {
  #title = words("strong", "title");
  #version = make("span", "version");
  #status = make("span", "status");
  #receipt = make("p", "receipt");
  #aim = words("p", "aim");
  #warnings = new Lines("warnings", (text) => words("span", "text", text));
  #questions = new Lines("open-questions", (text) => words("span", "text", text));
  #steps = new Section("steps", make("ol", "step-list"));
  #stepList = new List<Step>(this.#steps.body, (step) => this.#step(step));
  #scope = new Section("scope", make("dl", "pairs"));
  #rows: readonly Lines[] = [
    new Lines("resources", (text) => words("span", "text", text)),
    new Lines("libraries", (text) => words("span", "text", text)),
    new Lines("files", (text) => code(text)),
    new Lines("non-goals", (text) => words("span", "text", text)),
    new Lines("risks", (text) => words("span", "text", text)),
  ];
  #sandbox = new Section("sandbox", make("p", "item"));
  #rollback = new Section("rollback", words("p", "item"));
  #shown = "";

  protected override build(card: HTMLElement): void {
    card.append(
      make("header", "head", {}, this.#title, make("span", "badges", {}, this.#version, this.#status)),
      this.#receipt,
      this.#aim,
      this.#warnings.node,
      this.#questions.node,
      this.#steps.node,
      this.#scope.node,
      make("div", "facts", {}, ...this.#rows.map((row) => row.node), this.#sandbox.node, this.#rollback.node),
    );
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [this.#find(snapshot), snapshot.approval];
  }

  #find(snapshot: Snapshot): PlanDoc | null {
    const wanted = this.getAttribute("message-id");
    if (wanted === null) return snapshot.plan;
    const message = snapshot.messages.find((message) => message.id === wanted);
    return message?.role === "assistant" ? (message.plan ?? null) : null;
  }

  protected override draw(snapshot: Snapshot, texts: Texts): boolean {
    const plan = this.#find(snapshot);
    if (plan === null) return false;
    const own = texts.plan;
    const { version } = plan.ref;
    const title = plan.title.trim() === "" ? own.untitled : plan.title;
    this.name(fill(own.label, { title: title.slice(0, 200), version }));
    write(this.#title, title);
    write(this.#version, fill(own.version, { version }));
    write(this.#status, own.status[plan.status]);
    mark(this, "data-status", plan.status);
    this.#approved(snapshot.approval, plan, own);
    write(this.#aim, plan.aim);
    show(this.#aim, plan.aim !== "");
    this.#warnings.fill(own.warnings, plan.notes.map((note) => noted(note, own)));
    this.#questions.fill(own.openQuestions, plan.openQuestions);
    const shown = `${this.locale} ${plan.ref.contentHash}`;
    if (this.#shown !== shown) this.#stepList.clear();
    this.#shown = shown;
    this.#stepList.set(plan.steps, (step) => step.id);
    this.#steps.set(own.steps, true);
    this.#scoped(plan, own);
    const libraries = plan.libraries.map(({ name, purpose, usage }) => [name, purpose, usage].filter(Boolean).join(" — "));
    const files = plan.files.map((file) => file.path ?? file.name);
    const lines = [plan.resources, libraries, files, plan.nonGoals, plan.risks];
    const labels = [own.resources, own.libraries, own.files, own.nonGoals, own.risks];
    this.#rows.forEach((row, index) => row.fill(labels[index] ?? "", lines[index] ?? []));
    this.#boxed(plan, own);
    write(this.#rollback.body, plan.rollback);
    this.#rollback.set(own.rollback, plan.rollback !== "");
    return true;
  }

  #approved(receipt: Receipt | null, plan: PlanDoc, own: Texts["plan"]): void {
    const counts = receipt !== null && receipt.contentHash === plan.ref.contentHash && receipt.version === plan.ref.version;
    show(this.#receipt, counts);
    if (!counts) return;
    const said = receipt.words ? [": ", words("q", "words", receipt.words)] : [];
    const [before = "", after = ""] = own.until.split("{time}");
    const until = make("time", "time", { datetime: receipt.expiresAt }, this.time(receipt.expiresAt));
    this.#receipt.replaceChildren(own.approvedBy[receipt.source], ...said, ", ", before, until, after);
  }

  #step(step: Step): HTMLElement {
    const own = this.words.plan;
    const item = make("li", "step", {}, words("span", "action", step.action));
    if (step.optional) item.append(" ", make("span", "tag", {}, own.optional));
    const pairs = make("dl", "pairs");
    const facts: [string, string | undefined][] = [
      [own.expected, step.expected],
      [own.input, step.input],
      [own.target, step.target],
      [own.effect, step.effect],
    ];
    for (const [label, text] of facts) {
      if (text) pairs.append(make("dt", "term", {}, label), words("dd", "value", text));
    }
    if (step.doneWhen.length > 0) {
      const checks = step.doneWhen.flatMap((check) => [code(`${check.kind} ${check.ref}`), " "]);
      pairs.append(make("dt", "term", {}, own.checks), make("dd", "value", {}, ...checks));
    }
    if (pairs.childElementCount > 0) item.append(pairs);
    return item;
  }

  #scoped({ scope }: PlanDoc, own: Texts["plan"]): void {
    const parts: [string, readonly string[]][] = [
      [own.paths, scope.paths],
      [own.tools, scope.tools],
      [own.commands, scope.commands],
      [own.network, scope.network],
      // Left out where there are none.
      [own.scopeResources, scope.resources ?? []],
    ];
    const pairs = parts
      .filter(([, list]) => list.length > 0)
      .flatMap(([label, list]) => [
        make("dt", "term", {}, label),
        make("dd", "value", {}, ...list.flatMap((entry) => [code(entry), " "])),
      ]);
    if (pairs.length === 0) pairs.push(make("dt", "term", {}, "–"), make("dd", "value", {}, own.scopeNone));
    this.#scope.body.replaceChildren(...pairs);
    this.#scope.set(own.scope, true);
  }

  #boxed({ sandbox }: PlanDoc, own: Texts["plan"]): void {
    const inside: (Node | string)[] = [sandbox.policy === "reuse" ? own.sandboxReuse : own.sandboxCreate];
    if (sandbox.dir !== null) inside.push(" ", code(sandbox.dir));
    if (sandbox.notes !== "") inside.push(" — ", words("span", "text", sandbox.notes));
    this.#sandbox.body.replaceChildren(...inside);
    this.#sandbox.set(own.sandbox, true);
  }
}

/** A warning in words. A scope entry that matches nothing comes as a sentence of the core with the entry at its end. */
function noted(note: string, { notes }: Texts["plan"]): string {
  const entry = note.match(/^scope entry matches nothing: ([^]*)$/)?.[1];
  return entry === undefined ? (worded(notes, note) ?? note) : fill(notes.scope, { entry });
}
