// `<plangate-refusals>`: calls that the gate has refused lately. It hears of them while it is connected and keeps the last few;
// they are nowhere else.
import type { PlanGate, Refusal, Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { List, button, code, make, mark, write } from "./dom.js";
import { type Texts, fill, worded } from "./texts.js";

const KEPT_MAX = 5;

interface Heard {
  id: string;
  refusal: Refusal;
}

/** The recent refusals. */
export class PlangateRefusals extends GateElement {
  #title = make("strong", "title");
  #items = make("ul", "list");
  #list = new List<Heard>(this.#items, (heard) => this.#refusal(heard));
  #heard: readonly Heard[] = [];
  #count = 0;
  #locale = "";

  protected override build(card: HTMLElement): void {
    mark(card, "aria-live", "polite");
    card.append(this.#title, this.#items);
  }

  protected override follow(gate: PlanGate): () => void {
    const hear = (event: Event): void => {
      const refusal = (event as CustomEvent<Refusal>).detail;
      this.#count += 1;
      this.#heard = [...this.#heard, { id: String(this.#count), refusal }].slice(-KEPT_MAX);
      this.redraw();
    };
    gate.events.addEventListener("refusal", hear);
    return () => gate.events.removeEventListener("refusal", hear);
  }

  protected override forget(): void {
    this.#heard = [];
  }

  protected override reads(): readonly unknown[] {
    return [this.#heard];
  }

  protected override draw(_: Snapshot, texts: Texts): boolean {
    this.name(texts.refusals.label);
    write(this.#title, texts.refusals.label);
    if (this.#locale !== this.locale) this.#list.clear();
    this.#locale = this.locale;
    this.#list.set(this.#heard, (heard) => heard.id);
    return this.#heard.length > 0;
  }

  #refusal({ id, refusal }: Heard): HTMLElement {
    const own = this.words.refusals;
    const tool = `${refusal.server}/${refusal.tool}`;
    const dismiss = button("dismiss", () => {
      this.#heard = this.#heard.filter((heard) => heard.id !== id);
      this.land();
      this.redraw();
    });
    dismiss.append(own.dismiss);
    mark(dismiss, "aria-label", fill(own.dismissOne, { tool: tool.slice(0, 200) }));
    const reason = worded(this.words.rulings, refusal.code);
    // The hint of a refusal is for the model.
    return make(
      "li",
      "refusal",
      {},
      make("p", "reason", {}, code(tool), " ", ...(reason ? [reason, " "] : []), make("code", "ruling", {}, refusal.code)),
      dismiss,
    );
  }
}
