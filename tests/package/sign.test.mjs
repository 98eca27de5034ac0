// `host.sign`: a server's signature over the receipt, kept beside it, in time for the turn that needs it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { verifyAuthority } from "plangate";

import { Model, WRITE, approve, openGate, pause, planned, until, within } from "./page.mjs";

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const WORLD = { workspacePath: "/w", projectId: "project", workspaceHash: "h1" };

test("the receipt is signed once, before the execute turn begins, and a server can check it as it came", async () => {
  const asked = [];
  let seen;
  const model = new Model();
  const { gate } = await openGate({
    host: {
      callModel: async (turn, options) => {
        if (turn.kind === "execute") seen = gate.authority().signature;
        return model.call(turn, options);
      },
      sign: async (receipt) => {
        asked.push(receipt);
        await pause(20);
        return hash(JSON.stringify(receipt));
      },
    },
  });
  await planned(gate);
  assert.equal(gate.authority(), null);
  model.held = "execute";
  await approve(gate);
  const turn = await model.turn("execute");
  const authority = gate.authority();
  assert.deepEqual(asked, [authority.receipt]);
  assert.equal(authority.signature, hash(JSON.stringify(authority.receipt)));
  assert.equal(seen, authority.signature);
  const verify = (bytes, signature) => hash(bytes) === signature;
  const now = Date.parse(authority.receipt.approvedAt);
  assert.equal((await verifyAuthority(authority, WRITE, WORLD, { verify, now })).decision, "allow");
  turn.go();
  await within(gate.settled(), "settled");
  assert.equal(asked.length, 1);
});

test("a signer that fails, or answers with something else, holds nothing up and is asked again later", async () => {
  const broken = [() => { throw new Error("no"); }, async () => { throw undefined; }, async () => 7, async () => "x".repeat(20_000), () => null];
  for (const sign of broken) {
    let calls = 0;
    const { gate } = await openGate({ host: { sign: (receipt) => ((calls += 1), sign(receipt)) } });
    await planned(gate);
    await approve(gate);
    const { execution } = await within(gate.settled(), "settled");
    assert.deepEqual([execution.state, calls], ["done", 1], String(sign));
  }
});

test("a signature survives a reload and is not asked for again; a new version needs a new one", async () => {
  const data = new Map();
  const storage = {
    get: async (key) => data.get(key) ?? null,
    set: async (key, value) => void data.set(key, value),
    delete: async (key) => void data.delete(key),
    list: async (prefix) => [...data.keys()].filter((key) => key.startsWith(prefix)),
    compareAndSet: async (key, expected, value) => ((data.get(key) ?? null) === expected ? (data.set(key, value), true) : false),
  };
  const signed = [];
  const sign = async (receipt) => (signed.push(receipt.version), `signature ${signed.length}`);
  const model = new Model();
  model.held = "execute";
  const options = { model, sessionId: "signed", storage, host: { sign } };
  const first = (await openGate(options)).gate;
  await planned(first);
  await approve(first);
  await model.turn("execute");
  assert.equal(first.authority().signature, "signature 1");
  await first.dispose();
  const second = (await openGate(options)).gate;
  assert.equal(second.authority().signature, "signature 1");
  await within(second.editPlan({ planRef: second.getSnapshot().plan.ref, plan: { title: "Another" } }), "editPlan");
  assert.equal(second.authority(), null);
  await approve(second);
  await until(() => second.authority()?.signature === "signature 2", "a second signature");
  assert.deepEqual(signed, [1, 2]);
});
