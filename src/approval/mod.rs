//! What a reply to a plan card means. Deterministic, local, whole clauses only; `unknown` when anything is left over.
//!
//! Knows no modes. Source: the labelling rules of replies.

mod character;
mod clause;
mod fold;
pub mod judge;
mod lexicon;
mod veto;

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

pub use lexicon::{Draft, Index, Learning};

use crate::code::{Code, approval as reason};
use crate::config;
use crate::lexicon::Script;
use character::Face;
use fold::{Folded, Piece};
use lexicon::{Tag, Tags, View, WordId};

/// What the author of a reply wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// Let the shown plan run now, as it is.
    Approve,
    /// Change it.
    Revise,
    /// Not now, or not at all.
    Reject,
    /// Anything else.
    Unknown,
}

/// How often one word is said at most where its repetition is a phrase.
const REPEATS: usize = 4;

/// A reply, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it means.
    pub intent: Intent,
    /// With `reject`: not now, the plan stays pending.
    pub hold: bool,
    /// Which rule or veto decided.
    pub reason: Code,
    /// `en`, `zh`, `ru`, … or `None` where it can not be told.
    pub language: Option<&'static str>,
    /// Whether a judge may be asked: the reason allows it, and no question, quote, code, condition, hold, negation or irony was seen.
    pub judge: bool,
}

/// Reads a reply to a plan card.
///
/// Total and linear in the length; a reply longer than [`config::REPLY_BYTES_MAX`] is `unknown` unread.
///
/// ```
/// use plangate::approval::{Intent, read};
/// assert_eq!(read("Yes, go ahead.").intent, Intent::Approve);
/// let held = read("OK, but don't run it yet.");
/// assert_eq!((held.intent, held.hold), (Intent::Reject, true));
/// assert_eq!(read("looks ok?").intent, Intent::Unknown);
/// ```
pub fn read(text: &str) -> Reading {
    read_with(&known(), text)
}

// OK because it holds nothing but lexicons of this build, each whole or not at all: once the languages of a text are there, what is
// read in it is the same for ever. Where the build holds them itself they are there from the first call on.
static INDEX: LazyLock<RwLock<Arc<Index>>> = LazyLock::new(|| RwLock::new(Arc::new(Index::of_this_build())));

/// What is loaded. Nobody holds the lock while a text is read: a core that traps there leaves none behind.
fn known() -> Arc<Index> {
    Arc::clone(&INDEX.read().unwrap_or_else(PoisonError::into_inner))
}

/// Begins to take the words of a language in, for every later reply.
pub fn begin(draft: &Draft) -> Learning {
    Arc::make_mut(&mut INDEX.write().unwrap_or_else(PoisonError::into_inner)).begin(draft)
}

/// Takes at most so many entries in; whether these were the last, from which on the language counts as loaded.
pub fn go_on(learning: &mut Learning, most: usize) -> bool {
    Arc::make_mut(&mut INDEX.write().unwrap_or_else(PoisonError::into_inner)).go_on(learning, most)
}

/// Whether the language with this rank is loaded.
pub fn knows(rank: u8) -> bool {
    known().knows(rank)
}

/// Reads a reply with these words. A script whose languages are not all loaded makes it `unknown`, and no judge is asked:
/// a veto could be among what is missing.
pub fn read_with(index: &Index, text: &str) -> Reading {
    if text.len() > config::REPLY_BYTES_MAX {
        return unknown(reason::LEFTOVER, None);
    }
    let mut folded = fold::fold(index.together(), text);
    let scripts = [
        (folded.latin, Script::Latin),
        (folded.cyrillic, Script::Cyrillic),
        (folded.han, Script::Han),
        (folded.kana, Script::Kana),
        (folded.hangul, Script::Hangul),
    ];
    if scripts.into_iter().any(|(words, script)| words > 0 && !index.covers(script)) {
        return unknown(reason::UNSUPPORTED_LANGUAGE, None);
    }
    let together = read_as(index.together(), &folded, language(index.together(), &folded));
    let (known, words) = ((folded.known, folded.exact), folded.words);
    if known.0 == words && !unread(&together) && !lets_run(&together) {
        return together;
    }
    let written = |script: &Script| scripts.iter().any(|(words, other)| *words > 0 && other == script);
    let mut best = (known, together);
    let mut tied = Vec::new();
    for (name, scripts, view) in index.apart() {
        if !scripts.iter().any(written) || !folded.may_know(view, best.0.0) {
            continue;
        }
        folded.look_up(view);
        let known = (folded.known, folded.exact);
        if known < best.0 {
            continue;
        }
        let own = read_as(view, &folded, (folded.known * 2 >= words).then_some(name));
        let clearer = known > best.0 || unread(&best.1) && own.intent != Intent::Unknown;
        if known > best.0 {
            tied.clear();
        }
        tied.push(own);
        if clearer {
            best = (known, own);
        }
    }
    if known == best.0 {
        tied.push(together);
    }
    let (_, reading) = best;
    // Words of two languages alike: what forbids in either counts.
    let forbidden = tied.iter().any(vetoes);
    let judge = reading.judge && tied.iter().all(|other| other.judge);
    if lets_run(&reading) && forbidden {
        return Reading { intent: Intent::Unknown, reason: reason::LEFTOVER, judge: false, ..reading };
    }
    Reading { judge, ..reading }
}

