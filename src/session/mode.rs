//! The modes, each with the data that exist in it alone. Source: the machine rules, section 2.

use serde_json::Value;

use crate::{
    fit::{Data, Fit, Named},
    ids::MessageId,
    plain::{Members, Plain, one},
    plan::PlanRef,
    profile,
    prompt::Note,
    question::{Answers, Question},
};

/// Where planning came from; decides what follows when no plan comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begun {
    /// By the trigger `first-message`: the message runs as a chat turn.
    FirstMessage,
    /// By the person: nothing runs.
    Asked,
    /// By a change to a plan: the plan waits again.
    Revision,
}

impl Named for Begun {
    const NAMES: &'static [(&'static str, Self)] =
        &[("first-message", Self::FirstMessage), ("asked", Self::Asked), ("revision", Self::Revision)];
    const ELSE: Self = Self::FirstMessage;
}

/// One request on its way to a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Brief {
    /// The person's message.
    pub request: MessageId,
    /// Where planning came from.
    pub begun: Begun,
    /// Rounds begun, counted anew by a revision.
    pub round: u32,
    /// Retries within this round.
    pub retries: u32,
    /// The one reserved turn that must submit the plan is running.
    pub reserved: bool,
    /// Revisions so far.
    pub revisions: u32,
    /// The version that is being revised.
    pub plan: Option<PlanRef>,
    /// What the next planner turn is told beyond the standing instructions.
    pub note: Option<Note>,
}

impl Fit for Brief {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            request: f.get("request"),
            begun: f.get("begun"),
            round: f.get("round"),
            retries: f.get("retries"),
            reserved: f.get("reserved"),
            revisions: f.get("revisions"),
            plan: f.get("plan"),
            note: f.get("note"),
        }
    }
}

impl Plain for Brief {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("request", &self.request);
        m.put("begun", &self.begun);
        m.put("round", &self.round);
        m.put("retries", &self.retries);
        m.put("reserved", &self.reserved);
        m.put("revisions", &self.revisions);
        m.put("plan", &self.plan);
        m.put("note", &self.note);
        m.value()
    }
}

/// A message that waits for the choice between planning and going on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Suggestion {
    /// The message.
    pub message: MessageId,
    /// Why it was made.
    pub reason: String,
}

impl Fit for Suggestion {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { message: f.get("message"), reason: f.get("reason") }
    }
}

impl Plain for Suggestion {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("message", &self.message);
        m.put("reason", &self.reason);
        m.value()
    }
}

/// Nothing is being planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Normal {
    /// A message that waits, if one does.
    pub suggestion: Option<Suggestion>,
}

impl Fit for Normal {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { suggestion: f.get("suggestion") }
    }
}

impl Plain for Normal {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("suggestion", &self.suggestion);
        m.value()
    }
}

/// The planner is at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planning {
    /// For what.
    pub brief: Brief,
    /// What it has handed in by `write_plan`, the last one.
    pub written: Option<String>,
}

impl Fit for Planning {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { brief: f.get("brief"), written: f.get("written") }
    }
}

impl Plain for Planning {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("brief", &self.brief);
        m.put("written", &self.written);
        m.value()
    }
}

/// A question card is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AwaitingAnswers {
    /// For what.
    pub brief: Brief,
    /// Its questions.
    pub questions: Vec<Question>,
    /// Answers so far.
    pub answers: Answers,
}

impl Fit for AwaitingAnswers {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { brief: f.get("brief"), questions: f.get("questions"), answers: f.get("answers") }
    }
}

impl Plain for AwaitingAnswers {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("brief", &self.brief);
        m.put("questions", &self.questions);
        m.put("answers", &self.answers);
        m.value()
    }
}

/// A plan card is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AwaitingApproval {
    /// The request it is for.
    pub request: MessageId,
    /// The version on the newest card.
    pub plan: PlanRef,
    /// Revisions so far.
    pub revisions: u32,
    /// The person said: not now.
    pub held: bool,
    /// Since the card was last shown an explain turn has begun, or a hold was said: a bare yes no longer answers it.
    pub stirred: bool,
}

impl Fit for AwaitingApproval {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            request: f.get("request"),
            plan: f.get("plan"),
            revisions: f.get("revisions"),
            held: f.get("held"),
            stirred: f.get("stirred"),
        }
    }
}

impl Plain for AwaitingApproval {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("request", &self.request);
        m.put("plan", &self.plan);
        m.put("revisions", &self.revisions);
        m.put("held", &self.held);
        m.put("stirred", &self.stirred);
        m.value()
    }
}

/// The mode, a permission state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Nothing is being planned.
    Normal(Normal),
    /// The planner is at work.
    Planning(Planning),
    /// A question card is open.
    AwaitingAnswers(AwaitingAnswers),
    /// A plan card is open.
    AwaitingApproval(AwaitingApproval),
}

impl Fit for Mode {
    fn fit(from: Data<'_>) -> Self {
        let f = from.variant(&["normal", "planning", "awaiting-answers", "awaiting-approval"]);
        match f.place() {
            0 => Self::Normal(f.content()),
            1 => Self::Planning(f.content()),
            2 => Self::AwaitingAnswers(f.content()),
            _ => Self::AwaitingApproval(f.content()),
        }
    }
}

impl Plain for Mode {
    fn plain(&self) -> Value {
        match self {
            Self::Normal(content) => one("normal", content.plain()),
            Self::Planning(content) => one("planning", content.plain()),
            Self::AwaitingAnswers(content) => one("awaiting-answers", content.plain()),
            Self::AwaitingApproval(content) => one("awaiting-approval", content.plain()),
        }
    }
}

impl Mode {
    /// The public name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Normal(_) => "normal",
            Self::Planning(_) | Self::AwaitingAnswers(_) => "planning",
            Self::AwaitingApproval(_) => "awaiting-approval",
        }
    }

    /// The profile that fits it.
    pub fn profile(&self) -> profile::Name {
        match self {
            Self::Normal(_) => profile::Name::Managed,
            Self::Planning(_) | Self::AwaitingAnswers(_) | Self::AwaitingApproval(_) => profile::Name::Plan,
        }
    }
}
