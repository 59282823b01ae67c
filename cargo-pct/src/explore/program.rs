//! The client: a program that lists the functions for the engine, compiled and run.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::calls::{Call, Text, Value, kind_of, read_calls};

use super::engine::{COVERAGE, WRAPS};
use crate::build::Unit;
use crate::native::limits_of_calls;
use crate::native::linked::{Linking, errors};
use crate::probe::Place;
use crate::process::{End, Limits};

/// How often what does not compile is left out.
const MOST_COMPILATIONS: usize = 12;

/// The longest time of rustc.
const MOST_COMPILING: Duration = Duration::from_secs(60);

/// How much longer than it is told to a process may run.
const GRACE: Duration = Duration::from_millis(500);

/// Bytes of output that are kept, of its beginning and of its end.
const MOST_OUTPUT: usize = 4 << 20;

/// The greatest numbers that a function is given after it ended a process once, twice, three times. After that it is not called any more.
const MOST_AFTER_ENDS: [i128; 3] = [1000, 50, 8];

/// So many processes in a row that end without a word are enough.
const MOST_IN_VAIN: usize = 3;

/// A process that does not last so long is not begun.
const TOO_SHORT: Duration = Duration::from_millis(200);

/// What a client is compiled with.
pub(super) struct Linked<'a> {
    pub(super) linking: &'a Linking,
    pub(super) unit: &'a Unit,
    /// The engine's library, and the crate's with coverage.
    pub(super) engine: Utf8PathBuf,
    pub(super) library: Utf8PathBuf,
    /// Where it lies.
    pub(super) folder: &'a Utf8Path,
    /// True if the functions run where the system refuses effects.
    pub(super) is_in_sandbox: bool,
    /// True if the library has probes, which tell the engine of abstract states.
    pub(super) has_probes: bool,
}

/// The module of a client that calls a function.
#[derive(Clone, Debug)]
pub(super) struct Module {
    pub(super) text: String,
    /// With texts and bytes that are `'static`, which some functions want.
    pub(super) forever: String,
}

/// A client that rustc has compiled.
pub(super) struct Program {
    file: Utf8PathBuf,
    /// The functions that it has, by their numbers in the list that it was made of: it counts them anew.
    pub(super) functions: Vec<usize>,
}

/// A panic that the engine saw.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) place: Option<Place>,
    pub(super) message: String,
    /// The calls; their functions have the numbers of the list.
    pub(super) calls: Vec<Call>,
}

/// Abstract states that no calls had reached before, and calls that did.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct States {
    /// The sites of the probes, and the bits of the predicates that held.
    pub(super) states: BTreeSet<(u64, u64)>,
    /// The calls; their functions have the numbers of the list.
    pub(super) calls: Vec<Call>,
}

/// What a run of the engine told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    pub(super) panics: Vec<Seen>,
    pub(super) states: Vec<States>,
    /// How often each function was called.
    pub(super) called: BTreeMap<usize, u64>,
    /// How many processes did not end by themselves, and how often each function was taken for the reason.
    pub(super) ended: usize,
    pub(super) ends: BTreeMap<usize, usize>,
    /// Sequences that were kept, a line each, as the engine tells them and is given them. A process tells those again that it was given.
    pub(super) kept: BTreeSet<String>,
    /// Calls and sequences that were run.
    pub(super) calls: u64,
    pub(super) runs: u64,
    /// The engine ended by itself.
    pub(super) is_over: bool,
    /// It did so before its time: nothing new was expected.
    pub(super) is_exhausted: bool,
    /// The system has no sandbox for it.
    pub(super) is_unprotected: bool,
}

