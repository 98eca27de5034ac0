//! The grammar of clauses that let a plan run, or say nothing against it: a clause is known whole, or not at all.
//!
//! Refuses to know a word, and anything that forbids. One table of states over tags, walked for every reading of the clause at once;
//! the reading with the fewest phrases wins, so an idiom beats its parts. Source: the labelling rules of replies.

use super::lexicon::{Index, Tag, Tags, WordId};

/// What a known clause says, as a set.
pub(super) type Said = u16;

/// A command: start.
pub(super) const COMMAND: Said = 1;
/// An approval: agreed.
pub(super) const VERDICT: Said = 2;
/// A bare yes.
pub(super) const YES: Said = 4;
/// No objections.
pub(super) const NO_OBJECTION: Said = 8;
/// Do not wait.
pub(super) const URGE: Said = 16;
/// What are you waiting for.
pub(super) const URGE_ASK: Said = 32;
/// Consent with a sigh.
pub(super) const RELUCTANT: Said = 64;
/// Understood.
pub(super) const HEARD: Said = 128;
/// Mhm.
pub(super) const FILLER: Said = 256;
/// Praise of the plan.
pub(super) const PRAISE: Said = 512;
/// Thanks, greetings.
pub(super) const COURTESY: Said = 1024;

/// Where a reading of the clause stands.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum At {
    /// At its head, or after neutral words.
    Open,
    /// After a frame: a verb must come.
    Framed,
    /// After a permission: a verb must come.
    Permitted,
    /// After a command.
    Command,
    /// After a permitted command.
    PermittedCommand,
    /// An object must come.
    NeedObject,
    /// After a command with its object.
    Done,
    /// After a yes: any clause may follow without a break.
    Said,
    /// After a short yes: only a yes or a whole command may follow.
    Short,
    /// After praise: only what can not be its noun may follow ("good start" is praise).
    Closed,
    /// After a one-word command behind praise: an object must come.
    Weak,
    /// After the thing that is praised.
    Thing,
    /// After its copula.
    Is,
    /// After a praise word.
    Good,
    /// After "I have": only no objections may come.
    Have,
    /// After "thanks for", "I have read": what it is about must come.
    About,
    /// After "according to", before or after a verb.
    Manner,
    /// The same after a verb.
    VerbManner,
    /// After "no need to".
    NoNeed,
    /// After "no need to ask": only neutral words may follow without a break.
    Urged,
    /// After "none of": objections must come.
    Lack,
    /// After "objections": there must be none.
    Complaint,
    /// After "what for".
    WhyWait,
    /// After a yes and neutral words: another clause must come.
    Led,
    /// After "according to the plan": a verb may come, nothing may end.
    ByPlan,
    /// After an approval: an object may come.
    Verdict,
}

const STATES: usize = At::Verdict as usize + 1;
const ALL: [At; STATES] = [
    At::Open,
    At::Framed,
    At::Permitted,
    At::Command,
    At::PermittedCommand,
    At::NeedObject,
    At::Done,
    At::Said,
    At::Short,
    At::Closed,
    At::Weak,
    At::Thing,
    At::Is,
    At::Good,
    At::Have,
    At::About,
    At::Manner,
    At::VerbManner,
    At::NoNeed,
    At::Urged,
    At::Lack,
    At::Complaint,
    At::WhyWait,
    At::Led,
    At::ByPlan,
    At::Verdict,
];

/// Whether a clause may end here.
const fn ends(at: At) -> bool {
    matches!(
        at,
        At::Open
            | At::Command
            | At::PermittedCommand
            | At::Done
            | At::Said
            | At::Urged
            | At::Short
            | At::Closed
            | At::Good
            | At::Verdict
    )
}

