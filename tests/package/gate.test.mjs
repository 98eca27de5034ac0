// What no dialogue can say: events, snapshots as objects, drafts, disposal, pages beside each other, and gates that share
// the profile callbacks of one page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createPlanGate, init } from "plangate";

import { ANSWER, Model, QUESTIONS_TEXT, READ, REQUEST, UNDECLARED, WRITE, approve, openGate, pause, planText, planned, until, within } from "./page.mjs";

await init();

// Pages share one process here, so a Web Lock would hold for all of them at once: ownership goes by beats instead.
if (globalThis.navigator?.locks) Object.defineProperty(globalThis.navigator, "locks", { value: undefined, configurable: true });

/** A store that pages share; each of them is told when another one has written. */
class Shared {
  data = new Map();
  #watchers = new Set();

  face() {
    const told = new Set();
    const changed = () => {
      for (const watcher of this.#watchers) if (!told.has(watcher)) queueMicrotask(watcher);
    };
    return {
      get: async (key) => this.data.get(key) ?? null,
      set: async (key, value) => void (this.data.set(key, value), changed()),
      delete: async (key) => void (this.data.delete(key), changed()),
      list: async (prefix) => [...this.data.keys()].filter((key) => key.startsWith(prefix)),
      compareAndSet: async (key, expected, value) => {
        if ((this.data.get(key) ?? null) !== expected) return false;
        this.data.set(key, value);
        changed();
        return true;
      },
      watch: (_, watcher) => {
        told.add(watcher);
        this.#watchers.add(watcher);
        return () => void this.#watchers.delete(watcher);
      },
    };
  }

  get rootKey() {
    return [...this.data.keys()].find((key) => key.endsWith(":root"));
  }
}

const heard = (gate, type) => {
  const details = [];
  gate.events.addEventListener(type, ({ detail }) => details.push(detail));
  return details;
};

// --- events

test("a hint is told as an event and holds nothing up; a card holds the turn", async () => {
  for (const [suggestions, status] of [["hint", "idle"], ["card", "idle"], ["off", "idle"]]) {
    const { gate, model } = await openGate({ trigger: "suggest", suggestions });
    const told = heard(gate, "suggestion");
    const { route, messageId } = await within(gate.send({ text: REQUEST }), "send");
    const snapshot = await within(gate.settled(), "settled");
    assert.equal(snapshot.status, status);
    assert.equal(route, suggestions === "card" ? "suggested" : "chat");
    assert.deepEqual(told.map(({ messageId, shown }) => [messageId, shown]), suggestions === "off" ? [] : [[messageId, suggestions]]);
    for (const { reasonCode } of told) assert.match(reasonCode, /^[A-Za-z_-]+$/);
    assert.equal(model.turns.length, suggestions === "card" ? 0 : 1);
    assert.equal(snapshot.suggestion !== null, suggestions === "card");
  }
});

test("messages, status, step requests, refusals and changes are told", async () => {
  const model = new Model();
  model.held = "execute";
  const { gate } = await openGate({ model });
  const [messages, statuses, steps, refusals, changes] = ["message", "status", "step", "refusal", "change"].map((type) => heard(gate, type));
  await planned(gate);
  await approve(gate);
  const { tools } = await model.turn("execute");
  const waiting = tools.callTool({ ...WRITE, args: { path: "b.txt", content: "x" } }, async () => 1);
  const request = await until(() => gate.getSnapshot().stepRequests[0], "a step request");
  assert.deepEqual(steps, [request]);
  await within(gate.decideStep({ requestId: request.requestId, granted: false }), "decideStep");
  const { refusal } = await within(waiting, "the call");
  assert.deepEqual(refusals, [refusal]);
  assert.deepEqual(messages.filter(({ added }) => added).map(({ added }) => added.role), ["user", "assistant"]);
  assert.deepEqual([...new Set(statuses.map(({ status }) => status))].sort(), ["executing", "idle", "planning", "stepping", "switching"]);
  assert.ok(changes.length > 0 && changes.length >= statuses.length);
});

// --- snapshots

const isDeepFrozen = (value) => typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

test("a snapshot is frozen to its last leaf and the same object while nothing changes", async () => {
  const { gate } = await openGate();
  const opened = gate.getSnapshot();
  assert.equal(gate.getSnapshot(), opened);
  await planned(gate);
  const snapshot = gate.getSnapshot();
  assert.notEqual(snapshot, opened);
  assert.ok(snapshot.version > opened.version);
  assert.ok(isDeepFrozen(snapshot));
  gate.authorize(READ);
  gate.visibleTools([{ server: "filesystem", name: "read_text_file" }]);
  gate.authority();
  await gate.exportState();
  await within(gate.settled(), "settled");
  assert.equal(gate.getSnapshot(), snapshot);
  // What has not changed keeps its identity, so that a page draws only what has.
  await within(gate.decide({ planRef: snapshot.plan.ref, intent: "approve" }), "decide");
  assert.equal(gate.getSnapshot().messages[0], gate.getSnapshot().messages[0]);
  assert.throws(() => (gate.getSnapshot().mode = "normal"), TypeError);
});

test("the server's snapshot is empty, whatever the session holds", async () => {
  const { gate } = await openGate();
  await planned(gate);
  const { version, mode, messages, plan, storage } = gate.getServerSnapshot();
  assert.deepEqual([version, mode, messages, plan, storage], [0, "normal", [], null, "memory"]);
});

test("a listener hears each change until it is taken away; one that throws harms nobody", async () => {
  const { gate } = await openGate();
  const quiet = console.error;
  console.error = () => undefined;
  let count = 0;
  gate.subscribe(() => {
    throw new Error("a listener");
  });
  const stop = gate.subscribe(() => (count += 1));
  try {
    await planned(gate);
    const before = count;
    assert.ok(before > 0);
    stop();
    stop();
    await within(gate.cancel(), "cancel");
    assert.equal(count, before);
  } finally {
    console.error = quiet;
  }
});

test("a stream yields the newest snapshot, ends with its signal, and with the gate", async () => {
  const { gate } = await openGate();
  const stop = new AbortController();
  const seen = [];
  const reading = (async () => {
    for await (const snapshot of gate.stream({ signal: stop.signal })) seen.push(snapshot);
  })();
  await planned(gate);
  await until(() => seen.at(-1) === gate.getSnapshot(), "the newest snapshot");
  for (const [index, { version }] of seen.entries()) assert.ok(index === 0 || version > seen[index - 1].version);
  stop.abort();
  await within(reading, "the aborted stream");
  const other = (async () => {
    for await (const _ of gate.stream());
  })();
  await gate.dispose();
  await within(other, "the stream of a disposed gate");
});

// --- drafts

test("what a model emits is a last message until its answer is there; a planner's text is never shown", async () => {
  const model = new Model();
  model.held = "chat";
  const { gate } = await openGate({ model });
  await within(gate.send({ text: "Hello there" }), "send");
  const turn = await model.turn("chat");
  turn.emit("The work ");
  turn.emit({ text: "no text" });
  turn.emit("is ");
  const draft = gate.getSnapshot().messages.at(-1);
  assert.deepEqual([draft.id, draft.role, draft.content], [turn.turn.id, "assistant", "The work is "]);
  assert.equal((await gate.exportState()).includes("The work is"), false, "a draft is not stored");
  turn.go();
  const { messages } = await within(gate.settled(), "settled");
  assert.deepEqual(messages.map(({ content }) => content), ["Hello there", ANSWER]);
  turn.emit("too late");
  assert.equal(gate.getSnapshot().messages.length, 2);

  model.held = "plan";
  await within(gate.send({ text: REQUEST, plan: true }), "send");
  const planner = await model.turn("plan");
  const before = gate.getSnapshot();
  planner.emit("a secret thought");
  assert.equal(gate.getSnapshot(), before);
});

// --- disposal

test("an approval that is on its way when the gate is disposed is told so", async () => {
  let silent = false;
  const world = () => (silent ? new Promise(() => undefined) : { workspacePath: "/w", projectId: "project", workspaceHash: "h1" });
  const { gate } = await openGate({ host: { world } });
  await planned(gate);
  silent = true;
  const sent = gate.send({ text: "go ahead" });
  await until(() => gate.getSnapshot().messages.length > 2, "the reply");
  await within(gate.dispose(), "dispose");
  await assert.rejects(within(sent, "the approval"), { name: "PlanGateError", code: "ERR_DISPOSED" });
  assert.equal(gate.getSnapshot().approval, null);
});

test("a disposed gate refuses every act, denies every call, and stays readable", async () => {
  const { gate } = await openGate();
  await planned(gate);
  const shown = gate.getSnapshot();
  const waiting = gate.send({ text: "Why?" }).catch((error) => error);
  await within(gate.dispose(), "dispose");
  await within(gate.dispose(), "dispose again");
  await within(waiting, "what was on its way");
  const acts = ["send", "answer", "decide", "editPlan", "decideStep", "takeSuggestion", "passSuggestion", "cancel", "resume", "editAndResend", "task", "updateWorld", "settled"];
  for (const name of acts) await assert.rejects(within(gate[name]({ planRef: shown.plan.ref }, "x"), name), { name: "PlanGateError", code: "ERR_DISPOSED" }, name);
  assert.equal(gate.authorize(READ).code, "ERR_TURN_OVER");
  assert.equal((await gate.callTool(READ, () => assert.fail("it has run"))).refusal.code, "ERR_TURN_OVER");
  assert.deepEqual(gate.visibleTools([{ server: "filesystem", name: "read_text_file" }]), []);
  assert.equal(gate.authority(), null);
  assert.equal(gate.getSnapshot().plan.title, shown.plan.title);
});

// --- what is stored

test("storage \"memory\" is said, keeps nothing beyond the gate, and is no fault", async () => {
  for (const text of ["once", "twice"]) {
    const gate = await createPlanGate({ sessionId: "memory", storage: "memory", trigger: "manual", host: { callModel: async () => ANSWER } });
    assert.deepEqual([gate.getSnapshot().storage, gate.getSnapshot().messages, gate.getSnapshot().faults], ["memory", [], []]);
    await within(gate.send({ text }), "send");
    await gate.dispose();
  }
});

test("without a window the default storage is memory, with one fault", async () => {
  const gate = await createPlanGate({ sessionId: "local", trigger: "manual", host: { callModel: async () => ANSWER } });
  assert.deepEqual([gate.getSnapshot().storage, gate.getSnapshot().faults.map(({ code }) => code)], ["memory", ["W_STORAGE"]]);
  await gate.dispose();
});

test("a session that a newer version has written is refused with ERR_SCHEMA and left as it is", async () => {
  const shared = new Shared();
  const open = () => createPlanGate({ sessionId: "newer", storage: shared.face(), trigger: "manual", host: { callModel: async () => ANSWER } });
  const gate = await open();
  await within(gate.send({ text: "Hello there" }), "send");
  await within(gate.settled(), "settled");
  await gate.dispose();
  const root = { ...JSON.parse(shared.data.get(shared.rootKey)), schema: 99 };
  const newer = new Map(shared.data).set(shared.rootKey, JSON.stringify(root));
  shared.data = new Map(newer);
  await assert.rejects(within(open(), "open"), { name: "PlanGateError", code: "ERR_SCHEMA" });
  assert.deepEqual(shared.data, newer);
});

// --- two pages

test("a turn is `here` in the page that runs it, and there in the other", async () => {
  const shared = new Shared();
  const model = new Model();
  model.held = "chat";
  const options = { sessionId: "two-pages", model };
  const { gate: one } = await openGate({ ...options, storage: shared.face() });
  const { gate: two } = await openGate({ ...options, storage: shared.face() });
  await within(one.send({ text: "Hello there" }), "send");
  await model.turn("chat");
  const there = await until(() => two.getSnapshot().turn, "the turn in the other page");
  assert.deepEqual([one.getSnapshot().turn.here, there.here, there.id], [true, false, one.getSnapshot().turn.id]);
  assert.equal(model.turns.length, 1);
  // The other page may end it.
  await within(two.cancel(), "cancel");
  await until(() => model.turns[0].signal.aborted, "the abort in the page that ran it");
  assert.equal(two.getSnapshot().turn, null);
});

/** A store that tells no page of what another one has written. */
const silent = (shared) => ({ ...shared.face(), watch: undefined });

test("words approve no plan but the one under which they were typed", async () => {
  for (const shown of ["nothing", "an older version"]) {
    const shared = new Shared();
    const model = new Model();
    let plans = 0;
    model.answers.plan = () => planText({ title: `Plan ${(plans += 1)}` });
    const options = { sessionId: "typed-under", model };
    const { gate: one } = await openGate({ ...options, storage: silent(shared) });
    const { gate: two } = await openGate({ ...options, storage: silent(shared) });
    if (shown === "nothing") assert.equal((await planned(one)).ref.version, 1);
    else {
      await planned(two);
      await within(one.cancel(), "a look into the store");
      await planned(one);
    }
    const stored = one.getSnapshot().plan;
    assert.notDeepEqual(two.getSnapshot().plan?.ref, stored.ref, shown);
    const { reply } = await within(two.send({ text: "go ahead" }), "send");
    assert.deepEqual([reply.intent, reply.judged], ["unknown", false], shown);
    const snapshot = await within(two.settled(), "settled");
    assert.deepEqual([snapshot.mode, snapshot.approval, snapshot.plan.ref, snapshot.plan.status], ["awaiting-approval", null, stored.ref, "pending"]);
    const { plan: card, active } = snapshot.messages.at(-1);
    assert.deepEqual([card?.ref, active], [stored.ref, true], "the card is the newest message");
    assert.deepEqual(model.turns.filter(({ kind }) => kind !== "plan"), []);
    // Now it is on the screen.
    assert.equal((await within(two.send({ text: "go ahead" }), "send")).reply.intent, "approve");
    await within(two.settled(), "settled");
    assert.deepEqual(model.turns.filter(({ kind }) => kind === "execute").map(({ turn }) => turn.plan.ref), [stored.ref]);
  }
});

test("what another page has decided meanwhile is not acted on: replies, suggestions, answers, resumption", async () => {
  const resolved = { name: "PlanGateError", code: "ERR_ALREADY_RESOLVED" };
  const pair = async (name, given = {}) => {
    const shared = new Shared();
    const model = new Model();
    const options = { sessionId: `meanwhile-${name}`, model, ...given };
    const { gate: one } = await openGate({ ...options, storage: silent(shared) });
    const { gate: two } = await openGate({ ...options, storage: silent(shared) });
    return { one, two, model };
  };
  const kinds = (model) => model.turns.map(({ kind }) => kind);
  // A reply to a plan that was cancelled is no message to run; said again, it is one.
  const reply = await pair("reply");
  await planned(reply.one);
  await within(reply.two.cancel(), "cancel");
  await assert.rejects(within(reply.one.send({ text: "go ahead" }), "send"), resolved);
  assert.deepEqual([kinds(reply.model), reply.one.getSnapshot().mode], [["plan"], "normal"]);
  assert.equal((await within(reply.one.send({ text: "go ahead" }), "send")).route, "chat");
  // A suggestion is taken or passed for the message that it was made for.
  const offer = await pair("suggestion", { trigger: "suggest" });
  await within(offer.one.send({ text: "Rename the variable in 40 files and then update all of the tests" }), "send");
  assert.notEqual(offer.one.getSnapshot().suggestion, null);
  await within(offer.two.send({ text: "Delete all user accounts in production" }), "send");
  await assert.rejects(within(offer.one.passSuggestion(), "pass"), resolved);
  await assert.rejects(within(offer.one.getSnapshot().suggestion === null ? offer.one.takeSuggestion() : Promise.reject(Object.assign(new Error(), resolved)), "take"), resolved);
  assert.deepEqual(kinds(offer.model), []);
  // Questions of two cards have one id: the answer is to the card that was shown.
  const asked = await pair("answers");
  let cards = 0;
  asked.model.answers.plan = () => QUESTIONS_TEXT.replace("Which one?", `Which one, ${(cards += 1)}?`);
  await within(asked.one.send({ text: REQUEST, plan: true }), "send");
  await within(asked.one.settled(), "settled");
  await within(asked.two.cancel(), "a look into the store");
  await within(asked.two.send({ text: REQUEST, plan: true }), "send");
  await within(asked.two.settled(), "settled");
  await assert.rejects(within(asked.one.answer({ q1: { option: 0 } }), "answer"), resolved);
  assert.deepEqual(asked.two.getSnapshot().planPending.answers, {});
  await within(asked.one.answer({ q1: { option: 0 } }), "the card that is shown now");
  // Work goes on only where it was seen to stand still.
  const work = await pair("resume");
  const stop = async (gate) => {
    await planned(gate);
    work.model.held = "execute";
    await approve(gate);
    await until(() => gate.getSnapshot().execution?.state === "running", "the work");
    await within(gate.cancel(), "stop");
    work.model.held = null;
  };
  await stop(work.one);
  await within(work.two.cancel(), "give up");
  await stop(work.two);
  const before = work.model.turns.length;
  await assert.rejects(within(work.one.resume(), "resume"), resolved);
  assert.equal(work.model.turns.length, before);
  assert.equal(work.two.getSnapshot().execution.state, "interrupted");
});

test("words typed while the planner was still at work approve nothing", async () => {
  const model = new Model();
  model.held = "plan";
  const { gate } = await openGate({ model });
  await within(gate.send({ text: REQUEST, plan: true }), "send");
  const { go } = await until(() => model.turns.find(({ go }) => go), "the planner");
  go();
  const sent = gate.send({ text: "go ahead" }).then(({ reply }) => reply.intent, ({ code }) => code);
  assert.ok(["ERR_TURN_RUNNING", "unknown"].includes(await within(sent, "send")));
  assert.equal((await within(gate.settled(), "settled")).approval, null);
});

// --- two gates, one `host.mcp`

/** Profile callbacks that two gates share, each of which takes a while. */
class Profiles {
  log = [];
  running = 0;
  most = 0;
  /** The profile whose switch was the last one to be completed; null while one is on its way. */
  applied = null;
  #next = null;

