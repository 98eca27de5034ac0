//! Approved work: its plan and receipt, how far it has come and why it stands. It outlives re-planning and re-approval.
//!
//! Source: the machine rules, section 1.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    code::Code,
    fit::{Data, Fit, Named},
    ids::{MessageId, StepId},
    plain::{Members, Plain, one},
    plan::Plan,
    receipt,
    receipt::Receipt,
    task::TaskGraph,
    world::World,
};

/// Why work stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interruption {
    /// The turn ended before the work did.
    TurnEnded,
    /// The turn failed.
    TurnFailed,
    /// The person stopped it.
    Stopped,
    /// The page went away.
    Reload,
    /// The approval no longer counts.
    ReceiptVoid,
    /// The plan is being changed.
    Edited,
}

impl Named for Interruption {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("turn-ended", Self::TurnEnded),
        ("turn-failed", Self::TurnFailed),
        ("stopped", Self::Stopped),
        ("reload", Self::Reload),
        ("receipt-void", Self::ReceiptVoid),
        ("edited", Self::Edited),
    ];
    const ELSE: Self = Self::TurnEnded;
}

/// How far work has come. That it is paused is derived: it runs and a step request is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Approved, its turn has not begun.
    Approved,
    /// Its turn runs.
    Running,
    /// It stands still.
    Interrupted(Interruption),
    /// It is done; history.
    Done,
}

impl Fit for Phase {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["approved", "running", "interrupted", "done"]);
        match fields.place() {
            0 => Self::Approved,
            1 => Self::Running,
            2 => Self::Interrupted(fields.content()),
            _ => Self::Done,
        }
    }
}

impl Plain for Phase {
    fn plain(&self) -> Value {
        match self {
            Self::Approved => Value::from("approved"),
            Self::Running => Value::from("running"),
            Self::Interrupted(content) => one("interrupted", content.plain()),
            Self::Done => Value::from("done"),
        }
    }
}

/// Work on an approved plan. It outlives re-planning and re-approval.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Work {
    /// The approved version.
    pub plan: Plan,
    /// Its approval; never changes.
    pub receipt: Receipt,
    /// A server's signature over the approval, once the host has brought it.
    pub signature: Option<String>,
    /// The approval was found void; it stays so.
    pub void: bool,
    /// The workspace state the receipt stands for, moved along by this session's own calls.
    pub workspace_now: String,
    /// The tasks, where a step has checks.
    pub graph: Option<TaskGraph>,
    /// Steps that a refusal has blocked.
    pub blocked: BTreeSet<StepId>,
    /// Atoms that the person has refused.
    pub refused: BTreeSet<String>,
    /// The request.
    pub request: MessageId,
    /// Revisions of that request so far.
    pub revisions: u32,
    /// How far it has come.
    pub phase: Phase,
}

impl Fit for Work {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            plan: fields.get("plan"),
            receipt: fields.get("receipt"),
            signature: fields.get("signature"),
            void: fields.get("void"),
            workspace_now: fields.get("workspaceNow"),
            graph: fields.get("graph"),
            blocked: fields.get("blocked"),
            refused: fields.get("refused"),
            request: fields.get("request"),
            revisions: fields.get("revisions"),
            phase: fields.get("phase"),
        }
    }
}

impl Plain for Work {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("plan", &self.plan);
        members.put("receipt", &self.receipt);
        members.put_some("signature", &self.signature);
        members.put("void", &self.void);
        members.put("workspaceNow", &self.workspace_now);
        members.put("graph", &self.graph);
        members.put("blocked", &self.blocked);
        members.put("refused", &self.refused);
        members.put("request", &self.request);
        members.put("revisions", &self.revisions);
        members.put("phase", &self.phase);
        members.value()
    }
}

impl Work {
    /// The plan is in force: not yet history.
    pub fn in_force(&self) -> bool {
        match self.phase {
            Phase::Approved | Phase::Running | Phase::Interrupted(_) => true,
            Phase::Done => false,
        }
    }

    /// Its turn waits or runs.
    pub fn is_moving(&self) -> bool {
        match self.phase {
            Phase::Approved | Phase::Running => true,
            Phase::Interrupted(_) | Phase::Done => false,
        }
    }

    /// The step that a call without one belongs to: the running task that was started first. Where a refusal has stopped the
    /// task that was started last, it is still that one, until another is started.
    pub fn step_at_work(&self) -> Option<&str> {
        let graph = self.graph.as_ref()?;
        let stopped = || {
            let last = graph.records().filter(|node| node.start_seq > 0).max_by_key(|node| node.start_seq);
            last.filter(|node| self.blocked.contains(&node.id)).map(|node| node.id.as_str())
        };
        graph.running_first().or_else(|| if self.blocked.is_empty() { None } else { stopped() })
    }

    /// The person has refused a call of this step: nothing more of it runs until they let it go on.
    pub fn block(&mut self, step: &StepId) {
        self.blocked.insert(step.clone());
        if let Some(graph) = &mut self.graph {
            // OK where it is refused: what does not run can not be blocked, and goes on by the person's word all the same.
            let _ = graph.hold(step, "refused");
        }
    }

    /// Whether the approval still counts, as far as can be told without the world: not void, not expired.
    pub fn receipt_counts(&self, now: u64) -> bool {
        !self.void && self.receipt.plan == self.plan.reference && now < self.receipt.expires_at
    }

    /// Why the approval does not count in this world; `None` = it counts.
    pub fn stale(&self, world: &World, now: u64) -> Option<Code> {
        if self.void {
            return Some(crate::code::ruling::ERR_RECEIPT_MISSING);
        }
        receipt::stale(
            Some(&self.receipt),
            &receipt::Facts {
                plan: &self.plan.reference,
                project_id: &world.project_id,
                workspace_hash: &world.workspace_hash,
                workspace_now: &self.workspace_now,
                now,
            },
        )
    }
}
