//! What is said about a ruling: the call as a person sees it, a hint for the model, a way back for the person.
//!
//! Decides nothing. Source: the authorization rules, section 8.6.

use serde_json::Value;

use crate::{
    code::{Code, ruling},
    config,
};

use super::Call;
use crate::sorted::sort_short;

/// The concrete call for a step request: `server/tool` and one argument a line, as JSON in ASCII.
///
/// Small arguments come first, so that a long text hides nothing; what exceeds the cap of
/// [`config::GATE_SHOWN_CHARS_MAX`] is counted, not shown.
///
/// ```
/// use plangate::gate::{Call, shown};
/// let data = serde_json::json!({ "server": "files", "tool": "write", "args": { "path": "café" } });
/// let call: Call = plangate::fit::read(&data).unwrap();
/// assert_eq!(shown(&call), "files/write\npath: \"caf\\u{e9}\"");
/// ```
pub fn shown(call: &Call) -> String {
    let mut lines: Vec<String> = match &call.args {
        Value::Object(args) => args.iter().map(|(name, value)| format!("{}: {value}", plain_key(name))).collect(),
        other => vec![other.to_string()],
    };
    sort_short(&mut lines, |line, other| line.len() < other.len());
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
        ruling::ERR_TOOL_NAME => "No tool has this name: use a listed one by its exact name, do not guess.",
        ruling::ERR_TOOL_COLLISION => {
            "The name stands for more than one tool, so none is called: do not try other names."
        }
        ruling::ERR_BAD_ARGS => {
            "The arguments do not fit this tool, so it was not called: do not retry them as they are."
        }
        ruling::ERR_PATH_INVALID => "No path may hold these characters: do not retry it or spell it another way.",
        ruling::ERR_CATASTROPHIC => "This destroys data for good and is never allowed: do not retry it by any way.",
        ruling::ERR_PLAN_READ_ONLY => {
            "Only reading is allowed now: do not retry this or change anything by another tool."
        }
        ruling::ERR_RECEIPT_MISSING
        | ruling::ERR_RECEIPT_PLAN
        | ruling::ERR_RECEIPT_VERSION
        | ruling::ERR_RECEIPT_HASH
        | ruling::ERR_RECEIPT_PROJECT
        | ruling::ERR_RECEIPT_WORKSPACE
        | ruling::ERR_RECEIPT_EXPIRED => {
            "The plan is not approved as it stands, so only reading is allowed: do not retry, wait for the person."
        }
        ruling::ERR_STEP_BLOCKED => {
            "The person has refused a part of this step and it is blocked: do not go on with it by any route."
        }
        ruling::ERR_REFUSED_ACTION => {
            "The person has refused this: do not retry it or reach the same effect by another tool or spelling."
        }
        ruling::ERR_TURN_OVER => {
            "The turn of this call is over: do not retry it. If it had begun before, it may have taken effect."
        }
        ruling::ERR_STORAGE => {
            "The state could not be saved, so the call was not made: do not retry or route around it."
        }
        ruling::ERR_DISPOSED => "The session is closed, so the call was not made: do not retry it.",
        _ => "The person has not allowed this: do not retry it or reach the same effect by another route.",
    }
}

/// One sentence for the person who is asked: how an act that asks with `code` is undone.
pub fn recover(code: Code) -> &'static str {
    match code {
        ruling::STEP_UNKNOWN_TOOL => "What the tool does is unknown: look into its server's own log for a way back.",
        ruling::STEP_TOOL_CHANGED => "The tool has changed since the approval: undo by the means of its server.",
        ruling::STEP_ANNOTATION_CONFLICT | ruling::STEP_UNKNOWN_ARGUMENT => {
            "It may do more than its name says: check what has changed, and restore it from version control."
        }
        ruling::STEP_PATH_AMBIGUOUS | ruling::STEP_OUTSIDE_ROOT | ruling::STEP_SYMLINK_ESCAPE => {
            "Version control of the workspace does not cover it: copy the file first, put the copy back to undo."
        }
        ruling::STEP_PROTECTED_PATH => {
            "Restore the file from version control or a copy, and check what has run with the changed settings."
        }
        ruling::STEP_SECRET_READ => "Reading is not undone: if the secret must not be seen, replace it by a new one.",
        ruling::STEP_EXTERNAL_PUBLISH => {
            "What is out may be copied: withdraw it at the receiving service, and replace any secret in it."
        }
        ruling::STEP_OPAQUE_SHELL | ruling::STEP_DANGEROUS_SHELL => {
            "Commit or copy the workspace first: restore it to undo, and by hand what was changed outside it."
        }
        ruling::STEP_NETWORK => "What is sent is not taken back: remove what was fetched, replace any secret sent.",
        ruling::STEP_OUT_OF_SCOPE_RESOURCE => "Undo it where the resource lives: version control does not cover it.",
        _ => "Restore what has changed from version control or a copy.",
    }
}
