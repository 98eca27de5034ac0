//! The long parts of the tests, which `cargo xtask test --full` adds.
//!
//! A part is one line in [`PARTS`] and one function that returns what it counted.

use crate::{
    check::{self, Tally},
    run::{self, Outcome},
};

/// Seeds of a long walk; a usual run takes what each walk sets itself.
const SEEDS: &str = "20000";

/// A name and the work behind it.
type Part = (&'static str, fn() -> Outcome<Tally>);

/// Every long part, in the order they run.
pub const PARTS: &[Part] = &[("long walks", long_walks)];

fn long_walks() -> Outcome<Tally> {
    check::cargo_test(run::cargo(&["test", "--release", "--test", "suite"]).env("PLANGATE_SEEDS", SEEDS))
}
