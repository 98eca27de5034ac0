// Every state of the elements, each played anew on the page of `site/elements`. A scene ends when its state is on the screen.

export const QUESTIONS = [
  { id: "limit", question: "How long should the login timeout be?", options: ["30 seconds", "60 seconds", "No limit at all"] },
  { id: "where", question: "Where does it apply?", options: ["Only on the login page", "Everywhere", ""] },
];

export const PLAN = {
  title: "Longer login timeout",
  aim: "People on slow lines can log in without being thrown out half-way.",
  steps: [
    { action: "Read src/login.ts and find the timeout.", expected: "The constant is known.", target: "src/login.ts" },
    {
      action: "Set the timeout to 60 seconds and make it a setting.",
      expected: "The setting is read at start-up.",
      input: "the constant found before",
      target: "src/login.ts",
      effect: "one constant becomes a setting",
      replay: "unsafe",
    },
    { action: "Run the login tests.", expected: "They pass.", optional: true },
  ],
  libraries: [{ name: "vitest", purpose: "runs the tests", usage: "npx vitest run login" }],
  sandbox: { policy: "create", notes: "try the tests there first" },
  scope: {
    paths: ["src/login.ts", "src/settings/**"],
    tools: ["filesystem/write_file", "filesystem/edit_file"],
    commands: ["npx vitest run login"],
    network: ["packages:npm"],
    resources: [],
  },
  nonGoals: ["Changing how long a session lasts"],
  resources: ["the login module"],
  risks: ["A longer timeout keeps sockets open"],
  openQuestions: ["Does the mobile client have a timeout of its own?"],
  rollback: "Revert the one commit.",
};

/** The same plan with tasks that must be proved. */
export const TASKED = {
  ...PLAN,
  openQuestions: [],
  steps: PLAN.steps.map((step, index) => ({
    ...step,
    id: `s${index + 1}`,
    steps: ["look", "write", "check"],
    doneWhen: [{ kind: "test-exit", ref: "npx vitest run login" }],
  })),
};

const check = (id, action, dependsOn, doneWhen, more = {}) => ({ id, action, expected: "", dependsOn, doneWhen: [doneWhen], ...more });
const test = (ref) => ({ kind: "test-exit", ref });
const file = (ref) => ({ kind: "file-hash", ref });

/** Twelve tasks: a diamond, a long chain, lines that skip layers, and one that may be left out. */
export const WOVEN = {
  ...PLAN,
  openQuestions: [],
  title: "Limit the rate of logins",
  steps: [
    check("read", "Read the login module and note its entry points", [], { kind: "artifact", ref: "notes/login.md" }),
    check("tests", "Write the tests that must fail at first", ["read"], file("tests/login-rate.test.ts")),
    check("store", "Add the store that counts attempts", ["read"], test("npx vitest run store")),
    check("settings", "Read the limits from the settings", ["read"], file("src/settings/limits.ts")),
    check("wire", "Put the limiter in front of the login route", ["store", "settings"], file("src/login.ts"), {
      replay: "unsafe",
      steps: ["look", "write", "check"],
    }),
    check("run", "Run the login tests", ["tests", "wire"], test("npx vitest run login")),
    check("load", "Measure under load", ["run"], { kind: "artifact", ref: "reports/load.json" }, { optional: true }),
    check("docs", "Describe the new settings", ["settings"], file("docs/settings.md")),
    check("staging", "Bring the settings of staging up to date", ["read"], { kind: "artifact", ref: "staging/config" }),
    check("review", "Let a person review it", ["run", "docs"], { kind: "approval", ref: "review" }),
    check("rollout", "Roll out to staging", ["staging", "review"], test("./deploy staging --check")),
    check("tell", "Tell the team", ["rollout"], { kind: "approval", ref: "tell" }),
  ],
};

