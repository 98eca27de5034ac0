//! A seeded walk: one session in one to three pages, under hosts that answer late, twice, wrongly or not at all, a person who
//! does anything, a store that fails, and clocks that jump. After every event each law of `check` is asked.
//!
//! `PLANGATE_SEEDS=<n>` walks more seeds, `PLANGATE_SEED=<n>` plays one of them again and prints every event.

mod check;
mod disk;
mod host;
mod person;
mod planted;
mod repeat;
mod tasks;
mod world;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use plangate::{
    config::{Config, Limits, Policy, Suggestions, Trigger, Unplanned},
    decide::next_deadline,
    event::Event,
    session::Page,
    store,
};

use crate::tasks::random::Dice;
use disk::{Root, Weather};
use world::{Life, World};

/// Seeds of a usual run: about 85 s of one core without optimization. `cargo xtask test --full` walks more.
const SEEDS: u64 = 2_000;
/// What happens in a walk at least, and how much more may happen.
const STEPS_MIN: usize = 30;
const STEPS_MORE: usize = 60;
/// Seeds named for each law that is broken.
const SEEDS_SHOWN: usize = 8;
/// Pages that are open at once.
const PAGES_MAX: usize = 3;
/// Rounds in which hosts answer everything before a walk counts as parked.
const ROUNDS_MAX: usize = 400;

fn config(dice: &mut Dice) -> Config {
    let mut limits = Limits::default();
    if dice.seldom() {
        limits.judge_timeout_ms = 0;
    }
    if dice.seldom() {
        limits.revisions_max = dice.roll(2) as u32;
    }
    if dice.seldom() {
        limits.planner_rounds = 1 + dice.roll(2) as u32;
    }
    if dice.seldom() {
        limits.approval_lifetime_ms = 60_000;
    }
    Config {
        trigger: *dice.one_of(&[Trigger::FirstMessage, Trigger::FirstMessage, Trigger::Suggest, Trigger::Manual]),
        suggestions: *dice.one_of(&[Suggestions::Card, Suggestions::Card, Suggestions::Hint, Suggestions::Off]),
        approval: if dice.roll(4) == 0 { Policy::Auto } else { Policy::Required },
        unplanned: if dice.often() { Unplanned::Host } else { Unplanned::Ask },
        judge: dice.roll(3) > 0,
        mcp: dice.often(),
        limits,
        ..Config::default()
    }
}

/// Names the seed of a walk in which something panics.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("a panic; PLANGATE_SEED={} plays it again", self.0);
        }
    }
}

impl World {
    /// What a seed makes, before anything happens.
    fn new_walk(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let config = config(&mut dice);
        let servers = if dice.roll(8) == 0 { host::reading_servers() } else { host::servers() };
        World::new(seed, dice, config, host::ground(), servers)
    }

    fn walk(seed: u64) -> Self {
        let mut world = Self::new_walk(seed);
        world.play();
        world
    }

    fn play(&mut self) {
        let _seed = Seed(self.seed);
        let steps = STEPS_MIN + self.dice.roll(STEPS_MORE);
        let at = self.open();
        if self.dice.roll(3) == 0 {
            self.go_to_work(at);
        }
        for _ in 0..steps {
            if self.broken.is_none() {
                self.act();
            }
        }
        if self.broken.is_none() {
            self.calm_down();
        }
    }

    /// Plays a walk again, to tell of its end.
    fn retell(seed: u64, why: &str) -> String {
        let mut world = Self::new_walk(seed);
        world.telling = true;
        world.play();
        world.report_of(why)
    }

    /// Something happens.
    fn act(&mut self) {
        self.now += 1 + self.dice.roll(200) as u64;
        let awake = self.awake();
        if awake.is_empty() {
            return self.pages_live();
        }
        let at = *self.dice.one_of(&awake);
        if self.has_tasks(at) && self.dice.roll(2) == 0 {
            return self.work_goes_on(at);
        }
        match self.dice.roll(100) {
            0..=54 if self.host_acts(at) => {}
            0..=79 => self.person_acts(at),
            80..=87 => self.time_passes(at),
            88..=91 => self.world_changes(at),
            92..=95 => self.pages_live(),
            96 | 97 => self.store_fails(),
            98 => self.doomed = true,
            _ if self.dice.roll(6) == 0 => self.store_is_lost(),
            _ => self.catch_up(at),
        }
        if self.disk.weather != Weather::Fair && self.dice.seldom() {
            self.disk.weather = Weather::Fair;
        }
    }

