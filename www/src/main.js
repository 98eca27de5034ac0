// The page: puts folder, tools, gate and views together, and hands what a person does to the gate. Decides nothing itself.
import { defineElements } from "plangate/elements";
import { connectFolder } from "./connect.js";
import { find, h } from "./dom.js";
import { Folder } from "./folder.js";
import { openChat } from "./host.js";
import { addressesOf, isAllowed, loadSettings, newSession, originOf, saveSettings, sessionId, LOCALES } from "./settings.js";
import { NAMES, fill, loadTexts, textsOf, timeOf } from "./text/index.js";
import { CallLog } from "./toolbox.js";
import { ChatView } from "./view/chat.js";
import { ChangesView, FilesView } from "./view/files.js";

/** Elements of the package that stand in the page for good; cards come with their messages. */
const FIXED = ["status", "suggestion", "approval", "steps", "refusals", "progress", "recovery", "graph", "faults"].map((name) => `plangate-${name}`);
const PACE_MS = 220;
/** Troubles of servers. */
const UNREACHED = ["mcp", "blocked", "names"];

const query = new URLSearchParams(location.search);
// How slow the offline model and a switch of tools are, so that both can be watched.
const pace = query.has("pace") ? Number(query.get("pace")) || 0 : PACE_MS;
const lag = Number(query.get("lag")) || 0;

class Page {
  secret = { key: "" };
  folder = new Folder();
  log = new CallLog();
  gate = null;
  source = null;
  #editing = null;
  #trouble = null;
  #scheduled = false;
  #followed = true;
  #scrolled = 0;

