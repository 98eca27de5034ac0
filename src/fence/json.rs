//! The content of a fence as a value: what surrounds the root, and strict JSON before anything is repaired.
//!
//! Knows neither fences nor what a plan is. Keys keep their order and their repetitions, because a repeated key may be
//! a lost step; there is no map and so no prototype. Source: the fence rules, section 4; RFC 8259.

use crate::code::{Code, fence as code};
use crate::text;

use super::ahead::comment;
use super::codes::Codes;
use super::reader::{Halt, Reader};
use super::string;

/// A value. Numbers keep their spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Whether the fence was closed. A cut one is never completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Closed,
    Open,
}

/// A value that was read.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub value: Json,
    pub codes: Codes,
    /// What stands behind the value of an open fence.
    pub rest: String,
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
pub(super) fn read(content: &str, ending: Ending) -> Result<Read, Fail> {
    let chars: Vec<char> = content.chars().collect();
    let mut codes = Codes::default();
    let root = root(&chars, &mut codes)?;
    match decoded(&chars, root, ending, &mut codes)? {
        None => value(&chars, root, ending, codes),
        Some(inner) => {
            codes.add(code::W_DOUBLE_ENCODED);
            let root = self::root(&inner, &mut codes)?;
            value(&inner, root, ending, codes)
        }
    }
}

/// Where the root starts, behind white space, comments and a stray language word.
fn root(chars: &[char], codes: &mut Codes) -> Result<usize, Fail> {
    let mut root = skip(chars, 0, codes);
    let line: String = chars.iter().skip(root).take(6).take_while(|c| **c != '\n').collect();
    let word = text::trim(&line).to_ascii_lowercase();
    if matches!(word.as_str(), "json" | "json5" | "jsonc") {
        let end = root + word.len();
        let behind = chars.iter().skip(end).take_while(|c| **c != '\n');
        if behind.clone().all(|c| text::is_space(*c)) {
            codes.add(code::W_STRAY_LABEL);
            root = skip(chars, end, codes);
        }
    }
    if root < chars.len() { Ok(root) } else { Err(Fail::new(code::E_EMPTY)) }
}

/// Where white space and comments that start at `at` end.
fn skip(chars: &[char], mut at: usize, codes: &mut Codes) -> usize {
    while let Some(left) = chars.get(at..)
        && let Some(first) = left.first()
    {
        if let Some(length) = comment(left) {
            codes.add(code::W_COMMENT);
            at += length;
        } else if text::is_space(*first) {
            if !matches!(first, ' ' | '\t' | '\n' | '\r') {
                codes.add(code::W_ODD_SPACE);
            }
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// The content with one level of escaping taken off, where it was encoded twice.
fn decoded(chars: &[char], root: usize, ending: Ending, codes: &mut Codes) -> Result<Option<Vec<char>>, Fail> {
    let body = chars.get(root..).unwrap_or_default();
    match body {
        ['"', '"', '"', ..] => Err(Fail::new(code::E_JSON)),
        ['"', ..] => {
            let end = body.iter().rposition(|c| !text::is_space(*c)).unwrap_or(0);
            match body.get(1..end) {
                Some(inside) if ending == Ending::Closed && body.get(end) == Some(&'"') => {
                    Ok(Some(string::unescape(inside, codes)))
                }
                _ => Err(Fail::new(code::E_JSON)),
            }
        }
        [open, inside @ ..] if is_open(*open) => {
            let mut inside = skip_space(inside);
            if is_list(*open)
                && let [object, behind @ ..] = inside
                && is_open(*object)
                && !is_list(*object)
            {
                inside = skip_space(behind);
            }
            Ok(inside.starts_with(&['\\', '"']).then(|| string::unescape(body, codes)))
        }
        _ => Ok(None),
    }
}

fn skip_space(chars: &[char]) -> &[char] {
    let at = chars.iter().position(|c| !text::is_space(*c)).unwrap_or(chars.len());
    chars.get(at..).unwrap_or_default()
}

fn is_open(c: char) -> bool {
    matches!(c, '{' | '[' | '｛' | '［')
}

fn is_list(c: char) -> bool {
    matches!(c, '[' | '［')
}

/// The value at `root`: as strict JSON, else with repairs.
fn value(chars: &[char], root: usize, ending: Ending, mut codes: Codes) -> Result<Read, Fail> {
    let mut strict = Reader::strict(chars, root, ending);
    let first = chars.get(root).copied().unwrap_or(' ');
    // A bare word or number is never a plan; strict JSON may have it as its root, a cut fence may have cut it.
    if !is_open(first) && (ending == Ending::Open || first == '"') {
        return Err(Fail::new(code::E_JSON));
    }
    if let Ok((value, rest)) = strict.document() {
        codes.merge(&strict.codes);
        return Ok(Read { value, codes, rest });
    }
    if !is_open(first) {
        return Err(Fail::new(code::E_JSON));
    }
    let mut reader = Reader::tolerant(chars, root, ending);
    match reader.document() {
        Ok((value, rest)) => {
            codes.merge(&reader.codes);
            Ok(Read { value, codes, rest })
        }
        Err(Halt::OpenString) => Err(Fail { code: code::E_INCOMPLETE, open_string: true }),
        Err(Halt::Fault(code)) => Err(Fail::new(code)),
        // OK because a tolerant reader does not stop at a repair.
        Err(Halt::NotStrict) => Err(Fail::new(code::E_JSON)),
    }
}
