// What several cards say and ask of a task: why it stands where it does, and what the plan asks the person for. It shows
// what the core has found; whether evidence suffices is the core's to say.
import type { PlanDoc, PlanGate, Step, TaskNode } from "../types.js";
import { make, mark, show, words, write } from "./dom.js";
import { type Texts, worded } from "./texts.js";

/** What proves a task. */
export type Criterion = Pick<Step["doneWhen"][number], "kind" | "ref">;

/** Evidence as the core keeps it. */
export type Evidence = Criterion & { hash?: string; exit?: number; by?: string; command?: string; observedAt?: string | number };

/** The tasks in the order of the plan's steps; those that it does not know come last, as they were. */
export function inOrder(tasks: readonly TaskNode[], plan: PlanDoc | null): readonly TaskNode[] {
  const place = new Map(plan?.steps.map(({ id }, index) => [id, index]));
  const at = ({ id }: TaskNode): number => place.get(id) ?? place.size;
  return [...tasks].sort((one, other) => at(one) - at(other));
}

/** What was observed of a task. */
export function observed(task: TaskNode): Evidence[] {
  return task.evidence as unknown as Evidence[];
}

/** What the plan asks for as proof of a task; a step that names nothing asks for the person's word under its own id. */
export function criteria(id: string, step: Step | undefined): Criterion[] {
  if (step === undefined) return [];
  return step.doneWhen.length > 0 ? step.doneWhen : [{ kind: "approval", ref: id }];
}

/** What a task waits for the person to say. */
export function asked(task: TaskNode, plan: PlanDoc | null): string | undefined {
  if (task.status !== "running" && task.status !== "unknown") return undefined;
  const given = observed(task).filter(({ kind }) => kind === "approval").map(({ ref }) => ref);
  const step = plan?.steps.find(({ id }) => id === task.id);
  return criteria(task.id, step).find(({ kind, ref }) => kind === "approval" && !given.includes(ref))?.ref;
}

/** The person says that a task is done: evidence in their name for the version shown where the plan asks for it; then it may end. */
export async function confirm(gate: PlanGate, id: string): Promise<Awaited<ReturnType<PlanGate["task"]>>> {
  const { tasks, plan } = gate.getSnapshot();
  const task = tasks.find((task) => task.id === id);
  const ref = task && asked(task, plan);
  if (plan !== null && ref !== undefined) {
    const item = { kind: "approval", ref, by: "user", planVersion: plan.ref.version };
    const told = await gate.task({ op: "evidence", id, item });
    if (!told.ok) return told;
  }
  return gate.task(task?.status === "unknown" ? { op: "resolve", id, to: "done", by: "user" } : { op: "finish", id });
}

/** What a mark shows beside its colour; others are an empty ring. */
const SIGNS: { [status: string]: string } = { done: "✓", blocked: "!", failed: "✕", unknown: "?", deferred: "–", recovering: "…" };

/** Gives a mark the sign of a status. */
export function sign(node: Element, status: string): void {
  mark(node, "data-status", status);
  mark(node, "data-sign", worded(SIGNS, status) ?? null);
}

/** Where a task stands: a mark, its status in words, and why, which may be the host's own words. */
export class Standing {
  readonly mark = make("span", "mark", { "aria-hidden": "true" });
  readonly state = make("span", "state");
  readonly why = words("span", "why");

  set({ status, reason }: Pick<TaskNode, "status" | "reason">, own: Texts["progress"]): void {
    sign(this.mark, status);
    write(this.state, worded(own.task, status) ?? status);
    write(this.why, reason ? (worded(own.why, reason) ?? reason) : "");
    show(this.why, reason);
  }
}
