// Making and changing nodes, without markup from text: everything is set as text, so Trusted Types and a strict policy hold.
// Knows no gate.

/** A node with its `data-part`, its attributes and what is inside. An attribute that is `undefined` is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  part: string | null,
  attributes: { [name: string]: string | undefined } = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (part !== null) node.dataset["part"] = part;
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

/** A button that acts once for each press: a key that is held down does not press it again. */
export function button(part: string, press: () => void): HTMLButtonElement {
  const node = make("button", part, { type: "button" });
  node.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  node.addEventListener("click", press);
  return node;
}

/** Words of a model or a person: isolated, in their own direction. */
export function words<K extends keyof HTMLElementTagNameMap>(tag: K, part: string | null, text = ""): HTMLElementTagNameMap[K] {
  const node = make(tag, part, { dir: "auto" });
  write(node, text);
  return node;
}

/** A path, a command, a name of a tool: left to right, with what can not be seen written out. */
export function code(text: string, part = "code"): HTMLElement {
  const node = make("code", part, { dir: "ltr" });
  write(node, seen(text));
  return node;
}

/** `text` with characters that are not seen, or that move others, as `\u{…}`. */
export function seen(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`,
  );
}

/** Sets the text of a node if it is another one. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows a node or hides it. */
export function show(node: HTMLElement, visible: unknown): void {
  const hidden = !visible;
  if (node.hidden !== hidden) node.hidden = hidden;
}

/** Sets an attribute, or takes it away where `value` is `null`. */
export function mark(node: Element, name: string, value: string | null): void {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** One node an item, kept as long as its key is there. A node is only moved where the order asks for it, so focus stays. */
export class List<T, N extends HTMLElement = HTMLElement> {
  readonly #nodes = new Map<string, N>();
  readonly #parent: Element;
  readonly #make: (item: T) => N;
  readonly #update: (node: N, item: T, index: number) => void;

  constructor(parent: Element, make: (item: T) => N, update: (node: N, item: T, index: number) => void = () => undefined) {
    this.#parent = parent;
    this.#make = make;
    this.#update = update;
  }

  /** Shows exactly these. */
  set(items: readonly T[], key: (item: T, index: number) => string): void {
    const gone = new Map(this.#nodes);
    const shown = items.map((item, index) => {
      const name = key(item, index);
      const node = this.#nodes.get(name) ?? this.#make(item);
      this.#nodes.set(name, node);
      gone.delete(name);
      this.#update(node, item, index);
      return node;
    });
    for (const [name, node] of gone) {
      this.#nodes.delete(name);
      node.remove();
    }
    let place = this.#parent.firstElementChild;
    for (const node of shown) {
      if (node === place) place = place.nextElementSibling;
      else this.#parent.insertBefore(node, place);
    }
  }

  /** Forgets all nodes, so that they are made anew. */
  clear(): void {
    for (const node of this.#nodes.values()) node.remove();
    this.#nodes.clear();
  }
}
