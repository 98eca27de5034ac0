//! How a whole list of tasks comes in: all of it or nothing, with every fault named. Owns the checks of structure;
//! refuses to know what tasks do later.
//!
//! Source: the task rules, sections 2.2 to 2.4.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::arena::{Arena, Ix};
use super::evidence::Approvals;
use super::graph::{GraphHead, TaskGraph};
use super::ledger::Ledger;
use super::node::{Node, NodeDraft, NodeSpec, Status};
use super::order::{self, Order};
use crate::code::Code;
use crate::code::task as code;
use crate::fit;
use crate::ids::is_step_id;
use crate::sorted::{VecSet, grown};
use crate::text::is_blank;

/// What a list comes into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// The plan version whose approvals count.
    pub plan_version: u64,
    /// Ids that were used before and must not come back.
    pub tombstones: Vec<String>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions { plan_version: 1, tombstones: Vec::new() }
    }
}

/// A list that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The graph.
    pub graph: TaskGraph,
    /// Ids of tasks that were called done without proof and are unknown now, sorted.
    pub repaired: Vec<String>,
}

/// A list that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The code of the first fault.
    pub code: Code,
    /// All faults as id and code, sorted, each once. Never empty.
    pub errors: Vec<(String, Code)>,
}

/// What can be wrong with a list, in the order in which an id's faults are told.
const FAULTS: [Code; 13] = [
    code::E_BAD_EVENT,
    code::E_CYCLE,
    code::E_DEP_DUPLICATE,
    code::E_DEP_MISSING,
    code::E_DEP_SELF,
    code::E_EVIDENCE_KIND,
    code::E_ID_DUPLICATE,
    code::E_ID_INVALID,
    code::E_ID_REUSED,
    code::E_PARENT_CYCLE,
    code::E_PARENT_MISSING,
    code::E_STATUS_UNKNOWN,
    code::E_TITLE_EMPTY,
];

/// What is wrong so far: by id, a bit for each of [`FAULTS`]. A list may be wrong everywhere.
#[derive(Default)]
struct Faults(BTreeMap<String, usize>);

impl Faults {
    fn note(&mut self, id: &str, code: Code) {
        // OK because a code without a place would still be a fault.
        let bit = 1 << FAULTS.iter().position(|known| *known == code).unwrap_or_default();
        match self.0.get_mut(id) {
            Some(bits) => *bits |= bit,
            None => drop(self.0.insert(id.to_owned(), bit)),
        }
    }

    fn none(self) -> Result<(), LoadError> {
        let mut errors = Vec::new();
        for (id, bits) in self.0 {
            let codes = FAULTS.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            errors.extend(codes.map(|(_, code)| (id.clone(), *code)));
        }
        match errors.first() {
            Some(&(_, code)) => Err(LoadError { code, errors }),
            None => Ok(()),
        }
    }
}

impl TaskGraph {
    /// Reads a list of tasks as it comes from outside.
    pub fn load(nodes: &[Value], options: &LoadOptions) -> Result<Loaded, LoadError> {
        let mut faults = Faults::default();
        let mut drafts = Vec::with_capacity(nodes.len());
        for value in nodes {
            match value.is_object().then(|| fit::read::<NodeDraft>(value).ok()).flatten() {
                Some(draft) => drafts.push(draft),
                None => faults.note(value.get("id").and_then(Value::as_str).unwrap_or_default(), code::E_BAD_EVENT),
            }
        }
        faults.none()?;
        let tombstones = grown(options.tombstones.iter().cloned());
        let head = GraphHead { plan_version: options.plan_version, starts: 0, tombstones };
        taken(head, Vec::new(), drafts)
    }

    /// The graph of a plan nothing was done for yet.
    pub fn from_specs(specs: Vec<NodeSpec>, plan_version: u64) -> Result<Loaded, LoadError> {
        TaskGraph::default().next_version(specs, plan_version)
    }

