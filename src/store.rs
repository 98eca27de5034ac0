//! What is stored and how it is read again: a commit as data, the schema, and what happens to a store that is torn.
//!
//! Who performs a commit is not known here. Source: the design, section 6. One record a session; its text holds a hash over
//! itself, so that a torn write shows.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::plain::{Members, Plain};
use crate::{fit, ids::hex, session::Session};

/// The schema this build writes.
pub const SCHEMA: u32 = 1;

/// Something to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Key.
    pub key: String,
    /// Text.
    pub value: String,
}

impl Plain for Record {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("key", &self.key);
        members.put("value", &self.value);
        members.value()
    }
}

/// A commit: the writes first, then the root by compare-and-set, then the deletes. Only the root makes it count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// What the root must hold; `None` = nothing.
    pub expect: Option<String>,
    /// New records, under keys that nobody names yet.
    pub writes: Vec<Record>,
    /// The root.
    pub root: Record,
    /// Records that nobody names any more.
    pub deletes: Vec<String>,
}

impl Plain for Commit {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("expect", &self.expect);
        members.put("writes", &self.writes);
        members.put("root", &self.root);
        members.put("deletes", &self.deletes);
        members.value()
    }
}

/// Why a stored session can not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Torn or foreign: authority is dropped, the bytes are kept.
    Torn,
    /// Written by a build that knows more: nothing is touched.
    Schema(u32),
}

/// Key of a session's root.
pub fn root_key(session: &str) -> String {
    format!("plangate:{session}:root")
}

/// Key of the owner's sign of life, where there are no locks.
pub fn beat_key(session: &str) -> String {
    format!("plangate:{session}:beat")
}

/// Key under which the bytes of a torn store are kept.
pub fn quarantine_key(session: &str, now: u64) -> String {
    format!("plangate:{session}:quarantine:{now}")
}

/// The text of a session's root.
pub fn write(session: &Session) -> String {
    let body = session.plain().to_string();
    let hash = hex(&Sha256::digest(body.as_bytes()));
    format!("{{\"schema\":{SCHEMA},\"hash\":\"{hash}\",\"session\":{body}}}")
}

/// Reads the text of a root.
pub fn read(id: &str, text: &str) -> Result<Session, Unreadable> {
    let root: Value = serde_json::from_str(text).map_err(|_| Unreadable::Torn)?;
    let schema = root.get("schema").and_then(Value::as_u64).ok_or(Unreadable::Torn)?;
    if schema != u64::from(SCHEMA) {
        return Err(Unreadable::Schema(u32::try_from(schema).unwrap_or(u32::MAX)));
    }
    // The stored bytes are what was hashed: they are what stands between the key and the last brace.
    let body = text.split_once("\"session\":").and_then(|(_, rest)| rest.strip_suffix('}'));
    let sound = body.is_some_and(|body| {
        let hash = hex(&Sha256::digest(body.as_bytes()));
        root.get("hash").and_then(Value::as_str) == Some(hash.as_str())
    });
    let session: Session = fit::read(root.get("session").unwrap_or(&Value::Null)).map_err(|_| Unreadable::Torn)?;
    if sound && session.id == id { Ok(session) } else { Err(Unreadable::Torn) }
}

/// The commit that brings the store from `stored` to this session; `None` where nothing has changed.
pub fn commit(session: &mut Session, stored: Option<&str>, accepted: &str) -> Option<Commit> {
    if write(session) == accepted {
        return None;
    }
    session.revision += 1;
    let root = Record { key: root_key(&session.id), value: write(session) };
    Some(Commit { expect: stored.map(str::to_owned), writes: Vec::new(), root, deletes: Vec::new() })
}
