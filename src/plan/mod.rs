//! The plan: a hand-off document with an id, a version and a content hash. Owns its shape; knows neither modes nor words.
//!
//! Source: requirement rows A5, A12, B5, B6; the plan JSON a planner may write is rules of the fence room.

pub mod build;
pub mod hash;
pub mod markdown;
pub mod scope;

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use serde_json::Value;

pub use scope::Scope;

/// Names one version of one plan by content.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct PlanRef {
    /// The plan through all versions.
    pub plan_id: String,
    /// 1, 2, 3, …
    pub version: u32,
    /// 64 hexadecimal digits (SHA-256).
    pub content_hash: String,
}

impl Fit for PlanRef {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { plan_id: f.get("planId"), version: f.get("version"), content_hash: f.get("contentHash") }
    }
}

impl Plain for PlanRef {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("planId", &self.plan_id);
        m.put("version", &self.version);
        m.put("contentHash", &self.content_hash);
        m.value()
    }
}

/// A library the plan relies on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Library {
    /// Package name.
    pub name: String,
    /// What it is for.
    pub purpose: String,
    /// How it is used.
    pub usage: String,
}

impl Fit for Library {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { name: f.get("name"), purpose: f.get("purpose"), usage: f.get("usage") }
    }
}

impl Plain for Library {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("name", &self.name);
        m.put("purpose", &self.purpose);
        m.put("usage", &self.usage);
        m.value()
    }
}

/// Whether the sandbox that exists is used again or a new one is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum SandboxPolicy {
    /// Use the one that exists.
    Reuse,
    /// Make one.
    Create,
}

impl Named for SandboxPolicy {
    const NAMES: &'static [(&'static str, Self)] = &[("reuse", Self::Reuse), ("create", Self::Create)];
    const ELSE: Self = Self::Reuse;
}

/// What a planner says about the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct SandboxNote {
    /// Reuse or create.
    pub policy: SandboxPolicy,
    /// Free text.
    pub notes: String,
}

impl Fit for SandboxNote {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { policy: f.get("policy"), notes: f.get("notes") }
    }
}

impl Plain for SandboxNote {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("policy", &self.policy);
        m.put("notes", &self.notes);
        m.value()
    }
}

/// One step as a planner writes it: what is done and how one sees that it worked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct BaseStep {
    /// The act.
    pub action: String,
    /// The observable result.
    pub expected: String,
}

impl Fit for BaseStep {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { action: f.get("action"), expected: f.get("expected") }
    }
}

impl Plain for BaseStep {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("action", &self.action);
        m.put("expected", &self.expected);
        m.value()
    }
}

/// The normal form of a planner's plan (fence rules, section 6), in the key order it is compared in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct BasePlan {
    /// Short name, may be empty.
    pub title: String,
    /// What is to be reached, may be empty.
    pub aim: String,
    /// At least one.
    pub steps: Vec<BaseStep>,
    /// Libraries it relies on.
    pub libraries: Vec<Library>,
    /// Sandbox wish, if any.
    pub sandbox: Option<SandboxNote>,
}

impl Fit for BasePlan {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            title: f.get("title"),
            aim: f.get("aim"),
            steps: f.get("steps"),
            libraries: f.get("libraries"),
            sandbox: f.get("sandbox"),
        }
    }
}

impl Plain for BasePlan {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("title", &self.title);
        m.put("aim", &self.aim);
        m.put("steps", &self.steps);
        m.put("libraries", &self.libraries);
        m.put("sandbox", &self.sandbox);
        m.value()
    }
}

/// Kind of evidence that proves a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "kebab-case"))]
pub enum EvidenceKind {
    /// Content hash of a file.
    FileHash,
    /// Exit code of a test run.
    TestExit,
    /// A named artifact.
    Artifact,
    /// The person's word.
    Approval,
}

