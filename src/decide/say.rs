//! What a message of the person sets off in mode normal, and what cancelling does. Source: the machine rules, section 5.

use super::Scene;
use crate::{
    approval,
    audit::Actor,
    code::misuse,
    config::{self, Suggestions, Trigger, machine},
    effect::Notice,
    event::Event,
    ids::{MessageId, Ticket},
    lexicon::Room,
    plan::{FileRef, PlanRef, Status},
    prompt::Exit,
    session::{
        Begun, Brief, Interruption, Mode, Normal, Phase, Planning, Route, SendResult, Session, Suggestion, TurnKind,
    },
    suggest::{self, Label},
    text,
    transcript::Body,
};

/// The words of an event that are going to be read, and the room that reads them: as the session stands, see `user_sent`.
pub fn reads<'e>(session: &Session, event: &'e Event) -> Option<(Room, &'e str)> {
    if let Event::UserSent { text, .. } = event {
        return hearing(session).map(|room| (room, text.as_str()));
    }
    // An edit leaves whatever goes on: what is sent again is a request.
    if let Event::UserEdited { text, .. } = event { Some((Room::Requests, text)) } else { None }
}

/// The room that reads a message, or none: it is refused unread.
fn hearing(session: &Session) -> Option<Room> {
    match &session.mode {
        Mode::Planning(_) | Mode::AwaitingAnswers(_) => None,
        Mode::AwaitingApproval(_) => Some(Room::Replies),
        Mode::Normal(_) if session.work.as_ref().is_some_and(|work| work.is_moving()) => Some(Room::Replies),
        Mode::Normal(_) => Some(Room::Requests),
    }
}

/// Words in the letters of those that are likely to be read next: while a plan waits, the reply is written as the request was.
pub fn expects(session: &Session) -> Option<(Room, &str)> {
    match &session.mode {
        Mode::AwaitingApproval(waiting) => {
            session.version(&waiting.plan).map(|version| (Room::Replies, version.plan.user_text.as_str()))
        }
        Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => None,
    }
}

