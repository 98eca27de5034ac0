//! Any bytes as a scope, a call and a context: the laws that the suite holds are the oracle. Knows nothing of how calls are judged.
#![no_main]

#[path = "../../suite/authz_oracle.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::check(bytes));
