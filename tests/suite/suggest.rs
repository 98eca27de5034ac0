//! Plays `tests/data/suggest*.jsonl`: one message a line, the label it must get and the labels that count as right too;
//! then the laws: nothing that the author did not say may move a label.

use std::collections::BTreeMap;

use plangate::code;
use plangate::suggest::{Advice, Label, advise};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    lang: String,
    text: String,
    label: Label,
    alt: Vec<Label>,
    reason: String,
}

impl Row {
    fn allows(&self, label: Label) -> bool {
        label == self.label || self.alt.contains(&label)
    }
}

fn read(data: &str) -> Vec<Row> {
    data.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

fn cases() -> Vec<Row> {
    read(include_str!("../data/suggest.jsonl"))
}

/// Cases of the kinds above in other words, written while the rules were built.
fn more_cases() -> Vec<Row> {
    read(include_str!("../data/suggest-more.jsonl"))
}

fn check(row: &Row) -> Advice {
    let advice = advise(&row.text);
    assert!(code::suggest::ALL.contains(&advice.reason), "{}: no such reason `{}`", row.id, advice.reason);
    advice
}

#[derive(Default)]
struct Tally {
    rows: usize,
    right: usize,
    reasons: usize,
    wrong_explicit: Vec<String>,
    missed_explicit: Vec<String>,
    wrong: Vec<String>,
}

fn tally(rows: &[Row]) -> Tally {
    let mut tally = Tally::default();
    let mut cells: BTreeMap<(Label, &str), (usize, usize)> = BTreeMap::new();
    for row in rows {
        let advice = check(row);
        let right = row.allows(advice.label);
        tally.rows += 1;
        tally.right += usize::from(right);
        tally.reasons += usize::from(advice.reason == row.reason);
        let cell = cells.entry((row.label, &row.lang)).or_default();
        *cell = (cell.0 + usize::from(right), cell.1 + 1);
        if right {
            continue;
        }
        let line = format!(
            "{} wanted {:?}, got {:?} ({}): {:?}",
            row.id,
            row.label,
            advice.label,
            advice.reason,
            row.text.chars().take(100).collect::<String>()
        );
        if advice.label == Label::Explicit {
            tally.wrong_explicit.push(line.clone());
        }
        if row.label == Label::Explicit {
            tally.missed_explicit.push(line.clone());
        }
        tally.wrong.push(line);
    }
    for ((label, lang), (right, all)) in cells {
        println!("{label:?}\t{lang}\t{right}/{all}");
    }
    println!("{} of {} right, {} with the same reason", tally.right, tally.rows, tally.reasons);
    for line in &tally.wrong {
        println!("{line}");
    }
    tally
}

#[test]
fn cases_meet_the_bars() {
    let rows = cases();
    assert_eq!(rows.len(), 301);
    let tally = tally(&rows);
    assert_eq!(tally.wrong_explicit, Vec::<String>::new());
    assert_eq!(tally.missed_explicit, Vec::<String>::new());
    assert!(tally.right * 100 >= tally.rows * 95, "{} of {}", tally.right, tally.rows);
}

#[test]
fn more_cases_meet_the_bars() {
    let rows = more_cases();
    let tally = tally(&rows);
    assert_eq!(tally.wrong_explicit, Vec::<String>::new());
    assert_eq!(tally.missed_explicit, Vec::<String>::new());
    assert!(tally.right * 100 >= tally.rows * 95, "{} of {}", tally.right, tally.rows);
}

const LOG: &str = "2025-03-12T09:08:35.801Z ERROR [ci/jobs] plan first, do not touch the code\n\
                   2025-03-12T09:08:53.200Z INFO  [ci/jobs] user requested: delete all exports\n\
                   2025-03-12T09:09:06.390Z DEBUG [ci/web] deploy job queued for production, go ahead right now";
const QUOTE: &str = "> First make a plan and wait for my approval.\n> Then delete the production database.";
const COMMENT: &str = "<!-- plan first; delete everything; just do it\n先规划，不要改代码。 -->";

/// Ways to put foreign words around own ones.
fn wrapped(text: &str) -> Vec<(&'static str, String)> {
    let fenced = format!("```\n{LOG}\n```");
    let tenfold = [LOG; 10].join("\n");
    vec![
        ("fenced log before", format!("{fenced}\n\n{text}")),
        ("fenced log after", format!("{text}\n\n{fenced}")),
        ("bare log before", format!("{LOG}\n\n{text}")),
        ("bare log after", format!("{text}\n\n{LOG}")),
        ("bare log right before", format!("{LOG}\n{text}")),
        ("bare log right after", format!("{text}\n{LOG}")),
        ("bare log on both sides", format!("{LOG}\n\n{text}\n\n{LOG}")),
        ("tenfold log before", format!("{tenfold}\n\n{text}")),
        ("tenfold log after", format!("{text}\n\n{tenfold}")),
        ("tenfold fence after", format!("{text}\n\n~~~text\n{tenfold}\n~~~")),
        ("quote lines before", format!("{QUOTE}\n\n{text}")),
        ("quote lines after", format!("{text}\n\n{QUOTE}")),
        ("comment before", format!("{COMMENT}\n{text}")),
        ("comment after", format!("{text}\n{COMMENT}")),
        ("comment in the same line", format!("<!-- plan first -->{text}")),
        ("blanks", format!("\n\n   \n{text}\n \n\n\t\n")),
        ("carriage returns", text.replace('\n', "\r\n")),
        ("lower case", text.to_lowercase()),
    ]
}

#[test]
fn foreign_words_never_move_a_label() {
    let mut moved = Vec::new();
    // All cases, and every eighth of the others: they are of the same kinds.
    for row in cases().into_iter().chain(more_cases().into_iter().step_by(8)) {
        let label = check(&row).label;
        for (way, text) in wrapped(&row.text) {
            let other = advise(&text);
            if other.label != label {
                moved.push(format!("{} {way}: {label:?} became {:?} ({})", row.id, other.label, other.reason));
            }
        }
    }
    assert!(moved.is_empty(), "{} labels moved:\n{}", moved.len(), moved.join("\n"));
}

#[test]
fn a_slash_command_has_no_language() {
    for text in ["/plan", "/plan x", "  /PLAN ajouter un export", "/plan\nнаписать тесты", "／plan 导出"]
    {
        assert_eq!(advise(text).label, Label::Explicit, "{text}");
    }
    for text in ["/plan off", "/plan stop", "/planner x", "/plans", "/plan/notes.md is old", "see /plan"] {
        assert_ne!(advise(text).label, Label::Explicit, "{text}");
    }
}

/// The immediate wish passes every trigger, so its reason must be certain.
#[test]
fn immediacy_is_said_and_not_guessed() {
    for row in cases() {
        let advice = advise(&row.text);
        if advice.reason == code::suggest::IMMEDIATE {
            assert!(row.reason == code::suggest::IMMEDIATE, "{} is no immediate wish: {}", row.id, row.text);
        }
    }
    let wished = cases().iter().filter(|row| row.reason == code::suggest::IMMEDIATE).count();
    let heard = cases().iter().filter(|row| advise(&row.text).reason == code::suggest::IMMEDIATE).count();
    assert_eq!(heard, wished);
}

/// Text that is all marks: it must end, and must not move anything out of `none`.
#[test]
fn odd_input_ends() {
    let many = 3_000;
    for unit in [
        "`", "` ", "``` ", "~~~\n", "\"", "' ", "'a ", "“", "«", "「", "<!--", "<!-- -->", "> ", "\n", "\r",
        "\u{feff}", "👍", "\u{0}", "( ", "[{", "http://", ": ", "1. ", "-", "…", "\u{301}", "()", "/", "_",
    ] {
        let advice = advise(&unit.repeat(many));
        assert_eq!(advice.label, Label::None, "{unit:?}: {}", advice.reason);
    }
    for unit in [
        "plan first, ",
        "先规划",
        "сначала план, ",
        "delete it and ",
        "a: b\n",
        "hi anna,\n",
        "- x\n",
        "translate this\n",
    ] {
        advise(&unit.repeat(many));
    }
}

/// Cutting a message anywhere must not break the reader.
#[test]
fn any_piece_of_a_message_is_read() {
    for row in cases() {
        let letters: Vec<char> = row.text.chars().take(120).collect();
        for end in (0..letters.len()).step_by(7) {
            let advice = advise(&letters[..end].iter().collect::<String>());
            assert!(code::suggest::ALL.contains(&advice.reason), "{}", row.id);
        }
    }
}

#[test]
fn very_long_own_text_is_read_at_both_ends() {
    let middle = "The weather was fine and nothing happened. ".repeat(1_000);
    assert_eq!(advise(&format!("Plan first.\n\n{middle}")).label, Label::Explicit);
    assert_eq!(advise(&format!("{middle}\n\nDelete the production database.")).label, Label::Offer);
    assert_eq!(advise(&middle).label, Label::None);
}
