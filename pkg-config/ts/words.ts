// The words of languages: their texts are modules of their own, imported when a text needs them, once a page. Knows no word, and not
// which text needs which language: the core says so, and takes no text but those it was built with.
//
// A language that does not load makes no approval: to the core its words are unknown.
import { PlanGateError } from "./error.js";
import { lexicons } from "./generated/lexicons.js";
import { type Core, type InitOptions, ready } from "./loader.js";
import { attempt, messageOf } from "./plain.js";

/** How long words are taken in before the page gets its turn, in milliseconds. */
const TASK_MS = 4;

const loading = new Map<string, Promise<void>>();
let complete: Promise<void> | undefined;
let completed = false;

/** Languages that this text needs and that are not there yet. @internal */
export function missing(text: string): string[] {
  return completed ? [] : ready().missing_lexicons(text);
}

/** Throws `ERR_NOT_READY` where words of this text are not there. @internal */
export function needs(text: string): void {
  const names = missing(text);
  if (names.length > 0) {
    throw new PlanGateError("ERR_NOT_READY", `the words of \`${names.join("`, `")}\` are not loaded: call \`init()\` and await it first`);
  }
}

/** Loads the words of these languages. A failure is tried once more at once, and is not kept. @internal */
export async function loadWords(names: readonly string[]): Promise<void> {
  for (const name of names) void fetchText(name).catch(() => undefined);
  for (const name of names) await loadLanguage(ready(), name);
}

/** Loads words once `core` is there: those of the languages that the options of `init` name, or of all. @internal */
export function loadWordsOf(options: InitOptions | undefined, core: () => Promise<void>): Promise<void> {
  let languages: string[] | undefined;
  try {
    languages = languagesOf(options);
  } catch (error) {
    return Promise.reject(error as PlanGateError);
  }
  return languages === undefined ? loadAllWords(core) : loadSome(languages, core);
}

async function loadSome(names: readonly string[], core: () => Promise<void>): Promise<void> {
  for (const name of names) void fetchText(name).catch(() => undefined);
  await core();
  await loadWords(names);
}

/** The host's own list, read once. */
function languagesOf(options: unknown): string[] | undefined {
  const read = attempt(() => {
    const { languages } = (options ?? {}) as { languages?: unknown };
    return { list: languages === undefined ? undefined : [...(languages as Iterable<unknown>)] };
  });
  if (read === undefined) throw new PlanGateError("ERR_BAD_ARGS", "`languages` is not a list");
  if (read.list?.every((name) => typeof name === "string" && Object.hasOwn(lexicons, name)) === false) {
    throw new PlanGateError("ERR_BAD_ARGS", `\`languages\` may hold ${Object.keys(lexicons).join(", ")}`);
  }
  return read.list as string[] | undefined;
}

/** Loads the words of every language; after a failure the next call tries anew. */
function loadAllWords(core: () => Promise<void>): Promise<void> {
  complete ??= (async () => {
    for (const name of Object.keys(lexicons)) void fetchText(name).catch(() => undefined);
    await core();
    await loadWords(Object.keys(lexicons));
    completed = true;
  })().catch((error: unknown) => {
    complete = undefined;
    throw error;
  });
  return complete;
}

async function fetchText(name: string): Promise<string> {
  const lexicon = await lexicons[name]?.();
  if (lexicon === undefined) throw new Error("the package holds no such language");
  return lexicon.text;
}

function loadLanguage(core: Core, name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const made = (async () => {
    try {
      const text = await fetchText(name).catch(() => fetchText(name));
      await take(core, name, text);
    } catch (error) {
      loading.delete(name);
      throw new PlanGateError("ERR_NOT_READY", `the words of \`${name}\` do not load: ${messageOf(error)}`, { reason: "load" });
    }
  })();
  loading.set(name, made);
  return made;
}

/** Hands a text to the core, a little at a time: no page stands still for a whole language. */
async function take(core: Core, name: string, text: string): Promise<void> {
  const loading = new core.LexiconLoading(name, text);
  try {
    for (let since = Date.now(); !loading.step(); ) {
      if (Date.now() - since < TASK_MS) continue;
      await new Promise<void>((next) => void setTimeout(next));
      since = Date.now();
    }
  } finally {
    loading.free();
  }
}
