// The folder: tree, viewer, and what has changed since the chat began. Draws what the folder holds.
import { arrange, find, h } from "../dom.js";
import { lineDiff } from "../diff.js";

const CONTEXT = 2;

export class FilesView {
  #root;
  #page;
  #chosen = "src/config.js";

  constructor(root, page) {
    this.#root = root;
    this.#page = page;
  }

  show(folder, inPage) {
    const { texts } = this.#page;
    const tree = find("#tree", this.#root);
    const viewer = find("#viewer", this.#root);
    const remote = find("#remote", this.#root);
    remote.hidden = inPage;
    remote.textContent = texts.remoteFiles;
    tree.hidden = viewer.hidden = !inPage;
    tree.setAttribute("aria-label", texts.tree);
    if (!inPage) return;
    const changed = new Set(folder.changed);
    const paths = [...new Set([...folder.paths, ...changed])].sort(byFolder);
    let head = "";
    const rows = [];
    for (const path of paths) {
      const parent = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
      if (parent !== head && parent !== "") rows.push(h("li", { class: "folder" }, `${parent}/`));
      head = parent;
      const mark = !changed.has(path) ? null : folder.before(path) === undefined ? texts.isNew : folder.read(path) === undefined ? texts.isGone : texts.isChanged;
      rows.push(
        h("li", { class: parent === "" ? "" : "inside" },
          h("button", { type: "button", "aria-current": path === this.#chosen ? "true" : false, "data-path": path, onclick: () => this.#choose(path, folder) },
            h("span", {}, path.split("/").at(-1)), mark && h("span", { class: "mark" }, mark))),
      );
    }
    const focused = document.activeElement?.dataset?.path;
    tree.replaceChildren(...rows);
    if (focused) tree.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus();
    this.#view(folder);
  }

  #choose(path, folder) {
    this.#chosen = path;
    this.show(folder, true);
  }

  #view(folder) {
    const { texts } = this.#page;
    const text = folder.read(this.#chosen);
    const name = find("#viewer-name", this.#root);
    name.textContent = this.#chosen;
    const body = find("#viewer-text", this.#root);
    const drawn = `${this.#chosen} ${text}`;
    if (body.dataset.drawn === drawn) return;
    body.dataset.drawn = drawn;
    body.replaceChildren(...(text === undefined ? [texts.noFile] : text.replace(/\n$/u, "").split("\n").map((line) => h("span", { class: "line" }, `${line}\n`))));
  }
}

/** Files of the root last, as most tools show them. */
function byFolder(a, b) {
  const [deepA, deepB] = [a.includes("/"), b.includes("/")];
  return deepA === deepB ? (a < b ? -1 : 1) : deepA ? -1 : 1;
}

export class ChangesView {
  #root;
  #page;

  constructor(root, page) {
    this.#root = root;
    this.#page = page;
  }

  show(folder, inPage) {
    const { texts } = this.#page;
    const changed = inPage ? folder.changed : [];
    const empty = h("p", { class: "empty" }, inPage ? texts.noChanges : texts.remoteFiles);
    const blocks = changed.map((path) => diffNode(path, folder.before(path) ?? "", folder.read(path) ?? ""));
    arrange(this.#root, blocks.length === 0 ? [empty] : blocks);
    return changed.length;
  }
}

function diffNode(path, before, after) {
  const lines = lineDiff(before, after);
  const near = (index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== "same");
  const rows = [];
  let gap = false;
  lines.forEach(({ kind, text }, index) => {
    if (!near(index)) {
      gap = true;
      return;
    }
    if (gap && rows.length > 0) rows.push(h("span", { class: "line gap" }, "⋯\n"));
    gap = false;
    rows.push(h("span", { class: `line ${kind}` }, `${kind === "new" ? "+" : kind === "gone" ? "−" : " "} ${text}\n`));
  });
  return h("section", { class: "diff" }, h("h2", {}, path), h("pre", { tabindex: "0", "aria-label": path }, ...rows));
}
