//! The order in which tasks can start and finish, kept while the graph is edited. Owns the places of starts and
//! finishes and the search for loops; refuses to know statuses.
//!
//! Each task has two moments. A start comes after the start of the parent and the finishes of what the task waits for; a
//! finish comes after the task's own start and the finishes of its parts. A graph is free of deadlocks exactly when
//! these moments can be put in a row. Source: the task rules, sections 2.4 and 8.1; D. Pearce and P. Kelly, "A dynamic
//! topological sort algorithm for directed acyclic graphs" (2006).

use std::collections::BTreeMap;

use super::arena::{Arena, Ix};
use crate::sorted::grown;

/// Distance of neighbouring places in a fresh order.
const GAP: u64 = 1 << 32;
/// Distance kept within a parent, so that many parts fit one behind the other and some within each other.
const STEP: u64 = 1 << 18;

/// Which moment of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Work may begin.
    Start,
    /// Work is done.
    Finish,
}

/// The start or the finish of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The task.
    pub node: Ix,
    /// Which of its two.
    pub side: Side,
}

/// The start of `node`.
pub fn start(node: Ix) -> Moment {
    Moment { node, side: Side::Start }
}

/// The finish of `node`.
pub fn finish(node: Ix) -> Moment {
    Moment { node, side: Side::Finish }
}

/// What comes directly after `moment`.
pub fn after(arena: &Arena, moment: Moment) -> impl Iterator<Item = Moment> + '_ {
    let slot = arena.at(moment.node);
    let (own, starts, up) = match moment.side {
        Side::Start => (Some(finish(moment.node)), slot.children.iter(), None),
        Side::Finish => (None, slot.dependants.iter(), slot.parent.map(finish)),
    };
    own.into_iter().chain(starts.map(|&ix| start(ix))).chain(up)
}

/// What comes directly before `moment`.
pub fn before(arena: &Arena, moment: Moment) -> impl Iterator<Item = Moment> + '_ {
    let slot = arena.at(moment.node);
    let (own, finishes, up) = match moment.side {
        Side::Start => (None, slot.deps.iter(), slot.parent.map(start)),
        Side::Finish => (Some(start(moment.node)), slot.children.iter(), None),
    };
    own.into_iter().chain(finishes.map(|&ix| finish(ix))).chain(up)
}

/// All moments in a row, or the tasks that lie on a loop or on a way between loops.
pub fn sorted(arena: &Arena) -> Result<Vec<Moment>, Vec<Ix>> {
    let all = || arena.sorted().flat_map(|ix| [start(ix), finish(ix)]);
    let forward = peel(arena, all(), before, after);
    if forward.len() == 2 * arena.len() {
        return Ok(forward);
    }
    let free = Marks::of(arena, &forward);
    let rest: Vec<Moment> = all().filter(|&moment| !free.has(moment)).collect();
    let inside = Marks::of(arena, &rest);
    // What comes after one of the rest is one of the rest, so only the way back has to be kept inside.
    let back = |arena, moment| before(arena, moment).filter(|&moment| inside.has(moment));
    let behind = Marks::of(arena, &peel(arena, rest.iter().copied(), after, back));
    // The moments of one task stand side by side.
    let mut looped: Vec<Ix> = rest.iter().filter(|&&moment| !behind.has(moment)).map(|moment| moment.node).collect();
    looped.dedup();
    Err(looped)
}

/// A set of moments.
struct Marks(Vec<bool>);

impl Marks {
    fn of(arena: &Arena, moments: &[Moment]) -> Marks {
        let mut marks = vec![false; 2 * arena.numbers()];
        for &moment in moments {
            if let Some(mark) = marks.get_mut(number(moment)) {
                *mark = true;
            }
        }
        Marks(marks)
    }

    fn has(&self, moment: Moment) -> bool {
        self.0.get(number(moment)).copied().unwrap_or_default()
    }
}

fn number(moment: Moment) -> usize {
    2 * moment.node.place() + usize::from(moment.side == Side::Finish)
}

/// Kahn's walk: takes off what nothing is before, until nothing more comes off.
fn peel<'a, B, A>(
    arena: &'a Arena,
    moments: impl Iterator<Item = Moment>,
    before: impl Fn(&'a Arena, Moment) -> B,
    after: impl Fn(&'a Arena, Moment) -> A,
) -> Vec<Moment>
where
    B: Iterator<Item = Moment>,
    A: Iterator<Item = Moment>,
{
    let mut open = vec![0_usize; 2 * arena.numbers()];
    let mut row = Vec::new();
    for moment in moments {
        let count = before(arena, moment).count();
        if let Some(slot) = open.get_mut(number(moment)) {
            *slot = count;
        }
        if count == 0 {
            row.push(moment);
        }
    }
    let mut next = 0;
    while let Some(&moment) = row.get(next) {
        next += 1;
        for later in after(arena, moment) {
            if let Some(count) = open.get_mut(number(later)) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    row.push(later);
                }
            }
        }
    }
    row
}

