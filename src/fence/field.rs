//! Reading fields of an object that a model spelled its own way. Knows how keys and texts are compared, not which there
//! are.
//!
//! Source: the fence rules, section 5.

use std::borrow::Cow;

use crate::code::fence as code;
use crate::config::fence::PLACEHOLDER_UNITS_MAX;
use crate::text;

use super::codes::Codes;
use super::json::{self, Ending, Json};

/// Names of one field: its own, then its aliases. Compared folded.
pub(super) type Names = [&'static str];

/// Members of an object by folded key.
pub(super) struct Fields<'a>(Vec<(Cow<'a, str>, &'a Json<'a>)>);

impl<'a> Fields<'a> {
    /// The members of an object; `None` where it is none.
    pub fn of(value: &'a Json<'_>) -> Option<Self> {
        match value {
            Json::Object(members) => Some(Fields(members.iter().map(|(key, value)| (folded(key), value)).collect())),
            _ => None,
        }
    }

    /// No members at all.
    pub fn none() -> Self {
        Fields(Vec::new())
    }

    /// Whether there is a key of this group, whatever its value.
    pub fn has(&self, names: &Names) -> bool {
        self.every(names).next().is_some()
    }

    /// All values of this group, in the order they were written.
    pub fn every(&self, names: &Names) -> impl Iterator<Item = &'a Json<'a>> {
        self.0.iter().filter(|(key, _)| names.contains(&key.as_ref())).map(|(_, value)| *value)
    }

    /// The value under one name. Of a repeated key the last one counts.
    pub fn get(&self, name: &str) -> Option<&'a Json<'a>> {
        self.0.iter().rev().find(|(key, _)| key.as_ref() == name).map(|(_, value)| *value)
    }

    /// Whether there is a key outside of these groups.
    pub fn has_other_than(&self, groups: &[&Names]) -> bool {
        !self.0.iter().all(|(key, _)| groups.iter().any(|names| names.contains(&key.as_ref())))
    }

    /// Whether one key of this group was written more than once, with different values.
    pub fn has_twice(&self, names: &Names) -> bool {
        names.iter().any(|name| differ(self.every(&[name])))
    }

    /// The first usable value of a group.
    pub fn pick<T>(&self, names: &Names, usable: impl Fn(&'a Json<'a>) -> Option<T>, codes: &mut Codes) -> Option<T> {
        let (place, value) = names
            .iter()
            .enumerate()
            .find_map(|(place, name)| self.get(name).and_then(&usable).map(|value| (place, value)))?;
        if place > 0 {
            codes.add(code::W_ALIAS_KEY);
        }
        Some(value)
    }

    /// The first usable text of a group.
    pub fn text(
        &self,
        names: &Names,
        usable: for<'w> fn(&'w Json<'_>) -> Option<Words<'w>>,
        codes: &mut Codes,
    ) -> Option<String> {
        self.pick(names, usable, codes).map(|words| words.noted(codes))
    }

    /// The first value of a group that is not null.
    pub fn some(&self, names: &Names, codes: &mut Codes) -> Option<&'a Json<'a>> {
        self.pick(names, |value| (*value != Json::Null).then_some(value), codes)
    }
}

/// Whether these values are not all the same.
pub(super) fn differ<'a>(mut values: impl Iterator<Item = &'a Json<'a>>) -> bool {
    values.next().is_some_and(|first| values.any(|other| other != first))
}

/// The key as it is compared. Most are written so.
fn folded(key: &str) -> Cow<'_, str> {
    if key.bytes().all(|b| b.is_ascii_lowercase()) { Cow::Borrowed(key) } else { Cow::Owned(text::fold(key)) }
}

/// A text that was read.
pub(super) struct Words<'a> {
    text: Cow<'a, str>,
    /// Whether it was no text before.
    coerced: bool,
}

impl<'a> Words<'a> {
    fn plain(text: &'a str) -> Self {
        Words { text: Cow::Borrowed(text::trim(text)), coerced: false }
    }

