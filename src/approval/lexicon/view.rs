//! The phrases of lexicons that are read together, as one tree over words. Refuses to know what a tag means.
//!
//! INVARIANT: which lexicons are loaded decides what is found, never the order in which they came: ids and nodes are numbers without
//! meaning, a lexicon is folded by its own spellings and the shared ones alone, and of two languages that respell a word the first counts.
//! Source: the lexicons beside this file.

use super::{Draft, MORE, Tag, Tags, WHOLE, expand, shared};
use crate::approval::fold;
use crate::lexicon::{self, Script};
use crate::sorted::VecMap;

/// The number of a known word; 0 is every unknown one.
pub(in crate::approval) type WordId = u32;

/// Rank of what every language shares.
pub(super) const SHARED: u8 = u8::MAX;

/// The words and phrases that are known.
#[derive(Clone, Default)]
pub struct View {
    /// Ranks of the loaded languages as bits.
    loaded: u16,
    /// Numbers of words by their hash.
    slots: Table,
    /// Numbers of words with marks by the hash of what is left without them, in a loose view.
    marked: Table,
    /// The texts of all words, one behind the other.
    spelled: String,
    /// Words by id.
    words: Vec<Word>,
    /// What is meant by a word, by language.
    respelled: VecMap<(WordId, u8), Vec<WordId>>,
    /// Variant characters.
    variants: VecMap<char, char>,
    /// Numbers of nodes by the hash of where they hang.
    branches: Table,
    /// Where a node hangs: its parent and the word that leads to it. The root comes first.
    hangs: Vec<(u32, WordId)>,
    /// Whether marks on letters may be left out, and a word is parted at its apostrophe.
    loose: bool,
    /// What a node is: the tags of the phrase that ends there with `WHOLE`, and `MORE` where a longer one goes on.
    tags: Vec<Tags>,
}

#[derive(Clone, Copy, Default)]
struct Word {
    /// Where its text ends; it begins where that of the word before it ends.
    end: u32,
    /// The node that it leads to from the root; 0 = none. Most words are looked up there and nowhere else.
    head: u32,
    /// Ranks of its languages as bits.
    languages: u16,
    /// Whether a language writes it for something else.
    respelled: bool,
    /// Whether another word has the same letters with other marks.
    shares: bool,
}

/// Numbers at the first free slot from their hash on; 0 = free. What a number stands for is confirmed by the asker.
#[derive(Clone, Default)]
struct Table {
    slots: Vec<u32>,
    taken: usize,
}

impl Table {
    /// The number with this hash that `is` confirms.
    fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            match self.slots.get(at) {
                Some(&number) if number != 0 => {
                    if is(number) {
                        return Some(number);
                    }
                }
                // INVARIANT: a quarter of the slots is free, so this is reached.
                _ => return None,
            }
            at = (at + 1) & mask;
        }
    }

    /// Takes a number in that is not there yet; `rehash` tells the hash of any that is.
    fn insert(&mut self, hash: u64, number: u32, rehash: impl Fn(u32) -> u64) {
        if (self.taken + 1) * 4 > self.slots.len() * 3 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![0; (old.len() * 2).max(1 << 10)];
            for number in old.into_iter().filter(|&number| number != 0) {
                self.put(rehash(number), number);
            }
        }
        self.put(hash, number);
        self.taken += 1;
    }

    fn put(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots.get(at).is_some_and(|&taken| taken != 0) {
            at = (at + 1) & mask;
        }
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = number;
        }
    }
}

impl View {
    /// What every language shares, and no language.
    pub fn new() -> Self {
        let mut index = Self { words: vec![Word::default()], hangs: vec![(0, 0)], tags: vec![0], ..Self::default() };
        shared().iter().for_each(|draft| index.learn(draft));
        index
    }

    /// Whether the language with this rank is loaded.
    pub fn knows(&self, rank: u8) -> bool {
        self.loaded & bit(rank) != 0
    }

    /// The plain form of a character.
    pub(in crate::approval) fn plain(&self, c: char) -> char {
        self.variants.get(&c).copied().unwrap_or(c)
    }

