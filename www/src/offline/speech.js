// What the offline model says, in three languages. Sentences only: what they are about comes in. Cards show texts as they
// are, so there is no markup in them. English is there at once, the others when somebody writes so.
import en from "./speech/en.js";

const MORE = { ru: () => import("./speech/ru.js"), zh: () => import("./speech/zh.js") };

/** The sentences of a language. */
export const speechOf = async (language) => (await MORE[language]?.())?.default ?? en;
