//! Packs the lexicons and writes down which texts the core accepts. Knows no word; see `src/lexicon`.
//!
//! A build for WebAssembly holds the SHA-256 of each text and none of the texts; any other build holds the texts too.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

#[path = "pkg-config/xtask/src/pack.rs"]
mod pack;

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["src/approval/lexicon", "src/suggest/lexicon", "pkg-config/xtask/src/pack.rs", "build.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let outside = env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32";
    let mut table = String::from("&[\n");
    for name in pack::languages(&root)? {
        let texts = pack::packed(&root, &name)?;
        let scripts = texts.iter().find_map(|(_, text)| scripts(text));
        write!(
            table,
            "Lexicon {{ name: {name:?}, {}, ",
            scripts.ok_or_else(|| format!("{name}: no section `script`"))?
        )?;
        for (room, _) in pack::ROOMS {
            let text = texts.iter().find(|(other, _)| *other == room).map(|(_, text)| text);
            let words = text.map(|text| words(&out, &format!("{name}-{room}"), text, outside)).transpose()?;
            write!(table, "{room}: {}, ", words.unwrap_or_else(|| "None".to_owned()))?;
        }
        writeln!(table, "}},")?;
    }
    table.push(']');
    fs::write(out.join("lexicons.rs"), table)?;
    for (room, text) in pack::packed(&root, pack::SHARED)? {
        keep(&out, &format!("{}-{room}", pack::SHARED), &text)?;
    }
    Ok(())
}

/// The words of a language in one room: their hash, and the text itself where the build holds it.
fn words(out: &Path, name: &str, text: &str, outside: bool) -> Result<String, Box<dyn Error>> {
    let sha256 = <[u8; 32]>::from(Sha256::digest(text.as_bytes()));
    let inside = if outside { "None".to_owned() } else { format!("Some({})", keep(out, name, text)?) };
    Ok(format!("Some(Words {{ sha256: {sha256:?}, inside: {inside} }})"))
}

/// Writes a packed text down; what includes it.
fn keep(out: &Path, name: &str, text: &str) -> Result<String, Box<dyn Error>> {
    fs::write(out.join(format!("{name}.txt")), text)?;
    Ok(format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.txt\"))"))
}

/// The scripts that a packed text names first of all, and whether it says that it is read apart.
fn scripts(text: &str) -> Option<String> {
    let line = text.strip_prefix("=script\n")?.lines().next()?;
    let names = line.strip_suffix(" apart").unwrap_or(line);
    let scripts = names.split(' ').map(|name| format!("Script::{name}")).collect::<Vec<_>>().join(", ");
    Some(format!("scripts: &[{scripts}], apart: {}", names != line))
}
