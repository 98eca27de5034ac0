//! The graph itself: what of it is stored, what is derived beside it, and how it is compared, hashed, stored and read.
//! Owns its fields; the rules that change them are in the sibling files.
//!
//! Source: the task rules, sections 2, 5.4 and 6.1.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use serde_json::Value;

use super::arena::{Arena, Ix};
use super::edit::{Deletion, DoneParent};
use super::event::TaskEvent;
use super::ledger::Ledger;
use super::load::LoadError;
use super::node::{Node, Status};
use super::order::Order;
use super::recovery::Look;
use crate::code::Code;
use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain, object};

/// Tasks, their edges and what was done for them.
///
/// ```
/// use plangate::task::{LoadOptions, TaskGraph};
/// use serde_json::json;
///
/// let nodes = [
///     json!({ "id": "a", "title": "Build", "doneWhen": [{ "kind": "artifact", "ref": "app" }] }),
///     json!({ "id": "b", "title": "Test", "dependsOn": ["a"], "doneWhen": [{ "kind": "test-exit", "ref": "npm test" }] }),
/// ];
/// let mut graph = TaskGraph::load(&nodes, &LoadOptions::default())?.graph;
/// assert_eq!(graph.ready(10), ["a"]);
/// assert_eq!(graph.apply_value(&json!({ "op": "finish", "id": "b" })), Err("E_BAD_STATUS"));
/// assert_eq!(graph.apply_value(&json!({ "op": "start", "id": "a" })), Ok(()));
/// # Ok::<(), plangate::task::LoadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TaskGraph {
    pub(super) head: GraphHead,
    pub(super) arena: Arena,
    pub(super) order: Order,
    pub(super) ledger: Ledger,
}

/// What a graph stores beside its tasks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphHead {
    /// The plan version whose approvals count.
    pub plan_version: u64,
    /// Number of the last start.
    pub starts: u64,
    /// Ids that were used and are gone.
    pub tombstones: BTreeSet<String>,
}

impl Fit for GraphHead {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.closed(&["planVersion", "starts", "tombstones"]);
        Self {
            plan_version: fields.get("planVersion"),
            starts: fields.get("starts"),
            tombstones: fields.get_or_default("tombstones"),
        }
    }
}

impl Plain for GraphHead {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("planVersion", &self.plan_version);
        members.put("starts", &self.starts);
        members.put_filled("tombstones", &self.tombstones);
        members.value()
    }
}

impl Default for GraphHead {
    fn default() -> GraphHead {
        GraphHead { plan_version: 1, starts: 0, tombstones: BTreeSet::new() }
    }
}

impl TaskGraph {
    /// What is stored beside the tasks.
    pub fn head(&self) -> &GraphHead {
        &self.head
    }