    /// The graph of the next version of the plan. A task whose id is in both keeps what it has done; an id that is
    /// only in the old one is never used again. A kept task that is done must still satisfy its criteria.
    pub fn next_version(&self, specs: Vec<NodeSpec>, plan_version: u64) -> Result<Loaded, LoadError> {
        let kept: VecSet<&str> = specs.iter().map(|spec| spec.id.as_str()).collect();
        let gone = self.records().map(|node| &node.id).filter(|id| !kept.contains(id.as_str()));
        let tombstones = grown(self.head.tombstones.iter().chain(gone).cloned());
        let head = GraphHead { plan_version, starts: self.head.starts, tombstones };
        let records: Vec<Node> = specs
            .into_iter()
            .map(|spec| match self.record(&spec.id) {
                Some(node) => node.asked_again(spec),
                None => Node::fresh(spec),
            })
            .collect();
        let other_proof = |_: Ix, node: &Node| self.record(&node.id).is_some_and(|old| old.done_when != node.done_when);
        let arena = tied(&head, records, Faults::default())?;
        repaired(head, arena, &other_proof)
    }

    /// Takes a list into a graph that may have tasks already.
    pub(super) fn load_more(&mut self, drafts: Vec<NodeDraft>) -> Result<(), Code> {
        let here = self.records().cloned().collect();
        let loaded = taken(self.head.clone(), here, drafts).map_err(|error| error.code)?;
        let visits = self.ledger.visits;
        *self = loaded.graph;
        self.ledger.visits = visits;
        Ok(())
    }
}

/// The graph of `here` and `drafts`.
fn taken(head: GraphHead, here: Vec<Node>, drafts: Vec<NodeDraft>) -> Result<Loaded, LoadError> {
    let mut faults = Faults::default();
    let mut records = here;
    let kept = records.len();
    records.reserve(drafts.len());
    for draft in drafts {
        if !draft.has_known_status() {
            faults.note(&draft.id, code::E_STATUS_UNKNOWN);
        }
        if !draft.has_known_criteria() {
            faults.note(&draft.id, code::E_EVIDENCE_KIND);
        }
        records.push(draft.into_node());
    }
    let arena = tied(&head, records, faults)?;
    repaired(head, arena, &|ix, _| ix.place() >= kept)
}

/// The graph of a list, after the doubted ones that are called done without proof were made unknown.
fn repaired(head: GraphHead, mut arena: Arena, is_doubted: &dyn Fn(Ix, &Node) -> bool) -> Result<Loaded, LoadError> {
    let mut repaired = Vec::new();
    for ix in arena.sorted().collect::<Vec<_>>() {
        let slot = arena.at_mut(ix);
        let node = &mut slot.node;
        if node.status == Status::Done
            && is_doubted(ix, node)
            && !is_proved(node, !slot.children.is_empty(), Approvals::Any)
        {
            node.status = Status::Unknown;
            node.reason = Some("no-evidence".to_owned());
            repaired.push(node.id.clone());
        }
    }
    Ok(Loaded { graph: built(head, arena)?, repaired })
}

/// Whether every criterion has an item that satisfies it. A leaf without criteria can not be proved.
pub(super) fn is_proved(node: &Node, has_children: bool, approvals: Approvals) -> bool {
    (has_children || !node.done_when.is_empty())
        && node
            .done_when
            .iter()
            .all(|criterion| node.item_for(criterion).is_some_and(|item| item.satisfies(criterion, approvals)))
}

/// The graph of `records`, whose statuses are taken as they are.
pub(super) fn assemble(head: GraphHead, records: Vec<Node>) -> Result<TaskGraph, LoadError> {
    let arena = tied(&head, records, Faults::default())?;
    built(head, arena)
}

