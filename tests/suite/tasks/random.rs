//! Random graphs and random events, by seed: a failure prints the seed and the event, and comes again with it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use plangate::plain::Plain;
use plangate::task::{LoadOptions, Status, TaskEvent, TaskGraph};
use serde_json::{Value, json};

use super::slow::Slow;

/// More with `PLANGATE_SEEDS=<n>`.
const SEEDS: u64 = 120;
const EVENTS: usize = 100;

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let at = self.roll(list.len());
        list.get(at).expect("a list with something in it")
    }

    pub fn often(&mut self) -> bool {
        self.roll(4) > 0
    }

    pub fn seldom(&mut self) -> bool {
        self.roll(4) == 0
    }
}

const IDS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const HASHES: [&str; 3] = ["h1", "h2", ""];
const WHO: [&str; 3] = ["user", "model", "system"];

fn criteria(dice: &mut Dice, id: &str) -> Value {
    let mut list = Vec::new();
    for _ in 0..dice.roll(4).min(2) {
        let criterion = match dice.roll(8) {
            0 | 1 => json!({ "kind": "file-hash", "ref": format!("{id}.txt"), "want": "h1" }),
            2 | 3 => json!({ "kind": "test-exit", "ref": "npm test" }),
            4 => json!({ "kind": "approval", "ref": id }),
            _ => json!({ "kind": "artifact", "ref": format!("art/{id}") }),
        };
        list.push(criterion);
    }
    json!(list)
}

fn some_ids(dice: &mut Dice) -> Vec<&'static str> {
    (0..dice.roll(3)).map(|_| *dice.one_of(&IDS)).collect()
}

fn node(dice: &mut Dice, id: &str) -> Value {
    let mut node = json!({ "id": id, "title": id, "dependsOn": some_ids(dice), "doneWhen": criteria(dice, id) });
    let fields = node.as_object_mut().expect("an object");
    if dice.seldom() {
        fields.insert("parent".into(), json!(dice.one_of(&IDS)));
    }
    if dice.seldom() {
        fields.insert("optional".into(), json!(true));
    }
    if dice.seldom() {
        fields.insert("replay".into(), json!("safe"));
    }
    if dice.seldom() {
        fields.insert("steps".into(), json!(["One", " one ", "two\t words", ""]));
    }
    node
}

/// A list that is sound more often than not: tasks name only those before them.
fn list(dice: &mut Dice) -> Vec<Value> {
    let mut nodes = Vec::new();
    for (place, id) in IDS.iter().take(3 + dice.roll(5)).enumerate() {
        let mut node = node(dice, id);
        let before = IDS.get(..place).expect("within the list");
        let mut deps: Vec<&str> = before.iter().filter(|_| dice.seldom()).copied().collect();
        let parent = if !before.is_empty() && dice.roll(3) == 0 { Some(*dice.one_of(before)) } else { None };
        deps.retain(|dep| Some(*dep) != parent);
        node["dependsOn"] = json!(deps);
        node["parent"] = json!(parent);
        let criteria = node["doneWhen"].as_array().expect("a list").len();
        if criteria == 0 && dice.often() {
            node["doneWhen"] = json!([{ "kind": "artifact", "ref": format!("art/{id}") }]);
        }
        if dice.roll(3) == 0 {
            let status = ["running", "done", "unknown", "blocked", "deferred", "failed", "recovering"];
            node["status"] = json!(dice.one_of(&status));
            node["evidence"] = evidence_of(&node["doneWhen"]);
            node["blockedBy"] = json!(dice.one_of(&WHO));
        }
        nodes.push(node);
    }
    nodes
}

fn evidence_of(criteria: &Value) -> Value {
    let fitting = |criterion: &Value| json!({ "kind": criterion["kind"], "ref": criterion["ref"], "hash": "h1", "exit": 0, "by": "user", "planVersion": 1 });
    criteria.as_array().expect("a list").iter().map(fitting).collect()
}

