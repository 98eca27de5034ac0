//! The shipped module in an interpreter that burns fuel: instructions are counted, not timed, so the same on every machine.
//!
//! What the module imports from JavaScript is stubbed, so only what comes as text and goes as text or number can be called.

use std::fs;

use wasmi::{Caller, Config, Engine, Extern, ExternType, Func, Instance, Linker, Module, Store, Val};

use crate::{
    build,
    run::{Outcome, say},
};

/// More than anything that is counted here may burn.
const FUEL: u64 = 1 << 40;

/// The module as it is shipped, compiled once.
pub struct Shipped {
    engine: Engine,
    module: Module,
}

impl Shipped {
    /// Reads what was built.
    pub fn open() -> Outcome<Self> {
        let bytes = fs::read(build::wasm()).map_err(told)?;
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, &bytes).map_err(told)?;
        Ok(Self { engine, module })
    }

    /// A fresh instance of it.
    pub fn start(&self) -> Outcome<Machine> {
        let mut store = Store::new(&self.engine, ());
        store.set_fuel(FUEL).map_err(told)?;
        let mut linker = <Linker<()>>::new(&self.engine);
        for import in self.module.imports() {
            let ExternType::Func(kind) = import.ty() else {
                return Err(format!("the module imports `{}`, which is no function", import.name()));
            };
            // OK because results are zero or null already.
            let stub = Func::new(&mut store, kind.clone(), |_: Caller<()>, _: &[Val], _: &mut [Val]| Ok(()));
            linker.define(import.module(), import.name(), stub).map_err(told)?;
        }
        let instance = linker.instantiate_and_start(&mut store, &self.module).map_err(told)?;
        Ok(Machine { store, instance })
    }
}

/// An instance of the module.
pub struct Machine {
    store: Store<()>,
    instance: Instance,
}

impl Machine {
    /// Fuel that is left.
    fn fuel(&self) -> Outcome<u64> {
        self.store.get_fuel().map_err(told)
    }

    /// Puts a text into the module's memory: where, and how long. The function it is handed to frees it.
    pub fn text(&mut self, text: &str) -> Outcome<[Val; 2]> {
        let length = i32::try_from(text.len()).map_err(told)?;
        let (at, _) = self.call("__wbindgen_malloc", &[Val::I32(length), Val::I32(1)])?;
        let at = number(&at)?;
        let memory = self.instance.get_memory(&self.store, "memory").ok_or("the module has no memory")?;
        memory.write(&mut self.store, at as usize, text.as_bytes()).map_err(told)?;
        Ok([Val::I32(at), Val::I32(length)])
    }

    /// Reads a text that the module has answered with; nothing where it has answered with none.
    pub fn read(&self, answer: &[Val]) -> Outcome<Option<String>> {
        let (Some(Val::I32(at)), Some(Val::I32(length))) = (answer.first(), answer.get(1)) else {
            return Err("the module did not answer with a text".to_owned());
        };
        if *at == 0 {
            return Ok(None);
        }
        let mut bytes = vec![0; *length as usize];
        let memory = self.instance.get_memory(&self.store, "memory").ok_or("the module has no memory")?;
        memory.read(&self.store, *at as usize, &mut bytes).map_err(told)?;
        String::from_utf8(bytes).map(Some).map_err(told)
    }

    /// The results of an exported function, and the fuel it has burned.
    pub fn call(&mut self, name: &str, words: &[Val]) -> Outcome<(Vec<Val>, u64)> {
        let Some(Extern::Func(function)) = self.instance.get_export(&self.store, name) else {
            return Err(format!("the module exports no `{name}`"));
        };
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        let before = self.fuel()?;
        function.call(&mut self.store, words, &mut results).map_err(|error| format!("{name}: {error}"))?;
        Ok((results, before - self.fuel()?))
    }
}

/// The first of some results, a whole number.
pub fn number(results: &[Val]) -> Outcome<i32> {
    results.first().and_then(Val::i32).ok_or_else(|| "the module gave no number".to_owned())
}

/// An error in words.
fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Says what was found of one thing, and keeps it as a fault where it is one.
pub fn note(faults: &mut Vec<String>, line: String, holds: bool) {
    say(&format!("   {line}"));
    if !holds {
        faults.push(line);
    }
}
