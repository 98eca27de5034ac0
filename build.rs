//! Packs the lexicons and writes down which texts the core accepts. Knows no word; see `src/lexicon`.
//!
//! A build for WebAssembly holds the SHA-256 of each language and none of the texts; any other build holds the texts too.

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
        let text = pack::packed(&root, &name)?;
        let digest = Sha256::digest(text.as_bytes());
        let inside = if outside { "None".to_owned() } else { format!("Some({})", keep(&out, &name, &text)?) };
        writeln!(
            table,
            "Lexicon {{ name: {name:?}, {}, sha256: {:?}, inside: {inside} }},",
            scripts(&text).ok_or_else(|| format!("{name}: no section `script`"))?,
            <[u8; 32]>::from(digest)
        )?;
    }
    table.push(']');
    fs::write(out.join("lexicons.rs"), table)?;
    keep(&out, pack::SHARED, &pack::packed(&root, pack::SHARED)?)?;
    Ok(())
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
