//! The untyped front door: scope, call and context as they come from a host, turned into the typed ones.
//!
//! Nothing here has a permissive default: what is missing or of the wrong type counts as what denies. Knows no rule
//! beyond that. Source: the authorization rules, section 1; the public function `authorizeCall`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::sorted::VecMap;
use crate::{
    code::Code,
    fit,
    plan::Scope,
    receipt::{PlanRef, Receipt, Source},
    sorted::grown,
};

use super::{
    Call, Context, Decision, Exposed, PathStyle, Ruling, Shell, Standing, StepApproval, ToolHashes, canonical,
    registry::{McpServer, Registry},
    rule,
};

/// Stands for what should have been a text: it equals none that a host gives.
const NO_TEXT: &str = "\u{0}";
/// The same on the side of the receipt: nothing unreadable equals anything, not even something else unreadable.
const NO_APPROVED_TEXT: &str = "\u{0}\u{0}";

/// `authorizeCall(scope, call, ctx)`: [`rule`] over untyped values, giving decision, code and findings.
///
/// `ctx` has the keys of the rules' section 1; `plan: null` says that there is no plan, then `unplanned` is "host" or
/// "ask"; `registry` gives the host's servers. A missing or ill-typed key counts as what denies: such a mode is not
/// `normal`, such a receipt is none, without a root everything is outside it, without `now` everything is expired,
/// without `refused` everything is refused. So write `[]`, `{}` or `null` for what there is none of.
///
/// ```
/// use plangate::gate::{Decision, authorize_value};
/// use serde_json::json;
/// let call = json!({ "server": "filesystem", "tool": "write_file", "args": { "path": "a", "content": "" } });
/// assert_eq!(authorize_value(&json!({}), &call, &json!({})).0, Decision::Deny);
/// ```
pub fn authorize_value(scope: &Value, call: &Value, ctx: &Value) -> (Decision, Code, Vec<Code>) {
    let nothing = Map::new();
    let keys = Keys(ctx.as_object().unwrap_or(&nothing));
    let mut call = read_call(call);
    let is_step_known = keys.read_step(&mut call);
    let scope = read_scope(scope);
    let attached = keys.attached();
    let asks = keys.text("unplanned") == Some("ask");
    let standing = match (keys.text("mode"), &attached) {
        (Some("normal"), Some((plan, receipt))) => {
            let workspace_now = receipt.as_ref().map_or("", |receipt| &receipt.workspace_hash);
            Standing::Planned { plan, scope: &scope, receipt: receipt.as_ref(), workspace_now }
        }
        (Some("normal"), None) if keys.text("unplanned") == Some("host") => Standing::UnplannedHost,
        (Some("normal"), None) => Standing::UnplannedAsk,
        _ => Standing::ReadOnly,
    };
    let step_approvals = match &attached {
        Some(_) if is_step_known => keys.approvals(Binding::Plan),
        None if asks => keys.approvals(Binding::Call),
        Some(_) | None => Vec::new(),
    };
    let blocked_steps = match keys.texts("blockedSteps") {
        Some(steps) if is_step_known || steps.is_empty() => steps,
        // An unknown step, or one of an unknown list, counts as blocked.
        _ => BTreeSet::from([call.step_id.get_or_insert_with(|| NO_TEXT.to_owned()).clone()]),
    };
    let (tool_hashes, exposed, realpaths) = (keys.tool_hashes(&call), keys.exposed(), keys.realpaths());
    let registry = keys.registry();
    let refused = keys.texts("refused");
    let nobody = BTreeSet::new();
    let ctx = Context {
        standing,
        root: keys.text("root"),
        path_style: PathStyle::Posix,
        shell: Shell::Sh,
        now: keys.0.get("now").and_then(|now| time(now, f64::ceil)).unwrap_or(u64::MAX),
        project_id: keys.text("projectId").unwrap_or(NO_TEXT),
        workspace_hash: keys.text("workspaceHash").unwrap_or(NO_TEXT),
        blocked_steps: &blocked_steps,
        refused: refused.as_ref().unwrap_or(&nobody),
        step_approvals: &step_approvals,
        realpaths: &realpaths,
        sandbox_isolated: keys.0.get("sandboxIsolated") == Some(&Value::Bool(true)),
        tool_hashes: tool_hashes.as_ref(),
        exposed: exposed.as_deref(),
        registry: &registry,
    };
    let ruling = keys.worst(&call, &ctx);
    let ruling = match refused {
        Some(_) => ruling,
        // Whatever the call does counts as refused.
        None => keys.worst(&call, &Context { refused: &ruling.atoms, ..ctx }),
    };
    (ruling.decision, ruling.code, ruling.findings)
}

