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
        let mut m = Members::default();
        m.put("planId", &self.plan_id);
        m.put("version", &self.version);
        m.put("contentHash", &self.content_hash);
        m.put("approvedAt", &self.approved_at);
        m.put("expiresAt", &self.expires_at);
        m.put("projectId", &self.project_id);
        m.put("workspaceHash", &self.workspace_hash);
        m.put("source", &self.source);
        m.put("words", &self.words);
        m.value()
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
        let mut m = Members::default();
        m.put("id", &self.id);
        m.put("kind", &self.kind);
        m.put("agent", &self.agent);
        m.put("quiet", &self.quiet);
        m.put("system", &self.system);
        m.put("messages", &self.messages);
        m.put("request", &self.request);
        m.put("plan", &self.plan.as_deref().map(Plain::plain));
        m.put("receipt", &self.receipt);
        m.put("retryOf", &self.retry_of);
        m.value()
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
        let mut m = Members::default();
        m.put("refused", &self.refused);
        m.put("code", &self.code);
        m.put("mode", &self.mode);
        m.put("server", &self.server);
        m.put("tool", &self.tool);
        m.put("stepId", &self.step_id);
        m.put("hint", &self.hint);
        m.put("retry", &self.retry);
        m.value()
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
        let mut m = Members::default();
        match self {
            Self::Message { added, removed } => {
                m.put("notice", &"message");
                m.put("added", added);
                m.put("removed", removed);
            }
            Self::Suggestion { message_id, reason_code, shown } => {
                m.put("notice", &"suggestion");
                m.put("messageId", message_id);
                m.put("reasonCode", reason_code);
                m.put("shown", shown);
            }
            Self::Step { request_id } => {
                m.put("notice", &"step");
                m.put("requestId", request_id);
            }
            Self::Refusal { refusal } => {
                m.put("notice", &"refusal");
                m.put("refusal", refusal);
            }
            Self::Fault { code, message } => {
                m.put("notice", &"fault");
                m.put("code", code);
                m.put("message", message);
            }
        }
        m.value()
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
        let mut m = Members::default();
        match self {
            Self::ReadServers { id } => {
                m.put("effect", &"readServers");
                m.put("id", id);
            }
            Self::ReadWorld { id } => {
                m.put("effect", &"readWorld");
                m.put("id", id);
            }
            Self::ApplyProfile { id, profile, epoch, reason } => {
                m.put("effect", &"applyProfile");
                m.put("id", id);
                m.put("profile", profile);
                m.put("epoch", epoch);
                m.put("reason", reason);
            }
            Self::RunTurn { id, turn } => {
                m.put("effect", &"runTurn");
                m.put("id", id);
                m.put("turn", turn.as_ref());
            }
            Self::LendTurn { id, turn } => {
                m.put("effect", &"lendTurn");
                m.put("id", id);
                m.put("turn", turn);
            }
            Self::AskJudge { id, prompt, plan_summary, reply } => {
                m.put("effect", &"askJudge");
                m.put("id", id);
                m.put("prompt", prompt);
                m.put("planSummary", plan_summary);
                m.put("reply", reply);
            }
            Self::RunTool { id, ticket, call } => {
                m.put("effect", &"runTool");
                m.put("id", id);
                m.put("ticket", ticket);
                m.put("call", call);
            }
            Self::RefuseTool { ticket, refusal } => {
                m.put("effect", &"refuseTool");
                m.put("ticket", ticket);
                m.put("refusal", refusal);
            }
            Self::AnswerTool { ticket, result } => {
                m.put("effect", &"answerTool");
                m.put("ticket", ticket);
                m.put("result", result);
            }
            Self::Resolve { ticket, result } => {
                m.put("effect", &"resolve");
                m.put("ticket", ticket);
                m.put("result", result);
            }
            Self::Refuse { ticket, code, message } => {
                m.put("effect", &"refuse");
                m.put("ticket", ticket);
                m.put("code", code);
                m.put("message", message);
            }
            Self::Notify { notice } => {
                m.put("effect", &"notify");
                m.put("notice", notice);
            }
        }
        m.value()
    }
}
