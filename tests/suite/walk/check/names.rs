//! What a walk comes to, by name: events, effects, and how far work gets. The walk reports by them and counts them.

use plangate::{
    effect::{Effect, Notice},
    event::Event,
    receipt::Source,
    session::{Interruption, Phase, Session, TurnKind},
    task::Status,
};

use super::{super::host::changes, Step};

/// What is told under a ticket, in short.
pub fn told(effect: &Effect) -> Option<String> {
    match effect {
        Effect::RunTurn { id, turn } => Some(format!("run {id} {} {:?}", turn.id, turn.kind)),
        Effect::LendTurn { id, turn } => Some(format!("lend {id} {turn}")),
        Effect::RunTool { id, ticket, call } => {
            Some(format!("tool {id} {ticket} {}/{} {}", call.server, call.tool, call.args))
        }
        Effect::ApplyProfile { id, profile, .. } => Some(format!("switch {id} {:?}", profile.name)),
        Effect::AskJudge { id, .. } => Some(format!("judge {id}")),
        Effect::ReadServers { id } => Some(format!("servers {id}")),
        Effect::ReadWorld { id } => Some(format!("world {id}")),
        Effect::RefuseTool { ticket, refusal } => Some(format!("{ticket} {}", refusal.code)),
        Effect::AnswerTool { ticket, .. } => Some(format!("{ticket} answered")),
        Effect::Resolve { ticket, result } => Some(format!("{ticket} {result}")),
        Effect::Refuse { ticket, code, .. } => Some(format!("{ticket} {code}")),
        Effect::Notify { notice: Notice::Fault { code, .. } } => Some((*code).to_owned()),
        Effect::Notify { .. } => None,
    }
}

pub fn name_of(event: &Event) -> &'static str {
    match event {
        Event::UserSent { .. } => "UserSent",
        Event::UserEdited { .. } => "UserEdited",
        Event::UserAnswered { .. } => "UserAnswered",
        Event::UserDecided { .. } => "UserDecided",
        Event::UserDecidedStep { .. } => "UserDecidedStep",
        Event::UserCancelled { .. } => "UserCancelled",
        Event::UserResumed { .. } => "UserResumed",
        Event::SuggestionTaken { .. } => "SuggestionTaken",
        Event::SuggestionPassed { .. } => "SuggestionPassed",
        Event::PlanEdited { .. } => "PlanEdited",
        Event::Opened { .. } => "Opened",
        Event::OwnerLost { .. } => "OwnerLost",
        Event::Closed => "Closed",
        Event::Refreshed => "Refreshed",
        Event::ServersRead { .. } => "ServersRead",
        Event::WorldRead { .. } => "WorldRead",
        Event::WorldTold { .. } => "WorldTold",
        Event::ProfileStepped { .. } => "ProfileStepped",
        Event::ProfileEnded { .. } => "ProfileEnded",
        Event::ProfileLost => "ProfileLost",
        Event::TurnWanted { .. } => "TurnWanted",
        Event::ReceiptSigned { .. } => "ReceiptSigned",
        Event::TurnEnded { .. } => "TurnEnded",
        Event::JudgeEnded { .. } => "JudgeEnded",
        Event::ToolAsked { .. } => "ToolAsked",
        Event::ToolWithdrawn { .. } => "ToolWithdrawn",
        Event::ToolEnded { .. } => "ToolEnded",
        Event::TaskTold { .. } => "TaskTold",
        Event::Ticked => "Ticked",
    }
}

/// Every event, by name.
pub const EVENTS: [&str; 29] = [
    "UserSent",
    "UserEdited",
    "UserAnswered",
    "UserDecided",
    "UserDecidedStep",
    "UserCancelled",
    "UserResumed",
    "SuggestionTaken",
    "SuggestionPassed",
    "PlanEdited",
    "Opened",
    "OwnerLost",
    "Closed",
    "Refreshed",
    "ServersRead",
    "WorldRead",
    "WorldTold",
    "ProfileStepped",
    "ProfileEnded",
    "ProfileLost",
    "TurnWanted",
    "ReceiptSigned",
    "TurnEnded",
    "JudgeEnded",
    "ToolAsked",
    "ToolWithdrawn",
    "ToolEnded",
    "TaskTold",
    "Ticked",
];