export const WRITE_ENV = {
  server: "filesystem",
  tool: "write_file",
  args: { path: "/work/.env", content: "LOGIN_TIMEOUT=60" },
  why: "The setting is read from there.",
};
export const READ = { server: "filesystem", tool: "read_text_file", args: { path: "src/login.ts" } };
export const REQUEST = "Raise the login timeout";

const send = (browser, text = REQUEST) => browser.run((text) => void window.page.gate.send({ text, plan: true }), text);
const open = (browser, script, options = {}) => browser.run((script, options) => window.page.open(script, options), script, options);
const shown = (browser, ...tags) =>
  browser.until((tags) => tags.every((tag) => window.page.shown().includes(tag)), tags.map((tag) => `plangate-${tag}`));
const decide = (browser, intent) =>
  browser.run((intent) => window.page.gate.decide({ planRef: window.page.gate.getSnapshot().plan.ref, intent }), intent);
const state = (browser, state) => browser.until((state) => window.page.gate.getSnapshot().execution?.state === state, state);

async function planned(browser, plan = PLAN, rest = [], options = {}) {
  await open(browser, [{ plan }, ...rest], options);
  await send(browser);
  await shown(browser, "plan", "approval");
}

/** Tells the gate of tasks, one after the other; each must be taken. */
export const tell = (browser, ...events) =>
  browser.run(async (events) => {
    for (const event of events) {
      const told = await window.page.gate.task(event);
      if (!told.ok) throw new Error(`${JSON.stringify(event)}: ${told.code}`);
    }
  }, events);
const prove = (id, item) => [{ op: "start", id }, { op: "evidence", id, item }, { op: "finish", id }];

/** Work on the twelve tasks, some way on. */
async function woven(browser, options = {}) {
  await planned(browser, WOVEN, [{ hold: true }], options);
  await decide(browser, "approve");
  await state(browser, "running");
  await tell(
    browser,
    ...prove("read", { kind: "artifact", ref: "notes/login.md", hash: "9f2c1ab07d55e41c", observedAt: "2031-05-04T10:15:00Z" }),
    ...prove("tests", { kind: "file-hash", ref: "tests/login-rate.test.ts", hash: "41d0c7b2aa90fe13" }),
    ...prove("store", { kind: "test-exit", ref: "npx vitest run store", exit: 0, ran: 14, by: "runner", command: "npx vitest run store --coverage" }),
    ...prove("settings", { kind: "file-hash", ref: "src/settings/limits.ts", hash: "c0ffee1234567890" }),
    { op: "start", id: "wire" },
    { op: "start", id: "docs" },
    { op: "fail", id: "docs" },
    { op: "block", id: "staging", by: "user", reason: "waits for the keys of staging" },
  );
  await shown(browser, "graph");
}

