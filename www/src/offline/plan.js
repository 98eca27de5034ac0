// From a request and a folder to questions or a plan. Pure: what it needs to know of files has been read before.
import { choices, inUnitOf, literalOf, numberOf, shown } from "./amount.js";
import { holding, placesFor, settingsOf, testFor } from "./look.js";
import { docsStep, draftOf, dropStep, noteStep, renameStep, setStep, sketchStep, testStep } from "./steps.js";
import { VERBS, amountOf, distanceOf, partsOf, subjectsOf } from "./words.js";

const TITLE_MAX = 90;
const QUESTIONS_MAX = 3;
const FILES_MAX = 5;

/** What a person has answered so far, by the id of the question. */
export function answersOf(messages) {
  const questions = messages.flatMap((message) => message.questions ?? []);
  const answers = new Map();
  for (const { content, planAnswer } of messages) {
    const question = planAnswer && questions.find((one) => content.startsWith(`${one.question}\n`));
    if (question) answers.set(question.id, content.slice(question.question.length + 1).replace(/^[^:：]*[:：]\s*/u, ""));
  }
  return answers;
}

/** `{ questions }`, `{ draft }`, or `null` for words that ask for no work. */
export function think(request, files, answers, speech) {
  const subjects = subjectsOf(request);
  const about = { request, files, answers, speech, subjects, questions: [], assumed: [] };
  const draft = rename(about) ?? remove(about) ?? change(about) ?? tests(about) ?? make(about);
  if (about.questions.length > 0) return { questions: about.questions.slice(0, QUESTIONS_MAX) };
  return draft === null ? null : { draft };
}

const short = (text) => {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX - 1)}…` : line;
};

/** The answer to a question, which is asked where there is none yet. */
function answer(about, id, question, options) {
  const given = about.answers.get(id);
  if (given === undefined) about.questions.push({ id, question, options });
  return given;
}

/** A value of a setting: raise, lower, set. */
function change(about) {
  const { request, files, speech, subjects, assumed } = about;
  const direction = VERBS.up.test(request) ? "up" : VERBS.down.test(request) ? "down" : null;
  if (direction === null && !VERBS.set.test(request)) return null;
  const asked = amountOf(request);
  // "Fix the login" is about more than one number.
  const enough = direction === null && asked === null ? 2 : 1;
  const verb = direction === null ? VERBS.set : VERBS[direction];
  const far = (setting) => distanceOf(request, verb, setting.name);
  const [best, second] = settingsOf(files, subjects)
    .filter(({ fit }) => fit > enough)
    .sort((a, b) => b.fit - a.fit || far(a) - far(b));
  if (best === undefined) return null;
  let setting = best;
  if (second !== undefined && second.fit === best.fit && far(second) === far(best) && second.name !== best.name) {
    const alike = settingsOf(files, subjects).filter(({ fit }) => fit === best.fit).slice(0, 3);
    const options = [...alike.map(({ name, path }) => `${name} (${path})`), "—", "—"].slice(0, 3);
    const which = answer(about, "setting", speech.askWhich, options.map((option, index) => (option === "—" ? "" : options[index])));
    setting = alike.find(({ name }) => which?.includes(name)) ?? best;
  }
  const old = numberOf(setting.value);
  if (!Number.isFinite(old)) return null;
  let number = asked === null ? null : inUnitOf(setting.name, asked, old);
  if (number === null) {
    const offered = choices(old, direction);
    const given = answer(
      about,
      "value",
      speech.askValue(setting.name, setting.path, shown(setting.name, old, speech)),
      offered.map((value) => shown(setting.name, value, speech)),
    );
    const amount = given === undefined ? null : amountOf(given);
    number = amount === null ? offered[1] : inUnitOf(setting.name, amount, old);
    if (given !== undefined && amount === null) assumed.push(`${setting.name} = ${shown(setting.name, number, speech)} (“${short(given)}”)`);
  }
  const literal = literalOf(number, setting.value);
  const steps = [setStep(speech, setting, literal)];
  for (const { path } of holding(files, setting.name).filter((file) => file.path.endsWith(".md"))) steps.push(docsStep(speech, path, setting.name, literal));
  withTests(about, steps, setting.name, literal);
  const readers = holding(files, `.${setting.name}`).map(({ path }) => path).filter((path) => !path.includes("test/"));
  return draftOf(speech, {
    title: speech.title.set(setting.name, shown(setting.name, number, speech)),
    aim: speech.aim(short(request)),
    steps,
    risks: [
      ...(readers.length > 0 ? [speech.readers(readers.join(", "))] : []),
      ...(setting.variable === null ? [] : [speech.wins(".env", setting.variable)]),
      ...assumed.map(speech.assumed),
    ],
  });
}

/** Asks about tests where a test file is near, and puts the step where the answer wants it. */
function withTests(about, steps, name, literal) {
  const { files, request, speech, subjects } = about;
  const near = testFor(files, subjects);
  if (near === null) return;
  const words = subjects.named.includes("test") ? request : answer(about, "tests", speech.askTests(near), speech.testOptions);
  if (words === undefined) return;
  const step = testStep(speech, near, name, literal);
  if (isNo(words, speech)) return;
  if (isBefore(words, speech)) steps.unshift(step);
  else steps.push(step);
}

const isNo = (words, speech) => words === speech.testOptions[2] || /\b(?:no|not|without|skip|don't)\b|без|(?<!\p{L})не(?:т)?(?!\p{L})|不|无需/iu.test(words);
const isBefore = (words, speech) => words === speech.testOptions[0] || /\b(?:first|before)\b|сначала|сперва|до измен|вперёд|先|之前/iu.test(words);

/** One name in the code for another. */
function rename(about) {
  const { request, files, speech } = about;
  if (!VERBS.rename.test(request)) return null;
  const names = (request.match(/[A-Za-z_][\w-]*/gu) ?? []).filter((word) => files.some(({ text }) => new RegExp(`\\b${word}\\b`, "u").test(text)) && word.length > 3);
  const from = names.sort((a, b) => partsOf(b).length - partsOf(a).length)[0];
  if (from === undefined) return null;
  const given = new RegExp(`${from}\\W+(?:to|into|as|в|на|为|成|改成|改为)?\\s*[\`"“«]?([A-Za-z_]\\w*)`, "iu").exec(request)?.[1];
  const own = answerName(about, from, given);
  const touched = holding(files, from).slice(0, FILES_MAX);
  return draftOf(speech, {
    title: speech.title.rename(from, own),
    aim: speech.aim(short(request)),
    steps: touched.map(({ path }) => renameStep(speech, path, from, own)),
  });
}