/// Whether something was left over.
fn unread(reading: &Reading) -> bool {
    [reason::LEFTOVER, reason::UNSUPPORTED_LANGUAGE].contains(&reading.reason)
}

fn lets_run(reading: &Reading) -> bool {
    reading.intent == Intent::Approve
}

/// Whether this is a decision against the run, or a doubt about it, rather than nothing understood.
fn vetoes(reading: &Reading) -> bool {
    let silent = [
        reason::LEFTOVER,
        reason::UNSUPPORTED_LANGUAGE,
        reason::BACKCHANNEL,
        reason::OTHER_OBJECT,
        reason::RELUCTANT,
        reason::EMPTY,
    ];
    reading.intent != Intent::Approve && !silent.contains(&reading.reason)
}

/// Reads a folded reply with the words of one view.
fn read_as(index: &View, folded: &Folded, language: Option<&'static str>) -> Reading {
    let heard = hear(index, folded);
    let reading = |intent, hold, reason| Reading { intent, hold, reason, language, judge: false };
    if !folded.pieces.iter().any(|piece| matches!(piece, Piece::Word(_) | Piece::Face(_))) && !folded.asks {
        return reading(Intent::Unknown, false, reason::EMPTY);
    }
    if folded.code || heard.found & veto::INJECT != 0 || heard.role {
        return reading(Intent::Unknown, false, reason::CODE);
    }
    let found = heard.found;
    if found & (veto::CHANGE | veto::PART) != 0 {
        let reason = if found & veto::CHANGE != 0 { reason::CHANGE } else { reason::PART };
        return reading(Intent::Revise, false, reason);
    }
    if found & veto::REJECTS != 0 && !heard.taken_back {
        let hold = found & veto::HOLDS != 0 && found & veto::BAN == 0;
        return reading(Intent::Reject, hold, reject_reason(found));
    }
    let doubt = [
        (folded.asks && !heard.asks_answered || found & veto::ASK != 0, reason::QUESTION),
        (found & veto::CONDITION != 0, reason::CONDITION),
        (folded.quotes || found & (veto::REPORT | veto::OTHERS) != 0, reason::QUOTE),
        (found & veto::DOUBLE != 0, reason::DOUBLE_NEGATION),
        (found & veto::OTHER != 0, reason::OTHER_OBJECT),
        (found & veto::DELEGATION != 0, reason::DELEGATION),
        (found & veto::FIRST_PERSON != 0, reason::FIRST_PERSON),
    ];
    if let Some((_, reason)) = doubt.into_iter().find(|(holds, _)| *holds) {
        return reading(Intent::Unknown, false, reason);
    }
    if heard.leftover || heard.taken_back || folded.foreign {
        let supported = language.is_some() && !folded.foreign;
        let reason = if supported || heard.taken_back { reason::LEFTOVER } else { reason::UNSUPPORTED_LANGUAGE };
        let judge = !heard.taken_back && !heard.trails && found & veto::UNCLEAR == 0 && !denies(index, folded);
        return Reading { judge, ..reading(Intent::Unknown, false, reason) };
    }
    if let Some(reason) = heard.approval() {
        return reading(Intent::Approve, false, reason);
    }
    if heard.others {
        return reading(Intent::Unknown, false, reason::QUOTE);
    }
    let reason = heard.silence();
    let judge = matches!(reason, reason::RELUCTANT | reason::LEFTOVER) && !denies(index, folded);
    Reading { judge, ..reading(Intent::Unknown, false, reason) }
}

/// Every whole command, approval and yes of the lexicons, with its language (`""` for all), as a lexicon writes it.
///
/// For tests and documentation: each of these has a negated, a questioned and a delayed twin that must not approve.
pub fn approving_phrases() -> Vec<(&'static str, String)> {
    lexicon::phrases(&[Tag::Go, Tag::Verb, Tag::Verdict, Tag::Passed, Tag::Yes, Tag::YesShort])
}