impl Named for EvidenceKind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("file-hash", Self::FileHash),
        ("test-exit", Self::TestExit),
        ("artifact", Self::Artifact),
        ("approval", Self::Approval),
    ];
    const ELSE: Self = Self::FileHash;
}

/// One check of a step: done when evidence of this kind and name is there (and equal to `want`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Criterion {
    /// Kind of evidence.
    pub kind: EvidenceKind,
    /// What it is about: a path, a command, an artifact name, a step id.
    #[cfg_attr(test, serde(rename = "ref"))]
    pub subject: String,
    /// The exact hash wanted, if any.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub want: Option<String>,
}

impl Fit for Criterion {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { kind: f.get("kind"), subject: f.get("ref"), want: f.get("want") }
    }
}

impl Plain for Criterion {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("kind", &self.kind);
        m.put("ref", &self.subject);
        m.put_some("want", &self.want);
        m.value()
    }
}

/// Whether work of a step may be done twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Replay {
    /// Twice is as good as once.
    Safe,
    /// Twice does harm.
    #[default]
    Unsafe,
}

impl Named for Replay {
    const NAMES: &'static [(&'static str, Self)] = &[("safe", Self::Safe), ("unsafe", Self::Unsafe)];
    const ELSE: Self = Self::Unsafe;
}

/// Optional fields of one step that a planner may write beside action and expected. `None` = not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS), ts(optional_fields))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct StepExtra {
    /// Wished id.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub id: Option<String>,
    /// What it starts from.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub input: Option<String>,
    /// What it works on.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub target: Option<String>,
    /// What it changes.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub effect: Option<String>,
    /// Small parts, for the todo list.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub steps: Option<Vec<String>>,
    /// Ids of steps it waits for.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub depends_on: Option<Vec<String>>,
    /// May be skipped.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub optional: Option<bool>,
    /// Checks.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub done_when: Option<Vec<Criterion>>,
    /// May be done twice.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub replay: Option<Replay>,
}

impl Fit for StepExtra {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            id: f.get("id"),
            input: f.get("input"),
            target: f.get("target"),
            effect: f.get("effect"),
            steps: f.get("steps"),
            depends_on: f.get("dependsOn"),
            optional: f.get("optional"),
            done_when: f.get("doneWhen"),
            replay: f.get("replay"),
        }
    }
}

impl Plain for StepExtra {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put_some("id", &self.id);
        m.put_some("input", &self.input);
        m.put_some("target", &self.target);
        m.put_some("effect", &self.effect);
        m.put_some("steps", &self.steps);
        m.put_some("dependsOn", &self.depends_on);
        m.put_some("optional", &self.optional);
        m.put_some("doneWhen", &self.done_when);
        m.put_some("replay", &self.replay);
        m.value()
    }
}

/// Optional fields of a plan that a planner may write beside the normal form. `None` = not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS), ts(optional_fields))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct PlanExtra {
    /// What is not aimed at.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub non_goals: Option<Vec<String>>,
    /// Modules and resources concerned.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub resources: Option<Vec<String>>,
    /// Risks.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub risks: Option<Vec<String>>,
    /// Questions left open.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub open_questions: Option<Vec<String>>,
    /// How to undo it.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub rollback: Option<String>,
    /// What it will touch.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    pub scope: Option<Scope>,
    /// One entry a step, same length and order.
    pub steps: Vec<StepExtra>,
}

impl Fit for PlanExtra {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            non_goals: f.get("nonGoals"),
            resources: f.get("resources"),
            risks: f.get("risks"),
            open_questions: f.get("openQuestions"),
            rollback: f.get("rollback"),
            scope: f.get("scope"),
            steps: f.get_or_default("steps"),
        }
    }
}

impl Plain for PlanExtra {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put_some("nonGoals", &self.non_goals);
        m.put_some("resources", &self.resources);
        m.put_some("risks", &self.risks);
        m.put_some("openQuestions", &self.open_questions);
        m.put_some("rollback", &self.rollback);
        m.put_some("scope", &self.scope);
        m.put("steps", &self.steps);
        m.value()
    }
}