    /// The id of a folded word, 0 when it is unknown.
    pub(in crate::approval) fn id(&self, word: &str) -> WordId {
        self.slots.find(hash(word), |id| self.spelling(id) == Some(word)).unwrap_or(0)
    }

    /// The same, in a loose view without the marks on its letters too; a last vowel may be drawn out ("yaa").
    pub(in crate::approval) fn id_of(&self, word: &str) -> WordId {
        let exact = self.id(word);
        if exact != 0 {
            return exact;
        }
        let known = self.id_unmarked(word);
        let mut tail = word.char_indices().rev();
        match (tail.next(), tail.next()) {
            (Some((at, last)), Some((_, before))) if known == 0 && last == before && VOWELS.contains(last) => {
                let word = word.get(..at).unwrap_or_default();
                Some(self.id(word)).filter(|&id| id != 0).unwrap_or_else(|| self.id_unmarked(word))
            }
            _ => known,
        }
    }

    /// The id of a word that is unknown as it is.
    fn id_unmarked(&self, word: &str) -> WordId {
        if !self.loose {
            return 0;
        }
        let marked_as = |bare: &str| self.marked_as(bare).filter(|&id| !self.shares(id)).unwrap_or(0);
        if word.is_ascii() {
            return marked_as(word);
        }
        let bare = unmarked(word);
        match self.id(&bare) {
            0 => marked_as(&bare),
            id => id,
        }
    }

    /// Whether another word has the letters of this one, with other marks.
    fn shares(&self, id: WordId) -> bool {
        self.words.get(id as usize).is_some_and(|word| word.shares)
    }

    /// Whether a word of a reply is spelled like the one that it was taken for.
    pub(in crate::approval) fn is_spelled(&self, id: WordId, word: &str) -> bool {
        self.spelling(id) == Some(word)
    }

    /// The first word with marks that has these letters.
    fn marked_as(&self, bare: &str) -> Option<WordId> {
        self.marked.find(hash(bare), |id| self.spelling(id).is_some_and(|word| is_unmarked(word, bare)))
    }

    /// Makes a new word known without its marks too; two words that differ by nothing else are known with them only.
    fn mark(&mut self, word: &str, id: WordId) {
        let bare = unmarked(word);
        if let Some(other) = self.marked_as(&bare) {
            if let Some(other) = self.words.get_mut(other as usize) {
                other.shares = true;
            }
            return;
        }
        let (words, spelled) = (&self.words, &self.spelled);
        self.marked.insert(hash(&bare), id, |id| {
            let from = words.get(id as usize - 1).map_or(0, |word| word.end as usize);
            let to = words.get(id as usize).map_or(0, |word| word.end as usize);
            spelled.get(from..to).map_or(0, |word| hash(&unmarked(word)))
        });
    }

