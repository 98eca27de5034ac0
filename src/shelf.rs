//! Which languages are loaded, over both rooms that read words: takes a text in whole or not at all. Knows no word.

use crate::{
    approval::{self, Reading},
    lexicon::{self, Check, Refused},
    suggest::{self, Advice},
};

/// Entries that are taken in at a time.
const ENTRIES_A_TIME: usize = 200;

/// A language that is being loaded, a little at a time. It counts as loaded at the end; until then no text in its script is read.
pub struct Loading {
    rank: u8,
    stage: Stage,
}

/// How far it is. Nothing of a text is read before all of it is known to be the right one, and nothing learnt before all is read.
enum Stage {
    Checked(Check),
    Read(String),
    Replies(approval::Learning, suggest::Draft),
    Requests(suggest::Learning),
    Done,
}

/// Begins to load the packed lexicon of a language, for every later reply and message.
pub fn begin(name: &str, text: String) -> Result<Loading, Refused> {
    let (rank, lexicon) = lexicon::named(name)?;
    Ok(Loading { rank, stage: Stage::Checked(Check::new(lexicon, text)) })
}

impl Loading {
    /// Goes on a little; whether that was all. Where it refuses the text nothing was learnt.
    pub fn step(&mut self) -> Result<bool, Refused> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Checked(mut check) => match check.step() {
                None => Stage::Checked(check),
                Some(right) => {
                    right?;
                    let loaded = approval::knows(self.rank) && suggest::knows(self.rank);
                    if loaded { Stage::Done } else { Stage::Read(check.into_text()) }
                }
            },
            Stage::Read(text) => {
                // OK because each language comes by here once: its words are kept for ever, as those of a build that holds them.
                let text: &'static str = Box::leak(text.into_boxed_str());
                let replies = approval::Draft::read(self.rank, text)?;
                let requests = suggest::Draft::read(self.rank, text)?;
                Stage::Replies(approval::begin(&replies), requests)
            }
            Stage::Replies(mut replies, requests) => {
                if approval::go_on(&mut replies, ENTRIES_A_TIME) {
                    Stage::Requests(suggest::begin(requests))
                } else {
                    Stage::Replies(replies, requests)
                }
            }
            Stage::Requests(mut requests) => {
                if suggest::go_on(&mut requests, ENTRIES_A_TIME) {
                    Stage::Done
                } else {
                    Stage::Requests(requests)
                }
            }
            Stage::Done => Stage::Done,
        };
        Ok(matches!(self.stage, Stage::Done))
    }
}

/// Languages that a text may need and that are not loaded.
pub fn missing(text: &str) -> Vec<&'static str> {
    let loaded = |rank: u8| approval::knows(rank) && suggest::knows(rank);
    lexicon::needed(text).filter(|(rank, _)| !loaded(*rank)).map(|(_, lexicon)| lexicon.name).collect()
}

/// Words by themselves, apart from those that are loaded for all.
pub struct Shelf {
    replies: approval::Index,
    requests: suggest::Tables,
}

impl Default for Shelf {
    fn default() -> Self {
        Self::new()
    }
}

impl Shelf {
    /// What every language shares, and no language.
    pub fn new() -> Self {
        Self { replies: approval::Index::new(), requests: suggest::Tables::new() }
    }

    /// Takes the packed lexicon of a language in. Doing so again changes nothing.
    pub fn load(&mut self, name: &str, text: &'static str) -> Result<(), Refused> {
        let (rank, lexicon) = lexicon::named(name)?;
        if !lexicon.accepts(text) {
            return Err(Refused::Foreign);
        }
        let (replies, requests) = (approval::Draft::read(rank, text)?, suggest::Draft::read(rank, text)?);
        self.replies.learn(&replies);
        self.requests.learn(requests);
        Ok(())
    }

    /// Reads a reply, see `approval::read`.
    pub fn read(&self, reply: &str) -> Reading {
        approval::read_with(&self.replies, reply)
    }

    /// Judges a message, see `suggest::advise`.
    pub fn advise(&self, message: &str) -> Advice {
        suggest::advise_with(&self.requests, message)
    }
}
