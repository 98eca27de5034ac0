// What every element has: a gate it follows while connected, a language, its own words, a card that is made once and changed
// in place, a live region for what the gate refused. Knows no card in particular.
import type { PlanGate, Snapshot } from "../types.js";
import { make, mark, show, write } from "./dom.js";
import { type Locale, type Texts, type TextsPatch, localeOf, patched, textsOf, worded } from "./texts.js";

/** Where there is no DOM the module still loads: nothing can be defined there, and nothing is. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Gates whose card has just been hidden while it had the focus: the next card to act on takes it. */
const adrift = new WeakSet<PlanGate>();
let made = 0;

/** Common to all elements of plangate. */
export abstract class GateElement extends Base {
  static readonly observedAttributes: readonly string[] = ["lang", "message-id"];

  #gate: PlanGate | null = null;
  #stop: (() => void) | null = null;
  #locale: Locale | null = null;
  #patch: TextsPatch = {};
  #texts: Texts = textsOf("en");
  #card: HTMLElement | null = null;
  #error: HTMLElement | null = null;
  #drawn: readonly unknown[] | null = null;
  #times: Intl.DateTimeFormat | null = null;

  /** The session shown; `null` shows nothing. */
  get gate(): PlanGate | null {
    return this.#gate;
  }

  set gate(gate: PlanGate | null) {
    if (gate === this.#gate) return;
    this.#leave();
    this.#gate = gate ?? null;
    this.say(null);
    this.forget();
    if (this.isConnected) this.#follow();
  }

  /** The language; unless set, that of the nearest `lang`, else English. */
  get locale(): Locale {
    return this.#locale ?? localeOf(this.closest("[lang]")?.getAttribute("lang")) ?? "en";
  }

  set locale(locale: Locale | null) {
    this.#locale = localeOf(locale) ?? null;
    this.refresh();
  }

  /** The host's own words, over those of the language. */
  get texts(): TextsPatch {
    return this.#patch;
  }

  set texts(patch: TextsPatch) {
    this.#patch = patch ?? {};
    this.refresh();
  }

  connectedCallback(): void {
    this.dataset["plangate"] = "";
    // A page may have set these before the element was defined: then they lie in front of the accessors.
    for (const name of ["gate", "locale", "texts"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      Object.assign(this, { [name]: value });
    }
    this.#follow();
  }

  disconnectedCallback(): void {
    this.#leave();
  }

  attributeChangedCallback(): void {
    this.refresh();
  }

  /** Draws everything anew: for a `lang` that has changed further up. */
  refresh(): void {
    this.#drawn = null;
    if (this.isConnected) this.#draw();
  }

  // --- for the elements

  /** The card, empty: made once. */
  protected abstract build(card: HTMLElement): void;

  /** The parts of the snapshot that are shown; nothing is drawn while all of them stay the same. */
  protected abstract reads(snapshot: Snapshot): readonly unknown[];

  /** Brings the card up to date; says whether there is anything to show. */
  protected abstract draw(snapshot: Snapshot, texts: Texts): boolean;

  /** What is kept of the old session goes. */
  protected forget(): void {}

  /** Follows the gate beyond its snapshots; the answer ends that. */
  protected follow(_gate: PlanGate): (() => void) | null {
    return null;
  }

  /** Whether the card waits for the person: it takes the focus when it comes up and the focus was lost with the one before. */
  protected get asks(): boolean {
    return false;
  }

  /** The card appears. */
  protected appeared(): void {
    const gate = this.#gate;
    if (gate === null || !this.asks || !adrift.has(gate) || !isFree()) return;
    adrift.delete(gate);
    this.land();
  }

  /** Puts the focus on the card itself: on no button, so that no key that is still held presses one. */
  protected land(): void {
    this.#card?.focus();
  }

  /** The texts as they are now. */
  protected get words(): Texts {
    return this.#texts;
  }

  /** Names the card for those who do not see it. */
  protected name(label: string): void {
    if (this.#card !== null) mark(this.#card, "aria-label", label);
  }

  /** A point in time, in the language of the element. */
  protected time(iso: string): string {
    const at = new Date(iso);
    if (Number.isNaN(at.getTime())) return iso;
    this.#times ??= new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeStyle: "short" });
    return this.#times.format(at);
  }

  /** Asks the gate for something; what it refuses is said in the card and told to the page. */
  protected async act(work: (gate: PlanGate) => Promise<unknown>): Promise<boolean> {
    const gate = this.#gate;
    if (gate === null) return false;
    this.say(null);
    try {
      const told = await work(gate);
      // A task's refusal is an answer, not an error.
      if ((told as { ok?: unknown } | undefined)?.ok === false) throw told;
      return true;
    } catch (error) {
      const code = typeof (error as { code?: unknown } | null)?.code === "string" ? (error as { code: string }).code : "";
      const { errors } = this.#texts;
      this.say(`${worded(errors, code) ?? errors.other} ${code}`.trim());
      this.dispatchEvent(new CustomEvent("plangate-error", { detail: error, bubbles: true, composed: true }));
      return false;
    }
  }

  /** Says something in the live region, or takes it back. */
  protected say(text: string | null): void {
    if (this.#error === null) return;
    write(this.#error, text ?? "");
    show(this.#error, text);
  }

  /** An id of this page for labels. */
  protected static id(): string {
    made += 1;
    return `plangate-${made}`;
  }

  // --- the course of things

  #follow(): void {
    this.#leave();
    const gate = this.#gate;
    if (gate !== null) {
      const stop = gate.subscribe(() => this.#draw());
      const more = this.follow(gate);
      this.#stop = () => {
        stop();
        more?.();
      };
    }
    this.refresh();
  }

  #leave(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** Also for elements that know of a change by themselves. */
  protected redraw(): void {
    this.#drawn = null;
    this.#draw();
  }

  #draw(): void {
    const snapshot = this.#gate?.getSnapshot();
    if (snapshot === undefined) return this.#reveal(false);
    const reads = this.reads(snapshot);
    if (this.#drawn?.length === reads.length && reads.every((part, index) => part === this.#drawn?.[index])) return;
    const isFresh = this.#drawn === null;
    this.#drawn = reads;
    if (isFresh || this.#card === null) {
      this.#texts = patched(textsOf(this.locale), this.#patch);
      this.#times = null;
    }
    const card = this.#card ?? this.#open();
    mark(card, "lang", this.locale);
    // A page may hold many cards of the past: those are no landmarks.
    if (this.hasAttribute("message-id")) mark(card, "role", "group");
    this.#reveal(this.draw(snapshot, this.#texts));
  }

  #open(): HTMLElement {
    const card = make("section", "card", { tabindex: "-1" });
    this.#card = card;
    this.build(card);
    this.#error = make("p", "error", { role: "status", hidden: "" });
    card.append(this.#error);
    this.replaceChildren(card);
    return card;
  }

  #reveal(visible: boolean): void {
    if (visible !== this.hidden) return;
    if (!visible && this.#gate !== null && this.contains(document.activeElement)) adrift.add(this.#gate);
    show(this, visible);
    if (visible) this.appeared();
    else this.say(null);
  }
}

/** Nobody holds the focus. */
export function isFree(): boolean {
  const { activeElement } = document;
  // Of what has just been hidden the browser takes the focus only when it next draws.
  return activeElement === null || activeElement === document.body || activeElement.closest("[hidden]") !== null;
}
