// The page with the elements alone, under the strict policy, and a browser before it. Knows no element in particular.
import { fileURLToPath } from "node:url";

import { openBrowser } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { STRICT_CSP, serve } from "./serve.mjs";

/** Gives `{ browser, site, fresh, close }`: `fresh()` loads the page anew and empties the console, `site.requests` is what was asked for. */
export async function openShowroom() {
  const folders = { "/": fileURLToPath(new URL("site", import.meta.url)), "/plangate/": packageFolder };
  const site = await serve(folders, { headers: { "content-security-policy": STRICT_CSP } });
  const browser = await openBrowser();
  const fresh = async () => {
    await browser.open(`${site.url}elements/`);
    await browser.until(() => "ready" in document.documentElement.dataset);
    await browser.console();
  };
  const close = async () => {
    await browser.close();
    await site.close();
  };
  return { browser, site, fresh, close };
}
