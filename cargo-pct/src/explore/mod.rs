//! Exploration: a crate's public functions are called by a program that looks for what breaks them.
//!
//! Input: the functions of a crate that clients can call, with their types. A client is written that reads arguments of these types
//! (`explore::client`), linked with the crate, compiled with LLVM's coverage instrumentation, and with the engine (`pct-explore`), which makes up sequences of
//! calls, keeps those that reach something new, and changes them. Output: for each place where a panic was seen, the shortest calls found, as
//! a test. What a test shows, others decide (`confirm`): the engine is believed nothing.

mod client;
mod dynamic;
mod engine;
mod kept;
mod making;
mod objects;
mod program;
mod seeds;
mod told;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use camino::Utf8Path;
use pct_wire::calls::{Call, Value};
use serde::{Deserialize, Serialize};

use crate::build::{Dependency, Unit};
use crate::ledger::Extent;
use crate::mir::Type;
use crate::native::linked::{LinkedCall, LinkedTest, Linking};
use crate::probe::Place;
use crate::symex::{BodyId, Program};
use crate::testgen::{Library, Reproduction};
use client::Function;
pub use engine::Engine;
use making::{Bindings, Lives};
use program::{Linked, Module};
use seeds::Seeds;
use told::{Seen, States};

/// What is explored, and with what.
pub struct Exploring<'a> {
    /// The functions.
    pub library: &'a Library<'a>,
    /// The library that has them.
    pub unit: &'a Unit,
    /// How cargo had it compiled.
    pub record: &'a Dependency,
    /// How it is compiled with probes, if it is.
    pub with_probes: Option<&'a Dependency>,
    /// Compiles the client.
    pub linking: &'a Linking,
    /// The engine that calls the functions.
    pub engine: &'a Engine,
    /// The folder of the client and of the library with coverage.
    pub folder: &'a Utf8Path,
    /// How long the engine runs.
    pub time: Duration,
    /// When it has to end in any case.
    pub until: Instant,
    /// Where its random numbers begin.
    pub seed: u64,
    /// True if the functions run where the system refuses effects.
    pub is_in_sandbox: bool,
}

/// What exploration has found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Explored {
    /// What panicked.
    pub panics: Vec<Reached>,
    /// Calls that reached abstract states first.
    pub states: Vec<ReachingStates>,
    /// How often functions of each subject were called.
    pub calls: BTreeMap<String, u64>,
    /// How much was done.
    pub extent: Extent,
    /// How much of its time it had.
    pub had: TimeHad,
}

/// The part of the time that exploration was to have, and that the run left to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeHad {
    /// All of it, or no more was needed.
    All,
    /// At least a quarter of it. A run with no more time takes that for enough.
    Part,
    /// Less, or it did not come to its end.
    #[default]
    Little,
}

/// The least part of the time that is [`TimeHad::Part`].
const PART: f64 = 0.25;

impl TimeHad {
    fn of(had: Duration, asked: Duration) -> TimeHad {
        match had {
            had if had >= asked => TimeHad::All,
            had if had >= asked.mul_f64(PART) => TimeHad::Part,
            _ => TimeHad::Little,
        }
    }
}

/// Why nothing is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotExplored {
    /// There is no place for the client.
    NoFolder,
    /// This program has no engine's sources in it.
    NoEngine,
    /// Rustc does not compile the engine.
    EngineRefused,
    /// It is not known how cargo compiled the library.
    NoRecord,
    /// A panic ends its process.
    Aborts,
    /// Rustc does not compile the library with coverage.
    NotInstrumented,
    /// Clients can call no function.
    NoFunctions,
    /// Rustc accepts no client.
    ClientRefused,
    /// Rustc takes too long for the client.
    NoTime,
    /// The system does not let a process give up its rights.
    NoSandbox,
}

impl NotExplored {
    /// Tells whether it follows from the code and its profile, so that another run finds the same. Under-approximates: rustc may have refused a
    /// program because there was no memory for it.
    pub fn is_of_the_code(self) -> bool {
        matches!(self, NotExplored::NoRecord | NotExplored::Aborts | NotExplored::NoFunctions)
    }
}

