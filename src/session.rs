//! The session: everything that is stored, and the page, which is not. Shapes and derived facts; chooses nothing.
//!
//! Clone, Hash, Eq, integers only, ordered maps, so that a model checker can hold it. Data that exists in one state only
//! lives in that state's struct. Source: the machine rules, sections 1 and 2.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    approval::Intent,
    audit::Audit,
    code::Code,
    gate::{
        Call, StepApproval,
        registry::{McpServer, Registry},
    },
    ids::{AwaitId, Counters, MessageId, PageId, RequestId, StepId, Ticket, TurnId},
    plan::{Plan, PlanRef, Status},
    profile,
    prompt::{Exit, Note},
    question::{Answers, Question},
    receipt::{self, Receipt, Source},
    sorted::VecMap,
    task::TaskGraph,
    transcript::{Transcript, Version},
    world::World,
};

/// What a turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    /// The planner reads and writes a plan or questions.
    Plan,
    /// An ordinary answer.
    Chat,
    /// An approved plan is carried out.
    Execute,
    /// A question about a waiting plan is answered.
    Explain,
}

impl TurnKind {
    /// The profile it runs under.
    pub fn profile(self) -> profile::Name {
        match self {
            Self::Plan | Self::Explain => profile::Name::Plan,
            Self::Chat | Self::Execute => profile::Name::Managed,
        }
    }
}

/// Where planning came from; decides what follows when no plan comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begun {
    /// By the trigger `first-message`: the message runs as a chat turn.
    FirstMessage,
    /// By the person: nothing runs.
    Asked,
    /// By a change to a plan: the plan waits again.
    Revision,
}

/// One request on its way to a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Brief {
    /// The person's message.
    pub request: MessageId,
    /// Where planning came from.
    pub begun: Begun,
    /// Rounds begun, counted anew by a revision.
    pub round: u32,
    /// Retries within this round.
    pub retries: u32,
    /// The one reserved turn that must submit the plan is running.
    pub reserved: bool,
    /// Revisions so far.
    pub revisions: u32,
    /// The version that is being revised.
    pub plan: Option<PlanRef>,
    /// What the next planner turn is told beyond the standing instructions.
    pub note: Option<Note>,
}

/// A message that waits for the choice between planning and going on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// The message.
    pub message: MessageId,
    /// Why it was made.
    pub reason: String,
}

/// Nothing is being planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Normal {
    /// A message that waits, if one does.
    pub suggestion: Option<Suggestion>,
}

/// The planner is at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planning {
    /// For what.
    pub brief: Brief,
    /// What it has handed in by `write_plan`, the last one.
    pub written: Option<String>,
}

/// A question card is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AwaitingAnswers {
    /// For what.
    pub brief: Brief,
    /// Its questions.
    pub questions: Vec<Question>,
    /// Answers so far.
    pub answers: Answers,
}

/// A plan card is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AwaitingApproval {
    /// The request it is for.
    pub request: MessageId,
    /// The version on the newest card.
    pub plan: PlanRef,
    /// Revisions so far.
    pub revisions: u32,
    /// The person said: not now.
    pub held: bool,
    /// Since the card was last shown an explain turn has begun, or a hold was said: a bare yes no longer answers it.
    pub stirred: bool,
}

/// The mode, a permission state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Nothing is being planned.
    Normal(Normal),
    /// The planner is at work.
    Planning(Planning),
    /// A question card is open.
    AwaitingAnswers(AwaitingAnswers),
    /// A plan card is open.
    AwaitingApproval(AwaitingApproval),
}

impl Mode {
    /// The public name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Normal(_) => "normal",
            Self::Planning(_) | Self::AwaitingAnswers(_) => "planning",
            Self::AwaitingApproval(_) => "awaiting-approval",
        }
    }

    /// The profile that fits it.
    pub fn profile(&self) -> profile::Name {
        match self {
            Self::Normal(_) => profile::Name::Managed,
            Self::Planning(_) | Self::AwaitingAnswers(_) | Self::AwaitingApproval(_) => profile::Name::Plan,
        }
    }
}

