//! The TypeScript side of the values that cross the border, generated from the Rust types and kept in one checked-in file.
//!
//! Compiled for tests only. `UPDATE=1 cargo test --lib wire` rewrites the file; otherwise a difference fails.

use std::{fs, path::Path};

use ts_rs::{Config, TS};

use crate::{approval, audit, effect, plan, profile, question, receipt, session, transcript, world};

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
