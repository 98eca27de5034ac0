//! What kind of sentence it is: an order, a question, a supposition, a report.
//!
//! Knows how the three languages ask and tell, not what is asked for. Source: the suggestion rules, section 4.2.

use std::ops::Range;

use super::lexicon::Class;
use super::pattern::Reading;
use super::token::{Kind, Mark, Token};
use super::vocabulary::{Form, Tag};

/// What kind of sentence it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It may hold acts.
    Order,
    /// It asks for knowledge or an opinion.
    Question,
    /// It asks what the assistant can do.
    Ability,
    /// It supposes.
    Hypothesis,
    /// It tells of what somebody did or wants.
    Report,
}

/// Mood of a sentence.
pub fn mood(reading: &Reading, sentence: &Range<usize>) -> Mood {
    let first = first_word(reading, sentence);
    let asks = reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask));
    let supposes = sentence.clone().any(|at| {
        reading.tag(at, Class::Suppose).is_some_and(|_| near_start(reading, sentence, at) || reading.is(at, &Kind::Han))
    });
    if supposes
        && (asks
            || reading.tag(first, Class::Suppose).is_some()
            || reading.has(sentence.clone(), Class::Suppose) && !has_order_start(reading, sentence))
    {
        return Mood::Hypothesis;
    }
    let han = sentence.clone().filter(|&at| reading.is(at, &Kind::Han)).count() > 0;
    let polite = is_polite(reading, sentence, han);
    if asks || opens_question(reading, sentence, first) || (han && ends_as_question(reading, sentence)) {
        let ability = reading.has(sentence.clone(), Class::Ability) || reading.has(sentence.clone(), Class::Polite);
        if asks && has_order_start(reading, sentence) && !ends_as_question(reading, sentence) {
            return Mood::Order;
        }
        if polite && !opens_question(reading, sentence, first) {
            return if is_concrete(reading, sentence, han) { Mood::Order } else { Mood::Ability };
        }
        return if ability && !opens_question(reading, sentence, first) { Mood::Ability } else { Mood::Question };
    }
    if reports(reading, sentence, first, han) { Mood::Report } else { Mood::Order }
}

/// The first token of a sentence that is no mark and no filler.
pub fn first_word(reading: &Reading, sentence: &Range<usize>) -> usize {
    let mut at = sentence.start;
    while at < sentence.end {
        let skip = match reading.token(at) {
            Some(token) if token.is_mark() || token.kind == Kind::Number => 1,
            _ => match reading
                .tag(at, Class::Question)
                .or(reading.tag(at, Class::Suppose))
                .or(reading.tag(at, Class::LeadIn))
            {
                Some(_) => 0,
                None => reading.tag(at, Class::Filler).map_or(0, |tag| tag.len),
            },
        };
        if skip == 0 {
            break;
        }
        at += skip;
    }
    at
}

fn near_start(reading: &Reading, sentence: &Range<usize>, at: usize) -> bool {
    (sentence.start..at).filter(|&place| reading.token(place).is_some_and(Token::is_word)).count() <= 2
}

/// English or Russian: the first word is a plain order.
fn has_order_start(reading: &Reading, sentence: &Range<usize>) -> bool {
    let first = first_word(reading, sentence);
    let verb = verb_at(reading, first, |form| form == Form::Base);
    let han = reading.is(first, &Kind::Han);
    verb.is_some_and(|tag| {
        !han && !follows_predicate(reading, first + tag.len)
            && reading.tag(first, Class::Question).is_none()
            && reading.tag(first, Class::Polite).is_none()
    })
}

fn opens_question(reading: &Reading, sentence: &Range<usize>, first: usize) -> bool {
    if reading.is(first, &Kind::Han) {
        return false;
    }
    let asks = reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask));
    let opens = reading.tag(first, Class::Question).is_some();
    // "When the copy matches, delete it", "Какие тесты упали, те почини": the order stands behind the comma.
    let late_order = !asks
        && sentence.clone().any(|at| {
            at > first
                && reading.starts.get(at) == Some(&true)
                && comma_before(reading, at)
                && verb_at(reading, at, |form| form == Form::Base).is_some_and(|tag| tag.class.changes())
        });
    (opens && !late_order)
        || (asks
            && reading.is(first, &Kind::Cyrillic)
            && sentence.clone().any(|at| reading.tag(at, Class::Question).is_some() && !has_lead(reading, sentence)))
}

pub fn comma_before(reading: &Reading, at: usize) -> bool {
    (0..at)
        .rev()
        .take(4)
        .find_map(|place| reading.token(place).filter(|token| token.is_mark()).map(|_| true))
        .unwrap_or(false)
}

fn has_lead(reading: &Reading, sentence: &Range<usize>) -> bool {
    reading.has(sentence.clone(), Class::Polite)
}

