//! One session in up to three pages that share a store: how a page reads, decides, commits and acts, as the border does it.
//!
//! Knows no host and no person; what they do comes in as events. Every accepted decision goes to the laws.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use plangate::{
    code::{fault, misuse, ruling},
    config::Config,
    decide::{self, Decision},
    effect::{Effect, Refusal},
    event::Event,
    gate,
    gate::registry::McpServer,
    plan::PlanRef,
    profile,
    session::{About, Fault, Page, Session},
    store,
    world::World as Ground,
};

use super::{
    check::{self, Fate, Ledger, Step, Truth},
    disk::{Disk, Root, Saved, Weather},
    host::{Ask, Handle},
    planted::Garden,
    repeat,
};
use crate::tasks::random::Dice;

/// Events kept for the report of a failure.
const LOG_MAX: usize = 14;
/// Longest line of that report.
const LINE_BYTES_MAX: usize = 1_000;
/// How often two pages may win over each other before an event is given up.
const CONFLICTS_MAX: usize = 50;
/// Every how manieth step the laws that cost most are asked too.
const COSTLY_EVERY: usize = 8;

/// Whether a page takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It runs.
    Awake,
    /// Its timers and its host stand still.
    Asleep,
    /// It is closed or has crashed.
    Gone,
}

/// A page: the core as the border holds it, and what its host still owes.
pub struct Tab {
    pub id: String,
    pub life: Life,
    pub session: Rc<Session>,
    pub page: Rc<Page>,
    stored: Option<Root>,
    accepted: Rc<Session>,
    pub dirty: bool,
    pub again: Vec<Event>,
    pub asks: Vec<Ask>,
    pub handles: Vec<Handle>,
    pub truth: Truth,
    /// When it last showed that it lives, milliseconds since 1970.
    pub beat: u64,
}

/// Everything that is walked.
pub struct World {
    pub seed: u64,
    pub dice: Dice,
    pub now: u64,
    pub config: Rc<Config>,
    pub disk: Disk,
    pub tabs: Vec<Tab>,
    /// What is really there.
    pub ground: Ground,
    pub servers: Vec<McpServer>,
    pub ledger: Ledger,
    pub seen: BTreeMap<&'static str, usize>,
    /// References that the person may have on the screen.
    pub shown: Vec<PlanRef>,
    /// The next page dies right after its commit.
    pub doomed: bool,
    /// Ask every law after every step, and print every event.
    pub thorough: bool,
    /// Keep the last events for a report.
    pub telling: bool,
    /// Where faults are planted into copies of the steps.
    pub garden: Option<Garden>,
    /// Decide about every event twice.
    pub twice: bool,
    pub steps: usize,
    /// The law that was broken, and why; then the walk is over.
    pub broken: Option<(&'static str, String)>,
    log: VecDeque<String>,
    made: usize,
}

impl World {
    pub fn new(seed: u64, dice: Dice, config: Config, ground: Ground, servers: Vec<McpServer>) -> Self {
        Self {
            seed,
            dice,
            now: 1_767_225_600_000,
            config: Rc::new(config),
            disk: Disk { root: None, weather: Weather::Fair },
            tabs: Vec::new(),
            ground,
            servers,
            ledger: Ledger::default(),
            seen: BTreeMap::new(),
            shown: Vec::new(),
            doomed: false,
            thorough: false,
            telling: false,
            garden: None,
            twice: false,
            steps: 0,
            broken: None,
            log: VecDeque::new(),
            made: 0,
        }
    }

