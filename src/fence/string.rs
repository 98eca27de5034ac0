//! Strings of tolerant JSON: which quote ends one, escapes, and what a lost quote must not swallow.
//!
//! Owns the quote test. It looks ahead by tables and at most one key, so every quote costs the same. Source: the fence
//! rules, section 4 ("Quote test").

use crate::code::fence as code;
use crate::config::fence::KEY_UNITS_MAX;
use crate::text;

use super::codes::Codes;
use super::reader::{Halt, Reader};
use super::scalar::{is_key_char, is_word_start};

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

impl Reader<'_> {
    /// The string that opens here.
    pub fn text(&mut self, slot: Slot) -> Result<String, Halt> {
        let opener = self.raw(self.at).unwrap_or('"');
        let ends = closers(opener).unwrap_or_default();
        let triple = self.ahead.is_some() && self.has_triple(self.at);
        match opener {
            '"' if triple => self.repair(code::W_TRIPLE_QUOTES)?,
            '"' => {}
            '\'' => self.repair(code::W_SINGLE_QUOTES)?,
            '`' => self.repair(code::W_BACKTICK_QUOTES)?,
            _ => self.repair(code::W_SMART_QUOTES)?,
        }
        let width = if triple { 3 } else { 1 };
        self.at += width;
        let mut string = Inside::default();
        loop {
            let Some(c) = self.raw(self.at) else { return Err(Halt::OpenString) };
            if c == '\\' {
                self.escape(&mut string)?;
            } else if ends.contains(&c) && (!triple || self.has_triple(self.at)) {
                if self.closes(slot, width, &mut string)? {
                    self.at += width;
                    return Ok(string.text);
                }
                string.text.push(c);
                self.at += 1;
            } else if opener == '"' && !triple && c == '”' && self.closes_smart(slot, &mut string) {
                self.repair(code::W_SMART_QUOTES)?;
                self.at += 1;
                return Ok(string.text);
            } else {
                self.plain_char(c, &mut string)?;
            }
            if string.unescaped && string.broken {
                return Err(Halt::Fault(code::E_JSON));
            }
        }
    }

    fn has_triple(&self, at: usize) -> bool {
        matches!(self.chars.get(at..), Some(['"', '"', '"', ..]))
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
        self.at += 1;
        Ok(())
    }

    /// Whether the closing-type quote here, `width` characters wide, ends the string.
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
        matches!(self.quote(self.at + 1, slot), Quote::Ends)
    }

    /// The quote test: what the quote before `after` is, judged by what follows it.
    fn quote(&self, after: usize, slot: Slot) -> Quote {
        // Strict JSON has no quote inside a string.
        let Some(ahead) = &self.ahead else { return Quote::Ends };
        let next = ahead.token(after);
        let Some(c) = self.plain(next) else { return Quote::Ends };
        let behind = ahead.past_commas(next);
        let ends = match (slot, c) {
            (Slot::Key, _) => c == ':',
            (_, ':') => return Quote::Fault,
            (_, '+') => self.is_joined(after),
            (Slot::Member, '}') => true,
            (Slot::Member, ']') => self.in_list(),
            (Slot::Member, ',') => match self.plain(behind) {
                None | Some('}' | '.' | '…') => true,
                Some(']') => self.in_list(),
                Some(_) => self.is_key(behind),
            },
            (Slot::Member, _) if is_quote(c) => self.is_key(next),
            (Slot::Member, _) if is_word_start(c) => ahead.breaks_between(after, next) && self.is_key(next),
            (Slot::Member, _) => false,
            (Slot::Element, ']' | '}') => true,
            (Slot::Element, ',') => self.raw(behind).is_none() || self.starts_element(behind),
            (Slot::Element, _) => is_quote(c),
        };
        if ends { Quote::Ends } else { Quote::Text }
    }

    /// Whether a key and its colon start at `at`. One that the end of the content cuts counts.
    pub fn is_key(&self, at: usize) -> bool {
        let Some(first) = self.raw(at) else { return true };
        let end = if is_word_start(first) {
            let limit = at + KEY_UNITS_MAX;
            (at..=limit).find(|place| !self.raw(*place).is_some_and(is_key_char))
        } else {
            closers(first).and_then(|ends| self.key_end(at + 1, first, ends))
        };
        let Some(end) = end else { return false };
        let next = self.ahead.as_ref().map_or(end, |ahead| ahead.token(end));
        matches!(self.plain(next), None | Some(':'))
    }

    /// Where the quoted key whose inside starts at `at` ends, behind its closing quote.
    fn key_end(&self, mut at: usize, opener: char, ends: &[char]) -> Option<usize> {
        let mut units = 0;
        while units <= KEY_UNITS_MAX {
            let Some(c) = self.raw(at) else { return Some(at) };
            if c == '\n' {
                return None;
            }
            if ends.contains(&c) || (opener == '"' && c == '”') {
                return Some(at + 1);
            }
            let width = if c == '\\' { 2 } else { 1 };
            units += c.len_utf16() * width;
            at += width;
        }
        None
    }

    /// Whether a word of the format, and the quote or colon that would end it as a key, stands at `at`. A backslash
    /// between them hides nothing: one too many in an encoded plan would let a member be swallowed.
    fn field_follows(&self, at: usize) -> bool {
        FIELD_WORDS.iter().any(|word| {
            let end = at + word.len();
            word.chars().enumerate().all(|(n, c)| self.raw(at + n) == Some(c)) && self.key_mark(end)
        })
    }

    fn key_mark(&self, at: usize) -> bool {
        let at = if self.raw(at) == Some('\\') { at + 1 } else { at };
        let is_quote = |c: char| matches!(c, '"' | '“' | '”');
        let mark = |from: usize| {
            let next = self.chars.iter().skip(from).find(|c| !text::is_space(**c));
            next.is_some_and(|c| is_quote(*c) || matches!(c, ':' | '：'))
        };
        let quoted = self.raw(at).is_some_and(|c| is_quote(c) || c == '\'');
        mark(at) || quoted && mark(at + 1)
    }

    fn escape(&mut self, string: &mut Inside) -> Result<(), Halt> {
        match unescaped(self.chars.get(self.at..).unwrap_or_default()) {
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

/// What a backslash and the characters behind it stand for.
enum Escape {
    /// The content ends here.
    Cut,
    /// A character, and how much of the source it takes.
    Char(char, usize),
    /// Half of a surrogate pair.
    Lone(usize),
    /// A character that needs no escape.
    Needless(char),
    /// No escape at all: the backslash is text.
    Unknown,
}

fn unescaped(source: &[char]) -> Escape {
    let c = match source {
        [_, 'u', hex @ ..] => return unicode(hex),
        [_, c, ..] => *c,
        _ => return Escape::Cut,
    };
    match c {
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
fn unicode(source: &[char]) -> Escape {
    let unit = |source: Option<&[char]>| {
        source?
            .iter()
            .try_fold(0, |unit, c| Some(unit << 4 | c.to_digit(16)?))
            .and_then(|unit| u16::try_from(unit).ok())
    };
    let Some(first) = unit(source.get(..4)) else { return Escape::Unknown };
    if let Some(c) = char::from_u32(u32::from(first)) {
        return Escape::Char(c, 6);
    }
    let second = source.get(4..6).filter(|mark| *mark == ['\\', 'u']).and_then(|_| unit(source.get(6..10)));
    match char::decode_utf16(std::iter::once(first).chain(second)).next() {
        Some(Ok(c)) => Escape::Char(c, 12),
        _ => Escape::Lone(6),
    }
}

/// The text with one level of escapes taken off.
pub(super) fn unescape(source: &[char], codes: &mut Codes) -> Vec<char> {
    let mut plain = Vec::with_capacity(source.len());
    let mut left = source;
    while let Some(first) = left.first() {
        let (c, width) = match unescaped(left) {
            _ if *first != '\\' => (*first, 1),
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
        left = left.get(width..).unwrap_or_default();
    }
    plain
}
