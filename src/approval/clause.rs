//! The grammar of clauses that let a plan run, or say nothing against it: a clause is known whole, or not at all.
//!
//! Refuses to know a word, and anything that forbids. One table of states over tags, walked for every reading of the clause at once;
//! the reading with the fewest phrases wins, so an idiom beats its parts. Source: the labelling rules of replies.

use super::lexicon::{Tag, Tags, View, WordId};

/// What a known clause says, as a set; the larger a bit, the nearer to letting the plan run.
pub(super) type Said = u16;

/// A sigh.
pub(super) const SIGH: Said = 1;
/// Understood.
pub(super) const HEARD: Said = 1 << 1;
/// Consent with reluctance.
pub(super) const RELUCTANT: Said = 1 << 2;
/// Mhm.
pub(super) const FILLER: Said = 1 << 3;
/// Thanks, greetings.
pub(super) const COURTESY: Said = 1 << 4;
/// Praise of the plan.
pub(super) const PRAISE: Said = 1 << 5;
/// What are you waiting for.
pub(super) const URGE_ASK: Said = 1 << 6;
/// Do not wait.
pub(super) const URGE: Said = 1 << 7;
/// No objections.
pub(super) const NO_OBJECTION: Said = 1 << 8;
/// A bare yes.
pub(super) const YES: Said = 1 << 9;
/// An approval: agreed.
pub(super) const VERDICT: Said = 1 << 10;
/// A command: start.
pub(super) const COMMAND: Said = 1 << 11;

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
    /// After the plan, as what is approved.
    Plan,
    /// After its copula.
    PlanIs,
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
    /// The same after the plan, as what is done so.
    PlanManner,
    /// After "the steps according to the plan": how it is done must come.
    PlanByPlan,
    /// After "no need to".
    NoNeed,
    /// After "no need to ask", "oh well", a sigh: only neutral words may follow without a break.
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
    At::Plan,
    At::PlanIs,
    At::Thing,
    At::Is,
    At::Good,
    At::Have,
    At::About,
    At::Manner,
    At::VerbManner,
    At::PlanManner,
    At::PlanByPlan,
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
pub(super) fn read(index: &View, words: &[WordId]) -> Option<Said> {
    if words.is_empty() || words.contains(&0) {
        return None;
    }
    // A cell holds phrases so far in the high half, what was said in the low half: the smallest is the best reading,
    // so of two readings of equal length the one that allows less.
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
        let live = ALL.into_iter().zip(&row).filter(|&(_, &cell)| cell != u32::MAX);
        let live: States = live.map(|(state, _)| 1 << state as u8).sum();
        index.phrases_at(rest, |length, tags| {
            let Some(target) = cells.get_mut(at + length) else { return };
            step(live, tags, length, |state, next, said| {
                let Some(cell) = row.get(state as usize) else { return };
                let reached = (cell + (1 << 16)) | u32::from(said);
                if let Some(slot) = target.get_mut(next as usize) {
                    *slot = reached.min(*slot);
                }
            });
        });
    }
    let row = cells.last()?;
    let best = ALL.into_iter().zip(row).filter(|&(state, _)| ends(state)).map(|(_, &cell)| cell).min()?;
    (best != u32::MAX).then(|| u16::try_from(best & 0xffff).unwrap_or(0))
}

/// One step of the grammar: in a state of `from`, a phrase with `tag` leads to `to` and says `said`.
struct Rule {
    /// The set of this one tag.
    tag: Tags,
    from: States,
    /// `None` stays.
    to: Option<At>,
    said: Said,
    /// Words that the phrase must have at least.
    words: usize,
    /// Tags that rule this reading out.
    unless: Tags,
}

/// A set of states.
type States = u32;

const fn set(states: &[At]) -> States {
    let mut rest = states;
    let mut bits = 0;
    while let [first, others @ ..] = rest {
        bits |= 1 << *first as u8;
        rest = others;
    }
    bits
}

const fn on(tag: Tag, from: States, to: At, said: Said) -> Rule {
    Rule { tag: tag.bit(), from, to: Some(to), said, words: 1, unless: 0 }
}

