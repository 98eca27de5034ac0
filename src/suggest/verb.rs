//! Whether a verb orders where it stands.
//!
//! Knows word order and inflection of the three languages, not what a verb does. Source: the suggestion rules, section 4.1.

use std::ops::Range;

use super::lexicon::Class;
use super::mood::{follows_predicate, verb_at};
use super::pattern::Reading;
use super::token::{Kind, Token};
use super::vocabulary::{Form, Tag};

/// A place in a sentence that may hold the verb of an act.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The text.
    pub reading: &'a Reading,
    /// Where its sentence begins and ends.
    pub sentence: (usize, usize),
    /// Where its clause begins.
    pub clause: usize,
    /// The token.
    pub at: usize,
}

/// The verb, if one orders here. `acts_before`: how many acts the sentence has had so far.
pub fn order_at(spot: Spot, acts_before: usize) -> Option<Tag> {
    match spot.reading.token(spot.at)?.kind {
        Kind::Latin => latin(spot, acts_before),
        Kind::Cyrillic => cyrillic(spot),
        Kind::Han => han(spot),
        _ => None,
    }
}

impl Spot<'_> {
    fn sentence(&self) -> Range<usize> {
        self.sentence.0..self.sentence.1
    }

    fn said(&self) -> Range<usize> {
        self.sentence.0..self.at
    }

    fn before(&self) -> Option<usize> {
        self.at.checked_sub(1).filter(|&before| before >= self.sentence.0)
    }

    fn starts(&self) -> bool {
        self.reading.starts.get(self.at) == Some(&true)
    }

    /// Whether a word that joins acts stands right before.
    fn joined(&self) -> bool {
        self.before().is_some_and(|before| self.reading.tag(before, Class::Then).is_some())
    }
}

/// English orders where a clause begins, with the base form; inside a Chinese sentence as jargon anywhere.
fn latin(spot: Spot, acts_before: usize) -> Option<Tag> {
    let Spot { reading, clause, at, .. } = spot;
    let minded = spot.before().is_some_and(|before| reading.is_word(before, &["mind"]));
    let unknown = || is_unknown_verb(reading, at).then_some(Tag { class: Class::Edit, len: 1, form: Form::Base });
    let tag = verb_at(reading, at, |form| form == Form::Base || minded && form == Form::Gerund).or_else(unknown)?;
    // "I don't want to change it"; "don't forget to" is a word of order by itself.
    let negated = (clause..at)
        .any(|place| reading.tag(place, Class::Not).is_some() && reading.tag(place, Class::LeadIn).is_none());
    let compared = reading.has(spot.said(), Class::Compare) && spot.joined();
    if compared || negated && reading.has(spot.said(), Class::LeadIn) || reading.is_word(at + tag.len, &["not"]) {
        return None;
    }
    let is_script = |kind: Kind| spot.sentence().any(|place| reading.is(place, &kind));
    if !spot.starts() {
        let jargon = [Class::Push, Class::Merge, Class::Deploy, Class::Delete, Class::Publish, Class::Migrate];
        let acts = is_script(Kind::Han) && jargon.iter().any(|class| reading.tag(at, *class).is_some());
        let named = reading.has_any(at + tag.len..at + tag.len + 1, &[Class::Feature, Class::Trifle]);
        return (acts && !named && !asks(spot)).then_some(tag);
    }
    let first = acts_before == 0;
    let governed = spot.joined() && !first && governed_by_infinitive(reading, &spot.sentence(), at);
    let led = clause == at || reading.has(spot.said(), Class::LeadIn);
    let stray = spot.joined() && first && !led && has_words(reading, clause, at);
    (!governed && !stray && !follows_predicate(reading, at + tag.len)).then_some(tag)
}

/// Russian orders by form: an imperative anywhere, an infinitive behind a word of need, a noun where a clause begins.
fn cyrillic(spot: Spot) -> Option<Tag> {
    let Spot { reading, at, .. } = spot;
    let near = at.saturating_sub(2).max(spot.sentence.0)..at;
    if near.into_iter().any(|place| reading.is_word(place, &["не", "без", "нельзя", "незачем"])) {
        return None;
    }
    let needed =
        reading.has_any(spot.said(), &[Class::LeadIn, Class::Polite]) && !reading.has(spot.said(), Class::Question);
    let titled = spot.starts() && !follows_predicate(reading, at + 1);
    verb_at(reading, at, |form| {
        form == Form::Base || (form == Form::Infinitive && needed) || (form == Form::Nominal && titled)
    })
}

/// Chinese orders with any verb that belongs to no noun, no negation and no question.
fn han(spot: Spot) -> Option<Tag> {
    let Spot { reading, clause, at, .. } = spot;
    let tag = verb_at(reading, at, |_| true)?;
    let end = at + tag.len;
    let negates = |place: usize| reading.tag(place, Class::Not).is_some_and(|not| place + not.len == at);
    let negated = (at.saturating_sub(3).max(clause)..at).any(negates);
    let relative = reading.is_word(end, &["的"]) && !reading.is_word(end + 1, &["话"]);
    let joined = spot.before().is_some_and(|before| reading.is_word(before, &["并", "和", "再", "后", "且", "要"]));
    // "写一个删除备份的脚本": what a thing does is no act.
    let told = !joined
        && (has_verb_before(reading, clause, at) && of_noun_behind(reading, end, spot.sentence.1)
            || has_act_before(reading, clause, at) && of_noun_behind(reading, end, (end + 3).min(spot.sentence.1)));
    let reaches =
        |before: usize| verb_at(reading, before, |_| true).is_some_and(|verb| verb.len > 1 && before + verb.len > at);
    let inside = spot.before().is_some_and(reaches);
    let bound = !joined && precedes_thing(reading, end) && has_other_act(spot, tag.len);
    (!(negated || relative || told || inside || bound || asks(spot))).then_some(tag)
}

