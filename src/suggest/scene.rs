//! One act with everything that the checks ask about it.
//!
//! Knows no risk. Source: the suggestion rules, sections 4.5 and 5.1.

use std::ops::Range;

use super::lexicon::Class;
use super::object::Object;
use super::pattern::Reading;
use super::request::Act;
use super::token::Kind;

/// One act with what surrounds it.
pub struct Scene<'a> {
    pub reading: &'a Reading,
    pub act: &'a Act,
    pub object: Object,
    /// The act with what stands before the first act of its sentence.
    pub whole: Range<usize>,
}

impl Scene<'_> {
    pub fn does(&self, class: Class) -> bool {
        self.act.classes.contains(&class)
    }

    pub fn has(&self, class: Class) -> bool {
        self.reading.has(self.whole.clone(), class)
    }

    pub fn verb_is(&self, words: &[&str]) -> bool {
        self.reading.is_word(self.act.verb.start, words) || {
            let text: String = self
                .act
                .verb
                .clone()
                .filter_map(|at| self.reading.token(at))
                .map(|token| token.text.as_str())
                .collect();
            words.contains(&text.as_str())
        }
    }

    pub fn has_word(&self, words: &[&str]) -> bool {
        self.whole.clone().any(|at| self.reading.is_word(at, words))
    }

    pub fn has_number(&self) -> bool {
        self.whole.clone().any(|at| self.reading.is(at, &Kind::Number))
    }
}

/// Makes a thing of a program: a script that deletes deletes nothing.
pub fn makes_a_tool(scene: &Scene) -> bool {
    (scene.does(Class::Build) || scene.does(Class::Write) || scene.does(Class::Give))
        && (scene.object.is(Class::Feature)
            || scene.object.is(Class::Large)
            || scene.object.is(Class::Unit)
            || scene.object.is(Class::Check))
        && !scene.object.is(Class::Right)
}

/// Whether a name in the act holds one of the parts.
pub fn names(scene: &Scene, parts: &[&str]) -> bool {
    scene
        .whole
        .clone()
        .filter_map(|at| scene.reading.token(at))
        .any(|token| token.kind == Kind::Name && token.text.split(['/', '#']).any(|part| parts.contains(&part)))
}
