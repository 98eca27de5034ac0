//! The payload of a text task, a ticket or a mail that the author hands over: it is data, whatever it says.
//!
//! Knows where a payload begins and ends; what the task means is `request`'s. Source: the suggestion rules, sections 1.4 and 1.6.

use super::lexicon::Class;
use super::own_text::{Line, OwnText};
use super::pattern::Reading;
use super::tables::Tables;
use super::token::{Kind, Mark, Piece, tokens};

/// Where a payload stands.
enum Payload {
    /// From a piece of a line on: the rest of the line behind its colon, and all lines below.
    Behind { line: usize, colon: bool, task: bool },
    /// All lines above this one.
    Above { line: usize },
}

/// Cuts payloads out.
pub fn cut(own: &mut OwnText, tables: &Tables) {
    let found = own.lines.iter().enumerate().find_map(|(at, line)| find(own, at, line, tables));
    match found {
        None => {}
        Some(Payload::Above { line }) => {
            own.lines.drain(..line);
            own.task = Some(0);
            own.cut = true;
        }
        Some(Payload::Behind { line, colon, task }) => {
            own.task = task.then_some(line);
            let back = returning(own, line, tables).unwrap_or(own.lines.len());
            if colon && let Some(line) = own.lines.get_mut(line) {
                own.cut |= keep_before_colon(&mut line.pieces);
            }
            if line + 1 < back {
                own.lines.drain(line + 1..back);
                own.cut = true;
            }
        }
    }
}

fn find(own: &OwnText, at: usize, line: &Line, tables: &Tables) -> Option<Payload> {
    let reading = Reading::new(tokens(&line.pieces), &tables.vocabulary);
    let all = 0..reading.tokens.len();
    let colon = all.clone().find(|&place| reading.is(place, &Kind::Mark(Mark::Colon)));
    let ticket = reading.find_all(&all, &tables.tickets).into_iter().next();
    let task = all
        .clone()
        .find(|&place| reading.tag(place, Class::TextTask).is_some_and(|_| opens(&reading, place)))
        .or_else(|| reading.find_all(&all, &tables.tasks).into_iter().map(|range| range.start).next());
    let below = own.lines.get(at + 1);
    let has_below = below.is_some();
    if let Some(ticket) = ticket {
        let behind_colon = colon.is_some_and(|colon| colon >= ticket.start);
        let list = below.is_some_and(|line| line.item) && !behind_colon;
        return (behind_colon || (has_below && !list)).then_some(Payload::Behind {
            line: at,
            colon: behind_colon,
            task: false,
        });
    }
    let start = task?;
    let strict = reading.tag(start, Class::TextTask).is_none();
    if colon.is_some_and(|colon| colon > start) {
        return Some(Payload::Behind { line: at, colon: true, task: true });
    }
    let points = !reading.find_all(&all, &tables.pointers).is_empty();
    let own_object = all.clone().any(|place| reading.is(place, &Kind::Name))
        || (reading.has(all.clone(), Class::Question) && !strict && !points);
    if has_below
        && (points || !own_object)
        && (!strict || reading.tokens.iter().any(|token| token.kind == Kind::Mark(Mark::Ask)) || points)
    {
        return Some(Payload::Behind { line: at, colon: false, task: true });
    }
    let backward = !reading.find_all(&all, &tables.backward).is_empty()
        || reading.find_all(&all, &tables.tasks).iter().any(|range| range.start == start);
    let asks = reading.tokens.iter().any(|token| token.kind == Kind::Mark(Mark::Ask));
    (at > 0 && !has_below && (line.after_gap || asks) && backward).then_some(Payload::Above { line: at })
}

/// Whether a text task stands where an order can stand.
fn opens(reading: &Reading, at: usize) -> bool {
    let latin = reading.is(at, &Kind::Latin);
    !latin || reading.starts.get(at).copied().unwrap_or(false)
}

/// The first line of a last paragraph that is own text again.
fn returning(own: &OwnText, from: usize, tables: &Tables) -> Option<usize> {
    let last = own.lines.iter().rposition(|line| line.after_gap).filter(|&last| {
        last > from + 1 || (last == from + 1 && own.lines.get(last).is_some_and(|line| line.after_cut))
    })?;
    let line = own.lines.get(last)?;
    let reading = Reading::new(tokens(&line.pieces), &tables.vocabulary);
    let all = 0..reading.tokens.len();
    let first = reading.find_all(&all, &tables.returns).into_iter().map(|range| range.start).min()?;
    (first == 0).then_some(last)
}

/// Drops what stands behind the first colon of a line; says whether there was anything.
fn keep_before_colon(pieces: &mut Vec<Piece>) -> bool {
    let mut kept = Vec::new();
    let mut dropped = false;
    let mut over = false;
    for piece in pieces.drain(..) {
        match piece {
            _ if over => dropped = true,
            Piece::Text(text) => match text.split_once([':', '：']) {
                Some((before, after)) if !after.starts_with("//") => {
                    dropped |= !after.trim().is_empty();
                    over = true;
                    kept.push(Piece::Text(format!("{before}:")));
                }
                _ => kept.push(Piece::Text(text)),
            },
            other => kept.push(other),
        }
    }
    *pieces = kept;
    dropped
}