/// Reads a clause; `None` unless every word of it belongs to one reading.
pub(super) fn read(index: &Index, words: &[WordId]) -> Option<Said> {
    if words.is_empty() || words.contains(&0) {
        return None;
    }
    // A cell holds phrases so far in the high half, what was said in the low half: the smallest is the best reading.
    let mut cells = vec![[u32::MAX; STATES]; words.len() + 1];
    if let Some(first) = cells.first_mut().and_then(|row| row.get_mut(At::Open as usize)) {
        *first = 0;
    }
    for at in 0..words.len() {
        let Some(row) = cells.get(at).copied() else { break };
        if row.iter().all(|&cell| cell == u32::MAX) {
            continue;
        }
        let Some(rest) = words.get(at..) else { break };
        index.phrases_at(rest, |length, tags| {
            let Some(target) = cells.get_mut(at + length) else { return };
            for (state, cell) in ALL.into_iter().zip(row).filter(|&(_, cell)| cell != u32::MAX) {
                step(state, tags, length, |next, said| {
                    let reached = (cell + (1 << 16)) | u32::from(said);
                    if let Some(slot) = target.get_mut(next as usize) {
                        *slot = reached.min(*slot);
                    }
                });
            }
        });
    }
    let row = cells.last()?;
    let best = ALL.into_iter().zip(row).filter(|&(state, _)| ends(state)).map(|(_, &cell)| cell).min()?;
    (best != u32::MAX).then(|| u16::try_from(best & 0xffff).unwrap_or(0))
}

