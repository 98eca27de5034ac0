//! The parts of one task, as shown: cleaned, without repeats, never too few to be of use. Owns the list that `step-done`
//! counts through; refuses to know which task runs.
//!
//! Source: the task rules, section 7.

use std::collections::BTreeSet;

use super::node::Node;

/// Steps and checks together are at least this many.
const ITEMS_MIN: usize = 3;
/// More checks than this are shown as one.
const CHECKS_SHOWN_MAX: usize = 2;
/// The step that fills a list that would be too short.
const RECORD: &str = "record evidence";

/// One part of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// In the task's own words.
    Step(String),
    /// The added step of recording evidence.
    Record,
}

impl Part {
    /// What is shown.
    pub fn text(&self) -> &str {
        match self {
            Part::Step(text) => text,
            Part::Record => RECORD,
        }
    }
}

/// The parts of `node`, in order.
pub fn parts(node: &Node) -> Vec<Part> {
    let mut seen = BTreeSet::new();
    let mut parts: Vec<Part> = node
        .steps
        .iter()
        .map(|text| collapsed(text))
        .filter(|text| !text.is_empty() && seen.insert(text.to_ascii_lowercase()))
        .map(Part::Step)
        .collect();
    let checks = checks_shown(node);
    if parts.len() + checks < ITEMS_MIN {
        let title = collapsed(&node.title);
        if !seen.contains(&title.to_ascii_lowercase()) {
            parts.insert(0, Part::Step(title));
        }
    }
    if parts.len() + checks < ITEMS_MIN {
        parts.push(Part::Record);
    }
    parts
}

/// How many items the checks of `node` take.
pub fn checks_shown(node: &Node) -> usize {
    if node.done_when.len() > CHECKS_SHOWN_MAX { 1 } else { node.done_when.len() }
}

/// `text` with at most `max` code points; a cut one ends in `…`.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).chain(['\u{2026}']).collect()
}

fn collapsed(text: &str) -> String {
    let words: Vec<&str> = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
