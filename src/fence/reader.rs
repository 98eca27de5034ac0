//! The grammar of tolerant JSON: containers, commas, comments, and what may stand behind the root.
//!
//! A strict reader is the same grammar that stops at the first repair but one, so there is one grammar only. Never completes a list: one that nobody closed may miss items. Source: the fence rules, section 4.

use std::borrow::Cow;

use crate::code::{Code, fence as code};
use crate::config::fence::{DEPTH_MAX, KEY_UNITS_MAX};
use crate::text;

use super::ahead::{Ahead, comment, is_comma};
use super::codes::Codes;
use super::json::{Ending, Json, opens};
use super::scalar::{is_key_char, is_word_start};
use super::string::{Slot, is_quote};

/// Why reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A repair would be needed, and this is the strict reader.
    NotStrict,
    /// The content ended inside a string.
    OpenString,
    Fault(Code),
}

pub(super) type Step<T> = Result<T, Halt>;

/// A container that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Object,
    List,
}

/// What came last inside a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Opener,
    Comma,
    Item,
}

pub(super) struct Reader<'a> {
    /// From the root on.
    pub source: &'a str,
    /// The byte that is read next.
    pub at: usize,
    pub codes: Codes,
    ending: Ending,
    /// What follows each place; a strict reader does without.
    pub ahead: Option<Ahead<'a>>,
    open: Vec<Container>,
    /// Bytes of the longest key, as written.
    key_bytes: usize,
}

impl<'a> Reader<'a> {
    pub fn strict(source: &'a str, ending: Ending) -> Self {
        Reader { source, at: 0, codes: Codes::default(), ending, ahead: None, open: Vec::new(), key_bytes: 0 }
    }

    pub fn tolerant(source: &'a str, ending: Ending) -> Self {
        Reader { ahead: Some(Ahead::of(source)), ..Reader::strict(source, ending) }
    }

    /// The root, and what stands behind it in an open fence.
    pub fn document(&mut self) -> Step<(Json<'a>, &'a str)> {
        let value = self.value(Slot::Member)?;
        let rest = self.rest()?;
        Ok((value, rest))
    }

    /// Whether the quote test would have ended every string where this strict reader did. A comma before a closer is the
    /// one repair that it takes, for it is the commonest and moves no quote: each string is followed by what the test asks
    /// for, unless a curly quote or a key that is too long for the test stands between.
    pub fn is_certain(&self) -> bool {
        !self.codes.has(code::W_TRAILING_COMMA) || (self.key_bytes <= KEY_UNITS_MAX && !self.source.contains('”'))
    }

    /// Goes to the next token.
    pub fn skip(&mut self) -> Step<()> {
        let bytes = self.source.as_bytes();
        loop {
            while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(self.at) {
                self.at += 1;
            }
            match bytes.get(self.at) {
                Some(b'"' | b'{' | b'}' | b'[' | b']' | b',' | b':') | None => return Ok(()),
                Some(_) => {}
            }
            let left = self.tail(self.at);
            if let Some(length) = comment(left) {
                self.repair(code::W_COMMENT)?;
                self.at += length;
            } else if let Some(c) = left.chars().next().filter(|c| text::is_space(*c)) {
                self.repair(code::W_ODD_SPACE)?;
                self.at += c.len_utf8();
            } else {
                return Ok(());
            }
        }
    }

