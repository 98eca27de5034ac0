//! Strings of tolerant JSON: which quote ends one, escapes, and what a lost quote must not swallow.
//!
//! Owns the quote test. It looks ahead by tables and at most one key, so every quote costs the same. Source: the fence
//! rules, section 4 ("Quote test").

use std::borrow::Cow;

use crate::code::fence as code;
use crate::config::fence::KEY_UNITS_MAX;
use crate::text;

use super::codes::Codes;
use super::reader::{Halt, Reader};
use super::run;
use super::scalar::{is_key_char, is_word_start};

const TRIPLE: &str = "\"\"\"";

/// Where a string stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Key,
    /// Value of an object's member.
    Member,
    /// Element of a list.
    Element,
}

/// What a closing-type quote is.
enum Quote {
    Ends,
    Text,
    /// The end of a string that has swallowed a member.
    Fault,
}

/// Whether a string may open with this.
pub(super) fn is_quote(c: char) -> bool {
    closers(c).is_some()
}

/// What closes a string that opens with `c`.
fn closers(c: char) -> Option<&'static [char]> {
    match c {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '`' => Some(&['`']),
        '“' | '”' | '„' | '‟' | '＂' => Some(&['”', '“', '‟', '＂', '"']),
        '‘' | '’' | '‚' | '‛' | '＇' => Some(&['’', '‘', '‛', '＇', '\'']),
        _ => None,
    }
}

/// Words of the format. One of them right behind a quote in a text says that the quote was no part of the text.
const FIELD_WORDS: [&str; 16] = [
    "action",
    "expected",
    "title",
    "aim",
    "steps",
    "libraries",
    "name",
    "purpose",
    "usage",
    "sandbox",
    "policy",
    "notes",
    "questions",
    "question",
    "options",
    "id",
];

