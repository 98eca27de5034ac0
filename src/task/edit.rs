//! How the graph itself is changed: tasks come, go and move, edges are drawn and taken away. Owns the guards of each edit
//! in their order; an edit that would let tasks wait for each other is refused.
//!
//! Source: the task rules, section 3.

use super::arena::{Arena, Ix};
use super::change::{held_by_user, is_user};
use super::graph::TaskGraph;
use super::node::{CriterionDraft, NodeDraft, Status};
use super::order::{finish, start};
use crate::code::Code;
use crate::code::task as code;
use crate::ids::is_step_id;
use crate::sorted::VecSet;
use crate::text::is_blank;

/// What becomes of a parent that is done when a task comes in below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DoneParent {
    /// The task is refused.
    Stays,
    /// The parent is opened again.
    Reopens,
}

impl DoneParent {
    pub(super) fn of(reopen: Option<bool>) -> DoneParent {
        if reopen == Some(true) { DoneParent::Reopens } else { DoneParent::Stays }
    }
}

/// How a task is to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deletion<'a> {
    /// With all below it.
    pub cascade: bool,
    /// Those that waited for it wait for what it waited for.
    pub relink: bool,
    /// Who asks.
    pub by: Option<&'a str>,
}

/// Work on it has begun and not ended.
fn is_active(arena: &Arena, ix: Ix) -> bool {
    arena.at(ix).node.status.is_active()
}

/// Work on it has begun and not ended, and it has no parts.
fn is_active_leaf(arena: &Arena, ix: Ix) -> bool {
    is_active(arena, ix) && arena.at(ix).children.is_empty()
}

fn is_done(arena: &Arena, ix: Ix) -> bool {
    arena.at(ix).effective() == Status::Done
}

impl TaskGraph {
    pub(super) fn add(&mut self, draft: &NodeDraft, done_parent: DoneParent) -> Result<(), Code> {
        if !is_step_id(&draft.id) {
            return Err(code::E_ID_INVALID);
        }
        if self.arena.find(&draft.id).is_some() {
            return Err(code::E_ID_DUPLICATE);
        }
        if self.head.tombstones.contains(&draft.id) {
            return Err(code::E_ID_REUSED);
        }
        if is_blank(&draft.title) {
            return Err(code::E_TITLE_EMPTY);
        }
        if draft.status.as_deref().is_some_and(|name| Status::of(name) != Some(Status::Pending)) {
            return Err(code::E_STATUS_INITIAL);
        }
        if !draft.has_known_criteria() {
            return Err(code::E_EVIDENCE_KIND);
        }
        let node = draft.clone().into_node();
        let parent = match node.parent.as_deref() {
            Some(id) => Some(self.arena.find(id).ok_or(code::E_PARENT_MISSING)?),
            None => None,
        };
        if parent.is_some_and(|parent| is_active_leaf(&self.arena, parent)) {
            return Err(code::E_BAD_STATUS);
        }
        if done_parent == DoneParent::Stays && parent.is_some_and(|parent| is_done(&self.arena, parent)) {
            return Err(code::E_PARENT_DONE);
        }
        let deps = self.named_by(&node.id, &node.depends_on)?;
        self.make_way(parent, &deps)?;

        let ix = self.arena.insert(node);
        for &dep in &deps {
            self.arena.at_mut(dep).dependants.insert(ix);
        }
        if let Some(parent) = parent {
            self.arena.at_mut(parent).children.insert(ix);
        }
        let slot = self.arena.at_mut(ix);
        slot.deps = deps;
        slot.parent = parent;
        self.order.insert(&mut self.arena, ix);
        self.ledger.add(&mut self.arena, ix);
        // Without being asked to, nothing opens a task that was called done.
        let reopens = |parent: &Ix| done_parent == DoneParent::Reopens && self.status(*parent) == Status::Done;
        if let Some(parent) = parent.filter(reopens) {
            self.set_status(parent, Status::Pending, Some("child-added".to_owned()));
        }
        Ok(())
    }

    /// The tasks that a new one with this id waits for.
    fn named_by(&self, id: &String, depends_on: &[String]) -> Result<Vec<Ix>, Code> {
        if depends_on.contains(id) {
            return Err(code::E_DEP_SELF);
        }
        let found: Option<Vec<Ix>> = depends_on.iter().map(|dep| self.arena.find(dep)).collect();
        let deps = found.ok_or(code::E_DEP_MISSING)?;
        if deps.iter().collect::<VecSet<_>>().len() < deps.len() {
            return Err(code::E_DEP_DUPLICATE);
        }
        Ok(deps)
    }

