// How the offline model carries out an approved plan: step by step, from target and effect of each step, through the turn's
// tools. It also does what models do: near the end it wants to touch a file that the plan does not name.
import { isTest } from "./look.js";
import { numberOf, shown } from "./amount.js";
import { effectOf, targetsOf } from "./steps.js";

/** Carries out `plan` and returns what it has to say. */
export async function carryOut(box, plan, speech, emit) {
  const said = [];
  const say = (line) => {
    said.push(line);
    emit(`${line}\n`);
  };
  let done = 0;
  for (const [index, step] of plan.steps.entries()) {
    if (box.isDone(step.id)) {
      done += 1;
      continue;
    }
    if (!(await box.task("task_start", step.id))) continue;
    say(speech.doing(index + 1, step.action));
    const end = await perform(box, step, () => box.task("task_step_done", step.id));
    if (end.ok) {
      done += 1;
      await box.task("task_finish", step.id);
    } else if (end.refused) say(speech.stepRefused(index + 1));
    else {
      await box.task("task_block", step.id, end.text);
      say(speech.failed(index + 1, end.text));
    }
  }
  if (done === plan.steps.length) await outside(box, plan, speech, say);
  say(speech.done(done, plan.steps.length));
  return said.join("\n");
}

/** One step. A step that is already done, as after a reload, changes nothing. `tick` is told of each part that is over. */
export async function perform(box, step, tick = async () => true) {
  const { verb, what, name, value, to } = effectOf(step.effect);
  const path = `${box.root}/${step.target}`;
  if (verb === "check" || step.target === undefined) {
    const end = await box.call("read_multiple_files", { paths: box.changed() });
    for (let left = step.steps?.length ?? 0; end.ok && left > 0; left -= 1) await tick();
    return end;
  }
  const read = await box.call("read_text_file", { path });
  const text = read.ok ? read.text : "";
  const edits = EDITS[verb]?.(text, { what, name, value, to, path: step.target }) ?? null;
  if (edits === null) return { ok: false, refused: false, text: step.effect };
  await tick();
  const end = await make(box, path, read.ok, edits);
  if (end.ok) await tick();
  return end;
}

function make(box, path, isThere, edits) {
  if (edits.length === 0) return { ok: true, text: "" };
  if (!isThere) return box.call("write_file", { path, content: edits[0].newText });
  return box.call("edit_file", { path, edits });
}

const line = (text, fits) => text.split("\n").find(fits);
/** An addition at the end: the last lines, as many as it takes to mean one place only. */
const behind = (text, added) => {
  const lines = text.trimEnd().split("\n");
  let count = 1;
  while (count < lines.length && text.split(lines.slice(-count).join("\n")).length > 2) count += 1;
  const tail = lines.slice(-count).join("\n");
  return [{ oldText: tail, newText: `${tail}\n\n${added}` }];
};