impl fmt::Display for NotExplored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotExplored::NoFolder => "the target folder cannot be written to",
            NotExplored::NoEngine => {
                "this build of cargo-pct has no engine in it: install it from its repository"
            }
            NotExplored::EngineRefused => "this rustc does not compile the engine",
            NotExplored::NoRecord => "it is no library that tests can be linked with",
            NotExplored::Aborts => "its profile has `panic = \"abort\"`: a panic would end the exploration",
            NotExplored::NotInstrumented => "rustc does not compile it with coverage instrumentation",
            NotExplored::NoFunctions => {
                "clients can call none of its functions with arguments that can be made up"
            }
            NotExplored::NoTime => "the program that calls it was not compiled in time",
            NotExplored::NoSandbox => "the system refuses the sandbox (seccomp) in which it would run",
            NotExplored::ClientRefused => {
                "rustc accepts no program that calls it: target/pct/explore/refused.txt says why"
            }
        })
    }
}

/// Calls that panicked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reached {
    /// The id of the subject whose function was called last, and the function.
    pub subject: String,
    /// Its code.
    pub body: BodyId,
    /// True if its result was asked for its items: what they do is not the function's.
    pub is_of_result: bool,
    /// The panic's message.
    pub message: String,
    /// The panic's place.
    pub place: Option<Place>,
    /// The calls as a test.
    pub test: LinkedTest,
}

/// Calls that reached abstract states that none had reached before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReachingStates {
    /// The sites of the probes that saw them, and the bits of the predicates that held.
    pub states: BTreeSet<(u64, u64)>,
    /// The calls.
    pub test: Reproduction,
}

impl Exploring<'_> {
    /// Explores.
    ///
    /// # Errors
    /// Tells why nothing is explored.
    pub fn explore(&self) -> Result<Explored, NotExplored> {
        std::fs::create_dir_all(self.folder).map_err(|_| NotExplored::NoFolder)?;
        if !engine::is_there() {
            return Err(NotExplored::NoEngine);
        }
        // That of an earlier client.
        let _ = std::fs::remove_file(self.folder.join("refused.txt"));
        let program = self.library.program();
        let (functions, left_out) = client::functions(self.library, self.is_in_sandbox);
        // For whoever wonders why a function is not called.
        let _ = std::fs::write(self.folder.join("left-out.txt"), left_out.join("\n") + "\n");
        let module = |function: &Function<'_>, lives| function.module(program, lives).unwrap_or_default();
        let modules: Vec<Module> = functions
            .iter()
            .map(|it| Module { text: module(it, Lives::AsLongAsTheRun), forever: module(it, Lives::Forever) })
            .collect();
        if functions.is_empty() {
            return Err(NotExplored::NoFunctions);
        }
        if self.record.aborts() {
            return Err(NotExplored::Aborts);
        }
        let engine = self.engine.library().ok_or(NotExplored::EngineRefused)?;
        let with_coverage = |record: &Dependency| record.with_coverage(self.folder, &engine::COVERAGE);
        let with_probes = self.with_probes.and_then(with_coverage);
        let has_probes = with_probes.is_some();
        let library =
            with_probes.or_else(|| with_coverage(self.record)).ok_or(NotExplored::NotInstrumented)?;
        let linked = Linked {
            linking: self.linking,
            unit: self.unit,
            engine,
            library,
            folder: self.folder,
            is_in_sandbox: self.is_in_sandbox,
            has_probes,
        };
        let compiled = linked.compile(&modules)?;
        let begun = Instant::now();
        let until = self.until.min(begun + self.time);
        let told = linked.run(&compiled, &self.given(), until, self.seed);
        if told.is_unprotected {
            return Err(NotExplored::NoSandbox);
        }
        let panics = told.panics.iter().filter_map(|seen| self.reached(&functions, seen)).collect();
        let states = told.states.iter().filter_map(|it| self.reaching(&functions, it)).collect();
        let mut calls: BTreeMap<String, u64> = BTreeMap::new();
        for (function, count) in &told.called {
            if let Some((subject, _)) = functions.get(*function).and_then(|function| function.of) {
                *calls.entry(subject.id.clone()).or_default() += count;
            }
        }
        let called = compiled.functions.len();
        let extent = Extent { functions: called, refused: functions.len() - called, calls: told.calls };
        let had = match (told.is_over, told.is_exhausted) {
            (false, _) => TimeHad::Little,
            (true, true) => TimeHad::All,
            (true, false) => TimeHad::of(until.saturating_duration_since(begun), self.time),
        };
        Ok(Explored { panics, states, calls, extent, had })
    }

    /// What the engine begins with: words of the code, and samples of its tests and documentation.
    fn given(&self) -> String {
        let mut given = String::new();
        for word in self.library.program().texts() {
            given += &format!("word\t{word:?}\n");
        }
        for sample in Seeds::of_package_of(&self.unit.source).values() {
            given += &format!("sample\t{sample}\n");
        }
        given
    }

    /// Writes the calls that reached abstract states as a test.
    fn reaching(&self, functions: &[Function<'_>], states: &States) -> Option<ReachingStates> {
        let program = self.library.program();
        let mut writing = Writing::new(program, functions, &states.calls);
        let (last, mut statements) = (states.calls.len().checked_sub(1)?, Vec::new());
        for number in 0..last {
            let (before, text) = writing.statement(number)?;
            statements.extend(before);
            statements.push(text);
        }
        let (before, call, result) = writing.expression(last)?;
        statements.extend(before);
        let test = Reproduction::written(program, writing.imports(), statements, (call, result));
        Some(ReachingStates { states: states.states.clone(), test })
    }

    /// Writes the calls that panicked as a test.
    fn reached(&self, functions: &[Function<'_>], seen: &Seen) -> Option<Reached> {
        let last = seen.calls.last()?;
        let function = functions.get(last.function)?;
        let ((subject, body), is_of_result) = (function.of?, function.consumes);
        let mut writing = Writing::new(self.library.program(), functions, &seen.calls);
        let mut calls = Vec::new();
        for number in 0..seen.calls.len() {
            let (before, text) = writing.statement(number)?;
            calls.push(LinkedCall { before, text, reports_value: false });
        }
        let test = LinkedTest { imports: writing.imports(), calls, observers: Vec::new() };
        Some(Reached {
            subject: subject.id.clone(),
            body,
            is_of_result,
            message: seen.message.clone(),
            place: seen.place.clone(),
            test,
        })
    }
}

/// Writes a sequence of calls, one after the other.
struct Writing<'w> {
    program: &'w Program,
    functions: &'w [Function<'w>],
    calls: &'w [Call],
    bindings: Bindings,
    imports: BTreeSet<String>,
}

