//! Which languages are loaded, over both rooms that read words: takes a text in whole or not at all. Knows no word.

use crate::{
    approval::{self, Reading},
    lexicon::{self, Refused},
    suggest::{self, Advice},
};

/// Takes the packed lexicon of a language in, for every later reply and message. Doing so again changes nothing.
pub fn load(name: &str, text: &str) -> Result<(), Refused> {
    let (rank, lexicon) = lexicon::named(name)?;
    if !lexicon.accepts(text) {
        return Err(Refused::Foreign);
    }
    if approval::knows(rank) && suggest::knows(rank) {
        return Ok(());
    }
    // OK because each language comes by here once: its words are kept for ever, as those of a build that holds them.
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let (replies, requests) = (approval::Draft::read(rank, text)?, suggest::Draft::read(rank, text)?);
    approval::learn(&replies);
    suggest::learn(&requests);
    Ok(())
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

    /// Takes the packed lexicon of a language in, as `load` does.
    pub fn load(&mut self, name: &str, text: &'static str) -> Result<(), Refused> {
        let (rank, lexicon) = lexicon::named(name)?;
        if !lexicon.accepts(text) {
            return Err(Refused::Foreign);
        }
        let (replies, requests) = (approval::Draft::read(rank, text)?, suggest::Draft::read(rank, text)?);
        self.replies.learn(&replies);
        self.requests.learn(&requests);
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
