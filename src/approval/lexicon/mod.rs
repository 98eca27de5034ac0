//! What a phrase of any language can be (its tags), and the lexicons taken apart. Refuses to know what a tag means.
//!
//! A language is one more file beside this one. A section is a tag, or `respell` (`written=meant`: contractions, typos, chat spellings),
//! or `variants` (pairs of a character and its plain form). In a phrase `#` is a number; capitals, width and spelling are folded as in
//! a reply. Every phrase holds a letter of its language's script; what travels stands in `any.txt`. Source: the labelling rules of replies.

mod index;
mod view;

pub use index::{Index, Learning};
pub(super) use view::{View, WordId};

use crate::lexicon::{self, Refused, Room, Section};

/// What a phrase can be. The first group builds clauses (`clause`), the second is looked for anywhere (`veto`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Tag {
    /// Neutral before a clause: please, so, then; address.
    Lead,
    /// Neutral before or after: now, as planned.
    Around,
    /// Whom one speaks to, by name: neutral like `Around`, but right behind a command it is the command's object (copilot, everyone).
    Address,
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
    /// Consent with reluctance.
    Reluctant,
    /// A sigh, a moan, a curse at whom one gives in to: no command behind it is meant gladly.
    Sigh,

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
    /// As a whole clause it picks a part out, and what follows is about that part alone: the rest.
    Share,
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
    /// Tells somebody to approve: no approval by itself, but behind a refusal no word of the refusal either (confirm).
    Confirm,
    /// He said.
    Report,
    /// All agreed, the boss approved: consent of third persons, which a command of the author's may follow.
    Others,
    /// Explain, show: something other than the run.
    Other,
    /// In a moment: a whole clause that promises rather than allows.
    Moment,
    /// Behind a consent an afterthought or a question, though harmless before it: right, actually.
    Tail,
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

    /// The tag of a section.
    fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, tag)| *tag)
    }
}

/// Marks a set that belongs to a whole phrase. The index alone knows it.
const WHOLE: Tags = 1 << 127;
/// Marks a set that longer phrases begin with. The index alone knows it.
const MORE: Tags = 1 << 126;

const _: () = assert!((Tag::Common as u8) < 126, "tags fit one word");

/// Tags by their names in a lexicon, in order.
const NAMES: &[(&str, Tag)] = &[
    ("Lead", Tag::Lead),
    ("Around", Tag::Around),
    ("Address", Tag::Address),
    ("Particle", Tag::Particle),
    ("Done", Tag::Done),
    ("Frame", Tag::Frame),
    ("Permit", Tag::Permit),
    ("Verb", Tag::Verb),
    ("VerbObject", Tag::VerbObject),
    ("Infinitive", Tag::Infinitive),
    ("Manner", Tag::Manner),
    ("MannerOf", Tag::MannerOf),
    ("ByPlan", Tag::ByPlan),
    ("Object", Tag::Object),
    ("Go", Tag::Go),
    ("Verdict", Tag::Verdict),
    ("Passed", Tag::Passed),
    ("Yes", Tag::Yes),
    ("YesShort", Tag::YesShort),
    ("NoObjection", Tag::NoObjection),
    ("Urge", Tag::Urge),
    ("NoNeed", Tag::NoNeed),
    ("Dither", Tag::Dither),
    ("Lack", Tag::Lack),
    ("Complaint", Tag::Complaint),
    ("WhyWait", Tag::WhyWait),
    ("Waiting", Tag::Waiting),
    ("UrgeAsk", Tag::UrgeAsk),
    ("Praise", Tag::Praise),
    ("Thing", Tag::Thing),
    ("Is", Tag::Is),
    ("Degree", Tag::Degree),
    ("Good", Tag::Good),
    ("WithMe", Tag::WithMe),
    ("Noun", Tag::Noun),
    ("Have", Tag::Have),
    ("About", Tag::About),
    ("Seen", Tag::Seen),
    ("Courtesy", Tag::Courtesy),
    ("Filler", Tag::Filler),
    ("Heard", Tag::Heard),
    ("Liking", Tag::Liking),
    ("Reluctant", Tag::Reluctant),
    ("Sigh", Tag::Sigh),
    ("Joint", Tag::Joint),
    ("That", Tag::That),
    ("Neg", Tag::Neg),
    ("NegSay", Tag::NegSay),
    ("DoubleNeg", Tag::DoubleNeg),
    ("Ban", Tag::Ban),
    ("Halt", Tag::Halt),
    ("Hold", Tag::Hold),
    ("Timing", Tag::Timing),
    ("Refusal", Tag::Refusal),
    ("No", Tag::No),
    ("Run", Tag::Run),
    ("Change", Tag::Change),
    ("ChangeVerb", Tag::ChangeVerb),
    ("Pre", Tag::Pre),
    ("ObjectFirst", Tag::ObjectFirst),
    ("Request", Tag::Request),
    ("Part", Tag::Part),
    ("Share", Tag::Share),
    ("Only", Tag::Only),
    ("OnlyPart", Tag::OnlyPart),
    ("Step", Tag::Step),
    ("Without", Tag::Without),
    ("YesFor", Tag::YesFor),
    ("NoFor", Tag::NoFor),
    ("Cond", Tag::Cond),
    ("Ask", Tag::Ask),
    ("AskFirst", Tag::AskFirst),
    ("Confirm", Tag::Confirm),
    ("Report", Tag::Report),
    ("Others", Tag::Others),
    ("Other", Tag::Other),
    ("Moment", Tag::Moment),
    ("Tail", Tag::Tail),
    ("Delegation", Tag::Delegation),
    ("FirstPerson", Tag::FirstPerson),
    ("Unclear", Tag::Unclear),
    ("Inject", Tag::Inject),
    ("Role", Tag::Role),
    ("Datum", Tag::Datum),
    ("Word", Tag::Word),
    ("NameNext", Tag::NameNext),
    ("Common", Tag::Common),
];

