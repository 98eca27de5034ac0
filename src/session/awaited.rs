//! What is awaited, and what a person is asked about single calls: stored, so that a restart knows what may have begun.
//!
//! Source: the machine rules, section 1.

use std::collections::BTreeSet;

use serde_json::Value;

use super::TurnKind;
use crate::{
    fit::{Data, Fit},
    gate::Call,
    ids::{AwaitId, MessageId, PageId, RequestId, StepId, Ticket, TurnId},
    plain::{Members, Plain, one},
    plan::PlanRef,
    receipt::Source,
};

/// Why the world is being read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// A turn is about to run.
    Turn,
    /// A plan is about to be approved.
    Approve {
        /// Who waits.
        ticket: Option<Ticket>,
        /// The version.
        plan: PlanRef,
        /// What the approval rests on.
        source: Source,
        /// The person's words.
        words: Option<String>,
    },
    /// A changing call has ended.
    Called {
        /// Who waits for its answer.
        ticket: Ticket,
    },
}

impl Fit for Reading {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["turn", "approve", "called"]);
        match fields.place() {
            0 => Self::Turn,
            1 => Self::Approve {
                ticket: fields.get("ticket"),
                plan: fields.get("plan"),
                source: fields.get("source"),
                words: fields.get("words"),
            },
            _ => Self::Called { ticket: fields.get("ticket") },
        }
    }
}

impl Plain for Reading {
    fn plain(&self) -> Value {
        match self {
            Self::Turn => Value::from("turn"),
            Self::Approve { ticket, plan, source, words } => {
                let mut members = Members::default();
                members.put("ticket", ticket);
                members.put("plan", plan);
                members.put("source", source);
                members.put("words", words);
                one("approve", members.value())
            }
            Self::Called { ticket } => {
                let mut members = Members::default();
                members.put("ticket", ticket);
                one("called", members.value())
            }
        }
    }
}

/// What the host was asked and has not answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wish {
    /// The server list.
    Servers,
    /// A profile switch.
    Profile,
    /// The world.
    World {
        /// For what.
        reading: Reading,
    },
    /// A model call.
    Turn {
        /// What for.
        turn: TurnKind,
        /// The message it is for.
        request: MessageId,
        /// The turn whose answer could not be used.
        retry_of: Option<TurnId>,
    },
    /// The judge's verdict.
    Judge {
        /// Who waits.
        ticket: Ticket,
        /// The reply.
        message: MessageId,
        /// The version on the card.
        plan: PlanRef,
        /// Why local rules abstained.
        reason: String,
    },
    /// A tool.
    Tool {
        /// Who waits.
        ticket: Ticket,
        /// `server/tool`.
        tool: String,
        /// It may change something.
        changes: bool,
        /// Step it belongs to.
        step_id: Option<StepId>,
    },
}

impl Fit for Wish {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["servers", "profile", "world", "turn", "judge", "tool"]);
        match fields.place() {
            0 => Self::Servers,
            1 => Self::Profile,
            2 => Self::World { reading: fields.get("reading") },
            3 => {
                Self::Turn { turn: fields.get("turn"), request: fields.get("request"), retry_of: fields.get("retryOf") }
            }
            4 => Self::Judge {
                ticket: fields.get("ticket"),
                message: fields.get("message"),
                plan: fields.get("plan"),
                reason: fields.get("reason"),
            },
            _ => Self::Tool {
                ticket: fields.get("ticket"),
                tool: fields.get("tool"),
                changes: fields.get("changes"),
                step_id: fields.get("stepId"),
            },
        }
    }
}

