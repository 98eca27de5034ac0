//! What the host is asked: imperative, one value each. Shapes only; the driver carries them out and answers with events.
//!
//! Source: the design, section 3. There is no effect for saving (the driver commits first) and none for aborting (what
//! is no longer awaited is aborted).

use serde::Serialize;
use serde_json::Value;

use crate::{
    code::Code,
    gate::Call,
    ids::{AwaitId, MessageId, RequestId, Ticket, TurnId},
    plan::PlanDoc,
    profile::McpProfile,
    receipt::Source,
    session::TurnKind,
    transcript::MessageView,
};

/// Which of the host's agents runs a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Agent {
    /// The read-only planner.
    Planner,
    /// The ordinary assistant.
    Assistant,
}

/// A receipt as hosts see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReceiptView {
    /// Id through all versions.
    pub plan_id: String,
    /// Version.
    pub version: u32,
    /// 64 hexadecimal digits.
    pub content_hash: String,
    /// RFC 3339, UTC.
    pub approved_at: String,
    /// RFC 3339, UTC.
    pub expires_at: String,
    /// Project.
    pub project_id: String,
    /// Workspace state.
    pub workspace_hash: String,
    /// What it rests on.
    pub source: Source,
    /// The person's words, if any.
    pub words: Option<String>,
}

/// Everything a model call needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnInfo {
    /// `t<n>`.
    pub id: TurnId,
    /// What it is for.
    pub kind: TurnKind,
    /// Who runs it.
    pub agent: Agent,
    /// Nothing of it may reach the chat.
    pub quiet: bool,
    /// Our part of the system prompt, "" where we have nothing to say.
    pub system: String,
    /// What the model may read, oldest first.
    pub messages: Vec<MessageView>,
    /// The request, verbatim.
    pub request: MessageView,
    /// The plan concerned.
    pub plan: Option<Box<PlanDoc>>,
    /// Its approval, on execute turns.
    pub receipt: Option<ReceiptView>,
    /// The turn whose answer could not be used.
    pub retry_of: Option<TurnId>,
}

/// A structured no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// Always `true`.
    #[cfg_attr(test, ts(type = "true"))]
    pub refused: bool,
    /// Why.
    pub code: Code,
    /// Mode at that moment.
    pub mode: &'static str,
    /// Server called.
    pub server: String,
    /// Tool called.
    pub tool: String,
    /// Step it belongs to.
    pub step_id: Option<String>,
    /// One sentence for the model.
    pub hint: &'static str,
    /// Always `false`: trying again is no use.
    #[cfg_attr(test, ts(type = "false"))]
    pub retry: bool,
}

/// Something worth telling at once; the state itself is in the snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "notice", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notice {
    /// A message came, or messages went.
    Message {
        /// The new one.
        added: Option<MessageId>,
        /// Those that went.
        removed: Vec<MessageId>,
    },
    /// A plan is suggested.
    Suggestion {
        /// For which message.
        message_id: MessageId,
        /// Why.
        reason_code: Code,
        /// `card` or `hint`.
        shown: &'static str,
    },
    /// A step request is open.
    Step {
        /// Which.
        request_id: RequestId,
    },
    /// A call was refused.
    Refusal {
        /// How.
        refusal: Refusal,
    },
    /// Something is wrong.
    Fault {
        /// Which.
        code: Code,
        /// For people.
        message: String,
    },
}

/// The host is asked for something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "effect", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Effect {
    /// List the servers.
    ReadServers {
        /// Answer with this.
        id: AwaitId,
    },
    /// Tell the world.
    ReadWorld {
        /// Answer with this.
        id: AwaitId,
    },
    /// Switch the profile: generate, apply, restart.
    ApplyProfile {
        /// Answer with this.
        id: AwaitId,
        /// The profile.
        profile: McpProfile,
        /// Counts the switches of this page.
        epoch: u32,
        /// For people.
        reason: &'static str,
    },
    /// Call the model.
    RunTurn {
        /// Answer with this.
        id: AwaitId,
        /// The turn.
        turn: Box<TurnInfo>,
    },
    /// Ask the judge.
    AskJudge {
        /// Answer with this.
        id: AwaitId,
        /// The whole prompt.
        prompt: String,
        /// The plan in short.
        plan_summary: String,
        /// The reply.
        reply: String,
    },
    /// Run the tool that waits under this ticket.
    RunTool {
        /// Answer with this.
        id: AwaitId,
        /// Who waits.
        ticket: Ticket,
        /// The call that was judged.
        call: Call,
    },
    /// The tool call that waits under this ticket does not run.
    RefuseTool {
        /// Who waits.
        ticket: Ticket,
        /// The answer.
        refusal: Refusal,
    },
    /// The tool call that waits under this ticket is answered by us, or its answer may now be handed over (`result` null).
    AnswerTool {
        /// Who waits.
        ticket: Ticket,
        /// The answer; `None` = what the tool itself has answered.
        result: Option<Value>,
    },
    /// The call of the public API that waits under this ticket has its result.
    Resolve {
        /// Who waits.
        ticket: Ticket,
        /// The result.
        result: Value,
    },
    /// The call of the public API that waits under this ticket is refused.
    Refuse {
        /// Who waits.
        ticket: Ticket,
        /// Why.
        code: Code,
        /// For people: lower case, no full stop.
        message: String,
    },
    /// Tell listeners.
    Notify {
        /// What.
        notice: Notice,
    },
}