/// A step of a plan, all fields settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct Step {
    /// Unique through all versions: a changed step never gets an id of an earlier version.
    pub id: String,
    /// The act.
    pub action: String,
    /// The observable result.
    pub expected: String,
    /// Small parts, for the todo list.
    #[cfg_attr(test, serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub steps: Vec<String>,
    /// What it starts from.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub input: Option<String>,
    /// What it works on.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub target: Option<String>,
    /// What it changes.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub effect: Option<String>,
    /// Ids of steps it waits for.
    pub depends_on: Vec<String>,
    /// May be skipped.
    pub optional: bool,
    /// Checks.
    pub done_when: Vec<Criterion>,
    /// May be done twice.
    pub replay: Replay,
}

impl Fit for Step {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            id: f.get("id"),
            action: f.get("action"),
            expected: f.get("expected"),
            steps: f.get_or_default("steps"),
            input: f.get("input"),
            target: f.get("target"),
            effect: f.get("effect"),
            depends_on: f.get_or_default("dependsOn"),
            optional: f.get_or_default("optional"),
            done_when: f.get_or_default("doneWhen"),
            replay: f.get_or_default("replay"),
        }
    }
}

impl Plain for Step {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("id", &self.id);
        m.put("action", &self.action);
        m.put("expected", &self.expected);
        m.put_filled("steps", &self.steps);
        m.put_some("input", &self.input);
        m.put_some("target", &self.target);
        m.put_some("effect", &self.effect);
        m.put("dependsOn", &self.depends_on);
        m.put("optional", &self.optional);
        m.put("doneWhen", &self.done_when);
        m.put("replay", &self.replay);
        m.value()
    }
}

/// What is said about the sandbox once the facts are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Sandbox {
    /// Reuse or create; `reuse` whenever the folder exists.
    pub policy: SandboxPolicy,
    /// The planner's words.
    pub notes: String,
    /// The folder, where the host named one.
    pub dir: Option<String>,
    /// Whether it was there when the plan was made.
    pub exists: bool,
}

impl Fit for Sandbox {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { policy: f.get("policy"), notes: f.get("notes"), dir: f.get("dir"), exists: f.get("exists") }
    }
}

impl Plain for Sandbox {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("policy", &self.policy);
        m.put("notes", &self.notes);
        m.put("dir", &self.dir);
        m.put("exists", &self.exists);
        m.value()
    }
}

/// A file named by a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct FileRef {
    /// Name for people.
    pub name: String,
    /// Path, if it has one.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub path: Option<String>,
    /// Media type.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub mime: Option<String>,
    /// Bytes.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub size: Option<u64>,
}

impl Fit for FileRef {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { name: f.get("name"), path: f.get("path"), mime: f.get("mime"), size: f.get("size") }
    }
}

impl Plain for FileRef {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("name", &self.name);
        m.put_some("path", &self.path);
        m.put_some("mime", &self.mime);
        m.put_some("size", &self.size);
        m.value()
    }
}

/// Facts of the world that stand in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct PlanContext {
    /// Workspace at planning time.
    pub workspace_path: Option<String>,
    /// Whether the documentation service was there.
    pub context7_available: bool,
}

impl Fit for PlanContext {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self { workspace_path: f.get("workspacePath"), context7_available: f.get("context7Available") }
    }
}

impl Plain for PlanContext {
    fn plain(&self) -> Value {
        let mut m = Members::default();
        m.put("workspacePath", &self.workspace_path);
        m.put("context7Available", &self.context7_available);
        m.value()
    }
}

