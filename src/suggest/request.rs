//! What the own text asks to be done: acts, and why there are none.
//!
//! Knows word order of the three languages, not the weight of an act. Source: the suggestion rules, section 4.

use std::ops::Range;

use super::implied::{find_command, find_states};
use super::lexicon::Class;
use super::mood::{Mood, comma_before, mood};
use super::object::Object;
use super::pattern::Reading;
use super::token::{Kind, Mark, Token, sentences};
use super::verb::{Spot, order_at};
use crate::code::{Code, suggest as reason};
use crate::config;
use crate::sorted::sort_short;

/// Something the author wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Where the verb stands; of a wish or a noun phrase where its object begins.
    pub verb: Range<usize>,
    /// Everything that can be said about it: up to the next act or the end of the sentence.
    pub reach: Range<usize>,
    /// The sentence it stands in.
    pub sentence: Range<usize>,
    /// What the verb does; `Build` of a wish, `Edit` of a report of a defect.
    pub classes: Vec<Class>,
    /// Word order that tells where the object stands.
    pub order: Order,
}

/// Where the head of an object stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// English: the last noun before a preposition.
    HeadLast,
    /// Russian: the first noun outside a prepositional phrase.
    HeadFirst,
    /// Chinese: the last noun between 把 and the verb, or behind the verb.
    Around,
    /// The object stands before the verb: "the old API has to be removed".
    Before,
}

/// Acts in the order of the text, and what else was said.
#[derive(Debug, Default)]
pub struct Request {
    /// What is to be done.
    pub acts: Vec<Act>,
    /// Why a sentence without an act has none, in the order found.
    pub notes: Vec<Code>,
}

impl Request {
    /// Reads all sentences.
    pub fn read(reading: &Reading) -> Self {
        let mut out = Self::default();
        let mut before = Mood::Order;
        for sentence in sentences(&reading.tokens) {
            if out.acts.len() >= config::SUGGEST_ACTS_MAX {
                break;
            }
            let mut here = mood(reading, &sentence);
            // "Imagine you had access. Would you do it?"
            if before == Mood::Hypothesis && reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask)) {
                here = Mood::Hypothesis;
            }
            read_sentence(reading, &sentence, here, &mut out);
            before = here;
        }
        out
    }

    /// A line that hands a text over does something with that text: its last act is the task, unless one is called so.
    pub fn name_task(&mut self, line: &Range<usize>) {
        let outside = [Class::Send, Class::Publish, Class::Save, Class::Run, Class::Push, Class::Merge, Class::Deploy];
        let does = |act: &Act, classes: &[Class]| classes.iter().any(|class| act.classes.contains(class));
        let last = self.acts.iter().rposition(|act| line.contains(&act.verb.start));
        let named = self.acts.iter().any(|act| line.contains(&act.verb.start) && does(act, &[Class::TextTask]));
        let task = last.and_then(|last| self.acts.get_mut(last)).filter(|act| !named && !does(act, &outside));
        if let Some(act) = task {
            act.classes = vec![Class::TextTask];
        }
    }

    /// Acts that change something outside the chat.
    pub fn changes(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter().filter(|act| act.classes.iter().any(|class| class.changes()))
    }
}

fn read_sentence(reading: &Reading, sentence: &Range<usize>, mood: Mood, out: &mut Request) {
    match mood {
        Mood::Hypothesis => out.notes.push(reason::HYPOTHETICAL),
        Mood::Ability => out.notes.push(reason::CAPABILITY),
        Mood::Question => {
            out.notes.push(if reading.has(sentence.clone(), Class::TextTask) {
                reason::TEXT_TASK
            } else {
                reason::QUESTION
            });
        }
        Mood::Report => {
            out.notes.push(reason::REPORT);
            orders_behind_a_report(reading, sentence, out);
        }
        Mood::Order => {
            let before = out.acts.len();
            if !find_command(reading, sentence, out) {
                find_acts(reading, sentence, out);
            }
            if out.acts.len() == before {
                find_states(reading, sentence, out);
            }
        }
    }
}

/// "I deployed it yesterday, now roll it back": an order after a comma that its report does not govern.
fn orders_behind_a_report(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let turn = sentence.clone().find(|&at| {
        comma_before(reading, at)
            && (reading.is_word(at, &["so", "now", "please", "then", "but", "поэтому", "теперь", "пожалуйста", "так"])
                || reading.tag(at, Class::Polite).is_some() && !reading.is(at, &Kind::Han))
    });
    let han = sentence.clone().rev().find(|&at| reading.is_word(at, &["把", "帮", "请"]) && comma_before(reading, at));
    if let Some(from) = turn.or(han) {
        find_acts(reading, &(from..sentence.end), out);
    }
}