/// Why work stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interruption {
    /// The turn ended before the work did.
    TurnEnded,
    /// The turn failed.
    TurnFailed,
    /// The person stopped it.
    Stopped,
    /// The page went away.
    Reload,
    /// The approval no longer counts.
    ReceiptVoid,
    /// The plan is being changed.
    Edited,
}

/// How far work has come. That it is paused is derived: it runs and a step request is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Approved, its turn has not begun.
    Approved,
    /// Its turn runs.
    Running,
    /// It stands still.
    Interrupted(Interruption),
    /// It is done; history.
    Done,
}

/// Work on an approved plan. It outlives re-planning and re-approval.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    /// The approved version.
    pub plan: Plan,
    /// Its approval; never changes.
    pub receipt: Receipt,
    /// The approval was found void; it stays so.
    pub void: bool,
    /// The workspace state the receipt stands for, moved along by this session's own calls.
    pub workspace_now: String,
    /// The tasks, where a step has checks.
    pub graph: Option<TaskGraph>,
    /// Steps that a refusal has blocked.
    pub blocked: BTreeSet<StepId>,
    /// Atoms that the person has refused.
    pub refused: BTreeSet<String>,
    /// The request.
    pub request: MessageId,
    /// Revisions of that request so far.
    pub revisions: u32,
    /// How far it has come.
    pub phase: Phase,
}

impl Work {
    /// The plan is in force: not yet history.
    pub fn in_force(&self) -> bool {
        match self.phase {
            Phase::Approved | Phase::Running | Phase::Interrupted(_) => true,
            Phase::Done => false,
        }
    }

    /// Its turn waits or runs.
    pub fn is_moving(&self) -> bool {
        match self.phase {
            Phase::Approved | Phase::Running => true,
            Phase::Interrupted(_) | Phase::Done => false,
        }
    }

    /// Whether the approval still counts, as far as can be told without the world: not void, not expired.
    pub fn receipt_counts(&self, now: u64) -> bool {
        !self.void && self.receipt.plan == self.plan.reference && now < self.receipt.expires_at
    }

    /// Why the approval does not count in this world; `None` = it counts.
    pub fn stale(&self, world: &World, now: u64) -> Option<Code> {
        if self.void {
            return Some(crate::code::ruling::ERR_RECEIPT_MISSING);
        }
        receipt::stale(
            Some(&self.receipt),
            &receipt::Facts {
                plan: &self.plan.reference,
                project_id: &world.project_id,
                workspace_hash: &world.workspace_hash,
                workspace_now: &self.workspace_now,
                now,
            },
        )
    }
}

/// A turn that waits for its profile and its world.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Queued {
    /// `t<n>`.
    pub id: TurnId,
    /// What it is for.
    pub kind: TurnKind,
    /// The page that will run it; "" = nobody.
    pub owner: PageId,
    /// The message it is for.
    pub request: MessageId,
    /// The turn whose answer could not be used.
    pub retry_of: Option<TurnId>,
    /// When it was queued, milliseconds since 1970.
    pub since: u64,
    /// How far its preparation has come.
    pub stage: Stage,
}

/// Preparation of a queued turn, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The server list is to be read.
    Servers,
    /// The profile is to be confirmed.
    Profile,
    /// The world is to be read.
    World,
    /// It may run.
    Ready,
}

/// Why the world is being read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// A turn is about to run.
    Turn,
    /// A plan is about to be approved.
    Approve {
        /// Who waits.
        ticket: Option<Ticket>,
        /// The version.
        plan: PlanRef,
        /// What the approval rests on.
        source: Source,
        /// The person's words.
        words: Option<String>,
    },
    /// A changing call has ended.
    Called {
        /// Who waits for its answer.
        ticket: Ticket,
    },
}

/// What the host was asked and has not answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Wish {
    /// The server list.
    Servers,
    /// A profile switch.
    Profile,
    /// The world.
    World {
        /// For what.
        reading: Reading,
    },
    /// A model call.
    Turn {
        /// What for.
        turn: TurnKind,
        /// The message it is for.
        request: MessageId,
        /// The turn whose answer could not be used.
        retry_of: Option<TurnId>,
    },
    /// The judge's verdict.
    Judge {
        /// Who waits.
        ticket: Ticket,
        /// The reply.
        message: MessageId,
        /// The version on the card.
        plan: PlanRef,
        /// Why local rules abstained.
        reason: String,
    },
    /// A tool.
    Tool {
        /// Who waits.
        ticket: Ticket,
        /// `server/tool`.
        tool: String,
        /// It may change something.
        changes: bool,
        /// Step it belongs to.
        step_id: Option<StepId>,
    },
}