    /// The source from `at` on.
    pub fn tail(&self, at: usize) -> &'a str {
        text::tail(self.source, at)
    }

    pub fn raw(&self, at: usize) -> Option<char> {
        let byte = *self.source.as_bytes().get(at)?;
        if byte.is_ascii() { Some(char::from(byte)) } else { self.tail(at).chars().next() }
    }

    /// The character at `at`, full-width punctuation read as plain.
    pub fn plain(&self, at: usize) -> Option<char> {
        self.raw(at).map(|c| match c {
            _ if c.is_ascii() => c,
            _ if is_comma(c) => ',',
            '：' => ':',
            '｛' => '{',
            '｝' => '}',
            '［' => '[',
            '］' => ']',
            _ => c,
        })
    }

    /// Whether `...` or `…` stands at `at`.
    pub fn is_ellipsis(&self, at: usize) -> bool {
        let left = self.tail(at);
        left.starts_with("...") || left.starts_with('…')
    }

    /// Takes one mark of punctuation.
    fn take(&mut self) -> Step<()> {
        let Some(c) = self.raw(self.at) else { return Ok(()) };
        if !c.is_ascii() {
            self.repair(code::W_FULLWIDTH_PUNCT)?;
        }
        self.at += c.len_utf8();
        Ok(())
    }

    pub fn repair(&mut self, code: Code) -> Step<()> {
        if self.ahead.is_none() {
            return Err(Halt::NotStrict);
        }
        self.codes.add(code);
        Ok(())
    }

    /// Whether a list is open somewhere around this place.
    pub fn in_list(&self) -> bool {
        self.open.contains(&Container::List)
    }

    fn enter(&mut self, container: Container) -> Step<()> {
        if self.open.len() == DEPTH_MAX {
            return Err(Halt::Fault(code::E_DEPTH));
        }
        self.open.push(container);
        self.take()
    }

    fn value(&mut self, slot: Slot) -> Step<Json<'a>> {
        let Some(c) = self.plain(self.at) else { return Err(Halt::Fault(code::E_INCOMPLETE)) };
        match c {
            '{' => self.object(),
            '[' => self.list(),
            _ if is_quote(c) => self.texts(slot).map(Json::Text),
            _ if self.is_ellipsis(self.at) => Err(Halt::Fault(code::E_PLACEHOLDER)),
            '+' | '-' | '.' | '0'..='9' => self.number(),
            _ if is_word_start(c) => self.word(slot),
            _ => Err(Halt::Fault(code::E_JSON)),
        }
    }

    fn object(&mut self) -> Step<Json<'a>> {
        self.enter(Container::Object)?;
        let mut members = Vec::new();
        let mut last = Last::Opener;
        loop {
            self.skip()?;
            let Some(c) = self.plain(self.at) else {
                self.unclosed_object(last)?;
                break;
            };
            match c {
                '}' => {
                    if last == Last::Comma {
                        self.codes.add(code::W_TRAILING_COMMA);
                    }
                    self.take()?;
                    break;
                }
                ']' if last == Last::Item && self.in_list() => {
                    self.missing_closer()?;
                    break;
                }
                ',' => last = self.comma(last)?,
                _ if is_quote(c) || is_word_start(c) => {
                    if last == Last::Item {
                        self.repair(code::W_MISSING_COMMA)?;
                    }
                    members.push(self.member()?);
                    last = Last::Item;
                }
                _ if self.is_ellipsis(self.at) => return Err(Halt::Fault(code::E_PLACEHOLDER)),
                _ => return Err(Halt::Fault(code::E_JSON)),
            }
        }
        self.open.pop();
        self.note_keys(&members);
        Ok(Json::Object(members))
    }

    fn member(&mut self) -> Step<(Cow<'a, str>, Json<'a>)> {
        let start = self.at;
        let key = match self.raw(self.at) {
            Some(c) if is_quote(c) => self.text(Slot::Key)?,
            _ => {
                self.repair(code::W_UNQUOTED_KEY)?;
                Cow::Borrowed(self.run(is_key_char))
            }
        };
        self.key_bytes = self.key_bytes.max(self.at - start);
        self.skip()?;
        match self.plain(self.at) {
            Some(':') => self.take()?,
            Some(_) if self.is_ellipsis(self.at) => return Err(Halt::Fault(code::E_PLACEHOLDER)),
            Some(_) => return Err(Halt::Fault(code::E_JSON)),
            None => return Err(Halt::Fault(code::E_INCOMPLETE)),
        }
        self.skip()?;
        Ok((key, self.value(Slot::Member)?))
    }

    fn list(&mut self) -> Step<Json<'a>> {
        self.enter(Container::List)?;
        let mut items = Vec::new();
        let mut last = Last::Opener;
        loop {
            self.skip()?;
            let Some(c) = self.plain(self.at) else { return Err(Halt::Fault(code::E_INCOMPLETE)) };
            match c {
                ']' => {
                    if last == Last::Comma {
                        self.codes.add(code::W_TRAILING_COMMA);
                    }
                    self.take()?;
                    break;
                }
                '}' => return Err(Halt::Fault(code::E_JSON)),
                ',' => last = self.comma(last)?,
                '.' | '…' if self.is_ellipsis(self.at) => return Err(Halt::Fault(code::E_PLACEHOLDER)),
                _ => {
                    if last == Last::Item {
                        if !self.starts_element(self.at) || matches!(c, '.' | '…') {
                            return Err(Halt::Fault(code::E_JSON));
                        }
                        self.repair(code::W_MISSING_COMMA)?;
                    }
                    items.push(self.value(Slot::Element)?);
                    last = Last::Item;
                }
            }
        }
        self.open.pop();
        Ok(Json::List(items))
    }

    /// Whether something that can only be an element starts at `at`: a quote, bracket, digit, `-`, dot or literal.
    pub fn starts_element(&self, at: usize) -> bool {
        self.plain(at).is_some_and(|c| {
            is_quote(c) || matches!(c, '{' | '[' | '}' | ']' | '-' | '.' | '…' | '0'..='9') || self.is_literal(at)
        })
    }

    fn comma(&mut self, last: Last) -> Step<Last> {
        if last != Last::Item {
            self.repair(code::W_EXTRA_COMMA)?;
        }
        self.take()?;
        Ok(Last::Comma)
    }

    fn missing_closer(&mut self) -> Step<()> {
        if self.ending == Ending::Open {
            return Err(Halt::Fault(code::E_INCOMPLETE));
        }
        self.repair(code::W_MISSING_CLOSER)
    }

    /// At the end of the content an object is complete when its last member is; a list around it will object.
    fn unclosed_object(&mut self, last: Last) -> Step<()> {
        if last == Last::Item { self.missing_closer() } else { Err(Halt::Fault(code::E_INCOMPLETE)) }
    }

    /// Repeated keys stay in the value: a repeated step key is a lost step.
    fn note_keys(&mut self, members: &[(Cow<str>, Json)]) {
        const FEW: usize = 16;
        let mut keys = members.iter().map(|(key, _)| key.as_ref());
        let repeated = if members.len() <= FEW {
            (1..).zip(keys.clone()).any(|(behind, key)| members.iter().skip(behind).any(|(other, _)| other == key))
        } else {
            let mut keys: Vec<&str> = keys.clone().collect();
            keys.sort_unstable();
            !keys.is_sorted_by(|a, b| a < b)
        };
        if repeated {
            self.codes.add(code::W_DUPLICATE_KEY);
        }
        if keys.any(|key| matches!(key, "__proto__" | "constructor" | "prototype")) {
            self.codes.add(code::W_UNSAFE_KEY);
        }
    }

    /// One string, or several joined by `+`.
    fn texts(&mut self, slot: Slot) -> Step<Cow<'a, str>> {
        let mut whole = self.text(slot)?;
        while self.is_joined(self.at) {
            self.repair(code::W_CONCAT)?;
            self.skip()?;
            self.take()?;
            self.skip()?;
            whole.to_mut().push_str(&self.text(slot)?);
        }
        Ok(whole)
    }

    /// Whether a `+` and then a quote follow `at`.
    pub fn is_joined(&self, at: usize) -> bool {
        let Some(ahead) = &self.ahead else { return false };
        let plus = ahead.token(at);
        self.raw(plus) == Some('+') && self.raw(ahead.token(plus + 1)).is_some_and(is_quote)
    }

    /// What follows the root. In an open fence it is text for the bubble.
    fn rest(&mut self) -> Step<&'a str> {
        let behind = self.tail(self.at);
        self.skip()?;
        let left = self.tail(self.at);
        if left.is_empty() {
            return Ok(if self.ending == Ending::Open { behind } else { "" });
        }
        if self.ahead.is_none() {
            return Err(Halt::NotStrict);
        }
        if left.split('\n').any(|line| opens(line.trim_start_matches(text::is_space))) {
            return Err(Halt::Fault(code::E_MULTIPLE_VALUES));
        }
        match self.plain(self.at) {
            Some('}' | ']') => {
                while let Some('}' | ']') = self.plain(self.at) {
                    self.take()?;
                    self.skip()?;
                }
                self.repair(code::W_EXTRA_CLOSER)?;
            }
            Some(',' | ';') => {
                self.take()?;
                self.skip()?;
                self.repair(code::W_EXTRA_COMMA)?;
            }
            Some(':' | '"') => return Err(Halt::Fault(code::E_JSON)),
            _ if self.ending == Ending::Open => return Ok(behind),
            _ => {
                self.repair(code::W_TRAILING_TEXT)?;
                return Ok("");
            }
        }
        if self.at < self.source.len() { Err(Halt::Fault(code::E_JSON)) } else { Ok("") }
    }
}
