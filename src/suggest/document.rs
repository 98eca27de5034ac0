//! A plan of work as the thing to be made: "write a migration plan".
//!
//! Knows plans of work from plans of life and trade. Source: the suggestion rules, section 3.1 (b) and (e).

use std::ops::Range;

use super::lexicon::Class;
use super::pattern::Reading;
use super::stance::is_negated;
use super::token::Kind;

/// A plan of work as the thing to be made.
pub fn documents(reading: &Reading, sentence: &Range<usize>, kind: &Kind) -> Vec<Range<usize>> {
    let nouns: &[&str] = match kind {
        Kind::Latin => &["plan", "roadmap", "proposal"],
        Kind::Cyrillic => &["план", "планом", "спланируй", "спланируйте", "распланируй"],
        _ => &["计", "规", "方"],
    };
    sentence
        .clone()
        .filter(|&at| reading.is_word(at, nouns) && (*kind != Kind::Han || reading.tag(at, Class::Plan).is_some()))
        .filter_map(|at| document(reading, sentence, kind, at))
        .collect()
}

fn document(reading: &Reading, sentence: &Range<usize>, kind: &Kind, noun: usize) -> Option<Range<usize>> {
    let len = if *kind == Kind::Han { reading.tag(noun, Class::Plan)?.len } else { 1 };
    let end = noun + len;
    let orders = orders_plan(reading, sentence, kind, noun);
    let is_verb = *kind == Kind::Latin
        && reading.is_word(noun, &["plan"])
        && reading.starts.get(noun) == Some(&true)
        && !noun
            .checked_sub(1)
            .is_some_and(|before| reading.is_word(before, &["the", "a", "an", "this", "that", "my", "our"]));
    let life = reading.has(sentence.clone(), Class::Genre);
    let work_before = (noun.saturating_sub(if *kind == Kind::Han { 10 } else { 3 }).max(sentence.start)..noun)
        .any(|at| reading.tag(at, Class::Work).is_some());
    let rest = end..sentence.end;
    let plans = match kind {
        Kind::Cyrillic => reading.is_word(noun, &["спланируй", "спланируйте", "распланируй"]),
        Kind::Han => reading.starts.get(noun) == Some(&true) && reading.is_word(end, &["一", "下"]),
        _ => false,
    };
    if plans {
        let object = reading.has_any(end..sentence.end, &[Class::Place, Class::Work, Class::Change, Class::System]);
        return (object && !life).then_some(noun..end);
    }
    if is_verb {
        // "Plan the migration": only planning is wanted. "Plan to …" tells of an intention.
        let object = reading.has_any(rest.clone(), &[Class::Place, Class::Work, Class::Change, Class::System])
            && !reading.is_word(end, &["to", "is", "was"]);
        return (object && !life).then_some(noun..end);
    }
    let orders = orders?;
    if is_negated(reading, orders) {
        return None;
    }
    let points = reading.has_any(rest.clone(), &[Class::Work, Class::Place])
        || (*kind == Kind::Han && reading.has(sentence.start..noun, Class::Place));
    let work = work_before || points;
    let bare = rest
        .clone()
        .all(|at| reading.token(at).is_some_and(|token| token.is_mark()) || reading.tag(at, Class::Filler).is_some());
    let alone = bare && !reading.has(orders..noun, Class::Genre);
    ((work && (!life || work_before)) || (alone && !life)).then_some(orders..end)
}

/// Where the verb stands that asks for a plan to be made.
fn orders_plan(reading: &Reading, sentence: &Range<usize>, kind: &Kind, noun: usize) -> Option<usize> {
    let made = |at: usize, words: &[&str]| reading.is_word(at, words);
    match kind {
        Kind::Latin => {
            let verbs = [
                "make",
                "write",
                "create",
                "draft",
                "prepare",
                "give",
                "produce",
                "come",
                "put",
                "draw",
                "work",
                "provide",
                "develop",
                "design",
                "propose",
                "sketch",
                "compile",
                "build",
                "present",
                "send",
                "suggest",
                "outline",
                "generate",
                "need",
                "want",
                "like",
                "start",
                "a",
                "an",
                "formulate",
                "show",
                "share",
                "devise",
                "show",
                "share",
            ];
            let at = (sentence.start..noun)
                .rev()
                .take(12)
                .find(|&at| reading.starts.get(at) == Some(&true) && made(at, &verbs))?;
            let known = (at..noun).any(|place| made(place, &["the", "this", "that", "our", "existing", "old", "my"]));
            (!known).then_some(at)
        }
        Kind::Cyrillic => {
            let verbs = [
                "составь",
                "подготовь",
                "напиши",
                "сделай",
                "дай",
                "набросай",
                "распиши",
                "разработай",
                "предложи",
                "сформируй",
                "нужен",
                "придумай",
                "накидай",
                "продумай",
                "составьте",
                "подготовьте",
                "напишите",
                "составить",
                "подготовить",
                "разработать",
                "нарисуй",
                "опиши",
                "жду",
                "хочу",
                "построй",
                "сформулируй",
            ];
            (sentence.start..noun).rev().take(8).find(|&at| made(at, &verbs))
        }
        _ => {
            let verbs = ["出", "给", "写", "做", "制", "准", "起", "拟", "列", "提", "设", "来", "要", "定", "整"];
            (sentence.start..noun).rev().take(16).find(|&at| made(at, &verbs) && !reading.is_word(at + 1, &["的"]))
        }
    }
}
