//! Every loaded lexicon: those that are read together, and each of the others by itself. Refuses to know a word or a tag.
//!
//! One word means different things in two languages of one script (`no`, `para`, `die`), so only one of them is read together with those of
//! other scripts; each of the others is a view of its own. INVARIANT: a language changes nothing in the view of another one.

use super::view::{self, View};
use super::{Draft, inside};
use crate::lexicon::{self, Room, Script};

/// The words and phrases that are known.
#[derive(Clone)]
pub struct Index {
    /// What every language shares.
    shared: View,
    /// Languages that share no script, read together.
    together: View,
    /// The others, by rank.
    apart: Vec<(u8, View)>,
}

/// A language that is being taken in, entry by entry.
pub struct Learning {
    rank: u8,
    view: view::Learning,
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}

impl Index {
    /// What every language shares, and no language.
    pub fn new() -> Self {
        let shared = View::new();
        Self { together: shared.clone(), shared, apart: Vec::new() }
    }

    /// All that this build holds.
    pub(in crate::approval) fn of_this_build() -> Self {
        let mut index = Self::new();
        inside().for_each(|draft| index.learn(&draft));
        index
    }

    /// Whether the language with this rank is loaded.
    pub fn knows(&self, rank: u8) -> bool {
        self.together.knows(rank) || self.apart.iter().any(|(other, view)| *other == rank && view.knows(rank))
    }

    /// Whether every language of this script is loaded.
    pub(in crate::approval) fn covers(&self, script: Script) -> bool {
        lexicon::covers(Room::Replies, script, |rank| self.knows(rank))
    }

    /// The languages that are read together.
    pub(in crate::approval) fn together(&self) -> &View {
        &self.together
    }

    /// The others, each with its name and scripts.
    pub(in crate::approval) fn apart(&self) -> impl Iterator<Item = (&'static str, &'static [Script], &View)> {
        self.apart.iter().filter_map(|(rank, view)| {
            let lexicon = lexicon::ALL.get(usize::from(*rank))?;
            Some((lexicon.name, lexicon.scripts, view))
        })
    }

    /// Takes the words of a language in.
    pub fn learn(&mut self, draft: &Draft) {
        let mut learning = self.begin(draft);
        while !self.go_on(&mut learning, usize::MAX) {}
    }

    /// Begins to take the words of a language in: its spellings. The language counts as loaded when `go_on` has come to its end.
    pub fn begin(&mut self, draft: &Draft) -> Learning {
        let view = self.view(draft.rank).begin(draft);
        Learning { rank: draft.rank, view }
    }

    /// Takes at most so many entries in; whether these were the last.
    pub fn go_on(&mut self, learning: &mut Learning, most: usize) -> bool {
        self.view(learning.rank).go_on(&mut learning.view, most)
    }

    /// The view that a language belongs to.
    fn view(&mut self, rank: u8) -> &mut View {
        if !lexicon::ALL.get(usize::from(rank)).is_some_and(|lexicon| lexicon.apart) {
            return &mut self.together;
        }
        let at = self.apart.partition_point(|(other, _)| *other < rank);
        if self.apart.get(at).is_none_or(|(other, _)| *other != rank) {
            self.apart.insert(at, (rank, self.shared.clone().loosen()));
        }
        self.apart.get_mut(at).map_or(&mut self.together, |(_, view)| view)
    }
}
