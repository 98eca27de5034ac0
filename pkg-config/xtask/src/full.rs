//! The long parts of the tests, which `cargo xtask test --full` adds.
//!
//! A part is one line in [`PARTS`] and one function that returns what it counted.

use std::fs;

use crate::{
    check::{self, Tally},
    fuel,
    run::{self, Outcome},
};

/// Seeds of a long walk; a usual run takes what each walk sets itself.
const SEEDS: &str = "20000";

/// A name and the work behind it.
type Part = (&'static str, fn() -> Outcome<Tally>);

/// Every long part, in the order they run.
pub const PARTS: &[Part] = &[
    ("long walks", long_walks),
    ("instructions of the shipped module, at 1 MB and 2 MB", fuel::check_full),
    ("fuzzing: planner answers", fuzz_fence),
    ("fuzzing: calls", fuzz_authorize),
];

/// Seconds that each fuzz target runs.
const FUZZ_SECONDS: &str = "-max_total_time=300";

fn long_walks() -> Outcome<Tally> {
    check::cargo_test(run::cargo(&["test", "--release", "--test", "suite"]).env("PLANGATE_SEEDS", SEEDS))
}

fn fuzz_fence() -> Outcome<Tally> {
    fuzz("fence", "-max_len=6000")
}

fn fuzz_authorize() -> Outcome<Tally> {
    fuzz("authorize", "-max_len=600")
}

/// Runs a target with the laws of the suite as its oracle; a finding fails the step and is kept under `artifacts`.
fn fuzz(target: &str, longest: &str) -> Outcome<Tally> {
    if run::read(&mut run::cargo(&["fuzz", "--version"])).is_err() {
        run::timed("cargo-fuzz", || run::run(&mut run::cargo(&["install", "cargo-fuzz"])))?;
    }
    let made = run::work().join("fuzz");
    let corpus = made.join(target);
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let mut fuzz =
        run::cargo(&["fuzz", "run", target, "--fuzz-dir", "tests/fuzz", "--sanitizer", "none", "--target-dir"]);
    fuzz.arg(made.join("target")).arg(&corpus).args(["--", FUZZ_SECONDS, longest, "-timeout=25"]);
    // OK because only the coverage marks of the fuzzer need it; what is tested is compiled as it is.
    fuzz.env("RUSTC_BOOTSTRAP", "1");
    run::run(&mut fuzz)?;
    Ok(Tally { passed: 1, failed: 0 })
}