impl<'a> Reader<'a> {
    /// The string that opens here.
    pub fn text(&mut self, slot: Slot) -> Result<Cow<'a, str>, Halt> {
        match self.strict_text() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.any_text(slot),
        }
    }

    /// The string without escapes that opens here, where no other reading is asked for.
    fn strict_text(&mut self) -> Option<&'a str> {
        if self.ahead.is_some() {
            return None;
        }
        let inside = self.tail(self.at).strip_prefix('"')?;
        let length = run::before_stop(inside, [b'"'; 3]);
        if inside.as_bytes().get(length) != Some(&b'"') {
            return None;
        }
        self.at += length + 2;
        Some(text::span(inside, 0..length))
    }

    fn any_text(&mut self, slot: Slot) -> Result<Cow<'a, str>, Halt> {
        let opener = self.raw(self.at).unwrap_or('"');
        let ends = closers(opener).unwrap_or_default();
        let triple = self.ahead.is_some() && self.tail(self.at).starts_with(TRIPLE);
        match opener {
            '"' if triple => self.repair(code::W_TRIPLE_QUOTES)?,
            '"' => {}
            '\'' => self.repair(code::W_SINGLE_QUOTES)?,
            '`' => self.repair(code::W_BACKTICK_QUOTES)?,
            _ => self.repair(code::W_SMART_QUOTES)?,
        }
        self.at += if triple { TRIPLE.len() } else { opener.len_utf8() };
        let mut string = Inside::default();
        loop {
            let left = self.tail(self.at);
            let plain = text::span(left, 0..self.plain_length(left, opener));
            self.at += plain.len();
            let Some(c) = self.raw(self.at) else { return Err(Halt::OpenString) };
            let width = if triple { TRIPLE.len() } else { c.len_utf8() };
            let is_end = ends.contains(&c) && (!triple || self.tail(self.at).starts_with(TRIPLE));
            if is_end && self.closes(slot, width, &mut string)? {
                self.at += width;
                return Ok(string.closed(plain));
            }
            string.text.push_str(plain);
            if c == '\\' {
                self.escape(&mut string)?;
            } else if is_end {
                string.text.push(c);
                self.at += c.len_utf8();
            } else if opener == '"' && !triple && c == '”' && self.closes_smart(slot, &mut string) {
                self.repair(code::W_SMART_QUOTES)?;
                self.at += c.len_utf8();
                return Ok(Cow::Owned(string.text));
            } else {
                self.plain_char(c, &mut string)?;
            }
            if string.unescaped && string.broken {
                return Err(Halt::Fault(code::E_JSON));
            }
        }
    }

    /// How much of `left` a string with this opener takes without a look: it has no quote, nor the first byte of one.
    fn plain_length(&self, left: &str, opener: char) -> usize {
        const SMART: u8 = 0xe2;
        const FULL_WIDTH: u8 = 0xef;
        let stops = match opener {
            '"' if self.ahead.is_none() => [b'"'; 3],
            '"' => [b'"', SMART, SMART],
            '\'' => [b'\''; 3],
            '`' => [b'`'; 3],
            '“' | '”' | '„' | '‟' | '＂' => [b'"', SMART, FULL_WIDTH],
            _ => [b'\'', SMART, FULL_WIDTH],
        };
        run::before_stop(left, stops)
    }

    fn plain_char(&mut self, c: char, string: &mut Inside) -> Result<(), Halt> {
        if c < ' ' {
            self.repair(code::W_RAW_CONTROL)?;
        }
        match c {
            '\n' => string.broken = true,
            '“' => string.smart_open += 1,
            _ => {}
        }
        string.text.push(c);
        self.at += c.len_utf8();
        Ok(())
    }

    /// Whether the closing-type quote here, `width` bytes wide, ends the string.
    fn closes(&mut self, slot: Slot, width: usize, string: &mut Inside) -> Result<bool, Halt> {
        match self.quote(self.at + width, slot) {
            Quote::Ends => return Ok(true),
            Quote::Fault => return Err(Halt::Fault(code::E_JSON)),
            Quote::Text => {}
        }
        self.repair(code::W_UNESCAPED_QUOTE)?;
        if self.field_follows(self.at + width) {
            return Err(Halt::Fault(code::E_JSON));
        }
        string.unescaped = true;
        Ok(false)
    }

    /// Whether a `”` ends a string that opened with `"`. Paired with a `“` of the text it is text.
    fn closes_smart(&self, slot: Slot, string: &mut Inside) -> bool {
        if string.smart_open > 0 {
            string.smart_open -= 1;
            return false;
        }
        matches!(self.quote(self.at + '”'.len_utf8(), slot), Quote::Ends)
    }

    /// The quote test: what the quote before `after` is, judged by what follows it.
    fn quote(&self, after: usize, slot: Slot) -> Quote {
        // Strict JSON has no quote inside a string.
        let Some(ahead) = &self.ahead else { return Quote::Ends };
        let next = ahead.token(after);
        let Some(c) = self.plain(next) else { return Quote::Ends };
        let behind = || ahead.past_commas(next);
        let ends = match (slot, c) {
            (Slot::Key, _) => c == ':',
            (_, ':') => return Quote::Fault,
            (_, '+') => self.is_joined(after),
            (Slot::Member, '}') => true,
            (Slot::Member, ']') => self.in_list(),
            (Slot::Member, ',') => match self.plain(behind()) {
                None | Some('}' | '.' | '…') => true,
                Some(']') => self.in_list(),
                Some(_) => self.is_key(behind()),
            },
            (Slot::Member, _) if is_quote(c) => self.is_key(next),
            (Slot::Member, _) if is_word_start(c) => ahead.breaks_between(after, next) && self.is_key(next),
            (Slot::Member, _) => false,
            (Slot::Element, ']' | '}') => true,
            (Slot::Element, ',') => self.raw(behind()).is_none() || self.starts_element(behind()),
            (Slot::Element, _) => is_quote(c),
        };
        if ends { Quote::Ends } else { Quote::Text }
    }

    /// Whether a key and its colon start at `at`. One that the end of the content cuts counts.
    pub fn is_key(&self, at: usize) -> bool {
        let Some(first) = self.raw(at) else { return true };
        let end = if is_word_start(first) {
            self.word_end(at)
        } else {
            closers(first).and_then(|ends| self.key_end(at + first.len_utf8(), first, ends))
        };
        let Some(end) = end else { return false };
        let next = self.ahead.as_ref().map_or(end, |ahead| ahead.token(end));
        matches!(self.plain(next), None | Some(':'))
    }

    /// Where the key without quotes at `at` ends.
    fn word_end(&self, at: usize) -> Option<usize> {
        let (mut end, mut units) = (at, 0);
        for c in self.tail(at).chars().take_while(|c| is_key_char(*c)) {
            units += c.len_utf16();
            if units > KEY_UNITS_MAX {
                return None;
            }
            end += c.len_utf8();
        }
        Some(end)
    }

    /// Where the quoted key whose inside starts at `at` ends, behind its closing quote.
    fn key_end(&self, mut at: usize, opener: char, ends: &[char]) -> Option<usize> {
        let mut units = 0;
        while units <= KEY_UNITS_MAX {
            let Some(c) = self.raw(at) else { return Some(at) };
            if c == '\n' {
                return None;
            }
            at += c.len_utf8();
            if ends.contains(&c) || (opener == '"' && c == '”') {
                return Some(at);
            }
            units += c.len_utf16();
            if c == '\\' {
                let escaped = self.raw(at).unwrap_or('\\');
                units += escaped.len_utf16();
                at += escaped.len_utf8();
            }
        }
        None
    }

    /// Whether a word of the format, and the quote or colon that would end it as a key, stands at `at`. A backslash
    /// between them hides nothing: one too many in an encoded plan would let a member be swallowed.
    fn field_follows(&self, at: usize) -> bool {
        let left = self.tail(at);
        FIELD_WORDS.iter().filter_map(|word| left.strip_prefix(word)).any(has_key_mark)
    }

    fn escape(&mut self, string: &mut Inside) -> Result<(), Halt> {
        match unescaped(self.tail(self.at)) {
            Escape::Cut => return Err(Halt::OpenString),
            Escape::Char(c, width) => {
                string.text.push(c);
                self.at += width;
            }
            Escape::Lone(width) => {
                self.codes.add(code::W_LONE_SURROGATE);
                string.text.push(char::REPLACEMENT_CHARACTER);
                self.at += width;
            }
            Escape::Needless(c) => {
                self.repair(code::W_BAD_ESCAPE)?;
                string.broken |= c == '\n';
                string.text.push(c);
                self.at += 2;
            }
            Escape::Unknown => {
                self.repair(code::W_BAD_ESCAPE)?;
                string.text.push('\\');
                self.at += 1;
            }
        }
        Ok(())
    }
}

