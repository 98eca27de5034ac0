//! Evidence: what was observed, whether it satisfies a criterion, whether the world still shows it. Owns these three
//! questions; refuses to know tasks, statuses and who may speak when.
//!
//! Source: the task rules, sections 4, 6.3 and 6.5.

use std::collections::BTreeSet;

use serde_json::Value;

use super::lenient;
use crate::code::Code;
use crate::code::task as code;
use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain};
use crate::plan::{Criterion, EvidenceKind};
use crate::sorted::VecMap;

/// Longest `command` kept with an item, in code points.
const COMMAND_CHARS_MAX: usize = 200;

/// The kind of this name.
pub fn kind_of(name: &str) -> Option<EvidenceKind> {
    Some(match name {
        "file-hash" => EvidenceKind::FileHash,
        "test-exit" => EvidenceKind::TestExit,
        "artifact" => EvidenceKind::Artifact,
        "approval" => EvidenceKind::Approval,
        _ => return None,
    })
}

/// The name of a kind, as in stored and shown text.
pub fn name(kind: EvidenceKind) -> &'static str {
    match kind {
        EvidenceKind::FileHash => "file-hash",
        EvidenceKind::TestExit => "test-exit",
        EvidenceKind::Artifact => "artifact",
        EvidenceKind::Approval => "approval",
    }
}

/// A number that somebody claims: an integer, nothing, or something that is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Claimed {
    /// Not given.
    #[default]
    Absent,
    /// An integer.
    Integer(i64),
    /// Given, and no integer: a fraction, a text, a truth value.
    NoInteger,
}

impl Claimed {
    /// The integer, if it is one.
    pub fn integer(self) -> Option<i64> {
        match self {
            Claimed::Integer(number) => Some(number),
            Claimed::Absent | Claimed::NoInteger => None,
        }
    }
}

impl Plain for Claimed {
    fn plain(&self) -> Value {
        match self {
            Claimed::Absent => Value::Null,
            Claimed::Integer(number) => number.plain(),
            Claimed::NoInteger => Value::Bool(false),
        }
    }
}

impl Fit for Claimed {
    fn fit(from: Data<'_>) -> Claimed {
        match from.value() {
            None | Some(Value::Null) => Claimed::Absent,
            Some(other) => lenient::integer(other).map_or(Claimed::NoInteger, Claimed::Integer),
        }
    }
}

/// When something was observed, as the host writes it. Shown, not judged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(untagged))]
pub enum Stamp {
    /// In ms.
    Ms(#[cfg_attr(test, ts(type = "number"))] i64),
    /// As text.
    Text(String),
}

impl Plain for Stamp {
    fn plain(&self) -> Value {
        match self {
            Self::Ms(ms) => ms.plain(),
            Self::Text(text) => text.plain(),
        }
    }
}

/// An observation as it comes from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Item {
    /// Name of the kind, known or not.
    pub kind: String,
    /// What it is about.
    pub subject: Option<String>,
    /// Content hash.
    pub hash: Option<String>,
    /// Exit code of a test run.
    pub exit: Claimed,
    /// How many tests ran.
    pub ran: Claimed,
    /// Who approved.
    pub by: Option<String>,
    /// The plan version that was approved.
    pub plan_version: Option<u64>,
    /// Path to hash: what it was made from.
    pub inputs: Option<VecMap<String, String>>,
    /// When it was observed.
    pub observed_at: Option<Stamp>,
    /// What was run to observe it.
    pub command: Option<String>,
}

impl Fit for Item {
    fn fit(from: Data<'_>) -> Item {
        let fields = from.fields();
        Item {
            kind: fields.get_by("kind", lenient::text),
            subject: fields.get_by("ref", lenient::text_or_none),
            hash: fields.get_by("hash", lenient::text_or_none),
            exit: fields.get_or_default("exit"),
            ran: fields.get_or_default("ran"),
            by: fields.get_by("by", lenient::text_or_none),
            plan_version: fields.get_by("planVersion", lenient::whole_or_none),
            inputs: fields.get("inputs"),
            observed_at: fields.get_by("observedAt", lenient::stamp),
            command: fields.get_by("command", lenient::text_or_none),
        }
    }
}

