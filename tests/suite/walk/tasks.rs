//! Approved work that is really worked at: a host that starts, proves and finishes tasks, looks at the world and says what it
//! sees, a model that calls for its task, and both getting it wrong. Knows no law.

use plangate::{
    config::machine::BEAT_STALE_MS,
    event::{Choice, Event},
    plain::Plain,
    session::{Mode, Phase, Work},
    task::{Node, Status, TaskGraph},
};
use serde_json::{Map, Value, json};

use super::{
    host,
    world::{Life, World},
};

/// Events that are told of no task in particular, or that no host may tell.
const FOREIGN: [&str; 7] = ["no such thing", "load", "set-criteria", "delete", "recover", "restart", "plan-version"];
/// What is told of a task now and then, wherever it stands.
const OTHER: [&str; 11] =
    ["fail", "stop", "block", "unblock", "retry", "reopen", "defer", "resume", "step-done", "intent", "ack"];

/// Calls that a model makes at once.
const CALLS_MAX: usize = 4;
/// Answers of hosts on the short way to work.
const ANSWERS_MAX: usize = 20;

impl World {
    fn graph(&self, at: usize) -> Option<&TaskGraph> {
        self.tabs[at].session.work.as_ref().filter(|work| work.in_force()).and_then(|work: &Work| work.graph.as_ref())
    }

    /// Comes to approved work by the short way, if the planner of this walk makes a plan at once.
    pub fn go_to_work(&mut self, at: usize) {
        let text = "Make a plan first, then build the login page.".to_owned();
        let ticket = self.fresh("k");
        self.ask(at, Event::UserSent { ticket, text, files: Vec::new(), plan: true, under: None });
        for _ in 0..ANSWERS_MAX {
            if let Mode::AwaitingApproval(waiting) = &self.tabs[at].session.mode {
                let (plan, ticket) = (waiting.plan.clone(), self.fresh("k"));
                self.ask(
                    at,
                    Event::UserDecided { ticket, plan_ref: Some(plan), intent: Choice::Approve, comment: None },
                );
            }
            let runs = self.tabs[at].session.work.as_ref().is_some_and(|work| work.phase == Phase::Running);
            match self.open_asks(at).first().copied() {
                Some(which) if !runs => self.answer(at, which, true),
                Some(_) | None => return,
            }
        }
    }

    /// Whether there are tasks to work at.
    pub fn has_tasks(&self, at: usize) -> bool {
        matches!(self.tabs[at].session.mode, Mode::Normal(_)) && self.graph(at).is_some()
    }

    /// The host tells something of a task, the model calls for one, or the page goes.
    pub fn work_goes_on(&mut self, at: usize) {
        let runs = self.graph(at).is_some_and(|graph| graph.running_first().is_some());
        if runs && self.dice.roll(16) == 0 {
            // Loaded anew in the middle of a task.
            self.crash(at);
            self.now += if self.dice.often() { BEAT_STALE_MS } else { 0 };
            self.open();
            return;
        }
        let handle = self.tabs[at].handles.last().filter(|handle| !handle.over).map(|handle| handle.turn.clone());
        match handle {
            Some(turn) if self.dice.roll(2) == 0 => {
                for _ in 0..=self.dice.roll(CALLS_MAX) {
                    if self.tabs[at].life != Life::Awake {
                        return;
                    }
                    let (ticket, call) = (self.fresh("k"), self.call_for_a_task(at));
                    let over = self.tabs[at].handles.last().is_none_or(|handle| handle.over);
                    self.ledger.calls(&self.tabs[at].id, &ticket, over);
                    self.ask(at, Event::ToolAsked { ticket, turn: Some(turn.clone()), call });
                }
            }
            _ => {
                let ticket = self.fresh("k");
                let event = self.task_told(at, ticket);
                self.ask(at, event);
            }
        }
    }

