//! Laws of words and approvals: what a reply may change, who made a receipt, what it starts, and how an exit is told.
//! Source: the machine rules, sections 3, 4 and 5.4.

use plangate::{
    approval::{self, Intent},
    code::approval as reason,
    config::Policy,
    decide,
    effect::{Effect, TurnInfo},
    event::{Choice, Event, TurnEnd},
    lexicon::Room,
    plan::PlanRef,
    prompt::Exit,
    receipt::Source,
    session::{AwaitingApproval, Mode, Phase, Reading, Session, TurnKind, Wish},
    transcript::Body,
};

use super::{Ledger, Step, ensure};

fn waiting(session: &Session) -> Option<&AwaitingApproval> {
    match &session.mode {
        Mode::AwaitingApproval(waiting) => Some(waiting),
        Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => None,
    }
}

/// What a reply means that was typed while the plan `under` was shown.
fn meaning(text: &str, under: Option<&PlanRef>, waiting: &AwaitingApproval) -> Intent {
    let reading = approval::read(text);
    let worn = reading.reason == reason::BARE_YES && waiting.stirred;
    let elsewhere = reading.intent == Intent::Approve && under != Some(&waiting.plan);
    if worn || elsewhere { Intent::Unknown } else { reading.intent }
}

/// What a judge's answer comes to.
fn verdict(step: &Step, answer: Option<&String>) -> Intent {
    let said: serde_json::Value = answer.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let confidence = said.get("confidence").and_then(serde_json::Value::as_f64).unwrap_or(-1.0);
    let limits = &step.config.limits;
    let reaches = |permille: u16| confidence <= 1.0 && confidence * 1000.0 >= f64::from(permille);
    match said.get("intent").and_then(serde_json::Value::as_str) {
        Some("approve") if reaches(limits.judge_approve_permille) => Intent::Approve,
        Some("revise") if reaches(limits.judge_other_permille) => Intent::Revise,
        Some("reject") if reaches(limits.judge_other_permille) => Intent::Reject,
        _ => Intent::Unknown,
    }
}

pub fn unknown_changes_nothing(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    let Some(card) = waiting(before) else { return Ok(()) };
    let unknown = match &step.event {
        Event::UserSent { text, under, .. } => meaning(text, under.as_ref(), card) == Intent::Unknown,
        Event::JudgeEnded { answer, .. } => verdict(step, answer.as_ref()) == Intent::Unknown,
        _ => false,
    };
    ensure(!unknown || before.permissions() == after.permissions(), || format!("{:?} was read as unknown", step.event))
}

/// A page loads words by what `decide::reads` says: whatever becomes of a message, no other room may have read it.
pub fn told_before(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    if !matches!(step.event, Event::UserSent { .. } | Event::UserEdited { .. }) {
        return ensure(decide::reads(before, &step.event).is_none(), || "an event without words".to_owned());
    }
    let told = decide::reads(before, &step.event).map(|(room, _)| room);
    let added = after.transcript.all().iter().filter(|message| before.transcript.get(&message.id).is_none());
    let rooms = added.filter_map(|message| match &message.body {
        Body::Reply { .. } => Some(Room::Replies),
        Body::User { .. } => Some(Room::Requests),
        Body::Answer { .. } | Body::Said { .. } | Body::QuestionCard { .. } | Body::PlanCard { .. } => None,
    });
    let wrong: Vec<Room> = rooms.filter(|room| told != Some(*room)).collect();
    ensure(wrong.is_empty(), || format!("{:?} was read by {wrong:?}, told was {told:?}", step.event))
}

type Begun<'a> = (&'a str, &'a PlanRef, Source, Option<&'a str>);

fn approvals(session: &Session) -> Vec<Begun<'_>> {
    let begun = |wish| match wish {
        &Wish::World { reading: Reading::Approve { ref plan, source, ref words, .. } } => {
            Some((plan, source, words.as_deref()))
        }
        Wish::World { .. }
        | Wish::Servers
        | Wish::Profile
        | Wish::Turn { .. }
        | Wish::Judge { .. }
        | Wish::Tool { .. } => None,
    };
    let all = session.awaited.iter().filter_map(|awaited| Some((awaited.id.as_str(), begun(&awaited.wish)?)));
    all.map(|(id, (plan, source, words))| (id, plan, source, words)).collect()
}