export const SCENES = {
  async idle(browser) {
    await open(browser, []);
  },
  async planning(browser) {
    await open(browser, [{ hold: true, plan: PLAN }]);
    await send(browser);
    await browser.until(() => window.page.gate.getSnapshot().status === "planning");
  },
  async suggestion(browser) {
    await open(browser, [], { trigger: "suggest" });
    await browser.run(() => void window.page.gate.send({ text: "Delete all old customer records from the production database" }));
    await shown(browser, "suggestion");
  },
  async questions(browser) {
    await open(browser, [{ questions: QUESTIONS }]);
    await send(browser);
    await shown(browser, "questions");
  },
  async answered(browser) {
    await SCENES.questions(browser);
    await browser.run(() => window.page.gate.answer({ limit: { text: "As long as it takes" } }));
    await browser.until(() => document.querySelector("plangate-questions fieldset:disabled"));
  },
  async history(browser) {
    await open(browser, [{ questions: QUESTIONS }, { plan: PLAN }, { plan: { ...PLAN, title: "Tests first" } }]);
    await send(browser);
    await shown(browser, "questions");
    await browser.run(() => window.page.gate.answer({ limit: { option: 1 }, where: { text: "In the\nadmin area" } }));
    await shown(browser, "approval");
    await browser.run(() =>
      window.page.gate.decide({ planRef: window.page.gate.getSnapshot().plan.ref, intent: "revise", comment: "tests first" }),
    );
    await browser.until(() => window.page.gate.getSnapshot().plan?.ref.version === 2);
    await browser.run(() => {
      for (const { id, questions, plan } of window.page.gate.getSnapshot().messages) {
        if (questions) window.page.history("plangate-questions", id);
        if (plan && plan.ref.version === 1) window.page.history("plangate-plan", id);
      }
    });
  },
  async plan(browser) {
    await planned(browser);
  },
  async sparse(browser) {
    await planned(browser, { title: "", aim: "", steps: [{ action: "Look around", expected: "" }], libraries: [], sandbox: null });
  },
  async changing(browser) {
    await planned(browser);
    await browser.find('plangate-approval [data-part="change"]').then((button) => button.click());
  },
  async held(browser) {
    await planned(browser);
    await decide(browser, "hold");
    await browser.until(() => document.querySelector('plangate-plan[data-status="held"]'));
  },
  async rejected(browser) {
    await planned(browser);
    await decide(browser, "reject");
    await browser.until(() => document.querySelector('plangate-plan[data-status="rejected"]'));
  },
  async running(browser) {
    await planned(browser, TASKED, [{ hold: true }]);
    await decide(browser, "approve");
    await state(browser, "running");
    await browser.run(() => window.page.gate.task({ op: "start", id: "s1" }));
    await shown(browser, "progress");
  },
  async graph(browser) {
    await woven(browser);
  },
  async lost(browser) {
    await browser.run(() => localStorage.clear());
    await woven(browser, { storage: "local" });
    await tell(browser, { op: "intent", id: "wire" }, { op: "retry", id: "docs" }, { op: "start", id: "docs" });
    await browser.run(() => window.page.reopen());
    await shown(browser, "recovery");
  },
  async recovered(browser) {
    await SCENES.lost(browser);
    // The host has looked: the tests are other ones than those that were seen, the rest is as it was.
    const world = {
      files: { "tests/login-rate.test.ts": "another", "src/settings/limits.ts": "c0ffee1234567890" },
      artifacts: { "notes/login.md": "9f2c1ab07d55e41c" },
      unavailable: [],
    };
    await tell(browser, { op: "revalidate", id: "", world });
    await browser.until(() => document.querySelector('plangate-recovery [data-part="redo"]'));
  },
  async step(browser) {
    await planned(browser, TASKED, [{ calls: [{ ...WRITE_ENV, stepId: "s2" }, { ...WRITE_ENV, stepId: "s2" }] }]);
    await decide(browser, "approve");
    await shown(browser, "steps");
  },
  async refused(browser) {
    await SCENES.step(browser);
    await browser.run(() => {
      const { gate } = window.page;
      return gate.decideStep({ requestId: gate.getSnapshot().stepRequests[0].requestId, granted: false });
    });
    await shown(browser, "refusals");
    await state(browser, "interrupted");
  },
  async done(browser) {
    await planned(browser, PLAN, [{ calls: [READ] }]);
    await decide(browser, "approve");
    await state(browser, "done");
  },
  async faults(browser) {
    await open(browser, [{ fail: "the model is not there" }]);
    await send(browser);
    await shown(browser, "faults");
  },
  async error(browser) {
    await planned(browser);
    // The version on the screen is not the one that the gate has: the press is refused, and said so.
    await browser.run(async () => {
      const { gate } = window.page;
      const element = document.querySelector("plangate-approval");
      const plan = gate.getSnapshot().plan;
      const stale = { ...gate.getSnapshot(), plan: { ...plan, ref: { ...plan.ref, version: 9 } } };
      element.gate = { ...gate, getSnapshot: () => stale };
      element.querySelector('[data-part="approve"]').click();
    });
    await browser.until(() => window.page.errors.length > 0);
  },
};
