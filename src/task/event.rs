//! What can happen to a task graph, as data. Owns names and fields of the events; judges nothing.
//!
//! Source: the task rules, sections 3 to 6. Time, session and the observed world come in with the event.

use serde_json::Value;

use super::evidence::{Item, World};
use super::lenient;
use super::node::{CriterionDraft, NodeDraft};
use crate::code::Code;
use crate::code::task as code;
use crate::fit::{self, Data, Fields, Fit};

/// One event. `attempt`, where given, must be the task's current one. Unknown fields are ignored.
///
/// Outside an event is one object whose member `op` names it; [`TaskEvent::parse`] reads that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TaskEvent {
    /// A list of tasks comes in, all or none.
    Load {
        /// The tasks; they may name each other and those that are there.
        nodes: Vec<NodeDraft>,
    },
    /// A task comes in.
    Add {
        /// The task.
        node: NodeDraft,
        /// A parent that is done may be opened again for it.
        reopen: Option<bool>,
    },
    /// A task must wait for another.
    Link {
        /// The task that waits.
        id: String,
        /// The task waited for.
        dep: String,
    },
    /// A task need not wait for another any more.
    Unlink {
        /// The task that waited.
        id: String,
        /// The task waited for.
        dep: String,
    },
    /// A task goes away; its id is never used again.
    Delete {
        /// The task.
        id: String,
        /// With all below it.
        cascade: Option<bool>,
        /// Tasks that waited for it wait for what it waited for.
        relink: Option<bool>,
        /// Who asks.
        by: Option<String>,
    },
    /// A task becomes part of another, or of none.
    Move {
        /// The task.
        id: String,
        /// The new parent.
        parent: Option<String>,
    },
    /// Other things are to be proved.
    SetCriteria {
        /// The task.
        id: String,
        /// The new criteria.
        done_when: Vec<CriterionDraft>,
    },
    /// A new version of the plan is in force: approvals of others no longer count for what is to be finished.
    PlanVersion {
        /// The version.
        version: u64,
    },
    /// Work begins.
    Start {
        /// The task.
        id: String,
        /// The page that works; outside also `owner`.
        session: Option<String>,
        /// Now, in ms.
        now: Option<i64>,
    },
    /// Work ends, proved.
    Finish {
        /// The task.
        id: String,
        /// Of this attempt.
        attempt: Option<u64>,
    },
    /// Something was observed.
    Evidence {
        /// The task.
        id: String,
        /// What.
        item: Item,
        /// In this attempt.
        attempt: Option<u64>,
    },
    /// Work ends without success.
    Fail {
        /// The task.
        id: String,
        /// Of this attempt.
        attempt: Option<u64>,
        /// Why.
        reason: Option<String>,
    },
    /// Work is dropped; it may be started again.
    Stop {
        /// The task.
        id: String,
        /// Of this attempt.
        attempt: Option<u64>,
        /// Why.
        reason: Option<String>,
    },
    /// Somebody holds a task.
    Block {
        /// The task.
        id: String,
        /// Who; none = `system`.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
    /// A held task is let go.
    Unblock {
        /// The task.
        id: String,
        /// Who.
        by: Option<String>,
    },
    /// A task is put off.
    Defer {
        /// The task.
        id: String,
        /// Who.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
    /// A deferred task is wanted again.
    Resume {
        /// The task.
        id: String,
    },
    /// A failed task is to be tried again.
    Retry {
        /// The task.
        id: String,
    },
    /// A done task is to be done again.
    Reopen {
        /// The task.
        id: String,
        /// Why.
        reason: Option<String>,
    },
    /// The program was started anew.
    Restart {
        /// The page that was started.
        session: Option<String>,
        /// Now, in ms.
        now: Option<i64>,
        /// How long an owner may be silent, in ms.
        lease: Option<i64>,
    },
    /// Time passed.
    Tick {
        /// Now, in ms.
        now: i64,
        /// How long an owner may be silent, in ms.
        lease: i64,
    },
    /// The world was looked at after a restart.
    Recover {
        /// What it shows.
        world: World,
    },
    /// The person says how an unclear task stands.
    Resolve {
        /// The task.
        id: String,
        /// Name of the status: pending, failed or done.
        to: String,
        /// Who says it.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
    },
    /// A side effect is about to happen.
    Intent {
        /// The task.
        id: String,
        /// In this attempt.
        attempt: Option<u64>,
    },
    /// A side effect has happened.
    Ack {
        /// The task.
        id: String,
        /// In this attempt.
        attempt: Option<u64>,
    },
    /// The owner is alive.
    Beat {
        /// The task.
        id: String,
        /// In this attempt.
        attempt: Option<u64>,
        /// Now, in ms.
        now: Option<i64>,
    },
    /// A part of the work is done.
    StepDone {
        /// The task.
        id: String,
    },
    /// The world was looked at: is what is done still so?
    Revalidate {
        /// What it shows.
        world: World,
    },
}

impl Fit for TaskEvent {
    fn fit(from: Data<'_>) -> Self {
        // OK because this must be there and nothing else is lenient about that.
        let criteria = |fields: &Fields<'_>| {
            let given = fields.there("doneWhen");
            if given.value().is_some_and(Value::is_null) {
                given.not("a list");
            }
            lenient::criteria(given)
        };
        let fields = from.tagged(
            "op",
            &[
                "load",
                "add",
                "link",
                "unlink",
                "delete",
                "move",
                "set-criteria",
                "plan-version",
                "start",
                "finish",
                "evidence",
                "fail",
                "stop",
                "block",
                "unblock",
                "defer",
                "resume",
                "retry",
                "reopen",
                "restart",
                "tick",
                "recover",
                "resolve",
                "intent",
                "ack",
                "beat",
                "step-done",
                "revalidate",
            ],
        );
        match fields.place() {
            0 => Self::Load { nodes: fields.get("nodes") },
            1 => Self::Add { node: fields.get("node"), reopen: fields.get("reopen") },
            2 => Self::Link { id: fields.get("id"), dep: fields.get("dep") },
            3 => Self::Unlink { id: fields.get("id"), dep: fields.get("dep") },
            4 => Self::Delete {
                id: fields.get("id"),
                cascade: fields.get("cascade"),
                relink: fields.get("relink"),
                by: fields.get("by"),
            },
            // To no parent, said by `null`; not saying where to is no event.
            5 => Self::Move { id: fields.get("id"), parent: Fit::fit(fields.there("parent")) },
            6 => Self::SetCriteria { id: fields.get("id"), done_when: criteria(&fields) },
            7 => Self::PlanVersion { version: fields.get("version") },
            8 => Self::Start { id: fields.get("id"), session: fields.get("session"), now: fields.get("now") },
            9 => Self::Finish { id: fields.get("id"), attempt: fields.get("attempt") },
            10 => Self::Evidence { id: fields.get("id"), item: fields.get("item"), attempt: fields.get("attempt") },
            11 => Self::Fail { id: fields.get("id"), attempt: fields.get("attempt"), reason: fields.get("reason") },
            12 => Self::Stop { id: fields.get("id"), attempt: fields.get("attempt"), reason: fields.get("reason") },
            13 => Self::Block { id: fields.get("id"), by: fields.get("by"), reason: fields.get("reason") },
            14 => Self::Unblock { id: fields.get("id"), by: fields.get("by") },
            15 => Self::Defer { id: fields.get("id"), by: fields.get("by"), reason: fields.get("reason") },
            16 => Self::Resume { id: fields.get("id") },
            17 => Self::Retry { id: fields.get("id") },
            18 => Self::Reopen { id: fields.get("id"), reason: fields.get("reason") },
            19 => Self::Restart { session: fields.get("session"), now: fields.get("now"), lease: fields.get("lease") },
            20 => Self::Tick { now: fields.get("now"), lease: fields.get("lease") },
            21 => Self::Recover { world: fields.get("world") },
            22 => Self::Resolve {
                id: fields.get("id"),
                to: fields.get("to"),
                by: fields.get("by"),
                reason: fields.get("reason"),
            },
            23 => Self::Intent { id: fields.get("id"), attempt: fields.get("attempt") },
            24 => Self::Ack { id: fields.get("id"), attempt: fields.get("attempt") },
            25 => Self::Beat { id: fields.get("id"), attempt: fields.get("attempt"), now: fields.get("now") },
            26 => Self::StepDone { id: fields.get("id") },
            _ => Self::Revalidate { world: fields.get("world") },
        }
    }
}

