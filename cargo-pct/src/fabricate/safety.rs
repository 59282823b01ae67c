//! The safety check: which errors can a state of the invariant run into?

use super::adequacy::state_of;
use super::execution::Exploration;
use crate::abstraction::Domain;
use crate::solver::{Answer, Prover};
use crate::system::{ErrorId, State};
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
    let (mut findings, mut solvers) = (Vec::new(), BTreeMap::new());
    let possible = system.errors.iter().filter(|(_, edge)| edge.guard.as_bool() != Some(false));
    for (error, edge) in possible {
        let witness = match execution.errors.get(&error) {
            Some((state, true)) => Some(Witness::Reached(state.clone())),
            Some((state, false)) => Some(Witness::Potential(state.clone())),
            None => {
                let covered = execution.domain.concretization(edge.source, &execution.elements[edge.source]);
                let vars = &system.locations[edge.source].vars;
                let solver = solvers.entry(edge.source).or_insert_with(|| prover.solver());
                match solver.check_small(&[covered, edge.guard.clone()], vars) {
                    Answer::Unsat(_) => None,
                    Answer::Sat(model) => Some(Witness::Potential(state_of(&model, edge.source, vars))),
                    Answer::Unknown(reason) => Some(Witness::Unknown(reason)),
                }
            }
        };
        findings.extend(witness.map(|witness| Finding { error, witness }));
    }
    findings
}
