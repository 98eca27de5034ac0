//! The words of every language as one index: what a phrase can be (its tags), found by its words. Refuses to know what a tag means.
//!
//! A further language is one more file beside this one, named in `ALL`. The notation of a lexicon: phrases are parted by commas,
//! `[a|b|]` stands for each of its parts, `#` for a number; capitals, width and spelling are folded here as in a reply.
//! Source: the labelling rules of replies.

mod any;
mod en;
mod ru;
mod zh;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::fold;

/// Every lexicon, universal things first.
const ALL: &[&Lexicon] = &[&any::LEXICON, &en::LEXICON, &zh::LEXICON, &ru::LEXICON];

/// The words and idioms of one language.
pub(super) struct Lexicon {
    /// `en`, `zh`, … or `""` for what every language shares.
    language: &'static str,
    /// Characters written for others: pairs of variant and plain form (Traditional and Simplified).
    variants: &'static str,
    /// Contractions, typos, chat spellings: `written=meant` parted by commas.
    respell: &'static str,
    /// Phrases by tag.
    phrases: &'static [(Tag, &'static str)],
}

/// What a phrase can be. The first group builds clauses (`clause`), the second is looked for anywhere (`veto`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Tag {
    /// Neutral before a clause: please, so, then; address.
    Lead,
    /// Neutral before or after: now, as planned.
    Around,
    /// After a command (Chinese 吧).
    Particle,
    /// After a permitted command only (Chinese 了).
    Done,
    /// Asks for a verb: you go and.
    Frame,
    /// Allows a verb: you may.
    Permit,
    /// A command by itself: start, execute.
    Verb,
    /// A command with an object: do it.
    VerbObject,
    /// A verb that needs a frame: infinitives.
    Infinitive,
    /// Opens a manner: according to. `MannerOf` must come, then anything neutral or a verb.
    Manner,
    /// According to what.
    MannerOf,
    /// A verb only behind a manner (Chinese 按计划来).
    ByPlan,
    /// What may be run: it, the plan.
    Object,
    /// A whole command: ship it.
    Go,
    /// A whole approval: agreed, I approve. May take an object.
    Verdict,
    /// Passed: approved, accepted; also after `Thing` and `Is`.
    Passed,
    /// A bare yes that other words may follow.
    Yes,
    /// A bare yes that only a break may follow (Chinese 好).
    YesShort,
    /// No objections.
    NoObjection,
    /// Do not wait.
    Urge,
    /// Opens an urge: no need to. `Dither` must come.
    NoNeed,
    /// What need not be done: wait, ask again.
    Dither,
    /// Opens an absence of objections: none of. `Complaint` stands before or after it.
    Lack,
    /// What is absent: objections, questions.
    Complaint,
    /// Opens a question that urges: what for. `Waiting` must come.
    WhyWait,
    /// What nobody should do: are you waiting.
    Waiting,
    /// What are you waiting for, with or without its question mark.
    UrgeAsk,
    /// Whole praise: nice work.
    Praise,
    /// What praise is about: it, the plan.
    Thing,
    /// Copula of praise: is, looks.
    Is,
    /// Very, all.
    Degree,
    /// Praise word: good.
    Good,
    /// Makes a praise an agreement: with me, by me.
    WithMe,
    /// What a praise word may stand before: plan, work.
    Noun,
    /// Only no objections may follow: I have.
    Have,
    /// Opens a neutral clause about the plan: thanks for, I have read.
    About,
    /// Thanks, greetings, "keep me posted".
    Courtesy,
    /// Heard, but a yes may follow: mhm.
    Filler,
    /// Heard: understood.
    Heard,
    /// Consent with a sigh.
    Reluctant,

    /// Parts clauses: but, and.
    Joint,
    /// Joins its clause to the one before: that.
    That,
    /// Not.
    Neg,
    /// I did not say.
    NegSay,
    /// Not that I mind; not bad.
    DoubleNeg,
    /// Under no circumstances.
    Ban,
    /// A prohibition that stands alone: do not.
    Halt,
    /// Wait.
    Hold,
    /// Tomorrow.
    Timing,
    /// Cancel.
    Refusal,
    /// No, as a whole clause.
    No,
    /// The run by other forms: executed, anything.
    Run,
    /// A change of the plan, wherever it stands.
    Change,
    /// A change of the plan at the head of its clause.
    ChangeVerb,
    /// May stand before a `ChangeVerb`.
    Pre,
    /// Puts the object first, so that a `ChangeVerb` counts wherever it stands (Chinese 把).
    ObjectFirst,
    /// Could you: a question that asks for a change.
    Request,
    /// Everything except.
    Part,
    /// Only, just.
    Only,
    /// Only, at the head of a clause that names a part.
    OnlyPart,
    /// Step 3.
    Step,
    /// Without.
    Without,
    /// A yes for a part: yes for.
    YesFor,
    /// A no for a part.
    NoFor,
    /// If.
    Cond,
    /// A question wherever it stands.
    Ask,
    /// A question at the head of its clause.
    AskFirst,
    /// He said.
    Report,
    /// Explain, show: something other than the run.
    Other,
    /// Up to you.
    Delegation,
    /// I will run it.
    FirstPerson,
    /// Known and undecidable.
    Unclear,
    /// Aimed at the classifier.
    Inject,
    /// `user:`
    Role,
    /// Harmless word of a remark before a command.
    Word,
    /// Takes one unknown name: showed it to.
    NameNext,
    /// Known to belong to the language, nothing more. No bit.
    Common,
}