impl TaskEvent {
    /// Reads an event. `E_BAD_EVENT`: no object, an unknown `op`, a field missing or of the wrong type.
    pub fn parse(value: &Value) -> Result<TaskEvent, Code> {
        // A list would be read field by field: right for compact formats, wrong for what comes from outside.
        let is_list = |key: &str| value.get(key).is_some_and(Value::is_array);
        let mut nodes = value.get("nodes").and_then(Value::as_array).into_iter().flatten();
        if value.is_array() || ["item", "node", "world"].into_iter().any(is_list) || nodes.any(Value::is_array) {
            return Err(code::E_BAD_EVENT);
        }
        let event = match value.get("owner") {
            Some(owner) if value.get("op").and_then(Value::as_str) == Some("start") => {
                fit::read(&with_session(value, owner)?)
            }
            _ => fit::read(value),
        };
        event.map_err(|_| code::E_BAD_EVENT)
    }
}

/// A start that names its page `owner`, which is an older name of `session`. Both at once say nothing.
fn with_session(start: &Value, owner: &Value) -> Result<Value, Code> {
    let mut start = start.clone();
    match start.as_object_mut().map(|members| members.insert("session".to_owned(), owner.clone())) {
        Some(None) => Ok(start),
        _ => Err(code::E_BAD_EVENT),
    }
}