fn world(dice: &mut Dice) -> Value {
    let mut world = json!({ "files": {}, "artifacts": {}, "unavailable": [] });
    for id in IDS {
        for (kind, name) in [("files", format!("{id}.txt")), ("artifacts", format!("art/{id}"))] {
            if dice.roll(8) > 0 {
                world[kind][&name] = json!(if dice.roll(6) > 0 { "h1" } else { "h2" });
            }
            if dice.roll(12) == 0 {
                world["unavailable"].as_array_mut().expect("a list").push(json!(name));
            }
        }
    }
    world["files"]["lib.h"] = json!(dice.one_of(&["l1", "l2"]));
    world
}

fn item(dice: &mut Dice, graph: &TaskGraph, id: &str) -> Value {
    let asked = graph.record(id).map(|node| node.done_when.plain()).unwrap_or(json!([]));
    let asked = asked.as_array().expect("a list").clone();
    let mut item = if asked.is_empty() || dice.roll(10) == 0 {
        json!({ "kind": dice.one_of(&["claim", "artifact", "test-exit"]), "ref": "other" })
    } else {
        let criterion = dice.one_of(&asked);
        json!({ "kind": criterion["kind"], "ref": criterion["ref"] })
    };
    if dice.often() {
        let fitting = json!({ "hash": "h1", "exit": 0, "by": "user", "planVersion": graph.head().plan_version });
        item.as_object_mut().expect("an object").extend(fitting.as_object().expect("an object").clone());
        if dice.seldom() {
            item["inputs"] = json!({ "lib.h": "l1" });
        }
        return item;
    }
    item["hash"] = json!(dice.one_of(&HASHES));
    item["exit"] = dice.one_of(&[json!(0), json!(0), json!(1), json!(true), json!("0")]).clone();
    item["ran"] = dice.one_of(&[json!(3), json!(null), json!(0)]).clone();
    item["by"] = json!(if dice.often() { "user" } else { "model" });
    item["planVersion"] = json!(if dice.often() { graph.head().plan_version } else { 7 });
    if dice.roll(3) == 0 {
        item["inputs"] = json!({ "lib.h": dice.one_of(&["l1", "l2"]) });
    }
    item
}

/// An id, more often than not of a task that stands as the event wants it.
fn aimed(dice: &mut Dice, graph: &TaskGraph, op: &str) -> String {
    let wanted: &[&str] = match op {
        "start" => return dice.one_of(&or_any(graph.ready(usize::MAX), graph)).clone(),
        "evidence" => &["running", "running", "unknown"],
        "finish" | "fail" | "stop" | "intent" | "ack" | "beat" | "step-done" => &["running"],
        "block" => &["pending", "running"],
        "unblock" => &["blocked"],
        "defer" => &["pending", "blocked", "failed"],
        "resume" => &["deferred"],
        "retry" => &["failed"],
        "reopen" => &["done"],
        "resolve" => &["unknown"],
        _ => &["pending", "failed", "done"],
    };
    let fitting = |status: Status| wanted.iter().any(|name| Status::of(name) == Some(status));
    let fitting = graph.records().filter(|node| fitting(node.status)).map(|node| node.id.clone()).collect();
    dice.one_of(&or_any(fitting, graph)).clone()
}

fn or_any(ids: Vec<String>, graph: &TaskGraph) -> Vec<String> {
    let all: Vec<String> = graph.records().map(|node| node.id.clone()).collect();
    [ids, all].into_iter().find(|ids| !ids.is_empty()).unwrap_or(vec!["ghost".to_owned()])
}

const OPS: [&str; 48] = [
    "add",
    "add",
    "link",
    "link",
    "unlink",
    "delete",
    "move",
    "move",
    "set-criteria",
    "plan-version",
    "fail",
    "stop",
    "block",
    "unblock",
    "unblock",
    "defer",
    "resume",
    "resume",
    "retry",
    "reopen",
    "resolve",
    "resolve",
    "intent",
    "ack",
    "beat",
    "step-done",
    "restart",
    "tick",
    "recover",
    "recover",
    "revalidate",
    "start",
    "start",
    "start",
    "start",
    "evidence",
    "evidence",
    "evidence",
    "evidence",
    "evidence",
    "evidence",
    "evidence",
    "finish",
    "finish",
    "finish",
    "finish",
    "finish",
    "finish",
];