/// Whether what could end a key follows: a quote or a colon.
fn has_key_mark(left: &str) -> bool {
    let is_quote = |c: char| matches!(c, '"' | '“' | '”');
    let mark =
        |left: &str| left.trim_start_matches(text::is_space).starts_with(|c| is_quote(c) || matches!(c, ':' | '：'));
    let left = left.strip_prefix('\\').unwrap_or(left);
    mark(left) || left.strip_prefix(|c| is_quote(c) || c == '\'').is_some_and(mark)
}

/// A string so far.
#[derive(Default)]
struct Inside {
    text: String,
    /// How many `“` wait for their `”`.
    smart_open: usize,
    /// Whether a quote was taken as text.
    unescaped: bool,
    /// Whether it goes over a line end.
    broken: bool,
}

impl Inside {
    /// The whole string, of which `last` is the end. Without anything before that it stays where it was written.
    fn closed(mut self, last: &str) -> Cow<'_, str> {
        if self.text.is_empty() {
            return Cow::Borrowed(last);
        }
        self.text.push_str(last);
        Cow::Owned(self.text)
    }
}

/// What a backslash and the characters behind it stand for.
enum Escape {
    /// The content ends here.
    Cut,
    /// A character, and how many bytes of the source it takes.
    Char(char, usize),
    /// Half of a surrogate pair.
    Lone(usize),
    /// A character that needs no escape.
    Needless(char),
    /// No escape at all: the backslash is text.
    Unknown,
}

/// Reads the escape that `source` starts with.
fn unescaped(source: &str) -> Escape {
    let Some(c) = source.chars().nth(1) else { return Escape::Cut };
    match c {
        'u' => unicode(text::tail(source, 2)),
        '"' | '\\' | '/' => Escape::Char(c, 2),
        'b' => Escape::Char('\u{8}', 2),
        'f' => Escape::Char('\u{c}', 2),
        'n' => Escape::Char('\n', 2),
        'r' => Escape::Char('\r', 2),
        't' => Escape::Char('\t', 2),
        '\'' | '`' | '\n' => Escape::Needless(c),
        _ => Escape::Unknown,
    }
}

/// The character of `\u` and what follows it, a surrogate pair included.
fn unicode(source: &str) -> Escape {
    let unit = |source: &str| {
        let hex = source.get(..4).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u16::from_str_radix(hex, 16).ok()
    };
    let Some(first) = unit(source) else { return Escape::Unknown };
    if let Some(c) = char::from_u32(u32::from(first)) {
        return Escape::Char(c, 6);
    }
    let second = text::tail(source, 4).strip_prefix("\\u").and_then(unit);
    match char::decode_utf16(std::iter::once(first).chain(second)).next() {
        Some(Ok(c)) => Escape::Char(c, 12),
        _ => Escape::Lone(6),
    }
}

/// The text with one level of escapes taken off.
pub(super) fn unescape(source: &str, codes: &mut Codes) -> String {
    let mut plain = String::with_capacity(source.len());
    let mut left = source;
    while let Some(at) = left.find('\\') {
        plain.push_str(text::span(left, 0..at));
        left = text::tail(left, at);
        let (c, width) = match unescaped(left) {
            Escape::Char(c, width) => (c, width),
            Escape::Lone(width) => {
                codes.add(code::W_LONE_SURROGATE);
                (char::REPLACEMENT_CHARACTER, width)
            }
            Escape::Needless(c) => {
                codes.add(code::W_BAD_ESCAPE);
                (c, 2)
            }
            Escape::Unknown => {
                codes.add(code::W_BAD_ESCAPE);
                ('\\', 1)
            }
            Escape::Cut => ('\\', 1),
        };
        plain.push(c);
        left = text::tail(left, width);
    }
    plain.push_str(left);
    plain
}