    pub fn note(&mut self, mut line: String) {
        if !self.telling {
            return;
        }
        if line.len() > LINE_BYTES_MAX {
            line = line.chars().take(LINE_BYTES_MAX).collect();
        }
        if self.thorough {
            println!("{line}");
        }
        if self.log.len() == LOG_MAX {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// How the walk ended, for a person: why, how to play it again, and the last events.
    pub fn report_of(&self, why: &str) -> String {
        let log: Vec<&str> = self.log.iter().map(String::as_str).collect();
        format!("{why}\nPLANGATE_SEED={} plays it again; the last events, oldest first:\n{}", self.seed, log.join("\n"))
    }

    pub fn saw(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    /// A name that was never given before.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}{}", self.made)
    }

    // --- pages

    /// Opens a page; `gone` are owners without a sign of life.
    pub fn open(&mut self) -> usize {
        let id = self.fresh("page");
        let session = Rc::new(Session::new("walk"));
        self.tabs.push(Tab {
            id: id.clone(),
            life: Life::Awake,
            accepted: session.clone(),
            session,
            page: Rc::new(Page::new(&id)),
            stored: None,
            dirty: false,
            again: Vec::new(),
            asks: Vec::new(),
            handles: Vec::new(),
            truth: Truth::default(),
            beat: self.now,
        });
        let at = self.tabs.len() - 1;
        self.note(format!("[{id}] opens"));
        if let Some(text) = self.disk.read() {
            self.adopt(at, text);
        }
        let gone = self.lost(at);
        self.step(at, Event::Opened { gone });
        at
    }

    /// Owners that show no sign of life to this page.
    pub fn lost(&self, at: usize) -> Vec<String> {
        let tab = &self.tabs[at];
        let stale = plangate::config::machine::BEAT_STALE_MS;
        let is_lost = |owner: &str, since: u64| {
            if owner.is_empty() {
                return true;
            }
            let beat = self.tabs.iter().find(|other| other.id == owner).map_or(0, |other| match other.life {
                Life::Awake => self.now,
                Life::Asleep | Life::Gone => other.beat,
            });
            self.now.saturating_sub(beat.max(since)) >= stale
        };
        let owners = tab.session.owners();
        let others = owners.iter().filter(|(owner, _)| **owner != tab.id);
        others.filter(|(owner, since)| is_lost(owner, **since)).map(|(owner, _)| (*owner).to_owned()).collect()
    }

    pub fn awake(&self) -> Vec<usize> {
        (0..self.tabs.len()).filter(|at| self.tabs[*at].life == Life::Awake).collect()
    }

    /// A page ends without a word.
    pub fn crash(&mut self, at: usize) {
        self.note(format!("[{}] crashes", self.tabs[at].id));
        self.tabs[at].life = Life::Gone;
        self.tabs[at].beat = self.now;
        self.ledger.forget(&self.tabs[at].id);
    }

    /// A page closes and gives back what it owns.
    pub fn close(&mut self, at: usize) {
        self.tabs[at].again.clear();
        self.step(at, Event::Closed);
        self.tabs[at].life = Life::Gone;
        self.tabs[at].beat = self.now;
        self.ledger.forget(&self.tabs[at].id);
    }

    // --- how an event is brought

    /// An event that somebody waits for: it is decided on what is stored now.
    pub fn ask(&mut self, at: usize, event: Event) {
        if let Some(ticket) = event.ticket() {
            self.ledger.issue(&self.tabs[at].id, ticket);
        }
        self.bring_again(at);
        self.catch_up(at);
        self.step(at, event);
    }

    /// An event that nobody waits for.
    pub fn post(&mut self, at: usize, event: Event) {
        self.step(at, event);
    }

    pub fn bring_again(&mut self, at: usize) {
        for event in std::mem::take(&mut self.tabs[at].again) {
            self.step(at, event);
        }
    }

    /// Takes over what another page has committed.
    pub fn catch_up(&mut self, at: usize) {
        let Some(text) = self.disk.read() else { return };
        if self.tabs[at].stored != text {
            self.adopt(at, text);
        }
    }

    fn adopt(&mut self, at: usize, root: Option<Root>) {
        let id = self.tabs[at].session.id.clone();
        let session = match &root {
            None => Rc::new(Session::new(&id)),
            Some(Root::Session(session)) => session.clone(),
            Some(Root::Torn(text)) => match store::read(&id, text) {
                Ok(session) => Rc::new(session),
                Err(store::Unreadable::Schema(_)) => {
                    return self.note(format!("[{}] finds a newer schema", self.tabs[at].id));
                }
                Err(store::Unreadable::Torn) => {
                    let now = self.now;
                    set_fault(&mut self.tabs[at].page, About::Load, "what was stored can not be read", now);
                    Rc::new(Session::new(&id))
                }
            },
        };
        let tab = &mut self.tabs[at];
        tab.session = session;
        tab.accepted = tab.session.clone();
        tab.stored = root;
        tab.dirty = false;
        self.note(format!("[{}] takes what is stored, revision {}", self.tabs[at].id, self.tabs[at].session.revision));
        self.step(at, Event::Refreshed);
    }

    /// Decides about one event, commits, and carries out what follows.
    fn step(&mut self, at: usize, event: Event) {
        if self.tabs[at].life == Life::Gone || self.broken.is_some() {
            return;
        }
        for _ in 0..CONFLICTS_MAX {
            let tab = &self.tabs[at];
            let before = (tab.session.clone(), tab.page.clone());
            let decision =
                decide::decide((*before.0).clone(), (*before.1).clone(), event.clone(), self.now, &self.config);
            if self.twice {
                repeat::decides_the_same(&before, &event, self.now, &self.config, &decision);
            }
            let Decision { mut session, page, effects, lowers } = decision;
            let changed = tab.dirty || session != *tab.accepted;
            session.revision += u64::from(changed);
            let after = (Rc::new(session), Rc::new(page));
            let fate = match changed.then(|| self.disk.commit(&tab.stored, &after.0)) {
                None => Fate::Unchanged,
                Some(Saved::Yes) => Fate::Saved,
                Some(Saved::No) if lowers => Fate::Kept,
                Some(Saved::No) => Fate::Undone,
                Some(Saved::Conflict(root)) => {
                    self.note(format!("[{}] {} meets a conflict", self.tabs[at].id, check::name_of(&event)));
                    self.saw("conflict");
                    self.adopt(at, root);
                    if self.tabs[at].life == Life::Gone {
                        return;
                    }
                    continue;
                }
            };
            return self.settle(
                at,
                Step {
                    event,
                    now: self.now,
                    config: self.config.clone(),
                    before,
                    after,
                    effects,
                    lowers,
                    fate,
                    truth: Truth::default(),
                },
            );
        }
        self.broken = Some(("settles", "the pages keep winning over each other".to_owned()));
    }

    fn settle(&mut self, at: usize, mut step: Step) {
        let now = self.now;
        let tab = &mut self.tabs[at];
        match step.fate {
            Fate::Unchanged | Fate::Lost => {}
            Fate::Saved => {
                tab.stored = Some(Root::Session(step.after.0.clone()));
                tab.accepted = step.after.0.clone();
                tab.dirty = false;
                Rc::make_mut(&mut step.after.1).faults.remove(&About::Save);
            }
            Fate::Kept => {
                tab.accepted = step.after.0.clone();
                tab.dirty = true;
                set_fault(&mut step.after.1, About::Save, "not saved", now);
            }
            Fate::Undone => {
                let refusal = unsaved(&step.event, &step.before.0);
                if refusal.is_none() {
                    tab.again.push(step.event.clone());
                }
                // Numbers that were given in vain are not given again.
                let made = step.after.1.made.clone();
                step.after = step.before.clone();
                Rc::make_mut(&mut step.after.1).made = made;
                step.effects = refusal.into_iter().collect();
                set_fault(&mut step.after.1, About::Save, "not saved", now);
            }
        }
        (tab.session, tab.page) = step.after.clone();
        if step.event == Event::ProfileLost && step.fate != Fate::Undone {
            tab.truth.confirmed = None;
        }
        step.truth = tab.truth.clone();
        if std::mem::take(&mut self.doomed) && step.fate == Fate::Saved {
            step.fate = Fate::Lost;
        }
        self.report(&step);
        self.steps += 1;
        let costly = self.thorough || self.steps.is_multiple_of(COSTLY_EVERY);
        if let Some(garden) = &mut self.garden {
            garden.plant(&step, &self.ledger);
        }
        if let Some(broken) = check::broken(&step, &mut self.ledger, costly).into_iter().next() {
            self.broken.get_or_insert(broken);
        }
        if step.fate == Fate::Lost {
            return self.crash(at);
        }
        self.apply(at, step.effects);
    }

    fn report(&mut self, step: &Step) {
        self.saw(check::name_of(&step.event));
        let effects: Vec<&'static str> = step.effects.iter().map(check::name_of_effect).collect();
        effects.iter().for_each(|name| self.saw(name));
        self.saw(step.fate.name());
        check::marks(step).into_iter().for_each(|mark| self.saw(mark));
        if !self.telling {
            return;
        }
        let (session, _) = &step.after;
        let work = session.work.as_ref().map(|work| work.phase);
        let told: Vec<String> = step.effects.iter().filter_map(check::told).collect();
        self.note(format!(
            "{} [{}] {:?}\n    -> {} {work:?} queued {:?} {} {told:?}",
            step.now % 1_000_000_000,
            step.after.1.id,
            step.event,
            session.mode.name(),
            session.queued.as_ref().map(|queued| (&queued.id, queued.kind, queued.stage)),
            step.fate.name(),
        ));
    }

    /// What is no longer awaited is aborted; what is asked for is owed from now on.
    fn apply(&mut self, at: usize, effects: Vec<Effect>) {
        let tab = &mut self.tabs[at];
        let mine = |id: &str, tab_id: &str, session: &Session| {
            session.awaited.iter().any(|awaited| awaited.id == id && awaited.owner == tab_id)
        };
        for ask in &mut tab.asks {
            let opening = tab.page.opening.as_ref().is_some_and(|(id, _)| *id == ask.id);
            ask.aborted |= !opening && !mine(&ask.id, &tab.id, &tab.session);
        }
        for handle in &mut tab.handles {
            handle.over |= !mine(&handle.id, &tab.id, &tab.session);
        }
        if let Some(plan) = tab.session.newest().filter(|plan| !self.shown.contains(plan)) {
            self.shown.push(plan.clone());
        }
        for effect in effects {
            if let Effect::RunTurn { id, turn } = &effect {
                let handle = Handle { id: id.clone(), turn: turn.id.clone(), over: false };
                self.tabs[at].handles.push(handle);
            }
            if let Effect::LendTurn { id, turn } = &effect {
                self.tabs[at].handles.push(Handle { id: id.clone(), turn: turn.clone(), over: false });
            }
            if let Effect::ApplyProfile { .. } = &effect {
                self.tabs[at].truth.confirmed = None;
                self.tabs[at].truth.switching += 1;
            }
            self.tabs[at].asks.extend(Ask::of(effect));
        }
    }

    /// The host of a page has settled a switch.
    pub fn switched(&mut self, at: usize, done: Option<(profile::Name, String)>) {
        let truth = &mut self.tabs[at].truth;
        truth.switching -= 1;
        truth.confirmed = done;
    }
}

fn set_fault(page: &mut Rc<Page>, about: About, message: &str, now: u64) {
    let since = page.faults.get(&about).map_or(now, |fault| fault.since);
    Rc::make_mut(page).faults.insert(about, Fault { code: fault::W_STORAGE, message: message.to_owned(), since });
}

/// How an event that could not be saved is answered; `None` = it is brought again.
fn unsaved(event: &Event, session: &Session) -> Option<Effect> {
    let ticket = event.ticket()?.clone();
    Some(match event {
        Event::ToolAsked { call, .. } => Effect::RefuseTool {
            ticket,
            refusal: Refusal {
                refused: true,
                code: ruling::ERR_STORAGE,
                mode: session.mode.name(),
                server: call.server.clone(),
                tool: call.tool.clone(),
                step_id: call.step_id.clone(),
                hint: gate::hint(ruling::ERR_STORAGE),
                retry: false,
            },
        },
        _ => Effect::Refuse { ticket, code: misuse::ERR_STORAGE, message: "this could not be saved".to_owned() },
    })
}
