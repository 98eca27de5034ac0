//! Own text as words: folding, tokens, sentences and clauses. Knows no language beyond its script.
//!
//! Source: the suggestion rules, sections 1.8 and 1.10.

use std::ops::Range;

use super::lexicon::{script, slips};
use crate::text;

/// A stretch of own text, or something that stands in it as one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words of the author.
    Text(String),
    /// Inline or fenced code, kept for the one case that it is the object of a run verb.
    Code(String),
    /// A quoted span, kept for the same case.
    Quote(String),
    /// A web address.
    Address,
}

/// Punctuation that shapes sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Comma, semicolon, dash, bracket: a clause ends.
    Pause,
    /// Colon: a clause ends, an argument follows.
    Colon,
    /// Full stop or exclamation mark.
    End,
    /// Question mark.
    Ask,
    /// Line break.
    Line,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Latin word.
    Latin,
    /// A Cyrillic word.
    Cyrillic,
    /// One Han sign.
    Han,
    /// A word of another script.
    Other,
    /// A number.
    Number,
    /// An identifier, path, flag or file name.
    Name,
    /// A span in quotation marks.
    Quote,
    /// A span of code.
    Code,
    /// A web address.
    Address,
    /// Punctuation.
    Mark(Mark),
}

/// One token of own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Folded text; of code and quotes the raw content.
    pub text: String,
}

impl Token {
    /// Whether it is punctuation.
    pub fn is_mark(&self) -> bool {
        matches!(self.kind, Kind::Mark(_))
    }

    /// Whether a clause ends here; the Chinese sign between the parts of a list ends none.
    pub fn ends_clause(&self) -> bool {
        self.is_mark() && self.text.is_empty()
    }

    /// Whether a sentence ends here.
    pub fn ends_sentence(&self) -> bool {
        matches!(self.kind, Kind::Mark(Mark::End | Mark::Ask | Mark::Line))
    }

    /// Whether it is a word of some script.
    pub fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Latin | Kind::Cyrillic | Kind::Han | Kind::Other)
    }
}

/// Lower case, half width, simplified Han, Cyrillic without diaeresis, no zero-width characters.
pub fn fold(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '\u{300}' | '\u{301}' | '\u{ad}' => {}
            // A breve or diaeresis that was typed apart.
            '\u{306}' if out.ends_with('и') => {
                out.pop();
                out.push('й');
            }
            '\u{306}' | '\u{308}' => {}
            '\u{ff01}'..='\u{ff5e}' => {
                out.extend(char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase()))
            }
            '’' | 'ʼ' | '‘' => out.push('\''),
            'ё' | 'Ё' => out.push('е'),
            _ if text::is_zero_width(c) => {}
            _ if is_han(c) => out.push(script::simplified(c)),
            _ => out.extend(c.to_lowercase()),
        }
    }
    regional(out)
}

/// Whether a character is a Han sign.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々')
}

/// Splits pieces into tokens.
pub fn tokens(pieces: &[Piece]) -> Vec<Token> {
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(raw) => words(&fold(raw), &mut out),
            Piece::Code(raw) => out.push(Token { kind: Kind::Code, text: raw.clone() }),
            Piece::Quote(raw) => out.push(Token { kind: Kind::Quote, text: raw.clone() }),
            Piece::Address => out.push(Token { kind: Kind::Address, text: String::new() }),
        }
    }
    out
}

/// Regional Chinese words as the lexicon has them.
fn regional(folded: String) -> String {
    let han = folded.chars().any(is_han);
    script::REGIONAL
        .iter()
        .filter(|_| han)
        .fold(folded, |text, (from, to)| if text.contains(from) { text.replace(from, to) } else { text })
}

fn words(folded: &str, out: &mut Vec<Token>) {
    let mut chunk = String::new();
    for c in folded.chars() {
        if c == '\n' || c == '\r' {
            close(&mut chunk, out);
            out.push(mark(Mark::Line));
        } else if text::is_space(c) {
            close(&mut chunk, out);
        } else if is_han(c) {
            close(&mut chunk, out);
            out.push(Token { kind: Kind::Han, text: c.to_string() });
        } else if (c == '(' && chunk.ends_with(char::is_alphanumeric)) || (c == ')' && chunk.contains('(')) {
            // A call: `migrate()` is a name.
            chunk.push(c);
        } else if let Some(kind) = wide_mark(c) {
            close(&mut chunk, out);
            // Signs that only enumerate are told from commas.
            out.push(Token { kind: Kind::Mark(kind), text: if c == '、' { c.to_string() } else { String::new() } });
        } else {
            chunk.push(c);
        }
    }
    close(&mut chunk, out);
}

