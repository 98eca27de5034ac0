//! How the author wants to proceed: a plan first, hands off for now, or at once.
//!
//! Knows phrases of three languages and where they do not count. Source: the suggestion rules, section 3.

use super::document::documents;
use super::lexicon::{Class, foreign};
use super::mood::{Mood, mood};
use super::pattern::{Pattern, Reading};
use super::tables::Tables;
use super::token::{Kind, Mark, Token, sentences};
use crate::code::{Code, suggest as reason};
use crate::sorted::sort_short;
use std::ops::Range;

/// The stance of the whole own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// A plan, a word or a look before the work.
    Plan(Code),
    /// Acting is forbidden for now, for everything.
    Hold {
        /// Whether the text names a change as its subject.
        change: bool,
    },
    /// Outright, without a plan.
    Immediate,
    /// The mode is turned off.
    ModeOff,
}

/// One phrase that says how to proceed.
#[derive(Clone, Copy, Debug)]
struct Hit {
    at: usize,
    end: usize,
    kind: HitKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HitKind {
    Plan(Code),
    Hold,
    Refuse,
    Now,
    ModeOff,
}

/// Reads the stance; the last clear one counts.
pub fn read(reading: &Reading, tables: &Tables) -> Option<Stance> {
    let parts = sentences(&reading.tokens);
    let mut hits: Vec<Hit> = Vec::new();
    for sentence in &parts {
        if matches!(mood(reading, sentence), Mood::Order | Mood::Report) || is_polite_wish(reading, sentence) {
            collect(reading, tables, sentence, &mut hits);
        } else if let Some(before) = before_the_question(reading, sentence) {
            collect(reading, tables, &before, &mut hits);
        }
    }
    sort_short(&mut hits, |hit, other| (hit.at, hit.end) < (other.at, other.end));
    let last = |wanted: fn(HitKind) -> bool| hits.iter().rev().find(|hit| wanted(hit.kind)).copied();
    let plan = last(|kind| matches!(kind, HitKind::Plan(_)));
    let hold = last(|kind| kind == HitKind::Hold);
    let refuse = last(|kind| kind == HitKind::Refuse);
    let now = last(|kind| kind == HitKind::Now);
    let after = |hit: Option<Hit>, other: Hit| hit.is_some_and(|hit| hit.at > other.at);
    if let Some(plan) = plan {
        // A later "now" about another part leaves the plan in force; a refusal or a change of mind does not.
        if after(refuse, plan) || (after(now, plan) && turns_round(reading, plan.end)) {
            return Some(Stance::Immediate);
        }
        if let HitKind::Plan(code) = plan.kind {
            return Some(Stance::Plan(code));
        }
    }
    if let Some(hold) = hold {
        if after(refuse, hold) || (after(now, hold) && turns_round(reading, hold.end)) {
            return Some(Stance::Immediate);
        }
        return Some(Stance::Hold { change: names_change(reading, hold) });
    }
    if refuse.is_some() || now.is_some() {
        return Some(Stance::Immediate);
    }
    hits.iter().any(|hit| hit.kind == HitKind::ModeOff).then_some(Stance::ModeOff)
}

/// A question that wishes: "could you plan this first?"
fn is_polite_wish(reading: &Reading, sentence: &Range<usize>) -> bool {
    let choice = sentence.clone().any(|at| reading.is_word(at, &["or", "или"])) || has_span(reading, sentence, "还是");
    if choice {
        return false;
    }
    let polite = reading.has(sentence.clone(), Class::Polite);
    let han =
        ["能先", "可以先", "能不能先", "可否先", "要不先", "好吗", "行吗", "可以吗", "能否先", "好不好", "要不要先"]
            .iter()
            .any(|span| has_span(reading, sentence, span));
    let asks_how =
        sentence.clone().take(1).any(|at| reading.tag(at, Class::Question).is_some() && !reading.is(at, &Kind::Han))
            || reading.has(sentence.clone(), Class::Suppose);
    (polite || han) && !asks_how
}

/// "Look only, don't edit: how should we fix it?": what stands before the clause that asks.
fn before_the_question(reading: &Reading, sentence: &Range<usize>) -> Option<Range<usize>> {
    let asked = sentence.clone().find(|&at| reading.token(at).is_some_and(|token| !token.is_mark()))?;
    let opens = reading.has_any(asked..asked + 1, &[Class::Question, Class::Suppose, Class::Polite, Class::Ability]);
    let choice = sentence.clone().any(|at| reading.is_word(at, &["or", "или"])) || has_span(reading, sentence, "还是");
    let last = (sentence.start..sentence.end.saturating_sub(1))
        .rev()
        .find(|&at| reading.token(at).is_some_and(Token::ends_clause))?;
    let before = sentence.start..last;
    let asks = reading.has_any(before.clone(), &[Class::Question, Class::Ability]);
    (!opens && !choice && !asks).then_some(before)
}

fn has_span(reading: &Reading, sentence: &Range<usize>, span: &str) -> bool {
    let text: String = sentence
        .clone()
        .filter_map(|at| reading.token(at))
        .filter(|token| token.kind == Kind::Han)
        .map(|token| token.text.as_str())
        .collect();
    text.contains(span)
}

fn collect(reading: &Reading, tables: &Tables, sentence: &Range<usize>, hits: &mut Vec<Hit>) {
    for (stances, kind) in tables.languages.iter().flat_map(|table| table.kinds.iter().map(move |kind| (table, kind))) {
        let places: Vec<usize> = sentence.clone().filter(|&at| reading.is(at, kind)).collect();
        if places.is_empty() {
            continue;
        }
        let find = |patterns: &[Pattern]| -> Vec<Range<usize>> {
            places
                .iter()
                .flat_map(|&at| reading.find_at(at, sentence.end, patterns))
                .filter(|range| !is_told(reading, sentence, range, kind))
                .collect()
        };
        // "I don't want a plan": of all stances only a refusal is said of oneself.
        let find_refusals = || -> Vec<Range<usize>> {
            let own = |range: &Range<usize>| {
                range.start.checked_sub(1).is_some_and(|before| reading.is_word(before, &["i", "we", "you", "я", "мы"]))
            };
            places
                .iter()
                .flat_map(|&at| reading.find_at(at, sentence.end, &stances.refuse))
                .filter(|range| own(range) || !is_told(reading, sentence, range, kind))
                .collect()
        };
        let masked = find_masks(reading, sentence, &places, &stances.not);
        let hidden = |range: &Range<usize>| {
            masked.iter().any(|mask| {
                mask.contains(&range.start)
                    || mask.contains(&range.end.saturating_sub(1))
                    || (range.start <= mask.start && mask.end <= range.end && mask.len() > 1)
            })
        };
        let off = find(&stances.mode_off);
        let refused: Vec<Range<usize>> = find_refusals().into_iter().filter(|range| !hidden(range)).collect();
        let mut put = |ranges: Vec<Range<usize>>, kind: HitKind| {
            hits.extend(ranges.into_iter().map(|range| Hit { at: range.start, end: range.end, kind }));
        };
        let free = |range: &Range<usize>| {
            let touches = |other: &Range<usize>| range.start < other.end && other.start < range.end;
            !hidden(range) && !refused.iter().any(touches) && !off.iter().any(touches)
        };
        put(find(&stances.mode).into_iter().filter(|range| free(range)).collect(), HitKind::Plan(reason::PLAN_MODE));
        put(find(&stances.plan).into_iter().filter(|range| free(range)).collect(), HitKind::Plan(reason::PLAN_FIRST));
        put(find(&stances.ask).into_iter().filter(|range| free(range)).collect(), HitKind::Plan(reason::ASK_FIRST));
        put(find(&stances.hold).into_iter().filter(|range| free(range)).collect(), HitKind::Hold);
        put(
            documents(reading, sentence, kind)
                .into_iter()
                .filter(|range| free(range) && !is_told(reading, sentence, range, kind))
                .collect(),
            HitKind::Plan(reason::PLAN_DOCUMENT),
        );
        put(
            find(&stances.now)
                .into_iter()
                .filter(|range| !hidden(range) && !off.iter().any(|other| other.contains(&range.start)))
                .collect(),
            HitKind::Now,
        );
        put(refused.clone(), HitKind::Refuse);
        put(off, HitKind::ModeOff);
    }
}

fn find_masks(reading: &Reading, sentence: &Range<usize>, places: &[usize], patterns: &[Pattern]) -> Vec<Range<usize>> {
    places.iter().flat_map(|&at| reading.find_at(at, sentence.end, patterns)).collect()
}

/// Said about somebody else, or told as a topic: no instruction to the assistant.
fn is_told(reading: &Reading, sentence: &Range<usize>, range: &Range<usize>, kind: &Kind) -> bool {
    let clause = (sentence.start..range.start)
        .rev()
        .find(|&at| reading.token(at).is_some_and(Token::is_mark))
        .map_or(sentence.start, |at| at + 1);
    // "My boss said: plan first."
    let reported = clause.checked_sub(1).is_some_and(|colon| {
        reading.is(colon, &Kind::Mark(Mark::Colon))
            && reading.has_any(sentence.start..colon, &[Class::Report, Class::About])
    });
    let before = clause..range.start;
    if reported {
        return true;
    }
    if reading.has(before.clone(), Class::Report)
        || reading.tag(range.start, Class::Report).is_some_and(|_| *kind != Kind::Han)
        || (reading.has(sentence.start..range.start, Class::Report) && *kind == Kind::Han)
    {
        return true;
    }
    if *kind == Kind::Han {
        return false;
    }
    let about = reading.has(before.clone(), Class::About) && !before.clone().any(|at| reading.is_word(at, &["sure"]));
    let led = reading.has_any(before.clone(), &[Class::LeadIn, Class::Need, Class::State, Class::Polite])
        || before.clone().any(|at| reading.is_word(at, &["бы", "would", "rather", "i'd", "we'd"]));
    let subject =
        before.into_iter().any(|at| reading.starts.get(at) == Some(&true) && reading.tag(at, Class::Subject).is_some());
    about || (subject && !led)
}

/// Whether the author changes the mind after a place: "never mind", "actually", or the bare general form.
fn turns_round(reading: &Reading, from: usize) -> bool {
    let words = [
        "forget",
        "nevermind",
        "mind",
        "actually",
        "scratch",
        "anyway",
        "хотя",
        "передумал",
        "передумала",
        "забудь",
        "ладно",
        "нет",
        "лучше",
    ];
    let rest = from..reading.tokens.len();
    let signs = rest.clone().any(|at| reading.is_word(at, &words));
    let han = ["算了", "不了", "还是直接", "不用了", "罢了"].iter().any(|span| has_span(reading, &rest, span));
    let bare = rest.clone().any(|at| {
        reading.is_word(at, &["just"]) && reading.is_word(at + 1, &["do", "go", "fix"])
            || reading.is_word(at, &["go"]) && reading.is_word(at + 1, &["ahead"])
            || reading.is_word(at, &["просто"])
    });
    signs || han || bare
}

/// A fix, a feature, a clean-up is named, or what would be changed is asked.
fn names_change(reading: &Reading, hold: Hit) -> bool {
    let outside = |at: usize| at < hold.at || at >= hold.end;
    (0..reading.tokens.len())
        .any(|at| outside(at) && reading.tag(at, Class::Change).is_some() && !is_negated(reading, at))
}

pub fn is_negated(reading: &Reading, at: usize) -> bool {
    (at.saturating_sub(3)..at).any(|place| reading.tag(place, Class::Not).is_some())
}

/// A plan first, in one of the languages beyond the three.
pub fn foreign_plan(reading: &Reading, tables: &Tables, folded: &str) -> bool {
    let all = 0..reading.tokens.len();
    foreign::PLAN_SPANS.iter().any(|span| folded.contains(span)) || !reading.find_all(&all, &tables.foreign).is_empty()
}