    /// What a model does in earnest: starts what is ready, writes what is declared, asks to finish.
    fn call_for_a_task(&mut self, at: usize) -> plangate::gate::Call {
        let steps: Vec<String> =
            self.graph(at).into_iter().flat_map(TaskGraph::records).map(|node| node.id.clone()).collect();
        let mut call = host::call(&mut self.dice, &steps);
        let ready = self.graph(at).map(|graph| graph.ready(9)).unwrap_or_default();
        let runs = self.graph(at).and_then(|graph| graph.running_first().map(str::to_owned));
        let own = match (&runs, ready.first(), self.dice.roll(4)) {
            (None, Some(id), 0..=2) => ("task_start", json!({ "id": id })),
            (Some(id), _, 0) => ("task_finish", json!({ "id": id })),
            _ => ("", Value::Null),
        };
        if !own.0.is_empty() {
            (call.server, call.tool, call.args) = ("plangate".to_owned(), own.0.to_owned(), own.1);
        } else if self.dice.often() {
            call.server = "filesystem".to_owned();
            call.tool = "write_file".to_owned();
            call.args = json!({ "path": "src/a.rs", "content": "x" });
            call.step_id = None;
        }
        call
    }

    /// What the host tells, more often than not what fits how the task stands.
    pub fn task_told(&mut self, at: usize, ticket: String) -> Event {
        let nodes: Vec<Node> = self.graph(at).into_iter().flat_map(TaskGraph::records).cloned().collect();
        let version = self.graph(at).map_or(1, |graph| graph.head().plan_version);
        let by = *self.dice.one_of(&["user", "user", "model", "system"]);
        let node = if nodes.is_empty() {
            Node { id: "s1".to_owned(), ..Node::default() }
        } else {
            self.dice.one_of(&nodes).clone()
        };
        let id = node.id.clone();
        let task = match (self.dice.roll(16), node.status) {
            (0, _) => json!({ "op": "contradict", "id": id, "reason": "it is not so" }),
            (1, _) => {
                json!({ "op": self.dice.one_of(&FOREIGN), "id": id, "nodes": [], "doneWhen": [], "world": {}, "version": 9 })
            }
            (2, _) => json!(7),
            (3, _) => json!({ "op": self.dice.one_of(&OTHER), "id": id, "by": by, "reason": "so" }),
            (4, _) | (_, Status::Recovering) => json!({ "op": "revalidate", "world": self.look() }),
            (5, _) => {
                json!({ "op": self.dice.one_of(&["start", "finish", "resolve"]), "id": id, "to": "done", "by": by })
            }
            (_, Status::Pending) => json!({ "op": "start", "id": id, "session": "another" }),
            (_, Status::Blocked) => {
                json!({ "op": self.dice.one_of(&["unblock", "unblock", "defer"]), "id": id, "by": by })
            }
            (_, Status::Failed) => json!({ "op": "retry", "id": id }),
            (_, Status::Deferred) => json!({ "op": "resume", "id": id }),
            (6..=8, Status::Unknown) => {
                json!({ "op": "resolve", "id": id, "to": self.dice.one_of(&["done", "pending", "failed"]), "by": by })
            }
            (6..=8, Status::Running | Status::Done) => json!({ "op": "finish", "id": id }),
            (_, Status::Running | Status::Unknown | Status::Done) => {
                json!({ "op": "evidence", "id": id, "item": self.item(&node, by, version) })
            }
        };
        Event::TaskTold { ticket, task }
    }

    fn item(&mut self, node: &Node, by: &str, version: u64) -> Value {
        let asked: Vec<(Value, Value)> =
            node.done_when.iter().map(|asked| (asked.kind.plain(), json!(asked.subject))).collect();
        let (kind, subject) =
            if asked.is_empty() { (json!("approval"), json!("s1")) } else { self.dice.one_of(&asked).clone() };
        let hash = *self.dice.one_of(&["h", "h", "h", "h", "k", ""]);
        let exit = *self.dice.one_of(&[0, 0, 0, 1]);
        json!({ "kind": kind, "ref": subject, "hash": hash, "exit": exit, "ran": 3, "by": by, "planVersion": version })
    }

    /// What the host sees of artifacts and files: mostly what was proved, sometimes another or nothing.
    fn look(&mut self) -> Value {
        let mut shelf = |prefix: &str| -> Map<String, Value> {
            let names = (1..=3).filter_map(|n| match self.dice.roll(8) {
                0 => None,
                1 => Some((format!("{prefix}{n}"), json!("k"))),
                _ => Some((format!("{prefix}{n}"), json!("h"))),
            });
            names.collect()
        };
        let (artifacts, files) = (shelf("art/"), shelf("src/"));
        let unavailable = if self.dice.seldom() { json!(["art/1"]) } else { json!([]) };
        json!({ "artifacts": artifacts, "files": files, "unavailable": unavailable })
    }
}
