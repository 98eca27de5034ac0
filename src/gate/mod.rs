//! May this call run? The one predicate, pure: plan scope, call and context in, a ruling out.
//!
//! Knows no modes beyond "reads only" and no host. Source: the authorization rules.

mod access;
mod authority;
mod catastrophe;
mod command;
mod danger;
mod front;
mod judge;
mod network;
mod notice;
mod packed;
mod path;
mod protect;
mod refusal;
pub mod registry;
mod report;
pub mod scope;
mod shell;
mod words;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::sorted::VecMap;
use crate::{
    code::{Code, ruling},
    config,
    plan::Scope,
    receipt::{Facts, PlanRef, Receipt, stale},
};

pub use crate::world::{PathStyle, Shell};

pub use authority::covers;
pub use front::authorize_value;
pub use notice::{hint, recover, shown};
pub use packed::{packed, unpacked};

use path::Place;
use registry::Kind;
use report::{Report, level};
use scope::Declared;

/// A call of a tool, as the host's model wants it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Exact server name.
    pub server: String,
    /// Exact tool name.
    pub tool: String,
    /// Arguments, judged by role.
    pub args: Value,
    /// Hints of the server; they may raise, never grant.
    pub annotations: Option<Value>,
    /// Name on the wire, if the host flattens names.
    pub wire: Option<String>,
    /// Plan step it belongs to.
    pub step_id: Option<String>,
    /// Why now, in the model's words.
    pub why: Option<String>,
}

impl Fit for Call {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            server: fields.get_or_default("server"),
            tool: fields.get("tool"),
            args: fields.get_or_default("args"),
            annotations: fields.get("annotations"),
            wire: fields.get("wire"),
            step_id: fields.get("stepId"),
            why: fields.get("why"),
        }
    }
}

impl Plain for Call {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("server", &self.server);
        members.put("tool", &self.tool);
        members.put("args", &self.args);
        if let Some(value) = &self.annotations {
            members.put("annotations", value);
        }
        members.put_some("wire", &self.wire);
        members.put_some("stepId", &self.step_id);
        members.put_some("why", &self.why);
        members.value()
    }
}

/// What the gate says, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// It runs.
    Allow,
    /// A person must allow this one call.
    StepApproval,
    /// It does not run.
    Deny,
}

impl Named for Decision {
    const NAMES: &'static [(&'static str, Self)] =
        &[("allow", Self::Allow), ("step_approval", Self::StepApproval), ("deny", Self::Deny)];
    const ELSE: Self = Self::Deny;
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

impl Fit for StepApproval {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            plan: fields.get("plan"),
            step_id: fields.get("stepId"),
            action: fields.get("action"),
            expires_at: fields.get("expiresAt"),
            used: fields.get("used"),
        }
    }
}

impl Plain for StepApproval {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("plan", &self.plan);
        members.put("stepId", &self.step_id);
        members.put("action", &self.action);
        members.put("expiresAt", &self.expires_at);
        members.put("used", &self.used);
        members.value()
    }
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
    pub realpaths: &'a VecMap<String, String>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolHashes {
    /// When the plan was approved.
    pub approved: VecMap<String, String>,
    /// Now.
    pub current: VecMap<String, String>,
}

impl Fit for ToolHashes {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { approved: fields.get_or_default("approved"), current: fields.get_or_default("current") }
    }
}

impl Plain for ToolHashes {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("approved", &self.approved);
        members.put("current", &self.current);
        members.value()
    }
}

/// A tool as the model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// Server.
    pub server: String,
    /// Tool.
    pub tool: String,
    /// Name on the wire.
    pub wire: String,
}

impl Fit for Exposed {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { server: fields.get("server"), tool: fields.get("tool"), wire: fields.get("wire") }
    }
}

impl Plain for Exposed {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("server", &self.server);
        members.put("tool", &self.tool);
        members.put("wire", &self.wire);
        members.value()
    }
}

impl ToolHashes {
    /// Whether a tool is not the one that was approved; one that is new counts as changed.
    fn changed(&self, pair: &str) -> bool {
        self.current.get(pair).is_some_and(|now| self.approved.get(pair) != Some(now))
    }
}

/// May this call run? The one predicate: it never panics and looks at nothing but its arguments.
///
/// ```
/// use plangate::gate::{Call, Context, Decision, PathStyle, Shell, Standing, registry::Registry, rule};
/// use plangate::{fit, sorted::VecMap};
/// use std::collections::BTreeSet;
///
/// let data = serde_json::json!({ "server": "filesystem", "tool": "read_text_file", "args": { "path": "a.md" } });
/// let call: Call = fit::read(&data).unwrap();
/// let (none, links, registry) = (BTreeSet::new(), VecMap::new(), Registry::default());
/// let ctx = Context {
///     standing: Standing::ReadOnly,
///     root: Some("/workspace"),
///     path_style: PathStyle::Posix,
///     shell: Shell::Sh,
///     now: 0,
///     project_id: "",
///     workspace_hash: "",
///     blocked_steps: &none,
///     refused: &none,
///     step_approvals: &[],
///     realpaths: &links,
///     sandbox_isolated: false,
///     tool_hashes: None,
///     exposed: None,
///     registry: &registry,
/// };
/// assert_eq!(rule(&call, &ctx).decision, Decision::Allow);
/// ```
pub fn rule(call: &Call, ctx: &Context<'_>) -> Ruling {
    weigh(call, ctx).0
}

