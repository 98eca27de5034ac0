// Steps of an offline plan. What a step does stands in `target` and `effect`, so that whoever reads the approved plan, also
// after a reload, can carry it out: `set NAME = VALUE`, `test …`, `docs …`, `rename A -> B`, `drop NAME`, `sketch TEXT`,
// `note TEXT`, `check`.
import { numberOf, shown } from "./amount.js";

/** A step: two sentences for people, the file, the effect, and its small parts. */
function step([action, expected], target, effect, parts) {
  const doneWhen = effect === "check" ? [{ kind: "artifact", ref: "folder" }] : [{ kind: "file-hash", ref: target }];
  // What is done already is left as it is, so a step may run again.
  return { action, expected, target, effect, doneWhen, steps: parts, replay: "safe" };
}

const valueWords = (name, literal, speech) => (/\d/u.test(literal) ? shown(name, numberOf(literal), speech) : literal);

export const setStep = (speech, setting, literal) =>
  step(
    speech.set(setting.name, setting.path, valueWords(setting.name, setting.value, speech), valueWords(setting.name, literal, speech)),
    setting.path,
    `set ${setting.name} = ${literal}`,
    speech.parts(setting.path),
  );

export const testStep = (speech, path, name, literal) =>
  literal === null
    ? step(speech.tests(path, name), path, `test ${name}`, speech.parts(path))
    : step(speech.tests(path, `${name} = ${valueWords(name, literal, speech)}`), path, `test ${name} = ${literal}`, speech.parts(path));

export const docsStep = (speech, path, name, literal) =>
  literal === null
    ? step(speech.docs(path, name), path, `docs ${name}`, speech.parts(path))
    : step(speech.docs(path, `${name} = ${valueWords(name, literal, speech)}`), path, `docs ${name} = ${literal}`, speech.parts(path));

export const renameStep = (speech, path, from, to) => step(speech.rename(from, to, path), path, `rename ${from} -> ${to}`, speech.parts(path));
export const dropStep = (speech, path, name) => step(speech.removeLine(name, path), path, `drop ${name}`, speech.parts(path));
export const sketchStep = (speech, path, what) => step(speech.sketch(path, what), path, `sketch ${what}`, speech.parts(path));
export const noteStep = (speech, path, what) => step(speech.note(path, what), path, `note ${what}`, speech.parts(path));

/** The last step of each plan: look at what has been changed. */
export const checkStep = (speech, steps) => step(speech.check(targetsOf(steps).join(", ")), "", "check", targetsOf(steps).slice(0, 5).map((path) => speech.parts(path)[0]));

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

/**
 * Steps by name, each with those it waits for: a change waits for the tests that were put before it, tests and documents for the
 * change they are about, the check for all that nothing else waits for. What is left goes side by side.
 */
function linked(steps) {
  const verbs = steps.map(({ effect }) => effectOf(effect).verb);
  const lastBefore = (index, fits) => verbs.slice(0, index).findLastIndex(fits);
  const isChange = (verb) => !["test", "docs", "note", "check"].includes(verb);
  const waits = verbs.map((verb, index) => (verb === "check" ? -1 : isChange(verb) ? lastBefore(index, (one) => one === "test") : lastBefore(index, isChange)));
  const name = (index) => `s${index + 1}`;
  return steps.map((step, index) => {
    const ends = verbs.flatMap((verb, other) => (verb === "check" || waits.includes(other) ? [] : [name(other)]));
    return { ...step, id: name(index), dependsOn: verbs[index] === "check" ? ends : waits[index] < 0 ? [] : [name(waits[index])] };
  });
}

/** The whole draft: what it writes is declared from what its steps write, and nothing else. */
export function draftOf(speech, { title, aim, steps, risks = [], openQuestions = [], nonGoals = [] }) {
  const work = steps.filter(({ effect }) => effect !== "check");
  const all = [...work, checkStep(speech, work)];
  return {
    title,
    aim,
    steps: linked(all).map(({ target, ...rest }) => ({ ...rest, ...(target !== "" && { target }) })),
    libraries: [],
    sandbox: null,
    risks,
    openQuestions,
    nonGoals,
    rollback: speech.rollback,
    scope: { paths: targetsOf(work), tools: ["filesystem/edit_file", "filesystem/write_file"], commands: [], network: [] },
  };
}
