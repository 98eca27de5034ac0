// Whole conversations through the packed package: each line of the data is a dialogue that `player.mjs` plays, once with a
// host that answers at once and once with a store and a world that answer late, in an order that the seed fixes.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { play } from "./player.mjs";

const DATA = new URL("../data/", import.meta.url);
const SEED = 20260101;

const read = async (url) => (await readFile(url, "utf8")).trim().split("\n").map((line) => JSON.parse(line));

const scenarios = async () => {
  const folder = new URL("scenario/", DATA);
  const names = (await readdir(folder)).sort();
  return (await Promise.all(names.map((name) => read(new URL(name, folder))))).flat();
};

const machine = await read(new URL("machine.jsonl", DATA));
const all = [
  ["machine.jsonl", machine],
  ["dialogues.jsonl", await read(new URL("dialogues.jsonl", DATA))],
  ["tests/data/scenario", await scenarios()],
];

for (const [file, dialogues] of all) {
  const groups = new Set(dialogues.map(({ group }) => group));
  for (const group of groups) {
    const members = dialogues.filter((dialogue) => dialogue.group === group);
    test(`${file}: ${group}, ${members.length} dialogues, each played twice`, async (t) => {
      for (const dialogue of members) {
        await t.test(`${dialogue.id}: ${dialogue.title}`, async () => {
          assert.deepEqual(await play(dialogue), [], "with a host that answers at once");
          assert.deepEqual(await play(dialogue, { seed: SEED }), [], `with a host that answers late, seed ${SEED}`);
        });
      }
    });
  }
  test(`${file}: no two dialogues share their id`, () => {
    assert.equal(new Set(dialogues.map(({ id }) => id)).size, dialogues.length);
  });
}

// A player that finds nothing wrong proves nothing: each kind of expectation is broken once and must be missed.
const PLANTED = [
  ["trigger-01", "result", { route: "chat" }],
  ["trigger-01", "turn", { kind: "chat" }],
  ["trigger-01", "expect", { mode: "normal" }],
  ["trigger-01", "expect", { messages: [] }],
  ["trigger-01", "log", ["generate:plan", "apply:plan", "model:plan"]],
  ["trigger-07", "visible", ["filesystem/read_text_file"]],
  ["trigger-08", "throws", "ERR_PLAN_STALE"],
  ["cancel-01", "aborts", []],
  ["outcome-06", "authorize", { call: { server: "filesystem", tool: "write_file", args: { path: "a", content: "x" } }, is: "allow" }],
  ["outcome-07", "outcomes", { w: "ok" }],
  ["words-01", "auditHas", ["words that nobody said"]],
  ["exit-01", "turn", { systemHas: ["[plan mode ended: rejected]"] }],
];

test(`a player that is told the wrong thing says so: ${PLANTED.length} planted faults`, async (t) => {
  for (const [id, key, value] of PLANTED) {
    await t.test(`${id}: ${key} ${JSON.stringify(value)}`, async () => {
      const dialogue = structuredClone(machine.find((one) => one.id === id));
      dialogue.steps.find((step) => key in step)[key] = value;
      assert.notDeepEqual(await play(dialogue), []);
    });
  }
});

test("a player notices what no dialogue has to say: unscripted turns, late rejections, unknown steps", async () => {
  const request = "Migrate our database from MySQL 5.7 to PostgreSQL 16.";
  const base = { id: "planted", options: {}, host: { callModel: {} } };
  for (const steps of [[{ send: { text: request } }], [{ cancel: true }, { resume: true }], [{ dance: true }]]) {
    assert.notDeepEqual(await play({ ...base, steps }), [], JSON.stringify(steps));
  }
});
