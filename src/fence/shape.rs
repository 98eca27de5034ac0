//! A value as a plan in normal form. The number of steps is never changed; what can not be read is no plan.
//!
//! Knows names and shapes models use, nothing of where the value stood. Source: the fence rules, sections 3.4 and 6.

use std::borrow::Cow;

use crate::code::{Code, fence as code};
use crate::plan::{BasePlan, BaseStep, Library, SandboxNote, SandboxPolicy, StepExtra};
use crate::text;

use super::codes::Codes;
use super::field::{self, Fields, Names, differ, encoded, hard, is_placeholder, soft};
use super::json::Json;
use super::{Outcome, ask, extra};

const TITLE: &Names = &["title", "name"];
const AIM: &Names = &["aim", "goal", "objective"];
const LIBRARIES: &Names = &["libraries", "libs", "dependencies"];
const SANDBOX: &Names = &["sandbox"];
const ACTION: &Names = &["action", "step", "task", "description", "title"];
const EXPECTED: &Names = &["expected", "expectedresult", "expectation", "verification", "verify", "result", "outcome"];
const NUMBERING: &Names = &["id", "number", "n"];
const LIBRARY: &Names = &["name", "library", "package"];
const PURPOSE: &Names = &["purpose", "reason", "why"];
const USAGE: &Names = &["usage", "use", "how"];

/// Keys of a plan's steps.
pub(super) const STEPS: &Names = &["steps", "tasks"];
/// Keys of a list of questions.
pub(super) const QUESTIONS: &Names = &["questions", "planquestions"];
/// Keys that may hold the whole thing.
pub(super) const WRAPPERS: &Names = &["plan", "data", "result", "output", "response"];

/// What a value without a label looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signature {
    Plan,
    Questions,
}

/// What the value looks like, where it can not be mistaken for something else.
pub(super) fn signature(value: &Json) -> Option<Signature> {
    let root = Fields::of(value)?;
    let is_one = |fields: &Fields| fields.has(STEPS) || fields.has(QUESTIONS);
    let fields = if is_one(&root) { root } else { only(&root, is_one)? };
    let plan = fields.has(STEPS) && fields.has(&["title", "aim"]);
    match (plan, fields.has(QUESTIONS)) {
        (true, false) => Some(Signature::Plan),
        (false, true) => Some(Signature::Questions),
        _ => None,
    }
}

/// The only object under a wrapping key that passes.
pub(super) fn only<'a>(root: &Fields<'a>, passes: impl Fn(&Fields) -> bool) -> Option<Fields<'a>> {
    let mut found = root.every(WRAPPERS).filter_map(Fields::of).filter(passes);
    found.next().filter(|_| found.next().is_none())
}

/// Reads a plan, or questions where they stand in its place.
pub(super) fn plan(root: &Json, codes: &mut Codes) -> Result<Outcome, Code> {
    match root {
        Json::List(items) => from_list(root, items, codes),
        Json::Object(_) => from_object(root, codes),
        _ => Err(code::E_SHAPE),
    }
}

fn from_list(root: &Json, items: &[Json], codes: &mut Codes) -> Result<Outcome, Code> {
    let has = |item: &Json, names: &Names| Fields::of(item).is_some_and(|fields| fields.has(names));
    let plans = items.iter().filter(|item| has(item, STEPS)).count();
    match (items, plans) {
        ([], _) => Err(code::E_NO_STEPS),
        ([item], 1) => {
            codes.add(code::W_UNWRAPPED);
            from_object(item, codes)
        }
        (_, 1) => Err(code::E_SHAPE),
        (_, 0) if items.iter().all(|item| has(item, &["question"])) => {
            codes.add(code::W_KIND_MISMATCH);
            ask::questions(root, codes)
        }
        (_, 0) if items.iter().all(|item| matches!(item, Json::Text(_)) || has(item, ACTION)) => {
            codes.add(code::W_ROOT_ARRAY);
            build(&Fields::none(), items, codes)
        }
        (_, 0) => Err(code::E_SHAPE),
        _ => Err(code::E_MULTIPLE_PLANS),
    }
}

