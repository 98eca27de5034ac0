//! What happened: everything that may change a session, in the past tense. Shapes only.
//!
//! Source: the design, section 3. `ticket` names the call of the public API that waits for an answer.

use serde_json::Value;

use crate::fit::{Data, Fit, Named};
use crate::{
    gate::{Call, registry::McpServer},
    ids::{AwaitId, MessageId, PageId, RequestId, Ticket, TurnId},
    plan::{FileRef, PlanRef, build::PlanEdit},
    question::Answers,
    world::World,
};

/// What a person does with a plan by button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Run it.
    Approve,
    /// Change it.
    Revise,
    /// Not now.
    Hold,
    /// No.
    Reject,
}

impl Named for Choice {
    const NAMES: &'static [(&'static str, Self)] =
        &[("approve", Self::Approve), ("revise", Self::Revise), ("hold", Self::Hold), ("reject", Self::Reject)];
    const ELSE: Self = Self::Hold;
}

/// How a model call ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TurnEnd {
    /// With an answer.
    Ok {
        /// What the model wrote.
        text: String,
        /// The provider's reason, `length` = cut off.
        finish_reason: Option<String>,
        /// Texts the model has read, for the echo test.
        untrusted: Vec<String>,
    },
    /// With an error, or with something that is no answer.
    Failed {
        /// For people.
        message: String,
    },
    /// It never began: another gate of the page has switched the profile meanwhile.
    Unprofiled,
}

impl Fit for TurnEnd {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["ok", "failed", "unprofiled"]);
        match fields.place() {
            0 => Self::Ok {
                text: fields.get("text"),
                finish_reason: fields.get("finishReason"),
                untrusted: fields.get_or_default("untrusted"),
            },
            1 => Self::Failed { message: fields.get("message") },
            _ => Self::Unprofiled,
        }
    }
}

/// How a profile switch ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProfileEnd {
    /// Every callback has resolved.
    Ok,
    /// One has failed.
    Failed {
        /// For people.
        message: String,
    },
    /// The rest was not called, as nobody waits for it any more.
    Aborted,
}

impl Fit for ProfileEnd {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["ok", "failed", "aborted"]);
        match fields.place() {
            0 => Self::Ok,
            1 => Self::Failed { message: fields.get("message") },
            _ => Self::Aborted,
        }
    }
}

