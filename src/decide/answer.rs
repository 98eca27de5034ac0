//! Answers to a question card. Source: the machine rules, section 3 ("Answers").

use super::Scene;
use crate::plain::object;
use crate::{
    audit::Actor,
    code::misuse,
    ids::Ticket,
    plan::markdown,
    question::Answers,
    session::{Mode, Planning, TurnKind},
    transcript::Body,
};

impl Scene<'_> {
    /// Questions of two cards may have one id: answers are to the card that the page showed.
    pub(super) fn user_answered(&mut self, ticket: Ticket, answers: Answers, card: Option<&str>) {
        let asking = match &self.s.mode {
            Mode::AwaitingAnswers(asking) => asking.clone(),
            Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingApproval(_) => {
                return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "no question card is open");
            }
        };
        if card != self.s.transcript.open_questions() {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "another question card is open");
        }
        if answers.is_empty() {
            return self.refuse(ticket, misuse::ERR_BAD_ANSWER, "there is no answer in the set");
        }
        if answers.keys().any(|id| asking.answers.contains_key(id)) {
            return self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "a question was answered before");
        }
        let mut words = Vec::new();
        for question in &asking.questions {
            match answers.get(&question.id).map(|answer| question.words(answer)) {
                Some(Some(answer)) => words.push((question.question.clone(), answer)),
                Some(None) => return self.refuse(ticket, misuse::ERR_BAD_ANSWER, "an answer is blank or no option"),
                None => {}
            }
        }
        if words.len() != answers.len() {
            return self.refuse(ticket, misuse::ERR_BAD_ANSWER, "an answer names no question of this card");
        }
        for (question, answer) in words {
            self.audit(Actor::Person, "answered", &answer, None);
            let content = markdown::answer(&question, &answer, self.config.locale);
            self.add(Body::Answer { content });
        }
        let mut given = asking.answers;
        given.extend(answers);
        let remaining: Vec<String> =
            asking.questions.iter().map(|question| question.id.clone()).filter(|id| !given.contains_key(id)).collect();
        if remaining.is_empty() {
            let mut brief = asking.brief;
            brief.round += 1;
            brief.retries = 0;
            let request = brief.request.clone();
            self.s.transcript.close_cards();
            self.s.mode = Mode::Planning(Planning { brief, written: None });
            self.queue(TurnKind::Plan, &request, None);
        } else if let Mode::AwaitingAnswers(asking) = &mut self.s.mode {
            asking.answers = given;
        }
        self.resolve(ticket, &object(&[("remaining", &remaining)]));
    }
}
