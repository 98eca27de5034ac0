//! Which line closes a fence, and the content up to it.
//!
//! The only thing asked of the content is whether it parses: a labelled fence that seems to end inside a string may end
//! further down. Refuses to complete a fence that was cut. Source: the fence rules, section 2.

use crate::code::{Code, fence as code};
use crate::config::fence::CLOSES_MAX;
use crate::text;

use super::codes::Codes;
use super::json::{self, Ending, Fail, Read};
use super::label::{self, Opening};

/// What follows an opening line.
pub(super) struct Body<'a> {
    pub text: &'a str,
    /// Start of the line behind the opening one.
    pub start: usize,
    pub opening: Opening<'a>,
}

impl<'a> Body<'a> {
    /// What stands on the opening line first, then all lines to the end of the input.
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let first = self.opening.first.map(|text| Line { text, next: self.start, own: false });
        first.into_iter().chain(lines(self.text, self.start))
    }
}

/// A line of the answer or of a fence.
pub(super) struct Line<'a> {
    /// Without its LF.
    pub text: &'a str,
    /// Start of the next line.
    pub next: usize,
    /// Whether it is a line of its own, not the rest of an opening one.
    own: bool,
}

/// The lines from a place on.
pub(super) fn lines(text: &str, mut at: usize) -> impl Iterator<Item = Line<'_>> {
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').unwrap_or(rest.len());
        at = (at + length + 1).min(text.len());
        Some(Line { text: text::span(rest, 0..length), next: at, own: true })
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
pub(super) struct Content {
    pub text: String,
    lines: usize,
    column: usize,
}

impl Content {
    pub fn new(column: usize) -> Self {
        Content { text: String::new(), lines: 0, column }
    }

    pub fn push(&mut self, line: Option<&str>) {
        let Some(line) = line else { return };
        if self.lines > 0 {
            self.text.push('\n');
        }
        self.lines += 1;
        let spaces = line.bytes().take(self.column).take_while(|b| *b == b' ').count();
        self.text.push_str(text::tail(line, spaces));
    }

    fn mark(&self) -> (usize, usize) {
        (self.text.len(), self.lines)
    }

    fn rewind(&mut self, (length, lines): (usize, usize)) {
        self.text.truncate(length);
        self.lines = lines;
    }
}

/// Where a labelled fence ends and what that makes of its content.
pub(super) struct Close {
    pub content: String,
    pub end: usize,
    pub read: Result<Read, Code>,
    /// Text behind the value of a fence without a close.
    pub rest: String,
    pub codes: Codes,
}

impl Close {
    fn new(content: String, end: usize, read: Result<Read, Code>) -> Self {
        Close { content, end, read, rest: String::new(), codes: Codes::default() }
    }
}

/// The close of a labelled fence: the first one, unless its content ends inside a string that a later one completes.
pub(super) fn find(body: &Body) -> Close {
    let mut content = Content::new(body.opening.column);
    let mut nested = false;
    let mut first: Option<(String, usize)> = None;
    let mut tried = 0;
    for line in body.lines() {
        if line.opens_labelled() {
            if first.is_some() {
                break;
            }
            nested = true;
        }
        let Some(part) = line.closes(&body.opening) else {
            content.push(Some(line.text));
            continue;
        };
        let kept = content.mark();
        content.push(part);
        tried += 1;
        if nested {
            return Close::new(content.text, line.next, Err(code::E_NESTED_LABEL));
        }
        match json::read(&content.text, Ending::Closed) {
            Err(Fail { open_string: false, code }) if first.is_none() => {
                return Close::new(content.text, line.next, Err(code));
            }
            Ok(read) => {
                let mut close = Close::new(content.text, line.next, Ok(read));
                if first.is_some() {
                    close.codes.add(code::W_FENCE_EXTENDED);
                }
                return close;
            }
            Err(_) => {}
        }
        if first.is_none() {
            first = Some((content.text.clone(), line.next));
        }
        if tried == CLOSES_MAX {
            break;
        }
        content.rewind(kept);
        content.push(Some(line.text));
    }
    match first {
        Some((content, end)) => Close::new(content, end, Err(code::E_INCOMPLETE)),
        None if nested => Close::new(content.text, body.text.len(), Err(code::E_NESTED_LABEL)),
        None => unclosed(content.text, body.text.len()),
    }
}

/// A fence that was cut: taken only where its value is complete; the text behind the value is shown.
fn unclosed(content: String, end: usize) -> Close {
    match json::read(&content, Ending::Open) {
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
