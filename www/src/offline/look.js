// How the offline model looks at the folder: through the turn's tools only, so that each look can be seen and judged.
import { fitOf } from "./words.js";

const TEXT = /\.(?:js|mjs|ts|json|md|txt|toml|ya?ml)$/u;
const FILES_MAX = 40;

/** All text files that are no secrets, as `{ path, text }` with paths below the root. */
export async function readFolder(box) {
  const tree = await box.call("directory_tree", { path: box.root });
  const paths = (tree.ok ? pathsOf(JSON.parse(tree.text), "") : []).filter((path) => TEXT.test(path)).slice(0, FILES_MAX);
  if (paths.length === 0) return [];
  const all = await box.call("read_multiple_files", { paths: paths.map((path) => `${box.root}/${path}`) });
  if (!all.ok) return [];
  return all.text.split("\n---\n").flatMap((part) => {
    const [, whole, text] = /^([^\n]+?):\n([\s\S]*)\n$/u.exec(part) ?? [];
    return whole === undefined ? [] : [{ path: whole.slice(box.root.length + 1), text }];
  });
}

function pathsOf(entries, head) {
  return entries.flatMap(({ name, type, children }) =>
    type === "directory" ? (name === "node_modules" || name === ".git" ? [] : pathsOf(children ?? [], `${head}${name}/`)) : [`${head}${name}`],
  );
}

const SETTING = /^(\s*)(?:export\s+)?(?:const\s+|let\s+)?"?([A-Za-z_]\w*)"?\s*[:=]\s*(\d[\d_.]*|true|false)\s*([,;]?)(.*)$/u;

/** Numbers and switches that code gives a name, best fit first. */
export function settingsOf(files, subjects) {
  const found = [];
  for (const { path, text } of files.filter((file) => /\.(?:js|mjs|ts|json)$/u.test(file.path) && !isTest(file.path))) {
    for (const line of text.split("\n")) {
      const match = SETTING.exec(line);
      if (match === null) continue;
      const [, , name, value, , rest] = match;
      const variable = /env:\s*([A-Z][A-Z\d_]+)/u.exec(rest)?.[1] ?? null;
      found.push({ path, line, name, value, variable, fit: fitOf(name, subjects) });
    }
  }
  return found.sort((a, b) => b.fit - a.fit);
}

export const isTest = (path) => /(?:^|\/)tests?\/|\.test\./u.test(path);

/** Files that hold `word`. */
export const holding = (files, word) => files.filter(({ text }) => text.includes(word));

/** Source files by how well names and contents fit the subjects. */
export function placesFor(files, subjects) {
  const score = ({ path, text }) => {
    const inside = subjects.named.filter((subject) => text.toLowerCase().includes(subject)).length;
    return fitOf(path.replace(/^.*\/|\.\w+$/gu, ""), subjects) * 3 + inside;
  };
  return files
    .filter(({ path }) => /\.(?:js|mjs|ts)$/u.test(path) && !isTest(path))
    .map((file) => ({ ...file, score: score(file) }))
    .sort((a, b) => b.score - a.score);
}

/** The test file that is nearest to a source file or to the subjects. */
export function testFor(files, subjects) {
  const tests = files.filter(({ path }) => isTest(path)).map(({ path }) => ({ path, fit: fitOf(path.replace(/^.*\//u, ""), subjects) }));
  return tests.sort((a, b) => b.fit - a.fit)[0]?.path ?? null;
}