fn from_object(root: &Json, codes: &mut Codes) -> Result<Outcome, Code> {
    let fields = Fields::of(root).ok_or(code::E_SHAPE)?;
    if fields.has(STEPS) {
        note_unknown(&fields, &[], codes);
        return from_steps(&fields, codes);
    }
    if let Some(inner) = only(&fields, |inner| inner.has(STEPS)) {
        codes.add(code::W_UNWRAPPED);
        if fields.has_other_than(&[WRAPPERS]) {
            codes.add(code::W_UNKNOWN_KEY);
        }
        note_unknown(&inner, &[], codes);
        return from_steps(&inner, codes);
    }
    if let Some(Json::List(steps)) = fields.get("plan") {
        codes.add(code::W_ALIAS_KEY);
        note_unknown(&fields, &["plan"], codes);
        return build(&fields, steps, codes);
    }
    if fields.has(QUESTIONS) || (fields.has(&["question"]) && fields.has(ask::OPTIONS)) {
        codes.add(code::W_KIND_MISMATCH);
        return ask::questions(root, codes);
    }
    Err(code::E_NO_STEPS)
}

fn note_unknown(fields: &Fields, besides: &Names, codes: &mut Codes) {
    if fields.has_other_than(&[TITLE, AIM, STEPS, LIBRARIES, SANDBOX, extra::PLAN, besides]) {
        codes.add(code::W_UNKNOWN_KEY);
    }
}

/// The plan of an object that has a steps key.
fn from_steps(fields: &Fields, codes: &mut Codes) -> Result<Outcome, Code> {
    if differ(fields.every(STEPS)) {
        return Err(code::E_DUPLICATE_KEY);
    }
    let written = fields.pick(STEPS, Some, codes).ok_or(code::E_NO_STEPS)?;
    let steps = match written {
        Json::Text(text) => Cow::Owned(encoded(text, codes).ok_or(code::E_SHAPE)?),
        _ => Cow::Borrowed(written),
    };
    match steps.as_ref() {
        Json::List(steps) => build(fields, steps, codes),
        Json::Null => Err(code::E_NO_STEPS),
        single if Fields::of(single).is_some_and(|step| step.has(ACTION)) => {
            codes.add(code::W_WRAPPED_SINGLE);
            build(fields, std::slice::from_ref(single), codes)
        }
        _ => Err(code::E_SHAPE),
    }
}

fn build(fields: &Fields, steps: &[Json], codes: &mut Codes) -> Result<Outcome, Code> {
    if steps.is_empty() {
        return Err(code::E_NO_STEPS);
    }
    let title = fields.text(TITLE, soft, codes).unwrap_or_default();
    let aim = fields.text(AIM, soft, codes).unwrap_or_default();
    if title.is_empty() {
        codes.add(code::W_MISSING_TITLE);
    }
    if aim.is_empty() {
        codes.add(code::W_MISSING_AIM);
    }
    let (mut base, mut extras) = (Vec::with_capacity(steps.len()), Vec::with_capacity(steps.len()));
    for item in steps {
        let (step, extra) = step(item, codes)?;
        base.push(step);
        extras.push(extra);
    }
    let extra = extra::plan(fields, extras, codes);
    let value =
        BasePlan { title, aim, steps: base, libraries: libraries(fields, codes), sandbox: sandbox(fields, codes) };
    Ok(Outcome::Plan { value, extra })
}

fn step(item: &Json, codes: &mut Codes) -> Result<(BaseStep, StepExtra), Code> {
    let (base, extra) = match item {
        Json::Text(text) => match object_in(text, codes) {
            Some(inner) => step_object(&inner, codes)?,
            None => {
                codes.add(code::W_STEP_STRING);
                let action = hard(item).ok_or(code::E_STEP_INVALID)?.noted(codes);
                (BaseStep { action, expected: String::new() }, StepExtra::default())
            }
        },
        _ => step_object(item, codes)?,
    };
    if is_placeholder(&base.action) { Err(code::E_PLACEHOLDER) } else { Ok((base, extra)) }
}

