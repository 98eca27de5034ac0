// `<plangate-status>`: what goes on right now, as a polite live region.
import type { Snapshot } from "../types.js";
import { GateElement } from "./base.js";
import { make, mark, write } from "./dom.js";
import type { Texts } from "./texts.js";

/** Statuses in which the machine works and the person waits. */
const BUSY: readonly Snapshot["status"][] = ["switching", "planning", "judging", "chatting", "executing"];

/** The status of the session. */
export class PlangateStatus extends GateElement {
  #text = make("span", "text");

  protected override build(card: HTMLElement): void {
    mark(card, "role", "status");
    card.append(make("span", "pulse", { "aria-hidden": "true" }), this.#text);
  }

  protected override reads(snapshot: Snapshot): readonly unknown[] {
    return [snapshot.status, snapshot.turn?.here];
  }

  protected override draw({ status, turn }: Snapshot, texts: Texts): boolean {
    const text = status === "idle" ? "" : texts.status[status];
    write(this.#text, text !== "" && turn?.here === false ? `${text} (${texts.status.elsewhere})` : text);
    mark(this, "data-status", status);
    mark(this, "data-busy", BUSY.includes(status) ? "" : null);
    return text !== "";
  }
}
