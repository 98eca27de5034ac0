// The entry `plangate/elements`: custom elements over a gate. Loading it defines nothing and needs no DOM; `defineElements` does.
import { PlangateApproval } from "./elements/approval.js";
import { PlangateFaults } from "./elements/faults.js";
import { PlangateGraph } from "./elements/graph.js";
import { PlangatePlan } from "./elements/plan.js";
import { PlangateProgress } from "./elements/progress.js";
import { PlangateQuestions } from "./elements/questions.js";
import { PlangateRecovery } from "./elements/recovery.js";
import { PlangateRefusals } from "./elements/refusals.js";
import { PlangateStatus } from "./elements/status.js";
import { PlangateSteps } from "./elements/steps.js";
import { PlangateSuggestion } from "./elements/suggestion.js";

export { GateElement } from "./elements/base.js";
export { type Locale, type Texts, type TextsPatch, textsOf } from "./elements/texts.js";
export {
  PlangateApproval,
  PlangateFaults,
  PlangateGraph,
  PlangatePlan,
  PlangateProgress,
  PlangateQuestions,
  PlangateRecovery,
  PlangateRefusals,
  PlangateStatus,
  PlangateSteps,
  PlangateSuggestion,
};

const ELEMENTS = {
  "plangate-status": PlangateStatus,
  "plangate-suggestion": PlangateSuggestion,
  "plangate-questions": PlangateQuestions,
  "plangate-plan": PlangatePlan,
  "plangate-approval": PlangateApproval,
  "plangate-steps": PlangateSteps,
  "plangate-refusals": PlangateRefusals,
  "plangate-progress": PlangateProgress,
  "plangate-graph": PlangateGraph,
  "plangate-recovery": PlangateRecovery,
  "plangate-faults": PlangateFaults,
} as const;

declare global {
  interface HTMLElementTagNameMap extends PlangateElements {}
}

/** Elements by their tag. */
export type PlangateElements = { [Tag in keyof typeof ELEMENTS]: InstanceType<(typeof ELEMENTS)[Tag]> };

/** Defines the elements, in the page's own registry unless another is given. Calling it again is free. */
export function defineElements(options: { registry?: CustomElementRegistry } = {}): void {
  const registry = options.registry ?? customElements;
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (registry.get(name) === undefined) registry.define(name, element);
  }
}
