// The demo page on a stage: served as `cargo xtask demo` serves it, and driven as a person drives it. Knows the page's own parts
// and those of the elements; knows nothing of what a story is about.
import assert from "node:assert/strict";
import { after, before } from "node:test";

import { servePage } from "../../www/serve.mjs";
import { By, Key, openBrowser } from "./browser.mjs";

export { Key };

/** The bundled page. */
export const PAGE = process.env.PLANGATE_PAGE ?? new URL("../../target/plangate/page", import.meta.url).pathname;

/** A browser and a server for the tests of one file. */
export function stage() {
  const it = { browser: undefined, url: "", close: undefined };
  before(async () => {
    const { url, close } = await servePage(PAGE);
    Object.assign(it, { url, close, browser: await openBrowser() });
    await it.browser.size(1280, 800);
  });
  after(async () => {
    await it.browser?.close();
    await it.close?.();
  });
  it.open = (options) => openPage(it, options);
  it.openWith = (model, options) => openPageWith(it, model, options);
  /** The page that the browser shows already. */
  it.attach = () => new Page(it.browser);
  return it;
}

/** A fresh page: nothing stored, these settings, this query. */
async function openPage({ browser, url }, { settings = {}, query = "pace=0", hash = "" } = {}) {
  await browser.open(`${url}icon.svg`);
  await browser.run((settings) => {
    localStorage.clear();
    localStorage.setItem("plangate-demo:settings", JSON.stringify({ locale: "en", theme: "light", ...settings }));
  }, settings);
  await browser.open(`${url}?${query}${hash}`);
  const page = new Page(browser);
  await page.ready();
  await browser.console();
  return page;
}

/** A fresh page with a model of one's own, and with the MCP servers at `mcp`, one or several; the key typed in as a person types it. */
async function openPageWith(it, model, { mcp = [], settings, key = "right" } = {}) {
  const servers = [mcp].flat();
  const query = ["pace=0", ...[model.url, ...servers].map((url) => `connect=${url}`)].join("&");
  const page = await it.open({
    query,
    hash: "#settings",
    settings: { model: "endpoint", endpoint: `${model.url}/v1`, modelName: "local-1", ...(servers.length > 0 && { tools: "mcp", mcpUrl: servers.map((url) => `${url}/mcp`).join("\n") }), ...settings },
  });
  await page.enterKey(key);
  return page;
}

class Page {
  constructor(browser) {
    this.browser = browser;
  }

  ready() {
    return this.browser.until(() => globalThis.plangateDemo?.gate);
  }

  async reload() {
    await this.browser.driver.navigate().refresh();
    await this.ready();
  }

  /** Types the key into the settings, which are opened where they are not yet. A page that is loaded anew has forgotten it. */
  async enterKey(key = "right") {
    if (!(await this.browser.run(() => document.querySelector("#settings").open))) await this.click("#open-settings");
    await this.click('#settings input[name="key"]');
    await (await this.browser.find('#settings input[name="key"]')).sendKeys(key);
    await this.click("#settings-apply");
  }

  /** Waits until nothing is on its way, and gives the snapshot as it is then. */
  async settled() {
    return JSON.parse(await this.browser.run(async () => {
      const shot = await globalThis.plangateDemo.gate.settled();
      // The page draws once a frame.
      await new Promise((done) => setTimeout(done, 60));
      return JSON.stringify(shot);
    }));
  }

  async snapshot() {
    return JSON.parse(await this.browser.run(() => JSON.stringify(globalThis.plangateDemo.gate.getSnapshot())));
  }

  /** The turns that this page's model was given. */
  async turns() {
    return JSON.parse(await this.browser.run(() => JSON.stringify(globalThis.plangateDemo.page.log.turns)));
  }

  /** The calls that this page's models made. */
  async calls() {
    return JSON.parse(await this.browser.run(() => JSON.stringify(globalThis.plangateDemo.page.log.entries)));
  }

  file(path) {
    return this.browser.run((path) => globalThis.plangateDemo.page.folder.read(path), path);
  }

  changed() {
    return this.browser.run(() => globalThis.plangateDemo.page.folder.changed);
  }

  /** Types into the composer and sends it with Enter. */
  async say(text) {
    const field = await this.browser.find("#composer-text");
    await this.browser.until(() => !document.querySelector("#composer-text").disabled);
    await field.sendKeys(text, Key.ENTER);
    await this.browser.until(() => document.querySelector("#composer-text").value === "");
  }

  /** Clicks what a person can see and click. */
  async click(css) {
    await this.browser.until((css) => {
      const node = document.querySelector(css);
      if (node === null || node.disabled || node.closest("[hidden]") !== null) return false;
      node.scrollIntoView({ block: "center" });
      return true;
    }, css);
    await (await this.browser.find(css)).click();
  }

  /** Moves the focus by Tab alone until it is on `css`. */
  async tabTo(css, limit = 120) {
    for (let count = 0; count < limit; count += 1) {
      if (await this.browser.run((css) => document.activeElement?.matches(css) ?? false, css)) return;
      await this.browser.press(Key.TAB);
    }
    throw new Error(`no way to ${css} by Tab; the focus is on ${await this.browser.run(() => document.activeElement?.outerHTML.slice(0, 200))}`);
  }

  text(css) {
    return this.browser.run((css) => document.querySelector(css)?.innerText ?? "", css);
  }

  isShown(css) {
    return this.browser.run((css) => {
      const node = document.querySelector(css);
      return node !== null && node.checkVisibility() && node.getBoundingClientRect().height > 0;
    }, css);
  }

  /** Nothing for axe to say, nothing beside the page, nothing in the console. */
  async assertFine(what) {
    assert.deepEqual(await this.browser.axe(), [], `${what}: accessibility`);
    assert.equal(await this.browser.run(() => document.documentElement.scrollWidth - innerWidth), 0, `${what}: width`);
    assert.deepEqual((await this.browser.console()).filter((line) => /SEVERE|WARNING/u.test(line)), [], `${what}: console`);
  }
}

/** The newest card, by the element it is made of. */
export const newest = (name) => `#messages > li:nth-last-child(1 of :has(${name})) ${name}`;
export const part = (element, name) => `${element} [data-part="${name}"]`;
export { By };
