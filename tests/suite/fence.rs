//! Plays `tests/data/fence.jsonl`: an answer of a planner in, kind, value, text and codes out.
#![expect(clippy::expect_used, reason = "a test stops at the first broken premise")]

use std::fmt;

use plangate::fence::{Outcome, Parsed, parse_utf16};
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};

/// A string of a case line in UTF-16: it may hold lone surrogates.
#[derive(Clone, Debug, Default, PartialEq)]
struct Units(Vec<u16>);

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
struct Case {
    id: String,
    input: Units,
    #[serde(default)]
    untrusted: Vec<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    kind: String,
    text: Units,
    codes: Vec<String>,
}

const CASES: &str = include_str!("../data/fence.jsonl");

fn cases() -> impl Iterator<Item = (Case, String)> {
    CASES.lines().map(|line| (serde_json::from_str(line).expect("a case line is JSON"), minified(line)))
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
fn shown(parsed: &Parsed) -> (&'static str, String) {
    match &parsed.outcome {
        Outcome::Plan { value, .. } => ("plan", serde_json::to_string(value).expect("a plan is JSON")),
        Outcome::Questions(questions) => (
            "questions",
            format!("{{\"questions\":{}}}", serde_json::to_string(questions).expect("questions are JSON")),
        ),
        Outcome::None => ("none", "null".into()),
    }
}

fn check(case: &Case, line: &str) -> Result<(), String> {
    let parsed = parse_utf16(&case.input.0, &case.untrusted);
    let (kind, value) = shown(&parsed);
    let text: Vec<u16> = parsed.text.encode_utf16().collect();
    let missing: Vec<&String> =
        case.expect.codes.iter().filter(|code| !parsed.codes.contains(&code.as_str())).collect();
    let errors: Vec<bool> = parsed.codes.iter().map(|code| code.starts_with("E_")).collect();
    let wrong = if kind != case.expect.kind {
        format!("kind {kind}")
    } else if !line.contains(&format!("\"value\":{value},")) {
        format!("value {value}")
    } else if text != case.expect.text.0 {
        format!("text {:?}", parsed.text)
    } else if !missing.is_empty() {
        format!("missing {missing:?}")
    } else if errors.iter().filter(|e| **e).count() != usize::from(kind == "none")
        || errors.first() != Some(&true) && kind == "none"
    {
        "errors".into()
    } else {
        return Ok(());
    };
    Err(format!("{}: {wrong}; codes {:?}", case.id, parsed.codes))
}

#[test]
fn cases_hold() {
    let wrong: Vec<String> = cases().filter_map(|(case, line)| check(&case, &line).err()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(cases().count(), 178);
}
