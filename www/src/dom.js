// Makes DOM nodes from data. Text goes in as text only; there is no way in for markup.

/** A node: `h("button", { class: "quiet", onclick }, "Reload")`. `false`, `null` and `undefined` leave an attribute out. */
export function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in PROPERTIES) node[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** What must be set as a property to count. */
const PROPERTIES = { value: 1, checked: 1, disabled: 1, hidden: 1, textContent: 1, open: 1 };

/** The first node under `root` that fits; throws where the page lacks it, so that no listener is lost in silence. */
export function find(selector, root = document) {
  const node = root.querySelector(selector);
  if (node === null) throw new Error(`the page has no ${selector}`);
  return node;
}

/** Makes `nodes` the children of `parent` and moves only what is out of place: focus and scrolling stay. */
export function arrange(parent, nodes) {
  for (const child of [...parent.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
}

/** Text with `code` set off. */
export function prose(text) {
  return text.split(/(`[^`\n]+`)/u).map((part) => (/^`[^`\n]+`$/u.test(part) ? h("code", {}, part.slice(1, -1)) : part));
}
