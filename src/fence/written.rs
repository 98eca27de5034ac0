//! A result as the JSON text in which it crosses the border, keys in the order of the rules. Knows how JSON is spelled, not
//! what the result means.
//!
//! A plan is written by hand: it may be as long as the answer was. All else is short. Source: the fence rules, 6 and 7.

use serde::Serialize;

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
            json(extra)
        }
        Outcome::Questions(questions) => {
            out.raw("{\"kind\":\"questions\",\"value\":{\"questions\":");
            out.raw(&json(questions));
            out.raw("}");
            json(&())
        }
        Outcome::None => {
            out.raw("{\"kind\":\"none\",\"value\":null");
            json(&())
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
    out.raw(&json(&[before, behind(place.content.end)]));
    out.raw(",\"commas\":");
    out.raw(&json(&commas));
    out.end(parsed);
    out.0
}

fn json<T: Serialize>(value: &T) -> String {
    // OK because none of these types has a way to fail.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
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
        self.raw(&json(&parsed.codes));
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
