//! Whether a call is covered by an approval that a server holds in its hands, without trusting the page it came from.
//!
//! The signature over the receipt is the caller's to check; here the plan is held against the receipt by its own content
//! hash, and the call against the plan. Knows no session. Source: requirement row C8.

use serde_json::Value;

use super::{Decision, front::authorize_value};
use crate::{
    code::{Code, ruling},
    fit,
    plain::{Plain, object},
    plan::{Plan, hash::content_hash},
    text::rfc3339,
    world::World,
};

/// Decision and code for `call` under `authority`, which is `{ plan, receipt }` as a gate gives them. `world` is the
/// server's own view, `registry` its own servers (or `null`), `now` milliseconds since 1970.
///
/// A plan that is not, to the letter, the one that was approved is denied with `ERR_RECEIPT_HASH`, whatever it says of
/// itself; what can not be read is denied. Step approvals do not travel: what the plan did not declare stays a
/// `step_approval`.
///
/// ```
/// use plangate::gate::{Decision, covers};
/// use serde_json::{Value, json};
/// let call = json!({ "server": "filesystem", "tool": "write_file", "args": { "path": "a", "content": "" } });
/// assert_eq!(covers(&json!({}), &call, &json!({}), &Value::Null, 0).0, Decision::Deny);
/// ```
pub fn covers(authority: &Value, call: &Value, world: &Value, registry: &Value, now: u64) -> (Decision, Code) {
    let part = |key: &str| authority.get(key).unwrap_or(&Value::Null);
    let said = |key: &str| part("receipt").get(key).unwrap_or(&Value::Null);
    let Some(expires_at) = said("expiresAt").as_str().filter(|at| is_stamp(at)) else {
        return (Decision::Deny, ruling::ERR_RECEIPT_MISSING);
    };
    let plan = fit::read::<Plan>(part("plan")).ok();
    let Some(plan) = plan.filter(|plan| content_hash(plan) == plan.reference.content_hash) else {
        return (Decision::Deny, ruling::ERR_RECEIPT_HASH);
    };
    let Ok(world) = fit::read::<World>(world) else { return (Decision::Deny, ruling::ERR_RECEIPT_WORKSPACE) };
    // OK because stamps of one width in one zone are ordered as texts as they are in time.
    let left = u64::from(rfc3339(now).as_str() < expires_at);
    let reference = &plan.reference;
    let none: [&str; 0] = [];
    let plan_facts =
        object(&[("planId", &reference.plan_id), ("version", &reference.version), ("hash", &reference.content_hash)]);
    let receipt = object(&[
        ("planId", said("planId")),
        ("version", said("version")),
        ("hash", said("contentHash")),
        ("projectId", said("projectId")),
        ("workspaceHash", said("workspaceHash")),
        ("expiresAt", &now.saturating_add(left)),
    ]);
    let context = object(&[
        ("mode", &"normal"),
        ("plan", &plan_facts),
        ("receipt", &receipt),
        ("now", &now),
        ("root", &world.workspace_path),
        ("pathStyle", &world.path_style),
        ("shell", &world.shell),
        ("projectId", &world.project_id),
        ("workspaceHash", &world.workspace_hash),
        ("realpaths", &world.realpaths),
        ("sandboxIsolated", &world.sandbox_isolated),
        ("blockedSteps", &none),
        ("refused", &none),
        ("stepApprovals", &none),
        ("toolHashes", &Value::Null),
        ("exposed", &Value::Null),
        ("registry", registry),
    ]);
    let scope = plan.scope.plain();
    let (decision, code, _) = authorize_value(&scope, call, &context);
    (decision, code)
}

/// Whether a text has the form of [`rfc3339`].
fn is_stamp(text: &str) -> bool {
    let form = "0000-00-00T00:00:00.000Z";
    let fits = |(c, wanted): (u8, u8)| if wanted == b'0' { c.is_ascii_digit() } else { c == wanted };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}
