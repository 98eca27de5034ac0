//! Values without quotes: literals, numbers, bare words, and the characters they and bare keys are made of.
//!
//! Knows how they are spelled, in JSON and by models. Source: the fence rules, section 4 (the table).

use std::borrow::Cow;

use crate::code::fence as code;
use crate::text;

use super::json::Json;
use super::reader::{Halt, Reader, Step};
use super::string::Slot;

/// Words that are values, in both spellings.
const LITERALS: [(&str, Option<bool>); 6] = [
    ("true", Some(true)),
    ("false", Some(false)),
    ("null", None),
    ("True", Some(true)),
    ("False", Some(false)),
    ("None", None),
];

impl<'a> Reader<'a> {
    /// Whether a literal stands at `at`.
    pub fn is_literal(&self, at: usize) -> bool {
        LITERALS.iter().any(|(word, _)| self.has_word(at, word))
    }

    fn has_word(&self, at: usize, word: &str) -> bool {
        self.tail(at).strip_prefix(word).is_some_and(|behind| !behind.starts_with(is_word_char))
    }

    /// Takes all characters that are accepted.
    pub fn run(&mut self, accept: fn(char) -> bool) -> &'a str {
        let left = self.tail(self.at);
        let word = text::span(left, 0..left.find(|c| !accept(c)).unwrap_or(left.len()));
        self.at += word.len();
        word
    }

    pub fn number(&mut self) -> Step<Json<'a>> {
        let spelling = self.run(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'));
        if matches!(spelling.strip_prefix(['+', '-']), Some("Infinity" | "NaN")) {
            self.repair(code::W_NON_FINITE)?;
            return Ok(Json::Null);
        }
        match number_form(spelling) {
            Form::Strict => {}
            Form::Loose => self.repair(code::W_NUMBER)?,
            Form::None => return Err(Halt::Fault(code::E_JSON)),
        }
        Ok(Json::Number(Cow::Borrowed(spelling)))
    }

    pub fn word(&mut self, slot: Slot) -> Step<Json<'a>> {
        let word = self.run(is_word_char);
        if let Some((_, value)) = LITERALS.iter().find(|(literal, _)| *literal == word) {
            if !matches!(word, "true" | "false" | "null") {
                self.repair(code::W_PY_LITERAL)?;
            }
            return Ok(value.map_or(Json::Null, Json::Bool));
        }
        match word {
            "undefined" => self.repair(code::W_PY_LITERAL)?,
            "NaN" | "Infinity" => self.repair(code::W_NON_FINITE)?,
            _ => {
                self.word_ends(slot)?;
                self.repair(code::W_UNQUOTED_VALUE)?;
                return Ok(Json::Text(Cow::Borrowed(word)));
            }
        }
        Ok(Json::Null)
    }

    /// A bare word is a value only where nothing but a comma, a closer, or the next line's key follows.
    fn word_ends(&self, slot: Slot) -> Step<()> {
        let Some(ahead) = &self.ahead else { return Err(Halt::NotStrict) };
        let next = ahead.token(self.at);
        match self.plain(next) {
            Some(',' | '}' | ']') => Ok(()),
            None => Err(Halt::Fault(code::E_INCOMPLETE)),
            Some(_) if slot == Slot::Member && ahead.breaks_between(self.at, next) && self.is_key(next) => Ok(()),
            Some(_) => Err(Halt::Fault(code::E_JSON)),
        }
    }
}

/// Whether a key or a bare word may start with this.
pub(super) fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$')
}

/// Whether a key without quotes may go on with this.
pub(super) fn is_key_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

fn is_word_char(c: char) -> bool {
    is_key_char(c) || c == '.'
}

/// How a number is spelled.
enum Form {
    Strict,
    /// A leading plus or zero, a bare dot.
    Loose,
    None,
}

fn number_form(spelling: &str) -> Form {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = spelling.strip_prefix(['+', '-']).unwrap_or(spelling);
    let whole = digits(unsigned);
    let mut left = text::tail(unsigned, whole);
    let mut fraction = None;
    if let Some(behind) = left.strip_prefix('.') {
        fraction = Some(digits(behind));
        left = text::tail(behind, digits(behind));
    }
    if let Some(exponent) = left.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        left = text::tail(exponent, digits(exponent));
        if exponent.is_empty() || left.len() == exponent.len() {
            return Form::None;
        }
    }
    if !left.is_empty() || whole + fraction.unwrap_or(0) == 0 {
        return Form::None;
    }
    let plain = !spelling.starts_with('+') && whole > 0 && fraction != Some(0);
    if plain && (whole == 1 || !unsigned.starts_with('0')) { Form::Strict } else { Form::Loose }
}