/// All verbs that order.
fn find_acts(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let first = out.acts.len();
    let mut at = sentence.start;
    let mut clause = sentence.start;
    while at < sentence.end && out.acts.len() < config::SUGGEST_ACTS_MAX {
        if reading.token(at).is_some_and(Token::ends_clause) {
            clause = at + 1;
            at += 1;
            continue;
        }
        let Some(tag) =
            order_at(Spot { reading, sentence: (sentence.start, sentence.end), clause, at }, out.acts.len() - first)
        else {
            at += 1;
            continue;
        };
        let mut classes: Vec<Class> = reading
            .tags
            .get(at)
            .into_iter()
            .flatten()
            .filter(|other| other.class.is_verb() && (other.len == tag.len || reading.is(at, &Kind::Han)))
            .map(|other| other.class)
            .collect();
        let end =
            (at..sentence.end).find(|&place| reading.token(place).is_some_and(Token::is_mark)).unwrap_or(sentence.end);
        classes.extend(particle(reading, at, end));
        if classes.is_empty() {
            classes.push(tag.class);
        }
        sort_short(&mut classes, |class, other| class < other);
        classes.dedup();
        let order = match reading.token(at).map(|token| &token.kind) {
            Some(Kind::Han) => Order::Around,
            Some(Kind::Cyrillic) => Order::HeadFirst,
            _ if sentence.clone().any(|place| reading.is(place, &Kind::Han)) => Order::Around,
            _ => Order::HeadLast,
        };
        if let Some(last) = out.acts.get_mut(first..).and_then(<[Act]>::last_mut) {
            last.reach.end = if order == Order::Around { clause.max(last.verb.end) } else { at };
        }
        let start = if order == Order::Around { clause } else { at };
        out.acts.push(Act {
            verb: at..at + tag.len,
            reach: start..sentence.end,
            sentence: sentence.clone(),
            classes,
            order,
        });
        at += tag.len;
    }
    for act in out.acts.iter_mut().skip(first) {
        stays_in_the_chat(reading, act);
    }
}

/// A verb whose particle stands behind its object: "roll the service back", "turn the limit off".
fn particle(reading: &Reading, at: usize, end: usize) -> Vec<Class> {
    const PAIRS: &[(&[&str], &[&str], &[Class])] = &[
        (&["roll"], &["back", "out"], &[Class::Deploy]),
        (&["turn", "switch", "shut"], &["off"], &[Class::Disable]),
        (&["shut", "take", "bring"], &["down", "offline"], &[Class::Restart, Class::Disable]),
        (&["put", "push", "bring", "take", "get"], &["live", "online"], &[Class::Deploy]),
        (&["throw"], &["away", "out"], &[Class::Delete]),
        (&["get", "move"], &["out", "off"], &[Class::Switch]),
    ];
    let found = PAIRS.iter().filter(|(verbs, tails, _)| {
        reading.is_word(at, verbs) && (at + 1..end).take(8).any(|place| reading.is_word(place, tails))
    });
    found.flat_map(|(_, _, classes)| classes.iter().copied()).collect()
}

/// Content that is written for the chat, and "переведи README на немецкий": nothing outside changes.
fn stays_in_the_chat(reading: &Reading, act: &mut Act) {
    let writes = act.classes.iter().all(|class| {
        matches!(
            class,
            Class::Write | Class::Build | Class::Edit | Class::Read | Class::Switch | Class::Give | Class::Secure
        )
    }) && (act.classes.contains(&Class::Write) || act.classes.contains(&Class::Build));
    let named = act
        .reach
        .clone()
        .any(|at| reading.token(at).is_some_and(|token| token.kind == Kind::Name && !token.text.starts_with('-')));
    // "Describe it" tells, unless it goes into a file.
    if act.classes.contains(&Class::Read)
        && act.classes.contains(&Class::Write)
        && !named
        && !reading.has(act.reach.clone(), Class::Feature)
    {
        act.classes = vec![Class::Read];
    }
    if writes && !named && Object::of(reading, act).is(Class::Content) {
        act.classes = vec![Class::Chat];
    }
    // "Перечисли" lists, or pays.
    if act.classes.contains(&Class::Pay)
        && act.classes.contains(&Class::Read)
        && !reading.has_any(act.reach.clone(), &[Class::Money, Class::Sum])
    {
        act.classes = vec![Class::Read];
    }
    let turns = reading.is_word(act.verb.start, &["переведи", "переведите", "перевести", "convert", "turn"]);
    if turns && reading.has(act.reach.clone(), Class::Tongue) {
        act.classes = vec![Class::TextTask];
    }
}
