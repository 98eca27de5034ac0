//! Which texts are loaded, over both rooms that read words: takes a text in whole or not at all. Knows no word.

use crate::{
    approval::{self, Reading},
    lexicon::{self, Check, Refused, Room},
    suggest::{self, Advice},
};

/// Entries that are taken in at a time.
const ENTRIES_A_TIME: usize = 200;

/// A text that is being loaded, a little at a time. Its language counts as loaded at the end, in its room alone; until then that room
/// reads nothing in its script.
pub struct Loading {
    room: Room,
    rank: u8,
    stage: Stage,
}

/// How far it is. Nothing of a text is read before all of it is known to be the right one, and nothing learnt before all is read.
enum Stage {
    Checked(Check),
    Read(String),
    Replies(approval::Learning),
    Requests(Box<suggest::Learning>),
    Done,
}

/// Begins to load the packed text of this name, for every later reply or message.
pub fn begin(name: &str, text: String) -> Result<Loading, Refused> {
    let (room, rank, words) = lexicon::text_named(name)?;
    Ok(Loading { room, rank, stage: Stage::Checked(Check::new(words, text)) })
}

impl Loading {
    /// Goes on a little; whether that was all. Where it refuses the text nothing was learnt.
    pub fn step(&mut self) -> Result<bool, Refused> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Checked(mut check) => match check.step() {
                None => Stage::Checked(check),
                Some(right) => {
                    right?;
                    if knows(self.room, self.rank) { Stage::Done } else { Stage::Read(check.into_text()) }
                }
            },
            Stage::Read(text) => {
                // OK because each text comes by here once: its words are kept for ever, as those of a build that holds them.
                let text: &'static str = Box::leak(text.into_boxed_str());
                match self.room {
                    Room::Replies => Stage::Replies(approval::begin(&approval::Draft::read(self.rank, text)?)),
                    Room::Requests => Stage::Requests(Box::new(suggest::begin(suggest::Draft::read(self.rank, text)?))),
                }
            }
            Stage::Replies(mut replies) => {
                if approval::go_on(&mut replies, ENTRIES_A_TIME) {
                    Stage::Done
                } else {
                    Stage::Replies(replies)
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

fn knows(room: Room, rank: u8) -> bool {
    match room {
        Room::Replies => approval::knows(rank),
        Room::Requests => suggest::knows(rank),
    }
}

/// Names of the texts that a room may need to read this and that are not loaded.
pub fn missing(room: Room, text: &str) -> Vec<String> {
    let lacking = lexicon::needed(room, text).filter(|(rank, _)| !knows(room, *rank));
    lacking.map(|(_, lexicon)| lexicon.text_name(room)).collect()
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

    /// Takes the packed text of this name in. Doing so again changes nothing.
    pub fn load(&mut self, name: &str, text: &'static str) -> Result<(), Refused> {
        let (room, rank, words) = lexicon::text_named(name)?;
        if !words.accepts(text) {
            return Err(Refused::Foreign);
        }
        match room {
            Room::Replies => self.replies.learn(&approval::Draft::read(rank, text)?),
            Room::Requests => self.requests.learn(suggest::Draft::read(rank, text)?),
        }
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
