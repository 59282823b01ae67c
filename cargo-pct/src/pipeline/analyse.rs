//! From the MIR of a build to verdicts in the ledger: reads each crate once, and verifies its subjects.

mod changed;
mod dependencies;
mod exploration;
mod interim;
mod models;
mod remembered;
mod remembering;
mod schedule;
mod slices;
mod turn;
mod verified;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use super::{RunError, Session, rustc};
use crate::build::{self, Build, Unit};
use crate::config::{Effort, Emit, Encoding, Granularity, Predicates};
use crate::confirm::{ExploringConfig, Panics};
use crate::diff::Diff;
use crate::event::{Event, Sink};
use crate::fabricate::ExecutionLimits;
use crate::judge::{JudgeConfig, Task};
use crate::ledger::{self, Incomplete, Ledger, Verdict};
use crate::lower::Probed;
use crate::native::TestRun;
use crate::native::driver::Drivers;
use crate::native::linked::Linking;
use crate::native::white_box::WhiteBox;
use crate::probe::{ContractKind, Subjects};
use crate::process::Launcher;
use crate::report::abstraction::SubjectAbstractionText;
use crate::report::bounds::SubjectBoundsText;
use crate::solver::{self, SolverConfig};
use crate::verify::{AT_BRANCHES, ProofPredicates, VerifyConfig};
pub(super) use interim::Interim;
use interim::Telling;
pub(super) use models::Models;
use remembered::Remembered;
use verified::{CrateInput, verify_crate};

/// Terms and code are trees that are walked recursively: deep ones need room.
const STACK_BYTES: usize = 1 << 29;

/// Verifies every subject of the ledger whose crate's code can be read.
pub(super) fn analyse(
    session: &Session,
    build: &Build,
    probed: &Subjects,
    (run, white_box): (&TestRun, &WhiteBox),
    models: Models<'_>,
    (ledger, interim): (&mut Ledger, &mut Interim),
    sink: &mut (dyn Sink + Send),
) -> Result<(), RunError> {
    let models = models.program()?;
    let time = session.settings.analysis_timeout();
    let end = Instant::now() + time;
    let violating = violating(probed, run);
    let cratewise = crates(build, ledger, probed, &violating, session.takes_all());
    let root = build::canonical(&session.workspace.root);
    let panics = Panics { panics: &run.panics, violating, white_box, root };
    let memory = session.memory();
    let (mut left, mut cut_by_time, mut is_time_up) = (cratewise.len(), Vec::new(), false);
    for (unit, subjects) in cratewise {
        sink.emit(Event::Analysing { subjects: subjects.len(), krate: unit.crate_name.clone() });
        // Each crate that is left has an even share of the time that is left.
        let share = end.saturating_duration_since(Instant::now()) / u32::try_from(left).unwrap_or(u32::MAX);
        left -= 1;
        let config = analysis_config(session, build, unit, Instant::now() + share);
        let timeout = session.settings.timeout;
        let drivers = Drivers::find(&build.tests, &unit.crate_name, timeout, &config.linking.launcher)?;
        let mut listener = Telling { interim: &mut *interim, sink: &mut *sink, end: config.end };
        // Moved to the thread whole: a program remembers types as it meets them.
        let models = models.clone();
        let rustc = &session.toolchain.rustc;
        let remembered =
            Remembered::of(memory.clone(), rustc, unit, &subjects, &config, (&drivers, &panics), time);
        let input = CrateInput {
            unit,
            subjects: &subjects,
            config: &config,
            drivers: &drivers,
            panics: &panics,
            remembered: &remembered,
        };
        let work = || verify_crate(&input, models, &mut listener);
        let verified = on_a_large_stack(work);
        let mut verified = verified?;
        let mut stdout = anstream::stdout();
        verified.emitted.iter().try_for_each(|text| writeln!(stdout, "{text}"))?;
        ledger.solver.0 += verified.queries;
        ledger.solver.1 += verified.milliseconds;
        ledger.remembered += verified.remembered;
        ledger.opaque.append(&mut verified.opaque);
        ledger.census.add(verified.census);
        ledger.answers.add(verified.answers);
        ledger.defects.append(&mut verified.defects);
        if session.settings.drive > 0 {
            ledger.driven.get_or_insert_default().add(verified.driven);
        }
        if let Some(extent) = verified.explored {
            ledger.explored.get_or_insert_default().add(extent);
        }
        ledger.warnings.append(&mut verified.warnings);
        ledger.subjects.extend(verified.unwatched.iter().map(ledger::Subject::new));
        for subject in &mut ledger.subjects {
            if let Some(result) = verified.results.remove(&subject.probed.id) {
                result.enter(subject, ledger.generated.len());
                print_bounds(subject, &session.settings.emit, &mut stdout)?;
            }
        }
        ledger.generated.append(&mut verified.generated);
        cut_by_time.append(&mut verified.cut_by_time);
        is_time_up |= verified.is_time_up;
    }
    if !cut_by_time.is_empty() {
        let reason = if is_time_up { time_is_up(session) } else { time_of_a_function_is_up(session) };
        ledger.incomplete = Some(Incomplete { reason, subjects: cut_by_time });
    }
    Ok(())
}