    fn coerced(text: &'a str) -> Self {
        Words { text: Cow::Borrowed(text::trim(text)), coerced: true }
    }

    /// The text; what is odd about it goes to the codes.
    pub fn noted(self, codes: &mut Codes) -> String {
        if self.coerced {
            codes.add(code::W_COERCED);
        }
        if text::has_bidi(&self.text) {
            codes.add(code::W_BIDI);
        }
        self.text.into_owned()
    }
}

/// A text that may be empty; numbers and booleans count.
pub(super) fn soft<'w>(value: &'w Json<'_>) -> Option<Words<'w>> {
    match value {
        Json::Text(text) => Some(Words::plain(text)),
        Json::List(items) => joined(items),
        _ => scalar(value),
    }
}

/// A text that says something.
pub(super) fn hard<'w>(value: &'w Json<'_>) -> Option<Words<'w>> {
    match value {
        Json::Text(text) => Some(Words::plain(text)),
        Json::List(items) => joined(items),
        _ => None,
    }
    .filter(|words| !words.text.is_empty())
}

/// A string that says something; nothing is made into one.
pub(super) fn string<'w>(value: &'w Json<'_>) -> Option<Words<'w>> {
    match value {
        Json::Text(text) => Some(Words::plain(text)).filter(|words| !words.text.is_empty()),
        _ => None,
    }
}

/// A single text, number or boolean.
pub(super) fn single<'w>(value: &'w Json<'_>) -> Option<Words<'w>> {
    match value {
        Json::Text(text) => Some(Words::plain(text)),
        _ => scalar(value),
    }
}

fn scalar<'w>(value: &'w Json<'_>) -> Option<Words<'w>> {
    match value {
        Json::Number(spelling) => Some(Words::coerced(spelling)),
        Json::Bool(true) => Some(Words::coerced("true")),
        Json::Bool(false) => Some(Words::coerced("false")),
        Json::Null | Json::Text(_) | Json::List(_) | Json::Object(_) => None,
    }
}

fn joined(items: &[Json]) -> Option<Words<'static>> {
    let texts: Option<Vec<&str>> = items
        .iter()
        .map(|item| match item {
            Json::Text(text) => Some(text.as_ref()),
            _ => None,
        })
        .collect();
    let joined = texts.filter(|texts| !texts.is_empty())?.join("; ");
    Some(Words { text: Cow::Owned(text::trim(&joined).to_owned()), coerced: true })
}

/// An id: a string, or a number of digits only.
pub(super) fn id(value: &Json) -> Option<String> {
    match value {
        Json::Text(text) => Some(text::trim(text).to_owned()).filter(|text| !text.is_empty()),
        Json::Number(spelling) if spelling.bytes().all(|b| b.is_ascii_digit()) => Some(spelling.to_string()),
        _ => None,
    }
}

/// Whether the text only keeps a place: dots, a tag, the name of a type.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text::trim(text);
    let dots = |c: char| matches!(c, '.' | '…' | '-' | '—' | '*' | '_') || text::is_space(c);
    let tag = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    let is_tag = tag
        .is_some_and(|inner| (1..=PLACEHOLDER_UNITS_MAX).contains(&text::units(inner)) && !inner.contains(['<', '>']));
    text == "string" || is_tag || (!text.is_empty() && text.chars().all(dots))
}

/// A list or an object that was written into a string. With text around it, it is a string that starts like one.
pub(super) fn encoded(text: &str, codes: &mut Codes) -> Option<Json<'static>> {
    if !text::trim(text).starts_with(['[', '{']) {
        return None;
    }
    let read = json::read(text, Ending::Closed).ok().filter(|read| !read.codes.has(code::W_TRAILING_TEXT))?;
    codes.add(code::W_DOUBLE_ENCODED);
    codes.merge(&read.codes);
    Some(read.value.into_owned())
}
