//! Graphs made by the program itself: from a plan, from the next version of it, from a store. And what comes from
//! outside and is no event, no list, no task.

use plangate::plain::Plain;
use plangate::plan::{Criterion, EvidenceKind, Replay};
use plangate::task::{LoadOptions, NodeSpec, Status, TaskGraph};
use serde_json::{Value, json};

fn spec(id: &str, depends_on: &[&str]) -> NodeSpec {
    NodeSpec {
        id: id.into(),
        title: format!("Do {id}"),
        depends_on: depends_on.iter().map(|dep| (*dep).to_owned()).collect(),
        done_when: vec![Criterion { kind: EvidenceKind::Artifact, subject: id.into(), want: None }],
        replay: Replay::Safe,
        ..NodeSpec::default()
    }
}

fn done(graph: &mut TaskGraph, id: &str) {
    let item = json!({ "kind": "artifact", "ref": id, "hash": "h", "observedAt": 7, "command": "make" });
    for event in [
        json!({ "op": "start", "id": id }),
        json!({ "op": "evidence", "id": id, "item": item }),
        json!({ "op": "finish", "id": id }),
    ] {
        graph.apply_value(&event).expect("allowed");
    }
}

#[test]
fn the_next_version_keeps_what_was_done_and_no_id_comes_back() {
    let mut first =
        TaskGraph::from_specs(vec![spec("a", &[]), spec("b", &["a"]), spec("c", &["b"])], 1).expect("sound").graph;
    done(&mut first, "a");
    done(&mut first, "b");
    let mut changed = spec("b", &["a"]);
    changed.done_when = vec![Criterion { kind: EvidenceKind::Artifact, subject: "other".into(), want: None }];
    let next = first.next_version(vec![spec("a", &[]), changed, spec("d", &["b"])], 2).expect("sound");
    assert_eq!(next.repaired, ["b"], "its new proof is not there");
    let graph = next.graph;
    let statuses: Vec<Option<Status>> = ["a", "b", "c", "d"].iter().map(|id| graph.effective(id)).collect();
    assert_eq!(statuses, [Some(Status::Done), Some(Status::Unknown), None, Some(Status::Pending)]);
    assert_eq!(graph.record("a"), first.record("a"), "title, evidence, attempt");
    assert_eq!((graph.head().plan_version, graph.head().starts), (2, 2));
    let back = graph.next_version(vec![spec("c", &[])], 3).expect_err("`c` was used");
    assert_eq!((back.code, back.errors), ("E_ID_REUSED", vec![("c".to_owned(), "E_ID_REUSED")]));
    let looped = graph.next_version(vec![spec("a", &["d"]), spec("d", &["a"])], 3).expect_err("a loop");
    assert_eq!(looped.code, "E_CYCLE");
}

/// After a restart a task may be done because the wanted content is there, with no item of its own.
#[test]
fn what_the_world_has_proved_is_not_doubted_when_others_come_in() {
    let mut wanted = spec("a", &[]);
    wanted.done_when = vec![Criterion { kind: EvidenceKind::FileHash, subject: "x".into(), want: Some("w".into()) }];
    let specs = vec![wanted, spec("b", &["a"])];
    let mut graph = TaskGraph::from_specs(specs.clone(), 1).expect("sound").graph;
    for event in [
        json!({ "op": "start", "id": "a" }),
        json!({ "op": "restart" }),
        json!({ "op": "recover", "world": { "files": { "x": "w" } } }),
        json!({ "op": "load", "nodes": [{ "id": "c", "title": "C" }] }),
    ] {
        graph.apply_value(&event).expect("allowed");
        assert!(graph.record("a").is_some_and(|node| node.evidence.is_empty()));
    }
    assert_eq!(graph.effective("a"), Some(Status::Done));
    let next = graph.next_version(specs, 2).expect("sound");
    assert_eq!((next.repaired, next.graph.effective("a")), (Vec::new(), Some(Status::Done)));
}

