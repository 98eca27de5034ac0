//! A receipt: the stored approval of one version of one plan. The one place that says whether an approval still counts.
//!
//! Knows no modes and no words. Source: requirement row B6; the authorization rules 8.3; the machine rules, section 6.

use crate::code::{Code, ruling};
use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use serde_json::Value;

pub use crate::plan::PlanRef;

/// What the approval rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Source {
    /// The person's words, read locally.
    Words,
    /// The person's click.
    Button,
    /// The person's words, read by the judge.
    Judge,
    /// The host's policy `auto`.
    Policy,
}

impl Named for Source {
    const NAMES: &'static [(&'static str, Self)] =
        &[("words", Self::Words), ("button", Self::Button), ("judge", Self::Judge), ("policy", Self::Policy)];
    const ELSE: Self = Self::Words;
}

/// A stored approval. It never changes; whether it counts is asked of [`stale`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Receipt {
    /// What was approved.
    pub plan: PlanRef,
    /// Milliseconds since 1970.
    pub approved_at: u64,
    /// Milliseconds since 1970; at this moment it no longer counts.
    pub expires_at: u64,
    /// Project it was given for.
    pub project_id: String,
    /// State of the workspace it was given in.
    pub workspace_hash: String,
    /// What it rests on.
    pub source: Source,
    /// The person's words, if any.
    pub words: Option<String>,
}

impl Fit for Receipt {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            plan: fields.get("plan"),
            approved_at: fields.get("approvedAt"),
            expires_at: fields.get("expiresAt"),
            project_id: fields.get("projectId"),
            workspace_hash: fields.get("workspaceHash"),
            source: fields.get("source"),
            words: fields.get("words"),
        }
    }
}

impl Plain for Receipt {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("plan", &self.plan);
        members.put("approvedAt", &self.approved_at);
        members.put("expiresAt", &self.expires_at);
        members.put("projectId", &self.project_id);
        members.put("workspaceHash", &self.workspace_hash);
        members.put("source", &self.source);
        members.put("words", &self.words);
        members.value()
    }
}

/// What is true now, for [`stale`] to compare a receipt with.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The plan that asks.
    pub plan: &'a PlanRef,
    /// Current project.
    pub project_id: &'a str,
    /// Current state of the workspace.
    pub workspace_hash: &'a str,
    /// The state that the receipt stands for: its own, moved along by this session's own allowed calls.
    pub workspace_now: &'a str,
    /// Milliseconds since 1970.
    pub now: u64,
}

/// Why a receipt does not count, as the gate's deny code; `None` when it counts. Checked in the order of rule 8.3.
pub fn stale(receipt: Option<&Receipt>, facts: &Facts<'_>) -> Option<Code> {
    let Some(receipt) = receipt else { return Some(ruling::ERR_RECEIPT_MISSING) };
    [
        (receipt.plan.plan_id != facts.plan.plan_id, ruling::ERR_RECEIPT_PLAN),
        (receipt.plan.version != facts.plan.version, ruling::ERR_RECEIPT_VERSION),
        (receipt.plan.content_hash != facts.plan.content_hash, ruling::ERR_RECEIPT_HASH),
        (receipt.project_id != facts.project_id, ruling::ERR_RECEIPT_PROJECT),
        (facts.workspace_now != facts.workspace_hash, ruling::ERR_RECEIPT_WORKSPACE),
        (facts.now >= receipt.expires_at, ruling::ERR_RECEIPT_EXPIRED),
    ]
    .into_iter()
    .find_map(|(wrong, code)| wrong.then_some(code))
}
