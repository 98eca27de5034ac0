//! What is shown of a task graph. Owns the shapes a host reads; changes nothing.
//!
//! Source: the task rules, sections 5.2 to 6.1; the public API's `TaskNode` and `TaskGraph`.

use super::arena::Ix;
use super::evidence::Evidence;
use super::graph::TaskGraph;
use super::ledger::above;
use super::node::Status;
use crate::fit::Named;
use crate::plain::{Members, Plain};
use crate::plan::{Criterion, Replay};
use crate::sorted::{VecMap, VecSet};
use serde_json::Value;

/// A task as a host sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct TaskNode {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Effective status: of a task with parts it follows from them.
    pub status: Status,
    /// Why it has its stored status.
    pub reason: Option<String>,
    /// How often it was started.
    #[cfg_attr(test, ts(type = "number"))]
    pub attempt: u64,
    /// Ids that must be done first.
    pub depends_on: Vec<String>,
    /// The task it is a part of.
    pub parent: Option<String>,
    /// May be skipped.
    pub optional: bool,
    /// What was observed.
    pub evidence: Vec<Evidence>,
}

impl TaskNode {
    fn members(&self) -> Members {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("title", &self.title);
        members.put("status", &self.status);
        members.put("reason", &self.reason);
        members.put("attempt", &self.attempt);
        members.put("dependsOn", &self.depends_on);
        members.put("parent", &self.parent);
        members.put("optional", &self.optional);
        members.put("evidence", &self.evidence);
        members
    }
}

impl Plain for TaskNode {
    fn plain(&self) -> Value {
        self.members().value()
    }
}

/// Everything about one task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeView {
    /// What every list shows; `status` is the effective one.
    pub task: TaskNode,
    /// The stored status.
    pub stored: Status,
    /// What must be proved.
    pub done_when: Vec<Criterion>,
    /// Whether it may be done twice.
    pub replay: Replay,
    /// Small parts.
    pub steps: Vec<String>,
    /// Who holds it, while blocked.
    pub blocked_by: Option<String>,
    /// The page that started it.
    pub owner: Option<String>,
    /// When its owner was last heard, in ms.
    pub beat: i64,
    /// Side effects announced in this attempt.
    pub intents: u64,
    /// Side effects confirmed in this attempt.
    pub acks: u64,
    /// Parts done in this attempt.
    pub steps_done: u64,
    /// Number of its start.
    pub start_seq: u64,
}

impl Plain for NodeView {
    fn plain(&self) -> Value {
        let mut members = self.task.members();
        members.put("stored", &self.stored);
        members.put("doneWhen", &self.done_when);
        members.put("replay", &self.replay);
        members.put("steps", &self.steps);
        members.put("blockedBy", &self.blocked_by);
        members.put("owner", &self.owner);
        members.put("beat", &self.beat);
        members.put("intents", &self.intents);
        members.put("acks", &self.acks);
        members.put("stepsDone", &self.steps_done);
        members.put("startSeq", &self.start_seq);
        members.value()
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum ProgressState {
    /// There are no tasks.
    Empty,
    /// Something runs or could run.
    Active,
    /// Nothing is left to do.
    Complete,
    /// Something is left to do and nothing can be started.
    Stalled,
}

impl Named for ProgressState {
    const NAMES: &'static [(&'static str, Self)] =
        &[("empty", Self::Empty), ("active", Self::Active), ("complete", Self::Complete), ("stalled", Self::Stalled)];
    const ELSE: Self = Self::Empty;
}

/// Required work that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Progress {
    /// Required units that are done.
    pub done: u32,
    /// Required units.
    pub total: u32,
    /// Whole percent, rounded down; none without required units. 100 only when all are done.
    pub percent: Option<u32>,
    /// What it comes to.
    pub state: ProgressState,
}

impl Plain for Progress {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("done", &self.done);
        members.put("total", &self.total);
        members.put("percent", &self.percent);
        members.put("state", &self.state);
        members.value()
    }
}

/// Counts of work, to check that it does not grow with the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// Edges looked at by all events so far: dependencies, and links between parent and child.
    pub edge_visits: u64,
}

impl Plain for Stats {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("edgeVisits", &self.edge_visits);
        members.value()
    }
}

impl TaskGraph {
    /// Ids of at most `max` tasks that can be started, sorted.
    pub fn ready(&self, max: usize) -> Vec<String> {
        self.ledger.ready.iter().take(max).cloned().collect()
    }

    /// Whether this task can be started.
    pub fn is_ready(&self, id: &str) -> bool {
        self.ledger.ready.contains(id)
    }

