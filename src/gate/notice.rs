//! What is said about a ruling: the call as a person sees it, a hint for the model, a way back for the person.
//!
//! Decides nothing. Source: the authorization rules, section 8.6.

use serde_json::Value;

use crate::{
    code::{Code, ruling},
    config,
};

use super::Call;

/// The concrete call for a step request: `server/tool` and one argument a line, as JSON in ASCII.
///
/// Small arguments come first, so that a long text hides nothing; what exceeds the cap of
/// [`config::GATE_SHOWN_CHARS_MAX`] is counted, not shown.
///
/// ```
/// use plangate::gate::{Call, shown};
/// let call: Call = serde_json::from_str(r#"{"server":"files","tool":"write","args":{"path":"café"}}"#).unwrap();
/// assert_eq!(shown(&call), "files/write\npath: \"caf\\u{e9}\"");
/// ```
pub fn shown(call: &Call) -> String {
    let mut lines: Vec<String> = match &call.args {
        Value::Object(args) => args.iter().map(|(name, value)| format!("{}: {value}", plain_key(name))).collect(),
        other => vec![other.to_string()],
    };
    lines.sort_by_key(String::len);
    lines.insert(0, format!("{}/{}", call.server, call.tool));
    cap(&lines.iter().map(|line| ascii(line)).collect::<Vec<_>>().join("\n"))
}

/// A key as it is where it is plain, else as JSON, so that it can not pass for another line.
fn plain_key(name: &str) -> String {
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if is_plain { name.to_owned() } else { Value::from(name).to_string() }
}

fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' '..='~') {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    out
}

fn cap(text: &str) -> String {
    let rest = text.chars().count().saturating_sub(config::GATE_SHOWN_CHARS_MAX);
    if rest == 0 {
        return text.to_owned();
    }
    let head: String = text.chars().take(config::GATE_SHOWN_CHARS_MAX).collect();
    format!("{head}\n[{rest} more characters]")
}

/// One sentence for the model whose call was refused with `code`.
pub fn hint(code: Code) -> &'static str {
    match code {
        ruling::ERR_TOOL_NAME => "No tool has this name; use a listed tool by its exact name and do not guess another.",
        ruling::ERR_TOOL_COLLISION => {
            "This tool name stands for more than one tool, so it is not called; do not reach it by another name."
        }
        ruling::ERR_BAD_ARGS => {
            "The arguments do not fit this tool; the call was not made, and it may come back only with valid arguments."
        }
        ruling::ERR_PATH_INVALID => {
            "The path holds characters that no path may hold; the call was not made, do not spell it another way."
        }
        ruling::ERR_CATASTROPHIC => {
            "This would destroy data beyond recovery and is never allowed; do not retry it or look for another way."
        }
        ruling::ERR_PLAN_READ_ONLY => {
            "Only reading is allowed until the plan is approved; do not retry this or try to change anything by another tool."
        }
        ruling::ERR_RECEIPT_MISSING
        | ruling::ERR_RECEIPT_PLAN
        | ruling::ERR_RECEIPT_VERSION
        | ruling::ERR_RECEIPT_HASH
        | ruling::ERR_RECEIPT_PROJECT
        | ruling::ERR_RECEIPT_WORKSPACE
        | ruling::ERR_RECEIPT_EXPIRED => {
            "The plan is not approved as it now stands, so only reading is allowed; stop and wait for the person's approval."
        }
        ruling::ERR_STEP_BLOCKED => {
            "The person has refused an action of this step and the step is blocked; do not work on it by any other route."
        }
        ruling::ERR_REFUSED_ACTION => {
            "The person has refused this action; do not retry it and do not reach the same effect by another tool or spelling."
        }
        ruling::ERR_TURN_OVER => "The turn of this call is over, so it was not made; do not retry it.",
        ruling::ERR_STORAGE => {
            "The state could not be saved, so the call was not made; do not retry it or route around it."
        }
        ruling::ERR_DISPOSED => "The session is closed, so the call was not made; do not retry it.",
        _ => {
            "The person has not allowed this action; do not retry it and do not reach the same effect by another route."
        }
    }
}

/// One sentence for the person who is asked: how an act that asks with `code` is undone.
pub fn recover(code: Code) -> &'static str {
    match code {
        ruling::STEP_UNKNOWN_TOOL => {
            "What this tool does is not known: look at the server's own log for a way to undo it."
        }
        ruling::STEP_TOOL_CHANGED => {
            "The tool is not the one that was approved: compare its definition first, and undo by the server's own means."
        }
        ruling::STEP_ANNOTATION_CONFLICT | ruling::STEP_UNKNOWN_ARGUMENT => {
            "The call may do more than its name says: check what changed afterwards and restore it from version control or a backup."
        }
        ruling::STEP_PATH_AMBIGUOUS | ruling::STEP_OUTSIDE_ROOT | ruling::STEP_SYMLINK_ESCAPE => {
            "What lies outside the workspace is not under its version control: copy it first, and restore the copy to undo."
        }
        ruling::STEP_PROTECTED_PATH => {
            "Restore the file from version control or a copy, and check that no tool has read the changed settings meanwhile."
        }
        ruling::STEP_SECRET_READ => {
            "Reading can not be undone: if the secret should not be seen here, replace it by a new one."
        }
        ruling::STEP_EXTERNAL_PUBLISH => {
            "What is published may be copied at once: undo it at the receiving service, and replace any secret that was in it."
        }
        ruling::STEP_OPAQUE_SHELL | ruling::STEP_DANGEROUS_SHELL => {
            "Commit or copy the workspace first; undo by restoring it, and by hand whatever was changed outside it."
        }
        ruling::STEP_NETWORK => {
            "What is sent or fetched can not be taken back: remove what was fetched, and replace any secret that was sent."
        }
        ruling::STEP_OUT_OF_SCOPE_RESOURCE => {
            "Undo it where the resource lives; the workspace's version control does not cover it."
        }
        _ => "Restore what was changed from version control or a backup.",
    }
}
