//! Optional fields of a plan and its steps. Each is taken as written or left out whole: half a check is no check.
//!
//! Knows shapes only; whether an id, a path or a kind of evidence makes sense is for the rooms that use it. Source: the
//! design of the plan JSON; scope by the authorization rules, section 4; `doneWhen` by the task rules, 4.1.

use crate::code::fence as code;
use crate::plan::{Criterion, EvidenceKind, PlanExtra, Replay, Scope, StepExtra};
use crate::text;

use super::codes::Codes;
use super::field::{self, Fields, Names};
use super::json::Json;

/// Folded keys of a plan.
pub(super) const PLAN: &Names = &["nongoals", "resources", "risks", "openquestions", "rollback", "scope"];
/// Folded keys of a step.
pub(super) const STEP: &Names =
    &["id", "input", "target", "effect", "steps", "dependson", "optional", "donewhen", "replay"];

const SCOPE: &Names = &["paths", "tools", "commands", "network", "resources"];
const CRITERION: &Names = &["kind", "ref", "want"];

/// The optional fields of a plan; `steps` are those of its steps. `None` where nothing is left of them.
pub(super) fn plan(fields: &Fields, steps: Vec<StepExtra>, codes: &mut Codes) -> Option<PlanExtra> {
    let none = StepExtra::default();
    let is_bare = steps.iter().all(|step| *step == none);
    let found = PlanExtra {
        non_goals: take(fields, "nongoals", texts, codes),
        resources: take(fields, "resources", texts, codes),
        risks: take(fields, "risks", texts, codes),
        open_questions: take(fields, "openquestions", texts, codes),
        rollback: take(fields, "rollback", words, codes),
        scope: take(fields, "scope", scope, codes),
        steps: Vec::new(),
    };
    (!is_bare || found != PlanExtra::default()).then_some(PlanExtra { steps, ..found })
}

/// The optional fields of a step.
pub(super) fn step(fields: &Fields, codes: &mut Codes) -> StepExtra {
    StepExtra {
        id: take(fields, "id", |value, _| field::id(value), codes),
        input: take(fields, "input", words, codes),
        target: take(fields, "target", words, codes),
        effect: take(fields, "effect", words, codes),
        steps: take(fields, "steps", texts, codes),
        depends_on: take(fields, "dependson", |value, _| each(value, field::id), codes),
        optional: take(fields, "optional", flag, codes),
        done_when: take(fields, "donewhen", criteria, codes),
        replay: take(fields, "replay", replay, codes),
    }
}

/// A field by its reader. Null is not written; what its reader refuses is left out, and that is said.
fn take<T>(fields: &Fields, name: &str, read: impl Fn(&Json, &mut Codes) -> Option<T>, codes: &mut Codes) -> Option<T> {
    let written = fields.get(name).filter(|written| **written != Json::Null)?;
    let value = read(written, codes);
    if value.is_none() {
        codes.add(code::W_EXTRA_INVALID);
    }
    value
}

fn words(value: &Json, codes: &mut Codes) -> Option<String> {
    field::string(value).map(|words| words.noted(codes))
}

fn texts(value: &Json, codes: &mut Codes) -> Option<Vec<String>> {
    let Json::List(items) = value else { return None };
    items.iter().map(|item| words(item, codes)).collect()
}

fn each<T>(value: &Json, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    let Json::List(items) = value else { return None };
    items.iter().map(read).collect()
}

fn flag(value: &Json, _: &mut Codes) -> Option<bool> {
    match value {
        Json::Bool(flag) => Some(*flag),
        _ => None,
    }
}

fn replay(value: &Json, _: &mut Codes) -> Option<Replay> {
    let Json::Text(text) = value else { return None };
    match text::trim(text) {
        "safe" => Some(Replay::Safe),
        "unsafe" => Some(Replay::Unsafe),
        _ => None,
    }
}

fn criteria(value: &Json, codes: &mut Codes) -> Option<Vec<Criterion>> {
    let Json::List(items) = value else { return None };
    items.iter().map(|item| criterion(item, codes)).collect()
}

fn criterion(value: &Json, codes: &mut Codes) -> Option<Criterion> {
    let fields = Fields::of(value)?;
    let kind = match words(fields.get("kind")?, codes)?.as_str() {
        "file-hash" => EvidenceKind::FileHash,
        "test-exit" => EvidenceKind::TestExit,
        "artifact" => EvidenceKind::Artifact,
        "approval" => EvidenceKind::Approval,
        _ => return None,
    };
    let subject = words(fields.get("ref")?, codes)?;
    let want = match fields.get("want") {
        None | Some(Json::Null) => None,
        Some(want) => Some(words(want, codes)?),
    };
    if fields.has_other_than(&[CRITERION]) {
        codes.add(code::W_UNKNOWN_KEY);
    }
    Some(Criterion { kind, subject, want })
}

/// A list of it that is ill-formed declares nothing.
fn scope(value: &Json, codes: &mut Codes) -> Option<Scope> {
    let fields = Fields::of(value)?;
    if fields.has_other_than(&[SCOPE]) {
        codes.add(code::W_UNKNOWN_KEY);
    }
    let mut list = |name| take(&fields, name, texts, codes).unwrap_or_default();
    Some(Scope {
        paths: list("paths"),
        tools: list("tools"),
        commands: list("commands"),
        network: list("network"),
        resources: list("resources"),
    })
}
