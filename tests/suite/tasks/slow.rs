//! The task rules written down a second time, the slow way: every fact is worked out anew from the stored tasks. Only
//! the types of tasks and events are shared with the product, none of its judgements. What events do is in
//! `slow_events` and `slow_recovery`.

use std::collections::{BTreeMap, BTreeSet};

use plangate::task::{Node, Status, TaskGraph};

pub type Ruling = Result<(), &'static str>;

#[derive(Clone, PartialEq, Debug)]
pub struct Slow {
    pub version: u64,
    pub starts: u64,
    pub gone: BTreeSet<String>,
    pub nodes: BTreeMap<String, Node>,
}

impl Slow {
    pub fn of(graph: &TaskGraph) -> Slow {
        Slow {
            version: graph.head().plan_version,
            starts: graph.head().starts,
            gone: graph.head().tombstones.clone(),
            nodes: graph.records().map(|node| (node.id.clone(), node.clone())).collect(),
        }
    }

    pub fn children(&self, id: &str) -> Vec<&Node> {
        self.nodes.values().filter(|node| node.parent.as_deref() == Some(id)).collect()
    }

    pub fn is_leaf(&self, id: &str) -> bool {
        self.children(id).is_empty()
    }

    fn is_container(&self, node: &Node) -> bool {
        !self.is_leaf(&node.id) && node.done_when.is_empty()
    }

    pub fn line_up(&self, id: &str) -> Vec<&Node> {
        let mut line = vec![&self.nodes[id]];
        while let Some(parent) = line.last().and_then(|node| node.parent.as_deref()) {
            line.push(&self.nodes[parent]);
        }
        line
    }

    pub fn below(&self, id: &str) -> BTreeSet<String> {
        self.nodes.keys().filter(|other| self.line_up(other).iter().any(|up| up.id == id)).cloned().collect()
    }

    pub fn effective(&self, id: &str) -> Status {
        let node = &self.nodes[id];
        let children = self.children(id);
        if children.is_empty() || matches!(node.status, Status::Blocked | Status::Deferred) {
            return node.status;
        }
        let of = |node: &&Node| self.effective(&node.id);
        if children.iter().any(|child| matches!(of(child), Status::Running | Status::Recovering)) {
            return Status::Running;
        }
        let required: Vec<Status> = children.iter().filter(|child| !child.optional).map(of).collect();
        for bad in [Status::Unknown, Status::Failed, Status::Blocked] {
            if required.contains(&bad) {
                return bad;
            }
        }
        if self.children_open(id) {
            return Status::Pending;
        }
        if node.done_when.is_empty() { Status::Done } else { node.status }
    }

    pub fn children_open(&self, id: &str) -> bool {
        let children = self.children(id);
        let is = |child: &Node, allowed: &[Status]| allowed.contains(&self.effective(&child.id));
        if children.iter().any(|child| !child.optional) {
            return children.iter().any(|child| !child.optional && !is(child, &[Status::Done]));
        }
        children.iter().any(|child| !is(child, &[Status::Done, Status::Deferred, Status::Failed]))
    }

    pub fn unmet(&self, id: &str) -> BTreeSet<String> {
        let all = self.line_up(id).into_iter().flat_map(|node| node.depends_on.clone());
        all.filter(|dep| self.effective(dep) != Status::Done).collect()
    }

    fn is_held(&self, id: &str) -> bool {
        self.line_up(id).iter().skip(1).any(|up| matches!(up.status, Status::Blocked | Status::Deferred))
    }

    pub fn startable(&self, id: &str) -> Ruling {
        let node = &self.nodes[id];
        fails(node.status == Status::Blocked, "E_BLOCKED")?;
        fails(node.status != Status::Pending, "E_BAD_STATUS")?;
        fails(self.is_container(node), "E_CONTAINER")?;
        fails(!self.is_leaf(id) && self.children_open(id), "E_CHILDREN_OPEN")?;
        fails(node.done_when.is_empty(), "E_NO_DONEWHEN")?;
        fails(self.is_held(id), "E_PARENT_HELD")?;
        fails(!self.unmet(id).is_empty(), "E_DEPS_UNMET")
    }

    pub fn ready(&self) -> Vec<String> {
        self.nodes.keys().filter(|id| self.startable(id).is_ok()).cloned().collect()
    }

    pub fn waiting(&self) -> BTreeMap<String, Vec<String>> {
        let asked = self.nodes.values().filter(|node| node.status == Status::Pending && !self.is_container(node));
        asked
            .map(|node| (node.id.clone(), self.unmet(&node.id).into_iter().collect::<Vec<_>>()))
            .filter(|(_, unmet)| !unmet.is_empty())
            .collect()
    }

    /// Done, total, percent, state.
    pub fn progress(&self) -> (usize, usize, Option<usize>, &'static str) {
        let units: Vec<&Node> = self.nodes.values().filter(|node| !self.is_container(node)).collect();
        let required = units.iter().filter(|node| self.line_up(&node.id).iter().all(|up| !up.optional));
        let required: Vec<Status> = required.map(|node| self.effective(&node.id)).collect();
        let done = required.iter().filter(|status| **status == Status::Done).count();
        let total = required.len();
        let all: Vec<Status> = self.nodes.keys().map(|id| self.effective(id)).collect();
        let through = if total == 0 {
            let settled = [Status::Done, Status::Deferred, Status::Failed];
            units.iter().all(|node| settled.contains(&self.effective(&node.id)))
        } else {
            done == total
        };
        let state = if all.is_empty() {
            "empty"
        } else if all.contains(&Status::Running) || all.contains(&Status::Recovering) {
            "active"
        } else if through && !all.contains(&Status::Unknown) {
            "complete"
        } else if self.ready().is_empty() {
            "stalled"
        } else {
            "active"
        };
        (done, total, (total > 0).then(|| done * 100 / total), state)
    }

    /// Whether some tasks wait for each other, found by following every way of waiting.
    pub fn has_loop(&self) -> bool {
        let mut next: BTreeMap<(&str, bool), Vec<(&str, bool)>> = BTreeMap::new();
        for node in self.nodes.values() {
            next.entry((&node.id, false)).or_default().push((&node.id, true));
            for dep in &node.depends_on {
                next.entry((dep, true)).or_default().push((&node.id, false));
            }
            if let Some(parent) = &node.parent {
                next.entry((parent, false)).or_default().push((&node.id, false));
                next.entry((&node.id, true)).or_default().push((parent, true));
            }
        }
        next.keys().any(|&from| {
            let mut seen = BTreeSet::new();
            let mut open = next[&from].clone();
            while let Some(here) = open.pop() {
                if seen.insert(here) {
                    open.extend(next.get(&here).into_iter().flatten());
                }
            }
            seen.contains(&from)
        })
    }
}

pub fn fails(wrong: bool, code: &'static str) -> Ruling {
    if wrong { Err(code) } else { Ok(()) }
}
