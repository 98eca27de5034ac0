//! What each event does, the slow way: the guards in the order of the rules, then the change itself.

use std::collections::BTreeSet;

use plangate::plan::{Criterion, EvidenceKind};
use plangate::task::{Claimed, Evidence, Item, Node, NodeDraft, Status, TaskEvent};

use super::slow::{Ruling, Slow, fails};

impl Slow {
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
        if let Some(parent) = parent.filter(|parent| reopen && self.nodes[parent].status == Status::Done) {
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

    pub fn satisfied(&self, node: &Node, criterion: &Criterion) -> bool {
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

    pub fn node(&mut self, id: &str) -> &mut Node {
        self.nodes.get_mut(id).expect("a known id")
    }

    pub fn set(&mut self, id: &str, status: Status, reason: Option<&str>) {
        let node = self.node(id);
        node.status = status;
        node.reason = reason.map(str::to_owned);
        node.blocked_by = None;
    }
}

fn is_active(status: Status) -> bool {
    matches!(status, Status::Running | Status::Recovering)
}

pub fn about(item: &Evidence, criterion: &Criterion) -> bool {
    item.kind == criterion.kind && item.subject == criterion.subject
}

pub fn item_for<'a>(node: &'a Node, criterion: &Criterion) -> Option<&'a Evidence> {
    node.evidence.iter().find(|item| about(item, criterion))
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
