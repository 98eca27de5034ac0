//! What follows a place between tokens, for every place at once. Knows no grammar beyond white space, comments, commas.
//!
//! The quote test asks this at every quotation mark; tables made in one pass from the end keep that linear, whatever
//! the text is made of. Source: the fence rules, section 4 ("between tokens") and 9 (P6).

use crate::text;

/// Tables over one content. Places are indices of characters.
pub(super) struct Ahead {
    token: Vec<u32>,
    past_commas: Vec<u32>,
    breaks: Vec<u32>,
}

impl Ahead {
    pub fn of(chars: &[char]) -> Self {
        let end = index(chars.len());
        let mut token = vec![end; chars.len() + 1];
        let mut past_commas = token.clone();
        let mut breaks = Vec::new();
        let mut line_end = end;
        // Where the nearest `*/` starts, and the one behind it: that of `/*/` must not close its own opening.
        let (mut close, mut later) = (None, None);
        let mut next = None;
        for (at, c) in chars.iter().copied().enumerate().rev() {
            let here = index(at);
            if c == '\n' {
                line_end = here;
                breaks.push(here);
            }
            if c == '*' && next == Some('/') {
                (close, later) = (Some(here), close);
            }
            let goes_on = match (c, next) {
                ('#', _) | ('/', Some('/')) => Some(line_end),
                ('/', Some('*')) => if close == Some(here + 1) { later } else { close }.map(|close| close + 2),
                _ if text::is_space(c) => Some(here + 1),
                _ => None,
            };
            let found = goes_on.map_or(here, |at| look(&token, at));
            set(&mut token, at, found);
            let behind = if is_comma(c) { look(&past_commas, look(&token, here + 1)) } else { here };
            set(&mut past_commas, at, behind);
            next = Some(c);
        }
        breaks.reverse();
        Ahead { token, past_commas, breaks }
    }

    /// The first token at or behind `at`: white space and comments passed.
    pub fn token(&self, at: usize) -> usize {
        look(&self.token, index(at)) as usize
    }

    /// The first token that is no comma, at or behind the token at `at`.
    pub fn past_commas(&self, at: usize) -> usize {
        look(&self.past_commas, index(at)) as usize
    }

    /// Whether a line ends in `from..to`.
    pub fn breaks_between(&self, from: usize, to: usize) -> bool {
        let first = self.breaks.partition_point(|at| (*at as usize) < from);
        self.breaks.get(first).is_some_and(|at| (*at as usize) < to)
    }
}

/// Whether this is a comma between tokens, full-width ones included.
pub(super) fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}

/// Length of the comment that `source` starts with. Without its end `/*` is none.
pub(super) fn comment(source: &[char]) -> Option<usize> {
    match source {
        ['#', ..] | ['/', '/', ..] => Some(source.iter().position(|c| *c == '\n').unwrap_or(source.len())),
        ['/', '*', inside @ ..] => inside.windows(2).position(|pair| pair == ['*', '/']).map(|at| at + 4),
        _ => None,
    }
}

// OK because an answer has at most 4 Mi code units.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn look(table: &[u32], at: u32) -> u32 {
    table.get(at as usize).copied().unwrap_or(at)
}

fn set(table: &mut [u32], at: usize, value: u32) {
    if let Some(place) = table.get_mut(at) {
        *place = value;
    }
}
