//! The demo page: bundled against the packed package, as any user's page would be, and served from this machine only.

use std::path::PathBuf;

use crate::{
    install,
    run::{self, Outcome},
};

/// Bundles the page with the package that was packed last; the folder to serve.
pub fn bundle() -> Outcome<PathBuf> {
    let sources = run::root().join("www");
    let installed = run::work().join("consumer/www");
    run::timed("the page's packages", || install::into(&installed, &install::packed()?, Some(&sources)))?;
    install::link(&sources, &installed)?;
    let out = built();
    run::timed("the page", || {
        run::run(run::command("node").arg(sources.join("build.mjs")).arg(&out).arg(run::npm_root()))
    })?;
    Ok(out)
}

/// Serves the bundled page until the process is ended; with `--check` it is fetched once.
pub fn serve(words: &[&str]) -> Outcome {
    let number = words.iter().find(|word| word.chars().all(|letter| letter.is_ascii_digit()));
    let check = words.iter().filter(|word| **word == "--check");
    let mut node = run::command("node");
    node.arg(run::root().join("www/serve.mjs")).arg(built()).arg(number.unwrap_or(&"0")).args(check);
    run::run(&mut node)
}

/// Where the bundled page is.
pub fn built() -> PathBuf {
    run::work().join("page")
}