pub fn has_an_author(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    let known = approvals(before);
    for begun in approvals(after).into_iter().filter(|begun| known.iter().all(|known| known.0 != begun.0)) {
        ensure(is_authored(step, begun), || format!("{begun:?} was begun by {:?}", step.event))?;
    }
    let new = after.receipts.strip_prefix(before.receipts.as_slice());
    let new = new.ok_or_else(|| "an earlier receipt has changed".to_owned())?;
    ensure(new.len() <= 1, || "two receipts at once".to_owned())?;
    for receipt in new {
        let words = receipt.words.as_deref();
        let asked = known
            .iter()
            .find(|(_, plan, source, said)| **plan == receipt.plan && *source == receipt.source && *said == words);
        let answered = match &step.event {
            Event::WorldRead { id, .. } => asked.is_some_and(|(asked, ..)| asked == id),
            Event::Ticked => asked.is_some(),
            _ => false,
        };
        ensure(answered, || format!("a receipt from {:?}", step.event))?;
        let shown = waiting(before).is_some_and(|waiting| waiting.plan == receipt.plan);
        ensure(shown, || "a receipt for a version that is not on the newest card".to_owned())?;
        let lifetime = step.config.limits.approval_lifetime_ms;
        let world = step.after.1.world.clone().unwrap_or_default();
        let sound = receipt.approved_at == step.now
            && receipt.expires_at == step.now.saturating_add(lifetime)
            && receipt.project_id == world.project_id
            && receipt.workspace_hash == world.workspace_hash;
        ensure(sound, || "a receipt with facts that are not so".to_owned())?;
    }
    let held = after.work.as_ref().is_none_or(|work| after.receipts.contains(&work.receipt));
    ensure(held, || "work without a stored receipt".to_owned())
}

/// Whether this approval may have been begun by this event.
fn is_authored(step: &Step, (_, plan, source, words): Begun<'_>) -> bool {
    let (before, after) = (&step.before.0, &step.after.0);
    let on_card = |session: &Session| waiting(session).is_some_and(|waiting| waiting.plan == *plan);
    match (&step.event, source) {
        (Event::UserSent { text, under, .. }, Source::Words) => {
            let card = waiting(before).filter(|waiting| waiting.plan == *plan);
            words == Some(text) && card.is_some_and(|card| meaning(text, under.as_ref(), card) == Intent::Approve)
        }
        (Event::UserDecided { plan_ref, intent: Choice::Approve, .. }, Source::Button) => {
            plan_ref.as_ref() == Some(plan) && words.is_none() && on_card(before)
        }
        (Event::JudgeEnded { id, answer }, Source::Judge) => {
            let asked = before.awaited.iter().find(|awaited| awaited.id == *id).map(|awaited| &awaited.wish);
            let Some(Wish::Judge { message, plan: asked, reason, .. }) = asked else { return false };
            let body = before.transcript.get(message).map(|message| &message.body);
            let said = matches!(body, Some(Body::Reply { content }) if Some(content.as_str()) == words);
            said && asked == plan
                && reason != reason::UNSUPPORTED_LANGUAGE
                && on_card(before)
                && verdict(step, answer.as_ref()) == Intent::Approve
        }
        (Event::TurnEnded { outcome: TurnEnd::Ok { .. }, .. }, Source::Policy) => {
            let open = after.version(plan).is_none_or(|version| !version.plan.open_questions.is_empty());
            step.config.approval == Policy::Auto && !open && on_card(after) && matches!(before.mode, Mode::Planning(_))
        }
        _ => false,
    }
}

fn begun(step: &Step) -> Option<&TurnInfo> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::RunTurn { turn, .. } => Some(turn.as_ref()),
        _ => None,
    })
}

