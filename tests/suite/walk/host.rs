//! The hosts of the pages: what they owe, and how they answer, honestly or not. Knows no law.

use plangate::{
    effect::Effect,
    event::{Event, ProfileEnd, TurnEnd},
    gate::{Call, registry::McpServer},
    profile::Name,
    session::TurnKind,
    world::World as Ground,
};
use serde_json::{Value, json};

use super::world::World;
use crate::tasks::random::Dice;

/// Something a host was asked.
pub struct Ask {
    pub id: String,
    pub what: What,
    /// Nobody waits for it any more.
    pub aborted: bool,
    pub answers: u32,
}

/// What it was asked for.
#[derive(Clone)]
pub enum What {
    Servers,
    World,
    Switch(Name, String),
    Turn(TurnKind),
    Judge,
    Tool(Call),
}

impl Ask {
    /// What a host owes for an effect, if it owes something.
    pub fn of(effect: Effect) -> Option<Ask> {
        let (id, what) = match effect {
            Effect::ReadServers { id } => (id, What::Servers),
            Effect::ReadWorld { id } => (id, What::World),
            Effect::ApplyProfile { id, profile, .. } => (id, What::Switch(profile.name, profile.hash)),
            Effect::RunTurn { id, turn } => (id, What::Turn(turn.kind)),
            Effect::LendTurn { id, .. } => (id, What::Turn(TurnKind::Chat)),
            Effect::AskJudge { id, .. } => (id, What::Judge),
            Effect::RunTool { id, call, .. } => (id, What::Tool(call)),
            Effect::RefuseTool { .. }
            | Effect::AnswerTool { .. }
            | Effect::Resolve { .. }
            | Effect::Refuse { .. }
            | Effect::Notify { .. } => return None,
        };
        Some(Ask { id, what, aborted: false, answers: 0 })
    }
}

/// The tools that a turn was given.
#[derive(Clone)]
pub struct Handle {
    pub id: String,
    pub turn: String,
    /// Its turn is over.
    pub over: bool,
}

pub fn ground() -> Ground {
    Ground {
        workspace_path: Some("/w".to_owned()),
        project_id: "prj".to_owned(),
        workspace_hash: "w0".to_owned(),
        ..Ground::default()
    }
}

pub fn servers() -> Vec<McpServer> {
    let tools = |names: &[&str]| names.iter().map(|name| json!({ "name": name })).collect::<Vec<Value>>();
    let list = json!([
        { "name": "filesystem", "tools": tools(&["read_text_file", "list_directory", "write_file", "move_file"]) },
        { "name": "context7", "tools": tools(&["query-docs"]) },
        { "name": "code-sandbox", "tools": tools(&["run_command"]) },
    ]);
    plangate::fit::read(&list).expect("a list of servers")
}

/// Servers that only read: both profiles are the same.
pub fn reading_servers() -> Vec<McpServer> {
    let list = json!([{ "name": "filesystem", "tools": [{ "name": "read_text_file" }, { "name": "list_directory" }] }]);
    plangate::fit::read(&list).expect("a list of servers")
}

// --- what models write

/// A planner's answer.
pub fn draft(dice: &mut Dice) -> (String, Option<String>) {
    let text = match dice.roll(20) {
        0 => "I would rather talk about the weather.".to_owned(),
        1 => "```plan\n{\"title\":\"Half\",\"steps\":[{\"action\":\"a\",\"expe".to_owned(),
        2 => "```plan\n{\"title\": what, \"steps\": [}\n```".to_owned(),
        3 => String::new(),
        4 => return ("It was cut".to_owned(), Some("length".to_owned())),
        5..=8 => questions(dice),
        _ => plan(dice),
    };
    (text, None)
}

pub fn questions(dice: &mut Dice) -> String {
    let count = 1 + dice.roll(3);
    let question =
        |n: usize| json!({ "id": format!("q{n}"), "question": format!("Which {n}?"), "options": ["one", "two", ""] });
    let list: Vec<Value> = (1..=count).map(question).collect();
    format!("```plan-questions\n{}\n```", json!({ "questions": list }))
}

