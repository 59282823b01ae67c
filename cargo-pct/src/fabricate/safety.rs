//! The safety check: which errors can a state of the invariant run into?

use super::adequacy::state_of;
use super::execution::Exploration;
use crate::abstraction::Domain;
use crate::solver::{Answer, Prover, SMALL};
use crate::system::{ErrorId, LocationId, State};
use crate::term::{Term, Var};
use std::collections::BTreeMap;

/// An error that a state of the invariant can run into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The error edge.
    pub error: ErrorId,
    /// How it is known.
    pub witness: Witness,
}

/// How an error is known to be possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// An execution from a test or an initial state ran into it from this state: the error is real.
    Reached(State),
    /// An execution from a fabricated state, or the solver, ran into it from this state, which may be unreachable.
    Potential(State),
    /// The solver could not exclude it.
    Unknown(String),
}

impl Finding {
    /// Whether the error is known to be real.
    pub fn is_confirmed(&self) -> bool {
        matches!(self.witness, Witness::Reached(_))
    }
}

/// Every error edge that is not shown to be impossible from the covered states.
pub(super) fn check<D: Domain>(execution: &Exploration<'_, D>, prover: &Prover) -> Vec<Finding> {
    let system = execution.system;
    let mut witnesses: BTreeMap<ErrorId, Witness> = BTreeMap::new();
    let mut unwitnessed: BTreeMap<LocationId, Vec<ErrorId>> = BTreeMap::new();
    for (error, edge) in system.errors.iter().filter(|(_, edge)| edge.guard.as_bool() != Some(false)) {
        match execution.errors.get(&error) {
            Some((state, true)) => drop(witnesses.insert(error, Witness::Reached(state.clone()))),
            Some((state, false)) => drop(witnesses.insert(error, Witness::Potential(state.clone()))),
            None => unwitnessed.entry(edge.source).or_default().push(error),
        }
    }
    for (at, errors) in unwitnessed {
        let covered = execution.domain.concretization(at, &execution.elements[at]);
        let guards: Vec<Term> = errors.iter().map(|error| system.errors[*error].guard.clone()).collect();
        let (mut solver, vars) = (prover.solver(), &system.locations[at].vars);
        // Most locations exclude all their errors, which one query tells.
        solver.assert(&covered);
        let may_hold = solver.may_hold(&guards);
        for ((error, guard), _) in errors.iter().zip(&guards).zip(may_hold).filter(|(_, may_hold)| *may_hold)
        {
            let witness = match solver.check_small(std::slice::from_ref(guard), vars) {
                Answer::Unsat(_) => continue,
                Answer::Sat(model) => Witness::Potential(state_of(&model, at, vars)),
                Answer::Unknown(reason) => Witness::Unknown(reason),
            };
            witnesses.insert(*error, witness);
        }
    }
    for (error, witness) in &mut witnesses {
        if let Witness::Potential(state) = witness
            && let Some(smaller) = smaller(execution, *error, state, prover)
        {
            *state = smaller;
        }
    }
    witnesses.into_iter().map(|(error, witness)| Finding { error, witness }).collect()
}

/// A number of a state is asked to be small only if no more than so many are large.
const MOST_LARGE: usize = 8;

/// Like a covered state that runs into an error, with as many small numbers as there can be. Such a state is easier to read, and compiled
/// code can be run on it, while a vector of a billion elements cannot be made. None if the numbers are small, or too many are large.
fn smaller<D: Domain>(
    execution: &Exploration<'_, D>,
    error: ErrorId,
    state: &State,
    prover: &Prover,
) -> Option<State> {
    let (system, at) = (execution.system, state.location);
    let vars = &system.locations[at].vars;
    let known = system.assignment(state);
    let is_large = |var: &&Var| known.extent(std::slice::from_ref(*var)) > SMALL;
    let (large, small): (Vec<&Var>, Vec<&Var>) = vars.iter().partition(is_large);
    if large.is_empty() || large.len() > MOST_LARGE {
        return None;
    }
    let mut solver = prover.solver();
    solver.assert(&execution.domain.concretization(at, &execution.elements[at]));
    solver.assert(&system.errors[error].guard);
    let is_small = |var: &Var| Term::int(-SMALL).le(&var.term()).and(&var.term().le(&Term::int(SMALL)));
    let integers = small.into_iter().filter(|var| var.sort.is_integer());
    let mut conditions: Vec<Term> = integers.map(is_small).collect();
    let mut found = None;
    for var in large {
        conditions.push(is_small(var));
        match solver.check(&conditions) {
            Answer::Sat(model) => found = Some(state_of(&model, at, vars)),
            Answer::Unsat(_) | Answer::Unknown(_) => drop(conditions.pop()),
        }
    }
    found
}
