//! The laws of the walk: what must hold after every event, whatever hosts, persons and stores do. One function a law.
//!
//! The laws are written anew from the rules: they ask the product for shapes and for words that others test, not for
//! decisions. Source: the machine rules.

mod answers;
mod calls;
mod facts;
mod names;
mod stores;
mod tasks;
mod turns;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use plangate::{
    config::Config,
    effect::Effect,
    event::Event,
    ids::{PageId, Ticket},
    plan::PlanRef,
    profile,
    prompt::Exit,
    receipt::Receipt,
    session::{Mode, Page, Session, TurnKind},
};

pub use answers::settled;
pub use names::{EFFECTS, EVENTS, MARKS, marks, name_of, name_of_effect, told};
pub use stores::torn;

/// What became of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// There was nothing to save.
    Unchanged,
    /// It was saved.
    Saved,
    /// It was not saved and is acted on all the same.
    Kept,
    /// It was not saved and has not happened.
    Undone,
    /// It was saved, and the page died before it could act.
    Lost,
}

impl Fate {
    pub fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Saved => "saved",
            Self::Kept => "kept unsaved",
            Self::Undone => "undone",
            Self::Lost => "lost",
        }
    }
}

/// What the host of a page has really done.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The last switch that was completed, if none has begun since.
    pub confirmed: Option<(profile::Name, String)>,
    /// Switches that have not settled.
    pub switching: u32,
}

/// One event and what came of it.
#[derive(Clone)]
pub struct Step {
    pub event: Event,
    pub now: u64,
    pub config: Rc<Config>,
    pub before: (Rc<Session>, Rc<Page>),
    pub after: (Rc<Session>, Rc<Page>),
    pub effects: Vec<Effect>,
    pub lowers: bool,
    pub fate: Fate,
    pub truth: Truth,
}

impl Step {
    /// Whether what was decided came to be.
    pub fn happened(&self) -> bool {
        match self.fate {
            Fate::Unchanged | Fate::Saved | Fate::Kept => true,
            Fate::Undone | Fate::Lost => false,
        }
    }

    /// Whether a planner was given up in this step, whatever the event, and was due to be: no switch has brought it its profile in time.
    pub fn gives_up(&self) -> bool {
        let (session, page) = &self.before;
        let overdue = page.switch.as_ref().is_some_and(|switch| switch.abandoned && self.now >= switch.deadline);
        let waits = session.queued.iter().any(|queued| queued.owner == page.id && queued.kind == TurnKind::Plan);
        let fell_back =
            self.after.0.exit_notice == Some(Exit::Fallback) && matches!(self.after.0.mode, Mode::Normal(_));
        overdue && waits && fell_back
    }
}

/// One receipt: executions begun under it, and how often the person let it go on.
#[derive(Clone, Debug, Default)]
struct Approval {
    begun: BTreeSet<String>,
    resumed: usize,
}

/// A call of the public API.
#[derive(Clone, Debug, Default)]
struct Waiting {
    answers: u32,
    /// Nobody waits any more.
    withdrawn: bool,
    /// Made through the handle of a turn that was over.
    dead: bool,
}

/// What the laws remember from one event to the next.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    approvals: HashMap<(PlanRef, u64), Approval>,
    tickets: BTreeMap<(PageId, Ticket), Waiting>,
    /// Attempts, by plan and task, in which a host was really asked to change something.
    changes: BTreeSet<(String, String, u64)>,
}

impl Ledger {
    /// Somebody waits for an answer under this ticket.
    pub fn issue(&mut self, page: &str, ticket: &str) {
        self.tickets.entry((page.to_owned(), ticket.to_owned())).or_default();
    }

    /// A tool is called; the handle may be of a turn that is over.
    pub fn calls(&mut self, page: &str, ticket: &str, dead: bool) {
        self.tickets.insert((page.to_owned(), ticket.to_owned()), Waiting { dead, ..Waiting::default() });
    }

    /// Nobody waits under this ticket any more.
    pub fn withdraw(&mut self, page: &str, ticket: &str) {
        self.tickets.entry((page.to_owned(), ticket.to_owned())).or_default().withdrawn = true;
    }

    /// As many executions have begun under this receipt as may.
    pub fn execute_all(&mut self, receipt: &Receipt) {
        let approval = self.approvals.entry((receipt.plan.clone(), receipt.approved_at)).or_default();
        for count in approval.begun.len()..=approval.resumed {
            approval.begun.insert(format!("planted {count}"));
        }
    }

    /// A host is asked to change something for this attempt of a task.
    pub fn change(&mut self, plan: &str, task: &str, attempt: u64) {
        self.changes.insert((plan.to_owned(), task.to_owned(), attempt));
    }

    /// Whether a host was asked to change something for it.
    pub fn changed(&self, plan: &str, task: &str, attempt: u64) -> bool {
        self.changes.contains(&(plan.to_owned(), task.to_owned(), attempt))
    }

    /// The page is gone, and with it everybody who waits in it.
    pub fn forget(&mut self, page: &str) {
        self.tickets.retain(|(owner, _), _| owner != page);
    }

