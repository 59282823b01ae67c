//! One crate: its code read once, each of its subjects judged, run and put into the ledger's words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use camino::Utf8Path;
use pct_wire::Valuation;

use super::answers::Collected;
use super::dependencies::add_dependencies;
use super::panicked::{Judged, Panics};
use super::result::{SubjectResult, Verdicts};
use super::view::View;
use super::{AnalysisConfig, Task, broken, evidence, panicked, reached};
use crate::build::{BuildError, Unit};
use crate::config::Emit;
use crate::drive::Driven;
use crate::ledger::{Answers, GeneratedTest, Opaque, Verdict};
use crate::lower::{Contract, CrateCode, Entry, Lowered, NotAnalysed, Obstacle, Probed, Subject, unread};
use crate::mir;
use crate::native::driver::Drivers;
use crate::native::effects;
use crate::native::linked::Linking;
use crate::pipeline::RunError;
use crate::probe::{self, ContractKind, Place};
use crate::replay::Replayer;
use crate::solver::{Prover, SolverConfig};
use crate::source::Items;
use crate::symex::Program;
use crate::symex::census::{Census, census};
use crate::system;
use crate::testgen::{self, Reproduction};
use crate::verify::{
    Finding, Judgement, ProofPredicates, StateKey, StateVerdicts, SubjectBounds, exclude_alone, judge,
};

/// What is known of the subjects of one crate.
#[derive(Default)]
pub(super) struct Verified {
    pub(super) results: BTreeMap<String, SubjectResult>,
    pub(super) opaque: Vec<Opaque>,
    pub(super) census: Census,
    pub(super) answers: Answers,
    /// What was judged and is no subject of the ledger.
    pub(super) unwatched: Vec<probe::Subject>,
    pub(super) queries: u64,
    pub(super) milliseconds: u64,
    /// Tests that reach what no test reached.
    pub(super) generated: Vec<GeneratedTest>,
    /// What was asked to be printed.
    pub(super) emitted: Vec<String>,
    /// Where runs contradict each other or what was found.
    pub(super) defects: Vec<String>,
    /// What the user should know.
    pub(super) warnings: Vec<String>,
    /// Which functions are free of panics.
    judged: Judged,
    /// What random calls did.
    pub(super) driven: Driven,
}

impl Verified {
    /// Says of all subjects why they are not analysed.
    fn refused(subjects: &[Task], reason: &str) -> Verified {
        let result = |task: &Task| (task.subject.id.clone(), SubjectResult::not_analysed(reason));
        Verified { results: subjects.iter().map(result).collect(), ..Verified::default() }
    }
}