/// What a step approval is bound to beside the call.
#[derive(Clone, Copy)]
enum Binding {
    /// Plan, version and step.
    Plan,
    /// Nothing: there is no plan.
    Call,
}

/// The keys of a context as they came.
struct Keys<'a>(&'a Map<String, Value>);

impl Keys<'_> {
    fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(Value::as_str)
    }

    /// A list of texts; `None` when it is missing or holds anything else.
    fn texts(&self, key: &str) -> Option<BTreeSet<String>> {
        let texts = self.0.get(key)?.as_array()?;
        texts.iter().all(Value::is_string).then(|| grown(texts.iter().filter_map(Value::as_str).map(str::to_owned)))
    }

    /// The ruling under the spelling and dialect given; where one is unknown, the worst ruling under any.
    fn worst(&self, call: &Call, ctx: &Context<'_>) -> Ruling {
        let styles: &[PathStyle] = match self.text("pathStyle") {
            Some("posix") => &[PathStyle::Posix],
            Some("windows") => &[PathStyle::Windows],
            _ => &[PathStyle::Posix, PathStyle::Windows],
        };
        let shells: &[Shell] = match self.text("shell") {
            Some("sh") => &[Shell::Sh],
            Some("powershell") => &[Shell::Powershell],
            Some("cmd") => &[Shell::Cmd],
            _ => &[Shell::Sh, Shell::Powershell, Shell::Cmd],
        };
        let mut worst: Option<Ruling> = None;
        for path_style in styles {
            for shell in shells {
                let ruling = rule(call, &Context { path_style: *path_style, shell: *shell, ..ctx.clone() });
                if worst.as_ref().is_none_or(|worst| worst.decision < ruling.decision) {
                    worst = Some(ruling);
                }
            }
        }
        worst.unwrap_or_else(|| rule(call, ctx))
    }

    /// The step is the context's, or the call's where the context says nothing. Returns whether it is known.
    fn read_step(&self, call: &mut Call) -> bool {
        match self.0.get("stepId") {
            None => return call.step_id.is_some(),
            Some(Value::Null) => call.step_id = None,
            Some(Value::String(step)) => call.step_id = Some(step.clone()),
            Some(_) => {
                call.step_id = None;
                return false;
            }
        }
        true
    }

    /// The plan and its approval; `None` only where the context says in so many words that there is no plan.
    fn attached(&self) -> Option<(PlanRef, Option<Receipt>)> {
        let plan = self.0.get("plan");
        if plan == Some(&Value::Null) {
            return None;
        }
        let field = |key: &str| plan.and_then(|plan| plan.get(key));
        let receipt = self.0.get("receipt").and_then(Value::as_object);
        let approved = |key: &str| receipt.and_then(|receipt| receipt.get(key));
        let (plan_id, approved_id) = texts_or_unequal(field("planId"), approved("planId"));
        let (content_hash, approved_hash) = texts_or_unequal(field("hash"), approved("hash"));
        let (version, approved_version) = match (field("version").and_then(whole), approved("version").and_then(whole))
        {
            (Some(version), Some(approved)) => (version, approved),
            _ => (0, 1),
        };
        let text = |key: &str| approved(key).and_then(Value::as_str).unwrap_or(NO_APPROVED_TEXT).to_owned();
        let receipt = receipt.map(|_| Receipt {
            plan: PlanRef { plan_id: approved_id, version: approved_version, content_hash: approved_hash },
            approved_at: 0,
            expires_at: approved("expiresAt").and_then(|at| time(at, f64::floor)).unwrap_or(0),
            project_id: text("projectId"),
            workspace_hash: text("workspaceHash"),
            source: Source::Button,
            words: None,
        });
        Some((PlanRef { plan_id, version, content_hash }, receipt))
    }

    /// Step approvals that are whole; an ill-formed one lifts nothing.
    fn approvals(&self, binding: Binding) -> Vec<StepApproval> {
        let entries = self.0.get("stepApprovals").and_then(Value::as_array);
        entries.into_iter().flatten().filter_map(|entry| read_approval(entry, binding)).collect()
    }

    /// Links. A table or an entry that can not be read leads nowhere.
    fn realpaths(&self) -> VecMap<String, String> {
        match self.0.get("realpaths").and_then(Value::as_object) {
            Some(links) => {
                grown(links.iter().map(|(path, real)| (path.clone(), real.as_str().unwrap_or_default().to_owned())))
            }
            None => grown(self.text("root").map(|root| (root.to_owned(), String::new()))),
        }
    }

    /// Hashes of the tool that is called; what can not be read counts as changed.
    fn tool_hashes(&self, call: &Call) -> Option<ToolHashes> {
        let hashes = self.0.get("toolHashes");
        if hashes == Some(&Value::Null) {
            return None;
        }
        let pair = format!("{}/{}", call.server, call.tool);
        let side = |key: &str| hashes.and_then(|hashes| hashes.get(key)).and_then(Value::as_object);
        let hash = |value: &Value| value.as_str().map(|hash| (pair.clone(), hash.to_owned()));
        let approved = grown(side("approved").and_then(|known| known.get(&pair)).and_then(hash));
        let current = match side("current") {
            Some(known) => known.get(&pair).map(|value| hash(value).unwrap_or((pair.clone(), NO_TEXT.to_owned()))),
            None => Some((pair.clone(), NO_TEXT.to_owned())),
        };
        Some(ToolHashes { approved, current: grown(current) })
    }

    /// Wire names. A list that can not be read holds none, an entry that can not be read is no tool.
    fn exposed(&self) -> Option<Vec<Exposed>> {
        let exposed = self.0.get("exposed");
        if exposed == Some(&Value::Null) {
            return None;
        }
        let entries = exposed.and_then(Value::as_array);
        let name = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or(NO_TEXT).to_owned();
        let read =
            |entry| Exposed { server: name(entry, "server"), tool: name(entry, "tool"), wire: name(entry, "wire") };
        Some(entries.into_iter().flatten().map(read).collect())
    }

    /// Rows of the host. Faulty ones leave no tool known, so that a mistake grants nothing.
    fn registry(&self) -> Registry {
        match self.0.get("registry") {
            None | Some(Value::Null) => Registry::default(),
            Some(servers) => fit::read::<Vec<McpServer>>(servers)
                .ok()
                .and_then(|servers| Registry::new(&servers).ok())
                .unwrap_or_else(Registry::closed),
        }
    }
}

