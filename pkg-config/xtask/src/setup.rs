//! What a machine must have, and the installing of what can be installed.

use std::{env, path::Path};

use crate::run::{self, Outcome};

/// The oldest Node that works, as major and minor version.
const NODE_MIN: (u32, u32) = (20, 19);
/// The target of the core.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Node and npm are here and new enough.
pub fn node() -> Outcome {
    let missing = |what: &str| {
        format!("{what}: install Node {}.{} or newer (it brings npm), then run this again", NODE_MIN.0, NODE_MIN.1)
    };
    let version =
        run::read(run::command("node").arg("--version")).map_err(|_| missing("there is no `node` on the path"))?;
    let mut parts = version.trim().trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < NODE_MIN {
        return Err(missing(&format!("Node {} is too old", version.trim())));
    }
    run::read(&mut run::npm(&["--version"])).map_err(|_| missing("there is no `npm` on the path"))?;
    Ok(())
}

/// The standard library for WebAssembly is here.
pub fn wasm_target() -> Outcome {
    let sysroot = run::read(run::command("rustc").args(["--print", "sysroot"]))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).exists() {
        return Ok(());
    }
    run::timed("adding the WebAssembly target to Rust", || {
        run::run(run::command("rustup").args(["target", "add", WASM]))
    })
    .map_err(|error| format!("Rust has no target {WASM} and rustup did not add it: {error}"))
}

/// The named rustup component (`rustfmt`, `clippy`) is here; `word` is its cargo command.
pub fn component(name: &str, word: &str) -> Outcome {
    if run::read(&mut run::cargo(&[word, "--version"])).is_ok() {
        return Ok(());
    }
    run::timed(&format!("adding {name} to Rust"), || run::run(run::command("rustup").args(["component", "add", name])))
        .map_err(|error| format!("`cargo {word}` is missing and rustup did not add it: {error}"))
}

/// The npm tools of the package are here, exactly as its lock file says.
pub fn npm_tools() -> Outcome {
    let lock = run::text(&run::npm_root().join("package-lock.json"))?;
    let stamp = run::npm_root().join("node_modules/.installed-lock.json");
    if run::text(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run::timed("installing the npm tools (TypeScript, esbuild)", || {
        run::run(run::npm(&["ci", "--ignore-scripts"]).current_dir(run::npm_root()))
    })?;
    run::write(&stamp, lock)
}

/// The packages of Debian that hold the browser of the tests and its driver.
const BROWSER_PACKAGES: &[&str] = &["chromium", "chromium-driver"];

/// A Chromium and its driver are here. On Debian, as root, they are installed; another engine is the caller's to bring.
pub fn browser() -> Outcome {
    let has = |variable: &str, names: &[&str]| {
        let given = env::var(variable).ok();
        let mut names = given.as_deref().map_or(names.to_vec(), |name| vec![name]).into_iter();
        names.any(|name| run::read(run::command(name).arg("--version")).is_ok())
    };
    let here = || {
        has("PLANGATE_CHROMIUM", &["chromium", "chromium-browser", "google-chrome"])
            && has("PLANGATE_CHROMEDRIVER", &["chromedriver"])
    };
    if env::var("PLANGATE_BROWSER").is_ok_and(|name| name != "chromium") || here() {
        return Ok(());
    }
    let missing = "the browser tests need Chromium and chromedriver on the path (or named by PLANGATE_CHROMIUM and \
                   PLANGATE_CHROMEDRIVER)";
    let is_root = run::read(run::command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let is_debian =
        run::text(Path::new("/etc/os-release")).is_ok_and(|text| text.lines().any(|line| line == "ID=debian"));
    if !is_root || !is_debian {
        let packages = BROWSER_PACKAGES.join(" ");
        return Err(format!(
            "{missing}; on Debian: `sudo apt-get install {packages}`, elsewhere Chrome and its driver"
        ));
    }
    run::timed("installing Chromium by apt-get", || {
        let apt = |words: &[&str]| {
            let mut apt = run::command("apt-get");
            apt.args(words).arg("--quiet").env("DEBIAN_FRONTEND", "noninteractive");
            apt
        };
        run::read(&mut apt(&["update"]))?;
        run::read(apt(&["install", "--yes", "--no-install-recommends"]).args(BROWSER_PACKAGES)).map(drop)
    })?;
    if here() { Ok(()) } else { Err(missing.to_owned()) }
}
