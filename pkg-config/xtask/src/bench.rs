//! Measures the built package beside what a page would do without it. Times are for people: nothing is asserted of them.

use crate::{
    build, install,
    run::{self, Outcome},
};

/// Each prints one table.
const BENCHES: &[&str] = &["fence.mjs", "approval.mjs", "gate.mjs", "tasks.mjs"];

/// Builds the package, installs it beside its peers, and runs every bench.
pub fn run() -> Outcome {
    build::package()?;
    let sources = run::root().join("tests/bench");
    let installed = run::work().join("consumer/bench");
    install::into(&installed, &install::pack()?, Some(&sources))?;
    install::link(&sources, &installed)?;
    for name in BENCHES {
        println!("\n── {name}");
        run::run(run::command("node").arg(sources.join(name)))?;
    }
    Ok(())
}
