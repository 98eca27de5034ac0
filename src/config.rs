//! Numbers with units: limits of the machine and of every room. Knows no logic.

/// Code points of own text that the suggestion room reads, half of them from each end. Cut pastes do not count.
pub const SUGGEST_OWN_CHARS_MAX: usize = 8_000;
