//! An answer in pieces: what of its bubble text may already be shown, and the same result as the whole at its end.
//!
//! Owns the line that is still coming in. Refuses to guess: from the first line that could begin anything but prose or
//! somebody else's code, it waits for the end. Source: the fence rules, section 9, P1 and P2.

use crate::config::fence::{ANSWER_UNITS_MAX, INDENT_MAX};
use crate::text;

use super::label::{self, Label, Opening};
use super::{Parsed, parse_utf16};

/// When bubble text may be shown.
///
/// A closing tag of reasoning without an opening one turns all that came before it into reasoning, so strictly nothing
/// is settled before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reveal {
    /// Only with the result. Right for every model.
    #[default]
    AtEnd,
    /// Line by line. Right for models that write the opening tag of their reasoning themselves, and for answers that
    /// are not too large to be read.
    AsSettled,
}

/// An answer that is still being written.
///
/// ```
/// use plangate::fence::{Reveal, Stream};
/// let mut stream = Stream::new(&[], Reveal::AsSettled);
/// let units: Vec<u16> = "Two files change.\n```pl".encode_utf16().collect();
/// assert_eq!(stream.push(&units), "Two files change.");
/// assert!(stream.finish().error().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    units: Vec<u16>,
    untrusted: Vec<String>,
    settled: Settled,
}

impl Stream {
    /// An empty answer; `untrusted` as for [`super::parse`].
    pub fn new(untrusted: &[String], reveal: Reveal) -> Self {
        let place = match reveal {
            Reveal::AtEnd => Place::Held,
            Reveal::AsSettled => Place::Text,
        };
        let settled =
            Settled { place, line: Vec::new(), after_cr: false, waiting: String::new(), shown: String::new() };
        Stream { units: Vec::new(), untrusted: untrusted.to_vec(), settled }
    }

    /// Takes the next piece, cut anywhere, and returns all bubble text that is safe to show so far.
    pub fn push(&mut self, chunk: &[u16]) -> &str {
        // One unit too many is enough to know that the answer is too large.
        let room = (ANSWER_UNITS_MAX + 1).saturating_sub(self.units.len());
        let taken = chunk.get(..room).unwrap_or(chunk);
        self.units.extend_from_slice(taken);
        for unit in taken {
            self.settled.take(*unit);
        }
        &self.settled.shown
    }

    /// The result, the same as for the whole at once.
    pub fn finish(self) -> Parsed {
        parse_utf16(&self.units, &self.untrusted)
    }
}

/// Lines that can not become anything but text any more.
#[derive(Clone, Debug)]
struct Settled {
    place: Place,
    /// The line that is not complete yet.
    line: Vec<u16>,
    after_cr: bool,
    /// Text behind `shown` that would go if the answer ended here: white space, end tokens.
    waiting: String,
    shown: String,
}

#[derive(Clone, Debug)]
enum Place {
    Text,
    /// Inside a fence of a foreign label.
    Foreign(Opening<'static>),
    /// Nothing more is shown before the end.
    Held,
}

impl Settled {
    fn take(&mut self, unit: u16) {
        const LF: u16 = 10;
        const CR: u16 = 13;
        if matches!(self.place, Place::Held) {
            return;
        }
        match unit {
            LF if self.after_cr => {}
            LF | CR => self.complete(),
            _ => self.line.push(unit),
        }
        self.after_cr = unit == CR;
    }

    /// A line is complete.
    fn complete(&mut self) {
        let line = String::from_utf16_lossy(&self.line);
        self.line.clear();
        match &self.place {
            Place::Held => return,
            Place::Foreign(opening) if label::closing(&line, opening).is_some() => self.place = Place::Text,
            Place::Foreign(_) => {}
            Place::Text => match self.begins(&line) {
                Begins::Text => {}
                Begins::Foreign(opening) => self.place = Place::Foreign(opening),
                Begins::Unsettled => {
                    self.place = Place::Held;
                    return;
                }
            },
        }
        self.show(&line);
    }

    fn begins(&self, line: &str) -> Begins {
        let (columns, at) = label::indent(line);
        let body = text::tail(line, at);
        let tagged = body.starts_with(['<', '◁']) || body.starts_with("[THINK]");
        let closes = ["</", "[/THINK]", "◁/"].iter().any(|mark| line.contains(mark));
        let whole_object = self.shown.is_empty() && text::trim(line).starts_with('{');
        if tagged || closes || whole_object {
            return Begins::Unsettled;
        }
        let behind_markers = body.trim_start_matches(|c: char| c.is_ascii_digit() || " \t-*+.)".contains(c));
        if !["```", "~~~"].iter().any(|run| behind_markers.starts_with(run)) {
            return Begins::Text;
        }
        // At this indent a fence opens whatever list is open around it.
        match label::opening(body, columns) {
            None if behind_markers.len() == body.len() => Begins::Text,
            Some(opening) if columns <= INDENT_MAX && opening.label == Label::Other => {
                Begins::Foreign(opening.without_content())
            }
            _ => Begins::Unsettled,
        }
    }

    fn show(&mut self, line: &str) {
        self.waiting.push_str(line);
        let end = line.trim_end_matches(text::is_space);
        // A line that ends like a tag may belong to the end tokens, which are removed.
        if !end.is_empty() && !end.ends_with('>') {
            let cut = self.waiting.len() - (line.len() - end.len());
            let text = text::span(&self.waiting, 0..cut);
            let text = if self.shown.is_empty() { text.trim_start_matches(text::is_space) } else { text };
            self.shown.push_str(text);
            self.waiting = text::tail(&self.waiting, cut).to_owned();
        }
        self.waiting.push('\n');
    }
}

/// What a line begins.
enum Begins {
    Text,
    Foreign(Opening<'static>),
    /// Something that only the rest of the answer decides.
    Unsettled,
}
