// What the offline model says where nothing is to be done: answers from the files, and explanations of a plan.
import { effectOf, targetsOf } from "./steps.js";
import { placesOf, subjectsOf } from "./words.js";

const HITS_MAX = 6;

/** Explains the plan that waits: one step, if one is named, else the whole. */
export function explain(plan, words, speech) {
  const [named] = placesOf(words, plan.steps.length);
  const step = named === undefined ? undefined : plan.steps[named.place - 1];
  if (step !== undefined) {
    const { verb } = effectOf(step.effect);
    return `${speech.step(named.place, step)} ${speech.stepWhy[verb] ?? speech.stepWhy.other}`;
  }
  const paths = targetsOf(plan.steps.map((one) => ({ ...one, target: one.target ?? "" })));
  const lines = [speech.summary(plan.steps.length, paths.map((path) => `\`${path}\``).join(", "))];
  return [...lines, ...plan.risks.map(speech.risk)].join("\n");
}

/** Lines of the folder that are about what the words are about. */
export function tell(words, files, speech) {
  const { named, latin } = subjectsOf(words);
  if (named.length === 0 && latin.length === 0) return speech.hello;
  const fits = (text) => {
    const low = text.toLowerCase();
    return named.filter((subject) => low.includes(subject)).length + latin.filter((word) => low.includes(word)).length;
  };
  const hits = files.flatMap(({ path, text }) => text.split("\n").map((line, index) => ({ path, line: line.trim(), at: index + 1, fit: fits(line) })));
  const best = hits.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit).slice(0, HITS_MAX);
  if (best.length === 0) return latin.length > 0 || named.length > 0 ? speech.nothing : speech.hello;
  return [speech.found([...named, ...latin].slice(0, 3).join(", ")), ...best.map(({ path, at, line }) => `${path}:${at}  \`${line.replaceAll("`", "'")}\``)].join("\n");
}
