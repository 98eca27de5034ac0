//! Questions of a planner and the person's answers to them. Knows their shape, not when they may be asked.
//!
//! Source: requirement rows A4 and A11; normal form by the fence rules, section 7.

use serde::{Deserialize, Serialize};

use crate::sorted::VecMap;

/// One question with exactly three ready options; `""` stands for "no button".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// `[A-Za-z0-9_.-]{1,64}`, unique on its card.
    pub id: String,
    /// What the person is asked.
    pub question: String,
    /// Ready answers.
    pub options: [String; 3],
}

/// What the person said to one question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Answer {
    /// The ready option with this index, 0 to 2.
    Option(u8),
    /// The person's own words.
    Text(String),
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
