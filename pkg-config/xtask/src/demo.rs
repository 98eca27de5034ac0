//! Plays a conversation in the terminal, from the packed package in a folder of its own.

use crate::{
    build, install,
    run::{self, Outcome},
};

/// Builds, packs, installs and plays.
pub fn play() -> Outcome {
    build::package()?;
    let folder = run::work().join("demo");
    run::timed("packing and installing", || install::into(&folder, &install::pack()?, None))?;
    let script = "terminal.mjs";
    run::copy(&run::npm_root().join("demo").join(script), &folder.join(script))?;
    println!();
    run::run(run::command("node").arg(script).current_dir(&folder))
}
