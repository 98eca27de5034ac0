//! Laws of the tasks of an approved plan: what proves them, what a lost page leaves, what is never done twice in silence.
//! Written from the task rules, sections 4 to 6, on stored tasks alone: the graph's own decisions are not asked.

use std::collections::BTreeMap;

use plangate::{
    effect::Effect,
    event::Event,
    plan::{Criterion, EvidenceKind, Replay},
    session::{Interruption, Phase, Session, Work},
    task::{Evidence, Node, Status},
};
use serde_json::Value;

use super::{Fate, Ledger, Step, ensure};
use crate::walk::host::changes;

fn nodes(session: &Session) -> BTreeMap<&str, &Node> {
    let graph = session.work.as_ref().and_then(|work| work.graph.as_ref());
    graph.into_iter().flat_map(|graph| graph.records()).map(|node| (node.id.as_str(), node)).collect()
}

fn plan_id(session: &Session) -> Option<&str> {
    session.work.as_ref().map(|work| work.plan.reference.plan_id.as_str())
}

/// Tasks whose status is another after the step; the same plan must be in work before and after.
fn moved(step: &Step) -> Vec<(&Node, &Node)> {
    let (before, after) = (&step.before.0, &step.after.0);
    if plan_id(before) != plan_id(after) || !step.happened() {
        return Vec::new();
    }
    let known = nodes(before);
    let both = nodes(after).into_iter().filter_map(|(id, node)| Some((*known.get(id)?, node)));
    both.filter(|(old, new)| old.status != new.status).collect()
}

/// What the host has told of this task, by name.
fn told<'a>(step: &'a Step, id: &str) -> Option<&'a str> {
    match &step.event {
        Event::TaskTold { task, .. } if task.get("id").and_then(Value::as_str) == Some(id) => {
            task.get("op").and_then(Value::as_str)
        }
        _ => None,
    }
}

fn said_by(step: &Step) -> Option<&str> {
    match &step.event {
        Event::TaskTold { task, .. } => task.get("by").and_then(Value::as_str),
        _ => None,
    }
}

/// The world that the host has told in this step.
fn world(step: &Step) -> Option<&Value> {
    match &step.event {
        Event::TaskTold { task, .. } if task["op"] == "revalidate" => task.get("world"),
        _ => None,
    }
}

fn proves(item: &Evidence, criterion: &Criterion) -> bool {
    if item.kind != criterion.kind || item.subject != criterion.subject {
        return false;
    }
    match criterion.kind {
        EvidenceKind::FileHash | EvidenceKind::Artifact => {
            let hash = item.hash.as_deref().unwrap_or("");
            !hash.is_empty() && (criterion.want.is_none() || criterion.want.as_deref() == Some(hash))
        }
        EvidenceKind::TestExit => item.exit == Some(0) && item.ran != Some(0),
        EvidenceKind::Approval => item.by.as_deref() == Some("user"),
    }
}

/// The host sees just now exactly what is wanted.
fn is_seen(step: &Step, criterion: &Criterion) -> bool {
    let shelf = if criterion.kind == EvidenceKind::FileHash { "files" } else { "artifacts" };
    let wanted = criterion.want.as_deref();
    wanted.is_some() && world(step).is_some_and(|world| world[shelf][&criterion.subject].as_str() == wanted)
}

pub fn done_is_proved(step: &Step, _: &mut Ledger) -> Result<(), String> {
    for (old, new) in moved(step).into_iter().filter(|(_, new)| new.status == Status::Done) {
        // Work that goes on in another page recovers what ran in the first at once.
        let queued = |session: &Session| session.work.as_ref().is_some_and(|work| work.phase == Phase::Approved);
        let goes_on = queued(&step.after.0) && !queued(&step.before.0);
        let elsewhere = old.status == Status::Running && old.owner.as_ref() != Some(&step.after.1.id);
        let recovers = old.status == Status::Recovering || (goes_on && elsewhere);
        let asked = match (&step.event, told(step, &new.id)) {
            (_, Some("finish")) => old.status == Status::Running,
            (_, Some("resolve")) => old.status == Status::Unknown && said_by(step) == Some("user"),
            (Event::ToolAsked { call, .. }, _) if call.tool == "task_finish" => old.status == Status::Running,
            // The world was looked at, or work goes on: what recovers is decided about.
            (Event::TaskTold { .. }, _) => recovers && world(step).is_some(),
            _ => recovers,
        };
        ensure(asked, || format!("{} became done from {:?} by {:?}", new.id, old.status, step.event))?;
        let is_proved = |criterion: &&Criterion| {
            new.evidence.iter().any(|item| proves(item, criterion)) || (recovers && is_seen(step, criterion))
        };
        let unproved = new.done_when.iter().find(|criterion| !is_proved(criterion));
        ensure(unproved.is_none() && !new.done_when.is_empty(), || format!("{} without {unproved:?}", new.id))?;
    }
    Ok(())
}