/// Punctuation that is never part of a name.
fn wide_mark(c: char) -> Option<Mark> {
    match c {
        '。' | '！' | '!' | '…' | '．' => Some(Mark::End),
        '？' | '?' => Some(Mark::Ask),
        '，' | '、' | '；' | ';' | '—' | '–' | '（' | '）' | '→' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => {
            Some(Mark::Pause)
        }
        '：' => Some(Mark::Colon),
        _ => None,
    }
}

fn mark(kind: Mark) -> Token {
    Token { kind: Kind::Mark(kind), text: String::new() }
}

/// Ends a run of characters without spaces: one name, or words with their punctuation.
fn close(chunk: &mut String, out: &mut Vec<Token>) {
    let taken = std::mem::take(chunk);
    let body = taken.trim_end_matches(['.', ',', ':', '"', '*', '\'']);
    let tail = taken.strip_prefix(body).unwrap_or_default().to_owned();
    let body = body.trim_start_matches(['"', '*', '\'']);
    if is_name(body) {
        out.push(Token { kind: Kind::Name, text: body.to_owned() });
    } else {
        split(body, out);
    }
    for c in tail.chars() {
        match c {
            '.' => out.push(mark(Mark::End)),
            ',' => out.push(mark(Mark::Pause)),
            ':' => out.push(mark(Mark::Colon)),
            _ => {}
        }
    }
}

/// Identifier, path, flag, address or file name. Case says nothing: a message may come in lower case.
fn is_name(body: &str) -> bool {
    let letters = body.chars().any(char::is_alphabetic);
    if !letters {
        return false;
    }
    let flag = body.starts_with('-') && body.trim_start_matches('-').starts_with(char::is_alphabetic);
    let dotted =
        body.split('.').count() > 1 && body.split('.').next_back().is_some_and(|end| !end.is_empty() && end.len() <= 6);
    let slashed = body.contains(['/', '\\', '_', '@', '#', '=', '$', '<', '>', '&', '~', '(']);
    flag || dotted || slashed
}

/// Words and numbers of a run that is no name.
fn split(body: &str, out: &mut Vec<Token>) {
    let mut word = String::new();
    let chars: Vec<char> = body.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        let inner = at > 0 && chars.get(at + 1).is_some_and(|next| next.is_alphanumeric());
        if c.is_alphanumeric() || (c == '\'' && inner) {
            // "2 pixels" written together stays one word; a script change does not.
            if word.chars().next_back().is_some_and(|last| script_of(last) != script_of(c)) {
                push_word(&mut word, out);
            }
            word.push(c);
        } else if matches!(c, '.' | ',') && inner && word.chars().all(|w| w.is_ascii_digit()) && !word.is_empty() {
            word.push('.');
        } else {
            push_word(&mut word, out);
            match c {
                '.' => out.push(mark(Mark::End)),
                ',' => out.push(mark(Mark::Pause)),
                ':' => out.push(mark(Mark::Colon)),
                '-' if chars.len() == 1 => out.push(mark(Mark::Pause)),
                _ => {}
            }
        }
    }
    push_word(&mut word, out);
}

fn push_word(word: &mut String, out: &mut Vec<Token>) {
    let mut text = std::mem::take(word);
    if let Some((_, meant)) = slips::SLIPS.iter().find(|(slip, _)| *slip == text) {
        text = (*meant).to_owned();
    }
    let Some(first) = text.chars().find(|c| c.is_alphabetic()) else {
        if !text.is_empty() {
            out.push(Token { kind: Kind::Number, text });
        }
        return;
    };
    let kind = match script_of(first) {
        Script::Latin => Kind::Latin,
        Script::Cyrillic => Kind::Cyrillic,
        Script::Neutral | Script::Other => Kind::Other,
    };
    out.push(Token { kind, text });
}

#[derive(PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Neutral,
    Other,
}

fn script_of(c: char) -> Script {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '\'' | '.' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
            Script::Latin
        }
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        _ if c.is_alphabetic() => Script::Other,
        _ => Script::Neutral,
    }
}

/// Ranges of tokens between sentence ends; the end mark belongs to its sentence.
pub fn sentences(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.ends_sentence() {
            out.push(start..at + 1);
            start = at + 1;
        }
    }
    out.push(start..tokens.len());
    out.retain(|range| tokens.get(range.clone()).is_some_and(|part| part.iter().any(|token| !token.is_mark())));
    out
}
