//! The lexicons, taken apart for matching.
//!
//! INVARIANT: which lexicons are loaded decides what is found, never the order in which they came: everything stands by the rank of its
//! language. Source: the files under `lexicon`; nothing is added here.

use super::lexicon::{Class, Draft, SHARED, Stances, foreign, inside, shared};
use super::pattern::Pattern;
use super::token::Kind;
use super::vocabulary::Vocabulary;
use crate::lexicon::{self, Room, Script};

/// Everything that is matched against a text.
#[derive(Clone, Default)]
pub struct Tables {
    /// Ranks of the loaded languages as bits.
    loaded: u16,
    /// Words of all languages.
    pub vocabulary: Vocabulary,
    /// How to proceed, language by language.
    pub languages: Vec<StanceTable>,
    /// A plan first, in languages without a lexicon.
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
#[derive(Clone)]
pub struct StanceTable {
    /// Rank of the language.
    rank: u8,
    /// What its phrases begin with.
    pub kinds: Vec<Kind>,
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

impl Tables {
    /// What every language shares, and no language.
    pub fn new() -> Self {
        let mut tables = Self { foreign: Pattern::compile(SHARED, foreign::PLAN), ..Self::default() };
        shared().into_iter().for_each(|draft| tables.learn(draft));
        tables
    }

    /// All that this build holds.
    pub fn of_this_build() -> Self {
        let mut tables = Self::new();
        inside().for_each(|draft| tables.learn(draft));
        tables
    }

    /// Whether the language with this rank is loaded.
    pub fn knows(&self, rank: u8) -> bool {
        self.loaded & bit(rank) != 0
    }

    /// Whether every language of this script is loaded.
    pub fn covers(&self, script: Script) -> bool {
        lexicon::covers(Room::Requests, script, |rank| self.knows(rank))
    }

    /// Whether every language that has words of requests is loaded.
    pub fn complete(&self) -> bool {
        (0..).zip(lexicon::ALL).all(|(rank, lexicon)| lexicon.words(Room::Requests).is_none() || self.knows(rank))
    }

    /// Takes the words of a language in.
    pub fn learn(&mut self, draft: Draft) {
        let mut learning = Learning::new(draft);
        while !self.go_on(&mut learning, usize::MAX) {}
    }

    /// Takes at most so many words in; whether these were the last.
    pub fn go_on(&mut self, learning: &mut Learning, most: usize) -> bool {
        let rank = learning.draft.rank;
        if self.knows(rank) {
            return true;
        }
        if !std::mem::replace(&mut learning.begun, true) {
            // What was begun and never ended counts once.
            self.vocabulary.forget(rank);
        }
        for _ in 0..most {
            let Some((class, phrase)) = learning.phrases.next() else {
                self.proceed(&learning.draft);
                self.loaded |= bit(rank);
                return true;
            };
            self.vocabulary.take(rank, class, phrase);
        }
        false
    }

    /// Takes the patterns of a language in.
    fn proceed(&mut self, draft: &Draft) {
        let scripts = lexicon::ALL.get(usize::from(draft.rank)).map_or(&[][..], |lexicon| lexicon.scripts);
        let at = self.languages.partition_point(|other| other.rank < draft.rank);
        self.languages.insert(at, StanceTable::new(draft.rank, scripts, &draft.stances));
        let handover = &draft.handover;
        for (all, sources) in [
            (&mut self.tasks, &handover.tasks),
            (&mut self.tickets, &handover.tickets),
            (&mut self.pointers, &handover.pointers),
            (&mut self.backward, &handover.backward),
            (&mut self.returns, &handover.returns),
        ] {
            let at = all.partition_point(|pattern| pattern.rank < draft.rank);
            all.splice(at..at, Pattern::compile(draft.rank, sources));
        }
    }
}

/// A language that is being taken in, phrase by phrase, its patterns last.
pub struct Learning {
    draft: Draft,
    phrases: Box<dyn Iterator<Item = (Class, &'static str)> + Send>,
    begun: bool,
}

impl Learning {
    /// Nothing of it is taken in yet.
    pub fn new(draft: Draft) -> Self {
        let words = draft.words.clone().into_iter();
        let phrases = words.flat_map(|(class, section)| section.entries().map(move |phrase| (class, phrase)));
        Self { draft, phrases: Box::new(phrases), begun: false }
    }
}

fn bit(rank: u8) -> u16 {
    1u16.checked_shl(rank.into()).unwrap_or(0)
}

impl StanceTable {
    fn new(rank: u8, scripts: &[Script], stances: &Stances) -> Self {
        let kind = |script: &Script| match script {
            Script::Latin => Kind::Latin,
            Script::Cyrillic => Kind::Cyrillic,
            Script::Han => Kind::Han,
            Script::Kana | Script::Hangul => Kind::Other,
        };
        Self {
            rank,
            kinds: scripts.iter().map(kind).collect(),
            mode: Pattern::compile(rank, &stances.mode),
            mode_off: Pattern::compile(rank, &stances.mode_off),
            plan: Pattern::compile(rank, &stances.plan),
            ask: Pattern::compile(rank, &stances.ask),
            hold: Pattern::compile(rank, &stances.hold),
            refuse: Pattern::compile(rank, &stances.refuse),
            now: Pattern::compile(rank, &stances.now),
            not: Pattern::compile(rank, &stances.not),
        }
    }
}
