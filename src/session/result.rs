//! What `send` resolves to.

use serde_json::Value;

use crate::{
    approval::Intent,
    fit::Named,
    ids::MessageId,
    plain::{Members, Plain},
};

/// Where a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
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

impl Named for Route {
    const NAMES: &'static [(&'static str, Self)] =
        &[("planning", Self::Planning), ("suggested", Self::Suggested), ("chat", Self::Chat), ("reply", Self::Reply)];
    const ELSE: Self = Self::Planning;
}

/// What `send` resolves to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct SendResult {
    /// Where it went.
    pub route: Route,
    /// The stored message.
    pub message_id: MessageId,
    /// How it was read, on the route `reply`.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub reply: Option<ReplyResult>,
}

impl Plain for SendResult {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("route", &self.route);
        members.put("messageId", &self.message_id);
        members.put_some("reply", &self.reply);
        members.value()
    }
}

/// A reply as `send` reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
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

impl Plain for ReplyResult {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("intent", &self.intent);
        members.put("hold", &self.hold);
        members.put("reasonCode", &self.reason_code);
        members.put("judged", &self.judged);
        members.value()
    }
}

// Here and not in `approval`, which reads words and knows no data.
impl Named for Intent {
    const NAMES: &'static [(&'static str, Self)] =
        &[("approve", Self::Approve), ("revise", Self::Revise), ("reject", Self::Reject), ("unknown", Self::Unknown)];
    const ELSE: Self = Self::Unknown;
}
