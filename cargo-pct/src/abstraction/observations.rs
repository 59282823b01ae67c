//! Observations: the valuations of some predicates that states really have (Ball, "observable states").

use super::Valuation;
use crate::solver::{Answer, Solver};
use crate::term::{Assignment, Term, Value};
use std::collections::BTreeMap;

/// Valuations that some state has.
#[derive(Clone, Debug, Default)]
pub struct Observations {
    /// Each with a state that has it.
    pub found: BTreeMap<Valuation, Assignment>,
    /// Whether these are all. If not, any other may be one too.
    pub is_complete: bool,
}

/// The valuations of predicates in the states that the solver's assertions and a formula allow: one query for each, and one to
/// show that there is no other. Never looks for more than `most`.
pub fn observations(solver: &mut Solver, states: &Term, predicates: &[Term], most: usize) -> Observations {
    let (mut found, mut assumptions) = (BTreeMap::new(), vec![states.clone()]);
    while found.len() < most {
        match solver.check(&assumptions) {
            Answer::Unsat(_) => return Observations { found, is_complete: true },
            Answer::Unknown(_) => break,
            Answer::Sat(model) => {
                let holds = |predicate: &Term| model.complete(predicate) == Value::Bool(true);
                let valuation = Valuation::new(predicates.iter().map(holds));
                assumptions.push(cube(predicates, valuation).not());
                found.insert(valuation, model);
            }
        }
    }
    Observations { found, is_complete: false }
}

/// The states in which predicates have these truth values.
pub(super) fn cube(predicates: &[Term], valuation: Valuation) -> Term {
    let literal = |(predicate, value): (&Term, bool)| if value { predicate.clone() } else { predicate.not() };
    Term::all(predicates.iter().zip(valuation.iter()).map(literal))
}
