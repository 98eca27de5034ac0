//! The audit trail: who asked for each transition, on which words, with which receipt. Append-only, bounded.
//!
//! Judges nothing. Source: requirement row C6.

use serde::{Deserialize, Serialize};

use crate::{config::machine::AUDIT_ENTRIES_MAX, receipt::PlanRef};

/// Who caused an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
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

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// RFC 3339, UTC.
    pub at: String,
    /// Who.
    pub who: Actor,
    /// What, as a short stable word.
    pub what: String,
    /// The words, the call, the code: whatever it rests on. Empty = nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The version concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plan: Option<PlanRef>,
}

/// The entries, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    entries: Vec<Entry>,
    /// Entries that had to go for the bound.
    dropped: u64,
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
            out.push_str(&serde_json::to_value(entry).unwrap_or_default().to_string());
            out.push('\n');
        }
        out
    }
}
