//! Questions of a planner and the person's answers to them. Knows their shape, not when they may be asked.
//!
//! Source: requirement rows A4 and A11; normal form by the fence rules, section 7.

use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain, one};
use crate::sorted::VecMap;
use serde_json::Value;

/// One question with exactly three ready options; `""` stands for "no button".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Question {
    /// `[A-Za-z0-9_.-]{1,64}`, unique on its card.
    pub id: String,
    /// What the person is asked.
    pub question: String,
    /// Ready answers.
    pub options: [String; 3],
}

impl Fit for Question {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { id: fields.get("id"), question: fields.get("question"), options: fields.get("options") }
    }
}

impl Plain for Question {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("question", &self.question);
        members.put("options", &self.options);
        members.value()
    }
}

/// What the person said to one question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub enum Answer {
    /// The ready option with this index, 0 to 2.
    Option(u8),
    /// The person's own words.
    Text(String),
}

impl Fit for Answer {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["option", "text"]);
        match fields.place() {
            0 => Self::Option(fields.content()),
            _ => Self::Text(fields.content()),
        }
    }
}

impl Plain for Answer {
    fn plain(&self) -> Value {
        match self {
            Self::Option(content) => one("option", content.plain()),
            Self::Text(content) => one("text", content.plain()),
        }
    }
}

/// Answers by question id.
pub type Answers = VecMap<String, Answer>;

impl Question {
    /// The answer in words, or `None` where it is no answer to this question: a button that is not there, blank text.
    pub fn words(&self, answer: &Answer) -> Option<String> {
        let words = match answer {
            Answer::Option(index) => self.options.get(usize::from(*index))?.clone(),
            Answer::Text(text) => text.clone(),
        };
        (!words.trim().is_empty()).then_some(words)
    }
}
