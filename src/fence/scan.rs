//! An answer line by line: what is reasoning, quotation, fence, or text. Refuses to know what a value means.
//!
//! Every look-ahead is remembered, so that the whole stays linear. Source: the fence rules, section 1.

use std::{borrow::Cow, ops::Range};

use crate::code::{Code, fence as code};
use crate::config::fence::INDENT_MAX;
use crate::text;

use super::close::{self, Body, Content, Reading};
use super::codes::Codes;
use super::json::Read;
use super::label::{self, Label, Opening};
use super::normal::Normal;
use super::tag::{self, Closes, Until};

/// A fence labelled as a plan or as questions.
#[derive(Clone, Debug)]
pub(super) struct Labelled<'a> {
    pub label: Label,
    /// Whole lines, opener to close.
    pub span: Range<usize>,
    pub content: Cow<'a, str>,
    pub read: Result<Read<'a>, Code>,
    /// Set where the plan was only recognized; then there is no value in `read`.
    pub normal: Option<Normal>,
    /// Where such a plan lies in the text.
    pub place: Range<usize>,
    /// How its edges were repaired.
    pub codes: Codes,
}

/// A fence labelled as JSON or not at all.
#[derive(Clone, Debug)]
pub(super) struct Loose<'a> {
    /// Whole lines, opener to close.
    pub span: Range<usize>,
    pub content: Cow<'a, str>,
    pub closed: bool,
}

/// A part that the bubble does not show.
#[derive(Clone, Debug)]
pub(super) enum Removed<'a> {
    Reasoning(Range<usize>),
    /// With the text behind the value of a fence that was never closed.
    Fence(Range<usize>, Cow<'a, str>),
}

/// What was found.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    pub text: &'a str,
    pub labelled: Vec<Labelled<'a>>,
    pub loose: Vec<Loose<'a>>,
    /// In the order of the text, without overlap.
    pub removed: Vec<Removed<'a>>,
    /// Whether reasoning ran to the end.
    pub reasoning_open: bool,
    pub codes: Codes,
}

impl Scan<'_> {
    /// Takes a fence out of the bubble, too. It is the last thing of the text.
    pub fn remove_fence(&mut self, span: Range<usize>) {
        self.removed.push(Removed::Fence(span, Cow::Borrowed("")));
    }
}

/// Reads the lines of `text`.
pub(super) fn scan(text: &str, reading: Reading) -> Scan<'_> {
    let found = Scan {
        text,
        labelled: Vec::new(),
        loose: Vec::new(),
        removed: Vec::new(),
        reasoning_open: false,
        codes: Codes::default(),
    };
    let mut scanner =
        Scanner { text, reading, at: 0, line_end: 0, lists: Vec::new(), closes: None, comments_over: false, found };
    while scanner.at < text.len() {
        scanner.line();
    }
    scanner.found
}

struct Scanner<'a> {
    text: &'a str,
    reading: Reading,
    /// Start of the line to be read, or of what is left of it behind a tag.
    at: usize,
    /// End of that line; kept because one line may be read in many pieces.
    line_end: usize,
    /// Content columns of the list items that are open.
    lists: Vec<usize>,
    /// Closing tags, looked up when the first opening one is met.
    closes: Option<Closes>,
    /// Whether no comment ends behind this place.
    comments_over: bool,
    found: Scan<'a>,
}

impl<'a> Scanner<'a> {
    fn line(&mut self) {
        if self.line_end <= self.at {
            let rest = text::tail(self.text, self.at);
            self.line_end = self.at + rest.find('\n').unwrap_or(rest.len());
        }
        let line = text::span(self.text, self.at..self.line_end);
        let (columns, blanks) = label::indent(line);
        let body = text::tail(line, blanks);
        if self.reasoning(body, self.at + blanks) || self.stray_close(line) {
            return;
        }
        if text::is_blank(line) {
            return self.next_line();
        }
        if columns <= INDENT_MAX
            && let Some(end) = self.comment(body, self.at + blanks).or_else(|| self.quote(body, self.at + blanks))
        {
            return self.opaque(end);
        }
        let (column, base, rest) = self.containers(columns, body);
        if rest.starts_with('>') {
            let quoted = rest.trim_start_matches(|c| c == '>' || text::is_space(c));
            if label::opens_labelled(quoted) {
                self.found.codes.add(code::W_QUOTED_FENCE_IGNORED);
            }
        } else if column - base <= INDENT_MAX
            && let Some(opening) = label::opening(rest, column)
        {
            return match opening.label {
                Label::Plan | Label::Questions => self.labelled(opening),
                Label::Json | Label::Bare | Label::Other => self.loose(opening),
            };
        }
        self.next_line();
    }

    fn next_line(&mut self) {
        self.at = (self.line_end + 1).min(self.text.len());
    }

    /// A reasoning region that opens here.
    fn reasoning(&mut self, body: &str, body_at: usize) -> bool {
        let Some((tag, until)) = tag::opens_reasoning(body) else { return false };
        let inside = body_at + tag;
        let end = match until {
            Until::Tag(name) => self.close_after(&name, inside),
            Until::Mark(mark) => text::tail(self.text, inside).find(mark).map(|at| inside + at + mark.len()),
        };
        self.found.reasoning_open = end.is_none();
        let end = end.unwrap_or(self.text.len());
        self.found.removed.push(Removed::Reasoning(self.at..end));
        self.found.codes.add(code::W_REASONING_REMOVED);
        self.at = end;
        true
    }

