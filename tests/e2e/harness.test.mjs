// The harness itself, and the least of the package in a real browser: it loads and plans under a strict policy.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { openBrowser } from "./browser.mjs";
import { packageFolder } from "./package.mjs";
import { STRICT_CSP, serve } from "./serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "plangate-site-"));
let browser;
let site;

before(async () => {
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><html lang=en><title>Site</title><main><h1>Site</h1></main>");
  writeFileSync(join(folder, "bad.html"), "<!doctype html><html lang=en><title>Bad</title><main><h1>Bad</h1><img src=x></main>");
  site = await serve({ "/": folder, "/plangate/": packageFolder }, { headers: { "content-security-policy": STRICT_CSP } });
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await site?.close();
  rmSync(folder, { recursive: true });
});

test("the server gives what is inside its folders, and nothing else", async () => {
  const type = async (path) => {
    const answer = await fetch(site.url + path);
    return answer.status === 200 ? answer.headers.get("content-type") : answer.status;
  };
  assert.equal(await type(""), "text/html; charset=utf-8");
  assert.equal(await type("plangate/dist/plangate.wasm"), "application/wasm");
  assert.equal(await type("plangate/dist/index.js"), "text/javascript; charset=utf-8");
  for (const path of ["none", "deep", "..%2f..%2fetc/passwd", "plangate/..%2f..%2fpackage.json", "%00", "%zz"]) {
    assert.equal(await type(path), 404, path);
  }
});

test("axe finds a fault where there is one", async () => {
  await browser.open(`${site.url}bad.html`);
  assert.match((await browser.axe()).join("\n"), /image-alt/);
  await browser.open(site.url);
  assert.deepEqual(await browser.axe(), []);
});

test("the package loads and plans under a strict policy", async () => {
  await browser.open(site.url);
  const snapshot = await browser.run(async () => {
    const { createPlanGate } = await import("/plangate/dist/index.js");
    const answer = '```plan\n{"title":"T","aim":"A","steps":[{"action":"a","expected":"b"}]}\n```';
    const gate = await createPlanGate({ sessionId: "e2e", storage: "memory", host: { callModel: async () => answer } });
    await gate.send({ text: "Rename the button", plan: true });
    await gate.settled();
    return { mode: gate.getSnapshot().mode, title: gate.getSnapshot().plan.title };
  });
  assert.deepEqual(snapshot, { mode: "awaiting-approval", title: "T" });
});