/// The words of one language, read whole and not yet learnt.
pub struct Draft {
    rank: u8,
    variants: Vec<(char, char)>,
    respell: Vec<(&'static str, &'static str)>,
    phrases: Vec<(Tag, Section)>,
}

impl Draft {
    /// The words of the language with this rank; refuses what is no lexicon, as a whole.
    pub fn read(rank: u8, text: &'static str) -> Result<Self, Refused> {
        let mut draft = Self { rank, variants: Vec::new(), respell: Vec::new(), phrases: Vec::new() };
        for section in lexicon::sections(text)? {
            let wrong = |what: &str| Refused::Malformed(format!("`{what}` in `{}`", section.name));
            match section.name {
                "variants" => {
                    for pair in section.lines().flat_map(str::split_whitespace) {
                        let mut chars = pair.chars();
                        match (chars.next(), chars.next(), chars.next()) {
                            (Some(variant), Some(plain), None) => draft.variants.push((variant, plain)),
                            _ => return Err(wrong(pair)),
                        }
                    }
                }
                "respell" => {
                    for entry in section.entries() {
                        draft.respell.push(entry.split_once('=').ok_or_else(|| wrong(entry))?);
                    }
                }
                name => draft.phrases.push((Tag::named(name).ok_or_else(|| wrong(name))?, section)),
            }
        }
        Ok(draft)
    }
}

/// What every language shares.
fn shared() -> Option<Draft> {
    Draft::read(view::SHARED, lexicon::shared(Room::Replies)).ok()
}

/// The lexicons that this build holds; the ones that hold nothing are left out.
fn inside() -> impl Iterator<Item = Draft> {
    let texts =
        (0..).zip(lexicon::ALL).filter_map(|(rank, lexicon)| Some((rank, lexicon.words(Room::Replies)?.inside()?)));
    texts.filter_map(|(rank, text)| Draft::read(rank, text).ok())
}

/// Every phrase with one of the tags, as written after expansion, with its language.
pub(super) fn phrases(tags: &[Tag]) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for draft in shared().into_iter().chain(inside()) {
        let language = lexicon::ALL.get(usize::from(draft.rank)).map_or("", |lexicon| lexicon.name);
        for (_, section) in draft.phrases.iter().filter(|(tag, _)| tags.contains(tag)) {
            all.extend(section.entries().flat_map(expand).map(|phrase| (language, phrase)));
        }
    }
    all
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
    use crate::lexicon::Script;

    fn drafts() -> Vec<Draft> {
        let drafts: Vec<_> = shared().into_iter().chain(inside()).collect();
        assert_eq!(drafts.len(), lexicon::ALL.len() + 1, "every lexicon is one");
        drafts
    }

    #[test]
    fn every_tag_has_its_name() {
        let places: Vec<usize> = NAMES.iter().map(|(_, tag)| *tag as usize).collect();
        assert_eq!(places, (0..=Tag::Common as usize).collect::<Vec<_>>());
        for (name, tag) in NAMES {
            assert_eq!(*name, format!("{tag:?}"));
        }
    }

    #[test]
    fn every_phrase_is_one_of_its_language() {
        let index = View::new();
        for draft in drafts() {
            let scripts = lexicon::ALL.get(usize::from(draft.rank)).map_or(&[][..], |lexicon| lexicon.scripts);
            let speaks = |text: &str| {
                scripts.is_empty() || text.chars().filter_map(Script::of).any(|script| scripts.contains(&script))
            };
            // An apostrophe at the head opens a quotation for a view that does not know the word (`'em`).
            let bare = |written: &str| written.trim_start_matches('\'').to_owned();
            let written = draft.respell.iter().map(|(written, _)| ("respell".to_owned(), bare(written)));
            let phrases = draft.phrases.iter().flat_map(|(tag, section)| {
                section.entries().flat_map(expand).map(move |phrase| (format!("{tag:?}"), phrase))
            });
            for (section, phrase) in written.chain(phrases) {
                assert!(!fold::words(&index, &phrase).is_empty(), "{section} has an empty phrase: {phrase}");
                assert!(
                    speaks(&phrase),
                    "{section}: `{phrase}` has no letter of its language: it belongs into any.txt"
                );
            }
        }
    }

    #[test]
    fn what_is_no_lexicon_is_refused_whole() {
        for text in [
            "",
            "Go\nship it",
            "=Go\nship [it\n=No\nno",
            "=Go\nship it]",
            "=Go\nship [it [now]]",
            "=Went\nship it",
            "=Go\nship it\n=Delete\ndelete",
            "=respell\ndont",
            "=variants\nabc",
        ] {
            assert!(matches!(Draft::read(0, text), Err(Refused::Malformed(_))), "{text:?}");
        }
        assert!(Draft::read(0, "=script\nLatin\n=Go\nship [it|that|]").is_ok());
    }
}
