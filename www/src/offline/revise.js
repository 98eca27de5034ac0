// From a plan and a person's words to the next version: which step, what instead, what more, what less, which value.
import { inUnitOf, literalOf, numberOf, shown } from "./amount.js";
import { placesFor, settingsOf, testFor } from "./look.js";
import { docsStep, draftOf, effectOf, noteStep, setStep, testStep } from "./steps.js";
import { amountOf, placesOf, subjectsOf } from "./words.js";

const OPS = {
  swap: /\bswap\b|поменя\S* местами|местами|交换|对调|调换/iu,
  remove: /\b(?:remove|drop|delete|skip|without|leave out|take out|cut)\b|убер|убра|удал|без(?!опас)|выкин|пропуст|исключ|去掉|删除|删掉|不要|跳过|移除/iu,
  replace: /\b(?:replace|change|instead|turn|make|swap out)\b|замен|поменя|вместо|измени|переделай|换成|换为|改成|改为|替换|改/iu,
  first: /\b(?:first|at the (?:start|beginning)|before everything)\b|сначала|сперва|вначале|в начало|首先|先|最前/iu,
  not: /\b(?:don't|do not|not|never|leave)\b|(?<!\p{L})не\s|не трога|别|不要|勿/iu,
};

/** What the new content of a step is: the words behind the verb. */
const CONTENT = [
  /(?:\b(?:with|by|into|to)\b|\binstead,?\b)\s*:?\s*(.+)$/iu,
  /(?:换成|换为|改成|改为|替换为|替换成)\s*(.+)$/iu,
  /[:：—–]\s*(.+)$/u,
  /(?<!\p{L})на\s+(.+)$/iu,
];

/** The next version of `plan` by `words`; the plan as it was with the words as one more step where they are not understood. */
export function revise(plan, words, files, speech) {
  const steps = plan.steps.map(({ action, expected, target, effect, doneWhen, steps, replay }) => ({ action, expected, target: target ?? "", effect: effect ?? "", doneWhen, steps, replay }));
  const work = steps.filter(({ effect }) => effect !== "check");
  const about = { plan, words, files, speech, steps: work, nonGoals: [...plan.nonGoals], places: placesOf(words, steps.length) };
  const next = swap(about) ?? leaveAlone(about) ?? remove(about) ?? replace(about) ?? revalue(about) ?? moveFirst(about) ?? add(about);
  const set = next.map(({ effect }) => effectOf(effect)).find(({ verb }) => verb === "set");
  return draftOf(speech, {
    title: set === undefined ? plan.title : speech.title.set(set.name, shown(set.name, numberOf(set.value), speech)),
    aim: plan.aim,
    steps: next,
    risks: [...plan.risks],
    openQuestions: [...plan.openQuestions],
    nonGoals: about.nonGoals,
  });
}

function swap({ words, steps, places }) {
  if (!OPS.swap.test(words) || places.length < 2) return null;
  const [one, other] = places.map(({ place }) => place - 1);
  if (steps[one] === undefined || steps[other] === undefined) return null;
  return steps.map((step, index) => (index === one ? steps[other] : index === other ? steps[one] : step));
}

/** "Leave README alone": steps that write the file go, and the plan says so. */
function leaveAlone(about) {
  const { words, steps, speech, nonGoals } = about;
  if (!OPS.not.test(words)) return null;
  const { latin, named } = subjectsOf(words);
  const base = (path) => path.toLowerCase().replace(/^.*\//u, "");
  const hit = [...new Set(steps.map(({ target }) => target))].filter(
    (path) => latin.some((word) => base(path) === word || base(path).startsWith(`${word}.`)) || named.some((name) => base(path).startsWith(name)),
  );
  if (hit.length === 0 || hit.length === new Set(steps.map(({ target }) => target)).size) return null;
  for (const path of hit) nonGoals.push(speech.nonGoal(path));
  return steps.filter(({ target }) => !hit.includes(target));
}

function remove({ words, steps, places }) {
  if (!OPS.remove.test(words)) return null;
  const gone = places.map(({ place }) => place - 1);
  const verbs = gone.length > 0 ? [] : aboutVerb(words);
  const left = steps.filter((step, index) => !gone.includes(index) && !verbs.includes(effectOf(step.effect).verb));
  return left.length === steps.length || left.length === 0 ? null : left;
}

/** Kinds of steps that words name: "the tests", "the docs". */
function aboutVerb(words) {
  const { named } = subjectsOf(words);
  return [...(named.includes("test") ? ["test"] : []), ...(named.includes("readme") ? ["docs"] : [])];
}

function replace(about) {
  const { words, steps, places } = about;
  if (places.length === 0 || !(OPS.replace.test(words) || /[:：—–]/u.test(words))) return null;
  const [{ start, end, place }] = places;
  if (steps[place - 1] === undefined) return null;
  const behind = words.slice(end);
  const content = CONTENT.map((pattern) => pattern.exec(behind)?.[1] ?? pattern.exec(words)?.[1]).find((text) => text !== undefined && text.trim() !== "");
  const plain = `${words.slice(0, start)} ${behind}`.replace(OPS.replace, " ");
  return steps.map((step, index) => (index === place - 1 ? stepFor(about, content ?? plain) : step));
}

/** Another value for the setting, wherever the plan names it. */
function revalue({ words, steps, files, speech }) {
  const amount = amountOf(words);
  const set = steps.map(({ effect }) => effectOf(effect)).find(({ verb }) => verb === "set");
  if (amount === null || set === undefined) return null;
  const known = settingsOf(files, subjectsOf(words));
  const setting = known.find(({ name }) => name === set.name);
  // The words may be about another setting: then it is one more step.
  if (setting === undefined || known[0].fit > setting.fit) return null;
  const literal = literalOf(inUnitOf(set.name, amount, numberOf(setting.value)), setting.value);
  return steps.map((step) => {
    const { verb, name } = effectOf(step.effect);
    if (name !== set.name) return step;
    if (verb === "set") return setStep(speech, setting, literal);
    if (verb === "test") return testStep(speech, step.target, name, literal);
    return verb === "docs" ? docsStep(speech, step.target, name, literal) : step;
  });
}

/** "Tests first": what is there moves, what is not is put first. */
function moveFirst(about) {
  const { words, steps, places } = about;
  if (!OPS.first.test(words)) return null;
  const kinds = aboutVerb(words);
  const index = kinds.length === 0 && places.length > 0 ? places[0].place - 1 : steps.findIndex(({ effect }) => kinds.includes(effectOf(effect).verb));
  if (steps[index] !== undefined) return [steps[index], ...steps.filter((_, other) => other !== index)];
  return [stepFor(about, words.replace(OPS.first, " ")), ...steps];
}

function add(about) {
  return [...about.steps, stepFor(about, about.words)];
}

/** A step for free words: tests, documents, a changelog line, a value, or a note where the work belongs. */
function stepFor(about, words) {
  const { files, speech, steps, plan } = about;
  const text = words.replace(/[.。!！]+$/u, "").replace(/^[\s,:：—–-]+|\s+$/gu, "");
  const subjects = subjectsOf(text);
  const set = steps.map(({ effect }) => effectOf(effect)).find(({ verb }) => verb === "set");
  if (subjects.named.includes("test")) {
    const near = testFor(files, subjectsOf(`${text} ${plan.userText}`)) ?? "test/plan.test.js";
    return set === undefined ? testStep(speech, near, plan.title, null) : testStep(speech, near, set.name, set.value);
  }
  if (subjects.named.includes("changelog")) return docsStep(speech, "CHANGELOG.md", plan.title, null);
  if (subjects.named.includes("readme")) return set === undefined ? docsStep(speech, "README.md", text, null) : docsStep(speech, "README.md", set.name, set.value);
  const [setting] = settingsOf(files, subjects).filter(({ fit }) => fit > 0);
  const amount = amountOf(text);
  if (setting !== undefined && amount !== null) return setStep(speech, setting, literalOf(inUnitOf(setting.name, amount, numberOf(setting.value)), setting.value));
  return noteStep(speech, placesFor(files, subjects)[0]?.path ?? steps[0]?.target ?? "README.md", text);
}