    /// Arranges that all of `deps` finish before `parent` does: a new part that waits for them needs that.
    fn make_way(&mut self, parent: Option<Ix>, deps: &[Ix]) -> Result<(), Code> {
        let Some(parent) = parent else { return Ok(()) };
        let finishes: Vec<_> = deps.iter().map(|&dep| finish(dep)).collect();
        let visits = &mut self.ledger.visits;
        if self.order.leads(&self.arena, finish(parent), &finishes, visits) {
            return Err(code::E_CYCLE);
        }
        for first in finishes {
            self.order.arrange(&mut self.arena, first, finish(parent), visits);
        }
        Ok(())
    }

    pub(super) fn link(&mut self, id: &str, dep: &str) -> Result<(), Code> {
        let ix = self.known(id)?;
        if id == dep {
            return Err(code::E_DEP_SELF);
        }
        let dep = self.arena.find(dep).ok_or(code::E_DEP_MISSING)?;
        if self.arena.at(ix).deps.contains(&dep) {
            return Err(code::E_DEP_DUPLICATE);
        }
        self.edges_open(ix)?;
        if self.order.leads(&self.arena, start(ix), &[finish(dep)], &mut self.ledger.visits) {
            return Err(code::E_CYCLE);
        }
        self.order.arrange(&mut self.arena, finish(dep), start(ix), &mut self.ledger.visits);
        let dep_id = self.arena.at(dep).node.id.clone();
        self.arena.at_mut(dep).dependants.insert(ix);
        let is_unmet = !is_done(&self.arena, dep);
        let slot = self.arena.at_mut(ix);
        slot.deps.push(dep);
        slot.node.depends_on.push(dep_id);
        slot.facts.unmet += usize::from(is_unmet);
        self.ledger.update(&mut self.arena, ix);
        Ok(())
    }

    pub(super) fn unlink(&mut self, id: &str, dep: &str) -> Result<(), Code> {
        let ix = self.known(id)?;
        let dep = self.arena.find(dep).filter(|dep| self.arena.at(ix).deps.contains(dep));
        let dep = dep.ok_or(code::E_DEP_MISSING)?;
        self.edges_open(ix)?;
        let was_unmet = !is_done(&self.arena, dep);
        let gone = self.arena.at_mut(dep);
        gone.dependants.remove(&ix);
        let dep_id = gone.node.id.clone();
        let slot = self.arena.at_mut(ix);
        slot.deps.retain(|&other| other != dep);
        slot.node.depends_on.retain(|other| *other != dep_id);
        slot.facts.unmet = slot.facts.unmet.saturating_sub(usize::from(was_unmet));
        self.ledger.update(&mut self.arena, ix);
        Ok(())
    }

    /// Edges of work that has begun are history.
    fn edges_open(&self, ix: Ix) -> Result<(), Code> {
        let status = self.status(ix);
        if status.is_active() || status == Status::Done { Err(code::E_BAD_STATUS) } else { Ok(()) }
    }

    pub(super) fn set_criteria(&mut self, ix: Ix, drafts: &[CriterionDraft]) -> Result<(), Code> {
        let status = self.status(ix);
        if status.is_active() || matches!(status, Status::Done | Status::Unknown) {
            return Err(code::E_BAD_STATUS);
        }
        let checked: Option<Vec<_>> = drafts.iter().cloned().map(CriterionDraft::checked).collect();
        self.arena.at_mut(ix).node.done_when = checked.ok_or(code::E_EVIDENCE_KIND)?;
        self.ledger.update(&mut self.arena, ix);
        Ok(())
    }

    pub(super) fn reparent(&mut self, ix: Ix, parent: Option<&str>) -> Result<(), Code> {
        let to = match parent {
            Some(id) => Some(self.arena.find(id).ok_or(code::E_PARENT_MISSING)?),
            None => None,
        };
        if to.is_some_and(|to| to == ix || self.arena.ancestors(to).any(|up| up == ix)) {
            return Err(code::E_PARENT_CYCLE);
        }
        if is_active(&self.arena, ix) || to.is_some_and(|to| is_active_leaf(&self.arena, to)) {
            return Err(code::E_BAD_STATUS);
        }
        let opens = !is_done(&self.arena, ix) && !self.arena.at(ix).node.optional;
        if opens && to.is_some_and(|to| is_done(&self.arena, to)) {
            return Err(code::E_PARENT_DONE);
        }
        let from = self.arena.at(ix).parent;
        if from != to {
            self.carry(ix, from, to)?;
            self.arena.at_mut(ix).node.parent = parent.map(str::to_owned);
        }
        Ok(())
    }

