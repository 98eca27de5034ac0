// The page's words by language, and numbers and times in it. English is there at once, another language when it is chosen.
import en from "./en.js";

const TEXTS = { en };
const MORE = { ru: () => import("./ru.js"), zh: () => import("./zh.js") };
export const NAMES = { en: "English", ru: "Русский", zh: "中文" };

/** Fetches the words of a language; without them the page speaks English. */
export async function loadTexts(locale) {
  const more = await MORE[locale]?.().catch(() => undefined);
  if (more !== undefined) TEXTS[locale] = more.default;
}

export const textsOf = (locale) => TEXTS[locale] ?? en;

/** A sentence with what it is about put in. */
export const fill = (sentence, ...values) => sentence.replace(/\{(\d)\}/gu, (_, index) => values[Number(index)] ?? "");

export const timeOf = (locale, iso) => new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" }).format(new Date(iso));