    /// Calls that are still to be answered.
    pub fn open(&self) -> Vec<String> {
        let open = self.tickets.iter().filter(|(_, waiting)| waiting.answers == 0 && !waiting.withdrawn);
        open.map(|((page, ticket), _)| format!("{page}/{ticket}")).collect()
    }
}

/// A law: its name, what it says, and the function that says whether a step keeps it.
pub struct Law {
    pub name: &'static str,
    pub says: &'static str,
    keeps: fn(&Step, &mut Ledger) -> Result<(), String>,
    /// Asked after some steps only: it takes long.
    costly: bool,
}

const fn law(name: &'static str, says: &'static str, keeps: fn(&Step, &mut Ledger) -> Result<(), String>) -> Law {
    Law { name, says, keeps, costly: false }
}

const fn costly(law: Law) -> Law {
    Law { costly: true, ..law }
}

/// All laws.
pub const LAWS: &[Law] = &[
    law(
        "profile-before-turn",
        "no turn begins under a profile that the page's host has not completely switched to",
        turns::profile_before_turn,
    ),
    law("switches-one-by-one", "the switches of one page never overlap", turns::switches_one_by_one),
    law("one-turn", "at most one turn is awaited, and each turn that begins is awaited", turns::one_turn),
    law(
        "turns-fit-the-mode",
        "each kind of turn waits and runs in its own state only, and no state is parked",
        turns::turns_fit,
    ),
    law(
        "planning-only-reads",
        "no call that changes something runs while a plan is made or waits",
        calls::planning_only_reads,
    ),
    law(
        "changes-are-covered",
        "under a plan in force a changing call runs only with a sound receipt, and declared or granted",
        calls::changes_are_covered,
    ),
    law(
        "dead-handles",
        "a call through the handle of a turn that is over is told ERR_TURN_OVER and nothing else",
        calls::dead_handles,
    ),
    law(
        "own-tools-grant-nothing",
        "what a model says by the package's own tools changes no permission",
        calls::own_tools,
    ),
    law(
        "unknown-changes-nothing",
        "a reply that is read as unknown leaves the permissions as they were",
        words::unknown_changes_nothing,
    ),
    law(
        "words-are-told-before",
        "a message is read by the room that was told before it was decided about",
        words::told_before,
    ),
    law(
        "approval-has-an-author",
        "each receipt comes from a person's event, the judge's verdict, or the policy",
        words::has_an_author,
    ),
    law(
        "one-execution",
        "each receipt starts one execution, and one more each time the person resumes",
        words::one_execution,
    ),
    law(
        "exit-notice-once",
        "each exit from planning is told once, to the next chat or execute turn",
        words::exit_notice_once,
    ),
    law(
        "refused-without-trace",
        "a refused event leaves the session as it was, but for the audit",
        answers::refused_without_trace,
    ),
    law(
        "tickets-once",
        "no call of the public API is answered twice, or answered without being made",
        answers::tickets_once,
    ),
    law("late-answers", "an answer that is not awaited does nothing", answers::late_answers),
    costly(law("facts", "the snapshot says what the table of states says", facts::facts)),
    law("visible-tools", "tools can be seen only where the table of states lets them be seen", facts::visible_tools),
    law("stale-is-void", "a receipt that the world read just now speaks against is void at once", facts::stale_is_void),
    costly(law("reads-back", "what is stored reads back as the same session", stores::reads_back)),
    costly(law(
        "commits-as-text",
        "a commit is made of what has changed, and of nothing else",
        stores::commits_as_text,
    )),
    law("unsaved-only-lowers", "what is acted on unsaved raises no authority", stores::unsaved_only_lowers),
    law(
        "undone-is-invisible",
        "what could not be saved, and is not acted on, has changed nothing to be seen",
        stores::undone_is_invisible,
    ),
    law(
        "tasks-are-the-plan",
        "the tasks are what the approved version says, whatever is told",
        tasks::tasks_are_the_plan,
    ),
    law("done-is-proved", "a task is done only where the host has seen all that it asks for", tasks::done_is_proved),
    law(
        "nothing-twice-in-silence",
        "a changing call is written to its task before it is made, and what may have changed something never begins anew by itself",
        tasks::nothing_twice_in_silence,
    ),
    law(
        "unclear-is-the-persons",
        "what is unclear, or was refused by the person, goes on by the person's word only",
        tasks::unknown_is_the_persons,
    ),
    law("lost-pages-lose-tasks", "no task runs whose page is known to be gone", tasks::lost_pages_lose_tasks),
    law(
        "opening-starts-nothing",
        "pages that come and go start nothing that can write, and raise no authority",
        stores::opening_starts_nothing,
    ),
];

/// The laws that a step breaks, with why.
pub fn broken(step: &Step, ledger: &mut Ledger, costly: bool) -> Vec<(&'static str, String)> {
    let asked = LAWS.iter().filter(|law| costly || !law.costly);
    asked
        .filter_map(|law| (law.keeps)(step, ledger).err().map(|why| (law.name, format!("{}: {why}", law.says))))
        .collect()
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}
