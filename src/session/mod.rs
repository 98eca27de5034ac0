//! The session: everything that is stored, and the page, which is not. Shapes and derived facts; chooses nothing.
//!
//! Clone, Hash, Eq, integers only, ordered maps, so that a model checker can hold it. Data that exists in one state only
//! lives in that state's struct. Source: the machine rules, sections 1 and 2.

mod awaited;
mod mode;
mod page;
mod result;
mod turn;
mod work;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    audit::Audit,
    fit::{Data, Fit},
    gate::StepApproval,
    ids::{Counters, RequestId, StepId},
    plain::{Members, Plain},
    plan::{PlanRef, Status},
    prompt::Exit,
    receipt::Receipt,
    sorted::VecMap,
    transcript::{Transcript, Version},
};

pub use awaited::{Awaited, DecidedStep, Reading, StepRequest, Wish};
pub use mode::{AwaitingAnswers, AwaitingApproval, Begun, Brief, Mode, Normal, Planning, Suggestion};
pub use page::{About, Fault, Page, Pending, Switch};
pub use result::{ReplyResult, Route, SendResult};
pub use turn::{Queued, Stage, TurnKind};
pub use work::{Interruption, Phase, Work};

/// Everything that is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

impl Fit for Session {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            revision: fields.get("revision"),
            counters: fields.get("counters"),
            mode: fields.get("mode"),
            work: fields.get("work"),
            history: fields.get("history"),
            versions: fields.get("versions"),
            step_ids: fields.get("stepIds"),
            transcript: fields.get("transcript"),
            queued: fields.get("queued"),
            awaited: fields.get("awaited"),
            step_requests: fields.get("stepRequests"),
            decided: fields.get("decided"),
            step_approvals: fields.get("stepApprovals"),
            receipts: fields.get("receipts"),
            refused: fields.get("refused"),
            exit_notice: fields.get("exitNotice"),
            audit: fields.get("audit"),
        }
    }
}

impl Plain for Session {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("revision", &self.revision);
        members.put("counters", &self.counters);
        members.put("mode", &self.mode);
        members.put("work", &self.work);
        members.put("history", &self.history);
        members.put("versions", &self.versions);
        members.put("stepIds", &self.step_ids);
        members.put("transcript", &self.transcript);
        members.put("queued", &self.queued);
        members.put("awaited", &self.awaited);
        members.put("stepRequests", &self.step_requests);
        members.put("decided", &self.decided);
        members.put("stepApprovals", &self.step_approvals);
        members.put("receipts", &self.receipts);
        members.put("refused", &self.refused);
        members.put("exitNotice", &self.exit_notice);
        members.put("audit", &self.audit);
        members.value()
    }
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
