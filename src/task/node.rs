//! One task: what is asked, what is proved, how far it is. Owns the stored shape and the shape that comes from outside;
//! refuses to know other tasks.
//!
//! Source: the task rules, sections 2.1 and 4.1.

use super::evidence::{Evidence, Item, kind_of, name};
use super::lenient;
use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::plan::{Criterion, Replay};
use serde_json::Value;

/// Where a task stands. "Waiting" is not among them: it is derived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Status {
    /// Not begun.
    #[default]
    Pending,
    /// Being worked on.
    Running,
    /// Held by somebody, see `blockedBy`.
    Blocked,
    /// Proved.
    Done,
    /// Given up for now.
    Failed,
    /// Put off.
    Deferred,
    /// Was running when its worker went away.
    Recovering,
    /// May have had side effects; only the person can say.
    Unknown,
}

impl Named for Status {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("pending", Self::Pending),
        ("running", Self::Running),
        ("blocked", Self::Blocked),
        ("done", Self::Done),
        ("failed", Self::Failed),
        ("deferred", Self::Deferred),
        ("recovering", Self::Recovering),
        ("unknown", Self::Unknown),
    ];
    const ELSE: Self = Self::Pending;
}

impl Status {
    /// The status of this name.
    pub fn of(name: &str) -> Option<Status> {
        Some(match name {
            "pending" => Status::Pending,
            "running" => Status::Running,
            "blocked" => Status::Blocked,
            "done" => Status::Done,
            "failed" => Status::Failed,
            "deferred" => Status::Deferred,
            "recovering" => Status::Recovering,
            "unknown" => Status::Unknown,
            _ => return None,
        })
    }

    /// Running, or it was when its worker went away.
    pub fn is_active(self) -> bool {
        matches!(self, Status::Running | Status::Recovering)
    }

    /// Nobody may start it or anything below it.
    pub fn is_held(self) -> bool {
        matches!(self, Status::Blocked | Status::Deferred)
    }

    /// Done, or skipped for now: nothing is awaited of it.
    pub fn is_settled(self) -> bool {
        matches!(self, Status::Done | Status::Deferred | Status::Failed)
    }
}

/// A task as a plan asks for it, before anything was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeSpec {
    /// `[a-z0-9][a-z0-9._-]{0,63}`, never reused.
    pub id: String,
    /// Not blank.
    pub title: String,
    /// Ids that must be done first.
    pub depends_on: Vec<String>,
    /// The task it is a part of.
    pub parent: Option<String>,
    /// May be skipped.
    pub optional: bool,
    /// What must be proved.
    pub done_when: Vec<Criterion>,
    /// Whether it may be done twice.
    pub replay: Replay,
    /// Small parts, for the todo list.
    pub steps: Vec<String>,
}

impl Fit for NodeSpec {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get_or_default("id"),
            title: fields.get_or_default("title"),
            depends_on: fields.get_or_default("dependsOn"),
            parent: fields.get("parent"),
            optional: fields.get_or_default("optional"),
            done_when: fields.get_or_default("doneWhen"),
            replay: fields.get_or_default("replay"),
            steps: fields.get_or_default("steps"),
        }
    }
}

impl Plain for NodeSpec {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("title", &self.title);
        members.put("dependsOn", &self.depends_on);
        members.put("parent", &self.parent);
        members.put("optional", &self.optional);
        members.put("doneWhen", &self.done_when);
        members.put("replay", &self.replay);
        members.put("steps", &self.steps);
        members.value()
    }
}

/// A task as it is stored. What equals its default is left out of the stored form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    /// Never changed, never reused.
    pub id: String,
    /// Not blank.
    pub title: String,
    /// Stored status; what counts for others is the effective one.
    pub status: Status,
    /// Ids that must be done first, in the order given.
    pub depends_on: Vec<String>,
    /// The task it is a part of.
    pub parent: Option<String>,
    /// May be skipped.
    pub optional: bool,
    /// What must be proved.
    pub done_when: Vec<Criterion>,
    /// What was observed in this attempt, the last item of a kind and ref only.
    pub evidence: Vec<Evidence>,
    /// Whether it may be done twice.
    pub replay: Replay,
    /// Small parts, for the todo list.
    pub steps: Vec<String>,
    /// How often it was started.
    pub attempt: u64,
    /// Who holds it, while blocked.
    pub blocked_by: Option<String>,
    /// Why it has its status, where the last change said so.
    pub reason: Option<String>,
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
    /// The how-many-eth start of the graph this attempt was; 0 = not started here.
    pub start_seq: u64,
}

