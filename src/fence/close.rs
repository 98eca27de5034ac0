//! Which line closes a fence, and the content up to it.
//!
//! The only thing asked of the content is whether it parses: a labelled fence that seems to end inside a string may end
//! further down. Refuses to complete a fence that was cut. Source: the fence rules, section 2.

use std::{borrow::Cow, ops::Range};

use crate::code::{Code, fence as code};
use crate::config::fence::CLOSES_MAX;
use crate::text;

use super::codes::Codes;
use super::json::{self, Ending, Fail, Json, Read};
use super::label::{self, Label, Opening};
use super::normal::{self, Normal};
use super::run;

/// What follows an opening line.
pub(super) struct Body<'a> {
    pub text: &'a str,
    /// Start of the line behind the opening one.
    pub start: usize,
    pub opening: Opening<'a>,
    pub reading: Reading,
}

/// How a content is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Whole,
    /// A plan in normal form is only recognized.
    InPlace,
}

impl<'a> Body<'a> {
    /// What stands on the opening line first, then all lines to the end of the input.
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let first = self.opening.first.map(|text| {
            let broken = text::span(self.text, 0..self.start).ends_with('\n');
            let start = self.start - text.len() - usize::from(broken);
            Line { text, start, next: self.start, own: false }
        });
        first.into_iter().chain(lines(self.text, self.start))
    }
}

/// A line of the answer or of a fence; lines without any mark of a fence may come as one.
pub(super) struct Line<'a> {
    /// Without its LF.
    pub text: &'a str,
    start: usize,
    /// Start of the next line.
    pub next: usize,
    /// Whether it is a line of its own, not the rest of an opening one.
    own: bool,
}

/// The lines from a place on.
pub(super) fn lines(text: &str, mut at: usize) -> impl Iterator<Item = Line<'_>> {
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        let plain = text::span(rest, 0..run::before_mark(rest));
        let length = if plain.len() == rest.len() {
            plain.strip_suffix('\n').unwrap_or(plain).len()
        } else {
            plain.rfind('\n').or_else(|| rest.find('\n')).unwrap_or(rest.len())
        };
        at = (at + length + 1).min(text.len());
        Some(Line { text: text::span(rest, 0..length), start, next: at, own: true })
    })
}

impl<'a> Line<'a> {
    pub fn opens_labelled(&self) -> bool {
        self.own && label::opens_labelled(self.text)
    }

    /// The part that is still content where this line closes the fence.
    pub fn closes(&self, opening: &Opening) -> Option<Option<&'a str>> {
        if self.own { label::closing(self.text, opening) } else { label::inline_closing(self.text, opening).map(Some) }
    }
}

/// Content of a fence: its lines without the indent of the opener, joined by LF.
pub(super) struct Content<'a> {
    text: &'a str,
    /// Where it lies in the text; the whole truth as long as there is no indent to take off.
    place: Range<usize>,
    lines: usize,
    column: usize,
    without_indent: String,
}

impl<'a> Content<'a> {
    pub fn new(text: &'a str, column: usize) -> Self {
        Content { text, place: 0..0, lines: 0, column, without_indent: String::new() }
    }

    /// Adds a line, or the `part` it begins with.
    pub fn push(&mut self, line: &Line, part: &str) {
        if self.lines == 0 {
            self.place.start = line.start;
        }
        self.place.end = line.start + part.len();
        if self.column > 0 {
            for line in part.split('\n') {
                let spaces = line.bytes().take(self.column).take_while(|b| *b == b' ').count();
                if self.lines > 0 {
                    self.without_indent.push('\n');
                }
                self.without_indent.push_str(text::tail(line, spaces));
                self.lines += 1;
            }
        } else {
            self.lines += 1;
        }
    }

    pub fn so_far(&self) -> Cow<'a, str> {
        if self.column > 0 {
            Cow::Owned(self.without_indent.clone())
        } else {
            Cow::Borrowed(text::span(self.text, self.place.clone()))
        }
    }

    fn mark(&self) -> Mark {
        Mark { length: self.without_indent.len(), place: self.place.clone(), lines: self.lines }
    }

    fn rewind(&mut self, mark: Mark) {
        self.without_indent.truncate(mark.length);
        (self.place, self.lines) = (mark.place, mark.lines);
    }
}