  constructor(settings) {
    this.settings = settings;
    this.chat = new ChatView(find("#messages"), this);
    this.files = new FilesView(find("#files"), this);
    this.changes = new ChangesView(find("#changes"), this);
    // Both are hidden at first.
    this.machinery = later(async () => new (await import("./view/hidden.js")).MachineryView(find("#machinery"), this));
    this.dialog = later(async () => new (await import("./view/hidden.js")).SettingsView(find("#settings"), this));
    this.#wire();
    this.#speak();
    this.folder.addEventListener("change", () => this.#draw());
    this.log.addEventListener("change", () => this.#draw());
  }

  get texts() {
    return textsOf(this.settings.locale);
  }

  get locale() {
    return this.settings.locale;
  }

  /** Gives an element of the package what it needs. */
  dress(element) {
    element.locale = this.locale;
    element.gate = this.gate;
  }

  // --- opening

  async open(session = sessionId()) {
    this.#note(null);
    find("#conversation").setAttribute("aria-busy", "true");
    try {
      await this.gate?.dispose();
      this.gate = null;
      this.source = await this.#connect();
      this.gate = await openChat({
        session,
        settings: this.settings,
        secret: this.secret,
        source: this.source,
        folder: this.folder,
        log: this.log,
        trouble: (error) => this.#note(error),
        pace,
        lag,
        wasm: find("link[data-wasm]").href,
      });
    } catch (error) {
      this.#alert(fill(this.texts.failedOpening, error.message), () => this.open(session));
      return;
    } finally {
      find("#conversation").removeAttribute("aria-busy");
    }
    this.chat.reset();
    for (const name of FIXED) this.dress(find(name));
    this.gate.subscribe(() => this.#draw());
    this.#draw();
    if (this.settings.model === "endpoint" && this.secret.key === "" && this.settings.keyed === "yes") this.#alert(this.texts.trouble.nokey);
  }

  /** Tools by address, or those of the page where the address can not be reached: the chat stays usable. */
  async #connect() {
    const { tools, mcpUrl } = this.settings;
    const addresses = addressesOf(mcpUrl);
    if (tools !== "mcp" || addresses.length === 0) return connectFolder(this.folder);
    try {
      const blocked = addresses.find((address) => !isAllowed(address));
      if (blocked !== undefined) throw Object.assign(new Error(blocked), { kind: "blocked", detail: originOf(blocked) ?? blocked });
      return await (await import("./servers.js")).connectAddresses(addresses);
    } catch (error) {
      queueMicrotask(() => this.#note(Object.assign(error, { kind: error.kind ?? "mcp", detail: error.detail ?? error.message })));
      return connectFolder(this.folder);
    }
  }

  async applySettings(read, key) {
    const again = ["model", "endpoint", "modelName", "tools", "mcpUrl", "trigger", "approval"].some((name) => this.settings[name] !== read[name]);
    const fresh = ["tools", "mcpUrl", "trigger", "approval"].some((name) => this.settings[name] !== read[name]);
    this.secret.key = key;
    this.settings = { ...this.settings, ...read, keyed: key === "" ? "no" : "yes" };
    saveSettings(this.settings);
    if (fresh) return this.newChat();
    if (again) return this.open();
    // A key says nothing about servers that can not be used.
    if (!UNREACHED.includes(this.#trouble?.kind)) this.#alert(null);
    return undefined;
  }

  openSettings() {
    return this.act(async () => (await this.dialog()).open());
  }

  async newChat() {
    this.folder.mark();
    this.log.clear();
    await this.open(newSession());
    find("#composer-text").focus();
  }

  // --- what a person does

  #wire() {
    const composer = find("#composer");
    const text = find("#composer-text");
    composer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(text.value);
    });
    text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        composer.requestSubmit();
      }
    });
    text.addEventListener("input", () => grow(text));
    find("#plan-first").addEventListener("click", () => this.send(text.value, true));
    find("#stop").addEventListener("click", () => this.#stop());
    find("#resume").addEventListener("click", () => this.act(() => this.gate.resume()));
    find("#new-chat").addEventListener("click", () => this.newChat());
    find("#reload").addEventListener("click", () => location.reload());
    find("#open-settings").addEventListener("click", () => this.openSettings());
    find("#restore").addEventListener("click", () => this.folder.restore());
    find("#note-close").addEventListener("click", () => this.#alert(null));
    find("#language").addEventListener("change", (event) => this.#setLocale(event.target.value));
    find("#theme").addEventListener("click", () => this.#turnTheme());
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.#choose(tab));
      tab.addEventListener("keydown", (event) => this.#moveTab(event, tab));
    }
    for (const button of document.querySelectorAll("[data-show]")) button.addEventListener("click", () => this.#showPane(button.dataset.show));
    const scroller = find("#scroller");
    scroller.addEventListener("scroll", () => {
      // What grows does not move; only a person scrolls back.
      if (scroller.scrollTop < this.#scrolled - 2) this.#followed = false;
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40) this.#followed = true;
      this.#scrolled = scroller.scrollTop;
    });
    new ResizeObserver(() => this.#follow()).observe(find("#flow"));
  }

  async send(words, plan = false) {
    const text = words.trim();
    if (text === "" || this.gate === null) return;
    const field = find("#composer-text");
    this.#followed = true;
    const sent = await this.act(async () => {
      if (this.#editing !== null) return this.gate.editAndResend(this.#editing, text);
      return this.gate.send({ text, ...(plan && { plan }) });
    });
    if (!sent) return;
    this.#editing = null;
    field.value = "";
    grow(field);
    this.#draw();
  }

  editMessage(message) {
    this.#editing = message.id;
    const field = find("#composer-text");
    field.value = message.content;
    field.disabled = false;
    grow(field);
    field.focus();
    this.#draw();
  }

  /** Ends an edit, or whatever the gate has going on. */
  async #stop() {
    if (this.#editing === null) return this.act(() => this.gate.cancel());
    this.#editing = null;
    find("#composer-text").value = "";
    this.#draw();
    return true;
  }

  /** Does something with the gate; what it refuses is said, not thrown. */
  async act(work) {
    try {
      await work();
      return true;
    } catch (error) {
      this.#alert(this.texts.refusedMessage[error.code] ?? error.message);
      return false;
    }
  }

  // --- drawing

  /** Draws once a frame, however much has changed. */
  #draw() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      this.#drawNow();
    }, 16);
  }

  #drawNow() {
    if (this.gate === null) return;
    const { texts } = this;
    const shot = this.gate.getSnapshot();
    this.chat.show(shot, this.log.entries);
    find("#hello").hidden = shot.messages.length > 0;
    const editing = this.#editing !== null;
    const { locked, reason } = shot.composer;
    const working = shot.turn !== null || shot.status === "switching" || shot.status === "stepping";
    const isWork = shot.execution?.state === "running" || shot.execution?.state === "paused";
    const field = find("#composer-text");
    field.disabled = locked && !editing && !isWork;
    const locks = { ERR_PLAN_PENDING: texts.lockedQuestions, switching: texts.lockedSwitching };
    const open = shot.mode === "awaiting-approval" ? texts.reply : texts.placeholder;
    const hint = !locked || editing ? open : (locks[reason] ?? texts.lockedTurn);
    field.placeholder = hint;
    find("#send").disabled = field.disabled;
    find("#send").textContent = editing ? texts.save : texts.send;
    find("#plan-first").hidden = shot.mode !== "normal" || working || editing;
    // A question card has its own way out.
    const waits = (shot.mode !== "normal" && shot.state !== "questions") || shot.suggestion !== null;
    find("#stop").hidden = !working && !editing && !waits;
    find("#stop").textContent = editing ? texts.cancel : waits ? texts.cancelPlan : texts.stop;
    find("#resume").hidden = shot.execution?.state !== "interrupted" || shot.mode !== "normal" || working;
    this.files.show(this.folder, this.source.inPage);
    const changes = this.changes.show(this.folder, this.source.inPage);
    find("#changes-count").textContent = changes > 0 ? String(changes) : "";
    const { done, total } = shot.progress;
    find("#tasks-count").textContent = total > 0 ? `${done}/${total}` : "";
    find("#tasks-empty").hidden = shot.tasks.length > 0;
    if (!find("#machinery").hidden) void this.machinery().then((view) => view.show(this.gate, this.source, this.log.entries), () => undefined);
    document.body.dataset.mode = shot.mode;
    this.#follow();
  }

  /** Keeps the newest in sight: the end, or the head of a card that is higher than the view. */
  #follow() {
    if (!this.#followed) return;
    const scroller = find("#scroller");
    const last = find("#messages").lastElementChild;
    const asks = this.gate !== null && this.gate.getSnapshot().stepRequests.length > 0;
    const head = last?.classList.contains("card") && !asks ? last.offsetTop - 12 : Infinity;
    scroller.scrollTop = Math.min(head, scroller.scrollHeight);
    this.#scrolled = scroller.scrollTop;
  }

  /** Says what went wrong with a model or a server, in words; `null` takes it back. */
  #note(error) {
    this.#trouble = error;
    if (error === null) return this.#alert(null);
    const { trouble } = this.texts;
    return this.#alert(fill(trouble[error.kind] ?? trouble.other, error.detail ?? error.message));
  }

  #alert(text, retry) {
    const note = find("#note");
    find("#note-text").textContent = text ?? "";
    note.hidden = text === null;
    const again = find("#note-retry");
    again.hidden = retry === undefined;
    again.onclick = retry ?? null;
  }