    /// The parts of a word that are looked up: in a loose view what an apostrophe parts ("n'attends").
    pub(in crate::approval) fn parts<'w>(&self, word: &'w str) -> impl Iterator<Item = &'w str> + use<'w> {
        let whole = if self.loose { '\'' } else { '\0' };
        word.split(whole).filter(|part| !part.is_empty())
    }

    /// Makes marks optional.
    pub(super) fn loosen(mut self) -> Self {
        self.loose = true;
        self
    }

    fn spelling(&self, id: WordId) -> Option<&str> {
        let at = id as usize;
        let from = self.words.get(at.checked_sub(1)?)?.end as usize;
        self.spelled.get(from..self.words.get(at)?.end as usize)
    }

    /// What a word of a reply is written for, if it is a contraction or a typo.
    pub(in crate::approval) fn respelled(&self, id: WordId) -> Option<&[WordId]> {
        self.words.get(id as usize).filter(|word| word.respelled)?;
        (0..16).chain([SHARED]).find_map(|rank| self.respelled.get(&(id, rank))).map(Vec::as_slice)
    }

    /// Whether a word belongs to a language.
    pub(in crate::approval) fn speaks(&self, id: WordId, language: &str) -> bool {
        let languages = self.words.get(id as usize).map_or(0, |word| word.languages);
        lexicon::named(language).is_ok_and(|(rank, _)| languages & bit(rank) != 0)
    }

    /// Calls `found` with length and tags of every phrase at the head of `words`, shortest first.
    pub(in crate::approval) fn phrases_at(&self, words: &[WordId], mut found: impl FnMut(usize, Tags)) {
        let Some((&first, rest)) = words.split_first() else { return };
        let mut at = self.words.get(first as usize).map_or(0, |word| word.head);
        let mut rest = (1..).zip(rest);
        let mut depth = 1;
        while let Some(&tags) = self.tags.get(at as usize).filter(|_| at != 0) {
            if tags & WHOLE != 0 {
                found(depth, tags & !(WHOLE | MORE));
            }
            if tags & MORE == 0 {
                return;
            }
            let Some((before, &word)) = rest.next() else { return };
            depth = before + 1;
            at = self.branch(at, word).unwrap_or(0);
        }
    }

    /// The longest phrase at the head of `words`: length and tags, `(0, 0)` when there is none.
    pub(in crate::approval) fn longest_at(&self, words: &[WordId]) -> (usize, Tags) {
        let mut longest = (0, 0);
        self.phrases_at(words, |length, tags| longest = (length, tags));
        longest
    }

    /// The node that a word leads to.
    fn branch(&self, node: u32, word: WordId) -> Option<u32> {
        self.branches.find(mix(node, word), |at| self.hangs.get(at as usize) == Some(&(node, word)))
    }
}

/// FNV-1a over the bytes of a word, folded so that the low bits hear of all.
fn hash(word: &str) -> u64 {
    let hash =
        word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash ^ (hash >> 32)
}

/// A word without the marks on its letters.
fn unmarked(word: &str) -> String {
    word.chars().map(bare).collect::<String>().replace('ß', "ss")
}

/// Whether `bare` is this word without the marks on its letters.
fn is_unmarked(word: &str, bare: &str) -> bool {
    let mut rest = bare.chars();
    let same = word.chars().all(|c| match c {
        'ß' => rest.next() == Some('s') && rest.next() == Some('s'),
        _ => rest.next() == Some(self::bare(c)),
    });
    same && rest.next().is_none()
}

/// What a voice holds at a word's end.
const VOWELS: &str = "aeiouáéíóúаеиоуыэюя";

/// A letter without its mark.
fn bare(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        _ => c,
    }
}

