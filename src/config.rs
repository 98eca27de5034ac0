//! Numbers with units: limits of the machine and of every room. Knows no logic.

/// Longest reply that is read, in bytes; a longer one is `unknown`.
pub const REPLY_BYTES_MAX: usize = 16_384;
/// Longest plan summary shown to a judge, in bytes.
pub const JUDGE_SUMMARY_BYTES_MAX: usize = 2_000;
/// Longest reply shown to a judge, in bytes.
pub const JUDGE_REPLY_BYTES_MAX: usize = 2_000;
/// Longest answer of a judge that is read, in bytes.
pub const JUDGE_ANSWER_BYTES_MAX: usize = 4_096;
/// Longest reason of a judge that is kept, in bytes.
pub const JUDGE_REASON_BYTES_MAX: usize = 64;