/// An open question to the host.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Awaited {
    /// `a<n>`.
    pub id: AwaitId,
    /// What was asked.
    pub wish: Wish,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The page that waits; "" = nobody.
    pub owner: PageId,
    /// Since when, milliseconds since 1970.
    pub since: u64,
    /// Until when; `None` = as long as it takes.
    pub deadline: Option<u64>,
}

impl Awaited {
    /// The call of the public API that waits behind it.
    pub fn ticket(&self) -> Option<&Ticket> {
        match &self.wish {
            Wish::World { reading: Reading::Approve { ticket, .. } } => ticket.as_ref(),
            Wish::World { reading: Reading::Called { ticket } }
            | Wish::Judge { ticket, .. }
            | Wish::Tool { ticket, .. } => Some(ticket),
            Wish::World { reading: Reading::Turn } | Wish::Servers | Wish::Profile | Wish::Turn { .. } => None,
        }
    }
}

/// A call that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepRequest {
    /// `r<n>`.
    pub id: RequestId,
    /// Why it asks.
    pub code: String,
    /// The call.
    pub call: Call,
    /// Step it belongs to.
    pub step_id: Option<StepId>,
    /// The turn it belongs to; `None` = a call through the gate while no turn ran.
    pub turn: Option<TurnId>,
    /// The page whose call waits.
    pub owner: PageId,
    /// Who waits.
    pub ticket: Ticket,
    /// What a refusal forbids.
    pub atoms: BTreeSet<String>,
    /// At this moment it lapses, milliseconds since 1970.
    pub expires_at: u64,
}

/// A step request that a person has decided about elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DecidedStep {
    /// What was asked.
    pub request: StepRequest,
    /// Yes or no.
    pub granted: bool,
}

/// Everything that is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The host's name for it.
    pub id: String,
    /// Counts the commits.
    pub revision: u64,
    /// The next numbers.
    pub counters: Counters,
    /// The mode.
    pub mode: Mode,
    /// Work on an approved plan.
    pub work: Option<Work>,
    /// The newest plan, where it is history.
    pub history: Option<PlanRef>,
    /// Every version that a card still shows.
    pub versions: Vec<Version>,
    /// Step ids that versions of the plan in hand have used.
    pub step_ids: BTreeSet<StepId>,
    /// The messages.
    pub transcript: Transcript,
    /// A turn that waits.
    pub queued: Option<Queued>,
    /// What the host was asked.
    pub awaited: Vec<Awaited>,
    /// Calls that wait for a person.
    pub step_requests: Vec<StepRequest>,
    /// Step requests decided in another page than the one whose call waits; that page acts on them.
    pub decided: Vec<DecidedStep>,
    /// Step approvals given and not spent.
    pub step_approvals: Vec<StepApproval>,
    /// Every receipt ever given.
    pub receipts: Vec<Receipt>,
    /// Atoms refused without a plan.
    pub refused: BTreeSet<String>,
    /// What the next chat or execute turn is told.
    pub exit_notice: Option<Exit>,
    /// The audit trail.
    pub audit: Audit,
}

/// What a reply may never change by being unclear: compared before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permissions {
    mode: &'static str,
    plans: Vec<(PlanRef, crate::plan::Status)>,
    receipts: Vec<Receipt>,
    step_approvals: Vec<StepApproval>,
    step_requests: Vec<RequestId>,
    work: Option<Work>,
    refused: BTreeSet<String>,
    queued: Option<TurnKind>,
}

