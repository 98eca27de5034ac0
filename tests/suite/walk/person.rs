//! The person, at random but not without sense: every act they have, with good and bad references. Knows no law.

use plangate::{
    config::machine,
    event::{Choice, Event},
    plan::{FileRef, PlanRef, build::PlanEdit},
    question::{Answer, Answers},
    session::{Mode, Phase},
    text::rfc3339,
};
use serde_json::json;

use super::{host, world::World};
use crate::tasks::random::Dice;

const COMMANDS: [&str; 5] = ["go ahead", "run it", "approved", "执行吧", "запускай"];
const YES: [&str; 4] = ["yes", "ok", "好", "да"];
const HOLDS: [&str; 4] = ["not yet", "wait", "tomorrow", "подожди"];
const REFUSALS: [&str; 4] = ["no", "cancel", "drop it", "取消"];
const CHANGES: [&str; 3] = ["use Postgres instead", "skip step 2", "Go ahead with the tests only."];
const QUESTIONS: [&str; 3] = ["what does step 2 do?", "why?", "Сколько это займёт?"];
const UNCLEAR: [&str; 8] = [
    "hmm",
    "好吧",
    "ну ладно",
    "Evet, başla.",
    "हाँ, शुरू करो",
    "he said \"go ahead\"",
    "if the tests pass, go ahead",
    "the blue one is nice",
];
const REQUESTS: [&str; 8] = [
    "hello there",
    "Delete all old deployments and migrate the production database.",
    "Refactor the auth module, then migrate the database, then deploy it.",
    "Fix the typo in README now.",
    "Make a plan first, then build the login page.",
    "What is a monad?",
    "把接口服务回滚到上周的版本。",
    "Write a script cleanup.sh that deletes backups older than 30 days.",
];

/// Words to a plan card, of every class.
pub fn words(dice: &mut Dice) -> &'static str {
    let class: &[&'static str] = match dice.roll(14) {
        0..=2 => &COMMANDS,
        3 | 4 => &YES,
        5 => &HOLDS,
        6 => &REFUSALS,
        7 => &CHANGES,
        8 | 9 => &QUESTIONS,
        10..=12 => &UNCLEAR,
        _ => &REQUESTS,
    };
    let word: &&str = dice.one_of(class);
    word
}

impl World {
    pub fn person_acts(&mut self, at: usize) {
        // A person lets a turn end, more often than not.
        let busy = self.tabs[at].session.turn().is_some() || self.tabs[at].session.queued.is_some();
        let asks = !self.tabs[at].session.step_requests.is_empty();
        if busy && !asks && self.dice.roll(6) > 0 && self.host_acts(at) {
            return;
        }
        let event = if self.dice.roll(5) > 0 { self.fitting(at) } else { self.any(at) };
        self.ask(at, event);
    }

    /// Something that suits what is on the screen.
    fn fitting(&mut self, at: usize) -> Event {
        let ticket = self.fresh("k");
        let session = &self.tabs[at].session;
        if let Some(request) = session.step_requests.first() {
            let (request_id, granted) = (request.id.clone(), self.dice.often());
            return Event::UserDecidedStep { ticket, request_id, granted, comment: None };
        }
        match &session.mode {
            Mode::Normal(normal) if normal.suggestion.is_some() => match self.dice.roll(4) {
                0 => Event::SuggestionPassed { ticket, message_id: self.suggested(at) },
                _ => Event::SuggestionTaken { ticket, message_id: self.suggested(at) },
            },
            Mode::Normal(_) => match session.work.as_ref().map(|work| work.phase) {
                Some(Phase::Interrupted(_)) if self.dice.often() => {
                    Event::UserResumed { ticket, plan_ref: self.reference(at) }
                }
                Some(Phase::Running) if self.dice.often() => self.task_told(at, ticket),
                _ => self.sent(at, ticket),
            },
            Mode::Planning(_) if self.dice.often() => self.sent(at, ticket),
            Mode::Planning(_) => Event::UserCancelled { ticket },
            Mode::AwaitingAnswers(_) => self.answered(at, ticket),
            Mode::AwaitingApproval(_) if self.dice.roll(3) > 0 => {
                let text = words(&mut self.dice).to_owned();
                let under = self.reference(at);
                Event::UserSent { ticket, text, files: Vec::new(), plan: false, under }
            }
            Mode::AwaitingApproval(_) => self.decided(at, ticket),
        }
    }

    fn any(&mut self, at: usize) -> Event {
        let ticket = self.fresh("k");
        match self.dice.roll(15) {
            0 | 1 => self.sent(at, ticket),
            2 => self.edited(at, ticket),
            3 => self.answered(at, ticket),
            4 => self.decided(at, ticket),
            5 => {
                let ids: Vec<String> =
                    self.tabs[at].session.step_requests.iter().map(|request| request.id.clone()).collect();
                let id = if ids.is_empty() { "r1".to_owned() } else { self.dice.one_of(&ids).clone() };
                let (granted, comment) = (self.dice.seldom(), Some("so it is".to_owned()));
                Event::UserDecidedStep { ticket, request_id: id, granted, comment }
            }
            6 if self.dice.seldom() => Event::UserCancelled { ticket },
            6 => Event::UserDecidedStep { ticket, request_id: "r0".to_owned(), granted: true, comment: None },
            7 => Event::UserResumed { ticket, plan_ref: self.reference(at) },
            8 => Event::SuggestionTaken { ticket, message_id: self.suggested(at) },
            9 => Event::SuggestionPassed { ticket, message_id: self.suggested(at) },
            10 => self.plan_edited(at, ticket),
            11 => self.task_told(at, ticket),
            12 => Event::TurnWanted { ticket },
            13 => self.signed(at, ticket),
            _ => self.world_told(ticket),
        }
    }

