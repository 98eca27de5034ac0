//! Packs the lexicon of a language: the texts of both rooms in one, without comments and spare space. Knows no word and no tag.
//!
//! Shared with `build.rs` of the core, which takes the SHA-256 of what is packed: the module accepts this text and no other.

use std::{fs, io, path::Path};

/// Where the rooms keep their lexicons, in the order in which a packed text holds them.
const FOLDERS: [&str; 2] = ["src/approval/lexicon", "src/suggest/lexicon"];
/// Stands between the rooms.
const BORDER: &str = "====";
/// A room without words.
const NONE: &str = "=script\n";
/// What every language shares; it stays inside the module.
pub const SHARED: &str = "any";

/// Languages that have a lexicon, sorted.
pub fn languages(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(FOLDERS[0]))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".txt").filter(|name| *name != SHARED).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// The packed text of a language.
pub fn packed(root: &Path, name: &str) -> io::Result<String> {
    let mut rooms = Vec::new();
    for folder in FOLDERS {
        let path = root.join(folder).join(format!("{name}.txt"));
        // A language may have no words of requests.
        rooms.push(if path.exists() || folder == FOLDERS[0] {
            pack(&fs::read_to_string(path)?)
        } else {
            NONE.to_owned()
        });
    }
    Ok(rooms.join(&format!("{BORDER}\n")))
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
