//! Tests as clients of a library would write them: compiled against the library that has the probes, and run.
//!
//! Input: the text of each test. Output: for each, what its calls returned and the abstract states that were seen, or why it
//! was not run to its end. All tests are compiled at once; those that rustc refuses are left out, and the rest is compiled again. Each runs in a
//! process of its own with limits on time, memory and the size of files, in an empty folder.

mod file;
mod mended;
mod modules;
mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::trace::{Frame, Record};
use pct_wire::{Id, Valuation, Value, env};

use super::{NativeError, TraceError, limits_of_calls, observe, panicked, trace};
use crate::build::Unit;
use crate::probe::Place;
use crate::process::{End, Finished, Launcher, Limits};
pub(crate) use file::errors;
use file::text;
use mended::Mended;
use modules::{Mend, Modules};
pub use parts::{Kept, LeaveOut, LinkedCall, LinkedTest, is_dispensable};

/// A test that takes longer is taken for endless.
const MOST_TIME: Duration = Duration::from_secs(3);

/// So many tests are one file at most: what the compiler has not done with in time is lost.
const MOST_OF_A_FILE: usize = 64;

/// Bytes of the compiler's messages that are kept, of their beginning and of their end.
const MOST_OUTPUT: usize = 16 << 20;

/// How often what does not compile is left out: a later error may be hidden by an earlier one.
const MOST_COMPILATIONS: usize = 10;

/// The result of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkedRun {
    /// The reported values of calls, by the number of the call; those of observers follow.
    pub values: BTreeMap<usize, Value>,
    /// The first line of the message of the panic in its last call, if there was one; no observer was called then.
    pub panics: Option<String>,
    /// The last panic there was, in whichever call.
    pub panic: Option<Panicked>,
    /// True if an observer panicked.
    pub observer_panicked: bool,
    /// How many calls had begun when one panicked that others were to follow.
    pub cut: Option<usize>,
    /// The calls that led to the last panic, the innermost first, if they were asked for.
    pub calls: Vec<Frame>,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
    /// The test without what rustc refused of it, where something was left out; numbers of calls are meant in that.
    pub kept: Option<Kept>,
}

/// Why a test was not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRun {
    /// It panics in one run, and not, or elsewhere, in another: addresses, times or the order of hashes decide.
    #[error("its calls panic in one run and do otherwise in another")]
    Unsteady,
    /// There was no time.
    #[error("the time for the whole analysis is up; --analysis-timeout gives it more")]
    Late,
    /// No client can write it so: rustc's first error.
    #[error("rustc does not compile them: {0}")]
    Refused(String),
    /// Its process did not end as a test does, or was not begun for another reason.
    #[error("{0}")]
    Otherwise(String),
}

/// A panic, as the process told it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panicked {
    /// Its message.
    pub message: String,
    /// Where it was.
    pub place: Option<Place>,
}

/// The result of calls that a module chose itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomRun {
    /// How many there were; none if they ended the process.
    pub calls: Option<u64>,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
}

/// What tests are compiled with.
#[derive(Clone, Debug)]
pub struct Linking {
    /// The compiler.
    pub rustc: String,
    /// The triple, where it is not the host's.
    pub target: Option<String>,
    /// A program, with arguments, that is given the executable; empty to run it directly.
    pub runner: Vec<String>,
    /// A folder for what is made on the way.
    pub folder: Utf8PathBuf,
    /// The longest time that a test gets.
    pub timeout: Duration,
    /// No test is begun from then on, and no compiler runs on.
    pub until: Option<Instant>,
    /// So many files of tests are compiled and run at once.
    pub jobs: usize,
    /// Starts the processes of the tests.
    pub launcher: Arc<Launcher>,
    /// True to look up the calls that lead to panics, which takes longer than most tests.
    pub tells_calls: bool,
    /// True to have the system refuse what reaches beyond the process, which ends the test.
    pub is_in_sandbox: bool,
}

/// How each test is run.
#[derive(Clone, Copy)]
struct Each {
    /// The longest time that it gets.
    time: Duration,
    /// True if a test that tells values runs again.
    is_repeated: bool,
    /// True if one that panics does: it is evidence then.
    repeats_panics: bool,
}

/// The result of a process that ran one module's test.
struct Ended {
    finished: Finished,
    seen: BTreeSet<(Id, Valuation)>,
    calls: Vec<Frame>,
    /// The result of another one that did the same, if the first told values or panicked.
    again: Option<Finished>,
}