/// Moments by their place, first to last.
pub type Row = BTreeMap<u64, Moment>;

/// Which moment is where. The places themselves are in the arena.
#[derive(Clone, Debug, Default)]
pub struct Order {
    row: Row,
}

impl Order {
    /// The order that is `row`.
    pub fn of(arena: &mut Arena, row: &[Moment]) -> Order {
        let places = (1_u64..).map(|n| n.saturating_mul(GAP));
        let row: Row = grown(places.zip(row.iter().copied()));
        for (&place, &moment) in &row {
            put(arena, moment, place);
        }
        Order { row }
    }

    /// All moments, first to last.
    pub fn moments(&self) -> impl Iterator<Item = Moment> + '_ {
        self.row.values().copied()
    }

    /// The finishes of all tasks.
    pub fn finishes(&self) -> Row {
        let mut finishes = Row::new();
        for (&place, &moment) in &self.row {
            if moment.side == Side::Finish {
                finishes.insert(place, moment);
            }
        }
        finishes
    }

    /// Whether one of `targets` is `from` or comes after it. Looks only at moments up to the last of the targets.
    pub fn leads(&self, arena: &Arena, from: Moment, targets: &[Moment], visits: &mut u64) -> bool {
        let Some(last) = targets.iter().map(|&target| at(arena, target)).max() else { return false };
        if at(arena, from) > last {
            return false;
        }
        let found = region(arena, from, after, |place| place <= last, visits);
        targets.iter().any(|&target| found.contains_key(&at(arena, target)))
    }

    /// Moves places so that `first` comes before `then`. INVARIANT: nothing leads from `then` to `first`.
    pub fn arrange(&mut self, arena: &mut Arena, first: Moment, then: Moment, visits: &mut u64) {
        let (low, high) = (at(arena, then), at(arena, first));
        if high < low {
            return;
        }
        let later = region(arena, then, after, |place| place <= high, visits);
        let earlier = region(arena, first, before, |place| place >= low, visits);
        let mut places = Row::new();
        for (&place, &moment) in later.iter().chain(&earlier) {
            places.insert(place, moment);
        }
        for (&place, &moment) in places.keys().zip(earlier.values().chain(later.values())) {
            self.row.insert(place, moment);
            put(arena, moment, place);
        }
    }

    /// Gives a new task its places: right before the finish of its parent, or at the end. INVARIANT: all that the
    /// task waits for is arranged before that finish.
    pub fn insert(&mut self, arena: &mut Arena, node: Ix) {
        let parent = arena.at(node).parent;
        if !self.fits(arena, parent) {
            let row: Vec<Moment> = self.moments().collect();
            *self = Order::of(arena, &row);
        }
        let (low, high) = self.room(arena, parent);
        let step = ((high - low) / 3).min(if parent.is_some() { STEP } else { GAP });
        for (moment, place) in [(start(node), low + step), (finish(node), low + 2 * step)] {
            self.row.insert(place, moment);
            put(arena, moment, place);
        }
    }

    /// Takes a task out.
    pub fn remove(&mut self, arena: &Arena, node: Ix) {
        let slot = arena.at(node);
        self.row.remove(&slot.start_at);
        self.row.remove(&slot.finish_at);
    }

    fn fits(&self, arena: &Arena, parent: Option<Ix>) -> bool {
        let (low, high) = self.room(arena, parent);
        high - low >= 3
    }

    /// The free places before the finish of `parent`, or after everything.
    fn room(&self, arena: &Arena, parent: Option<Ix>) -> (u64, u64) {
        match parent {
            Some(parent) => {
                let high = arena.at(parent).finish_at;
                (self.row.range(..high).next_back().map_or(0, |(&place, _)| place), high)
            }
            None => {
                let low = self.row.last_key_value().map_or(0, |(&place, _)| place);
                (low, low.saturating_add(3 * GAP))
            }
        }
    }
}

fn at(arena: &Arena, moment: Moment) -> u64 {
    let slot = arena.at(moment.node);
    match moment.side {
        Side::Start => slot.start_at,
        Side::Finish => slot.finish_at,
    }
}

fn put(arena: &mut Arena, moment: Moment, place: u64) {
    let slot = arena.at_mut(moment.node);
    match moment.side {
        Side::Start => slot.start_at = place,
        Side::Finish => slot.finish_at = place,
    }
}

/// `from` and all that `next` leads to, through places that are `within`; by place, so that it takes no more room than it
/// holds.
fn region<'a, N: Iterator<Item = Moment>>(
    arena: &'a Arena,
    from: Moment,
    next: impl Fn(&'a Arena, Moment) -> N,
    within: impl Fn(u64) -> bool,
    visits: &mut u64,
) -> Row {
    let mut found = Row::new();
    found.insert(at(arena, from), from);
    let mut open = vec![from];
    while let Some(moment) = open.pop() {
        for other in next(arena, moment) {
            *visits += 1;
            let place = at(arena, other);
            if within(place) && found.insert(place, other).is_none() {
                open.push(other);
            }
        }
    }
    found
}
