//! What in a clause forbids, delays, changes, asks or reports, found wherever it stands.
//!
//! Looked for only in clauses that `clause` does not know whole, so "no problem" and "do not wait" never come here. Refuses to know
//! a word. Source: the labelling rules of replies.

use super::lexicon::{Tag, Tags, View, WordId};

/// What was found in a clause, as a set.
pub(super) type Found = u32;

/// Wait.
pub(super) const HOLD: Found = 1;
/// Tomorrow.
pub(super) const TIMING: Found = 1 << 1;
/// Do not run.
pub(super) const PROHIBITION: Found = 1 << 2;
/// Under no circumstances.
pub(super) const BAN: Found = 1 << 3;
/// Cancel, no.
pub(super) const REFUSAL: Found = 1 << 4;
/// Not good.
pub(super) const VERDICT: Found = 1 << 5;
/// Use something else.
pub(super) const CHANGE: Found = 1 << 6;
/// Only step 1.
pub(super) const PART: Found = 1 << 7;
/// If.
pub(super) const CONDITION: Found = 1 << 8;
/// A question without its mark.
pub(super) const ASK: Found = 1 << 9;
/// Somebody said.
pub(super) const REPORT: Found = 1 << 10;
/// Explain, show.
pub(super) const OTHER: Found = 1 << 11;
/// Up to you.
pub(super) const DELEGATION: Found = 1 << 12;
/// I will run it.
pub(super) const FIRST_PERSON: Found = 1 << 13;
/// Not that I mind.
pub(super) const DOUBLE: Found = 1 << 14;
/// Any negation at all.
pub(super) const NEGATION: Found = 1 << 15;
/// Aimed at the classifier.
pub(super) const INJECT: Found = 1 << 16;
/// A yes for something ("yes for the refactor").
pub(super) const YES_FOR: Found = 1 << 17;
/// A no for something.
pub(super) const NO_FOR: Found = 1 << 18;
/// A change in the form of a request ("could you add").
pub(super) const REQUEST: Found = 1 << 19;
/// Heard, mhm, beside other words.
pub(super) const UNCLEAR: Found = 1 << 20;

/// Consent of third persons.
pub(super) const OTHERS: Found = 1 << 21;

/// Everything that keeps the plan from running.
pub(super) const REJECTS: Found = HOLD | TIMING | PROHIBITION | BAN | REFUSAL | VERDICT;
/// What keeps it pending.
pub(super) const HOLDS: Found = HOLD | TIMING | PROHIBITION;

const RUN: Tags = Tag::Run.bit() | Tag::Verb.bit() | Tag::VerbObject.bit() | Tag::Infinitive.bit() | Tag::Go.bit();
const CONSENT: Tags = Tag::Yes.bit()
    | Tag::YesShort.bit()
    | Tag::Verdict.bit()
    | Tag::Passed.bit()
    | Tag::Good.bit()
    | Tag::Praise.bit()
    | Tag::Liking.bit()
    | Tag::Permit.bit();
const REMARK: Tags = Tag::Word.bit()
    | Tag::Others.bit()
    | Tag::About.bit()
    | Tag::Seen.bit()
    | Tag::Liking.bit()
    | Tag::Heard.bit()
    | Tag::Object.bit()
    | Tag::ObjectFirst.bit()
    | Tag::NameNext.bit()
    | Tag::Thing.bit()
    | Tag::Is.bit()
    | Tag::Degree.bit()
    | Tag::Good.bit()
    | Tag::Noun.bit()
    | Tag::Praise.bit()
    | Tag::Courtesy.bit()
    | Tag::NoObjection.bit()
    | Tag::WithMe.bit();
const NO_REMARK: Tags = RUN
    | Tag::Neg.bit()
    | Tag::Cond.bit()
    | Tag::Only.bit()
    | Tag::Change.bit()
    | Tag::ChangeVerb.bit()
    | Tag::Hold.bit()
    | Tag::Timing.bit()
    | Tag::Refusal.bit()
    | Tag::Report.bit()
    | Tag::Without.bit()
    | Tag::Part.bit()
    | Tag::Ask.bit();
/// How many phrases may stand between a negation and the praise that it turns.
const REACH: usize = 5;

/// Phrases that are found wherever they stand.
const ANYWHERE: &[(Tags, Found)] = &[
    (Tag::Change.bit(), CHANGE),
    (Tag::Part.bit(), PART),
    (Tag::DoubleNeg.bit(), DOUBLE | NEGATION),
    (Tag::Cond.bit(), CONDITION),
    (Tag::Report.bit(), REPORT),
    (Tag::Ask.bit(), ASK),
    (Tag::Other.bit(), OTHER),
    (Tag::Delegation.bit(), DELEGATION),
    (Tag::FirstPerson.bit(), FIRST_PERSON),
    (Tag::Inject.bit(), INJECT),
    (Tag::Unclear.bit(), UNCLEAR),
    (Tag::Others.bit(), OTHERS),
];
/// Phrases that no longer speak for the author behind a condition or a report.
const OPEN_ONLY: &[(Tags, Found)] = &[
    (Tag::Hold.bit(), HOLD),
    (Tag::Timing.bit(), TIMING),
    (Tag::Ban.bit(), BAN | NEGATION),
    (Tag::Refusal.bit(), REFUSAL),
];
/// What leaves a clause at its head: a question word still asks behind it.
const HEAD: Tags =
    Tag::Lead.bit() | Tag::Around.bit() | Tag::Address.bit() | Tag::Yes.bit() | Tag::Filler.bit() | Tag::Pre.bit();
