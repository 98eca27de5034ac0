//! From a planner's answer to a version of a plan: ids, order, sandbox policy, hash.
//!
//! Knows the shape of plans, not when one may be made. Source: the machine rules, section 3; requirement rows A12, A19.

use std::collections::BTreeSet;

use super::{
    BasePlan, FileRef, Plan, PlanContext, PlanExtra, PlanRef, Sandbox, SandboxPolicy, Scope, Step, StepExtra, hash,
    markdown,
};
use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain};
use crate::{config::Locale, ids::is_step_id, sorted::VecMap, world::World};
use serde_json::Value;

/// What a plan is made for, and when.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// Id through all versions.
    pub plan_id: String,
    /// 1, 2, 3, …
    pub version: u32,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// The request, verbatim.
    pub user_text: &'a str,
    /// Files of the request.
    pub files: &'a [FileRef],
    /// The world at planning time.
    pub world: &'a World,
    /// The version before, if this is a revision.
    pub previous: Option<&'a Plan>,
    /// Every step id that an earlier version has used.
    pub taken: &'a BTreeSet<String>,
    /// Language of generated text.
    pub locale: Locale,
}

/// A version from a planner's answer. `notes` are codes worth a look.
pub fn from_draft(base: BasePlan, extra: Option<PlanExtra>, text: &str, notes: Vec<String>, facts: &Facts<'_>) -> Plan {
    let extra = extra.unwrap_or_default();
    let named_any = extra.steps.iter().any(|step| step.depends_on.is_some());
    let mut wished = extra.steps.into_iter();
    let drafts: Vec<Step> = base
        .steps
        .into_iter()
        .map(|step| {
            let more: StepExtra = wished.next().unwrap_or_default();
            Step {
                id: more.id.unwrap_or_default(),
                action: step.action,
                expected: step.expected,
                steps: more.steps.unwrap_or_default(),
                input: more.input,
                target: more.target,
                effect: more.effect,
                depends_on: more.depends_on.unwrap_or_default(),
                optional: more.optional.unwrap_or_default(),
                done_when: more.done_when.unwrap_or_default(),
                replay: more.replay.unwrap_or_default(),
            }
        })
        .collect();
    let mut steps = identify(drafts.clone(), if named_any { Order::AsWritten } else { Order::Chain }, facts);
    let mut notes = notes;
    if named_any
        && (is_cyclic(&steps) || drafts.iter().zip(&steps).any(|(a, b)| a.depends_on.len() != b.depends_on.len()))
    {
        notes.push(crate::code::fence::W_EXTRA_INVALID.to_owned());
    }
    if is_cyclic(&steps) {
        steps = identify(drafts, Order::Chain, facts);
    }
    let existing = facts.world.sandbox.as_ref();
    let exists = existing.is_some_and(|sandbox| sandbox.exists);
    let (policy, sandbox_notes) = match base.sandbox {
        Some(note) => (note.policy, note.notes),
        None => (SandboxPolicy::Create, String::new()),
    };
    settle(
        Plan {
            reference: PlanRef { plan_id: facts.plan_id.clone(), version: facts.version, content_hash: String::new() },
            user_text: facts.user_text.to_owned(),
            text: text.to_owned(),
            title: base.title,
            aim: base.aim,
            steps,
            libraries: base.libraries,
            sandbox: Sandbox {
                policy: if exists { SandboxPolicy::Reuse } else { policy },
                notes: sandbox_notes,
                dir: existing.map(|sandbox| sandbox.dir.clone()),
                exists,
            },
            files: facts.files.to_vec(),
            context: PlanContext {
                workspace_path: facts.world.workspace_path.clone(),
                context7_available: facts.world.context7_available,
            },
            created_at: facts.created_at.clone(),
            non_goals: extra.non_goals.unwrap_or_default(),
            resources: extra.resources.unwrap_or_default(),
            risks: extra.risks.unwrap_or_default(),
            open_questions: extra.open_questions.unwrap_or_default(),
            rollback: extra.rollback.unwrap_or_default(),
            scope: extra.scope.unwrap_or_default(),
            notes,
        },
        facts.locale,
    )
}

/// What a person changed in a plan; `None` = left as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanEdit {
    /// Short name.
    pub title: Option<String>,
    /// What is to be reached.
    pub aim: Option<String>,
    /// All steps, in order.
    pub steps: Option<Vec<Step>>,
    /// Libraries.
    pub libraries: Option<Vec<super::Library>>,
    /// What is not aimed at.
    pub non_goals: Option<Vec<String>>,
    /// Modules and resources concerned.
    pub resources: Option<Vec<String>>,
    /// Risks.
    pub risks: Option<Vec<String>>,
    /// Questions left open.
    pub open_questions: Option<Vec<String>>,
    /// How to undo it.
    pub rollback: Option<String>,
    /// What it will touch.
    pub scope: Option<Scope>,
}

impl Fit for PlanEdit {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.closed(&[
            "title",
            "aim",
            "steps",
            "libraries",
            "nonGoals",
            "resources",
            "risks",
            "openQuestions",
            "rollback",
            "scope",
        ]);
        Self {
            title: fields.get("title"),
            aim: fields.get("aim"),
            steps: fields.get("steps"),
            libraries: fields.get("libraries"),
            non_goals: fields.get("nonGoals"),
            resources: fields.get("resources"),
            risks: fields.get("risks"),
            open_questions: fields.get("openQuestions"),
            rollback: fields.get("rollback"),
            scope: fields.get("scope"),
        }
    }
}

