//! The phrases of every lexicon as one tree over words, built once. Refuses to know what a tag means.
//!
//! Source: the lexicons beside this file.

use std::sync::OnceLock;

use super::{ALL, Tags, entries, expand};
use crate::approval::fold;
use crate::sorted::VecMap;

/// The number of a known word; 0 is every unknown one.
pub(in crate::approval) type WordId = u16;

/// Slots for words: twice as many as there can be ids.
const SLOTS: usize = 1 << 17;

/// The index over all lexicons.
#[derive(Default)]
pub(in crate::approval) struct Index {
    /// Ids of words, each at the first free slot from its hash on; 0 = free. `spelled` confirms.
    slots: Vec<WordId>,
    /// Words by id.
    spelled: Vec<String>,
    /// Languages of a word as bits in the order of `ALL`, by id.
    languages: Vec<u8>,
    /// What is meant, by the hash of what is written.
    respell: VecMap<u64, (String, Vec<WordId>)>,
    /// The phrases as a tree over words; the root comes first.
    nodes: Vec<Node>,
    /// The branches of all nodes, those of one node together and sorted by word.
    branches: Vec<(WordId, u32)>,
    /// The branch of the root for a word, by id: most words are looked up there and nowhere else.
    heads: Vec<u32>,
    /// Variant characters.
    variants: VecMap<char, char>,
}

/// A phrase, or the beginning of one.
#[derive(Clone, Copy, Default)]
struct Node {
    tags: Tags,
    ends: bool,
    from: u32,
    to: u32,
}

/// The index, built once.
// OK because it is derived from constants alone: the same for every caller, for ever.
pub(in crate::approval) fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(build)
}

impl Index {
    /// The plain form of a character.
    pub(in crate::approval) fn plain(&self, c: char) -> char {
        self.variants.get(&c).copied().unwrap_or(c)
    }

    /// The id of a folded word, 0 when it is unknown.
    pub(in crate::approval) fn id(&self, word: &str) -> WordId {
        self.slot(word).and_then(|slot| self.slots.get(slot)).copied().unwrap_or(0)
    }

    /// The slot of a word, or the free one where it belongs.
    fn slot(&self, word: &str) -> Option<usize> {
        let from = hash(word) as usize % SLOTS;
        (from..SLOTS).chain(0..from).find(|&slot| {
            let id = self.slots.get(slot).copied().unwrap_or(0);
            id == 0 || self.spelled.get(usize::from(id)).is_some_and(|spelled| spelled == word)
        })
    }

    /// What a folded word is written for, if it is a contraction or a typo.
    pub(in crate::approval) fn respelled(&self, word: &str) -> Option<&[WordId]> {
        self.respell.get(&hash(word)).filter(|(written, _)| written == word).map(|(_, meant)| meant.as_slice())
    }

    /// Whether a word belongs to a language or to all of them.
    pub(in crate::approval) fn speaks(&self, id: WordId, language: &str) -> bool {
        let bits = self.languages.get(usize::from(id)).copied().unwrap_or(0);
        ALL.iter().zip(0u8..).any(|(lexicon, at)| bits >> at & 1 == 1 && lexicon.language == language)
    }

    /// Calls `found` with length and tags of every phrase at the head of `words`, shortest first.
    pub(in crate::approval) fn phrases_at(&self, words: &[WordId], mut found: impl FnMut(usize, Tags)) {
        let Some(&first) = words.first() else { return };
        let mut at = self.heads.get(usize::from(first)).copied().unwrap_or(0);
        let mut depth = 1;
        while let Some(node) = self.nodes.get(at as usize).filter(|_| at != 0) {
            if node.ends {
                found(depth, node.tags);
            }
            let Some(next) = words.get(depth) else { return };
            let branches = self.branches.get(node.from as usize..node.to as usize).unwrap_or_default();
            let Ok(branch) = branches.binary_search_by_key(next, |&(word, _)| word) else { return };
            at = branches.get(branch).map_or(0, |&(_, node)| node);
            depth += 1;
        }
    }

    /// The longest phrase at the head of `words`: length and tags, `(0, 0)` when there is none.
    pub(in crate::approval) fn longest_at(&self, words: &[WordId]) -> (usize, Tags) {
        let mut longest = (0, 0);
        self.phrases_at(words, |length, tags| longest = (length, tags));
        longest
    }
}

