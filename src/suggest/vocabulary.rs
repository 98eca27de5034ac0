//! Looks words up: forms of English words, Russian stems, slips of the fingers. Knows no meaning.
//!
//! Source: the suggestion rules, section 1.10.

use super::lexicon::Class;
use super::token::{Kind, Token};
use crate::sorted::VecMap;

/// How a tagged word stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the lexicon has it: an imperative, a singular.
    Base,
    /// With -s.
    Plural,
    /// Past or participle.
    Past,
    /// With -ing.
    Gerund,
    /// Russian infinitive.
    Infinitive,
    /// A noun that orders only at the start of a clause.
    Nominal,
}

/// A word of the lexicon that begins at some token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What it does.
    pub class: Class,
    /// Its length in tokens.
    pub len: usize,
    /// How it stands.
    pub form: Form,
}

/// Phrases of all loaded languages, by their first letter; those of one letter by the rank of their language.
#[derive(Clone, Default)]
pub struct Vocabulary(VecMap<char, Vec<Entry>>);

#[derive(Clone, Copy)]
struct Entry {
    rank: u8,
    class: Class,
    form: Form,
    phrase: &'static str,
}

impl Vocabulary {
    /// Takes a phrase of the language with this rank in.
    pub fn take(&mut self, rank: u8, class: Class, phrase: &'static str) {
        match (phrase.split_once('~'), phrase.strip_prefix('^')) {
            (Some((imperative, infinitive)), _) => {
                self.put(Entry { rank, class, form: Form::Base, phrase: imperative });
                self.put(Entry { rank, class, form: Form::Infinitive, phrase: infinitive });
            }
            (None, Some(noun)) => self.put(Entry { rank, class, form: Form::Nominal, phrase: noun }),
            (None, None) => self.put(Entry { rank, class, form: Form::Base, phrase }),
        }
    }

    fn put(&mut self, entry: Entry) {
        let Some(first) = entry.phrase.chars().next() else { return };
        self.0.update(first, |entries| {
            let at = entries.partition_point(|other| other.rank <= entry.rank);
            entries.insert(at, entry);
        });
    }

    /// Forgets what was taken in of a language.
    pub fn forget(&mut self, rank: u8) {
        self.0.values_mut().for_each(|entries| entries.retain(|entry| entry.rank != rank));
    }

    /// All words that begin at a token.
    pub fn tags(&self, tokens: &[Token], at: usize) -> Vec<Tag> {
        let Some(token) = tokens.get(at) else { return Vec::new() };
        let mut out: Vec<Tag> = Vec::new();
        if token.is_mark() || matches!(token.kind, Kind::Quote | Kind::Code | Kind::Address) {
            return out;
        }
        let first = token.text.chars().next().unwrap_or(' ');
        let mut letters = vec![first];
        letters.extend(
            IRREGULAR.iter().filter(|(past, _)| *past == token.text).filter_map(|(_, base)| base.chars().next()),
        );
        for letter in letters {
            for &Entry { class, form, phrase: words, .. } in self.0.get(&letter).into_iter().flatten() {
                if let Some((len, seen)) = phrase(tokens, at, words) {
                    let form = if form == Form::Base { seen } else { form };
                    out.push(Tag { class, len, form });
                }
            }
        }
        if out.is_empty() {
            for &Entry { class, form, phrase: words, .. } in self.0.get(&first).into_iter().flatten() {
                if class.is_verb() && form == Form::Base && is_typo(&token.text, words) {
                    out.push(Tag { class, len: 1, form });
                }
            }
        }
        if token.kind == Kind::Name {
            // A name is a name: it may be a system or a thing that is made again, never an act.
            out.retain(|tag| {
                matches!(tag.class, Class::System | Class::Remade | Class::Trifle | Class::Noise | Class::Channel)
            });
        }
        out
    }
}

/// Length of a phrase that begins at a token, and the form of its first inflected word.
pub fn phrase(tokens: &[Token], at: usize, words: &str) -> Option<(usize, Form)> {
    let mut next = at;
    let mut form = Form::Base;
    for word in words.split(' ') {
        let token = tokens.get(next)?;
        if token.kind == Kind::Han {
            for sign in word.chars() {
                let token = tokens.get(next).filter(|token| token.kind == Kind::Han)?;
                if !token.text.starts_with(sign) {
                    return None;
                }
                next += 1;
            }
        } else {
            let seen = word_form(token, word)?;
            if form == Form::Base {
                form = seen;
            }
            next += 1;
        }
    }
    Some((next - at, form))
}