/// What may stand before a verb of change.
const CHANGE_HEAD: Tags = HEAD & !Tag::Filler.bit()
    | Tag::YesShort.bit()
    | Tag::Frame.bit()
    | Tag::Permit.bit()
    | Tag::Cond.bit()
    | Tag::Request.bit()
    | Tag::Courtesy.bit();

/// Looks through a clause.
pub(super) fn scan(index: &View, words: &[WordId]) -> Found {
    let mut scan = Scan { found: whole(index, words), head: true, change_head: true, ..Scan::default() };
    let mut at = 0;
    let mut urged = false;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, tags) = spoken_at(index, rest, urged);
        urged = tags & Tag::NoNeed.bit() != 0;
        let next = rest.get(length.max(1)..).unwrap_or_default();
        scan.phrase(tags, next.first().copied(), index.longest_at(next).1);
        at += length.max(1);
    }
    scan.finish(index, words)
}

/// A walk over the phrases of a clause.
#[derive(Default)]
struct Scan {
    found: Found,
    /// Phrases so far.
    place: usize,
    /// Where the last negation stood.
    negated: Option<usize>,
    /// "I did not say" stood before.
    said_not: bool,
    /// A form of the run or an approval stood before.
    ran: bool,
    only: bool,
    step: bool,
    object_first: bool,
    /// Nothing but neutral words stood before.
    head: bool,
    /// The same for a verb of change.
    change_head: bool,
    yes_last: bool,
}

impl Scan {
    /// Takes the next phrase; `next` is the word behind it, `ahead` the tags of the phrase behind it.
    fn phrase(&mut self, tags: Tags, next: Option<WordId>, ahead: Tags) {
        let has = |tag: Tag| tags & tag.bit() != 0;
        let open = self.found & (CONDITION | REPORT) == 0;
        for &(tag, what) in ANYWHERE {
            self.found |= if tags & tag != 0 { what } else { 0 };
        }
        for &(tag, what) in OPEN_ONLY {
            self.found |= if tags & tag != 0 && open { what } else { 0 };
        }
        if self.head {
            self.found |= if has(Tag::Request) { REQUEST } else { 0 };
            self.found |= if has(Tag::OnlyPart) && next.is_some() { PART } else { 0 };
            // "does it look good" asks, "does not look good" does not.
            self.found |= if has(Tag::AskFirst) && ahead & Tag::Neg.bit() == 0 { ASK } else { 0 };
        }
        self.object_first |= has(Tag::ObjectFirst);
        if has(Tag::ChangeVerb) && (self.change_head || self.object_first) {
            self.found |= CHANGE;
        }
        if has(Tag::Without) {
            self.without(next, ahead);
        }
        self.negation(tags, open);
        self.only |= has(Tag::Only);
        self.step |= has(Tag::Step);
        self.head &= tags & HEAD != 0;
        self.change_head &= tags & CHANGE_HEAD != 0;
        self.yes_last = has(Tag::Yes) || has(Tag::YesShort);
        self.place += 1;
    }

    /// "Without the run" forbids, "without docker" changes.
    fn without(&mut self, next: Option<WordId>, ahead: Tags) {
        const NAMED: Tags = Tag::Object.bit() | Tag::Step.bit() | Tag::Thing.bit();
        if ahead & RUN != 0 {
            self.found |= PROHIBITION | NEGATION;
        } else if next == Some(0) || ahead & NAMED != 0 {
            self.found |= CHANGE;
        }
    }

    /// A negation, and what it turns: behind it, or the run before it.
    fn negation(&mut self, tags: Tags, open: bool) {
        let has = |tag: Tag| tags & tag.bit() != 0;
        let negates = has(Tag::Neg) || has(Tag::Halt);
        if negates || has(Tag::NegSay) {
            self.found |= if self.said_not { NEGATION | DOUBLE } else { NEGATION };
            self.negated = Some(self.place);
        }
        if self.said_not && !has(Tag::NegSay) && (has(Tag::No) || has(Tag::Refusal)) {
            self.found |= DOUBLE;
        }
        self.said_not |= has(Tag::NegSay);
        // The negation behind its verb: "to run it is not needed".
        if has(Tag::No) && self.ran && open {
            self.found |= PROHIBITION;
        }
        if negates {
            return;
        }
        if tags & RUN != 0 {
            self.ran = true;
            if self.negated.is_some() && open {
                self.found |= PROHIBITION;
            }
        } else if tags & CONSENT != 0 {
            self.ran |= has(Tag::Verdict) || has(Tag::Passed);
            if open && self.negated.is_some_and(|negated| self.place - negated <= REACH) {
                self.found |= VERDICT;
            }
        }
    }

