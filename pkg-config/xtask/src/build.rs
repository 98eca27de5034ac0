//! Makes the npm package: Rust to WebAssembly, its glue, the bytes inside a module, each text of words inside one more, TypeScript to one graph
//! of ES modules.

use std::{
    collections::BTreeSet,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    order, pack,
    run::{self, Outcome},
    setup,
};

/// Entries of the package, without extension.
const ENTRIES: &[&str] = &["index", "slim", "elements"];
/// Stylesheets of the package.
const STYLES: &[&str] = &["elements.css"];
/// How often the packed bytes are made anew, each time smaller; more gain nothing worth the wait.
const PACK_ROUNDS: std::num::NonZeroU64 = std::num::NonZeroU64::MIN.saturating_add(4);
/// Files of the repository that go into the package as they are.
const PAPERS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds everything into `pkg-config/dist`.
pub fn package() -> Outcome {
    setup::node()?;
    setup::wasm_target()?;
    setup::npm_tools()?;
    run::timed("the core (Rust to WebAssembly)", core)?;
    run::timed("its glue", glue)?;
    run::timed("its bytes (gzip)", bytes)?;
    run::timed("its lexicons", lexicons)?;
    let dist = run::npm_root().join("dist");
    run::empty(&dist)?;
    run::timed("types", || types(&dist))?;
    run::timed("modules", modules)?;
    run::copy(&wasm(), &dist.join("plangate.wasm"))?;
    PAPERS.iter().try_for_each(|name| run::copy(&run::root().join(name), &run::npm_root().join(name)))
}

/// The optimized module.
pub fn wasm() -> PathBuf {
    run::work().join("plangate.wasm")
}

/// Gzip at its best level. The same bytes on every machine, unlike the zlib of Node.
pub fn gzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}

/// Builds for trying things out: compiled fast, not optimized, too large to ship. Set `PLANGATE_QUICK=1`.
fn is_quick() -> bool {
    env::var_os("PLANGATE_QUICK").is_some()
}

fn core() -> Outcome {
    let profile = if is_quick() { "quick" } else { "release" };
    let mut cargo =
        run::cargo(&["build", "--profile", profile, "--lib", "--package", "plangate", "--target", setup::WASM]);
    // OK because panics name source files: without this the module would hold, and be as long as, the paths of this machine.
    let home = env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")));
    let flags: Vec<String> = home.into_iter().map(|home| format!("--remap-path-prefix={home}=/cargo")).collect();
    run::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))
}

fn glue() -> Outcome {
    let made = run::work().join("bindgen");
    run::empty(&made)?;
    let mut bindgen = Bindgen::new();
    let profile = if is_quick() { "quick" } else { "release" };
    let wasm = run::target().join(setup::WASM).join(profile).join("plangate.wasm");
    bindgen.input_path(wasm).omit_default_module_path(true).typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.web(true).and_then(Bindgen::generate_output).map_err(|error| format!("{error:#}"))?;
    output.emit(&made).map_err(|error| format!("{error:#}"))?;
    let names: Vec<String> = output.wasm().exports.iter().map(|export| format!("\"{}\"", export.name)).collect();
    let names = names.join(", ");
    // The loader compares these with what a module offers before the glue may keep it.
    let generated = run::npm_root().join("ts/generated");
    run::empty(&generated)?;
    let script = run::text(&made.join("plangate.js"))?;
    run::write(&generated.join("plangate.js"), format!("{script}\nexport const wasmExports = [{names}];\n"))?;
    let types = run::text(&made.join("plangate.d.ts"))?;
    run::write(&generated.join("plangate.d.ts"), format!("{types}\nexport const wasmExports: readonly string[];\n"))
}

fn bytes() -> Outcome {
    let input = run::work().join("bindgen/plangate_bg.wasm");
    let made = fs::read(input).map_err(|error| error.to_string())?;
    // OK because wasm-opt would gain nothing here: `-Oz` makes this module 7 % smaller raw and 10 % larger as gzip, which is
    // what travels; its gentler passes gain under 1 %. The order of the functions gains 3 %.
    let made = if is_quick() { made } else { order::by_likeness(&made)? };
    run::write(&wasm(), &made)?;
    let packed = if is_quick() { gzip(&made)? } else { packed(&made)? };
    let generated = run::npm_root().join("ts/generated");
    run::write(
        &generated.join("bytes.js"),
        format!("export const base64 = \"{}\";\n", BASE64_STANDARD.encode(&packed)),
    )?;
    run::write(&generated.join("bytes.d.ts"), "export const base64: string;\n")
}

