//! Finds words and patterns in tokens. Knows no meaning.
//!
//! A pattern is a row of elements, separated by spaces: `a|b` alternatives, `x?` optional, `stem*`, `@class`, `..` up to five tokens
//! without punctuation, `...` up to ten tokens of the same sentence, `^` a clause begins here, `$` it ends here. A Han alternative may be several signs long.
//! Source: the suggestion rules, section 1.10.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lexicon::{Class, Patterns, en, ru, zh};
use super::token::{Kind, Token};

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

/// Tokens with what the lexicons know about them.
#[derive(Debug)]
pub struct Reading {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// Words of the lexicon, by the token they begin at.
    pub tags: Vec<Vec<Tag>>,
    /// Where clauses begin, after polite words and other fillers.
    pub starts: Vec<bool>,
}

impl Reading {
    /// Looks every word up.
    pub fn new(tokens: Vec<Token>, vocabulary: &Vocabulary) -> Self {
        let mut tags: Vec<Vec<Tag>> = (0..tokens.len()).map(|at| vocabulary.tags(&tokens, at)).collect();
        hide_inside_longer_words(&mut tags);
        hide_han_verbs_in_nouns(&tokens, &mut tags);
        let starts = starts(&tokens, &tags);
        Self { tokens, tags, starts }
    }

    /// The longest word of a class that begins at a token.
    pub fn tag(&self, at: usize, class: Class) -> Option<Tag> {
        self.tags.get(at)?.iter().filter(|tag| tag.class == class).max_by_key(|tag| tag.len).copied()
    }

    /// Whether a word of the class begins in the range.
    pub fn has(&self, range: Range<usize>, class: Class) -> bool {
        range.into_iter().any(|at| self.tag(at, class).is_some())
    }

    /// Whether a word of one of the classes begins in the range.
    pub fn has_any(&self, range: Range<usize>, classes: &[Class]) -> bool {
        classes.iter().any(|&class| self.has(range.clone(), class))
    }

    /// The token at a place.
    pub fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// Whether the token is of this kind.
    pub fn is(&self, at: usize, kind: &Kind) -> bool {
        self.token(at).is_some_and(|token| token.kind == *kind)
    }

    /// Whether the token is a folded word equal to one of these.
    pub fn is_word(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.is_word() && words.contains(&token.text.as_str()))
    }

    /// Every place where one of the patterns matches within the range.
    pub fn find_all(&self, range: &Range<usize>, patterns: Patterns) -> Vec<Range<usize>> {
        range.clone().flat_map(|at| self.find_at(at, range.end, patterns)).collect()
    }

    /// The patterns that match from one token on.
    pub fn find_at(&self, at: usize, end: usize, patterns: Patterns) -> Vec<Range<usize>> {
        patterns.iter().filter_map(|pattern| self.matches(at, end, pattern)).map(|end| at..end).collect()
    }

    /// Where a pattern that begins at `at` ends.
    fn matches(&self, at: usize, end: usize, pattern: &str) -> Option<usize> {
        let (element, rest) = match pattern.split_once(' ') {
            Some((element, rest)) => (element, Some(rest)),
            None => (pattern, None),
        };
        let go = |next: usize| rest.map_or(Some(next), |rest| self.matches(next, end, rest));
        match element {
            "^" => self.starts.get(at).copied().unwrap_or(false).then(|| go(at)).flatten(),
            ".." => self.gap(at, end, 5, Token::is_mark).find_map(go),
            "..." => self.gap(at, end, 10, |token| token.ends_sentence()).find_map(go),
            _ => {
                let (element, optional) = element.strip_suffix('?').map_or((element, false), |element| (element, true));
                let hit = element.split('|').find_map(|word| self.element(at, end, word).and_then(go));
                if hit.is_none() && optional { go(at) } else { hit }
            }
        }
    }

    /// Places reachable from `at` over at most `most` tokens, none of which stops.
    fn gap(&self, at: usize, end: usize, most: usize, stops: fn(&Token) -> bool) -> impl Iterator<Item = usize> {
        let passed =
            self.tokens.get(at..end).unwrap_or_default().iter().take(most).take_while(|token| !stops(token)).count();
        at..=at + passed
    }

    fn element(&self, at: usize, end: usize, word: &str) -> Option<usize> {
        if word == "$" {
            return (at >= end || self.token(at).is_some_and(Token::is_mark)).then_some(at);
        }
        if at >= end {
            return None;
        }
        if let Some(name) = word.strip_prefix('@') {
            return Class::named(name)
                .and_then(|class| self.tag(at, class))
                .map(|tag| at + tag.len)
                .filter(|&next| next <= end);
        }
        // A pattern says which form it means.
        phrase(&self.tokens, at, word)
            .filter(|(_, form)| *form == Form::Base)
            .map(|(len, _)| at + len)
            .filter(|&next| next <= end)
    }
}