    fn close_after(&mut self, name: &str, at: usize) -> Option<usize> {
        let text = self.text;
        self.closes.get_or_insert_with(|| Closes::of(text)).after(name, at)
    }

    /// A closing tag without an opening one: all before it was reasoning, whose opening tag the chat template wrote.
    fn stray_close(&mut self, line: &str) -> bool {
        let trimmed = text::trim(line);
        let trimmed_at = self.at + line.len() - line.trim_start_matches(text::is_space).len();
        let bare = |(start, end): &(usize, usize)| {
            !text::span(self.text, 0..*start).ends_with('`') && !text::tail(self.text, *end).starts_with('`')
        };
        let first = tag::closes_reasoning(trimmed).map(|length| (trimmed_at, trimmed_at + length)).filter(bare);
        let last = || tag::ends_with_close(trimmed).map(|start| (trimmed_at + start, trimmed_at + trimmed.len()));
        let Some((_, end)) = first.or_else(|| last().filter(bare)) else { return false };
        self.found.labelled.clear();
        self.found.loose.clear();
        self.found.codes = Codes::default();
        self.found.codes.add(code::W_REASONING_REMOVED);
        self.found.removed = vec![Removed::Reasoning(0..end)];
        self.lists.clear();
        self.at = end;
        true
    }

    /// Where a comment that opens here ends.
    fn comment(&mut self, body: &str, body_at: usize) -> Option<usize> {
        const OPEN: &str = "<!--";
        const CLOSE: &str = "-->";
        if self.comments_over || !body.starts_with(OPEN) {
            return None;
        }
        let inside = body_at + OPEN.len();
        let end = text::tail(self.text, inside).find(CLOSE).map(|at| inside + at + CLOSE.len());
        self.comments_over = end.is_none();
        end
    }

    /// Where the closing tag of a quotation that opens here ends.
    fn quote(&mut self, body: &str, body_at: usize) -> Option<usize> {
        let (name, tag) = tag::opens_quote(body)?;
        self.close_after(&name, body_at + tag)
    }

    /// Passes over whole lines up to the one that holds `end`; they stay in the text.
    fn opaque(&mut self, end: usize) {
        let rest = text::tail(self.text, end);
        let next = end + rest.find('\n').map_or(rest.len(), |at| at + 1);
        if close::lines(text::span(self.text, 0..next), self.at).any(|line| label::opens_labelled(line.text)) {
            self.found.codes.add(code::W_QUOTED_FENCE_IGNORED);
        }
        self.at = next;
    }

    /// Column, content column of the innermost list item, and rest of a line behind its list markers.
    fn containers<'b>(&mut self, columns: usize, body: &'b str) -> (usize, usize, &'b str) {
        while self.lists.last().is_some_and(|top| *top > columns) {
            self.lists.pop();
        }
        let mut base = self.lists.last().copied().unwrap_or(0);
        let (mut column, mut rest) = (columns, body);
        while column - base <= INDENT_MAX
            && let Some((marker, spaces)) = list_marker(rest)
        {
            base = column + marker + if spaces > 4 { 1 } else { spaces };
            self.lists.push(base);
            column += marker + spaces;
            rest = text::tail(rest, marker + spaces);
        }
        (column, base, rest)
    }

    fn body(&self, opening: Opening<'a>) -> Body<'a> {
        Body { text: self.text, start: (self.line_end + 1).min(self.text.len()), opening, reading: self.reading }
    }

    /// A fence that is not ours: opaque, and it stays in the text.
    fn loose(&mut self, opening: Opening<'a>) {
        let mut content = Content::new(self.text, opening.column);
        let mut closed_at = None;
        for line in self.body(opening).lines() {
            if line.opens_labelled() {
                self.found.codes.add(code::W_INNER_LABEL_IGNORED);
            }
            if let Some(part) = line.closes(&opening) {
                if let Some(part) = part {
                    content.push(&line, part);
                }
                closed_at = Some(line.next);
                break;
            }
            content.push(&line, line.text);
        }
        let span = self.at..closed_at.unwrap_or(self.text.len());
        self.at = span.end;
        if opening.label != Label::Other {
            self.found.loose.push(Loose { span, content: content.so_far(), closed: closed_at.is_some() });
        }
    }

    fn labelled(&mut self, opening: Opening<'a>) {
        let mut close = close::find(&self.body(opening));
        if opening.first.is_some() {
            close.codes.add(code::W_JSON_ON_INFO_LINE);
        }
        let span = self.at..close.end;
        self.at = span.end;
        self.found.removed.push(Removed::Fence(span.clone(), close.rest));
        let (content, read, codes) = (close.content, close.read, close.codes);
        let (normal, place) = (close.normal, close.place);
        self.found.labelled.push(Labelled { label: opening.label, span, content, read, normal, place, codes });
    }
}

/// Bytes of a list marker and of the spaces behind it.
fn list_marker(rest: &str) -> Option<(usize, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match digits {
        0 if rest.starts_with(['-', '*', '+']) => 1,
        1..=9 if text::tail(rest, digits).starts_with(['.', ')']) => digits + 1,
        _ => return None,
    };
    let behind = text::tail(rest, marker);
    let spaces = behind.len() - behind.trim_start_matches(' ').len();
    (spaces > 0 && spaces < behind.len()).then_some((marker, spaces))
}