/// The graph of `arena`, unless its tasks wait for each other.
fn built(head: GraphHead, mut arena: Arena) -> Result<TaskGraph, LoadError> {
    let row = order::sorted(&arena).map_err(|looped| {
        let errors = looped.iter().map(|&ix| (arena.at(ix).node.id.clone(), code::E_CYCLE)).collect();
        LoadError { code: code::E_CYCLE, errors }
    })?;
    let order = Order::of(&mut arena, &row);
    let mut ledger = Ledger::of(&mut arena, &row);
    let mut starts = head.starts;
    for ix in arena.all() {
        let node = &arena.at(ix).node;
        starts = starts.max(node.start_seq);
        if node.status == Status::Running {
            ledger.note_running(&arena, ix);
        }
    }
    Ok(TaskGraph { head: GraphHead { starts, ..head }, arena, order, ledger })
}

/// `records` with their neighbours, unless something of their structure is wrong. Loops through dependencies are not
/// looked for.
fn tied(head: &GraphHead, records: Vec<Node>, mut faults: Faults) -> Result<Arena, LoadError> {
    let mut arena = Arena::with_room(records.len());
    for node in records {
        if !is_step_id(&node.id) {
            faults.note(&node.id, code::E_ID_INVALID);
        }
        if head.tombstones.contains(&node.id) {
            faults.note(&node.id, code::E_ID_REUSED);
        }
        if is_blank(&node.title) {
            faults.note(&node.id, code::E_TITLE_EMPTY);
        }
        if arena.find(&node.id).is_some() {
            faults.note(&node.id, code::E_ID_DUPLICATE);
            arena.insert_twin(node);
        } else {
            arena.insert(node);
        }
    }
    // For each task the last one that was seen to wait for it.
    let mut awaited_by = vec![None; arena.numbers()];
    for ix in arena.all() {
        let deps = deps_of(&arena, ix, &mut awaited_by, &mut faults);
        let node = &arena.at(ix).node;
        let parent = node.parent.as_deref().and_then(|parent| arena.find(parent));
        if node.parent.is_some() && parent.is_none() {
            faults.note(&node.id, code::E_PARENT_MISSING);
        }
        for &dep in &deps {
            arena.at_mut(dep).dependants.insert(ix);
        }
        if let Some(parent) = parent {
            arena.at_mut(parent).children.insert(ix);
        }
        let slot = arena.at_mut(ix);
        slot.deps = deps;
        slot.parent = parent;
    }
    own_ancestors(&arena, &mut faults);
    faults.none().map(|()| arena)
}

/// What `ix` waits for.
fn deps_of(arena: &Arena, ix: Ix, awaited_by: &mut [Option<Ix>], faults: &mut Faults) -> Vec<Ix> {
    let node = &arena.at(ix).node;
    let mut deps = Vec::with_capacity(node.depends_on.len());
    let mut missing = BTreeSet::new();
    for id in &node.depends_on {
        if *id == node.id {
            faults.note(id, code::E_DEP_SELF);
        }
        let is_first = if let Some(dep) = arena.find(id) {
            deps.push(dep);
            awaited_by.get_mut(dep.place()).and_then(|last| last.replace(ix)) != Some(ix)
        } else {
            faults.note(&node.id, code::E_DEP_MISSING);
            missing.insert(id.clone())
        };
        if !is_first {
            faults.note(&node.id, code::E_DEP_DUPLICATE);
        }
    }
    deps
}

/// Notes the tasks that are above themselves. Each chain of parents is walked once.
fn own_ancestors(arena: &Arena, faults: &mut Faults) {
    // For each task where the walk began that came to it.
    let mut walked_from = vec![None; arena.numbers()];
    let up = |ix: Ix| arena.at(ix).parent;
    for first in arena.all() {
        let mut here = Some(first);
        while let Some(ix) = here {
            match walked_from.get_mut(ix.place()) {
                Some(walk @ None) => *walk = Some(first),
                Some(Some(walk)) if *walk == first => {
                    let looped = std::iter::successors(up(ix), |&link| up(link)).take_while(|&link| link != ix);
                    looped.chain([ix]).for_each(|link| faults.note(&arena.at(link).node.id, code::E_PARENT_CYCLE));
                    break;
                }
                Some(Some(_)) | None => break,
            }
            here = up(ix);
        }
    }
}