impl Fit for Node {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.closed(&[
            "id",
            "title",
            "status",
            "dependsOn",
            "parent",
            "optional",
            "doneWhen",
            "evidence",
            "replay",
            "steps",
            "attempt",
            "blockedBy",
            "reason",
            "owner",
            "beat",
            "intents",
            "acks",
            "stepsDone",
            "startSeq",
        ]);
        Self {
            id: fields.get_or_default("id"),
            title: fields.get_or_default("title"),
            status: fields.get_or_default("status"),
            depends_on: fields.get_or_default("dependsOn"),
            parent: fields.get("parent"),
            optional: fields.get_or_default("optional"),
            done_when: fields.get_or_default("doneWhen"),
            evidence: fields.get_or_default("evidence"),
            replay: fields.get_or_default("replay"),
            steps: fields.get_or_default("steps"),
            attempt: fields.get_or_default("attempt"),
            blocked_by: fields.get("blockedBy"),
            reason: fields.get("reason"),
            owner: fields.get("owner"),
            beat: fields.get_or_default("beat"),
            intents: fields.get_or_default("intents"),
            acks: fields.get_or_default("acks"),
            steps_done: fields.get_or_default("stepsDone"),
            start_seq: fields.get_or_default("startSeq"),
        }
    }
}

impl Plain for Node {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("title", &self.title);
        members.put_some("status", &(self.status != Status::default()).then_some(self.status));
        members.put_filled("dependsOn", &self.depends_on);
        members.put_some("parent", &self.parent);
        members.put_filled("optional", &self.optional);
        members.put_filled("doneWhen", &self.done_when);
        members.put_filled("evidence", &self.evidence);
        members.put_some("replay", &(self.replay != Replay::default()).then_some(self.replay));
        members.put_filled("steps", &self.steps);
        members.put_filled("attempt", &self.attempt);
        members.put_some("blockedBy", &self.blocked_by);
        members.put_some("reason", &self.reason);
        members.put_some("owner", &self.owner);
        members.put_filled("beat", &self.beat);
        members.put_filled("intents", &self.intents);
        members.put_filled("acks", &self.acks);
        members.put_filled("stepsDone", &self.steps_done);
        members.put_filled("startSeq", &self.start_seq);
        members.value()
    }
}

impl Node {
    /// A task nothing was done for yet.
    pub fn fresh(spec: NodeSpec) -> Node {
        Node {
            id: spec.id,
            title: spec.title,
            depends_on: spec.depends_on,
            parent: spec.parent,
            optional: spec.optional,
            done_when: spec.done_when,
            replay: spec.replay,
            steps: spec.steps,
            ..Node::default()
        }
    }

    /// The same task asked for anew: the demand is the new one, what was done stays.
    pub fn asked_again(&self, spec: NodeSpec) -> Node {
        Node {
            title: spec.title,
            depends_on: spec.depends_on,
            parent: spec.parent,
            optional: spec.optional,
            done_when: spec.done_when,
            replay: spec.replay,
            steps: spec.steps,
            ..self.clone()
        }
    }

    /// The item that speaks to `criterion`, if one was observed.
    pub fn item_for(&self, criterion: &Criterion) -> Option<&Evidence> {
        self.evidence.iter().find(|item| item.kind == criterion.kind && item.subject == criterion.subject)
    }

    /// Takes an item in; it replaces an earlier one of the same kind and ref.
    pub fn observe(&mut self, item: Evidence) {
        self.evidence.retain(|old| old.kind != item.kind || old.subject != item.subject);
        self.evidence.push(item);
    }
}

/// A criterion as it comes from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CriterionDraft {
    /// Name of the kind, known or not.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// The exact hash wanted, if any.
    pub want: Option<String>,
}

impl Fit for CriterionDraft {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            kind: fields.get_by("kind", lenient::text),
            subject: fields.get_or_default("ref"),
            want: fields.get("want"),
        }
    }
}