impl Plain for Wish {
    fn plain(&self) -> Value {
        match self {
            Self::Servers => Value::from("servers"),
            Self::Profile => Value::from("profile"),
            Self::World { reading } => {
                let mut members = Members::default();
                members.put("reading", reading);
                one("world", members.value())
            }
            Self::Turn { turn, request, retry_of } => {
                let mut members = Members::default();
                members.put("turn", turn);
                members.put("request", request);
                members.put("retryOf", retry_of);
                one("turn", members.value())
            }
            Self::Judge { ticket, message, plan, reason } => {
                let mut members = Members::default();
                members.put("ticket", ticket);
                members.put("message", message);
                members.put("plan", plan);
                members.put("reason", reason);
                one("judge", members.value())
            }
            Self::Tool { ticket, tool, changes, step_id } => {
                let mut members = Members::default();
                members.put("ticket", ticket);
                members.put("tool", tool);
                members.put("changes", changes);
                members.put("stepId", step_id);
                one("tool", members.value())
            }
        }
    }
}

/// An open question to the host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Awaited {
    /// `a<n>`.
    pub id: AwaitId,
    /// What was asked.
    pub wish: Wish,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The page that waits; "" = nobody.
    pub owner: PageId,
    /// Since when, milliseconds since 1970.
    pub since: u64,
    /// Until when; `None` = as long as it takes.
    pub deadline: Option<u64>,
}

impl Fit for Awaited {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            wish: fields.get("wish"),
            turn: fields.get("turn"),
            owner: fields.get("owner"),
            since: fields.get("since"),
            deadline: fields.get("deadline"),
        }
    }
}

impl Plain for Awaited {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("wish", &self.wish);
        members.put("turn", &self.turn);
        members.put("owner", &self.owner);
        members.put("since", &self.since);
        members.put("deadline", &self.deadline);
        members.value()
    }
}

impl Awaited {
    /// The call of the public API that waits behind it.
    pub fn ticket(&self) -> Option<&Ticket> {
        match &self.wish {
            Wish::World { reading: Reading::Approve { ticket, .. } } => ticket.as_ref(),
            Wish::World { reading: Reading::Called { ticket } }
            | Wish::Judge { ticket, .. }
            | Wish::Tool { ticket, .. } => Some(ticket),
            Wish::World { reading: Reading::Turn } | Wish::Servers | Wish::Profile | Wish::Turn { .. } => None,
        }
    }
}

/// A call that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepRequest {
    /// `r<n>`.
    pub id: RequestId,
    /// Why it asks.
    pub code: String,
    /// The call.
    pub call: Call,
    /// Step it belongs to.
    pub step_id: Option<StepId>,
    /// The turn it belongs to; `None` = a call through the gate while no turn ran.
    pub turn: Option<TurnId>,
    /// The page whose call waits.
    pub owner: PageId,
    /// Who waits.
    pub ticket: Ticket,
    /// What a refusal forbids.
    pub atoms: BTreeSet<String>,
    /// At this moment it lapses, milliseconds since 1970.
    pub expires_at: u64,
}

impl Fit for StepRequest {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            code: fields.get("code"),
            call: fields.get("call"),
            step_id: fields.get("stepId"),
            turn: fields.get("turn"),
            owner: fields.get("owner"),
            ticket: fields.get("ticket"),
            atoms: fields.get("atoms"),
            expires_at: fields.get("expiresAt"),
        }
    }
}

impl Plain for StepRequest {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("code", &self.code);
        members.put("call", &self.call);
        members.put("stepId", &self.step_id);
        members.put("turn", &self.turn);
        members.put("owner", &self.owner);
        members.put("ticket", &self.ticket);
        members.put("atoms", &self.atoms);
        members.put("expiresAt", &self.expires_at);
        members.value()
    }
}

/// A step request that a person has decided about elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DecidedStep {
    /// What was asked.
    pub request: StepRequest,
    /// Yes or no.
    pub granted: bool,
}

impl Fit for DecidedStep {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { request: fields.get("request"), granted: fields.get("granted") }
    }
}

impl Plain for DecidedStep {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("request", &self.request);
        members.put("granted", &self.granted);
        members.value()
    }
}