impl Session {
    /// A session in which nothing has happened.
    pub fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            revision: 0,
            counters: Counters::default(),
            mode: Mode::Normal(Normal::default()),
            work: None,
            history: None,
            versions: Vec::new(),
            step_ids: BTreeSet::new(),
            transcript: Transcript::default(),
            queued: None,
            awaited: Vec::new(),
            step_requests: Vec::new(),
            decided: Vec::new(),
            step_approvals: Vec::new(),
            receipts: Vec::new(),
            refused: BTreeSet::new(),
            exit_notice: None,
            audit: Audit::default(),
        }
    }

    /// The same messages and history with nothing that could allow, run or wait for anything.
    pub fn without_authority(mut self) -> Self {
        self.mode = Mode::Normal(Normal::default());
        self.work = None;
        self.history = None;
        self.queued = None;
        self.exit_notice = None;
        self.awaited.clear();
        self.step_requests.clear();
        self.decided.clear();
        self.step_approvals.clear();
        self.transcript.close_cards();
        for version in &mut self.versions {
            version.status = match version.status {
                Status::Pending | Status::Held | Status::Approved => Status::Rejected,
                ended @ (Status::Done | Status::Rejected | Status::Superseded) => ended,
            };
        }
        self
    }

    /// What "unknown has no side effect" is about.
    pub fn permissions(&self) -> Permissions {
        Permissions {
            mode: self.mode.name(),
            plans: self.versions.iter().map(|version| (version.plan.reference.clone(), version.status)).collect(),
            receipts: self.receipts.clone(),
            step_approvals: self.step_approvals.clone(),
            step_requests: self.step_requests.iter().map(|request| request.id.clone()).collect(),
            work: self.work.clone(),
            refused: self.refused.clone(),
            queued: self.queued.as_ref().map(|queued| queued.kind).filter(|kind| match kind {
                TurnKind::Plan | TurnKind::Chat | TurnKind::Execute => true,
                TurnKind::Explain => false,
            }),
        }
    }

    /// A version by reference.
    pub fn version(&self, plan: &PlanRef) -> Option<&Version> {
        self.versions.iter().find(|version| version.plan.reference == *plan)
    }

    /// The version that waits for the person, or that a revision started from.
    pub fn waiting(&self) -> Option<&PlanRef> {
        match &self.mode {
            Mode::Normal(_) => None,
            Mode::Planning(planning) => planning.brief.plan.as_ref(),
            Mode::AwaitingAnswers(asking) => asking.brief.plan.as_ref(),
            Mode::AwaitingApproval(waiting) => Some(&waiting.plan),
        }
    }

    /// The newest plan: waiting, in work, or history.
    pub fn newest(&self) -> Option<&PlanRef> {
        match &self.mode {
            // While a first plan is on its way there is none.
            Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => self.waiting(),
            Mode::Normal(_) => self.work.as_ref().map(|work| &work.plan.reference).or(self.history.as_ref()),
        }
    }

    /// The model call that runs, if one does.
    pub fn turn(&self) -> Option<(&Awaited, TurnKind)> {
        self.awaited.iter().find_map(|awaited| match &awaited.wish {
            Wish::Turn { turn, .. } => Some((awaited, *turn)),
            Wish::Servers | Wish::Profile | Wish::World { .. } | Wish::Judge { .. } | Wish::Tool { .. } => None,
        })
    }

    /// The approval that is on its way, if one is.
    pub fn approving(&self) -> Option<&Awaited> {
        self.awaited.iter().find(|awaited| matches!(awaited.wish, Wish::World { reading: Reading::Approve { .. } }))
    }

    /// A call that may change something runs, or the state it left is being read.
    pub fn is_changing(&self) -> bool {
        self.awaited.iter().any(|awaited| match &awaited.wish {
            Wish::Tool { changes, .. } => *changes,
            Wish::World { reading } => matches!(reading, Reading::Called { .. }),
            Wish::Servers | Wish::Profile | Wish::Turn { .. } | Wish::Judge { .. } => false,
        })
    }

    /// Pages that own something, with the newest moment at which they took it.
    pub fn owners(&self) -> VecMap<&str, u64> {
        let mut owners: VecMap<&str, u64> = VecMap::new();
        let awaited = self.awaited.iter().map(|awaited| (awaited.owner.as_str(), awaited.since));
        let queued = self.queued.iter().map(|queued| (queued.owner.as_str(), queued.since));
        for (owner, since) in awaited.chain(queued) {
            owners.update(owner, |newest| *newest = since.max(*newest));
        }
        owners
    }

    /// The approval that counts now, with the plan it is for. `None` outside mode normal.
    pub fn authority(&self, now: u64) -> Option<&Work> {
        match self.mode {
            Mode::Normal(_) => self.work.as_ref().filter(|work| work.in_force() && work.receipt_counts(now)),
            Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
        }
    }
}