  // --- language, colours, panes

  async #setLocale(locale) {
    await loadTexts(locale);
    this.settings.locale = locale;
    saveSettings(this.settings);
    this.#speak();
    this.chat.reset();
    for (const name of FIXED) this.dress(find(name));
    if (this.#trouble !== null) this.#note(this.#trouble);
    this.#draw();
  }

  #speak() {
    const { texts, locale } = this;
    document.documentElement.lang = locale;
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts[node.dataset.text] ?? "";
    for (const node of document.querySelectorAll("[data-label]")) {
      node.setAttribute("aria-label", texts[node.dataset.label]);
      if (node.matches("button, select")) node.title = texts[node.dataset.label];
    }
    for (const node of document.querySelectorAll("[data-option]")) {
      const [group, name] = node.dataset.option.split(".");
      node.textContent = texts[group][name];
    }
    const select = find("#language");
    select.replaceChildren(...LOCALES.map((one) => h("option", { value: one, selected: one === locale }, NAMES[one])));
    find("#ideas").replaceChildren(...texts.ideas.map((idea) => h("li", {}, h("button", { type: "button", onclick: () => this.send(idea) }, idea))));
    this.#paint();
  }

  #turnTheme() {
    const dark = document.documentElement.dataset.theme === "dark" || (this.settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    this.settings.theme = dark ? "light" : "dark";
    saveSettings(this.settings);
    this.#paint();
  }

  #paint() {
    const { theme } = this.settings;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  #choose(tab) {
    for (const one of document.querySelectorAll("[role=tab]")) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      find(`#${one.getAttribute("aria-controls")}`).hidden = !chosen;
    }
    this.#drawNow();
  }

  #moveTab(event, tab) {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(tab) + step) % tabs.length);
    this.#choose(next);
    next.focus();
  }

  #showPane(name) {
    document.body.dataset.pane = name;
    for (const button of document.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === name));
  }
}

/** Makes something when it is asked for first; what fails is tried again. */
function later(make) {
  let made;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The field is as high as its text, up to a limit that the style sheet sets. */
function grow(field) {
  field.rows = Math.min(8, Math.max(1, field.value.split("\n").length));
}

defineElements();
const settings = loadSettings();
await loadTexts(settings.locale);
const page = new Page(settings);
// For people who open the console, and for tests: the gate of this page.
Object.defineProperty(globalThis, "plangateDemo", { get: () => ({ gate: page.gate, page }) });
await page.open();
// The first time that an engine writes out takes it as long as a few frames: here nobody waits for it.
(globalThis.requestIdleCallback ?? setTimeout)(() => timeOf(page.locale, new Date().toISOString()));
if (location.hash === "#settings") {
  history.replaceState(null, "", location.pathname + location.search);
  await page.openSettings();
}
