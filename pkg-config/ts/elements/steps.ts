// `<plangate-steps>`: calls that the plan did not declare and that wait for a person's word, one card each.
import type { Snapshot, StepRequest } from "../types.js";
import { GateElement } from "./base.js";
import { List, button, make, seen, show, words, write } from "./dom.js";
import { type Texts, worded } from "./texts.js";

/** The step requests. */
export class PlangateSteps extends GateElement {
  #title = make("strong", "title");
  #items = make("div", "requests");
  #list = new List<StepRequest>(this.#items, (request) => this.#request(request));
  #locale = "";

  protected override build(card: HTMLElement): void {
    card.append(this.#title, this.#items);
  }

  protected override get asks(): boolean {
    return true;
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.stepRequests];
  }

  protected override draw({ stepRequests }: Snapshot, texts: Texts): boolean {
    this.name(texts.steps.label);
    write(this.#title, texts.steps.label);
    if (this.#locale !== this.locale) this.#list.clear();
    this.#locale = this.locale;
    const focused = this.contains(document.activeElement);
    this.#list.set(stepRequests, (request) => request.requestId);
    // The card that was answered is gone; the next one is for whoever had the focus there.
    if (focused && stepRequests.length > 0 && !this.contains(document.activeElement)) this.land();
    return stepRequests.length > 0;
  }

  #request(request: StepRequest): HTMLElement {
    const own = this.words.steps;
    const { requestId } = request;
    const decide = (granted: boolean) => () => void this.act((gate) => gate.decideStep({ requestId, granted }));
    const action = make("pre", "shown", { dir: "ltr", "aria-label": own.action });
    write(action, seen(request.shown));
    const pairs = make("dl", "pairs");
    const facts: [string, string | null][] = [
      [own.step, request.stepText],
      [own.why, request.why],
      [own.recover, worded(own.recovers, request.code) ?? own.recovers.other],
    ];
    for (const [label, text] of facts) {
      if (text) pairs.append(make("dt", "term", {}, label), words("dd", "value", text));
    }
    show(pairs, pairs.childElementCount > 0);
    const allow = button("allow", decide(true));
    const refuse = button("refuse", decide(false));
    allow.append(own.allow);
    refuse.append(own.refuse);
    const [before = "", after = ""] = own.until.split("{time}");
    const until = make("time", "time", { datetime: request.expiresAt }, this.time(request.expiresAt));
    const reason = worded(this.words.rulings, request.code);
    const name = `${request.call.server}/${request.call.tool}`;
    return make(
      "div",
      "request",
      { role: "group", "aria-label": seen(name).slice(0, 200) },
      make("p", "reason", {}, ...(reason === undefined ? [] : [reason, " "]), make("code", "ruling", {}, request.code)),
      action,
      pairs,
      make("div", "actions", {}, allow, refuse, make("span", "hint", {}, before, until, after)),
    );
  }
}
