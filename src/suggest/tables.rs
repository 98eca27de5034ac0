//! The lexicons, taken apart for matching.
//!
//! Source: the files under `lexicon`; nothing is added here.

use std::sync::LazyLock;

use super::lexicon::{Stances, en_stance, foreign, handover, ru_stance, zh_stance};
use super::pattern::Pattern;
use super::token::Kind;
use super::vocabulary::Vocabulary;

/// Everything that is matched against a text.
pub struct Tables {
    /// Words of all languages.
    pub vocabulary: Vocabulary,
    /// How to proceed, by the script its phrases begin in.
    pub languages: [(Kind, StanceTable); 3],
    /// A plan first, in other languages.
    pub foreign: Vec<Pattern>,
    /// Sentences whose rest is a text to work on.
    pub tasks: Vec<Pattern>,
    /// Sentences whose rest is a ticket or a specification.
    pub tickets: Vec<Pattern>,
    /// What a task points at.
    pub pointers: Vec<Pattern>,
    /// What a task behind its payload points at.
    pub backward: Vec<Pattern>,
    /// How a last paragraph turns to the assistant and points back.
    pub returns: Vec<Pattern>,
}

/// Stances of one language; see `lexicon::Stances`.
pub struct StanceTable {
    /// Asks for the mode by name.
    pub mode: Vec<Pattern>,
    /// Turns the mode off.
    pub mode_off: Vec<Pattern>,
    /// A plan before the work.
    pub plan: Vec<Pattern>,
    /// A word before the work.
    pub ask: Vec<Pattern>,
    /// Acting is forbidden for now.
    pub hold: Vec<Pattern>,
    /// A plan, a question or waiting is refused.
    pub refuse: Vec<Pattern>,
    /// Outright, now.
    pub now: Vec<Pattern>,
    /// Looks like a stance and is none.
    pub not: Vec<Pattern>,
}

// OK because it is made of constants only, once, and nothing ever changes it: no text leaves a trace in it.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    /// The tables of this build.
    pub fn get() -> &'static Self {
        &TABLES
    }

    fn new() -> Self {
        Self {
            vocabulary: Vocabulary::new(),
            languages: [
                (Kind::Latin, StanceTable::new(&en_stance::STANCES)),
                (Kind::Han, StanceTable::new(&zh_stance::STANCES)),
                (Kind::Cyrillic, StanceTable::new(&ru_stance::STANCES)),
            ],
            foreign: Pattern::compile(foreign::PLAN),
            tasks: Pattern::compile(handover::TASKS),
            tickets: Pattern::compile(handover::TICKETS),
            pointers: Pattern::compile(handover::POINTERS),
            backward: Pattern::compile(handover::BACKWARD),
            returns: Pattern::compile(handover::RETURNS),
        }
    }
}

impl StanceTable {
    fn new(stances: &Stances) -> Self {
        Self {
            mode: Pattern::compile(stances.mode),
            mode_off: Pattern::compile(stances.mode_off),
            plan: Pattern::compile(stances.plan),
            ask: Pattern::compile(stances.ask),
            hold: Pattern::compile(stances.hold),
            refuse: Pattern::compile(stances.refuse),
            now: Pattern::compile(stances.now),
            not: Pattern::compile(stances.not),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::{Class, Patterns, en, ru, zh};
    use super::super::token::fold;
    use super::*;

    fn sources() -> Vec<Patterns> {
        let mut out = vec![
            foreign::PLAN,
            handover::TASKS,
            handover::TICKETS,
            handover::POINTERS,
            handover::BACKWARD,
            handover::RETURNS,
        ];
        for stances in [&en_stance::STANCES, &zh_stance::STANCES, &ru_stance::STANCES] {
            out.extend([
                stances.mode,
                stances.mode_off,
                stances.plan,
                stances.ask,
                stances.hold,
                stances.refuse,
                stances.now,
                stances.not,
            ]);
        }
        out
    }

    #[test]
    fn patterns_name_known_classes_and_folded_words() {
        for pattern in sources().into_iter().flatten() {
            for word in pattern.split(' ').flat_map(|element| element.trim_end_matches('?').split('|')) {
                assert!(!word.is_empty(), "{pattern}");
                if let Some(name) = word.strip_prefix('@') {
                    assert!(Class::named(name).is_some(), "no class `{name}` in {pattern}");
                } else if !matches!(word, "..." | "..") {
                    assert_eq!(fold(word), word, "{pattern} can not match");
                }
            }
        }
    }

    #[test]
    fn words_are_folded_and_listed_once_a_class() {
        for words in [en::WORDS, zh::WORDS, ru::WORDS] {
            let mut seen = std::collections::BTreeSet::new();
            for (class, phrases) in words {
                for phrase in phrases.split(',').map(str::trim) {
                    assert!(!phrase.is_empty(), "{class:?} has an empty phrase");
                    assert_eq!(fold(phrase), phrase, "{class:?} can not match");
                    assert!(seen.insert((*class, phrase)), "{class:?} lists `{phrase}` twice");
                }
            }
        }
    }
}
