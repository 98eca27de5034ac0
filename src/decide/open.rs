//! Pages that come and go: opening, taking over from one that is gone, closing. Nothing that can write starts without the
//! person. Source: the machine rules, section 1.

use super::Scene;
use crate::{
    audit::Actor,
    code::misuse,
    effect::Effect,
    ids::PageId,
    session::{Interruption, Mode, Pending, Phase, Reading, Stage, TurnKind, Wish, Work},
};

impl Scene<'_> {
    /// This page has opened the session; `gone` are pages that own something and show no sign of life.
    pub(super) fn opened(&mut self, gone: &[PageId]) {
        self.lowers = true;
        self.take_over(gone);
        let stands = |work: &Work| matches!(work.phase, Phase::Interrupted(_));
        if self.s.work.as_ref().is_some_and(stands) {
            self.stale_tasks_lost();
        }
        if self.page.world.is_none() && self.page.opening.is_none() {
            let id = "o1".to_owned();
            self.page.opening = Some((id.clone(), self.after(self.config.limits.world_timeout_ms)));
            self.effects.push(Effect::ReadWorld { id });
        }
    }

    pub(super) fn owner_lost(&mut self, owner: &PageId) {
        self.lowers = true;
        if *owner != self.page.id {
            self.take_over(std::slice::from_ref(owner));
        }
    }

    /// This page goes and gives back what it owns, so that another one need not wait for it to look dead.
    pub(super) fn closed(&mut self) {
        self.lowers = true;
        let me = self.page.id.clone();
        for awaited in self.s.awaited.iter_mut().filter(|awaited| awaited.owner == me) {
            awaited.owner.clear();
        }
        for request in self.s.step_requests.iter_mut().filter(|request| request.owner == me) {
            request.owner.clear();
        }
        if let Some(queued) = self.s.queued.as_mut().filter(|queued| queued.owner == me) {
            queued.owner.clear();
        }
        if let Some(graph) = self.s.work.as_mut().and_then(|work| work.graph.as_mut()) {
            graph.disown(&me);
        }
        self.page.opening = None;
        let approves = |pending: &Pending| matches!(pending, Pending::Approval(_));
        let over = self.page.tickets.iter().filter(|(_, pending)| approves(pending)).map(|(ticket, _)| ticket.clone());
        for ticket in over.collect::<Vec<_>>() {
            self.refuse(ticket, misuse::ERR_DISPOSED, "the gate was disposed");
        }
    }

    /// What pages that are gone have left: a plan turn runs again, everything else ends.
    fn take_over(&mut self, gone: &[PageId]) {
        let of_gone = |owner: &PageId| gone.contains(owner);
        let left: Vec<Wish> = self
            .s
            .awaited
            .iter()
            .filter(|awaited| of_gone(&awaited.owner))
            .map(|awaited| awaited.wish.clone())
            .collect();
        let queued = self.s.queued.as_ref().filter(|queued| of_gone(&queued.owner)).map(|queued| queued.kind);
        self.s.awaited.retain(|awaited| !gone.contains(&awaited.owner));
        self.s.step_requests.retain(|request| !gone.contains(&request.owner));
        if queued.is_some_and(|kind| kind != TurnKind::Plan) {
            self.s.queued = None;
        }
        if !left.is_empty() || queued.is_some() {
            self.audit(Actor::Host, "taken-over", "", None);
        }
        if left.iter().any(|wish| matches!(wish, Wish::Judge { .. })) {
            self.show_anew();
        }
        let mut retry = self.s.queued.as_ref().filter(|_| queued.is_some()).and_then(|queued| queued.retry_of.clone());
        for wish in left {
            match wish {
                Wish::Turn { turn: TurnKind::Plan, retry_of, .. } => retry = retry_of,
                Wish::Turn { turn: TurnKind::Chat | TurnKind::Execute | TurnKind::Explain, .. }
                | Wish::Servers
                | Wish::Profile
                | Wish::World { reading: Reading::Turn | Reading::Approve { .. } | Reading::Called { .. } }
                | Wish::Judge { .. }
                | Wish::Tool { .. } => {}
            }
        }
        let busy =
            self.s.turn().is_some() || self.s.queued.as_ref().is_some_and(|queued| !gone.contains(&queued.owner));
        if busy {
            return;
        }
        match &mut self.s.mode {
            // A planner without its turn: it only reads, so it runs again, in the same round.
            Mode::Planning(planning) => {
                planning.written = None;
                let request = planning.brief.request.clone();
                self.queue(TurnKind::Plan, &request, retry);
                if let Some(queued) = &mut self.s.queued {
                    queued.stage = Stage::Servers;
                }
            }
            Mode::Normal(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => {}
        }
        if let Some(work) = &mut self.s.work {
            match work.phase {
                Phase::Approved | Phase::Running => {
                    work.phase = Phase::Interrupted(Interruption::Reload);
                    self.s.step_requests.clear();
                    self.s.decided.clear();
                    self.tasks_lost();
                }
                Phase::Interrupted(_) | Phase::Done => {}
            }
        }
    }
}
