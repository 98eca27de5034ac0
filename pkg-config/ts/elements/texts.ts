// The words of the elements: one table a language, and a host's own words over it. Knows no element.
import { en } from "./texts/en.js";
import { ru } from "./texts/ru.js";
import { zh } from "./texts/zh.js";

/** A language of the elements. */
export type Locale = "en" | "ru" | "zh";
/** Everything the elements say. */
export type Texts = typeof en;
/** A part of the table: what is there replaces what the language says. */
export type TextsPatch = Patch<Texts>;
type Patch<T> = { [K in keyof T]?: T[K] extends string ? string : Patch<T[K]> };

const TABLES: { [K in Locale]: Texts } = { en, ru, zh };

/** The table of a language. */
export function textsOf(locale: Locale): Texts {
  return TABLES[locale];
}

/** The language of a tag like `zh-Hans-CN`; `undefined` where it is none of ours. */
export function localeOf(tag: string | null | undefined): Locale | undefined {
  const name = (tag ?? "").toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(TABLES, name) ? (name as Locale) : undefined;
}

/** `table` with the texts of `patch` in place of its own; anything that is no text where one belongs is left out. */
export function patched<T extends object>(table: T, patch: Patch<T> | null | undefined): T {
  if (typeof patch !== "object" || patch === null) return table;
  const pairs = Object.entries<unknown>(table as { [key: string]: unknown }).map(([key, own]) => {
    const given: unknown = Object.hasOwn(patch, key) ? (patch as { [key: string]: unknown })[key] : undefined;
    if (typeof own === "string") return [key, typeof given === "string" ? given : own];
    return [key, patched(own as object, given as object | undefined)];
  });
  return Object.fromEntries(pairs) as T;
}

/** The text of a code, where the table has one. */
export function worded(table: { [code: string]: string }, code: string): string | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** `text` with `{name}` replaced by its value. */
export function fill(text: string, values: { [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