impl Linking {
    /// Compiles tests against a library and runs them. Many are several files, which are compiled at once, so that those that there is time
    /// for are run.
    pub fn run(
        &self,
        unit: &Unit,
        tests: &[LinkedTest],
        leave_out: LeaveOut,
    ) -> Result<Vec<Result<LinkedRun, NotRun>>, NativeError> {
        let size = tests.len().div_ceil(self.jobs.max(1)).clamp(1, MOST_OF_A_FILE);
        let files: Vec<&[LinkedTest]> = tests.chunks(size).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            // A launcher runs one process at a time.
            let own = Linking { launcher: Arc::new(self.launcher.another()), ..self.clone() };
            let mut done = Vec::new();
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|it| *it < files.len())
            {
                done.push((number, own.run_file(unit, files[number], leave_out)));
            }
            done
        };
        let mut runs = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.jobs.clamp(1, files.len().max(1))).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
            joined.flatten().collect::<Vec<_>>()
        });
        runs.sort_by_key(|(number, _)| *number);
        let mut all = Vec::new();
        for (_, of_file) in runs {
            all.append(&mut of_file?);
        }
        Ok(all)
    }

    /// Compiles tests as one file, and runs them.
    fn run_file(
        &self,
        unit: &Unit,
        tests: &[LinkedTest],
        leave_out: LeaveOut,
    ) -> Result<Vec<Result<LinkedRun, NotRun>>, NativeError> {
        let mut mended: Vec<Mended> = tests.iter().map(Mended::new).collect();
        let modules = mended.iter().map(Mended::module).collect();
        let repeats_panics = leave_out == LeaveOut::Test;
        let each = Each { time: self.timeout.min(MOST_TIME), is_repeated: true, repeats_panics };
        let ended = self.modules(unit, modules, each, &mut |number, lines| {
            (leave_out == LeaveOut::Calls && mended[number].leave_out(lines)).then(|| mended[number].module())
        })?;
        let runs = ended.into_iter().zip(mended).map(|(ended, mended)| {
            let Ended { finished, seen, calls, again } = ended?;
            let test = mended.test();
            let mut run = read_run(&finished, &test)?;
            if let Some(again) = again {
                run = run.confirmed_by(read_run(&again, &test).ok())?;
            }
            Ok(LinkedRun { seen, calls, kept: mended.kept(), ..run })
        });
        Ok(runs.collect())
    }

    /// Runs modules that make calls of their own choice, each for so long at most. For each: the abstract states that were seen, and how many calls
    /// it reported; or why it was not run.
    pub fn run_random(
        &self,
        unit: &Unit,
        modules: &[String],
        time: Duration,
    ) -> Result<Vec<Result<RandomRun, NotRun>>, NativeError> {
        let each = Each { time, is_repeated: false, repeats_panics: false };
        let runs = self.modules(unit, modules.to_vec(), each, &mut |_, _| None)?.into_iter().map(|ended| {
            let Ended { finished, seen, .. } = ended?;
            let run = read_run(&finished, &LinkedTest::default()).ok();
            let calls = run.and_then(|run| run.values.get(&0)?.to_string().parse().ok());
            Ok(RandomRun { calls, seen })
        });
        Ok(runs.collect())
    }

    /// Compiles modules with a test each, and runs each in a process of its own.
    fn modules(
        &self,
        unit: &Unit,
        modules: Vec<String>,
        each: Each,
        mend: &mut Mend<'_>,
    ) -> Result<Vec<Result<Ended, NotRun>>, NativeError> {
        let mut modules = Modules::new(modules);
        let library = unit.out_dir.join(format!("lib{}.rlib", unit.stem));
        if !library.is_file() {
            let why = format!("{} is no library that a test can link", unit.crate_name);
            modules.give_up(&NotRun::Otherwise(why));
            return Ok(modules.results);
        }
        if modules.left.is_empty() {
            return Ok(Vec::new());
        }
        std::fs::create_dir_all(&self.folder).map_err(failed(&self.folder))?;
        let work = tempfile::Builder::new().prefix("tests-").tempdir_in(&self.folder);
        let work = work.map_err(failed(&self.folder))?;
        let folder = Utf8Path::from_path(work.path()).unwrap_or(&self.folder).to_owned();
        let traces = trace::Folder::make(&folder.join("traces"))?;
        for _ in 0..MOST_COMPILATIONS {
            let text = text(&modules.texts, &modules.left, self.is_in_sandbox);
            let compiled = match self.is_late() {
                true => Compiled::Late,
                false => self.compile(unit, &library, &folder, &text.source)?,
            };
            match compiled {
                Compiled::Program(program) => {
                    for number in modules.left {
                        modules.results[number] = match self.is_late() {
                            true => Err(NotRun::Late),
                            false => with_its_trace(self.each(&program, &folder, number, each, &traces))?,
                        };
                    }
                    break;
                }
                Compiled::Late => {
                    modules.give_up(&NotRun::Late);
                    break;
                }
                Compiled::Refused(errors) => {
                    if !modules.mend(&text, &errors, mend) {
                        break;
                    }
                }
            }
        }
        Ok(modules.results)
    }

    /// When half of the time that is left will be over.
    pub fn half_time(&self) -> Option<Instant> {
        let now = Instant::now();
        self.until.map(|until| now + until.saturating_duration_since(now) / 2)
    }

    /// Tells whether no test is begun any more.
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn compile(
        &self,
        unit: &Unit,
        library: &Utf8Path,
        folder: &Utf8Path,
        source: &str,
    ) -> Result<Compiled, NativeError> {
        let (file, program) = (folder.join("tests.rs"), folder.join("tests"));
        std::fs::write(&file, source).map_err(failed(&file))?;
        let mut command = Command::new(&self.rustc);
        command.current_dir(folder).args(["--test", "--crate-name", "pct_generated", "--edition", "2021"]);
        command.args(["--cap-lints", "allow", "--error-format", "json", "-C", "debuginfo=0"]);
        // Linking the debug information of std would take a fifth of the time. Calls that lead to panics are looked up in it.
        if !self.tells_calls {
            command.args(["-C", "strip=debuginfo"]);
        }
        for folder in unit.dependencies.iter().chain([&unit.out_dir]) {
            command.arg("-L").arg(format!("dependency={folder}"));
        }
        command.arg("--extern").arg(format!("{}={library}", unit.crate_name));
        command.args(self.target.iter().flat_map(|target| ["--target", target]));
        command.args(["-o", program.as_str(), file.as_str()]);
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let limits = Limits { time, output: Some(MOST_OUTPUT), ..Limits::default() };
        let finished = self.launcher.run(command, limits);
        let finished = finished.map_err(|error| failed(Utf8Path::new(&self.rustc))(error.source))?;
        Ok(match finished.end {
            End::TimedOut => Compiled::Late,
            end if end.success() => Compiled::Program(program),
            _ => Compiled::Refused(errors(&finished.stderr)),
        })
    }

    /// Runs a test in a process, and in another one if its values are to be compared: addresses and orders that are drawn at random are others then.
    fn each(
        &self,
        program: &Utf8Path,
        folder: &Utf8Path,
        number: usize,
        each: Each,
        traces: &trace::Folder,
    ) -> Result<Ended, NativeError> {
        let mut ended = self.one(program, folder, (number, false), each.time, traces)?;
        let panics = || panicked::last(&ended.finished.stderr).is_some();
        let is_told = each.is_repeated && tells_values(&ended.finished);
        if (is_told || each.repeats_panics && panics()) && !self.is_late() {
            ended.again = Some(self.one(program, folder, (number, true), each.time, traces)?.finished);
        }
        Ok(ended)
    }

    fn one(
        &self,
        program: &Utf8Path,
        folder: &Utf8Path,
        (number, is_again): (usize, bool),
        time: Duration,
        traces: &trace::Folder,
    ) -> Result<Ended, NativeError> {
        let work = tempfile::tempdir_in(folder).map_err(failed(folder))?;
        let mut command = match self.runner.split_first() {
            None => Command::new(program),
            Some((runner, arguments)) => {
                let mut command = Command::new(runner);
                command.args(arguments).arg(program);
                command
            }
        };
        command.args(["--exact", "--nocapture", "--test-threads", "1"]).arg(format!("test_{number}::test"));
        command.current_dir(work.path()).env("TMPDIR", work.path()).env("HOME", work.path());
        // Nobody reads a backtrace, and one takes longer than most tests.
        command.env(env::SAMPLES, "0").env_remove(env::IN_PROCESS);
        command.env(env::PANICS, if self.tells_calls { "1" } else { "0" });
        command.env("RUST_BACKTRACE", "0");
        if is_again {
            command.env("PCT_SHIFT", "1");
        }
        let limits = limits_of_calls(time);
        let (finished, found) = observe(command, limits, traces, &self.launcher)?;
        let (mut seen, mut calls) = (BTreeSet::new(), Vec::new());
        for record in found.into_iter().flat_map(|trace| trace.records) {
            match record {
                Record::Observation(own) => seen.extend(own.valuation().map(|it| (own.site, it))),
                Record::Panic(panic) => calls = panic.calls,
                _ => {}
            }
        }
        Ok(Ended { finished, seen, calls, again: None })
    }
}