function answerName(about, from, given) {
  if (given !== undefined && given !== from) return given;
  const parts = partsOf(from);
  const camel = (words) => words.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join("");
  const options = [camel([...parts].reverse()), camel(["default", ...parts]), camel([...parts, "value"])];
  const named = answer(about, "name", about.speech.askName(from), options);
  return /[A-Za-z_]\w*/u.exec(named ?? "")?.[0] ?? options[0];
}

/** Lines with a name go. */
function remove(about) {
  const { request, files, speech, subjects } = about;
  if (!VERBS.remove.test(request)) return null;
  const [setting] = settingsOf(files, subjects).filter(({ fit }) => fit > 0);
  if (setting === undefined) return null;
  const touched = holding(files, setting.name).slice(0, FILES_MAX);
  return draftOf(speech, {
    title: speech.title.remove(setting.name),
    aim: speech.aim(short(request)),
    steps: touched.map(({ path }) => dropStep(speech, path, setting.name)),
    risks: [speech.readers(touched.map(({ path }) => path).join(", "))],
  });
}

/** Tests alone. */
function tests(about) {
  const { request, files, speech, subjects } = about;
  if (!subjects.named.includes("test") || !VERBS.make.test(request)) return null;
  const others = { ...subjects, named: subjects.named.filter((name) => name !== "test") };
  const near = testFor(files, others);
  if (near === null) return null;
  const what = others.named.join(" ") || short(request);
  return draftOf(speech, { title: speech.title.test(what), aim: speech.aim(short(request)), steps: [testStep(speech, near, what, null)] });
}

/** Something new: a sketch of it, a note where it belongs, a test that waits for it. */
function make(about) {
  const { request, files, speech, subjects } = about;
  if (!VERBS.make.test(request) && !VERBS.set.test(request)) return null;
  if (subjects.named.length === 0 && subjects.latin.length === 0) return null;
  const places = placesFor(files, subjects).slice(0, 2).map(({ path }) => path);
  const what = short(request);
  const fresh = `src/${subjects.named.filter((name) => name !== "test").slice(0, 2).join("-") || subjects.latin[0].replace(/\W/gu, "-")}-new.js`;
  const where = answer(about, "place", speech.askPlace, [speech.ownFile, ...places, "", ""].slice(0, 3));
  const chosen = files.map(({ path }) => path).find((path) => where?.includes(path));
  const steps = [chosen === undefined ? sketchStep(speech, fresh, what) : noteStep(speech, chosen, what)];
  if (holding(files, "README").length > 0 || files.some(({ path }) => path === "README.md")) steps.push(docsStep(speech, "README.md", what, null));
  withTests(about, steps, what, null);
  return draftOf(speech, { title: speech.title.make(what), aim: speech.aim(what), steps, risks: [speech.sketchOnly] });
}