pub fn nothing_twice_in_silence(step: &Step, ledger: &mut Ledger) -> Result<(), String> {
    for (old, new) in moved(step).into_iter().filter(|(_, new)| new.status == Status::Pending) {
        let begun = matches!(old.status, Status::Running | Status::Recovering);
        let changed = ledger.changed(plan_id(&step.after.0).unwrap_or_default(), &new.id, old.attempt);
        if begun && changed && new.replay == Replay::Unsafe {
            let stopped = old.status == Status::Running && told(step, &new.id) == Some("stop");
            ensure(stopped, || format!("{} may begin anew from {:?} by {:?}", new.id, old.status, step.event))?;
        }
    }
    remember(step, ledger)
}

/// What a task's calls really do is kept, and each is written to the task before it is made.
fn remember(step: &Step, ledger: &mut Ledger) -> Result<(), String> {
    if !matches!(step.fate, Fate::Saved | Fate::Unchanged) {
        return Ok(());
    }
    let (known, now) = (nodes(&step.before.0), nodes(&step.after.0));
    for effect in &step.effects {
        let Effect::RunTool { call, .. } = effect else { continue };
        // Whose call it is, is a model's word: it counts for every task that runs.
        for node in now.values().filter(|node| node.status == Status::Running && changes(call)) {
            let before = known.get(node.id.as_str()).map_or(0, |node| node.intents);
            ensure(node.intents > before, || format!("{} is not told of {call:?}", node.id))?;
            ledger.change(plan_id(&step.after.0).unwrap_or_default(), &node.id, node.attempt);
        }
    }
    Ok(())
}

pub fn unknown_is_the_persons(step: &Step, _: &mut Ledger) -> Result<(), String> {
    for (old, new) in moved(step) {
        let theirs = || said_by(step) == Some("user");
        let (held, by) = (old.blocked_by.as_deref() == Some("user"), told(step, &old.id));
        let allowed = match old.status {
            Status::Unknown => by == Some("resolve") && theirs(),
            Status::Blocked if held => matches!(by, Some("unblock" | "defer")) && theirs(),
            _ => true,
        };
        ensure(allowed, || format!("{} from {:?} to {:?} by {:?}", new.id, old.status, new.status, step.event))?;
    }
    Ok(())
}

fn is_moving(work: &Work) -> bool {
    matches!(work.phase, Phase::Approved | Phase::Running)
}

pub fn lost_pages_lose_tasks(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    let lost = before.work.as_ref().is_some_and(is_moving)
        && after.work.as_ref().is_some_and(|work| work.phase == Phase::Interrupted(Interruption::Reload));
    let runs = nodes(after).into_values().find(|node| node.status == Status::Running);
    ensure(!lost || runs.is_none(), || format!("{runs:?} still runs"))
}

pub fn tasks_are_the_plan(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let Some(work) = &step.after.0.work else { return Ok(()) };
    let Some(graph) = &work.graph else { return Ok(()) };
    let mut steps: Vec<_> = work
        .plan
        .steps
        .iter()
        .map(|step| {
            let word = Criterion { kind: EvidenceKind::Approval, subject: step.id.clone(), want: None };
            let asked = if step.done_when.is_empty() { vec![word] } else { step.done_when.clone() };
            (step.id.clone(), step.depends_on.clone(), asked, step.optional, step.replay)
        })
        .collect();
    steps.sort_by(|one, other| one.0.cmp(&other.0));
    let shape =
        |node: &Node| (node.id.clone(), node.depends_on.clone(), node.done_when.clone(), node.optional, node.replay);
    let tasks: Vec<_> = graph.records().map(shape).collect();
    ensure(tasks == steps, || format!("tasks {tasks:?}\nsteps {steps:?}"))
}