impl Item {
    /// The item to record for a task with these criteria, or why it is none.
    pub fn admitted(&self, asked: &[Criterion], plan_version: u64) -> Result<Evidence, Code> {
        let kind = kind_of(&self.kind).ok_or(code::E_EVIDENCE_KIND)?;
        let named = |criterion: &Criterion| criterion.kind == kind && Some(&criterion.subject) == self.subject.as_ref();
        if !asked.iter().any(named) {
            return Err(code::E_EVIDENCE_UNASKED);
        }
        if self.is_vacuous(kind) {
            return Err(code::E_EVIDENCE_VACUOUS);
        }
        if kind == EvidenceKind::Approval {
            if self.by.as_deref() != Some("user") {
                return Err(code::E_APPROVAL_NOT_USER);
            }
            if self.plan_version != Some(plan_version) {
                return Err(code::E_EVIDENCE_STALE);
            }
        }
        self.recorded().ok_or(code::E_EVIDENCE_KIND)
    }

    /// The item as it was stored elsewhere, if its kind and ref are readable. Nothing about it is judged; a result
    /// that could not be told here comes out as one that satisfies nothing.
    pub fn recorded(&self) -> Option<Evidence> {
        let kind = kind_of(&self.kind)?;
        let exit = if self.ran == Claimed::NoInteger { None } else { self.exit.integer() };
        Some(Evidence {
            kind,
            subject: self.subject.clone()?,
            hash: self.hash.clone(),
            exit,
            ran: self.ran.integer(),
            by: self.by.clone(),
            plan_version: self.plan_version,
            inputs: self.inputs.clone().unwrap_or_default(),
            observed_at: self.observed_at.clone(),
            command: self.command.as_deref().map(|text| super::steps::shortened(text, COMMAND_CHARS_MAX)),
        })
    }

    fn is_vacuous(&self, kind: EvidenceKind) -> bool {
        match kind {
            EvidenceKind::FileHash | EvidenceKind::Artifact => self.hash.as_deref().unwrap_or_default().is_empty(),
            EvidenceKind::TestExit => {
                self.exit.integer().is_none() || matches!(self.ran, Claimed::Integer(0) | Claimed::NoInteger)
            }
            EvidenceKind::Approval => false,
        }
    }
}

/// An observation that was recorded. A failing one counts too: it is the last result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct Evidence {
    /// Kind.
    pub kind: EvidenceKind,
    /// What it is about.
    #[cfg_attr(test, serde(rename = "ref"))]
    pub subject: String,
    /// Content hash.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub hash: Option<String>,
    /// Exit code of a test run.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub exit: Option<i64>,
    /// How many tests ran.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub ran: Option<i64>,
    /// Who approved.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub by: Option<String>,
    /// The plan version that was approved.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub plan_version: Option<u64>,
    /// Path to hash: what it was made from.
    #[cfg_attr(test, serde(skip_serializing_if = "VecMap::is_empty"))]
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<String, String>"))]
    pub inputs: VecMap<String, String>,
    /// When it was observed.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub observed_at: Option<Stamp>,
    /// What was run to observe it, at most 200 code points.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub command: Option<String>,
}

impl Fit for Evidence {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.closed(&[
            "kind",
            "ref",
            "hash",
            "exit",
            "ran",
            "by",
            "planVersion",
            "inputs",
            "observedAt",
            "command",
        ]);
        Self {
            kind: fields.get("kind"),
            subject: fields.get("ref"),
            hash: fields.get("hash"),
            exit: fields.get("exit"),
            ran: fields.get("ran"),
            by: fields.get("by"),
            plan_version: fields.get("planVersion"),
            inputs: fields.get_or_default("inputs"),
            observed_at: fields.get_by("observedAt", lenient::stamp),
            command: fields.get("command"),
        }
    }
}

impl Plain for Evidence {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("kind", &self.kind);
        members.put("ref", &self.subject);
        members.put_some("hash", &self.hash);
        members.put_some("exit", &self.exit);
        members.put_some("ran", &self.ran);
        members.put_some("by", &self.by);
        members.put_some("planVersion", &self.plan_version);
        members.put_filled("inputs", &self.inputs);
        members.put_some("observedAt", &self.observed_at);
        members.put_some("command", &self.command);
        members.value()
    }
}