/// A hash of where a node hangs.
fn mix(node: u32, word: WordId) -> u64 {
    let hash = (u64::from(node) << 32 | u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}

fn bit(rank: u8) -> u16 {
    1u16.checked_shl(rank.into()).unwrap_or(0)
}

/// The parts of an entry between spaces; a bracket with spaces in it is one part.
fn chunks(entry: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    let parts = entry.split(move |c| {
        inside = c == '[' || inside && c != ']';
        c == ' ' && !inside
    });
    parts.filter(|part| !part.is_empty())
}

impl View {
    /// Takes the words of a language in.
    pub fn learn(&mut self, draft: &Draft) {
        let mut learning = self.begin(draft);
        while !self.go_on(&mut learning, usize::MAX) {}
    }

    /// Begins to take the words of a language in: its spellings. The language counts as loaded when `go_on` has come to its end.
    pub fn begin(&mut self, draft: &Draft) -> Learning {
        for &(variant, plain) in &draft.variants {
            self.variants.insert(variant, plain);
        }
        let mut ids = Vec::new();
        for &(written, meant) in &draft.respell {
            let id = self.intern(written);
            if let Some(word) = self.words.get_mut(id as usize) {
                word.respelled = true;
            }
            ids.clear();
            self.spell(meant, draft.rank, &mut ids);
            self.respelled.insert((id, draft.rank), ids.clone());
        }
        let phrases = draft.phrases.clone().into_iter();
        let entries = phrases.flat_map(|(tag, section)| section.entries().map(move |entry| (tag, entry)));
        Learning { rank: draft.rank, entries: Box::new(entries), heads: Heads::default() }
    }

    /// Takes at most so many entries in; whether these were the last.
    pub fn go_on(&mut self, learning: &mut Learning, most: usize) -> bool {
        let Learning { rank, entries, heads } = learning;
        for _ in 0..most {
            let Some((tag, entry)) = entries.next() else {
                self.loaded |= bit(*rank);
                return true;
            };
            self.take(tag, entry, *rank, heads);
        }
        false
    }

    /// Takes one entry in.
    fn take(&mut self, tag: Tag, entry: &str, rank: u8, heads: &mut Heads) {
        heads.at.clear();
        heads.at.push(0);
        for chunk in chunks(entry) {
            if chunk.chars().all(|c| matches!(c, '[' | '|' | ']') || is_sign(c)) {
                // Each sign is a word: what stands side by side need not be multiplied out first.
                for part in chunk.split(['[', ']']).filter(|part| !part.is_empty()) {
                    part.split('|').for_each(|choice| self.follow(choice, rank, heads));
                    heads.step();
                }
            } else {
                each_choice(chunk, |choice| self.follow(choice, rank, heads));
                heads.step();
            }
        }
        for &node in heads.at.iter().filter(|&&node| node != 0) {
            if let Some(tags) = self.tags.get_mut(node as usize) {
                *tags |= tag.bit() | WHOLE;
            }
        }
    }

    /// Leads every head on by one choice of the next part.
    fn follow(&mut self, choice: &str, rank: u8, heads: &mut Heads) {
        heads.ids.clear();
        self.spell(choice, rank, &mut heads.ids);
        for &head in &heads.at {
            heads.next.push(heads.ids.iter().fold(head, |node, &word| self.grow(node, word)));
        }
    }

    /// The node that a word leads to, grown where there was none.
    fn grow(&mut self, node: u32, word: WordId) -> u32 {
        let known = match node {
            0 => self.words.get(word as usize).map(|word| word.head).filter(|&head| head != 0),
            _ => self.branch(node, word),
        };
        if let Some(known) = known {
            return known;
        }
        let Ok(new) = u32::try_from(self.tags.len()) else { return 0 };
        self.tags.push(0);
        self.hangs.push((node, word));
        if let Some(tags) = self.tags.get_mut(node as usize) {
            *tags |= MORE;
        }
        if node != 0 {
            let hangs = &self.hangs;
            self.branches
                .insert(mix(node, word), new, |at| hangs.get(at as usize).map_or(0, |&(node, word)| mix(node, word)));
        } else if let Some(word) = self.words.get_mut(word as usize) {
            word.head = new;
        }
        new
    }

    /// The id of a folded word, new where it was unknown.
    fn intern(&mut self, word: &str) -> WordId {
        let hashed = hash(word);
        if let Some(id) = self.slots.find(hashed, |id| self.spelling(id) == Some(word)) {
            return id;
        }
        let end = self.spelled.len() + word.len();
        let (Ok(id), Ok(end)) = (u32::try_from(self.words.len()), u32::try_from(end)) else { return 0 };
        self.spelled.push_str(word);
        self.words.push(Word { end, ..Word::default() });
        let (words, spelled) = (&self.words, &self.spelled);
        self.slots.insert(hashed, id, |id| {
            let from = words.get(id as usize - 1).map_or(0, |word| word.end as usize);
            let to = words.get(id as usize).map_or(0, |word| word.end as usize);
            spelled.get(from..to).map_or(0, hash)
        });
        if self.loose && !word.is_ascii() {
            self.mark(word, id);
        }
        id
    }

    /// The ids of a piece of a phrase; new words are taken in.
    fn spell(&mut self, text: &str, rank: u8, into: &mut Vec<WordId>) {
        if is_folded(text) {
            text.split(' ').filter(|word| !word.is_empty()).for_each(|word| self.word(word, rank, into));
        } else if text.chars().all(is_sign) {
            text.chars().for_each(|sign| self.word(self.plain(sign).encode_utf8(&mut [0; 4]), rank, into));
        } else {
            fold::words(self, text).iter().for_each(|word| self.word(word, rank, into));
        }
    }

    /// The ids of what a word of a phrase is written for, in its own language.
    fn word(&mut self, word: &str, rank: u8, into: &mut Vec<WordId>) {
        self.parts(word).for_each(|part| self.part(part, rank, into));
    }

    fn part(&mut self, word: &str, rank: u8, into: &mut Vec<WordId>) {
        let id = self.intern(word);
        let Some(known) = self.words.get_mut(id as usize) else { return };
        let meant =
            known.respelled.then(|| self.respelled.get(&(id, rank)).or_else(|| self.respelled.get(&(id, SHARED))));
        if let Some(meant) = meant.flatten() {
            return into.extend(meant);
        }
        known.languages |= bit(rank);
        into.push(id);
    }
}

/// Whether folding leaves a text as it is: small letters of one kind after the other and spaces. Most pieces are so, and are not folded.
fn is_folded(text: &str) -> bool {
    let mut before = [' '; 2];
    text.chars().all(|c| {
        let run = before == [c; 2];
        before = [before[1], c];
        matches!(c, 'a'..='z' | 'а'..='я') && !run || c == ' '
    })
}

/// A sign, which is a word by itself and folded already.
fn is_sign(c: char) -> bool {
    matches!(c, 'ぁ'..='ゖ' | '가'..='힣') || Script::of(c) == Some(Script::Han)
}

/// A language that is being taken in, entry by entry.
pub struct Learning {
    rank: u8,
    entries: Box<dyn Iterator<Item = (Tag, &'static str)> + Send>,
    heads: Heads,
}

/// The nodes at which the beginnings of an entry end.
#[derive(Default)]
struct Heads {
    at: Vec<u32>,
    next: Vec<u32>,
    /// The words of one choice; here so that its memory is used again.
    ids: Vec<WordId>,
}

impl Heads {
    /// Goes on to where all choices of a part have led.
    fn step(&mut self) {
        std::mem::swap(&mut self.at, &mut self.next);
        self.next.clear();
    }
}

/// Calls `found` with each choice of a part of an entry.
fn each_choice(chunk: &str, mut found: impl FnMut(&str)) {
    let whole = chunk.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).filter(|inner| !inner.contains('['));
    match whole {
        Some(inner) => inner.split('|').for_each(found),
        None if chunk.contains('[') => expand(chunk).iter().for_each(|choice| found(choice)),
        None => found(chunk),
    }
}

#[cfg(test)]
mod tests {
    use super::super::inside;
    use super::*;

    fn of_this_build() -> View {
        let mut index = View::new();
        inside()
            .filter(|draft| lexicon::ALL[usize::from(draft.rank)].name == "en")
            .for_each(|draft| index.learn(&draft));
        index
    }

    #[test]
    fn phrases_are_found_by_their_words() {
        let index = of_this_build();
        let ids: Vec<WordId> = ["go", "ahead", "now"].iter().map(|word| index.id(word)).collect();
        assert!(ids.iter().all(|&id| id != 0));
        let (length, tags) = index.longest_at(&ids);
        assert_eq!(length, 2);
        assert_ne!(tags & Tag::Verb.bit(), 0);
        assert_eq!(index.id("zorbly"), 0);
        assert!(index.speaks(index.id("ahead"), "en"));
        assert!(!index.speaks(index.id("ahead"), "ru"));
    }

    #[test]
    fn what_counts_as_folded_is() {
        let index = View::new();
        for draft in inside() {
            for (_, section) in &draft.phrases {
                for choice in section.entries().flat_map(expand) {
                    if is_folded(&choice) {
                        let plain: Vec<_> = choice.split(' ').filter(|word| !word.is_empty()).collect();
                        assert_eq!(fold::words(&index, &choice), plain);
                    } else if choice.chars().all(is_sign) {
                        let plain: Vec<_> = choice.chars().map(|sign| index.plain(sign).to_string()).collect();
                        assert_eq!(fold::words(&index, &choice), plain);
                    }
                }
            }
        }
    }
}
