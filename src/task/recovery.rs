//! What a restart, a silent owner and a changed world do to tasks. Owns the pass over all tasks in the order of their
//! dependencies; looks at the world only through the evidence of each task.
//!
//! Work with possible side effects is never run twice in silence: it ends as unknown, and only the person says more.
//! Source: the task rules, sections 6.2 to 6.5.

use std::collections::BTreeSet;

use super::arena::Ix;
use super::change::open_before_finish;
use super::evidence::{Approvals, Evidence, World};
use super::graph::TaskGraph;
use super::node::{Node, Status};
use super::order::{Moment, Row, finish};
use crate::plan::{Criterion, Replay};

/// Why tasks are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look<'a> {
    /// The program was started anew, and this is what is there.
    AfterRestart(&'a World),
    /// This is what is there.
    Again(&'a World),
    /// Nobody looked outside; a task was opened again.
    Nowhere,
}

/// One pass over tasks, by the places of their finishes: each comes after what it waits for and after its parts.
#[derive(Default)]
struct Pass {
    /// To be looked at still.
    open: Row,
    /// Tasks that were opened again in this pass, and all that contain one.
    touched: Row,
    /// Tasks that wait for a touched one, or are part of one that does.
    fed: Row,
}

impl TaskGraph {
    /// The program was started anew: what ran is recovering, but for work of another owner that was heard lately.
    pub(super) fn restart(&mut self, session: Option<&str>, now: i64, lease: Option<i64>) {
        self.interrupt(|node| match lease {
            Some(lease) => node.owner.as_deref() == session || now.saturating_sub(node.beat) > lease,
            None => true,
        });
    }

    /// Time passed: work whose owner was not heard for longer than `lease` is recovering.
    pub(super) fn tick(&mut self, now: i64, lease: i64) {
        self.interrupt(|node| now.saturating_sub(node.beat) > lease);
    }

    /// The page of this name was closed: what it has running belongs to nobody.
    pub fn disown(&mut self, owner: &str) {
        for ix in self.all_running() {
            let node = &mut self.arena.at_mut(ix).node;
            if node.owner.as_deref() == Some(owner) {
                node.owner = Some(String::new());
            }
        }
    }

    /// Work goes on under the name `owner`: what runs under another's is lost.
    pub fn orphan(&mut self, owner: &str) {
        self.interrupt(|node| node.owner.as_deref() != Some(owner));
    }

    /// Keeps what `world` has just shown of tasks that are done by it alone, so that a later look can speak against it.
    pub fn keep_seen(&mut self, world: &World) {
        let all: Vec<Ix> = self.arena.sorted().filter(|&ix| self.status(ix) == Status::Done).collect();
        for ix in all {
            let node = &mut self.arena.at_mut(ix).node;
            let bare = |criterion: &&Criterion| node.item_for(criterion).is_none() && world.shows_wanted(criterion);
            let seen: Vec<Evidence> = node.done_when.iter().filter(bare).map(Evidence::seen).collect();
            seen.into_iter().for_each(|item| node.observe(item));
        }
    }

    /// A world in which nothing that a task names can be looked at.
    pub fn unseen(&self) -> World {
        let mut unavailable = BTreeSet::new();
        for node in self.records() {
            unavailable.extend(node.done_when.iter().map(|criterion| criterion.subject.clone()));
            for item in &node.evidence {
                unavailable.insert(item.subject.clone());
                unavailable.extend(item.inputs.keys().cloned());
            }
        }
        World { unavailable, ..World::default() }
    }

    fn all_running(&self) -> Vec<Ix> {
        self.ledger.running.iter().map(|&(_, ix)| ix).collect()
    }

    fn interrupt(&mut self, lost: impl Fn(&Node) -> bool) {
        for ix in self.all_running() {
            if lost(&self.arena.at(ix).node) {
                self.set_status(ix, Status::Recovering, None);
            }
        }
    }

    /// Looks at every task.
    pub(super) fn sweep(&mut self, look: Look<'_>) {
        self.go_through(Pass { open: self.order.finishes(), ..Pass::default() }, look);
    }

    /// A task was opened again, which was done until then: looks at what depends on it. Where some were `overtaken` before,
    /// each of them would be found by a look at every task, so there is one.
    pub(super) fn follow(&mut self, reopened: Ix, overtaken: u32) {
        let open = if overtaken > 0 { self.order.finishes() } else { Row::new() };
        let mut pass = Pass { open, ..Pass::default() };
        self.touch(&mut pass, reopened);
        self.go_through(pass, Look::Nowhere);
    }

    // INVARIANT: what is opened on the way comes later than what it is opened for.
    fn go_through(&mut self, mut pass: Pass, look: Look<'_>) {
        while let Some((_, Moment { node: ix, .. })) = pass.open.pop_first() {
            match (self.status(ix), look) {
                (Status::Recovering, Look::AfterRestart(world)) => self.recover_one(ix, world),
                (Status::Done, Look::AfterRestart(world) | Look::Again(world)) => {
                    self.review(&mut pass, ix, Some(world));
                }
                (Status::Done, Look::Nowhere) => self.review(&mut pass, ix, None),
                _ => {}
            }
        }
    }

    /// Opens a done task again, if something speaks against it.
    fn review(&mut self, pass: &mut Pass, ix: Ix, world: Option<&World>) {
        let slot = self.arena.at(ix);
        let fed = pass.fed.contains_key(&slot.finish_at);
        let evidence = &slot.node.evidence;
        // Their inputs have just been compared; what stands behind them need not be done again.
        let cut_off = evidence.iter().all(|item| !item.inputs.is_empty());
        let reason = if world.is_some_and(|world| evidence.iter().any(|item| world.contradicts(item))) {
            "evidence-changed"
        } else if slot.is_overtaken() {
            "child-changed"
        } else if fed && !cut_off {
            "upstream-changed"
        } else {
            return;
        };
        self.set_status(ix, Status::Pending, Some(reason.to_owned()));
        self.touch(pass, ix);
    }

    fn touch(&self, pass: &mut Pass, ix: Ix) {
        for ix in std::iter::once(ix).chain(self.arena.ancestors(ix)) {
            let slot = self.arena.at(ix);
            if pass.touched.insert(slot.finish_at, finish(ix)).is_some() {
                break;
            }
            pass.open.insert(slot.finish_at, finish(ix));
            self.feed(pass, slot.dependants.iter().copied().collect());
        }
    }

    /// These tasks, and all below them, wait for a touched one.
    fn feed(&self, pass: &mut Pass, mut fed: Vec<Ix>) {
        while let Some(ix) = fed.pop() {
            let slot = self.arena.at(ix);
            if pass.fed.insert(slot.finish_at, finish(ix)).is_none() {
                pass.open.insert(slot.finish_at, finish(ix));
                fed.extend(slot.children.iter());
            }
        }
    }

    /// Decides how a task stands whose worker went away.
    fn recover_one(&mut self, ix: Ix, world: &World) {
        let approvals = Approvals::Of(self.head.plan_version);
        let slot = self.arena.at(ix);
        let node = &slot.node;
        let stands = |criterion: &Criterion| {
            node.item_for(criterion).is_some_and(|item| item.satisfies(criterion, approvals) && world.shows(item))
        };
        let asked = !node.done_when.is_empty() || !slot.children.is_empty();
        let proved = node.done_when.iter().all(|criterion| stands(criterion) || world.shows_wanted(criterion));
        if asked && proved && open_before_finish(&self.arena, ix).is_ok() {
            // An item that the world has overruled would speak against the task at the next look.
            let overruled = |criterion: &&Criterion| node.item_for(criterion).is_some() && !stands(criterion);
            let seen: Vec<Evidence> = node.done_when.iter().filter(overruled).map(Evidence::seen).collect();
            seen.into_iter().for_each(|item| self.arena.at_mut(ix).node.observe(item));
            self.set_status(ix, Status::Done, None);
        } else if node.replay == Replay::Safe || node.intents == 0 {
            self.set_status(ix, Status::Pending, Some("recovered".to_owned()));
        } else {
            self.set_status(ix, Status::Unknown, Some("side-effects-unclear".to_owned()));
        }
    }
}
