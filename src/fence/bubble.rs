//! What the chat bubble shows: the answer without reasoning and fences. Does not touch markup: that is the renderer's.
//!
//! Source: the fence rules, section 8.

use crate::code::fence as code;
use crate::text;

use super::codes::Codes;
use super::scan::{Removed, Scan};

/// Folded names of tags that models put around a fence.
const WRAPPERS: [&str; 11] = [
    "plan",
    "planquestions",
    "questions",
    "answer",
    "final",
    "finalanswer",
    "output",
    "response",
    "result",
    "json",
    "proposedplan",
];

/// A piece of the answer.
enum Piece<'a> {
    Text(&'a str),
    /// A fence that stood here.
    Fence,
}

/// The remaining pieces, trimmed, with one blank line between them.
pub(super) fn text(scan: &Scan, codes: &mut Codes) -> String {
    let mut pieces = pieces(scan);
    let fences = (0..pieces.len()).filter(|at| matches!(pieces.get(*at), Some(Piece::Fence))).collect::<Vec<_>>();
    for at in fences {
        if unwrap(&mut pieces, at) {
            codes.add(code::W_XML_WRAPPER);
        }
    }
    let shown: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(text::trim(text)).filter(|text| !text.is_empty()),
            Piece::Fence => None,
        })
        .collect();
    shown.join("\n\n")
}

fn pieces<'a>(scan: &'a Scan) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for removed in &scan.removed {
        let (Removed::Reasoning(span) | Removed::Fence(span, _)) = removed;
        pieces.push(Piece::Text(text::span(scan.text, at..span.start)));
        if let Removed::Fence(_, rest) = removed {
            pieces.push(Piece::Fence);
            pieces.push(Piece::Text(behind_value(rest)));
        }
        at = span.end;
    }
    pieces.push(Piece::Text(text::tail(scan.text, at)));
    pieces
}

/// The text behind the value of an open fence, without a closing run that did not fit.
fn behind_value(rest: &str) -> &str {
    let rest = text::trim(rest);
    let is_mark = |c| matches!(c, '`' | '~');
    if rest.chars().all(|c| is_mark(c) || text::is_space(c)) {
        return "";
    }
    let mark = rest.chars().next().filter(|c| is_mark(*c)).unwrap_or('`');
    let after = rest.trim_start_matches(mark);
    if rest.len() - after.len() >= 3 { after } else { rest }
}

/// Takes the tag lines around the fence at `at` away, if it has them.
fn unwrap(pieces: &mut [Piece], at: usize) -> bool {
    let (before, behind) = pieces.split_at_mut(at);
    let Some(Piece::Text(before)) = before.iter_mut().rev().find(|piece| !is_blank(piece)) else { return false };
    let Some(Piece::Text(behind)) = behind.iter_mut().skip(1).find(|piece| !is_blank(piece)) else { return false };
    let (above, opener) = last_line(before);
    let (closer, below) = first_line(behind);
    let inner =
        |line: &'_ str, open: &str| line.strip_prefix(open).and_then(|l| l.strip_suffix('>')).map(str::to_owned);
    let name = inner(text::trim(opener), "<");
    if name.is_none() || name != inner(text::trim(closer), "</") {
        return false;
    }
    if !name.is_some_and(|name| WRAPPERS.contains(&text::fold(&name).as_str())) {
        return false;
    }
    (*before, *behind) = (above, below);
    true
}

fn is_blank(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => text::is_blank(text),
        Piece::Fence => false,
    }
}

/// The last line that is not blank, and what stands above it.
fn last_line(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches(text::is_space);
    text.rsplit_once('\n').unwrap_or(("", text))
}

/// The first line that is not blank, and what stands below it.
fn first_line(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(text::is_space);
    text.split_once('\n').unwrap_or((text, ""))
}
