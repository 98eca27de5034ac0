//! How a whole list of tasks comes in: all of it or nothing, with every fault named. Owns the checks of structure;
//! refuses to know what tasks do later.
//!
//! Source: the task rules, sections 2.2 to 2.4.

use std::collections::BTreeSet;

use serde_json::Value;

use super::arena::Arena;
use super::evidence::Approvals;
use super::graph::{GraphHead, TaskGraph};
use super::ledger::Ledger;
use super::node::{Node, NodeDraft, NodeSpec, Status};
use super::order::{self, Order};
use crate::code::Code;
use crate::code::task as code;
use crate::fit;
use crate::ids::is_step_id;
use crate::sorted::{VecMap, VecSet, grown};
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

type Faults = VecSet<(String, Code)>;

impl TaskGraph {
    /// Reads a list of tasks as it comes from outside.
    pub fn load(nodes: &[Value], options: &LoadOptions) -> Result<Loaded, LoadError> {
        let read = |value: &Value| value.is_object().then(|| fit::read::<NodeDraft>(value).ok()).flatten();
        let drafts: Vec<Option<NodeDraft>> = nodes.iter().map(read).collect();
        let ill_formed = nodes.iter().zip(&drafts).filter(|(_, draft)| draft.is_none()).map(|(value, _)| {
            let id = value.get("id").and_then(Value::as_str).unwrap_or_default();
            (id.to_owned(), code::E_BAD_EVENT)
        });
        refused(ill_formed.collect())?;
        let tombstones = grown(options.tombstones.iter().cloned());
        let head = GraphHead { plan_version: options.plan_version, starts: 0, tombstones };
        let drafts: Vec<NodeDraft> = drafts.into_iter().flatten().collect();
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
        sound(&head, &records)?;
        let other_proof = |node: &&Node| self.record(&node.id).is_some_and(|old| old.done_when != node.done_when);
        let doubted = grown(records.iter().filter(other_proof).map(|node| node.id.clone()));
        repaired(head, records, &doubted)
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
    let mut faults = Faults::new();
    let mut doubted = BTreeSet::new();
    let mut records = here;
    records.reserve(drafts.len());
    for draft in drafts {
        if !draft.has_known_status() {
            faults.insert((draft.id.clone(), code::E_STATUS_UNKNOWN));
        }
        if !draft.has_known_criteria() {
            faults.insert((draft.id.clone(), code::E_EVIDENCE_KIND));
        }
        let node = draft.into_node();
        if node.status == Status::Done {
            doubted.insert(node.id.clone());
        }
        records.push(node);
    }
    check(&head, &records, &mut faults);
    refused(faults)?;
    repaired(head, records, &doubted)
}

/// The graph of `records`, after the doubted ones that are called done without proof were made unknown.
fn repaired(head: GraphHead, mut records: Vec<Node>, doubted: &BTreeSet<String>) -> Result<Loaded, LoadError> {
    let parents: BTreeSet<String> = grown(records.iter().filter_map(|node| node.parent.clone()));
    let mut repaired = VecSet::new();
    for node in records.iter_mut().filter(|node| node.status == Status::Done) {
        if doubted.contains(&node.id) && !is_proved(node, parents.contains(&node.id), Approvals::Any) {
            node.status = Status::Unknown;
            node.reason = Some("no-evidence".to_owned());
            repaired.insert(node.id.clone());
        }
    }
    Ok(Loaded { graph: built(head, records)?, repaired: repaired.into_vec() })
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
    sound(&head, &records)?;
    built(head, records)
}

/// The graph of `records`, unless they wait for each other. INVARIANT: `records` are otherwise sound.
fn built(head: GraphHead, records: Vec<Node>) -> Result<TaskGraph, LoadError> {
    let starts = records.iter().map(|node| node.start_seq).max().unwrap_or_default().max(head.starts);
    let mut arena = Arena::with_room(records.len());
    let all: Vec<_> = records.into_iter().map(|node| arena.insert(node)).collect();
    for &ix in &all {
        let node = &arena.at(ix).node;
        let deps: Vec<_> = node.depends_on.iter().filter_map(|dep| arena.find(dep)).collect();
        let parent = node.parent.as_deref().and_then(|parent| arena.find(parent));
        deps.iter().for_each(|&dep| arena.at_mut(dep).dependants.push(ix));
        if let Some(parent) = parent {
            arena.at_mut(parent).children.push(ix);
        }
        let slot = arena.at_mut(ix);
        slot.deps = deps;
        slot.parent = parent;
    }
    let row = order::sorted(&arena).map_err(|looped| {
        let errors: Faults = looped.iter().map(|&ix| (arena.at(ix).node.id.clone(), code::E_CYCLE)).collect();
        LoadError { code: code::E_CYCLE, errors: errors.into_vec() }
    })?;
    let order = Order::of(&mut arena, &row);
    let mut ledger = Ledger::of(&mut arena, &row);
    all.iter().filter(|&&ix| arena.at(ix).node.status == Status::Running).for_each(|&ix| {
        ledger.note_running(arena.at(ix));
    });
    Ok(TaskGraph { head: GraphHead { starts, ..head }, arena, order, ledger })
}

/// Every fault of structure but loops through dependencies.
fn check(head: &GraphHead, records: &[Node], faults: &mut Faults) {
    let mut first: VecMap<&str, &Node> = VecMap::new();
    for node in records {
        let mut found = |code: Code| {
            faults.insert((node.id.clone(), code));
        };
        if !is_step_id(&node.id) {
            found(code::E_ID_INVALID);
        }
        if head.tombstones.contains(&node.id) {
            found(code::E_ID_REUSED);
        }
        if is_blank(&node.title) {
            found(code::E_TITLE_EMPTY);
        }
        if first.contains_key(node.id.as_str()) {
            found(code::E_ID_DUPLICATE);
        } else {
            first.insert(&node.id, node);
        }
    }
    for node in records {
        let mut found = |code: Code| {
            faults.insert((node.id.clone(), code));
        };
        if node.parent.as_deref().is_some_and(|parent| !first.contains_key(parent)) {
            found(code::E_PARENT_MISSING);
        }
        if node.depends_on.contains(&node.id) {
            found(code::E_DEP_SELF);
        }
        if node.depends_on.iter().any(|dep| !first.contains_key(dep.as_str())) {
            found(code::E_DEP_MISSING);
        }
        if node.depends_on.len() > 1 && node.depends_on.iter().collect::<VecSet<_>>().len() < node.depends_on.len() {
            found(code::E_DEP_DUPLICATE);
        }
    }
    faults.extend(own_ancestors(&first).iter().map(|id| ((*id).to_owned(), code::E_PARENT_CYCLE)));
}

/// Ids of tasks that are above themselves. Each chain of parents is walked once.
fn own_ancestors<'a>(nodes: &VecMap<&'a str, &'a Node>) -> VecSet<&'a str> {
    let mut seen: VecSet<&str> = VecSet::new();
    let mut looped = VecSet::new();
    let parts = nodes.values().filter(|node| node.parent.is_some());
    for &first in parts {
        let mut chain: Vec<&str> = Vec::new();
        let mut on_chain: VecSet<&str> = VecSet::new();
        let mut here = Some(&first);
        while let Some(node) = here {
            if on_chain.contains(node.id.as_str()) {
                looped.extend(chain.iter().copied().skip_while(|&link| link != node.id));
                break;
            }
            if !seen.insert(&node.id) {
                break;
            }
            chain.push(&node.id);
            on_chain.insert(&node.id);
            here = node.parent.as_deref().and_then(|parent| nodes.get(parent));
        }
    }
    looped
}

fn sound(head: &GraphHead, records: &[Node]) -> Result<(), LoadError> {
    let mut faults = Faults::new();
    check(head, records, &mut faults);
    refused(faults)
}

fn refused(faults: Faults) -> Result<(), LoadError> {
    let errors: Vec<(String, Code)> = faults.into_vec();
    match errors.first() {
        Some(&(_, code)) => Err(LoadError { code, errors }),
        None => Ok(()),
    }
}