    /// Tasks that could be started but for others, with the sorted ids of those others: what they themselves wait for
    /// and what the tasks around them wait for.
    pub fn waiting(&self) -> VecMap<String, Vec<String>> {
        self.arena.sorted().filter(|&ix| self.is_waiting(ix)).map(|ix| (self.id(ix), self.awaited_by(ix))).collect()
    }

    fn is_waiting(&self, ix: Ix) -> bool {
        let slot = self.arena.at(ix);
        slot.node.status == Status::Pending
            && !slot.is_container()
            && (slot.facts.unmet > 0 || above(&self.arena, ix).waiting)
    }

    fn awaited_by(&self, ix: Ix) -> Vec<String> {
        let around = std::iter::once(ix).chain(self.arena.ancestors(ix));
        let deps = around.filter(|&ix| self.arena.at(ix).facts.unmet > 0).flat_map(|ix| &self.arena.at(ix).deps);
        let unmet = deps.filter(|&&dep| self.arena.at(dep).effective() != Status::Done);
        unmet.map(|&dep| self.id(dep)).collect::<VecSet<_>>().into_vec()
    }

    fn id(&self, ix: Ix) -> String {
        self.arena.at(ix).node.id.clone()
    }

    /// All tasks as a host sees them, by id.
    pub fn nodes(&self) -> Vec<TaskNode> {
        self.arena.sorted().map(|ix| self.task_node(ix)).collect()
    }

    /// One task as a host sees it in a list.
    pub fn node(&self, id: &str) -> Option<TaskNode> {
        self.arena.find(id).map(|ix| self.task_node(ix))
    }

    fn task_node(&self, ix: Ix) -> TaskNode {
        let slot = self.arena.at(ix);
        let node = &slot.node;
        TaskNode {
            id: node.id.clone(),
            title: node.title.clone(),
            status: slot.effective(),
            reason: node.reason.clone(),
            attempt: node.attempt,
            depends_on: node.depends_on.clone(),
            parent: node.parent.clone(),
            optional: node.optional,
            evidence: node.evidence.clone(),
        }
    }

    /// Everything about one task.
    pub fn get(&self, id: &str) -> Option<NodeView> {
        let ix = self.arena.find(id)?;
        let node = &self.arena.at(ix).node;
        Some(NodeView {
            task: self.task_node(ix),
            stored: node.status,
            done_when: node.done_when.clone(),
            replay: node.replay,
            steps: node.steps.clone(),
            blocked_by: node.blocked_by.clone(),
            owner: node.owner.clone(),
            beat: node.beat,
            intents: node.intents,
            acks: node.acks,
            steps_done: node.steps_done,
            start_seq: node.start_seq,
        })
    }

    /// The effective status of a task.
    pub fn effective(&self, id: &str) -> Option<Status> {
        self.arena.find(id).map(|ix| self.arena.at(ix).effective())
    }

    /// How far the work is.
    pub fn progress(&self) -> Progress {
        let totals = &self.ledger.totals;
        let (done, total) = (totals.done, totals.required);
        // In 64 bits, since a hundred times a count may not fit into 32.
        let percent = (u64::from(done) * 100).checked_div(u64::from(total)).and_then(|p| u32::try_from(p).ok());
        let state = if self.arena.len() == 0 {
            ProgressState::Empty
        } else if totals.active > 0 {
            ProgressState::Active
        } else if self.complete() && totals.unknown == 0 {
            ProgressState::Complete
        } else if !self.ledger.ready.is_empty() {
            ProgressState::Active
        } else {
            ProgressState::Stalled
        };
        Progress { done, total, percent, state }
    }

    /// Whether there is work and all that is required of it is done; where nothing is required, whether nothing is
    /// awaited any more.
    pub fn complete(&self) -> bool {
        let totals = &self.ledger.totals;
        self.arena.len() > 0 && if totals.required > 0 { totals.done == totals.required } else { totals.unsettled == 0 }
    }

    /// The running task that was started first: calls that name no task belong to it. Of tasks that a list brought in with
    /// the same number, the one whose id comes first.
    pub fn running_first(&self) -> Option<&str> {
        let &(first, _) = self.ledger.running.first()?;
        let together = self.ledger.running.iter().take_while(|(start, _)| *start == first);
        together.map(|&(_, ix)| self.arena.at(ix).node.id.as_str()).min()
    }

    /// Ids of the tasks that run, in the order in which they were started.
    pub fn running(&self) -> impl Iterator<Item = &str> {
        self.ledger.running.iter().map(|&(_, ix)| self.arena.at(ix).node.id.as_str())
    }

    /// How much work the events took so far.
    pub fn stats(&self) -> Stats {
        Stats { edge_visits: self.ledger.visits }
    }
}