/// Calls `reach` with every state that a phrase leads to, and what it says.
fn step(state: At, tags: Tags, length: usize, mut reach: impl FnMut(At, Said)) {
    use At::*;
    let has = |tag: Tag| tags & tag.bit() != 0;
    let free = matches!(state, Open | Led | Said | Closed | Good | Done | Verdict);
    // After a command or an approval only another whole one may follow without a break.
    let fresh = matches!(state, Open | Led | Said);

    if has(Tag::Lead) {
        match state {
            Open | Led | Framed | Permitted | Closed | WhyWait => reach(state, 0),
            Said | Urged => reach(Led, 0),
            Good => reach(Closed, 0),
            _ => {}
        }
    }
    if has(Tag::Around) {
        match state {
            Open | Led | Framed | Permitted | Done | Said | Closed | Verdict | Lack | Complaint | WhyWait => {
                reach(state, 0)
            }
            Command | PermittedCommand => reach(Done, 0),
            Good => reach(Closed, 0),
            _ => {}
        }
    }
    if has(Tag::Particle) && matches!(state, Command | PermittedCommand | Done | Verdict) {
        reach(Done, 0);
    }
    if has(Tag::Done) && state == PermittedCommand {
        reach(Done, 0);
    }
    if has(Tag::Frame) && (free || state == Framed) {
        reach(Framed, 0);
    }
    if has(Tag::Permit) && (free || matches!(state, Framed | Permitted)) {
        reach(Permitted, 0);
    }
    if has(Tag::Verb) {
        match state {
            Framed => reach(Command, COMMAND),
            Permitted => reach(PermittedCommand, COMMAND),
            Open | Led | Said => reach(Command, COMMAND),
            Closed | Good if length > 1 => reach(Command, COMMAND),
            Closed | Good => reach(Weak, COMMAND),
            _ => {}
        }
    }
    if has(Tag::Infinitive) {
        match state {
            Framed => reach(Command, COMMAND),
            Permitted => reach(PermittedCommand, COMMAND),
            _ => {}
        }
    }
    if has(Tag::VerbObject) && (fresh || matches!(state, Framed | Permitted | Closed | Good)) {
        reach(NeedObject, COMMAND);
    }
    if has(Tag::Manner) {
        match state {
            Open | Led | Said | Framed | Permitted => reach(Manner, 0),
            Command | PermittedCommand | Done => reach(VerbManner, 0),
            _ => {}
        }
    }
    if has(Tag::MannerOf) {
        match state {
            Manner => reach(ByPlan, 0),
            VerbManner => reach(Done, 0),
            _ => {}
        }
    }
    if state == ByPlan {
        if has(Tag::Verb) || has(Tag::ByPlan) {
            reach(Command, COMMAND);
        }
        if has(Tag::Lead) || has(Tag::Around) {
            reach(ByPlan, 0);
        }
    }
    if has(Tag::NoNeed) && (fresh || state == Closed) {
        reach(NoNeed, 0);
    }
    if state == NoNeed {
        if has(Tag::Dither) {
            reach(Urged, URGE);
        }
        if has(Tag::Around) {
            reach(NoNeed, 0);
        }
    }
    if has(Tag::Lack) && (fresh || state == Closed || state == Have) {
        reach(Lack, 0);
    }
    if has(Tag::Lack) && state == Complaint {
        reach(Said, URGE);
    }
    if has(Tag::Complaint) {
        match state {
            Lack => reach(Said, URGE),
            _ if fresh || state == Closed => reach(Complaint, 0),
            _ => {}
        }
    }
    if has(Tag::WhyWait) && (fresh || state == Closed) {
        reach(WhyWait, 0);
    }
    if has(Tag::Waiting) && state == WhyWait {
        reach(Said, URGE_ASK);
    }
    if has(Tag::Object) && matches!(state, Command | PermittedCommand | NeedObject | Weak | Verdict) {
        reach(Done, 0);
    }
    if has(Tag::Go) && (free || matches!(state, Short | Command)) {
        reach(Done, COMMAND);
    }
    if has(Tag::Verdict) && fresh {
        reach(Verdict, VERDICT);
    }
    if has(Tag::Passed) && (fresh || matches!(state, Thing | Is)) {
        reach(Done, VERDICT);
    }
    let after = matches!(state, Open | Led | Said | Closed | Good | Short);
    if has(Tag::Yes) && after {
        reach(Said, YES);
    }
    if has(Tag::YesShort) && matches!(state, Open | Led | Said | Short) {
        reach(Short, YES);
    }
    for (tag, said) in [
        (Tag::NoObjection, NO_OBJECTION),
        (Tag::Urge, URGE),
        (Tag::UrgeAsk, URGE_ASK),
        (Tag::Reluctant, RELUCTANT),
        (Tag::Heard, HEARD),
        (Tag::Filler, FILLER),
    ] {
        if has(tag) && (after || state == Have && tag == Tag::NoObjection) {
            reach(Said, said);
        }
    }
    if has(Tag::Praise) && (fresh || state == Closed) {
        reach(Closed, PRAISE);
    }
    if has(Tag::Courtesy) {
        match state {
            Open | Led | Said => reach(state, COURTESY),
            Closed | Good | Short => reach(Closed, COURTESY),
            Command | PermittedCommand | Done | Verdict => reach(Done, COURTESY),
            _ => {}
        }
    }
    if has(Tag::Thing) && (fresh || state == Closed) {
        reach(Thing, 0);
    }
    if has(Tag::Have) && (fresh || state == Closed) {
        reach(Have, 0);
    }
    if has(Tag::About) && (fresh || state == Closed) {
        reach(About, 0);
    }
    if state == About && (has(Tag::Thing) || has(Tag::Object) || has(Tag::Noun)) {
        reach(Closed, COURTESY);
    }
    if has(Tag::Is) && (fresh || matches!(state, Thing | Closed)) {
        reach(Is, 0);
    }
    if has(Tag::Degree) {
        match state {
            Open | Led | Said => reach(Is, 0),
            Thing | Is | About => reach(state, 0),
            Good => reach(Good, 0),
            _ => {}
        }
    }
    if has(Tag::Good) && (fresh || matches!(state, Thing | Is | Closed | About)) {
        reach(Good, PRAISE);
    }
    if state == Good {
        if has(Tag::WithMe) {
            reach(Said, YES);
        }
        if has(Tag::Noun) {
            reach(Closed, 0);
        }
    }
}
