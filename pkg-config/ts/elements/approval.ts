// `<plangate-approval>`: the person's decision on the plan that waits. Approval is one button and nothing else: there is no form
// here that a stray Enter could send, nothing puts the focus on that button, and what it approves is the version that was on
// the screen when the press began.
import type { PlanGate, PlanRef, Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { button, make, mark, show, write } from "./dom.js";
import { type Texts, fill } from "./texts.js";

type Intent = Parameters<PlanGate["decide"]>[0]["intent"];

/** The approval bar. */
export class PlangateApproval extends GateElement {
  #ask = make("p", "ask");
  #approve = this.#deciding("approve", "approve");
  #change = button("change", () => this.#toggle(true));
  #hold = this.#deciding("hold", "hold");
  #reject = this.#deciding("reject", "reject");
  #buttons = make("div", "actions", {}, this.#approve, this.#change, this.#hold, this.#reject);
  #label = make("label", "label", { for: GateElement.id() });
  #comment = make("textarea", "comment", { rows: "3", dir: "auto", id: this.#label.htmlFor, maxlength: "20000" });
  #send = button("send", () => void this.#revise());
  #back = button("back", () => this.#toggle(false));
  #panel = make("div", "change-panel", {}, this.#label, this.#comment, make("div", "actions", {}, this.#send, this.#back));
  /** The version on the screen. */
  #shown: PlanRef | null = null;
  /** The version that was there when a press began. */
  #pressed: PlanRef | null = null;
  #changing = false;

  protected override build(card: HTMLElement): void {
    card.append(this.#ask, this.#buttons, this.#panel);
    card.addEventListener("pointerdown", () => (this.#pressed = this.#shown), { capture: true });
    card.addEventListener("keydown", (event) => {
      if (!event.repeat) this.#pressed = this.#shown;
      if (event.key !== "Escape" || !this.#changing || event.isComposing) return;
      event.preventDefault();
      this.#toggle(false);
    });
  }

  protected override get asks(): boolean {
    return true;
  }

  protected override forget(): void {
    this.#shown = null;
    this.#comment.value = "";
    this.#changing = false;
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.mode, snapshot.plan];
  }

  protected override draw({ mode, plan }: Snapshot, texts: Texts): boolean {
    if (mode !== "awaiting-approval" || plan === null) return false;
    const own = texts.approval;
    const isNew = this.#shown?.contentHash !== plan.ref.contentHash || this.#shown.version !== plan.ref.version;
    this.#shown = plan.ref;
    if (isNew) {
      this.say(null);
      this.#toggle(false);
    }
    this.name(fill(own.label, { version: plan.ref.version }));
    mark(this, "data-status", plan.status);
    write(this.#ask, plan.status === "held" ? own.held : own.ask);
    write(this.#approve, own.approve);
    write(this.#hold, own.hold);
    write(this.#change, own.change);
    write(this.#reject, own.reject);
    write(this.#label, own.comment);
    write(this.#send, own.send);
    write(this.#back, own.back);
    show(this.#hold, plan.status !== "held");
    return true;
  }

  #deciding(part: string, intent: Intent): HTMLButtonElement {
    return button(part, () => void this.#decide(intent));
  }

  async #decide(intent: Intent, comment?: string): Promise<boolean> {
    const planRef = this.#pressed ?? this.#shown;
    this.#pressed = null;
    if (planRef === null) return false;
    const held = document.activeElement === this.#hold;
    const done = await this.act((gate) => gate.decide({ planRef, intent, ...(comment !== undefined && { comment }) }));
    // The button that was pressed is gone: the focus goes on to what is left.
    if (held && this.#hold.hidden) this.land();
    return done;
  }

  /** While a change is being written, the other decisions are out of the way: words in the field can not go with an approval. */
  #toggle(changing: boolean): void {
    const had = this.contains(document.activeElement);
    const was = this.#changing;
    this.#changing = changing;
    show(this.#panel, changing);
    show(this.#buttons, !changing);
    if (had && was !== changing) (changing ? this.#comment : this.#change).focus();
  }

  async #revise(): Promise<void> {
    const comment = this.#comment.value.trim();
    if (comment === "") {
      this.say(this.words.approval.empty);
      this.#comment.focus();
      return;
    }
    if (await this.#decide("revise", comment)) this.#comment.value = "";
  }
}
