//! Everything that CI runs, in one order, each step with its time; the count at the end is what really ran.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::mpsc,
    thread,
    time::Instant,
};

use crate::{
    budget, build, fuel, fuel_tasks, full, install, page,
    run::{self, Outcome},
    setup,
};

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What CI runs.
    Usual,
    /// And the long parts.
    Full,
}

/// Tests that ran. A step without tests of its own counts as one.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    /// Held.
    pub passed: u64,
    /// Did not hold.
    pub failed: u64,
}

const ONE: Tally = Tally { passed: 1, failed: 0 };

/// Crates that only the border to JavaScript may need.
const JS_CRATES: &[&str] = &["wasm-bindgen", "js-sys", "web-sys", "gloo-storage", "gloo-utils"];

/// Runs all steps, those after a failed one too where they still mean something. Two lanes go on side by side, as most steps
/// keep one core busy at most.
pub fn test(extent: Extent) -> Outcome<ExitCode> {
    setup::node()?;
    setup::wasm_target()?;
    setup::component("rustfmt", "fmt")?;
    setup::component("clippy", "clippy")?;
    let start = Instant::now();
    let (tell, told) = mpsc::channel();
    let mut report = Report::default();
    // OK because an update rewrites what the build reads.
    let updates = env::var_os("UPDATE").is_some();
    if updates {
        native_steps(&mut report);
    }
    let shipped = thread::scope(|scope| {
        let shipped = scope.spawn(move || run::lane("shipped │ ", || shipped_lane(&tell)));
        run::lane("native  │ ", || {
            if !updates {
                native_steps(&mut report);
            }
            if told.recv().unwrap_or(false) {
                report.step("package tests", package_tests);
                report.step("example against the built types", examples);
            }
        });
        shipped.join()
    });
    report.add(shipped.map_err(|_| "the lane of the shipped package has panicked")?);
    if extent == Extent::Full {
        for (name, work) in full::PARTS {
            report.step(name, work);
        }
    }
    Ok(report.close(start))
}

/// What needs no package.
fn native_steps(report: &mut Report) {
    report.step("format", || run::run(&mut run::cargo(&["fmt", "--all", "--check"])).map(|()| ONE));
    report.step("lints", || lints(&[&["--all-targets"]]));
    report.step("native tests: suites, tidy, wire types", || cargo_test(&mut run::cargo(&["test"])));
    report.step("tests of this tool", || cargo_test(&mut run::cargo(&["test", "--package", "xtask"])));
    report.step("native build without JavaScript crates", native_tree);
}

/// The package, and what is measured on it and shown of it in a browser. Tells when it is installed for its tests, or will not be.
fn shipped_lane(installed: &mpsc::Sender<bool>) -> Report {
    let mut report = Report::default();
    let built = report.step("build", || build::package().map(|()| ONE));
    let packed = built && report.step("pack and install", || install_for("package", &install::pack()?).map(|()| ONE));
    // OK because the other lane waits for it to the end.
    let _ = installed.send(packed);
    if packed && report.step("demo page", || page::bundle().map(|_| ONE)) {
        report.step("browser tests", browser_tests);
    }
    if built {
        report.step("instructions of the shipped module: hostile answers", fuel::check);
        report.step("instructions of the shipped module: events of tasks", fuel_tasks::check);
        report.step("budget", || budget::check().map(|()| ONE));
    }
    // OK because this lane is the shorter one by about as much as this takes.
    report.step("lints of the border and of this tool", || {
        lints(&[&["--lib", "--target", setup::WASM], &["--all-targets", "--package", "xtask"]])
    });
    report
}

/// What the steps so far have come to.
#[derive(Default)]
struct Report {
    total: Tally,
    lines: Vec<String>,
}

impl Report {
    /// Runs one step, adds what it counted, and says whether all of it held.
    fn step(&mut self, name: &str, work: impl FnOnce() -> Outcome<Tally>) -> bool {
        run::say(&format!("\n── {name}"));
        let start = Instant::now();
        let tally = work().unwrap_or_else(|message| {
            run::say(&message);
            Tally { passed: 0, failed: 1 }
        });
        let line = format!("{:>8}  {:>5} passed {:>3} failed  {name}", run::seconds(start), tally.passed, tally.failed);
        run::say(&line);
        self.add(Self { total: tally, lines: vec![line] });
        tally.failed == 0
    }

    fn add(&mut self, other: Self) {
        self.total.passed += other.total.passed;
        self.total.failed += other.total.failed;
        self.lines.extend(other.lines);
    }