/// A set of tags.
pub(super) type Tags = u128;

impl Tag {
    /// The set of this tag alone.
    pub(super) const fn bit(self) -> Tags {
        if matches!(self, Tag::Common) { 0 } else { 1 << self as u8 }
    }
}

const _: () = assert!((Tag::Common as u8) < 128, "tags fit one word");

/// The number of a known word; 0 is every unknown one.
pub(super) type WordId = u16;

/// The index over all lexicons.
#[derive(Default)]
pub(super) struct Index {
    words: BTreeMap<String, WordId>,
    /// Languages of a word as bits in the order of `ALL`, by id.
    languages: Vec<u8>,
    respell: BTreeMap<String, Vec<WordId>>,
    /// The phrases as a tree over words; the root comes first.
    nodes: Vec<Node>,
    /// The branches of all nodes, those of one node together and sorted by word.
    branches: Vec<(WordId, u32)>,
    /// The branch of the root for a word, by id: most words are looked up there and nowhere else.
    heads: Vec<u32>,
    /// Variant characters, sorted.
    variants: Vec<(char, char)>,
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
pub(super) fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(build)
}

impl Index {
    /// The plain form of a character.
    pub(super) fn plain(&self, c: char) -> char {
        let found = self.variants.binary_search_by_key(&c, |&(variant, _)| variant);
        found.ok().and_then(|at| self.variants.get(at)).map_or(c, |&(_, plain)| plain)
    }

    /// The id of a folded word, 0 when it is unknown.
    pub(super) fn id(&self, word: &str) -> WordId {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// What a folded word is written for, if it is a contraction or a typo.
    pub(super) fn respelled(&self, word: &str) -> Option<&[WordId]> {
        self.respell.get(word).map(Vec::as_slice)
    }

    /// Whether a word belongs to a language or to all of them.
    pub(super) fn speaks(&self, id: WordId, language: &str) -> bool {
        let bits = self.languages.get(usize::from(id)).copied().unwrap_or(0);
        ALL.iter().zip(0u8..).any(|(lexicon, at)| bits >> at & 1 == 1 && lexicon.language == language)
    }

    /// Calls `found` with length and tags of every phrase at the head of `words`, shortest first.
    pub(super) fn phrases_at(&self, words: &[WordId], mut found: impl FnMut(usize, Tags)) {
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
    pub(super) fn longest_at(&self, words: &[WordId]) -> (usize, Tags) {
        let mut longest = (0, 0);
        self.phrases_at(words, |length, tags| longest = (length, tags));
        longest
    }
}

/// Every phrase with one of the tags, as written after expansion, with its language.
pub(super) fn phrases(tags: &[Tag]) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for lexicon in ALL {
        for (tag, list) in lexicon.phrases {
            if tags.contains(tag) {
                all.extend(entries(list).flat_map(expand).map(|phrase| (lexicon.language, phrase)));
            }
        }
    }
    all
}

fn entries(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// `a [b|c|] d` as `a b d`, `a c d`, `a d`. No nesting.
fn expand(entry: &str) -> Vec<String> {
    let Some((head, rest)) = entry.split_once('[') else { return vec![entry.to_owned()] };
    let Some((choice, tail)) = rest.split_once(']') else { return Vec::new() };
    let tails = expand(tail);
    choice.split('|').flat_map(|part| tails.iter().map(move |tail| format!("{head}{part}{tail}"))).collect()
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
    let mut index = Index { languages: vec![0], ..Index::default() };
    for lexicon in ALL {
        let pairs = lexicon.variants.split_whitespace().filter_map(|pair| {
            let mut chars = pair.chars();
            Some((chars.next()?, chars.next()?))
        });
        index.variants.extend(pairs);
    }
    index.variants.sort_unstable();
    let mut phrases: Vec<(Vec<WordId>, Tags)> = Vec::new();
    for (lexicon, place) in ALL.iter().zip(0u8..) {
        for entry in entries(lexicon.respell) {
            let Some((written, meant)) = entry.split_once('=') else { continue };
            let meant = index.learn(meant, place);
            index.respell.insert(written.to_owned(), meant);
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
            if let Some(meant) = self.respell.get(&word) {
                ids.extend(meant);
                continue;
            }
            let next = WordId::try_from(self.languages.len()).unwrap_or(0);
            let id = *self.words.entry(word).or_insert(next);
            if id == next {
                self.languages.push(0);
            }
            if let Some(languages) = self.languages.get_mut(usize::from(id)) {
                *languages |= 1 << place;
            }
            ids.push(id);
        }
        ids
    }
}
