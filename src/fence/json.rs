//! The content of a fence as a value: what surrounds the root, and strict JSON before anything is repaired.
//!
//! Knows neither fences nor what a plan is. Keys keep their order and their repetitions, because a repeated key may be
//! a lost step; there is no map and so no prototype. Source: the fence rules, section 4; RFC 8259.

use std::borrow::Cow;

use crate::code::{Code, fence as code};
use crate::text;

use super::ahead::comment;
use super::codes::Codes;
use super::reader::{Halt, Reader};
use super::string;

/// A value. Numbers keep their spelling; texts that were written without escapes stay where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json<'a> {
    Null,
    Bool(bool),
    Number(Cow<'a, str>),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl Json<'_> {
    /// The same, apart from the content it was read from.
    pub fn into_owned(self) -> Json<'static> {
        match self {
            Json::Null => Json::Null,
            Json::Bool(flag) => Json::Bool(flag),
            Json::Number(spelling) => Json::Number(owned(spelling)),
            Json::Text(text) => Json::Text(owned(text)),
            Json::List(items) => Json::List(items.into_iter().map(Json::into_owned).collect()),
            Json::Object(members) => {
                Json::Object(members.into_iter().map(|(key, value)| (owned(key), value.into_owned())).collect())
            }
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Whether the fence was closed. A cut one is never completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Closed,
    Open,
}

/// A value that was read.
#[derive(Clone, Debug)]
pub(super) struct Read<'a> {
    pub value: Json<'a>,
    pub codes: Codes,
    /// What stands behind the value of an open fence.
    pub rest: Cow<'a, str>,
}

impl Read<'_> {
    /// The same, apart from the content it was read from.
    pub fn into_owned(self) -> Read<'static> {
        Read { value: self.value.into_owned(), codes: self.codes, rest: owned(self.rest) }
    }
}

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fail {
    pub code: Code,
    /// Whether the content ended inside a string, so that a later closing line may complete it.
    pub open_string: bool,
}

impl Fail {
    fn new(code: Code) -> Self {
        Fail { code, open_string: false }
    }
}

/// Reads the content of a fence.
pub(super) fn read(content: &str, ending: Ending) -> Result<Read<'_>, Fail> {
    let mut codes = Codes::default();
    let root = root(content, &mut codes)?;
    match decoded(root, ending, &mut codes)? {
        None => value(root, ending, codes),
        Some(inner) => {
            codes.add(code::W_DOUBLE_ENCODED);
            let root = self::root(&inner, &mut codes)?;
            value(root, ending, codes).map(Read::into_owned)
        }
    }
}

/// The content from its root on, behind white space, comments and a stray language word.
fn root<'a>(content: &'a str, codes: &mut Codes) -> Result<&'a str, Fail> {
    let mut root = skip(content, codes);
    if root.starts_with(['j', 'J']) {
        let (line, behind) = root.split_at(root.find('\n').unwrap_or(root.len()));
        let word = text::trim(line);
        if ["json", "json5", "jsonc"].iter().any(|label| word.eq_ignore_ascii_case(label)) {
            codes.add(code::W_STRAY_LABEL);
            note_space(text::tail(line, word.len()), codes);
            root = skip(behind, codes);
        }
    }
    if root.is_empty() { Err(Fail::new(code::E_EMPTY)) } else { Ok(root) }
}

/// What is left behind white space and comments.
fn skip<'a>(mut left: &'a str, codes: &mut Codes) -> &'a str {
    loop {
        let behind = left.trim_start_matches(text::is_space);
        note_space(text::span(left, 0..left.len() - behind.len()), codes);
        let Some(length) = comment(behind) else { return behind };
        codes.add(code::W_COMMENT);
        left = text::tail(behind, length);
    }
}

fn note_space(space: &str, codes: &mut Codes) {
    if space.contains(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')) {
        codes.add(code::W_ODD_SPACE);
    }
}

/// The content with one level of escaping taken off, where it was encoded twice.
fn decoded(body: &str, ending: Ending, codes: &mut Codes) -> Result<Option<String>, Fail> {
    if body.starts_with('"') {
        let inside = text::trim(body).strip_prefix('"').and_then(|inside| inside.strip_suffix('"'));
        return match inside {
            Some(inside) if ending == Ending::Closed && !body.starts_with("\"\"\"") => {
                Ok(Some(string::unescape(inside, codes)))
            }
            _ => Err(Fail::new(code::E_JSON)),
        };
    }
    let Some(inside) = body.strip_prefix(OPENERS) else { return Ok(None) };
    let mut inside = inside.trim_start_matches(text::is_space);
    if body.starts_with(LISTS)
        && let Some(behind) = inside.strip_prefix(OBJECTS)
    {
        inside = behind.trim_start_matches(text::is_space);
    }
    Ok(inside.starts_with("\\\"").then(|| string::unescape(body, codes)))
}

const OPENERS: [char; 4] = ['{', '[', '｛', '［'];
const OBJECTS: [char; 2] = ['{', '｛'];
const LISTS: [char; 2] = ['[', '［'];

/// Whether a value with parts of its own starts here.
pub(super) fn opens(source: &str) -> bool {
    source.starts_with(OPENERS)
}

/// The value that `source` starts with: as strict JSON, else with repairs.
fn value(source: &str, ending: Ending, mut codes: Codes) -> Result<Read<'_>, Fail> {
    // A bare word or number is never a plan; strict JSON may have it as its root, a cut fence may have cut it.
    if !opens(source) && (ending == Ending::Open || source.starts_with('"')) {
        return Err(Fail::new(code::E_JSON));
    }
    let mut strict = Reader::strict(source, ending);
    if let Ok((value, rest)) = strict.document()
        && strict.is_certain()
    {
        codes.merge(&strict.codes);
        return Ok(Read { value, codes, rest: Cow::Borrowed(rest) });
    }
    if !opens(source) {
        return Err(Fail::new(code::E_JSON));
    }
    let mut reader = Reader::tolerant(source, ending);
    match reader.document() {
        Ok((value, rest)) => {
            codes.merge(&reader.codes);
            Ok(Read { value, codes, rest: Cow::Borrowed(rest) })
        }
        Err(Halt::OpenString) => Err(Fail { code: code::E_INCOMPLETE, open_string: true }),
        Err(Halt::Fault(code)) => Err(Fail::new(code)),
        // OK because a tolerant reader does not stop at a repair.
        Err(Halt::NotStrict) => Err(Fail::new(code::E_JSON)),
    }
}
