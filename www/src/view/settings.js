// The settings dialog: reads the form, says what it takes to reach an address, hands the choice over. Keeps no key.
import { find } from "../dom.js";
import { addressFor, addressesOf, isAllowed, originOf, saveSettings } from "../settings.js";

export class SettingsView {
  #dialog;
  #page;

  constructor(dialog, page) {
    this.#dialog = dialog;
    this.#page = page;
    const form = find("form", dialog);
    form.addEventListener("input", () => this.#draw());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#apply();
    });
    find("#settings-close", dialog).addEventListener("click", () => dialog.close());
  }

  open() {
    const { settings, secret } = this.#page;
    const form = find("form", this.#dialog);
    for (const name of ["model", "tools"]) for (const radio of form.elements[name]) radio.checked = radio.value === settings[name];
    for (const name of ["endpoint", "modelName", "mcpUrl", "trigger", "approval"]) form.elements[name].value = settings[name];
    form.elements.key.value = secret.key;
    this.#draw();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #read() {
    const { elements } = find("form", this.#dialog);
    const text = (name) => elements[name].value.trim();
    return { model: text("model"), endpoint: text("endpoint"), modelName: text("modelName"), tools: text("tools"), mcpUrl: text("mcpUrl"), trigger: text("trigger"), approval: text("approval") };
  }

  /** Addresses of the form that this page may not talk to yet. */
  #missing(read) {
    const needed = [...(read.model === "endpoint" ? [read.endpoint] : []), ...(read.tools === "mcp" ? addressesOf(read.mcpUrl) : [])];
    return needed.filter((address) => originOf(address) !== null && !isAllowed(address));
  }

  #draw() {
    const read = this.#read();
    const { texts } = this.#page;
    find("#endpoint-fields", this.#dialog).hidden = read.model !== "endpoint";
    find("#mcp-fields", this.#dialog).hidden = read.tools !== "mcp";
    const missing = this.#missing(read).length > 0;
    find("#allow-hint", this.#dialog).hidden = !missing;
    find("#settings-apply", this.#dialog).textContent = missing ? texts.allow : texts.apply;
    find("form", this.#dialog).elements.key.disabled = missing;
  }

  #apply() {
    const read = this.#read();
    const missing = this.#missing(read);
    const key = find("form", this.#dialog).elements.key.value;
    const { settings } = this.#page;
    if (missing.length > 0) {
      saveSettings({ ...settings, ...read });
      location.assign(`${addressFor(missing)}#settings`);
      return;
    }
    this.#dialog.close();
    this.#page.applySettings(read, key);
  }
}
