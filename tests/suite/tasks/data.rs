//! One line of data = one graph, a row of events, what is expected of both.

use std::collections::BTreeMap;
use std::time::Instant;

use plangate::plain::Plain;
use plangate::task::{LoadError, LoadOptions, Loaded, TaskGraph};
use serde_json::{Map, Value, json};

const LINES: &str = include_str!("../../data/tasks.jsonl");
const MORE: &str = include_str!("../../data/tasks-more.jsonl");

#[test]
fn every_line_comes_out_as_expected() {
    all_of(LINES, 127);
    all_of(MORE, 58);
}

fn all_of(lines: &str, count: usize) {
    let mut wrong = Vec::new();
    let mut played = 0;
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        played += 1;
        if let Err(what) = check(&case) {
            wrong.push(format!("{}: {what}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {played} lines:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(played, count, "lines are added, never lost");
}

fn check(case: &Value) -> Result<(), String> {
    let expect = case["expect"].as_object().expect("an object");
    let loaded = load(&case["given"]);
    let mut seen = Map::new();
    seen.insert("load".into(), load_seen(&loaded));
    if let Ok(loaded) = loaded {
        let mut graph = loaded.graph;
        let mut outputs = Vec::new();
        let results: Vec<Value> = case["events"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|event| json!(play(&mut graph, event, &mut outputs).err().unwrap_or("ok")))
            .collect();
        seen.insert("results".into(), json!(results));
        seen.insert("outputs".into(), json!(outputs));
        look(&graph, &mut seen);
        let visits = outputs.last().map_or(Value::Null, |output| output["edgeVisits"].clone());
        if let Some(most) = expect.get("edgeVisitsAtMost")
            && !(visits.is_u64() && visits.as_u64() <= most.as_u64())
        {
            return Err(format!("{visits} edge visits, at most {most} expected"));
        }
    }
    for (key, value) in expect.iter().filter(|(key, _)| *key != "edgeVisitsAtMost") {
        let got = seen.get(key).unwrap_or(&Value::Null);
        if !matches(value, got) {
            return Err(format!("{key}: expected {value}, got {got}"));
        }
    }
    Ok(())
}

/// Objects by subset, lists by length and order.
fn matches(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            expected.iter().all(|(key, value)| got.get(key).is_some_and(|got| matches(value, got)))
        }
        (Value::Array(expected), Value::Array(got)) => {
            expected.len() == got.len() && expected.iter().zip(got).all(|(expected, got)| matches(expected, got))
        }
        _ => expected == got,
    }
}

fn look(graph: &TaskGraph, seen: &mut Map<String, Value>) {
    let nodes = graph.nodes().plain();
    let nodes = nodes.as_array().expect("a list");
    for (key, field) in [("status", "status"), ("reason", "reason"), ("attempt", "attempt"), ("deps", "dependsOn")] {
        let by_id: Map<String, Value> =
            nodes.iter().map(|node| (node["id"].as_str().expect("a text").to_owned(), node[field].clone())).collect();
        seen.insert(key.into(), Value::Object(by_id));
    }
    seen.insert("ids".into(), nodes.iter().map(|node| node["id"].clone()).collect());
    seen.insert("ready".into(), json!(graph.ready(usize::MAX)));
    // A line names all that waits: an id too many is as wrong as one too few.
    seen.insert("waiting".into(), json!(graph.waiting()));
    seen.insert("progress".into(), graph.progress().plain());
    seen.insert("todo".into(), graph.todo().plain());
}

fn load_seen(loaded: &Result<Loaded, LoadError>) -> Value {
    match loaded {
        Ok(loaded) => json!({ "ok": true, "repaired": loaded.repaired }),
        Err(error) => json!({ "ok": false, "code": error.code, "errors": error.errors }),
    }
}

fn load(given: &Value) -> Result<Loaded, LoadError> {
    let mut nodes = match given.get("gen") {
        Some(wanted) => generated(wanted),
        None => given["nodes"].as_array().expect("nodes or gen").clone(),
    };
    expand(&mut nodes);
    let texts = |value: &Value| {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    let options = LoadOptions {
        plan_version: given.get("planVersion").and_then(Value::as_u64).unwrap_or(1),
        tombstones: texts(&given["tombstones"]),
    };
    TaskGraph::load(&nodes, &options)
}

/// Omitted title = id; omitted criteria = one artifact for what is no parent in the same list.
fn expand(nodes: &mut [Value]) {
    let parents: Vec<Value> = nodes.iter().map(|node| node["parent"].clone()).filter(|id| !id.is_null()).collect();
    let parents: std::collections::BTreeSet<&str> = parents.iter().filter_map(Value::as_str).collect();
    for node in nodes {
        let Some(id) = node["id"].as_str().map(str::to_owned) else { continue };
        let fields = node.as_object_mut().expect("an object");
        fields.entry("title").or_insert_with(|| json!(id));
        let artifact = || json!([{ "kind": "artifact", "ref": format!("art/{id}") }]);
        fields.entry("doneWhen").or_insert_with(|| if parents.contains(id.as_str()) { json!([]) } else { artifact() });
    }
}

fn generated(wanted: &Value) -> Vec<Value> {
    let n = wanted["n"].as_u64().expect("a number");
    let width = wanted.get("width").and_then(Value::as_u64).unwrap_or(1);
    let id = |i: u64| format!("n{i:05}");
    let node = |i: u64| match wanted["kind"].as_str().expect("a text") {
        "chain" if i > 0 => json!({ "id": id(i), "dependsOn": [id(i - 1)] }),
        "fan" if i > 0 => json!({ "id": id(i), "dependsOn": [id(0)] }),
        "join" if i == n - 1 => json!({ "id": id(i), "dependsOn": (0..i).map(id).collect::<Vec<_>>() }),
        "layers" if i >= width => {
            let layer = i / width * width;
            json!({ "id": id(i), "dependsOn": (layer - width..layer).map(id).collect::<Vec<_>>() })
        }
        "nest" if i > 0 => json!({ "id": id(i), "parent": id(i - 1) }),
        "loop" => json!({ "id": id(i), "dependsOn": [id((i + n - 1) % n)] }),
        "chain" | "fan" | "join" | "layers" | "nest" => json!({ "id": id(i) }),
        other => panic!("no generator `{other}`"),
    };
    (0..n).map(node).collect()
}

fn play(graph: &mut TaskGraph, event: &Value, outputs: &mut Vec<Value>) -> Result<(), &'static str> {
    match event["op"].as_str() {
        Some("do") => prove(graph, event["id"].as_str().unwrap_or_default(), event.get("inputs")),
        Some("run-all") => {
            let before = graph.stats().edge_visits;
            let mut ran = 0;
            while let Some(id) = graph.ready(1).pop() {
                prove(graph, &id, None)?;
                ran += 1;
            }
            outputs.push(json!({ "ran": ran, "edgeVisits": graph.stats().edge_visits - before }));
            Ok(())
        }
        Some("load") => {
            let mut event = event.clone();
            expand(event["nodes"].as_array_mut().expect("a list"));
            graph.apply_value(&event)
        }
        Some("add") => {
            let mut event = event.clone();
            expand(std::slice::from_mut(&mut event["node"]));
            graph.apply_value(&event)
        }
        _ => graph.apply_value(event),
    }
}

/// Starts a task, gives it fitting evidence for each criterion, and finishes it.
fn prove(graph: &mut TaskGraph, id: &str, inputs: Option<&Value>) -> Result<(), &'static str> {
    graph.apply_value(&json!({ "op": "start", "id": id }))?;
    let asked = graph.record(id).map(|node| node.done_when.clone()).unwrap_or_default();
    let version = graph.head().plan_version;
    for criterion in asked {
        let mut item = json!({ "kind": criterion.kind.plain(), "ref": criterion.subject });
        let fitting = match item["kind"].as_str() {
            Some("test-exit") => json!({ "exit": 0, "ran": 1 }),
            Some("approval") => json!({ "by": "user", "planVersion": version }),
            _ => json!({ "hash": criterion.want.unwrap_or_else(|| format!("h-{id}")) }),
        };
        let fields = item.as_object_mut().expect("an object");
        fields.extend(fitting.as_object().expect("an object").clone());
        if let Some(inputs) = inputs {
            fields.insert("inputs".into(), inputs.clone());
        }
        graph.apply_value(&json!({ "op": "evidence", "id": id, "item": item }))?;
    }
    graph.apply_value(&json!({ "op": "finish", "id": id }))
}