/// Something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The person sent a message.
    UserSent {
        /// Who waits.
        ticket: Ticket,
        /// Words.
        text: String,
        /// Files.
        files: Vec<FileRef>,
        /// Planning was asked for.
        plan: bool,
        /// The plan that waited for approval on the screen on which this was typed.
        under: Option<PlanRef>,
    },
    /// The person edited an earlier message and sent it again.
    UserEdited {
        /// Who waits.
        ticket: Ticket,
        /// Which message.
        message_id: MessageId,
        /// New words.
        text: String,
    },
    /// The person answered questions of the open card.
    UserAnswered {
        /// Who waits.
        ticket: Ticket,
        /// By question id.
        answers: Answers,
        /// The message with the card that was on the screen.
        card: Option<MessageId>,
    },
    /// The person decided by button.
    UserDecided {
        /// Who waits.
        ticket: Ticket,
        /// What was on the screen.
        plan_ref: Option<PlanRef>,
        /// The button.
        intent: Choice,
        /// Words beside it.
        comment: Option<String>,
    },
    /// The person decided about one call.
    UserDecidedStep {
        /// Who waits.
        ticket: Ticket,
        /// Which request.
        request_id: RequestId,
        /// Yes or no.
        granted: bool,
        /// Words beside it.
        comment: Option<String>,
    },
    /// The person cancelled whatever goes on.
    UserCancelled {
        /// Who waits.
        ticket: Ticket,
    },
    /// The person lets interrupted work go on.
    UserResumed {
        /// Who waits.
        ticket: Ticket,
        /// The plan that was on the screen.
        plan_ref: Option<PlanRef>,
    },
    /// The person took the suggestion to plan.
    SuggestionTaken {
        /// Who waits.
        ticket: Ticket,
        /// The message that it was made for on the screen.
        message_id: Option<MessageId>,
    },
    /// The person passed it.
    SuggestionPassed {
        /// Who waits.
        ticket: Ticket,
        /// The message that it was made for on the screen.
        message_id: Option<MessageId>,
    },
    /// The person edited the plan itself.
    PlanEdited {
        /// Who waits.
        ticket: Ticket,
        /// What was on the screen.
        plan_ref: Option<PlanRef>,
        /// The change.
        plan: PlanEdit,
    },
    /// This page has opened the session.
    Opened {
        /// Pages that own something and show no sign of life.
        gone: Vec<PageId>,
    },
    /// A page that owned something has gone.
    OwnerLost {
        /// Which page.
        owner: PageId,
    },
    /// This page closes and gives back what it owns.
    Closed,
    /// The stored session was read again and is another one.
    Refreshed,
    /// The host has listed its servers, or could not.
    ServersRead {
        /// What was awaited.
        id: AwaitId,
        /// The list; `None` = failed.
        servers: Option<Vec<McpServer>>,
        /// For people.
        message: String,
    },
    /// The host has told the world, or could not.
    WorldRead {
        /// What was awaited.
        id: AwaitId,
        /// The world; `None` = failed.
        world: Option<World>,
    },
    /// The host has told parts of the world by itself.
    WorldTold {
        /// Who waits.
        ticket: Ticket,
        /// The parts.
        patch: Value,
    },
    /// One callback of a switch has resolved, the next begins.
    ProfileStepped {
        /// What was awaited.
        id: AwaitId,
    },
    /// A switch has ended.
    ProfileEnded {
        /// What was awaited.
        id: AwaitId,
        /// How.
        outcome: ProfileEnd,
    },
    /// Another gate of this page has switched the shared profile.
    ProfileLost,
    /// The host runs a model itself and wants the tools of a chat turn.
    TurnWanted {
        /// Who waits.
        ticket: Ticket,
    },
    /// A server has signed a receipt.
    ReceiptSigned {
        /// Who waits.
        ticket: Ticket,
        /// What the receipt names.
        plan_ref: PlanRef,
        /// When it was given, RFC 3339.
        approved_at: String,
        /// The signature.
        signature: String,
    },
    /// A model call has ended.
    TurnEnded {
        /// What was awaited.
        id: AwaitId,
        /// How.
        outcome: TurnEnd,
    },
    /// The judge has answered, or could not.
    JudgeEnded {
        /// What was awaited.
        id: AwaitId,
        /// Its words; `None` = failed.
        answer: Option<String>,
    },
    /// A model wants to call a tool.
    ToolAsked {
        /// Who waits.
        ticket: Ticket,
        /// The turn whose handle was used; `None` = the gate itself.
        turn: Option<TurnId>,
        /// The call.
        call: Call,
    },
    /// The caller of a tool no longer waits.
    ToolWithdrawn {
        /// Who waited.
        ticket: Ticket,
    },
    /// A tool has ended.
    ToolEnded {
        /// What was awaited.
        id: AwaitId,
    },
    /// The host has told something about a task.
    TaskTold {
        /// Who waits.
        ticket: Ticket,
        /// The task event, `{ op, id, … }`.
        task: Value,
    },
    /// A deadline may have passed.
    Ticked,
}

impl Fit for Event {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&[
            "userSent",
            "userEdited",
            "userAnswered",
            "userDecided",
            "userDecidedStep",
            "userCancelled",
            "userResumed",
            "suggestionTaken",
            "suggestionPassed",
            "planEdited",
            "opened",
            "ownerLost",
            "closed",
            "refreshed",
            "serversRead",
            "worldRead",
            "worldTold",
            "profileStepped",
            "profileEnded",
            "profileLost",
            "turnEnded",
            "judgeEnded",
            "toolAsked",
            "toolWithdrawn",
            "toolEnded",
            "taskTold",
            "turnWanted",
            "receiptSigned",
            "ticked",
        ]);
        match fields.place() {
            0 => Self::UserSent {
                ticket: fields.get("ticket"),
                text: fields.get("text"),
                files: fields.get_or_default("files"),
                plan: fields.get_or_default("plan"),
                under: fields.get("under"),
            },
            1 => Self::UserEdited {
                ticket: fields.get("ticket"),
                message_id: fields.get("messageId"),
                text: fields.get("text"),
            },
            2 => Self::UserAnswered {
                ticket: fields.get("ticket"),
                answers: fields.get("answers"),
                card: fields.get("card"),
            },
            3 => Self::UserDecided {
                ticket: fields.get("ticket"),
                plan_ref: fields.get("planRef"),
                intent: fields.get("intent"),
                comment: fields.get("comment"),
            },
            4 => Self::UserDecidedStep {
                ticket: fields.get("ticket"),
                request_id: fields.get("requestId"),
                granted: fields.get("granted"),
                comment: fields.get("comment"),
            },
            5 => Self::UserCancelled { ticket: fields.get("ticket") },
            6 => Self::UserResumed { ticket: fields.get("ticket"), plan_ref: fields.get("planRef") },
            7 => Self::SuggestionTaken { ticket: fields.get("ticket"), message_id: fields.get("messageId") },
            8 => Self::SuggestionPassed { ticket: fields.get("ticket"), message_id: fields.get("messageId") },
            9 => Self::PlanEdited {
                ticket: fields.get("ticket"),
                plan_ref: fields.get("planRef"),
                plan: fields.get("plan"),
            },
            10 => Self::Opened { gone: fields.get("gone") },
            11 => Self::OwnerLost { owner: fields.get("owner") },
            12 => Self::Closed,
            13 => Self::Refreshed,
            14 => Self::ServersRead {
                id: fields.get("id"),
                servers: fields.get("servers"),
                message: fields.get_or_default("message"),
            },
            15 => Self::WorldRead { id: fields.get("id"), world: fields.get("world") },
            16 => Self::WorldTold { ticket: fields.get("ticket"), patch: fields.get("patch") },
            17 => Self::ProfileStepped { id: fields.get("id") },
            18 => Self::ProfileEnded { id: fields.get("id"), outcome: fields.get("outcome") },
            19 => Self::ProfileLost,
            20 => Self::TurnEnded { id: fields.get("id"), outcome: fields.get("outcome") },
            21 => Self::JudgeEnded { id: fields.get("id"), answer: fields.get("answer") },
            22 => Self::ToolAsked { ticket: fields.get("ticket"), turn: fields.get("turn"), call: fields.get("call") },
            23 => Self::ToolWithdrawn { ticket: fields.get("ticket") },
            24 => Self::ToolEnded { id: fields.get("id") },
            25 => Self::TaskTold { ticket: fields.get("ticket"), task: fields.get("task") },
            26 => Self::TurnWanted { ticket: fields.get("ticket") },
            27 => Self::ReceiptSigned {
                ticket: fields.get("ticket"),
                plan_ref: fields.get("planRef"),
                approved_at: fields.get("approvedAt"),
                signature: fields.get("signature"),
            },
            _ => Self::Ticked,
        }
    }
}

