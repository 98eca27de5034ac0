//! Words of the people who write, by what they do in a request, and the lexicons taken apart.
//!
//! A language is one more file beside this one, words and patterns only. A section is a class, its phrases parted by commas: `*` ends a
//! stem, `~` joins the imperative and the infinitive of a Russian verb, `^` marks a noun that orders only where a clause begins. Or it is
//! `patterns` and a name of `Stances` or `Handover`, one pattern a line: see `pattern`. Words in the letters of other languages stand in
//! `any.txt`.

pub mod foreign;
pub mod script;
pub mod shell;
pub mod slips;

use crate::lexicon::{self, Refused, Room, Section};

/// What a word does in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    // Verbs that change something.
    /// Deletes what it is about.
    Delete,
    /// Takes away; deletes only with data as the object.
    Remove,
    /// Can not be undone whatever the object.
    Overwrite,
    /// Irreversible with a disk or an account.
    Format,
    /// Brings to or back from a running system.
    Deploy,
    /// Changes stored data or the base a project stands on.
    Migrate,
    /// Changes one thing for another; a migration with a system as the object.
    Switch,
    /// Moves money.
    Pay,
    /// Reaches a person.
    Send,
    /// Reaches the public.
    Publish,
    /// Pushes commits, or pixels.
    Push,
    /// Merges branches, or cells.
    Merge,
    /// Handles credentials or rights.
    Secure,
    /// Gives; a right or a thing.
    Give,
    /// Turns off.
    Disable,
    /// Stops or starts a running system.
    Restart,
    /// Makes something large or small from nothing.
    Build,
    /// Changes the shape of existing work.
    Rework,
    /// Puts words or code down.
    Write,
    /// Any other change.
    Edit,
    /// Executes.
    Run,
    /// Keeps a result.
    Save,
    // Verbs that change nothing outside the chat.
    /// Makes another text of a text.
    TextTask,
    /// Looks.
    Read,
    /// A text task that is often written with other words: "continue the list".
    Chat,
    // Nouns.
    /// Files, folders, records, accounts, mail.
    Data,
    /// Things that come in numbers and are changed in bulk, beyond data.
    Many,
    /// A line, a word, a comment.
    Trifle,
    /// What the tools make again.
    Remade,
    /// Nothing in it.
    Empty,
    /// A thing of a program that is made or shown: button, script, test.
    Feature,
    /// Tests, linters, builds.
    Check,
    /// A base: database, provider, framework.
    System,
    /// A column, a schema.
    Schema,
    /// Where a column is stored.
    Store,
    /// A table for people's eyes.
    Sheet,
    /// Price, discount, subscription.
    Money,
    /// A sum.
    Sum,
    /// Who gets mail.
    Person,
    /// Where posts go.
    Channel,
    /// A shared branch or a request to merge.
    Trunk,
    /// Any branch, commit, change.
    Branch,
    /// A topic branch.
    Topic,
    /// Key, token, password.
    Secret,
    /// Right, role, access.
    Right,
    /// What protects.
    Guard,
    /// An account of a person.
    Account,
    /// The live system.
    Live,
    /// A machine that serves.
    Server,
    /// A disk.
    Disk,
    /// An application, a bot, a site.
    Large,
    /// A module or more.
    Module,
    /// A function, a component.
    Unit,
    /// Text for the chat: poem, regex, reply.
    Content,
    /// A language one translates into.
    Tongue,
    /// A plan, an approach.
    Plan,
    /// Makes a plan one of work: implementation, migration.
    Work,
    /// Makes a plan one of life or trade: meal, marketing, floor.
    Genre,
    /// The workspace: code, page, test.
    Place,
    // Small words.
    /// May stand before the verb.
    Filler,
    /// Turns what follows into an order.
    LeadIn,
    /// Asks politely.
    Polite,
    /// Needs or wishes.
    Need,
    /// Requires a state.
    State,
    /// Forbids what follows.
    Not,
    /// Joins acts.
    Then,
    /// Every, all, across.
    All,
    /// Before a place, not an object.
    Prep,
    /// Makes a thing definite.
    Definite,
    /// Opens a question.
    Question,
    /// Opens a hypothetical.
    Suppose,
    /// Intention or past of a speaker or a third person.
    Report,
    /// A subject.
    Subject,
    /// Opens what is told about.
    About,
    /// The assistant is asked for itself.
    Ability,
    /// Says that the word before is a subject.
    Predicate,
    /// What is wrong with something.
    Defect,
    /// The speaker as receiver.
    Me,
    /// Names a change as a subject.
    Change,
    /// Turns a mode off.
    Leave,
    /// Only, no more than.
    Local,
    /// Sets two things against each other: "between rebase and merge".
    Compare,
    /// A longer word that holds a shorter one which means something else.
    Noise,
}

impl Class {
    /// Verbs that change something outside the chat.
    pub fn changes(self) -> bool {
        self < Self::TextTask
    }

    /// All verbs.
    pub fn is_verb(self) -> bool {
        self < Self::Data
    }

