//! The plan: a hand-off document with an id, a version and a content hash. Owns its shape; knows neither modes nor words.
//!
//! Source: requirement rows A5, A12, B5, B6; the plan JSON a planner may write is rules of the fence room.

pub mod build;
pub mod hash;
pub mod markdown;
pub mod scope;

use serde::{Deserialize, Serialize, Serializer, ser::Error};
use serde_json::Value;

pub use scope::Scope;

/// Names one version of one plan by content.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlanRef {
    /// The plan through all versions.
    pub plan_id: String,
    /// 1, 2, 3, …
    pub version: u32,
    /// 64 hexadecimal digits (SHA-256).
    pub content_hash: String,
}

/// A library the plan relies on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Library {
    /// Package name.
    pub name: String,
    /// What it is for.
    pub purpose: String,
    /// How it is used.
    pub usage: String,
}

/// Whether the sandbox that exists is used again or a new one is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SandboxPolicy {
    /// Use the one that exists.
    Reuse,
    /// Make one.
    Create,
}

/// What a planner says about the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SandboxNote {
    /// Reuse or create.
    pub policy: SandboxPolicy,
    /// Free text.
    pub notes: String,
}

/// One step as a planner writes it: what is done and how one sees that it worked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BaseStep {
    /// The act.
    pub action: String,
    /// The observable result.
    pub expected: String,
}

/// The normal form of a planner's plan (fence rules, section 6), in the key order it is compared in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// Kind of evidence that proves a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
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

/// One check of a step: done when evidence of this kind and name is there (and equal to `want`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Criterion {
    /// Kind of evidence.
    pub kind: EvidenceKind,
    /// What it is about: a path, a command, an artifact name, a step id.
    #[serde(rename = "ref")]
    pub subject: String,
    /// The exact hash wanted, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub want: Option<String>,
}

/// Whether work of a step may be done twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Replay {
    /// Twice is as good as once.
    Safe,
    /// Twice does harm.
    #[default]
    Unsafe,
}

/// Optional fields of one step that a planner may write beside action and expected. `None` = not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, rename_all = "camelCase")]
pub struct StepExtra {
    /// Wished id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What it works on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// Small parts, for the todo list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<String>>,
    /// Ids of steps it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depends_on: Option<Vec<String>>,
    /// May be skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optional: Option<bool>,
    /// Checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done_when: Option<Vec<Criterion>>,
    /// May be done twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

/// Optional fields of a plan that a planner may write beside the normal form. `None` = not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, rename_all = "camelCase")]
pub struct PlanExtra {
    /// What is not aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_goals: Option<Vec<String>>,
    /// Modules and resources concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Vec<String>>,
    /// Risks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risks: Option<Vec<String>>,
    /// Questions left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_questions: Option<Vec<String>>,
    /// How to undo it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollback: Option<String>,
    /// What it will touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// One entry a step, same length and order.
    pub steps: Vec<StepExtra>,
}

/// A step of a plan, all fields settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Unique through all versions: a changed step never gets an id of an earlier version.
    pub id: String,
    /// The act.
    pub action: String,
    /// The observable result.
    pub expected: String,
    /// Small parts, for the todo list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// What it starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub input: Option<String>,
    /// What it works on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub target: Option<String>,
    /// What it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub effect: Option<String>,
    /// Ids of steps it waits for.
    #[serde(default)]
    pub depends_on: Vec<String>,
    /// May be skipped.
    #[serde(default)]
    pub optional: bool,
    /// Checks.
    #[serde(default)]
    pub done_when: Vec<Criterion>,
    /// May be done twice.
    #[serde(default)]
    pub replay: Replay,
}

/// What is said about the sandbox once the facts are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// A file named by a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileRef {
    /// Name for people.
    pub name: String,
    /// Path, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub path: Option<String>,
    /// Media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub mime: Option<String>,
    /// Bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub size: Option<u64>,
}

/// Facts of the world that stand in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlanContext {
    /// Workspace at planning time.
    pub workspace_path: Option<String>,
    /// Whether the documentation service was there.
    pub context7_available: bool,
}

/// One version of a plan: everything but its status.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Id, version, content hash.
    #[serde(rename = "ref")]
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

/// Where a version stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
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

impl Serialize for PlanDoc {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Not `serde(flatten)`: that would compile every serializer of a plan twice into the module.
        let mut doc = serde_json::to_value(&self.plan).map_err(Error::custom)?;
        if let Some(fields) = doc.as_object_mut() {
            fields.insert("status".to_owned(), serde_json::to_value(self.status).map_err(Error::custom)?);
            fields.insert("questions".to_owned(), Value::Null);
        }
        doc.serialize(serializer)
    }
}
