// How fast a reply is read, beside the recognizer that chat frameworks use for a yes or no. Both run in this one process, in turns,
// over the same cases (`tests/data/approval.jsonl`), from the string that was typed to the object that a page looks at. The recognizer is
// called the way its manual shows: one shot, for the culture of the case, or English where it has none. Prints a Markdown table; times are
// never asserted.
import { readFileSync } from "node:fs";

import recognizers from "@microsoft/recognizers-text-choice";
import { classifyReply, init } from "plangate";

const { recognizeBoolean } = recognizers;
const CULTURES = { en: "en-us", zh: "zh-cn", es: "es-es", de: "de-de", fr: "fr-fr", pt: "pt-br", ja: "ja-jp", ko: "ko-kr" };
const ROUNDS = 25;

const rows = readFileSync(new URL("../data/approval.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The peer's answer; a culture that it does not know is English. */
function theirs({ text, lang }) {
  try {
    return recognizeBoolean(text, CULTURES[lang] ?? "en-us");
  } catch {
    return recognizeBoolean(text, "en-us");
  }
}

/** Microseconds a case. */
function timed(read, cases) {
  const start = performance.now();
  for (const row of cases) read(row);
  return ((performance.now() - start) / cases.length) * 1000;
}

await init();
const groups = new Map([["all", rows]]);
for (const row of rows) groups.set(row.lang, [...(groups.get(row.lang) ?? []), row]);
const lines = ["| cases | how many | plangate, µs a reply | recognizeBoolean, µs a reply | times as fast |", "| --- | ---: | ---: | ---: | ---: |"];
for (const [name, cases] of groups) {
  const [own, other] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(timed(({ text }) => classifyReply(text), cases));
    other.push(timed(theirs, cases));
  }
  // The fastest round of each: a cold compiler and whatever else runs on the machine only add to it.
  const [ours, peer] = [Math.min(...own), Math.min(...other)];
  lines.push(`| ${name} | ${cases.length} | ${ours.toFixed(1)} | ${peer.toFixed(1)} | ${(peer / ours).toFixed(1)} |`);
}
console.log(lines.join("\n"));
