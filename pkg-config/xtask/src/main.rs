//! The one door to building, testing and showing plangate: `cargo xtask …`, the same for people and for CI.
//!
//! Each command installs what it needs as far as it can, and says what is missing where it can not.

mod bench;
mod budget;
mod build;
mod check;
mod demo;
mod fuel;
mod fuel_tasks;
mod full;
mod install;
mod machine;
mod order;
mod pack;
mod page;
mod run;
mod setup;

use std::{env, process::ExitCode};

use run::Outcome;

const HELP: &str = "\
cargo xtask COMMAND

  build          the npm package, into pkg-config/dist (entry: index.js)
  test           everything that CI runs; ends with `N passed, N failed`
  test --full    the same and the long parts
  bench          speed of the built package beside what a page would do without it
  count          instructions that the built module spends on events of tasks and on hostile answers
  demo [PORT]    the demo page on 127.0.0.1; with `--check` it is fetched once, with `--terminal` it is a conversation here
  help           this text

Needs rustup with Rust 1.88 or newer, and Node 20.19 or newer. All else is installed by the commands.
UPDATE=1 cargo xtask test   rewrites what is generated: wire types, tables of the README, measured sizes";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = |()| ExitCode::SUCCESS;
    let outcome: Outcome<ExitCode> = match words.as_slice() {
        ["build"] => build::package().map(done),
        ["test"] => check::test(check::Extent::Usual),
        ["test", "--full"] => check::test(check::Extent::Full),
        ["bench"] => bench::run().map(done),
        ["count"] => fuel_tasks::check().and_then(|_| fuel::check_full()).map(|_| ExitCode::SUCCESS),
        ["demo", "--terminal"] => demo::play().map(done),
        ["demo", rest @ ..] => demo::show(rest).map(done),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        _ => Err(format!("unknown command `{}`\n\n{HELP}", words.join(" "))),
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}
