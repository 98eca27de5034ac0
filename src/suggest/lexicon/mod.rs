//! Words of the people who write, by what they do in a request. One file a language; no logic.
//!
//! Phrases are separated by commas. `*` ends a stem, `~` joins the imperative and the infinitive of a Russian verb, `^` marks a noun
//! that orders only where a clause begins.

pub mod en;
pub mod en_stance;
pub mod foreign;
pub mod handover;
pub mod ru;
pub mod ru_stance;
pub mod script;
pub mod shell;
pub mod zh;
pub mod zh_stance;

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

/// Words and phrases of one language.
pub type Words = &'static [(Class, &'static str)];
/// Patterns over tokens: see `pattern`.
pub type Patterns = &'static [&'static str];

/// How one language says how to proceed.
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
