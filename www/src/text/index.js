// The page's words by language, and numbers and times in it.
import en from "./en.js";
import ru from "./ru.js";
import zh from "./zh.js";

const TEXTS = { en, ru, zh };
export const NAMES = { en: "English", ru: "Русский", zh: "中文" };

export const textsOf = (locale) => TEXTS[locale] ?? en;

/** A sentence with what it is about put in. */
export const fill = (sentence, ...values) => sentence.replace(/\{(\d)\}/gu, (_, index) => values[Number(index)] ?? "");

export const timeOf = (locale, iso) => new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" }).format(new Date(iso));
