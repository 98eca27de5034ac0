//! What a plan declares, and whether it covers a path, a command, a tool, a host or a resource.
//!
//! An entry that is not plainly one of its kind matches nothing; [`void_entries`] reports it. Knows nothing of danger:
//! what asks every time asks although it is declared. Source: the authorization rules, sections 4 and 7.

use std::iter;

use crate::plan::Scope;
use crate::sorted::VecMap;

use super::{
    PathStyle, is_name,
    network::{REGISTRIES, is_host},
    path::{Norm, Origin, Place, climbs, drive, is_encoded, is_foldable, segments},
    shell::{self, Word},
    words::lists,
};

/// Files that define commands: a wildcard never covers them.
const MANIFESTS: &str = "\
    binding.gyp build.rs cargo.toml composer.json conftest.py dockerfile gemfile gnumakefile justfile makefile \
    package.json pyproject.toml rakefile setup.py";

/// A scope on its ground.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a> {
    /// What the plan declares.
    pub scope: &'a Scope,
    /// Where its paths stand.
    pub place: &'a Place<'a>,
}

/// Entries of `scope` that match nothing, as written, for the plan validator to report. Without a root no path matches.
pub fn void_entries(scope: &Scope, root: Option<&str>, style: PathStyle) -> Vec<String> {
    let realpaths = VecMap::new();
    let place = Place { root, style, realpaths: &realpaths };
    let void = |entries: &[String], is_void: &dyn Fn(&str) -> bool| -> Vec<String> {
        entries.iter().filter(|entry| is_void(entry)).cloned().collect()
    };
    let is_pair = |entry: &str| entry.split_once('/').is_some_and(|(server, tool)| is_name(server) && is_name(tool));
    [
        void(&scope.paths, &|entry| pattern(entry, &place).is_none()),
        void(&scope.tools, &|entry| !is_pair(entry)),
        void(&scope.commands, &|entry| command(entry).is_none()),
        void(&scope.network, &|entry| !is_network(entry)),
        void(&scope.resources, &|entry| !is_resource(entry)),
    ]
    .concat()
}

impl Declared<'_> {
    /// Whether writing a normalized path is declared.
    pub fn covers_path(&self, path: &str) -> bool {
        let Some(relative) = self.place.relative(path) else { return false };
        let parts: Vec<&str> = segments(relative).collect();
        let is_manifest = || parts.last().is_some_and(|name| lists(MANIFESTS, &name.to_ascii_lowercase()));
        self.scope.paths.iter().any(|entry| {
            // What an entry spells is compared first, as most fit no path at hand: whether it is void costs more.
            spelled(entry, self.place).is_some_and(|pattern| {
                let by_name = pattern.last().is_some_and(|last| !last.contains('*'));
                fits(&pattern, &parts) && (by_name || !is_manifest()) && is_sound(entry, self.place)
            })
        })
    }

    /// Whether a tool, spelled `server/tool`, is declared.
    pub fn covers_tool(&self, pair: &str) -> bool {
        self.scope.tools.iter().any(|entry| entry == pair)
    }

    /// Whether a command is declared. It holds at the root only; the caller looks at that.
    pub fn covers_command(&self, words: &[Word]) -> bool {
        let first = words.first().map_or("", |word| word.text.as_str());
        let entries = self.scope.commands.iter().filter(|entry| may_begin(entry, first));
        entries.filter_map(|entry| command(entry)).any(|declared| match declared.split_last() {
            Some((last, head)) if last.text == "..." && !head.is_empty() => {
                words.len() >= head.len()
                    && words.iter().zip(head).all(|(word, wanted)| word == wanted)
                    && words.iter().skip(head.len()).all(|word| self.is_plain_operand(&word.text))
            }
            _ => declared == words,
        })
    }

    /// Words that `...` admits.
    fn is_plain_operand(&self, word: &str) -> bool {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./@:=,+-".contains(c);
        word.chars().all(is_plain)
            && !word.starts_with('-')
            && !word.contains("://")
            && matches!(self.place.norm(word, self.place.root, Origin::Shell), Norm::Inside(_))
    }

    /// Whether a text is, character for character, a declared command.
    pub fn covers_text(&self, text: &str) -> bool {
        self.scope.commands.iter().any(|entry| entry == text)
    }

    /// Whether a host, as the network room gives it, is declared.
    pub fn covers_host(&self, host: &str) -> bool {
        self.scope.network.iter().any(|entry| {
            entry == host
                || suffix(entry).is_some_and(|rest| host.strip_suffix(rest).is_some_and(|sub| !sub.is_empty()))
        })
    }

    /// Whether a registry token is declared.
    pub fn covers_registry(&self, token: &str) -> bool {
        self.scope.network.iter().any(|entry| entry == token)
    }

    /// Whether a resource is declared: equal, or by `*` within one segment between `/` and `:`.
    pub fn covers_resource(&self, resource: &str) -> bool {
        is_resource(resource) && self.scope.resources.iter().any(|entry| is_resource(entry) && names(entry, resource))
    }
}

