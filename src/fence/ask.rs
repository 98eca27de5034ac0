//! A value as one to three questions. Asking is harmless, so this reads more liberally than a plan is read.
//!
//! Knows names and shapes models use; nothing is invented but ids. Source: the fence rules, section 7.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::code::{Code, fence as code};
use crate::config::fence::{QUESTION_ID_MAX, QUESTIONS_MAX};
use crate::question::Question;
use crate::text;

use super::Outcome;
use super::codes::Codes;
use super::field::{self, Fields, Names, encoded, is_placeholder};
use super::json::Json;
use super::shape::{QUESTIONS, STEPS, only};

/// Keys of the ready answers.
pub(super) const OPTIONS: &Names = &["options", "choices", "answers", "variants"];

const QUESTION: &Names = &["question", "text", "prompt", "title"];
const OPTION: &Names = &["label", "text", "title", "option", "value", "name", "answer"];

/// Options that say what the card's own button says, compared in lower case.
const OWN_ANSWERS: [&str; 18] = [
    "other",
    "others",
    "something else",
    "none of the above",
    "custom",
    "custom answer",
    "my own answer",
    "own answer",
    "другое",
    "другой вариант",
    "свой вариант",
    "свой ответ",
    "иное",
    "其他",
    "其它",
    "自定义",
    "以上都不是",
    "我自己回答",
];

/// Reads questions.
pub(super) fn questions(root: &Json, codes: &mut Codes) -> Result<Outcome, Code> {
    let list = list(root, codes)?;
    let mut seen = BTreeSet::new();
    let mut items = Vec::new();
    for item in list.iter() {
        let Some(text) = question_text(item, codes) else {
            codes.add(code::W_QUESTION_DROPPED);
            continue;
        };
        if seen.insert(text.clone()) {
            items.push((text, item));
        } else {
            codes.add(code::W_QUESTION_DUPLICATE);
        }
    }
    if items.is_empty() {
        return Err(code::E_NO_QUESTIONS);
    }
    if items.len() > QUESTIONS_MAX {
        codes.add(code::W_QUESTIONS_CUT);
        items.truncate(QUESTIONS_MAX);
    }
    let ids = ids(&items.iter().map(|(_, item)| Fields::of(item)).collect::<Vec<_>>(), codes);
    let cards = items.into_iter().zip(ids).map(|((question, item), id)| {
        let options = Fields::of(item).map_or_else(Vec::new, |fields| options(&fields, codes));
        Question { id, question, options: three(options, codes) }
    });
    Ok(Outcome::Questions(cards.collect()))
}

/// The list of questions, wherever the root holds it.
fn list<'a>(root: &'a Json<'a>, codes: &mut Codes) -> Result<Cow<'a, [Json<'a>]>, Code> {
    if let Json::List(items) = root {
        return Ok(Cow::Borrowed(items));
    }
    let fields = Fields::of(root).ok_or(code::E_SHAPE)?;
    if fields.has(QUESTIONS) {
        return listed(&fields, codes);
    }
    match fields.get("question") {
        Some(Json::List(items)) => {
            codes.add(code::W_ALIAS_KEY);
            return Ok(Cow::Borrowed(items));
        }
        Some(_) => {
            codes.add(code::W_WRAPPED_SINGLE);
            return Ok(Cow::Borrowed(std::slice::from_ref(root)));
        }
        None => {}
    }
    if let Some(inner) = only(&fields, |inner| inner.has(QUESTIONS)) {
        codes.add(code::W_UNWRAPPED);
        return listed(&inner, codes);
    }
    Err(if fields.has(STEPS) { code::E_KIND_MISMATCH } else { code::E_NO_QUESTIONS })
}

/// The list under a questions key.
fn listed<'a>(fields: &Fields<'a>, codes: &mut Codes) -> Result<Cow<'a, [Json<'a>]>, Code> {
    let written = fields.some(QUESTIONS, codes).ok_or(code::E_NO_QUESTIONS)?;
    let value = match written {
        Json::Text(text) => Cow::Owned(encoded(text, codes).ok_or(code::E_NO_QUESTIONS)?),
        _ => Cow::Borrowed(written),
    };
    if Fields::of(&value).is_some_and(|single| single.has(&["question"])) {
        codes.add(code::W_WRAPPED_SINGLE);
        return Ok(Cow::Owned(vec![value.into_owned()]));
    }
    match value {
        Cow::Borrowed(Json::List(items)) => Ok(Cow::Borrowed(items)),
        Cow::Owned(Json::List(items)) => Ok(Cow::Owned(items)),
        _ => Err(code::E_NO_QUESTIONS),
    }
}

