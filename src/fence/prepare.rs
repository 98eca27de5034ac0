//! The answer as plain characters: size, surrogates, line ends, end tokens. Knows nothing of lines or fences.
//!
//! Source: the fence rules, section 0.

use std::borrow::Cow;

use crate::code::fence as code;
use crate::config::fence::ANSWER_UNITS_MAX;
use crate::text;

use super::codes::Codes;

/// A clean answer: line ends are LF, no end tokens.
pub(super) struct Clean<'a> {
    pub text: Cow<'a, str>,
    pub codes: Codes,
}

/// The clean text, or `None` where it is too long.
pub(super) fn from_text(text: &str) -> Option<Clean<'_>> {
    // OK because a text has at least as many bytes as code units: only long texts are counted.
    if text.len() > ANSWER_UNITS_MAX && text::units(text) > ANSWER_UNITS_MAX {
        return None;
    }
    Some(clean(lines(Cow::Borrowed(text)), Codes::default()))
}

/// Like [`from_text`]; each lone surrogate becomes U+FFFD.
pub(super) fn from_units(units: &[u16]) -> Option<Clean<'static>> {
    if units.len() > ANSWER_UNITS_MAX {
        return None;
    }
    let mut codes = Codes::default();
    let text = char::decode_utf16(units.iter().copied()).map(|unit| {
        unit.unwrap_or_else(|_| {
            codes.add(code::W_LONE_SURROGATE);
            char::REPLACEMENT_CHARACTER
        })
    });
    let text: String = text.collect();
    Some(clean(lines(Cow::Owned(text)), codes))
}

/// The text with LF at the end of every line. Most answers have no other.
fn lines(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut parts = text.split('\r');
    let first = parts.next().unwrap_or("");
    if first.len() == text.len() {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    plain.push_str(first);
    for part in parts {
        plain.push('\n');
        plain.push_str(part.strip_prefix('\n').unwrap_or(part));
    }
    Cow::Owned(plain)
}

fn clean(text: Cow<'_, str>, mut codes: Codes) -> Clean<'_> {
    let mut end = text.len();
    while let Some(earlier) = without_token(text::span(&text, 0..end)) {
        codes.add(code::W_SPECIAL_TOKEN);
        end = earlier;
    }
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text::span(text, 0..end)),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    };
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
