//! What the package weighs: measured, held against `budget.json`, and written where `UPDATE` is set.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
};

use serde_json::{Map, Value};

use crate::{
    build, pack,
    run::{self, Outcome},
};

const FIRST_MARK: &str = "<!-- sizes -->";
const LAST_MARK: &str = "<!-- /sizes -->";

/// Words that every build holds. By their sources: what they weigh inside the module can not be told apart.
const INSIDE: &[&str] = &[
    "src/approval/lexicon/any.txt",
    "src/suggest/lexicon/any.txt",
    "src/suggest/lexicon/foreign.rs",
    "src/suggest/lexicon/script.rs",
    "src/suggest/lexicon/shell.rs",
    "src/suggest/lexicon/slips.rs",
];

/// Measures the built package and checks it.
pub fn check() -> Outcome {
    let measured = measure()?;
    let file = run::npm_root().join("budget.json");
    let mut budget: Map<String, Value> = serde_json::from_str(&run::text(&file)?).map_err(|error| error.to_string())?;
    if env::var_os("UPDATE").is_some() {
        for (name, bytes) in &measured {
            budget[name.as_str()]["measured"] = (*bytes).into();
        }
        run::write(&file, format!("{:#}\n", Value::Object(budget.clone())))?;
        write_table(&budget)?;
    }
    let tolerance = budget["tolerance_percent"].as_u64().unwrap_or(0);
    let mut faults = Vec::new();
    for (name, bytes) in &measured {
        let number = |key: &str| budget.get(name).and_then(|row| row[key].as_u64()).unwrap_or(0);
        run::say(&format!("   {name}: {bytes} (stated {}, limit {})", number("measured"), number("limit")));
        if *bytes > number("limit") {
            faults.push(format!("{name} is {bytes}, over its limit of {}", number("limit")));
        }
        if bytes.abs_diff(number("measured")) * 100 > number("measured") * tolerance {
            faults.push(format!(
                "{name} is {bytes}, budget.json and README say {}: UPDATE=1 writes it anew",
                number("measured")
            ));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The files of the elements.
const ELEMENTS: [&str; 2] = ["dist/elements.js", "dist/elements.css"];

fn measure() -> Outcome<BTreeMap<String, u64>> {
    let wasm = fs::read(build::wasm()).map_err(|error| error.to_string())?;
    let mut measured = BTreeMap::from([
        ("wasm_bytes".to_owned(), wasm.len() as u64),
        ("wasm_gzip_bytes".to_owned(), build::gzip(&wasm)?.len() as u64),
        ("entry_gzip_bytes".to_owned(), gzipped(&["dist/index.js"], |file| !is_lexicon(file))?),
        ("entry_with_words_gzip_bytes".to_owned(), gzipped(&["dist/index.js"], |_| true)?),
        ("elements_gzip_bytes".to_owned(), gzipped(&ELEMENTS, |file| !is_drawing(file))?),
        ("elements_with_drawing_gzip_bytes".to_owned(), gzipped(&ELEMENTS, |_| true)?),
    ]);
    let failed = |error: std::io::Error| error.to_string();
    for name in pack::languages(&run::root()).map_err(failed)? {
        for (room, _) in pack::packed(&run::root(), &name).map_err(failed)? {
            let module = fs::read(run::npm_root().join(format!("ts/generated/lexicon-{name}-{room}.js")));
            let bytes = build::gzip(&module.map_err(failed)?)?.len() as u64;
            measured.insert(format!("lexicon_{name}_{room}_gzip_bytes"), bytes);
        }
    }
    let mut shared = 0;
    for file in INSIDE {
        let source = fs::read(run::root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        shared += build::gzip(&source)?.len() as u64;
    }
    measured.insert("lexicon_inside_gzip_bytes".to_owned(), shared);
    Ok(measured)
}

/// Whether a file holds the words of a language, which are loaded when a message needs them.
fn is_lexicon(file: &str) -> bool {
    file.contains("/lexicon-")
}

/// Whether a file draws the picture of tasks, which is loaded when there are tasks first.
fn is_drawing(file: &str) -> bool {
    file.contains("/drawing-")
}

/// What `entries` and all they load weigh as gzip, each file by itself, as far as it `counts`.
fn gzipped(entries: &[&str], counts: fn(&str) -> bool) -> Outcome<u64> {
    let mut files = BTreeSet::new();
    for entry in entries {
        files.extend(reached(entry)?);
    }
    let mut sum = 0;
    for file in files.into_iter().filter(|file| counts(file)) {
        let bytes = fs::read(run::npm_root().join(file)).map_err(|error| error.to_string())?;
        sum += build::gzip(&bytes)?.len() as u64;
    }
    Ok(sum)
}

/// The files that `entry` loads at once or later, itself included, as the bundler tells.
fn reached(entry: &str) -> Outcome<BTreeSet<String>> {
    let graph = run::text(&run::work().join("modules.json"))?;
    let graph: Value = serde_json::from_str(&graph).map_err(|error| error.to_string())?;
    let mut open = vec![entry.to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(file) = open.pop() {
        let imports = graph["outputs"][&file]["imports"].as_array().cloned().unwrap_or_default();
        if seen.insert(file) {
            open.extend(imports.iter().filter_map(|import| import["path"].as_str().map(str::to_owned)));
        }
    }
    Ok(seen)
}

/// The table of the README, from the numbers of the budget.
fn write_table(budget: &Map<String, Value>) -> Outcome {
    let mut table = String::from("| what | bytes | limit |\n| --- | ---: | ---: |\n");
    for row in budget.values().filter(|row| row.is_object()) {
        let words = row["what"].as_str().unwrap_or_default();
        table.push_str(&format!("| {words} | {} | {} |\n", row["measured"], row["limit"]));
    }
    let file = run::root().join("README.md");
    let readme = run::text(&file)?;
    let parts = readme.split_once(FIRST_MARK).and_then(|(head, rest)| Some((head, rest.split_once(LAST_MARK)?.1)));
    let (head, tail) = parts.ok_or_else(|| format!("README.md has no block {FIRST_MARK} … {LAST_MARK}"))?;
    run::write(&file, format!("{head}{FIRST_MARK}\n{table}{LAST_MARK}{tail}"))
}
