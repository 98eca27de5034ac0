//! Work on an approved plan: how it stops, goes on and ends, and what a person says of single calls.
//!
//! Source: the machine rules, sections 3 and 5.5.

use super::{Scene, task::Change};
use crate::{
    audit::Actor,
    code::{misuse, ruling},
    effect::Effect,
    gate::{self, StepApproval},
    ids::Ticket,
    plan::{PlanRef, Status},
    session::{AwaitingApproval, DecidedStep, Interruption, Mode, Normal, Phase, StepRequest, TurnKind, Wish},
    transcript::Body,
};

impl Scene<'_> {
    /// Stops work: its turn, its calls and its open step requests end, the receipt stays.
    pub(super) fn interrupt(&mut self, reason: Interruption) {
        self.end_turn();
        if let Some(work) = &mut self.s.work {
            work.phase = Phase::Interrupted(reason);
        }
    }

    /// The execute turn is over.
    pub(super) fn execution_ended(&mut self, otherwise: Interruption) {
        let now = self.now;
        let Some(work) = &mut self.s.work else { return };
        let counts = work.receipt_counts(now);
        let complete = match &work.graph {
            Some(graph) => graph.complete(),
            // A page that slept past the lifetime's end may have had every call refused.
            None => otherwise == Interruption::TurnEnded && work.blocked.is_empty() && counts,
        };
        if complete {
            self.finish_work();
        } else {
            work.phase = Phase::Interrupted(if counts { otherwise } else { Interruption::ReceiptVoid });
        }
    }

    pub(super) fn finish_work(&mut self) {
        let Some(work) = &mut self.s.work else { return };
        work.phase = Phase::Done;
        let plan = work.plan.reference.clone();
        self.set_status(&plan, Status::Done);
        self.s.step_approvals.clear();
        self.audit(Actor::Host, "done", "", Some(plan));
    }

    pub(super) fn user_resumed(&mut self, ticket: Ticket, shown: Option<&PlanRef>) {
        let normal = matches!(self.s.mode, Mode::Normal(_));
        let waits = |phase| matches!(phase, Phase::Interrupted(_));
        let Some(work) = self.s.work.clone().filter(|work| normal && waits(work.phase)) else {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "no work stands still");
        };
        if shown.is_none_or(|shown| Some(shown) != self.s.newest()) {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "other work stands still than was on the screen");
        }
        self.end_turn();
        self.s.mode = Mode::Normal(Normal::default());
        let plan = work.plan.reference.clone();
        let known = self.page.world.clone();
        let counts = match &known {
            Some(world) => work.stale(world, self.now).is_none(),
            None => work.receipt_counts(self.now),
        };
        if counts {
            self.audit(Actor::Person, "resumed", "", Some(plan));
            if let Some(work) = &mut self.s.work {
                work.phase = Phase::Approved;
            }
            self.recover_unseen();
            self.queue(TurnKind::Execute, &work.request, None);
        } else {
            // Nothing runs on a receipt that no longer counts: the same version waits for the person again.
            self.audit(Actor::Person, "asked-again", "", Some(plan.clone()));
            if let Some(work) = &mut self.s.work {
                work.void = true;
                work.phase = Phase::Interrupted(Interruption::ReceiptVoid);
            }
            self.set_status(&plan, Status::Pending);
            self.s.mode = Mode::AwaitingApproval(AwaitingApproval {
                request: work.request,
                plan: plan.clone(),
                revisions: work.revisions,
                held: false,
                stirred: false,
            });
            self.show(plan);
        }
        self.resolve(ticket, &());
    }

    // --- step decisions

    pub(super) fn user_decided_step(&mut self, ticket: Ticket, id: &str, granted: bool, comment: Option<String>) {
        let Some(position) = self.s.step_requests.iter().position(|request| request.id == id) else {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "no such step request is open");
        };
        let request = self.s.step_requests.remove(position);
        let words = comment.unwrap_or_default();
        let detail = [words.as_str(), gate::shown(&request.call).as_str()].join("\n").trim().to_owned();
        if granted {
            self.audit(Actor::Person, "step-granted", &detail, None);
            self.grant(request);
        } else {
            self.lowers = true;
            self.audit(Actor::Person, "step-refused", &detail, None);
            self.refuse_request(request);
        }
        if !words.trim().is_empty() {
            self.add(Body::Reply { content: words });
        }
        self.resolve(ticket, &());
    }

    /// The call runs once, if the page that waits for it is still there to run it.
    fn grant(&mut self, request: StepRequest) {
        let plan = self.s.work.as_ref().filter(|work| work.in_force()).map(|work| work.plan.reference.clone());
        self.s.step_approvals.push(StepApproval {
            plan,
            step_id: request.step_id.clone(),
            action: gate::canonical(&request.call),
            expires_at: self.after(self.config.limits.step_approval_ms),
            used: false,
        });
        if request.owner == self.page.id {
            self.judge_call(request.ticket, request.turn, request.call);
        } else {
            // The page that waits acts on it when it reads the session anew.
            self.s.decided.push(DecidedStep { request, granted: true });
        }
    }

    /// Acts on what was decided in another page about calls of this one.
    pub(super) fn act_on_decided(&mut self) {
        let me = self.page.id.clone();
        let (mine, others) =
            std::mem::take(&mut self.s.decided).into_iter().partition(|decided| decided.request.owner == me);
        self.s.decided = others;
        let mine: Vec<DecidedStep> = mine;
        for DecidedStep { request, granted } in mine {
            if granted {
                self.judge_call(request.ticket, request.turn, request.call);
            } else {
                self.answer_refused(request.ticket, ruling::ERR_REFUSED_ACTION, &request.call);
            }
        }
    }

    /// A refusal blocks the step and every other route to the same effect.
    fn refuse_request(&mut self, request: StepRequest) {
        match self.s.work.as_mut().filter(|work| work.in_force()) {
            Some(work) => {
                work.refused.extend(request.atoms.iter().cloned());
                if let Some(step) = &request.step_id {
                    work.block(step);
                }
            }
            None => self.s.refused.extend(request.atoms.iter().cloned()),
        }
        if request.owner == self.page.id {
            self.answer_refused(request.ticket, ruling::ERR_REFUSED_ACTION, &request.call);
        } else {
            self.s.decided.push(DecidedStep { request, granted: false });
        }
    }

    /// Stopping words refuse what is open.
    pub(super) fn refuse_open_requests(&mut self) {
        for request in std::mem::take(&mut self.s.step_requests) {
            self.refuse_request(request);
        }
    }

    /// A request that nobody decided about: its own code, and nothing is blocked.
    pub(super) fn expire_requests(&mut self) {
        let (me, now) = (self.page.id.clone(), self.now);
        let late: Vec<StepRequest> = self
            .s
            .step_requests
            .iter()
            .filter(|request| request.owner == me && now >= request.expires_at)
            .cloned()
            .collect();
        self.s.step_requests.retain(|request| !(request.owner == me && now >= request.expires_at));
        for request in late {
            let code = crate::code::ruling_of(&request.code);
            self.answer_refused(request.ticket, code, &request.call);
        }
    }

    pub(super) fn tool_ended(&mut self, id: &str) {
        self.lowers = true;
        let Some(awaited) = self.awaited(id, |wish| matches!(wish, Wish::Tool { .. })) else { return };
        let Wish::Tool { ticket, changes, .. } = awaited.wish else { return };
        if changes {
            self.note_change(Change::Made);
            let reading = crate::session::Reading::Called { ticket };
            let timeout = self.config.limits.world_timeout_ms;
            let id = self.await_for(Wish::World { reading }, awaited.turn, Some(timeout));
            self.effects.push(Effect::ReadWorld { id });
        } else {
            self.page.tickets.remove(&ticket);
            self.effects.push(Effect::AnswerTool { ticket, result: None });
        }
    }
}