fn question_text(item: &Json, codes: &mut Codes) -> Option<String> {
    let text = match Fields::of(item) {
        Some(fields) => fields.text(QUESTION, field::string, codes)?,
        None => field::string(item)?.noted(codes),
    };
    (!is_placeholder(&text)).then_some(text)
}

/// One id an item: its own where it has a good one, else one made from its place.
fn ids(items: &[Option<Fields>], codes: &mut Codes) -> Vec<String> {
    let mut used = BTreeSet::new();
    let own: Vec<Option<String>> = items
        .iter()
        .map(|item| {
            let id = item.as_ref()?.get("id").and_then(field::id).filter(|id| is_id(id))?;
            used.insert(id.clone()).then_some(id)
        })
        .collect();
    let mut ids = Vec::new();
    for (place, id) in (1..).zip(own) {
        ids.push(id.unwrap_or_else(|| {
            codes.add(code::W_ID_GENERATED);
            let base = format!("q{place}");
            let numbered = (2..).map(|n| format!("{base}_{n}"));
            let id = std::iter::once(base.clone()).chain(numbered).find(|id| !used.contains(id)).unwrap_or(base);
            used.insert(id.clone());
            id
        }));
    }
    ids
}

fn is_id(id: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    (1..=QUESTION_ID_MAX).contains(&id.len())
        && id.bytes().all(plain)
        && !matches!(id, "__proto__" | "constructor" | "prototype")
}

/// The options that a person can be offered, in order.
fn options(fields: &Fields, codes: &mut Codes) -> Vec<String> {
    let Some(written) = fields.some(OPTIONS, codes) else { return Vec::new() };
    let value = match written {
        Json::Text(text) => encoded(text, codes).map_or(Cow::Borrowed(written), Cow::Owned),
        _ => Cow::Borrowed(written),
    };
    let entries: Vec<&Json> = match value.as_ref() {
        Json::List(entries) => entries.iter().collect(),
        Json::Object(members) if !Fields::of(&value).is_some_and(|fields| fields.has(OPTION)) => {
            codes.add(code::W_COERCED);
            members.iter().map(|(_, value)| value).collect()
        }
        single => vec![single],
    };
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for entry in entries {
        let Some(text) = option(entry, codes).filter(|text| !text.is_empty() && !is_placeholder(text)) else {
            codes.add(code::W_OPTION_DROPPED);
            continue;
        };
        if is_own_answer(&text) {
            codes.add(code::W_OPTION_OWN);
        } else if seen.insert(text.clone()) {
            kept.push(text);
        } else {
            codes.add(code::W_OPTION_DUPLICATE);
        }
    }
    kept
}

fn option(entry: &Json, codes: &mut Codes) -> Option<String> {
    match Fields::of(entry) {
        Some(fields) => {
            codes.add(code::W_OPTION_OBJECT);
            fields.text(OPTION, field::single, codes)
        }
        None => field::single(entry).map(|words| words.noted(codes)),
    }
}

/// Whether the option only says that there is another answer.
fn is_own_answer(option: &str) -> bool {
    let end = option.find(['(', '（']).unwrap_or(option.len());
    let plain = text::span(option, 0..end).trim_end_matches(|c| {
        text::is_space(c) || matches!(c, '.' | '…' | ':' | '：' | '!' | '！' | '?' | '？' | '。')
    });
    OWN_ANSWERS.contains(&text::trim(plain).to_lowercase().as_str())
}

/// Exactly three: the first ones, or filled with `""`.
fn three(options: Vec<String>, codes: &mut Codes) -> [String; 3] {
    let wanted = [(); 3].len();
    if options.len() > wanted {
        codes.add(code::W_OPTIONS_CUT);
    }
    if options.len() < wanted {
        codes.add(code::W_OPTIONS_PADDED);
    }
    let mut options = options.into_iter();
    [(); 3].map(|()| options.next().unwrap_or_default())
}
