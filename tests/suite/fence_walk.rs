//! Walks what no list of answers can hold: every cut, every broken character, every split, and hostile texts.
//!
//! Each test goes over all places or a seeded choice of them; a failure prints which.

use std::time::{Duration, Instant};

use plangate::code::fence as code;
use plangate::fence::{Outcome, Parsed, Reveal, Stream, parse, parse_to_json, parse_utf16};
use serde_json::Value;

use crate::fence::{cases, shown};
use crate::fence_oracle::{check, for_page};

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
const TAKEN_BACK: [&str; 3] = ["reasoning-04", "scan-03", "scan-51"];

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
                let tagged = ["</think>", "[/THINK]"].iter().any(|tag| now.contains(tag) && !end.contains(tag));
                assert!(!tagged, "{}: {now:?}", case.id);
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

/// What a page puts together from `parse_to_json` against what `parse` says; whether the plan was left in place.
fn same_for_page(text: &str) -> bool {
    let whole = serde_json::from_str::<Value>(&parsed(text).to_json()).expect("a result is JSON");
    assert_eq!(for_page(text, &[]), whole, "{text}");
    parse_to_json(text, &[]).is_some_and(|json| json.contains("\"place\""))
}

/// Answers that a fuzzer found worth keeping, the hexadecimal digits of one a line.
const CORPUS: &str = include_str!("../data/fence_corpus.txt");

#[test]
fn the_corpus_of_the_fuzzer_holds() {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("two digits");
    for line in CORPUS.lines() {
        check(&line.as_bytes().chunks(2).map(byte).collect::<Vec<u8>>());
    }
    assert!(CORPUS.lines().count() > 100);
}

/// A plan as models write one, and the same without white space and with more of it.
fn normal_plans() -> Vec<String> {
    let value = r#"{"title":"T “t”","aim":"A \"a\" é","steps":[{"action":"Look 🙂 \\ around.","expected":""},{"action":"Go…","expected":"x"}],"libraries":[{"name":"zod","purpose":"","usage":"p"}],"sandbox":{"policy":"reuse","notes":"n"}}"#;
    let bare =
        r#"{"title":"T","aim":"A","steps":[{"action":"Look around.","expected":""}],"libraries":[],"sandbox":null}"#;
    let wide = value.replace(',', ",\n\t").replace(':', "\r : ").replace('{', "{ ");
    [value, bare, &value.replace("}]", "},]"), &bare.replace("}]", "} , ]").replace("\"\"}", "\"\",}"), &wide]
        .iter()
        .map(|value| format!("Ж 🙂\n```plan\n{value}\n```\nДальше."))
        .collect()
}

#[test]
fn a_plan_in_place_is_the_plan_that_is_read() {
    for (case, _) in cases() {
        if let Ok(text) = String::from_utf16(&case.input.0) {
            same_for_page(&text);
        }
    }
    let (mut in_place, mut read, mut dice) = (0, 0, Dice(3));
    let odd = [
        "\"", "\\", ",", ".", "-", "”", "“", "\u{202e}", "\u{2066}", "\u{200b}", " ", "\n", "\t", "\\n", "\\u0041",
        "é", "{", "]", "0", "<",
    ];
    for plan in normal_plans().into_iter().chain(valid_plans()) {
        for (at, c) in plan.char_indices() {
            let (head, tail) = plan.split_at(at);
            let odd = odd[dice.below(odd.len())];
            let swapped = format!("{head}{odd}{}", tail.get(c.len_utf8()..).unwrap_or_default());
            for text in [swapped, format!("{head}{odd}{tail}")] {
                *(if same_for_page(&text) { &mut in_place } else { &mut read }) += 1;
            }
        }
    }
    // A curly quote beside a needless comma, and line ends other than LF, are left to the reader.
    let found: Vec<bool> = normal_plans().iter().map(|plan| same_for_page(plan)).collect();
    assert_eq!(found, [true, true, false, true, false]);
    assert!(in_place > 1_000 && read > 1_000, "{in_place} in place, {read} read");
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
        // Nothing of the text was repaired: what is left to say is about its meaning.
        let meaning = ["W_MISSING_TITLE", "W_MISSING_AIM", "W_BIDI", "W_OPTION_DROPPED", "W_OPTIONS_PADDED"];
        assert!(again.codes.iter().all(|code| meaning.contains(code)), "{}: {:?}", case.id, again.codes);
    }
    assert!(tried > 100);
}

