//! Laws of tool calls: what runs, under what, and who is told that their turn is over. Source: the machine rules, sections
//! 2, 3, 5.3 and 5.5; the authorization rules, section 8.

use plangate::{
    code::ruling,
    config::Unplanned,
    effect::{Effect, Refusal},
    event::Event,
    gate::{self, Call, StepApproval},
    plan::Scope,
    receipt::{Facts, stale},
    session::{Mode, Phase, Session},
};
use serde_json::Value;

use super::{Fate, Ledger, Step, ensure};
use crate::walk::host::{DECLARED_TOOLS, changes};

fn changing(step: &Step) -> impl Iterator<Item = &Call> {
    step.effects.iter().filter_map(|effect| match effect {
        Effect::RunTool { call, .. } if changes(call) => Some(call),
        _ => None,
    })
}

pub fn planning_only_reads(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let session = &step.after.0;
    let reads_only = match &session.mode {
        Mode::Normal(normal) => normal.suggestion.is_some(),
        Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => true,
    };
    let call = changing(step).find(|_| reads_only);
    ensure(call.is_none(), || format!("in mode {}: {call:?}", session.mode.name()))
}

/// Whether a plan of this walk declares a call: the walk knows how its plans and calls are made.
fn declares(scope: &Scope, call: &Call) -> bool {
    let pair = format!("{}/{}", call.server, call.tool);
    let text = |key: &str| call.args.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let target = match DECLARED_TOOLS.iter().position(|tool| *tool == pair) {
        Some(0) => text("path") != ".env" && scope.paths.contains(&text("path")),
        Some(_) => scope.commands.contains(&text("command")),
        None => false,
    };
    target && scope.tools.contains(&pair)
}

/// Whether a person has granted this very call: an approval that was there and is spent now, or one given just now.
fn granted(step: &Step, call: &Call) -> bool {
    let (before, after) = (&step.before.0, &step.after.0);
    let action = gate::canonical(call);
    let plan = before.work.as_ref().filter(|work| work.in_force()).map(|work| &work.plan.reference);
    let fits = |approval: &&StepApproval| {
        let bound = match (plan, &approval.plan) {
            (Some(plan), Some(given)) => plan == given && approval.step_id == call.step_id,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        bound && approval.action == action && !approval.used && step.now < approval.expires_at
    };
    let count = |session: &Session| session.step_approvals.iter().filter(fits).count();
    let spent = count(before) > count(after);
    let just_now = match &step.event {
        Event::UserDecidedStep { request_id, granted: true, .. } => before
            .step_requests
            .iter()
            .any(|request| request.id == *request_id && gate::canonical(&request.call) == action),
        _ => false,
    };
    spent || just_now
}

pub fn changes_are_covered(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (session, page) = &step.after;
    for call in changing(step) {
        let Some(work) = session.work.as_ref().filter(|work| work.in_force()) else {
            let free = step.config.unplanned == Unplanned::Host;
            ensure(free || granted(step, call), || format!("without a plan and without a grant: {call:?}"))?;
            continue;
        };
        ensure(work.phase == Phase::Running, || format!("while work is {:?}: {call:?}", work.phase))?;
        let world = page.world.clone().unwrap_or_default();
        let facts = Facts {
            plan: &work.plan.reference,
            project_id: &world.project_id,
            workspace_hash: &world.workspace_hash,
            workspace_now: &work.workspace_now,
            now: step.now,
        };
        let why = stale(Some(&work.receipt), &facts).or(work.void.then_some(ruling::ERR_RECEIPT_MISSING));
        ensure(why.is_none(), || format!("on a receipt that does not count ({why:?}): {call:?}"))?;
        let blocked = call.step_id.as_ref().is_some_and(|step| work.blocked.contains(step));
        ensure(!blocked, || format!("in a step that a refusal has blocked: {call:?}"))?;
        let covered = declares(&work.plan.scope, call) || granted(step, call);
        ensure(covered, || format!("neither declared nor granted: {call:?}"))?;
    }
    Ok(())
}

pub fn dead_handles(step: &Step, ledger: &mut Ledger) -> Result<(), String> {
    let Event::ToolAsked { ticket, turn: Some(turn), .. } = &step.event else { return Ok(()) };
    let (session, page) = &step.before;
    let lives =
        session.turn().is_some_and(|(awaited, _)| awaited.owner == page.id && awaited.turn.as_ref() == Some(turn));
    let dead = ledger.tickets.get(&(page.id.clone(), ticket.clone())).is_some_and(|waiting| waiting.dead);
    if lives && !dead {
        return Ok(());
    }
    let told = |effect: &Effect| match effect {
        Effect::RefuseTool { ticket: other, refusal: Refusal { code, .. } } => {
            other == ticket && (*code == ruling::ERR_TURN_OVER || step.fate == Fate::Undone)
        }
        _ => false,
    };
    let about = |effect: &Effect| match effect {
        Effect::RefuseTool { ticket: other, .. }
        | Effect::AnswerTool { ticket: other, .. }
        | Effect::RunTool { ticket: other, .. } => other == ticket,
        _ => false,
    };
    let right = step.effects.iter().filter(|effect| about(effect)).count() == 1 && step.effects.iter().any(told);
    let waits = step.after.0.step_requests.iter().any(|request| request.ticket == *ticket);
    ensure(right && !waits, || format!("a call under {turn}, which is over"))
}

pub fn own_tools(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let Event::ToolAsked { call, .. } = &step.event else { return Ok(()) };
    if call.server != "plangate" {
        return Ok(());
    }
    let (before, after) = (&step.before.0, &step.after.0);
    let same = before.mode.name() == after.mode.name()
        && before.receipts == after.receipts
        && before.step_approvals == after.step_approvals
        && before.step_requests == after.step_requests
        && before.refused == after.refused
        && before.history == after.history
        && before.versions == after.versions
        && before.queued == after.queued;
    ensure(same && changing(step).next().is_none(), || format!("{}/{}", call.server, call.tool))
}