impl Event {
    /// The call of the public API that waits for this event, if one does.
    pub fn ticket(&self) -> Option<&Ticket> {
        match self {
            Self::UserSent { ticket, .. }
            | Self::UserEdited { ticket, .. }
            | Self::UserAnswered { ticket, .. }
            | Self::UserDecided { ticket, .. }
            | Self::UserDecidedStep { ticket, .. }
            | Self::UserCancelled { ticket }
            | Self::UserResumed { ticket, .. }
            | Self::SuggestionTaken { ticket, .. }
            | Self::SuggestionPassed { ticket, .. }
            | Self::PlanEdited { ticket, .. }
            | Self::WorldTold { ticket, .. }
            | Self::ToolAsked { ticket, .. }
            | Self::ToolWithdrawn { ticket }
            | Self::TurnWanted { ticket }
            | Self::ReceiptSigned { ticket, .. }
            | Self::TaskTold { ticket, .. } => Some(ticket),
            Self::Opened { .. }
            | Self::OwnerLost { .. }
            | Self::Closed
            | Self::Refreshed
            | Self::ServersRead { .. }
            | Self::WorldRead { .. }
            | Self::ProfileStepped { .. }
            | Self::ProfileEnded { .. }
            | Self::ProfileLost
            | Self::TurnEnded { .. }
            | Self::JudgeEnded { .. }
            | Self::ToolEnded { .. }
            | Self::Ticked => None,
        }
    }

    /// Whether a person, or the host in a person's place, caused it. Such an event is decided on what is stored now, and a
    /// profile that could not be switched is tried again.
    pub fn is_persons(&self) -> bool {
        match self {
            Self::UserSent { .. }
            | Self::UserEdited { .. }
            | Self::UserAnswered { .. }
            | Self::UserDecided { .. }
            | Self::UserDecidedStep { .. }
            | Self::UserCancelled { .. }
            | Self::UserResumed { .. }
            | Self::SuggestionTaken { .. }
            | Self::SuggestionPassed { .. }
            | Self::TurnWanted { .. }
            | Self::PlanEdited { .. } => true,
            Self::WorldTold { .. }
            | Self::ReceiptSigned { .. }
            | Self::ToolAsked { .. }
            | Self::ToolWithdrawn { .. }
            | Self::TaskTold { .. }
            | Self::Opened { .. }
            | Self::OwnerLost { .. }
            | Self::Closed
            | Self::Refreshed
            | Self::ServersRead { .. }
            | Self::WorldRead { .. }
            | Self::ProfileStepped { .. }
            | Self::ProfileEnded { .. }
            | Self::ProfileLost
            | Self::TurnEnded { .. }
            | Self::JudgeEnded { .. }
            | Self::ToolEnded { .. }
            | Self::Ticked => false,
        }
    }
}
