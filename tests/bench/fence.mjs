// How fast a planner's answer is read, beside what a page would do without us. Both run in this one process, in turns, from
// the string that a model call returned to the objects that a page shows. Prints a Markdown table; times are never asserted,
// that both read the same is.
import assert from "node:assert/strict";

import { init, parsePlannerOutput } from "plangate";

import { LANGUAGES, answer, withTrailingComma } from "./answers.mjs";
import { readAnswer } from "./peer.mjs";

const SIZES = { "2 KB": 2_000, "20 KB": 20_000, "1 MB": 1_000_000 };
const KINDS = { valid: (text) => text, "one comma too many": withTrailingComma };
/** Samples a side; the lower quartile counts, because whatever else the machine does only ever adds time. */
const SAMPLES = { "2 KB": 200, "20 KB": 120, "1 MB": 16 };
/** Characters that one sample reads at least. */
const SAMPLE_LENGTH = 20_000;

const quartile = (times) => times.toSorted((a, b) => a - b)[times.length >> 2];

function timed(read, text, times) {
  const start = performance.now();
  for (let n = 0; n < times; n += 1) read(text);
  return (performance.now() - start) / times;
}

function measure(text, samples) {
  const times = Math.ceil(SAMPLE_LENGTH / text.length);
  const ours = [];
  const theirs = [];
  for (let n = 0; n < samples; n += 1) {
    ours.push(timed(parsePlannerOutput, text, times));
    theirs.push(timed(readAnswer, text, times));
  }
  return { ours: quartile(ours), theirs: quartile(theirs) };
}

await init();
const lines = ["| answer | size | plangate, MB/s | marked + JSON.parse + jsonrepair, MB/s | times as fast |", "| --- | --- | ---: | ---: | ---: |"];
for (const [kind, change] of Object.entries(KINDS)) {
  for (const [language, sentences] of Object.entries(LANGUAGES)) {
    for (const [size, bytes] of Object.entries(SIZES)) {
      const text = change(answer(sentences, bytes));
      const { value, text: shown } = parsePlannerOutput(text);
      assert.deepEqual({ value, text: shown }, { value: readAnswer(text).value, text: readAnswer(text).text });
      const { ours, theirs } = measure(text, SAMPLES[size]);
      const speed = (ms) => (Buffer.byteLength(text) / 1000 / ms).toFixed(1);
      lines.push(`| ${kind}, ${language} | ${size} | ${speed(ours)} | ${speed(theirs)} | ${(theirs / ours).toFixed(2)} |`);
    }
  }
}
console.log(lines.join("\n"));
