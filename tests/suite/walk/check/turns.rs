//! Laws of turns and profiles. Source: the machine rules, sections 2, 3 and 6.

use plangate::{
    effect::Effect,
    ids::TurnId,
    profile::{self, Name},
    session::{Mode, Page, Phase, Reading, Session, TurnKind, Wish},
};

use super::{Ledger, Step, ensure};

/// The hash of the profile that a turn of this kind needs, over the servers that the page knows.
fn needed(kind: TurnKind, page: &Page) -> String {
    let servers = page.servers.as_deref().unwrap_or_default();
    match kind {
        TurnKind::Plan | TurnKind::Explain => profile::plan(servers, &page.registry).hash,
        TurnKind::Chat | TurnKind::Execute => profile::managed(servers).hash,
    }
}

fn begun(step: &Step) -> impl Iterator<Item = (&String, TurnKind)> {
    step.effects.iter().filter_map(|effect| match effect {
        Effect::RunTurn { id, turn } => Some((id, turn.kind)),
        Effect::LendTurn { id, .. } => Some((id, TurnKind::Chat)),
        _ => None,
    })
}

fn switches(step: &Step) -> usize {
    step.effects.iter().filter(|effect| matches!(effect, Effect::ApplyProfile { .. })).count()
}

pub fn profile_before_turn(step: &Step, _: &mut Ledger) -> Result<(), String> {
    if !step.config.mcp {
        return Ok(());
    }
    let (truth, page) = (&step.truth, &step.after.1);
    for (id, kind) in begun(step) {
        let real = truth.confirmed.as_ref().filter(|_| truth.switching == 0);
        let fits = real.is_some_and(|(_, hash)| *hash == needed(kind, page));
        ensure(fits, || format!("turn {id} of kind {kind:?} begins while the host has {real:?}"))?;
    }
    if let Some((name, hash)) = page.confirmed.as_ref().filter(|_| switches(step) == 0) {
        let real = truth.confirmed.as_ref().filter(|_| truth.switching == 0);
        let right = real.is_some_and(|(real, sealed)| sealed == hash && (real == name || same(page)));
        ensure(right, || format!("the page takes {name:?} for confirmed, the host has {real:?}"))?;
    }
    Ok(())
}

/// Both profiles are one.
fn same(page: &Page) -> bool {
    needed(TurnKind::Plan, page) == needed(TurnKind::Chat, page)
}

pub fn switches_one_by_one(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let (new, open) = (switches(step), step.truth.switching);
    ensure(new == 0 || (new == 1 && open == 0), || format!("{new} switches begin while {open} have not settled"))
}

pub fn one_turn(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let turns = turns(&step.after.0);
    ensure(turns.len() <= 1, || format!("{} turns are awaited", turns.len()))?;
    ensure(begun(step).count() <= 1, || "two turns begin at once".to_owned())?;
    for (id, kind) in begun(step) {
        let awaited = step.after.0.awaited.iter().find(|awaited| awaited.id == *id && awaited.owner == step.after.1.id);
        let is_turn = awaited.is_some_and(|awaited| matches!(&awaited.wish, Wish::Turn { turn, .. } if *turn == kind));
        ensure(is_turn, || format!("turn {id} begins and is not awaited"))?;
    }
    Ok(())
}

fn turns(session: &Session) -> Vec<(Option<&TurnId>, TurnKind)> {
    let turn = |wish: &Wish| match wish {
        Wish::Turn { turn, .. } => Some(*turn),
        Wish::Servers | Wish::Profile | Wish::World { .. } | Wish::Judge { .. } | Wish::Tool { .. } => None,
    };
    session.awaited.iter().filter_map(|awaited| Some((awaited.turn.as_ref(), turn(&awaited.wish)?))).collect()
}

pub fn turns_fit(step: &Step, _: &mut Ledger) -> Result<(), String> {
    let session = &step.after.0;
    let (running, queued) = (turns(session), session.queued.as_ref().map(|queued| queued.kind));
    let all: Vec<TurnKind> = running.iter().map(|(_, kind)| *kind).chain(queued).collect();
    ensure(all.len() <= 1, || format!("{all:?} wait and run at once"))?;
    let phase = session.work.as_ref().map(|work| work.phase);
    for kind in &all {
        let fits = match (&session.mode, kind) {
            (Mode::Planning(_), TurnKind::Plan) | (Mode::AwaitingApproval(_), TurnKind::Explain) => true,
            (Mode::Normal(normal), TurnKind::Chat) => {
                normal.suggestion.is_none() && !matches!(phase, Some(Phase::Approved | Phase::Running))
            }
            (Mode::Normal(normal), TurnKind::Execute) => {
                normal.suggestion.is_none()
                    && phase == Some(if queued.is_some() { Phase::Approved } else { Phase::Running })
            }
            (Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_), _) => false,
        };
        ensure(fits, || format!("a turn of kind {kind:?} in mode {} with work {phase:?}", session.mode.name()))?;
    }
    let parked = match (&session.mode, phase) {
        (Mode::Planning(_), _) => all != [TurnKind::Plan],
        (_, Some(Phase::Approved | Phase::Running)) => all != [TurnKind::Execute],
        (Mode::Normal(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_), _) => false,
    };
    ensure(!parked, || format!("mode {} with work {phase:?} waits for nothing", session.mode.name()))?;
    readings_fit(session)?;
    let live = running.first().and_then(|(id, _)| *id);
    let orphan = session.step_requests.iter().find(|request| request.turn.is_none() || request.turn.as_ref() != live);
    ensure(orphan.is_none(), || format!("a step request outlives its turn: {orphan:?}"))
}

/// The judge and an approval on its way are about the plan that waits.
fn readings_fit(session: &Session) -> Result<(), String> {
    for awaited in &session.awaited {
        let about = match &awaited.wish {
            Wish::Judge { plan, .. } | Wish::World { reading: Reading::Approve { plan, .. } } => plan,
            Wish::Servers | Wish::Profile | Wish::World { .. } | Wish::Turn { .. } | Wish::Tool { .. } => continue,
        };
        let fits = matches!(&session.mode, Mode::AwaitingApproval(waiting) if waiting.plan == *about);
        ensure(fits, || format!("{} is about a plan that does not wait", awaited.id))?;
    }
    Ok(())
}

/// The name of the profile that a mode needs.
pub fn wanted(session: &Session) -> Name {
    match session.mode {
        Mode::Normal(_) => Name::Managed,
        Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => Name::Plan,
    }
}
