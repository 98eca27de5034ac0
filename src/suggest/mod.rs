//! Should a message be offered plan mode: one pure verdict with its reason.
//!
//! Knows no modes, no triggers and no tools; owns the order of the decision, the rooms beside it are its leaves.
//! Source: the suggestion rules, section 2.

mod command;
mod document;
mod implied;
mod language;
mod lexicon;
mod mail;
mod migrate;
mod mood;
mod object;
mod own_text;
mod paste;
mod pattern;
mod payload;
mod publish;
mod request;
mod risk;
mod scene;
mod size;
mod stance;
mod tables;
mod token;
mod verb;
mod vocabulary;

use std::ops::Range;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use crate::code::{self, Code};
use crate::config;
use crate::lexicon::Script;
use lexicon::Class;
pub use lexicon::Draft;
use own_text::OwnText;
use pattern::Reading;
use request::{Act, Request};
use stance::Stance;
pub use tables::{Learning, Tables};
use token::{Kind, Mark, Piece, Token};

/// What a chat should do with a message in normal mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Run it only after the person was offered plan mode.
    Offer,
    /// Run it.
    Direct,
    /// Nothing to plan: it asks for no change outside the chat.
    None,
    /// Start planning at once: the person asked for a plan first, or forbade acting for now.
    Explicit,
}

/// A message, judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What to do with it.
    pub label: Label,
    /// Why, one of `code::suggest::ALL`.
    pub reason: Code,
}

/// Judges one message by what its author says in it; pastes, quotes and payloads of text tasks are never read.
///
/// ```
/// use plangate::suggest::{Label, advise};
///
/// assert_eq!(advise("Drop the sessions table.").label, Label::Offer);
/// assert_eq!(advise("Plan first, don't touch the code.").label, Label::Explicit);
/// assert_eq!(advise("How do I drop a table?").label, Label::None);
/// assert_eq!(advise("Just fix it.").label, Label::Direct);
/// ```
pub fn advise(text: &str) -> Advice {
    advise_with(&known(), text)
}

// OK because it holds nothing but lexicons of this build, each whole or not at all: once the languages of a text are there, what is
// advised on it is the same for ever. Where the build holds them itself they are there from the first call on.
static TABLES: LazyLock<RwLock<Arc<Tables>>> = LazyLock::new(|| RwLock::new(Arc::new(Tables::of_this_build())));

/// What is loaded. Nobody holds the lock while a text is read: a core that traps there leaves none behind.
fn known() -> Arc<Tables> {
    Arc::clone(&TABLES.read().unwrap_or_else(PoisonError::into_inner))
}

/// Begins to take the words of a language in, for every later message.
pub fn begin(draft: Draft) -> Learning {
    Learning::new(draft)
}

/// Takes at most so many words in; whether these were the last, from which on the language counts as loaded.
pub fn go_on(learning: &mut Learning, most: usize) -> bool {
    Arc::make_mut(&mut TABLES.write().unwrap_or_else(PoisonError::into_inner)).go_on(learning, most)
}

/// Whether the language with this rank is loaded.
pub fn knows(rank: u8) -> bool {
    known().knows(rank)
}

/// Judges a message with these words. Own text in a script whose languages are not all loaded asks for nothing.
pub fn advise_with(tables: &Tables, text: &str) -> Advice {
    let mut own = own_text::cut(text);
    own.shorten(config::SUGGEST_OWN_CHARS_MAX);
    if let Some(advice) = slash_command(&own) {
        return advice;
    }
    let covered = || own.folded().chars().filter_map(Script::of).all(|script| tables.covers(script));
    if !tables.complete() && !covered() {
        return none(code::suggest::LANGUAGE);
    }
    payload::cut(&mut own, tables);
    let (tokens, task) = flatten(&own);
    if !tokens.iter().any(|token| token.is_word() || token.kind == Kind::Name) {
        return none(if own.cut { code::suggest::PASTE_ONLY } else { code::suggest::CHAT });
    }
    let folded = own.folded();
    if language::is_foreign(&tokens, &folded) {
        let reading = Reading::new(tokens, &tables.vocabulary);
        let plans = stance::foreign_plan(&reading, tables, &folded);
        return if plans { explicit(code::suggest::PLAN_FIRST) } else { none(code::suggest::LANGUAGE) };
    }
    decide(&Reading::new(tokens, &tables.vocabulary), tables, &own, task)
}

