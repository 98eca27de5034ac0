//! May this call run? The one predicate, pure: plan scope, call and context in, a ruling out.
//!
//! Knows no modes beyond "reads only" and no host. Source: the authorization rules.

pub mod registry;
pub mod scope;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    code::Code,
    plan::Scope,
    receipt::{PlanRef, Receipt},
};

/// A call of a tool, as the host's model wants it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// Exact server name.
    #[serde(default)]
    pub server: String,
    /// Exact tool name.
    pub tool: String,
    /// Arguments, judged by role.
    #[serde(default)]
    pub args: Value,
    /// Hints of the server; they may raise, never grant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Value>,
    /// Name on the wire, if the host flattens names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<String>,
    /// Plan step it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_id: Option<String>,
    /// Why now, in the model's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What the gate says, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It runs.
    Allow,
    /// A person must allow this one call.
    StepApproval,
    /// It does not run.
    Deny,
}

/// A decision with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub decision: Decision,
    /// First finding at the winning level, or an `ALLOW_` code.
    pub code: Code,
    /// All findings, worst level first, in the order of the code list.
    pub findings: Vec<Code>,
    /// Whether the call, by registry and arguments, does nothing but read.
    pub reads_only: bool,
    /// What a refusal of this call would forbid (rule 8.5), canonical and sorted.
    pub atoms: BTreeSet<String>,
}

/// What stands behind the session when the call comes.
#[derive(Clone, Copy, Debug)]
pub enum Standing<'a> {
    /// Reads without a finding, everything else `ERR_PLAN_READ_ONLY` (rule 8.2).
    ReadOnly,
    /// A plan is in force (rule 8.3).
    Planned {
        /// The plan.
        plan: &'a PlanRef,
        /// What it declares.
        scope: &'a Scope,
        /// Its approval.
        receipt: Option<&'a Receipt>,
        /// See [`crate::receipt::Facts`].
        workspace_now: &'a str,
    },
    /// No plan: every effect asks, a step approval may be bound to the call alone (rule 8.1).
    UnplannedAsk,
    /// No plan: allowed unless one of the five ending codes is found.
    UnplannedHost,
}

/// A person's yes to one call, usable once (rule 8.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepApproval {
    /// Plan and version it was given under; `None` without a plan.
    pub plan: Option<PlanRef>,
    /// Step of the call.
    pub step_id: Option<String>,
    /// Canonical JSON of `[server, tool, args]`, see [`canonical`].
    pub action: String,
    /// Milliseconds since 1970.
    pub expires_at: u64,
    /// Spent.
    pub used: bool,
}

/// How paths are spelled in the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PathStyle {
    /// `/a/b`
    #[default]
    Posix,
    /// `C:\a\b`
    Windows,
}

/// Dialect of command lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shell {
    /// POSIX shells.
    #[default]
    Sh,
    /// PowerShell.
    Powershell,
    /// cmd.exe.
    Cmd,
}

/// Everything the gate may look at beside scope and call.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// What stands behind the session.
    pub standing: Standing<'a>,
    /// Workspace, normalized and real; `None` = no workspace: every path is outside.
    pub root: Option<&'a str>,
    /// Path spelling.
    pub path_style: PathStyle,
    /// Command dialect.
    pub shell: Shell,
    /// Milliseconds since 1970.
    pub now: u64,
    /// Current project.
    pub project_id: &'a str,
    /// Current state of the workspace.
    pub workspace_hash: &'a str,
    /// Steps that a refusal has blocked.
    pub blocked_steps: &'a BTreeSet<String>,
    /// Atoms that the person has refused.
    pub refused: &'a BTreeSet<String>,
    /// Step approvals given and not yet spent.
    pub step_approvals: &'a [StepApproval],
    /// Normalized path -> real path.
    pub realpaths: &'a BTreeMap<String, String>,
    /// The host vouches that program text runs isolated.
    pub sandbox_isolated: bool,
    /// Hashes of tool definitions, if the host keeps them.
    pub tool_hashes: Option<&'a ToolHashes>,
    /// What was offered to the model under which wire name, if the host says.
    pub exposed: Option<&'a [Exposed]>,
    /// Rows of the host beside the built-in table.
    pub registry: &'a registry::Registry,
}

/// Hashes of tool definitions by `server/tool`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolHashes {
    /// When the plan was approved.
    pub approved: BTreeMap<String, String>,
    /// Now.
    pub current: BTreeMap<String, String>,
}

/// A tool as the model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exposed {
    /// Server.
    pub server: String,
    /// Tool.
    pub tool: String,
    /// Name on the wire.
    pub wire: String,
}

/// May this call run? Never panics, looks at nothing but its arguments.
pub fn rule(_call: &Call, _ctx: &Context<'_>) -> Ruling {
    let code = crate::code::ruling::ERR_TOOL_NAME;
    Ruling { decision: Decision::Deny, code, findings: vec![code], reads_only: false, atoms: BTreeSet::new() }
}

/// Index into [`Context::step_approvals`] of the approval that [`rule`] would use up, if it would use one.
pub fn spend(_call: &Call, _ctx: &Context<'_>) -> Option<usize> {
    None
}

/// The same predicate over untyped values: `authorizeCall(scope, call, ctx)`. A missing or ill-typed key counts as the
/// denying one. Returns decision, code and findings.
pub fn authorize_value(_scope: &Value, _call: &Value, _ctx: &Value) -> (Decision, Code, Vec<Code>) {
    let code = crate::code::ruling::ERR_TOOL_NAME;
    (Decision::Deny, code, vec![code])
}

/// The concrete call for a step request: ASCII only, size-capped.
pub fn shown(_call: &Call) -> String {
    String::new()
}

/// One sentence for the model that was refused with `code`.
pub fn hint(_code: Code) -> &'static str {
    ""
}

/// One sentence for the person: how an act that asks with `code` is undone.
pub fn recover(_code: Code) -> &'static str {
    ""
}

/// Canonical JSON of `[server, tool, args]`: sorted keys, no blanks. What a step approval is bound to (rule 8.4).
pub fn canonical(call: &Call) -> String {
    Value::from(vec![Value::from(call.server.as_str()), Value::from(call.tool.as_str()), call.args.clone()]).to_string()
}
