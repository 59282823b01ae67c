//! From the MIR of a build to verdicts in the ledger: reads each crate once, and verifies its subjects.

mod answers;
mod broken;
mod dependencies;
mod driven;
mod evidence;
mod models;
mod panicked;
mod reached;
mod result;
mod unwatched;
mod verified;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use super::{RunError, Session};
use crate::build::{self, Build, Unit};
use crate::config::{Emit, Encoding, Granularity, Predicates};
use crate::event::{Event, Sink};
use crate::fabricate::ExecutionLimits;
use crate::ledger::{self, Ledger, Verdict};
use crate::lower::Probed;
use crate::native::TestRun;
use crate::native::driver::Drivers;
use crate::native::linked::Linking;
use crate::native::white_box::WhiteBox;
use crate::probe::{self, ContractKind, Subjects};
use crate::process::Launcher;
use crate::report::bounds::SubjectBoundsText;
use crate::solver::{self, SolverConfig};
use crate::verify::{AT_BRANCHES, ProofPredicates, StateKey, VerifyConfig};
pub(super) use models::Models;
use panicked::Panics;
use verified::verify_crate;

/// Terms and code are trees that are walked recursively: deep ones need room.
const STACK_BYTES: usize = 1 << 29;

/// Verifies every subject of the ledger whose crate's code can be read.
pub(super) fn analyse(
    session: &Session,
    build: &Build,
    probed: &Subjects,
    (run, white_box): (&TestRun, &WhiteBox),
    models: Models<'_>,
    ledger: &mut Ledger,
    sink: &mut dyn Sink,
) -> Result<(), RunError> {
    let models = models.program()?;
    let timeout = session.settings.analysis_timeout;
    let end = Instant::now() + timeout;
    let violating = violating(probed, run);
    let cratewise = crates(build, ledger, probed, &violating);
    let root = build::canonical(&session.workspace.root);
    let panics = Panics { panics: &run.panics, violating, white_box, root };
    for (unit, subjects) in cratewise {
        sink.emit(Event::Analysing { subjects: subjects.len(), krate: unit.crate_name.clone() });
        let config = analysis_config(session, build, end, timeout.mul_f64(SHARE_OF_THE_REST));
        let config = AnalysisConfig { tested_with: build.tested_with(unit), ..config };
        let timeout = session.settings.timeout;
        let drivers = Drivers::find(&build.tests, &unit.crate_name, timeout, &config.linking.launcher)?;
        // Moved to the thread whole: a program remembers types as it meets them.
        let models = models.clone();
        let panics = &panics;
        let work = move || verify_crate(unit, models, &subjects, &config, &drivers, panics);
        let verified = on_a_large_stack(work);
        let mut verified = verified?;
        let mut stdout = anstream::stdout();
        verified.emitted.iter().try_for_each(|text| writeln!(stdout, "{text}"))?;
        ledger.solver.0 += verified.queries;
        ledger.solver.1 += verified.milliseconds;
        ledger.opaque.append(&mut verified.opaque);
        ledger.census.add(verified.census);
        ledger.answers.add(verified.answers);
        ledger.defects.append(&mut verified.defects);
        if session.settings.drive > 0 {
            ledger.driven.get_or_insert_default().add(verified.driven);
        }
        ledger.warnings.append(&mut verified.warnings);
        ledger.subjects.extend(verified.unwatched.iter().map(ledger::Subject::new));
        for subject in &mut ledger.subjects {
            if let Some(result) = verified.results.remove(&subject.probed.id) {
                result.enter(subject, ledger.generated.len());
                if subject.bounds.is_some() {
                    writeln!(stdout, "{}", SubjectBoundsText(subject))?;
                }
            }
        }
        ledger.generated.append(&mut verified.generated);
    }
    Ok(())
}