impl CriterionDraft {
    /// The criterion, if its kind is known.
    pub fn checked(self) -> Option<Criterion> {
        Some(Criterion { kind: kind_of(&self.kind)?, subject: self.subject, want: self.want })
    }
}

impl From<Criterion> for CriterionDraft {
    fn from(criterion: Criterion) -> CriterionDraft {
        let kind = name(criterion.kind).to_owned();
        CriterionDraft { kind, subject: criterion.subject, want: criterion.want }
    }
}

/// A task as it comes from outside: well-formed, nothing about it is judged yet. A text that is none reads as `""`,
/// which no rule accepts, so that the refusal names the field and not the type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeDraft {
    /// Wished id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Name of the status; none = pending.
    pub status: Option<String>,
    /// Ids that must be done first.
    pub depends_on: Vec<String>,
    /// The task it is a part of.
    pub parent: Option<String>,
    /// May be skipped.
    pub optional: Option<bool>,
    /// What must be proved.
    pub done_when: Vec<CriterionDraft>,
    /// What was observed; ill-formed items prove nothing and are left out.
    pub evidence: Vec<Item>,
    /// Whether it may be done twice.
    pub replay: Option<Replay>,
    /// Small parts.
    pub steps: Option<Vec<String>>,
    /// How often it was started.
    pub attempt: Option<u64>,
    /// Who holds it.
    pub blocked_by: Option<String>,
    /// Why it has its status.
    pub reason: Option<String>,
    /// The page that started it.
    pub owner: Option<String>,
    /// When its owner was last heard, in ms.
    pub beat: Option<i64>,
    /// Side effects announced: a number, or the list itself.
    pub intents: u64,
    /// Side effects confirmed: a number, or the list itself.
    pub acks: u64,
    /// Parts done.
    pub steps_done: Option<u64>,
    /// Number of its start.
    pub start_seq: Option<u64>,
}

impl Fit for NodeDraft {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get_by("id", lenient::text),
            title: fields.get_by("title", lenient::text),
            status: fields.get_by("status", lenient::optional_text),
            depends_on: fields.get_by("dependsOn", lenient::texts),
            parent: fields.get_by("parent", lenient::optional_text),
            optional: fields.get("optional"),
            done_when: fields.member("doneWhen").map(lenient::criteria).unwrap_or_default(),
            evidence: fields.get_by("evidence", lenient::items),
            replay: fields.get("replay"),
            steps: fields.get("steps"),
            attempt: fields.get("attempt"),
            blocked_by: fields.get("blockedBy"),
            reason: fields.get("reason"),
            owner: fields.get("owner"),
            beat: fields.get("beat"),
            intents: fields.get_by("intents", lenient::count),
            acks: fields.get_by("acks", lenient::count),
            steps_done: fields.get("stepsDone"),
            start_seq: fields.get("startSeq"),
        }
    }
}

impl NodeDraft {
    /// Whether its status, if it names one, has a known name.
    pub fn has_known_status(&self) -> bool {
        self.status.as_deref().is_none_or(|name| Status::of(name).is_some())
    }

    /// Whether all its criteria are of a known kind.
    pub fn has_known_criteria(&self) -> bool {
        self.done_when.iter().all(|criterion| kind_of(&criterion.kind).is_some())
    }

    /// The task as stored. What is unknown is left out, so that the task stands for its id while faults are collected.
    pub fn into_node(self) -> Node {
        let mut node = Node {
            id: self.id,
            title: self.title,
            status: self.status.as_deref().and_then(Status::of).unwrap_or_default(),
            depends_on: self.depends_on,
            parent: self.parent,
            optional: self.optional.unwrap_or_default(),
            done_when: self.done_when.into_iter().filter_map(CriterionDraft::checked).collect(),
            evidence: Vec::new(),
            replay: self.replay.unwrap_or_default(),
            steps: self.steps.unwrap_or_default(),
            attempt: self.attempt.unwrap_or_default(),
            blocked_by: self.blocked_by,
            reason: self.reason,
            owner: self.owner,
            beat: self.beat.unwrap_or_default(),
            intents: self.intents,
            acks: self.acks,
            steps_done: self.steps_done.unwrap_or_default(),
            start_seq: self.start_seq.unwrap_or_default(),
        };
        for item in self.evidence.iter().filter_map(Item::recorded) {
            node.observe(item);
        }
        node
    }
}
