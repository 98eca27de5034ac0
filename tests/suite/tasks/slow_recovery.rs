//! What a restart and a changed world do, the slow way.

use std::collections::BTreeSet;

use plangate::plan::{Criterion, EvidenceKind, Replay};
use plangate::task::{Evidence, Node, Status, World};

use super::slow::Slow;
use super::slow_events::{about, item_for};

impl Slow {
    pub fn interrupt(&mut self, lost: impl Fn(&Node) -> bool) {
        for id in self.nodes.keys().cloned().collect::<Vec<_>>() {
            if self.nodes[&id].status == Status::Running && lost(&self.nodes[&id]) {
                self.set(&id, Status::Recovering, None);
            }
        }
    }

    /// Ids so that each comes after all it waits for, after what its ancestors wait for, and after its parts.
    fn in_order(&self) -> Vec<String> {
        let mut row: Vec<String> = Vec::new();
        while row.len() < self.nodes.len() {
            let free = self.nodes.keys().find(|id| {
                let ahead = self.line_up(id).into_iter().flat_map(|up| up.depends_on.clone());
                let parts = self.children(id).into_iter().map(|child| child.id.clone());
                !row.contains(id) && ahead.chain(parts).all(|other| row.contains(&other))
            });
            row.push(free.expect("no loop").clone());
        }
        row
    }

    pub fn pass(&mut self, world: Option<&World>, restarted: bool, reopened: Option<&str>) {
        let mut demoted: BTreeSet<String> = reopened.into_iter().map(str::to_owned).collect();
        for id in self.in_order() {
            let node = self.nodes[&id].clone();
            if node.status == Status::Recovering && restarted {
                self.recover(&node, world.expect("a world"));
            }
            if node.status != Status::Done {
                continue;
            }
            let contradicted =
                world.is_some_and(|world| node.evidence.iter().any(|item| sights(world, item).contains(&Some(false))));
            let child_changed = !node.done_when.is_empty() && self.children_open(&id);
            let ahead: Vec<String> = self.line_up(&id).into_iter().flat_map(|up| up.depends_on.clone()).collect();
            let fed = ahead.iter().any(|dep| self.below(dep).iter().any(|id| demoted.contains(id)));
            let cut = !node.evidence.iter().any(|item| item.inputs.is_empty());
            let reason = if contradicted {
                "evidence-changed"
            } else if child_changed {
                "child-changed"
            } else if fed && !cut {
                "upstream-changed"
            } else {
                continue;
            };
            self.set(&id, Status::Pending, Some(reason));
            demoted.insert(id);
        }
    }

    fn recover(&mut self, node: &Node, world: &World) {
        let stands = |criterion: &Criterion| {
            let shown = |item: &Evidence| sights(world, item).iter().all(|sight| *sight == Some(true));
            self.satisfied(node, criterion) && item_for(node, criterion).is_some_and(shown)
        };
        let there = |criterion: &Criterion| {
            let seen = match criterion.kind {
                EvidenceKind::FileHash => world.files.get(&criterion.subject),
                EvidenceKind::Artifact => world.artifacts.get(&criterion.subject),
                EvidenceKind::TestExit | EvidenceKind::Approval => None,
            };
            criterion.want.is_some()
                && seen == criterion.want.as_ref()
                && !world.unavailable.contains(&criterion.subject)
        };
        let provable = !node.done_when.is_empty() || !self.is_leaf(&node.id);
        let proved = node.done_when.iter().all(|criterion| stands(criterion) || there(criterion));
        if provable && proved && self.unmet(&node.id).is_empty() && !self.children_open(&node.id) {
            let mut evidence = node.evidence.clone();
            for criterion in node.done_when.iter().filter(|criterion| !stands(criterion)) {
                if let Some(old) = evidence.iter().position(|item| about(item, criterion)) {
                    evidence.remove(old);
                    evidence.push(Evidence::seen(criterion));
                }
            }
            self.node(&node.id).evidence = evidence;
            self.set(&node.id, Status::Done, None);
        } else if node.replay == Replay::Safe || node.intents == 0 {
            self.set(&node.id, Status::Pending, Some("recovered"));
        } else {
            self.set(&node.id, Status::Unknown, Some("side-effects-unclear"));
        }
    }
}

/// Of the item's own hash and each of its inputs: the same, another, or not to be seen.
fn sights(world: &World, item: &Evidence) -> Vec<Option<bool>> {
    let seen = |there: &plangate::sorted::VecMap<String, String>, name: &String, hash: Option<&String>| {
        (!world.unavailable.contains(name)).then(|| hash.is_some() && there.get(name) == hash)
    };
    let mut all: Vec<Option<bool>> =
        item.inputs.iter().map(|(path, hash)| seen(&world.files, path, Some(hash))).collect();
    match item.kind {
        EvidenceKind::FileHash => all.push(seen(&world.files, &item.subject, item.hash.as_ref())),
        EvidenceKind::Artifact => all.push(seen(&world.artifacts, &item.subject, item.hash.as_ref())),
        EvidenceKind::TestExit | EvidenceKind::Approval => {}
    }
    all
}