    /// The class of a section.
    fn of_section(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, class)| *class)
    }

    /// A class by its name in a pattern.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "plan" => Self::Plan,
            "work" => Self::Work,
            "genre" => Self::Genre,
            "place" => Self::Place,
            "data" => Self::Data,
            "not" => Self::Not,
            "feature" => Self::Feature,
            "unit" => Self::Unit,
            "edit" => Self::Edit,
            _ => return None,
        })
    }
}

/// Classes by their names in a lexicon, in order.
const NAMES: &[(&str, Class)] = &[
    ("Delete", Class::Delete),
    ("Remove", Class::Remove),
    ("Overwrite", Class::Overwrite),
    ("Format", Class::Format),
    ("Deploy", Class::Deploy),
    ("Migrate", Class::Migrate),
    ("Switch", Class::Switch),
    ("Pay", Class::Pay),
    ("Send", Class::Send),
    ("Publish", Class::Publish),
    ("Push", Class::Push),
    ("Merge", Class::Merge),
    ("Secure", Class::Secure),
    ("Give", Class::Give),
    ("Disable", Class::Disable),
    ("Restart", Class::Restart),
    ("Build", Class::Build),
    ("Rework", Class::Rework),
    ("Write", Class::Write),
    ("Edit", Class::Edit),
    ("Run", Class::Run),
    ("Save", Class::Save),
    ("TextTask", Class::TextTask),
    ("Read", Class::Read),
    ("Chat", Class::Chat),
    ("Data", Class::Data),
    ("Many", Class::Many),
    ("Trifle", Class::Trifle),
    ("Remade", Class::Remade),
    ("Empty", Class::Empty),
    ("Feature", Class::Feature),
    ("Check", Class::Check),
    ("System", Class::System),
    ("Schema", Class::Schema),
    ("Store", Class::Store),
    ("Sheet", Class::Sheet),
    ("Money", Class::Money),
    ("Sum", Class::Sum),
    ("Person", Class::Person),
    ("Channel", Class::Channel),
    ("Trunk", Class::Trunk),
    ("Branch", Class::Branch),
    ("Topic", Class::Topic),
    ("Secret", Class::Secret),
    ("Right", Class::Right),
    ("Guard", Class::Guard),
    ("Account", Class::Account),
    ("Live", Class::Live),
    ("Server", Class::Server),
    ("Disk", Class::Disk),
    ("Large", Class::Large),
    ("Module", Class::Module),
    ("Unit", Class::Unit),
    ("Content", Class::Content),
    ("Tongue", Class::Tongue),
    ("Plan", Class::Plan),
    ("Work", Class::Work),
    ("Genre", Class::Genre),
    ("Place", Class::Place),
    ("Filler", Class::Filler),
    ("LeadIn", Class::LeadIn),
    ("Polite", Class::Polite),
    ("Need", Class::Need),
    ("State", Class::State),
    ("Not", Class::Not),
    ("Then", Class::Then),
    ("All", Class::All),
    ("Prep", Class::Prep),
    ("Definite", Class::Definite),
    ("Question", Class::Question),
    ("Suppose", Class::Suppose),
    ("Report", Class::Report),
    ("Subject", Class::Subject),
    ("About", Class::About),
    ("Ability", Class::Ability),
    ("Predicate", Class::Predicate),
    ("Defect", Class::Defect),
    ("Me", Class::Me),
    ("Change", Class::Change),
    ("Leave", Class::Leave),
    ("Local", Class::Local),
    ("Compare", Class::Compare),
    ("Noise", Class::Noise),
];

/// Patterns over tokens: see `pattern`.
pub type Patterns = Vec<&'static str>;

/// How one language says how to proceed.
#[derive(Debug, Default)]
pub struct Stances {
    /// Asks for the mode by name.
    pub mode: Patterns,
    /// Turns the mode off, or asks about it.
    pub mode_off: Patterns,
    /// A plan or a word before the work.
    pub plan: Patterns,
    /// To be asked, shown or waited for before acting.
    pub ask: Patterns,
    /// Acting is forbidden for now, for everything.
    pub hold: Patterns,
    /// A plan, a question or waiting is refused.
    pub refuse: Patterns,
    /// Outright, now.
    pub now: Patterns,
    /// Looks like a stance and is none.
    pub not: Patterns,
}

/// Sentences of one language that hand a text, a ticket or a mail over, and those that come back from it.
#[derive(Debug, Default)]
pub struct Handover {
    /// Sentences whose rest is a text to work on.
    pub tasks: Patterns,
    /// Sentences whose rest is a ticket or a specification: the request stands, its words are not read.
    pub tickets: Patterns,
    /// What a task points at.
    pub pointers: Patterns,
    /// What a task behind its payload points at.
    pub backward: Patterns,
    /// How a last paragraph turns to the assistant and points back.
    pub returns: Patterns,
}

/// The words of one language, read whole and not yet learnt.
pub struct Draft {
    /// The rank of the language.
    pub rank: u8,
    /// Phrases by class.
    pub words: Vec<(Class, Section)>,
    /// Patterns.
    pub stances: Stances,
    /// Patterns.
    pub handover: Handover,
}