/// Length of one word of a pattern that begins at a token: as it stands, a stem, or a row of Han signs.
pub fn exact(tokens: &[Token], at: usize, word: &str) -> Option<usize> {
    let token = tokens.get(at)?;
    if word.as_bytes().first() != token.text.as_bytes().first() {
        return None;
    }
    if token.kind != Kind::Han {
        let text = token.text.as_str();
        let stem = word.strip_suffix('*').is_some_and(|stem| text.starts_with(stem));
        return (text == word || stem || (token.kind == Kind::Cyrillic && text.strip_suffix("те") == Some(word)))
            .then_some(1);
    }
    let mut len = 0;
    for sign in word.chars() {
        let token = tokens.get(at + len).filter(|token| token.kind == Kind::Han)?;
        if !token.text.starts_with(sign) {
            return None;
        }
        len += 1;
    }
    Some(len)
}

/// How a token is a form of a word.
fn word_form(token: &Token, word: &str) -> Option<Form> {
    let text = token.text.as_str();
    if let Some(stem) = word.strip_suffix('*') {
        return text.starts_with(stem).then_some(Form::Base);
    }
    if text == word {
        return Some(Form::Base);
    }
    match token.kind {
        Kind::Latin => english_form(text, word),
        // The polite plural.
        Kind::Cyrillic => (text.strip_suffix("те") == Some(word)).then_some(Form::Base),
        _ => None,
    }
}

fn english_form(text: &str, word: &str) -> Option<Form> {
    if IRREGULAR.iter().any(|(past, base)| *past == text && *base == word) {
        return Some(Form::Past);
    }
    if word.len() < 3 || text.len() <= word.len() && !text.ends_with("ing") {
        return None;
    }
    let common = |tail: &str| text.strip_prefix(word) == Some(tail);
    let without_e = word.strip_suffix('e');
    let without_y = word.strip_suffix('y');
    let doubled = |tail: &str| {
        let last = word.chars().next_back();
        text.strip_suffix(tail)
            .and_then(|stem| stem.strip_prefix(word))
            .is_some_and(|extra| extra.chars().next() == last && extra.chars().count() == 1)
    };
    if common("s") || common("es") || without_y.is_some_and(|stem| text.strip_prefix(stem) == Some("ies")) {
        Some(Form::Plural)
    } else if common("ed")
        || (word.ends_with('e') && common("d"))
        || doubled("ed")
        || without_y.is_some_and(|stem| text.strip_prefix(stem) == Some("ied"))
    {
        Some(Form::Past)
    } else if common("ing") || without_e.is_some_and(|stem| text.strip_prefix(stem) == Some("ing")) || doubled("ing") {
        Some(Form::Gerund)
    } else {
        None
    }
}

/// One slip inside a long English word: the ends are right, one letter is missing, doubled, wrong or swapped.
fn is_typo(text: &str, word: &str) -> bool {
    if !text.is_ascii()
        || !word.is_ascii()
        || word.len() < 6
        || word.contains(' ')
        || text.len().abs_diff(word.len()) > 1
    {
        return false;
    }
    let (a, b) = (text.as_bytes(), word.as_bytes());
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (left_a, left_b) = (a.len().saturating_sub(head + tail), b.len().saturating_sub(head + tail));
    let swapped = left_a == 2 && left_b == 2 && a.get(head) == b.get(head + 1) && a.get(head + 1) == b.get(head);
    let slip = left_a <= 1 && left_b <= 1;
    head > 0 && (swapped || slip && tail >= 2)
}

/// English pasts that no ending tells.
const IRREGULAR: &[(&str, &str)] = &[
    ("sent", "send"),
    ("paid", "pay"),
    ("built", "build"),
    ("rebuilt", "rebuild"),
    ("made", "make"),
    ("written", "write"),
    ("wrote", "write"),
    ("rewritten", "rewrite"),
    ("gone", "delete"),
    ("taken", "take"),
    ("thrown", "throw"),
    ("given", "give"),
    ("bought", "buy"),
    ("shut", "shut"),
    ("overwritten", "overwrite"),
    ("undone", "undo"),
    ("ran", "run"),
];
