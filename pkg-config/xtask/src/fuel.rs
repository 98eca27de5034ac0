//! How many instructions the shipped module spends on hostile answers: counted, not timed, so the same on every machine.
//!
//! Runs the bytes that are shipped, in an interpreter that burns fuel. What the module imports from JavaScript is stubbed: the
//! way of a planner's answer needs none of it, for it comes as bytes and goes as one text. Source: the fence rules, P6.

use std::{fs, iter};

use wasmi::{Caller, Config, Engine, Extern, ExternType, Func, Instance, Linker, Module, Nullable, Store, Val};

use crate::{
    build,
    check::Tally,
    run::{self, Outcome},
};

/// Bytes of the shorter answer in a usual run; the longer one has twice as many.
const SIZE: usize = 100_000;
/// And in a long one.
const SIZE_FULL: usize = 1_000_000;
/// What the longer one may cost, as a share of the shorter one.
const GROWTH_MAX: f64 = 2.2;
/// More than any of these answers may burn.
const FUEL: u64 = 1 << 40;

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
    let bytes = fs::read(build::wasm()).map_err(|error| error.to_string())?;
    let mut config = Config::default();
    config.consume_fuel(true);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, &bytes).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    let (short, long) = (shapes(size), shapes(2 * size));
    for ((name, short), (_, long)) in iter::zip(&short, &long) {
        let (one, two) = (burned(&engine, &module, short)?, burned(&engine, &module, long)?);
        let growth = two as f64 / one as f64;
        run::say(&format!(
            "   {name}: {:.0} a byte, {growth:.2} times as many for twice the bytes",
            one as f64 / short.len() as f64
        ));
        if growth > GROWTH_MAX {
            faults.push(format!("{name}: {one} instructions, {two} for twice the bytes"));
        }
    }
    if faults.is_empty() { Ok(Tally { passed: short.len() as u64, failed: 0 }) } else { Err(faults.join("\n")) }
}

/// Fuel that a fresh module burns on one answer.
fn burned(engine: &Engine, module: &Module, answer: &str) -> Outcome<u64> {
    let mut store = Store::new(engine, ());
    store.set_fuel(FUEL).map_err(|error| error.to_string())?;
    let mut linker = <Linker<()>>::new(engine);
    for import in module.imports() {
        let ExternType::Func(kind) = import.ty() else {
            return Err(format!("the module imports `{}`, which is no function", import.name()));
        };
        // OK because results are zero or null already.
        let stub = Func::new(&mut store, kind.clone(), |_: Caller<()>, _: &[Val], _: &mut [Val]| Ok(()));
        linker.define(import.module(), import.name(), stub).map_err(|error| error.to_string())?;
    }
    let instance = linker.instantiate_and_start(&mut store, module).map_err(|error| error.to_string())?;
    let length = i32::try_from(answer.len()).map_err(|error| error.to_string())?;
    let at = call(&mut store, &instance, "__wbindgen_malloc", &[Val::I32(length), Val::I32(1)])?;
    let memory = instance.get_memory(&store, "memory").ok_or("the module has no memory")?;
    memory.write(&mut store, at as usize, answer.as_bytes()).map_err(|error| error.to_string())?;
    let before = store.get_fuel().map_err(|error| error.to_string())?;
    // The answer as bytes, no second look at it, and an empty list of texts that the planner has read.
    let words = [Val::I32(at), Val::I32(length), Val::ExternRef(Nullable::Null), Val::I32(4), Val::I32(0)];
    let result = call(&mut store, &instance, "parse_planner_output", &words)?;
    let after = store.get_fuel().map_err(|error| error.to_string())?;
    let mut start = [0; 9];
    memory.read(&store, result as usize, &mut start).map_err(|error| error.to_string())?;
    if &start != b"{\"kind\":\"" {
        return Err("the module did not answer with a result".to_owned());
    }
    Ok(before - after)
}

/// The first result of an exported function.
fn call(store: &mut Store<()>, instance: &Instance, name: &str, words: &[Val]) -> Outcome<i32> {
    let Some(Extern::Func(function)) = instance.get_export(&*store, name) else {
        return Err(format!("the module exports no `{name}`"));
    };
    let mut results = vec![Val::I32(0); function.ty(&*store).results().len()];
    function.call(&mut *store, words, &mut results).map_err(|error| format!("{name}: {error}"))?;
    results.first().and_then(Val::i32).ok_or_else(|| format!("`{name}` gave no number"))
}