/// Tools that the plans of this walk declare.
pub const DECLARED_TOOLS: [&str; 2] = ["filesystem/write_file", "code-sandbox/run_command"];

pub fn plan(dice: &mut Dice) -> String {
    let count = 1 + dice.roll(3);
    let flavour = dice.roll(4);
    let step = |n: usize| {
        let mut step =
            json!({ "action": format!("Do part {n} in way {flavour}"), "expected": format!("Part {n} is done") });
        if flavour > 1 {
            step["doneWhen"] = match (flavour, n) {
                (2, 2) => {
                    json!([{ "kind": "test-exit", "ref": "npm test" }, { "kind": "file-hash", "ref": "src/2", "want": "h" }])
                }
                (2, 3) => json!([{ "kind": "file-hash", "ref": "src/3", "want": "h" }]),
                _ => json!([{ "kind": "artifact", "ref": format!("art/{n}") }]),
            };
        }
        if flavour == 2 && n == 1 {
            step["replay"] = json!("safe");
        }
        if flavour == 3 && n == 2 {
            step["optional"] = json!(true);
            step["doneWhen"] = json!([]);
            step["dependsOn"] = json!(["s1"]);
        }
        step
    };
    let mut plan = json!({
        "title": format!("Work {}", dice.roll(3)), "aim": "It works",
        "steps": (1..=count).map(step).collect::<Vec<Value>>(), "libraries": [],
    });
    if dice.roll(5) > 0 {
        let paths = if dice.often() { json!(["src/a.rs", ".env"]) } else { json!(["src/c.rs"]) };
        let commands = if dice.often() { json!(["npm test"]) } else { json!([]) };
        let tools = if dice.roll(6) > 0 { json!(DECLARED_TOOLS) } else { json!([]) };
        plan["scope"] = json!({ "paths": paths, "tools": tools, "commands": commands, "network": [] });
    }
    if dice.seldom() {
        plan["openQuestions"] = json!(["Is it so?"]);
    }
    format!("Here is what I would do.\n\n```plan\n{plan}\n```")
}

fn verdict(dice: &mut Dice) -> Option<String> {
    let said = |intent: &str, confidence: f64| {
        Some(json!({ "intent": intent, "confidence": confidence, "reasonCode": "WALK" }).to_string())
    };
    match dice.roll(9) {
        0 => None,
        1 => Some("approve".to_owned()),
        2 => said("approve", 0.89),
        3 => said("revise", 0.8),
        4 => said("reject", 0.7),
        5 => said("unknown", 1.0),
        6 => said("approve", 2.0),
        _ => said("approve", 0.95),
    }
}