impl Linked<'_> {
    /// Compiles a client of these modules; functions that rustc refuses are left out. None if nothing is left.
    pub(super) fn compile(&self, modules: &[Module]) -> Option<Program> {
        let mut functions: Vec<usize> = (0..modules.len()).collect();
        let mut chosen: Vec<&str> = modules.iter().map(|it| it.text.as_str()).collect();
        let mut log = String::new();
        for _ in 0..MOST_COMPILATIONS {
            if functions.is_empty() {
                return None;
            }
            let (text, begins) = text(&chosen, &functions, self);
            let source = self.folder.join("client.rs");
            std::fs::write(&source, text).ok()?;
            match self.rustc(&source)? {
                Ok(file) => return Some(Program { file, functions }),
                Err(errors) => {
                    let number_at = |line: usize| {
                        begins.iter().rev().find(|(first, _)| *first <= line).map(|(_, it)| *it)
                    };
                    let (mut seen, mut refused) = (BTreeSet::new(), BTreeSet::new());
                    for (line, message) in errors {
                        let Some(number) = number_at(line).filter(|number| seen.insert(*number)) else {
                            continue;
                        };
                        let forever = modules[number].forever.as_str();
                        if is_of_lifetimes(&message) && chosen[number] != forever {
                            chosen[number] = forever;
                        } else {
                            log += &format!("{message}\n{}\n", chosen[number]);
                            refused.insert(number);
                        }
                    }
                    // For whoever wonders why a function is not called.
                    let _ = std::fs::write(self.folder.join("refused.txt"), &log);
                    if seen.is_empty() {
                        return None;
                    }
                    functions.retain(|number| !refused.contains(number));
                }
            }
        }
        None
    }

    /// The program, or rustc's errors with their lines.
    fn rustc(&self, source: &Utf8Path) -> Option<Result<Utf8PathBuf, Vec<(usize, String)>>> {
        let (unit, linking) = (self.unit, self.linking);
        let program = self.folder.join("client");
        let mut command = Command::new(&linking.rustc);
        command.args([
            "--crate-name",
            "pct_client",
            "--crate-type",
            "bin",
            "--edition",
            "2021",
            "--cap-lints",
            "allow",
        ]);
        command.args(["--error-format", "json", "-Cdebuginfo=0", "-Cstrip=debuginfo", "-Copt-level=1"]);
        command.args(["-Cdebug-assertions=on", "-Coverflow-checks=on"]).args(COVERAGE).args(WRAPS);
        for folder in unit.dependencies.iter().chain([&unit.out_dir]) {
            command.arg("-L").arg(format!("dependency={folder}"));
        }
        command.arg("--extern").arg(format!("{}={}", unit.crate_name, self.library));
        command.arg("--extern").arg(format!("pct_explore={}", self.engine));
        command.args(linking.target.iter().flat_map(|target| ["--target", target]));
        command.args(["-o", program.as_str(), source.as_str()]).current_dir(self.folder);
        let left = linking.until.map(|until| until.saturating_duration_since(Instant::now()));
        let time = left.unwrap_or(MOST_COMPILING).min(MOST_COMPILING);
        let limits = Limits { time: Some(time), output: Some(MOST_OUTPUT), ..Limits::default() };
        let finished = linking.launcher.run(command, limits).ok()?;
        match finished.end {
            End::TimedOut => None,
            end if end.success() => Some(Ok(program)),
            _ => Some(Err(errors(&finished.stderr))),
        }
    }

    /// Explores until it is time, from what is given on. Where a sequence ends the process, another one goes on with what that one kept, and takes
    /// care with the functions that ended it.
    pub(super) fn run(&self, program: &Program, given: &str, end: Instant, seed: u64) -> Told {
        let (mut told, mut in_vain) = (Told::default(), 0);
        for turn in 0u64.. {
            let left = end.saturating_duration_since(Instant::now());
            if left < TOO_SHORT {
                break;
            }
            let goal = |number: usize| match told.ends_by(program.functions[number]) {
                0 => Some(number.to_string()),
                ends => Some(format!("{number}:{}", MOST_AFTER_ENDS.get(ends - 1)?)),
            };
            let goals: Vec<String> = (0..program.functions.len()).filter_map(goal).collect();
            if goals.is_empty() {
                break;
            }
            let kept = told.kept.iter().flat_map(|line| [line.as_str(), "\n"]);
            let given: String = std::iter::once(given).chain(kept).collect();
            let Some(output) = self.run_once(program, &given, left, seed + turn, &goals) else { break };
            let known = told.ended;
            told.read(&output, program);
            // A process that tells nothing will tell nothing again.
            in_vain = if told.ended == known { in_vain + 1 } else { 0 };
            if told.is_over || told.is_unprotected || in_vain == MOST_IN_VAIN {
                break;
            }
        }
        told
    }

    fn run_once(
        &self,
        program: &Program,
        given: &str,
        time: Duration,
        seed: u64,
        goals: &[String],
    ) -> Option<String> {
        let work = tempfile::tempdir_in(self.folder).ok()?;
        let file = self.folder.join("given.txt");
        std::fs::write(&file, given).ok()?;
        let runner = &self.linking.runner;
        let mut command = match runner.split_first() {
            None => Command::new(&program.file),
            Some((runner, arguments)) => {
                let mut command = Command::new(runner);
                command.args(arguments).arg(&program.file);
                command
            }
        };
        command.arg(time.as_secs_f64().to_string()).arg(seed.to_string()).arg(&file).args(goals);
        // A backtrace reads files, which the sandbox refuses.
        command.env("RUST_BACKTRACE", "0");
        command.current_dir(work.path()).env("TMPDIR", work.path()).env("HOME", work.path());
        let limits = Limits { output: Some(MOST_OUTPUT), ..limits_of_calls(time + GRACE) };
        Some(self.linking.launcher.run(command, limits).ok()?.stdout)
    }
}