#[test]
fn a_stored_graph_is_small_and_read_exactly_or_not_at_all() {
    let mut graph = TaskGraph::from_specs(vec![spec("a", &[]), spec("b", &["a"])], 1).expect("sound").graph;
    let fresh = json!({
        "head": { "planVersion": 1, "starts": 0 },
        "nodes": [
            { "id": "a", "title": "Do a", "doneWhen": [{ "kind": "artifact", "ref": "a" }], "replay": "safe" },
            { "id": "b", "title": "Do b", "dependsOn": ["a"], "doneWhen": [{ "kind": "artifact", "ref": "b" }], "replay": "safe" },
        ],
    });
    assert_eq!(graph.plain(), fresh, "what equals its default is left out");
    done(&mut graph, "a");
    let records = graph.records().cloned().collect();
    assert_eq!(TaskGraph::from_records(graph.head().clone(), records), Ok(graph));
    for (path, wrong) in [
        ("/nodes/1/dependsOn", json!(["b"])),
        ("/nodes/1/dependsOn", json!(["ghost"])),
        ("/nodes/1/status", json!("waiting")),
        ("/nodes/0/title", json!(" ")),
        ("/nodes/0/extra", json!(1)),
        ("/head/tombstones", json!(["a"])),
    ] {
        let mut torn = fresh.clone();
        let (parent, key) = path.rsplit_once('/').expect("a path");
        torn.pointer_mut(parent).and_then(Value::as_object_mut).expect("there").insert(key.into(), wrong.clone());
        assert!(plangate::fit::read::<TaskGraph>(&torn).is_err(), "{path} = {wrong}");
    }
}

#[test]
fn everything_about_one_task_is_shown_flat() {
    let mut graph = TaskGraph::from_specs(vec![spec("a", &[])], 1).expect("sound").graph;
    done(&mut graph, "a");
    let seen = graph.get("a").plain();
    let evidence = json!([{ "kind": "artifact", "ref": "a", "hash": "h", "observedAt": 7, "command": "make" }]);
    let expected = json!({
        "id": "a", "title": "Do a", "status": "done", "reason": null, "attempt": 1, "dependsOn": [], "parent": null,
        "optional": false, "evidence": evidence, "stored": "done", "doneWhen": [{ "kind": "artifact", "ref": "a" }],
        "replay": "safe", "steps": [], "blockedBy": null, "owner": null, "beat": 0, "intents": 0, "acks": 0,
        "stepsDone": 0, "startSeq": 1,
    });
    assert_eq!(seen, expected);
    assert_eq!(graph.get("b").plain(), Value::Null);
}

#[test]
fn what_is_no_event_is_refused_and_changes_nothing() {
    let mut graph = TaskGraph::from_specs(vec![spec("a", &[])], 1).expect("sound").graph;
    graph.apply_value(&json!({ "op": "start", "id": "a" })).expect("allowed");
    let before = graph.clone();
    for event in [
        json!(null),
        json!("start"),
        json!(["start", "a"]),
        json!({}),
        json!({ "op": "run", "id": "a" }),
        json!({ "op": "START", "id": "a" }),
        json!({ "op": 1, "id": "a" }),
        json!({ "op": "finish" }),
        json!({ "op": "finish", "id": 1 }),
        json!({ "op": "finish", "id": "a", "attempt": "1" }),
        json!({ "op": "finish", "id": "a", "attempt": -1 }),
        json!({ "op": "evidence", "id": "a" }),
        json!({ "op": "evidence", "id": "a", "item": ["artifact", "a", "h"] }),
        json!({ "op": "evidence", "id": "a", "item": { "kind": "artifact", "ref": "a", "hash": "h", "inputs": ["x"] } }),
        json!({ "op": "tick", "now": 1 }),
        json!({ "op": "tick", "now": "1", "lease": 1 }),
        json!({ "op": "move", "id": "a" }),
        json!({ "op": "set-criteria", "id": "a" }),
        json!({ "op": "set-criteria", "id": "a", "doneWhen": null }),
        json!({ "op": "plan-version", "version": 9_007_199_254_740_993_u64 }),
        json!({ "op": "beat", "id": "a", "now": -9_007_199_254_740_993_i64 }),
        json!({ "op": "recover" }),
        json!({ "op": "recover", "world": [] }),
        json!({ "op": "recover", "world": { "files": { "x": 1 } } }),
        json!({ "op": "plan-version", "version": 1.5 }),
        json!({ "op": "add" }),
        json!({ "op": "add", "node": ["b", "B"] }),
        json!({ "op": "add", "node": { "id": "b", "title": "B", "optional": "yes" } }),
        json!({ "op": "load", "nodes": [["b", "B"]] }),
        json!({ "op": "load", "nodes": { "id": "b" } }),
    ] {
        assert_eq!(graph.apply_value(&event), Err("E_BAD_EVENT"), "{event}");
        assert_eq!(graph, before, "{event}");
    }
}

