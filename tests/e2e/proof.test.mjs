// What the page takes for a proof: how a command has ended, and how many tests it ran. No browser is needed.
import assert from "node:assert/strict";
import { test } from "node:test";

import { exitOf, ranOf } from "../../www/src/proof.js";

const told = (structuredContent, isError) => ({ content: [{ type: "text", text: "[exit 0]" }], structuredContent, isError });

/** What a server answers, and the exit code that is read from it. */
const EXITS = [
  ["beside the text", told({ exitCode: 0 }), 0],
  ["a failure", told({ exitCode: 3 }), 3],
  ["a failure that the server calls one", told({ exitCode: 3 }, true), 3],
  ["under another usual name", told({ exit_code: 1 }), 1],
  ["in the text alone, where the command could have written it", told(undefined), null],
  ["none, as where it was killed", told({ exitCode: null }), null],
  ["a text", told({ exitCode: "0" }), null],
  ["a fraction", told({ exitCode: 0.5 }), null],
  ["0, and that it failed", told({ exitCode: 0 }, true), null],
  ["no answer", undefined, null],
];
for (const [what, result, exit] of EXITS) test(`exit code: ${what}`, () => assert.equal(exitOf(result), exit));

/** What usual runners print, and the number of tests in it. */
const RAN = [
  ["TAP version 13\nok 1 - one\n1..2\n# tests 2\n# suites 0\n# pass 2\n", 2],
  ["✔ one (0.5ms)\nℹ tests 1\nℹ suites 0\nℹ pass 1\n", 1],
  ["# tests 0\n# pass 0\n", 0],
  ["\u001B[34mℹ tests 7\u001B[39m\n", 7],
  ["Test Suites: 1 passed, 1 total\nTests:       1 failed, 2 passed, 3 total\n", 3],
  [" Test Files  1 passed (1)\n      Tests  4 passed (4)\n", 4],
  ["test result: ok. 12 passed; 1 failed; 0 ignored\n\ntest result: ok. 3 passed; 0 failed; 0 ignored\n", 16],
  ["===== 1 failed, 3 passed in 0.12s =====\n", 4],
  ["  5 passing (20ms)\n", 5],
  ["built\n", null],
  ["the text speaks of tests 9\n", null],
  ["", null],
];
for (const [text, ran] of RAN) test(`tests run: ${JSON.stringify(text.slice(0, 50))}`, () => assert.equal(ranOf(text), ran));