/// Texts of about `size` characters that a careless reader is slow or weak on.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let times = |part: &str| part.repeat(size / part.chars().count());
    let plan = |inside: String| format!("```plan\n{inside}\n```");
    let in_string =
        |inside: String| plan(format!("{{'title': \"T\", \"aim\": \"A\", \"steps\": [{{\"action\": \"{inside}\"}}]}}"));
    vec![
        ("brackets", plan(times("["))),
        ("braces", plan(times("{\"a\":"))),
        ("brackets in a cut fence", format!("```plan\n{}", times("["))),
        ("bare brackets", times("[")),
        ("bare braces", format!("{{{}}}", times("{}"))),
        ("plan fences", times("```plan\n{}\n```\n")),
        ("plan openers", times("```plan\n")),
        ("indented plan openers", times("      ```plan\n")),
        ("bare runs", times("```\n")),
        ("json openers", times("```json\n")),
        ("json fences", times("```json\n{\"title\": 1, \"steps\": 2}\n```\n")),
        ("one long run", times("`")),
        (
            "growing runs",
            (3..)
                .map(|n| "`".repeat(n) + "x\n")
                .scan(0, |sum, run| {
                    *sum += run.len();
                    (*sum < size).then_some(run)
                })
                .collect(),
        ),
        ("open strings", times("```plan\n{\"a\": \"x\n```\n```\n```\n```\n```\n```\n```\n```\n```\n```\n")),
        ("closes in a string", format!("```plan\n{{\"a\": \"{}", times("\n```"))),
        ("quotes", plan(times("\""))),
        ("quotes in a string", in_string(times("\""))),
        ("quotes and words", in_string(times("\"a "))),
        ("quotes and keys", in_string(times("\", a"))),
        ("quotes and commas", in_string(format!("{}\n{}", times("\"#"), times("\n,")))),
        ("quotes and comments", in_string(times("\"//"))),
        ("quotes and comment lines", in_string(times("x\"\n# y\" "))),
        ("quotes before blanks", in_string(times("\"   "))),
        ("quotes before block comments", in_string(times("\"/*"))),
        ("block comments", plan(times("/*"))),
        ("tiny block comments", plan(times("/*/"))),
        ("comment lines", plan(times("#\n"))),
        ("long keys", plan(format!("{{{}", times("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")))),
        ("words", plan(format!("{{'a': [{}", times("a ")))),
        ("one long word", plan(format!("{{'a': {}", times("a")))),
        ("one long number", plan(format!("{{'a': {}", times("1")))),
        ("commas", plan(format!("{{'a': [{}", times(",")))),
        ("field words", in_string(times("\"id   "))),
        ("pluses", plan(format!("{{'a': {}", times("\"a\" + ")))),
        ("backslashes", in_string(times("\\"))),
        ("encoded again and again", plan(times("\"\\\""))),
        ("escaped objects", plan(times("{\\\""))),
        ("reasoning tags", times("<think></think>")),
        ("open reasoning tags", times("<think>")),
        ("reasoning closes", times("</think> ")),
        ("reasoning closes in code", times("`</think>` ")),
        ("unfinished tags", times("<think ")),
        ("unfinished closes", times("</think ")),
        ("quoting tags", times("<user>\n")),
        ("quoting tags of many spellings", (0..size / 16).map(|n| format!("<us{:_<1$}er>\n", "", n % 97)).collect()),
        ("quoting pairs", times("<user>\n</user>\n")),
        ("comments", times("<!--\n")),
        ("list markers", times("- ")),
        (
            "deepening lists",
            (0..)
                .map(|n| " ".repeat(2 * n) + "- a\n")
                .scan(0, |sum, line| {
                    *sum += line.len();
                    (*sum < size).then_some(line)
                })
                .collect(),
        ),
        ("blank lines", times("\n")),
        ("blanks", times(" ")),
        ("carriage returns", times("\r")),
        ("end tokens", times("</s> ")),
        ("end tokens and more", times("<|a|>")),
        ("underscores before an end token", format!("{}|>", times("_"))),
        ("wrappers", times("<plan>\n```plan\n{}\n```\n</plan>\n")),
        ("smart quotes", in_string(times("”"))),
        ("paired smart quotes", in_string(times("“”"))),
        ("full-width marks", plan(times("｛：，"))),
        ("many members", plan(format!("{{'a': 1{}}}", times(", \"a\": 1")))),
        ("many steps", plan(format!("{{'steps': [{}]}}", times("{\"action\": \"a\"},")))),
        ("encoded steps", plan(format!("{{'steps': [{}]}}", times("\"{\\\"action\\\": \\\"a\\\"}\",")))),
        ("surrogate escapes", in_string(times("\\ud83d"))),
        ("text behind the value", plan(format!("{{}}\n{}", times("x\n")))),
        ("closers behind the value", plan(format!("{{}}{}", times("}")))),
    ]
}

