//! Turns: what they are for, and the one that waits to begin.

use serde_json::Value;

use crate::{
    fit::{Data, Fit, Named},
    ids::{MessageId, PageId, TurnId},
    plain::{Members, Plain},
    profile,
};

/// What a turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
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

impl Named for TurnKind {
    const NAMES: &'static [(&'static str, Self)] =
        &[("plan", Self::Plan), ("chat", Self::Chat), ("execute", Self::Execute), ("explain", Self::Explain)];
    const ELSE: Self = Self::Plan;
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

/// A turn that waits for its profile and its world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

impl Queued {
    /// The host runs the model of this turn itself: it is for no message that is known here.
    pub fn is_lent(&self) -> bool {
        self.request.is_empty()
    }
}

impl Fit for Queued {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            id: fields.get("id"),
            kind: fields.get("kind"),
            owner: fields.get("owner"),
            request: fields.get("request"),
            retry_of: fields.get("retryOf"),
            since: fields.get("since"),
            stage: fields.get("stage"),
        }
    }
}

impl Plain for Queued {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("kind", &self.kind);
        members.put("owner", &self.owner);
        members.put("request", &self.request);
        members.put("retryOf", &self.retry_of);
        members.put("since", &self.since);
        members.put("stage", &self.stage);
        members.value()
    }
}

/// Preparation of a queued turn, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Named for Stage {
    const NAMES: &'static [(&'static str, Self)] =
        &[("servers", Self::Servers), ("profile", Self::Profile), ("world", Self::World), ("ready", Self::Ready)];
    const ELSE: Self = Self::Servers;
}
