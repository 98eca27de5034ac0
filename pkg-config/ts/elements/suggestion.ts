// `<plangate-suggestion>`: offers to plan first. Enter accepts, Esc goes on without, Ctrl+C with nothing selected cancels.
import type { Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { button, make, mark, write } from "./dom.js";
import { type Texts, worded } from "./texts.js";

/** The suggestion bar. */
export class PlangateSuggestion extends GateElement {
  #title = make("strong", "title");
  #reason = make("span", "reason", { id: GateElement.id() });
  #keys = make("span", "hint");
  #accept = button("accept", () => void this.act((gate) => gate.takeSuggestion()));
  #decline = button("decline", () => void this.act((gate) => gate.passSuggestion()));
  #cancel = button("cancel", () => void this.act((gate) => gate.cancel()));

  protected override build(card: HTMLElement): void {
    mark(card, "aria-describedby", this.#reason.id);
    mark(this.#accept, "aria-describedby", this.#reason.id);
    card.append(
      make("div", "words", {}, this.#title, " ", this.#reason),
      make("div", "actions", {}, this.#accept, this.#decline, this.#cancel),
      this.#keys,
    );
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#stray);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#stray);
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.suggestion?.messageId, snapshot.suggestion?.reasonCode];
  }

  protected override draw({ suggestion }: Snapshot, texts: Texts): boolean {
    const own = texts.suggestion;
    this.name(own.label);
    write(this.#title, own.label);
    write(this.#accept, own.accept);
    write(this.#decline, own.decline);
    write(this.#cancel, own.cancel);
    write(this.#keys, own.keys);
    if (suggestion !== null) write(this.#reason, worded(own.reasons, suggestion.reasonCode) ?? own.other);
    return suggestion !== null;
  }

  /** The person has just sent something: the answer keys work at once, unless words are being typed somewhere. */
  protected override appeared(): void {
    const { activeElement } = document;
    if (activeElement === null || !this.#isTyping(activeElement)) this.#accept.focus();
  }

  #isTyping(field: Element): boolean {
    const typed =
      field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
        ? field.value
        : field instanceof HTMLElement && field.isContentEditable
          ? field.innerText
          : "";
    // What was sent may still stand in its field: that is nobody typing.
    const snapshot = this.gate?.getSnapshot();
    const sent = snapshot?.messages.find((message) => message.id === snapshot.suggestion?.messageId);
    return typed.trim() !== "" && typed.trim() !== sent?.content.trim();
  }

  /** Keys that reach nobody reach the bar. */
  #stray = (event: KeyboardEvent): void => {
    if (this.hidden || event.target !== document.body) return;
    if (event.key === "Enter" && !event.repeat && !event.isComposing && !event.defaultPrevented) this.#accept.click();
    else this.#key(event);
  };

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.repeat || event.defaultPrevented) return;
    const isCopy = event.key.toLowerCase() === "c" && event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey;
    if (event.key === "Escape") this.#decline.click();
    else if (isCopy && document.getSelection()?.isCollapsed !== false) this.#cancel.click();
    else return;
    event.preventDefault();
  }
}
