//! Laws of what is stored, and of what happens where it can not be. Source: the machine rules, sections 1 and 6.

use plangate::{
    effect::Effect,
    event::Event,
    session::{About, Mode, Phase, Session, TurnKind},
    store, view,
};

use super::{Fate, Ledger, Step, ensure};

pub fn reads_back(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let session: &Session = &step.after.0;
    let read = store::read(&session.id, &store::write(session));
    ensure(read.as_ref() == Ok(session), || "the session reads back as another".to_owned())
}

/// The walk compares sessions where the border compares their texts.
pub fn commits_as_text(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (before, after) = (&step.before.0, &step.after.0);
    let changed = match step.fate {
        Fate::Unchanged => false,
        Fate::Saved | Fate::Kept | Fate::Lost => true,
        Fate::Undone => return Ok(()),
    };
    let commit = store::commit(&mut (**after).clone(), None, &store::write(before));
    ensure(commit.is_some() == changed, || format!("{:?} was taken for {}", step.event, step.fate.name()))?;
    let sound = commit.is_none_or(|commit| {
        store::read(&after.id, &commit.root.value).is_ok_and(|read| read.revision == after.revision + 1)
    });
    ensure(sound, || "a commit that is not counted".to_owned())
}

/// A torn text gives no session, so no authority.
pub fn torn(id: &str, text: &str) -> Result<(), String> {
    ensure(store::read(id, text).is_err(), || "a torn text was taken for a session".to_owned())
}

/// How authority grows from one session to the next, if it does.
fn growth(before: &Session, after: &Session) -> Option<String> {
    if after.receipts.len() > before.receipts.len() {
        return Some("a receipt".to_owned());
    }
    if let Some(approval) = after.step_approvals.iter().find(|approval| !before.step_approvals.contains(approval)) {
        return Some(format!("a step approval: {approval:?}"));
    }
    let moves = |session: &Session| {
        session.work.as_ref().is_some_and(|work| matches!(work.phase, Phase::Approved | Phase::Running))
    };
    let queues = |session: &Session| session.queued.as_ref().is_some_and(|queued| queued.kind == TurnKind::Execute);
    if (moves(after) && !moves(before)) || (queues(after) && !queues(before)) {
        return Some("work moves".to_owned());
    }
    let (was, is) = (before.work.as_ref()?, after.work.as_ref()?);
    if was.receipt != is.receipt {
        return None;
    }
    let kept = was.refused.is_subset(&is.refused) && was.blocked.is_subset(&is.blocked);
    ((was.void && !is.void) || !kept).then(|| "work has forgotten a refusal".to_owned())
}

pub fn unsaved_only_lowers(step: &Step, _: &mut Ledger) -> Result<(), String> {
    // What matters is that it would be acted on unsaved, not that it was.
    if !step.lowers || step.fate == Fate::Undone {
        return Ok(());
    }
    let grown = growth(&step.before.0, &step.after.0);
    ensure(grown.is_none(), || format!("{:?} would be acted on unsaved and raises {grown:?}", step.event))?;
    let starts = step.effects.iter().find(|effect| {
        matches!(
            effect,
            Effect::RunTurn { .. } | Effect::LendTurn { .. } | Effect::RunTool { .. } | Effect::AskJudge { .. }
        )
    });
    ensure(starts.is_none(), || format!("{:?} would be acted on unsaved and starts something", step.event))
}

pub fn undone_is_invisible(step: &Step, _: &mut Ledger) -> Result<(), String> {
    if step.fate != Fate::Undone {
        return Ok(());
    }
    let mut page = (*step.after.1).clone();
    page.faults.remove(&About::Save);
    let mut earlier = (*step.before.1).clone();
    earlier.faults.remove(&About::Save);
    let seen = view::sections(&step.after.0, &page, step.now, &step.config);
    let was = view::sections(&step.before.0, &earlier, step.now, &step.config);
    ensure(seen == was && step.after.0 == step.before.0, || format!("{:?} was not saved and shows", step.event))?;
    let told = step.effects.iter().all(|effect| match effect {
        Effect::Refuse { ticket, .. } | Effect::RefuseTool { ticket, .. } => Some(ticket) == step.event.ticket(),
        Effect::Notify { .. } => true,
        _ => false,
    });
    ensure(told, || format!("{:?} was not saved and has effects", step.event))
}

pub fn opening_starts_nothing(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let comes = match &step.event {
        Event::Opened { .. } | Event::OwnerLost { .. } | Event::Closed => true,
        Event::Refreshed => step.before.0.decided.is_empty(),
        _ => false,
    };
    if !comes {
        return Ok(());
    }
    let grown = growth(&step.before.0, &step.after.0);
    ensure(grown.is_none(), || format!("{:?} raises {grown:?}", step.event))?;
    let left = !matches!(step.before.0.mode, Mode::Normal(_)) && matches!(step.after.0.mode, Mode::Normal(_));
    ensure(!left || step.gives_up(), || format!("{:?} ends planning", step.event))?;
    let starts = step.effects.iter().any(|effect| match effect {
        Effect::RunTool { .. } | Effect::LendTurn { .. } => true,
        Effect::RunTurn { turn, .. } => matches!(turn.kind, TurnKind::Chat | TurnKind::Execute),
        _ => false,
    });
    ensure(!starts, || format!("{:?} starts something that can write", step.event))
}
