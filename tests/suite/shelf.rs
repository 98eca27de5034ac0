//! Loading words: in every order the same verdicts, with those that a room needs the same as with all, without them no approval.
//!
//! Source: the labelling rules of replies ("two readings alive: the one that does not execute").

use std::collections::BTreeMap;

use plangate::{
    approval::{self, Index, Intent},
    code::{approval as reason, suggest as advice},
    lexicon::{self, Check, Refused, Room},
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
    let (_, _, words) = lexicon::text_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    words.inside().unwrap_or_else(|| panic!("{name} is not in this build"))
}

fn shelf(names: &[String]) -> Shelf {
    let mut shelf = Shelf::new();
    for name in names {
        assert_eq!(shelf.load(name, packed(name)), Ok(()));
    }
    shelf
}

/// All texts of a room.
fn names(room: Room) -> Vec<String> {
    let known = lexicon::ALL.iter().filter(|lexicon| lexicon.words(room).is_some());
    known.map(|lexicon| lexicon.text_name(room)).collect()
}

/// The texts that a room needs to read this.
fn needed(room: Room, text: &str) -> Vec<String> {
    lexicon::needed(room, text).map(|(_, lexicon)| lexicon.text_name(room)).collect()
}

/// Fails with every complaint at once.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// How a room reads a text with the words of a shelf, and with all.
fn readings(room: Room, shelf: &Shelf, text: &str) -> (String, String) {
    match room {
        Room::Replies => (format!("{:?}", shelf.read(text)), format!("{:?}", approval::read(text))),
        Room::Requests => (format!("{:?}", shelf.advise(text)), format!("{:?}", suggest::advise(text))),
    }
}

fn check(room: Room, shelf: &Shelf, text: &str) -> Option<String> {
    let (found, wanted) = readings(room, shelf, text);
    (found != wanted).then(|| format!("{text:?}: {found} is not {wanted}"))
}

#[test]
fn every_language_has_words_of_replies_and_some_of_requests() {
    assert_eq!(names(Room::Replies).len(), lexicon::ALL.len());
    assert_eq!(names(Room::Requests), ["en-requests", "ru-requests", "zh-requests"]);
}

#[test]
fn the_order_of_loading_changes_nothing() {
    let mut reversed = [names(Room::Replies), names(Room::Requests)].concat();
    reversed.reverse();
    let mut turned = [names(Room::Requests), names(Room::Replies)].concat();
    turned.rotate_left(1);
    turned.extend_from_within(..);
    let mut complaints = Vec::new();
    for shelf in [shelf(&reversed), shelf(&turned)] {
        for text in texts() {
            complaints.extend(Room::ALL.into_iter().filter_map(|room| check(room, &shelf, &text)));
        }
    }
    none(&complaints);
}

#[test]
fn the_texts_that_a_room_needs_are_all_it_needs() {
    let mut shelves: BTreeMap<Vec<String>, Shelf> = BTreeMap::new();
    let mut complaints = Vec::new();
    for text in texts() {
        for room in Room::ALL {
            let needed = needed(room, &text);
            // Nothing of the other room is there.
            let shelf = shelves.entry(needed.clone()).or_insert_with(|| shelf(&needed));
            complaints.extend(check(room, shelf, &text));
        }
    }
    assert!(shelves.len() > 10, "texts of one script and of several: {:?}", shelves.keys());
    none(&complaints);
}

#[test]
fn without_the_words_of_replies_nothing_is_approved() {
    let empty = Shelf::new();
    let all = [names(Room::Replies), names(Room::Requests)].concat();
    let others: Vec<(String, Shelf)> = names(Room::Replies)
        .into_iter()
        .map(|name| (name.clone(), shelf(&all.iter().filter(|other| **other != name).cloned().collect::<Vec<_>>())))
        .collect();
    let mut complaints = Vec::new();
    let mut tried = 0;
    for text in texts() {
        let needed = needed(Room::Replies, &text);
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
    let requests = shelf(&names(Room::Requests));
    for text in ["ok", "yes", "go ahead", "да", "好", "ок 👍", "sí", "はい", "네"] {
        for shelf in [&empty, &requests] {
            let reading = shelf.read(text);
            assert_eq!((reading.intent, reading.reason), (Intent::Unknown, reason::UNSUPPORTED_LANGUAGE), "{text}");
        }
    }
    assert_eq!(empty.read("👍").intent, Intent::Approve, "an emoji has no language");
}

#[test]
fn without_the_words_of_requests_nothing_is_offered() {
    for shelf in [Shelf::new(), shelf(&names(Room::Replies))] {
        for text in ["Delete the production database.", "Сначала план.", "先规划，不要改代码。"] {
            assert_eq!(shelf.advise(text), Advice { label: Label::None, reason: advice::LANGUAGE }, "{text}");
        }
        assert_eq!(shelf.advise("/plan").label, Label::Explicit);
    }
}

#[test]
fn a_language_that_is_half_taken_in_is_none() {
    let (rank, _) = lexicon::named("en").unwrap_or_else(|error| panic!("{error}"));
    let draft = approval::Draft::read(rank, packed("en-replies")).unwrap_or_else(|error| panic!("{error}"));
    let mut index = Index::new();
    for (rank, lexicon) in (0..).zip(lexicon::ALL).filter(|(_, lexicon)| lexicon.name != "en") {
        let other = approval::Draft::read(rank, packed(&lexicon.text_name(Room::Replies)))
            .unwrap_or_else(|error| panic!("{error}"));
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
    let all = [names(Room::Replies), names(Room::Requests)].concat();
    let mut shelf = shelf(&all.into_iter().filter(|name| !name.starts_with("en-")).collect::<Vec<_>>());
    let (replies, requests) = (packed("en-replies"), packed("en-requests"));
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    for (name, text) in [
        ("en-replies", packed("zh-replies")),
        ("en-replies", requests),
        ("en-requests", replies),
        ("en-replies", ""),
        ("en-replies", leak(format!("{replies}\n"))),
        ("en-replies", leak(replies.replacen("=Neg\n", "=Go\n", 1))),
        ("en-replies", leak(replies.replacen(',', ", ", 1))),
        ("en-replies", leak(replies.chars().skip(1).collect())),
        ("en-requests", leak(requests.replacen("=Delete\n", "=Read\n", 1))),
    ] {
        assert_eq!(shelf.load(name, text), Err(Refused::Foreign));
        let (_, _, words) = lexicon::text_named(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut check = Check::new(words, text.to_owned());
        let end = std::iter::repeat_with(|| check.step()).flatten().next();
        assert_eq!(end, Some(Err(Refused::Foreign)));
    }
    for name in [
        "",
        "-",
        "en",
        "en-",
        "-replies",
        "EN-replies",
        "en-Replies",
        "any-replies",
        "de-requests",
        "xx-replies",
        "__proto__",
    ] {
        assert_eq!(shelf.load(name, replies), Err(Refused::Name), "{name}");
    }
    assert_eq!(shelf.read("go ahead").intent, Intent::Unknown, "what was refused left nothing behind");
    assert_eq!(shelf.advise("Plan first.").label, Label::None);
    assert_eq!(shelf.read("запускай").intent, Intent::Approve);
    assert_eq!(shelf.load("en-replies", replies), Ok(()));
    assert_eq!(shelf.read("go ahead").intent, Intent::Approve);
    assert_eq!(shelf.advise("Plan first.").label, Label::None, "the words of replies are none of requests");
    assert_eq!(shelf.load("en-requests", requests), Ok(()));
    assert_eq!(shelf.advise("Plan first.").label, Label::Explicit);
}
