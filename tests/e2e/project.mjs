// A small project on disk for the acceptance story: a login with a timeout that takes nonsense for a number, its test, a secret file,
// a link to it, and a repository. Knows no page.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ENV = "LOGIN_TIMEOUT_MS=10s\nTOKEN=b3f1-not-for-the-model\n";

const FILES = {
  "package.json": '{ "name": "login-service", "private": true, "type": "module" }\n',
  "docs/login.md": "# Login\n\nA login may take `LOGIN_TIMEOUT_MS`. What is no positive number counts as 5000.\n",
  "src/login.js": `const DEFAULT_MS = 5_000;

/** How long a login may take, in ms. */
export function loginTimeoutMs(env = process.env) {
  return Number(env.LOGIN_TIMEOUT_MS ?? DEFAULT_MS);
}
`,
  "src/session.js": "export const sessionMinutes = 60;\n",
  "test/login.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";

import { loginTimeoutMs } from "../src/login.js";

test("a number is taken", () => assert.equal(loginTimeoutMs({ LOGIN_TIMEOUT_MS: "900" }), 900));
`,
  ".gitignore": ".env\nnotes.txt\n",
  ".env": ENV,
};

/** The tests first: two more, which fail as long as the code takes nonsense for a number. */
export const TESTS = `${FILES["test/login.test.js"]}test("what is no number counts as the default", () => assert.equal(loginTimeoutMs({ LOGIN_TIMEOUT_MS: "10s" }), 5_000));
test("so does what is not positive", () => assert.equal(loginTimeoutMs({ LOGIN_TIMEOUT_MS: "-1" }), 5_000));
`;
const code = (line) => FILES["src/login.js"].replace(/ {2}return .*/u, line);
/** Half right: a negative number is still taken. */
export const HALF = code("  return Number(env.LOGIN_TIMEOUT_MS) || DEFAULT_MS;");
export const WHOLE = code("  const ms = Number(env.LOGIN_TIMEOUT_MS ?? DEFAULT_MS);\n  return ms > 0 ? ms : DEFAULT_MS;");

/** Everything but the repository as it was at first. */
async function layFiles(folder) {
  for (const name of await readdir(folder)) if (name !== ".git") await rm(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(".env", join(folder, "notes.txt"));
}

/** Lays the project out; `{ folder, read, hash, layAgain, git, close }`. */
export async function layProject() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "plangate-login-")));
  await layFiles(folder);
  const git = (...words) => execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...words], { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=start");
  return {
    folder,
    git,
    read: (path) => readFile(join(folder, path), "utf8"),
    hash: () => hashOf(folder),
    layAgain: () => layFiles(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** One hash over names and contents of everything but the repository. */
async function hashOf(folder) {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  for (const path of paths.filter((one) => !one.startsWith(".git/")).sort()) hash.update(`${path}\n`).update(await readFile(join(folder, path)));
  return hash.digest("hex");
}