    /// The tasks as they are stored, by id.
    pub fn records(&self) -> impl Iterator<Item = &Node> + '_ {
        self.arena.sorted().map(|ix| &self.arena.at(ix).node)
    }

    /// The stored task with this id.
    pub fn record(&self, id: &str) -> Option<&Node> {
        self.arena.find(id).map(|ix| &self.arena.at(ix).node)
    }

    /// The graph that was stored as `head` and `records`. Its structure is checked, its statuses are taken as they are.
    pub fn from_records(head: GraphHead, records: Vec<Node>) -> Result<TaskGraph, LoadError> {
        super::load::assemble(head, records)
    }

    /// Applies one event, or refuses it with a code and changes nothing.
    pub fn apply(&mut self, event: &TaskEvent) -> Result<(), Code> {
        match event {
            TaskEvent::Load { nodes } => return self.load_more(nodes.clone()),
            TaskEvent::Add { node, reopen } => return self.add(node, DoneParent::of(*reopen)),
            TaskEvent::Link { id, dep } => return self.link(id, dep),
            TaskEvent::Unlink { id, dep } => return self.unlink(id, dep),
            TaskEvent::Delete { id, cascade, relink, by } => {
                let how = Deletion {
                    cascade: cascade.unwrap_or_default(),
                    relink: relink.unwrap_or_default(),
                    by: by.as_deref(),
                };
                return self.delete(self.known(id)?, how);
            }
            TaskEvent::Move { id, parent } => return self.reparent(self.known(id)?, parent.as_deref()),
            TaskEvent::SetCriteria { id, done_when } => return self.set_criteria(self.known(id)?, done_when),
            TaskEvent::Start { id, session, now } => return self.start(self.known(id)?, session.as_deref(), *now),
            TaskEvent::Finish { id, attempt } => return self.finish(self.known(id)?, *attempt),
            TaskEvent::Evidence { id, item, attempt } => return self.evidence(self.known(id)?, item, *attempt),
            TaskEvent::Fail { id, attempt, reason } => {
                return self.leave(self.known(id)?, *attempt, Status::Failed, reason.clone());
            }
            TaskEvent::Stop { id, attempt, reason } => {
                return self.leave(self.known(id)?, *attempt, Status::Pending, reason.clone());
            }
            TaskEvent::Block { id, by, reason } => return self.block(self.known(id)?, by.as_deref(), reason.clone()),
            TaskEvent::Unblock { id, by } => return self.unblock(self.known(id)?, by.as_deref()),
            TaskEvent::Defer { id, by, reason } => {
                return self.defer(self.known(id)?, by.as_deref(), reason.clone());
            }
            TaskEvent::Resume { id } => return self.again(self.known(id)?, Status::Deferred),
            TaskEvent::Retry { id } => return self.again(self.known(id)?, Status::Failed),
            TaskEvent::Reopen { id, reason } => return self.reopen(self.known(id)?, reason.clone()),
            TaskEvent::Resolve { id, to, by, reason } => {
                return self.resolve(self.known(id)?, to, by.as_deref(), reason.clone());
            }
            TaskEvent::Intent { id, attempt } => self.at_work(self.known(id)?, *attempt)?.intents += 1,
            TaskEvent::Ack { id, attempt } => self.at_work(self.known(id)?, *attempt)?.acks += 1,
            TaskEvent::Beat { id, attempt, now } => {
                let node = self.at_work(self.known(id)?, *attempt)?;
                node.beat = now.unwrap_or(node.beat);
            }
            TaskEvent::StepDone { id } => return self.step_done(self.known(id)?),
            TaskEvent::PlanVersion { version } => self.head.plan_version = *version,
            TaskEvent::Restart { session, now, lease } => {
                self.restart(session.as_deref(), now.unwrap_or_default(), *lease);
            }
            TaskEvent::Tick { now, lease } => self.tick(*now, *lease),
            TaskEvent::Recover { world } => self.sweep(Look::AfterRestart(world)),
            TaskEvent::Revalidate { world } => self.sweep(Look::Again(world)),
        }
        Ok(())
    }

    /// The untyped front door: reads an event (`E_BAD_EVENT` if it is none) and applies it.
    pub fn apply_value(&mut self, event: &Value) -> Result<(), Code> {
        self.apply(&TaskEvent::parse(event)?)
    }

    pub(super) fn known(&self, id: &str) -> Result<Ix, Code> {
        self.arena.find(id).ok_or(crate::code::task::E_NO_NODE)
    }
}

impl PartialEq for TaskGraph {
    fn eq(&self, other: &TaskGraph) -> bool {
        self.head == other.head && self.records().eq(other.records())
    }
}

impl Eq for TaskGraph {}

impl Hash for TaskGraph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.head.hash(state);
        self.arena.len().hash(state);
        self.records().for_each(|node| node.hash(state));
    }
}

impl Plain for TaskGraph {
    fn plain(&self) -> Value {
        let nodes: Vec<Value> = self.records().map(Node::plain).collect();
        object(&[("head", &self.head), ("nodes", &nodes)])
    }
}

impl Fit for TaskGraph {
    fn fit(from: Data<'_>) -> TaskGraph {
        let fields = from.closed(&["head", "nodes"]);
        TaskGraph::from_records(fields.get("head"), fields.get("nodes")).unwrap_or_else(|error| {
            from.misfit(error.code);
            TaskGraph::default()
        })
    }
}
