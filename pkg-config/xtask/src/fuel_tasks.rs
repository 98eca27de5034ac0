//! How many instructions the shipped module spends on one event of a task graph: about as many in a large graph as in a small
//! one.
//!
//! From the event's text to the ruling, the way the package goes. Source: the task rules, section 8.1.

use serde_json::{Value, json};
use wasmi::Val;

use crate::{
    check::Tally,
    machine::{Machine, Shipped, note, number},
    run::{self, Outcome},
};

/// Tasks of the small graph and of the large one; layers of two have about twice as many dependencies.
const SIZES: [usize; 2] = [100, 10_000];
/// What an event may cost in the large one, as a share of what it costs in the small one.
const GROWTH_MAX: f64 = 2.0;
/// Each event is counted on so many tasks.
const ROUNDS: usize = 8;

/// A name, and the tasks of a graph of a size.
type Shape = (&'static str, fn(usize) -> Vec<Value>);

/// Every shape that is counted.
const SHAPES: &[Shape] = &[("layers", layers), ("fan", fan)];

fn id(place: usize) -> String {
    format!("n{place:05}")
}

fn task(place: usize, depends_on: &[usize], status: &str) -> Value {
    let depends_on: Vec<String> = depends_on.iter().map(|&place| id(place)).collect();
    let proof = json!({ "kind": "artifact", "ref": "app", "hash": "h" });
    json!({
        "id": id(place), "title": "A task", "dependsOn": depends_on, "status": status, "steps": ["One", "Two", "Three"],
        "doneWhen": [{ "kind": "artifact", "ref": "app" }], "evidence": if status == "done" { vec![proof] } else { vec![] },
        "startSeq": if status == "running" { place } else { 0 },
    })
}

/// Two wide, each on both before; the first half is done.
fn layers(tasks: usize) -> Vec<Value> {
    let of = |place: usize| match place / 2 * 2 {
        0 => task(place, &[], "done"),
        layer => task(place, &[layer - 2, layer - 1], if place < tasks / 2 { "done" } else { "pending" }),
    };
    (0..tasks).map(of).collect()
}

/// All on the first, which is done; half of them can be started, half of them run.
fn fan(tasks: usize) -> Vec<Value> {
    let of = |place: usize| match place {
        0 => task(place, &[], "done"),
        _ => task(place, &[0], if place.is_multiple_of(2) { "pending" } else { "running" }),
    };
    (0..tasks).map(of).collect()
}

/// What is done with the task at `place`, which can be started; a task further on waits.
fn events(place: usize, tasks: usize, round: usize) -> Vec<(&'static str, Value)> {
    let (here, later, new) = (id(place), id(tasks - 1 - round), format!("z{round:05}"));
    let item = json!({ "kind": "artifact", "ref": "app", "hash": "h" });
    let node =
        json!({ "id": new, "title": "New", "dependsOn": [here], "doneWhen": [{ "kind": "artifact", "ref": "x" }] });
    let part = json!({ "id": format!("y{round:05}"), "title": "New", "parent": new, "doneWhen": node["doneWhen"] });
    let alone = json!({ "id": format!("x{round:05}"), "title": "New", "doneWhen": node["doneWhen"] });
    vec![
        ("start", json!({ "op": "start", "id": here, "session": "s", "now": 1 })),
        ("fail", json!({ "op": "fail", "id": here, "reason": "no" })),
        ("retry", json!({ "op": "retry", "id": here })),
        ("start", json!({ "op": "start", "id": here, "session": "s", "now": 2 })),
        ("stop", json!({ "op": "stop", "id": here })),
        ("block", json!({ "op": "block", "id": here, "by": "user", "reason": "no" })),
        ("unblock", json!({ "op": "unblock", "id": here, "by": "user" })),
        ("defer", json!({ "op": "defer", "id": here })),
        ("resume", json!({ "op": "resume", "id": here })),
        ("start", json!({ "op": "start", "id": here, "session": "s", "now": 3 })),
        ("beat", json!({ "op": "beat", "id": here, "now": 4 })),
        ("intent", json!({ "op": "intent", "id": here })),
        ("ack", json!({ "op": "ack", "id": here })),
        ("step-done", json!({ "op": "step-done", "id": here })),
        ("evidence", json!({ "op": "evidence", "id": here, "item": item })),
        ("finish", json!({ "op": "finish", "id": here })),
        ("reopen", json!({ "op": "reopen", "id": here })),
        ("start", json!({ "op": "start", "id": here, "session": "s", "now": 5 })),
        ("evidence", json!({ "op": "evidence", "id": here, "item": item })),
        ("finish", json!({ "op": "finish", "id": here })),
        // These fit the order: nothing has to move for them.
        ("add", json!({ "op": "add", "node": node })),
        ("add below another", json!({ "op": "add", "node": part })),
        ("link", json!({ "op": "link", "id": new, "dep": later })),
        ("unlink", json!({ "op": "unlink", "id": new, "dep": later })),
        ("unlink from one that many may wait for", json!({ "op": "unlink", "id": new, "dep": here })),
        ("add on its own", json!({ "op": "add", "node": alone })),
        // Two that stand side by side change places.
        ("link against the order", json!({ "op": "link", "id": new, "dep": alone["id"] })),
        ("link in a circle", json!({ "op": "link", "id": alone["id"], "dep": new })),
        ("delete", json!({ "op": "delete", "id": part["id"] })),
    ]
}

/// A graph in a module of its own.
struct Graph {
    machine: Machine,
    at: Val,
}

impl Graph {
    fn load(shipped: &Shipped, nodes: &[Value]) -> Outcome<Self> {
        let mut machine = shipped.start()?;
        let (made, _) = machine.call("tasks_new", &[])?;
        let at = Val::I32(number(&made)?);
        let mut graph = Self { machine, at };
        let none: [&str; 0] = [];
        let (verdict, _) = graph.ask("tasks_load", &json!([nodes, 1, none]).to_string())?;
        match verdict {
            Some(verdict) if verdict.starts_with("{\"ok\":true") => Ok(graph),
            refused => Err(format!("the list was not taken: {refused:?}")),
        }
    }

    /// What a function of the graph says to a text, and the fuel that it burned.
    fn ask(&mut self, name: &str, text: &str) -> Outcome<(Option<String>, u64)> {
        let [at, length] = self.machine.text(text)?;
        let (answer, fuel) = self.machine.call(name, &[self.at.clone(), at, length])?;
        Ok((self.machine.read(&answer)?, fuel))
    }

    fn ready(&mut self, most: f64) -> Outcome<(Vec<String>, u64)> {
        let (answer, fuel) = self.machine.call("tasks_ready", &[self.at.clone(), Val::F64(most.into())])?;
        let ids = self.machine.read(&answer)?.unwrap_or_default();
        Ok((ids.lines().map(str::to_owned).collect(), fuel))
    }
}

/// Fuel of an event by its kind, the mean over some tasks; in the order in which they come.
fn burned(shipped: &Shipped, nodes: &[Value]) -> Outcome<Vec<(&'static str, u64)>> {
    let mut graph = Graph::load(shipped, nodes)?;
    let mut sums: Vec<(&'static str, [u64; 2])> = Vec::new();
    let mut add = |name: &'static str, fuel: u64| match sums.iter_mut().find(|(known, _)| *known == name) {
        Some((_, [sum, times])) => (*sum, *times) = (*sum + fuel, *times + 1),
        None => sums.push((name, [fuel, 1])),
    };
    for round in 0..ROUNDS {
        let (ready, fuel) = graph.ready(10.0)?;
        add("ready(10)", fuel);
        let first = ready.first().ok_or("nothing can be started")?;
        add("get", graph.ask("tasks_get", first)?.1);
        let place = first.trim_start_matches('n').parse().map_err(|_| format!("`{first}` is no id of the list"))?;
        for (name, event) in events(place, nodes.len(), round) {
            let (refusal, fuel) = graph.ask("tasks_apply", &event.to_string())?;
            let expected = if name == "link in a circle" { Some("E_CYCLE") } else { None };
            if refusal.as_deref() != expected {
                return Err(format!("{event}: {refusal:?}"));
            }
            add(name, fuel);
        }
    }
    Ok(sums.into_iter().map(|(name, [sum, times])| (name, sum / times)).collect())
}

/// Counts each kind of event in both sizes of each graph.
pub fn check() -> Outcome<Tally> {
    let shipped = Shipped::open()?;
    let mut faults = Vec::new();
    let mut passed = 0;
    for (graph, made) in SHAPES {
        let [small, large] = SIZES.map(|tasks| burned(&shipped, &made(tasks)));
        run::say(&format!("   {graph} of {} and of {} tasks, instructions an event:", SIZES[0], SIZES[1]));
        for ((name, one), (_, other)) in small?.into_iter().zip(large?) {
            let growth = other as f64 / one as f64;
            let line = format!("{name}: {one} and {other}, {growth:.2} times as many");
            note(&mut faults, line, growth <= GROWTH_MAX);
            passed += 1;
        }
    }
    if faults.is_empty() { Ok(Tally { passed, failed: 0 }) } else { Err(faults.join("\n")) }
}
