//! Words of a command line as plain texts: membership in a list, base name, assignment, short options.
//!
//! Knows no program. Source: the authorization rules, sections 5.2 and 5.3.

/// Whether `word` is one of the blank-separated words of `list`.
pub(super) fn lists(list: &str, word: &str) -> bool {
    let word = word.as_bytes();
    // One pass over bytes, as this is asked of each word of each call: how much of `word` is what the entry begins with.
    let mut matched = Some(0_usize);
    for byte in list.bytes() {
        matched = match matched {
            Some(length) if byte == b' ' && length == word.len() && length > 0 => return true,
            _ if byte == b' ' => Some(0),
            Some(length) if word.get(length) == Some(&byte) => Some(length.saturating_add(1)),
            Some(_) | None => None,
        };
    }
    !word.is_empty() && matched == Some(word.len())
}

/// Name that danger goes by: what follows the last separator, lower case, without an ending that marks a program.
pub(super) fn base_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let stem = [".exe", ".cmd", ".bat", ".com", ".ps1"].iter().find_map(|ending| name.strip_suffix(ending));
    stem.map(str::to_owned).unwrap_or(name)
}

/// `NAME=` or `NAME+=`.
pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.strip_suffix('+').unwrap_or(name);
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// Letters of a cluster of short options: what follows a single dash.
pub(super) fn cluster(word: &str) -> Option<&str> {
    word.strip_prefix('-').filter(|letters| !letters.is_empty() && !letters.starts_with('-'))
}

/// Whether a word is nothing but ASCII letters and digits of `set`, and not empty.
pub(super) fn is_made_of(word: &str, set: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| set.contains(c))
}