/// Segments of a path entry relative to the root; `None` = void.
fn pattern<'e>(entry: &'e str, place: &Place<'_>) -> Option<Vec<&'e str>> {
    spelled(entry, place).filter(|_| is_sound(entry, place))
}

/// Whether an entry is plainly a path inside, whatever its segments are.
fn is_sound(entry: &str, place: &Place<'_>) -> bool {
    !entry.bytes().any(|byte| matches!(byte, b'?' | b'[' | b']' | b'{' | b'}' | b'!' | b'\\'))
        && drive(entry).is_none()
        && !climbs(entry)
        && matches!(place.norm(&entry.replace('*', "x"), place.root, Origin::Tool), Norm::Inside(_))
}

/// Segments relative to the root, of an entry that may still be no path at all.
fn spelled<'e>(entry: &'e str, place: &Place<'_>) -> Option<Vec<&'e str>> {
    let mut parts = entry.split('/').filter(|part| !matches!(*part, "" | ".")).peekable();
    if entry.starts_with('/') {
        // The part that spells the root must spell it: no wildcard there.
        for part in segments(place.root?) {
            parts.next_if_eq(&part)?;
        }
    }
    let is_void = match parts.peek() {
        None | Some(&"*" | &"**") => true,
        Some(_) => parts.clone().any(|part| part.contains("**") && part != "**"),
    };
    (!is_void).then(|| parts.collect())
}

/// Whether a path fits a pattern, segment by segment: for each pattern segment, which prefixes of the path fit so far.
fn fits(pattern: &[&str], path: &[&str]) -> bool {
    let mut reached: Vec<bool> = iter::once(true).chain(path.iter().map(|_| false)).collect();
    for wanted in pattern {
        reached = if *wanted == "**" {
            let mut before = false;
            let parts = iter::once(None).chain(path.iter().map(Some));
            reached
                .iter()
                .zip(parts)
                .map(|(here, part)| {
                    before = *here || (before && part.is_some_and(|part| !part.starts_with('.')));
                    before
                })
                .collect()
        } else {
            let steps = reached.iter().zip(path).map(|(here, part)| *here && fits_segment(wanted, part));
            iter::once(false).chain(steps).collect()
        };
    }
    reached.last().is_some_and(|end| *end)
}

/// Whether one segment fits, where `*` stands for any run of characters. A leading dot must be spelled.
fn fits_segment(wanted: &str, part: &str) -> bool {
    if wanted.contains('*') && part.starts_with('.') && !wanted.starts_with('.') {
        return false;
    }
    fits_run(wanted, part)
}

fn fits_run(wanted: &str, part: &str) -> bool {
    let mut pieces = wanted.split('*');
    let Some(mut rest) = pieces.next().and_then(|first| part.strip_prefix(first)) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether a command entry may begin with this word. Where its first word is spelled without any quoting that is plain to see,
/// and the entry need not be read.
fn may_begin(entry: &str, word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-');
    let first = entry.split(' ').next().unwrap_or_default();
    first == word || first.is_empty() || !first.bytes().all(is_plain)
}

/// Words of a command entry; `None` = void.
fn command(entry: &str) -> Option<Vec<Word>> {
    let line = shell::read(entry)?;
    let mut commands = line.commands.into_iter();
    let words = commands.next().filter(|_| line.targets.is_empty())?;
    commands.next().is_none().then_some(words)
}

/// `.rest` of an entry `*.rest` with at least two dots.
fn suffix(entry: &str) -> Option<&str> {
    entry.strip_prefix('*').filter(|rest| rest.starts_with('.') && rest.matches('.').count() > 1)
}

fn is_network(entry: &str) -> bool {
    lists(REGISTRIES, entry) || is_host(entry) || suffix(entry).is_some_and(|rest| is_host(&format!("a{rest}")))
}

/// Whether a text can name a resource: nothing that could fold, nothing encoded, nothing that climbs.
fn is_resource(text: &str) -> bool {
    !text.is_empty()
        && !text.chars().any(|c| c.is_control() || is_foldable(c))
        && !is_encoded(text)
        && !text.split(['/', ':', '\\']).any(|part| matches!(part, "." | ".."))
}

fn names(entry: &str, resource: &str) -> bool {
    let is_mark = |c: char| matches!(c, '/' | ':');
    let marks = |text: &str| text.chars().filter(|c| is_mark(*c)).collect::<String>();
    marks(entry) == marks(resource)
        && entry.split(is_mark).zip(resource.split(is_mark)).all(|(wanted, part)| fits_run(wanted, part))
}
