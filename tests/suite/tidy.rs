//! The rules of the project that no lint sees: how rooms depend on each other, what the README states, what tests must read.
//!
//! `UPDATE=1` writes the table of codes anew.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

const JS_CRATES: &[&str] = &["wasm_bindgen", "js_sys", "web_sys", "gloo_storage"];
/// The room that alone knows JavaScript.
const BORDER: &str = "wasm";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file below `folder`, as paths from the root with `/`, sorted. Installed and linked folders are left out.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(&next).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true if path.ends_with("node_modules") || path.is_symlink() => {}
                true => open.push(path),
                false => found.push(relative(&path)),
            }
        }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    let parts = path.strip_prefix(root()).unwrap_or(path).components();
    parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn rust(folder: &str) -> Vec<String> {
    files(folder).into_iter().filter(|path| path.ends_with(".rs")).collect()
}

/// The text without what follows `//` on a line, so that comments may name anything.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether `text` holds `word` with no letter of a name before or after it.
fn names_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|tail| tail.chars().next());
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

/// Rooms in the order of `src/lib.rs`.
fn rooms() -> Vec<String> {
    let lib = code(&read("src/lib.rs"));
    let declared = lib.lines().filter_map(|line| line.trim().strip_suffix(';'));
    declared
        .filter_map(|line| line.strip_prefix("pub mod ").or_else(|| line.strip_prefix("mod ")))
        .map(str::to_owned)
        .collect()
}

/// The room a source file belongs to: `src/plan/scope.rs` to `plan`, `src/lib.rs` to none.
fn room_of(path: &str) -> Option<&str> {
    let name = path.strip_prefix("src/")?.split('/').next()?.trim_end_matches(".rs");
    (name != "lib").then_some(name)
}

