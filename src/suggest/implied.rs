//! Orders without an imperative: required states, wishes, titles, small defects, typed commands.
//!
//! Source: the suggestion rules, section 4.1.

use std::ops::Range;

use super::command;
use super::lexicon::Class;
use super::mood::{first_word, verb_at};
use super::pattern::Reading;
use super::request::{Act, Order, Request};
use super::token::{Kind, Token};
use super::vocabulary::Form;

/// Required states, wishes, noun phrases, small defects: orders without an imperative.
pub fn find_states(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let act = |verb: Range<usize>, classes: Vec<Class>, order: Order| Act {
        verb,
        reach: sentence.clone(),
        sentence: sentence.clone(),
        classes,
        order,
    };
    let han = sentence.clone().any(|at| reading.is(at, &Kind::Han));
    let past = sentence.clone().find_map(|at| {
        let tag = verb_at(reading, at, |form| form == Form::Past).filter(|tag| tag.class.changes())?;
        Some((at, tag))
    });
    let wished = reading.has(sentence.clone(), Class::Need) || reading.has(sentence.clone(), Class::State);
    let clause = past.map_or(sentence.start, |(at, _)| {
        (sentence.start..at)
            .rev()
            .find(|&place| reading.token(place).is_some_and(Token::is_mark))
            .unwrap_or(sentence.start)
    });
    let negated = (clause..sentence.end).any(|at| reading.tag(at, Class::Not).is_some());
    if let Some((at, tag)) = past.filter(|_| wished && !negated && !han) {
        let classes = reading
            .tags
            .get(at)
            .into_iter()
            .flatten()
            .filter(|other| other.form == Form::Past && other.class.is_verb())
            .map(|other| other.class)
            .collect();
        out.acts.push(act(at..at + tag.len, classes, Order::Before));
        return;
    }
    if reading.has(sentence.clone(), Class::State) && !negated && sentence.len() > 3 {
        out.acts.push(act(sentence.start..sentence.start, vec![Class::Edit], Order::Before));
        return;
    }
    let need = sentence.clone().find_map(|at| reading.tag(at, Class::Need).map(|tag| at + tag.len));
    if let Some(from) = need.filter(|&from| {
        !negated
            && reading
                .has_any(from..sentence.end, &[Class::Large, Class::Feature, Class::Unit, Class::Place, Class::Many])
    }) {
        out.acts.push(act(from..from, vec![Class::Build], if han { Order::Around } else { Order::HeadLast }));
        return;
    }
    let named = sentence.clone().any(|at| reading.token(at).is_some_and(|token| token.kind == Kind::Name));
    if named && reading.has(sentence.clone(), Class::Defect) {
        out.acts.push(act(sentence.start..sentence.start, vec![Class::Edit], Order::Before));
        return;
    }
    noun_phrase(reading, sentence, out);
}

/// A title as an order: "Migration of the shop to Postgres", "New settings page with three tabs".
fn noun_phrase(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let first = first_word(reading, sentence);
    let verbal = [
        "migration",
        "deployment",
        "rollback",
        "deletion",
        "removal",
        "refund",
        "rollout",
        "release",
        "upgrade",
        "cleanup",
        "refactoring",
        "rewrite",
        "redesign",
        "renaming",
        "replacement",
    ];
    let at = (first..sentence.end).take(3).find(|&at| reading.is_word(at, &verbal));
    let says = (first..sentence.end)
        .any(|at| reading.tag(at, Class::Predicate).is_some() && reading.is(at, &Kind::Latin))
        || reading.has(sentence.clone(), Class::Subject)
        || reading.has(sentence.clone(), Class::Not);
    let Some(at) = at.filter(|_| !says) else {
        let fresh = reading.is_word(first, &["new", "новый", "новая", "новое", "新"])
            && reading.has_any(sentence.clone(), &[Class::Feature, Class::Large])
            && !says;
        if fresh {
            out.acts.push(Act {
                verb: first..first,
                reach: sentence.clone(),
                sentence: sentence.clone(),
                classes: vec![Class::Build],
                order: Order::HeadLast,
            });
        }
        return;
    };
    let goes_on = reading.is_word(at + 1, &["of", "to", "from", "for", "on"]);
    if !goes_on {
        return;
    }
    let class = match reading.token(at).map(|token| token.text.as_str()) {
        Some("migration" | "upgrade") => Class::Migrate,
        Some("deployment" | "rollback" | "rollout" | "release") => Class::Deploy,
        Some("deletion" | "cleanup") => Class::Delete,
        Some("removal") => Class::Remove,
        Some("refund") => Class::Pay,
        Some("replacement") => Class::Switch,
        Some("renaming") => Class::Edit,
        _ => Class::Rework,
    };
    out.acts.push(Act {
        verb: at..at + 1,
        reach: sentence.clone(),
        sentence: sentence.clone(),
        classes: vec![class],
        order: Order::HeadLast,
    });
}

/// A command typed as a message: "git push origin main --force".
pub fn find_command(reading: &Reading, sentence: &Range<usize>, out: &mut Request) -> bool {
    let words: Vec<&str> = sentence
        .clone()
        .filter_map(|at| reading.token(at))
        .filter(|token| !token.is_mark())
        .map(|token| token.text.as_str())
        .collect();
    let bare = command::is_bare(&words);
    if bare {
        out.acts.push(Act {
            verb: sentence.start..sentence.start,
            reach: sentence.clone(),
            sentence: sentence.clone(),
            classes: vec![Class::Run],
            order: Order::HeadLast,
        });
    }
    bare
}
