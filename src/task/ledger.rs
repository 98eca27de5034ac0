//! What follows from the stored statuses, kept up to date: effective status, unmet dependencies, what holds a task from
//! above, the ready set, progress. Owns these facts and how a change of one task reaches the others; decides nothing.
//!
//! A change goes up (effective status to the parent's tally), across (done to the dependants' counts) and down (held or
//! waiting to the parts), and stops where nothing is different any more. Source: the task rules, sections 5.2 to 6.1
//! and 8.1.

use std::collections::BTreeSet;

use super::arena::{Arena, Ix, Slot};
use super::node::Status;
use crate::sorted::VecSet;

/// What is derived of one task.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How it stands for others. None = not counted anywhere yet.
    pub mark: Option<Mark>,
    /// Own dependencies that are not done.
    pub unmet: usize,
    /// It or an ancestor is optional.
    pub skippable: bool,
    /// What its parts have to stand.
    pub below: Shade,
    /// It is in the ready set.
    pub listed: bool,
    /// Its parts, counted by how they stand.
    pub tally: Tally,
}

/// How a task stands for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Effective status.
    pub status: Status,
    /// It counts as work: a leaf, or it has own criteria.
    pub unit: bool,
    /// Neither it nor an ancestor is optional.
    pub required: bool,
    /// It is done and its parts are open again, see [`Slot::is_overtaken`].
    pub overtaken: bool,
}

/// What comes down on a task from above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shade {
    /// An ancestor is blocked or deferred.
    pub held: bool,
    /// An ancestor waits for something.
    pub waiting: bool,
}

/// The parts of a task, counted by effective status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    active: usize,
    unsettled: usize,
    required: usize,
    required_open: usize,
    required_unknown: usize,
    required_failed: usize,
    required_blocked: usize,
}

impl Tally {
    fn change(&mut self, optional: bool, from: Option<Status>, to: Option<Status>) {
        let shift = |count: &mut usize, is: &dyn Fn(Status) -> bool| {
            *count = (*count + usize::from(to.is_some_and(is))).saturating_sub(usize::from(from.is_some_and(is)));
        };
        shift(&mut self.active, &Status::is_active);
        shift(&mut self.unsettled, &|status| !status.is_settled());
        if !optional {
            shift(&mut self.required, &|_| true);
            shift(&mut self.required_open, &|status| status != Status::Done);
            shift(&mut self.required_unknown, &|status| status == Status::Unknown);
            shift(&mut self.required_failed, &|status| status == Status::Failed);
            shift(&mut self.required_blocked, &|status| status == Status::Blocked);
        }
    }

    /// Some required part is not done; without required parts: something is still awaited of some part.
    pub fn is_open(&self) -> bool {
        if self.required > 0 { self.required_open > 0 } else { self.unsettled > 0 }
    }

    /// What the parts say of the whole, if they are not through.
    fn status(&self) -> Option<Status> {
        if self.active > 0 {
            Some(Status::Running)
        } else if self.required_unknown > 0 {
            Some(Status::Unknown)
        } else if self.required_failed > 0 {
            Some(Status::Failed)
        } else if self.required_blocked > 0 {
            Some(Status::Blocked)
        } else if self.is_open() {
            Some(Status::Pending)
        } else {
            None
        }
    }
}

impl Slot {
    /// It has parts and nothing of its own to prove.
    pub fn is_container(&self) -> bool {
        !self.children.is_empty() && self.node.done_when.is_empty()
    }

    /// Its status for all who look at it from outside.
    pub fn effective(&self) -> Status {
        let stored = self.node.status;
        if self.children.is_empty() || stored.is_held() {
            return stored;
        }
        self.facts.tally.status().unwrap_or(if self.node.done_when.is_empty() { Status::Done } else { stored })
    }

    /// It has parts and they are not through.
    pub fn has_open_children(&self) -> bool {
        !self.children.is_empty() && self.facts.tally.is_open()
    }

    /// It is done, with criteria of its own, and its parts are not through any more.
    pub fn is_overtaken(&self) -> bool {
        self.node.status == Status::Done && !self.node.done_when.is_empty() && self.has_open_children()
    }

    fn to_mark(&self) -> Mark {
        Mark {
            status: self.effective(),
            unit: !self.is_container(),
            required: !self.facts.skippable,
            overtaken: self.is_overtaken(),
        }
    }
}

