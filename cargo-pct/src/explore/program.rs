//! The client: a program that lists the functions for the engine, compiled and run.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};

use super::NotExplored;
use super::engine::{COVERAGE, WRAPS};
use super::told::{MOST_AFTER_ENDS, Told};
use crate::build::Unit;
use crate::native::limits_of_calls;
use crate::native::linked::{Linking, errors};
use crate::process::{End, Limits};

/// How often what does not compile is left out.
const MOST_COMPILATIONS: usize = 12;

/// The longest time of rustc.
const MOST_COMPILING: Duration = Duration::from_secs(60);

/// How much longer than it is told to a process may run.
const GRACE: Duration = Duration::from_millis(500);

/// Bytes of output that are kept, of its beginning and of its end.
const MOST_OUTPUT: usize = 4 << 20;

/// So many processes in a row that end without a word are enough.
const MOST_IN_VAIN: usize = 3;

/// A process that does not last so long is not begun.
const TOO_SHORT: Duration = Duration::from_millis(200);

/// What a client is compiled with.
pub(super) struct Linked<'a> {
    pub(super) linking: &'a Linking,
    pub(super) unit: &'a Unit,
    /// The engine's library, and the crate's with coverage.
    pub(super) engine: &'a Utf8Path,
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
    pub(super) file: Utf8PathBuf,
    /// The functions that it has, by their numbers in the list that it was made of: it counts them anew.
    pub(super) functions: Vec<usize>,
}

impl Linked<'_> {
    /// Compiles a client of these modules; functions that rustc refuses are left out.
    ///
    /// # Errors
    /// Tells whether nothing is left, or there was no time.
    pub(super) fn compile(&self, modules: &[Module]) -> Result<Program, NotExplored> {
        let mut functions: Vec<usize> = (0..modules.len()).collect();
        let mut chosen: Vec<&str> = modules.iter().map(|it| it.text.as_str()).collect();
        let mut log = String::new();
        for _ in 0..MOST_COMPILATIONS {
            if functions.is_empty() {
                break;
            }
            let (text, begins) = text(&chosen, &functions, self);
            let source = self.folder.join("client.rs");
            std::fs::write(&source, text).map_err(|_| NotExplored::NoFolder)?;
            match self.rustc(&source)? {
                Ok(file) => return Ok(Program { file, functions }),
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
                        break;
                    }
                    functions.retain(|number| !refused.contains(number));
                }
            }
        }
        Err(NotExplored::ClientRefused)
    }

    /// The program, or rustc's errors with their lines.
    fn rustc(&self, source: &Utf8Path) -> Result<Result<Utf8PathBuf, Vec<(usize, String)>>, NotExplored> {
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
        // Link-time optimisation takes a fifth of rustc's time, and makes nothing faster that runs long.
        command.args(["-Cdebug-assertions=on", "-Coverflow-checks=on", "-Clto=off"]);
        command.args(COVERAGE).args(WRAPS);
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
        let finished = linking.launcher.run(command, limits).map_err(|_| NotExplored::ClientRefused)?;
        match finished.end {
            End::TimedOut => Err(NotExplored::NoTime),
            end if end.success() => Ok(Ok(program)),
            _ => Ok(Err(errors(&finished.stderr))),
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

/// Tells whether rustc complains of something that does not live long enough. Not all of these errors have codes.
fn is_of_lifetimes(error: &str) -> bool {
    ["lifetime", "live long enough", "data escapes"].iter().any(|words| error.contains(words))
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