  #take = (what) => async (profile) => {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    this.applied = null;
    if (what !== "restart") this.#next = profile.name;
    this.log.push(what === "restart" ? what : `${what}:${profile.name}`);
    await pause(4);
    this.running -= 1;
    if (what === "restart") this.applied = this.#next;
  };

  mcp = {
    servers: () => [{ name: "filesystem", is: "filesystem", tools: [{ name: "read_text_file" }, { name: "write_file" }] }],
    generateConfig: this.#take("generate"),
    applyServers: this.#take("apply"),
    restart: this.#take("restart"),
  };
}

test("gates that share their profile callbacks switch one after the other and run one turn at a time", async () => {
  const profiles = new Profiles();
  const under = [];
  let running = 0;
  let most = 0;
  const callModel = (model) => async (turn, options) => {
    running += 1;
    most = Math.max(most, running);
    under.push([turn.kind, profiles.applied]);
    await pause(5);
    under.push([turn.kind, profiles.applied]);
    running -= 1;
    return model.call(turn, options);
  };
  const open = async () => {
    const model = new Model();
    return openGate({ model, host: { callModel: callModel(model), mcp: profiles.mcp } });
  };
  const [one, two] = [await open(), await open()];
  await Promise.all([
    planned(one.gate),
    (async () => {
      await within(two.gate.send({ text: "Hello there" }), "send");
      await within(two.gate.settled(), "settled");
    })(),
  ]);
  await Promise.all([approve(one.gate), within(two.gate.send({ text: REQUEST, plan: true }), "send")]);
  await Promise.all([one, two].map(({ gate }) => within(gate.settled(), "settled")));
  assert.equal(one.gate.getSnapshot().execution.state, "done");
  assert.equal(two.gate.getSnapshot().mode, "awaiting-approval");
  assert.deepEqual([profiles.most, most], [1, 1]);
  // No turn has begun or gone on under another profile than its own.
  const needed = { plan: "plan", chat: "managed", execute: "managed" };
  for (const [kind, applied] of under) assert.equal(applied, needed[kind], kind);
  assert.deepEqual([...new Set(under.map(([kind]) => kind))].sort(), ["chat", "execute", "plan"]);
  // A switch that nobody wants any more ends after any step, but no step is taken without the one before.
  for (const [index, step] of profiles.log.entries()) {
    const before = profiles.log[index - 1];
    if (step.startsWith("apply:")) assert.equal(before, step.replace("apply", "generate"));
    if (step === "restart") assert.match(before, /^apply:/);
  }
  assert.ok(profiles.log.length >= 9, "both profiles were needed, and one of them again");
});

