//! Finds checks that can fail only after very many steps, as the overflow of a counter that each call increases by one.
//!
//! A step is a call that clients make, or an arrival at the head of a loop of the user's. (A loop in a model of std is none: what the model does in rounds,
//! as `(0..n).last()`, std may do at once.) The system is given one more variable, which counts steps from
//! zero. An invariant relates other variables to it: `self.len <= steps`. If the invariant excludes the failure for all counts below a limit,
//! the check is remote.
//!
//! Under-approximates: a check that is not found to be remote may be. A counter that a client sets, or that grows by as much as a client says,
//! satisfies no such relation. If an argument object hands its counter on, nothing is known of the steps that made that object, so nothing is
//! found: the counters of two objects may be added, which doubles a count in each step.

use super::{Finding, Status};
use crate::abstraction::{Candidates, Conjunctions};
use crate::fabricate::{FabricateConfig, Invariant, Whole, analyse};
use crate::ids::SecondaryMap;
use crate::lower::Lowered;
use crate::solver::{Prover, Verdict};
use crate::symex::ErrorKind;
use crate::system::{Edge, ErrorId, LocationId, State, System};
use crate::term::{Sort, Term, Value, Var, variables};
use std::collections::{BTreeMap, BTreeSet};

/// The limits that are tried, as powers of two, the largest first. What needs fewer steps than the last one is not remote.
const LIMITS: [u32; 3] = [63, 48, 32];

/// The numbers by which counters grow in a step at most.
const GROWTHS: [u32; 6] = [1, 2, 4, 16, 256, 4096];

/// The numbers at which counters that grow by one begin at most.
const STARTS: [u32; 3] = [16, 256, 65_536];

/// Integers of one location beyond this many are not related to steps.
const MOST_INTEGERS: usize = 32;

/// The search for the numbers of steps that potential findings need.
#[derive(Default)]
pub(super) struct RemoteChecks {
    /// Each error is tried once.
    tried: BTreeSet<ErrorId>,
}

impl RemoteChecks {
    /// Notes for potential findings how many steps they need, if these are very many. `invariant`: an inductive one of the system.
    pub(super) fn note(
        &mut self,
        lowered: &Lowered,
        invariant: &Invariant,
        findings: &mut [Finding],
        config: &FabricateConfig,
        prover: &Prover,
    ) {
        let is_candidate = |finding: &&Finding| {
            finding.status == Status::Potential
                && lowered.failure(finding.error).kind != ErrorKind::Unmodelled
                && !self.tried.contains(&finding.error)
        };
        let errors: BTreeSet<ErrorId> = findings.iter().filter(is_candidate).map(|it| it.error).collect();
        // After an obstacle an object may have any state.
        if errors.is_empty() || !lowered.obstacles().is_empty() {
            return;
        }
        let system = super::checks::only(lowered.system(), &errors);
        let rule = StepRule {
            boundary: [lowered.outside(), lowered.object()],
            uncounted: lowered.heads_in_models().clone(),
        };
        let remote = remote(system, &rule, invariant, &LIMITS, config, prover);
        for finding in findings.iter_mut().filter(|finding| errors.contains(&finding.error)) {
            finding.steps = remote.get(&finding.error).map(|limit| 1 << limit);
        }
        self.tried.extend(errors);
    }
}

/// What is a step.
struct StepRule {
    /// Where calls begin: the first is where no object exists.
    boundary: [Option<LocationId>; 2],
    /// Where an arrival is no step.
    uncounted: BTreeSet<LocationId>,
}

impl StepRule {
    /// Tells whether an edge is a step: it begins a call, or arrives at the head of a loop that counts.
    fn is_step(&self, edge: &Edge) -> bool {
        let ends_rounds = |at: LocationId| self.boundary.contains(&Some(at)) || self.uncounted.contains(&at);
        self.boundary.contains(&Some(edge.source)) || !ends_rounds(edge.target)
    }
}

/// The errors that can happen only after as many steps as one of the limits says, each with the first such limit.
fn remote(
    system: System,
    rule: &StepRule,
    known: &Invariant,
    limits: &[u32],
    config: &FabricateConfig,
    prover: &Prover,
) -> BTreeMap<ErrorId, u32> {
    let counted = Counted::new(system, rule);
    let candidates = counted.candidates(known);
    let last = limits.last().map_or(0, |limit| *limit);
    if !is_excluded_by_all(&counted.until(last), &candidates, prover) {
        return BTreeMap::new();
    }
    let invariant = counted.invariant(rule.boundary[0], candidates, config, prover);
    let whole = Whole::new(&counted.system, &invariant, prover);
    let mut remote = BTreeMap::new();
    for limit in limits {
        for error in whole.excluded(&counted.until(*limit)) {
            remote.entry(error).or_insert(*limit);
        }
    }
    remote
}

