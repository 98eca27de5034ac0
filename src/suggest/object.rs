//! What an act is about: the nouns of its object, and which of them is the head.
//!
//! Knows word order, not weight. Source: the suggestion rules, sections 1.8 and 4.5.

use std::ops::Range;

use super::lexicon::Class;
use super::pattern::Reading;
use super::request::{Act, Order};
use super::token::{Kind, Token};

/// The object of an act.
#[derive(Debug, Default)]
pub struct Object {
    /// Classes of the head noun; empty when it is no word of the lexicon.
    pub head: Vec<Class>,
    /// Classes of all nouns of the object.
    pub nouns: Vec<Class>,
    /// Whether the head is a file or another name.
    pub named: bool,
    /// Whether the object has any word.
    pub any: bool,
}

impl Object {
    /// Reads the object of an act.
    pub fn of(reading: &Reading, act: &Act) -> Self {
        match act.order {
            Order::HeadLast => head_last(reading, act.verb.end..act.reach.end),
            Order::Before => head_last(reading, act.reach.start..act.verb.start.max(act.reach.start)),
            Order::HeadFirst => head_first(reading, act.verb.end..act.reach.end),
            Order::Around => around(reading, act),
        }
    }

    /// Whether the head is of the class.
    pub fn is(&self, class: Class) -> bool {
        self.head.contains(&class)
    }

    /// Whether the head, or without a known head any noun, is of the class.
    pub fn may_be(&self, class: Class) -> bool {
        if self.head.is_empty() { self.nouns.contains(&class) } else { self.is(class) }
    }

    /// Nothing that anybody would miss, or a thing of a program rather than data.
    pub fn is_small(&self) -> bool {
        let data = self.is(Class::Data);
        self.is(Class::Trifle) || self.is(Class::Empty) || (!data && (self.is(Class::Feature) || self.is(Class::Unit)))
    }
}

fn nouns_at(reading: &Reading, at: usize) -> impl Iterator<Item = (Class, usize)> {
    reading
        .tags
        .get(at)
        .into_iter()
        .flatten()
        .filter(|tag| (Class::Data..Class::Filler).contains(&tag.class))
        .map(|tag| (tag.class, tag.len))
}

/// A word that may end a noun phrase without being its head.
fn is_trailer(reading: &Reading, at: usize) -> bool {
    let Some(token) = reading.token(at) else { return true };
    match token.kind {
        Kind::Number | Kind::Quote | Kind::Code | Kind::Address => true,
        Kind::Latin => {
            reading.tag(at, Class::Filler).is_some()
                || (token.text.ends_with("ly") && nouns_at(reading, at).next().is_none())
                || reading.is_word(at, &["back", "over", "up", "down", "away", "anymore", "completely", "too"])
        }
        _ => false,
    }
}

/// English: up to the first preposition or mark; the last word is the head.
fn head_last(reading: &Reading, range: Range<usize>) -> Object {
    let mut out = Object::default();
    let mut phrase: Vec<usize> = Vec::new();
    for at in range {
        let Some(token) = reading.token(at) else { break };
        if token.is_mark() {
            if phrase.is_empty() {
                continue;
            }
            break;
        }
        let of_all =
            reading.is_word(at, &["of"]) && phrase.iter().all(|&place| reading.tag(place, Class::All).is_some());
        if reading.tag(at, Class::Prep).is_some()
            && !of_all
            && !(phrase.is_empty() && reading.is_word(at, &["up", "off", "out"]))
        {
            if phrase.is_empty() {
                continue;
            }
            break;
        }
        if reading.is_word(at, &["and", "then", "or", "but", "is", "are", "should", "must", "has", "needs", "to"])
            && !phrase.is_empty()
        {
            break;
        }
        phrase.push(at);
    }
    out.any = !phrase.is_empty();
    for &at in &phrase {
        out.nouns.extend(nouns_at(reading, at).map(|(class, _)| class));
    }
    let Some(&last) = phrase.iter().rev().find(|&&at| !is_trailer(reading, at)) else { return out };
    out.named = reading.is(last, &Kind::Name);
    let longest = phrase
        .iter()
        .flat_map(|&at| nouns_at(reading, at).filter(move |(_, len)| at + len == last + 1).map(|(_, len)| len))
        .max();
    for &at in &phrase {
        out.head.extend(
            nouns_at(reading, at)
                .filter(|(_, len)| at + len == last + 1 && Some(*len) == longest)
                .map(|(class, _)| class),
        );
    }
    out
}

