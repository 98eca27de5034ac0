//! The store that the pages share, and its weather. Knows no page.

use std::rc::Rc;

use plangate::session::Session;

/// What the store does with the next operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// It works.
    Fair,
    /// Nothing is written.
    Failing,
    /// It writes, and its answer is lost.
    Mute,
}

/// How a commit went.
pub enum Saved {
    Yes,
    Conflict(Option<Root>),
    No,
}

/// What the root holds. A session is compared instead of its text: `commits-as-text` holds the two together.
#[derive(Clone, PartialEq, Eq)]
pub enum Root {
    Session(Rc<Session>),
    Torn(String),
}

/// The shared store: one root, compared and set at once.
pub struct Disk {
    pub root: Option<Root>,
    pub weather: Weather,
}

impl Disk {
    pub fn read(&self) -> Option<Option<Root>> {
        (self.weather == Weather::Fair).then(|| self.root.clone())
    }

    pub fn commit(&mut self, expect: &Option<Root>, next: &Rc<Session>) -> Saved {
        if self.weather == Weather::Failing {
            return Saved::No;
        }
        let next = Some(Root::Session(next.clone()));
        if self.root != *expect && self.root != next {
            return if self.weather == Weather::Fair { Saved::Conflict(self.root.clone()) } else { Saved::No };
        }
        self.root = next;
        if self.weather == Weather::Fair { Saved::Yes } else { Saved::No }
    }
}
