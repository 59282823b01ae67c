//! Judging: one subject from its code to all that is known of it before any client's call of it is compiled.
//!
//! Input: a [`Task`], and the code of its crate. Output: a [`SubjectAnalysis`], which is owned and serialisable: it is made in any process
//! and kept for another run. What it says of calls are claims, which `confirm` runs.
//!
//! The passes over a subject are listed in [`Passes::judge`].

pub mod answers;
mod cause;
mod claims;
mod doubts;
mod freedom;
mod moving;
mod passes;
mod result;
mod subjects;
mod view;

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use answers::FunctionAnswer;
use cause::Cause;
pub use claims::{FindingClaim, StateClaim};
pub use freedom::Freedom;
pub use passes::{Judgement, Passes, Systems, judge};
pub use result::{SubjectResult, Verdicts};
pub use subjects::{subject_of, unwatched};
use view::View;
pub use view::place_of;

use crate::build::Unit;
use crate::ledger::Verdict;
use crate::lower::{Contract, CrateCode, Probed, Subject};
use crate::native::NativeError;
use crate::native::driver::Drivers;
use crate::probe::{self, ContractKind, StateKey};
use crate::replay::Replayer;
use crate::solver::Prover;
use crate::symex::BodyId;
use crate::system;
use crate::verify::{Finding, ProofPredicates, SubjectBounds, VerifyConfig};
use pct_wire::Valuation;

/// A subject of the ledger, as the analysis takes it.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its id, predicates and cutpoints.
    pub subject: probe::Subject,
    /// Its probes, as lowering needs them.
    pub probed: Probed,
    /// The states that tests were seen in.
    pub seen: BTreeSet<StateKey>,
    /// Those of them that tests were seen in which keep to what proofs are about: such a test builds no object from the inside, and
    /// violates no precondition.
    pub covered: BTreeSet<StateKey>,
}

/// What the judging of a subject reads of the settings.
#[derive(Clone, Debug)]
pub struct JudgeConfig {
    /// How far the verification goes.
    pub verify: VerifyConfig,
    /// The predicates that proofs may use.
    pub predicates: ProofPredicates,
    /// Whether the system is printed.
    pub prints_system: bool,
    /// Functions that reach the world outside may be run.
    pub allow_effects: bool,
    /// Whether a section *Panics* in the documentation of a function makes its panics expected ones.
    pub heeds_documentation: bool,
}

/// All that judging a subject gives.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SubjectAnalysis {
    /// The proof, findings and verdicts, as the ledger takes them.
    pub result: SubjectResult,
    /// Of each function that can fail and that the subject's calls run, whether it is answered.
    pub answers: Vec<FunctionAnswer>,
    /// Which functions are free of panics.
    pub freedom: Freedom,
    /// The system, if it was asked for.
    pub system: Option<String>,
    /// Where this program contradicts itself.
    pub defects: Vec<String>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// What the solver was asked.
    pub queries: u64,
    /// Milliseconds that it took.
    pub milliseconds: u64,
    /// Whether something was given up because time was up: with more of it, more may be known.
    pub is_cut_by_time: bool,
    /// Whether no part of it depends on how fast the machine was: another run finds out as much.
    pub is_repeatable: bool,
    /// The bodies that were looked at, if notes are taken of them ([`crate::symex::Program::note_reads`]).
    pub bodies_read: Option<BTreeSet<BodyId>>,
}

impl SubjectAnalysis {
    /// Adds what an earlier turn, with less time, found out about states.
    pub fn add_states_of(&mut self, earlier: SubjectAnalysis) {
        self.result.add_states_of(earlier.result);
        self.bodies_read = match (self.bodies_read.take(), earlier.bodies_read) {
            (Some(own), Some(theirs)) => Some(own.union(&theirs).copied().collect()),
            _ => None,
        };
    }

    /// How many functions have an answer.
    pub fn answered_functions(&self) -> usize {
        self.answers.iter().filter(|it| it.open.is_none()).count()
    }

    /// How many functions have no answer because time was up.
    pub fn functions_out_of_time(&self) -> usize {
        let causes = self.answers.iter().filter_map(|it| Some(&it.open.as_ref()?.cause));
        causes.filter(|cause| **cause == Cause::OutOfTime).count()
    }

    /// How many states have no verdict, of those that are known by name.
    pub fn undecided_states(&self) -> usize {
        let verdicts = self.result.verdicts.states.values();
        verdicts.filter(|verdict| matches!(verdict, Verdict::Undecided { .. })).count()
    }

    /// Says why a subject is not analysed.
    pub fn refused(reason: impl ToString) -> SubjectAnalysis {
        SubjectAnalysis { result: SubjectResult::not_analysed(reason), ..SubjectAnalysis::default() }
    }
}

/// The code of a crate, and what its subjects are judged with.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The crate.
    pub unit: &'a Unit,
    /// Its code.
    pub code: &'a CrateCode<'a>,
    /// The hidden drivers in its test binaries.
    pub drivers: &'a Drivers<'a>,
    /// Settings.
    pub config: &'a JudgeConfig,
}

/// A subject that is being judged, once or several times with more time.
pub struct Judging<'a> {
    judge: Judge<'a>,
    task: &'a Task,
    subject: &'a Subject,
    passes: Passes<'a>,
}