/** Edits by the verb of an effect; none where the file already is as it should be, `null` where it can not be done. */
const EDITS = {
  set(text, { name, value }) {
    const old = line(text, (one) => new RegExp(`(?:^|\\s|")${name}"?\\s*[:=]\\s*[\\d_.]+|(?:^|\\s|")${name}"?\\s*[:=]\\s*(?:true|false)`, "u").test(one));
    if (old === undefined) return null;
    const changed = old.replace(/([:=]\s*)([\d_.]+|true|false)/u, (_, head) => `${head}${value}`);
    return changed === old ? [] : [{ oldText: old, newText: changed }];
  },
  test(text, { what, name, value, path }) {
    const title = (name === null ? what : `${name} is ${value}`).replaceAll('"', "'");
    if (text.includes(`test("${title}"`) || text.includes(`test.todo("${title}"`)) return [];
    const body = name === null ? `test.todo("${title}");` : `test("${title}", () => {\n  assert.equal(config.${name}, ${value});\n});`;
    if (text === "") return [{ oldText: "", newText: `import { test } from "node:test";\n\n${body}\n` }];
    const edits = behind(text, body);
    if (name !== null && isTest(path) && !text.includes("config.js")) {
      const [first] = text.split("\n");
      edits.push({ oldText: first, newText: `${first}\nimport { config } from "../src/config.js";` });
    }
    return edits;
  },
  docs(text, { what, name, value }) {
    if (name === null) return text.includes(what) ? [] : text === "" ? [{ oldText: "", newText: `# ${what}\n` }] : behind(text, `- ${what}`);
    const row = line(text, (one) => one.includes(`\`${name}\``));
    if (row === undefined) return behind(text, `- \`${name}\`: ${value}`);
    const cells = row.split("|");
    if (cells.length < 4) return row.includes(value) ? [] : [{ oldText: row, newText: `${row} (${value})` }];
    cells[2] = ` ${shown(name, numberOf(value), { ms: (n) => `${n} ms`, s: (n) => `${n} s`, min: (n) => `${n} min` })} `;
    const changed = cells.join("|");
    return changed === row ? [] : [{ oldText: row, newText: changed }];
  },
  rename(text, { name, to }) {
    const word = new RegExp(`\\b${name}\\b`, "gu");
    const lines = [...new Set(text.split("\n").filter((one) => one.search(word) !== -1))];
    return lines.flatMap((one) => text.split("\n").filter((other) => other === one).map(() => ({ oldText: one, newText: one.replace(word, to) })));
  },
  drop(text, { what }) {
    return text.split("\n").filter((one) => one.includes(what)).map((one) => ({ oldText: `${one}\n`, newText: "" }));
  },
  sketch(text, { what }) {
    return text === "" ? [{ oldText: "", newText: `// ${what}\n// TODO: this is a sketch; the code is still to be written.\nexport function todo() {\n  throw new Error("not written yet");\n}\n` }] : [];
  },
  note(text, { what }) {
    const [first] = text.split("\n");
    const mark = `// TODO: ${what}`;
    return text.includes(mark) ? [] : [{ oldText: first, newText: `${mark}\n${first}` }];
  },
};

/** A write that nobody has agreed to: the variable that wins over a new default, or the changelog. */
async function outside(box, plan, speech, say) {
  const set = plan.steps.map(({ effect, target }) => ({ ...effectOf(effect), target })).find(({ verb }) => verb === "set");
  const variable = set === undefined ? null : await variableOf(box, set);
  const targets = targetsOf(plan.steps.map((step) => ({ ...step, target: step.target ?? "" })));
  if (variable !== null) {
    const path = `${box.root}/.env`;
    const why = speech.whyOutside(variable.name, ".env");
    const edits = [{ oldText: `${variable.name}=${variable.old}`, newText: `${variable.name}=${numberOf(set.value)}` }];
    const first = await box.call("edit_file", { path, edits }, why);
    if (first.ok) return say(speech.outsideDone(".env"));
    if (!first.refused) return undefined;
    // As models do: the same by another way. The gate remembers.
    await box.call("move_file", { source: path, destination: `${path}.old` }, why);
    return say(speech.refused(".env"));
  }
  if (targets.includes("CHANGELOG.md")) return undefined;
  const path = `${box.root}/CHANGELOG.md`;
  const read = await box.call("read_text_file", { path });
  if (!read.ok || read.text.includes(plan.title)) return undefined;
  const [first] = read.text.split("\n");
  const end = await box.call("edit_file", { path, edits: [{ oldText: first, newText: `${first}\n\n- ${plan.title}` }] }, speech.whyChangelog);
  if (end.ok) return say(speech.outsideDone("CHANGELOG.md"));
  return end.refused ? say(speech.refused("CHANGELOG.md")) : undefined;
}

/** The variable that the line of the setting names, and the value that `.env` has by the default that was there before. */
async function variableOf(box, { name, target }) {
  const read = await box.call("read_text_file", { path: `${box.root}/${target}` });
  const row = read.ok ? line(read.text, (one) => one.includes(`${name}:`) && one.includes("env:")) : undefined;
  const variable = /env:\s*([A-Z][A-Z\d_]+)/u.exec(row ?? "")?.[1];
  const old = box.before(target)?.split("\n").find((one) => one.includes(`${name}:`));
  const value = /:\s*([\d_]+)/u.exec(old ?? "")?.[1];
  return variable === undefined || value === undefined ? null : { name: variable, old: numberOf(value) };
}
