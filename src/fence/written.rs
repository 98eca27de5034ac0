//! What was read, as JSON text for the page, keys in the order of the fence rules. Knows only names of keys.
//!
//! Plain data sorts its keys; results of the parser have always come in the order in which they are documented and compared.
//! One list holds all their keys, as no two of them stand in different orders in different places.

use serde_json::Value;

use super::{Outcome, Parsed};
use crate::plain::{Plain, object};

/// All keys of a result, at any depth, in order.
const ORDER: &[&str] = &[
    "kind",
    "value",
    "extra",
    "title",
    "aim",
    "id",
    "question",
    "questions",
    "action",
    "expected",
    "name",
    "purpose",
    "usage",
    "policy",
    "notes",
    "nonGoals",
    "paths",
    "tools",
    "commands",
    "network",
    "resources",
    "risks",
    "openQuestions",
    "rollback",
    "scope",
    "input",
    "target",
    "effect",
    "steps",
    "libraries",
    "sandbox",
    "dependsOn",
    "optional",
    "options",
    "doneWhen",
    "replay",
    "ref",
    "want",
    "text",
    "codes",
];

/// `{ kind, value, extra, text, codes }` as JSON text.
///
/// ```
/// use plangate::fence::{parse, written};
/// let text = written(&parse("```plan-questions\n{\"questions\": [{\"question\": \"Which?\", \"options\": [\"a\", \"b\"]}]}\n```", &[]));
/// assert!(text.starts_with(r#"{"kind":"questions","value":{"questions":[{"id":"#), "{text}");
/// ```
pub fn written(parsed: &Parsed) -> String {
    let (kind, value, extra) = match &parsed.outcome {
        Outcome::Plan { value, extra } => ("plan", value.plain(), extra.plain()),
        Outcome::Questions(questions) => ("questions", object(&[("questions", questions)]), Value::Null),
        Outcome::None => ("none", Value::Null, Value::Null),
    };
    let (text, codes) = (&parsed.text, &parsed.codes);
    let mut out = String::new();
    let result =
        [("kind", &kind as &dyn Plain), ("value", &value), ("extra", &extra), ("text", text), ("codes", codes)];
    write(&object(&result), &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let place = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
            let mut sorted: Vec<(usize, &str, &Value)> =
                members.iter().map(|(key, value)| (place(key), key.as_str(), value)).collect();
            crate::sorted::sort_short(&mut sorted, |one, other| one.0 < other.0);
            out.push('{');
            for (at, (_, key, value)) in sorted.into_iter().enumerate() {
                out.push_str(if at == 0 { "\"" } else { ",\"" });
                // OK because no key of a result needs an escape.
                out.push_str(key);
                out.push_str("\":");
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}
