// The elements as a page uses them, type-checked against the built package.
import { type PlanGate, PlanGateError } from "plangate";
import { type Texts, type TextsPatch, defineElements, textsOf } from "plangate/elements";

const words: TextsPatch = { approval: { approve: "Go" } };
const german: Texts = { ...textsOf("en"), suggestion: { ...textsOf("en").suggestion, accept: "Erst planen" } };

export function mount(gate: PlanGate): HTMLElement {
  defineElements();
  const card = document.createElement("plangate-plan");
  card.gate = gate;
  card.locale = "zh";
  card.texts = words;
  const bar = document.querySelector("plangate-approval");
  if (bar !== null) {
    bar.gate = gate;
    bar.texts = german;
  }
  card.addEventListener("plangate-error", (event) => {
    if (event instanceof CustomEvent && event.detail instanceof PlanGateError) console.warn(event.detail.code);
  });
  return card;
}
