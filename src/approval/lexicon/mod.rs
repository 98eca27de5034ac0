//! What a phrase of any language can be (its tags), and the notation the lexicons are written in. Refuses to know what a tag means.
//!
//! A further language is one more file beside this one, named in `ALL`. The notation of a lexicon: phrases are parted by commas,
//! `[a|b|]` stands for each of its parts, `#` for a number; capitals, width and spelling are folded here as in a reply.
//! Source: the labelling rules of replies.

mod any;
mod en;
mod index;
mod ru;
mod zh;

pub(super) use index::{Index, WordId, index};

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
    /// Opens a neutral clause about the plan: thanks for.
    About,
    /// Opens a sentence about reading, which answers another question: I have read.
    Seen,
    /// Thanks, greetings, "keep me posted".
    Courtesy,
    /// Heard, but a yes may follow: mhm.
    Filler,
    /// Heard: understood.
    Heard,
    /// Likes the plan, which is no answer: I like it. What follows without a break may be its object.
    Liking,
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
    /// All agreed, the boss approved: consent of third persons, which a command of the author's may follow.
    Others,
    /// Explain, show: something other than the run.
    Other,
    /// In a moment: a whole clause that promises rather than allows.
    Moment,
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
    /// A value of data: true, 0.
    Datum,
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
    let mut inside = false;
    let parts = list.split(move |c| {
        inside = c == '[' || inside && c != ']';
        c == ',' && !inside
    });
    parts.map(str::trim).filter(|entry| !entry.is_empty())
}

/// `a [b|c|] d` as `a b d`, `a c d`, `a d`. No nesting.
fn expand(entry: &str) -> Vec<String> {
    let Some((head, rest)) = entry.split_once('[') else { return vec![entry.to_owned()] };
    let Some((choice, tail)) = rest.split_once(']') else { return Vec::new() };
    let tails = expand(tail);
    choice.split('|').flat_map(|part| tails.iter().map(move |tail| format!("{head}{part}{tail}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::fold;

    #[test]
    fn every_entry_is_well_formed() {
        for lexicon in ALL {
            for (tag, list) in lexicon.phrases {
                for entry in entries(list) {
                    let depth = entry.chars().try_fold(0i32, |depth, c| match c {
                        '[' => (depth == 0).then_some(1),
                        ']' => (depth == 1).then_some(0),
                        _ => Some(depth),
                    });
                    assert_eq!(depth, Some(0), "{} {tag:?}: {entry}", lexicon.language);
                    let empty = expand(entry).iter().any(|phrase| fold::words(index(), phrase).is_empty());
                    assert!(!empty, "{} {tag:?} has an empty phrase: {entry}", lexicon.language);
                }
            }
            for entry in entries(lexicon.respell) {
                assert!(entry.contains('='), "{}: {entry}", lexicon.language);
            }
        }
    }

    #[test]
    fn phrases_are_found_by_their_words() {
        let ids: Vec<WordId> = ["go", "ahead", "now"].iter().map(|word| index().id(word)).collect();
        assert!(ids.iter().all(|&id| id != 0));
        let (length, tags) = index().longest_at(&ids);
        assert_eq!(length, 2);
        assert_ne!(tags & Tag::Verb.bit(), 0);
        assert_eq!(index().id("zorbly"), 0);
        assert!(index().speaks(index().id("ahead"), "en"));
        assert!(!index().speaks(index().id("ahead"), "ru"));
    }
}