    /// The times of all steps, and one line with the count as the last one.
    fn close(self, start: Instant) -> ExitCode {
        println!("\n── all steps\n{}\n{:>8}  in all\n", self.lines.join("\n"), run::seconds(start));
        println!("{} passed, {} failed", self.total.passed, self.total.failed);
        if self.total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The border is compiled for WebAssembly only, so it is linted there. Each package alone: together they would be built
/// with other features than in the steps before and after.
fn lints(scopes: &[&[&str]]) -> Outcome<Tally> {
    for words in scopes {
        run::run(run::cargo(&["clippy"]).args(*words).args(["--", "-D", "warnings"]))?;
    }
    Ok(ONE)
}

/// Runs a `cargo test` and adds up the lines in which each test binary says what it ran.
pub fn cargo_test(command: &mut Command) -> Outcome<Tally> {
    let mut tally = Tally::default();
    let outcome = run::watch(command, |line| {
        if let Some(rest) = line.strip_prefix("test result: ") {
            tally.passed += number_before(rest, " passed");
            tally.failed += number_before(rest, " failed");
        }
    });
    settle(outcome, tally)
}

fn package_tests() -> Outcome<Tally> {
    let mut node = run::command("node");
    node_tests(&mut node, "package")
}

/// The package in a real browser.
fn browser_tests() -> Outcome<Tally> {
    setup::browser()?;
    install_for("e2e", &install::packed()?)?;
    let mut node = run::command("node");
    // OK because two cores carry one browser: files run one after the other.
    node_tests(node.arg("--test-concurrency=1"), "e2e")
}

/// Runs the tests of `tests/<name>` against the package that is installed for them.
fn node_tests(node: &mut Command, name: &str) -> Outcome<Tally> {
    let folder = run::root().join("tests").join(name);
    let files = run::names(&folder)?.into_iter().filter(|file| file.ends_with(".test.mjs"));
    node.args(["--test", "--test-reporter=spec"]).args(files.map(|file| format!("tests/{name}/{file}")));
    node.env("PLANGATE_PACKAGE", consumer(name).join("node_modules/plangate"));
    node.env("PLANGATE_PAGE", page::built());
    let mut tally = Tally::default();
    let outcome = run::watch(node, |line| {
        // OK because the reporter's own lines start with its mark, in the first column.
        if let Some(rest) = line.strip_prefix("ℹ ") {
            tally.passed += number_after(rest, "pass ");
            tally.failed += number_after(rest, "fail ") + number_after(rest, "cancelled ");
        }
    });
    settle(outcome, tally)
}

/// A runner that fails without a failed test, or runs none, is itself the failure.
fn settle(outcome: Outcome, tally: Tally) -> Outcome<Tally> {
    match outcome {
        Err(message) if tally.failed == 0 => {
            run::say(&message);
            Ok(Tally { failed: 1, ..tally })
        }
        Ok(()) if tally.passed + tally.failed == 0 => Err("the runner ran no test".to_owned()),
        Err(_) | Ok(()) => Ok(tally),
    }
}

fn number_before(text: &str, word: &str) -> u64 {
    text.split(word).next().and_then(|head| head.rsplit(' ').next()).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn number_after(text: &str, word: &str) -> u64 {
    text.strip_prefix(word).and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

fn native_tree() -> Outcome<Tally> {
    let tree = run::read(&mut run::cargo(&["tree", "--package", "plangate", "--prefix", "none", "--format", "{p}"]))?;
    let mut found = tree.lines().filter_map(|line| line.split(' ').next()).filter(|name| JS_CRATES.contains(name));
    match found.next() {
        None => Ok(ONE),
        Some(name) => Err(format!("the native build holds `{name}`: declare it under the wasm32 target only")),
    }
}

/// The folder in which the packed package is installed for the tests of `tests/<name>`.
fn consumer(name: &str) -> PathBuf {
    run::work().join("consumer").join(name)
}

/// Installs the packed package, with the packages that the tests of `tests/<name>` need, and links it beside them.
fn install_for(name: &str, tarball: &Path) -> Outcome {
    let tests = run::root().join("tests").join(name);
    install::into(&consumer(name), tarball, Some(&tests))?;
    install::link(&tests, &consumer(name))
}

/// The example of a host page type-checks, as Node and as a bundler resolve the package.
fn examples() -> Outcome<Tally> {
    let folder = run::root().join("tests/package/examples");
    let files: Vec<_> =
        run::names(&folder)?.into_iter().filter(|name| name.ends_with(".ts")).map(|name| folder.join(name)).collect();
    for resolution in [["--module", "nodenext"].as_slice(), &["--module", "esnext", "--moduleResolution", "bundler"]] {
        let mut tsc = run::tool("tsc");
        tsc.current_dir(run::root());
        tsc.args(["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"]);
        tsc.args(["--lib", "es2022,dom,dom.iterable", "--types", ""]).args(resolution).args(&files);
        run::read(&mut tsc)?;
    }
    Ok(ONE)
}

#[cfg(test)]
mod tests {
    use super::{number_after, number_before};

    #[test]
    fn counts_are_read_from_the_runners_lines() {
        let line = "ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!((number_before(line, " passed"), number_before(line, " failed")), (12, 3));
        assert_eq!((number_after("pass 7", "pass "), number_after("duration_ms 80.1", "pass ")), (7, 0));
    }
}
