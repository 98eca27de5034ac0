// Plays dialogues against the installed package, as a host page and the people before it would: nothing but the public API.
//
// A dialogue is one line of data: `{ id, group, title, options, host, steps }`. `options` go to `createPlanGate` as they
// are, `host` is the script of models, profile callbacks and judge (`player/host.mjs`), `steps` are what a person, the
// world and the test do, in order: each key of `STEPS` and `ACTIONS` below is one. Time begins at 2026-01-01 and moves only
// by `advance`; all tabs share one store. After each step the player waits for quiet and looks at every tab: what must
// always hold is in `player/facts.mjs`.
import { PlanGateError, createPlanGate, init } from "plangate";

import { SHORT_KEYS, differences, differencesOfTurn, plain, same } from "./player/compare.mjs";
import { faultsOf, faultsOfGate } from "./player/facts.mjs";
import { PROBE, Stage } from "./player/host.mjs";
import { Store } from "./player/store.mjs";
import { Clock, Pulse, lateness } from "./player/time.mjs";

// Tabs share one process here, so a Web Lock would hold for all of them at once: ownership goes by beats instead.
if (globalThis.navigator?.locks) Object.defineProperty(globalThis.navigator, "locks", { value: undefined, configurable: true });

/** Plays one dialogue; what was wrong, empty when it held. `seed` makes storage and world answer late, the same each time. */
export async function play(dialogue, { seed } = {}) {
  await init();
  const player = new Player(dialogue, lateness(seed));
  return player.play();
}

class Player {
  #dialogue;
  #pulse = new Pulse();
  #clock = new Clock();
  #store;
  #stage;
  #tabs = new Map();
  #here = "A";
  #names = new Map();
  #questions = [];
  #mark = null;
  #at = "opening";
  #faults = [];
  /** The newest action: where it stands, how it ended, and whether a step has looked at that. */
  #action = null;

