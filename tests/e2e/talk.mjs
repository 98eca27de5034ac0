// The page of the elements, talked to: one page for all tests of a file, a new session each, and words typed into its composer as
// a person types them. Knows how that page keeps its books; knows nothing of what words mean.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { Key, openBrowser } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { PLAN } from "./scenes.mjs";
import { STRICT_CSP, serve } from "./serve.mjs";

const bare = (tag) => tag.replace("plangate-", "");

/** The page of the elements for the tests of one file, in a browser of its own or in that of a stage. */
export function talk(stage) {
  const it = new Talk();
  it.stage = stage;
  before(() => it.begin());
  after(() => it.end());
  return it;
}

function readingOf({ result, error }, text) {
  assert.equal(error, undefined, text);
  assert.equal(result.route, "reply", text);
  return result.reply;
}

class Talk {
  async begin() {
    const folders = { "/": fileURLToPath(new URL("site", import.meta.url)), "/plangate/": packageFolder };
    this.site = await serve(folders, { headers: { "content-security-policy": STRICT_CSP } });
    this.browser = this.stage?.browser ?? (await openBrowser());
    await this.browser.size(1280, 800);
    await this.browser.open(`${this.site.url}elements/`);
    await this.browser.until(() => "ready" in document.documentElement.dataset);
    this.composer = await this.browser.find("#text");
  }

  async end() {
    if (this.stage === undefined) await this.browser?.close();
    await this.site?.close();
  }

  /** A new session of a chat in `locale`, kept where a page keeps it. */
  open(script, { locale = "en", ...options } = {}) {
    return this.browser.run(
      async (script, options) => {
        localStorage.clear();
        document.documentElement.lang = options.locale;
        await window.page.open(script, options);
      },
      script,
      { storage: "local", trigger: "first-message", locale, ...options },
    );
  }

  /** A session whose plan waits: the request typed, the plan drawn up. */
  async planned({ request = "Raise it", plan = PLAN, rest = [], ...options } = {}) {
    await this.open([{ plan }, ...rest], options);
    await this.say(request);
    assert.deepEqual(await this.place(), { mode: "awaiting-approval", status: "pending", version: 1, approval: null, execution: null });
  }

  /** Types and sends; the number under which the page keeps what becomes of it. */
  async type(text) {
    await this.#keys(text);
    return this.run(() => window.page.sent.length - 1);
  }

  /** Types and sends; `{ result }` or `{ error }` of it, once nothing is on its way any more. */
  async say(text) {
    await this.#keys(text);
    return (await this.#taken(-1)).taken;
  }

  /** How the words typed under this number were taken. */
  async answerTo(index) {
    return (await this.#taken(index)).taken;
  }

  /** How a reply was read: `{ intent, hold, reasonCode, judged }`. */
  async reply(text) {
    return readingOf(await this.say(text), text);
  }

  /** Says `text`, which must be unclear and must leave everything as it was (as `before`, where that is known); gives how it was read. */
  async unclear(text, before) {
    before ??= await this.permissions();
    await this.#keys(text);
    const { taken, permissions, shown } = await this.#taken(-1);
    const reply = readingOf(taken, text);
    assert.equal(reply.intent, "unknown", text);
    assert.deepEqual(permissions, before, text);
    assert.deepEqual(shown.map(bare), ["plan", "approval"], text);
    return reply;
  }

  /** Nothing that could allow, run or wait for anything has changed, as shown and as stored; the cards stand. */
  async unmoved(before, what, shows = ["plan", "approval"]) {
    const now = await this.run(() => ({ permissions: window.page.permissions(), shown: window.page.shown() }));
    assert.deepEqual(now.permissions, before, what);
    assert.deepEqual(now.shown.map(bare), shows, what);
  }

  /** A line ends as it does by hand, with Shift and Enter; the last one is sent with Enter. */
  #keys(text) {
    return this.composer.sendKeys(text.split("\n").join(Key.chord(Key.SHIFT, Key.ENTER)), Key.ENTER);
  }

  #taken(index) {
    return this.run(async (index) => {
      const taken = await window.page.sent.at(index).taken;
      await window.page.gate.settled();
      return { taken, permissions: window.page.permissions(), shown: window.page.shown() };
    }, index);
  }

  permissions() {
    return this.run(() => window.page.permissions());
  }

  snapshot() {
    return this.run(() => window.page.gate.getSnapshot());
  }

  /** Where the session stands, in a few words. */
  async place() {
    const { mode, plan, approval, execution } = await this.snapshot();
    return { mode, status: plan?.status ?? null, version: plan?.ref.version ?? null, approval, execution: execution?.state ?? null };
  }

  /** The elements that are shown. */
  async shown() {
    return (await this.run(() => window.page.shown())).map(bare);
  }

  /** The kinds of the turns that the model was given. */
  turns() {
    return this.run(() => window.page.turns.map(({ kind }) => kind));
  }

  /** What the page has written down under this name. */
  kept(name) {
    return this.run((name) => window.page[name], name);
  }

  text(css) {
    return this.browser.run((css) => document.querySelector(css)?.innerText ?? null, css);
  }

  async press(element, name) {
    const css = `plangate-${element} [data-part="${name}"]`;
    await this.browser.run((css) => document.querySelector(css).scrollIntoView({ block: "center" }), css);
    await (await this.browser.find(css)).click();
  }

  /** Waits until nothing is on its way. */
  settled() {
    return this.browser.run(() => window.page.gate.settled().then(() => undefined));
  }

  /** As the browser's own `run`, but for values that are no plain data to the driver. */
  async run(fn, ...args) {
    const text = await this.browser.run(`async (...args) => JSON.stringify((await (${fn})(...args)) ?? null)`, ...args);
    return JSON.parse(text);
  }
}
