//! Words and buttons while a plan waits for approval, and the judge. Source: the machine rules, section 4.

use super::Scene;
use crate::{
    approval::{self, Intent, Reading, judge},
    audit::Actor,
    code::{approval as reason, fault, misuse},
    config::machine,
    effect::Effect,
    event::Choice,
    ids::{MessageId, Ticket},
    plan::{PlanRef, Status},
    prompt::{self, Exit},
    receipt::Source,
    session::{About, AwaitingApproval, Begun, Brief, Mode, Pending, Planning, SendResult, TurnKind, Wish},
    transcript::Body,
};

impl Scene<'_> {
    fn approval_mode(&self) -> Option<&AwaitingApproval> {
        match &self.s.mode {
            Mode::AwaitingApproval(waiting) => Some(waiting),
            Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => None,
        }
    }

    fn approval_mode_mut(&mut self) -> Option<&mut AwaitingApproval> {
        match &mut self.s.mode {
            Mode::AwaitingApproval(waiting) => Some(waiting),
            Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => None,
        }
    }

    /// The person typed while a plan waits. Words approve the plan under which they were typed: where another page has
    /// brought a newer one meanwhile, they are about something else, and the person is shown what now waits.
    pub(super) fn replied(&mut self, ticket: Ticket, text: String, under: Option<&PlanRef>) {
        let Some(waiting) = self.approval_mode().cloned() else { return };
        let mut reading = approval::read(&text);
        let on_its_way = self.s.approving().is_some_and(|awaited| awaited.deadline.is_none_or(|at| self.now < at));
        if on_its_way && reading.intent != Intent::Reject {
            return self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the plan is being approved");
        }
        self.end_turn();
        self.end_reading();
        let seen = under == Some(&waiting.plan);
        let answers = reading.reason != reason::BARE_YES || !waiting.stirred;
        if reading.intent == Intent::Approve && !(seen && answers) {
            reading = Reading { intent: Intent::Unknown, judge: false, ..reading };
        }
        reading.judge &= seen;
        self.audit(Actor::Person, "replied", &text, Some(waiting.plan.clone()));
        let message = self.add(Body::Reply { content: text.clone() });
        let result = self.reply_result(message.clone(), reading);
        match reading.intent {
            Intent::Approve => {
                self.begin_approval(Some((ticket, Some(result))), waiting.plan, Source::Words, Some(text));
            }
            Intent::Revise => {
                self.revise(&waiting);
                self.resolve(ticket, &result);
            }
            Intent::Reject => {
                self.lowers = true;
                if reading.hold {
                    self.hold()
                } else {
                    self.reject()
                }
                self.resolve(ticket, &result);
            }
            Intent::Unknown => self.unclear(ticket, &waiting, &message, &text, reading, result),
        }
    }

    /// Nothing but the card anew; a question is explained, and the judge is asked where it may be.
    fn unclear(
        &mut self,
        ticket: Ticket,
        waiting: &AwaitingApproval,
        message: &MessageId,
        text: &str,
        reading: Reading,
        result: SendResult,
    ) {
        let judged = reading.judge
            && [reason::LEFTOVER, reason::UNSUPPORTED_LANGUAGE, reason::RELUCTANT].contains(&reading.reason)
            && self.config.judge
            && self.config.limits.judge_timeout_ms > 0;
        let plan = self.s.version(&waiting.plan).map(|version| version.plan.clone());
        let (true, Some(plan)) = (judged, plan) else {
            self.show_anew();
            if reading.reason == reason::QUESTION {
                self.queue(TurnKind::Explain, &waiting.request, None);
            }
            return self.resolve(ticket, &result);
        };
        let summary = prompt::summary(&plan, machine::JUDGE_SUMMARY_CHARS_MAX);
        let request = judge::request(&summary, text);
        let wish = Wish::Judge {
            ticket: ticket.clone(),
            message: message.clone(),
            plan: waiting.plan.clone(),
            reason: reading.reason.to_owned(),
        };
        let mut judged = result;
        if let Some(reply) = &mut judged.reply {
            reply.judged = true;
        }
        self.page.tickets.insert(ticket, Pending::Judged(judged));
        let id = self.await_for(wish, None, Some(self.config.limits.judge_timeout_ms));
        self.effects.push(Effect::AskJudge {
            id,
            prompt: request.prompt,
            plan_summary: request.plan_summary,
            reply: request.reply,
        });
    }

    /// The judge has answered, failed, or been too slow (`None`).
    pub(super) fn judge_ended(&mut self, id: &str, answer: Option<&str>) {
        let Some(awaited) = self.awaited(id, |wish| matches!(wish, Wish::Judge { .. })) else { return };
        let Wish::Judge { ticket, message, plan, reason: why } = awaited.wish else { return };
        let Some(waiting) = self.approval_mode().cloned().filter(|waiting| waiting.plan == plan) else { return };
        let limits = &self.config.limits;
        let verdict = answer
            .and_then(|answer| judge::verdict(answer, limits.judge_approve_permille, limits.judge_other_permille))
            .map_or(Intent::Unknown, |verdict| verdict.intent);
        // No local rule can see a negation in a language it does not know, so there a yes of the judge does not count.
        let verdict = match verdict {
            Intent::Approve if why == reason::UNSUPPORTED_LANGUAGE => Intent::Unknown,
            other => other,
        };
        let Some(Pending::Judged(mut result)) = self.page.tickets.remove(&ticket) else { return };
        if let Some(reply) = &mut result.reply {
            reply.intent = verdict;
            reply.hold = verdict == Intent::Reject;
        }
        let words = self.words_of(&message);
        self.audit(Actor::Judge, "judged", words.as_deref().unwrap_or_default(), Some(plan.clone()));
        match verdict {
            Intent::Approve => self.begin_approval(Some((ticket, Some(result))), plan, Source::Judge, words),
            Intent::Revise => {
                self.revise(&waiting);
                self.resolve(ticket, &result);
            }
            Intent::Reject => {
                self.lowers = true;
                self.hold();
                self.resolve(ticket, &result);
            }
            Intent::Unknown => {
                self.show_anew();
                self.resolve(ticket, &result);
            }
        }
    }

    fn words_of(&self, message: &str) -> Option<String> {
        self.s.transcript.get(message).and_then(|message| match &message.body {
            Body::Reply { content } => Some(content.clone()),
            Body::User { .. }
            | Body::Answer { .. }
            | Body::Said { .. }
            | Body::QuestionCard { .. }
            | Body::PlanCard { .. } => None,
        })
    }

    /// The person clicked.
    pub(super) fn user_decided(
        &mut self,
        ticket: Ticket,
        plan_ref: Option<&PlanRef>,
        intent: Choice,
        comment: Option<String>,
    ) {
        if let Err((code, message)) = self.reach(plan_ref) {
            return self.refuse(ticket, code, message);
        }
        let Some(waiting) = self.approval_mode().cloned() else {
            let (code, message) = match self.s.mode {
                Mode::Planning(_) => (misuse::ERR_TURN_RUNNING, "the planner is at work"),
                Mode::AwaitingAnswers(_) => (misuse::ERR_PLAN_PENDING, "answer the planner's questions first"),
                Mode::Normal(_) | Mode::AwaitingApproval(_) => (misuse::ERR_ALREADY_RESOLVED, "no plan waits"),
            };
            return self.refuse(ticket, code, message);
        };
        let on_its_way = self.s.approving().is_some_and(|awaited| awaited.deadline.is_none_or(|at| self.now < at));
        if on_its_way && intent == Choice::Approve {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "the plan is being approved");
        }
        self.end_turn();
        self.end_reading();
        let words = comment.filter(|words| !words.trim().is_empty());
        let what = match intent {
            Choice::Approve => "chose-approve",
            Choice::Revise => "chose-revise",
            Choice::Hold => "chose-hold",
            Choice::Reject => "chose-reject",
        };
        self.audit(Actor::Person, what, words.as_deref().unwrap_or_default(), Some(waiting.plan.clone()));
        if let Some(content) = words {
            self.add(Body::Reply { content });
        }
        match intent {
            Choice::Approve => return self.begin_approval(Some((ticket, None)), waiting.plan, Source::Button, None),
            Choice::Revise => self.revise(&waiting),
            Choice::Hold => {
                self.lowers = true;
                self.hold();
            }
            Choice::Reject => {
                self.lowers = true;
                self.reject();
            }
        }
        self.resolve(ticket, &());
    }

    /// Whether a decision names the plan that it can be about: the reference is checked before the mode.
    pub(super) fn reach(&self, plan_ref: Option<&PlanRef>) -> Result<(), (&'static str, &'static str)> {
        let stale = Err((misuse::ERR_PLAN_STALE, "the plan on the screen is not the newest version"));
        match (self.s.newest(), plan_ref) {
            (Some(newest), Some(given)) if newest == given => Ok(()),
            (Some(newest), Some(given)) if self.s.waiting().is_some() || newest.plan_id == given.plan_id => stale,
            (Some(_), None) if self.s.waiting().is_some() => stale,
            // While a first plan is on its way the mode says what is wrong.
            _ if !matches!(self.s.mode, Mode::Normal(_)) && self.s.waiting().is_none() => Ok(()),
            _ => Err((misuse::ERR_ALREADY_RESOLVED, "no such plan waits")),
        }
    }

    fn hold(&mut self) {
        let Some(waiting) = self.approval_mode_mut() else { return };
        waiting.held = true;
        waiting.stirred = true;
        let plan = waiting.plan.clone();
        self.set_status(&plan, Status::Held);
    }

    fn reject(&mut self) {
        let Some(plan) = self.approval_mode().map(|waiting| waiting.plan.clone()) else { return };
        self.leave(Exit::Rejected);
        self.drop_work();
        self.set_status(&plan, Status::Rejected);
        self.s.history = Some(plan);
    }

    /// The card as the newest message; a bare yes answers it again.
    pub(super) fn show_anew(&mut self) {
        let Some(waiting) = self.approval_mode_mut() else { return };
        waiting.stirred = false;
        let plan = waiting.plan.clone();
        self.show(plan);
    }

    /// The planner runs with the person's words; at the limit the person is asked again.
    fn revise(&mut self, waiting: &AwaitingApproval) {
        if waiting.revisions >= self.config.limits.revisions_max {
            self.fault(About::Revisions, fault::W_REVISIONS_MAX, "this request has been revised too often");
            return self.show_anew();
        }
        self.set_status(&waiting.plan, Status::Pending);
        self.s.transcript.close_cards();
        let brief = Brief {
            request: waiting.request.clone(),
            begun: Begun::Revision,
            round: 1,
            retries: 0,
            reserved: false,
            revisions: waiting.revisions + 1,
            plan: Some(waiting.plan.clone()),
            note: None,
        };
        self.s.mode = Mode::Planning(Planning { brief, written: None });
        self.queue(TurnKind::Plan, &waiting.request, None);
    }
}
