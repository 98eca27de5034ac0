//! The tasks of a graph in one list, each with its neighbours by number. Owns the numbers: they are given once and never
//! move. Knows neither rules nor order.

use std::collections::BTreeMap;

use super::ledger::Facts;
use super::node::Node;
use crate::sorted::VecSet;

/// Number of a task within its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ix(u32);

impl Ix {
    /// The number of this place.
    fn of(place: usize) -> Ix {
        Ix(u32::try_from(place).unwrap_or(u32::MAX))
    }

    /// Its place in a list that has one entry for each number given so far.
    pub fn place(self) -> usize {
        // OK because u32 fits into usize on every target we build for.
        self.0 as usize
    }
}

/// One task, its neighbours, and what is derived of both.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// The task.
    pub node: Node,
    /// The task it is a part of.
    pub parent: Option<Ix>,
    /// Its parts.
    pub children: VecSet<Ix>,
    /// What it waits for, in the order of `node.depends_on`.
    pub deps: Vec<Ix>,
    /// What waits for it.
    pub dependants: VecSet<Ix>,
    /// Kept up to date by the ledger.
    pub facts: Facts,
    /// Places of its start and finish in the order.
    pub start_at: u64,
    /// See `start_at`.
    pub finish_at: u64,
}

/// All tasks of a graph.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    slots: Vec<Slot>,
    /// Numbers by id. Plain ones, as a map of that kind is compiled for another room too.
    index: BTreeMap<String, usize>,
    void: Slot,
}

impl Arena {
    /// No tasks, and room for so many.
    pub fn with_room(tasks: usize) -> Arena {
        let mut arena = Arena::default();
        arena.slots.reserve(tasks);
        arena
    }

    /// The task with this number.
    pub fn at(&self, ix: Ix) -> &Slot {
        // OK because numbers are only made by `insert`; a stray one would read an empty task, not stop the program.
        self.slots.get(ix.place()).unwrap_or(&self.void)
    }

    /// The task with this number, to be changed.
    pub fn at_mut(&mut self, ix: Ix) -> &mut Slot {
        match self.slots.get_mut(ix.place()) {
            Some(slot) => slot,
            None => &mut self.void,
        }
    }

    /// The number of the task with this id.
    pub fn find(&self, id: &str) -> Option<Ix> {
        self.index.get(id).copied().map(Ix::of)
    }

    /// Takes a task in, without neighbours.
    pub fn insert(&mut self, node: Node) -> Ix {
        self.index.insert(node.id.clone(), self.slots.len());
        self.insert_twin(node)
    }

    /// Takes a task in whose id is another's already: it has a number and can not be found.
    pub fn insert_twin(&mut self, node: Node) -> Ix {
        let ix = Ix::of(self.slots.len());
        self.slots.push(Slot { node, ..Slot::default() });
        ix
    }

    /// Lets a task go. Its number is not given again.
    pub fn remove(&mut self, ix: Ix) {
        let slot = std::mem::take(self.at_mut(ix));
        self.index.remove(&slot.node.id);
    }

    /// Numbers by id.
    pub fn sorted(&self) -> impl Iterator<Item = Ix> + '_ {
        self.index.values().copied().map(Ix::of)
    }

    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// How many numbers were given so far.
    pub fn numbers(&self) -> usize {
        self.slots.len()
    }

    /// All numbers given so far.
    pub fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        (0..self.slots.len()).map(Ix::of)
    }

    /// The `nth` task that waits for `ix`. For walks that change other tasks on the way.
    pub fn dependant(&self, ix: Ix, nth: usize) -> Option<Ix> {
        self.at(ix).dependants.iter().as_slice().get(nth).copied()
    }

    /// The `nth` part of `ix`. For walks that change other tasks on the way.
    pub fn child(&self, ix: Ix, nth: usize) -> Option<Ix> {
        self.at(ix).children.iter().as_slice().get(nth).copied()
    }

    /// The task it is a part of, the one that is a part of, and so on.
    pub fn ancestors(&self, ix: Ix) -> impl Iterator<Item = Ix> + '_ {
        std::iter::successors(self.at(ix).parent, |&up| self.at(up).parent)
    }

    /// `ix` and all below it, each before its parts.
    pub fn subtree(&self, ix: Ix) -> Vec<Ix> {
        let mut found = vec![ix];
        let mut next = 0;
        while let Some(&here) = found.get(next) {
            found.extend(self.at(here).children.iter());
            next += 1;
        }
        found
    }
}
