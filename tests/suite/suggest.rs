//! Plays `tests/data/suggest.jsonl`: one message a line, the label it must get and the labels that count as right too.

use std::collections::BTreeMap;

use plangate::suggest::{Label, advise};
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

fn rows() -> Vec<Row> {
    include_str!("../data/suggest.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn table() {
    let mut table: BTreeMap<(String, Label), (usize, usize)> = BTreeMap::new();
    for row in rows() {
        let advice = advise(&row.text);
        let right = advice.label == row.label || row.alt.contains(&advice.label);
        if !right || (std::env::var("REASONS").is_ok() && advice.reason != row.reason) {
            println!(
                "{} want {:?} {} got {:?} {} :: {}",
                row.id,
                row.label,
                row.reason,
                advice.label,
                advice.reason,
                row.text.chars().take(120).collect::<String>()
            );
        }
        let cell = table.entry((row.lang, row.label)).or_default();
        cell.0 += usize::from(right);
        cell.1 += 1;
    }
    println!("{table:?}");
}
