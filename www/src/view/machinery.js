// The machinery for people who want to see it: what the snapshot says, the receipt, what the model may see, each call with its
// ruling, and the audit trail.
import { find, h } from "../dom.js";
import { timeOf } from "../text/index.js";
import { callParts, toolName } from "./chat.js";

const AUDIT_MAX = 60;

export class MachineryView {
  #root;
  #page;

  constructor(root, page) {
    this.#root = root;
    this.#page = page;
  }

  async show(gate, source, entries) {
    if (this.#root.hidden || gate === null) return;
    const { texts, locale } = this.#page;
    const shot = gate.getSnapshot();
    const authority = gate.authority();
    const receipt = authority?.receipt ?? shot.approval;
    const row = (name, value) => [h("dt", {}, name), h("dd", {}, value ?? texts.none)];
    const plan = shot.plan && `v${shot.plan.ref.version} · ${shot.plan.status} · ${shot.plan.ref.contentHash.slice(0, 12)}…`;
    find("#facts", this.#root).replaceChildren(
      ...row(texts.mode, shot.state ? `${shot.mode} · ${shot.state}` : shot.mode),
      ...row(texts.status, shot.status),
      ...row(texts.planState, plan),
      ...row(texts.work, shot.execution && [shot.execution.state, shot.execution.reason].filter(Boolean).join(" · ")),
      ...row(texts.profile, `${texts.wanted}: ${shot.profile.wanted} · ${texts.confirmed}: ${shot.profile.confirmed ?? texts.none}`),
      ...row(texts.receipt, receipt && `v${receipt.version} · ${texts.by}: ${texts.source[receipt.source]}${receipt.words ? ` · ${texts.words} “${receipt.words}”` : ""} · ${texts.until} ${timeOf(locale, receipt.expiresAt)}`),
      ...row(texts.store, shot.storage),
    );
    const own = gate.modelTools().map(({ server, name }) => ({ server, name }));
    const seen = gate.visibleTools([...source.tools.map(({ server, name }) => ({ server, name })), ...own]);
    find("#visible", this.#root).replaceChildren(...(seen.length === 0 ? [h("li", { class: "empty" }, texts.none)] : seen.map(({ server, name }) => h("li", {}, toolName(server, name)))));
    find("#log", this.#root).replaceChildren(...(entries.length === 0 ? [h("li", { class: "empty" }, texts.nothingYet)] : entries.toReversed().map((entry) => h("li", { class: `call ${entry.state}` }, ...callParts(entry, texts)))));
    const audit = await gate.exportAudit().catch(() => "");
    find("#audit", this.#root).replaceChildren(...auditRows(audit, locale, texts));
  }
}

/** The trail, newest first. What is in it is data of persons and models: shown as text. */
function auditRows(audit, locale, texts) {
  const rows = audit.split("\n").filter((line) => line.trim() !== "").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  if (rows.length === 0) return [h("li", { class: "empty" }, texts.nothingYet)];
  return rows.slice(-AUDIT_MAX).reverse().map((entry) => {
    const { at, time, ...rest } = entry;
    const when = at ?? time;
    return h("li", {}, when !== undefined && h("time", {}, timeOf(locale, when)), h("code", {}, JSON.stringify(rest)));
  });
}
