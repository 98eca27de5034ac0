//! Plays `tests/data/fence.jsonl`: an answer of a planner in, kind, value, text and codes out.
#![expect(clippy::expect_used, reason = "a test stops at the first broken premise")]

use std::fmt;

use plangate::fence::{Outcome, Parsed, Reveal, Stream, parse, parse_utf16};
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

// Properties. Each walks every place or a seeded choice of places; a failure prints which.

/// A small deterministic generator (xorshift64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound.max(1)).expect("a small bound")).expect("below the bound")
    }
}

fn parsed(text: &str) -> Parsed {
    parse(text, &[])
}

fn actions(parsed: &Parsed) -> Option<Vec<&str>> {
    match &parsed.outcome {
        Outcome::Plan { value, .. } => Some(value.steps.iter().map(|step| step.action.as_str()).collect()),
        Outcome::Questions(_) | Outcome::None => None,
    }
}

/// Ten plans in closed fences, without `\u` escapes, as different as the case file has them.
fn valid_plans() -> Vec<String> {
    const IDS: [&str; 10] = [
        "valid-01",
        "valid-02",
        "valid-03",
        "valid-04",
        "valid-07",
        "fence-02",
        "fence-08",
        "fence-22",
        "nested-01",
        "unicode-04",
    ];
    let plans: Vec<String> = cases()
        .filter(|(case, _)| IDS.contains(&case.id.as_str()))
        .map(|(case, _)| String::from_utf16(&case.input.0).expect("no lone surrogate"))
        .collect();
    assert_eq!(plans.len(), IDS.len());
    plans
}

#[test]
fn chunks_give_the_whole() {
    let mut dice = Dice(7);
    for (case, _) in cases() {
        let whole = parse_utf16(&case.input.0, &case.untrusted);
        for widest in [1, 2, 7, 40, 400] {
            let mut stream = Stream::new(&case.untrusted, Reveal::AsSettled);
            let mut left = case.input.0.as_slice();
            while !left.is_empty() {
                let (chunk, behind) = left.split_at((1 + dice.below(widest)).min(left.len()));
                stream.push(chunk);
                left = behind;
            }
            assert_eq!(stream.finish(), whole, "{} in chunks of up to {widest}", case.id);
        }
    }
}

/// Ids of answers whose first lines only a later closing tag makes reasoning.
const TAKEN_BACK: [&str; 1] = ["reasoning-04"];

#[test]
fn streamed_text_only_grows_towards_the_final_text() {
    let mut early = 0;
    for (case, _) in cases() {
        let end = parse_utf16(&case.input.0, &case.untrusted).text;
        for reveal in [Reveal::AtEnd, Reveal::AsSettled] {
            let mut stream = Stream::new(&case.untrusted, reveal);
            let mut before = String::new();
            for unit in &case.input.0 {
                let now = stream.push(&[*unit]);
                assert!(now.starts_with(&before), "{}: {before:?} then {now:?}", case.id);
                let kept =
                    end.starts_with(now) || (reveal == Reveal::AsSettled && TAKEN_BACK.contains(&case.id.as_str()));
                assert!(kept, "{}: {now:?} of {end:?}", case.id);
                before = now.to_owned();
            }
            early += usize::from(!before.is_empty());
            assert!(reveal == Reveal::AsSettled || before.is_empty(), "{}: {before:?}", case.id);
        }
    }
    assert!(early > 100, "text was shown early in {early} answers only");
}

#[test]
fn no_cut_plan_is_a_plan() {
    for plan in valid_plans() {
        let root = plan.rfind('}').expect("a plan has a brace");
        for (cut, _) in plan.char_indices().filter(|(at, _)| *at <= root) {
            let start = plan.get(..cut).expect("a boundary");
            assert_eq!(actions(&parsed(start)), None, "cut at {cut}: {start}");
        }
        assert!(actions(&parsed(&plan)).is_some());
    }
}

/// How many characters of the shorter text are not part of the longer one, or the other way round.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a.iter().skip(head).rev().zip(b.iter().skip(head).rev()).take_while(|(a, b)| a == b).count();
    a.len().max(b.len()) - head - tail
}

fn corrupted(plan: &str, at: usize, c: char) -> [String; 3] {
    let (head, tail) = (plan.get(..at).unwrap_or(""), plan.get(at + c.len_utf8()..).unwrap_or(""));
    [format!("{head}{tail}"), format!("{head}{c}{c}{tail}"), format!("{head}\"{c}{tail}")]
}

#[test]
fn a_corrupted_plan_keeps_its_steps() {
    let mut accepted = 0;
    for plan in valid_plans() {
        let whole = parsed(&plan);
        let whole = actions(&whole).expect("a valid plan");
        for (at, c) in plan.char_indices() {
            for broken in corrupted(&plan, at, c) {
                let parsed = parsed(&broken);
                let Some(found) = actions(&parsed) else { continue };
                accepted += 1;
                if ["W_UNKNOWN_KEY", "W_BAD_ESCAPE"].iter().any(|code| parsed.codes.contains(code)) {
                    continue;
                }
                let far = found.iter().zip(&whole).any(|(a, b)| distance(a, b) > 3);
                assert!(found.len() == whole.len() && !far, "at {at}: {broken}\n{found:#?}");
            }
        }
    }
    assert!(accepted > 1000, "{accepted} accepted");
}

#[test]
fn a_normal_form_comes_back_unchanged() {
    let mut tried = 0;
    for (case, _) in cases() {
        let first = parse_utf16(&case.input.0, &case.untrusted);
        let (kind, value) = shown(&first);
        let label = match kind {
            "plan" => "plan",
            "questions" => "plan-questions",
            _ => continue,
        };
        tried += 1;
        let again = parsed(&format!("```{label}\n{value}\n```"));
        assert_eq!(shown(&again), (kind, value), "{}", case.id);
        let lexical = |code: &&&str| LEXICAL.contains(code);
        assert_eq!(again.codes.iter().find(lexical), None, "{}", case.id);
    }
    assert!(tried > 100);
}

const LEXICAL: [&str; 27] = [
    "W_STRAY_LABEL",
    "W_DOUBLE_ENCODED",
    "W_ODD_SPACE",
    "W_COMMENT",
    "W_FULLWIDTH_PUNCT",
    "W_TRAILING_COMMA",
    "W_EXTRA_COMMA",
    "W_MISSING_COMMA",
    "W_UNQUOTED_KEY",
    "W_UNQUOTED_VALUE",
    "W_PY_LITERAL",
    "W_NON_FINITE",
    "W_NUMBER",
    "W_SINGLE_QUOTES",
    "W_BACKTICK_QUOTES",
    "W_TRIPLE_QUOTES",
    "W_SMART_QUOTES",
    "W_CONCAT",
    "W_RAW_CONTROL",
    "W_BAD_ESCAPE",
    "W_UNESCAPED_QUOTE",
    "W_MISSING_CLOSER",
    "W_EXTRA_CLOSER",
    "W_TRAILING_TEXT",
    "W_DUPLICATE_KEY",
    "W_LONE_SURROGATE",
    "W_UNSAFE_KEY",
];
