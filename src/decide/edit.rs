//! Edits of the person: an earlier message sent again, and the plan itself. Source: the machine rules, section 5.6.

use super::Scene;
use crate::plain::object;
use crate::{
    audit::Actor,
    code::misuse,
    config::machine,
    gate::scope::void_entries,
    ids::Ticket,
    plan::{
        PlanRef, Status,
        build::{self, PlanEdit},
    },
    prompt::Exit,
    session::{Begun, Brief, Interruption, Mode, Phase, Work},
    text::{self, rfc3339},
};

impl Scene<'_> {
    pub(super) fn user_edited(&mut self, ticket: Ticket, message: &str, text: String) {
        let Some((position, files)) = self
            .s
            .transcript
            .own(message)
            .map(|(_, files)| files.to_vec())
            .and_then(|files| Some((self.s.transcript.position(message)?, files)))
        else {
            return self.refuse(ticket, misuse::ERR_NOT_EDITABLE, "this message is not the person's own");
        };
        if text::is_blank(&text) && files.is_empty() {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the message is empty");
        }
        if text.chars().count() > machine::MESSAGE_CHARS_MAX {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the message is too large");
        }
        self.audit(Actor::Person, "edited", &text, None);
        // A plan that is not approved yet goes, and with it the work that waits for it.
        if let Some(plan) = self.s.waiting().cloned() {
            self.set_status(&plan, Status::Rejected);
            self.s.work = None;
        }
        if !matches!(self.s.mode, Mode::Normal(_)) {
            self.leave(Exit::Cancelled);
        }
        self.end_turn();
        self.end_reading();
        let removed = self.s.transcript.cut(position);
        let first = self.s.transcript.turns() == 0;
        // The plan goes when its request is gone, or when it was not approved yet.
        let gone = |request: &str| removed.iter().any(|id| id == request);
        match self.s.work.take() {
            Some(mut work) if !first && !gone(&work.request) => {
                if work.is_moving() {
                    work.phase = Phase::Interrupted(Interruption::Stopped);
                }
                self.s.work = Some(work);
            }
            Some(_) | None => {
                self.s.history = None;
                self.s.step_approvals.clear();
            }
        }
        if first {
            self.s.refused.clear();
            self.s.history = None;
            self.s.step_ids.clear();
        }
        let shown = |plan: &PlanRef, s: &crate::session::Session| {
            s.transcript.all().iter().any(
                |message| matches!(&message.body, crate::transcript::Body::PlanCard { plan: card, .. } if card == plan),
            )
        };
        if self.s.history.as_ref().is_some_and(|plan| !shown(plan, &self.s)) {
            self.s.history = None;
        }
        self.removed(removed);
        self.user_sent(ticket, text, files, false, None);
    }

    pub(super) fn plan_edited(&mut self, ticket: Ticket, plan_ref: Option<&PlanRef>, edit: PlanEdit) {
        if let Err((code, message)) = self.reach(plan_ref) {
            return self.refuse(ticket, code, message);
        }
        let (brief, was_working) = match (&self.s.mode, &self.s.work) {
            (Mode::Planning(_), _) => {
                return self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the planner is at work");
            }
            (Mode::AwaitingAnswers(asking), _) if asking.brief.plan.is_some() => (asking.brief.clone(), false),
            (Mode::AwaitingAnswers(_), _) => {
                return self.refuse(ticket, misuse::ERR_PLAN_PENDING, "answer the planner's questions first");
            }
            (Mode::AwaitingApproval(waiting), _) => {
                let brief = Brief {
                    request: waiting.request.clone(),
                    begun: Begun::Revision,
                    round: 1,
                    retries: 0,
                    reserved: false,
                    revisions: waiting.revisions,
                    plan: Some(waiting.plan.clone()),
                    note: None,
                };
                (brief, false)
            }
            (Mode::Normal(_), Some(work)) if work.in_force() => (work_brief(work), true),
            (Mode::Normal(_), Some(_) | None) => {
                return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "no plan is open to a change");
            }
        };
        let Some(before) = brief.plan.clone() else { return };
        let Some(previous) = self.s.version(&before).map(|version| version.plan.clone()) else {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "the plan is not known");
        };
        if edit.steps.as_ref().is_some_and(Vec::is_empty) {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "a plan needs a step");
        }
        let world = self.known_world();
        let (plan_id, version) = self.next_reference(Some(&before));
        let facts = build::Facts {
            plan_id,
            version,
            created_at: rfc3339(self.now),
            user_text: &previous.user_text,
            files: &previous.files,
            world: &world,
            previous: Some(&previous),
            taken: &self.s.step_ids,
            locale: self.config.locale,
        };
        let plan = build::from_edit(&previous, edit, &facts);
        if build::is_cyclic(&plan.steps) {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the steps wait for each other");
        }
        let codes = void_entries(&plan.scope, world.workspace_path.as_deref(), world.path_style);
        if was_working {
            self.interrupt(Interruption::Edited);
        }
        self.end_turn();
        self.end_reading();
        let reference = plan.reference.clone();
        self.audit(Actor::Person, "edited-plan", "", Some(reference.clone()));
        self.put_forward(plan, &brief);
        self.resolve(ticket, &object(&[("planRef", &reference), ("codes", &codes)]));
    }
}

/// Planning that starts from the plan in force.
pub(super) fn work_brief(work: &Work) -> Brief {
    Brief {
        request: work.request.clone(),
        begun: Begun::Revision,
        round: 1,
        retries: 0,
        reserved: false,
        revisions: work.revisions,
        plan: Some(work.plan.reference.clone()),
        note: None,
    }
}