/// Verifies the subjects of one crate. Where its source cannot be read, none of them is analysed.
pub(super) fn verify_crate(
    unit: &Unit,
    models: Program,
    subjects: &[Task],
    config: &AnalysisConfig,
    drivers: &Drivers<'_>,
    panics: &Panics<'_>,
) -> Result<Verified, RunError> {
    let (Some(dump), Some(expanded)) = (&unit.mir, &unit.expanded) else {
        return Ok(Verified::refused(subjects, "rustc gave no expanded source"));
    };
    let items = match Items::read("<expanded>", &[], &text_of(expanded)?) {
        Ok(items) => items,
        Err(error) => {
            return Ok(Verified::refused(subjects, &format!("its expanded source cannot be read: {error}")));
        }
    };
    let mut verified = Verified::default();
    let mut program = models;
    // The text goes as soon as it is read: that of a large crate takes hundreds of megabytes.
    let dump = mir::parse(&text_of(dump)?, 64);
    if config.emit.contains(&Emit::Mir) {
        verified
            .emitted
            .push(mir::Printed { program: &dump, options: mir::PrintOptions::default() }.to_string());
    }
    verified.opaque = dump.opaque().map(reported).collect();
    let mut unread = unread(&dump);
    let of_all = |reason| Obstacle::of_all(reason, unit.crate_name.clone());
    unread.extend(unit.other_width().map(of_all));
    let unnamed = items.unread.iter().filter(|item| item.names.is_none());
    unread.extend(unnamed.map(|item| of_all(format!("an item of its source cannot be read: {item}"))));
    // Where it is not known, arithmetic that overflows is a finding, and no proof goes past the obstacle.
    program.wraps = unit.target.is_some_and(|target| !target.overflow_checks);
    let items = Arc::new(items);
    add_dependencies(&mut program, &config.records, &unit.externs, config.tested_with.clone(), &dump);
    program.add_crate_with(dump, items.clone(), unit.externs.keys().cloned().collect());
    unread.extend(program.confusion().map(of_all));
    verified.census = census(&program);
    let code = CrateCode::new(&program, &items, unread);
    let mut answers = Collected::new(&code);
    let verifier = Verifier { unit, crate_name: &unit.crate_name, code: &code, config, drivers };
    for task in subjects {
        verifier.subject(task, &mut verified, &mut answers)?;
    }
    if config.all_functions {
        verifier.unwatched(&mut verified, &mut answers)?;
    }
    verified.answers = answers.sums();
    let until = config.end.max(Instant::now() + config.analysis_timeout.mul_f64(SHARE_OF_TESTS));
    let linking = Linking { until: Some(until), ..config.linking.clone() };
    let (generated, defects) = reached::decide(unit, &linking, subjects, &mut verified.results, |open| {
        verifier.explored(subjects, open)
    })?;
    verified.generated = generated;
    verified.defects.extend(defects);
    evidence::examine(unit, &config.linking, &program, subjects, &mut verified.results)?;
    verified.defects.extend(broken::report(&code, subjects, &mut verified.results));
    verified.defects.extend(panicked::contradictions(unit, &code, &verified.judged, panics));
    if config.drive > 0 {
        verifier.drive(unit, subjects, &mut verified)?;
    }
    Ok(verified)
}

fn text_of(path: &Utf8Path) -> Result<String, BuildError> {
    std::fs::read_to_string(path).map_err(|source| BuildError::Io { path: path.to_owned(), source })
}

/// Where time is short, a subject may take as many times its even share of what is left: most need far less, and nobody waits behind
/// a few hard ones in vain.
const GENEROSITY: f64 = 4.0;

/// Of the time for the whole analysis, what tests of states get beyond its end.
const SHARE_OF_TESTS: f64 = 0.25;

/// Of the time that is kept for those who have none, what one of them may take.
const MOST_OF_THE_REST: f64 = 0.25;

/// For so many functions together the solver's budget is meant; types that have more get more.
const FEW_FUNCTIONS: usize = 8;

/// The code of a crate, and what its subjects are verified with.
pub(super) struct Verifier<'a> {
    pub(super) unit: &'a Unit,
    pub(super) crate_name: &'a str,
    pub(super) code: &'a CrateCode<'a>,
    pub(super) config: &'a AnalysisConfig,
    pub(super) drivers: &'a Drivers<'a>,
}

