//! Tasks of the approved plan: what the host tells of them, what the model may ask, and what calls, a lost page and evidence
//! against the plan do to them. The rules of the graph itself are the task room's; a person's approval is not given here.
//!
//! Source: the machine rules, sections 3, 5.3 and 5.6; the task rules, section 6; requirement rows B12 and B13.

use serde_json::Value;

use super::{Scene, edit::work_brief};
use crate::plain::{Plain, object};
use crate::{
    audit::Actor,
    code::{Code, ruling, task as code},
    config::machine,
    gate::Call,
    ids::{PageId, Ticket},
    plan::{Replay, Status},
    profile::WRITE_PLAN,
    prompt::Note,
    session::{Interruption, Mode, Phase, Planning, TurnKind},
    task::{Node, TaskEvent, TaskGraph},
};

/// Names of the package's own tools while an approved plan runs.
pub(super) const TASK_TOOLS: [&str; 5] = ["task_list", "task_start", "task_step_done", "task_block", "task_finish"];

/// Who holds a task that evidence speaks against, until a version of the plan is approved. No host can speak in this name.
const PLAN: &str = "plan";
/// The person, as hosts name them.
const USER: &str = "user";

/// How far a changing call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It is about to be made.
    Announced,
    /// It was made.
    Made,
}