/// The step object that was written into a string.
fn object_in(text: &str, codes: &mut Codes) -> Option<Json<'static>> {
    let mut found = Codes::default();
    let inner = encoded(text, &mut found).filter(|inner| Fields::of(inner).is_some_and(|step| step.has(ACTION)))?;
    codes.merge(&found);
    Some(inner)
}

fn step_object(item: &Json, codes: &mut Codes) -> Result<(BaseStep, StepExtra), Code> {
    if let Json::Object(members) = item
        && let [(first, action @ Json::Text(_)), (second, expected @ Json::Text(_))] = members.as_slice()
        && (first.as_ref(), second.as_ref()) == ("action", "expected")
    {
        // As nearly every step is written: nothing to look for.
        let action = hard(action).ok_or(code::E_STEP_INVALID)?.noted(codes);
        let expected = soft(expected).map(|words| words.noted(codes)).unwrap_or_default();
        return Ok((BaseStep { action, expected }, StepExtra::default()));
    }
    let fields = Fields::of(item).ok_or(code::E_STEP_INVALID)?;
    // Two steps whose border was lost; keeping the last action would drop a step.
    if fields.has_twice(ACTION) {
        return Err(code::E_DUPLICATE_KEY);
    }
    let action = fields.text(ACTION, hard, codes).ok_or(code::E_STEP_INVALID)?;
    let expected = fields.text(EXPECTED, soft, codes).unwrap_or_default();
    if fields.has_other_than(&[ACTION, EXPECTED, NUMBERING, extra::STEP]) {
        codes.add(code::W_UNKNOWN_KEY);
    }
    Ok((BaseStep { action, expected }, extra::step(&fields, codes)))
}

fn libraries(fields: &Fields, codes: &mut Codes) -> Vec<Library> {
    let Some(written) = fields.some(LIBRARIES, codes) else { return Vec::new() };
    let written = match written {
        Json::Text(text) => encoded(text, codes).map(Cow::Owned),
        _ => Some(Cow::Borrowed(written)),
    };
    let entries = match written.as_deref() {
        Some(Json::List(entries)) => entries.as_slice(),
        Some(single) if Fields::of(single).is_some_and(|entry| entry.has(LIBRARY)) => {
            codes.add(code::W_WRAPPED_SINGLE);
            std::slice::from_ref(single)
        }
        _ => {
            codes.add(code::W_LIBRARIES_INVALID);
            return Vec::new();
        }
    };
    let found: Vec<Library> = entries.iter().filter_map(|entry| library(entry, codes)).collect();
    if found.len() < entries.len() {
        codes.add(code::W_LIBRARY_DROPPED);
    }
    found
}

fn library(entry: &Json, codes: &mut Codes) -> Option<Library> {
    let library = match Fields::of(entry) {
        Some(fields) => Library {
            name: fields.text(LIBRARY, hard, codes)?,
            purpose: fields.text(PURPOSE, soft, codes).unwrap_or_default(),
            usage: fields.text(USAGE, soft, codes).unwrap_or_default(),
        },
        None => {
            let name = field::string(entry)?.noted(codes);
            codes.add(code::W_LIBRARY_STRING);
            Library { name, purpose: String::new(), usage: String::new() }
        }
    };
    (!is_placeholder(&library.name)).then_some(library)
}

fn sandbox(fields: &Fields, codes: &mut Codes) -> Option<SandboxNote> {
    let written = fields.get("sandbox").filter(|written| **written != Json::Null)?;
    let inner = Fields::of(written);
    let policy = match &inner {
        Some(inner) => inner.get("policy"),
        None => Some(written),
    };
    let policy = match policy {
        Some(Json::Text(policy)) => match text::trim(policy).to_lowercase().as_str() {
            "reuse" => Some(SandboxPolicy::Reuse),
            "create" => Some(SandboxPolicy::Create),
            _ => None,
        },
        _ => None,
    };
    let Some(policy) = policy else {
        codes.add(code::W_SANDBOX_INVALID);
        return None;
    };
    let notes = inner.and_then(|inner| inner.text(&["notes"], soft, codes)).unwrap_or_default();
    Some(SandboxNote { policy, notes })
}
