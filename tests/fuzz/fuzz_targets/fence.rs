//! Any bytes as a planner's answer: the properties that the suite holds are the oracle. Knows nothing of how answers are read.
#![no_main]

#[path = "../../suite/fence_oracle.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::check(bytes));
