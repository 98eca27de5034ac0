//! What a machine must have, and the installing of what can be installed.

use std::path::Path;

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