/// Whether a word of negation, condition or hold stands anywhere, even inside an idiom: then no judge is asked.
fn denies(index: &View, folded: &Folded) -> bool {
    const DENYING: Tags = Tag::Neg.bit()
        | Tag::NegSay.bit()
        | Tag::DoubleNeg.bit()
        | Tag::Ban.bit()
        | Tag::Halt.bit()
        | Tag::No.bit()
        | Tag::Hold.bit()
        | Tag::Timing.bit()
        | Tag::Refusal.bit()
        | Tag::Cond.bit();
    let words: Vec<WordId> =
        folded.pieces.iter().map(|piece| if let Piece::Word(id) = piece { *id } else { 0 }).collect();
    let mut denies = false;
    for at in 0..words.len() {
        index.phrases_at(words.get(at..).unwrap_or_default(), |_, tags| denies |= tags & DENYING != 0);
    }
    denies
}

fn unknown(reason: Code, language: Option<&'static str>) -> Reading {
    Reading { intent: Intent::Unknown, hold: false, reason, language, judge: false }
}

fn reject_reason(found: veto::Found) -> Code {
    let order = [
        (veto::BAN, reason::REFUSAL),
        (veto::HOLD, reason::HOLD),
        (veto::TIMING, reason::TIMING),
        (veto::PROHIBITION, reason::PROHIBITION),
        (veto::REFUSAL, reason::REFUSAL),
    ];
    order.into_iter().find(|(bit, _)| found & bit != 0).map_or(reason::VERDICT, |(_, reason)| reason)
}

/// All clauses of a reply, heard together.
#[derive(Default)]
struct Heard {
    /// What the known clauses say.
    said: clause::Said,
    /// What was found in the others.
    found: veto::Found,
    /// A clause, or a piece of one, that nothing explains.
    leftover: bool,
    /// A label of a speaker (`user:`).
    role: bool,
    /// A command came after what it takes back ("don't run it... fine, run it").
    taken_back: bool,
    /// Every question mark ends a question that is known to urge.
    asks_answered: bool,
    /// An approving emoji.
    face: bool,
    /// Any words: beside them an approving emoji adds nothing.
    spoken: bool,
    /// An emoji that says nothing.
    calm: bool,
    /// Clauses that are only harmless words.
    remarks: bool,
    /// A remark says that third persons agreed.
    others: bool,
    /// What the last clause says that is not thanks.
    last: clause::Said,
    /// The last clause that is not thanks is an afterthought to a consent ("go ahead, right").
    trails: bool,
}

impl Heard {
    /// Why this lets the plan run, if it does.
    fn approval(&self) -> Option<Code> {
        if self.said & clause::SIGH != 0 {
            return None;
        }
        let strong = clause::COMMAND | clause::VERDICT;
        if self.remarks && self.last & strong == 0 {
            return None;
        }
        if self.said & strong != 0 {
            return Some(reason::GO);
        }
        let weak = clause::RELUCTANT | clause::HEARD | clause::URGE_ASK | clause::FILLER;
        if self.said & (clause::YES | clause::NO_OBJECTION) != 0 {
            return (self.said & weak == 0).then_some(reason::BARE_YES);
        }
        (self.face && !self.spoken && !self.calm).then_some(reason::EMOJI)
    }

    /// Why this is no decision, when every clause is known.
    fn silence(&self) -> Code {
        let order = [
            (clause::SIGH | clause::RELUCTANT, reason::RELUCTANT),
            (clause::HEARD | clause::FILLER, reason::BACKCHANNEL),
            (clause::PRAISE | clause::COURTESY, reason::OTHER_OBJECT),
        ];
        order.into_iter().find(|(bit, _)| self.said & bit != 0).map_or(reason::LEFTOVER, |(_, reason)| reason)
    }
}

