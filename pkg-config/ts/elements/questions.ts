// `<plangate-questions>`: the planner's question card. With `message-id` it shows that message's card, read-only once it is
// history; without, the open one.
import type { Answers, Message, Question, Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { List, button, make, mark, show, words, write } from "./dom.js";
import { type Texts, fill } from "./texts.js";

/** A question on the card, with what the person has chosen so far. */
interface Row {
  question: Question;
  /** What was sent already: the card does not take it back. */
  given: Answers[string] | undefined;
  /** The words of an answer of an old card. */
  past: string | undefined;
}

/** The question card. */
export class PlangateQuestions extends GateElement {
  #title = make("strong", "title");
  #left = make("span", "hint", { role: "status" });
  #form = make("form", "questions");
  #send = make("button", "send", { type: "submit" });
  #cancel = button("cancel", () => void this.act((gate) => gate.cancel()));
  #actions = make("div", "actions", {}, this.#send, this.#cancel, this.#left);
  #rows = new List<Row, HTMLFieldSetElement>(
    this.#form,
    (row) => this.#field(row),
    (node, row) => this.#settle(node, row),
  );
  #card = "";
  #open: Question[] = [];

  protected override build(card: HTMLElement): void {
    this.#form.noValidate = true;
    const id = GateElement.id();
    mark(this.#form, "id", id);
    mark(this.#send, "form", id);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#answer();
    });
    this.#form.addEventListener("input", (event) => this.#input(event));
    // A press on "your own answer" goes on to its field; the keys do not, they may only be passing by.
    this.#form.addEventListener("click", ({ target, detail }) => {
      const option = target instanceof Element ? target.closest('[data-part="option"]') : null;
      if (detail > 0 && option?.querySelector('[value="own"]')) option.parentElement?.querySelector("textarea")?.focus();
    });
    card.append(this.#title, this.#form, this.#actions);
  }

  protected override get asks(): boolean {
    return !this.hasAttribute("message-id");
  }

  protected override forget(): void {
    this.#card = "";
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.planPending, snapshot.messages];
  }

  protected override draw(snapshot: Snapshot, texts: Texts): boolean {
    const wanted = this.getAttribute("message-id");
    const pending = snapshot.planPending;
    const at = snapshot.messages.findIndex((message) => (wanted === null ? isOpen(message) : message.id === wanted));
    const message = snapshot.messages[at];
    const card = message?.role === "assistant" ? message : undefined;
    const live = pending !== null && (wanted === null || card?.active === true);
    const questions = live ? pending.questions : wanted === null ? null : card?.questions;
    if (!questions) return false;
    // A card that follows another may ask the same: it is a new one all the same.
    const key = [this.locale, message?.id, ...questions.map((question) => question.id)].join(" ");
    if (this.#card !== key) this.#rows.clear();
    this.#card = key;
    this.name(texts.questions.label);
    write(this.#title, texts.questions.label);
    write(this.#send, texts.questions.send);
    write(this.#cancel, texts.questions.cancel);
    const rows = questions.map((question) => ({
      question,
      given: live ? pending.answers[question.id] : undefined,
      past: live ? undefined : (pastAnswer(snapshot.messages, at, question) ?? ""),
    }));
    this.#open = rows.filter((row) => row.past === undefined && row.given === undefined).map((row) => row.question);
    this.#rows.set(rows, (row) => row.question.id);
    show(this.#actions, live);
    mark(this, "data-active", live ? "" : null);
    this.#count();
    return true;
  }

  #field({ question }: Row): HTMLFieldSetElement {
    const texts = this.words.questions;
    const group = GateElement.id();
    const field = make("fieldset", "question", { "data-question": question.id }, words("legend", "legend", question.question));
    question.options.forEach((text, index) => {
      // An empty text stands for "no button".
      if (text === "") return;
      const radio = make("input", "radio", { type: "radio", name: group, value: String(index) });
      field.append(make("label", "option", {}, radio, words("span", "text", text)));
    });
    const radio = make("input", "radio", { type: "radio", name: group, value: "own" });
    const box = make("textarea", "own-text", {
      rows: "1",
      dir: "auto",
      maxlength: "20000",
      placeholder: texts.own,
      "aria-label": fill(texts.ownFor, { question: question.question.slice(0, 200) }),
    });
    field.append(make("label", "option", {}, radio, make("span", "text", {}, texts.own)), box);
    const answer = words("p", "answer");
    answer.hidden = true;
    field.append(answer);
    return field;
  }

  /** What was answered is closed; what an old card was answered stands below its question. */
  #settle(field: HTMLFieldSetElement, { question, given, past }: Row): void {
    const texts = this.words.questions;
    const closed = given !== undefined || past !== undefined;
    field.disabled = closed;
    mark(field, "data-state", closed ? "closed" : "open");
    if (!closed) return;
    const said = given === undefined ? (past ?? "") : "text" in given ? given.text : question.options[given.option];
    const ready = said === "" ? -1 : question.options.indexOf(said);
    for (const radio of field.querySelectorAll<HTMLInputElement>("input")) radio.checked = radio.value === String(ready);
    const answer = field.querySelector<HTMLElement>('[data-part="answer"]');
    if (answer === null) return;
    write(answer, said === "" ? texts.unanswered : said);
    show(answer, ready < 0);
  }

  /** Typing one's own answer chooses it. */
  #input({ target }: Event): void {
    if (target instanceof HTMLTextAreaElement && target.value.trim() !== "") {
      const radio = target.closest("fieldset")?.querySelector<HTMLInputElement>('input[value="own"]');
      if (radio) radio.checked = true;
    }
    this.say(null);
    this.#count();
  }

  #chosen(): Answers {
    const answers: Answers = {};
    for (const { id } of this.#open) {
      const field = [...this.#form.querySelectorAll("fieldset")].find((field) => field.dataset["question"] === id);
      const value = field?.querySelector<HTMLInputElement>("input:checked")?.value;
      const text = field?.querySelector("textarea")?.value ?? "";
      if (value === "own" && text.trim() !== "") answers[id] = { text };
      else if (value === "0" || value === "1" || value === "2") answers[id] = { option: Number(value) as 0 | 1 | 2 };
    }
    return answers;
  }

  #count(): void {
    const left = this.#open.length - Object.keys(this.#chosen()).length;
    this.#send.disabled = left > 0;
    write(this.#left, left > 0 ? fill(this.words.questions.left, { left }) : "");
  }

  async #answer(): Promise<void> {
    const answers = this.#chosen();
    if (Object.keys(answers).length < this.#open.length) return;
    await this.act((gate) => gate.answer(answers));
  }
}

function isOpen(message: Message): boolean {
  return message.role === "assistant" && Boolean(message.questions) && message.active === true;
}

/** What an old card's question was answered, from the synthetic message behind the card. */
function pastAnswer(messages: readonly Message[], card: number, question: Question): string | undefined {
  const head = `${question.question.replace(/\s+/g, " ").trim()}\n`;
  for (const message of messages.slice(card + 1)) {
    if (message.role === "assistant" && message.questions) break;
    if (message.role !== "user" || message.planAnswer !== true) continue;
    const end = message.content.indexOf("\n");
    const first = `${message.content.slice(0, end).replace(/\s+/g, " ").trim()}\n`;
    if (first === head) return message.content.slice(end + 1).replace(/^[^:]*: /, "");
  }
  return undefined;
}