fn event(dice: &mut Dice, graph: &TaskGraph) -> Value {
    let op = *dice.one_of(&OPS);
    let id = if dice.roll(16) > 0 { aimed(dice, graph, op) } else { dice.one_of(&IDS).to_string() };
    let known: Vec<String> = or_any(Vec::new(), graph);
    let other = dice.one_of(&known).clone();
    let who = *dice.one_of(&WHO);
    let more = match op {
        "add" => return newcomer(dice, graph),
        "link" => json!({ "dep": other }),
        "unlink" => {
            let deps = graph.record(&id).map(|node| node.depends_on.clone()).unwrap_or_default();
            json!({ "dep": if deps.is_empty() { other } else { dice.one_of(&deps).clone() } })
        }
        "delete" => json!({ "cascade": dice.seldom(), "relink": dice.often(), "by": who }),
        "move" => json!({ "parent": if dice.often() { json!(other) } else { json!(null) } }),
        "set-criteria" => json!({ "doneWhen": criteria(dice, &id) }),
        "plan-version" => return json!({ "op": op, "version": 1 + dice.roll(2) }),
        "fail" => json!({ "reason": "boom" }),
        "stop" | "ack" => json!({ "attempt": dice.roll(3) }),
        "block" => json!({ "by": who, "reason": "no key" }),
        "unblock" | "defer" => json!({ "by": who }),
        "resolve" => {
            let to = dice.one_of(&["pending", "failed", "done", "done", "running"]);
            json!({ "to": to, "by": if dice.often() { "user" } else { who } })
        }
        "beat" => json!({ "now": dice.roll(100) }),
        "restart" if dice.roll(8) > 0 => json!({ "session": dice.one_of(&["t1", "t2"]), "now": 80, "lease": 30 }),
        "tick" => json!({ "now": dice.roll(150), "lease": 90 }),
        "recover" | "revalidate" => json!({ "world": world(dice) }),
        "start" => json!({ "session": dice.one_of(&["t1", "t2"]), "now": dice.roll(100) }),
        "evidence" => json!({ "item": item(dice, graph, &id) }),
        _ => json!({}),
    };
    let mut event = json!({ "op": op, "id": id });
    event.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    event
}

fn newcomer(dice: &mut Dice, graph: &TaskGraph) -> Value {
    let id = format!("n{}", graph.head().starts + dice.roll(40) as u64);
    let id = if dice.roll(8) == 0 { dice.one_of(&["Not an id", "a", "b"]).to_string() } else { id };
    let mut node = node(dice, &id);
    if dice.often() {
        let known = or_any(Vec::new(), graph);
        let deps: Vec<&String> = (0..dice.roll(3)).map(|_| dice.one_of(&known)).collect();
        node["dependsOn"] = json!(deps);
        node["parent"] = json!((dice.roll(2) == 0).then(|| dice.one_of(&known)));
    }
    json!({ "op": "add", "node": node, "reopen": dice.seldom() })
}

fn hash_of(graph: &TaskGraph) -> u64 {
    let mut hasher = DefaultHasher::new();
    graph.hash(&mut hasher);
    hasher.finish()
}

/// Everything a host can see.
fn seen(graph: &TaskGraph) -> Value {
    json!({
        "nodes": graph.nodes().plain(), "ready": graph.ready(usize::MAX), "waiting": graph.waiting(),
        "progress": graph.progress().plain(), "todo": graph.todo().plain(), "first": graph.running_first(), "complete": graph.complete(),
    })
}