pub fn one_execution(step: &Step, ledger: &mut Ledger) -> Result<(), String> {
    if !step.happened() {
        return Ok(());
    }
    let (before, after) = (&step.before.0, &step.after.0);
    let key = |session: &Session| {
        let work = session.work.as_ref()?;
        Some((work.receipt.plan.clone(), work.receipt.approved_at))
    };
    if let (Event::UserResumed { .. }, Some(key)) = (&step.event, key(after)) {
        let went_on = after.work.as_ref().is_some_and(|work| work.phase == Phase::Approved);
        ledger.approvals.entry(key).or_default().resumed += usize::from(went_on && before.work != after.work);
    }
    // A turn that never began is no execution.
    if let (Event::TurnEnded { id, outcome: TurnEnd::Unprofiled }, Some(key)) = (&step.event, key(before)) {
        ledger.approvals.entry(key).or_default().begun.remove(&format!("{}/{id}", step.before.1.id));
    }
    let Some(turn) = begun(step).filter(|turn| turn.kind == TurnKind::Execute) else { return Ok(()) };
    let key = key(after).ok_or_else(|| "an execution without work".to_owned())?;
    ensure(after.receipts.iter().any(|receipt| receipt.plan == key.0), || "an execution without a receipt".to_owned())?;
    let awaited = after.turn().map(|(awaited, _)| awaited.id.clone()).unwrap_or_default();
    let approval = ledger.approvals.entry(key).or_default();
    approval.begun.insert(format!("{}/{awaited}", step.after.1.id));
    ensure(approval.begun.len() <= 1 + approval.resumed, || {
        format!("execution {} ({}) after {} resumptions", approval.begun.len(), turn.id, approval.resumed)
    })
}

/// How planning ended in this step, if it did.
fn exit(step: &Step) -> Option<Exit> {
    let (before, after) = (&step.before.0, &step.after.0);
    let was = !matches!(before.mode, Mode::Normal(_));
    let edited = matches!(step.event, Event::UserEdited { .. }) && before.transcript != after.transcript;
    if !was || (!matches!(after.mode, Mode::Normal(_)) && !edited) {
        return None;
    }
    if after.receipts.len() > before.receipts.len() {
        return Some(Exit::Approved);
    }
    Some(match step.event {
        Event::UserSent { .. } | Event::UserDecided { .. } => Exit::Rejected,
        Event::UserCancelled { .. } | Event::UserEdited { .. } => Exit::Cancelled,
        _ => Exit::Fallback,
    })
}

pub fn exit_notice_once(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    let turn = begun(step);
    let told = |turn: &TurnInfo| turn.system.matches("[plan mode ended:").count();
    let works = turn.filter(|turn| matches!(turn.kind, TurnKind::Chat | TurnKind::Execute));
    let given_up = step.gives_up().then_some(Exit::Fallback);
    let expected = given_up.or_else(|| exit(step)).or(before.exit_notice.filter(|_| works.is_none()));
    ensure(after.exit_notice == expected, || {
        format!("the notice kept is {:?} and not {expected:?}", after.exit_notice)
    })?;
    let Some(turn) = turn else { return Ok(()) };
    let line = before.exit_notice.filter(|_| works.is_some()).map(|exit| match exit {
        Exit::Approved => "[plan mode ended: approved]",
        Exit::Rejected => "[plan mode ended: rejected]",
        Exit::Cancelled => "[plan mode ended: cancelled]",
        Exit::Fallback => "[plan mode ended: fallback]",
    });
    let right = match line {
        Some(line) => turn.system.ends_with(line) && told(turn) == 1,
        None => told(turn) == 0,
    };
    ensure(right, || format!("turn {} is told {:?}, due is {line:?}", turn.id, turn.system))?;
    let instructed = turn.system.contains("You are the planner");
    ensure(instructed == (turn.kind == TurnKind::Plan), || {
        format!("planner instructions for a turn of kind {:?}", turn.kind)
    })
}
