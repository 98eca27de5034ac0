//! Laws of answers: to the callers of the public API, and from hosts. Source: the machine rules, sections 1, 5.7 and 6.

use plangate::{
    audit::Audit,
    decide::is_settled,
    effect::Effect,
    event::Event,
    ids::Ticket,
    session::{Page, Session},
};
use serde_json::json;

use super::{Fate, Ledger, Step, ensure};

/// A session without what a refusal may write, and without the number of its commit.
fn bare(session: &Session) -> Session {
    Session { audit: Audit::default(), revision: 0, ..session.clone() }
}

pub fn refused_without_trace(step: &Step, _: &mut Ledger) -> Result<(), String> {
    // A call of the person also tries a profile again that could not be switched.
    let retries = step.event.is_persons() && step.before.1.failed.is_some();
    let Some(ticket) = step.event.ticket().filter(|_| !retries && !step.gives_up()) else { return Ok(()) };
    let refused = step.effects.iter().any(|effect| match effect {
        Effect::Refuse { ticket: other, .. } | Effect::RefuseTool { ticket: other, .. } => other == ticket,
        Effect::Resolve { ticket: other, result } => other == ticket && result.get("ok") == Some(&json!(false)),
        _ => false,
    });
    if !refused || matches!(step.event, Event::ToolWithdrawn { .. }) {
        return Ok(());
    }
    let (before, after) = (&step.before.0, &step.after.0);
    ensure(bare(before) == bare(after), || format!("{:?} was refused and has changed the session", step.event))?;
    let audited = matches!(step.event, Event::ToolAsked { .. });
    ensure(audited || before.audit == after.audit, || format!("{:?} was refused and is audited", step.event))?;
    let answers = step.effects.iter().filter(|effect| answered(effect) == Some(ticket)).count();
    ensure(answers == 1, || format!("{answers} answers to one refused call"))
}

fn answered(effect: &Effect) -> Option<&Ticket> {
    match effect {
        Effect::Resolve { ticket, .. }
        | Effect::Refuse { ticket, .. }
        | Effect::RefuseTool { ticket, .. }
        | Effect::AnswerTool { ticket, .. } => Some(ticket),
        Effect::ReadServers { .. }
        | Effect::ReadWorld { .. }
        | Effect::ApplyProfile { .. }
        | Effect::RunTurn { .. }
        | Effect::LendTurn { .. }
        | Effect::AskJudge { .. }
        | Effect::RunTool { .. }
        | Effect::Notify { .. } => None,
    }
}

pub fn tickets_once(step: &Step, ledger: &mut Ledger) -> Result<(), String> {
    if step.fate == Fate::Lost {
        return Ok(());
    }
    for ticket in step.effects.iter().filter_map(answered) {
        let key = (step.after.1.id.clone(), ticket.clone());
        let waiting = ledger.tickets.get_mut(&key).ok_or_else(|| format!("nobody waits under {ticket}"))?;
        waiting.answers += 1;
        ensure(waiting.answers == 1 || waiting.withdrawn, || format!("{ticket} is answered again"))?;
    }
    Ok(())
}

pub fn late_answers(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let id = match &step.event {
        Event::ServersRead { id, .. }
        | Event::WorldRead { id, .. }
        | Event::ProfileStepped { id }
        | Event::ProfileEnded { id, .. }
        | Event::TurnEnded { id, .. }
        | Event::JudgeEnded { id, .. }
        | Event::ToolEnded { id } => id,
        _ => return Ok(()),
    };
    let (session, page) = &step.before;
    let kind = |wish: &plangate::session::Wish| {
        use plangate::session::Wish;
        match (&step.event, wish) {
            (Event::ServersRead { .. }, Wish::Servers)
            | (Event::WorldRead { .. }, Wish::World { .. })
            | (Event::ProfileStepped { .. } | Event::ProfileEnded { .. }, Wish::Profile)
            | (Event::TurnEnded { .. }, Wish::Turn { .. })
            | (Event::JudgeEnded { .. }, Wish::Judge { .. })
            | (Event::ToolEnded { .. }, Wish::Tool { .. }) => true,
            (
                _,
                Wish::Servers
                | Wish::World { .. }
                | Wish::Profile
                | Wish::Turn { .. }
                | Wish::Judge { .. }
                | Wish::Tool { .. },
            ) => false,
        }
    };
    let awaited =
        session.awaited.iter().any(|awaited| awaited.id == *id && awaited.owner == page.id && kind(&awaited.wish));
    let opening = page.opening.as_ref().is_some_and(|(opening, _)| opening == id);
    let switching = page.switch.as_ref().is_some_and(|switch| switch.id == *id);
    if awaited || opening || switching {
        return Ok(());
    }
    let same = bare(session) == bare(&step.after.0) && session.audit == step.after.0.audit;
    ensure(same, || format!("{:?} was not awaited and has changed the session", step.event))?;
    ensure(step.effects.is_empty(), || format!("{:?} was not awaited and has effects", step.event))
}

/// When hosts have answered everything, every call is answered but those that wait for a person, and nothing is parked.
pub fn settled(session: &Session, page: &Page, ledger: &Ledger) -> Result<(), String> {
    ensure(is_settled(session, page), || format!("not settled: {:?} {:?}", session.queued, session.awaited))?;
    let asked: Vec<String> =
        session.step_requests.iter().map(|request| format!("{}/{}", request.owner, request.ticket)).collect();
    let open: Vec<String> = ledger.open().into_iter().filter(|ticket| !asked.contains(ticket)).collect();
    ensure(open.is_empty(), || format!("never answered: {open:?}"))
}