/// A call. A name that is no text is no name (`ERR_TOOL_NAME`), a missing server is "".
fn read_call(call: &Value) -> Call {
    let name = |key: &str| call.get(key).map(|name| name.as_str().unwrap_or(NO_TEXT).to_owned());
    Call {
        server: name("server").unwrap_or_default(),
        tool: name("tool").unwrap_or_default(),
        args: call.get("args").cloned().unwrap_or_default(),
        annotations: call.get("annotations").cloned(),
        wire: name("wire").filter(|_| call.get("wire") != Some(&Value::Null)),
        step_id: call.get("stepId").and_then(Value::as_str).map(str::to_owned),
        why: None,
    }
}

/// A scope. What is no list of texts declares nothing.
fn read_scope(scope: &Value) -> Scope {
    let list = |key: &str| {
        let entries = scope.get(key).and_then(Value::as_array);
        entries.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Scope {
        paths: list("paths"),
        tools: list("tools"),
        commands: list("commands"),
        network: list("network"),
        resources: list("resources"),
    }
}

fn read_approval(entry: &Value, binding: Binding) -> Option<StepApproval> {
    let text = |key: &str| entry.get(key)?.as_str().map(str::to_owned);
    let call = entry.get("call")?;
    let (plan, step_id) = match binding {
        Binding::Plan => {
            let version = whole(entry.get("version")?)?;
            let plan = PlanRef { plan_id: text("planId")?, version, content_hash: String::new() };
            (Some(plan), if entry.get("stepId")?.is_null() { None } else { Some(text("stepId")?) })
        }
        Binding::Call => (None, None),
    };
    Some(StepApproval {
        plan,
        step_id,
        action: call.is_object().then(|| canonical(&read_call(call)))?,
        expires_at: time(entry.get("expiresAt")?, f64::floor)?,
        used: entry.get("used") != Some(&Value::Bool(false)),
    })
}

/// Two texts to compare; what is no text equals nothing.
fn texts_or_unequal(left: Option<&Value>, right: Option<&Value>) -> (String, String) {
    match (left.and_then(Value::as_str), right.and_then(Value::as_str)) {
        (Some(left), Some(right)) => (left.to_owned(), right.to_owned()),
        _ => (NO_TEXT.to_owned(), NO_APPROVED_TEXT.to_owned()),
    }
}

/// A whole number, also where it is written as `1.0`.
fn whole(value: &Value) -> Option<u32> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
    (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as u32)
}

/// Milliseconds since 1970; a fraction is rounded to the side that expires earlier.
fn time(value: &Value, round: fn(f64) -> f64) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().map(|number| round(number) as u64))
}