#[test]
fn a_field_of_the_wrong_type_is_refused_by_its_own_code() {
    for (field, value, code) in [
        ("id", json!(5), "E_ID_INVALID"),
        ("title", json!(["x"]), "E_TITLE_EMPTY"),
        ("title", json!("\u{a0}\u{200b}"), "E_TITLE_EMPTY"),
        ("status", json!(5), "E_STATUS_UNKNOWN"),
        ("status", json!("waiting"), "E_STATUS_UNKNOWN"),
        ("parent", json!({}), "E_PARENT_MISSING"),
        ("dependsOn", json!("b"), "E_DEP_MISSING"),
        ("dependsOn", json!([5]), "E_DEP_MISSING"),
        ("doneWhen", json!("tests pass"), "E_EVIDENCE_KIND"),
        ("doneWhen", json!(["tests pass"]), "E_EVIDENCE_KIND"),
        ("doneWhen", json!([{ "ref": "x" }]), "E_EVIDENCE_KIND"),
        ("doneWhen", json!([{ "kind": "artifact", "ref": 5 }]), "E_BAD_EVENT"),
        ("optional", json!("yes"), "E_BAD_EVENT"),
        ("replay", json!("maybe"), "E_BAD_EVENT"),
        ("steps", json!([1]), "E_BAD_EVENT"),
        ("attempt", json!(-1), "E_BAD_EVENT"),
    ] {
        let mut node = json!({ "id": "a", "title": "A", "doneWhen": [{ "kind": "artifact", "ref": "a" }] });
        node.as_object_mut().expect("an object").insert(field.into(), value.clone());
        let refused = TaskGraph::load(&[node], &LoadOptions::default()).expect_err("faulty");
        assert_eq!(refused.errors.iter().map(|(_, code)| *code).collect::<Vec<_>>(), [code], "{field} = {value}");
    }
    let refused = TaskGraph::load(&[json!(["a", "A"]), json!(7)], &LoadOptions::default()).expect_err("no tasks");
    assert_eq!(refused.errors, [(String::new(), "E_BAD_EVENT")]);
}

#[test]
fn stored_items_that_are_none_prove_nothing() {
    for evidence in [
        json!("h"),
        json!(["h"]),
        json!([{ "kind": "claim", "ref": "t", "exit": 0 }]),
        json!([{ "kind": "test-exit", "exit": 0 }]),
        json!([{ "kind": "test-exit", "ref": "t", "exit": "0" }]),
        json!([{ "kind": "test-exit", "ref": "t", "exit": 0.5 }]),
        json!([{ "kind": "test-exit", "ref": "t", "exit": 0, "ran": "many" }]),
        json!([{ "kind": "test-exit", "ref": "t", "exit": 0 }, { "kind": "test-exit", "ref": "t", "exit": 1 }]),
    ] {
        let node = json!({
            "id": "a", "title": "A", "status": "done", "doneWhen": [{ "kind": "test-exit", "ref": "t" }], "evidence": evidence,
        });
        let loaded = TaskGraph::load(&[node], &LoadOptions::default()).expect("sound");
        assert_eq!(loaded.repaired, ["a"], "{evidence}");
        assert_eq!(loaded.graph.effective("a"), Some(Status::Unknown), "{evidence}");
    }
}