/// Index into [`Context::step_approvals`] of the approval that [`rule`] uses up, if it uses one.
pub fn spend(call: &Call, ctx: &Context<'_>) -> Option<usize> {
    weigh(call, ctx).1
}

/// Both in one: the ruling, and the index of the step approval it rests on.
pub fn weigh(call: &Call, ctx: &Context<'_>) -> (Ruling, Option<usize>) {
    let undeclared = Scope::default();
    let scope = match ctx.standing {
        Standing::Planned { scope, .. } => scope,
        Standing::ReadOnly | Standing::UnplannedAsk | Standing::UnplannedHost => &undeclared,
    };
    let root = ctx.root.filter(|root| !root.is_empty());
    let place = Place { root, style: ctx.path_style, realpaths: ctx.realpaths };
    let mut report = Report::under(ctx.refused);
    let kind = match judge::examine(call, ctx, &Declared { scope, place: &place }, &mut report) {
        Ok(kind) => kind,
        Err(code) => {
            report.add(code);
            return (verdict(report, None), None);
        }
    };
    if report.changes {
        let is_blocked = call.step_id.as_ref().is_some_and(|step| ctx.blocked_steps.contains(step));
        report.add_if(is_blocked, ruling::ERR_STEP_BLOCKED);
        report.add_if(refusal::meets(&report, ctx.refused, &place), ruling::ERR_REFUSED_ACTION);
    }
    let is_free = matches!(kind, Some(Kind::Read | Kind::Docs)) && report.worst().is_none();
    match ctx.standing {
        Standing::ReadOnly => {
            report.drop_scope();
            report.add_if(!is_free, ruling::ERR_PLAN_READ_ONLY);
            (verdict(report, None), None)
        }
        Standing::Planned { plan, receipt, workspace_now, .. } => {
            let (project_id, workspace_hash) = (ctx.project_id, ctx.workspace_hash);
            let facts = Facts { plan, project_id, workspace_hash, workspace_now, now: ctx.now };
            match stale(receipt, &facts) {
                Some(code) => {
                    report.add_if(!is_free, code);
                    (verdict(report, None), None)
                }
                None => lift(call, ctx, Some(plan), report),
            }
        }
        Standing::UnplannedAsk => lift(call, ctx, None, report),
        Standing::UnplannedHost => {
            // A chat without a plan keeps its host's policy: only what no policy could allow is denied.
            report.drop_scope();
            let is_denied = report.worst().map(level) == Some(Decision::Deny);
            let asks = report.changes || report.worst().is_some();
            (verdict(report, (asks && !is_denied).then_some(ruling::ALLOW_UNPLANNED)), None)
        }
    }
}

/// Lets a person's yes to this very call lift a step approval, never a denial (rule 8.4).
fn lift(call: &Call, ctx: &Context<'_>, plan: Option<&PlanRef>, report: Report) -> (Ruling, Option<usize>) {
    if report.worst().map(level) != Some(Decision::StepApproval) {
        return (verdict(report, None), None);
    }
    let version = |plan: &PlanRef| (plan.plan_id.clone(), plan.version);
    let is_bound = |approval: &StepApproval| match (plan, &approval.plan) {
        (Some(plan), Some(given)) => version(plan) == version(given) && approval.step_id == call.step_id,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let action = canonical(call);
    let approval = ctx.step_approvals.iter().position(|approval| {
        !approval.used && ctx.now < approval.expires_at && is_bound(approval) && approval.action == action
    });
    (verdict(report, approval.map(|_| ruling::ALLOW_STEP_APPROVED)), approval)
}

/// The ruling of a report: the worst finding decides, unless an `ALLOW_` code lifts it.
fn verdict(report: Report, lifted: Option<Code>) -> Ruling {
    let reads_only = !report.changes;
    let unfound = if reads_only { ruling::ALLOW_READ } else { ruling::ALLOW_IN_SCOPE };
    let code = lifted.or(report.worst()).unwrap_or(unfound);
    Ruling { decision: level(code), code, findings: report.codes(), reads_only, atoms: report.atoms }
}

/// Whether a text names a server or a tool: `[A-Za-z0-9_.-]{1,64}`.
fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    (1..=config::GATE_NAME_CHARS_MAX).contains(&text.len()) && text.chars().all(is_plain)
}

/// Canonical JSON of `[server, tool, args]`: sorted keys, no blanks. What a step approval is bound to (rule 8.4).
pub fn canonical(call: &Call) -> String {
    Value::from(vec![Value::from(call.server.as_str()), Value::from(call.tool.as_str()), call.args.clone()]).to_string()
}
