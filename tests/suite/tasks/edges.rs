//! Loops that edits would make, at sizes where the kept order has to move, and how little of the graph an edit looks at.

use plangate::plain::Plain;
use plangate::task::{LoadOptions, TaskEvent, TaskGraph};
use serde_json::{Value, json};

use super::random::Dice;
use super::slow::Slow;

const SEEDS: u64 = 12;
const EVENTS: usize = 200;

fn empty() -> TaskGraph {
    TaskGraph::load(&[], &LoadOptions::default()).expect("nothing is a sound list").graph
}

fn task(id: &str, depends_on: &[String], parent: Option<&String>) -> Value {
    let done_when = json!([{ "kind": "artifact", "ref": id }]);
    json!({ "id": id, "title": id, "dependsOn": depends_on, "parent": parent, "doneWhen": done_when })
}

fn chain(n: usize) -> TaskGraph {
    let id = |i: usize| format!("n{i:05}");
    let deps = |i: usize| if i == 0 { Vec::new() } else { vec![id(i - 1)] };
    let nodes: Vec<Value> = (0..n).map(|i| task(&id(i), &deps(i), None)).collect();
    TaskGraph::load(&nodes, &LoadOptions::default()).expect("a chain").graph
}

/// Only structure is edited here, so the ruling is "loop" exactly when the edit done anyway has one.
#[test]
fn a_random_edit_is_refused_exactly_when_it_makes_a_loop() {
    let (mut loops, mut edits) = (0, 0);
    for seed in 0..SEEDS {
        let mut dice = Dice(seed);
        let mut graph = empty();
        let mut slow = Slow::of(&graph);
        for n in 0..EVENTS {
            let mut known: Vec<String> = graph.records().map(|node| node.id.clone()).collect();
            known.push("none".into());
            let (id, other) = (dice.one_of(&known).clone(), dice.one_of(&known).clone());
            let event = match dice.roll(12) {
                0..=4 => {
                    let deps: Vec<String> = (0..dice.roll(3)).map(|_| dice.one_of(&known).clone()).collect();
                    let parent = (dice.roll(3) == 0).then_some(&other);
                    json!({ "op": "add", "node": task(&format!("t{n}"), &deps, parent) })
                }
                5..=8 => json!({ "op": "link", "id": id, "dep": other }),
                9 => json!({ "op": "unlink", "id": id, "dep": other }),
                10 => json!({ "op": "move", "id": id, "parent": if dice.seldom() { None } else { Some(other) } }),
                _ if dice.seldom() => json!({ "op": "delete", "id": id, "cascade": true, "relink": true }),
                _ => json!({ "op": "link", "id": other, "dep": id }),
            };
            let typed = TaskEvent::parse(&event).expect("well-formed");
            let ruling = graph.apply(&typed);
            assert_eq!(ruling, slow.apply(&typed), "seed {seed}: {event}");
            loops += usize::from(ruling == Err("E_CYCLE"));
            edits += usize::from(ruling.is_ok());
        }
        assert_eq!(Slow::of(&graph), slow, "seed {seed}");
    }
    assert!(loops > 100 && edits > 500, "{loops} loops, {edits} edits: too few to tell");
}

#[test]
fn an_edge_that_fits_the_order_costs_nothing_and_a_local_one_little() {
    let mut graph = chain(10_000);
    graph.apply_value(&json!({ "op": "link", "id": "n09999", "dep": "n00000" })).expect("it fits");
    assert_eq!(graph.stats().edge_visits, 0, "the order already says so");
    for id in ["x", "y"] {
        graph.apply_value(&json!({ "op": "add", "node": task(id, &[], None) })).expect("a free task");
    }
    graph.apply_value(&json!({ "op": "link", "id": "x", "dep": "y" })).expect("no loop");
    assert!(graph.stats().edge_visits < 10, "{:?}: two tasks beside the chain", graph.stats());
    let before = graph.stats().edge_visits;
    let refused = graph.apply_value(&json!({ "op": "link", "id": "n05000", "dep": "n05010" }));
    assert_eq!(refused, Err("E_CYCLE"));
    assert!(graph.stats().edge_visits - before < 100, "{:?}: ten tasks lie between", graph.stats());
}

#[test]
fn failing_blocking_and_deferring_look_at_the_neighbours_only() {
    let mut graph = chain(10_000);
    for event in [
        json!({ "op": "start", "id": "n00000" }),
        json!({ "op": "fail", "id": "n00000" }),
        json!({ "op": "defer", "id": "n00000" }),
        json!({ "op": "resume", "id": "n00000" }),
        json!({ "op": "block", "id": "n00000" }),
        json!({ "op": "unblock", "id": "n00000" }),
    ] {
        graph.apply_value(&event).expect("allowed");
    }
    assert_eq!(graph.stats().edge_visits, 0, "nothing became done, nothing has parts");
}

