//! Packs the lexicon of a language, one text a room, without comments and spare space. Knows no word and no tag.
//!
//! Shared with `build.rs` of the core, which takes the SHA-256 of what is packed: the module accepts this text and no other.

use std::{fs, io, path::Path};

/// The rooms that read words: what their texts are called, and where they keep their lexicons. Every language has the first.
pub const ROOMS: [(&str, &str); 2] = [("replies", "src/approval/lexicon"), ("requests", "src/suggest/lexicon")];
/// What every language shares; it stays inside the module.
pub const SHARED: &str = "any";

/// Languages that have a lexicon, sorted.
pub fn languages(root: &Path) -> io::Result<Vec<String>> {
    let [(_, folder), _] = ROOMS;
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".txt").filter(|name| *name != SHARED).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// The packed texts of a language, each with the name of its room. A language may have no words of requests.
pub fn packed(root: &Path, name: &str) -> io::Result<Vec<(&'static str, String)>> {
    let mut texts = Vec::new();
    for (room, folder) in ROOMS {
        let path = root.join(folder).join(format!("{name}.txt"));
        if path.exists() {
            texts.push((room, pack(&fs::read_to_string(path)?)));
        }
    }
    Ok(texts)
}

/// A source without comments, empty lines and spare space. A line that ends in a comma goes on in the next one.
fn pack(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        match line.strip_prefix("==") {
            Some(name) => out.extend(["=", name.trim()]),
            None => {
                let mut inside = false;
                let mut after_comma = false;
                out.extend(line.chars().filter(|&c| {
                    let spare = after_comma && c == ' ';
                    inside = c == '[' || inside && c != ']';
                    after_comma = (after_comma && c == ' ') || (c == ',' && !inside);
                    !spare
                }));
            }
        }
        if !line.ends_with(',') {
            out.push('\n');
        }
    }
    out
}