impl Verifier<'_> {
    fn subject(
        &self,
        task: &Task,
        verified: &mut Verified,
        answers: &mut Collected<'_>,
    ) -> Result<(), RunError> {
        let subject = self.found(&task.subject);
        self.judge_within_limits(task, subject, verified, answers)
    }

    /// Judges a subject, as long as there is time.
    pub(super) fn judge_within_limits(
        &self,
        task: &Task,
        subject: Result<Subject, NotAnalysed>,
        verified: &mut Verified,
        answers: &mut Collected<'_>,
    ) -> Result<(), RunError> {
        let left = self.config.deadline.saturating_duration_since(Instant::now());
        let own = subject.as_ref().map_or(1, |subject| subject.entries.len().max(1));
        let share = GENEROSITY * own as f64 / answers.left().max(own) as f64;
        let most = self.config.subject_timeout.saturating_mul(u32::try_from(own).unwrap_or(u32::MAX));
        let time = Some(most.min(left.mul_f64(share.min(1.0))));
        let budget = self.config.solver.budget.saturating_mul((own / FEW_FUNCTIONS).max(1) as u64);
        let prover = Prover::new(SolverConfig { time, budget, ..self.config.solver });
        answers.is_cut_off |= left.is_zero();
        let result = match subject {
            Ok(subject) if left.is_zero() => {
                let left = self.config.end.saturating_duration_since(Instant::now());
                let time = Some(left.mul_f64(share.min(MOST_OF_THE_REST)));
                let prover = Prover::new(SolverConfig { time, budget, ..self.config.solver });
                self.late(task, &subject, &prover, verified)
            }
            Ok(subject) => self.judged(task, &subject, &prover, verified, answers)?,
            Err(reason) => SubjectResult::not_analysed(reason),
        };
        verified.results.insert(task.subject.id.clone(), result);
        let statistics = prover.statistics();
        verified.queries += statistics.queries;
        verified.milliseconds += u64::try_from(statistics.time.as_millis()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// What can be said of a subject's states where there is no time for the subject: what functions by themselves exclude.
    fn late(
        &self,
        task: &Task,
        subject: &Subject,
        prover: &Prover,
        verified: &mut Verified,
    ) -> SubjectResult {
        let reason = "the time for the whole analysis is up; --analysis-timeout gives it more";
        let result = SubjectResult::not_analysed(reason);
        if self.config.predicates != ProofPredicates::All {
            return result;
        }
        let Task { subject: probed, probed: sites, seen, covered } = task;
        let mut states = StateVerdicts::undecided(sites.cutpoints.len(), reason);
        let (program, config) = (self.code.program, self.config);
        exclude_alone(program, subject, sites, covered, &mut states, &config.verify, prover);
        let (lowered, assumed) = (&Lowered::default(), &BTreeSet::new());
        let (code, unit, crate_name, heeds_documentation) =
            (self.code, self.unit, self.crate_name, config.auto);
        let allow_effects = config.allow_effects;
        let view = View {
            code,
            subject,
            lowered,
            assumed,
            probed,
            crate_name,
            unit,
            allow_effects,
            heeds_documentation,
        };
        let (verdicts, _) = view.verdicts(states, seen, config.allow_effects);
        verified.defects.extend(contradictions(probed, &verdicts, covered));
        SubjectResult { verdicts, ..result }
    }

    /// The code of a subject.
    pub(super) fn found(&self, probed: &probe::Subject) -> Result<Subject, NotAnalysed> {
        let path = probed.id.strip_prefix(self.crate_name).unwrap_or(&probed.id).trim_start_matches("::");
        match probed.kind {
            probe::SubjectKind::Type => self.code.class(&probed.id, path).or_else(|_| {
                let sites: Vec<u64> = probed.cutpoints.iter().map(|cutpoint| cutpoint.wire.0).collect();
                self.code.owner_of(&probed.id, &sites)
            }),
            probe::SubjectKind::Function => self.code.function(&probed.id, path),
        }
    }

    /// Tests that call the functions of some subjects at random: none of those that require something, for random arguments keep to no
    /// precondition.
    fn explored(&self, tasks: &[Task], open: &[&Task]) -> Vec<Reproduction> {
        let (program, allow) = (self.code.program, self.config.allow_effects);
        let requires = |name: &str| {
            let mut contracts = tasks.iter().flat_map(|task| task.probed.contracts.iter());
            contracts.any(|it| it.kind == ContractKind::Requires && it.is_of(name))
        };
        let may_run = |subject: &Subject, entry: &Entry| {
            self.code.is_open(entry.body)
                && !requires(&entry.name)
                && effects::hazard_for_clients(program, subject, entry, allow).is_none()
        };
        let subjects: Vec<Subject> = tasks.iter().filter_map(|task| self.found(&task.subject).ok()).collect();
        let library = testgen::Library::new(program, self.crate_name, &subjects, &may_run);
        testgen::explored(&library, &|subject| open.iter().any(|task| task.subject.id == subject.id))
    }

    /// Judges a subject and runs what was found.
    fn judged(
        &self,
        task: &Task,
        subject: &Subject,
        prover: &Prover,
        verified: &mut Verified,
        answers: &mut Collected<'_>,
    ) -> Result<SubjectResult, RunError> {
        let Task { subject: probed, probed: sites, seen, covered } = task;
        let (program, config) = (self.code.program, self.config);
        let judgement = judge(program, subject, sites, config.predicates, covered, &config.verify, prover);
        verified.judged.take(self.code, subject, &judgement);
        let Judgement { lowered, verification, states, bounds, needed_permissions, assumed } = judgement;
        if config.emit.contains(&Emit::System) {
            verified.emitted.push(system::print(&lowered.system));
        }
        verified.warnings.extend(stale(subject, sites, &needed_permissions));
        let replayer = Replayer {
            program,
            subject,
            lowered: &lowered,
            drivers: self.drivers,
            prover,
            allow_effects: config.allow_effects,
            not_fabricable: probed.not_fabricable.as_deref(),
        };
        let replays = replayer.run(&verification)?;
        verified.defects.extend(replays.defects.iter().map(|it| format!("{}: {it}", probed.id)));
        let view = View {
            code: self.code,
            subject,
            lowered: &lowered,
            assumed: &assumed,
            probed,
            crate_name: self.crate_name,
            unit: self.unit,
            allow_effects: config.allow_effects,
            heeds_documentation: config.auto,
        };
        let is_undecided = |finding: &Finding| view.is_undecided(finding, &replays);
        let findings = view.one_of_each(&verification, &replays);
        answers.take(subject, &lowered, &verification, &findings, is_undecided);
        let (verdicts, said) = view.verdicts(states, seen, config.allow_effects);
        verified.defects.extend(contradictions(probed, &verdicts, covered));
        if let Some(bounds) = &bounds {
            verified.defects.extend(beyond_bounds(probed, &verdicts, covered, bounds));
        }
        Ok(SubjectResult { verdicts, said, bounds, ..view.result(&verification, replays) })
    }
}

/// A body that could not be read, as the report names it.
fn reported(opaque: &mir::OpaqueItem) -> Opaque {
    Opaque {
        function: opaque.name.as_ref().map_or_else(|| "?".to_owned(), |path| path.to_string()),
        reason: opaque.reason.clone(),
        place: Place { line: opaque.line, ..Place::default() },
    }
}

/// States that a test was seen in and that are called unreachable.
fn contradictions(probed: &probe::Subject, verdicts: &Verdicts, covered: &BTreeSet<StateKey>) -> Vec<String> {
    let is_excluded = |key: &&StateKey| matches!(verdicts.get(**key), Some(Verdict::Unreachable { .. }));
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

/// States that a test was seen in and that are beyond the upper bound, and states of the lower bound that are called unreachable.
fn beyond_bounds(
    probed: &probe::Subject,
    verdicts: &Verdicts,
    covered: &BTreeSet<StateKey>,
    bounds: &SubjectBounds,
) -> Vec<String> {
    let mut found = Vec::new();
    for (number, own) in bounds.cutpoints.iter().enumerate() {
        let Some(own) = own else { continue };
        let mut say = |valuation: &Valuation, text: &str| {
            let label = &probed.cutpoints[number].label;
            found.push(format!("{}: the state {valuation} at {label} {text}", probed.id));
        };
        let here = covered.iter().filter(|(cutpoint, _)| *cutpoint == number);
        for (_, valuation) in here.filter(|(_, valuation)| !own.upper.contains(valuation)) {
            say(valuation, "was seen in a test and is not in the upper bound");
        }
        for valuation in own.pessimistic.iter().flatten() {
            if matches!(verdicts.get((number, *valuation)), Some(Verdict::Unreachable { .. })) {
                say(valuation, "is in the lower bound and proved unreachable");
            }
        }
    }
    found
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