/// FNV-1a over the bytes of a word.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The parts of an entry between spaces; a bracket with spaces in it is one part.
fn chunks(entry: &str) -> Vec<&str> {
    let mut inside = false;
    let parts = entry.split(|c| {
        inside = c == '[' || inside && c != ']';
        c == ' ' && !inside
    });
    parts.filter(|part| !part.is_empty()).collect()
}

fn build() -> Index {
    let mut index =
        Index { slots: vec![0; SLOTS], languages: vec![0], spelled: vec![String::new()], ..Index::default() };
    for lexicon in ALL {
        for pair in lexicon.variants.split_whitespace() {
            let mut chars = pair.chars();
            if let (Some(variant), Some(plain)) = (chars.next(), chars.next()) {
                index.variants.insert(variant, plain);
            }
        }
    }
    let mut phrases: Vec<(Vec<WordId>, Tags)> = Vec::new();
    for (lexicon, place) in ALL.iter().zip(0u8..) {
        for entry in entries(lexicon.respell) {
            let Some((written, meant)) = entry.split_once('=') else { continue };
            let meant = index.learn(meant, place);
            index.respell.insert(hash(written), (written.to_owned(), meant));
        }
        for (tag, list) in lexicon.phrases {
            for entry in entries(list) {
                // Each part is folded once; only their ids are multiplied out.
                let mut grown = vec![Vec::new()];
                for chunk in chunks(entry) {
                    let choices: Vec<_> = expand(chunk).iter().map(|choice| index.learn(choice, place)).collect();
                    grown = grown
                        .iter()
                        .flat_map(|head| choices.iter().map(|tail| [head.as_slice(), tail].concat()))
                        .collect();
                }
                phrases.extend(grown.into_iter().filter(|words| !words.is_empty()).map(|words| (words, tag.bit())));
            }
        }
    }
    phrases.sort_unstable();
    phrases.dedup_by(|(words, tags), (kept, kept_tags)| {
        let same = words == kept;
        if same {
            *kept_tags |= *tags;
        }
        same
    });
    index.plant(&phrases);
    index
}

impl Index {
    /// Grows the tree from sorted phrases, level by level.
    fn plant(&mut self, phrases: &[(Vec<WordId>, Tags)]) {
        self.nodes = vec![Node::default()];
        let mut level = vec![(0usize, phrases)];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for (at, mut rest) in level {
                let from = self.branches.len();
                while let Some(&word) = rest.first().and_then(|(words, _)| words.get(depth)) {
                    let end = rest.partition_point(|(words, _)| words.get(depth) <= Some(&word));
                    let (group, others) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                    rest = others;
                    let whole = group.first().filter(|(words, _)| words.len() == depth + 1);
                    let node =
                        Node { tags: whole.map_or(0, |(_, tags)| *tags), ends: whole.is_some(), ..Node::default() };
                    let place = self.nodes.len();
                    self.branches.push((word, u32::try_from(place).unwrap_or(0)));
                    self.nodes.push(node);
                    next.push((place, if whole.is_some() { group.get(1..).unwrap_or_default() } else { group }));
                }
                let to = self.branches.len();
                if let (Some(node), Ok(from), Ok(to)) = (self.nodes.get_mut(at), u32::try_from(from), u32::try_from(to))
                {
                    (node.from, node.to) = (from, to);
                }
            }
            level = next;
            depth += 1;
        }
        self.heads = vec![0; self.languages.len()];
        let root = self.nodes.first().copied().unwrap_or_default();
        for &(word, node) in self.branches.get(root.from as usize..root.to as usize).unwrap_or_default() {
            if let Some(head) = self.heads.get_mut(usize::from(word)) {
                *head = node;
            }
        }
    }

    /// The ids of a piece of a phrase; new words are taken in.
    fn learn(&mut self, text: &str, place: u8) -> Vec<WordId> {
        let mut ids = Vec::new();
        for word in fold::words(self, text) {
            if let Some(meant) = self.respelled(&word) {
                ids.extend(meant);
                continue;
            }
            let mut id = self.id(&word);
            if id == 0 {
                id = WordId::try_from(self.languages.len()).unwrap_or(0);
                let slot = self.slot(&word).and_then(|slot| self.slots.get_mut(slot));
                slot.into_iter().for_each(|free| *free = id);
                self.languages.push(0);
                self.spelled.push(word);
            }
            if let Some(languages) = self.languages.get_mut(usize::from(id)) {
                *languages |= 1 << place;
            }
            ids.push(id);
        }
        ids
    }
}