/// Whether a noun stands here that a verb before it may belong to: "删除按钮", "支付模块".
fn precedes_thing(reading: &Reading, at: usize) -> bool {
    reading.has_any(at..at + 1, &[Class::Feature, Class::Trifle, Class::Unit, Class::Large])
}

/// Whether another verb of the clause is the act: one behind, or one before that has no noun of its own.
fn has_other_act(spot: Spot, len: usize) -> bool {
    let Spot { reading, clause, at, .. } = spot;
    let free = |place: usize, verb: Tag| {
        let behind = place + verb.len;
        verb.class.changes() && !reading.is_word(behind, &["的"]) && !(place < at && precedes_thing(reading, behind))
    };
    (clause..spot.sentence.1).take_while(|&place| !reading.token(place).is_some_and(Token::ends_clause)).any(|place| {
        !(at..at + len).contains(&place) && verb_at(reading, place, |_| true).is_some_and(|verb| free(place, verb))
    })
}

/// Chinese asks clause by clause.
fn asks(spot: Spot) -> bool {
    let Spot { reading, clause, .. } = spot;
    let end = (clause..spot.sentence.1)
        .find(|&at| reading.token(at).is_some_and(Token::ends_clause))
        .unwrap_or(spot.sentence.1);
    let polite = reading.has(clause..end, Class::Polite);
    !polite && (clause..end).any(|at| reading.is(at, &Kind::Han) && reading.tag(at, Class::Question).is_some())
}

/// An English word no lexicon knows, before a determiner: "refresh the snapshots".
fn is_unknown_verb(reading: &Reading, at: usize) -> bool {
    let free = reading
        .tags
        .get(at)
        .is_some_and(|tags| tags.iter().all(|tag| (Class::Data..Class::Filler).contains(&tag.class)));
    let prose = reading.is_word(
        at,
        &[
            "dear",
            "like",
            "since",
            "given",
            "love",
            "thank",
            "thanks",
            "hate",
            "regarding",
            "about",
            "per",
            "despite",
            "meet",
            "enjoy",
            "hope",
            "because",
            "although",
            "yesterday",
            "today",
            "such",
            "quite",
            "plan",
            "both",
        ],
    ) || reading
        .token(at)
        .is_some_and(|token| token.text.contains('\'') || token.text.ends_with("ed") || token.text.ends_with("ing"));
    free && !prose
        && reading.starts.get(at) == Some(&true)
        && reading.is_word(
            at + 1,
            &["the", "all", "every", "my", "our", "this", "these", "both", "each", "some", "a", "an", "it", "them"],
        )
}

fn has_verb_before(reading: &Reading, clause: usize, at: usize) -> bool {
    (clause..at).any(|place| {
        reading.is(place, &Kind::Han)
            && verb_at(reading, place, |_| true).is_some_and(|tag| {
                place + tag.len <= at
                    && [Class::Write, Class::Build, Class::Chat, Class::Read, Class::TextTask].contains(&tag.class)
            })
    })
}

fn has_act_before(reading: &Reading, clause: usize, at: usize) -> bool {
    (clause..at).any(|place| {
        reading.is(place, &Kind::Han)
            && verb_at(reading, place, |_| true).is_some_and(|tag| tag.class.changes() && place + tag.len <= at)
    })
}

/// A 的 behind the verb, before the clause ends or another verb comes.
fn of_noun_behind(reading: &Reading, from: usize, to: usize) -> bool {
    (from..to)
        .take(8)
        .take_while(|&at| !reading.token(at).is_some_and(Token::ends_clause))
        .any(|at| reading.is_word(at, &["的"]) && at > from)
}

fn has_words(reading: &Reading, from: usize, to: usize) -> bool {
    (from..to.saturating_sub(1))
        .any(|at| reading.token(at).is_some_and(Token::is_word) && reading.tag(at, Class::Filler).is_none())
}

/// "Show me how to build and deploy it": the second verb hangs on the infinitive before it.
fn governed_by_infinitive(reading: &Reading, sentence: &Range<usize>, at: usize) -> bool {
    let clause = (sentence.start..at)
        .rev()
        .find(|&place| reading.token(place).is_some_and(Token::is_mark))
        .map_or(sentence.start, |place| place + 1);
    (clause..at).any(|place| {
        reading.is_word(place, &["to", "how", "that", "which"])
            && verb_at(reading, place + 1, |form| form == Form::Base || form == Form::Plural).is_some()
            && reading.tag(place.saturating_sub(1), Class::LeadIn).is_none()
            && reading.starts.get(place + 1) != Some(&true)
    })
}