/// Sums over all tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Running or recovering.
    pub active: u32,
    /// Unknown.
    pub unknown: u32,
    /// Required units.
    pub required: u32,
    /// Required units that are done.
    pub done: u32,
    /// Units, required or not, of which something is awaited.
    pub unsettled: u32,
    /// Done, and their parts are open again.
    pub overtaken: u32,
}

impl Totals {
    fn change(&mut self, from: Option<Mark>, to: Option<Mark>) {
        let shift = |count: &mut u32, is: &dyn Fn(Mark) -> bool| {
            *count = (*count + u32::from(to.is_some_and(is))).saturating_sub(u32::from(from.is_some_and(is)));
        };
        shift(&mut self.active, &|mark| mark.status.is_active());
        shift(&mut self.unknown, &|mark| mark.status == Status::Unknown);
        shift(&mut self.required, &|mark| mark.unit && mark.required);
        shift(&mut self.done, &|mark| mark.unit && mark.required && mark.status == Status::Done);
        shift(&mut self.unsettled, &|mark| mark.unit && !mark.status.is_settled());
        shift(&mut self.overtaken, &|mark| mark.overtaken);
    }
}

/// The facts about the graph as a whole.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Sums.
    pub totals: Totals,
    /// Ids of what can be started.
    pub ready: BTreeSet<String>,
    /// What runs, by number of its start.
    pub running: VecSet<(u64, Ix)>,
    /// Edges looked at so far.
    pub visits: u64,
}

impl Ledger {
    /// All facts of a graph that has none yet. `starts_first` is the order of its moments.
    pub fn of(arena: &mut Arena, starts_first: &[super::order::Moment]) -> Ledger {
        let mut ledger = Ledger::default();
        for moment in starts_first {
            match moment.side {
                super::order::Side::Start => enter(arena, moment.node),
                super::order::Side::Finish => ledger.count(arena, moment.node),
            }
        }
        for ix in arena.sorted().collect::<Vec<_>>() {
            ledger.list(arena, ix);
        }
        ledger
    }

    /// Facts of a task that has just come in, below its parent and behind what it waits for.
    pub fn add(&mut self, arena: &mut Arena, ix: Ix) {
        enter(arena, ix);
        self.settle(arena, ix);
    }

    /// Brings everything up to date after the stored part of `ix` has changed.
    pub fn update(&mut self, arena: &mut Arena, ix: Ix) {
        self.spread(arena, ix);
        self.settle(arena, ix);
    }

    /// The task runs, or no longer does; called with the task as it is while it runs.
    pub fn note_running(&mut self, arena: &Arena, ix: Ix) {
        let node = &arena.at(ix).node;
        let key = (node.start_seq, ix);
        if node.status == Status::Running {
            self.running.insert(key);
        } else {
            self.running.remove(&key);
        }
    }

    /// Takes a task out of all sums but those of its dependants.
    pub fn forget(&mut self, arena: &mut Arena, ix: Ix) {
        let slot = arena.at_mut(ix);
        let mark = slot.facts.mark.take();
        let (parent, optional) = (slot.parent, slot.node.optional);
        slot.facts.listed = false;
        self.ready.remove(&slot.node.id);
        self.running.remove(&(slot.node.start_seq, ix));
        self.totals.change(mark, None);
        if let Some(parent) = parent {
            arena.at_mut(parent).facts.tally.change(optional, mark.map(|mark| mark.status), None);
        }
    }

    /// Brings everything up to date after `ix` has got another parent than `from`.
    pub fn moved(&mut self, arena: &mut Arena, ix: Ix, from: Option<Ix>) {
        let slot = arena.at(ix);
        let (to, optional) = (slot.parent, slot.node.optional);
        let status = slot.facts.mark.map(|mark| mark.status);
        if let Some(from) = from {
            arena.at_mut(from).facts.tally.change(optional, status, None);
        }
        if let Some(to) = to {
            arena.at_mut(to).facts.tally.change(optional, None, status);
        }
        let below = arena.subtree(ix);
        for &each in &below {
            let slot = arena.at(each);
            let inherited = slot.parent.is_some_and(|parent| arena.at(parent).facts.skippable);
            let skippable = slot.node.optional || inherited;
            arena.at_mut(each).facts.skippable = skippable;
        }
        self.spread(arena, ix);
        for each in below.into_iter().chain(from).chain(to) {
            self.settle(arena, each);
        }
    }

    /// Brings everything up to date after the dependencies of `ix` were replaced.
    pub fn relinked(&mut self, arena: &mut Arena, ix: Ix) {
        arena.at_mut(ix).facts.unmet = unmet(arena, ix);
        self.update(arena, ix);
    }

