//! One subject from its system to a verdict: search an invariant, certify it, and find out which errors are real.
//!
//! Input: a [`Lowered`] system. Output: a [`Verification`]. A proof exists only where a certificate does and nothing in the
//! subject's code was beyond understanding; an error is confirmed only by an execution from the outside.

mod abstract_steps;
mod argument_objects;
mod bounded;
mod calls;
mod checks;
mod entry_parts;
mod equalities;
mod guesses;
mod implications;
mod per_entry;
mod predicates;
mod refine;
mod remote;
mod states;
mod summaries;
mod user;

pub use abstract_steps::{AbstractLocation, AbstractStep, SubjectAbstraction};
pub use argument_objects::assume_of_argument_objects;
pub use bounded::{CutpointBounds, SubjectBounds, bound_states, invariant_of_cutpoints};
pub use calls::{Call, CallSequence};
use checks::checks;
pub use checks::{Checks, Undecided};
use guesses::guess_calls;
use per_entry::decide_per_entry;
pub use predicates::{AT_BRANCHES, ProofPredicates};
use remote::RemoteChecks;
pub use states::{
    CutpointStates, Others, StateVerdict, StateVerdicts, UndecidedReason, blind_spot, decide_states,
    exclude_by_bounds, exclude_per_function, needed_permissions,
};
pub use summaries::assume_summaries;
pub use user::verify_by_predicates;

use crate::abstraction::Round;
use crate::fabricate::{
    CallRules, Certificate, Execution, ExecutionLimits, FabricateConfig, Fabricated, Invariant, ReachLimits,
    SearchResult, Targets, WalkLimits, Witness, reach, search, walk,
};
use crate::ids::EntityRef;
use crate::lower::{EntryId, Lowered, Subject};
use crate::solver::{Prover, Statistics, Work};
use crate::symex::ErrorKind;
use crate::system::{EdgeId, ErrorId, LocationId, State, System};
use crate::term::{Assignment, IntType, Sort, Term, Value, variables};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// What is known of a subject.
#[derive(Debug)]
pub struct Verification {
    /// Whether the absence of errors is proved.
    pub proof: Proof,
    /// What the proof needs to hold of an object between calls, or what was found to hold if there is no proof.
    pub invariant: Vec<Term>,
    /// What was found to hold at each location: inductive, and certified only as far as a proof needs it.
    pub invariants: Invariant,
    /// Errors that are not excluded.
    pub findings: Vec<Finding>,
    /// What is known of all other checks.
    pub checks: Checks,
    /// States that the solver made.
    pub fabricated: Vec<Fabricated>,
    /// The round of templates that was needed; none if the user's predicates alone were used.
    pub round: Option<Round>,
    /// Segments executed on concrete states.
    pub executed_segments: u64,
    /// The solver's work.
    pub statistics: Statistics,
}

/// Whether the absence of errors is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is; queries of the exact check.
    Proved {
        /// Queries of the certificate.
        queries: u64,
    },
    /// It is not.
    NotProved {
        /// Why.
        reason: String,
    },
}

/// An error that is not excluded.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The error edge; [`Lowered::failure`] says what fails.
    pub error: ErrorId,
    /// How real it is.
    pub status: Status,
    /// If it is undecided: whether because time or steps were spent.
    pub is_out_of_time: bool,
    /// The state at the start of the failing segment, if the solver gave one.
    pub state: Option<State>,
    /// The calls that lead to it.
    pub calls: Option<CallSequence>,
    /// Calls that may lead to it, where code is over-approximated.
    pub guess: Option<CallSequence>,
    /// What keeps more from being known of the object: then it is any that there could be.
    pub doubt: Option<String>,
    /// If it is remote: it needs at least so many steps, which are calls of clients and rounds of loops.
    pub steps: Option<u64>,
    /// A condition that held in all executions that were tried, and that does not hold in the state. No proof: it may be broken somewhere.
    pub breaks: Option<Term>,
}

/// How real an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// An execution from the outside runs into it.
    Confirmed,
    /// A state that is not excluded runs into it.
    Potential,
    /// It could not be decided: the solver gave no answer, or the call that may fail is not known.
    Undecided,
}

/// Settings of a verification.
#[derive(Clone, Copy, Debug)]
pub struct VerifyConfig {
    /// How far concrete states are executed.
    pub execution: Option<ExecutionLimits>,
    /// How far the search for real executions goes.
    pub reach: ReachLimits,
    /// Of a subject's steps and time, what the search for one invariant of all calls may take.
    pub share_of_the_whole: f64,
    /// Whether abstract states are bounded.
    pub bounds: bool,
    /// Whether the bounds have the steps between abstract states beside them.
    pub abstraction: bool,
}