const fn stay(tag: Tag, from: States) -> Rule {
    Rule { tag: tag.bit(), from, to: None, said: 0, words: 1, unless: 0 }
}

/// Where any clause may begin.
const FRESH: States = set(&[At::Open, At::Led, At::Said]);
/// The same and behind praise.
const FRESH_OR_CLOSED: States = FRESH | set(&[At::Closed]);
/// Where an answer may stand.
const ANSWER: States = FRESH | set(&[At::Closed, At::Good, At::Short]);
/// Where a frame may stand: behind whole clauses too.
const FREE: States = FRESH | set(&[At::Closed, At::Good, At::Done, At::Verdict]);
const COMMANDED: States = set(&[At::Command, At::PermittedCommand]);

/// The grammar.
static RULES: &[Rule] = {
    use At::*;
    &[
        // Neutral words.
        stay(Tag::Lead, set(&[Open, Led, Framed, Permitted, Closed, WhyWait, ByPlan])),
        on(Tag::Lead, set(&[Said, Urged]), Led, 0),
        on(Tag::Lead, set(&[Good]), Closed, 0),
        stay(
            Tag::Around,
            set(&[Open, Led, Framed, Permitted, Done, Said, Closed, Verdict, Lack, Complaint, WhyWait, ByPlan, NoNeed]),
        ),
        on(Tag::Around, COMMANDED, Done, 0),
        on(Tag::Around, set(&[Good]), Closed, 0),
        // "Run, Copilot" speaks to it; "run Copilot" runs it.
        stay(Tag::Address, set(&[Open, Led, Framed, Permitted, Done, Said, Closed, Verdict])),
        on(Tag::Address, set(&[Good]), Closed, 0),
        on(Tag::Courtesy, set(&[Open]), Open, COURTESY),
        on(Tag::Courtesy, set(&[Led]), Led, COURTESY),
        on(Tag::Courtesy, set(&[Said]), Said, COURTESY),
        on(Tag::Courtesy, set(&[Closed, Good, Short]), Closed, COURTESY),
        on(Tag::Courtesy, COMMANDED | set(&[Done, Verdict]), Done, COURTESY),
        on(Tag::Particle, COMMANDED | set(&[Done, Verdict]), Done, 0),
        on(Tag::Done, set(&[PermittedCommand]), Done, 0),
        // Commands.
        on(Tag::Frame, FREE | set(&[Framed]), Framed, 0),
        on(Tag::Permit, FREE | set(&[Framed, Permitted]), Permitted, 0),
        on(Tag::Verb, FRESH | set(&[Framed, ByPlan]), Command, COMMAND),
        on(Tag::Verb, set(&[Permitted]), PermittedCommand, COMMAND),
        on(Tag::Verb, set(&[Closed, Good]), Weak, COMMAND),
        on(Tag::Infinitive, set(&[Framed]), Command, COMMAND),
        on(Tag::Infinitive, set(&[Permitted]), PermittedCommand, COMMAND),
        on(Tag::VerbObject, FRESH | set(&[Framed, Permitted, Closed, Good]), NeedObject, COMMAND),
        on(Tag::Object, COMMANDED | set(&[NeedObject, Weak, Verdict]), Done, 0),
        on(Tag::Go, FRESH | set(&[Command, Done, Verdict]), Done, COMMAND),
        Rule { words: 2, ..on(Tag::Go, set(&[Closed, Good, Short]), Done, COMMAND) },
        on(Tag::Manner, FRESH | set(&[Framed, Permitted]), Manner, 0),
        on(Tag::Manner, COMMANDED | set(&[Done]), VerbManner, 0),
        on(Tag::MannerOf, set(&[Manner]), ByPlan, 0),
        on(Tag::MannerOf, set(&[VerbManner]), Done, 0),
        on(Tag::ByPlan, set(&[ByPlan]), Command, COMMAND),
        // "All steps go according to the plan" may tell as well as ask: it adds nothing.
        on(Tag::Manner, set(&[Plan]), PlanManner, 0),
        on(Tag::MannerOf, set(&[PlanManner]), PlanByPlan, 0),
        on(Tag::ByPlan, set(&[PlanByPlan]), Done, 0),
        // Approvals.
        on(Tag::Verdict, FRESH, Verdict, VERDICT),
        on(Tag::Passed, FRESH | set(&[Plan, PlanIs]), Done, VERDICT),
        on(Tag::Object, FRESH, Plan, 0),
        on(Tag::Is, set(&[Plan]), PlanIs, 0),
        stay(Tag::Degree, set(&[Plan, PlanIs])),
        // Answers.
        on(Tag::Yes, ANSWER, Said, YES),
        on(Tag::YesShort, FRESH | set(&[Short]), Short, YES),
        on(Tag::NoObjection, ANSWER | set(&[Have]), Said, NO_OBJECTION),
        on(Tag::Urge, ANSWER, Said, URGE),
        on(Tag::UrgeAsk, ANSWER, Said, URGE_ASK),
        on(Tag::Reluctant, ANSWER, Urged, RELUCTANT),
        on(Tag::Sigh, ANSWER, Urged, SIGH),
        on(Tag::Heard, ANSWER, Said, HEARD),
        on(Tag::Filler, ANSWER, Said, FILLER),
        // Nothing against it, no need to wait.
        on(Tag::Have, FRESH_OR_CLOSED, Have, 0),
        on(Tag::Lack, FRESH_OR_CLOSED | set(&[Have]), Lack, 0),
        on(Tag::Lack, set(&[Complaint]), Said, URGE),
        on(Tag::Complaint, set(&[Lack]), Said, URGE),
        on(Tag::Complaint, FRESH_OR_CLOSED, Complaint, 0),
        on(Tag::NoNeed, FRESH_OR_CLOSED, NoNeed, 0),
        on(Tag::Dither, set(&[NoNeed]), Urged, URGE),
        on(Tag::WhyWait, FRESH_OR_CLOSED, WhyWait, 0),
        on(Tag::Waiting, set(&[WhyWait]), Said, URGE_ASK),
        // Praise and the like.
        on(Tag::Praise, FRESH_OR_CLOSED, Closed, PRAISE),
        on(Tag::Liking, FRESH_OR_CLOSED, Closed, HEARD),
        on(Tag::Thing, FRESH_OR_CLOSED, Thing, 0),
        on(Tag::Is, FRESH_OR_CLOSED | set(&[Thing]), Is, 0),
        on(Tag::Degree, FRESH, Is, 0),
        stay(Tag::Degree, set(&[Thing, Is, About, Good])),
        on(Tag::Good, set(&[Thing, Is, Closed, About]), Good, PRAISE),
        // "ok" alone answers the question; "it is ok" praises.
        Rule {
            unless: Tag::Yes.bit() | Tag::YesShort.bit() | Tag::NoObjection.bit(),
            ..on(Tag::Good, FRESH, Good, PRAISE)
        },
        on(Tag::WithMe, set(&[Good]), Said, YES),
        on(Tag::Noun, set(&[Good]), Closed, 0),
        on(Tag::About, FRESH_OR_CLOSED, About, 0),
        on(Tag::Seen, FRESH_OR_CLOSED, About, HEARD),
        on(Tag::Thing, set(&[About]), Closed, COURTESY),
        on(Tag::Object, set(&[About]), Closed, COURTESY),
        on(Tag::Noun, set(&[About]), Closed, COURTESY),
    ]
};

/// Calls `reach` with every state of `live` that a phrase leads on from, the state that it leads to, and what it says.
fn step(live: States, tags: Tags, length: usize, mut reach: impl FnMut(At, At, Said)) {
    for rule in RULES {
        let from = rule.from & live;
        if from == 0 || tags & rule.tag == 0 || tags & rule.unless != 0 || length < rule.words {
            continue;
        }
        for state in ALL.into_iter().filter(|&state| from >> state as u8 & 1 == 1) {
            reach(state, rule.to.unwrap_or(state), rule.said);
        }
    }
}