/// Tells whether all candidates together exclude some error that can happen without them. If they exclude none, no invariant made of them does, and
/// none has to be searched.
fn is_excluded_by_all(system: &System, candidates: &Candidates, prover: &Prover) -> bool {
    let mut errors = system.errors.values().filter(|error| error.guard.as_bool() != Some(false));
    errors.any(|error| {
        let answer = prover.prove(&candidates[error.source], &error.guard.not());
        !matches!(answer, Verdict::Invalid(_))
    })
}

/// A system that counts its steps.
struct Counted {
    system: System,
    steps: Var,
}

impl Counted {
    /// A system, with steps counted.
    fn new(mut system: System, rule: &StepRule) -> Counted {
        // No variable of a program has a name of two words.
        let steps = Var::new("steps taken", Sort::Nat);
        for location in system.locations.values_mut() {
            location.vars.push(steps.clone());
        }
        for initial in &mut system.initial {
            initial.constraint = initial.constraint.and(&steps.term().equals(&Term::int(0)));
        }
        for edge in system.edges.values_mut() {
            let counted = match rule.is_step(edge) {
                true => steps.term().plus(&Term::int(1)),
                false => steps.term(),
            };
            edge.updates.push(counted);
        }
        Counted { system, steps }
    }

    /// The system whose errors happen only before that many steps, a power of two, have been taken.
    fn until(&self, power: u32) -> System {
        let mut system = self.system.clone();
        let limit = Term::int(num_bigint::BigInt::from(1) << power);
        for error in system.errors.values_mut() {
            error.guard = error.guard.and(&self.steps.term().lt(&limit));
        }
        system
    }

    /// The parts that an invariant may have: those of the system without counts, and relations between integers and the number of steps.
    fn candidates(&self, known: &Invariant) -> Candidates {
        let mut candidates = Candidates::new();
        let relevant = relevant_variables(&self.system);
        for (at, location) in self.system.locations.iter() {
            candidates[at].clone_from(&known[at]);
            let counts =
                |var: &&Var| var.sort.is_integer() && **var != self.steps && relevant[at].contains(*var);
            for integer in location.vars.iter().filter(counts).take(MOST_INTEGERS) {
                candidates[at].extend(self.relations(integer));
            }
        }
        candidates
    }

    /// The candidates that are an invariant together.
    fn invariant(
        &self,
        outside: Option<LocationId>,
        candidates: Candidates,
        config: &FabricateConfig,
        prover: &Prover,
    ) -> Invariant {
        let tests: Vec<State> =
            outside.into_iter().map(|location| State { location, values: vec![Value::int(0)] }).collect();
        let domain = Conjunctions::new(candidates);
        let analysis = analyse(&self.system, &domain, &tests, config, prover);
        let mut invariant = Invariant::new();
        for at in self.system.locations.keys() {
            let element = &analysis.elements[at];
            invariant[at] = match element {
                None => vec![Term::bool(false)],
                Some(_) => domain.conjuncts(at, element).cloned().collect(),
            };
        }
        invariant
    }

    /// Bounds of an integer by the number of steps. That of the smallest growth that holds implies the others.
    fn relations(&self, integer: &Var) -> Vec<Term> {
        let (value, steps) = (integer.term(), self.steps.term());
        let mut relations = vec![value.lt(&steps)];
        let started = STARTS.map(|start| steps.plus(&Term::int(start)));
        let grown = GROWTHS.map(|growth| steps.times(&Term::int(growth)));
        for most in grown.into_iter().chain(started) {
            relations.push(value.le(&most));
            if !matches!(integer.sort, Sort::Machine(ty) if !ty.is_signed()) {
                relations.push(Term::int(0).le(&value.plus(&most)));
            }
        }
        relations.retain(|relation| relation.as_bool().is_none());
        relations
    }
}

/// The variables of each location whose values may get into the condition of an error. Bounds of others say nothing of one: whether a step is taken
/// may depend on them, and the known invariant tells that.
fn relevant_variables(system: &System) -> SecondaryMap<LocationId, BTreeSet<Var>> {
    let mut relevant: SecondaryMap<LocationId, BTreeSet<Var>> = SecondaryMap::new();
    for error in system.errors.values().filter(|error| error.guard.as_bool() != Some(false)) {
        relevant[error.source].extend(variables([&error.guard]));
    }
    loop {
        let mut has_grown = false;
        for edge in system.edges.values() {
            let targets = system.locations[edge.target].vars.iter().zip(&edge.updates);
            let flowing = targets.filter(|(var, _)| relevant[edge.target].contains(*var));
            let sources = variables(flowing.map(|(_, update)| update));
            let before = relevant[edge.source].len();
            relevant[edge.source].extend(sources);
            has_grown |= relevant[edge.source].len() > before;
        }
        if !has_grown {
            return relevant;
        }
    }
}

#[cfg(test)]
mod tests;
