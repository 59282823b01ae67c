//! From the MIR of a build to verdicts in the ledger: reads each crate once, and verifies its subjects.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use camino::Utf8Path;

use super::{RunError, Session};
use crate::build::{Build, Unit, models};
use crate::config::{Emit, Encoding, Granularity, Predicates};
use crate::event::{Event, Sink};
use crate::fabricate::ExecutionLimits;
use crate::ledger::{
    self, Assumption, FindingStatus, Invariant, Ledger, Literals, Opaque, Runner, Verdict, number_findings,
};
use crate::lower::{
    Contract, CrateCode, Entry, Lowered, NotAnalysed, Obstacle, Probed, Subject, SubjectKind,
};
use crate::mir;
use crate::native::TestRun;
use crate::native::driver::Drivers;
use crate::probe::{self, ContractKind, Place, Subjects};
use crate::replay::{FabricatedRun, Replayer, Replays};
use crate::report::rust_text::rust_text;
use crate::solver::{self, Prover, SolverConfig};
use crate::source::Items;
use crate::span::Span;
use crate::symex::{NoteKind, Program, models::SOURCES, syntax::read_declarations};
use crate::system::{self, State};
use crate::testgen;
use crate::verify::{
    AT_BRANCHES, Finding, Judgement, Proof, ProofPredicates, StateKey, StateVerdict, StateVerdicts, Status,
    Verification, VerifyConfig, judge,
};

/// Terms and code are trees that are walked recursively: deep ones need room.
const STACK_BYTES: usize = 1 << 29;

/// Verifies every subject of the ledger whose crate's code can be read.
pub(super) fn analyse(
    session: &Session,
    build: &Build,
    probed: &Subjects,
    run: &TestRun,
    ledger: &mut Ledger,
    sink: &mut dyn Sink,
) -> Result<(), RunError> {
    let models = models_of(session)?;
    let cratewise = crates(build, ledger, probed, run);
    for (unit, subjects) in cratewise {
        sink.emit(Event::Analysing { subjects: subjects.len(), krate: unit.crate_name.clone() });
        let texts = texts_of(unit)?;
        let config = analysis_config(session);
        let drivers = Drivers::find(&build.tests, &unit.crate_name, session.settings.timeout)?;
        let work = || verify_crate(unit, &models, texts.as_ref(), &subjects, &config, &drivers);
        let verified = on_a_large_stack(work);
        let mut verified = verified?;
        let mut stdout = anstream::stdout();
        verified.emitted.iter().try_for_each(|text| writeln!(stdout, "{text}"))?;
        ledger.solver.0 += verified.queries;
        ledger.solver.1 += verified.milliseconds;
        ledger.opaque.append(&mut verified.opaque);
        ledger.defects.append(&mut verified.defects);
        ledger.warnings.append(&mut verified.warnings);
        for subject in &mut ledger.subjects {
            if let Some(result) = verified.results.remove(&subject.probed.id) {
                result.enter(subject);
            }
        }
    }
    Ok(())
}

/// The part of the settings that the analysis reads.
struct AnalysisConfig {
    solver: SolverConfig,
    verify: VerifyConfig,
    predicates: ProofPredicates,
    emit: Vec<Emit>,
    allow_effects: bool,
}

fn analysis_config(session: &Session) -> AnalysisConfig {
    let encoding = match session.settings.encoding {
        Encoding::Auto => solver::Encoding::Auto,
        Encoding::Integers => solver::Encoding::Integers,
        Encoding::BitVectors => solver::Encoding::BitVectors,
    };
    let execution = session.settings.execution.then(ExecutionLimits::default);
    AnalysisConfig {
        solver: SolverConfig { encoding, ..SolverConfig::default() },
        verify: VerifyConfig { execution, ..VerifyConfig::default() },
        predicates: match (session.settings.predicates, session.settings.proof_granularity) {
            (Predicates::All, _) => ProofPredicates::All,
            (Predicates::User, Granularity::Loops) => ProofPredicates::User(&[]),
            (Predicates::User, Granularity::Branches | Granularity::Statements) => {
                ProofPredicates::User(AT_BRANCHES)
            }
        },
        emit: session.settings.emit.clone(),
        allow_effects: session.settings.allow_effects,
    }
}