/// Prints the abstraction of a subject and its bounds, whichever were asked for.
fn print_bounds(
    subject: &ledger::Subject,
    asked: &[Emit],
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    if asked.contains(&Emit::Abstraction) {
        writeln!(out, "{}", SubjectAbstractionText(subject))?;
    }
    if asked.contains(&Emit::Bounds) && subject.bounds.is_some() {
        writeln!(out, "{}", SubjectBoundsText(subject))?;
    }
    Ok(())
}

/// Why an analysis is incomplete that was not interrupted.
fn time_is_up(session: &Session) -> String {
    let seconds = session.settings.analysis_timeout().as_secs_f64();
    let more = match (session.settings.analysis_timeout, session.settings.effort) {
        (None, Effort::Quick) => "--effort default gives more",
        (None, Effort::Default) => "--effort deep gives more",
        _ => "--analysis-timeout and --subject-timeout give more",
    };
    format!("the time of {seconds:.0} s is up; {more}")
}

/// Why an analysis is incomplete that had time left.
fn time_of_a_function_is_up(session: &Session) -> String {
    let time = session.settings.subject_timeout;
    let shown = match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        seconds => format!("{seconds} s"),
    };
    format!("the time of {shown} for a function is up; --subject-timeout gives more")
}

/// The part of the settings that the analysis reads.
struct AnalysisConfig {
    judge: JudgeConfig,
    solver: SolverConfig,
    /// Subjects that are judged at once.
    jobs: usize,
    /// How dependencies were compiled.
    records: Utf8PathBuf,
    /// The crates that the tests of the analysed one are linked with, by the stems of their libraries.
    tested_with: Vec<String>,
    subject_timeout: Duration,
    /// When the analysis of the crate has to end.
    end: Instant,
    emit: Vec<Emit>,
    /// What generated tests are compiled with.
    linking: Linking,
    /// Random sequences of calls for each type.
    drive: usize,
    /// How functions are explored, if they are.
    exploring: Option<ExploringConfig>,
    /// Functions that are no subjects are judged as well.
    all_functions: bool,
    /// Subjects that this does not concern are not judged.
    diff: Option<Diff>,
    /// The folder that names of source files are relative to.
    root: Utf8PathBuf,
}

/// The part of the time that is left for running what exploration has found.
const AFTER_EXPLORATION: f64 = 0.15;

/// Bytes that all processes of an analysis may have in main memory together.
const MEMORY: u64 = 2_600_000_000;

/// One of them has no more than this.
const MOST_OF_ONE: u64 = 1_600_000_000;

/// With less than this, one cannot do with what it shares with the others: fewer subjects are judged at once then.
const LEAST_OF_ONE: u64 = 500_000_000;

fn analysis_config(session: &Session, build: &Build, unit: &Unit, end: Instant) -> AnalysisConfig {
    let encoding = match session.settings.encoding {
        Encoding::Auto => solver::Encoding::Auto,
        Encoding::Integers => solver::Encoding::Integers,
        Encoding::BitVectors => solver::Encoding::BitVectors,
    };
    let jobs = jobs(session).clamp(1, (MEMORY / LEAST_OF_ONE) as usize);
    let memory = (MEMORY / jobs as u64).min(MOST_OF_ONE);
    AnalysisConfig {
        judge: judge_config(session),
        solver: SolverConfig { encoding, memory, ..SolverConfig::default() },
        jobs,
        records: build.records.clone(),
        tested_with: build.tested_with(unit),
        subject_timeout: session.settings.subject_timeout,
        end,
        emit: session.settings.emit.clone(),
        linking: Linking {
            rustc: rustc(),
            target: session.cargo.target.clone(),
            runner: session.toolchain.cargo_config.runner.clone(),
            folder: session.workspace.folder.join("build"),
            timeout: session.settings.timeout,
            until: None,
            jobs,
            launcher: Arc::new(Launcher::by(std::env::current_exe().ok())),
            tells_calls: false,
            is_in_sandbox: false,
        },
        drive: session.settings.drive,
        exploring: session.settings.exploration_time().map(|time| ExploringConfig {
            time,
            until: end
                .checked_sub(session.settings.analysis_timeout().mul_f64(AFTER_EXPLORATION))
                .unwrap_or(end),
            records: build.records.clone(),
            folder: session.exploration_folder(),
            engine: session.engine(),
        }),
        all_functions: session.takes_all(),
        diff: session.gates.diff().cloned(),
        root: session.workspace.root.clone(),
    }
}