/// One version of a plan: everything but its status.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct Plan {
    /// Id, version, content hash.
    #[cfg_attr(test, serde(rename = "ref"))]
    pub reference: PlanRef,
    /// The request, verbatim.
    pub user_text: String,
    /// What the planner wrote around the plan, or the plan as Markdown where it wrote nothing.
    pub text: String,
    /// Short name.
    pub title: String,
    /// What is to be reached.
    pub aim: String,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Libraries it relies on.
    pub libraries: Vec<Library>,
    /// Sandbox.
    pub sandbox: Sandbox,
    /// Files of the request.
    pub files: Vec<FileRef>,
    /// Facts at planning time.
    pub context: PlanContext,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// What is not aimed at.
    pub non_goals: Vec<String>,
    /// Modules and resources concerned.
    pub resources: Vec<String>,
    /// Risks.
    pub risks: Vec<String>,
    /// Questions left open.
    pub open_questions: Vec<String>,
    /// How to undo it.
    pub rollback: String,
    /// What it will touch.
    pub scope: Scope,
    /// Repairs worth a look, as codes of the fence room or of the scope check.
    pub notes: Vec<String>,
}

impl Fit for Plan {
    fn fit(from: Data<'_>) -> Self {
        let f = from.fields();
        Self {
            reference: f.get("ref"),
            user_text: f.get("userText"),
            text: f.get("text"),
            title: f.get("title"),
            aim: f.get("aim"),
            steps: f.get("steps"),
            libraries: f.get("libraries"),
            sandbox: f.get("sandbox"),
            files: f.get("files"),
            context: f.get("context"),
            created_at: f.get("createdAt"),
            non_goals: f.get("nonGoals"),
            resources: f.get("resources"),
            risks: f.get("risks"),
            open_questions: f.get("openQuestions"),
            rollback: f.get("rollback"),
            scope: f.get("scope"),
            notes: f.get("notes"),
        }
    }
}

impl Plan {
    fn members(&self) -> Members {
        let mut m = Members::default();
        m.put("ref", &self.reference);
        m.put("userText", &self.user_text);
        m.put("text", &self.text);
        m.put("title", &self.title);
        m.put("aim", &self.aim);
        m.put("steps", &self.steps);
        m.put("libraries", &self.libraries);
        m.put("sandbox", &self.sandbox);
        m.put("files", &self.files);
        m.put("context", &self.context);
        m.put("createdAt", &self.created_at);
        m.put("nonGoals", &self.non_goals);
        m.put("resources", &self.resources);
        m.put("risks", &self.risks);
        m.put("openQuestions", &self.open_questions);
        m.put("rollback", &self.rollback);
        m.put("scope", &self.scope);
        m.put("notes", &self.notes);
        m
    }
}

impl Plain for Plan {
    fn plain(&self) -> Value {
        self.members().value()
    }
}

/// Where a version stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Status {
    /// Waits for the person.
    Pending,
    /// The person said: not now.
    Held,
    /// Approved.
    Approved,
    /// Executed.
    Done,
    /// The person said no, or cancelled.
    Rejected,
    /// A later version took its place.
    Superseded,
}

impl Named for Status {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("pending", Self::Pending),
        ("held", Self::Held),
        ("approved", Self::Approved),
        ("done", Self::Done),
        ("rejected", Self::Rejected),
        ("superseded", Self::Superseded),
    ];
    const ELSE: Self = Self::Pending;
}

/// A plan as hosts see it: the fields of the version, its status, and `questions`, which is always `null`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanDoc {
    /// The version.
    #[cfg_attr(test, ts(flatten))]
    pub plan: Plan,
    /// Where it stands.
    pub status: Status,
    /// Always `null`: a plan is not a question card.
    pub questions: (),
}

#[cfg(test)]
impl serde::Serialize for PlanDoc {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.plain().serialize(to)
    }
}

impl Plain for PlanDoc {
    fn plain(&self) -> Value {
        let mut m = self.plan.members();
        m.put("status", &self.status);
        m.put("questions", &self.questions);
        m.value()
    }
}