/// Cuts a reply into clauses and hears each.
fn hear(index: &View, folded: &Folded) -> Heard {
    let mut heard = Heard { asks_answered: true, ..Heard::default() };
    let mut words: Vec<WordId> = Vec::new();
    let mut yes_for = false;
    let mut labelled = false;
    let mut pieces = folded.pieces.iter().peekable();
    loop {
        let piece = pieces.next();
        if let Some(Piece::Word(id)) = piece {
            words.push(*id);
            continue;
        }
        if matches!(piece, Some(Piece::Break | Piece::Dash))
            && (joins(index, pieces.clone()) || repeats(index, &words, pieces.clone()))
        {
            continue;
        }
        let asked = matches!(piece, Some(Piece::Ask));
        let role = matches!(piece, Some(Piece::Colon)) && index.longest_at(&words).1 & Tag::Role.bit() != 0;
        heard.role |= role || (labelled && is_datum(index, &words));
        let heard_words = std::mem::take(&mut words);
        labelled = matches!(piece, Some(Piece::Colon));
        let address = matches!(piece, Some(Piece::Dash))
            && (clause::read(index, &heard_words) == Some(0)
                || index.longest_at(&heard_words).1 & Tag::NameNext.bit() != 0);
        if (labelled || address) && !leads(index, &heard_words) {
            heard.found |= veto::REPORT;
        }
        let mut parts = clauses(index, &heard_words).peekable();
        heard.asks_answered &= !(asked && parts.peek().is_none());
        while let Some(part) = parts.next() {
            let asked = asked && parts.peek().is_none();
            yes_for = heard.clause(index, part, asked, yes_for);
        }
        match piece {
            Some(Piece::Face(face)) => heard.face(*face),
            None => {
                heard.leftover |= heard.trails;
                return heard;
            }
            _ => {}
        }
    }
}

/// Whether what stands before a colon speaks for the author: consent, or neutral words that name nobody.
fn leads(index: &View, words: &[WordId]) -> bool {
    const CONSENT: clause::Said =
        clause::COMMAND | clause::VERDICT | clause::YES | clause::NO_OBJECTION | clause::URGE | clause::URGE_ASK;
    if words.is_empty() || clause::read(index, words).is_some_and(|said| said & CONSENT != 0) {
        return true;
    }
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, tags) = index.longest_at(rest);
        if tags & Tag::Lead.bit() == 0 || tags & Tag::Around.bit() != 0 {
            return false;
        }
        at += length.max(1);
    }
    true
}

/// Whether words behind a colon are a value (`approved: true`), not a sentence.
fn is_datum(index: &View, words: &[WordId]) -> bool {
    !words.is_empty() && words.iter().all(|&id| id == 0 || index.longest_at(&[id]).1 & Tag::Datum.bit() != 0)
}

/// Whether the next words join their clause to the one before (", что", ", that", ", как закончишь").
fn joins<'p>(index: &View, pieces: impl Iterator<Item = &'p Piece>) -> bool {
    let word = |piece: &Piece| if let Piece::Word(id) = piece { Some(*id) } else { None };
    let words: Vec<WordId> = pieces.map_while(word).take(4).collect();
    let mut joins = false;
    index.phrases_at(&words, |_, tags| joins |= tags & Tag::That.bit() != 0);
    joins
}

/// Whether a word that stands alone comes again, and no other, and both are known together: "sure, sure" says what "sure sure" says.
fn repeats<'p>(index: &View, words: &[WordId], mut pieces: impl Iterator<Item = &'p Piece>) -> bool {
    let &[word, ..] = words else { return false };
    let doubled = [word; REPEATS];
    let Some(doubled) = doubled.get(..=words.len()).filter(|doubled| doubled.starts_with(words)) else { return false };
    index.longest_at(doubled).0 == doubled.len()
        && pieces.next() == Some(&Piece::Word(word))
        && !matches!(pieces.next(), Some(Piece::Word(_)))
}

/// Whether a word of approval stands anywhere in a clause, or the clause ends in a call for one ("I mean confirm").
fn consents(index: &View, words: &[WordId]) -> bool {
    const APPROVING: Tags = Tag::Verdict.bit() | Tag::Passed.bit();
    let mut consents = words.last().is_some_and(|&last| index.longest_at(&[last]).1 & Tag::Confirm.bit() != 0);
    for at in 0..words.len() {
        index.phrases_at(words.get(at..).unwrap_or_default(), |_, tags| consents |= tags & APPROVING != 0);
    }
    consents
}

/// Whether a clause is an afterthought, or ends in one and says nothing before it ("oh, actually").
fn trails(index: &View, words: &[WordId], said: clause::Said) -> bool {
    let mut at = 0;
    let mut last = (0, 0);
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        last = index.longest_at(rest);
        at += last.0.max(1);
    }
    let (length, tags) = last;
    tags & Tag::Tail.bit() != 0 && (said == 0 || length == words.len())
}

