//! The audit trail: who asked for each transition, on which words, with which receipt. Append-only, bounded.
//!
//! Judges nothing. Source: requirement row C6.

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::{config::machine::AUDIT_ENTRIES_MAX, receipt::PlanRef};
use serde_json::Value;

/// Who caused an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Actor {
    /// The person.
    Person,
    /// The host page.
    Host,
    /// A model.
    Model,
    /// The judge.
    Judge,
    /// A policy the host set.
    Policy,
    /// A deadline.
    Clock,
}

impl Named for Actor {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("person", Self::Person),
        ("host", Self::Host),
        ("model", Self::Model),
        ("judge", Self::Judge),
        ("policy", Self::Policy),
        ("clock", Self::Clock),
    ];
    const ELSE: Self = Self::Person;
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct Entry {
    /// RFC 3339, UTC.
    pub at: String,
    /// Who.
    pub who: Actor,
    /// What, as a short stable word.
    pub what: String,
    /// The words, the call, the code: whatever it rests on. Empty = nothing.
    #[cfg_attr(test, serde(default, skip_serializing_if = "String::is_empty"))]
    pub detail: String,
    /// The version concerned.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub plan: Option<PlanRef>,
}

impl Fit for Entry {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            at: fields.get("at"),
            who: fields.get("who"),
            what: fields.get("what"),
            detail: fields.get_or_default("detail"),
            plan: fields.get("plan"),
        }
    }
}

impl Plain for Entry {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("at", &self.at);
        members.put("who", &self.who);
        members.put("what", &self.what);
        members.put_filled("detail", &self.detail);
        members.put_some("plan", &self.plan);
        members.value()
    }
}

/// The entries, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Audit {
    entries: Vec<Entry>,
    /// Entries that had to go for the bound.
    dropped: u64,
}

impl Fit for Audit {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { entries: fields.get("entries"), dropped: fields.get("dropped") }
    }
}

impl Plain for Audit {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("entries", &self.entries);
        members.put("dropped", &self.dropped);
        members.value()
    }
}

impl Audit {
    /// Adds one at the end.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        // A tenth goes at once, so that the shift is paid once in many entries.
        if self.entries.len() > AUDIT_ENTRIES_MAX {
            let gone = AUDIT_ENTRIES_MAX / 10;
            self.entries.drain(..gone);
            self.dropped += gone as u64;
        }
    }

    /// All entries, oldest first.
    pub fn all(&self) -> &[Entry] {
        &self.entries
    }

    /// One JSON object a line; a first line says how many older entries were dropped, if any were.
    pub fn export(&self) -> String {
        let mut out = String::new();
        if self.dropped > 0 {
            out.push_str(&format!("{{\"dropped\":{}}}\n", self.dropped));
        }
        for entry in &self.entries {
            out.push_str(&entry.plain().to_string());
            out.push('\n');
        }
        out
    }
}