/// What the ledger keeps up to date is what the rules say of the stored tasks.
fn same_facts(graph: &TaskGraph, slow: &Slow, seed: u64) {
    for node in graph.nodes() {
        assert_eq!(node.status, slow.effective(&node.id), "seed {seed}: status of {}", node.id);
    }
    assert_eq!(graph.ready(usize::MAX), slow.ready(), "seed {seed}: ready");
    assert_eq!(graph.waiting(), slow.waiting().into_iter().collect(), "seed {seed}: waiting");
    let (done, total, percent, state) = slow.progress();
    let expected = json!({ "done": done, "total": total, "percent": percent, "state": state });
    assert_eq!(graph.progress().plain(), expected, "seed {seed}: progress");
    assert!(percent != Some(100) || done == total, "seed {seed}: 100 percent over an open required unit");
    let todo = graph.todo();
    assert_eq!(todo.is_some(), graph.running_first().is_some(), "seed {seed}");
    if let Some(todo) = todo {
        let in_progress = todo.items.iter().filter(|item| item.status.plain() == "in_progress").count();
        let done = todo.items.iter().filter(|item| item.status.plain() == "done").count();
        assert!(todo.items.len() <= 7, "seed {seed}: {todo:?}");
        assert_eq!(in_progress, usize::from(done < todo.items.len()), "seed {seed}: {todo:?}");
    }
}

fn walk(seed: u64, ruled: &mut std::collections::BTreeMap<String, usize>) {
    let mut dice = Dice(seed);
    let Ok(loaded) = TaskGraph::load(&list(&mut dice), &LoadOptions::default()) else { return };
    let mut graph = loaded.graph;
    let mut slow = Slow::of(&graph);
    same_facts(&graph, &slow, seed);
    let mut shown = (seen(&graph), hash_of(&graph));
    for _ in 0..EVENTS {
        let event = event(&mut dice, &graph);
        let typed = TaskEvent::parse(&event).expect("well-formed");
        let (before, slow_before) = (graph.clone(), slow.clone());
        let ruling = graph.apply_value(&event);
        assert_eq!(ruling, slow.apply(&typed), "seed {seed}: {event} on {}", before.plain());
        assert_eq!(Slow::of(&graph), slow, "seed {seed}: {event} on {}", before.plain());
        let now = (seen(&graph), hash_of(&graph));
        if ruling.is_err() {
            assert_eq!((&graph, &now), (&before, &shown), "seed {seed}: {event} was refused");
        } else {
            same_facts(&graph, &slow, seed);
            let stored = graph.plain();
            let read: TaskGraph = plangate::fit::read(&stored).expect("what was stored can be read");
            assert_eq!((&read, seen(&read), hash_of(&read)), (&graph, now.0.clone(), now.1), "seed {seed}: stored");
            assert_eq!(graph == before, slow == slow_before, "seed {seed}: equal exactly when the tasks are");
        }
        shown = now;
        let op = event["op"].as_str().unwrap_or_default();
        if op == "recover" && ruling.is_ok() {
            let once = graph.clone();
            graph.apply_value(&event).expect("accepted once");
            assert_eq!(graph, once, "seed {seed}: {event} twice");
        }
        *ruled.entry(format!("{op} {}", ruling.err().unwrap_or("ok"))).or_default() += 1;
    }
}

#[test]
fn random_events_do_what_the_rules_say() {
    let mut ruled = std::collections::BTreeMap::new();
    let seeds = std::env::var("PLANGATE_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(SEEDS);
    for seed in 0..seeds {
        walk(seed, &mut ruled);
    }
    println!("{ruled:#?}");
    // A walk that never gets anywhere would prove nothing.
    for expected in [
        "add E_CYCLE",
        "link E_CYCLE",
        "move E_CYCLE",
        "add E_PARENT_DONE",
        "move E_PARENT_DONE",
        "add ok",
        "link ok",
        "move ok",
        "delete ok",
        "delete E_HAS_DEPENDANTS",
        "finish ok",
        "finish E_EVIDENCE_MISMATCH",
        "finish E_DEPS_UNMET",
        "finish E_CHILDREN_OPEN",
        "resolve ok",
        "reopen ok",
        "recover ok",
        "start E_PARENT_HELD",
        "start E_CHILDREN_OPEN",
    ] {
        assert!(ruled.contains_key(expected), "no walk came to `{expected}`");
    }
}