/// Russian: the first noun outside a prepositional phrase is the head.
fn head_first(reading: &Reading, range: Range<usize>) -> Object {
    let mut out = Object::default();
    let mut inside = false;
    for at in range {
        let Some(token) = reading.token(at) else { break };
        if token.is_mark() && out.any {
            break;
        }
        if token.is_mark() {
            continue;
        }
        let noun = nouns_at(reading, at).next().is_some() || token.kind == Kind::Name;
        let prep = reading.tag(at, Class::Prep).is_some();
        if prep {
            inside = true;
        } else if inside {
            inside = !noun;
            // The object comes first: "удали строки в конце файла таблицы".
            if !out.head.is_empty() || out.named {
                break;
            }
        } else if noun {
            let longest = nouns_at(reading, at).map(|(_, len)| len).max();
            let adjective = longest.is_none_or(|len| len < 2)
                && is_adjective(&token.text)
                && nouns_at(reading, at + 1).next().is_some();
            if !adjective && reading.tag(at, Class::All).is_none() && out.head.is_empty() && !out.named {
                out.head.extend(nouns_at(reading, at).filter(|(_, len)| Some(*len) == longest).map(|(class, _)| class));
                out.named = token.kind == Kind::Name;
            }
            out.nouns.extend(nouns_at(reading, at).map(|(class, _)| class));
            out.any = true;
        } else {
            out.any = true;
        }
    }
    out
}

/// By its ending; only asked where a noun follows.
fn is_adjective(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "ую", "юю", "ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ых", "их", "ого", "его", "ым", "им", "ыми",
        "ими",
    ];
    ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Chinese: between 把 and the verb, or behind the verb, or before it.
fn around(reading: &Reading, act: &Act) -> Object {
    let mark = |at: usize| reading.token(at).is_some_and(Token::ends_clause);
    let clause =
        (act.sentence.start..act.verb.start).rev().find(|&at| mark(at)).map_or(act.sentence.start, |at| at + 1);
    let end = (act.verb.end..act.sentence.end).find(|&at| mark(at)).unwrap_or(act.sentence.end);
    let end = end.min(act.reach.end.max(act.verb.end));
    let taken = (clause..act.verb.start).rev().find(|&at| reading.is_word(at, &["把", "将"]));
    let ranges = match taken {
        Some(from) => [from + 1..act.verb.start, act.verb.end..end],
        None => [act.verb.end..end, clause..act.verb.start],
    };
    let mut out = Object::default();
    for range in ranges {
        read_han(reading, range, &mut out);
        // "改成 19.9 元": a sum is no object, what it is set for stands before the verb.
        if out.named || out.head.iter().any(|class| *class != Class::Sum) {
            break;
        }
    }
    out
}

fn read_han(reading: &Reading, range: Range<usize>, out: &mut Object) {
    let mut until = range.start;
    for at in range.clone() {
        let Some(token) = reading.token(at) else { break };
        out.any |= !token.is_mark();
        if at < until {
            continue;
        }
        let longest = nouns_at(reading, at).filter(|(_, len)| at + len <= range.end).map(|(_, len)| len).max();
        if let Some(len) = longest {
            out.head = nouns_at(reading, at).filter(|(_, other)| *other == len).map(|(class, _)| class).collect();
            out.nouns.extend(out.head.iter().copied());
            out.named = false;
            until = at + len;
        } else if token.kind == Kind::Name {
            out.head.clear();
            out.named = true;
        }
    }
}