    /// A timer fires, on time, late, or much too late.
    fn time_passes(&mut self, at: usize) {
        let due = next_deadline(&self.tabs[at].session, &self.tabs[at].page);
        self.now = match (self.dice.roll(8), due) {
            (0, _) => self.now + 20_000,
            (1, _) => self.now + 700_000,
            (2, _) if self.dice.seldom() => self.now + 30_000_000,
            (_, Some(due)) => due.max(self.now),
            (_, None) => self.now + 1_000,
        };
        if self.dice.roll(5) > 0 {
            self.fire(at);
        }
    }

    /// The timer of a page: looks after owners that are gone, brings again what was not saved, and ticks.
    fn fire(&mut self, at: usize) {
        for owner in self.lost(at) {
            self.post(at, Event::OwnerLost { owner });
        }
        self.bring_again(at);
        let tab = &self.tabs[at];
        if tab.dirty || next_deadline(&tab.session, &tab.page).is_some_and(|due| self.now >= due) {
            self.post(at, Event::Ticked);
        }
    }

    fn world_changes(&mut self, at: usize) {
        match self.dice.roll(6) {
            0 => self.ground.project_id = if self.ground.project_id == "prj" { "other" } else { "prj" }.to_owned(),
            1 => {
                self.ground.workspace_path =
                    if self.ground.workspace_path.is_none() { Some("/w".to_owned()) } else { None }
            }
            2 if self.config.mcp => {
                self.post(at, Event::ProfileLost);
            }
            _ => self.ground.workspace_hash = self.fresh("w"),
        }
    }

    /// A page is opened, closed, put to sleep, woken, or dies.
    fn pages_live(&mut self) {
        let living: Vec<usize> = (0..self.tabs.len()).filter(|at| self.tabs[*at].life != Life::Gone).collect();
        if living.is_empty() || (living.len() < PAGES_MAX && self.dice.seldom()) {
            self.open();
            return;
        }
        let at = *self.dice.one_of(&living);
        match (self.tabs[at].life, self.dice.roll(4)) {
            (Life::Asleep, _) => self.tabs[at].life = Life::Awake,
            (Life::Awake, 0) => self.crash(at),
            (Life::Awake, 1) => self.close(at),
            (Life::Awake, 2) => {
                self.tabs[at].life = Life::Asleep;
                self.tabs[at].beat = self.now;
            }
            (Life::Awake | Life::Gone, _) => {
                // A reload.
                self.crash(at);
                self.open();
            }
        }
        let name = format!("[{}] is {:?}", self.tabs[at].id, self.tabs[at].life);
        self.note(name);
    }

    fn store_fails(&mut self) {
        self.disk.weather = if self.dice.often() { Weather::Failing } else { Weather::Mute };
        self.note(format!("the store is {:?}", self.disk.weather));
    }

    /// The store is emptied, or its text is torn.
    fn store_is_lost(&mut self) {
        let text = match self.disk.root.take().filter(|_| self.dice.seldom()) {
            Some(Root::Session(session)) => store::write(&session),
            Some(Root::Torn(text)) => text,
            None => return,
        };
        let mut bytes = text.into_bytes();
        let place = self.dice.roll(bytes.len());
        if self.dice.often() {
            bytes.truncate(place);
        } else {
            bytes[place] = if bytes[place] == b'7' { b'8' } else { b'7' };
        }
        let torn = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(why) = check::torn("walk", &torn) {
            self.broken.get_or_insert(("torn-gives-nothing", why));
        }
        self.disk.root = Some(Root::Torn(torn));
        self.saw("torn");
        self.note("the store is torn".to_owned());
    }