/// The part of the settings that the analysis reads.
struct AnalysisConfig {
    solver: SolverConfig,
    /// How dependencies were compiled.
    records: Utf8PathBuf,
    /// The crates that the tests of the analysed one are linked with, by the stems of their libraries.
    tested_with: Vec<String>,
    subject_timeout: Duration,
    /// When subjects are not judged as a whole any more.
    deadline: Instant,
    /// The time for the whole analysis.
    analysis_timeout: Duration,
    /// When the whole analysis has to end.
    end: Instant,
    verify: VerifyConfig,
    predicates: ProofPredicates,
    emit: Vec<Emit>,
    allow_effects: bool,
    /// What generated tests are compiled with.
    linking: Linking,
    /// Random sequences of calls for each type.
    drive: usize,
    /// Functions that are no subjects are judged as well.
    all_functions: bool,
    /// Nobody annotated the crate: what its documentation says of panics stands for `panics`.
    auto: bool,
}

/// Of the time for the whole analysis, what is kept for subjects that are not judged in the rest of it.
const SHARE_OF_THE_REST: f64 = 0.1;

fn analysis_config(session: &Session, build: &Build, end: Instant, kept: Duration) -> AnalysisConfig {
    let encoding = match session.settings.encoding {
        Encoding::Auto => solver::Encoding::Auto,
        Encoding::Integers => solver::Encoding::Integers,
        Encoding::BitVectors => solver::Encoding::BitVectors,
    };
    let execution = session.settings.execution.then(ExecutionLimits::default);
    let bounds = session.settings.emit.contains(&Emit::Bounds);
    AnalysisConfig {
        solver: SolverConfig { encoding, ..SolverConfig::default() },
        records: build.records.clone(),
        tested_with: Vec::new(),
        subject_timeout: session.settings.subject_timeout,
        deadline: end.checked_sub(kept).unwrap_or(end),
        analysis_timeout: session.settings.analysis_timeout,
        end,
        verify: VerifyConfig { execution, bounds, ..VerifyConfig::default() },
        predicates: match (session.settings.predicates, session.settings.proof_granularity) {
            (Predicates::All, _) => ProofPredicates::All,
            (Predicates::User, Granularity::Loops) => ProofPredicates::User(&[]),
            (Predicates::User, Granularity::Branches | Granularity::Statements) => {
                ProofPredicates::User(AT_BRANCHES)
            }
        },
        emit: session.settings.emit.clone(),
        allow_effects: session.settings.allow_effects,
        linking: Linking {
            rustc: std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()),
            target: session.cargo.target.clone(),
            runner: session.toolchain.cargo_config.runner.clone(),
            folder: session.workspace.folder.join("build"),
            timeout: session.settings.timeout,
            until: None,
            launcher: Arc::new(Launcher::by(std::env::current_exe().ok())),
        },
        drive: session.settings.drive,
        all_functions: session.settings.auto && session.settings.filter.is_empty(),
        auto: session.settings.auto,
    }
}

/// A subject of the ledger, as the analysis takes it.
struct Task {
    subject: probe::Subject,
    probed: Probed,
    /// The states that tests were seen in.
    seen: BTreeSet<StateKey>,
    /// Those that tests were seen in which keep to what proofs are about: they build no objects from the inside, and violate no
    /// precondition.
    covered: BTreeSet<StateKey>,
}

/// The tests that violate a precondition.
fn violating(probed: &Subjects, run: &TestRun) -> BTreeSet<String> {
    let violations = run.conditions.iter().filter(|((site, holds), _)| {
        let contract = probed.contracts.get(site);
        !holds && contract.is_some_and(|it| matches!(it.kind, ContractKind::Requires | ContractKind::Assume))
    });
    violations.flat_map(|(_, tests)| tests).cloned().collect()
}

/// The units that hold subjects of the ledger, with what is known of those.
fn crates<'b>(
    build: &'b Build,
    ledger: &Ledger,
    probed: &Subjects,
    violating: &BTreeSet<String>,
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
        if !own.is_empty() {
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
