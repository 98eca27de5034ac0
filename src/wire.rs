//! The TypeScript side of the values that cross the border, generated from the Rust types and kept in one checked-in file.
//!
//! Compiled for tests only. `UPDATE=1 cargo test --lib wire` rewrites the file; otherwise a difference fails.

use std::{fmt::Debug, fs, path::Path};

use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::{Config, TS};

use crate::fit::{self, Fit, Named};
use crate::plain::Plain;
use crate::{approval, audit, effect, fence, plan, profile, question, receipt, session, task, transcript, world};

const HEADER: &str = "// Generated from the Rust types by `UPDATE=1 cargo test --lib wire`. Do not edit.\n";

/// Every type that crosses the border, in dependency order: one line a type.
fn declarations(config: &Config) -> Vec<String> {
    vec![
        declare::<question::Question>(config),
        declare::<question::Answer>(config),
        declare::<plan::Library>(config),
        declare::<plan::SandboxPolicy>(config),
        declare::<plan::SandboxNote>(config),
        declare::<plan::BaseStep>(config),
        declare::<plan::BasePlan>(config),
        declare::<plan::EvidenceKind>(config),
        declare::<plan::Criterion>(config),
        declare::<plan::Replay>(config),
        declare::<plan::StepExtra>(config),
        declare::<plan::Scope>(config),
        declare::<plan::PlanExtra>(config),
        declare::<plan::PlanRef>(config),
        declare::<plan::Step>(config),
        declare::<plan::Sandbox>(config),
        declare::<plan::FileRef>(config),
        declare::<plan::PlanContext>(config),
        declare::<plan::Plan>(config),
        declare::<plan::Status>(config),
        declare::<plan::PlanDoc>(config),
        declare::<world::PathStyle>(config),
        declare::<world::Shell>(config),
        declare::<world::SandboxDir>(config),
        declare::<world::World>(config),
        declare::<profile::Name>(config),
        declare::<profile::ProfileServer>(config),
        declare::<profile::McpProfile>(config),
        declare::<transcript::Role>(config),
        declare::<transcript::MessageView>(config),
        declare::<receipt::Source>(config),
        declare::<effect::Agent>(config),
        declare::<effect::ReceiptView>(config),
        declare::<session::TurnKind>(config),
        declare::<effect::TurnInfo>(config),
        declare::<effect::Refusal>(config),
        declare::<approval::Intent>(config),
        declare::<session::ReplyResult>(config),
        declare::<session::Route>(config),
        declare::<session::SendResult>(config),
        declare::<audit::Actor>(config),
        declare::<audit::Entry>(config),
    ]
}

/// One exported declaration with its documentation, indented by depth, short comments on one line.
fn declare<T: TS + ?Sized>(config: &Config) -> String {
    let raw = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config));
    let raw = raw.replace("/**\n * ", "/** ").replace(", }", ",\n}").replace("*/{", "*/\n{");
    let mut depth = 0_usize;
    let mut text = String::new();
    for line in raw.split('\n').map(str::trim).filter(|line| !line.is_empty()) {
        if line == "*/" {
            text.truncate(text.trim_end().len());
            text.push_str(" */\n");
            continue;
        }
        let comment = line.starts_with("/**") || line.starts_with('*');
        let opened = if comment { 0 } else { line.matches('{').count() };
        let closed = if comment { 0 } else { line.matches('}').count() };
        depth = depth.saturating_sub(closed.saturating_sub(opened));
        text.push_str(&"  ".repeat(depth));
        text.push_str(line);
        text.push('\n');
        depth += opened.saturating_sub(closed);
    }
    text
}

#[test]
fn wire_types_are_up_to_date() {
    let config = Config::new().with_large_int("number");
    let wanted = format!("{HEADER}\n{}", declarations(&config).join("\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg-config/ts/wire.ts");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &wanted).ok();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == wanted, "{} differs from the Rust types: run `UPDATE=1 cargo test --lib wire`", file.display());
}

/// What is written by hand is what serde writes by the attributes that the declarations are made from.
fn holds<T: Plain + Serialize>(value: &T) {
    assert_eq!(value.plain(), serde_json::to_value(value).unwrap());
}

/// The same, and it reads back what it writes.
fn returns<T: Fit + Plain + Serialize + PartialEq + Debug>(data: Value) {
    let value: T = fit::read(&data).unwrap();
    assert_eq!(value.plain(), data);
    holds(&value);
}

