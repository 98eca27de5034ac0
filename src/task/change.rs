//! How the status of one task changes: who may start, finish, hold and let go. Owns the guards in their order; the graph
//! around the task follows by the ledger.
//!
//! Source: the task rules, sections 4.2 and 5.1.

use super::arena::{Arena, Ix};
use super::evidence::{Approvals, Item};
use super::graph::TaskGraph;
use super::ledger::above;
use super::node::{Node, Status};
use crate::code::Code;
use crate::code::task as code;

/// The one whose word counts where the model's does not.
const USER: &str = "user";
/// Who holds a task when nobody is named.
const SYSTEM: &str = "system";

/// Why a pending task can not be started, if so.
pub(super) fn start_hindrance(arena: &Arena, ix: Ix) -> Option<Code> {
    let slot = arena.at(ix);
    let above = above(arena, ix);
    if slot.is_container() {
        Some(code::E_CONTAINER)
    } else if slot.has_open_children() {
        Some(code::E_CHILDREN_OPEN)
    } else if slot.node.done_when.is_empty() {
        Some(code::E_NO_DONEWHEN)
    } else if above.held {
        Some(code::E_PARENT_HELD)
    } else if above.waiting || slot.facts.unmet > 0 {
        Some(code::E_DEPS_UNMET)
    } else {
        None
    }
}

/// Whether something is unmet or open before `ix` can be done, whatever its evidence.
pub(super) fn open_before_finish(arena: &Arena, ix: Ix) -> Result<(), Code> {
    let slot = arena.at(ix);
    if above(arena, ix).waiting || slot.facts.unmet > 0 {
        return Err(code::E_DEPS_UNMET);
    }
    if slot.has_open_children() {
        return Err(code::E_CHILDREN_OPEN);
    }
    Ok(())
}

/// Whether nobody but the person may let go of it.
pub(super) fn held_by_user(node: &Node) -> bool {
    node.status == Status::Blocked && node.blocked_by.as_deref() == Some(USER)
}

/// Whether `by` is the person.
pub(super) fn is_user(by: Option<&str>) -> bool {
    by == Some(USER)
}

impl TaskGraph {
    /// Sets a status that is allowed, and all that follows from it.
    pub(super) fn set_status(&mut self, ix: Ix, status: Status, reason: Option<String>) {
        let node = &mut self.arena.at_mut(ix).node;
        node.status = status;
        node.reason = reason;
        if status != Status::Blocked {
            node.blocked_by = None;
        }
        self.ledger.note_running(&self.arena, ix);
        self.ledger.update(&mut self.arena, ix);
    }

    pub(super) fn status(&self, ix: Ix) -> Status {
        self.arena.at(ix).node.status
    }

    fn from(&self, ix: Ix, allowed: &[Status]) -> Result<(), Code> {
        if allowed.contains(&self.status(ix)) { Ok(()) } else { Err(code::E_BAD_STATUS) }
    }

    fn of_attempt(&self, ix: Ix, attempt: Option<u64>) -> Result<(), Code> {
        match attempt {
            Some(attempt) if attempt != self.arena.at(ix).node.attempt => Err(code::E_STALE_ATTEMPT),
            Some(_) | None => Ok(()),
        }
    }

    fn let_go(&self, ix: Ix, by: Option<&str>) -> Result<(), Code> {
        if held_by_user(&self.arena.at(ix).node) && !is_user(by) { Err(code::E_NEEDS_USER) } else { Ok(()) }
    }

    pub(super) fn start(&mut self, ix: Ix, session: Option<&str>, now: Option<i64>) -> Result<(), Code> {
        if self.status(ix) == Status::Blocked {
            return Err(code::E_BLOCKED);
        }
        self.from(ix, &[Status::Pending])?;
        if let Some(hindrance) = start_hindrance(&self.arena, ix) {
            return Err(hindrance);
        }
        self.head.starts += 1;
        let node = &mut self.arena.at_mut(ix).node;
        node.attempt = node.attempt.saturating_add(1);
        node.evidence.clear();
        node.intents = 0;
        node.acks = 0;
        node.steps_done = 0;
        node.start_seq = self.head.starts;
        node.owner = session.map(str::to_owned);
        node.beat = now.unwrap_or_default();
        self.set_status(ix, Status::Running, None);
        Ok(())
    }

    pub(super) fn finish(&mut self, ix: Ix, attempt: Option<u64>) -> Result<(), Code> {
        self.from(ix, &[Status::Running])?;
        self.of_attempt(ix, attempt)?;
        self.provable(ix)?;
        self.set_status(ix, Status::Done, None);
        Ok(())
    }