pub fn name_of_effect(effect: &Effect) -> &'static str {
    match effect {
        Effect::ReadServers { .. } => "ReadServers",
        Effect::ReadWorld { .. } => "ReadWorld",
        Effect::ApplyProfile { .. } => "ApplyProfile",
        Effect::RunTurn { .. } => "RunTurn",
        Effect::LendTurn { .. } => "LendTurn",
        Effect::AskJudge { .. } => "AskJudge",
        Effect::RunTool { .. } => "RunTool",
        Effect::RefuseTool { .. } => "RefuseTool",
        Effect::AnswerTool { .. } => "AnswerTool",
        Effect::Resolve { .. } => "Resolve",
        Effect::Refuse { .. } => "Refuse",
        Effect::Notify { .. } => "Notify",
    }
}

/// What a walk should come to: turns by kind, receipts by source, and how far work gets.
pub const MARKS: [&str; 25] = [
    "plan turn",
    "chat turn",
    "execute turn",
    "explain turn",
    "words",
    "button",
    "judge",
    "policy",
    "approved",
    "running",
    "turn-ended",
    "turn-failed",
    "stopped",
    "reload",
    "receipt-void",
    "edited",
    "done",
    "changing call",
    "task running",
    "task done",
    "task blocked",
    "task recovering",
    "task unknown",
    "task recovered",
    "task changed outside",
];

/// Which of the marks a step reaches.
pub fn marks(step: &Step) -> Vec<&'static str> {
    let (before, after) = (&step.before.0, &step.after.0);
    let begun = step.effects.iter().filter_map(|effect| match effect {
        Effect::RunTurn { turn, .. } => Some(match turn.kind {
            TurnKind::Plan => "plan turn",
            TurnKind::Chat => "chat turn",
            TurnKind::Execute => "execute turn",
            TurnKind::Explain => "explain turn",
        }),
        Effect::RunTool { call, .. } if changes(call) => Some("changing call"),
        _ => None,
    });
    let given =
        after.receipts.get(before.receipts.len()..).unwrap_or_default().iter().map(|receipt| match receipt.source {
            Source::Words => "words",
            Source::Button => "button",
            Source::Judge => "judge",
            Source::Policy => "policy",
        });
    let phase = |session: &Session| session.work.as_ref().map(|work| work.phase);
    let reached = phase(after).filter(|_| phase(before) != phase(after)).map(|phase| match phase {
        Phase::Approved => "approved",
        Phase::Running => "running",
        Phase::Interrupted(Interruption::TurnEnded) => "turn-ended",
        Phase::Interrupted(Interruption::TurnFailed) => "turn-failed",
        Phase::Interrupted(Interruption::Stopped) => "stopped",
        Phase::Interrupted(Interruption::Reload) => "reload",
        Phase::Interrupted(Interruption::ReceiptVoid) => "receipt-void",
        Phase::Interrupted(Interruption::Edited) => "edited",
        Phase::Done => "done",
    });
    begun.chain(given).chain(reached).chain(tasks(before, after)).collect()
}

/// Which statuses of tasks a step reaches.
fn tasks(before: &Session, after: &Session) -> Vec<&'static str> {
    let graph = |session: &Session| session.work.as_ref().and_then(|work| work.graph.clone());
    let (Some(before), Some(after)) = (graph(before), graph(after)) else { return Vec::new() };
    let moved = after.records().filter(|node| before.record(&node.id).is_some_and(|old| old.status != node.status));
    moved
        .filter_map(|node| match (node.status, node.reason.as_deref()) {
            (Status::Running, _) => Some("task running"),
            (Status::Done, _) => Some("task done"),
            (Status::Blocked, _) => Some("task blocked"),
            (Status::Recovering, _) => Some("task recovering"),
            (Status::Unknown, _) => Some("task unknown"),
            (Status::Pending, Some("recovered")) => Some("task recovered"),
            (Status::Pending, Some("evidence-changed" | "upstream-changed")) => Some("task changed outside"),
            (Status::Pending | Status::Failed | Status::Deferred, _) => None,
        })
        .collect()
}

/// Every effect, by name.
pub const EFFECTS: [&str; 12] = [
    "ReadServers",
    "ReadWorld",
    "ApplyProfile",
    "RunTurn",
    "LendTurn",
    "AskJudge",
    "RunTool",
    "RefuseTool",
    "AnswerTool",
    "Resolve",
    "Refuse",
    "Notify",
];