impl Told {
    /// Adds what a process printed. Lines that are the code's own output are none of ours.
    fn read(&mut self, output: &str, program: &Program) {
        let calls = |text: &str| {
            let mut calls = read_calls(text)?;
            for call in &mut calls {
                call.function = *program.functions.get(call.function)?;
            }
            Some(calls)
        };
        for line in output.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields.as_slice() {
                ["panic", _, _, place, message, text] => {
                    let message = syn::parse_str::<syn::LitStr>(message).map(|it| it.value());
                    if let (Ok(message), Some(calls)) = (message, calls(text)) {
                        self.add(Seen { place: read_place(place), message, calls });
                    }
                }
                ["states", states, text] => {
                    if let (Some(states), Some(calls)) = (read_states(states), calls(text)) {
                        self.add_states(states, calls);
                    }
                }
                ["called", counts @ ..] => self.add_called(counts, program),
                ["kept", _, _] => drop(self.kept.insert(line.to_owned())),
                ["abort" | "hang", made, text] => {
                    self.calls += made.parse::<u64>().unwrap_or(0);
                    if let Some(calls) = calls(text) {
                        self.blame(&calls);
                    }
                }
                ["cut", made] => {
                    self.calls += made.parse::<u64>().unwrap_or(0);
                    self.is_over = true;
                }
                // Once is enough.
                ["unprotected"] => self.is_unprotected = true,
                ["effect", _, text] => {
                    if let Some(last) = calls(text).as_ref().and_then(|calls| calls.last()) {
                        self.ended += 1;
                        self.ends.insert(last.function, usize::MAX);
                    }
                }
                ["end", runs, calls, ..] => {
                    self.runs += runs.parse::<u64>().unwrap_or(0);
                    self.calls += calls.parse::<u64>().unwrap_or(0);
                    self.is_over = true;
                    self.is_exhausted = fields.last() == Some(&"exhausted");
                }
                _ => {}
            }
        }
    }

    /// How often a function was taken for the reason that a process did not end by itself.
    fn ends_by(&self, function: usize) -> usize {
        self.ends.get(&function).copied().unwrap_or(0)
    }

    /// Finds the reason that a process did not end by itself: the functions that were given numbers so great that they would not be given them again,
    /// or else the last one.
    fn blame(&mut self, calls: &[Call]) {
        self.ended += 1;
        let has_great_number = |call: &&Call| {
            let next = MOST_AFTER_ENDS.get(self.ends_by(call.function)).copied().unwrap_or(0);
            call.arguments.iter().any(|argument| has_number_beyond(next, argument))
        };
        let blamed: BTreeSet<usize> =
            calls.iter().filter(has_great_number).map(|call| call.function).collect();
        for function in &blamed {
            let ends = self.ends.entry(*function).or_default();
            *ends = ends.saturating_add(1);
        }
        if let (true, Some(last)) = (blamed.is_empty(), calls.last()) {
            let ends = self.ends.entry(last.function).or_default();
            // The first limit that would have kept it from these arguments; none may.
            let helps =
                |most: &i128| last.arguments.iter().any(|argument| has_number_beyond(*most, argument));
            let next = MOST_AFTER_ENDS.iter().position(helps).unwrap_or(MOST_AFTER_ENDS.len() - 1);
            *ends = ends.saturating_add(1).max(next + 1);
        }
    }

    /// Adds how often functions were called: `3:57`.
    fn add_called(&mut self, counts: &[&str], program: &Program) {
        for (function, count) in counts.iter().filter_map(|count| count.split_once(':')) {
            let function = function.parse().ok().and_then(|number: usize| program.functions.get(number));
            if let (Some(function), Ok(count)) = (function, count.parse::<u64>()) {
                *self.called.entry(*function).or_default() += count;
            }
        }
    }

    /// Adds calls if no others are known to reach one of these states. An earlier process may have told of them.
    fn add_states(&mut self, mut states: BTreeSet<(u64, u64)>, calls: Vec<Call>) {
        let is_known = |state: &(u64, u64)| self.states.iter().any(|known| known.states.contains(state));
        states.retain(|state| !is_known(state));
        if !states.is_empty() {
            self.states.push(States { states, calls });
        }
    }

    /// Adds a panic, if it is the first one of its kind at its place, or needs fewer calls, or as many that are no longer to read.
    fn add(&mut self, seen: Seen) {
        let is_known = |known: &&mut Seen| {
            known.place == seen.place && kind_of(&known.message) == kind_of(&seen.message)
        };
        match self.panics.iter_mut().find(is_known) {
            Some(known) if size(&known.calls) >= size(&seen.calls) => *known = seen,
            Some(_) => {}
            None => self.panics.push(seen),
        }
    }
}