/// Which approvals count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approvals {
    /// Those of this plan version: work that is to be finished.
    Of(u64),
    /// Those of any version: a later version does not undo finished work.
    Any,
}

impl Evidence {
    /// The observation that exactly what `criterion` wants is there.
    pub fn seen(criterion: &Criterion) -> Evidence {
        Evidence {
            kind: criterion.kind,
            subject: criterion.subject.clone(),
            hash: criterion.want.clone(),
            exit: None,
            ran: None,
            by: None,
            plan_version: None,
            inputs: VecMap::new(),
            observed_at: None,
            command: None,
        }
    }

    /// Whether it says that `criterion` is met. It must be an item of the same kind and ref.
    pub fn satisfies(&self, criterion: &Criterion, approvals: Approvals) -> bool {
        match criterion.kind {
            EvidenceKind::FileHash | EvidenceKind::Artifact => {
                let hash = self.hash.as_deref().unwrap_or_default();
                !hash.is_empty() && criterion.want.as_deref().is_none_or(|want| want == hash)
            }
            EvidenceKind::TestExit => self.exit == Some(0) && self.ran != Some(0),
            EvidenceKind::Approval => {
                self.by.as_deref() == Some("user")
                    && match approvals {
                        Approvals::Of(version) => self.plan_version == Some(version),
                        Approvals::Any => true,
                    }
            }
        }
    }
}

/// What the host sees outside: hashes by path and by artifact name. What is in no list is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct World {
    /// Hash of each file.
    pub files: VecMap<String, String>,
    /// Hash of each artifact.
    pub artifacts: VecMap<String, String>,
    /// Refs that could not be looked at.
    pub unavailable: BTreeSet<String>,
}

impl Fit for World {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            files: fields.get_or_default("files"),
            artifacts: fields.get_or_default("artifacts"),
            unavailable: fields.get_or_default("unavailable"),
        }
    }
}

impl Plain for World {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("files", &self.files);
        members.put("artifacts", &self.artifacts);
        members.put("unavailable", &self.unavailable);
        members.value()
    }
}

/// What the world says of one hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Same,
    Other,
    Unseen,
}

impl World {
    /// Whether all that the item is about, and all it was made from, is there unchanged.
    pub fn shows(&self, item: &Evidence) -> bool {
        self.sights(item).all(|sight| sight == Sight::Same)
    }

    /// Whether something that the item is about, or was made from, is another or gone. What can not be seen does not count.
    pub fn contradicts(&self, item: &Evidence) -> bool {
        self.sights(item).any(|sight| sight == Sight::Other)
    }

    /// Whether the exact content that `criterion` wants is there.
    pub fn shows_wanted(&self, criterion: &Criterion) -> bool {
        let Some(want) = criterion.want.as_deref() else { return false };
        match self.of_kind(criterion.kind) {
            Some(seen) => self.sight(seen, &criterion.subject, Some(want)) == Sight::Same,
            None => false,
        }
    }

    fn of_kind(&self, kind: EvidenceKind) -> Option<&VecMap<String, String>> {
        match kind {
            EvidenceKind::FileHash => Some(&self.files),
            EvidenceKind::Artifact => Some(&self.artifacts),
            EvidenceKind::TestExit | EvidenceKind::Approval => None,
        }
    }

    fn sights<'a>(&'a self, item: &'a Evidence) -> impl Iterator<Item = Sight> + 'a {
        let own = self.of_kind(item.kind).map(|seen| self.sight(seen, &item.subject, item.hash.as_deref()));
        own.into_iter().chain(item.inputs.iter().map(|(path, hash)| self.sight(&self.files, path, Some(hash))))
    }

    fn sight(&self, seen: &VecMap<String, String>, subject: &str, hash: Option<&str>) -> Sight {
        if self.unavailable.contains(subject) {
            Sight::Unseen
        } else if hash.is_some() && seen.get(subject).map(String::as_str) == hash {
            Sight::Same
        } else {
            Sight::Other
        }
    }
}
