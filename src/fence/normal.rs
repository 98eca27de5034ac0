//! A plan that is written exactly in its normal form, so that a page's own `JSON.parse` may build it from the answer.
//!
//! Recognizes less than the reader does, and nothing that it would read otherwise: whatever is not as plain as can be, is
//! left to it. The core never uses this; walks hold both against each other. Source: the fence rules, sections 4 and 6.

use crate::code::fence as code;
use crate::text;

use super::codes::Codes;
use super::run;

/// Commas before a closer that are taken out of a plan in place.
const COMMAS_MAX: usize = 8;

/// A plan in place.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    /// Places in the content of commas that must go.
    pub commas: Vec<usize>,
}

impl Normal {
    pub fn codes(&self) -> Codes {
        let mut codes = Codes::default();
        if !self.commas.is_empty() {
            codes.add(code::W_TRAILING_COMMA);
        }
        codes
    }
}

/// The plan that `content` is, where it is in normal form and needs no repair but to lose a few commas.
pub(super) fn plan(content: &str) -> Option<Normal> {
    let mut walk = Walk { text: content, at: 0, commas: Vec::new(), curly: false };
    walk.mark(b'{')?;
    walk.key("title")?;
    walk.filled()?;
    walk.mark(b',')?;
    walk.key("aim")?;
    walk.filled()?;
    walk.mark(b',')?;
    walk.key("steps")?;
    walk.mark(b'[')?;
    walk.items(|walk| {
        walk.mark(b'{')?;
        walk.key("action")?;
        walk.telling()?;
        walk.mark(b',')?;
        walk.key("expected")?;
        walk.string()?;
        walk.closes(b'}')
    })?;
    walk.mark(b',')?;
    walk.key("libraries")?;
    walk.mark(b'[')?;
    if walk.mark(b']').is_none() {
        walk.items(|walk| {
            walk.mark(b'{')?;
            walk.key("name")?;
            walk.telling()?;
            walk.mark(b',')?;
            walk.key("purpose")?;
            walk.string()?;
            walk.mark(b',')?;
            walk.key("usage")?;
            walk.string()?;
            walk.closes(b'}')
        })?;
    }
    walk.mark(b',')?;
    walk.key("sandbox")?;
    walk.sandbox()?;
    walk.closes(b'}')?;
    walk.space();
    // A curly quote could end a string once the content is not strict JSON any more.
    let is_certain = walk.commas.is_empty() || !walk.curly;
    (walk.at == content.len() && is_certain && walk.commas.len() <= COMMAS_MAX)
        .then_some(Normal { commas: walk.commas })
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    commas: Vec<usize>,
    /// Whether a string holds `”`.
    curly: bool,
}

impl<'a> Walk<'a> {
    fn space(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
            at += 1;
        }
        self.at = at;
    }

    fn mark(&mut self, mark: u8) -> Option<()> {
        self.space();
        if self.text.as_bytes().get(self.at) != Some(&mark) {
            return None;
        }
        self.at += 1;
        Some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        text::tail(self.text, self.at).starts_with(word).then(|| self.at += word.len())
    }

    fn key(&mut self, name: &str) -> Option<()> {
        self.mark(b'"')?;
        self.word(name)?;
        self.word("\"")?;
        self.mark(b':')
    }

    /// A closer, with or without a comma before it.
    fn closes(&mut self, closer: u8) -> Option<()> {
        if self.mark(b',').is_some() {
            self.commas.push(self.at - 1);
        }
        self.mark(closer)
    }

    /// At least one item, up to the `]` behind the last one.
    fn items(&mut self, item: fn(&mut Self) -> Option<()>) -> Option<()> {
        loop {
            item(self)?;
            if self.mark(b',').is_none() {
                return self.mark(b']');
            }
            let comma = self.at - 1;
            if self.mark(b']').is_some() {
                self.commas.push(comma);
                return Some(());
            }
        }
    }

    /// A text without white space around it, as it is written.
    fn string(&mut self) -> Option<&'a str> {
        self.mark(b'"')?;
        let start = self.at;
        loop {
            let left = text::tail(self.text, self.at);
            self.at += run::before_stop(left, [b'"', 0xe2, 0xe2]);
            match self.text.as_bytes().get(self.at..)? {
                [b'"', ..] => break,
                // OK because a text that begins or ends with one of these is read as one that begins or ends with a backslash.
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.at += 2,
                [0xe2, 0x80, 0xaa..=0xae, ..] | [0xe2, 0x81, 0xa6..=0xa9, ..] => return None,
                [0xe2, 0x80, third, ..] => {
                    self.curly |= *third == 0x9d;
                    self.at += 3;
                }
                [0xe2, ..] => self.at += 3,
                _ => return None,
            }
        }
        let string = text::span(self.text, start..self.at);
        self.at += 1;
        // An escape at either end may stand for white space, which would be trimmed.
        let [.., before, _] = string.as_bytes() else { return is_trimmed(string).then_some(string) };
        (is_trimmed(string) && !string.starts_with('\\') && *before != b'\\').then_some(string)
    }

    /// A text that is not empty.
    fn filled(&mut self) -> Option<&'a str> {
        self.string().filter(|text| !text.is_empty())
    }

    /// A text that can not be taken for one that only keeps a place.
    fn telling(&mut self) -> Option<()> {
        let text = self.filled()?;
        (!text.starts_with(['.', '…', '-', '—', '*', '_', '<']) && text != "string").then_some(())
    }

    fn sandbox(&mut self) -> Option<()> {
        if self.mark(b'{').is_none() {
            return self.word("null");
        }
        self.key("policy")?;
        if !matches!(self.string()?, "reuse" | "create") {
            return None;
        }
        self.mark(b',')?;
        self.key("notes")?;
        self.string()?;
        self.closes(b'}')
    }
}

fn is_trimmed(text: &str) -> bool {
    !text.starts_with(text::is_space) && !text.ends_with(text::is_space)
}
