//! The answer as plain characters: size, surrogates, line ends, end tokens. Knows nothing of lines or fences.
//!
//! Source: the fence rules, section 0.

use crate::code::fence as code;
use crate::config::fence::ANSWER_UNITS_MAX;
use crate::text;

use super::codes::Codes;

/// A clean answer: line ends are LF, no end tokens.
pub(super) struct Clean {
    pub text: String,
    pub codes: Codes,
}

/// The clean text, or `None` where it is too long.
pub(super) fn from_text(text: &str) -> Option<Clean> {
    // OK because a text has at least as many bytes as code units: only long texts are counted.
    if text.len() > ANSWER_UNITS_MAX && text::units(text) > ANSWER_UNITS_MAX {
        return None;
    }
    Some(clean(lines(text.chars()), Codes::default()))
}

/// Like [`from_text`]; each lone surrogate becomes U+FFFD.
pub(super) fn from_units(units: &[u16]) -> Option<Clean> {
    if units.len() > ANSWER_UNITS_MAX {
        return None;
    }
    let mut codes = Codes::default();
    let text = lines(char::decode_utf16(units.iter().copied()).map(|unit| {
        unit.unwrap_or_else(|_| {
            codes.add(code::W_LONE_SURROGATE);
            char::REPLACEMENT_CHARACTER
        })
    }));
    Some(clean(text, codes))
}

fn lines(chars: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    let mut after_cr = false;
    for c in chars {
        match c {
            '\n' if after_cr => {}
            '\r' => text.push('\n'),
            _ => text.push(c),
        }
        after_cr = c == '\r';
    }
    text
}

fn clean(mut text: String, mut codes: Codes) -> Clean {
    while let Some(end) = without_token(&text) {
        codes.add(code::W_SPECIAL_TOKEN);
        text.truncate(end);
    }
    Clean { text, codes }
}

/// Where the text ends without the end token it ends with and the white space around that.
fn without_token(text: &str) -> Option<usize> {
    let text = text.trim_end_matches(text::is_space);
    let before = text.strip_suffix("</s>").or_else(|| text.strip_suffix("<｜end▁of▁sentence｜>")).or_else(|| {
        let open = text.strip_suffix("|>")?;
        let name = open.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if name.len() < open.len() { name.strip_suffix("<|") } else { None }
    })?;
    Some(before.trim_end_matches(text::is_space).len())
}
