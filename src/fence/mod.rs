//! Reading a planner's answer: which part of it is the plan or the questions, and what the chat bubble shows.
//!
//! Owns the choice of the fence that counts. Refuses to know modes, turns and what is done with a plan: bad text is data
//! here, reported as codes. The file names are the pipeline: `prepare` cleans characters, `scan` finds fences line by
//! line (`label`, `close`, `tag`), `json` reads their content (`reader`, `scalar`, `string`, `run`, `ahead`), `echo` knows copies,
//! `shape` and `ask` bring the value to the normal form (`field`, `extra`), `bubble` keeps the rest as text, `stream`
//! takes an answer in pieces, `written` hands the result over. Source: the fence rules, section 3.

mod ahead;
mod ask;
mod bubble;
mod close;
mod codes;
mod echo;
mod extra;
mod field;
mod json;
mod label;
mod normal;
mod prepare;
mod reader;
mod run;
mod scalar;
mod scan;
mod shape;
mod stream;
mod string;
mod tag;
mod written;

use std::{borrow::Cow, ops::Range};

use crate::code::{Code, fence as code};
use crate::plan::{BasePlan, PlanExtra};
use crate::question::Question;
use crate::text;

use close::Reading;
use codes::Codes;
use echo::Echoes;
use json::{Ending, Json, Read};
use label::Label;
use scan::{Labelled, Scan};

pub use stream::{Reveal, Stream};

/// What an answer turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// A plan, questions, or neither.
    pub outcome: Outcome,
    /// What the chat bubble shows. Markup in it is the renderer's to escape.
    pub text: String,
    /// Diagnostics: the `E_` code first where the outcome is none, then every repair as a `W_` code.
    pub codes: Vec<Code>,
    /// Whether the answer held a fence labelled as a plan or as questions, good or bad.
    pub labelled: bool,
}

/// Plan, questions, or neither; always in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "there is one of it an answer, and it is taken apart at once")
)]
pub enum Outcome {
    /// A plan, with the optional fields its writer added.
    Plan {
        /// The normal form.
        value: BasePlan,
        /// Optional fields, or `None` where there are none; as many steps as `value` has.
        extra: Option<PlanExtra>,
    },
    /// One to three questions.
    Questions(Vec<Question>),
    /// Nothing that can be used; `Parsed::error` says why.
    None,
}

impl Parsed {
    /// Why the answer could not be used: its `E_` code.
    pub fn error(&self) -> Option<Code> {
        self.codes.first().copied().filter(|code| code.starts_with("E_"))
    }

    /// The JSON text of `{ kind, value, extra, text, codes }`, keys in this order. One text crosses the border to JavaScript
    /// much faster than many objects do.
    pub fn to_json(&self) -> String {
        written::result(self)
    }
}

/// Reads one complete answer. `untrusted` is what the planner had read: a fence copied from it is nobody's plan.
///
/// ```
/// use plangate::fence::{Outcome, parse};
/// let parsed = parse("Done.\n```plan\n{\"title\": \"T\", \"aim\": \"A\", \"steps\": [\"Look around.\"]}\n```", &[]);
/// assert!(matches!(&parsed.outcome, Outcome::Plan { value, .. } if value.steps.len() == 1));
/// assert_eq!(parsed.text, "Done.");
/// ```
pub fn parse(text: &str, untrusted: &[String]) -> Parsed {
    match prepare::from_text(text) {
        Some(clean) => read(&clean, untrusted),
        None => too_large(),
    }
}

/// Like [`parse`], for text that may hold lone surrogates: each becomes U+FFFD.
pub fn parse_utf16(units: &[u16], untrusted: &[String]) -> Parsed {
    match prepare::from_units(units) {
        Some(clean) => read(&clean, untrusted),
        None => too_large(),
    }
}

fn too_large() -> Parsed {
    Parsed { outcome: Outcome::None, text: String::new(), codes: vec![code::E_TOO_LARGE], labelled: false }
}

/// What [`parse`] says, for a page: the JSON text of `{ kind, value, extra, text, codes }`, keys in this order.
///
/// Where a plan stands in the answer in its normal form, `place` stands for `value` and `extra` (which is null): how many
/// code units of the answer are before and behind it. `commas` are those to be taken out of it before `JSON.parse` reads
/// it, as how many code units of the answer each has behind it.
///
/// `None` where the text holds U+FFFD: encoders write it for a lone surrogate, so only [`parse_utf16`] can tell.
pub fn parse_to_json(text: &str, untrusted: &[String]) -> Option<String> {
    if run::has_replacement(text) {
        return None;
    }
    let Some(clean) = prepare::from_text(text) else { return Some(too_large().to_json()) };
    let json = match look(&clean, untrusted, Reading::InPlace) {
        // OK because only other line ends than LF move what is in the text.
        (parsed, Some(place)) if matches!(clean.text, Cow::Borrowed(_)) => written::in_place(text, &place, &parsed),
        (_, Some(_)) => read(&clean, untrusted).to_json(),
        (parsed, None) => parsed.to_json(),
    };
    Some(json)
}

fn read(clean: &prepare::Clean, untrusted: &[String]) -> Parsed {
    look(clean, untrusted, Reading::Whole).0
}