/// The models' MIR.
fn models_of(session: &Session) -> Result<String, RunError> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let folder = session.workspace.folder.join("build");
    Ok(models::compile(&SOURCES, &rustc, &session.toolchain.rustc, &folder)?)
}

/// A subject of the ledger, as the analysis takes it.
struct Task {
    subject: probe::Subject,
    probed: Probed,
    /// The states that tests were seen in which keep to what proofs are about: they build no objects from the inside, and violate no
    /// precondition.
    covered: BTreeSet<StateKey>,
}

/// The units that hold subjects of the ledger, with what is known of those.
fn crates<'b>(
    build: &'b Build,
    ledger: &Ledger,
    probed: &Subjects,
    run: &TestRun,
) -> Vec<(&'b Unit, Vec<Task>)> {
    let violations = run.conditions.iter().filter(|((site, holds), _)| {
        let contract = probed.contracts.get(site);
        !holds && contract.is_some_and(|it| matches!(it.kind, ContractKind::Requires | ContractKind::Assume))
    });
    let violating: BTreeSet<&String> = violations.flat_map(|(_, tests)| tests).collect();
    let is_fair = |state: &ledger::State| match &state.verdict {
        Verdict::Covered { tests } => !state.white_box && !tests.iter().all(|test| violating.contains(test)),
        _ => false,
    };
    let task = |subject: &ledger::Subject| {
        let index = probed.subjects.iter().position(|own| own.id == subject.probed.id)?;
        let covered = subject.states.iter().filter(|(_, state)| is_fair(state));
        let covered = covered.map(|(key, _)| *key).collect();
        Some(Task { subject: subject.probed.clone(), probed: Probed::of(probed, index), covered })
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

/// A unit's MIR and expanded source; none if rustc gave no expanded source.
fn texts_of(unit: &Unit) -> Result<Option<(String, String)>, RunError> {
    let (Some(mir), Some(expanded)) = (&unit.mir, &unit.expanded) else { return Ok(None) };
    let read = |path: &Utf8Path| {
        std::fs::read_to_string(path)
            .map_err(|source| crate::build::BuildError::Io { path: path.to_owned(), source })
    };
    Ok(Some((read(mir)?, read(expanded)?)))
}

fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("analysis".to_owned()).stack_size(STACK_BYTES);
        let handle = thread.spawn_scoped(scope, work).expect("a thread can be started");
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What is known of the subjects of one crate.
#[derive(Default)]
struct Verified {
    results: BTreeMap<String, SubjectResult>,
    opaque: Vec<Opaque>,
    queries: u64,
    milliseconds: u64,
    /// What was asked to be printed.
    emitted: Vec<String>,
    /// Where runs contradict each other or what was found.
    defects: Vec<String>,
    /// What the user should know.
    warnings: Vec<String>,
}

/// What is known of one subject, as the ledger takes it.
struct SubjectResult {
    proof: ledger::Proof,
    invariants: Vec<Invariant>,
    findings: Vec<ledger::Finding>,
    fabricated: usize,
    assumptions: Vec<Assumption>,
    replays: Replays,
    verdicts: Verdicts,
}

impl SubjectResult {
    fn not_analysed(reason: impl ToString) -> SubjectResult {
        SubjectResult {
            proof: ledger::Proof::NotProved { reason: reason.to_string() },
            invariants: Vec::new(),
            findings: Vec::new(),
            fabricated: 0,
            assumptions: Vec::new(),
            replays: Replays::default(),
            verdicts: Verdicts::default(),
        }
    }

    fn enter(mut self, subject: &mut ledger::Subject) {
        number_findings(&subject.probed.id, &mut self.findings);
        subject.proof = self.proof;
        subject.invariants = self.invariants;
        subject.findings = self.findings;
        subject.made_states = self.fabricated;
        subject.assumptions = self.assumptions;
        subject.compared_runs = self.replays.compared;
        subject.not_run = self.replays.not_run.into_iter().collect();
        for run in self.replays.fabricated {
            enter_run(subject, run);
        }
        self.verdicts.enter(subject);
    }
}

/// Enters what a fabricated object did: abstract states that nobody was seen in stay undecided, with the object as a hint.
fn enter_run(subject: &mut ledger::Subject, run: FabricatedRun) {
    let position = |site| subject.probed.cutpoints.iter().position(|cutpoint| cutpoint.wire == site);
    let seen: Vec<_> =
        run.seen.iter().filter_map(|(site, valuation)| Some((position(*site)?, *valuation))).collect();
    let at = run.entry.and_then(position);
    let mut new_states = 0;
    for key in &seen {
        let (state, fits) =
            (run.state.clone(), subject.probed.cutpoints[key.0].predicates.len() == key.1.len());
        if fits && !subject.states.contains_key(key) {
            subject.states.insert(*key, ledger::State::new(Verdict::Fabricated { state }));
            new_states += 1;
        }
    }
    if let Some((cutpoint, valuation)) = seen.into_iter().find(|(cutpoint, _)| Some(*cutpoint) == at) {
        let (state, outcome, runner) = (run.state, run.outcome, Runner::Native);
        subject.fabricated.push(ledger::Fabricated {
            cutpoint,
            valuation,
            state,
            runner,
            outcome,
            new_states,
        });
    }
}

fn verify_crate(
    unit: &Unit,
    models: &str,
    texts: Option<&(String, String)>,
    subjects: &[Task],
    config: &AnalysisConfig,
    drivers: &Drivers<'_>,
) -> Result<Verified, RunError> {
    let mut verified = Verified::default();
    let refuse = |verified: &mut Verified, reason: String| {
        for task in subjects {
            verified.results.insert(task.subject.id.clone(), SubjectResult::not_analysed(&reason));
        }
    };
    let Some((dump, expanded)) = texts else {
        refuse(&mut verified, "rustc gave no expanded source".to_owned());
        return Ok(verified);
    };
    let (declarations, items) =
        match (read_declarations(&[("", expanded)], ""), Items::read("<expanded>", &[], expanded)) {
            (Ok(declarations), Ok(items)) => (declarations, items),
            (Err(error), _) => {
                refuse(&mut verified, format!("its expanded source cannot be read: {error}"));
                return Ok(verified);
            }
            (_, Err(error)) => {
                refuse(&mut verified, format!("its expanded source cannot be read: {error}"));
                return Ok(verified);
            }
        };
    let mut program =
        Program::with_models(mir::parse(models, 64)).map_err(|error| RunError::Defect(error.to_string()))?;
    let dump = mir::parse(dump, 64);
    if config.emit.contains(&Emit::Mir) {
        verified
            .emitted
            .push(mir::Printed { program: &dump, options: mir::PrintOptions::default() }.to_string());
    }
    let unread = unread_bodies(&dump);
    program.add_crate(dump, declarations);
    let obstacles = unread.iter().map(|opaque| Obstacle {
        reason: format!("its body cannot be read: {}", opaque.reason),
        span: None,
        function: opaque.function.clone(),
    });
    let mut obstacles: Vec<Obstacle> = obstacles.collect();
    let other_width = |reason| Obstacle { reason, span: None, function: unit.crate_name.clone() };
    obstacles.extend(unit.other_width().map(other_width));
    // Where it is not known, arithmetic that overflows is a finding, and no proof goes past the obstacle.
    program.wraps = unit.target.is_some_and(|target| !target.overflow_checks);
    let code = CrateCode { program: &program, items: &items, unread: obstacles };
    verified.opaque = unread;
    for Task { subject: probed, probed: sites, covered } in subjects {
        let path = probed.id.strip_prefix(&unit.crate_name).unwrap_or(&probed.id).trim_start_matches("::");
        let subject = match probed.kind {
            probe::SubjectKind::Type => code.class(&probed.id, path),
            probe::SubjectKind::Function => code.function(&probed.id, path),
        };
        let prover = Prover::new(config.solver);
        let result = match subject {
            Ok(subject) => {
                let Judgement { lowered, verification, states, needed_permissions } =
                    judge(&program, &subject, sites, config.predicates, covered, &config.verify, &prover);
                if config.emit.contains(&Emit::System) {
                    verified.emitted.push(system::print(&lowered.system));
                }
                verified.warnings.extend(stale(&subject, sites, &needed_permissions));
                let replayer = Replayer {
                    program: &program,
                    subject: &subject,
                    lowered: &lowered,
                    drivers,
                    prover: &prover,
                    allow_effects: config.allow_effects,
                    not_fabricable: probed.not_fabricable.as_deref(),
                };
                let replays = replayer.run(&verification)?;
                verified.defects.extend(replays.defects.iter().map(|it| format!("{}: {it}", probed.id)));
                let crate_name = &unit.crate_name;
                let view = View { code: &code, subject: &subject, lowered: &lowered, probed, crate_name };
                let verdicts = view.verdicts(states);
                verified.defects.extend(contradictions(probed, &verdicts, covered));
                SubjectResult { verdicts, ..view.result(&verification, replays) }
            }
            Err(reason @ (NotAnalysed::NotFound | NotAnalysed::Generic)) => {
                SubjectResult::not_analysed(reason)
            }
        };
        verified.results.insert(probed.id.clone(), result);
        let statistics = prover.statistics();
        verified.queries += statistics.queries;
        verified.milliseconds += u64::try_from(statistics.time.as_millis()).unwrap_or(u64::MAX);
    }
    Ok(verified)
}

/// The functions of a dump that the parser could not read.
fn unread_bodies(dump: &mir::Program) -> Vec<Opaque> {
    let opaque = dump.items.iter().filter_map(|item| match item {
        mir::Item::Opaque(opaque) => Some(opaque),
        _ => None,
    });
    let as_report = |opaque: &mir::OpaqueItem| Opaque {
        function: opaque.name.as_ref().map_or_else(|| "?".to_owned(), |path| path.to_string()),
        reason: opaque.reason.clone(),
        place: Place { line: opaque.line, ..Place::default() },
    };
    opaque.map(as_report).collect()
}

/// Results as the ledger takes them.
struct View<'a> {
    code: &'a CrateCode<'a>,
    subject: &'a Subject,
    lowered: &'a Lowered,
    probed: &'a probe::Subject,
    crate_name: &'a str,
}

impl View<'_> {
    fn result(&self, verification: &Verification, replays: Replays) -> SubjectResult {
        SubjectResult {
            proof: self.proof(verification),
            invariants: self.invariants(verification),
            findings: verification
                .findings
                .iter()
                .filter_map(|finding| self.finding(finding, &replays))
                .collect(),
            fabricated: verification.fabricated.len(),
            assumptions: self.assumptions(),
            replays,
            verdicts: Verdicts::default(),
        }
    }

    fn proof(&self, verification: &Verification) -> ledger::Proof {
        let is_required =
            self.lowered.relied_on.iter().any(|contract| contract.kind == ContractKind::Requires);
        let scope = match self.subject.kind {
            _ if is_required => "arguments meeting requires",
            SubjectKind::Type(_) => "every client",
            SubjectKind::Function => "all arguments",
        };
        let is_taken_for_granted =
            |contract: &Contract| matches!(contract.kind, ContractKind::Requires | ContractKind::Assume);
        match &verification.proof {
            Proof::Proved { .. } if self.lowered.relied_on.iter().any(is_taken_for_granted) => {
                ledger::Proof::ProvedUnderAssumptions { scope: scope.to_owned() }
            }
            Proof::Proved { .. } => ledger::Proof::Proved { scope: scope.to_owned() },
            Proof::NotProved { reason } => ledger::Proof::NotProved { reason: reason.clone() },
        }
    }

    /// What the proof needs of an object between calls. Without a proof, what was found to hold is no claim.
    fn invariants(&self, verification: &Verification) -> Vec<Invariant> {
        if !matches!(verification.proof, Proof::Proved { .. }) {
            return Vec::new();
        }
        let at = "after every public method".to_owned();
        let conjuncts = verification.invariant.iter().map(rust_text);
        conjuncts.map(|expression| Invariant { at: at.clone(), expression }).collect()
    }

    /// A finding; none where it is only the analysis that does not know.
    fn finding(&self, finding: &Finding, replays: &Replays) -> Option<ledger::Finding> {
        let failure = &self.lowered.failures[&finding.error];
        let is_contradicted = replays.contradicted.contains(&finding.error);
        let entry = &self.subject.entries[failure.entry];
        let reproduction =
            finding.calls.as_ref().filter(|_| !is_contradicted).and_then(|calls| {
                testgen::reproduction(self.code.program, self.subject, calls, self.crate_name)
            });
        // Calls that no client can write, as with an object whose fields are private, are no confirmation.
        let status = match finding.status {
            Status::Confirmed if reproduction.is_some() => FindingStatus::Confirmed,
            Status::Confirmed | Status::Potential => FindingStatus::Potential,
            Status::Undecided => return None,
        };
        let method = entry.name.rsplit("::").next().unwrap_or(&entry.name).to_owned();
        Some(ledger::Finding {
            id: String::new(),
            kind: failure.kind.name().to_owned(),
            status,
            message: message(&failure.message),
            place: self.place(failure.span.as_ref(), entry),
            method,
            state: finding.state.as_ref().map_or_else(Literals::new, |state| self.object(state)),
            arguments: finding
                .state
                .as_ref()
                .map_or_else(Literals::new, |state| self.arguments(entry, state)),
            replay: replays.findings.get(&finding.error).cloned(),
            reproduction: reproduction.map_or_else(Vec::new, |reproduction| reproduction.statements),
        })
    }

    /// The object's fields in a state.
    fn object(&self, state: &State) -> Literals {
        let SubjectKind::Type(ty) = &self.subject.kind else { return Literals::new() };
        testgen::fields(self.code.program, ty, "self", &self.lowered.system.assignment(state))
    }

    /// The arguments that are still known in a state: in a loop, say.
    fn arguments(&self, entry: &Entry, state: &State) -> Literals {
        let values = self.lowered.system.assignment(state);
        let own = entry.parameters.iter().filter(|(name, _)| Some(name) != entry.object.as_ref());
        own.filter_map(|(name, ty)| {
            Some((name.clone(), testgen::named_literal(self.code.program, ty, name, &values)?))
        })
        .collect()
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let notes = self.lowered.notes.iter().filter(|note| note.kind == NoteKind::UnmodelledCall);
        let assumption = |note: &crate::symex::Note| Assumption {
            kind: "unmodelled_call".to_owned(),
            callee: note.text.clone(),
            place: note.span.as_ref().map_or_else(Place::default, place_of),
        };
        let contracts = self.lowered.relied_on.iter().map(|contract| Assumption {
            kind: contract.kind.to_string(),
            callee: format!("{}: {}", contract.function, contract.condition),
            place: self.function_place(&contract.function),
        });
        notes.map(assumption).chain(contracts).collect()
    }

    /// Where something fails in the user's source: where the standard library's own text fails, the method.
    fn place(&self, span: Option<&Span>, entry: &Entry) -> Place {
        let own = span.filter(|span| !span.file.starts_with('/'));
        own.map(place_of)
            .unwrap_or_else(|| self.function_place(&format!("{}::{}", self.crate_name, entry.name)))
    }

    /// The first cutpoint of a function, or the subject.
    fn function_place(&self, name: &str) -> Place {
        let cutpoints = self.probed.cutpoints.iter();
        let places = cutpoints.filter(|cutpoint| cutpoint.function == name).map(|cutpoint| &cutpoint.place);
        places.min().cloned().unwrap_or_else(|| self.probed.place.clone())
    }

    /// The states' verdicts as the ledger takes them.
    fn verdicts(&self, states: StateVerdicts) -> Verdicts {
        let mut found = Verdicts::default();
        for (number, cutpoint) in states.cutpoints.into_iter().enumerate() {
            found.feasible.push(cutpoint.feasible);
            for (valuation, verdict) in cutpoint.verdicts {
                found.states.insert((number, valuation), self.verdict(verdict));
            }
        }
        found
    }

    fn verdict(&self, verdict: StateVerdict) -> Verdict {
        match verdict {
            StateVerdict::Unreachable { conjuncts } => {
                Verdict::Unreachable { predicates: conjuncts.iter().map(rust_text).collect() }
            }
            StateVerdict::Reachable { calls } => {
                let found = testgen::reproduction(self.code.program, self.subject, &calls, self.crate_name);
                match found {
                    Some(found) => Verdict::Reachable { source: found.test("reaches_a_state") },
                    None => Verdict::Undecided {
                        reason: "calls lead to it, and their arguments have no literals".to_owned(),
                    },
                }
            }
            StateVerdict::Fabricated { state, .. } => Verdict::Fabricated { state: self.object(&state) },
            StateVerdict::Undecided { reason } => Verdict::Undecided { reason },
        }
    }
}

