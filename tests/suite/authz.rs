//! Plays the lines of `authz.jsonl` (the rules' cases) and `gate.jsonl` (host rows, no plan, missing keys, corners)
//! through the untyped front door of the gate. The laws are walked in `laws`.
//!
//! A line's `ctx` holds only what differs from the context below, key by key; `without` names keys to leave out.

mod laws;
mod parts;

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

fn lines(data: &str) -> Vec<Value> {
    data.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What is wrong with a line, if anything.
fn check(line: &Value) -> Option<String> {
    let mut ctx = context_with(&line["ctx"]);
    for key in line["without"].as_array().into_iter().flatten() {
        ctx.as_object_mut()?.remove(key.as_str()?);
    }
    let (decision, code, findings) = authorize_value(&line["plan_scope"], &line["call"], &ctx);
    let is_right = line["expect"] == spelled(decision) && line["code"] == code;
    let (id, wanted) = (&line["id"], &line["code"]);
    (!is_right).then(|| format!("{id}: {} {code} {findings:?}, not {wanted}", spelled(decision)))
}

fn play(data: &str) {
    let lines = lines(data);
    let wrong: Vec<String> = lines.iter().filter_map(check).collect();
    assert!(lines.len() > 100 && wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

#[test]
fn every_case_of_the_rules_gets_its_ruling() {
    play(include_str!("../data/authz.jsonl"));
}

#[test]
fn every_line_of_our_own_gets_its_ruling() {
    play(include_str!("../data/gate.jsonl"));
}