impl Default for VerifyConfig {
    fn default() -> VerifyConfig {
        VerifyConfig {
            execution: Some(ExecutionLimits::default()),
            reach: ReachLimits::default(),
            share_of_the_whole: Work::OneInvariant.part(),
            bounds: false,
            abstraction: false,
        }
    }
}

/// Code that is not understood may leave any object behind, so one invariant of all calls says little past it: then its search has this part of its time.
const PART_PAST_OBSTACLES: f64 = 0.5;

/// Verifies a subject.
pub fn verify(subject: &Subject, lowered: &Lowered, config: &VerifyConfig, prover: &Prover) -> Verification {
    let system = lowered.system();
    let tests: Vec<State> =
        lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect();
    let fabricate = FabricateConfig { execution: config.execution };
    let mut executions = Executions::default();
    // What is not decided in this part of the time is decided otherwise in the rest.
    let is_past_obstacles = !lowered.obstacles().is_empty() && subject.entries.len() > 1;
    let part = if is_past_obstacles { PART_PAST_OBSTACLES } else { 1.0 };
    let whole = prover.part(config.share_of_the_whole * part);
    let result = search(system, &tests, &fabricate, &whole, |result| {
        executions.search(lowered, &result.analysis.findings, &config.reach, &whole);
        // Richer templates cannot exclude what really happens; and what they exclude is no proof where code was not understood.
        let mut errors = result.analysis.findings.iter().map(|finding| finding.error);
        let are_real =
            !result.analysis.findings.is_empty() && errors.all(|error| executions.of(error).is_some());
        are_real || !lowered.obstacles().is_empty() && result.round >= Round::Constants
    });
    executions.search(lowered, &result.analysis.findings, &config.reach, &whole);
    let mut findings = findings(lowered, &result.analysis.findings, &executions, &whole);
    let proof = proof(subject, lowered, &result.certificate, &whole);
    let checks = match proof {
        Proof::Proved { .. } => Checks::all_proved(lowered),
        Proof::NotProved { .. } => {
            let mut checks =
                checks(lowered, &result.invariant, &mut findings, config, &prover.part_of(Work::Checks));
            let mut remote = RemoteChecks::default();
            let rest = prover.part_of(Work::RemoteChecks);
            remote.note(lowered, &result.invariant, &mut findings, &fabricate, &rest);
            let rest = prover.part_of(Work::SingleEntries);
            decide_per_entry(lowered, &mut findings, &mut checks, config, &rest);
            let rest = prover.part_of(Work::RemoteChecks);
            remote.note(lowered, &result.invariant, &mut findings, &fabricate, &rest);
            note_broken(system, &result.held, &mut findings);
            guess_calls(lowered, &mut findings, &config.reach, &prover.part_of(Work::Guesses));
            checks
        }
    };
    Verification {
        checks,
        proof,
        invariant: object_invariant(lowered, &result),
        invariants: result.invariant,
        findings,
        fabricated: result.analysis.fabricated,
        round: Some(result.round),
        executed_segments: result.analysis.executed_segments,
        statistics: prover.statistics(),
    }
}

/// Real executions into errors. Whether there is one does not depend on the invariant, so each error is searched once.
#[derive(Default)]
struct Executions {
    searched: BTreeSet<ErrorId>,
    found: Vec<Execution>,
}

impl Executions {
    fn search(
        &mut self,
        lowered: &Lowered,
        findings: &[crate::fabricate::Finding],
        limits: &ReachLimits,
        prover: &Prover,
    ) {
        let mut unreached = searchable(lowered, findings);
        unreached.retain(|error| self.searched.insert(*error));
        if !unreached.is_empty() {
            let cost = |edge: EdgeId| call_cost(lowered, edge);
            let found =
                reach(lowered.system(), Targets::each(unreached.iter().copied()), cost, limits, prover);
            unreached.retain(|error| !found.iter().any(|it| it.error == *error));
            self.found.extend(found);
            self.found.extend(walked(lowered, lowered.system(), Targets::each(unreached), prover));
        }
    }

    fn of(&self, error: ErrorId) -> Option<&Execution> {
        self.found.iter().find(|execution| execution.error == error)
    }
}

/// What is known of each error that is not excluded.
fn findings(
    lowered: &Lowered,
    found: &[crate::fabricate::Finding],
    executions: &Executions,
    prover: &Prover,
) -> Vec<Finding> {
    let is_out_of_time = prover.spent().is_some();
    let sequence = |error| {
        let execution = executions.of(error)?;
        let (source, entry) = (lowered.system().errors[error].source, lowered.failure(error).entry);
        calls::sequence(lowered, execution, source, entry)
    };
    let findings = found.iter().map(|found| {
        let calls = sequence(found.error);
        let (mut status, state) = match &found.witness {
            Witness::Reached(state) => (Status::Confirmed, Some(state.clone())),
            Witness::Potential(state) => (Status::Potential, Some(state.clone())),
            Witness::Unknown(_) => (Status::Undecided, None),
        };
        if calls.is_some() {
            status = Status::Confirmed;
        } else if status == Status::Confirmed && !is_exact(lowered, found.error) {
            status = Status::Potential;
        }
        // That a call which is not known may panic is no finding, whatever leads to it.
        if lowered.failure(found.error).kind == ErrorKind::Unmodelled {
            status = Status::Undecided;
        }
        Finding {
            error: found.error,
            status,
            is_out_of_time,
            state,
            calls,
            guess: None,
            doubt: None,
            steps: None,
            breaks: None,
        }
    });
    findings.collect()
}