    /// Puts `ix` from one parent under another, if no loop comes of it.
    fn carry(&mut self, ix: Ix, from: Option<Ix>, to: Option<Ix>) -> Result<(), Code> {
        // The search must not see the edges that go away.
        self.attach(ix, from, None);
        if let Some(to) = to {
            let visits = &mut self.ledger.visits;
            if self.order.leads(&self.arena, start(ix), &[start(to)], visits)
                || self.order.leads(&self.arena, finish(to), &[finish(ix)], visits)
            {
                self.attach(ix, None, from);
                return Err(code::E_CYCLE);
            }
            self.order.arrange(&mut self.arena, start(to), start(ix), visits);
        }
        self.attach(ix, None, to);
        if let Some(to) = to {
            self.order.arrange(&mut self.arena, finish(ix), finish(to), &mut self.ledger.visits);
        }
        self.ledger.moved(&mut self.arena, ix, from);
        Ok(())
    }

    fn attach(&mut self, ix: Ix, from: Option<Ix>, to: Option<Ix>) {
        if let Some(from) = from {
            self.arena.at_mut(from).children.remove(&ix);
        }
        if let Some(to) = to {
            self.arena.at_mut(to).children.insert(ix);
        }
        self.arena.at_mut(ix).parent = to;
    }

    pub(super) fn delete(&mut self, ix: Ix, how: Deletion<'_>) -> Result<(), Code> {
        if !how.cascade && !self.arena.at(ix).children.is_empty() {
            return Err(code::E_HAS_CHILDREN);
        }
        let below = self.arena.subtree(ix);
        if below.iter().any(|&ix| is_active(&self.arena, ix)) {
            return Err(code::E_BAD_STATUS);
        }
        if !is_user(how.by) && below.iter().any(|&ix| held_by_user(&self.arena.at(ix).node)) {
            return Err(code::E_NEEDS_USER);
        }
        let gone: VecSet<Ix> = below.iter().copied().collect();
        let waiting: VecSet<Ix> = below
            .iter()
            .flat_map(|&ix| self.arena.at(ix).dependants.iter())
            .filter(|ix| !gone.contains(ix))
            .copied()
            .collect();
        if !how.relink && !waiting.is_empty() {
            return Err(code::E_HAS_DEPENDANTS);
        }
        if waiting.iter().any(|&ix| is_active(&self.arena, ix)) {
            return Err(code::E_BAD_STATUS);
        }
        waiting.iter().for_each(|&ix| self.relink(ix, &gone));
        self.remove(ix, &below, &gone);
        waiting.iter().for_each(|&ix| self.ledger.relinked(&mut self.arena, ix));
        Ok(())
    }

    /// Lets `ix` wait for what lies behind the tasks that go.
    fn relink(&mut self, ix: Ix, gone: &VecSet<Ix>) {
        let old = std::mem::take(&mut self.arena.at_mut(ix).deps);
        let mut deps: Vec<Ix> = Vec::new();
        let mut seen = VecSet::new();
        // A stack: the dependencies of one that goes are looked at in its place, in their order.
        let mut open: Vec<Ix> = old.iter().rev().copied().collect();
        while let Some(dep) = open.pop() {
            if !seen.insert(dep) {
                continue;
            }
            if gone.contains(&dep) {
                open.extend(self.arena.at(dep).deps.iter().rev());
            } else {
                deps.push(dep);
            }
        }
        for &dep in deps.iter().filter(|dep| !old.contains(dep)) {
            self.arena.at_mut(dep).dependants.insert(ix);
        }
        let names = deps.iter().map(|&dep| self.arena.at(dep).node.id.clone()).collect();
        let slot = self.arena.at_mut(ix);
        slot.node.depends_on = names;
        slot.deps = deps;
    }

    /// Takes out `top` and all below it. Nothing outside waits for them any more.
    fn remove(&mut self, top: Ix, below: &[Ix], gone: &VecSet<Ix>) {
        let parent = self.arena.at(top).parent;
        let deps: VecSet<Ix> =
            below.iter().flat_map(|&ix| &self.arena.at(ix).deps).filter(|ix| !gone.contains(ix)).copied().collect();
        for dep in deps.into_vec() {
            self.arena.at_mut(dep).dependants.retain(|ix| !gone.contains(ix));
        }
        for &ix in below {
            self.ledger.forget(&mut self.arena, ix);
            self.order.remove(&self.arena, ix);
        }
        if let Some(parent) = parent {
            self.arena.at_mut(parent).children.remove(&top);
        }
        for &ix in below {
            self.head.tombstones.insert(self.arena.at(ix).node.id.clone());
            self.arena.remove(ix);
        }
        if let Some(parent) = parent {
            self.ledger.update(&mut self.arena, parent);
        }
    }
}
