//! Whether a fence is a copy of what the planner had read: then it is somebody else's plan.
//!
//! Compares texts without white space and knows nothing else of them. Source: the fence rules, section 3, item 1.

use std::collections::BTreeSet;

use crate::config::fence::{ECHO_SEARCHES_MAX, ECHO_UNITS_MIN};
use crate::text;

/// Foreign text and the contents already looked up in it, so that a repeated fence costs one search.
pub(super) struct Echoes {
    foreign: Vec<String>,
    held: BTreeSet<String>,
    unheld: BTreeSet<String>,
}

impl Echoes {
    pub fn new(untrusted: &[String]) -> Self {
        Echoes {
            foreign: untrusted.iter().map(|text| text::squeeze(text)).collect(),
            held: BTreeSet::new(),
            unheld: BTreeSet::new(),
        }
    }

    /// Whether the content, white space left out, is long enough to tell and stands in foreign text. Behind the last
    /// search it is taken to stand there: no plan of an answer with that many fences is worth a doubt.
    pub fn holds(&mut self, content: &str) -> bool {
        if self.foreign.is_empty() {
            return false;
        }
        let content = text::squeeze(content);
        if text::units(&content) < ECHO_UNITS_MIN {
            return false;
        }
        if self.held.contains(&content) || self.unheld.contains(&content) {
            return self.held.contains(&content);
        }
        let searches = self.held.len() + self.unheld.len();
        let found = searches >= ECHO_SEARCHES_MAX || self.foreign.iter().any(|text| text.contains(&content));
        let known = if found { &mut self.held } else { &mut self.unheld };
        known.insert(content);
        found
    }
}
