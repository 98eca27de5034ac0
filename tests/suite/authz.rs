//! Plays the lines of `authz.jsonl` through the untyped front door of the gate, and walks its laws with seeds.
//!
//! A line's `ctx` holds only what differs from the context below, key by key.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails here shows a broken line")]

use plangate::gate::{Decision, authorize_value};
use serde_json::{Value, json};

/// The context that the lines start from. The product has no such default.
fn context() -> Value {
    json!({
        "mode": "normal", "root": "/workspace", "pathStyle": "posix", "shell": "sh", "now": 1000,
        "plan": { "planId": "p1", "version": 1, "hash": "h1" },
        "receipt": {
            "planId": "p1", "version": 1, "hash": "h1", "expiresAt": 2000, "workspaceHash": "w1", "projectId": "prj1"
        },
        "workspaceHash": "w1", "projectId": "prj1", "stepId": "s1", "blockedSteps": [], "refused": [],
        "stepApprovals": [], "realpaths": {}, "sandboxIsolated": false, "toolHashes": null, "exposed": null
    })
}

/// The context with the keys of `changes` in place of its own.
fn context_with(changes: &Value) -> Value {
    let mut ctx = context();
    for (key, value) in changes.as_object().into_iter().flatten() {
        ctx[key] = value.clone();
    }
    ctx
}

fn spelled(decision: Decision) -> &'static str {
    match decision {
        Decision::Allow => "allow",
        Decision::StepApproval => "step_approval",
        Decision::Deny => "deny",
    }
}

fn lines() -> Vec<Value> {
    include_str!("../data/authz.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_gets_its_ruling() {
    let lines = lines();
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let (decision, code, findings) =
                authorize_value(&line["plan_scope"], &line["call"], &context_with(&line["ctx"]));
            let (want, want_code) = (line["expect"].as_str().unwrap(), line["code"].as_str().unwrap());
            ((spelled(decision), code) != (want, want_code))
                .then(|| format!("{}: {} {code} {findings:?}, not {want} {want_code}", line["id"], spelled(decision)))
        })
        .collect();
    assert!(lines.len() > 200 && wrong.is_empty(), "{} of {} lines:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}