impl Scene<'_> {
    // --- what the host tells

    pub(super) fn task_told(&mut self, ticket: Ticket, task: &Value) {
        let op = task.get("op").and_then(Value::as_str).unwrap_or_default();
        let id = task.get("id").and_then(Value::as_str).unwrap_or_default();
        if self.s.work.as_ref().is_none_or(|work| !work.in_force()) {
            return self.answer_task(ticket, Err(code::E_NO_NODE));
        }
        if op == "contradict" {
            let reason = task.get("reason").and_then(Value::as_str).unwrap_or_default();
            return self.contradicted(ticket, id, reason);
        }
        let outcome = self.tell(id, task);
        if outcome.is_ok() {
            let (who, what) = told(op, id, task);
            self.audit(who, "task", &what, None);
            self.end_if_complete();
        }
        self.answer_task(ticket, outcome);
    }

    fn answer_task(&mut self, ticket: Ticket, outcome: Result<(), Code>) {
        self.resolve(ticket, &answer(outcome));
    }

    fn tell(&mut self, id: &str, task: &Value) -> Result<(), Code> {
        let event = TaskEvent::parse(task)?;
        let by = task.get("by").and_then(Value::as_str);
        let refused = self.s.work.as_ref().is_some_and(|work| work.blocked.contains(id));
        // Of a refused step these let it go on, and that is the person's alone.
        let lets_go = match &event {
            // What a plan consists of was approved: only a new version changes that.
            TaskEvent::Load { .. }
            | TaskEvent::Add { .. }
            | TaskEvent::Link { .. }
            | TaskEvent::Unlink { .. }
            | TaskEvent::Delete { .. }
            | TaskEvent::Move { .. }
            | TaskEvent::SetCriteria { .. }
            | TaskEvent::PlanVersion { .. }
            | TaskEvent::Restart { .. }
            | TaskEvent::Tick { .. }
            | TaskEvent::Recover { .. }
            | TaskEvent::Beat { .. } => return Err(code::E_BAD_EVENT),
            TaskEvent::Start { .. } if refused && by != Some(USER) => return Err(code::E_BLOCKED),
            TaskEvent::Start { .. }
            | TaskEvent::Unblock { .. }
            | TaskEvent::Resume { .. }
            | TaskEvent::Retry { .. }
            | TaskEvent::Resolve { .. } => refused,
            TaskEvent::Finish { .. }
            | TaskEvent::Evidence { .. }
            | TaskEvent::Fail { .. }
            | TaskEvent::Stop { .. }
            | TaskEvent::Block { .. }
            | TaskEvent::Defer { .. }
            | TaskEvent::Reopen { .. }
            | TaskEvent::Intent { .. }
            | TaskEvent::Ack { .. }
            | TaskEvent::StepDone { .. }
            | TaskEvent::Revalidate { .. } => false,
        };
        if by == Some(PLAN) {
            return Err(code::E_BAD_EVENT);
        }
        if lets_go && by != Some(USER) {
            return Err(code::E_NEEDS_USER);
        }
        match event {
            // Whoever looks at the world looks for those too whose page is gone.
            TaskEvent::Revalidate { world } => {
                let graph = self.graph().ok_or(code::E_NO_NODE)?;
                graph.apply(&TaskEvent::Recover { world: world.clone() })?;
                graph.keep_seen(&world);
            }
            // A plan without tasks has refused steps all the same.
            TaskEvent::Unblock { .. } if refused && self.graph().is_none() => {}
            event => self.change_task(id, event)?,
        }
        if let Some(work) = self.s.work.as_mut().filter(|_| lets_go) {
            work.blocked.remove(id);
        }
        Ok(())
    }

    /// Applies an event about task `id`, a start under this page's name, and takes it as a sign of life of the task.
    fn change_task(&mut self, id: &str, event: TaskEvent) -> Result<(), Code> {
        let (me, now) = (self.page.id.clone(), Some(self.time()));
        let Some(graph) = self.graph() else { return Err(code::E_NO_NODE) };
        graph.apply(&match event {
            TaskEvent::Start { id, session: _, now: _ } => TaskEvent::Start { id, session: Some(me), now },
            other => other,
        })?;
        // OK where it does not run: then nobody waits for a sign of it.
        let _ = graph.apply(&TaskEvent::Beat { id: id.to_owned(), attempt: None, now });
        Ok(())
    }

    fn graph(&mut self) -> Option<&mut TaskGraph> {
        self.s.work.as_mut().and_then(|work| work.graph.as_mut())
    }

    fn time(&self) -> i64 {
        i64::try_from(self.now).unwrap_or(i64::MAX)
    }

    /// The last required task is done while no turn runs: the plan is done.
    fn end_if_complete(&mut self) {
        let normal = matches!(self.s.mode, Mode::Normal(_));
        let complete = self.s.work.as_ref().is_some_and(|work| {
            matches!(work.phase, Phase::Interrupted(_)) && work.graph.as_ref().is_some_and(|graph| graph.complete())
        });
        if normal && complete {
            self.end_turn();
            self.finish_work();
        }
    }

    /// Evidence against the plan: the step is blocked, work waits, the planner runs with the reason.
    fn contradicted(&mut self, ticket: Ticket, id: &str, reason: &str) {
        let normal = matches!(self.s.mode, Mode::Normal(_));
        let Some(work) = self.s.work.clone().filter(|_| normal) else {
            return self.answer_task(ticket, Err(code::E_BAD_STATUS));
        };
        if !work.plan.steps.iter().any(|step| step.id == id) {
            return self.answer_task(ticket, Err(code::E_NO_NODE));
        }
        let plan = work.plan.reference.clone();
        self.audit(Actor::Host, "contradicted", reason, Some(plan.clone()));
        self.interrupt(Interruption::Edited);
        if let Some(graph) = self.graph() {
            let why = || Some(reason.to_owned()).filter(|reason| !reason.is_empty());
            // OK where a step is refused: one that is not done is not opened, and one that is held is held.
            let _ = graph.apply(&TaskEvent::Reopen { id: id.to_owned(), reason: why() });
            // What it has changed already is the person's to look at: no approval of words alone begins it anew.
            let changed = graph.record(id).is_some_and(|node| node.intents > 0 && node.replay == Replay::Unsafe);
            let by = Some(if changed { USER } else { PLAN }.to_owned());
            let _ = graph.apply(&TaskEvent::Block { id: id.to_owned(), by, reason: why() });
        }
        let mut brief = work_brief(&work);
        brief.note = Some(Note::Contradicted(format!("{id}: {reason}")));
        self.set_status(&plan, Status::Pending);
        self.s.mode = Mode::Planning(Planning { brief, written: None });
        self.queue(TurnKind::Plan, &work.request, None);
        self.answer_task(ticket, Ok(()));
    }

    // --- what calls do

    /// A changing call is written to the tasks that run before it is made, and after: what may have happened is never done
    /// again in silence. Which of them it is for is only the caller's word, so each of them may be the one.
    pub(super) fn note_change(&mut self, change: Change) {
        let Some(graph) = self.graph() else { return };
        let running: Vec<String> = graph.running().map(str::to_owned).collect();
        for id in running {
            // OK because each of them runs.
            let _ = self.change_task(
                &id.clone(),
                match change {
                    Change::Announced => TaskEvent::Intent { id, attempt: None },
                    Change::Made => TaskEvent::Ack { id, attempt: None },
                },
            );
        }
    }

    // --- pages that are gone

    /// The page that carried the work out is gone: nobody knows what its tasks came to.
    pub(super) fn tasks_lost(&mut self) {
        if let Some(graph) = self.graph() {
            let _ = graph.apply(&TaskEvent::Restart { session: None, now: None, lease: None });
        }
    }

    /// A page opens on work that stands still: tasks that nobody was heard of for long, or whose page was closed, are lost.
    pub(super) fn stale_tasks_lost(&mut self) {
        let now = Some(self.time());
        let lease = i64::try_from(machine::TASK_SILENT_MS).ok();
        if let Some(graph) = self.graph() {
            let _ = graph.apply(&TaskEvent::Restart { session: Some(PageId::new()), now, lease });
        }
    }

    /// Work is about to go on in this page. What runs under another's name is lost, and of what the host has not looked at
    /// nothing counts as seen.
    pub(super) fn recover_unseen(&mut self) {
        let me = self.page.id.clone();
        if let Some(graph) = self.graph() {
            graph.orphan(&me);
            let world = graph.unseen();
            let _ = graph.apply(&TaskEvent::Recover { world });
        }
    }

    // --- the package's own tools: they grant nothing, and the model can set no author, evidence or criteria

    pub(super) fn own_tool(&mut self, ticket: Ticket, call: &Call) {
        let text = |key: &str| call.args.get(key).and_then(Value::as_str).map(str::to_owned);
        if call.tool == WRITE_PLAN {
            let (Some(answer), Mode::Planning(planning)) = (text("answer"), &mut self.s.mode) else {
                return self.answer_refused(ticket, ruling::ERR_BAD_ARGS, call);
            };
            planning.written = Some(answer);
            return self.answer_tool(ticket, object(&[("status", &"pending")]));
        }
        let Some(graph) = self.graph() else {
            return self.answer_tool(ticket, object(&[("tasks", &Vec::<String>::new())]));
        };
        if call.tool == "task_list" {
            let tasks = graph.nodes().plain();
            return self.answer_tool(ticket, object(&[("tasks", &tasks)]));
        }
        let Some(task) = text("id") else { return self.answer_refused(ticket, ruling::ERR_BAD_ARGS, call) };
        let id = task.clone();
        let event = match call.tool.as_str() {
            "task_start" => TaskEvent::Start { id, session: None, now: None },
            "task_step_done" => TaskEvent::StepDone { id },
            "task_block" => {
                let reason = Some(text("reason").unwrap_or_default());
                TaskEvent::Block { id, by: Some("model".to_owned()), reason }
            }
            "task_finish" => TaskEvent::Finish { id, attempt: None },
            _ => return self.answer_refused(ticket, ruling::ERR_BAD_ARGS, call),
        };
        let outcome = self.change_task(&task, event);
        self.audit(Actor::Model, "task", &format!("{} {task}", call.tool), None);
        self.answer_tool(ticket, answer(outcome));
    }
}

