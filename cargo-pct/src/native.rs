//! Running the user's tests natively, and decoding what their probes saw.
//!
//! Each test runs in a process of its own, so that a hang, an abort or an exit costs one test, and every observation
//! has its test; or, with `in_process`, all tests of a binary share one process as under `cargo test`, and the names
//! of libtest's threads attribute observations as far as they can. Tests without harness run whole.
//!
//! Input: test binaries and a [`TestConfig`]. Output: a [`TestRun`], the same for the same behaviour of the tests,
//! whatever order they ran in. A test that fails is a result, with whatever its probes saw until then.

mod arguments;
pub mod driver;
mod earlier;
pub mod effects;
mod in_process;
pub mod linked;
mod list;
mod one_each;
mod panicked;
mod trace;
pub mod value;
pub mod white_box;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::process::Command;
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::{Id, Valuation, env};

use crate::build::TestBinary;
use crate::event::{Event, Sink};
use crate::process::{self, End, Finished, Launcher, Limits, SpawnError};
pub use arguments::Arguments;
use earlier::Passed;
pub use earlier::{Earlier, surroundings};
use serde::{Deserialize, Serialize};
pub use trace::TraceError;

/// What stands for each const parameter of generic code in the hidden drivers; `i32` does for each type parameter. See
/// `pct_instrument`.
pub const CONSTANT: u32 = 4;

/// How tests are run.
#[derive(Clone, Copy, Debug)]
pub struct TestConfig<'a> {
    /// The user's arguments for the test binaries.
    pub arguments: &'a Arguments,
    /// How long one test may take.
    pub timeout: Duration,
    /// How many run at once.
    pub jobs: usize,
    /// Whether the tests of one binary share a process.
    pub in_process: bool,
    /// A folder for traces, which are removed once they are read.
    pub folder: &'a Utf8Path,
    /// Tests that passed in earlier runs, which need not run again.
    pub earlier: &'a Earlier,
}

/// One test that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    /// The binary's id and the test's path; the binary's id alone for one without harness.
    pub name: String,
    /// Why it did not pass, in a line.
    pub failure: Option<String>,
    /// What it wrote, standard error last.
    pub output: String,
}

/// What the tests did and saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestRun {
    /// Binaries whose tests cannot be listed, and why, in words.
    pub unlisted: Vec<String>,
    /// All results, sorted by name.
    pub results: Vec<TestResult>,
    /// How many of them are those of earlier runs.
    pub remembered: usize,
    /// Each abstract state that was seen, with the tests that saw it. A state whose test is not known (a thread that a
    /// test spawned, with all tests in one process) is [`UNATTRIBUTED`].
    pub seen: BTreeMap<(Id, Valuation), BTreeSet<String>>,
    /// Conditions of contracts that were seen to hold (`true`) or not, likewise.
    pub conditions: BTreeMap<(Id, bool), BTreeSet<String>>,
    /// Objects that were sampled: where, of which type, and their values.
    pub samples: BTreeSet<(Id, Id, pct_wire::Value)>,
    /// Panics, caught or not, each with its test.
    pub panics: BTreeSet<(String, pct_wire::trace::Panic)>,
    /// Tests whose trace ends in the middle of a line.
    pub torn: BTreeSet<String>,
}

/// Stands for the test of an observation whose test is not known.
pub const UNATTRIBUTED: &str = "(unattributed)";