    /// What the clause comes to as a whole.
    fn finish(self, index: &View, words: &[WordId]) -> Found {
        let mut found = self.found;
        if self.step && found & OTHER == 0 {
            // "don't run step 3", "cancel step 3", "approve steps 1 to 3": a part of the plan.
            if found & (PROHIBITION | REFUSAL) != 0 || self.ran || self.only {
                found = found & !(PROHIBITION | REFUSAL) | PART;
            }
            found &= !VERDICT;
        }
        if self.only && self.ran && found & (REJECTS | CONDITION | ASK | OTHER) == 0 {
            found |= PART;
        }
        if found & DOUBLE != 0 {
            found &= !REJECTS;
        }
        // "Yes for this, no for that"; "this yes, that no".
        let (_, first) = index.longest_at(words);
        if self.yes_last || first & Tag::YesFor.bit() != 0 {
            found |= YES_FOR;
        }
        if first & Tag::NoFor.bit() != 0 || ends_in(index, words, Tag::No) {
            found |= NO_FOR;
        }
        found
    }
}

/// The longest phrase here; what need not be done ("wait for me") counts by its parts unless "no need to" stood before it.
fn spoken_at(index: &View, words: &[WordId], urged: bool) -> (usize, Tags) {
    let (length, tags) = index.longest_at(words);
    if urged || tags & Tag::Dither.bit() == 0 {
        return (length, tags);
    }
    let mut parts = (length, tags);
    index.phrases_at(words, |part, tags| {
        if tags & Tag::Dither.bit() == 0 {
            parts = (part, parts.1 | tags);
        } else {
            parts.1 |= tags;
        }
    });
    parts
}

/// Whether a phrase of a clause says something that no approval says, however the clause may be read otherwise.
pub(super) fn forbids(index: &View, words: &[WordId]) -> bool {
    const CLAUSE: Tags = Tag::Joint.bit() - 1;
    const VETO: Tags = Tag::Neg.bit()
        | Tag::NegSay.bit()
        | Tag::DoubleNeg.bit()
        | Tag::Ban.bit()
        | Tag::Halt.bit()
        | Tag::Hold.bit()
        | Tag::Timing.bit()
        | Tag::Refusal.bit()
        | Tag::No.bit()
        | Tag::Change.bit()
        | Tag::Part.bit()
        | Tag::Cond.bit()
        | Tag::Ask.bit()
        | Tag::Report.bit()
        | Tag::Others.bit()
        | Tag::Delegation.bit()
        | Tag::Unclear.bit()
        | Tag::Inject.bit();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, tags) = index.longest_at(rest);
        if tags & CLAUSE == 0 && tags & VETO != 0 {
            return true;
        }
        at += length.max(1);
    }
    false
}

/// Whether a clause is a refusal by itself: no words but a no and neutral ones.
fn whole(index: &View, words: &[WordId]) -> Found {
    const NEUTRAL: Tags = Tag::Lead.bit()
        | Tag::Around.bit()
        | Tag::Address.bit()
        | Tag::Courtesy.bit()
        | Tag::Filler.bit()
        | Tag::Yes.bit()
        | Tag::Particle.bit()
        | Tag::Heard.bit()
        | Tag::Reluctant.bit()
        | Tag::Pre.bit()
        | Tag::Degree.bit();
    let mut found = 0;
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, tags) = index.longest_at(rest);
        if tags & Tag::No.bit() != 0 {
            found |= REFUSAL | NEGATION;
        } else if tags & Tag::Halt.bit() != 0 {
            found |= PROHIBITION | NEGATION;
        } else if tags & NEUTRAL == 0 {
            return 0;
        }
        at += length.max(1);
    }
    found
}

fn ends_in(index: &View, words: &[WordId], tag: Tag) -> bool {
    (1..=words.len().min(4)).any(|length| {
        let tail = words.get(words.len() - length..).unwrap_or_default();
        let (known, tags) = index.longest_at(tail);
        known == length && tags & tag.bit() != 0
    })
}

/// Whether every word of a clause is harmless: a remark that may stand before a command.
pub(super) fn is_remark(index: &View, words: &[WordId]) -> bool {
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, tags) = index.longest_at(rest);
        if length == 0 || tags & REMARK == 0 || tags & NO_REMARK != 0 {
            return false;
        }
        at += length;
        if tags & Tag::NameNext.bit() != 0 {
            at += 1;
        }
    }
    true
}