/// Who speaks, and what of it is kept in the audit: of evidence, what it says; of other events, where the task goes.
fn told(op: &str, id: &str, task: &Value) -> (Actor, String) {
    let item = task.get("item").unwrap_or(task);
    let parts = ["kind", "ref", "hash", "exit", "to"].into_iter().filter_map(|name| item.get(name));
    let words = parts.map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned));
    let by = item.get("by").and_then(Value::as_str);
    let who = if by == Some("user") { Actor::Person } else { Actor::Host };
    let said: Vec<String> = [op.to_owned(), id.to_owned()].into_iter().chain(words).collect();
    (who, said.join(" "))
}

fn answer(outcome: Result<(), Code>) -> Value {
    match outcome {
        Ok(()) => object(&[("ok", &true)]),
        Err(code) => object(&[("ok", &false), ("code", &code)]),
    }
}

/// A version is approved that was written in the light of the evidence: its steps are held by that no more.
pub(super) fn let_go(graph: &mut TaskGraph) {
    let held = |node: &&Node| node.blocked_by.as_deref() == Some(PLAN);
    let held: Vec<String> = graph.records().filter(held).map(|node| node.id.clone()).collect();
    for id in held {
        // OK because it is blocked, and not by the person.
        let _ = graph.apply(&TaskEvent::Unblock { id, by: None });
    }
}
