// The box of one task in `<plangate-graph>`: where it stands, what it waits for, what proves it, and what is within it. Knows no layout.
import type { TaskNode } from "../types.js";
import { List, code, make, mark, show, words, write } from "./dom.js";
import { type Criterion, type Evidence, Standing } from "./tasks.js";
import { type Texts, fill, worded } from "./texts.js";

/** A criterion, and what was observed of it. */
export type Proof = { asked: Criterion; seen: Evidence | undefined };

/** What a box asks of the picture it stands in. */
export interface View {
  texts(): Texts;
  locale(): string;
  task(id: string): TaskNode | undefined;
  /** The numbers of the tasks that this one waits for, or that were done before it. */
  about(task: TaskNode): { number: number; waits: string; after: string; proofs: Proof[] };
  when(at: string | number): string;
}

/** The box of a task. */
export class TaskBox {
  readonly #view: View;
  readonly #number = make("span", "number");
  readonly #text = words("span", "text");
  readonly #standing = new Standing();
  readonly #optional = make("span", "tag");
  readonly #waits = make("p", "waits");
  readonly #proofs = make("ul", "proofs");
  readonly #proofList = new List<Proof>(this.#proofs, (proof) => this.#proof(proof));
  readonly node = make(
    "li",
    "task",
    {},
    make("p", "name", {}, this.#number, " ", this.#text),
    make("p", "standing", {}, this.#standing.mark, this.#standing.state, this.#standing.why, this.#optional),
    this.#waits,
    this.#proofs,
  );

  constructor(view: View) {
    this.#view = view;
  }

  set(task: TaskNode): void {
    const { graph: own, progress, plan } = this.#view.texts();
    const { number, waits, after, proofs } = this.#view.about(task);
    mark(this.node, "data-status", task.status);
    write(this.#number, String(number));
    write(this.#text, task.title);
    this.#standing.set(task, progress);
    write(this.#optional, plan.optional);
    show(this.#optional, task.optional);
    const order = [waits && fill(own.waits, { tasks: waits }), after && fill(own.after, { tasks: after })];
    write(this.#waits, order.filter(Boolean).join(" · "));
    show(this.#waits, waits || after);
    this.#proofList.set(proofs, (proof, index) => `${index} ${this.#view.locale()} ${JSON.stringify(proof)}`);
    show(this.#proofs, proofs.length);
  }

  /** What is asked, and what was observed of it. */
  #proof({ asked, seen }: Proof): HTMLElement {
    const own = this.#view.texts().graph;
    const line = make("li", "proof", {}, worded(own.kinds, asked.kind) ?? asked.kind, " ", code(asked.ref, "ref"));
    const facts: (string | Node)[] = [];
    if (seen !== undefined) {
      if (seen.exit !== undefined && seen.exit !== null) facts.push(fill(own.exit, { n: seen.exit }));
      if (seen.hash) facts.push(code(seen.hash.slice(0, 12), "hash"));
      if (seen.command && seen.command !== asked.ref) facts.push(code(seen.command, "command"));
      if (seen.by) facts.push(seen.by === "user" ? own.you : words("span", "by", seen.by));
      if (seen.observedAt !== undefined) facts.push(words("span", "time", this.#view.when(seen.observedAt)));
    }
    const list = facts.flatMap((fact, index) => [index === 0 ? " " : ", ", fact]);
    if (facts.length > 0) line.append(" ", make("span", "seen", {}, own.seen, ...list));
    return line;
  }
}