impl<'a> Judge<'a> {
    /// Begins with a subject.
    pub fn begin(self, task: &'a Task, subject: &'a Subject) -> Judging<'a> {
        let passes = Passes {
            program: self.code.program,
            ahead: self.code.calls_ahead(),
            subject,
            probed: &task.probed,
            predicates: self.config.predicates,
            covered: &task.covered,
            config: &self.config.verify,
            systems: Systems::default(),
        };
        Judging { judge: self, task, subject, passes }
    }
}

impl Judging<'_> {
    /// Judges the subject and runs its findings and fabricated states, within the prover's steps and time.
    ///
    /// # Errors
    /// Tells why the hidden drivers could not be run.
    pub fn judge(&self, prover: &Prover) -> Result<SubjectAnalysis, NativeError> {
        let Judge { unit, code, drivers, config } = self.judge;
        let Task { subject: probed, probed: sites, seen, .. } = self.task;
        let subject = self.subject;
        let judgement = self.passes.judge(prover);
        let mut freedom = Freedom::default();
        freedom.take(code, subject, &judgement);
        let Judgement {
            lowered,
            verification,
            are_argument_objects_known,
            states,
            bounds,
            needed_permissions,
            assumed,
        } = judgement;
        let replayer = Replayer {
            program: code.program,
            subject,
            lowered: &lowered,
            drivers,
            prover,
            allow_effects: config.allow_effects,
            not_fabricable: probed.not_fabricable.as_deref(),
        };
        let replays = replayer.run(&verification)?;
        let mut defects: Vec<String> =
            replays.defects.iter().map(|defect| format!("{}: {defect}", probed.id)).collect();
        let view = View {
            code,
            subject,
            lowered: &lowered,
            are_argument_objects_known,
            assumed: &assumed,
            probed,
            crate_name: &unit.crate_name,
            unit,
            allow_effects: config.allow_effects,
            hazards: RefCell::default(),
            heeds_documentation: config.heeds_documentation,
        };
        let is_undecided = |finding: &Finding| view.is_undecided(finding, &replays);
        let findings = view.one_of_each(&verification, &replays);
        let answers = answers::of_subject(code, subject, &lowered, &verification, &findings, is_undecided);
        let (verdicts, state_claims) = view.verdicts(states, seen);
        defects.extend(contradictions(self.task, &verdicts, bounds.as_ref()));
        let result = SubjectResult { verdicts, state_claims, bounds, ..view.result(&verification, replays) };
        let statistics = prover.statistics();
        Ok(SubjectAnalysis {
            result,
            answers,
            freedom,
            system: config.prints_system.then(|| system::print(lowered.system())),
            defects,
            warnings: stale(subject, sites, &needed_permissions),
            queries: statistics.queries,
            milliseconds: u64::try_from(statistics.time.as_millis()).unwrap_or(u64::MAX),
            is_cut_by_time: statistics.is_cut_by_time,
            is_repeatable: !statistics.is_cut_by_time && !statistics.is_search_cut,
            bodies_read: code.program.bodies_read(),
        })
    }
}

/// Where verdicts and bounds contradict what tests were seen in, or each other.
pub fn contradictions(task: &Task, verdicts: &Verdicts, bounds: Option<&SubjectBounds>) -> Vec<String> {
    let mut found = excluded_and_seen(&task.subject, verdicts, &task.covered);
    if let Some(bounds) = bounds {
        found.extend(beyond_bounds(&task.subject, verdicts, &task.covered, bounds));
    }
    found
}

/// States that a test was seen in and that are called unreachable.
fn excluded_and_seen(
    probed: &probe::Subject,
    verdicts: &Verdicts,
    covered: &BTreeSet<StateKey>,
) -> Vec<String> {
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
    for (id, own) in &bounds.cutpoints {
        let Some(own) = own else { continue };
        let mut say = |valuation: &Valuation, text: &str| {
            let label = &probed.cutpoints[id].label;
            found.push(format!("{}: the state {valuation} at {label} {text}", probed.id));
        };
        let here = covered.iter().filter(|(cutpoint, _)| *cutpoint == id);
        for (_, valuation) in here.filter(|(_, valuation)| !own.upper.contains(valuation)) {
            say(valuation, "was seen in a test and is not in the upper bound");
        }
        for valuation in own.pessimistic.iter().flatten() {
            if matches!(verdicts.get((id, *valuation)), Some(Verdict::Unreachable { .. })) {
                say(valuation, "is in the lower bound and proved unreachable");
            }
        }
    }
    found
}

/// Permissions of a subject's functions that cover nothing.
fn stale(subject: &Subject, probed: &Probed, needed: &BTreeSet<Contract>) -> Vec<String> {
    let entries = || subject.entries.values().filter(|entry| !entry.is_of_others);
    let own = |contract: &&Contract| {
        contract.kind == ContractKind::Allow
            && entries().any(|entry| contract.function.ends_with(&format!("::{}", entry.name)))
    };
    let stale = probed.contracts.iter().filter(own).filter(|contract| !needed.contains(contract));
    let text = |contract: &Contract| {
        format!("{}: allow({}) covers no finding", contract.function, contract.condition)
    };
    stale.map(text).collect()
}