test("a gate that waits behind another's step request has settled, and goes on when the person has answered", async () => {
  const profiles = new Profiles();
  const asking = new Model();
  const [one, two] = [
    await openGate({ host: { callModel: async (turn, options) => {
      if (turn.kind === "execute") await options.tools.callTool(UNDECLARED, async () => "ran");
      return asking.call(turn, options);
    }, mcp: profiles.mcp } }),
    await openGate({ host: { mcp: profiles.mcp } }),
  ];
  await planned(one.gate);
  await approve(one.gate);
  const { stepRequests } = await within(one.gate.settled(), "settled");
  assert.equal(stepRequests.length, 1);
  await within(two.gate.send({ text: "Hello there" }), "send");
  await within(two.gate.settled(), "settled behind a person");
  assert.equal(two.model.turns.length, 0, "one turn at a time");
  const later = two.gate.getSnapshot();
  await within(one.gate.decideStep({ requestId: stepRequests[0].requestId, granted: true }), "decideStep");
  await within(one.gate.settled(), "settled");
  const { messages } = await within(two.gate.settled(), "settled");
  assert.notEqual(two.gate.getSnapshot(), later);
  assert.deepEqual(messages.map(({ content }) => content), ["Hello there", ANSWER]);
});

test("a profile that another gate has left behind is not applied again", async () => {
  const profiles = new Profiles();
  const [one, two] = [await openGate({ host: { mcp: profiles.mcp } }), await openGate({ host: { mcp: profiles.mcp } })];
  await planned(one.gate);
  assert.deepEqual(profiles.log, ["generate:plan", "apply:plan", "restart"]);
  await planned(two.gate);
  assert.deepEqual(profiles.log, ["generate:plan", "apply:plan", "restart"]);
  assert.equal(two.gate.getSnapshot().profile.confirmed, "plan");
  // Gates that do not share the object do not share the profile either.
  const third = await openGate({ host: { mcp: { ...profiles.mcp } } });
  await planned(third.gate);
  assert.equal(profiles.log.length, 6);
});
