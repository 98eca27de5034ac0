//! Laws of what is seen: the snapshot, the tools, and a receipt that the world speaks against. Source: the machine rules,
//! sections 2 and 6.

use std::rc::Rc;

use plangate::plain::Plain;
use plangate::{
    config::Unplanned,
    decide::{Tool, visible},
    event::Event,
    ids::MessageId,
    session::{Mode, Page, Phase, Reading, Session, TurnKind, Wish},
    transcript::Body,
    view,
};
use serde_json::{Value, json};

use super::{Fate, Ledger, Step, ensure, turns};

pub fn facts(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (session, page) = &step.after;
    let sections = view::sections(session, page, step.now, &step.config);
    let shown = &sections.facts;
    let phase = session.work.as_ref().map(|work| work.phase);
    let turn = session.turn().map(|(_, kind)| kind);
    let steps = !session.step_requests.is_empty();
    let expected = json!({
        "mode": mode(session),
        "state": state(session),
        "status": status(session, turn),
        "composer": composer(session, phase),
        "execution": phase.map_or(Value::Null, |phase| execution(phase, steps)),
        "wanted": turns::wanted(session).plain(),
    });
    let told = json!({
        "mode": shown["mode"], "state": shown["state"], "status": shown["status"], "composer": shown["composer"],
        "execution": shown["execution"]["state"], "wanted": shown["profile"]["wanted"],
    });
    ensure(told == expected, || format!("the snapshot says {told} and not {expected}"))?;
    let approved = match (&session.mode, &session.work) {
        (Mode::Normal(_), Some(work)) => work.phase != Phase::Done && !work.void && step.now < work.receipt.expires_at,
        _ => false,
    };
    ensure(shown["approval"].is_null() != approved, || format!("approval {}", shown["approval"]))?;
    let here = session.turn().is_some_and(|(awaited, _)| awaited.owner == page.id);
    ensure(turn.is_none() || shown["turn"]["here"] == json!(here), || {
        "a turn of another page is taken for ours".to_owned()
    })?;
    let requests = sections.requests["stepRequests"].as_array().map_or(0, Vec::len);
    ensure(requests == session.step_requests.len(), || format!("{requests} step requests"))?;
    let asking = matches!(session.mode, Mode::AwaitingAnswers(_));
    ensure(sections.plan["planPending"].is_null() != asking, || "planPending".to_owned())?;
    cards(session)
}

fn mode(session: &Session) -> &'static str {
    match session.mode {
        Mode::Normal(_) => "normal",
        Mode::Planning(_) | Mode::AwaitingAnswers(_) => "planning",
        Mode::AwaitingApproval(_) => "awaiting-approval",
    }
}

fn state(session: &Session) -> Option<&'static str> {
    match &session.mode {
        Mode::AwaitingAnswers(_) => Some("questions"),
        Mode::AwaitingApproval(_) => Some("plan"),
        Mode::Planning(planning) => planning.brief.plan.as_ref().map(|_| "plan"),
        Mode::Normal(_) if session.work.is_some() || session.history.is_some() => Some("plan"),
        Mode::Normal(_) => None,
    }
}

fn status(session: &Session, turn: Option<TurnKind>) -> &'static str {
    let judging = session.awaited.iter().any(|awaited| matches!(awaited.wish, Wish::Judge { .. }));
    match (&session.mode, turn) {
        (Mode::Planning(_), Some(_)) => "planning",
        (Mode::Planning(_), None) => "switching",
        (Mode::AwaitingAnswers(_), _) => "asking",
        (Mode::AwaitingApproval(_), Some(_)) => "chatting",
        (Mode::AwaitingApproval(_), None) if judging => "judging",
        (Mode::AwaitingApproval(_), None) => "idle",
        (Mode::Normal(_), _) if !session.step_requests.is_empty() => "stepping",
        (Mode::Normal(_), Some(TurnKind::Execute)) => "executing",
        (Mode::Normal(_), Some(_)) => "chatting",
        (Mode::Normal(_), None) if session.queued.is_some() => "switching",
        (Mode::Normal(_), None) => match session.work.as_ref().map(|work| work.phase) {
            Some(Phase::Interrupted(_)) => "interrupted",
            Some(Phase::Approved | Phase::Running | Phase::Done) | None => "idle",
        },
    }
}

fn composer(session: &Session, phase: Option<Phase>) -> Value {
    let reason = match (&session.mode, phase) {
        (Mode::Planning(_), _) => Some("turn"),
        (Mode::AwaitingAnswers(_), _) => Some("ERR_PLAN_PENDING"),
        (Mode::AwaitingApproval(_), _) => None,
        (Mode::Normal(_), Some(Phase::Approved)) => Some("switching"),
        (Mode::Normal(_), Some(Phase::Running)) => Some("turn"),
        (Mode::Normal(_), Some(Phase::Interrupted(_) | Phase::Done) | None) => None,
    };
    json!({ "locked": reason.is_some(), "reason": reason })
}

