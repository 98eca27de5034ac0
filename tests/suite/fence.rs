//! Plays `tests/data/fence.jsonl` and `fence_more.jsonl`: an answer of a planner in, kind, value, text and codes out.

use std::collections::BTreeSet;
use std::fmt;

use plangate::code::fence as code;
use plangate::fence::{Outcome, Parsed, parse_utf16};
use plangate::plain::Plain;
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use serde_json::Value;

/// A string of a case line in UTF-16: it may hold lone surrogates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Units(pub Vec<u16>);

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Units;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }

            // serde_json hands a lone surrogate over as its three bytes in the generalized UTF-8.
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Units, E> {
                let mut units = Vec::new();
                let mut left = bytes;
                while let [first, ..] = left {
                    let width = match first {
                        0..=0x7f => 1,
                        0x80..=0xdf => 2,
                        0xe0..=0xef => 3,
                        _ => 4,
                    };
                    let (c, behind) = left.split_at(width.min(left.len()));
                    match (std::str::from_utf8(c), c) {
                        (Ok(c), _) => units.extend(c.encode_utf16()),
                        (Err(_), [a, b, c]) => {
                            units.push(u16::from(a & 15) << 12 | u16::from(b & 63) << 6 | u16::from(c & 63));
                        }
                        _ => units.push(0xfffd),
                    }
                    left = behind;
                }
                Ok(Units(units))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

#[derive(Deserialize)]
pub struct Case {
    pub id: String,
    pub input: Units,
    #[serde(default)]
    pub untrusted: Vec<String>,
    /// Codes that must not be there.
    #[serde(default)]
    absent: Vec<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    kind: String,
    text: Units,
    codes: Vec<String>,
    /// Compared where the line has it.
    #[serde(default, deserialize_with = "written")]
    extra: Option<Value>,
}

/// A field that is there, null included.
fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

const CASES: [&str; 2] = [include_str!("../data/fence.jsonl"), include_str!("../data/fence_more.jsonl")];

/// Every line, and the same without white space between tokens.
pub fn cases() -> impl Iterator<Item = (Case, String)> {
    CASES
        .iter()
        .flat_map(|file| file.lines())
        .map(|line| (serde_json::from_str(line).expect("a case line is JSON"), minified(line)))
}

/// The line without white space between tokens.
fn minified(line: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let keep = |c: &char| {
        let kept = inside || *c != ' ';
        if *c == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && *c == '\\' && !escaped;
        kept
    };
    line.chars().filter(keep).collect()
}

/// Kind, and the value as JSON in the order its keys are written.
pub fn shown(parsed: &Parsed) -> (&'static str, String) {
    let kind = match &parsed.outcome {
        Outcome::Plan { .. } => "plan",
        Outcome::Questions(_) => "questions",
        Outcome::None => "none",
    };
    let text = parsed.to_json();
    let value = text.strip_prefix(&format!("{{\"kind\":\"{kind}\",\"value\":")).expect("kind and value come first");
    (kind, value.split_once(",\"extra\":").expect("then come the optional fields").0.to_owned())
}

fn check(case: &Case, line: &str) -> Vec<String> {
    let parsed = parse_utf16(&case.input.0, &case.untrusted);
    let (kind, value) = shown(&parsed);
    let extra = match &parsed.outcome {
        Outcome::Plan { extra, .. } => extra.plain(),
        Outcome::Questions(_) | Outcome::None => Value::Null,
    };
    let errors = parsed.codes.iter().take_while(|code| code.starts_with("E_")).count();
    let has = |code: &String| parsed.codes.contains(&code.as_str());
    let mut wrong = Vec::new();
    let mut hold = |holds: bool, what: String| {
        if !holds {
            wrong.push(format!("{}: {what}; codes {:?}", case.id, parsed.codes));
        }
    };
    hold(kind == case.expect.kind, format!("kind {kind}"));
    hold(line.contains(&format!("\"value\":{value},")), format!("value {value}"));
    hold(parsed.text.encode_utf16().eq(case.expect.text.0.iter().copied()), format!("text {:?}", parsed.text));
    hold(case.expect.codes.iter().all(has), format!("not all of {:?}", case.expect.codes));
    hold(!case.absent.iter().any(has), format!("some of {:?}", case.absent));
    hold(errors == usize::from(kind == "none"), format!("{errors} errors first"));
    hold(parsed.codes.iter().skip(1).all(|code| code.starts_with("W_")), "an error behind".to_owned());
    hold(case.expect.extra.as_ref().is_none_or(|wanted| *wanted == extra), format!("extra {extra}"));
    wrong
}

#[test]
fn cases_hold() {
    let wrong: Vec<String> = cases().flat_map(|(case, line)| check(&case, &line)).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases().count() > 300);
}

#[test]
fn every_code_has_a_line() {
    let said: BTreeSet<String> = cases().flat_map(|(case, _)| case.expect.codes).collect();
    // A line of 8 MB would be needed for the one left out; `a_text_that_is_too_large_is_not_read` has it.
    let unsaid: Vec<&&str> =
        code::ALL.iter().filter(|code| !said.contains(**code) && **code != code::E_TOO_LARGE).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
}
