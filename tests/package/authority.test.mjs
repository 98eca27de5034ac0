// A server that trusts no page: what `gate.authority()` gives is taken apart, changed and replayed, and covers only what the
// person approved.
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { test } from "node:test";

import { PlanGateError, verifyAuthority } from "plangate";

import { Model, WRITE, UNDECLARED, READ, approve, openGate, planText, planned } from "./page.mjs";

const WORLD = { workspacePath: "/w", projectId: "project", workspaceHash: "h1" };
const KEY = "only the server has it";
const mac = (bytes) => createHmac("sha256", KEY).update(bytes).digest();
/** As a server checks it. */
const verify = (bytes, signature) => {
  const given = Buffer.from(signature, "hex");
  return given.length === 32 && timingSafeEqual(mac(bytes), given);
};
/** As a server signs it: JSON with the keys in alphabetical order, written down here anew. */
const sign = (receipt) => {
  const ordered = Object.fromEntries(Object.entries(receipt).sort(([a], [b]) => (a < b ? -1 : 1)));
  return mac(Buffer.from(JSON.stringify(ordered))).toString("hex");
};

/** What a page of good faith would send: a plan in force, its receipt and the server's signature. */
async function granted(fields) {
  const model = new Model();
  model.held = "execute";
  model.answers.plan = planText(fields);
  const { gate } = await openGate({ model });
  await planned(gate);
  await approve(gate);
  const turn = await model.turn("execute");
  const { plan, receipt } = structuredClone(gate.authority());
  turn.go();
  return { plan, receipt, signature: sign(receipt) };
}

const within = (authority) => ({ verify, now: Date.parse(authority.receipt.approvedAt) + 1000 });
const said = async (...args) => {
  const { decision, code } = await verifyAuthority(...args);
  return `${decision} ${code}`;
};
const code = (authority, call = WRITE, world = WORLD, options = within(authority)) => said(authority, call, world, options);

test("what the plan declares is covered; the rest asks, whatever the page was told", async () => {
  const authority = await granted();
  assert.equal(await code(authority), "allow ALLOW_IN_SCOPE");
  assert.equal(await code(authority, READ), "allow ALLOW_READ");
  assert.equal(await code(authority, UNDECLARED), "step_approval STEP_OUT_OF_SCOPE_PATH");
  assert.equal(await code(authority, { ...WRITE, args: { path: "../a.txt", content: "x" } }), "step_approval STEP_OUTSIDE_ROOT");
  assert.equal(await code(authority, { server: "other", tool: "x", args: {} }), "step_approval STEP_UNKNOWN_TOOL");
});

test("a plan that is changed in any field is not the one that was approved", async () => {
  const authority = await granted();
  const changes = [
    (plan) => plan.scope.paths.push("b.txt"),
    (plan) => plan.scope.tools.push("filesystem/edit_file"),
    (plan) => (plan.scope.commands = ["make"]),
    (plan) => (plan.title = "Another"),
    (plan) => (plan.steps[0].action = "Write b.txt"),
    (plan) => (plan.userText = "Do anything"),
    (plan) => (plan.ref.contentHash = "0".repeat(64)),
    (plan) => delete plan.scope,
    (plan) => delete plan.ref,
  ];
  for (const change of changes) {
    const forged = structuredClone(authority);
    change(forged.plan);
    for (const call of [WRITE, UNDECLARED]) assert.equal(await code(forged, call), "deny ERR_RECEIPT_HASH", String(change));
  }
  // A plan that is whole but another: its own hash fits it, the receipt does not.
  const other = await granted({ title: "Another", scope: { paths: ["b.txt"], tools: ["filesystem/write_file"], commands: [], network: [] } });
  const swapped = { ...authority, plan: other.plan };
  assert.match(await code(swapped, UNDECLARED), /^deny ERR_RECEIPT_(PLAN|HASH)$/);
});