    /// Whether `ix` can be called done as things are. The word of nobody is evidence.
    fn provable(&self, ix: Ix) -> Result<(), Code> {
        open_before_finish(&self.arena, ix)?;
        let slot = self.arena.at(ix);
        let asked = &slot.node.done_when;
        let nothing_asked = asked.is_empty() && slot.children.is_empty();
        if nothing_asked || asked.iter().any(|criterion| slot.node.item_for(criterion).is_none()) {
            return Err(code::E_EVIDENCE_MISSING);
        }
        let approvals = Approvals::Of(self.head.plan_version);
        if !super::load::is_proved(&slot.node, !slot.children.is_empty(), approvals) {
            return Err(code::E_EVIDENCE_MISMATCH);
        }
        Ok(())
    }

    pub(super) fn evidence(&mut self, ix: Ix, item: &Item, attempt: Option<u64>) -> Result<(), Code> {
        self.from(ix, &[Status::Running, Status::Unknown])?;
        self.of_attempt(ix, attempt)?;
        let node = &mut self.arena.at_mut(ix).node;
        let item = item.admitted(&node.done_when, self.head.plan_version)?;
        node.observe(item);
        Ok(())
    }

    /// Work ends without proof.
    pub(super) fn leave(
        &mut self,
        ix: Ix,
        attempt: Option<u64>,
        to: Status,
        reason: Option<String>,
    ) -> Result<(), Code> {
        self.from(ix, &[Status::Running])?;
        self.of_attempt(ix, attempt)?;
        self.set_status(ix, to, reason);
        Ok(())
    }

    pub(super) fn block(&mut self, ix: Ix, by: Option<&str>, reason: Option<String>) -> Result<(), Code> {
        self.from(ix, &[Status::Pending, Status::Running])?;
        self.arena.at_mut(ix).node.blocked_by = Some(by.unwrap_or(SYSTEM).to_owned());
        self.set_status(ix, Status::Blocked, reason);
        Ok(())
    }

    /// The person holds a task, whoever has blocked it before.
    pub fn hold(&mut self, id: &str, reason: &str) -> Result<(), Code> {
        let ix = self.known(id)?;
        if self.status(ix) != Status::Blocked {
            return self.block(ix, Some(USER), Some(reason.to_owned()));
        }
        let node = &mut self.arena.at_mut(ix).node;
        (node.blocked_by, node.reason) = (Some(USER.to_owned()), Some(reason.to_owned()));
        Ok(())
    }

    pub(super) fn unblock(&mut self, ix: Ix, by: Option<&str>) -> Result<(), Code> {
        self.from(ix, &[Status::Blocked])?;
        self.let_go(ix, by)?;
        self.set_status(ix, Status::Pending, None);
        Ok(())
    }

    pub(super) fn defer(&mut self, ix: Ix, by: Option<&str>, reason: Option<String>) -> Result<(), Code> {
        self.from(ix, &[Status::Pending, Status::Blocked, Status::Failed])?;
        self.let_go(ix, by)?;
        self.set_status(ix, Status::Deferred, reason);
        Ok(())
    }

    /// A task that was put off or given up is wanted again.
    pub(super) fn again(&mut self, ix: Ix, from: Status) -> Result<(), Code> {
        self.from(ix, &[from])?;
        self.set_status(ix, Status::Pending, None);
        Ok(())
    }

    pub(super) fn reopen(&mut self, ix: Ix, reason: Option<String>) -> Result<(), Code> {
        self.from(ix, &[Status::Done])?;
        let overtaken = self.ledger.totals.overtaken;
        self.set_status(ix, Status::Pending, reason);
        self.follow(ix, overtaken);
        Ok(())
    }

    pub(super) fn resolve(&mut self, ix: Ix, to: &str, by: Option<&str>, reason: Option<String>) -> Result<(), Code> {
        self.from(ix, &[Status::Unknown])?;
        let to = match Status::of(to) {
            Some(to @ (Status::Pending | Status::Failed | Status::Done)) => to,
            Some(_) | None => return Err(code::E_BAD_STATUS),
        };
        if !is_user(by) {
            return Err(code::E_NEEDS_USER);
        }
        if to == Status::Done {
            self.provable(ix)?;
        }
        self.set_status(ix, to, reason);
        Ok(())
    }

    /// The running task, for notes of its owner.
    pub(super) fn at_work(&mut self, ix: Ix, attempt: Option<u64>) -> Result<&mut Node, Code> {
        self.from(ix, &[Status::Running])?;
        self.of_attempt(ix, attempt)?;
        Ok(&mut self.arena.at_mut(ix).node)
    }

    pub(super) fn step_done(&mut self, ix: Ix) -> Result<(), Code> {
        let node = self.at_work(ix, None)?;
        let parts = u64::try_from(super::steps::parts(node).len()).unwrap_or(u64::MAX);
        node.steps_done = node.steps_done.saturating_add(1).min(parts);
        Ok(())
    }
}
