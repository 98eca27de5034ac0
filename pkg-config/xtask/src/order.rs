//! The order of the functions in a module: like beside like, so that it packs smaller. Changes nothing else in it.
//!
//! The linker leaves functions in the order of their making and the glue's maker sorts them by size, but what packs a module
//! on its way to the page (gzip) finds a likeness only where it stands less than 32 KiB back, and the cheaper the nearer. So
//! after each function comes the one that has the most in common with the last few.

use std::collections::{HashMap, VecDeque};

use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{BinaryReaderError, CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef};

use crate::run::Outcome;

/// What functions have in common: runs of so many bytes.
const RUN_BYTES: usize = 6;
/// How far back a likeness counts.
const NEAR_BYTES: usize = 4_000;
/// A run that more functions have tells nothing.
const HOLDERS_MAX: usize = 400;

/// The same module with its functions in a better order.
pub fn by_likeness(module: &[u8]) -> Outcome<Vec<u8>> {
    let (imported, bodies) = functions(module).map_err(|error| error.to_string())?;
    let order = chain(&bodies);
    let mut places = vec![0; order.len()];
    for (place, function) in order.iter().enumerate() {
        places[*function] = imported + place as u32;
    }
    let mut made = Module::new();
    let mut moved = Moved { imported, order, places };
    moved.parse_core_module(&mut made, Parser::new(0), module).map_err(|error| error.to_string())?;
    Ok(made.finish())
}

/// How many functions are imported, and the bytes of each that is not.
fn functions(module: &[u8]) -> Result<(u32, Vec<&[u8]>), BinaryReaderError> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(&module[body.range()]),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// Writes a module anew, functions in another order.
struct Moved {
    imported: u32,
    /// Functions, imported ones not counted, in their new order.
    order: Vec<usize>,
    /// The new index of each.
    places: Vec<u32>,
}

impl Reencode for Moved {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Self::Error>> {
        let own = index.checked_sub(self.imported);
        Ok(own.map_or(index, |own| self.places[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        made: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for function in self.order.clone() {
            made.function(self.type_index(types[function])?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        made: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(made, bodies[function].clone())?;
        }
        Ok(())
    }
}

/// Functions and the runs of bytes they share, while they are laid out.
struct Row<'a> {
    bodies: &'a [&'a [u8]],
    /// Of each function the runs it holds, each once.
    runs: Vec<Vec<usize>>,
    /// Of each run the functions that hold it; none where it tells nothing.
    holders: Vec<Vec<usize>>,
    /// How often each run stands in the functions that are near.
    near: Vec<u32>,
    /// How many runs each function has in common with those that are near.
    shared: Vec<u32>,
}

impl<'a> Row<'a> {
    fn of(bodies: &'a [&'a [u8]]) -> Self {
        let mut numbers = HashMap::new();
        let mut holders: Vec<Vec<usize>> = Vec::new();
        let mut runs = Vec::new();
        for (function, body) in bodies.iter().enumerate() {
            let mut own = Vec::new();
            for run in body.windows(RUN_BYTES) {
                let next = numbers.len();
                own.push(*numbers.entry(run).or_insert(next));
            }
            own.sort_unstable();
            own.dedup();
            holders.resize(numbers.len(), Vec::new());
            own.iter().for_each(|run| holders[*run].push(function));
            runs.push(own);
        }
        holders.iter_mut().filter(|held| held.len() > HOLDERS_MAX).for_each(Vec::clear);
        Self { bodies, runs, near: vec![0; holders.len()], holders, shared: vec![0; bodies.len()] }
    }

    fn comes_near(&mut self, function: usize) {
        for run in &self.runs[function] {
            self.near[*run] += 1;
            if self.near[*run] == 1 {
                self.holders[*run].iter().for_each(|holder| self.shared[*holder] += 1);
            }
        }
    }

    fn falls_behind(&mut self, function: usize) {
        for run in &self.runs[function] {
            self.near[*run] -= 1;
            if self.near[*run] == 0 {
                self.holders[*run].iter().for_each(|holder| self.shared[*holder] -= 1);
            }
        }
    }

    /// How well a function would follow: what it shares, for its length. A long one has more to share, a short one is
    /// packed into less; this exponent was found by trying.
    fn fitness(&self, function: usize) -> f64 {
        // OK because square roots are the same on every machine, so that the module is.
        let root = (self.bodies[function].len() as f64 + 12.0).sqrt();
        f64::from(self.shared[function]) / (root * root.sqrt())
    }
}

/// All functions, the longest first, then each time the one that follows best.
fn chain(bodies: &[&[u8]]) -> Vec<usize> {
    let mut row = Row::of(bodies);
    let mut open: Vec<usize> = (0..bodies.len()).collect();
    open.sort_by_key(|function| std::cmp::Reverse(bodies[*function].len()));
    let (mut order, mut near, mut bytes) = (Vec::new(), VecDeque::new(), 0);
    while !open.is_empty() {
        let best = (1..open.len())
            .fold(0, |best, place| if row.fitness(open[place]) > row.fitness(open[best]) { place } else { best });
        let next = open.remove(best);
        order.push(next);
        row.comes_near(next);
        near.push_back(next);
        bytes += bodies[next].len();
        while bytes > NEAR_BYTES && near.len() > 1 {
            let Some(gone) = near.pop_front() else { break };
            row.falls_behind(gone);
            bytes -= bodies[gone].len();
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ExportKind, ExportSection, Function, Instruction, TypeSection, ValType};

    use super::*;

    const ALIKE: [u32; 5] = [0, 3, 6, 7, 13];

    /// Sixteen functions, those of `ALIKE` unlike the rest; each calls the next one.
    fn sample() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let (mut functions, mut exports, mut code) = (FunctionSection::new(), ExportSection::new(), CodeSection::new());
        for place in 0..16 {
            functions.function(0);
            exports.export(&format!("f{place}"), ExportKind::Func, place);
            let mut body = Function::new([]);
            for step in 0..8 {
                body.instruction(&Instruction::I32Const(1_000_000 + step + 1_000 * i32::from(ALIKE.contains(&place))));
                body.instruction(&Instruction::Drop);
            }
            body.instruction(&Instruction::Call((place + 1) % 16));
            body.instruction(&Instruction::End);
            code.function(&body);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        module.finish()
    }

    /// Exported names in the order of what they name.
    fn names(module: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            if let Payload::ExportSection(section) = payload.unwrap() {
                found.extend(section.into_iter().map(|export| export.unwrap()).map(|e| (e.index, e.name.to_owned())));
            }
        }
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn like_stands_beside_like() {
        let made = by_likeness(&sample()).unwrap();
        let names = names(&made);
        let is_alike = |name: &String| ALIKE.contains(&name[1..].parse().unwrap());
        let places: Vec<usize> = (0..names.len()).filter(|place| is_alike(&names[*place])).collect();
        assert!(places.windows(2).all(|pair| pair[1] == pair[0] + 1), "{names:?}");
    }

    #[test]
    fn calls_follow_what_they_call() {
        let made = by_likeness(&sample()).unwrap();
        let names = names(&made);
        let (_, bodies) = functions(&made).unwrap();
        for (name, body) in names.iter().zip(bodies) {
            // The last three bytes: call, index, end.
            let called = &names[usize::from(body[body.len() - 2])];
            let (from, to) = (name[1..].parse::<u32>().unwrap(), called[1..].parse::<u32>().unwrap());
            assert_eq!((from + 1) % 16, to);
        }
    }
}