fn execution(phase: Phase, asks: bool) -> Value {
    json!(match phase {
        Phase::Approved => "approved",
        Phase::Running if asks => "paused",
        Phase::Running => "running",
        Phase::Interrupted(_) => "interrupted",
        Phase::Done => "done",
    })
}

/// An open card is the newest card, and only a mode that waits for the person has one.
fn cards(session: &Session) -> Result<(), String> {
    let mut newest: Option<(&MessageId, bool)> = None;
    let mut open: Vec<&MessageId> = Vec::new();
    let mut plan = None;
    for message in session.transcript.all() {
        let active = match &message.body {
            Body::QuestionCard { active, .. } => *active,
            Body::PlanCard { active, plan: shown } => {
                plan = Some(shown).filter(|_| *active).or(plan);
                *active
            }
            Body::User { .. } | Body::Answer { .. } | Body::Reply { .. } | Body::Said { .. } => continue,
        };
        newest = Some((&message.id, active));
        open.extend(Some(&message.id).filter(|_| active));
    }
    let waits = matches!(session.mode, Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_));
    ensure(open.len() == usize::from(waits), || format!("cards open in mode {}: {open:?}", session.mode.name()))?;
    ensure(!waits || newest.is_some_and(|(_, active)| active), || "the open card is not the newest".to_owned())?;
    match &session.mode {
        Mode::AwaitingApproval(waiting) => {
            ensure(plan == Some(&waiting.plan), || "the open card shows another version".to_owned())
        }
        Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => Ok(()),
    }
}

pub fn visible_tools(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (session, page) = &step.after;
    let names = [
        ("filesystem", "read_text_file"),
        ("filesystem", "write_file"),
        ("plangate", "write_plan"),
        ("plangate", "task_list"),
    ];
    let tools = names.map(|(server, name)| Tool { server: server.to_owned(), name: name.to_owned() });
    let mine = session.turn().filter(|(awaited, _)| awaited.owner == page.id).map(|(_, kind)| kind);
    let seen = visible(session, page, None, &tools);
    let work = session.work.as_ref().filter(|work| work.in_force());
    let most = match (&session.mode, work) {
        _ if mine == Some(TurnKind::Explain) => [false; 4],
        (Mode::Planning(_), _) => [true, false, true, false],
        (Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_), _) => [false; 4],
        (Mode::Normal(normal), _) if normal.suggestion.is_some() => [false; 4],
        (Mode::Normal(_), None) => [true, true, false, false],
        (Mode::Normal(_), Some(work)) => match work.phase {
            Phase::Approved | Phase::Done => [false; 4],
            Phase::Running => [true, !work.void, false, true],
            Phase::Interrupted(_) => [true, false, false, false],
        },
    };
    let wrong = seen.iter().zip(most).any(|(seen, allowed)| *seen && !allowed);
    ensure(!wrong, || {
        format!("in mode {} with work {:?} these are seen: {seen:?}", session.mode.name(), work.map(|work| work.phase))
    })?;
    let reads = seen.first() == most.first();
    ensure(reads || step.config.unplanned == Unplanned::Ask || !matches!(session.mode, Mode::Normal(_)), || {
        "reads are hidden".to_owned()
    })
}

/// Whether a page awaits this reading of the world.
fn awaits((session, page): &(Rc<Session>, Rc<Page>), id: &str) -> bool {
    let mut mine = session.awaited.iter().filter(|awaited| awaited.owner == page.id && awaited.id == id);
    mine.any(|awaited| matches!(awaited.wish, Wish::World { .. }))
        || page.opening.as_ref().is_some_and(|(opening, _)| opening == id)
}

pub fn stale_is_void(step: &Step, _: &mut Ledger) -> Result<(), String> {
    // What was undone is brought again, and has told nothing yet.
    if step.fate == Fate::Undone {
        return Ok(());
    }
    let (before, after) = (&step.before.0, &step.after.0);
    let read = match &step.event {
        Event::WorldTold { .. } => step.before.1.world != step.after.1.world,
        Event::WorldRead { id, world } => world.is_some() && awaits(&step.before, id),
        _ => false,
    };
    // What a call of this session has changed is its own doing.
    let own = [before, after].into_iter().any(|session| {
        session.awaited.iter().any(|awaited| match &awaited.wish {
            Wish::Tool { changes, .. } => *changes,
            Wish::World { reading } => matches!(reading, Reading::Called { .. }),
            Wish::Servers | Wish::Profile | Wish::Turn { .. } | Wish::Judge { .. } => false,
        })
    });
    let Some(work) = after.work.as_ref().filter(|work| read && !own && work.in_force()) else { return Ok(()) };
    let Some(world) = &step.after.1.world else { return Ok(()) };
    let sound = work.receipt.project_id == world.project_id
        && work.workspace_now == world.workspace_hash
        && step.now < work.receipt.expires_at;
    let stands = matches!(work.phase, Phase::Interrupted(_));
    ensure(sound || (work.void && stands), || format!("work is {:?} on a receipt that no longer counts", work.phase))
}
