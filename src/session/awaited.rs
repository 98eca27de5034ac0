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
        let f = from.variant(&["turn", "approve", "called"]);
        match f.place() {
            0 => Self::Turn,
            1 => Self::Approve {
                ticket: f.get("ticket"),
                plan: f.get("plan"),
                source: f.get("source"),
                words: f.get("words"),
            },
            _ => Self::Called { ticket: f.get("ticket") },
        }
    }
}

impl Plain for Reading {
    fn plain(&self) -> Value {
        match self {
            Self::Turn => Value::from("turn"),
            Self::Approve { ticket, plan, source, words } => {
                let mut m = Members::default();
                m.put("ticket", ticket);
                m.put("plan", plan);
                m.put("source", source);
                m.put("words", words);
                one("approve", m.value())
            }
            Self::Called { ticket } => {
                let mut m = Members::default();
                m.put("ticket", ticket);
                one("called", m.value())
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
        let f = from.variant(&["servers", "profile", "world", "turn", "judge", "tool"]);
        match f.place() {
            0 => Self::Servers,
            1 => Self::Profile,
            2 => Self::World { reading: f.get("reading") },
            3 => Self::Turn { turn: f.get("turn"), request: f.get("request"), retry_of: f.get("retryOf") },
            4 => Self::Judge {
                ticket: f.get("ticket"),
                message: f.get("message"),
                plan: f.get("plan"),
                reason: f.get("reason"),
            },
            _ => Self::Tool {
                ticket: f.get("ticket"),
                tool: f.get("tool"),
                changes: f.get("changes"),
                step_id: f.get("stepId"),
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
                let mut m = Members::default();
                m.put("reading", reading);
                one("world", m.value())
            }
            Self::Turn { turn, request, retry_of } => {
                let mut m = Members::default();
                m.put("turn", turn);
                m.put("request", request);
                m.put("retryOf", retry_of);
                one("turn", m.value())
            }
            Self::Judge { ticket, message, plan, reason } => {
                let mut m = Members::default();
                m.put("ticket", ticket);
                m.put("message", message);
                m.put("plan", plan);
                m.put("reason", reason);
                one("judge", m.value())
            }
            Self::Tool { ticket, tool, changes, step_id } => {
                let mut m = Members::default();
                m.put("ticket", ticket);
                m.put("tool", tool);
                m.put("changes", changes);
                m.put("stepId", step_id);
                one("tool", m.value())
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
        let f = from.fields();
        Self {
            id: f.get("id"),
            wish: f.get("wish"),
            turn: f.get("turn"),
            owner: f.get("owner"),
            since: f.get("since"),
            deadline: f.get("deadline"),
        }
    }
}

impl Plain for Awaited {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("id", &self.id);
        m.put("wish", &self.wish);
        m.put("turn", &self.turn);
        m.put("owner", &self.owner);
        m.put("since", &self.since);
        m.put("deadline", &self.deadline);
        m.value()
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
        let f = from.fields();
        Self {
            id: f.get("id"),
            code: f.get("code"),
            call: f.get("call"),
            step_id: f.get("stepId"),
            turn: f.get("turn"),
            owner: f.get("owner"),
            ticket: f.get("ticket"),
            atoms: f.get("atoms"),
            expires_at: f.get("expiresAt"),
        }
    }
}

impl Plain for StepRequest {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("id", &self.id);
        m.put("code", &self.code);
        m.put("call", &self.call);
        m.put("stepId", &self.step_id);
        m.put("turn", &self.turn);
        m.put("owner", &self.owner);
        m.put("ticket", &self.ticket);
        m.put("atoms", &self.atoms);
        m.put("expiresAt", &self.expires_at);
        m.value()
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
        let f = from.fields();
        Self { request: f.get("request"), granted: f.get("granted") }
    }
}

impl Plain for DecidedStep {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("request", &self.request);
        m.put("granted", &self.granted);
        m.value()
    }
}