/// How many calls there are, and how long they are to read.
fn size(calls: &[Call]) -> (usize, usize) {
    (calls.len(), Text(calls).to_string().len())
}

/// Tells whether rustc complains of something that does not live long enough. Not all of these errors have codes.
fn is_of_lifetimes(error: &str) -> bool {
    ["lifetime", "live long enough", "data escapes"].iter().any(|words| error.contains(words))
}

/// Tells whether a value has a number that is greater, whatever its sign is.
fn has_number_beyond(most: i128, value: &Value) -> bool {
    match value {
        Value::Int(number) => number.unsigned_abs() > most.unsigned_abs(),
        Value::List(parts) | Value::Choice(_, parts) => {
            parts.iter().any(|part| has_number_beyond(most, part))
        }
        Value::Float(_) | Value::Text(_) | Value::Bytes(_) | Value::Object(_) => false,
    }
}

/// `1f:0,2a:3`, in hexadecimal.
fn read_states(text: &str) -> Option<BTreeSet<(u64, u64)>> {
    let read = |state: &str| {
        let (site, bits) = state.split_once(':')?;
        Some((u64::from_str_radix(site, 16).ok()?, u64::from_str_radix(bits, 16).ok()?))
    };
    text.split(',').map(read).collect()
}

/// `src/lib.rs:3:5`
fn read_place(text: &str) -> Option<Place> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    Some(Place { file: file.to_owned(), line, column, end_line: line, end_column: column + 1 })
}

/// Tells the probes of a library whom to tell, and the engine how they forget.
const PROBES: &str = "unsafe extern \"C\" {
    fn cargo_pct_observe_with(observer: extern \"C\" fn(u64, u64, *const ()));
    fn cargo_pct_forget(seen: *const (), bits: u64);
}
";

/// The text of a client, and the line where each function's module begins.
fn text(modules: &[&str], functions: &[usize], linked: &Linked<'_>) -> (String, Vec<(usize, usize)>) {
    let (mut source, mut begins) = (String::new(), Vec::new());
    for number in functions {
        begins.push((source.lines().count() + 1, *number));
        source += &format!("mod f{number} {{\n{}}}\n", modules[*number]);
    }
    let list: Vec<String> = functions.iter().map(|number| format!("f{number}::FUNCTION")).collect();
    let list = list.join(", ");
    source += &format!("static FUNCTIONS: &[pct_explore::Function] = &[{list}];\n");
    let (observe, forget) = if linked.has_probes {
        source += PROBES;
        ("unsafe { cargo_pct_observe_with(pct_explore::observed) };", "Some(cargo_pct_forget)")
    } else {
        ("", "None")
    };
    let is_in_sandbox = linked.is_in_sandbox;
    source += &format!(
        "fn main() {{
    {observe}
    pct_explore::main(&pct_explore::Library {{
        functions: FUNCTIONS,
        is_in_sandbox: {is_in_sandbox},
        forget: {forget},
    }});
}}
"
    );
    (source, begins)
}
