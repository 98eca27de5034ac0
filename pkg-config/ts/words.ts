// The words of languages: their texts are modules of their own, imported when a text needs them, once a page. Knows no word, and not
// which text needs which language: the core says so, and takes no text but those it was built with.
//
// A language that does not load makes no approval: to the core its words are unknown.
import { PlanGateError } from "./error.js";
import { lexicons } from "./generated/lexicons.js";
import { type Core, ready } from "./loader.js";
import { messageOf, plain } from "./plain.js";

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

/**
 * Loads the words of the languages that `options` names, once `core` is there. Without names all of them, once: later calls get the same
 * promise, and after a failure the next call tries anew. @internal
 */
export function initWords(core: () => Promise<void>, options: unknown): Promise<void> {
  let names: readonly string[] | undefined;
  try {
    names = languagesOf(options);
  } catch (error) {
    return Promise.reject(error as Error);
  }
  if (names !== undefined) return begin(core, names);
  complete ??= begin(core, Object.keys(lexicons)).then(
    () => void (completed = true),
    (error: unknown) => {
      complete = undefined;
      throw error;
    },
  );
  return complete;
}

async function begin(core: () => Promise<void>, names: readonly string[]): Promise<void> {
  // Texts travel beside the core.
  for (const name of names) void fetchText(name).catch(() => undefined);
  await core();
  await loadWords(names);
}

function languagesOf(options: unknown): readonly string[] | undefined {
  const { languages } = plain({ languages: (options as { languages?: unknown } | null | undefined)?.languages }, "languages") as { languages?: unknown };
  if (languages === undefined || languages === null) return undefined;
  if (Array.isArray(languages) && languages.every((name) => Object.hasOwn(lexicons, name as string))) return languages as string[];
  throw new PlanGateError("ERR_BAD_ARGS", `\`languages\` is no list of ${Object.keys(lexicons).map((name) => `\`${name}\``).join(", ")}`);
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
