//! Shows plangate from the packed package: the page in a browser, or a conversation in the terminal.

use crate::{
    build, install, page,
    run::{self, Outcome},
};

/// Builds, packs, installs and serves the page. A number among `words` is the port, `--check` fetches the page once.
pub fn show(words: &[&str]) -> Outcome {
    let known = |word: &&str| *word == "--check" || word.parse::<u16>().is_ok();
    if let Some(word) = words.iter().find(|word| !known(word)) {
        return Err(format!("`demo` takes a port, `--check` or `--terminal`, not `{word}`"));
    }
    build::package()?;
    run::timed("packing", install::pack)?;
    page::bundle()?;
    page::serve(words)
}

/// Builds, packs, installs and plays the conversation.
pub fn play() -> Outcome {
    build::package()?;
    let folder = run::work().join("demo");
    run::timed("packing and installing", || install::into(&folder, &install::pack()?, None))?;
    let script = "terminal.mjs";
    run::copy(&run::npm_root().join("demo").join(script), &folder.join(script))?;
    println!();
    run::run(run::command("node").arg(script).current_dir(&folder))
}