/// Why tests could not be run.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// A test binary does not start.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// A test binary with rustc's harness does not list its tests.
    #[error("{binary} does not list its tests: {why}")]
    List {
        /// The binary's id.
        binary: String,
        /// How it ended, and what it wrote.
        why: String,
    },
    /// The folder of the traces.
    #[error("{path}: {source}")]
    Folder {
        /// Which.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A trace that cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// A driver did not answer as it should.
    #[error("the hidden test {driver} does not answer: {why}")]
    Answers {
        /// Its path.
        driver: String,
        /// How it ended, or what is wrong with its answer.
        why: String,
    },
    /// The hidden tests of a binary cannot be told from the user's.
    #[error(transparent)]
    Sites(#[from] crate::probe::ProbeError),
}

/// Something to run in one process.
#[derive(Debug)]
enum Job<'a> {
    /// One test of a binary.
    One(&'a TestBinary, String),
    /// All of these tests, in one process.
    All(&'a TestBinary, Vec<String>),
    /// A binary without harness.
    Whole(&'a TestBinary),
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Done {
    results: Vec<(TestResult, Duration)>,
    trace: trace::Trace,
}

/// Runs all tests.
pub fn run(
    binaries: &[TestBinary],
    config: &TestConfig<'_>,
    sink: &mut dyn Sink,
) -> Result<TestRun, NativeError> {
    let started = Instant::now();
    let traces = trace::Folder::make(config.folder)?;
    let (jobs, unlisted) = jobs(binaries, config)?;
    for text in &unlisted {
        sink.emit(Event::Warning(text.clone()));
    }
    let mut passed = Passed::read(binaries, config);
    let mut run = TestRun { unlisted, ..TestRun::default() };
    let mut waiting = VecDeque::new();
    for job in jobs {
        match passed.known(&job) {
            Some(done) => {
                run.remembered += done.results.len();
                run.take(done);
            }
            None => waiting.push_back(job),
        }
    }
    announce(&waiting, run.remembered, sink);
    in_parallel(
        waiting,
        config.jobs,
        |job| Ok(((job.binary().id.as_str(), job.name().to_owned()), job.run(config, &traces)?)),
        |(name, done)| {
            passed.note(name, &done);
            for (result, elapsed) in &done.results {
                let (name, failure) = (result.name.clone(), result.failure.clone());
                sink.emit(Event::TestFinished { name, failure, elapsed: *elapsed });
            }
            run.take(done);
        },
    )?;
    passed.keep();
    run.results.sort_by(|one, other| one.name.cmp(&other.name));
    let failed = run.results.iter().filter(|result| result.failure.is_some()).count();
    let passed = run.results.len() - failed;
    sink.emit(Event::TestsFinished { passed, failed, elapsed: started.elapsed() });
    Ok(run)
}

fn announce(jobs: &VecDeque<Job<'_>>, remembered: usize, sink: &mut dyn Sink) {
    let tests = jobs.iter().map(|job| if let Job::All(_, tests) = job { tests.len() } else { 1 }).sum();
    let binaries = jobs.iter().map(|job| job.binary().id.as_str()).collect::<BTreeSet<_>>().len();
    sink.emit(Event::TestsStarted { tests, binaries, remembered });
}

impl TestRun {
    /// Adds what came of a job.
    fn take(&mut self, done: Done) {
        self.results.extend(done.results.into_iter().map(|(result, _)| result));
        done.trace.merge_into(self);
    }
}

/// Tests to run, and binaries that do not list theirs: that costs their tests, unless there are no others.
fn jobs<'a>(
    binaries: &'a [TestBinary],
    config: &TestConfig<'_>,
) -> Result<(VecDeque<Job<'a>>, Vec<String>), NativeError> {
    let mut unlisted = Vec::new();
    let (harnessed, whole): (Vec<_>, Vec<_>) = binaries.iter().partition(|binary| binary.unit.harness);
    let mut jobs: Vec<Job<'a>> = whole.into_iter().map(Job::Whole).collect();
    in_parallel(
        harnessed.into(),
        config.jobs,
        |binary| match list::tests(binary, config) {
            Err(error @ NativeError::List { .. }) => Ok((binary, Err(error))),
            tests => Ok((binary, Ok(tests?))),
        },
        |(binary, tests)| match tests {
            Err(error) => unlisted.push(error),
            Ok(tests) if tests.is_empty() => {}
            Ok(tests) if config.in_process => jobs.push(Job::All(binary, tests)),
            Ok(tests) => jobs.extend(tests.into_iter().map(|test| Job::One(binary, test))),
        },
    )?;
    let mut texts: Vec<String> = unlisted.iter().map(ToString::to_string).collect();
    texts.sort();
    match unlisted.pop() {
        Some(error) if jobs.is_empty() => Err(error),
        _ => Ok((jobs.into(), texts)),
    }
}

/// Works on `inputs` with so many threads, and takes the outputs as they come. The first error ends the work.
fn in_parallel<I: Send, O: Send>(
    inputs: VecDeque<I>,
    threads: usize,
    work: impl Fn(I) -> Result<O, NativeError> + Sync,
    mut take: impl FnMut(O),
) -> Result<(), NativeError> {
    let threads = threads.clamp(1, inputs.len().max(1));
    let queue = Mutex::new(inputs);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    std::thread::scope(|scope| {
        let (sender, outputs) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(input) = next() {
                    if sender.send(work(input)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for output in outputs {
            take(output?);
        }
        Ok(())
    })
}

impl<'a> Job<'a> {
    fn binary(&self) -> &'a TestBinary {
        match self {
            Job::One(binary, _) | Job::All(binary, _) | Job::Whole(binary) => binary,
        }
    }

    /// A name that no other job of the binary has.
    fn name(&self) -> &str {
        match self {
            Job::One(_, test) => test,
            Job::All(..) | Job::Whole(_) => "",
        }
    }

    fn run(self, config: &TestConfig<'_>, traces: &trace::Folder) -> Result<Done, NativeError> {
        match self {
            Job::One(binary, test) => one_each::test(binary, &test, config, traces),
            Job::Whole(binary) => one_each::whole(binary, config, traces),
            Job::All(binary, tests) => in_process::tests(binary, &tests, config, traces),
        }
    }
}

/// The command that runs a binary as `cargo test` would.
fn command(binary: &TestBinary) -> Command {
    let mut command = match binary.runner.split_first() {
        None => Command::new(&binary.executable),
        Some((runner, arguments)) => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(&binary.executable);
            command
        }
    };
    command.current_dir(&binary.folder).envs(&binary.environment);
    let ours = [crate::build::WRAPPER_VARIABLE, process::LAUNCHER_VARIABLE];
    for own in [env::TRACE, env::IN_PROCESS, env::REQUESTS, env::ANSWERS].into_iter().chain(ours) {
        command.env_remove(own);
    }
    command
}

/// What a process may use that makes calls of the analysed code: its address space, and files, of which its own trace is far smaller.
pub(crate) fn limits_of_calls(time: Duration) -> Limits {
    let (memory, file) = (Some(1 << 30), Some(16 << 20));
    Limits { time: Some(time), is_patient: true, memory, file, output: None }
}

/// Runs a test process with its probes writing into a fresh folder, and reads what they wrote.
fn observe(
    mut command: Command,
    limits: Limits,
    traces: &trace::Folder,
    launcher: &Launcher,
) -> Result<(Finished, Vec<pct_wire::trace::Trace>), NativeError> {
    let folder = traces.fresh()?;
    command.env(env::TRACE, folder.path());
    let finished = launcher.run(command, limits)?;
    Ok((finished, folder.read()?))
}

/// Why a process that did not succeed did not, in a line: its panic, if it tells of one.
fn failure(finished: &Finished, time: Duration) -> String {
    let panic = panicked::in_a_line(&finished.stderr).or_else(|| panicked::in_a_line(&finished.stdout));
    let with_panic = |text: String| panic.map_or(text.clone(), |panic| format!("{text}: {panic}"));
    match finished.end {
        End::TimedOut => format!("hangs: killed after {} seconds", time.as_secs_f64()),
        End::Signal(6) => with_panic("aborted".to_owned()),
        End::Signal(_) => with_panic(format!("crashed by {}", finished.end)),
        // The status of libtest when a test failed.
        End::Code(101) => with_panic("failed".to_owned()),
        End::Code(code) => with_panic(format!("exited with status {code}")),
    }
}

/// All that a process wrote.
fn output(finished: &Finished) -> String {
    format!("{}{}", finished.stdout, finished.stderr)
}