/// Chinese questions need no mark.
fn ends_as_question(reading: &Reading, sentence: &Range<usize>) -> bool {
    let end = (sentence.clone()).rev().find(|&at| reading.token(at).is_some_and(|token| !token.is_mark()));
    let what = end
        .and_then(|end| end.checked_sub(1))
        .is_some_and(|before| reading.is_word(before, &["什", "怎", "那", "这", "多", "要"]));
    end.is_some_and(|end| reading.is_word(end, &["吗", "呢"]) || (reading.is_word(end, &["么"]) && !what))
}

fn is_polite(reading: &Reading, sentence: &Range<usize>, han: bool) -> bool {
    let tail = han && {
        let last: String = sentence
            .clone()
            .filter_map(|at| reading.token(at))
            .filter(|token| token.kind == Kind::Han)
            .map(|token| token.text.as_str())
            .collect();
        ["可以吗", "行吗", "好吗", "好不好", "行不行", "可不可以", "成吗", "吧", "可以不", "好么", "行么"]
            .iter()
            .any(|tail| last.ends_with(tail))
    };
    reading.has(sentence.clone(), Class::Polite) || tail
}

/// A polite question is an order when it is about something definite: "can you delete files?" is not.
fn is_concrete(reading: &Reading, sentence: &Range<usize>, han: bool) -> bool {
    let please =
        sentence.clone().any(|at| reading.is_word(at, &["please", "пожалуйста", "请", "麻烦", "帮", "plz", "pls"]));
    let named = sentence.clone().any(|at| {
        reading.token(at).is_some_and(|token| {
            matches!(token.kind, Kind::Name | Kind::Number | Kind::Quote | Kind::Code | Kind::Address)
        })
    });
    if please || named {
        return true;
    }
    if han {
        return reading.has(sentence.clone(), Class::Definite);
    }
    // A pair of words behind the verb that is no bare plural.
    let cyrillic = sentence.clone().any(|at| reading.is(at, &Kind::Cyrillic));
    let verb = sentence.clone().find(|&at| {
        reading.tags.get(at).is_some_and(|tags| {
            tags.iter().any(|tag| {
                tag.class.is_verb()
                    && (tag.form == Form::Infinitive || tag.form == Form::Base && reading.starts.get(at) == Some(&true))
            })
        })
    });
    let Some(verb) = verb else { return true };
    let rest = verb + 1..sentence.end;
    let words = rest.clone().filter(|&at| reading.token(at).is_some_and(Token::is_word)).count();
    reading.has(rest, Class::Definite) || (cyrillic && words > 1) || words > 3
}

/// Somebody's past or intention, without an order behind it.
fn reports(reading: &Reading, sentence: &Range<usize>, first: usize, han: bool) -> bool {
    if han && tells_in_chinese(reading, sentence, first) {
        return true;
    }
    let told = sentence.clone().any(|at| {
        reading.tag(at, Class::Report).is_some()
            && (near_start(reading, sentence, at) || han)
            && !is_receiver(reading, at)
    });
    if han {
        let ordered = reading.is_word(first, &["把", "将", "请", "帮"]);
        return told && !ordered;
    }
    told && !has_order_start(reading, sentence)
}

/// "我今晚部署", "我们误删了文件", "同事想轮换密钥": a subject that is not the assistant, and no wish of the author.
fn tells_in_chinese(reading: &Reading, sentence: &Range<usize>, first: usize) -> bool {
    let any = |signs: &[&str]| sentence.clone().any(|at| reading.is_word(at, signs));
    let wishes = any(&["要", "想", "希", "需", "得", "把", "将", "请", "帮", "应", "吧", "必"]);
    let subject = reading.tag(first, Class::Subject);
    let next = first + subject.map_or(1, |tag| tag.len);
    let we = reading.is_word(first, &["我"]) && reading.is_word(first + 1, &["们"]);
    let i = reading.is_word(first, &["我"]) && !we;
    let them = subject.is_some()
        && !we
        && (next..next + 2).any(|at| reading.is_word(at, &["想", "要", "让", "说", "打", "准", "计", "希", "叫"]));
    let past = sentence.clone().any(|at| reading.is_word(at, &["了"]) && at > first + 2);
    them || ((i || we && past) && !wishes)
}

/// "给我计划": the speaker is who gets it, not who plans.
fn is_receiver(reading: &Reading, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| reading.is_word(before, &["给", "帮", "为", "替", "让", "跟", "和", "等"]))
}

pub fn verb_at(reading: &Reading, at: usize, wanted: impl Fn(Form) -> bool) -> Option<Tag> {
    reading
        .tags
        .get(at)?
        .iter()
        .filter(|tag| tag.class.is_verb() && wanted(tag.form))
        .max_by_key(|tag| tag.len)
        .copied()
}

/// "Deploy failed", "Test results are in": the word was a noun.
pub fn follows_predicate(reading: &Reading, at: usize) -> bool {
    !reading.is(at, &Kind::Han) && reading.tag(at, Class::Predicate).is_some()
}