/// Stance, request, risk, size: the first that decides.
fn decide(reading: &Reading, tables: &Tables, own: &OwnText, task: Option<Range<usize>>) -> Advice {
    let mut request = Request::read(reading);
    if let Some(line) = task {
        request.name_task(&line);
    }
    let acts: Vec<&Act> = request.changes().collect();
    match stance::read(reading, tables) {
        Some(Stance::Plan(reason)) => return explicit(reason),
        Some(Stance::Hold { change }) if change || !acts.is_empty() => return explicit(code::suggest::HOLD),
        Some(Stance::Hold { .. }) => {
            return none(if request.acts.is_empty() { code::suggest::HOLD_ONLY } else { code::suggest::READ_ONLY });
        }
        Some(Stance::Immediate) if !acts.is_empty() => return direct(code::suggest::IMMEDIATE),
        Some(Stance::ModeOff)
            if acts
                .iter()
                .all(|act| act.reach.clone().any(|at| reading.is_word(at, &["mode", "режим", "режима", "模"]))) =>
        {
            return none(code::suggest::SETTING);
        }
        Some(Stance::Immediate | Stance::ModeOff) | None => {}
    }
    if acts.is_empty() {
        return none(why_nothing(&request));
    }
    let items = own.lines.iter().filter(|line| line.item).count();
    if let Some(reason) = risk::offer(reading, &acts, items) {
        return Advice { label: Label::Offer, reason };
    }
    direct(if acts.iter().all(|act| risk::is_small(reading, act)) {
        code::suggest::SMALL
    } else {
        code::suggest::PLAIN
    })
}

/// `/plan`, `/plan <task>`, `/plan off` at the start of own text, in any language.
fn slash_command(own: &OwnText) -> Option<Advice> {
    let Some(Piece::Text(first)) = own.lines.first()?.pieces.first() else { return None };
    let folded = token::fold(first);
    let rest = folded.trim_start().strip_prefix("/plan")?;
    if rest.chars().next().is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-')) {
        return None;
    }
    let argument = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let off = [
        "off",
        "stop",
        "exit",
        "cancel",
        "end",
        "quit",
        "disable",
        "close",
        "выкл",
        "стоп",
        "выход",
        "отмена",
        "关",
        "关闭",
        "退出",
        "停止",
        "取消",
    ];
    Some(if off.contains(&argument) { none(code::suggest::SETTING) } else { explicit(code::suggest::PLAN_MODE) })
}

/// Tokens of all lines, and where the line stands whose task had a payload; every line ends a sentence.
fn flatten(own: &OwnText) -> (Vec<Token>, Option<Range<usize>>) {
    let mut out = Vec::new();
    let mut task = None;
    for (at, line) in own.lines.iter().enumerate() {
        let start = out.len();
        out.extend(token::tokens(&line.pieces));
        out.push(Token { kind: Kind::Mark(Mark::Line), text: String::new() });
        if own.task == Some(at) {
            task = Some(start..out.len());
        }
    }
    (out, task)
}

/// Why a message without an act asks for nothing.
fn why_nothing(request: &Request) -> Code {
    let does = |class: Class| request.acts.iter().any(|act| act.classes.contains(&class));
    if does(Class::TextTask) {
        code::suggest::TEXT_TASK
    } else if does(Class::Chat) {
        code::suggest::CONTENT
    } else if let Some(note) = request.notes.last() {
        note
    } else if does(Class::Read) {
        code::suggest::READ_ONLY
    } else {
        code::suggest::CHAT
    }
}

fn none(reason: Code) -> Advice {
    Advice { label: Label::None, reason }
}

fn direct(reason: Code) -> Advice {
    Advice { label: Label::Direct, reason }
}

fn explicit(reason: Code) -> Advice {
    Advice { label: Label::Explicit, reason }
}
