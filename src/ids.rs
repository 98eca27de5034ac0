//! The names of things: messages, turns, plans, requests, pages. Owns how they are made, knows nothing of what they name.
//!
//! Ids are deterministic: they come from counters kept in the session and, for plans, from a digest, never from
//! randomness. Source: the machine rules, section 1.

use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A message of the transcript, `m<n>`.
pub type MessageId = String;
/// A model call, `t<n>`.
pub type TurnId = String;
/// A hand-off document through all its versions, `p-<16 hex digits>`.
pub type PlanId = String;
/// A step of a plan, `[a-z0-9][a-z0-9._-]{0,63}`.
pub type StepId = String;
/// A request for a step approval, `r<n>`.
pub type RequestId = String;
/// Something the host was asked and has not answered, `a<n>`.
pub type AwaitId = String;
/// One open page (tab). Made by the driver, unique among the pages of an origin.
pub type PageId = String;
/// A call of the public API that waits for its answer. Made by the driver, unique within its page.
pub type Ticket = String;

/// The next number of each kind of id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    message: u64,
    turn: u64,
    plan: u64,
    request: u64,
    awaited: u64,
}

impl Fit for Counters {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            message: fields.get("message"),
            turn: fields.get("turn"),
            plan: fields.get("plan"),
            request: fields.get("request"),
            awaited: fields.get("awaited"),
        }
    }
}

impl Plain for Counters {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("message", &self.message);
        members.put("turn", &self.turn);
        members.put("plan", &self.plan);
        members.put("request", &self.request);
        members.put("awaited", &self.awaited);
        members.value()
    }
}

fn next(counter: &mut u64, prefix: char) -> String {
    *counter += 1;
    format!("{prefix}{counter}")
}

impl Counters {
    /// No number is given again that `other` has given.
    pub fn raise(&mut self, other: &Self) {
        self.message = self.message.max(other.message);
        self.turn = self.turn.max(other.turn);
        self.plan = self.plan.max(other.plan);
        self.request = self.request.max(other.request);
        self.awaited = self.awaited.max(other.awaited);
    }

    /// A fresh message id.
    pub fn message(&mut self) -> MessageId {
        next(&mut self.message, 'm')
    }

    /// A fresh turn id.
    pub fn turn(&mut self) -> TurnId {
        next(&mut self.turn, 't')
    }

    /// A fresh id of a step request.
    pub fn request(&mut self) -> RequestId {
        next(&mut self.request, 'r')
    }

    /// A fresh id of something awaited.
    pub fn awaited(&mut self) -> AwaitId {
        next(&mut self.awaited, 'a')
    }

    /// A fresh plan id. It is drawn from session and time too, so that a session whose store was lost can not make an
    /// id that an old receipt still names.
    pub fn plan(&mut self, session: &str, now: u64) -> PlanId {
        self.plan += 1;
        let digest = Sha256::digest(format!("{}|{now}|{}", session, self.plan));
        format!("p-{}", &hex(&digest).chars().take(16).collect::<String>())
    }
}

/// Lower-case hexadecimal digits of `bytes`.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes
        .iter()
        .flat_map(|byte| [DIGITS.get(usize::from(byte >> 4)), DIGITS.get(usize::from(byte & 15))])
        .flatten()
        .collect()
}

/// Whether `text` may name a step: `[a-z0-9][a-z0-9._-]{0,63}`.
pub fn is_step_id(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.len() <= 64
        && text.chars().next().is_some_and(plain)
        && text.chars().all(|c| plain(c) || matches!(c, '.' | '_' | '-'))
}