impl<'w> Writing<'w> {
    fn new(program: &'w Program, functions: &'w [Function<'w>], calls: &'w [Call]) -> Writing<'w> {
        Writing { program, functions, calls, bindings: Bindings::default(), imports: BTreeSet::new() }
    }

    fn function(&mut self, number: usize) -> Option<&'w Function<'w>> {
        let function = self.functions.get(self.calls[number].function)?;
        self.imports.extend(function.imports().iter().cloned());
        Some(function)
    }

    /// The call of a number as a statement, which binds its result if a later call uses that, and the statements in front of it.
    fn statement(&mut self, number: usize) -> Option<(Vec<String>, String)> {
        let (function, call) = (self.function(number)?, &self.calls[number]);
        let is_used = self.calls[number..].iter().any(|later| uses(later, number));
        function.statements(self.program, (number, call), &mut self.bindings, is_used)
    }

    /// The call of a number as an expression, with what is bound in front of it and what it returns.
    fn expression(&mut self, number: usize) -> Option<(Vec<String>, String, Type)> {
        let (function, call) = (self.function(number)?, &self.calls[number]);
        function.expression(self.program, call, &mut self.bindings)
    }

    fn imports(&self) -> Vec<String> {
        self.imports.iter().cloned().collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_no_more_time_explores_again_only_what_had_little() {
        let had = |seconds| TimeHad::of(Duration::from_secs(seconds), Duration::from_secs(12));
        assert_eq!([had(13), had(12)], [TimeHad::All; 2]);
        assert_eq!([had(11), had(3)], [TimeHad::Part; 2]);
        assert_eq!([had(2), had(0)], [TimeHad::Little; 2]);
    }
}