fn named<T: Named + Serialize + TS + Debug>(config: &Config) {
    let declared = T::inline(config);
    assert_eq!(declared.matches('"').count(), T::NAMES.len() * 2, "{declared}");
    for (name, it) in T::NAMES {
        assert_eq!(serde_json::to_value(it).unwrap(), *name);
        assert_eq!(fit::read::<T>(&json!(name)).unwrap(), *it);
    }
    assert!(fit::read::<T>(&json!("none of these")).is_err());
}

#[test]
fn names_are_those_of_the_declarations() {
    let config = &Config::new();
    named::<plan::SandboxPolicy>(config);
    named::<plan::EvidenceKind>(config);
    named::<plan::Replay>(config);
    named::<plan::Status>(config);
    named::<world::PathStyle>(config);
    named::<world::Shell>(config);
    named::<profile::Name>(config);
    named::<transcript::Role>(config);
    named::<receipt::Source>(config);
    named::<effect::Agent>(config);
    named::<session::TurnKind>(config);
    named::<session::Route>(config);
    named::<audit::Actor>(config);
    named::<approval::Intent>(config);
    named::<task::Status>(config);
}

/// A plan with every optional field where `full`, with none otherwise.
fn plan_data(full: bool) -> Value {
    let reference = json!({ "planId": "p-1", "version": 2, "contentHash": "c" });
    let step = if full {
        json!({
            "id": "a", "action": "A", "expected": "B", "steps": ["x"], "input": "i", "target": "t", "effect": "e",
            "dependsOn": ["b"], "optional": true, "replay": "safe",
            "doneWhen": [{ "kind": "file-hash", "ref": "a.rs", "want": "h" }, { "kind": "approval", "ref": "a" }],
        })
    } else {
        json!({
            "id": "a", "action": "A", "expected": "B", "dependsOn": [], "optional": false, "doneWhen": [], "replay": "unsafe",
        })
    };
    let scope = if full {
        json!({ "paths": ["p"], "tools": ["s/t"], "commands": ["c"], "network": ["n"], "resources": ["r"] })
    } else {
        json!({ "paths": [], "tools": [], "commands": [], "network": [] })
    };
    let file = if full {
        json!({ "name": "f", "path": "p", "mime": "text/plain", "size": 3 })
    } else {
        json!({ "name": "f" })
    };
    let some = |text: &str| if full { json!(text) } else { Value::Null };
    json!({
        "ref": reference, "userText": "u", "text": "t", "title": "T", "aim": "A", "steps": [step],
        "libraries": [{ "name": "l", "purpose": "p", "usage": "u" }],
        "sandbox": { "policy": "create", "notes": "n", "dir": some("d"), "exists": full },
        "files": [file], "context": { "workspacePath": some("/w"), "context7Available": full },
        "createdAt": "2026", "nonGoals": ["n"], "resources": [], "risks": ["r"], "openQuestions": [], "rollback": "b",
        "scope": scope, "notes": [],
    })
}

#[test]
fn what_is_written_by_hand_is_what_is_declared() {
    for full in [true, false] {
        returns::<plan::Plan>(plan_data(full));
    }
    returns::<question::Question>(json!({ "id": "q", "question": "?", "options": ["a", "b", ""] }));
    returns::<question::Answer>(json!({ "option": 1 }));
    returns::<question::Answer>(json!({ "text": "mine" }));
    returns::<plan::BasePlan>(json!({
        "title": "T", "aim": "A", "steps": [{ "action": "a", "expected": "e" }], "libraries": [],
        "sandbox": { "policy": "reuse", "notes": "n" },
    }));
    returns::<plan::PlanExtra>(json!({ "steps": [{}] }));
    returns::<plan::PlanExtra>(json!({
        "nonGoals": [], "resources": [], "risks": [], "openQuestions": [], "rollback": "", "scope": plan_data(true)["scope"],
        "steps": [{
            "id": "a", "input": "i", "target": "t", "effect": "e", "steps": [], "dependsOn": [], "optional": false,
            "doneWhen": [{ "kind": "artifact", "ref": "a" }], "replay": "safe",
        }],
    }));
    returns::<audit::Entry>(json!({ "at": "2026", "who": "person", "what": "sent" }));
    returns::<audit::Entry>(
        json!({ "at": "2026", "who": "clock", "what": "lapsed", "detail": "d", "plan": plan_data(true)["ref"] }),
    );
    returns::<task::Evidence>(json!({ "kind": "approval", "ref": "a" }));
    returns::<task::Evidence>(json!({
        "kind": "test-exit", "ref": "a", "hash": "h", "exit": -1, "ran": 2, "by": "user", "planVersion": 3,
        "inputs": { "a": "b" }, "observedAt": 5, "command": "c",
    }));
    returns::<profile::McpProfile>(json!({
        "name": "plan", "hash": "h",
        "servers": [{ "name": "s", "tools": ["t"] }, { "name": "t", "config": { "a": 1 }, "tools": [] }],
    }));
    let world: world::World = fit::read(&json!({
        "workspacePath": "/w", "pathStyle": "windows", "shell": "powershell", "projectId": "p", "workspaceHash": "h",
        "sandbox": { "dir": "d", "exists": true }, "context7Available": true, "realpaths": { "a": "b" },
    }))
    .unwrap();
    holds(&world);
    holds(&world::World::default());
}

