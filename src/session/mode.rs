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
        let fields = from.fields();
        Self {
            request: fields.get("request"),
            begun: fields.get("begun"),
            round: fields.get("round"),
            retries: fields.get("retries"),
            reserved: fields.get("reserved"),
            revisions: fields.get("revisions"),
            plan: fields.get("plan"),
            note: fields.get("note"),
        }
    }
}

impl Plain for Brief {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("request", &self.request);
        members.put("begun", &self.begun);
        members.put("round", &self.round);
        members.put("retries", &self.retries);
        members.put("reserved", &self.reserved);
        members.put("revisions", &self.revisions);
        members.put("plan", &self.plan);
        members.put("note", &self.note);
        members.value()
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
        let fields = from.fields();
        Self { message: fields.get("message"), reason: fields.get("reason") }
    }
}

impl Plain for Suggestion {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("message", &self.message);
        members.put("reason", &self.reason);
        members.value()
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
        let fields = from.fields();
        Self { suggestion: fields.get("suggestion") }
    }
}

impl Plain for Normal {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("suggestion", &self.suggestion);
        members.value()
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
        let fields = from.fields();
        Self { brief: fields.get("brief"), written: fields.get("written") }
    }
}

impl Plain for Planning {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("brief", &self.brief);
        members.put("written", &self.written);
        members.value()
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
        let fields = from.fields();
        Self { brief: fields.get("brief"), questions: fields.get("questions"), answers: fields.get("answers") }
    }
}

impl Plain for AwaitingAnswers {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("brief", &self.brief);
        members.put("questions", &self.questions);
        members.put("answers", &self.answers);
        members.value()
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
        let fields = from.fields();
        Self {
            request: fields.get("request"),
            plan: fields.get("plan"),
            revisions: fields.get("revisions"),
            held: fields.get("held"),
            stirred: fields.get("stirred"),
        }
    }
}

impl Plain for AwaitingApproval {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("request", &self.request);
        members.put("plan", &self.plan);
        members.put("revisions", &self.revisions);
        members.put("held", &self.held);
        members.put("stirred", &self.stirred);
        members.value()
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
        let fields = from.variant(&["normal", "planning", "awaiting-answers", "awaiting-approval"]);
        match fields.place() {
            0 => Self::Normal(fields.content()),
            1 => Self::Planning(fields.content()),
            2 => Self::AwaitingAnswers(fields.content()),
            _ => Self::AwaitingApproval(fields.content()),
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
