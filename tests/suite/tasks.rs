//! Plays the lines of `tests/data/tasks.jsonl` through the task graph, and random event sequences against the rules
//! written down a second time, the slow way.
//!
//! Shorthands of the lines (omitted title and criteria, `do`, `gen`, `run-all`) are expanded here; the product knows none.

mod data;
mod edges;
pub mod random;
mod slow;
mod slow_events;
mod slow_recovery;
mod versions;
