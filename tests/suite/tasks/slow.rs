//! The task rules written down a second time, the slow way: every fact is worked out anew from the stored tasks. Only
//! the types of tasks and events are shared with the product, none of its judgements.

use std::collections::{BTreeMap, BTreeSet};

use plangate::plan::{Criterion, EvidenceKind, Replay};
use plangate::task::{Claimed, Evidence, Item, Node, NodeDraft, Status, TaskEvent, TaskGraph, World};

type Ruling = Result<(), &'static str>;

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

    fn children(&self, id: &str) -> Vec<&Node> {
        self.nodes.values().filter(|node| node.parent.as_deref() == Some(id)).collect()
    }

    fn is_leaf(&self, id: &str) -> bool {
        self.children(id).is_empty()
    }

    fn is_container(&self, node: &Node) -> bool {
        !self.is_leaf(&node.id) && node.done_when.is_empty()
    }

    fn line_up(&self, id: &str) -> Vec<&Node> {
        let mut line = vec![&self.nodes[id]];
        while let Some(parent) = line.last().and_then(|node| node.parent.as_deref()) {
            line.push(&self.nodes[parent]);
        }
        line
    }

    fn below(&self, id: &str) -> BTreeSet<String> {
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

    fn children_open(&self, id: &str) -> bool {
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

    fn startable(&self, id: &str) -> Ruling {
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

    pub fn apply(&mut self, event: &TaskEvent) -> Ruling {
        let before = self.clone();
        let ruling = self.attempt(event);
        if ruling.is_err() {
            *self = before;
        }
        ruling
    }

    fn attempt(&mut self, event: &TaskEvent) -> Ruling {
        match event {
            TaskEvent::Load { .. } => unreachable!("lists are checked by the lines of data"),
            TaskEvent::Add { node, reopen } => return self.add(node, *reopen == Some(true)),
            TaskEvent::PlanVersion { version } => self.version = *version,
            TaskEvent::Restart { session, now, lease } => {
                let now = now.unwrap_or(0);
                self.interrupt(|node| lease.is_none_or(|lease| node.owner == *session || now - node.beat > lease));
            }
            TaskEvent::Tick { now, lease } => self.interrupt(|node| now - node.beat > *lease),
            TaskEvent::Recover { world } => self.pass(Some(world), true, None),
            TaskEvent::Revalidate { world } => self.pass(Some(world), false, None),
            TaskEvent::Link { id, .. }
            | TaskEvent::Unlink { id, .. }
            | TaskEvent::Delete { id, .. }
            | TaskEvent::Move { id, .. }
            | TaskEvent::SetCriteria { id, .. }
            | TaskEvent::Start { id, .. }
            | TaskEvent::Finish { id, .. }
            | TaskEvent::Evidence { id, .. }
            | TaskEvent::Fail { id, .. }
            | TaskEvent::Stop { id, .. }
            | TaskEvent::Block { id, .. }
            | TaskEvent::Unblock { id, .. }
            | TaskEvent::Defer { id, .. }
            | TaskEvent::Resume { id }
            | TaskEvent::Retry { id }
            | TaskEvent::Reopen { id, .. }
            | TaskEvent::Resolve { id, .. }
            | TaskEvent::Intent { id, .. }
            | TaskEvent::Ack { id, .. }
            | TaskEvent::Beat { id, .. }
            | TaskEvent::StepDone { id } => {
                fails(!self.nodes.contains_key(id), "E_NO_NODE")?;
                return if self.edits(event) { self.edit(&id.clone(), event) } else { self.change(&id.clone(), event) };
            }
        }
        Ok(())
    }

    fn edits(&self, event: &TaskEvent) -> bool {
        matches!(
            event,
            TaskEvent::Link { .. }
                | TaskEvent::Unlink { .. }
                | TaskEvent::Delete { .. }
                | TaskEvent::Move { .. }
                | TaskEvent::SetCriteria { .. }
        )
    }

    fn add(&mut self, draft: &NodeDraft, reopen: bool) -> Ruling {
        let first = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let valid = draft.id.starts_with(first)
            && draft.id.len() <= 64
            && draft.id.chars().all(|c| first(c) || "._-".contains(c));
        fails(!valid, "E_ID_INVALID")?;
        fails(self.nodes.contains_key(&draft.id), "E_ID_DUPLICATE")?;
        fails(self.gone.contains(&draft.id), "E_ID_REUSED")?;
        fails(draft.title.trim().is_empty(), "E_TITLE_EMPTY")?;
        fails(draft.status.as_deref().is_some_and(|status| status != "pending"), "E_STATUS_INITIAL")?;
        fails(draft.done_when.iter().any(|criterion| criterion.clone().checked().is_none()), "E_EVIDENCE_KIND")?;
        let node = draft.clone().into_node();
        if let Some(parent) = &node.parent {
            fails(!self.nodes.contains_key(parent), "E_PARENT_MISSING")?;
            let status = self.nodes[parent].status;
            fails(self.is_leaf(parent) && is_active(status), "E_BAD_STATUS")?;
            fails(!reopen && self.effective(parent) == Status::Done, "E_PARENT_DONE")?;
        }
        fails(node.depends_on.contains(&node.id), "E_DEP_SELF")?;
        fails(node.depends_on.iter().any(|dep| !self.nodes.contains_key(dep)), "E_DEP_MISSING")?;
        fails(node.depends_on.iter().collect::<BTreeSet<_>>().len() < node.depends_on.len(), "E_DEP_DUPLICATE")?;
        let parent = node.parent.clone();
        self.nodes.insert(node.id.clone(), node);
        fails(self.has_loop(), "E_CYCLE")?;
        if let Some(parent) = parent.filter(|parent| self.nodes[parent].status == Status::Done) {
            self.set(&parent, Status::Pending, Some("child-added"));
        }
        Ok(())
    }

    fn edit(&mut self, id: &str, event: &TaskEvent) -> Ruling {
        let status = self.nodes[id].status;
        match event {
            TaskEvent::Link { dep, .. } => {
                fails(id == dep, "E_DEP_SELF")?;
                fails(!self.nodes.contains_key(dep), "E_DEP_MISSING")?;
                fails(self.nodes[id].depends_on.contains(dep), "E_DEP_DUPLICATE")?;
                fails(is_active(status) || status == Status::Done, "E_BAD_STATUS")?;
                self.node(id).depends_on.push(dep.clone());
                fails(self.has_loop(), "E_CYCLE")
            }
            TaskEvent::Unlink { dep, .. } => {
                fails(!self.nodes[id].depends_on.contains(dep), "E_DEP_MISSING")?;
                fails(is_active(status) || status == Status::Done, "E_BAD_STATUS")?;
                self.node(id).depends_on.retain(|other| other != dep);
                Ok(())
            }
            TaskEvent::SetCriteria { done_when, .. } => {
                let fixed = is_active(status) || matches!(status, Status::Done | Status::Unknown);
                fails(fixed, "E_BAD_STATUS")?;
                let checked: Option<Vec<Criterion>> = done_when.iter().map(|draft| draft.clone().checked()).collect();
                self.node(id).done_when = checked.ok_or("E_EVIDENCE_KIND")?;
                Ok(())
            }
            TaskEvent::Move { parent, .. } => {
                if let Some(parent) = parent {
                    fails(!self.nodes.contains_key(parent), "E_PARENT_MISSING")?;
                    fails(self.below(id).contains(parent), "E_PARENT_CYCLE")?;
                }
                fails(is_active(status), "E_BAD_STATUS")?;
                if let Some(parent) = parent {
                    let leaf = self.is_leaf(parent);
                    fails(leaf && is_active(self.nodes[parent].status), "E_BAD_STATUS")?;
                    let opens = self.effective(id) != Status::Done && !self.nodes[id].optional;
                    fails(opens && self.effective(parent) == Status::Done, "E_PARENT_DONE")?;
                }
                self.node(id).parent = parent.clone();
                fails(self.has_loop(), "E_CYCLE")
            }
            TaskEvent::Delete { cascade, relink, by, .. } => {
                fails(*cascade != Some(true) && !self.is_leaf(id), "E_HAS_CHILDREN")?;
                let going = self.below(id);
                fails(going.iter().any(|id| is_active(self.nodes[id].status)), "E_BAD_STATUS")?;
                let by_user =
                    |node: &Node| node.status == Status::Blocked && node.blocked_by.as_deref() == Some("user");
                let kept = by.as_deref() != Some("user") && going.iter().any(|id| by_user(&self.nodes[id]));
                fails(kept, "E_NEEDS_USER")?;
                let names_gone = |node: &&Node| node.depends_on.iter().any(|dep| going.contains(dep));
                let outside = self.nodes.values().filter(|node| !going.contains(&node.id)).filter(names_gone);
                let outside: Vec<String> = outside.map(|node| node.id.clone()).collect();
                fails(*relink != Some(true) && !outside.is_empty(), "E_HAS_DEPENDANTS")?;
                fails(outside.iter().any(|id| is_active(self.nodes[id].status)), "E_BAD_STATUS")?;
                for id in outside {
                    let mut deps = Vec::new();
                    self.nodes[&id].depends_on.iter().for_each(|dep| self.behind(dep, &going, &mut deps));
                    self.node(&id).depends_on = deps;
                }
                self.nodes.retain(|id, _| !going.contains(id));
                self.gone.extend(going);
                Ok(())
            }
            other => unreachable!("{other:?} is no edit"),
        }
    }

    fn behind(&self, dep: &String, going: &BTreeSet<String>, found: &mut Vec<String>) {
        if going.contains(dep) {
            self.nodes[dep].depends_on.iter().for_each(|dep| self.behind(dep, going, found));
        } else if !found.contains(dep) {
            found.push(dep.clone());
        }
    }

    fn change(&mut self, id: &str, event: &TaskEvent) -> Ruling {
        let node = self.nodes[id].clone();
        let from = |allowed: &[Status]| fails(!allowed.contains(&node.status), "E_BAD_STATUS");
        let fresh =
            |attempt: &Option<u64>| fails(attempt.is_some_and(|attempt| attempt != node.attempt), "E_STALE_ATTEMPT");
        let by_user = |by: &Option<String>| by.as_deref() == Some("user");
        let held = node.status == Status::Blocked && node.blocked_by.as_deref() == Some("user");
        match event {
            TaskEvent::Start { session, now, .. } => {
                self.startable(id)?;
                self.starts += 1;
                let (seq, node) = (self.starts, self.node(id));
                node.attempt += 1;
                node.evidence = Vec::new();
                (node.intents, node.acks, node.steps_done, node.start_seq) = (0, 0, 0, seq);
                (node.owner, node.beat) = (session.clone(), now.unwrap_or(0));
                self.set(id, Status::Running, None);
            }
            TaskEvent::Finish { attempt, .. } => {
                from(&[Status::Running])?;
                fresh(attempt)?;
                self.proved(id)?;
                self.set(id, Status::Done, None);
            }
            TaskEvent::Evidence { item, attempt, .. } => {
                from(&[Status::Running, Status::Unknown])?;
                fresh(attempt)?;
                let item = self.admit(&node, item)?;
                let kept = |old: &Evidence| old.kind != item.kind || old.subject != item.subject;
                let mut evidence: Vec<Evidence> = node.evidence.iter().filter(|old| kept(old)).cloned().collect();
                evidence.push(item);
                self.node(id).evidence = evidence;
            }
            TaskEvent::Fail { attempt, reason, .. } | TaskEvent::Stop { attempt, reason, .. } => {
                from(&[Status::Running])?;
                fresh(attempt)?;
                let failed = matches!(event, TaskEvent::Fail { .. });
                self.set(id, if failed { Status::Failed } else { Status::Pending }, reason.as_deref());
            }
            TaskEvent::Block { by, reason, .. } => {
                from(&[Status::Pending, Status::Running])?;
                self.set(id, Status::Blocked, reason.as_deref());
                self.node(id).blocked_by = Some(by.clone().unwrap_or("system".into()));
            }
            TaskEvent::Unblock { by, .. } => {
                from(&[Status::Blocked])?;
                fails(held && !by_user(by), "E_NEEDS_USER")?;
                self.set(id, Status::Pending, None);
            }
            TaskEvent::Defer { by, reason, .. } => {
                from(&[Status::Pending, Status::Blocked, Status::Failed])?;
                fails(held && !by_user(by), "E_NEEDS_USER")?;
                self.set(id, Status::Deferred, reason.as_deref());
            }
            TaskEvent::Resume { .. } => {
                from(&[Status::Deferred])?;
                self.set(id, Status::Pending, None);
            }
            TaskEvent::Retry { .. } => {
                from(&[Status::Failed])?;
                self.set(id, Status::Pending, None);
            }
            TaskEvent::Reopen { reason, .. } => {
                from(&[Status::Done])?;
                self.set(id, Status::Pending, reason.as_deref());
                self.pass(None, false, Some(id));
            }
            TaskEvent::Resolve { to, by, reason, .. } => {
                from(&[Status::Unknown])?;
                let to = Status::of(to).filter(|to| matches!(to, Status::Pending | Status::Failed | Status::Done));
                let to = to.ok_or("E_BAD_STATUS")?;
                fails(!by_user(by), "E_NEEDS_USER")?;
                if to == Status::Done {
                    self.proved(id)?;
                }
                self.set(id, to, reason.as_deref());
            }
            TaskEvent::Intent { attempt, .. } | TaskEvent::Ack { attempt, .. } | TaskEvent::Beat { attempt, .. } => {
                from(&[Status::Running])?;
                fresh(attempt)?;
                let node = self.node(id);
                match event {
                    TaskEvent::Intent { .. } => node.intents += 1,
                    TaskEvent::Ack { .. } => node.acks += 1,
                    TaskEvent::Beat { now: Some(now), .. } => node.beat = *now,
                    _ => {}
                }
            }
            TaskEvent::StepDone { .. } => {
                from(&[Status::Running])?;
                let parts = part_count(&node);
                let node = self.node(id);
                node.steps_done = (node.steps_done + 1).min(parts);
            }
            other => unreachable!("{other:?} is no change of status"),
        }
        Ok(())
    }

    fn proved(&self, id: &str) -> Ruling {
        let node = &self.nodes[id];
        fails(!self.unmet(id).is_empty(), "E_DEPS_UNMET")?;
        fails(self.children_open(id), "E_CHILDREN_OPEN")?;
        let items: Vec<_> = node.done_when.iter().map(|criterion| item_for(node, criterion)).collect();
        let unprovable = node.done_when.is_empty() && self.is_leaf(id);
        fails(unprovable || items.contains(&None), "E_EVIDENCE_MISSING")?;
        let satisfied = node.done_when.iter().all(|criterion| self.satisfied(node, criterion));
        fails(!satisfied, "E_EVIDENCE_MISMATCH")
    }

    fn satisfied(&self, node: &Node, criterion: &Criterion) -> bool {
        let Some(item) = item_for(node, criterion) else { return false };
        match criterion.kind {
            EvidenceKind::TestExit => item.exit == Some(0) && item.ran != Some(0),
            EvidenceKind::Approval => item.by.as_deref() == Some("user") && item.plan_version == Some(self.version),
            EvidenceKind::FileHash | EvidenceKind::Artifact => {
                item.hash.as_ref().is_some_and(|hash| !hash.is_empty())
                    && (criterion.want.is_none() || criterion.want == item.hash)
            }
        }
    }

    fn admit(&self, node: &Node, item: &Item) -> Result<Evidence, &'static str> {
        let kind = match item.kind.as_str() {
            "file-hash" => EvidenceKind::FileHash,
            "artifact" => EvidenceKind::Artifact,
            "test-exit" => EvidenceKind::TestExit,
            "approval" => EvidenceKind::Approval,
            _ => return Err("E_EVIDENCE_KIND"),
        };
        let subject = item.subject.clone().unwrap_or_default();
        fails(!node.done_when.iter().any(|c| c.kind == kind && c.subject == subject), "E_EVIDENCE_UNASKED")?;
        let no_hash = item.hash.as_deref().unwrap_or("").is_empty();
        let no_run = !matches!(item.exit, Claimed::Integer(_)) || item.ran == Claimed::Integer(0);
        let vacuous = match kind {
            EvidenceKind::FileHash | EvidenceKind::Artifact => no_hash,
            EvidenceKind::TestExit => no_run,
            EvidenceKind::Approval => false,
        };
        fails(vacuous, "E_EVIDENCE_VACUOUS")?;
        if kind == EvidenceKind::Approval {
            fails(item.by.as_deref() != Some("user"), "E_APPROVAL_NOT_USER")?;
            fails(item.plan_version != Some(self.version), "E_EVIDENCE_STALE")?;
        }
        Ok(Evidence {
            kind,
            subject,
            hash: item.hash.clone(),
            exit: item.exit.integer(),
            ran: item.ran.integer(),
            by: item.by.clone(),
            plan_version: item.plan_version,
            inputs: item.inputs.clone().unwrap_or_default(),
            observed_at: None,
            command: None,
        })
    }

    fn interrupt(&mut self, lost: impl Fn(&Node) -> bool) {
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

    fn pass(&mut self, world: Option<&World>, restarted: bool, reopened: Option<&str>) {
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

    fn node(&mut self, id: &str) -> &mut Node {
        self.nodes.get_mut(id).expect("a known id")
    }

    fn set(&mut self, id: &str, status: Status, reason: Option<&str>) {
        let node = self.node(id);
        node.status = status;
        node.reason = reason.map(str::to_owned);
        node.blocked_by = None;
    }
}

fn fails(wrong: bool, code: &'static str) -> Ruling {
    if wrong { Err(code) } else { Ok(()) }
}

fn is_active(status: Status) -> bool {
    matches!(status, Status::Running | Status::Recovering)
}

fn about(item: &Evidence, criterion: &Criterion) -> bool {
    item.kind == criterion.kind && item.subject == criterion.subject
}

fn item_for<'a>(node: &'a Node, criterion: &Criterion) -> Option<&'a Evidence> {
    node.evidence.iter().find(|item| about(item, criterion))
}

/// Of the item's own hash and each of its inputs: the same, another, or not to be seen.
fn sights(world: &World, item: &Evidence) -> Vec<Option<bool>> {
    let seen = |there: &BTreeMap<String, String>, name: &String, hash: Option<&String>| {
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

/// How many parts `step-done` can count through.
fn part_count(node: &Node) -> u64 {
    let folded = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let mut parts: Vec<String> = Vec::new();
    for text in node.steps.iter().map(folded).filter(|text| !text.is_empty()) {
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    let checks = if node.done_when.len() > 2 { 1 } else { node.done_when.len() };
    let mut count = parts.len();
    if count + checks < 3 && !parts.contains(&folded(&node.title)) {
        count += 1;
    }
    if count + checks < 3 {
        count += 1;
    }
    count as u64
}