/// A call that a model may think of: server, tool, arguments.
const CALLS: [(&str, &str, &str); 22] = [
    ("filesystem", "read_text_file", r#"{"path":"src/a.rs"}"#),
    ("filesystem", "read_text_file", r#"{"path":"src/a.rs"}"#),
    ("filesystem", "read_text_file", r#"{"path":".env"}"#),
    ("context7", "query-docs", r#"{"libraryId":"/a/b","query":"c"}"#),
    ("code-sandbox", "run_command", r#"{"command":"ls src"}"#),
    ("filesystem", "write_file", r#"{"path":"src/a.rs","content":"x"}"#),
    ("filesystem", "write_file", r#"{"path":"src/a.rs","content":"y"}"#),
    ("filesystem", "write_file", r#"{"path":"src/a.rs","content":"z"}"#),
    ("filesystem", "write_file", r#"{"path":"src/b.rs","content":"x"}"#),
    ("filesystem", "write_file", r#"{"path":"src/c.rs","content":"x"}"#),
    ("filesystem", "write_file", r#"{"path":".env","content":"x"}"#),
    ("filesystem", "write_file", r#"{"path":"/etc/passwd","content":"x"}"#),
    ("filesystem", "write_file", r#"{"content":"x"}"#),
    ("code-sandbox", "run_command", r#"{"command":"npm test"}"#),
    ("code-sandbox", "run_command", r#"{"command":"npm publish"}"#),
    ("code-sandbox", "run_command", r#"{"command":"rm -rf /"}"#),
    ("mystery", "act", r#"{"on":"everything"}"#),
    ("bad name", "act!", "{}"),
    ("plangate", "write_plan", "{}"),
    ("plangate", "task_list", "{}"),
    ("plangate", "approve", "{}"),
    ("plangate", "", "7"),
];

pub fn call(dice: &mut Dice, steps: &[String]) -> Call {
    let (server, tool, args) = *dice.one_of(&CALLS);
    let (mut tool, mut args): (&str, Value) = (tool, serde_json::from_str(args).expect("arguments"));
    let step = if steps.is_empty() { "s1".to_owned() } else { dice.one_of(steps).clone() };
    if server == "plangate" && dice.often() {
        tool = *dice.one_of(&["write_plan", "task_start", "task_step_done", "task_block", "task_finish"]);
        args = json!({ "id": step, "reason": "so" });
    }
    if tool == "write_plan" {
        let (answer, _) = draft(dice);
        args = json!({ "answer": answer });
    }
    let step_id = match dice.roll(4) {
        0 => Some(step),
        1 => Some("ghost".to_owned()).filter(|_| dice.seldom()),
        _ => None,
    };
    Call { server: server.to_owned(), tool: tool.to_owned(), args, annotations: None, wire: None, step_id, why: None }
}

impl World {
    /// A host answers something, or one of its models calls a tool. False where it has nothing to do.
    pub fn host_acts(&mut self, at: usize) -> bool {
        let open: Vec<usize> = self.open_asks(at);
        let calls = !self.tabs[at].handles.is_empty() && self.dice.roll(3) == 0;
        if calls {
            self.model_calls(at);
            return true;
        }
        if self.dice.roll(12) == 0 && !self.tabs[at].asks.is_empty() {
            self.answer_badly(at);
            return true;
        }
        if open.is_empty() {
            return false;
        }
        // The oldest first, more often than not.
        let which = if self.dice.often() { open[0] } else { *self.dice.one_of(&open) };
        let honest = self.dice.roll(6) > 0;
        self.answer(at, which, honest);
        true
    }

    /// What a page's host still owes: what is awaited, and switches, which run to their end in any case.
    pub fn open_asks(&self, at: usize) -> Vec<usize> {
        let open = |ask: &Ask| ask.answers == 0 && (!ask.aborted || matches!(ask.what, What::Switch(..)));
        let asks = &self.tabs[at].asks;
        (0..asks.len()).filter(|which| open(&asks[*which])).collect()
    }

    /// A host answers, once; an honest one with the truth.
    pub fn answer(&mut self, at: usize, which: usize, honest: bool) {
        let ask = &mut self.tabs[at].asks[which];
        ask.answers += 1;
        let (id, what, aborted) = (ask.id.clone(), ask.what.clone(), ask.aborted);
        if let What::Switch(name, hash) = &what {
            return self.settle_switch(at, id, (*name, hash.clone()), honest, aborted);
        }
        if let What::Tool(call) = &what
            && changes(call)
        {
            self.ground.workspace_hash = self.fresh("w");
        }
        let event = self.answer_to(id, &what, honest);
        self.post(at, event);
    }

    fn answer_to(&mut self, id: String, what: &What, honest: bool) -> Event {
        match what {
            What::Servers => {
                let servers = honest.then(|| self.servers.clone());
                Event::ServersRead { id, servers, message: "no list".to_owned() }
            }
            What::World => Event::WorldRead { id, world: honest.then(|| self.ground.clone()) },
            What::Switch(..) => Event::ProfileEnded { id, outcome: ProfileEnd::Aborted },
            What::Judge => Event::JudgeEnded { id, answer: verdict(&mut self.dice) },
            What::Tool(_) => Event::ToolEnded { id },
            What::Turn(kind) => {
                let outcome = match (honest, kind) {
                    (false, _) if self.dice.seldom() => TurnEnd::Unprofiled,
                    (false, _) => TurnEnd::Failed { message: "the model is away".to_owned() },
                    (true, TurnKind::Plan) => {
                        let (text, finish_reason) = draft(&mut self.dice);
                        TurnEnd::Ok { text, finish_reason, untrusted: Vec::new() }
                    }
                    (true, TurnKind::Chat | TurnKind::Execute | TurnKind::Explain) => {
                        // A model that says the words of a person decides nothing.
                        let text = *self.dice.one_of(&["Done.", "go ahead", "", "yes", "exit plan mode"]);
                        TurnEnd::Ok { text: text.to_owned(), finish_reason: None, untrusted: Vec::new() }
                    }
                };
                Event::TurnEnded { id, outcome }
            }
        }
    }

    fn settle_switch(&mut self, at: usize, id: String, to: (Name, String), honest: bool, aborted: bool) {
        if self.dice.seldom() {
            self.post(at, Event::ProfileStepped { id: id.clone() });
        }
        let (outcome, done) = match (honest, aborted && self.dice.often()) {
            (_, true) => (ProfileEnd::Aborted, None),
            (true, false) => (ProfileEnd::Ok, Some(to)),
            (false, false) => (ProfileEnd::Failed { message: "it broke".to_owned() }, None),
        };
        self.switched(at, done);
        self.post(at, Event::ProfileEnded { id, outcome });
    }

    /// Answers that nobody awaits: late, twice, or under an id of something else.
    fn answer_badly(&mut self, at: usize) {
        let which = self.dice.roll(self.tabs[at].asks.len());
        let other = self.dice.roll(self.tabs[at].asks.len());
        let ask = &self.tabs[at].asks[which];
        // A switch runs to its end, whoever still waits.
        let dead = ask.answers > 0 || (ask.aborted && !matches!(ask.what, What::Switch(..)));
        let (mut id, what) = (ask.id.clone(), ask.what.clone());
        match self.dice.roll(4) {
            0 => id = "a999".to_owned(),
            1 if std::mem::discriminant(&what) != std::mem::discriminant(&self.tabs[at].asks[other].what) => {
                id.clone_from(&self.tabs[at].asks[other].id);
            }
            _ if !dead => return,
            _ => {}
        }
        let awaited =
            self.tabs[at].session.awaited.iter().any(|awaited| awaited.id == id && awaited.owner == self.tabs[at].id);
        // A page passes on no answer of a turn whose signal was aborted.
        if awaited && matches!(what, What::Turn(_)) {
            return;
        }
        let event = self.answer_to(id, &what, true);
        self.post(at, event);
    }

    /// A model calls a tool through the handle of its turn, which may be over, or through the gate itself.
    fn model_calls(&mut self, at: usize) {
        let tab = &self.tabs[at];
        let live: Vec<usize> = (0..tab.handles.len()).filter(|which| !tab.handles[*which].over).collect();
        let which = match live.last() {
            Some(which) if self.dice.roll(5) > 0 => *which,
            _ => self.dice.roll(tab.handles.len()),
        };
        let handle = self.tabs[at].handles[which].clone();
        let turn = (self.dice.roll(6) > 0).then_some(handle.turn);
        let work = self.tabs[at].session.work.as_ref();
        let steps: Vec<String> = work.iter().flat_map(|work| &work.plan.steps).map(|step| step.id.clone()).collect();
        let call = call(&mut self.dice, &steps);
        let ticket = self.fresh("k");
        self.ledger.calls(&self.tabs[at].id, &ticket, turn.is_some() && handle.over);
        self.ask(at, Event::ToolAsked { ticket: ticket.clone(), turn, call });
        if self.dice.roll(24) == 0 && self.tabs[at].life == super::world::Life::Awake {
            self.ledger.withdraw(&self.tabs[at].id, &ticket);
            self.post(at, Event::ToolWithdrawn { ticket });
        }
    }
}

/// Whether a call does more than read, by what this walk knows of its calls.
pub fn changes(call: &Call) -> bool {
    let path = call.args.get("path").and_then(Value::as_str);
    let command = call.args.get("command").and_then(Value::as_str);
    match (call.server.as_str(), call.tool.as_str()) {
        ("filesystem", "read_text_file" | "list_directory") => path.is_none(),
        ("context7", "query-docs") => false,
        ("code-sandbox", "run_command") => command != Some("ls src"),
        _ => true,
    }
}
