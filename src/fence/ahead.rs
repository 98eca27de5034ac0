//! What follows a place between tokens. Knows no grammar beyond white space, comments, commas.
//!
//! The quote test asks this at every quotation mark. Nearly always the answer lies a few characters ahead; where it does
//! not, tables made in one pass from the end keep it linear, whatever the text is made of. Source: the fence rules, section
//! 4 ("between tokens") and 9 (P6).

use std::cell::OnceCell;

use crate::text;

/// Characters that are looked at before the tables are made.
const NEAR_CHARS: usize = 64;

/// Answers about one content. Places are bytes.
pub(super) struct Ahead<'a> {
    text: &'a str,
    tables: OnceCell<Tables>,
}

impl<'a> Ahead<'a> {
    pub fn of(text: &'a str) -> Self {
        Ahead { text, tables: OnceCell::new() }
    }

    /// The first token at or behind `at`: white space and comments passed.
    pub fn token(&self, at: usize) -> usize {
        let mut place = at;
        for c in text::tail(self.text, at).chars().take(NEAR_CHARS) {
            match c {
                '#' | '/' => return self.tables().token(at),
                _ if text::is_space(c) => place += c.len_utf8(),
                _ => return place,
            }
        }
        if place < self.text.len() { self.tables().token(at) } else { place }
    }

    /// The first token that is no comma, at or behind the token at `at`.
    pub fn past_commas(&self, at: usize) -> usize {
        let Some(comma) = self.comma(at) else { return at };
        let behind = self.token(at + comma.len_utf8());
        if self.comma(behind).is_some() { self.tables().past_commas(at) } else { behind }
    }

    /// Whether a line ends in `from..to`.
    pub fn breaks_between(&self, from: usize, to: usize) -> bool {
        if to.saturating_sub(from) > NEAR_CHARS {
            return self.tables().breaks_between(from, to);
        }
        text::span(self.text, from..to).contains('\n')
    }

    fn comma(&self, at: usize) -> Option<char> {
        text::tail(self.text, at).chars().next().filter(|c| is_comma(*c))
    }

    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::of(self.text))
    }
}

/// The answers that lie far ahead, each list from the end of the content to its start.
#[derive(Default)]
struct Tables {
    /// Stretches from which the same token is reached.
    skips: Vec<Skip>,
    /// Commas that another comma follows, and what is behind the last one.
    commas: Vec<(u32, u32)>,
    breaks: Vec<u32>,
}

struct Skip {
    from: u32,
    to: u32,
    token: u32,
}

/// What follows a place.
#[derive(Clone, Copy)]
struct Next {
    token: u32,
    past_commas: u32,
}

impl Next {
    fn own(at: u32) -> Self {
        Next { token: at, past_commas: at }
    }
}

impl Tables {
    fn of(content: &str) -> Self {
        let mut tables = Tables::default();
        let end = Next::own(index(content.len()));
        let (mut line_end, mut next, mut next_char) = (end, end, None);
        // What follows the nearest `*/`, with its place, and the one behind it: that of `/*/` must not close its own opening.
        let mut close: Option<(u32, Next)> = None;
        let mut later: Option<(u32, Next)> = None;
        let mut behind_next = end;
        for (at, c) in content.char_indices().rev() {
            let at = index(at);
            if c == '*' && next_char == Some('/') {
                (close, later) = (Some((at, behind_next)), close);
            }
            let passed = match (c, next_char) {
                ('#', _) | ('/', Some('/')) => Some(line_end),
                ('/', Some('*')) => {
                    if close.is_some_and(|(place, _)| place == at + 1) { later } else { close }.map(|(_, next)| next)
                }
                _ if text::is_space(c) => Some(next),
                _ => None,
            };
            let here = match passed {
                Some(passed) => passed,
                None if is_comma(c) => Next { token: at, past_commas: next.past_commas },
                None => Next::own(at),
            };
            tables.note(at, c, here, next);
            if c == '\n' {
                line_end = here;
            }
            (behind_next, next, next_char) = (next, here, Some(c));
        }
        tables
    }

    fn note(&mut self, at: u32, c: char, here: Next, next: Next) {
        if c == '\n' {
            self.breaks.push(at);
        }
        if here.token == at {
            if here.past_commas != at && here.past_commas != next.token {
                self.commas.push((at, here.past_commas));
            }
            return;
        }
        let to = at + index(c.len_utf8());
        match self.skips.last_mut() {
            Some(skip) if skip.from == to && skip.token == here.token => skip.from = at,
            _ => self.skips.push(Skip { from: at, to, token: here.token }),
        }
    }

    fn token(&self, at: usize) -> usize {
        let first = self.skips.partition_point(|skip| skip.from as usize > at);
        self.skips.get(first).filter(|skip| at < skip.to as usize).map_or(at, |skip| skip.token as usize)
    }

    fn past_commas(&self, at: usize) -> usize {
        let first = self.commas.partition_point(|(comma, _)| *comma as usize > at);
        self.commas.get(first).map_or(at, |(_, past)| *past as usize)
    }

    fn breaks_between(&self, from: usize, to: usize) -> bool {
        let first = self.breaks.partition_point(|at| *at as usize >= to);
        self.breaks.get(first).is_some_and(|at| *at as usize >= from)
    }
}

/// Whether this is a comma between tokens, full-width ones included.
pub(super) fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}

/// Bytes of the comment that `source` starts with. Without its end `/*` is none.
pub(super) fn comment(source: &str) -> Option<usize> {
    if source.starts_with('#') || source.starts_with("//") {
        return Some(source.find('\n').unwrap_or(source.len()));
    }
    let inside = source.strip_prefix("/*")?;
    inside.find("*/").map(|at| at + 4)
}

// OK because an answer has at most 4 Mi code units, so at most 12 MiB of bytes.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