/// Prints how long 10,000 tasks take; what is asserted is that each edge is looked at once.
#[test]
fn ten_thousand_tasks_touch_each_edge_once() {
    let mut shown = BTreeMap::new();
    // A nest: its one task is begun and done, and both go up to the outermost.
    for (kind, n, width, ran, edges) in [
        ("chain", 10_000, 1, 10_000, 9_999),
        ("fan", 10_000, 1, 10_000, 9_999),
        ("join", 10_000, 1, 10_000, 9_999),
        ("layers", 10_000, 2, 10_000, 19_996),
        ("nest", 10_000, 1, 1, 19_998),
    ] {
        let mut nodes = generated(&json!({ "kind": kind, "n": n, "width": width }));
        expand(&mut nodes);
        let begun = Instant::now();
        let loaded = TaskGraph::load(&nodes, &LoadOptions::default()).expect("a sound list");
        let load_ms = begun.elapsed().as_millis();
        let mut graph = loaded.graph;
        let mut outputs = Vec::new();
        let begun = Instant::now();
        play(&mut graph, &json!({ "op": "run-all" }), &mut outputs).expect("all can be run");
        shown.insert(kind, (load_ms, begun.elapsed().as_millis()));
        assert_eq!(outputs, [json!({ "ran": ran, "edgeVisits": edges })], "{kind}");
    }
    println!("ms to load and to run 10,000 tasks: {shown:?}");
}