/// A switch of the profile in this page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Answer that ends it.
    pub id: AwaitId,
    /// To which profile.
    pub target: profile::Name,
    /// Its hash.
    pub hash: String,
    /// The callback that runs must have settled by then.
    pub deadline: u64,
    /// Nobody waits for it any more; it is only waited out.
    pub abandoned: bool,
}

/// Something that the person should see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which.
    pub code: Code,
    /// For people.
    pub message: String,
    /// Milliseconds since 1970.
    pub since: u64,
}

/// What faults are about: the same thing succeeding takes the fault away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A planner made no plan.
    Planner,
    /// A turn failed.
    Turn,
    /// Too many revisions.
    Revisions,
    /// The profile could not be switched.
    Profile,
    /// The world could not be read.
    World,
    /// A commit failed.
    Save,
    /// What was stored could not be read.
    Load,
    /// The store never worked, or is not shared safely.
    Store,
    /// The words of a language could not be loaded.
    Lexicon,
}

/// What belongs to one page and is never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// This page.
    pub id: PageId,
    /// Last known world.
    pub world: Option<World>,
    /// Last known servers.
    pub servers: Option<Vec<McpServer>>,
    /// Their rows.
    pub registry: Registry,
    /// The profile that the host has confirmed, by name and hash.
    pub confirmed: Option<(profile::Name, String)>,
    /// A switch that has not settled.
    pub switch: Option<Switch>,
    /// A switch to this profile has failed; it waits for the person.
    pub failed: Option<profile::Name>,
    /// This page has begun a switch, ever.
    pub switched: bool,
    /// Counts the switches.
    pub epoch: u32,
    /// What is wrong.
    pub faults: VecMap<About, Fault>,
    /// The reading of the world that opening began, with its deadline.
    pub opening: Option<(AwaitId, u64)>,
    /// Calls of the public API whose answer is still to come, and what it will be if nothing else answers them.
    pub tickets: VecMap<Ticket, Pending>,
    /// The highest numbers this page has seen given: they are never given again, whatever is read from the store.
    pub made: Counters,
    /// Awaited ids, and the queued turn, that this page's host really works at. A stored session may name more: what it
    /// names and this page does not know was ended here and brought back by an older commit.
    pub live: BTreeSet<String>,
}

/// A call of the public API that waits for more than its own commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A reply that the judge reads: superseded, it is unknown.
    Judged(SendResult),
    /// An approval that waits for the world; superseded, it is already resolved.
    Approval(Option<SendResult>),
    /// A tool call; superseded, its turn is over.
    Tool {
        /// Server.
        server: String,
        /// Tool.
        tool: String,
        /// Step it belongs to.
        step_id: Option<StepId>,
    },
}

impl Page {
    /// A page that knows nothing yet.
    pub fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            world: None,
            servers: None,
            registry: Registry::default(),
            confirmed: None,
            switch: None,
            failed: None,
            switched: false,
            epoch: 0,
            faults: VecMap::new(),
            opening: None,
            tickets: VecMap::new(),
            made: Counters::default(),
            live: BTreeSet::new(),
        }
    }
}

/// Where a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Route {
    /// Planning has begun.
    Planning,
    /// A plan was suggested; the message waits.
    Suggested,
    /// An ordinary turn.
    Chat,
    /// A reply to a card, or words that stopped work.
    Reply,
}

/// What `send` resolves to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SendResult {
    /// Where it went.
    pub route: Route,
    /// The stored message.
    pub message_id: MessageId,
    /// How it was read, on the route `reply`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reply: Option<ReplyResult>,
}

/// A reply as `send` reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReplyResult {
    /// What it was read as.
    pub intent: Intent,
    /// Not now.
    pub hold: bool,
    /// Why it was read so.
    pub reason_code: String,
    /// The judge was asked.
    pub judged: bool,
}