/// Each task comes in below the one before: the places between run out again and again.
#[test]
fn a_deep_nest_can_be_built_one_by_one_and_taken_apart() {
    let mut graph = empty();
    let id = |i: usize| format!("n{i:05}");
    for i in 0..1_500_usize {
        let parent = i.checked_sub(1).map(id);
        let event = json!({ "op": "add", "node": task(&id(i), &[], parent.as_ref()) });
        graph.apply_value(&event).expect("a nest has no loop");
    }
    assert_eq!(graph.ready(10), [id(1_499)]);
    let outermost_in_innermost = json!({ "op": "move", "id": id(0), "parent": id(1_499) });
    assert_eq!(graph.apply_value(&outermost_in_innermost), Err("E_PARENT_CYCLE"));
    assert_eq!(graph.apply_value(&json!({ "op": "link", "id": id(1_499), "dep": id(0) })), Err("E_CYCLE"));
    assert_eq!(graph.apply_value(&json!({ "op": "link", "id": id(0), "dep": id(1_499) })), Err("E_CYCLE"));
    let read: TaskGraph = plangate::fit::read(&graph.plain()).expect("its structure is sound");
    assert_eq!(read, graph);
    graph.apply_value(&json!({ "op": "delete", "id": id(0), "cascade": true })).expect("nobody waits for it");
    assert_eq!((graph.nodes().len(), graph.head().tombstones.len()), (0, 1_500));
    assert_eq!(graph.progress().plain()["state"], "empty");
}

#[test]
fn ten_thousand_parts_of_one_task_come_in_one_by_one() {
    let mut graph = empty();
    let top = "top".to_owned();
    graph.apply_value(&json!({ "op": "add", "node": task(&top, &[], None) })).expect("a task");
    graph.apply_value(&json!({ "op": "add", "node": task("next", std::slice::from_ref(&top), None) })).expect("a task");
    for i in 0..10_000 {
        let event = json!({ "op": "add", "node": task(&format!("n{i:05}"), &[], Some(&top)) });
        graph.apply_value(&event).expect("a part");
    }
    assert_eq!(graph.ready(usize::MAX).len(), 10_000);
    assert_eq!(graph.apply_value(&json!({ "op": "link", "id": "n00007", "dep": "next" })), Err("E_CYCLE"));
    assert!(graph.stats().edge_visits < 31_000, "{:?}: each part looks at its parent", graph.stats());
}

/// A look at every task would find the outermost too, though it has nothing to do with the one that was reopened.
#[test]
fn reopening_opens_what_depends_on_it_and_what_was_overtaken_before() {
    let mut graph = empty();
    let mut slow = Slow::of(&graph);
    let mut apply = |event: Value| {
        let typed = TaskEvent::parse(&event).expect("well-formed");
        assert_eq!(graph.apply(&typed), Ok(()), "{event}");
        assert_eq!(slow.apply(&typed), Ok(()), "{event}");
        assert_eq!(Slow::of(&graph), slow, "{event}");
        graph.clone()
    };
    let (outer, inner) = ("outer".to_owned(), "inner".to_owned());
    for node in [
        task("outer", &[], None),
        task("inner", &[], Some(&outer)),
        task("apart", &[], None),
        task("next", &["apart".to_owned()], None),
        task("part", &[], None),
        task("last", &["next".to_owned()], None),
    ] {
        apply(json!({ "op": "add", "node": node }));
    }
    for id in ["inner", "outer", "apart", "next", "last", "part"] {
        apply(json!({ "op": "start", "id": id }));
        apply(json!({ "op": "evidence", "id": id, "item": { "kind": "artifact", "ref": id, "hash": "h" } }));
        apply(json!({ "op": "finish", "id": id }));
    }
    apply(json!({ "op": "add", "node": task("late", &[], Some(&inner)), "reopen": true }));
    let graph = apply(json!({ "op": "reopen", "id": "apart", "reason": "again" }));
    let reasons: Vec<_> =
        graph.records().filter_map(|node| Some((node.id.as_str(), node.reason.as_deref()?))).collect();
    let expected = [
        ("apart", "again"),
        ("inner", "child-added"),
        ("last", "upstream-changed"),
        ("next", "upstream-changed"),
        ("outer", "child-changed"),
    ];
    assert_eq!(reasons, expected);
}
