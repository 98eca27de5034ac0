//! How many instructions the shipped module spends on hostile answers: counted, not timed, so the same on every machine.
//!
//! The way of a planner's answer needs nothing of JavaScript: it comes as bytes and goes as one text. Source: the fence
//! rules, P6.

use std::iter;

use wasmi::{Nullable, Val};

use crate::{
    check::Tally,
    machine::{Shipped, note},
    run::Outcome,
};

/// Bytes of the shorter answer in a usual run; the longer one has twice as many.
const SIZE: usize = 100_000;
/// And in a long one.
const SIZE_FULL: usize = 1_000_000;
/// What the longer one may cost, as a share of the shorter one.
const GROWTH_MAX: f64 = 2.2;

/// Answers of about `size` bytes that a careless reader is slow on.
fn shapes(size: usize) -> Vec<(&'static str, String)> {
    let times = |part: &str| part.repeat(size / part.len());
    let plan = |inside: String| format!("```plan\n{inside}\n```");
    let string = |inside: String| plan(format!("{{'title': \"T\", \"steps\": [{{\"action\": \"{inside}\"}}]}}"));
    vec![
        ("plan fences", times("```plan\n{}\n```\n")),
        ("open strings", times("```plan\n{\"a\": \"x\n```\n```\n```\n```\n```\n```\n```\n```\n```\n```\n")),
        ("quotes in a string", string(times("\""))),
        ("quotes before comments", string(times("x\"\n# y\" "))),
        ("quotes and commas", string(format!("{}\n{}", times("\"#"), times("\n,")))),
        ("open block comments", plan(times("/*"))),
        ("long keys", plan(format!("{{{}", times("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")))),
        ("reasoning closes", times("</think> ")),
        ("quoting tags", times("<user>\n")),
        ("list markers", times("- ")),
        ("many steps", plan(format!("{{'steps': [{}]}}", times("{\"action\": \"a\"},")))),
        ("runs of backticks", times("`")),
    ]
}

/// Counts each shape at both sizes of a usual run.
pub fn check() -> Outcome<Tally> {
    count(SIZE)
}

/// The same with answers of 1 MB and 2 MB.
pub fn check_full() -> Outcome<Tally> {
    count(SIZE_FULL)
}

fn count(size: usize) -> Outcome<Tally> {
    let shipped = Shipped::open()?;
    let mut faults = Vec::new();
    let (short, long) = (shapes(size), shapes(2 * size));
    for ((name, short), (_, long)) in iter::zip(&short, &long) {
        let (one, two) = (burned(&shipped, short)?, burned(&shipped, long)?);
        let growth = two as f64 / one as f64;
        let each = one as f64 / short.len() as f64;
        let line = format!("{name}: {each:.0} a byte, {growth:.2} times as many for twice the bytes");
        note(&mut faults, line, growth <= GROWTH_MAX);
    }
    if faults.is_empty() { Ok(Tally { passed: short.len() as u64, failed: 0 }) } else { Err(faults.join("\n")) }
}

/// Fuel that a fresh module burns on one answer.
fn burned(shipped: &Shipped, answer: &str) -> Outcome<u64> {
    let mut machine = shipped.start()?;
    let [at, length] = machine.text(answer)?;
    // The answer as bytes, no second look at it, and an empty list of texts that the planner has read.
    let words = [at, length, Val::ExternRef(Nullable::Null), Val::I32(4), Val::I32(0)];
    let (result, fuel) = machine.call("parse_planner_output", &words)?;
    let answered = machine.read(&result)?.is_some_and(|result| result.starts_with("{\"kind\":\""));
    if answered { Ok(fuel) } else { Err("the module did not answer with a result".to_owned()) }
}
