//! What holds for every answer, whatever it is made of. Shared by the fuzz target and by the replay of its corpus.
//!
//! Source: the fence rules, section 9 (P1, P2, P5, P6) and the form of a result.

use plangate::code::fence as code;
use plangate::fence::{Outcome, Parsed, Reveal, Stream, parse, parse_to_json, parse_utf16};
use serde_json::Value;

/// The properties, for bytes that a fuzzer made: the first one chooses how the answer is cut, the rest is the answer. Before
/// a NUL stands what the planner had read.
pub fn check(bytes: &[u8]) {
    let (cut, rest) = bytes.split_first().map_or((0, bytes), |(cut, rest)| (*cut, rest));
    let text = String::from_utf8_lossy(rest);
    let (untrusted, answer) = match text.split_once('\0') {
        Some((read, answer)) => (vec![read.to_owned()], answer),
        None => (Vec::new(), text.as_ref()),
    };
    let mut units: Vec<u16> = answer.encode_utf16().collect();
    if cut.is_multiple_of(16) && !units.is_empty() {
        let place = usize::from(cut) % units.len();
        units[place] = 0xd800 | u16::from(cut);
    }
    let found = parse_utf16(&units, &untrusted);
    sound(&found);
    streamed(&units, &untrusted, usize::from(cut % 61) + 1, &found);
    normal(&found);
    // What was put in may make a whole character with the unit behind it.
    if String::from_utf16(&units).is_ok_and(|whole| whole == answer) {
        assert_eq!(parse(answer, &untrusted), found);
        assert_eq!(for_page(answer, &untrusted), serde_json::from_str::<Value>(&found.to_json()).expect("JSON"));
    }
}

/// One error code, first, exactly where there is nothing; every code known; texts trimmed and not empty where they must not be.
fn sound(found: &Parsed) {
    let errors = found.codes.iter().filter(|code| code.starts_with("E_")).count();
    assert_eq!(errors, usize::from(found.outcome == Outcome::None), "{:?}", found.codes);
    assert_eq!(found.error().is_some(), found.outcome == Outcome::None, "{:?}", found.codes);
    assert!(found.codes.iter().all(|known| code::ALL.contains(known)), "{:?}", found.codes);
    match &found.outcome {
        Outcome::Plan { value, extra } => {
            assert!(!value.steps.is_empty());
            assert!(value.steps.iter().all(|step| !step.action.is_empty() && step.action.trim() == step.action));
            assert!(extra.as_ref().is_none_or(|extra| extra.steps.len() == value.steps.len()));
        }
        Outcome::Questions(questions) => {
            assert!((1..=3).contains(&questions.len()));
            assert!(questions.iter().all(|question| !question.question.is_empty() && !question.id.is_empty()));
        }
        Outcome::None => {}
    }
}

/// P1 and P2: in chunks the same; early text only grows, and towards the final text unless reasoning took it back.
fn streamed(units: &[u16], untrusted: &[String], width: usize, whole: &Parsed) {
    for reveal in [Reveal::AtEnd, Reveal::AsSettled] {
        let mut stream = Stream::new(untrusted, reveal);
        let mut before = String::new();
        for chunk in units.chunks(width) {
            let now = stream.push(chunk);
            assert!(now.starts_with(&before), "{before:?} then {now:?}");
            before = now.to_owned();
        }
        let taken_back = whole.codes.contains(&code::W_REASONING_REMOVED);
        assert!(taken_back || whole.text.starts_with(&before), "{before:?} of {:?}", whole.text);
        assert_eq!(&stream.finish(), whole);
    }
}

/// P5: a normal form, written as strict JSON in a fence, comes back unchanged and unrepaired.
fn normal(found: &Parsed) {
    let label = match &found.outcome {
        Outcome::Plan { .. } => "plan",
        Outcome::Questions(_) => "plan-questions",
        Outcome::None => return,
    };
    let written: Value = serde_json::from_str(&found.to_json()).expect("a result is JSON");
    let again = parse(&format!("```{label}\n{}\n```", written["value"]), &[]);
    let reread: Value = serde_json::from_str(&again.to_json()).expect("a result is JSON");
    assert_eq!(reread["value"], written["value"]);
    let meaning =
        [code::W_MISSING_TITLE, code::W_MISSING_AIM, code::W_BIDI, code::W_OPTION_DROPPED, code::W_OPTIONS_PADDED];
    assert!(again.codes.iter().all(|code| meaning.contains(code)), "{:?}", again.codes);
}

/// The result as a page puts it together: a plan in place is cut out of the answer and read by a strict reader.
pub fn for_page(answer: &str, untrusted: &[String]) -> Value {
    let units: Vec<u16> = answer.encode_utf16().collect();
    let json = parse_to_json(answer, untrusted).unwrap_or_else(|| parse_utf16(&units, untrusted).to_json());
    let mut result: Value = serde_json::from_str(&json).expect("a result is JSON");
    let Some(place) = result.get("place").cloned() else { return result };
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("a length");
    let mut content = Vec::new();
    let mut at = number(&place[0]);
    for behind in result["commas"].as_array().expect("a list") {
        let next = units.len() - number(behind);
        assert_eq!(units[next - 1], u16::from(b','));
        content.extend_from_slice(&units[at..next - 1]);
        at = next;
    }
    content.extend_from_slice(&units[at..units.len() - number(&place[1])]);
    let content = String::from_utf16(&content).expect("whole characters");
    let value: Value = serde_json::from_str(&content).expect("strict JSON");
    let fields = result.as_object_mut().expect("an object");
    fields.remove("place");
    fields.remove("commas");
    fields.insert("value".to_owned(), value);
    fields.insert("extra".to_owned(), Value::Null);
    result
}