    /// Brings up to date what follows from the status of `first`: its parent's, its dependants', and so on.
    fn settle(&mut self, arena: &mut Arena, first: Ix) {
        let mut open = vec![first];
        while let Some(ix) = open.pop() {
            self.list(arena, ix);
            let slot = arena.at(ix);
            let (old, new, parent) = (slot.facts.mark, slot.to_mark(), slot.parent);
            if old == Some(new) {
                continue;
            }
            self.count(arena, ix);
            if old.map(|mark| mark.status) == Some(new.status) {
                continue;
            }
            if let Some(parent) = parent {
                self.visits += 1;
                open.push(parent);
            }
            let was_done = old.is_some_and(|mark| mark.status == Status::Done);
            if was_done != (new.status == Status::Done) {
                self.tell_dependants(arena, ix, was_done);
            }
        }
    }

    fn tell_dependants(&mut self, arena: &mut Arena, ix: Ix, was_done: bool) {
        let mut nth = 0;
        while let Some(dependant) = arena.dependant(ix, nth) {
            nth += 1;
            self.visits += 1;
            let unmet = &mut arena.at_mut(dependant).facts.unmet;
            let before = *unmet;
            *unmet = if was_done { before + 1 } else { before.saturating_sub(1) };
            if (before == 0) != (*unmet == 0) {
                self.spread(arena, dependant);
                self.list(arena, dependant);
            }
        }
    }

    /// Tells the parts what they have to stand from above.
    fn spread(&mut self, arena: &mut Arena, first: Ix) {
        let mut open = vec![first];
        while let Some(ix) = open.pop() {
            if !shade(arena, ix) {
                continue;
            }
            let mut nth = 0;
            while let Some(child) = arena.child(ix, nth) {
                nth += 1;
                self.visits += 1;
                self.list(arena, child);
                open.push(child);
            }
        }
    }

    /// Puts a task's mark into the sums and the parent's tally.
    fn count(&mut self, arena: &mut Arena, ix: Ix) {
        let slot = arena.at_mut(ix);
        let new = slot.to_mark();
        let old = slot.facts.mark.replace(new);
        let (parent, optional) = (slot.parent, slot.node.optional);
        self.totals.change(old, Some(new));
        if let Some(parent) = parent {
            let (from, to) = (old.map(|mark| mark.status), Some(new.status));
            arena.at_mut(parent).facts.tally.change(optional, from, to);
        }
    }

    /// Puts a task on the ready list or takes it off.
    fn list(&mut self, arena: &mut Arena, ix: Ix) {
        let slot = arena.at(ix);
        let ready = slot.node.status == Status::Pending && super::change::start_hindrance(arena, ix).is_none();
        if ready == slot.facts.listed {
            return;
        }
        if ready {
            self.ready.insert(slot.node.id.clone());
        } else {
            self.ready.remove(&slot.node.id);
        }
        arena.at_mut(ix).facts.listed = ready;
    }
}

/// What comes down on `ix` from above.
pub fn above(arena: &Arena, ix: Ix) -> Shade {
    arena.at(ix).parent.map(|parent| arena.at(parent).facts.below).unwrap_or_default()
}

/// How many of its dependencies are not done.
fn unmet(arena: &Arena, ix: Ix) -> usize {
    let is_done = |dep: Ix| arena.at(dep).facts.mark.is_some_and(|mark| mark.status == Status::Done);
    arena.at(ix).deps.iter().filter(|&&dep| !is_done(dep)).count()
}

/// Facts that come from above and from dependencies.
fn enter(arena: &mut Arena, ix: Ix) {
    let slot = arena.at(ix);
    let unmet = unmet(arena, ix);
    let skippable = slot.node.optional || slot.parent.is_some_and(|parent| arena.at(parent).facts.skippable);
    let facts = &mut arena.at_mut(ix).facts;
    facts.unmet = unmet;
    facts.skippable = skippable;
    shade(arena, ix);
}

/// Renews what comes down on the parts of `ix`; whether it is different.
fn shade(arena: &mut Arena, ix: Ix) -> bool {
    let above = above(arena, ix);
    let slot = arena.at_mut(ix);
    let below =
        Shade { held: above.held || slot.node.status.is_held(), waiting: above.waiting || slot.facts.unmet > 0 };
    std::mem::replace(&mut slot.facts.below, below) != below
}