/// The result of rustc for a file.
enum Compiled {
    Program(Utf8PathBuf),
    /// The time was up.
    Late,
    /// The lines of its errors, from 1, and what it says.
    Refused(Vec<(usize, String)>),
}

/// What tells how far a test came, and what calls returned. No output of the code itself begins so.
pub(super) const MARK: &str = "\u{1}pct";

fn tells_values(finished: &Finished) -> bool {
    finished.stdout.lines().any(|line| line.strip_prefix(MARK).is_some_and(|it| it.starts_with(" value")))
}

impl LinkedRun {
    /// Keeps of this run the values that another run of the test told, too.
    ///
    /// # Errors
    /// If one of the two panicked, and the other one did not, or elsewhere.
    fn confirmed_by(mut self, again: Option<LinkedRun>) -> Result<LinkedRun, NotRun> {
        let place = |run: &LinkedRun| run.panic.as_ref().map(|panic| panic.place.clone());
        let again = again.filter(|again| place(again) == place(&self)).ok_or(NotRun::Unsteady)?;
        self.values.retain(|call, value| again.values.get(call) == Some(value));
        Ok(self)
    }
}

/// A test whose code wrote into its own trace is not run to its end; all else that goes wrong is no test's fault.
fn with_its_trace(ended: Result<Ended, NativeError>) -> Result<Result<Ended, NotRun>, NativeError> {
    match ended {
        Ok(ended) => Ok(Ok(ended)),
        Err(NativeError::Trace(error @ TraceError::Malformed { .. })) => {
            Ok(Err(NotRun::Otherwise(format!("its trace is damaged: {error}"))))
        }
        Err(error) => Err(error),
    }
}

