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
        let fields = from.fields();
        Self { plan_id: fields.get("planId"), version: fields.get("version"), content_hash: fields.get("contentHash") }
    }
}

impl Plain for PlanRef {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("planId", &self.plan_id);
        members.put("version", &self.version);
        members.put("contentHash", &self.content_hash);
        members.value()
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
        let fields = from.fields();
        Self { name: fields.get("name"), purpose: fields.get("purpose"), usage: fields.get("usage") }
    }
}

impl Plain for Library {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        members.put("purpose", &self.purpose);
        members.put("usage", &self.usage);
        members.value()
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
        let fields = from.fields();
        Self { policy: fields.get("policy"), notes: fields.get("notes") }
    }
}

impl Plain for SandboxNote {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("policy", &self.policy);
        members.put("notes", &self.notes);
        members.value()
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
        let fields = from.fields();
        Self { action: fields.get("action"), expected: fields.get("expected") }
    }
}

impl Plain for BaseStep {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("action", &self.action);
        members.put("expected", &self.expected);
        members.value()
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
        let fields = from.fields();
        Self {
            title: fields.get("title"),
            aim: fields.get("aim"),
            steps: fields.get("steps"),
            libraries: fields.get("libraries"),
            sandbox: fields.get("sandbox"),
        }
    }
}

impl Plain for BasePlan {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("title", &self.title);
        members.put("aim", &self.aim);
        members.put("steps", &self.steps);
        members.put("libraries", &self.libraries);
        members.put("sandbox", &self.sandbox);
        members.value()
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
        let fields = from.fields();
        Self { kind: fields.get("kind"), subject: fields.get("ref"), want: fields.get("want") }
    }
}

impl Plain for Criterion {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("kind", &self.kind);
        members.put("ref", &self.subject);
        members.put_some("want", &self.want);
        members.value()
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
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            input: fields.get("input"),
            target: fields.get("target"),
            effect: fields.get("effect"),
            steps: fields.get("steps"),
            depends_on: fields.get("dependsOn"),
            optional: fields.get("optional"),
            done_when: fields.get("doneWhen"),
            replay: fields.get("replay"),
        }
    }
}

impl Plain for StepExtra {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put_some("id", &self.id);
        members.put_some("input", &self.input);
        members.put_some("target", &self.target);
        members.put_some("effect", &self.effect);
        members.put_some("steps", &self.steps);
        members.put_some("dependsOn", &self.depends_on);
        members.put_some("optional", &self.optional);
        members.put_some("doneWhen", &self.done_when);
        members.put_some("replay", &self.replay);
        members.value()
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
        let fields = from.fields();
        Self {
            non_goals: fields.get("nonGoals"),
            resources: fields.get("resources"),
            risks: fields.get("risks"),
            open_questions: fields.get("openQuestions"),
            rollback: fields.get("rollback"),
            scope: fields.get("scope"),
            steps: fields.get_or_default("steps"),
        }
    }
}

impl Plain for PlanExtra {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put_some("nonGoals", &self.non_goals);
        members.put_some("resources", &self.resources);
        members.put_some("risks", &self.risks);
        members.put_some("openQuestions", &self.open_questions);
        members.put_some("rollback", &self.rollback);
        members.put_some("scope", &self.scope);
        members.put("steps", &self.steps);
        members.value()
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
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            action: fields.get("action"),
            expected: fields.get("expected"),
            steps: fields.get_or_default("steps"),
            input: fields.get("input"),
            target: fields.get("target"),
            effect: fields.get("effect"),
            depends_on: fields.get_or_default("dependsOn"),
            optional: fields.get_or_default("optional"),
            done_when: fields.get_or_default("doneWhen"),
            replay: fields.get_or_default("replay"),
        }
    }
}

impl Plain for Step {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("action", &self.action);
        members.put("expected", &self.expected);
        members.put_filled("steps", &self.steps);
        members.put_some("input", &self.input);
        members.put_some("target", &self.target);
        members.put_some("effect", &self.effect);
        members.put("dependsOn", &self.depends_on);
        members.put("optional", &self.optional);
        members.put("doneWhen", &self.done_when);
        members.put("replay", &self.replay);
        members.value()
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
        let fields = from.fields();
        Self {
            policy: fields.get("policy"),
            notes: fields.get("notes"),
            dir: fields.get("dir"),
            exists: fields.get("exists"),
        }
    }
}

impl Plain for Sandbox {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("policy", &self.policy);
        members.put("notes", &self.notes);
        members.put("dir", &self.dir);
        members.put("exists", &self.exists);
        members.value()
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
        let fields = from.fields();
        Self { name: fields.get("name"), path: fields.get("path"), mime: fields.get("mime"), size: fields.get("size") }
    }
}

impl Plain for FileRef {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        members.put_some("path", &self.path);
        members.put_some("mime", &self.mime);
        members.put_some("size", &self.size);
        members.value()
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
        let fields = from.fields();
        Self { workspace_path: fields.get("workspacePath"), context7_available: fields.get("context7Available") }
    }
}

impl Plain for PlanContext {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("workspacePath", &self.workspace_path);
        members.put("context7Available", &self.context7_available);
        members.value()
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
        let fields = from.fields();
        Self {
            reference: fields.get("ref"),
            user_text: fields.get("userText"),
            text: fields.get("text"),
            title: fields.get("title"),
            aim: fields.get("aim"),
            steps: fields.get("steps"),
            libraries: fields.get("libraries"),
            sandbox: fields.get("sandbox"),
            files: fields.get("files"),
            context: fields.get("context"),
            created_at: fields.get("createdAt"),
            non_goals: fields.get("nonGoals"),
            resources: fields.get("resources"),
            risks: fields.get("risks"),
            open_questions: fields.get("openQuestions"),
            rollback: fields.get("rollback"),
            scope: fields.get("scope"),
            notes: fields.get("notes"),
        }
    }
}

impl Plan {
    fn members(&self) -> Members {
        let mut members = Members::default();
        members.put("ref", &self.reference);
        members.put("userText", &self.user_text);
        members.put("text", &self.text);
        members.put("title", &self.title);
        members.put("aim", &self.aim);
        members.put("steps", &self.steps);
        members.put("libraries", &self.libraries);
        members.put("sandbox", &self.sandbox);
        members.put("files", &self.files);
        members.put("context", &self.context);
        members.put("createdAt", &self.created_at);
        members.put("nonGoals", &self.non_goals);
        members.put("resources", &self.resources);
        members.put("risks", &self.risks);
        members.put("openQuestions", &self.open_questions);
        members.put("rollback", &self.rollback);
        members.put("scope", &self.scope);
        members.put("notes", &self.notes);
        members
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
        let mut members = self.plan.members();
        members.put("status", &self.status);
        members.put("questions", &self.questions);
        members.value()
    }
}
