// `<plangate-faults>`: what is wrong and the person should know, as an alert.
import type { Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { List, make, mark, words, write } from "./dom.js";
import { type Texts, worded } from "./texts.js";

type Fault = Snapshot["faults"][number];

/** The faults of the session. */
export class PlangateFaults extends GateElement {
  #title = make("strong", "title");
  #items = make("ul", "list");
  #list = new List<Fault>(this.#items, (fault) => {
    const message = words("span", "text", fault.message);
    mark(message, "lang", "en");
    return make("li", "fault", {}, make("span", "reason"), " ", message, " ", make("code", "ruling", {}, fault.code));
  }, (node, fault) => {
    const reason = node.firstElementChild;
    if (reason !== null) write(reason, worded(this.words.faults.codes, fault.code) ?? "");
  });

  protected override build(card: HTMLElement): void {
    card.append(make("div", "alert", { role: "alert" }, this.#title, this.#items));
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.faults];
  }

  protected override draw({ faults }: Snapshot, texts: Texts): boolean {
    this.name(texts.faults.label);
    write(this.#title, texts.faults.label);
    this.#list.set(faults, (fault) => `${fault.code} ${fault.message}`);
    return faults.length > 0;
  }
}
