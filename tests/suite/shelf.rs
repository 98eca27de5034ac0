//! Loading languages: in every order the same verdicts, with the languages of a text the same as with all, without them no approval.
//!
//! Source: the labelling rules of replies ("two readings alive: the one that does not execute").

use std::collections::BTreeMap;

use plangate::{
    approval::{self, Index, Intent, Reading},
    code::{approval as reason, suggest as advice},
    lexicon::{self, Check, Refused},
    shelf::Shelf,
    suggest::{self, Advice, Label},
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    text: String,
}

/// The texts of all cases, replies and requests alike.
fn texts() -> Vec<String> {
    let data = [
        include_str!("../data/approval.jsonl"),
        include_str!("../data/replies.jsonl"),
        include_str!("../data/suggest.jsonl"),
        include_str!("../data/suggest-more.jsonl"),
    ];
    let rows = data.iter().flat_map(|data| data.lines()).map(serde_json::from_str::<Row>);
    let texts: Vec<_> = rows.map(|row| row.unwrap_or_else(|error| panic!("{error}")).text).collect();
    assert!(texts.len() > 4_000);
    texts
}

fn packed(name: &str) -> &'static str {
    let (_, lexicon) = lexicon::named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    lexicon.inside().unwrap_or_else(|| panic!("{name} is not in this build"))
}

fn shelf(names: &[&str]) -> Shelf {
    let mut shelf = Shelf::new();
    for name in names {
        assert_eq!(shelf.load(name, packed(name)), Ok(()));
    }
    shelf
}

fn names() -> Vec<&'static str> {
    lexicon::ALL.iter().map(|lexicon| lexicon.name).collect()
}

/// Fails with every complaint at once.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

fn check(shelves: &[&Shelf], text: &str) -> Option<String> {
    let wanted: (Reading, Advice) = (approval::read(text), suggest::advise(text));
    let found = shelves.iter().map(|shelf| (shelf.read(text), shelf.advise(text))).find(|found| *found != wanted)?;
    Some(format!("{text:?}: {found:?} is not {wanted:?}"))
}

#[test]
fn the_order_of_loading_changes_nothing() {
    let mut reversed = names();
    reversed.reverse();
    let mut turned = names();
    turned.rotate_left(1);
    turned.extend_from_within(..);
    let shelves = [shelf(&reversed), shelf(&turned)];
    let shelves: Vec<_> = shelves.iter().collect();
    none(&texts().iter().filter_map(|text| check(&shelves, text)).collect::<Vec<_>>());
}

#[test]
fn the_languages_of_a_text_are_all_it_needs() {
    let mut shelves: BTreeMap<Vec<&str>, Shelf> = BTreeMap::new();
    let mut complaints = Vec::new();
    for text in texts() {
        let needed: Vec<_> = lexicon::needed(&text).map(|(_, lexicon)| lexicon.name).collect();
        let shelf = shelves.entry(needed.clone()).or_insert_with(|| shelf(&needed));
        complaints.extend(check(&[shelf], &text));
    }
    assert!(shelves.len() > 5, "texts of one script and of several: {:?}", shelves.keys());
    none(&complaints);
}

#[test]
fn without_its_languages_nothing_is_approved_nor_offered() {
    let empty = Shelf::new();
    let others: Vec<(&str, Shelf)> = names()
        .into_iter()
        .map(|name| (name, shelf(&names().into_iter().filter(|other| *other != name).collect::<Vec<_>>())))
        .collect();
    let mut complaints = Vec::new();
    let mut tried = 0;
    for text in texts() {
        let needed: Vec<_> = lexicon::needed(&text).map(|(_, lexicon)| lexicon.name).collect();
        let lacking = others.iter().filter(|(name, _)| needed.contains(name)).map(|(_, shelf)| shelf);
        for shelf in lacking.chain((!needed.is_empty()).then_some(&empty)) {
            tried += 1;
            let reading = shelf.read(&text);
            if reading.intent == Intent::Approve || reading.judge {
                complaints.push(format!("{text:?} is {reading:?}"));
            }
        }
    }
    assert!(tried > 8_000);
    none(&complaints);
    for text in ["ok", "yes", "go ahead", "да", "好", "ок 👍", "sí", "はい", "네"] {
        let reading = empty.read(text);
        assert_eq!((reading.intent, reading.reason), (Intent::Unknown, reason::UNSUPPORTED_LANGUAGE), "{text}");
    }
    assert_eq!(empty.read("👍").intent, Intent::Approve, "an emoji has no language");
    for text in ["Delete the production database.", "Сначала план.", "先规划，不要改代码。"] {
        assert_eq!(empty.advise(text), Advice { label: Label::None, reason: advice::LANGUAGE }, "{text}");
    }
    assert_eq!(empty.advise("/plan").label, Label::Explicit);
}

#[test]
fn a_language_that_is_half_taken_in_is_none() {
    let (rank, _) = lexicon::named("en").unwrap_or_else(|error| panic!("{error}"));
    let draft = approval::Draft::read(rank, packed("en")).unwrap_or_else(|error| panic!("{error}"));
    let mut index = Index::new();
    for (rank, lexicon) in (0..).zip(lexicon::ALL).filter(|(_, lexicon)| lexicon.name != "en") {
        let other = approval::Draft::read(rank, packed(lexicon.name)).unwrap_or_else(|error| panic!("{error}"));
        index.learn(&other);
    }
    let mut begun = index.begin(&draft);
    let mut steps = 0;
    while !index.go_on(&mut begun, 200) {
        assert_eq!(approval::read_with(&index, "go ahead").intent, Intent::Unknown);
        steps += 1;
        if steps == 7 {
            // What was begun is left, and begun anew.
            begun = index.begin(&draft);
        }
    }
    assert!(steps > 10);
    for text in texts() {
        assert_eq!(approval::read_with(&index, &text), approval::read(&text), "{text:?}");
    }
}

#[test]
fn only_the_texts_of_this_build_are_taken() {
    let mut shelf = shelf(&names().into_iter().filter(|name| *name != "en").collect::<Vec<_>>());
    let plain = packed("en");
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    for (name, text) in [
        ("en", packed("zh")),
        ("en", ""),
        ("en", leak(format!("{plain}\n"))),
        ("en", leak(plain.replacen("=Neg\n", "=Go\n", 1))),
        ("en", leak(plain.replacen(',', ", ", 1))),
        ("en", leak(plain.chars().skip(1).collect())),
    ] {
        assert_eq!(shelf.load(name, text), Err(Refused::Foreign));
        let (_, lexicon) = lexicon::named(name).unwrap_or_else(|error| panic!("{error}"));
        let mut check = Check::new(lexicon, text.to_owned());
        let end = std::iter::repeat_with(|| check.step()).flatten().next();
        assert_eq!(end, Some(Err(Refused::Foreign)));
    }
    for name in ["", "EN", "any", "xx", "__proto__"] {
        assert_eq!(shelf.load(name, plain), Err(Refused::Name), "{name}");
    }
    assert_eq!(shelf.read("go ahead").intent, Intent::Unknown, "what was refused left nothing behind");
    assert_eq!(shelf.read("запускай").intent, Intent::Approve);
    assert_eq!(shelf.load("en", plain), Ok(()));
    assert_eq!(shelf.read("go ahead").intent, Intent::Approve);
}