  constructor(dialogue, late) {
    this.#dialogue = dialogue;
    const shared = { clock: this.#clock, pulse: this.#pulse, late, fail: (words) => this.#fail(words) };
    this.#store = new Store(this.#pulse, late);
    this.#store.failing = dialogue.host?.storage === "never";
    this.#stage = new Stage(dialogue.host ?? {}, shared);
  }

  async play() {
    const { steps } = this.#dialogue;
    try {
      await this.#open("A");
      this.#stage.log.length = 0;
      for (const [index, step] of steps.entries()) await this.#step(index, step, steps[index + 1] ?? {});
      this.#at = "the end";
      this.#judgeAction();
      for (const { gate, gone } of this.#tabs.values()) if (!gone) await Promise.race([gate.dispose(), this.#pulse.quiet()]);
    } catch (error) {
      this.#fail(`the player itself: ${error.stack}`);
    }
    return this.#faults;
  }

  // --- what steps use

  fail(words) {
    this.#fail(words);
  }

  get gate() {
    return this.#tab.gate;
  }

  get snapshot() {
    return this.gate.getSnapshot();
  }

  get stage() {
    return this.#stage;
  }

  get store() {
    return this.#store;
  }

  quiet() {
    return this.#pulse.quiet();
  }

  compare(want, got, where) {
    for (const words of differences(want, got, this.#names, where)) this.#fail(words);
  }

  named(name) {
    return this.#names.get(name.slice(1));
  }

  /** A reference to a plan: the one shown, that with another hash, or a captured one. */
  ref(name) {
    const shown = plain(this.snapshot.plan?.ref);
    if (name === undefined) return shown;
    return name === "badHash" ? { ...shown, contentHash: "f".repeat(64) } : this.named(name);
  }

  /** The id of the question at an index of the card, or one that there is not. */
  questionId(index) {
    const questions = this.snapshot.planPending?.questions ?? this.#questions;
    return questions[index]?.id ?? `none${index}`;
  }

  /** What may be done now: mode, plan, approval, execution, open requests and questions. */
  authority() {
    const { mode, plan, approval, execution, stepRequests, planPending } = this.snapshot;
    const requests = stepRequests.map(({ requestId }) => requestId);
    return plain([mode, plan?.ref, plan?.status, approval, execution, requests, planPending, this.gate.authority()]);
  }

  // --- the steps that need the player itself

  async act(name, argument, { may, next }) {
    this.#judgeAction();
    const action = { at: this.#at, may, seen: false, ended: undefined };
    this.#action = action;
    this.#begin(name, argument).then((ended) => (action.ended = ended));
    await this.#pulse.quiet();
    if ("throws" in next || "result" in next) return;
    if (action.ended !== undefined) this.#judgeAction();
  }

  /** The action before has rejected with this code. */
  throws(code) {
    this.#action.seen = true;
    const error = this.#action.ended?.error;
    if (error === undefined) this.#fail("the action did not reject");
    else if (code !== "$any" && error.code !== code) this.#fail(`the action rejected with ${nameOf(error)}`);
  }

  /** The action before has resolved to something that holds this. */
  result(want) {
    this.#action.seen = true;
    const { ended } = this.#action;
    if (ended === undefined || ended.error) this.#fail(`the action ${ended ? `rejected with ${nameOf(ended.error)}` : "is pending"}`);
    else this.compare(want, plain(ended.value), "result");
  }

  async race(entries, { wins, loser }) {
    const ended = [];
    for (const { tab, ...action } of entries) {
      this.#here = tab ?? this.#here;
      const [name, argument] = Object.entries(action)[0];
      this.#begin(name, argument).then((one) => ended.push(one));
    }
    await this.#pulse.quiet();
    await this.#pulse.quiet();
    const lost = ended.filter(({ error }) => error).map(({ error }) => error);
    const won = ended.length - lost.length;
    if (won !== wins) this.#fail(`${won} of ${entries.length} won, lost: ${lost.map(nameOf)}`);
    if (ended.length !== entries.length) this.#fail(`${entries.length - ended.length} are still pending`);
    for (const error of lost) if (error.code !== loser) this.#fail(`a loser got ${nameOf(error)}`);
  }

  async advance(ms) {
    await this.#clock.advance(ms, this.#pulse);
  }

  async useTab(name) {
    this.#here = name;
    if (!this.#tabs.has(name)) await this.#open(name);
  }

  /** Ends this tab, in good order or in the middle of everything, and opens it again. */
  async endTab({ orderly, stay }) {
    const tab = this.#tab;
    if (orderly) {
      await tab.gate.dispose();
      await this.#pulse.quiet();
    } else {
      this.#stage.forget(tab);
    }
    tab.gone = true;
    this.#clock.forget(tab);
    this.#store.forget(tab);
    if (!stay) await this.#open(this.#here);
  }

  sleep(asleep) {
    this.#tab.asleep = asleep;
  }

  capture(name, value) {
    if (name === "questions") this.#questions = plain(this.snapshot.planPending.questions);
    else this.#names.set(name, plain(value));
  }

  mark() {
    this.#mark = this.authority();
  }

  authorityUnchanged() {
    const now = this.authority();
    if (!same(now, this.#mark)) this.#fail(`authority has changed from ${JSON.stringify(this.#mark)} to ${JSON.stringify(now)}`);
  }

  turn(want) {
    const newest = this.#stage.newestTurn(this.#tab);
    if (newest === undefined) this.#fail("there was no turn");
    else for (const words of differencesOfTurn(want, newest.turn, this.#names)) this.#fail(words);
  }

  async call(call, { of = this.#tab, tools = this.gate } = {}) {
    void this.#stage.call(of, tools, call);
    await this.#pulse.quiet();
  }

  // --- inside

  get #tab() {
    return this.#tabs.get(this.#here);
  }

  #fail(words) {
    this.#faults.push(`${this.#at}: ${words}`);
  }

  async #open(name) {
    const tab = { name, gone: false, asleep: false, switching: false, applied: null, target: null, gate: undefined };
    this.#tabs.set(name, tab);
    tab.gate = await createPlanGate({
      sessionId: this.#dialogue.id,
      locale: "en",
      ...this.#dialogue.options,
      storage: this.#store.face(tab),
      clock: this.#clock.face(tab),
      host: this.#stage.face(tab),
    });
    tab.gate.subscribe(() => this.#pulse.beat());
    await this.#pulse.quiet();
  }

  async #step(index, step, next) {
    const [name] = Object.keys(step);
    this.#at = `step ${index} ${JSON.stringify(step).slice(0, 90)}`;
    this.#pulse.beat();
    if (Object.hasOwn(ACTIONS, name)) await this.act(name, step[name], { may: step.may === true, next });
    else if (Object.hasOwn(STEPS, name)) await STEPS[name](this, step[name], step);
    else this.#fail("this is no step");
    this.#look();
  }

  /** Starts an action; how it ends, never a rejection. */
  async #begin(name, argument) {
    try {
      return { value: await ACTIONS[name](this.gate, argument, this) };
    } catch (error) {
      return { error };
    }
  }

  /** An action that has rejected must have been expected to. */
  #judgeAction() {
    const action = this.#action;
    if (action === null || action.seen || action.ended === undefined) return;
    action.seen = true;
    const { error } = action.ended;
    if (error && !(action.may && error instanceof PlanGateError)) this.#faults.push(`${action.at}: rejected with ${nameOf(error)}`);
  }

  /** What must hold in every tab after every step. */
  #look() {
    const error = this.#action?.ended?.error;
    if (error && !(error instanceof PlanGateError)) this.#fail(`a raw error: ${nameOf(error)}`);
    for (const { name, gate, gone, asleep } of this.#tabs.values()) {
      if (gone || asleep) continue;
      for (const words of [...faultsOf(gate.getSnapshot()), ...faultsOfGate(gate, PROBE)]) this.#fail(`tab ${name}: ${words}`);
    }
  }
}

const nameOf = (error) => error?.code ?? error?.stack ?? String(error);

/** What a person does; each resolves or rejects by itself. */
const ACTIONS = {
  send: (gate, message) => gate.send(message),
  answer: (gate, answers, player) =>
    gate.answer(Object.fromEntries(Object.entries(answers).map(([index, answer]) => [player.questionId(index), answer]))),
  decide: (gate, { ref, ...decision }, player) => gate.decide({ planRef: player.ref(ref), ...decision }),
  editPlan: (gate, { ref, plan }, player) => gate.editPlan({ planRef: player.ref(ref), plan }),
  decideStep: (gate, { id, index = 0, ...decision }, player) => {
    const requestId = id === undefined ? player.snapshot.stepRequests[index]?.requestId : player.named(id);
    return gate.decideStep({ requestId: requestId ?? "none", ...decision });
  },
  cancel: (gate) => gate.cancel(),
  resume: (gate) => gate.resume(),
  takeSuggestion: (gate) => gate.takeSuggestion(),
  passSuggestion: (gate) => gate.passSuggestion(),
  editAndResend: (gate, { user = 0, reply = false, text }, player) => {
    const own = player.snapshot.messages.filter(({ role, planAnswer, planReply }) => role === "user" && !planAnswer && (planReply === true) === reply);
    return gate.editAndResend(own[user]?.id ?? "none", text);
  },
  task: (gate, event) => gate.task(event),
  updateWorld: (gate, patch, player) => {
    Object.assign(player.stage.world, patch);
    return gate.updateWorld(patch);
  },
};

/** What the world does, and what is looked at. */
const STEPS = {
  throws: (player, code) => player.throws(code),
  result: (player, want) => player.result(want),
  race: (player, entries, step) => player.race(entries, step),
  advance: (player, ms) => player.advance(ms),
  tab: (player, name) => player.useTab(name),
  reload: (player, _, step) => player.endTab({ orderly: true, stay: step.stay }),
  crash: (player, _, step) => player.endTab({ orderly: false, stay: step.stay }),
  freeze: (player, asleep) => player.sleep(asleep),
  world: (player, patch) => void Object.assign(player.stage.world, patch),
  storageFails: (player, failing) => void (player.store.failing = failing),
  corrupt: (player, how) => player.store.corrupt(how),
  mark: (player) => player.mark(),
  authorityUnchanged: (player) => player.authorityUnchanged(),
  turn: (player, want) => player.turn(want),
  outcomes: (player, want) => player.compare(want, player.stage.outcomes, "outcomes"),
  call: (player, call) => player.call(call),
  late: (player, { turn: kind, n = 0, call }) => {
    const turn = player.stage.turns.filter((one) => one.kind === kind)[n];
    return player.call(call, { of: turn.tab, tools: turn.tools });
  },
  release: async (player, key, step) => {
    if (player.stage.release(key) === 0 && !step.may) player.fail("nothing hangs there");
    await player.quiet();
  },
  settle: async (player) => {
    let settled = false;
    player.gate.settled().then(() => (settled = true), () => undefined);
    await player.quiet();
    if (!settled) player.fail("`settled()` did not resolve");
  },
  capture: (player, name, { of, index = 0 }) => {
    const { plan, stepRequests } = player.snapshot;
    player.capture(name, of === "request" ? stepRequests[index]?.requestId : plan?.ref);
  },
  expect: (player, want) => {
    const { snapshot } = player;
    for (const [key, value] of Object.entries(want)) {
      const got = Object.hasOwn(SHORT_KEYS, key) ? SHORT_KEYS[key](snapshot, player.gate) : snapshot[key];
      player.compare(value, plain(got), key);
    }
  },
  log: (player, want, { anyTab = false }) => {
    const log = player.stage.log.splice(0).map((entry) => (anyTab ? entry.replace(/^[A-Z]\//, "") : entry));
    if (!same(want, log)) player.fail(`the log is ${JSON.stringify(log)}`);
  },
  aborts: (player, want) => {
    const aborts = player.stage.aborts.splice(0);
    if (!same([...want].sort(), [...aborts].sort())) player.fail(`aborted were ${JSON.stringify(aborts)}`);
  },
  visible: (player, want, { by }) => {
    const tools = by === "turn" ? player.stage.turns.at(-1).tools : player.gate;
    player.compare(want, tools.visibleTools(PROBE).map(({ server, name }) => `${server}/${name}`), "visible");
  },
  authorize: (player, { call, is, code = "$any" }) => {
    const ruling = player.gate.authorize(call);
    player.compare({ decision: is, code }, ruling, "ruling");
    if (ruling.decision === "deny" && ruling.refusal?.refused !== true) player.fail("a denial without its refusal");
  },
  auditHas: async (player, texts) => {
    const audit = await player.gate.exportAudit();
    for (const text of texts) if (!audit.includes(text)) player.fail(`the audit lacks \`${text}\``);
  },
};
