//! A result as the JSON text in which it crosses the border, keys in the order of the rules. Knows how JSON is spelled, not
//! what the result means.
//!
//! A plan is written by hand: it may be as long as the answer was. All else is short. Source: the fence rules, 6 and 7.

use serde_json::Value;

use crate::plain::Plain;
use crate::plan::{BasePlan, BaseStep, Library, SandboxNote, SandboxPolicy};
use crate::text;

use super::{Outcome, Parsed, Place, run};

/// The JSON text of `{ kind, value, extra, text, codes }`.
pub(super) fn result(parsed: &Parsed) -> String {
    let mut out = Out(String::new());
    let extra = match &parsed.outcome {
        Outcome::Plan { value, extra } => {
            out.raw("{\"kind\":\"plan\",\"value\":");
            out.plan(value);
            ordered(&extra.plain())
        }
        Outcome::Questions(questions) => {
            out.raw("{\"kind\":\"questions\",\"value\":{\"questions\":");
            out.raw(&ordered(&questions.plain()));
            out.raw("}");
            "null".to_owned()
        }
        Outcome::None => {
            out.raw("{\"kind\":\"none\",\"value\":null");
            "null".to_owned()
        }
    };
    out.raw(",\"extra\":");
    out.raw(&extra);
    out.end(parsed);
    out.0
}

/// The JSON text of a plan that stands in `answer`: `{ kind, place, commas, text, codes }`.
pub(super) fn in_place(answer: &str, place: &Place, parsed: &Parsed) -> String {
    let before = run::units(text::span(answer, 0..place.content.start));
    let behind = |end| run::units(text::tail(answer, end));
    let commas: Vec<usize> = place.commas.iter().map(|comma| behind(comma + 1)).collect();
    let mut out = Out(String::new());
    out.raw("{\"kind\":\"plan\",\"place\":");
    out.raw(&format!("[{before},{}]", behind(place.content.end)));
    out.raw(",\"commas\":");
    out.raw(&commas.plain().to_string());
    out.end(parsed);
    out.0
}

/// Plain data as JSON text, keys in the order of the rules.
fn ordered(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// The text so far.
struct Out(String);

impl Out {
    fn raw(&mut self, part: &str) {
        self.0.push_str(part);
    }

    /// What every result ends with.
    fn end(&mut self, parsed: &Parsed) {
        self.member(",\"text\":", &parsed.text);
        self.raw(",\"codes\":");
        self.raw(&parsed.codes.plain().to_string());
        self.raw("}");
    }

    fn member(&mut self, key: &str, value: &str) {
        self.raw(key);
        self.string(value);
    }

    fn string(&mut self, value: &str) {
        self.0.push('"');
        let mut left = value;
        loop {
            let (plain, stopped) = left.split_at(run::before_stop(left, [b'"'; 3]));
            self.raw(plain);
            let Some(c) = stopped.chars().next() else { break };
            match c {
                '"' => self.raw("\\\""),
                '\\' => self.raw("\\\\"),
                '\n' => self.raw("\\n"),
                '\r' => self.raw("\\r"),
                '\t' => self.raw("\\t"),
                _ => self.raw(&format!("\\u{:04x}", u32::from(c))),
            }
            left = text::tail(stopped, 1);
        }
        self.0.push('"');
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.raw("[");
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.raw(",");
            }
            write(self, item);
        }
        self.raw("]");
    }

    fn plan(&mut self, plan: &BasePlan) {
        let BasePlan { title, aim, steps, libraries, sandbox } = plan;
        self.member("{\"title\":", title);
        self.member(",\"aim\":", aim);
        self.raw(",\"steps\":");
        self.list(steps, |out, BaseStep { action, expected }| {
            out.member("{\"action\":", action);
            out.member(",\"expected\":", expected);
            out.raw("}");
        });
        self.raw(",\"libraries\":");
        self.list(libraries, |out, Library { name, purpose, usage }| {
            out.member("{\"name\":", name);
            out.member(",\"purpose\":", purpose);
            out.member(",\"usage\":", usage);
            out.raw("}");
        });
        self.raw(",\"sandbox\":");
        match sandbox {
            None => self.raw("null"),
            Some(SandboxNote { policy, notes }) => {
                self.raw(match policy {
                    SandboxPolicy::Reuse => "{\"policy\":\"reuse\"",
                    SandboxPolicy::Create => "{\"policy\":\"create\"",
                });
                self.member(",\"notes\":", notes);
                self.raw("}");
            }
        }
        self.raw("}");
    }
}

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
