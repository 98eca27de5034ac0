// What the person has chosen: language, colours, model, tools. Kept in localStorage; a key is never kept anywhere.

const KEY = "plangate-demo:settings";
export const LOCALES = ["en", "ru", "zh"];

const DEFAULTS = {
  locale: null,
  theme: "auto",
  model: "offline",
  endpoint: "",
  modelName: "",
  /** Whether the endpoint was used with a key, which itself is kept nowhere. */
  keyed: "no",
  tools: "page",
  mcpUrl: "",
  trigger: "first-message",
  approval: "required",
};

export function loadSettings() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // OK because without storage the defaults stand.
  }
  const settings = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (typeof stored[key] === "string") settings[key] = stored[key];
  settings.locale ??= LOCALES.find((one) => navigator.language.startsWith(one)) ?? "en";
  return settings;
}

export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // OK because the settings then hold for this page.
  }
}

/** The chat that this browser has open. */
export function sessionId() {
  return stored("plangate-demo:session") ?? newSession();
}

export function newSession() {
  const id = `demo-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  try {
    localStorage.setItem("plangate-demo:session", id);
  } catch {
    // OK because the chat then lives as long as the page.
  }
  return id;
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The addresses in a text, one a line or separated by blanks. */
export const addressesOf = (text) => [...new Set(text.split(/\s+/u).filter((address) => address !== ""))];

/** Whether the page's own policy lets it talk to this address: the server adds origins that its address names. */
export function isAllowed(address) {
  const origin = originOf(address);
  if (origin === null) return false;
  return origin === location.origin || new URLSearchParams(location.search).getAll("connect").includes(origin);
}

/** The address of this page with all of these origins allowed. */
export function addressFor(addresses) {
  const url = new URL(location.href);
  const origins = new Set([...url.searchParams.getAll("connect"), ...addresses.map(originOf).filter((origin) => origin !== null && origin !== location.origin)]);
  url.searchParams.delete("connect");
  for (const origin of origins) url.searchParams.append("connect", origin);
  return url.href;
}

export function originOf(address) {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? origin : null;
  } catch {
    return null;
  }
}