fn judge_config(session: &Session) -> JudgeConfig {
    let execution = session.settings.execution.then(ExecutionLimits::default);
    let asks = |stage| session.settings.emit.contains(&stage);
    // The abstract states and steps are those of the upper bound.
    let (abstraction, bounds) = (asks(Emit::Abstraction), asks(Emit::Abstraction) || asks(Emit::Bounds));
    JudgeConfig {
        verify: VerifyConfig { execution, bounds, abstraction, ..VerifyConfig::default() },
        predicates: match (session.settings.predicates, session.settings.proof_granularity) {
            (Predicates::All, _) => ProofPredicates::All,
            (Predicates::User, Granularity::Loops) => ProofPredicates::User(&[]),
            (Predicates::User, Granularity::Branches | Granularity::Statements) => {
                ProofPredicates::User(AT_BRANCHES)
            }
        },
        prints_system: asks(Emit::System),
        allow_effects: session.settings.allow_effects,
        heeds_documentation: session.settings.auto,
    }
}

/// How many subjects are judged at once.
fn jobs(session: &Session) -> usize {
    let asked = session.cargo.jobs.map(std::num::NonZeroUsize::get);
    asked.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1)
}

/// The tests that violate a precondition.
fn violating(probed: &Subjects, run: &TestRun) -> BTreeSet<String> {
    let violations = run.conditions.iter().filter(|((site, holds), _)| {
        let contract = probed.contracts.get(site);
        !holds && contract.is_some_and(|it| matches!(it.kind, ContractKind::Requires | ContractKind::Assume))
    });
    violations.flat_map(|(_, tests)| tests).cloned().collect()
}

/// The units that hold subjects of the ledger, with what is known of those. `takes_all`: units without subjects, too, for functions that no probe
/// watches.
fn crates<'b>(
    build: &'b Build,
    ledger: &Ledger,
    probed: &Subjects,
    violating: &BTreeSet<String>,
    takes_all: bool,
) -> Vec<(&'b Unit, Vec<Task>)> {
    let is_fair = |state: &ledger::State| match &state.verdict {
        Verdict::Covered { tests } => !state.white_box && !tests.iter().all(|test| violating.contains(test)),
        _ => false,
    };
    // In reverse: of several with one id, the first counts.
    let known = probed.subjects.iter().map(|own| own.id.as_str()).zip(Probed::all(probed)).rev();
    let known: BTreeMap<&str, Probed> = known.collect();
    let task = |subject: &ledger::Subject| {
        let own = known.get(subject.probed.id.as_str())?;
        let covered = subject.states.iter().filter(|(_, state)| is_fair(state));
        let covered = covered.map(|(key, _)| *key).collect();
        let is_seen = |state: &ledger::State| matches!(state.verdict, Verdict::Covered { .. });
        let seen = subject.states.iter().filter(|(_, state)| is_seen(state)).map(|(key, _)| *key);
        Some(Task { subject: subject.probed.clone(), probed: own.clone(), seen: seen.collect(), covered })
    };
    let mut found = Vec::new();
    for unit in build.units.iter().filter(|unit| !unit.test && unit.mir.is_some()) {
        let prefix = format!("{}::", unit.crate_name);
        let subjects = ledger.subjects.iter().filter(|subject| subject.probed.id.starts_with(&prefix));
        let own: Vec<Task> = subjects.filter_map(task).collect();
        if takes_all || !own.is_empty() {
            found.push((unit, own));
        }
    }
    found
}

fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("analysis".to_owned()).stack_size(STACK_BYTES);
        let handle = thread.spawn_scoped(scope, work).expect("a thread can be started");
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
