//! Reads a command line of a POSIX shell where it is plain, and calls everything else opaque.
//!
//! Opaque is one class: no part of a text that does not read plainly is ever granted by itself. Knows no program.
//! Source: the authorization rules, section 5.1.

use std::{iter::Peekable, str::Chars};

use crate::config;

use super::path::is_foldable;

/// A word after quotes are taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its text.
    pub text: String,
    /// It holds an unquoted `*`, `?` or `[`.
    pub glob: bool,
}

/// A command line that reads plainly.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Commands in order, each with at least one word.
    pub commands: Vec<Vec<Word>>,
    /// Files that redirections write. What has no effect (`2>&1`, `/dev/null`) is not among them.
    pub targets: Vec<String>,
}

/// The line, or `None` when it is opaque.
pub(super) fn read(text: &str) -> Option<Line> {
    let is_odd = |c: char| (c.is_control() && !matches!(c, '\t' | '\n')) || is_foldable(c);
    if text.len() > config::GATE_COMMAND_BYTES_MAX || text.chars().any(is_odd) {
        return None;
    }
    let mut reader = Reader {
        rest: text.chars().peekable(),
        line: Line::default(),
        word: None,
        words: Vec::new(),
        awaits_target: false,
        redirects: false,
        owes_command: false,
    };
    while let Some(c) = reader.rest.next() {
        reader.take(c)?;
    }
    reader.close(End::Text)?;
    Some(reader.line)
}

/// A word that is being read.
#[derive(Default)]
struct Draft {
    text: String,
    glob: bool,
    quoted: bool,
    /// Holds an unquoted character that no redirection target may hold.
    odd: bool,
}

/// What ends a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// `&&`, `||`, `|`: another command must follow.
    Joint,
    /// `;`
    Semicolon,
    /// A line break.
    Newline,
    /// The end of the text.
    Text,
}

struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
    line: Line,
    word: Option<Draft>,
    words: Vec<Word>,
    /// A redirection operator has been read, its target not yet.
    awaits_target: bool,
    /// The command that is being read has a redirection.
    redirects: bool,
    /// The last end was a joint.
    owes_command: bool,
}

impl Reader<'_> {
    /// Takes one character and what belongs to it. `None` = opaque.
    fn take(&mut self, c: char) -> Option<()> {
        match c {
            ' ' | '\t' => self.end_word(),
            '\n' => self.close(End::Newline),
            ';' => self.close(End::Semicolon),
            '&' => self.rest.next_if_eq(&'&').and_then(|_| self.close(End::Joint)),
            '|' if self.rest.peek() == Some(&'&') => None,
            '|' => {
                self.rest.next_if_eq(&'|');
                self.close(End::Joint)
            }
            '>' => self.redirect(),
            '\'' => self.quote('\'', &[]),
            '"' => self.quote('"', &['$', '`', '\\', '!']),
            '$' | '`' | '\\' | '(' | ')' | '{' | '}' | '!' | '<' => None,
            '#' if self.word.is_none() => None,
            _ => {
                let glob = matches!(c, '*' | '?' | '[');
                let draft = self.word.get_or_insert_default();
                draft.text.push(c);
                draft.glob |= glob;
                draft.odd |= glob || c == '#';
                Some(())
            }
        }
    }

    /// Joins a quoted part to the word.
    fn quote(&mut self, closing: char, forbidden: &[char]) -> Option<()> {
        let draft = self.word.get_or_insert_default();
        draft.quoted = true;
        loop {
            let c = self.rest.next()?;
            if c == closing {
                return Some(());
            }
            if forbidden.contains(&c) {
                return None;
            }
            draft.text.push(c);
        }
    }

    /// After a `>`.
    fn redirect(&mut self) -> Option<()> {
        let is_descriptor =
            self.word.as_ref().is_some_and(|word| !word.quoted && matches!(word.text.as_bytes(), [b'0'..=b'9']));
        if is_descriptor {
            self.word = None;
        } else {
            self.end_word()?;
        }
        if self.awaits_target {
            return None;
        }
        self.redirects = true;
        if self.rest.next_if_eq(&'&').is_some() {
            self.rest.next_if(|c| matches!(c, '0'..='2'))?;
            let ends = self.rest.peek().is_none_or(|c| matches!(c, ' ' | '\t' | '\n' | ';' | '&' | '|' | '>'));
            return ends.then_some(());
        }
        // OK because every other character that may not follow (`|`, `&`, `(`, a third `>`) fails as a missing target.
        self.rest.next_if_eq(&'>');
        self.awaits_target = true;
        Some(())
    }

    fn end_word(&mut self) -> Option<()> {
        let Some(word) = self.word.take() else { return Some(()) };
        if !self.awaits_target {
            self.words.push(Word { text: word.text, glob: word.glob });
            return Some(());
        }
        self.awaits_target = false;
        if word.text != "/dev/null" {
            self.line.targets.push(word.text);
        }
        (!word.odd).then_some(())
    }

    fn close(&mut self, end: End) -> Option<()> {
        self.end_word()?;
        if self.awaits_target {
            return None;
        }
        if !self.words.is_empty() {
            self.line.commands.push(std::mem::take(&mut self.words));
            self.redirects = false;
            self.owes_command = end == End::Joint;
            return Some(());
        }
        let may_be_empty = match end {
            End::Newline => true,
            End::Text => !self.owes_command,
            End::Joint | End::Semicolon => false,
        };
        (may_be_empty && !self.redirects).then_some(())
    }
}
