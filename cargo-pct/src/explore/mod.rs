//! Exploration: a crate's public functions are called by a program that looks for what breaks them.
//!
//! Input: the functions of a crate that clients can call, with their types. A client is written that reads arguments of these types
//! (`explore::client`), linked with the crate, compiled with LLVM's coverage instrumentation, and with the engine (`pct-explore`), which makes up sequences of
//! calls, keeps those that reach something new, and changes them. Output: for each place where a panic was seen, the shortest calls found, as
//! a test. What a test shows, others decide (`confirm`): the engine is believed nothing.

mod client;
mod engine;
mod making;
mod objects;
mod program;
mod types;
mod value;

use std::time::Duration;

use camino::Utf8Path;

use crate::build::{Dependency, Unit};
use crate::native::linked::{LinkedCall, LinkedTest, Linking};
use crate::symex::BodyId;
use crate::testgen::Library;
use client::Function;
use making::Bindings;
use program::{Linked, Seen};
use value::{Call, Value};

/// What is explored, and with what.
pub struct Exploring<'a> {
    /// The functions.
    pub library: &'a Library<'a>,
    /// The library that has them.
    pub unit: &'a Unit,
    /// How cargo had it compiled.
    pub record: &'a Dependency,
    /// Compiles the client.
    pub linking: &'a Linking,
    /// Where the client, the engine and the library with coverage are kept.
    pub folder: &'a Utf8Path,
    /// How long the engine runs.
    pub time: Duration,
    /// Where its random numbers begin.
    pub seed: u64,
}

/// What exploration has found.
#[derive(Debug, Default)]
pub struct Explored {
    /// What panicked.
    pub panics: Vec<Reached>,
    /// Functions that were called, or could have been.
    pub functions: usize,
    /// How many calls were made.
    pub calls: u64,
}

/// Calls that panicked.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The id of the subject whose function was called last, and the function.
    pub subject: String,
    /// Its code.
    pub body: BodyId,
    /// The panic's message.
    pub message: String,
    /// The calls as a test.
    pub test: LinkedTest,
}

impl Exploring<'_> {
    /// Explores. None where no client can be compiled, as for a crate without functions.
    pub fn explore(&self) -> Option<Explored> {
        std::fs::create_dir_all(self.folder).ok()?;
        let program = self.library.program();
        let functions = client::functions(self.library);
        let modules: Vec<String> =
            functions.iter().map(|it| it.module(program).unwrap_or_default()).collect();
        let engine = engine::build(self.folder, &self.linking.rustc, self.linking.target.as_deref())?;
        let library = self.record.with_coverage(self.folder, &engine::COVERAGE)?;
        let linked = Linked { linking: self.linking, unit: self.unit, engine, library, folder: self.folder };
        let texts: Vec<&str> = program.texts().collect();
        let compiled = linked.compile(&modules, &texts)?;
        let told = linked.run(&compiled, self.time, self.seed);
        let panics = told.panics.iter().filter_map(|seen| self.reached(&functions, seen)).collect();
        Some(Explored { panics, functions: compiled.functions.len(), calls: told.calls })
    }

    /// What the engine saw, as a test.
    fn reached(&self, functions: &[Function<'_>], seen: &Seen) -> Option<Reached> {
        let last = seen.calls.last()?;
        let (subject, body) = functions.get(last.function)?.of?;
        let mut bindings = Bindings::default();
        let (mut calls, mut imports) = (Vec::new(), Vec::new());
        for (number, call) in seen.calls.iter().enumerate() {
            let function = functions.get(call.function)?;
            let is_used = seen.calls[number..].iter().any(|later| uses(later, number));
            let program = self.library.program();
            let (before, text) = function.statements(program, (number, call), &mut bindings, is_used)?;
            calls.push(LinkedCall { before, text, reports_value: false });
            imports.extend_from_slice(function.imports());
        }
        imports.sort();
        imports.dedup();
        let test = LinkedTest { imports, calls, observers: Vec::new() };
        Some(Reached { subject: subject.id.clone(), body, message: seen.message.clone(), test })
    }
}

/// Tells whether a call has the result of another one among its arguments.
fn uses(call: &Call, number: usize) -> bool {
    call.arguments.iter().any(|argument| has(argument, number))
}

fn has(value: &Value, number: usize) -> bool {
    match value {
        Value::Object(own) => *own == number,
        Value::List(parts) | Value::Choice(_, parts) => parts.iter().any(|part| has(part, number)),
        Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Bytes(_) => false,
    }
}
