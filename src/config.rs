//! Numbers with units: limits of the machine and of every room. Knows no logic.

/// Limits of reading a planner's answer. Lengths count UTF-16 code units.
pub mod fence {
    /// Longest answer that is read.
    pub const ANSWER_UNITS_MAX: usize = 4_194_304;
    /// Containers (objects and arrays) that may be open at once.
    pub const DEPTH_MAX: usize = 64;
    /// Closing lines tried for a fence whose first one falls inside a string.
    pub const CLOSES_MAX: usize = 8;
    /// Longest key that is recognized when looking ahead.
    pub const KEY_UNITS_MAX: usize = 128;
    /// Shortest content, white space left out, that counts as a copy of foreign text.
    pub const ECHO_UNITS_MIN: usize = 40;
    /// Longest inside of a `<placeholder>`.
    pub const PLACEHOLDER_UNITS_MAX: usize = 80;
    /// Columns that a fence, a tag or a comment may be indented by.
    pub const INDENT_MAX: usize = 3;
    /// Questions on one card.
    pub const QUESTIONS_MAX: usize = 3;
    /// Longest id of a question.
    pub const QUESTION_ID_MAX: usize = 64;
}
