// Real browsers for tests: opens one by name, with a profile of its own, and gives back a small hand on it. Knows how each
// engine is started; knows nothing of plangate or of any page.
//
// `PLANGATE_BROWSER` names the engine: chromium (the default), firefox, webkit. Programs are found where Debian puts them;
// `PLANGATE_CHROMIUM`, `PLANGATE_CHROMEDRIVER`, `PLANGATE_FIREFOX`, `PLANGATE_GECKODRIVER`, `PLANGATE_WEBKIT` and
// `PLANGATE_WEBKITDRIVER` name others.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { Builder, By, Key, logging } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";
import firefox from "selenium-webdriver/firefox.js";

export { By, Key };

/** What every Chromium of a test is started with: no sandbox (tests run as root), and nothing that talks to the outside. */
const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
const WAIT_MS = 15_000;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The engine that `PLANGATE_BROWSER` asks for. */
export const engine = process.env.PLANGATE_BROWSER ?? "chromium";

/** Opens a browser. Close it in an `after`: `await browser.close()`. */
export async function openBrowser(name = engine) {
  const start = ENGINES[name];
  if (start === undefined) throw new Error(`unknown browser \`${name}\`: ${Object.keys(ENGINES).join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), "plangate-browser-"));
  const { driver, stop } = await start(folder);
  return new Browser(name, driver, async () => {
    await driver.quit().catch(() => undefined);
    await stop?.();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
}

class Browser {
  constructor(name, driver, close) {
    this.name = name;
    /** The WebDriver of selenium, for all that is not here. */
    this.driver = driver;
    this.close = close;
  }

  open(url) {
    return this.driver.get(url);
  }

  /** Runs a function (or its text) in the page. It must not close over anything; a promise is waited for. */
  async run(fn, ...args) {
    const script =
      "const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);" +
      `Promise.resolve().then(() => (${fn}).apply(null, args))` +
      ".then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error?.stack ?? error) }));";
    const { value, error } = await this.driver.executeAsyncScript(script, ...args);
    if (error !== undefined) throw new Error(`in the page: ${error}`);
    return value;
  }

  /** Waits until `fn` is truthy in the page, and gives that value. */
  async until(fn, ...args) {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const value = await this.run(fn, ...args);
      if (value) return value;
      if (Date.now() > end) throw new Error(`not so after ${WAIT_MS} ms: ${fn}\n${await this.#text()}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  #text() {
    return this.run(() => document.body.innerText.slice(0, 2000)).catch(() => "");
  }

  find(css) {
    return this.driver.findElement(By.css(css));
  }

  /** Keys to whatever has the focus, as a person at a keyboard gives them: texts, `Key.TAB`, `Key.chord(…)`. */
  async press(...keys) {
    for (const key of keys) await this.driver.switchTo().activeElement().sendKeys(key);
  }

  /** A viewport of this size. Chromium takes it exactly; others size their window. */
  async size(width, height) {
    if (this.name === "chromium") {
      await this.driver.sendDevToolsCommand("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    } else {
      await this.driver.manage().window().setRect({ width, height });
    }
  }

  /** Media features as the system would have them: `{ "prefers-color-scheme": "dark" }`. Chromium only; says whether it did. */
  async media(features) {
    if (this.name !== "chromium") return false;
    const list = Object.entries(features).map(([name, value]) => ({ name, value }));
    await this.driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: list });
    return true;
  }

  /** What axe has to say about `css` (the whole page if left out), one line a fault; `[]` is what a test wants. */
  async axe(css = "html", options = {}) {
    // A page with Trusted Types takes no script as text: it is put in by the driver, which stands outside of the page's policy.
    await this.driver.executeScript(`if (!window.axe) { ${readFileSync(AXE, "utf8")} }`);
    const { violations } = await this.run((css, options) => window.axe.run(css, options), css, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary.replace(/\s+/g, " ")}`),
    );
  }

  /** What the console said since the last call. Chromium only. */
  async console() {
    if (this.name !== "chromium") return [];
    const entries = await this.driver.manage().logs().get(logging.Type.BROWSER);
    return entries.map(({ level, message }) => `${level.name}: ${message}`);
  }

  /** A picture of the whole page into `file`. */
  async shot(file) {
    let picture;
    if (this.name === "chromium") {
      const answer = await this.driver.sendAndGetDevToolsCommand("Page.captureScreenshot", { captureBeyondViewport: true });
      picture = answer.data;
    } else {
      picture = await this.driver.takeScreenshot();
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture, "base64");
  }
}

const ENGINES = {
  async chromium(folder) {
    const options = new chrome.Options();
    options.setChromeBinaryPath(program("PLANGATE_CHROMIUM", "chromium", "chromium-browser", "google-chrome"));
    options.addArguments(...CHROMIUM_FLAGS, `--user-data-dir=${folder}`);
    const preferences = new logging.Preferences();
    preferences.setLevel(logging.Type.BROWSER, logging.Level.ALL);
    options.setLoggingPrefs(preferences);
    const service = new chrome.ServiceBuilder(program("PLANGATE_CHROMEDRIVER", "chromedriver"));
    return { driver: await new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(service).build() };
  },

  async firefox() {
    const options = new firefox.Options();
    options.setBinary(program("PLANGATE_FIREFOX", "firefox-esr", "firefox"));
    options.addArguments("-headless");
    const service = new firefox.ServiceBuilder(program("PLANGATE_GECKODRIVER", "geckodriver"));
    return { driver: await new Builder().forBrowser("firefox").setFirefoxOptions(options).setFirefoxService(service).build() };
  },

  /** WebKitGTK, Safari's engine. It needs a display: `xvfb-run` gives one where there is none. */
  async webkit() {
    const port = await freePort();
    const words = [program("PLANGATE_WEBKITDRIVER", "WebKitWebDriver"), `--port=${port}`];
    if (process.env.DISPLAY === undefined) words.unshift(program("PLANGATE_XVFB", "xvfb-run"), "-a");
    const child = spawn(words[0], words.slice(1), { stdio: "ignore", detached: true });
    const stop = async () => {
      try {
        process.kill(-child.pid, "SIGTERM");
      } catch {
        // It is gone already.
      }
    };
    const browser = program("PLANGATE_WEBKIT", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser");
    const capabilities = {
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    };
    try {
      await answers(`http://127.0.0.1:${port}/status`);
      const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities);
      return { driver: await builder.build(), stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

/** The first of `names` that is there; a variable of the environment comes before all. */
function program(variable, ...names) {
  const given = process.env[variable];
  if (given !== undefined) return given;
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  for (const name of names) {
    const paths = name.startsWith("/") ? [name] : folders.map((folder) => join(folder, name));
    const found = paths.find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  throw new Error(`there is no ${names.join(" or ")} here: install it, or name it by ${variable}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
