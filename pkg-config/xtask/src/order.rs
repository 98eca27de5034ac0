//! The order of the functions in a module: like beside like, so that it packs smaller. Changes nothing else in it.
//!
//! The linker leaves functions in the order of their making and the glue's maker sorts them by size, but what packs a module
//! on its way to the page (gzip) finds a likeness only where it stands less than 32 KiB back. So functions are laid out by
//! balanced partitioning (Dhulipala et al., “Compressing Graphs and Indexes with Recursive Graph Bisection”, as LLVM's linkers
//! do it for native code): halves are made so that what functions have in common lies in one half, then each half likewise.

use std::collections::HashMap;

use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{BinaryReaderError, CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef};

use crate::run::Outcome;

/// What two functions have in common: runs of so many bytes.
const RUN_BYTES: usize = 4;
/// How often functions change sides in one halving, at most.
const ROUNDS: usize = 20;

/// The same module with its functions in a better order.
pub fn by_likeness(module: &[u8]) -> Outcome<Vec<u8>> {
    let (imported, bodies) = functions(module).map_err(|error| error.to_string())?;
    let order = Partition::of(&bodies).order();
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

/// Functions and the runs of bytes they share, while they are halved.
struct Partition {
    /// Of each function the runs it has in common with others, each once.
    runs: Vec<Vec<u32>>,
    /// How many functions of the left and of the right half have a run.
    counts: Vec<[u32; 2]>,
    /// `log2(n + 1)` of each number of functions.
    logs: Vec<f64>,
}

impl Partition {
    fn of(bodies: &[&[u8]]) -> Self {
        let mut numbers = HashMap::new();
        let mut holders: Vec<u32> = Vec::new();
        let mut runs = Vec::new();
        for body in bodies {
            let mut own: Vec<u32> = Vec::new();
            for run in body.windows(RUN_BYTES) {
                let next = numbers.len() as u32;
                own.push(*numbers.entry(run).or_insert(next));
            }
            own.sort_unstable();
            own.dedup();
            holders.resize(numbers.len(), 0);
            own.iter().for_each(|run| holders[*run as usize] += 1);
            runs.push(own);
        }
        // What only one has or every other one has tells nothing.
        let most = bodies.len() as u32 / 2;
        for own in &mut runs {
            own.retain(|run| (2..=most).contains(&holders[*run as usize]));
        }
        let logs = (0..=bodies.len()).map(|number| (number as f64 + 1.0).log2()).collect();
        Self { runs, counts: vec![[0; 2]; holders.len()], logs }
    }

    fn order(mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        self.halve(&mut order);
        order
    }

    fn halve(&mut self, part: &mut [usize]) {
        if part.len() < 3 {
            return;
        }
        let middle = part.len() / 2;
        part.iter().flat_map(|function| &self.runs[*function]).for_each(|run| self.counts[*run as usize] = [0; 2]);
        for (place, function) in part.iter().enumerate() {
            self.runs[*function].iter().for_each(|run| self.counts[*run as usize][usize::from(place >= middle)] += 1);
        }
        for _ in 0..ROUNDS {
            let gains = |side: usize, places: std::ops::Range<usize>| {
                let mut gains: Vec<(f64, usize)> = places.map(|place| (self.gain(part[place], side), place)).collect();
                gains.sort_by(|one, other| other.0.total_cmp(&one.0));
                gains
            };
            let (left, right) = (gains(0, 0..middle), gains(1, middle..part.len()));
            let gaining: Vec<(usize, usize)> =
                left.iter().zip(&right).take_while(|(l, r)| l.0 + r.0 > 0.0).map(|(l, r)| (l.1, r.1)).collect();
            if gaining.is_empty() {
                break;
            }
            for (one, other) in gaining {
                self.cross(part[one], 0);
                self.cross(part[other], 1);
                part.swap(one, other);
            }
        }
        let (left, right) = part.split_at_mut(middle);
        self.halve(left);
        self.halve(right);
    }

    /// What is gained where a function leaves its side.
    fn gain(&self, function: usize, side: usize) -> f64 {
        let spread = |here: u32, there: u32| {
            -(f64::from(here) * self.logs[here as usize] + f64::from(there) * self.logs[there as usize])
        };
        let gains = self.runs[function].iter().map(|run| {
            let counts = self.counts[*run as usize];
            let (here, there) = (counts[side], counts[1 - side]);
            spread(here, there) - spread(here - 1, there + 1)
        });
        gains.sum()
    }

    fn cross(&mut self, function: usize, side: usize) {
        for run in &self.runs[function] {
            self.counts[*run as usize][side] -= 1;
            self.counts[*run as usize][1 - side] += 1;
        }
    }
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
        let (first, last) = (places[0], places[places.len() - 1]);
        assert!(last < 8 || first >= 8, "not in one half: {names:?}");
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