/// What an ordinary message comes to.
enum Course {
    Plan(Begun),
    Suggest(&'static str),
    Chat,
}

impl Scene<'_> {
    pub(super) fn user_sent(
        &mut self,
        ticket: Ticket,
        text: String,
        files: Vec<FileRef>,
        plan: bool,
        under: Option<&PlanRef>,
    ) {
        if text.chars().count() > machine::MESSAGE_CHARS_MAX || files.len() > machine::FILES_MAX {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the message is too large");
        }
        match &self.s.mode {
            Mode::Planning(_) => self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the planner is at work"),
            Mode::AwaitingAnswers(_) => {
                self.refuse(ticket, misuse::ERR_PLAN_PENDING, "answer the planner's questions first");
            }
            Mode::AwaitingApproval(_) => self.replied(ticket, text, under),
            Mode::Normal(_) if self.s.work.as_ref().is_some_and(|work| work.is_moving()) => {
                self.said_during_work(ticket, text);
            }
            // A reply to a plan that another page has decided about is no message to run.
            Mode::Normal(_) if under.is_some() => {
                self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "the plan on the screen no longer waits");
            }
            Mode::Normal(_) if text::is_blank(&text) && files.is_empty() => {
                self.refuse(ticket, misuse::ERR_BAD_ARGS, "the message is empty");
            }
            Mode::Normal(_) => self.said(ticket, text, files, plan),
        }
    }

    /// An ordinary message in mode normal.
    fn said(&mut self, ticket: Ticket, text: String, files: Vec<FileRef>, plan: bool) {
        let course = self.course(&text, plan);
        self.end_turn();
        self.s.mode = Mode::Normal(Normal::default());
        let message = self.add(Body::User { content: text, files });
        let route = match course {
            Course::Plan(begun) => {
                if self.s.work.as_ref().is_some_and(|work| work.in_force()) {
                    self.drop_work();
                }
                self.begin_planning(&message, begun);
                Route::Planning
            }
            Course::Suggest(reason) => {
                self.notify(Notice::Suggestion { message_id: message.clone(), reason_code: reason, shown: "card" });
                let suggestion = Suggestion { message: message.clone(), reason: reason.to_owned() };
                self.s.mode = Mode::Normal(Normal { suggestion: Some(suggestion) });
                Route::Suggested
            }
            Course::Chat => {
                self.queue(TurnKind::Chat, &message, None);
                Route::Chat
            }
        };
        self.resolve(ticket, &SendResult { route, message_id: message, reply: None });
    }

    /// The host runs a model itself. What `send` would refuse is refused; an open suggestion is the person's to take or pass.
    pub(super) fn turn_wanted(&mut self, ticket: Ticket) {
        match &self.s.mode {
            Mode::Planning(_) => self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the planner is at work"),
            Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => {
                self.refuse(ticket, misuse::ERR_PLAN_PENDING, "a card waits for the person");
            }
            Mode::Normal(normal) if normal.suggestion.is_some() => {
                self.refuse(ticket, misuse::ERR_PLAN_PENDING, "a suggestion waits for the person");
            }
            Mode::Normal(_) if self.s.work.as_ref().is_some_and(|work| work.is_moving()) => {
                self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the plan is being carried out");
            }
            Mode::Normal(_) => {
                self.end_turn();
                self.queue(TurnKind::Chat, &MessageId::new(), None);
                let turn = self.s.queued.as_ref().map(|queued| queued.id.clone());
                self.resolve(ticket, &turn);
            }
        }
    }

    /// Rule 5.1, read from top to bottom.
    fn course(&mut self, text: &str, plan: bool) -> Course {
        let advice = suggest::advise(text);
        if plan || advice.label == Label::Explicit {
            return Course::Plan(Begun::Asked);
        }
        if self.s.work.as_ref().is_some_and(|work| work.in_force()) {
            return Course::Chat;
        }
        if advice.label == Label::Direct && advice.reason == crate::code::suggest::IMMEDIATE {
            return Course::Chat;
        }
        if self.config.trigger == Trigger::FirstMessage && self.s.transcript.turns() == 0 {
            return Course::Plan(Begun::FirstMessage);
        }
        if advice.label == Label::Offer && self.config.trigger != Trigger::Manual {
            match self.config.suggestions {
                Suggestions::Card => return Course::Suggest(advice.reason),
                Suggestions::Hint => {
                    // The message that follows gets the next id.
                    let message_id = self.counters().clone().message();
                    self.notify(Notice::Suggestion { message_id, reason_code: advice.reason, shown: "hint" });
                }
                Suggestions::Off => {}
            }
        }
        Course::Chat
    }

    pub(super) fn begin_planning(&mut self, request: &MessageId, begun: Begun) {
        self.s.work = None;
        self.s.history = None;
        self.s.step_ids.clear();
        let brief = Brief {
            request: request.clone(),
            begun,
            round: 1,
            retries: 0,
            reserved: false,
            revisions: 0,
            plan: None,
            note: None,
        };
        self.s.mode = Mode::Planning(Planning { brief, written: None });
        self.audit(Actor::Person, "planning-began", request, None);
        self.queue(TurnKind::Plan, request, None);
    }

    /// Words while an approved plan is being carried out: only a hold or a refusal counts.
    fn said_during_work(&mut self, ticket: Ticket, text: String) {
        let reading = approval::read(&text);
        if reading.intent != approval::Intent::Reject {
            return self.refuse(ticket, misuse::ERR_TURN_RUNNING, "the plan is being carried out");
        }
        self.lowers = true;
        self.audit(Actor::Person, "stopped", &text, None);
        let message = self.add(Body::Reply { content: text });
        self.refuse_open_requests();
        self.interrupt(Interruption::Stopped);
        let result = self.reply_result(message, reading);
        self.resolve(ticket, &result);
    }

    pub(super) fn suggestion_taken(&mut self, ticket: Ticket, shown: Option<&str>) {
        let Some(message) = self.suggested().filter(|message| shown == Some(message)) else {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "the suggestion on the screen is not open");
        };
        self.begin_planning(&message, Begun::Asked);
        self.resolve(ticket, &());
    }

    pub(super) fn suggestion_passed(&mut self, ticket: Ticket, shown: Option<&str>) {
        let Some(message) = self.suggested().filter(|message| shown == Some(message)) else {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "the suggestion on the screen is not open");
        };
        self.s.mode = Mode::Normal(Normal::default());
        self.queue(TurnKind::Chat, &message, None);
        self.resolve(ticket, &());
    }

    fn suggested(&self) -> Option<MessageId> {
        match &self.s.mode {
            Mode::Normal(normal) => normal.suggestion.as_ref().map(|suggestion| suggestion.message.clone()),
            Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
        }
    }

    pub(super) fn user_cancelled(&mut self, ticket: Ticket) {
        self.lowers = true;
        match &self.s.mode {
            Mode::Normal(normal) => {
                let suggested = normal.suggestion.is_some();
                let phase = self.s.work.as_ref().map(|work| work.phase);
                match phase {
                    _ if suggested => self.s.mode = Mode::Normal(Normal::default()),
                    Some(Phase::Approved | Phase::Running) => {
                        self.audit(Actor::Person, "stopped", "", None);
                        self.interrupt(Interruption::Stopped);
                    }
                    Some(Phase::Interrupted(_)) => {
                        self.audit(Actor::Person, "cancelled", "", None);
                        self.end_turn();
                        self.drop_work();
                    }
                    Some(Phase::Done) | None => self.end_turn(),
                }
            }
            Mode::Planning(planning) => {
                let request = planning.brief.request.clone();
                self.cancel_planning(&request);
            }
            Mode::AwaitingAnswers(asking) => {
                let request = asking.brief.request.clone();
                self.cancel_planning(&request);
            }
            Mode::AwaitingApproval(waiting) => {
                let request = waiting.request.clone();
                self.cancel_planning(&request);
            }
        }
        self.resolve(ticket, &());
    }

    /// Without work everything behind the request goes; with work waiting nothing does, and the plan becomes history.
    fn cancel_planning(&mut self, request: &MessageId) {
        self.audit(Actor::Person, "cancelled", "", self.s.waiting().cloned());
        let waiting = self.s.waiting().cloned();
        self.leave(Exit::Cancelled);
        if self.s.work.as_ref().is_some_and(|work| work.in_force()) {
            self.drop_work();
            if let Some(plan) = waiting {
                self.set_status(&plan, Status::Rejected);
                self.s.history = Some(plan);
            }
        } else {
            let removed = self.s.transcript.cut_behind(request);
            self.removed(removed);
            self.s.work = None;
            self.s.history = None;
            self.s.step_ids.clear();
        }
    }

    /// The plan in force becomes history, as cancelling does.
    pub(super) fn drop_work(&mut self) {
        if let Some(work) = self.s.work.take() {
            self.set_status(&work.plan.reference, Status::Rejected);
            self.s.history = Some(work.plan.reference);
        }
        self.s.step_approvals.clear();
    }
}

/// The policy under which a finished plan runs by itself.
pub(super) fn runs_by_itself(policy: config::Policy, open_questions: &[String]) -> bool {
    match policy {
        config::Policy::Auto => open_questions.is_empty(),
        config::Policy::Required => false,
    }
}
