//! Finds words and patterns in tokens. Knows no meaning.
//!
//! A pattern is a row of elements, separated by spaces: `a|b` alternatives, `x?` optional, `stem*`, `@class`, `..` up to five tokens
//! without punctuation, `...` up to ten tokens of the same sentence, `^` a clause begins here, `$` it ends here. A Han alternative may be several signs long.
//! Source: the suggestion rules, section 1.10.

use std::ops::Range;

use super::lexicon::Class;
use super::token::{Kind, Token};
use super::vocabulary::{Tag, Vocabulary, exact};

/// A pattern, taken apart.
#[derive(Clone)]
pub struct Pattern {
    /// Rank of the language it belongs to.
    pub rank: u8,
    elements: Vec<Element>,
}

#[derive(Clone)]
enum Element {
    /// A clause begins here.
    Start,
    /// At most so many tokens, none of which stops.
    Gap { most: usize, stops: fn(&Token) -> bool },
    /// One of these.
    Words { any: Vec<Word>, optional: bool },
}

#[derive(Clone)]
enum Word {
    /// A clause ends here.
    End,
    Class(Class),
    Phrase(&'static str),
}

impl Pattern {
    /// Takes patterns of the language with this rank apart.
    pub fn compile(rank: u8, sources: &[&'static str]) -> Vec<Self> {
        sources.iter().map(|source| Self { rank, elements: source.split(' ').map(element).collect() }).collect()
    }
}

fn element(source: &'static str) -> Element {
    match source {
        "^" => Element::Start,
        ".." => Element::Gap { most: 5, stops: Token::is_mark },
        "..." => Element::Gap { most: 10, stops: Token::ends_sentence },
        _ => {
            let (words, optional) = source.strip_suffix('?').map_or((source, false), |words| (words, true));
            Element::Words { any: words.split('|').map(word).collect(), optional }
        }
    }
}

fn word(source: &'static str) -> Word {
    match source.strip_prefix('@').and_then(Class::named) {
        Some(class) => Word::Class(class),
        None if source == "$" => Word::End,
        None => Word::Phrase(source),
    }
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
    pub fn find_all(&self, range: &Range<usize>, patterns: &[Pattern]) -> Vec<Range<usize>> {
        range.clone().flat_map(|at| self.find_at(at, range.end, patterns)).collect()
    }

    /// The patterns that match from one token on.
    pub fn find_at(&self, at: usize, end: usize, patterns: &[Pattern]) -> Vec<Range<usize>> {
        patterns.iter().filter_map(|pattern| self.matches(at, end, &pattern.elements)).map(|end| at..end).collect()
    }

    /// Where elements that begin at `at` end.
    fn matches(&self, at: usize, end: usize, elements: &[Element]) -> Option<usize> {
        let Some((first, rest)) = elements.split_first() else { return Some(at) };
        let go = |next: usize| self.matches(next, end, rest);
        match first {
            Element::Start => self.starts.get(at).copied().unwrap_or(false).then(|| go(at)).flatten(),
            Element::Gap { most, stops } => {
                let passed = self
                    .tokens
                    .get(at..end)
                    .unwrap_or_default()
                    .iter()
                    .take(*most)
                    .take_while(|token| !stops(token))
                    .count();
                (at..=at + passed).find_map(go)
            }
            Element::Words { any, optional } => {
                let hit = any.iter().find_map(|word| self.word(at, end, word).and_then(go));
                if hit.is_none() && *optional { go(at) } else { hit }
            }
        }
    }

    fn word(&self, at: usize, end: usize, word: &Word) -> Option<usize> {
        let next = match word {
            Word::End => return (at >= end || self.token(at).is_some_and(Token::is_mark)).then_some(at),
            Word::Class(class) => at + self.tag(at, *class)?.len,
            // A pattern says which form it means.
            Word::Phrase(text) => at + exact(&self.tokens, at, text)?,
        };
        (next <= end).then_some(next)
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