/// Rank of what every language shares: its words come last.
pub const SHARED: u8 = u8::MAX;

impl Draft {
    /// The words of the language with this rank; refuses what is no lexicon, as a whole.
    pub fn read(rank: u8, text: &'static str) -> Result<Self, Refused> {
        let mut draft = Self { rank, words: Vec::new(), stances: Stances::default(), handover: Handover::default() };
        for section in lexicon::sections(text)? {
            let patterns = match section.name {
                "patterns mode" => &mut draft.stances.mode,
                "patterns mode_off" => &mut draft.stances.mode_off,
                "patterns plan" => &mut draft.stances.plan,
                "patterns ask" => &mut draft.stances.ask,
                "patterns hold" => &mut draft.stances.hold,
                "patterns refuse" => &mut draft.stances.refuse,
                "patterns now" => &mut draft.stances.now,
                "patterns not" => &mut draft.stances.not,
                "patterns tasks" => &mut draft.handover.tasks,
                "patterns tickets" => &mut draft.handover.tickets,
                "patterns pointers" => &mut draft.handover.pointers,
                "patterns backward" => &mut draft.handover.backward,
                "patterns returns" => &mut draft.handover.returns,
                name => {
                    let class = Class::of_section(name);
                    draft.words.push((class.ok_or_else(|| Refused::Malformed(format!("`{name}`")))?, section));
                    continue;
                }
            };
            patterns.extend(section.lines());
        }
        Ok(draft)
    }
}

/// What every language shares.
pub fn shared() -> Option<Draft> {
    Draft::read(SHARED, lexicon::shared(Room::Requests)).ok()
}

/// The lexicons that this build holds.
pub fn inside() -> impl Iterator<Item = Draft> {
    let texts =
        (0..).zip(lexicon::ALL).filter_map(|(rank, lexicon)| Some((rank, lexicon.words(Room::Requests)?.inside()?)));
    texts.filter_map(|(rank, text)| Draft::read(rank, text).ok())
}

#[cfg(test)]
mod tests {
    use super::super::token::fold;
    use super::*;
    use crate::lexicon::Script;

    fn drafts() -> Vec<Draft> {
        let drafts: Vec<_> = shared().into_iter().chain(inside()).collect();
        let all = lexicon::ALL.iter().filter(|lexicon| lexicon.words(Room::Requests).is_some()).count();
        assert_eq!(drafts.len(), all + 1, "every lexicon is one");
        drafts
    }

    fn patterns(draft: &Draft) -> impl Iterator<Item = &'static str> {
        let Stances { mode, mode_off, plan, ask, hold, refuse, now, not } = &draft.stances;
        let Handover { tasks, tickets, pointers, backward, returns } = &draft.handover;
        let all = [mode, mode_off, plan, ask, hold, refuse, now, not, tasks, tickets, pointers, backward, returns];
        all.into_iter().flatten().copied().collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn every_class_has_its_name() {
        let places: Vec<usize> = NAMES.iter().map(|(_, class)| *class as usize).collect();
        assert_eq!(places, (0..=Class::Noise as usize).collect::<Vec<_>>());
        for (name, class) in NAMES {
            assert_eq!(*name, format!("{class:?}"));
        }
    }

    #[test]
    fn patterns_name_known_classes_and_folded_words() {
        for pattern in drafts().iter().flat_map(patterns).chain(foreign::PLAN.iter().copied()) {
            for word in pattern.split(' ').flat_map(|element| element.trim_end_matches('?').split('|')) {
                assert!(!word.is_empty(), "{pattern}");
                if let Some(name) = word.strip_prefix('@') {
                    assert!(Class::named(name).is_some(), "no class `{name}` in {pattern}");
                } else if !matches!(word, "..." | "..") {
                    assert_eq!(fold(word), word, "{pattern} can not match");
                }
            }
        }
    }

    #[test]
    fn words_are_folded_of_their_language_and_listed_once_a_class() {
        for draft in drafts() {
            let scripts = lexicon::ALL.get(usize::from(draft.rank)).map_or(&[][..], |lexicon| lexicon.scripts);
            let mut seen = std::collections::BTreeSet::new();
            for (class, section) in draft.words {
                for phrase in section.entries() {
                    let own = phrase.chars().filter_map(Script::of).any(|script| scripts.contains(&script));
                    assert!(own || scripts.is_empty(), "{class:?}: `{phrase}` belongs into any.txt");
                    assert_eq!(fold(phrase), phrase, "{class:?} can not match");
                    assert!(seen.insert((class, phrase)), "{class:?} lists `{phrase}` twice");
                }
            }
        }
    }

    #[test]
    fn what_is_no_lexicon_is_refused_whole() {
        for text in ["", "Delete\ndelete", "=Go\nship it", "=Deletes\ndelete", "=Delete\ndelete\n=patterns stop\nx"] {
            assert!(matches!(Draft::read(0, text), Err(Refused::Malformed(_))), "{text:?}");
        }
    }
}