/// Reads an answer. A plan that is only recognized, where it stands, is none of the outcomes yet.
fn look(clean: &prepare::Clean, untrusted: &[String], reading: Reading) -> (Parsed, Option<Place>) {
    let mut scan = scan::scan(&clean.text, reading);
    let mut codes = clean.codes.clone();
    codes.merge(&scan.codes);
    let labelled = !scan.labelled.is_empty();
    let choice = choose(&mut scan, untrusted, &mut codes);
    let text = match choice {
        Ok((_, Shown::Nothing)) => String::new(),
        _ => bubble::text(&scan, &mut codes),
    };
    let (outcome, place, codes) = match choice {
        Ok((Found::Outcome(outcome), _)) => (outcome, None, codes.list()),
        Ok((Found::InPlace(place), _)) => (Outcome::None, Some(place), codes.list()),
        Err(error) => (Outcome::None, None, std::iter::once(error).chain(codes.list()).collect()),
    };
    (Parsed { outcome, text, codes, labelled }, place)
}

/// What the fence that counts holds.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "there is one of it an answer, and it is taken apart at once")
)]
enum Found {
    Outcome(Outcome),
    InPlace(Place),
}

/// A plan in normal form where it stands, in bytes of the text.
struct Place {
    content: Range<usize>,
    commas: Vec<usize>,
}

/// What the bubble shows beside an outcome.
#[derive(Clone, Copy)]
enum Shown {
    Rest,
    Nothing,
}

type Choice = Result<(Found, Shown), Code>;

/// The fence that counts, read. There is no fallback from a bad fence to another one.
fn choose(scan: &mut Scan, untrusted: &[String], codes: &mut Codes) -> Choice {
    if !scan.labelled.is_empty() {
        return Ok((governing(scan, untrusted, codes)?, Shown::Rest));
    }
    if scan.reasoning_open {
        return Err(code::E_UNCLOSED_REASONING);
    }
    if let Some((outcome, fence)) = unlabelled(scan, codes) {
        scan.remove_fence(fence);
        return Ok((Found::Outcome(outcome), Shown::Rest));
    }
    match no_fence(scan, codes) {
        Some(outcome) => Ok((Found::Outcome(outcome), Shown::Nothing)),
        None => Err(code::E_NO_FENCE),
    }
}

/// The last fence of questions, else the last plan, copies of foreign text left out.
fn governing(scan: &Scan, untrusted: &[String], codes: &mut Codes) -> Result<Found, Code> {
    let mut echoes = Echoes::new(untrusted);
    // From the last one on, because the last one governs and only so many are looked up.
    let own: Vec<&Labelled> = scan.labelled.iter().rev().filter(|fence| !echoes.holds(&fence.content)).collect();
    if own.len() < scan.labelled.len() {
        codes.add(code::W_ECHO_IGNORED);
    }
    let questions = own.iter().find(|fence| fence.label == Label::Questions);
    let plan = own.iter().find(|fence| fence.label == Label::Plan);
    if own.len() > 1 {
        codes.add(code::W_MULTIPLE_FENCES);
    }
    if questions.is_some() && plan.is_some() {
        codes.add(code::W_BOTH_KINDS);
    }
    let fence = questions.or(plan).ok_or(code::E_ECHO)?;
    codes.merge(&fence.codes);
    if !text::is_blank(text::tail(scan.text, fence.span.end)) {
        codes.add(code::W_TEXT_AFTER);
    }
    let read = fence.read.as_ref().map_err(|code| *code)?;
    codes.merge(&read.codes);
    if let Some(normal) = &fence.normal {
        let content = fence.place.clone();
        let commas = normal.commas.iter().map(|comma| content.start + comma).collect();
        return Ok(Found::InPlace(Place { content, commas }));
    }
    match fence.label {
        Label::Questions => ask::questions(&read.value, codes),
        _ => shape::plan(&read.value, codes),
    }
    .map(Found::Outcome)
}

/// The one closed fence without a label of its own that looks like a plan or questions and ends the answer.
fn unlabelled(scan: &Scan, codes: &mut Codes) -> Option<(Outcome, Range<usize>)> {
    if codes.has(code::W_INNER_LABEL_IGNORED) {
        return None;
    }
    let mut signed = scan.loose.iter().filter(|fence| fence.closed).filter_map(|fence| {
        let read = whole(&fence.content)?;
        Some((fence, shape::signature(&read.value)?, read))
    });
    let (fence, kind, read) = signed.next()?;
    if signed.next().is_some() || !text::is_blank(text::tail(scan.text, fence.span.end)) {
        return None;
    }
    let outcome = accept(kind, &read, code::W_UNLABELLED_FENCE, codes)?;
    Some((outcome, fence.span.clone()))
}

/// The whole answer as one object, where there is no fence at all.
fn no_fence(scan: &Scan, codes: &mut Codes) -> Option<Outcome> {
    if !scan.loose.is_empty() || codes.has(code::W_INNER_LABEL_IGNORED) {
        return None;
    }
    let shown = bubble::text(scan, &mut Codes::default());
    if !shown.starts_with('{') || !shown.ends_with('}') {
        return None;
    }
    // No fence says that the answer is complete, so it is read as one that was cut.
    let read = json::read(&shown, Ending::Open).ok().filter(|read| text::is_blank(&read.rest))?;
    accept(shape::signature(&read.value)?, &read, code::W_NO_FENCE, codes)
}

/// The content, read as that of a closed fence with nothing behind its value.
fn whole(content: &str) -> Option<Read<'_>> {
    json::read(content, Ending::Closed).ok().filter(|read| !read.codes.has(code::W_TRAILING_TEXT))
}

/// The value in normal form, with its codes; without it no code is left behind.
fn accept(kind: shape::Signature, read: &Read, found: Code, codes: &mut Codes) -> Option<Outcome> {
    let mut own = read.codes.clone();
    let normalize: fn(&Json, &mut Codes) -> Result<Outcome, Code> = match kind {
        shape::Signature::Plan => shape::plan,
        shape::Signature::Questions => ask::questions,
    };
    let outcome = normalize(&read.value, &mut own).ok()?;
    codes.add(found);
    codes.merge(&own);
    Some(outcome)
}
