//! Codes as they are found. Knows none of them.
//!
//! Source: the fence rules, section 10.

use crate::code::Code;

/// Codes in the order they were found, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Codes(Vec<Code>);

impl Codes {
    pub fn add(&mut self, code: Code) {
        if !self.has(code) {
            self.0.push(code);
        }
    }

    pub fn has(&self, code: Code) -> bool {
        self.0.contains(&code)
    }

    pub fn merge(&mut self, other: &Codes) {
        for code in &other.0 {
            self.add(code);
        }
    }

    pub fn list(self) -> Vec<Code> {
        self.0
    }
}
