// The folder in the page: a small project, kept in localStorage so that a reload finds it as it was left. Knows files and
// their contents; knows nothing of tools, plans or views.
import { SEED } from "./seed.js";

/** Where the folder lies, as tools name it. */
export const ROOT = "/login-service";
const KEY = "plangate-demo:folder";

export class Folder extends EventTarget {
  #files;
  #before;

  constructor() {
    super();
    const stored = load();
    this.#files = new Map(stored?.files ?? SEED);
    this.#before = new Map(stored?.before ?? SEED);
    // Another tab has changed the same folder.
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key !== KEY) return;
      const other = load();
      this.#files = new Map(other?.files ?? SEED);
      this.#before = new Map(other?.before ?? SEED);
      this.dispatchEvent(new Event("change"));
    });
  }

  /** Paths below the root, sorted. */
  get paths() {
    return [...this.#files.keys()].sort();
  }

  read(path) {
    return this.#files.get(path);
  }

  /** What the file was when the chat began. */
  before(path) {
    return this.#before.get(path);
  }

  /** Paths whose content is not what it was when the chat began. */
  get changed() {
    const all = new Set([...this.#files.keys(), ...this.#before.keys()]);
    return [...all].filter((path) => this.#files.get(path) !== this.#before.get(path)).sort();
  }

  write(path, content) {
    this.#files.set(path, content);
    this.#keep();
  }

  remove(path) {
    this.#files.delete(path);
    this.#keep();
  }

  /** From here on changes are counted anew. */
  mark() {
    this.#before = new Map(this.#files);
    this.#keep();
  }

  /** The project as it came with the page. */
  restore() {
    this.#files = new Map(SEED);
    this.#before = new Map(SEED);
    this.#keep();
  }

  /** One hash over names and contents. */
  hash() {
    return digest(JSON.stringify([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))));
  }

  #keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ files: [...this.#files], before: [...this.#before] }));
    } catch {
      // OK because the folder is then kept for this page only, which the gate says of its own store too.
    }
    this.dispatchEvent(new Event("change"));
  }
}

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** SHA-256 as hex. */
export async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