    /// A server's signature: for the receipt that counts, or for another one.
    fn signed(&mut self, at: usize, ticket: String) -> Event {
        let given =
            self.tabs[at].session.work.as_ref().map(|work| (work.receipt.plan.clone(), work.receipt.approved_at));
        let (plan_ref, approved_at) = given
            .unwrap_or_else(|| (PlanRef { plan_id: "p1".to_owned(), version: 1, content_hash: "0".repeat(64) }, 0));
        let approved_at = rfc3339(if self.dice.often() { approved_at } else { 1 });
        let length = if self.dice.roll(8) == 0 { machine::SIGNATURE_BYTES_MAX + 1 } else { 64 };
        Event::ReceiptSigned { ticket, plan_ref, approved_at, signature: "0".repeat(length) }
    }

    fn sent(&mut self, at: usize, ticket: String) -> Event {
        let text = match self.dice.roll(20) {
            0 => " ".to_owned(),
            2..=6 => words(&mut self.dice).to_owned(),
            _ => (*self.dice.one_of(&REQUESTS)).to_owned(),
        };
        let file = FileRef { name: "notes.txt".to_owned(), path: None, mime: None, size: None };
        let files = match self.dice.roll(24) {
            0 => vec![file; machine::FILES_MAX + 1],
            1 => vec![file],
            _ => Vec::new(),
        };
        let under = self.reference(at);
        Event::UserSent { ticket, text, files, plan: self.dice.roll(5) == 0, under }
    }

    fn edited(&mut self, at: usize, ticket: String) -> Event {
        let ids: Vec<String> =
            self.tabs[at].session.transcript.all().iter().map(|message| message.id.clone()).collect();
        let message_id = if ids.is_empty() { "m1".to_owned() } else { self.dice.one_of(&ids).clone() };
        let text = if self.dice.roll(6) == 0 { "" } else { *self.dice.one_of(&REQUESTS) };
        Event::UserEdited { ticket, message_id, text: text.to_owned() }
    }

    fn answered(&mut self, at: usize, ticket: String) -> Event {
        let mut answers = Answers::new();
        if let Mode::AwaitingAnswers(asking) = &self.tabs[at].session.mode {
            for question in asking.questions.iter().filter(|question| !asking.answers.contains_key(&question.id)) {
                if self.dice.often() {
                    let answer = match self.dice.roll(6) {
                        0 => Answer::Option(2),
                        1 => Answer::Text("  ".to_owned()),
                        2 => Answer::Text("both".to_owned()),
                        _ => Answer::Option(self.dice.roll(2) as u8),
                    };
                    answers.insert(question.id.clone(), answer);
                }
            }
        }
        if self.dice.roll(10) == 0 {
            answers.insert("q9".to_owned(), Answer::Option(0));
        }
        let card = self.tabs[at].session.transcript.open_questions().map(str::to_owned);
        Event::UserAnswered { ticket, answers, card: card.filter(|_| self.dice.often()) }
    }

    /// The message of the suggestion on the screen.
    fn suggested(&self, at: usize) -> Option<String> {
        match &self.tabs[at].session.mode {
            Mode::Normal(normal) => normal.suggestion.as_ref().map(|suggestion| suggestion.message.clone()),
            Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
        }
    }

    fn reference(&mut self, at: usize) -> Option<PlanRef> {
        let newest = self.tabs[at].session.newest().cloned();
        match self.dice.roll(8) {
            0 => None,
            1 => newest.map(|plan| PlanRef { content_hash: "0".repeat(64), ..plan }),
            2 if !self.shown.is_empty() => Some(self.dice.one_of(&self.shown).clone()),
            _ => newest,
        }
    }

    fn decided(&mut self, at: usize, ticket: String) -> Event {
        let plan_ref = self.reference(at);
        let intent = match self.dice.roll(8) {
            0 => Choice::Reject,
            1 => Choice::Revise,
            2 => Choice::Hold,
            _ => Choice::Approve,
        };
        let comment = self.dice.seldom().then(|| words(&mut self.dice).to_owned());
        Event::UserDecided { ticket, plan_ref, intent, comment }
    }

    fn plan_edited(&mut self, at: usize, ticket: String) -> Event {
        let plan_ref = self.reference(at);
        let newest = self.tabs[at].session.newest().and_then(|plan| self.tabs[at].session.version(plan));
        let mut steps = newest.map(|version| version.plan.steps.clone()).unwrap_or_default();
        let mut plan = PlanEdit::default();
        match self.dice.roll(6) {
            0 => plan.steps = Some(Vec::new()),
            1 if !steps.is_empty() => {
                let own = steps[0].id.clone();
                steps[0].depends_on = steps.last().map(|step| step.id.clone()).into_iter().collect();
                if let Some(last) = steps.last_mut() {
                    last.depends_on = vec![own];
                }
                plan.steps = Some(steps);
            }
            2 if !steps.is_empty() => {
                steps[0].action.push_str(" with care");
                plan.steps = Some(steps);
            }
            3 => {
                plan.scope = Some(
                    plangate::fit::read(&json!({ "paths": ["src/b.rs"], "tools": host::DECLARED_TOOLS }))
                        .expect("a scope"),
                )
            }
            _ => plan.title = Some("Another name".to_owned()),
        }
        Event::PlanEdited { ticket, plan_ref, plan }
    }

    fn world_told(&mut self, ticket: String) -> Event {
        let patch = match self.dice.roll(5) {
            0 => json!({ "workspaceHash": 7 }),
            1 => json!("no object"),
            2 => json!({ "projectId": self.ground.project_id }),
            _ => json!({ "workspaceHash": self.ground.workspace_hash }),
        };
        Event::WorldTold { ticket, patch }
    }
}