/// A word that another, longer word covers says nothing.
fn hide_inside_longer_words(tags: &mut [Vec<Tag>]) {
    let noise: Vec<(usize, usize)> = tags
        .iter()
        .enumerate()
        .filter_map(|(at, here)| {
            here.iter().filter(|tag| tag.class == Class::Noise).map(|tag| tag.len).max().map(|len| (at, len))
        })
        .collect();
    for (at, len) in noise {
        for here in tags.iter_mut().skip(at).take(len) {
            here.retain(|tag| tag.class == Class::Noise || tag.len > len);
        }
    }
}

/// Chinese has no spaces: inside a longer noun a verb, or a noun of one sign, is none ("列表" holds no column and no table).
fn hide_han_verbs_in_nouns(tokens: &[Token], tags: &mut [Vec<Tag>]) {
    let nouns: Vec<(usize, usize)> = tags
        .iter()
        .enumerate()
        .filter(|(at, _)| tokens.get(*at).is_some_and(|token| token.kind == Kind::Han))
        .filter_map(|(at, here)| {
            here.iter()
                .filter(|tag| (Class::Data..Class::Filler).contains(&tag.class))
                .map(|tag| tag.len)
                .max()
                .map(|len| (at, len))
        })
        .filter(|(_, len)| *len > 1)
        .collect();
    for (start, len) in nouns {
        for (at, here) in tags.iter_mut().enumerate().skip(start).take(len) {
            let inside = |tag: &Tag| at + tag.len <= start + len && (tag.len < len || at > start);
            here.retain(|tag| !(inside(tag) && (tag.class.is_verb() || (tag.len == 1 && tag.class < Class::Filler))));
        }
    }
}

/// Marks the places where a clause begins, and those behind words that may stand before its verb.
fn starts(tokens: &[Token], tags: &[Vec<Tag>]) -> Vec<bool> {
    let longest = |at: usize, classes: &[Class]| {
        tags.get(at).and_then(|here| here.iter().filter(|tag| classes.contains(&tag.class)).map(|tag| tag.len).max())
    };
    let mut out = vec![false; tokens.len()];
    let mut begins = true;
    let mut until = 0;
    for (at, token) in tokens.iter().enumerate() {
        if at < until {
            continue;
        }
        if token.is_mark() || matches!(token.kind, Kind::Quote | Kind::Code | Kind::Address) && begins {
            begins = true;
            continue;
        }
        if let Some(slot) = out.get_mut(at) {
            *slot = begins;
        }
        if let Some(len) = longest(at, &[Class::LeadIn, Class::Then, Class::Polite]) {
            begins = true;
            until = at + len;
        } else if let Some(len) = longest(at, &[Class::Filler]).filter(|_| begins) {
            until = at + len;
        } else if !(begins && token.kind == Kind::Number) {
            begins = false;
        }
    }
    out
}

/// Phrases of all languages, by their first letter.
pub struct Vocabulary(BTreeMap<char, Vec<(Class, Form, &'static str)>>);

impl Vocabulary {
    /// Reads the lexicons.
    pub fn new() -> Self {
        let mut map: BTreeMap<char, Vec<(Class, Form, &'static str)>> = BTreeMap::new();
        let mut put = |class: Class, form: Form, phrase: &'static str| {
            if let Some(first) = phrase.chars().next() {
                map.entry(first).or_default().push((class, form, phrase));
            }
        };
        for (class, phrases) in [en::WORDS, zh::WORDS, ru::WORDS].into_iter().flatten() {
            for phrase in phrases.split(',').map(str::trim) {
                if let Some((imperative, infinitive)) = phrase.split_once('~') {
                    put(*class, Form::Base, imperative);
                    put(*class, Form::Infinitive, infinitive);
                } else if let Some(noun) = phrase.strip_prefix('^') {
                    put(*class, Form::Nominal, noun);
                } else {
                    put(*class, Form::Base, phrase);
                }
            }
        }
        Self(map)
    }

    fn tags(&self, tokens: &[Token], at: usize) -> Vec<Tag> {
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
            for &(class, form, words) in self.0.get(&letter).into_iter().flatten() {
                if let Some((len, seen)) = phrase(tokens, at, words) {
                    let form = if form == Form::Base { seen } else { form };
                    out.push(Tag { class, len, form });
                }
            }
        }
        if out.is_empty() {
            for &(class, form, words) in self.0.get(&first).into_iter().flatten() {
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
fn phrase(tokens: &[Token], at: usize, words: &str) -> Option<(usize, Form)> {
    let mut next = at;
    let mut form = Form::Base;
    for word in words.split(' ') {
        let token = tokens.get(next)?;
        if token.kind == Kind::Han {
            for sign in word.chars() {
                let token = tokens.get(next).filter(|token| token.kind == Kind::Han)?;
                if token.text.chars().next() != Some(sign) {
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
