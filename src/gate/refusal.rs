//! What a person has refused stays refused, by whatever tool or spelling it comes back.
//!
//! Compares effects, not calls; readers are never asked. Source: the authorization rules, section 8.5.

use std::collections::BTreeSet;

use super::{
    path::{Place, is_at_or_below},
    report::Report,
};

/// Whether a call that does more than read has an effect that is refused.
pub(super) fn meets(report: &Report, refused: &BTreeSet<String>, place: &Place<'_>) -> bool {
    let paths = || refused.iter().filter_map(|atom| atom.strip_prefix("write:"));
    let mut written = report.atoms.iter().filter_map(|atom| atom.strip_prefix("write:"));
    let mut programs = report.atoms.iter().filter_map(|atom| atom.strip_prefix("code:"));
    let lies_in_refused = |path: &str| paths().any(|refused| is_at_or_below(path, refused));
    let spells_refused = |program: &str| paths().any(|path| program.contains(place.relative(path).unwrap_or(path)));
    !report.atoms.is_disjoint(refused)
        || written.any(lies_in_refused)
        || report.named.iter().any(|path| lies_in_refused(path))
        || programs.any(spells_refused)
}
