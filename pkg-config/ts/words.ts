// The words of languages: texts such as `en-replies` and `en-requests`, each a module of its own, imported when it is needed, once a page.
// Knows no word, and not what needs which text: the core says so, and takes no text but those it was built with.
//
// A text that does not load makes no approval: to the core its words are unknown.
import { PlanGateError } from "./error.js";
import { lexicons } from "./generated/lexicons.js";
import { type Core, type InitOptions, ready } from "./loader.js";
import { attempt, messageOf } from "./plain.js";

/** How long words are taken in before the page gets its turn, in milliseconds. */
const TASK_MS = 4;

const loading = new Map<string, Promise<void>>();
const loaded = new Set<string>();
let complete: Promise<void> | undefined;
let completed = false;

/** What the core says is missing; it is not asked once everything is there. @internal */
export function missing(ask: () => string[]): string[] {
  return completed ? [] : ask();
}

/** Whether these texts are all there. @internal */
export function isLoaded(names: readonly string[]): boolean {
  return names.every((name) => loaded.has(name));
}

/** Throws `ERR_NOT_READY` where the core says that words are missing. @internal */
export function needs(ask: () => string[]): void {
  const names = missing(ask);
  if (names.length > 0) {
    throw new PlanGateError("ERR_NOT_READY", `the words \`${names.join("`, `")}\` are not loaded: call \`init()\` and await it first`);
  }
}

/** Loads these texts. A failure is tried once more at once, and is not kept. @internal */
export async function loadWords(names: readonly string[]): Promise<void> {
  for (const name of names) void fetchText(name).catch(() => undefined);
  for (const name of names) await loadText(ready(), name);
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

async function loadSome(languages: readonly string[], core: () => Promise<void>): Promise<void> {
  const names = Object.keys(lexicons).filter((name) => languages.includes(languageOf(name)));
  for (const name of names) void fetchText(name).catch(() => undefined);
  await core();
  await loadWords(names);
}

const languageOf = (name: string): string => name.split("-")[0]!;

/** The host's own list, read once. */
function languagesOf(options: unknown): string[] | undefined {
  const read = attempt(() => {
    const { languages } = (options ?? {}) as { languages?: unknown };
    return { list: languages === undefined ? undefined : [...(languages as Iterable<unknown>)] };
  });
  if (read === undefined) throw new PlanGateError("ERR_BAD_ARGS", "`languages` is not a list");
  const known = new Set<unknown>(Object.keys(lexicons).map(languageOf));
  if (read.list?.every((name) => known.has(name)) === false) {
    throw new PlanGateError("ERR_BAD_ARGS", `\`languages\` may hold ${[...known].join(", ")}`);
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
  if (lexicon === undefined) throw new Error("the package holds no such words");
  return lexicon.text;
}

function loadText(core: Core, name: string): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const made = (async () => {
    try {
      const text = await fetchText(name).catch(() => fetchText(name));
      await take(core, name, text);
      loaded.add(name);
    } catch (error) {
      loading.delete(name);
      throw new PlanGateError("ERR_NOT_READY", `the words \`${name}\` do not load: ${messageOf(error)}`, { reason: "load" });
    }
  })();
  loading.set(name, made);
  return made;
}

/** Hands a text to the core, a little at a time: no page stands still for a whole text. */
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