#[test]
fn what_is_only_written_is_what_is_declared() {
    let plan: plan::Plan = fit::read(&plan_data(true)).unwrap();
    let doc = plan::PlanDoc { plan, status: plan::Status::Held, questions: () };
    let bare = transcript::MessageView {
        id: "m1".to_owned(),
        created_at: "2026".to_owned(),
        role: transcript::Role::User,
        content: "c".to_owned(),
        files: None,
        plan_answer: None,
        plan_reply: None,
        questions: None,
        plan: None,
        active: None,
    };
    let question: question::Question =
        fit::read(&json!({ "id": "q", "question": "?", "options": ["a", "b", ""] })).unwrap();
    let questions = transcript::MessageView {
        files: Some(Vec::new()),
        plan_answer: Some(true),
        questions: Some(Some(vec![question])),
        plan: Some(None),
        active: Some(false),
        ..bare.clone()
    };
    let card = transcript::MessageView {
        plan_reply: Some(true),
        questions: Some(None),
        plan: Some(Some(Box::new(doc.clone()))),
        ..bare.clone()
    };
    [&bare, &questions, &card].into_iter().for_each(holds);
    let mut turn = effect::TurnInfo {
        id: "t1".to_owned(),
        kind: session::TurnKind::Execute,
        agent: effect::Agent::Assistant,
        quiet: true,
        system: "s".to_owned(),
        messages: vec![questions],
        request: bare,
        plan: None,
        receipt: None,
        retry_of: Some("t0".to_owned()),
    };
    holds(&turn);
    turn.plan = Some(Box::new(doc));
    turn.receipt = Some(effect::ReceiptView {
        plan_id: "p".to_owned(),
        version: 1,
        content_hash: "c".to_owned(),
        approved_at: "2026".to_owned(),
        expires_at: "2027".to_owned(),
        project_id: "p".to_owned(),
        workspace_hash: "w".to_owned(),
        source: receipt::Source::Words,
        words: Some("go".to_owned()),
    });
    holds(&turn);
    holds(&effect::Refusal {
        refused: true,
        code: crate::code::ruling::ERR_STORAGE,
        mode: "normal",
        server: "s".to_owned(),
        tool: "t".to_owned(),
        step_id: Some("a".to_owned()),
        hint: "h",
        retry: false,
    });
    let reply = session::ReplyResult {
        intent: approval::Intent::Approve,
        hold: false,
        reason_code: "GO".to_owned(),
        judged: true,
    };
    for reply in [None, Some(reply)] {
        holds(&session::SendResult { route: session::Route::Reply, message_id: "m1".to_owned(), reply });
    }
}

/// A result of the parser keeps the order of its types, at every depth.
#[test]
fn results_of_the_parser_keep_their_order() {
    let value: plan::BasePlan = fit::read(&plan_data(true)).unwrap();
    let extra: plan::PlanExtra = fit::read(&plan_data(true)).unwrap();
    let (shown, more) = (serde_json::to_string(&value).unwrap(), serde_json::to_string(&extra).unwrap());
    let parsed = fence::Parsed {
        outcome: fence::Outcome::Plan { value, extra: Some(extra) },
        text: "\u{1}\"".to_owned(),
        codes: vec!["W_BIDI"],
        labelled: true,
    };
    let wanted = format!(r#"{{"kind":"plan","value":{shown},"extra":{more},"text":"\u0001\"","codes":["W_BIDI"]}}"#);
    assert_eq!(parsed.to_json(), wanted);
}
