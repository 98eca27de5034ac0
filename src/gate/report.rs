//! What an examination of one call brings to light: findings, effects, and what its words name.
//!
//! Knows no rule: it keeps and orders. Source: the authorization rules, sections 1 and 8.5.

use std::collections::BTreeSet;

use crate::code::{Code, ruling};
use crate::sorted::VecSet;

use super::Decision;

/// Everything found out about a call.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Rank in the code list and code.
    found: VecSet<(usize, Code)>,
    /// Effects of the call, as a refusal would name them.
    pub atoms: BTreeSet<String>,
    /// Something is refused, so that it matters what words name.
    pub heeds_names: bool,
    /// Normalized and real paths that words of changing commands name, where that matters.
    pub named: BTreeSet<String>,
    /// The call does, or may do, more than read.
    pub changes: bool,
}

impl Report {
    /// Nothing found yet, where these atoms are refused.
    pub fn under(refused: &BTreeSet<String>) -> Report {
        Report { heeds_names: !refused.is_empty(), ..Report::default() }
    }

    /// Adds a finding; a second one of the same code changes nothing.
    pub fn add(&mut self, code: Code) {
        let rank = ruling::ALL.iter().position(|known| *known == code).unwrap_or(usize::MAX);
        self.found.insert((rank, code));
    }

    /// Adds a finding if `is_found`.
    pub fn add_if(&mut self, is_found: bool, code: Code) {
        if is_found {
            self.add(code);
        }
    }

    /// Drops what says that a call is out of scope: where no plan is in force, nothing is in scope or out of it.
    pub fn drop_scope(&mut self) {
        self.found.retain(|(_, code)| !code.starts_with("STEP_OUT_OF_SCOPE_"));
    }

    /// All findings, worst level first, in the order of the code list.
    pub fn codes(&self) -> Vec<Code> {
        self.found.iter().map(|(_, code)| *code).collect()
    }

    /// The first finding at the highest level.
    pub fn worst(&self) -> Option<Code> {
        self.found.first().map(|(_, code)| *code)
    }
}

/// Level of a finding.
pub(super) fn level(code: Code) -> Decision {
    if code.starts_with("ERR_") {
        Decision::Deny
    } else if code.starts_with("STEP_") {
        Decision::StepApproval
    } else {
        Decision::Allow
    }
}