impl Plain for PlanEdit {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("title", &self.title);
        members.put("aim", &self.aim);
        members.put("steps", &self.steps);
        members.put("libraries", &self.libraries);
        members.put("nonGoals", &self.non_goals);
        members.put("resources", &self.resources);
        members.put("risks", &self.risks);
        members.put("openQuestions", &self.open_questions);
        members.put("rollback", &self.rollback);
        members.put("scope", &self.scope);
        members.value()
    }
}

/// The next version from a person's edit. Dependencies of edited steps stand exactly as given.
pub fn from_edit(previous: &Plan, edit: PlanEdit, facts: &Facts<'_>) -> Plan {
    let steps = match edit.steps {
        Some(steps) => identify(steps, Order::AsWritten, facts),
        None => previous.steps.clone(),
    };
    settle(
        Plan {
            reference: PlanRef { plan_id: facts.plan_id.clone(), version: facts.version, content_hash: String::new() },
            text: String::new(),
            title: edit.title.unwrap_or_else(|| previous.title.clone()),
            aim: edit.aim.unwrap_or_else(|| previous.aim.clone()),
            steps,
            libraries: edit.libraries.unwrap_or_else(|| previous.libraries.clone()),
            created_at: facts.created_at.clone(),
            non_goals: edit.non_goals.unwrap_or_else(|| previous.non_goals.clone()),
            resources: edit.resources.unwrap_or_else(|| previous.resources.clone()),
            risks: edit.risks.unwrap_or_else(|| previous.risks.clone()),
            open_questions: edit.open_questions.unwrap_or_else(|| previous.open_questions.clone()),
            rollback: edit.rollback.unwrap_or_else(|| previous.rollback.clone()),
            scope: edit.scope.unwrap_or_else(|| previous.scope.clone()),
            notes: Vec::new(),
            ..previous.clone()
        },
        facts.locale,
    )
}

/// Whether steps that name no dependency follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    AsWritten,
    Chain,
}

/// Gives every step its id and lets dependencies follow. A step with equal action, expected and doneWhen keeps the id it
/// had; any other gets one that no version has used.
fn identify(drafts: Vec<Step>, order: Order, facts: &Facts<'_>) -> Vec<Step> {
    let earlier: &[Step] = facts.previous.map_or(&[], |plan| &plan.steps);
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut kept: Vec<Option<String>> = Vec::with_capacity(drafts.len());
    for draft in &drafts {
        let same = |step: &&Step| {
            step.action == draft.action
                && step.expected == draft.expected
                && step.done_when == draft.done_when
                && !used.contains(&step.id)
        };
        let id = earlier.iter().find(same).map(|step| step.id.clone());
        used.extend(id.clone());
        kept.push(id);
    }
    // Ids that an unchanged step keeps are gone for the others, whatever they wish.
    let mut renamed: VecMap<String, String> = VecMap::new();
    let mut ids: Vec<String> = Vec::with_capacity(drafts.len());
    for (position, (draft, kept)) in drafts.iter().zip(kept).enumerate() {
        let id = kept.unwrap_or_else(|| fresh(&draft.id, position, &used, facts));
        used.insert(id.clone());
        if !draft.id.is_empty() && !renamed.contains_key(&draft.id) {
            renamed.insert(draft.id.clone(), id.clone());
        }
        ids.push(id);
    }
    let mut before: Option<String> = None;
    drafts
        .into_iter()
        .zip(ids)
        .map(|(mut step, id)| {
            step.depends_on = match order {
                Order::Chain => before.iter().cloned().collect(),
                Order::AsWritten => {
                    let mut seen = BTreeSet::new();
                    let known = step.depends_on.iter().map(|dep| renamed.get(dep).unwrap_or(dep).clone());
                    known.filter(|dep| used.contains(dep) && *dep != id && seen.insert(dep.clone())).collect()
                }
            };
            before = Some(id.clone());
            step.id = id;
            step
        })
        .collect()
}

fn fresh(wish: &str, position: usize, used: &BTreeSet<String>, facts: &Facts<'_>) -> String {
    let free = |id: &str| is_step_id(id) && !used.contains(id) && !facts.taken.contains(id);
    let plain = format!("s{}", position + 1);
    // A wish that another step of this version has is none.
    let base = if is_step_id(wish) && !used.contains(wish) { wish.to_owned() } else { plain };
    let versioned = format!("{base}-v{}", facts.version);
    let numbered = (2..).map(|n| format!("s{}-v{}-{n}", position + 1, facts.version));
    [base, versioned].into_iter().chain(numbered).find(|id| free(id)).unwrap_or_default()
}

/// Whether some step waits for itself, directly or through others (Kahn's order, no recursion).
pub fn is_cyclic(steps: &[Step]) -> bool {
    let mut open: VecMap<&str, Vec<&str>> =
        steps.iter().map(|step| (step.id.as_str(), step.depends_on.iter().map(String::as_str).collect())).collect();
    loop {
        let free: Vec<&str> = open.iter().filter(|(_, deps)| deps.is_empty()).map(|(id, _)| *id).collect();
        if free.is_empty() {
            return !open.is_empty();
        }
        for id in &free {
            open.remove(id);
        }
        for deps in open.values_mut() {
            deps.retain(|dep| !free.contains(dep));
        }
    }
}

/// Fills generated text and hash.
fn settle(mut plan: Plan, locale: Locale) -> Plan {
    plan.reference.content_hash = hash::content_hash(&plan);
    if plan.text.is_empty() {
        plan.text = markdown::plan(&plan, locale);
    }
    plan
}
