//! What a path text names, without a file system: one normal form, or the reason why there is none.
//!
//! Knows neither scope nor protection, only root, spelling and the link table that the host gave.
//! Source: the authorization rules, sections 3.1 and 3.2.

use crate::sorted::VecMap;
use crate::{
    code::{Code, ruling},
    config,
};

use super::PathStyle;

/// What a path text turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Norm {
    /// No path at all; the call ends with this code.
    Invalid(Code),
    /// Readers disagree on what it names.
    Ambiguous,
    /// Not under the root; normalized where that is possible.
    Outside(Option<String>),
    /// Normalized, equal to the root or under it.
    Inside(String),
}

/// Who resolves the path, which decides what `..` proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file server: lexically, before links.
    Tool,
    /// A kernel behind a shell: after links, so `..` proves nothing.
    Shell,
}

/// The ground that paths stand on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// Workspace, normalized and real.
    pub root: Option<&'a str>,
    /// Spelling.
    pub style: PathStyle,
    /// Normalized path -> real path.
    pub realpaths: &'a VecMap<String, String>,
}

impl Place<'_> {
    /// Normal form of `text`; a relative one starts at `base`, which is normalized.
    pub fn norm(&self, text: &str, base: Option<&str>, origin: Origin) -> Norm {
        if text.is_empty() {
            return Norm::Invalid(ruling::ERR_BAD_ARGS);
        }
        // Most paths are made of these alone: then nothing but their segments can be wrong with them.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-');
        let is_short = text.len() <= config::GATE_PATH_CHARS_MAX;
        if self.style == PathStyle::Posix && is_short && text.bytes().all(is_plain) {
            return self.norm_posix(text, base, origin);
        }
        if text.chars().nth(config::GATE_PATH_CHARS_MAX).is_some() || text.chars().any(char::is_control) {
            return Norm::Invalid(ruling::ERR_PATH_INVALID);
        }
        let at_edge = |c: char| matches!(c, ' ' | '\'' | '"');
        if text.chars().any(is_foldable) || text.starts_with(at_edge) || text.ends_with(at_edge) {
            return Norm::Ambiguous;
        }
        if text.starts_with('~') {
            return Norm::Outside(None);
        }
        if is_encoded(text) || has_scheme(text) {
            return Norm::Ambiguous;
        }
        match self.style {
            PathStyle::Posix if text.contains('\\') || drive(text).is_some() => Norm::Ambiguous,
            PathStyle::Posix => self.norm_posix(text, base, origin),
            PathStyle::Windows => self.norm_windows(&text.replace('\\', "/"), base, origin),
        }
    }

    fn norm_posix(&self, text: &str, base: Option<&str>, origin: Origin) -> Norm {
        match text.strip_prefix('/') {
            Some(rest) => self.resolve(Some("/"), rest, origin),
            None => self.resolve(base, text, origin),
        }
    }

    fn norm_windows(&self, text: &str, base: Option<&str>, origin: Origin) -> Norm {
        if text.starts_with("//") {
            return Norm::Outside(None);
        }
        let (base, rest) = match drive(text) {
            Some((letter, rest)) => match rest.strip_prefix('/') {
                Some(rest) => (Some(format!("{letter}:/")), rest),
                None => return Norm::Ambiguous,
            },
            None => (base.map(str::to_owned), text),
        };
        if rest.contains(':') || text.starts_with('/') {
            return Norm::Ambiguous;
        }
        self.resolve(base.as_deref(), rest, origin)
    }

    /// Walks the segments of `rest` from `base`.
    fn resolve(&self, base: Option<&str>, rest: &str, origin: Origin) -> Norm {
        let mut segments: Vec<&str> = base.map(|base| segments(base).collect()).unwrap_or_default();
        // INVARIANT: on windows the drive is the first segment, and `..` never removes it.
        let kept = match self.style {
            PathStyle::Posix => 0,
            PathStyle::Windows => 1,
        };
        for segment in rest.split('/').filter(|segment| !matches!(*segment, "" | ".")) {
            if segment != ".." {
                if self.is_odd(segment) {
                    return Norm::Ambiguous;
                }
                segments.push(segment);
            } else if origin == Origin::Shell {
                return Norm::Ambiguous;
            } else if segments.len() > kept {
                segments.pop();
            }
        }
        if base.is_none() {
            return Norm::Outside(None);
        }
        let path = self.join(&segments);
        if self.is_inside(&path) { Norm::Inside(path) } else { Norm::Outside(Some(path)) }
    }

    fn join(&self, segments: &[&str]) -> String {
        match (self.style, segments) {
            (PathStyle::Posix, _) => format!("/{}", segments.join("/")),
            (PathStyle::Windows, [drive]) => format!("{drive}/"),
            (PathStyle::Windows, _) => segments.join("/"),
        }
    }

    /// Whether some file system would read the segment as another one.
    fn is_odd(&self, segment: &str) -> bool {
        let short_name = segment.split('~').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let device = self.style == PathStyle::Windows && is_device(segment.split('.').next().unwrap_or_default());
        segment.starts_with(' ') || segment.ends_with(['.', ' ']) || short_name || device
    }

    /// Whether a normalized path is the root or lies under it.
    pub fn is_inside(&self, path: &str) -> bool {
        self.relative(path).is_some()
    }

    /// A normalized path relative to the root: empty for the root itself, `None` outside.
    pub fn relative<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(self.root?)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
    }

    /// Real path of a normalized one: the longest mapped ancestor decides. Empty where the table leads nowhere.
    pub fn real(&self, path: &str) -> String {
        let mut head = path;
        if self.realpaths.is_empty() {
            return path.to_owned();
        }
        loop {
            if let Some(real) = self.realpaths.get(head) {
                return self.absolute(real, path.strip_prefix(head).unwrap_or_default());
            }
            match head.rsplit_once('/') {
                Some((parent, _)) if !parent.is_empty() => head = parent,
                _ => break,
            }
        }
        // What is left is a drive or nothing: the top of the tree is spelled with its slash.
        let top = if head.starts_with('/') { "/".to_owned() } else { format!("{head}/") };
        match self.realpaths.get(&top) {
            Some(real) => self.absolute(real, path.strip_prefix(&top).unwrap_or_default()),
            None => path.to_owned(),
        }
    }

    /// The host's table is not trusted to be tidy: `..` is resolved, a relative entry leads nowhere.
    fn absolute(&self, real: &str, rest: &str) -> String {
        let text = format!("{real}/{rest}");
        let text = if self.style == PathStyle::Windows { text.replace('\\', "/") } else { text };
        let kept = match self.style {
            PathStyle::Posix if text.starts_with('/') && !real.is_empty() => 0,
            PathStyle::Windows if drive(&text).is_some_and(|(_, rest)| rest.starts_with('/')) => 1,
            PathStyle::Posix | PathStyle::Windows => return String::new(),
        };
        let mut kept_segments: Vec<&str> = Vec::new();
        for segment in segments(&text) {
            match segment {
                "." => {}
                ".." if kept_segments.len() > kept => drop(kept_segments.pop()),
                ".." => {}
                _ => kept_segments.push(segment),
            }
        }
        self.join(&kept_segments)
    }
}