    /// The store works, everybody is awake, hosts answer everything: then nothing may be left that waits.
    fn calm_down(&mut self) {
        self.note("--- calm".to_owned());
        self.disk.weather = Weather::Fair;
        self.doomed = false;
        for tab in self.tabs.iter_mut().filter(|tab| tab.life == Life::Asleep) {
            tab.life = Life::Awake;
        }
        if self.awake().is_empty() {
            self.open();
        }
        self.person_calls();
        for _ in 0..ROUNDS_MAX {
            let mut moved = false;
            if self.broken.is_some() {
                return;
            }
            for at in self.awake() {
                self.bring_again(at);
                self.catch_up(at);
                while let Some(which) = self.open_asks(at).first().copied() {
                    self.answer(at, which, true);
                    moved = true;
                }
            }
            if moved {
                continue;
            }
            // Nobody owes anything: only time can go on, unless everything is settled but what waits for a person.
            let all_settled = self.awake().into_iter().all(|at| self.is_settled(at));
            if all_settled && !self.lapse() {
                return;
            }
            self.now += 5_000;
            self.awake().into_iter().for_each(|at| self.fire(at));
        }
        let why = self.awake().into_iter().filter_map(|at| {
            let (session, page): (_, &Page) = (&self.tabs[at].session, &self.tabs[at].page);
            check::settled(session, page, &self.ledger).err()
        });
        self.broken = Some(("settles", why.collect::<Vec<_>>().join("; ")));
    }

    /// A call that is refused, in each page: it tries again what a fault of a profile has held back.
    fn person_calls(&mut self) {
        for at in self.awake() {
            let ticket = self.fresh("k");
            self.ask(at, Event::UserDecidedStep { ticket, request_id: "r0".to_owned(), granted: false, comment: None });
        }
    }

    fn is_settled(&mut self, at: usize) -> bool {
        let (session, page): (_, &Page) = (&self.tabs[at].session, &self.tabs[at].page);
        check::settled(session, page, &self.ledger).is_ok()
    }

    /// Step requests that are open lapse. False where there are none.
    fn lapse(&mut self) -> bool {
        let awake = self.awake();
        let due =
            awake.iter().flat_map(|at| &self.tabs[*at].session.step_requests).map(|request| request.expires_at).max();
        match due {
            Some(due) => {
                self.now = self.now.max(due);
                true
            }
            None => false,
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What many walks came to.
#[derive(Default)]
struct Sum {
    seen: BTreeMap<&'static str, usize>,
    steps: usize,
    /// By law: how many walks broke it, and how the first of them ended.
    broken: BTreeMap<&'static str, (usize, String)>,
}

impl Sum {
    fn add(&mut self, world: &World) {
        self.steps += world.steps;
        for (what, count) in &world.seen {
            *self.seen.entry(what).or_default() += count;
        }
        let Some((law, why)) = &world.broken else { return };
        let (count, report) = self.broken.entry(law).or_insert_with(|| (0, World::retell(world.seed, why)));
        if *count > 0 && *count < SEEDS_SHOWN {
            report.push_str(&format!("\nPLANGATE_SEED={}: {why}", world.seed));
        }
        *count += 1;
    }
}

#[test]
fn walk_keeps_every_law() {
    if let Some(seed) = number("PLANGATE_SEED") {
        let mut world = World::new_walk(seed);
        (world.telling, world.thorough) = (true, true);
        world.play();
        assert!(world.broken.is_none(), "{:?}", world.broken);
        return;
    }
    let seeds = number("PLANGATE_SEEDS").unwrap_or(SEEDS);
    let next = AtomicU64::new(0);
    let sum: Mutex<Sum> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds {
                        return;
                    }
                    let world = World::walk(seed);
                    sum.lock().expect("no other thread has panicked").add(&world);
                }
            });
        }
    });
    let Sum { seen, steps, broken } = sum.into_inner().expect("no thread has panicked");
    println!("{seeds} seeds, {steps} events: {seen:#?}");
    for (law, (count, report)) in &broken {
        println!("--- `{law}` is broken by {count} walks:\n{report}\n");
    }
    assert!(broken.is_empty(), "broken: {:?}", broken.iter().map(|(law, (count, _))| (law, count)).collect::<Vec<_>>());
    // A walk that never gets anywhere would prove nothing.
    for expected in check::EVENTS.iter().chain(&check::EFFECTS).chain(&check::MARKS) {
        assert!(seen.contains_key(expected), "no walk came to `{expected}`");
    }
}