/// Notes for potential findings which condition their states break that held in all executions from the outside; the simplest one.
fn note_broken(system: &System, held: &Invariant, findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|finding| finding.status == Status::Potential) {
        let Some(state) = &finding.state else { continue };
        let values = system.assignment(state);
        let is_false =
            |condition: &Term| values.eval(condition).is_ok_and(|value| value == Value::Bool(false));
        let is_broken = |condition: &&Term| is_false(condition) && !is_upper_bound(condition);
        finding.breaks = held[state.location].iter().find(is_broken).cloned();
    }
}

/// Tells whether a condition compares one number with constants, and fails for a large number. Executions are short, so that it held in them says
/// little.
fn is_upper_bound(condition: &Term) -> bool {
    let vars = variables([condition]);
    let Some(var) = vars.first().filter(|var| vars.len() == 1 && var.sort.is_integer()) else { return false };
    let large = match &var.sort {
        Sort::Machine(ty) => IntType::max(*ty),
        _ => BigInt::from(1) << 128,
    };
    let mut values = Assignment::new();
    values.set(var.clone(), Value::Int(large));
    !values.eval(condition).is_ok_and(|value| value == Value::Bool(true))
}

/// Whether every execution of the system into an error is a real one: what clients write, and what code does that is not
/// known, is over-approximated.
fn is_exact(lowered: &Lowered, error: ErrorId) -> bool {
    lowered.has_exact_edges() && lowered.error(error).unknown.is_none()
}

/// The errors among these that real executions can be searched for.
fn searchable(lowered: &Lowered, findings: &[crate::fabricate::Finding]) -> BTreeSet<ErrorId> {
    let errors = findings.iter().map(|finding| finding.error);
    errors.filter(|error| lowered.error(*error).unknown.is_none()).collect()
}

/// Executions into errors that are too long to be searched symbolically; `system` has the edges of the lowered one.
fn walked(lowered: &Lowered, system: &System, targets: Targets, prover: &Prover) -> Vec<Execution> {
    let is_real = |edge: EdgeId| !lowered.edge(edge).is_approximate && !lowered.edge(edge).is_client_step();
    let begins = |at: LocationId| lowered.begins_calls(at);
    let function = |edge: EdgeId| lowered.edge(edge).call.map(EntryId::index);
    let rules = CallRules { is_real: &is_real, begins: &begins, function: &function };
    walk(system, targets, rules, &WalkLimits::default(), &prover.part_of(Work::Walks))
}

/// A call is dear and a step inside it cheap: executions with few calls are found first. What reads something unknown is
/// not followed: such an execution need not be real.
fn call_cost(lowered: &Lowered, edge: EdgeId) -> u32 {
    if lowered.edge(edge).is_approximate {
        return u32::MAX;
    }
    plain_cost(lowered, edge)
}

fn plain_cost(lowered: &Lowered, edge: EdgeId) -> u32 {
    let source = lowered.system().edges[edge].source;
    if lowered.begins_calls(source) { 4 } else { 1 }
}

fn proof(
    subject: &Subject,
    lowered: &Lowered,
    certificate: &Result<Certificate, String>,
    prover: &Prover,
) -> Proof {
    if let Some(obstacle) = lowered.obstacles().first() {
        return Proof::NotProved { reason: format!("{}: {}", obstacle.function, obstacle.cause()) };
    }
    if subject.entries.is_empty() {
        return Proof::NotProved { reason: "no function of it can be called by clients".to_owned() };
    }
    match certificate {
        Ok(Certificate { queries, .. }) => Proof::Proved { queries: *queries },
        Err(reason) => match prover.spent() {
            Some(spent) => Proof::NotProved { reason: format!("{reason}; {spent}") },
            None => Proof::NotProved { reason: reason.clone() },
        },
    }
}

fn object_invariant(lowered: &Lowered, result: &SearchResult) -> Vec<Term> {
    let Some(object) = lowered.object() else { return Vec::new() };
    let conjuncts: &Invariant = match &result.certificate {
        Ok(certificate) => &certificate.conjuncts,
        Err(_) => &result.invariant,
    };
    conjuncts[object].clone()
}
