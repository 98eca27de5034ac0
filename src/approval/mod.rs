//! What a reply to a plan card means. Deterministic, local, whole clauses only; `unknown` when anything is left over.
//!
//! Knows no modes. Source: the labelling rules of replies.

pub mod judge;

use serde::{Deserialize, Serialize};

use crate::code::{Code, approval as reason};

/// What the author of a reply wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// Let the shown plan run now, as it is.
    Approve,
    /// Change it.
    Revise,
    /// Not now, or not at all.
    Reject,
    /// Anything else.
    Unknown,
}

/// A reply, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it means.
    pub intent: Intent,
    /// With `reject`: not now, the plan stays pending.
    pub hold: bool,
    /// Which rule or veto decided.
    pub reason: Code,
    /// `en`, `zh`, `ru`, … or `None` where it can not be told.
    pub language: Option<&'static str>,
    /// Whether a judge may be asked: the reason allows it, and no question, quote, code, condition, hold or negation was seen.
    pub judge: bool,
}

/// Reads a reply to a plan card.
pub fn read(text: &str) -> Reading {
    let reason = if crate::text::is_blank(text) { reason::EMPTY } else { reason::LEFTOVER };
    Reading { intent: Intent::Unknown, hold: false, reason, language: None, judge: false }
}