/// First names after each `prefix` (`crate::`), those inside braces too.
fn first_names(text: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in text.split(prefix).skip(1) {
        let Some(group) = rest.trim_start().strip_prefix('{') else {
            found.push(rest.trim_start().chars().take_while(|letter| is_name(*letter)).collect());
            continue;
        };
        let mut depth = 1_usize;
        let mut item = String::new();
        for letter in group.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && letter == ',') {
                found.push(item.trim().chars().take_while(|letter| is_name(*letter)).collect());
                item.clear();
            } else {
                item.push(letter);
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

/// Rooms that a file imports. `super::` leaves the room where the file lies right below `src`, or one folder deeper.
fn imported(path: &str, text: &str) -> Vec<String> {
    let text = code(text);
    let depth = path.split('/').count() - 1 - usize::from(path.ends_with("/mod.rs"));
    let mut found = first_names(&text, "crate::");
    found.extend(first_names(&text, &"super::".repeat(depth)));
    found
}

#[test]
fn imports_are_found_in_every_form() {
    let text =
        "use crate::{code::{Code, x}, plan::Plan}; // crate::no\nlet a = crate::gate::b();\nuse super::super::task::T;";
    assert_eq!(imported("src/view/part.rs", text), ["code", "plan", "gate", "task"]);
    assert_eq!(imported("src/view/mod.rs", "use super::task::T;"), ["task"]);
}

#[test]
fn each_source_file_says_what_it_owns() {
    for path in rust("src").into_iter().chain(rust("tests/suite")).chain(rust("pkg-config/xtask/src")) {
        assert!(
            read(&path).starts_with("//! "),
            "{path} opens without `//!`: what it owns, what it does not know, its source"
        );
    }
}

#[test]
fn rooms_import_only_rooms_above_them() {
    let rooms = rooms();
    let place = |name: &str| rooms.iter().position(|room| room == name);
    for path in rust("src") {
        let Some(room) = room_of(&path) else { continue };
        let own = place(room).unwrap_or_else(|| panic!("{path} belongs to no room of src/lib.rs"));
        for other in imported(&path, &read(&path)) {
            let above = place(&other).is_none_or(|place| place <= own);
            assert!(above, "{path}: `{room}` imports `{other}`, which src/lib.rs lists below it");
        }
    }
}

#[test]
fn only_the_border_knows_javascript() {
    for path in rust("src").iter().filter(|path| room_of(path).is_some_and(|room| room != BORDER)) {
        let text = code(&read(path));
        let found = JS_CRATES.iter().find(|name| names_word(&text, name));
        assert!(found.is_none(), "{path} names `{}`: only src/{BORDER} may", found.unwrap_or(&""));
    }
}

#[test]
fn javascript_crates_are_declared_for_wasm_only() {
    let mut table = String::new();
    for line in read("Cargo.toml").lines() {
        if line.starts_with('[') {
            line.clone_into(&mut table);
        }
        let name = line.split('=').next().unwrap_or("").trim().replace('-', "_");
        if JS_CRATES.contains(&name.as_str()) {
            assert!(table.contains("wasm32"), "`{name}` is declared under {table}");
        }
    }
}

#[test]
fn no_test_is_ignored_and_nothing_is_left_to_do() {
    let banned = ["#[ig\u{6e}ore", "should\u{5f}panic", "todo\u{21}", "unimplemented\u{21}"];
    for path in rust("src").into_iter().chain(rust("tests")) {
        let text = read(&path);
        let found = banned.iter().find(|word| text.contains(**word));
        assert!(found.is_none() || path.ends_with("/tidy.rs"), "{path} holds `{}`", found.unwrap_or(&""));
    }
    for path in files("tests").iter().filter(|path| path.ends_with(".mjs")) {
        let text = read(path);
        let found = ["test.skip", "test.todo", "test.only", "skip: true", "only: true"]
            .into_iter()
            .find(|word| text.contains(word));
        assert!(found.is_none(), "{path} holds `{}`", found.unwrap_or(""));
    }
}

#[test]
fn each_data_file_is_read_by_a_runner() {
    let runners: String = files("tests")
        .iter()
        .filter(|path| path.ends_with(".rs") || path.ends_with(".mjs"))
        .map(|path| read(path))
        .collect();
    for path in files("tests/data") {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let folder = path.trim_end_matches(name);
        // A folder of samples is read as a whole: its runner names the folder.
        let read =
            runners.contains(name) || (folder != "tests/data/" && runners.contains(folder.trim_end_matches('/')));
        assert!(read, "{path} is named by no runner");
    }
}

/// One group of `src/code.rs`: its name, what it is for, its codes in order by their constants, and what each constant says.
struct Group {
    name: String,
    words: String,
    codes: Vec<String>,
    said: BTreeMap<String, String>,
}

fn groups() -> Vec<Group> {
    let text = read("src/code.rs");
    let mut words = String::new();
    let mut found: Vec<Group> = Vec::new();
    let mut listing = false;
    for line in text.lines().map(str::trim) {
        if let Some(doc) = line.strip_prefix("/// ") {
            doc.clone_into(&mut words);
        } else if let Some(name) = line.strip_prefix("pub mod ") {
            found.push(Group {
                name: name.trim_end_matches(" {").to_owned(),
                words: words.clone(),
                codes: Vec::new(),
                said: BTreeMap::new(),
            });
        } else if let Some((name, said)) = line.strip_prefix("pub const ").and_then(|rest| rest.split_once(": Code = "))
        {
            let said = said.trim_matches(['"', ';']).to_owned();
            found.last_mut().map(|group| group.said.insert(name.to_owned(), said));
        }
        listing |= line.starts_with("pub const ALL");
        if let Some(group) = found.last_mut().filter(|_| listing) {
            let list = line.rsplit("&[").next().unwrap_or("").trim_end_matches("];");
            let names = list.split(',').map(str::trim).filter(|name| !name.is_empty() && name.chars().all(is_name));
            group.codes.extend(names.map(str::to_owned));
        }
        listing &= !line.ends_with("];");
    }
    found
}

/// The text of the README between the marks of `block`, and what lies around it.
fn block<'a>(readme: &'a str, name: &str) -> (&'a str, &'a str, &'a str) {
    let cut = readme.split_once(&format!("<!-- {name} -->\n")).and_then(|(head, rest)| {
        let (body, tail) = rest.split_once(&format!("<!-- /{name} -->"))?;
        Some((head, body, tail))
    });
    cut.unwrap_or_else(|| panic!("README.md has no block `{name}`"))
}

#[test]
fn the_readme_lists_every_code() {
    let groups = groups();
    let mut table = String::from("| group | what it is | codes |\n| --- | --- | --- |\n");
    for group in &groups {
        let codes: Vec<String> = group.codes.iter().map(|code| format!("`{}`", group.said[code])).collect();
        table.push_str(&format!("| {} | {} | {} |\n", group.name, group.words, codes.join(" ")));
    }
    let readme = read("README.md");
    let (head, body, tail) = block(&readme, "codes");
    if env::var_os("UPDATE").is_some() {
        let text = format!("{head}<!-- codes -->\n{table}<!-- /codes -->{tail}");
        fs::write(root().join("README.md"), text).unwrap_or_else(|error| panic!("README.md: {error}"));
    } else {
        assert!(body == table, "the README's table of codes is not that of src/code.rs: UPDATE=1 writes it anew");
    }
}

#[test]
fn each_code_stands_in_the_list_of_its_group() {
    let text = read("src/code.rs");
    let listed: Vec<String> = groups().into_iter().flat_map(|group| group.codes).collect();
    let declared = text.lines().filter_map(|line| line.trim().strip_prefix("pub const ")?.split_once(": Code"));
    for (name, _) in declared {
        assert!(listed.iter().any(|code| code == name), "`{name}` is in no list `ALL`");
    }
    assert!(listed.len() > 100, "the lists of src/code.rs were not found");
}

#[test]
fn the_readme_states_the_measured_sizes() {
    let budget: serde_json::Value =
        serde_json::from_str(&read("pkg-config/budget.json")).unwrap_or_else(|error| panic!("budget.json: {error}"));
    if env::var_os("UPDATE").is_some() {
        return; // OK because `cargo xtask test` writes the table after it has measured.
    }
    let readme = read("README.md");
    let (_, table, _) = block(&readme, "sizes");
    for row in budget.as_object().into_iter().flat_map(|rows| rows.values()).filter(|row| row.is_object()) {
        let line = format!("| {} | {} | {} |", row["what"].as_str().unwrap_or_default(), row["measured"], row["limit"]);
        assert!(
            table.lines().any(|found| found == line),
            "README.md does not state `{line}`: UPDATE=1 cargo xtask test"
        );
    }
}