/// Segments of a path, empty ones left out.
pub(super) fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// Whether a text has a `..` segment.
pub(super) fn climbs(text: &str) -> bool {
    text.split(['/', '\\']).any(|segment| segment == "..")
}

/// Whether `path` is `ancestor` or lies below it.
pub(super) fn is_at_or_below(path: &str, ancestor: &str) -> bool {
    path.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || ancestor.ends_with('/'))
}

/// Upper-cased drive letter and what follows the colon of `X:`.
pub(super) fn drive(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = text.strip_prefix(letter)?.strip_prefix(':')?;
    Some((letter.to_ascii_uppercase(), rest))
}

/// Whether the text holds an encoded dot, separator, NUL or percent sign.
pub(super) fn is_encoded(text: &str) -> bool {
    text.split('%').skip(1).any(|rest| {
        let code: String = rest.chars().take(2).map(|c| c.to_ascii_lowercase()).collect();
        matches!(code.as_str(), "2e" | "2f" | "5c" | "00" | "25")
    })
}

/// `^[A-Za-z][A-Za-z0-9+.-]+:`, a URI scheme. One letter is a drive.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))
    })
}

/// Device names that Windows finds in every directory.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    let numbered = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || numbered.is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| matches!(c, '1'..='9')))
}

/// Code points that some layer folds, hides or reorders. What could fold is never proof, so no normal form is computed.
pub(super) fn is_foldable(c: char) -> bool {
    // The first comparison is for speed: texts are ASCII for the most part.
    c > '\u{9f}'
        && matches!(c,
        '\u{a0}' | '\u{ad}' | '\u{130}'..='\u{131}' | '\u{17f}' | '\u{300}'..='\u{36f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{1e9e}'
        | '\u{2000}'..='\u{200f}' | '\u{2024}'..='\u{2026}' | '\u{2028}'..='\u{202f}' | '\u{2044}'
        | '\u{205f}'..='\u{206f}' | '\u{212a}'..='\u{212b}' | '\u{2215}'..='\u{2216}' | '\u{29f5}'..='\u{29f9}'
        | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe52}' | '\u{fe68}' | '\u{feff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{fff9}'..='\u{fffd}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}