/// The standard library's words in front of the abort.
const IN_CLEANUP: &str = "panic in a destructor during cleanup";

/// Reads the output of a test. An error says why the test did not run to its end; a panic of the last call is an end.
fn read_run(finished: &Finished, test: &LinkedTest) -> Result<LinkedRun, NotRun> {
    let mut run = LinkedRun::default();
    let mut begun = None;
    for line in finished.stdout.lines() {
        let Some(message) = line.strip_prefix(MARK) else { continue };
        let mut words = message.trim_start().splitn(3, ' ');
        let (kind, call, value) = (words.next(), words.next(), words.next());
        let Some(call) = call.and_then(|call| call.parse::<usize>().ok()) else { continue };
        match kind {
            Some("begin") => begun = Some(call),
            Some("value") => {
                let value = value.and_then(|text| text.parse::<Value>().ok());
                run.values.extend(value.map(|value| (call, value)));
            }
            _ => {}
        }
    }
    // A destructor that panics while another panic unwinds ends the process. The first one is what the call did.
    let is_doubled = matches!(finished.end, End::Signal(_)) && finished.stderr.contains(IN_CLEANUP);
    let end = if is_doubled { End::Code(101) } else { finished.end };
    run.panic = match is_doubled {
        true => panicked::first(&finished.stderr),
        false => panicked::last(&finished.stderr).filter(|_| end == End::Code(101)),
    };
    let first_line = || run.panic.as_ref().and_then(|it| it.message.lines().next()).unwrap_or_default();
    let panics = first_line().to_owned();
    let ended = begun.map_or(0, |call| call + 1);
    let (calls, all) = (test.calls.len(), test.calls.len() + test.observers.len());
    match end {
        End::Code(0) if ended == all => Ok(run),
        End::Code(101) if ended == calls => Ok(LinkedRun { panics: Some(panics), ..run }),
        End::Code(101) if ended > calls => Ok(LinkedRun { observer_panicked: true, ..run }),
        End::Code(101) if ended > 0 => Ok(LinkedRun { cut: Some(ended), ..run }),
        End::TimedOut => Err(NotRun::Otherwise("a call did not end".to_owned())),
        End::Code(code) => Err(NotRun::Otherwise(format!("their process exited with status {code}"))),
        End::Signal(_) => Err(NotRun::Otherwise(format!("their process was ended by {}", finished.end))),
    }
}

fn failed(path: &Utf8Path) -> impl FnOnce(std::io::Error) -> NativeError {
    let path = path.to_owned();
    |source| NativeError::Folder { path, source }
}

#[cfg(test)]
mod tests;
