// The project that comes with the page: a login service, small enough to read in five minutes. Nothing in it is real.

export const SEED = [
  [
    "README.md",
    `# login-service

Checks passwords and hands out sessions.

| setting | default | what it does |
| --- | --- | --- |
| \`loginTimeoutMs\` | 10 s | how long a login may take before it is given up |
| \`sessionTtlMinutes\` | 30 min | how long a session lives |
| \`maxAttempts\` | 5 | wrong passwords in a row before an account is locked |
| \`lockMinutes\` | 15 min | how long it stays locked |
| \`rateLimitPerMinute\` | 20 | logins from one address in a minute |

Settings live in \`src/config.js\`; a variable in \`.env\` wins over the default.

Run the tests with \`npm test\`.
`,
  ],
  [
    "package.json",
    `{
  "name": "login-service",
  "version": "1.4.2",
  "type": "module",
  "scripts": { "start": "node src/server.js", "test": "node --test" }
}
`,
  ],
  [
    ".env",
    `# Secrets of this machine. Not in version control.
SESSION_SECRET=correct-horse-battery-staple
DATABASE_URL=postgres://login:hunter2@db.internal/login
LOGIN_TIMEOUT_MS=10000
MAX_ATTEMPTS=5
`,
  ],
  [
    "CHANGELOG.md",
    `# Changes

## 1.4.2
- Accounts are locked after five wrong passwords.

## 1.4.1
- Sessions live 30 minutes.
`,
  ],
  [
    "src/config.js",
    `// Settings of the service. A variable of the environment wins over the default.
export const config = {
  loginTimeoutMs: 10_000, // env: LOGIN_TIMEOUT_MS
  sessionTtlMinutes: 30,
  maxAttempts: 5, // env: MAX_ATTEMPTS
  lockMinutes: 15,
  rateLimitPerMinute: 20,
  passwordMinLength: 10,
};
`,
  ],
  [
    "src/login.js",
    `import { config } from "./config.js";
import { isLocked, noteFailure } from "./attempts.js";
import { verifyPassword } from "./password.js";
import { openSession } from "./session.js";

/** Logs a person in, or says why not. */
export async function login(users, { name, password }) {
  if (isLocked(name)) return { ok: false, reason: "locked" };
  const signal = AbortSignal.timeout(config.loginTimeoutMs);
  const user = await users.byName(name, { signal });
  if (!user || !(await verifyPassword(password, user.hash, { signal }))) {
    noteFailure(name);
    return { ok: false, reason: "wrong" };
  }
  return { ok: true, session: openSession(user) };
}
`,
  ],
  [
    "src/attempts.js",
    `import { config } from "./config.js";

const failures = new Map();

/** Whether an account is locked now. */
export function isLocked(name, now = Date.now()) {
  const entry = failures.get(name);
  return entry !== undefined && entry.count >= config.maxAttempts && now - entry.at < config.lockMinutes * 60_000;
}

/** One more wrong password. */
export function noteFailure(name, now = Date.now()) {
  const count = (failures.get(name)?.count ?? 0) + 1;
  failures.set(name, { count, at: now });
}
`,
  ],
  [
    "src/session.js",
    `import { randomUUID } from "node:crypto";
import { config } from "./config.js";

const sessions = new Map();

/** Opens a session for a user. */
export function openSession(user, now = Date.now()) {
  const session = { id: randomUUID(), user: user.name, expiresAt: now + config.sessionTtlMinutes * 60_000 };
  sessions.set(session.id, session);
  return session;
}

/** The session with this id, if it still lives. */
export function findSession(id, now = Date.now()) {
  const session = sessions.get(id);
  return session && session.expiresAt > now ? session : null;
}
`,
  ],
  [
    "src/password.js",
    `import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(scrypt);

/** Whether the password belongs to the stored hash, \`salt:key\` in hex. */
export async function verifyPassword(password, stored) {
  const [salt, key] = stored.split(":").map((part) => Buffer.from(part, "hex"));
  return timingSafeEqual(await derive(password, salt, key.length), key);
}
`,
  ],
  [
    "src/server.js",
    `import { createServer } from "node:http";
import { login } from "./login.js";
import { users } from "./users.js";

const port = 8080;

createServer(async (request, response) => {
  if (request.method !== "POST" || request.url !== "/login") return response.writeHead(404).end();
  let body = "";
  for await (const chunk of request) body += chunk;
  const answer = await login(users, JSON.parse(body));
  response.writeHead(answer.ok ? 200 : 401, { "content-type": "application/json" }).end(JSON.stringify(answer));
}).listen(port);
`,
  ],
  [
    "src/users.js",
    `const known = new Map();

/** The users of the service, by name. */
export const users = {
  async byName(name) {
    return known.get(name) ?? null;
  },
  add(user) {
    known.set(user.name, user);
  },
};
`,
  ],
  [
    "test/login.test.js",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { config } from "../src/config.js";
import { login } from "../src/login.js";

test("an unknown name is a wrong one", async () => {
  const users = { byName: async () => null };
  assert.deepEqual(await login(users, { name: "ann", password: "x" }), { ok: false, reason: "wrong" });
});

test("the settings are there", () => {
  assert.equal(typeof config.loginTimeoutMs, "number");
});
`,
  ],
  [
    "test/session.test.js",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { findSession, openSession } from "../src/session.js";

test("a session ends", () => {
  const session = openSession({ name: "ann" }, 0);
  assert.equal(findSession(session.id, session.expiresAt - 1)?.user, "ann");
  assert.equal(findSession(session.id, session.expiresAt), null);
});
`,
  ],
];