/// A content to go back to.
struct Mark {
    length: usize,
    place: Range<usize>,
    lines: usize,
}

/// Reads a content that may be a part of the text, or made from it.
pub(super) fn read<'a>(content: &Cow<'a, str>, ending: Ending) -> Result<Read<'a>, Fail> {
    match content {
        Cow::Borrowed(content) => json::read(content, ending),
        Cow::Owned(content) => json::read(content, ending).map(Read::into_owned),
    }
}

/// Where a labelled fence ends and what that makes of its content.
pub(super) struct Close<'a> {
    pub content: Cow<'a, str>,
    pub end: usize,
    pub read: Result<Read<'a>, Code>,
    /// Set where the plan was only recognized; then there is no value in `read`.
    pub normal: Option<Normal>,
    /// Where a content without indent lies in the text.
    pub place: Range<usize>,
    /// Text behind the value of a fence without a close.
    pub rest: Cow<'a, str>,
    pub codes: Codes,
}

impl<'a> Close<'a> {
    fn new(content: Cow<'a, str>, end: usize, read: Result<Read<'a>, Code>) -> Self {
        Close { content, end, read, normal: None, place: 0..0, rest: Cow::Borrowed(""), codes: Codes::default() }
    }
}

/// The close of a labelled fence: the first one, unless its content ends inside a string that a later one completes.
pub(super) fn find<'a>(body: &Body<'a>) -> Close<'a> {
    let mut content = Content::new(body.text, body.opening.column);
    let mut nested = false;
    let mut first: Option<(Cow<'a, str>, usize)> = None;
    let mut tried = 0;
    for line in body.lines() {
        if line.opens_labelled() {
            if first.is_some() {
                break;
            }
            nested = true;
        }
        let Some(part) = line.closes(&body.opening) else {
            content.push(&line, line.text);
            continue;
        };
        let kept = content.mark();
        if let Some(part) = part {
            content.push(&line, part);
        }
        tried += 1;
        let closed = content.so_far();
        if nested {
            return Close::new(closed, line.next, Err(code::E_NESTED_LABEL));
        }
        if let Cow::Borrowed(whole) = closed
            && let Some(normal) = in_place(body, whole)
        {
            let read = Read { value: Json::Null, codes: normal.codes(), rest: Cow::Borrowed("") };
            let place = content.place.clone();
            return Close { normal: Some(normal), place, ..Close::new(closed, line.next, Ok(read)) };
        }
        match read(&closed, Ending::Closed) {
            Err(Fail { open_string: false, code }) if first.is_none() => {
                return Close::new(closed, line.next, Err(code));
            }
            Ok(read) => {
                let mut close = Close::new(closed, line.next, Ok(read));
                if first.is_some() {
                    close.codes.add(code::W_FENCE_EXTENDED);
                }
                return close;
            }
            Err(_) => {}
        }
        if first.is_none() {
            first = Some((closed, line.next));
        }
        if tried == CLOSES_MAX {
            break;
        }
        content.rewind(kept);
        content.push(&line, line.text);
    }
    match first {
        Some((content, end)) => Close::new(content, end, Err(code::E_INCOMPLETE)),
        None if nested => Close::new(content.so_far(), body.text.len(), Err(code::E_NESTED_LABEL)),
        None => unclosed(content.so_far(), body.text.len()),
    }
}

/// The plan in normal form that a content is, where it stands in the text as it is read.
fn in_place(body: &Body, content: &str) -> Option<Normal> {
    let looks = body.reading == Reading::InPlace && body.opening.label == Label::Plan;
    if looks { normal::plan(content) } else { None }
}

/// A fence that was cut: taken only where its value is complete; the text behind the value is shown.
fn unclosed(content: Cow<'_, str>, end: usize) -> Close<'_> {
    match read(&content, Ending::Open) {
        Ok(read) => {
            let rest = read.rest.clone();
            let mut close = Close::new(content, end, Ok(read));
            close.codes.add(code::W_UNCLOSED_FENCE);
            close.rest = rest;
            close
        }
        Err(fail) => {
            let code = match fail.code {
                code::E_DEPTH | code::E_MULTIPLE_VALUES => fail.code,
                _ => code::E_TRUNCATED,
            };
            Close::new(content, end, Err(code))
        }
    }
}
