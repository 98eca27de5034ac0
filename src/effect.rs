//! What the host is asked: imperative, one value each. Shapes only; the driver carries them out and answers with events.
//!
//! Source: the design, section 3. There is no effect for saving (the driver commits first) and none for aborting (what
//! is no longer awaited is aborted).

use serde_json::Value;

use crate::fit::Named;
use crate::plain::{Members, Plain};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Agent {
    /// The read-only planner.
    Planner,
    /// The ordinary assistant.
    Assistant,
}

impl Named for Agent {
    const NAMES: &'static [(&'static str, Self)] = &[("planner", Self::Planner), ("assistant", Self::Assistant)];
    const ELSE: Self = Self::Planner;
}

/// A receipt as hosts see it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
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

impl Plain for ReceiptView {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("planId", &self.plan_id);
        members.put("version", &self.version);
        members.put("contentHash", &self.content_hash);
        members.put("approvedAt", &self.approved_at);
        members.put("expiresAt", &self.expires_at);
        members.put("projectId", &self.project_id);
        members.put("workspaceHash", &self.workspace_hash);
        members.put("source", &self.source);
        members.put("words", &self.words);
        members.value()
    }
}

/// Everything a model call needs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
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

impl Plain for TurnInfo {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("kind", &self.kind);
        members.put("agent", &self.agent);
        members.put("quiet", &self.quiet);
        members.put("system", &self.system);
        members.put("messages", &self.messages);
        members.put("request", &self.request);
        members.put("plan", &self.plan.as_deref().map(Plain::plain));
        members.put("receipt", &self.receipt);
        members.put("retryOf", &self.retry_of);
        members.value()
    }
}

/// A structured no.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
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

impl Plain for Refusal {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("refused", &self.refused);
        members.put("code", &self.code);
        members.put("mode", &self.mode);
        members.put("server", &self.server);
        members.put("tool", &self.tool);
        members.put("stepId", &self.step_id);
        members.put("hint", &self.hint);
        members.put("retry", &self.retry);
        members.value()
    }
}

/// Something worth telling at once; the state itself is in the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Plain for Notice {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        match self {
            Self::Message { added, removed } => {
                members.put("notice", &"message");
                members.put("added", added);
                members.put("removed", removed);
            }
            Self::Suggestion { message_id, reason_code, shown } => {
                members.put("notice", &"suggestion");
                members.put("messageId", message_id);
                members.put("reasonCode", reason_code);
                members.put("shown", shown);
            }
            Self::Step { request_id } => {
                members.put("notice", &"step");
                members.put("requestId", request_id);
            }
            Self::Refusal { refusal } => {
                members.put("notice", &"refusal");
                members.put("refusal", refusal);
            }
            Self::Fault { code, message } => {
                members.put("notice", &"fault");
                members.put("code", code);
                members.put("message", message);
            }
        }
        members.value()
    }
}

/// The host is asked for something.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Give the tools of a turn to the host, which runs the model itself.
    LendTurn {
        /// Answer with this.
        id: AwaitId,
        /// The turn.
        turn: TurnId,
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

impl Plain for Effect {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        match self {
            Self::ReadServers { id } => {
                members.put("effect", &"readServers");
                members.put("id", id);
            }
            Self::ReadWorld { id } => {
                members.put("effect", &"readWorld");
                members.put("id", id);
            }
            Self::ApplyProfile { id, profile, epoch, reason } => {
                members.put("effect", &"applyProfile");
                members.put("id", id);
                members.put("profile", profile);
                members.put("epoch", epoch);
                members.put("reason", reason);
            }
            Self::RunTurn { id, turn } => {
                members.put("effect", &"runTurn");
                members.put("id", id);
                members.put("turn", turn.as_ref());
            }
            Self::LendTurn { id, turn } => {
                members.put("effect", &"lendTurn");
                members.put("id", id);
                members.put("turn", turn);
            }
            Self::AskJudge { id, prompt, plan_summary, reply } => {
                members.put("effect", &"askJudge");
                members.put("id", id);
                members.put("prompt", prompt);
                members.put("planSummary", plan_summary);
                members.put("reply", reply);
            }
            Self::RunTool { id, ticket, call } => {
                members.put("effect", &"runTool");
                members.put("id", id);
                members.put("ticket", ticket);
                members.put("call", call);
            }
            Self::RefuseTool { ticket, refusal } => {
                members.put("effect", &"refuseTool");
                members.put("ticket", ticket);
                members.put("refusal", refusal);
            }
            Self::AnswerTool { ticket, result } => {
                members.put("effect", &"answerTool");
                members.put("ticket", ticket);
                members.put("result", result);
            }
            Self::Resolve { ticket, result } => {
                members.put("effect", &"resolve");
                members.put("ticket", ticket);
                members.put("result", result);
            }
            Self::Refuse { ticket, code, message } => {
                members.put("effect", &"refuse");
                members.put("ticket", ticket);
                members.put("code", code);
                members.put("message", message);
            }
            Self::Notify { notice } => {
                members.put("effect", &"notify");
                members.put("notice", notice);
            }
        }
        members.value()
    }
}
