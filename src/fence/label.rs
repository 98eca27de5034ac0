//! How one line opens or closes a fence, and what its label means. Knows no state: a line in, a fact out.
//!
//! Source: the fence rules, section 2, after CommonMark 0.31, sections 2.2 and 4.5.

use crate::config::fence::INDENT_MAX;
use crate::text;

/// What a fence says it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Plan,
    Questions,
    Json,
    Bare,
    Other,
}

impl Label {
    pub fn is_ours(self) -> bool {
        matches!(self, Label::Plan | Label::Questions)
    }

    /// Whether a run glued to the last bracket closes such a fence.
    fn closes_inline(self) -> bool {
        self.is_ours() || self == Label::Json
    }
}

/// A line that opens a fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening<'a> {
    pub label: Label,
    /// Content that already begins on this line.
    pub first: Option<&'a str>,
    /// Column of the run.
    pub column: usize,
    mark: char,
    run: usize,
}

impl Opening<'_> {
    /// The same, apart from the line it stood on.
    pub fn without_content(&self) -> Opening<'static> {
        let Opening { label, column, mark, run, .. } = *self;
        Opening { label, first: None, column, mark, run }
    }
}

/// Columns of leading blanks, and the bytes they take. A tab goes to the next multiple of four.
pub(super) fn indent(line: &str) -> (usize, usize) {
    let mut columns = 0;
    for (at, c) in line.char_indices() {
        match c {
            ' ' | '\u{a0}' => columns += 1,
            '\t' => columns += 4 - columns % 4,
            _ if text::is_zero_width(c) => {}
            _ => return (columns, at),
        }
    }
    (columns, line.len())
}

/// How the rest of a line, whose first character stands in `column`, opens a fence.
pub(super) fn opening(rest: &str, column: usize) -> Option<Opening<'_>> {
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let after = rest.trim_start_matches(mark);
    let run = rest.len() - after.len();
    if run < 3 {
        return None;
    }
    let (info, first) = match after.find(['{', '[', '｛', '［']) {
        Some(at) => (text::span(after, 0..at), Some(text::tail(after, at))),
        None => (after, None),
    };
    let ticked = mark == '`' && after.contains('`');
    let named = label(info);
    let fence = |label, first| Some(Opening { label, first, column, mark, run });
    match named {
        Label::Plan | Label::Questions if first.is_some() || !ticked => fence(named, first),
        _ if ticked => None,
        Label::Json if first.is_some() => fence(Label::Json, first),
        _ => fence(label(after), None),
    }
}

/// Whether a line would open a labelled fence, whatever its indent.
pub(super) fn opens_labelled(line: &str) -> bool {
    let (_, at) = indent(line);
    opening(text::tail(line, at), 0).is_some_and(|opening| opening.label.is_ours())
}

/// The part of `line` that is still content where it closes the fence; `None` where it does not.
pub(super) fn closing<'a>(line: &'a str, opening: &Opening) -> Option<Option<&'a str>> {
    if !line.trim_end_matches(text::is_space).ends_with(opening.mark) {
        return None;
    }
    let (columns, at) = indent(line);
    let body = text::tail(line, at);
    let after = body.trim_start_matches(opening.mark);
    if body.len() - after.len() >= opening.run && columns <= opening.column + INDENT_MAX && text::is_blank(after) {
        return Some(None);
    }
    inline_closing(line, opening).map(Some)
}

/// The part of `line` up to its last bracket, where a run behind it closes the fence.
pub(super) fn inline_closing<'a>(line: &'a str, opening: &Opening) -> Option<&'a str> {
    if !opening.label.closes_inline() {
        return None;
    }
    let line = line.trim_end_matches([' ', '\t']);
    let before = line.trim_end_matches(opening.mark);
    let content = before.trim_end_matches([' ', '\t']);
    (line.len() - before.len() >= opening.run && content.ends_with(['}', ']', '｝', '］'])).then_some(content)
}

/// What an info string means. A word too many makes it somebody else's label: a draft is not a plan.
fn label(info: &str) -> Label {
    let info: String = info.chars().filter(|c| !text::is_zero_width(*c)).map(|c| c.to_ascii_lowercase()).collect();
    let words: Vec<&str> = info.split(is_separator).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| !word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase())) {
        return Label::Other;
    }
    let own: Vec<&str> = words
        .iter()
        .filter(|word| !matches!(**word, "json" | "json5" | "jsonc"))
        .map(|word| if *word == "planjson" { "plan" } else { word })
        .collect();
    match own.as_slice() {
        ["plan"] => Label::Plan,
        ["plan", "questions" | "question"] | ["planquestions" | "planquestion"] => Label::Questions,
        [] if words.is_empty() => Label::Bare,
        [] => Label::Json,
        _ => Label::Other,
    }
}

fn is_separator(c: char) -> bool {
    text::is_space(c) || "-_.:;,|/=+()<>\"'#@!*&%$~：，；｜".contains(c)
}