/// A hostile text of 100,000 characters takes well under a second unoptimized; a reader that is not linear takes minutes.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn hostile_texts_are_read_in_time() {
    let many = [("50k fences", "```plan\n{}\n```\n".repeat(50_000)), ("1 MB of quotes", "\"".repeat(1_000_000))];
    for (name, text) in hostile(100_000).into_iter().chain(many) {
        let start = Instant::now();
        let whole = parsed(&text);
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut stream = Stream::new(&[], Reveal::AsSettled);
        for chunk in units.chunks(3) {
            stream.push(chunk);
        }
        assert_eq!(stream.finish(), whole, "{name}");
        assert!(start.elapsed() < PATIENCE, "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn copies_are_looked_up_in_time() {
    let fence = |n: usize| format!("```plan\n{{\"title\": \"{}{n}\"}}\n```\n", "t".repeat(50));
    let text: String = (0..2_000).map(fence).collect();
    let start = Instant::now();
    let found = parse(&text, &["t".repeat(300_000)]);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    assert_eq!(found.codes.first(), Some(&"E_NO_STEPS"));
}

/// Scraps that mean something to some part of the reader.
const SCRAPS: [&str; 48] = [
    "```plan\n",
    "```",
    "~~~",
    "\n",
    "\n```\n",
    "```json\n",
    "```plan-questions\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "“",
    "”",
    "\\",
    "\\\"",
    "\\u",
    "\\ud83d",
    "\"title\"",
    "\"steps\"",
    "\"action\"",
    "title",
    "action",
    "…",
    "...",
    "#",
    "//",
    "/*",
    "*/",
    " ",
    "\t",
    "\u{200b}",
    "\u{3000}",
    "<think>",
    "</think>",
    "<user>",
    "</user>",
    "<!--",
    "-->",
    "> ",
    "- ",
    "1. ",
    "：",
    "，",
    "+1.5e",
];

#[test]
fn any_scraps_give_a_sound_result() {
    let mut dice = Dice(42);
    let plan = "{\"title\": \"T\", \"aim\": \"A\", \"steps\": [\"a\", {\"action\": \"b\", \"expected\": \"c\"}]}";
    let (mut plans, mut early) = (0, 0);
    for round in 0..20_000 {
        let mut text = if round % 3 == 0 { format!("Hi.\n```plan\n{plan}\n```\nBye.") } else { String::new() };
        for _ in 0..1 + dice.below(if text.is_empty() { 40 } else { 3 }) {
            let mut at = dice.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let scrap = SCRAPS.get(dice.below(SCRAPS.len())).copied().unwrap_or_default();
            if round % 3 == 0 { text.insert_str(at, scrap) } else { text.push_str(scrap) }
        }
        let found = parsed(&text);
        let known = found.codes.iter().all(|code| code::ALL.contains(code));
        let errors = found.codes.iter().filter(|code| code.starts_with("E_")).count();
        assert!(
            known && found.error().is_some() == (found.outcome == Outcome::None),
            "{round}: {text:?} {:?}",
            found.codes
        );
        assert_eq!(errors, usize::from(found.outcome == Outcome::None), "{round}: {text:?} {:?}", found.codes);
        if let Some(actions) = actions(&found) {
            plans += 1;
            assert!(!actions.is_empty() && actions.iter().all(|action| !action.is_empty()), "{round}: {text:?}");
        }
        let mut stream = Stream::new(&[], Reveal::AsSettled);
        let shown = stream.push(&text.encode_utf16().collect::<Vec<_>>()).to_owned();
        early += usize::from(!shown.is_empty());
        let taken_back = found.codes.contains(&"W_REASONING_REMOVED");
        assert!(taken_back || found.text.starts_with(&shown), "{round}: {text:?} {shown:?} {:?}", found.text);
    }
    assert!(plans > 1_000 && early > 1_000, "{plans} plans, {early} shown early");
}

#[test]
fn a_text_that_is_too_large_is_not_read() {
    let plan = "```plan\n{\"title\": \"T\", \"aim\": \"A\", \"steps\": [\"Look around.\"]}\n```";
    // A letter of two bytes and one unit: the limit counts units.
    let filled = |units: usize| format!("{}\n{plan}", "я".repeat(units - 1 - plan.len()));
    assert!(actions(&parsed(&filled(4_194_304))).is_some());
    let over = parsed(&filled(4_194_305));
    assert_eq!(
        (over.outcome, over.text.as_str(), over.codes.as_slice()),
        (Outcome::None, "", &[code::E_TOO_LARGE][..])
    );
    let units: Vec<u16> = filled(4_194_305).encode_utf16().collect();
    let mut stream = Stream::new(&[], Reveal::AtEnd);
    stream.push(&units);
    assert_eq!(stream.finish().codes, [code::E_TOO_LARGE]);
}
