// Steps of an offline plan. What a step does stands in `target` and `effect`, so that whoever reads the approved plan, also
// after a reload, can carry it out: `set NAME = VALUE`, `test …`, `docs …`, `rename A -> B`, `drop NAME`, `sketch TEXT`,
// `note TEXT`, `check`.
import { numberOf, shown } from "./amount.js";

/** A step: two sentences for people, the file, the effect. */
function step([action, expected], target, effect) {
  const doneWhen = effect === "check" ? [{ kind: "artifact", ref: "folder" }] : [{ kind: "file-hash", ref: target }];
  // What is done already is left as it is, so a step may run again.
  return { action, expected, target, effect, doneWhen, replay: "safe" };
}

const valueWords = (name, literal, speech) => (/\d/u.test(literal) ? shown(name, numberOf(literal), speech) : literal);

export const setStep = (speech, setting, literal) =>
  step(
    speech.set(setting.name, setting.path, valueWords(setting.name, setting.value, speech), valueWords(setting.name, literal, speech)),
    setting.path,
    `set ${setting.name} = ${literal}`,
  );

export const testStep = (speech, path, name, literal) =>
  literal === null
    ? step(speech.tests(path, name), path, `test ${name}`)
    : step(speech.tests(path, `${name} = ${valueWords(name, literal, speech)}`), path, `test ${name} = ${literal}`);

export const docsStep = (speech, path, name, literal) =>
  literal === null
    ? step(speech.docs(path, name), path, `docs ${name}`)
    : step(speech.docs(path, `${name} = ${valueWords(name, literal, speech)}`), path, `docs ${name} = ${literal}`);

export const renameStep = (speech, path, from, to) => step(speech.rename(from, to, path), path, `rename ${from} -> ${to}`);
export const dropStep = (speech, path, name) => step(speech.removeLine(name, path), path, `drop ${name}`);
export const sketchStep = (speech, path, what) => step(speech.sketch(path, what), path, `sketch ${what}`);
export const noteStep = (speech, path, what) => step(speech.note(path, what), path, `note ${what}`);

/** The last step of each plan: look at what has been changed. */
export const checkStep = (speech, steps) => step(speech.check(targetsOf(steps).join(", ")), "", "check");

/** Files that steps write. */
export const targetsOf = (steps) => [...new Set(steps.filter(({ effect }) => effect !== "check").map(({ target }) => target))];

/** An effect in its parts. */
export function effectOf(effect) {
  const text = effect ?? "";
  const [, verb = "", rest = ""] = /^(\w+)\s*([\s\S]*)$/u.exec(text) ?? [];
  const value = /^([A-Za-z_]\w*) = (\S+)$/u.exec(rest);
  const names = /^(\S+) -> (\S+)$/u.exec(rest);
  return { verb, what: rest, name: value?.[1] ?? names?.[1] ?? null, value: value?.[2] ?? null, to: names?.[2] ?? null };
}

/** The whole draft: what it writes is declared from what its steps write, and nothing else. */
export function draftOf(speech, { title, aim, steps, risks = [], openQuestions = [], nonGoals = [] }) {
  const work = steps.filter(({ effect }) => effect !== "check");
  const all = [...work, checkStep(speech, work)];
  return {
    title,
    aim,
    steps: all.map(({ target, ...rest }) => ({ ...rest, ...(target !== "" && { target }) })),
    libraries: [],
    sandbox: null,
    risks,
    openQuestions,
    nonGoals,
    rollback: speech.rollback,
    scope: { paths: targetsOf(work), tools: ["filesystem/edit_file", "filesystem/write_file"], commands: [], network: [] },
  };
}