/// What is known of a subject's abstract states.
#[derive(Default)]
struct Verdicts {
    feasible: Vec<Option<u128>>,
    states: BTreeMap<StateKey, Verdict>,
}

impl Verdicts {
    /// Decides what was undecided.
    fn enter(self, subject: &mut ledger::Subject) {
        for (own, found) in subject.feasible.iter_mut().zip(self.feasible) {
            *own = found;
        }
        for (key, verdict) in self.states {
            let is_excluded = matches!(verdict, Verdict::Unreachable { .. });
            // What a test reaches from the inside says nothing of clients: it never outranks a proof.
            let decided = subject.states.get(&key).is_some_and(|state| {
                matches!(state.verdict, Verdict::Covered { .. }) && !(state.white_box && is_excluded)
            });
            if !decided {
                let white_box = subject.states.get(&key).is_some_and(|state| state.white_box);
                subject.states.insert(key, ledger::State { white_box, ..ledger::State::new(verdict) });
            }
        }
    }
}

/// States that a test was seen in and that are called unreachable.
fn contradictions(probed: &probe::Subject, verdicts: &Verdicts, covered: &BTreeSet<StateKey>) -> Vec<String> {
    let is_excluded =
        |key: &&StateKey| matches!(verdicts.states.get(*key), Some(Verdict::Unreachable { .. }));
    let contradicted = covered.iter().filter(is_excluded);
    let named = contradicted.map(|(cutpoint, valuation)| {
        let label = &probed.cutpoints[*cutpoint].label;
        format!(
            "{}: a test was seen at {label} in the state {valuation}, which is proved unreachable",
            probed.id
        )
    });
    named.collect()
}

/// Permissions of a subject's functions that cover nothing.
fn stale(subject: &Subject, probed: &Probed, needed: &BTreeSet<Contract>) -> Vec<String> {
    let own = |contract: &&Contract| {
        contract.kind == ContractKind::Allow
            && subject.entries.iter().any(|entry| contract.function.ends_with(&format!("::{}", entry.name)))
    };
    let stale = probed.contracts.iter().filter(own).filter(|contract| !needed.contains(contract));
    let text = |contract: &Contract| {
        format!("{}: allow({}) covers no finding", contract.function, contract.condition)
    };
    stale.map(text).collect()
}

/// A panic's message without the part that would be computed.
fn message(text: &str) -> String {
    let before = match text.find("{}") {
        None => text,
        Some(hole) => text[..hole].rsplit_once(": ").map_or(&text[..hole], |(before, _)| before),
    };
    match before.trim_end_matches([' ', '`', ':']) {
        "" => "panics with a computed message".to_owned(),
        known => known.to_owned(),
    }
}

fn place_of(span: &Span) -> Place {
    Place {
        file: span.file.to_string(),
        line: span.start.line,
        column: span.start.column,
        end_line: span.end.line,
        end_column: span.end.column,
    }
}
