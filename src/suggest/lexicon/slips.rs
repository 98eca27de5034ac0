//! English slips of the fingers that no rule of one letter finds. No logic.

/// Slips of the fingers in the words that say how to proceed.
pub const SLIPS: &[(&str, &str)] = &[
    ("paln", "plan"),
    ("plna", "plan"),
    ("palnning", "planning"),
    ("planing", "planning"),
    ("frist", "first"),
    ("fisrt", "first"),
    ("firts", "first"),
    ("befor", "before"),
    ("beofre", "before"),
    ("bfore", "before"),
    ("jsut", "just"),
    ("juts", "just"),
    ("toch", "touch"),
    ("tuoch", "touch"),
    ("chnage", "change"),
    ("cahnge", "change"),
    ("aprove", "approve"),
    ("aproval", "approval"),
    ("implment", "implement"),
    ("immediatly", "immediately"),
];