test("a receipt that is changed, unsigned, late or for elsewhere covers nothing", async () => {
  const authority = await granted();
  const { receipt } = authority;
  for (const [key, value] of [["version", 2], ["contentHash", "1".repeat(64)], ["expiresAt", "9999-01-01T00:00:00.000Z"], ["projectId", "other"], ["source", "button2"], ["words", "yes"], ["extra", 1]]) {
    assert.equal(await code({ ...authority, receipt: { ...receipt, [key]: value } }), "deny ERR_RECEIPT_MISSING", key);
  }
  for (const signature of [null, undefined, 7, "", "00", "zz".repeat(32)]) assert.equal(await code({ ...authority, signature }), "deny ERR_RECEIPT_MISSING");
  const end = Date.parse(receipt.expiresAt);
  assert.equal(await code(authority, WRITE, WORLD, { verify, now: end - 1 }), "allow ALLOW_IN_SCOPE");
  for (const now of [end, end + 1, 1e15]) assert.equal(await code(authority, WRITE, WORLD, { verify, now }), "deny ERR_RECEIPT_EXPIRED");
  assert.equal(await code(authority, WRITE, { ...WORLD, projectId: "other" }), "deny ERR_RECEIPT_PROJECT");
  assert.equal(await code(authority, WRITE, { ...WORLD, workspaceHash: "h2" }), "deny ERR_RECEIPT_WORKSPACE");
  // Signed all the same, but with a stamp that is none.
  const odd = { ...receipt, expiresAt: "z" };
  assert.equal(await code({ ...authority, receipt: odd, signature: sign(odd) }), "deny ERR_RECEIPT_MISSING");
});

test("a check that throws, rejects, or answers with anything but true denies", async () => {
  const authority = await granted();
  const { now } = within(authority);
  const broken = [() => { throw new Error("no"); }, async () => { throw new Error("no"); }, () => 1, () => "true", async () => ({}), () => undefined];
  for (const verify of broken) assert.match(await code(authority, WRITE, WORLD, { verify, now }), /^deny /);
});

test("whatever is handed in, the answer is a denial or ERR_BAD_ARGS", async () => {
  const authority = await granted();
  const options = within(authority);
  const cyclic = {};
  cyclic.self = cyclic;
  const hostile = new Proxy({}, { get() { throw new Error("no"); }, ownKeys() { throw new Error("no"); } });
  for (const junk of [undefined, null, 7, "x", [], {}, cyclic, hostile, Symbol("s"), { plan: 1, receipt: 1, signature: "00" }]) {
    assert.match(await said(junk, WRITE, WORLD, options), /^deny /);
    assert.match(await said(authority, junk, WORLD, options), /^deny /);
    assert.match(await said(authority, WRITE, junk, options), /^deny /);
    await assert.rejects(verifyAuthority(authority, WRITE, WORLD, junk), (error) => error instanceof PlanGateError && error.code === "ERR_BAD_ARGS");
    if (junk !== undefined && junk !== null) assert.doesNotMatch(await code(authority, { server: "shop", tool: "x", args: {} }, WORLD, { ...options, registry: junk }), /^allow/);
  }
});

test("the server's own rows count", async () => {
  const authority = await granted({ scope: { paths: [], tools: ["shop/refund"], commands: [], network: [], resources: ["order/7"] } });
  const registry = [{ name: "shop", tools: [{ name: "refund", kind: "act", args: { order: "resource*" } }] }];
  const call = (order) => ({ server: "shop", tool: "refund", args: { order } });
  const options = { ...within(authority), registry };
  assert.equal(await code(authority, call("order/7"), WORLD, options), "allow ALLOW_IN_SCOPE");
  assert.equal(await code(authority, call("order/8"), WORLD, options), "step_approval STEP_OUT_OF_SCOPE_RESOURCE");
  assert.equal(await code(authority, call("order/7")), "step_approval STEP_UNKNOWN_TOOL");
});