/// Gzip as small as it gets: every decoder reads it, and it is made once.
fn packed(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut packed = Vec::new();
    let options = zopfli::Options { iteration_count: PACK_ROUNDS, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut packed).map_err(|error| error.to_string())?;
    Ok(packed)
}

/// A module for each packed text, and one that names them. Each is imported when its words are needed.
fn lexicons() -> Outcome {
    let generated = run::npm_root().join("ts/generated");
    let mut table = String::from("export const lexicons = {\n");
    let failed = |error: std::io::Error| format!("packing the lexicons: {error}");
    for name in pack::languages(&run::root()).map_err(failed)? {
        for (room, text) in pack::packed(&run::root(), &name).map_err(failed)? {
            let text = serde_json::Value::String(text);
            run::write(&generated.join(format!("lexicon-{name}-{room}.js")), format!("export const text = {text};\n"))?;
            table.push_str(&format!("  \"{name}-{room}\": () => import(\"./lexicon-{name}-{room}.js\"),\n"));
        }
    }
    run::write(&generated.join("lexicons.js"), format!("{table}}};\n"))?;
    let types = "export const lexicons: { readonly [name: string]: () => Promise<{ readonly text: string }> };\n";
    run::write(&generated.join("lexicons.d.ts"), types)
}

/// Checks the TypeScript and writes the declarations that the entries reach. The generated ones stay private.
fn types(dist: &Path) -> Outcome {
    let made = run::work().join("types");
    run::empty(&made)?;
    run::read(run::tool("tsc").args(["--project", "tsconfig.json", "--outDir"]).arg(&made))?;
    let mut open: Vec<String> = ENTRIES.iter().map(|entry| format!("{entry}.d.ts")).collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if name.contains("generated") {
            return Err("a public declaration reaches `generated`: mark what leads there `@internal`".to_owned());
        }
        let text = run::text(&made.join(&name))?;
        run::write(&dist.join(&name), &text)?;
        let folder = Path::new(&name).parent().unwrap_or(Path::new(""));
        open.extend(neighbours(&text).iter().map(|path| plain(&folder.join(path))));
    }
    Ok(())
}

/// Relative modules that a declaration file imports, as declaration files.
fn neighbours(text: &str) -> Vec<String> {
    let heads = ["from \"", "import(\""];
    let named = heads.iter().flat_map(|head| text.split(head).skip(1)).filter_map(|rest| rest.split('"').next());
    named.filter(|path| path.starts_with('.')).map(|path| path.replace(".js", ".d.ts")).collect()
}

/// A path without `.` and `..`, with `/` between its parts.
fn plain(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part.as_os_str().to_string_lossy().as_ref() {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name.to_owned()),
        }
    }
    parts.join("/")
}

/// One graph of ES modules. `platform=browser` makes an import of a Node module an error.
fn modules() -> Outcome {
    let mut bundler = run::tool("esbuild");
    bundler.args(ENTRIES.iter().map(|entry| format!("ts/{entry}.ts")));
    bundler.args(STYLES.iter().map(|style| format!("ts/{style}")));
    bundler.args([
        "--bundle",
        "--splitting",
        "--format=esm",
        "--platform=browser",
        "--target=es2022",
        "--charset=utf8",
    ]);
    bundler.args(["--minify-whitespace", "--minify-syntax", "--legal-comments=none", "--log-level=warning"]);
    bundler.args(["--outdir=dist", "--chunk-names=chunks/[name]-[hash]"]);
    bundler.arg(format!("--metafile={}", run::work().join("modules.json").display()));
    run::read(&mut bundler).map(drop)
}

#[cfg(test)]
mod tests {
    use super::{neighbours, plain};
    use std::path::Path;

    #[test]
    fn a_declaration_names_its_neighbours() {
        let text = "/** say \"./no.js\" */\nexport { A } from \"./a.js\";\nexport type B = import(\"./b.js\").B;\nimport \"c\";";
        assert_eq!(neighbours(text), ["./a.d.ts", "./b.d.ts"]);
    }

    #[test]
    fn paths_lose_their_dots() {
        assert_eq!(plain(Path::new("a/./../b/c.d.ts")), "b/c.d.ts");
    }
}