/// Cuts a stretch of words at its conjunctions; the clause after one that ends the stretch ("yes but") is empty.
fn clauses<'w>(index: &'w View, words: &'w [WordId]) -> impl Iterator<Item = &'w [WordId]> {
    let mut rest = (!words.is_empty()).then_some(words);
    let mut first = true;
    std::iter::from_fn(move || {
        loop {
            let words = rest?;
            let mut at = 0;
            let mut joint = 0;
            while let Some(tail) = words.get(at..).filter(|tail| !tail.is_empty()) {
                let (length, tags) = index.longest_at(tail);
                if tags & Tag::Joint.bit() != 0 {
                    joint = length;
                    break;
                }
                at += length.max(1);
            }
            let part = words.get(..at).unwrap_or_default();
            rest = (joint > 0).then(|| words.get(at + joint..).unwrap_or_default());
            let heads = first && part.is_empty() && joint > 0;
            first = false;
            if !heads {
                return Some(part);
            }
        }
    })
}

impl Heard {
    /// Hears one clause; answers whether it was a yes for something.
    fn clause(&mut self, index: &View, words: &[WordId], asked: bool, yes_for: bool) -> bool {
        self.spoken |= !words.is_empty();
        if let Some(said) = clause::read(index, words).filter(|_| !veto::forbids(index, words)) {
            if asked && said & clause::URGE_ASK == 0 {
                self.asks_answered = false;
                self.found |= veto::ASK;
                return false;
            }
            let command = said & clause::COMMAND != 0;
            let firm = self.found & (veto::REJECTS & !veto::HOLDS) != 0;
            let consent = clause::COMMAND | clause::VERDICT | clause::YES;
            self.taken_back |= (command && self.found & veto::REJECTS != 0) || (firm && said & consent != 0);
            let (length, tags) = index.longest_at(words);
            self.leftover |= length == words.len() && tags & Tag::Moment.bit() != 0;
            if said != clause::COURTESY {
                self.trails = self.said & consent != 0 && trails(index, words, said);
            }
            self.said |= said;
            if said & !clause::COURTESY != 0 {
                self.last = said;
            }
            return false;
        }
        self.trails = false;
        let mut found = veto::scan(index, words);
        if asked {
            self.asks_answered = false;
            found |= veto::ASK;
        }
        if found & veto::ASK != 0 {
            // A question asks, it does not forbid; a request for a change is one all the same.
            let kept = if found & veto::REQUEST != 0 { veto::CHANGE } else { 0 };
            found &= veto::ASK | veto::NEGATION | veto::INJECT | kept;
        }
        if yes_for && found & veto::NO_FOR != 0 {
            found |= veto::PART;
        }
        if found & veto::REJECTS != 0 {
            self.taken_back = false;
        }
        // "The rest, go": what is told to run is a part.
        let (length, tags) = index.longest_at(words);
        if length == words.len() && tags & Tag::Share.bit() != 0 {
            found |= veto::PART;
        }
        let explained = veto::REJECTS | veto::CHANGE | veto::PART;
        if found & (explained | veto::ASK | veto::CONDITION | veto::REPORT | veto::UNCLEAR) == 0
            && veto::is_remark(index, words)
        {
            self.remarks = true;
            self.others |= found & veto::OTHERS != 0;
            self.last = 0;
            return false;
        }
        // "Отмена. То есть подтверждаю": what takes the refusal back need not be understood whole.
        let firm = self.found & (veto::REJECTS & !veto::HOLDS) != 0;
        self.taken_back |= firm && found & (explained | veto::NEGATION) == 0 && consents(index, words);
        self.found |= found;
        self.leftover |= found & explained == 0;
        self.last = 0;
        found & veto::YES_FOR != 0
    }

    fn face(&mut self, face: Face) {
        match face {
            Face::Yes => self.face = true,
            Face::Calm => self.calm = true,
            Face::Doubt => self.leftover = true,
            Face::No => self.found |= veto::REFUSAL,
            Face::Stop => self.found |= veto::HOLD,
        }
    }
}

/// The language of a reply: the script, and for Latin letters whether most words are known.
fn language(index: &View, folded: &Folded) -> Option<&'static str> {
    if folded.hangul > 0 && folded.hangul * 2 >= folded.latin + folded.cyrillic {
        return Some("ko");
    }
    if folded.kana > 0 {
        return Some("ja");
    }
    if folded.han > 0 && !folded.foreign && folded.han * 2 >= folded.latin + folded.cyrillic {
        return Some("zh");
    }
    if folded.cyrillic > 0 && folded.cyrillic >= folded.latin {
        return Some("ru");
    }
    // A number counts as English, so that this does not depend on what is loaded: no other script has it to itself.
    let number = index.id("#");
    let known = |id: WordId| id == number || index.speaks(id, "en");
    let english = folded.pieces.iter().filter(|piece| matches!(piece, Piece::Word(id) if known(*id))).count();
    (english > 0 && english * 2 >= folded.latin).then_some("en")
}
