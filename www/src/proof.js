// The host's part in tasks: it looks at what a plan names as proof, since a model's word is none. It hashes files, runs a plan's
// own commands through the gate, and tells after a reload what is there. Whether that suffices is the package's to say.
import { textOf } from "./connect.js";
import { digest } from "./folder.js";

const OUTPUT_CHARS_MAX = 4_000;
/** Under which names servers tell how a command has ended. Text is no such place: the command itself could write it. */
const EXITS = ["exitCode", "exit_code", "returnCode", "exit"];

/**
 * Looks at everything that step `id` of `plan` wants as proof, by `run` where it is a command, and tells the gate.
 * Gives `{ whole, notes }`: whether all of it could be looked at, and what the model should read of it.
 */
export async function prove({ gate, plan, id, source, folder, run }) {
  const step = plan?.steps.find((one) => one.id === id);
  const notes = [];
  let whole = true;
  for (const { kind, ref } of step?.doneWhen ?? []) {
    // What only the person can say is theirs to say.
    if (kind === "approval") continue;
    const { item, note } = kind === "test-exit" ? await tried(ref, { plan, step, source, folder, run }) : await seen(kind, ref, source, folder);
    notes.push(`${kind} ${ref}: ${note}`);
    if (item === null) whole = false;
    else await gate.task({ op: "evidence", id, item: { kind, ref, ...item, observedAt: new Date().toISOString() } });
  }
  return { whole, notes };
}

async function seen(kind, ref, source, folder) {
  const { hash } = await sight(kind, ref, source, folder);
  return hash === undefined ? { item: null, note: "it is not there, or can not be looked at" } : { item: { hash }, note: "seen" };
}

/** Runs a command and reads how it has ended. What it was run on is looked at before, so that a later change is noticed. */
async function tried(command, { plan, step, source, folder, run }) {
  const inputs = await hashes(filesOf(plan, step), source, folder);
  const { result, text } = await run(command);
  const output = text.slice(-OUTPUT_CHARS_MAX);
  const exit = exitOf(result);
  if (exit === null) return { item: null, note: `nobody can say how it ended\n${output}` };
  const ran = ranOf(text);
  return { item: { exit, ...(ran !== null && { ran }), command, inputs }, note: `ended with ${exit}\n${output}` };
}

/** The exit code that a server tells beside the text; `null` where it tells none, or says that the call has failed all the same. */
export function exitOf(result) {
  const told = result?.structuredContent ?? {};
  const exit = EXITS.map((name) => told[name]).find(Number.isInteger);
  if (exit === undefined || (exit === 0 && result.isError === true)) return null;
  return exit;
}

/** How usual runners tell the number of tests that have run; the last telling counts, those of several files are added up. */
const COUNTS = [
  { line: /^(?:#|ℹ) tests (\d+)$/gmu },
  { line: /^Tests:\s.*?(\d+) total$/gmu },
  { line: /^\s*Tests\s+.*\((\d+)\)$/gmu },
  { line: /^test result: \w+\. (\d+) passed; (\d+) failed/gmu, adds: true },
  { line: /^=+ (?:(\d+) failed, )?(\d+) passed/gmu },
  { line: /^\s*(\d+) passing\b/gmu },
];

/** How many tests have run, where the text tells; else `null`. */
export function ranOf(text) {
  const plain = text.replace(/\u001B\[[\d;]*m/gu, "");
  for (const { line, adds } of COUNTS) {
    const told = [...plain.matchAll(line)].map(([, ...numbers]) => numbers.reduce((sum, number) => sum + Number(number ?? 0), 0));
    if (told.length > 0) return adds ? told.reduce((sum, number) => sum + number, 0) : told.at(-1);
  }
  return null;
}

/** Files that a step's checks stand on, as far as the plan says: those that it and all that it waits for prove or write. */
function filesOf(plan, step) {
  const files = new Set();
  const open = [step];
  for (const known = new Set(open); open.length > 0; ) {
    const { target, doneWhen, dependsOn } = open.pop();
    for (const { kind, ref } of doneWhen) if (kind === "file-hash") files.add(ref);
    if (plan.scope.paths.includes(target)) files.add(target);
    for (const one of plan.steps.filter(({ id }) => dependsOn.includes(id))) {
      if (!known.has(one)) open.push(one);
      known.add(one);
    }
  }
  return [...files];
}

async function hashes(paths, source, folder) {
  const pairs = await Promise.all(paths.map(async (path) => [path, (await sight("file-hash", path, source, folder)).hash]));
  return Object.fromEntries(pairs.filter(([, hash]) => hash !== undefined));
}

/** What is there: `{ hash }`, `{}` where nothing is, `{ unseen: true }` where nobody can tell. */
async function sight(kind, ref, source, folder) {
  try {
    if (kind === "artifact" && ref === "folder") {
      const { workspaceHash } = await source.world();
      return workspaceHash === "" ? { unseen: true } : { hash: workspaceHash };
    }
    if (source.inPage) {
      const content = folder.read(ref.replace(`${source.root}/`, ""));
      return content === undefined ? {} : { hash: await digest(content) };
    }
    const read = await source.call(source.files, "read_text_file", { path: ref.startsWith("/") ? ref : `${source.root}/${ref}` });
    if (read.isError) return /ENOENT|no such file/iu.test(textOf(read)) ? {} : { unseen: true };
    return { hash: await digest(textOf(read)) };
  } catch {
    // OK because a server that does not answer says nothing about what is there.
    return { unseen: true };
  }
}

/** Tells the gate what is there of all that tasks name. */
export async function lookAgain(gate, source, folder) {
  const authority = gate.authority();
  const { projectId } = await source.world().catch(() => ({ projectId: null }));
  // Tools of another project, as where a server is away and the folder in the page stands in for it, show nothing of this work.
  if (authority === null || authority.receipt.projectId !== projectId) return;
  const { files, artifacts, unavailable } = await worldOf(named(gate.getSnapshot(), authority.plan), source, folder);
  const told = await gate.task({ op: "revalidate", id: "", world: { files, artifacts, unavailable } });
  if (!told.ok) return;
  // Where only the person can say how a task stands, what is there is put before them: with it their "done" can count.
  for (const { id } of gate.getSnapshot().tasks.filter(({ status }) => status === "unknown")) {
    for (const { kind, ref } of authority.plan.steps.find((step) => step.id === id)?.doneWhen ?? []) {
      const hash = { "file-hash": files, artifact: artifacts }[kind]?.[ref];
      if (hash !== undefined) await gate.task({ op: "evidence", id, item: { kind, ref, hash, observedAt: new Date().toISOString() } });
    }
  }
}

/** All that can be looked at of what tasks and their plan name, each once. */
function named({ tasks }, plan) {
  const items = [...tasks.flatMap(({ evidence }) => evidence), ...plan.steps.flatMap(({ doneWhen }) => doneWhen)];
  const inputs = items.flatMap(({ inputs }) => Object.keys(inputs ?? {})).map((ref) => ({ kind: "file-hash", ref }));
  const all = [...items, ...inputs].filter(({ kind }) => kind === "file-hash" || kind === "artifact");
  return [...new Map(all.map(({ kind, ref }) => [`${kind} ${ref}`, { kind, ref }])).values()];
}

async function worldOf(things, source, folder) {
  const world = { files: {}, artifacts: {}, unavailable: [] };
  for (const { kind, ref } of things) {
    const { hash, unseen } = await sight(kind, ref, source, folder);
    if (unseen) world.unavailable.push(ref);
    else if (hash !== undefined) world[kind === "artifact" ? "artifacts" : "files"][ref] = hash;
  }
  return world;
}
