//! Observations: the valuations of some predicates that states really have (Ball, "observable states").

use super::Valuation;
use crate::solver::{Answer, Solver};
use crate::term::{Assignment, Term, Value};
use std::collections::{BTreeMap, BTreeSet};

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

/// Queries without an answer that a search by parts puts up with.
const MOST_UNANSWERED: usize = 12;

/// What [`observations`] finds, and where it would stop because the solver gives no answer, what it finds of parts: of the states in
/// which the first predicate holds, of those in which it does not, and so on. What is left is a set of valuations that some state may
/// have, besides those that were found to have one; none where there is no end of questions without an answer.
///
/// Over-approximates: a valuation that is in neither has no state.
pub fn observations_by_parts(
    solver: &mut Solver,
    states: &Term,
    predicates: &[Term],
    most: usize,
) -> (Observations, Option<BTreeSet<Valuation>>) {
    let mut search =
        Parts { solver, predicates, most, unanswered: 0, unsure: BTreeSet::new(), found: BTreeMap::new() };
    let is_known = search.search(&mut vec![states.clone()], &mut Vec::new());
    let Parts { found, unsure, .. } = search;
    let is_complete = is_known && unsure.is_empty();
    (Observations { found, is_complete }, is_known.then_some(unsure))
}

/// A search by parts.
struct Parts<'a> {
    solver: &'a mut Solver,
    predicates: &'a [Term],
    most: usize,
    unanswered: usize,
    unsure: BTreeSet<Valuation>,
    found: BTreeMap<Valuation, Assignment>,
}

impl Parts<'_> {
    /// Looks at the states of some assumptions, in which the first predicates have these truth values; whether all is found, but
    /// for what is unsure.
    fn search(&mut self, assumptions: &mut Vec<Term>, values: &mut Vec<bool>) -> bool {
        let length = assumptions.len();
        loop {
            if self.found.len() >= self.most {
                return false;
            }
            match self.solver.check(assumptions) {
                Answer::Unsat(_) => break,
                Answer::Unknown(_) => {
                    self.unanswered += 1;
                    if self.unanswered > MOST_UNANSWERED || !self.halves(assumptions, values) {
                        return false;
                    }
                    break;
                }
                Answer::Sat(model) => {
                    let holds = |predicate: &Term| model.complete(predicate) == Value::Bool(true);
                    let valuation = Valuation::new(self.predicates.iter().map(holds));
                    assumptions.push(cube(self.predicates, valuation).not());
                    self.found.insert(valuation, model);
                }
            }
        }
        assumptions.truncate(length);
        true
    }

    /// The same for both truth values of the next predicate. With none left, it is not known whether the valuation has a state.
    fn halves(&mut self, assumptions: &mut Vec<Term>, values: &mut Vec<bool>) -> bool {
        let Some(next) = self.predicates.get(values.len()) else {
            let valuation = Valuation::new(values.iter().copied());
            if !self.found.contains_key(&valuation) {
                self.unsure.insert(valuation);
            }
            return true;
        };
        [true, false].into_iter().all(|value| {
            assumptions.push(if value { next.clone() } else { next.not() });
            values.push(value);
            let is_known = self.search(assumptions, values);
            values.pop();
            assumptions.pop();
            is_known
        })
    }
}

/// The states in which predicates have these truth values.
pub(super) fn cube(predicates: &[Term], valuation: Valuation) -> Term {
    let literal = |(predicate, value): (&Term, bool)| if value { predicate.clone() } else { predicate.not() };
    Term::all(predicates.iter().zip(valuation.iter()).map(literal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Prover, SolverConfig};
    use crate::term::{BitOp, IntType, Sort, Var};

    const BYTE: IntType = IntType::Unsigned(8);

    fn limited(resource_limit: u32) -> Prover {
        Prover::new(SolverConfig { resource_limit, ..SolverConfig::default() })
    }

    /// The valuations of all pairs of some bytes, one by one.
    fn enumerated(states: &Term, predicates: &[Term], vars: &[Var; 2]) -> BTreeSet<Valuation> {
        let pairs = (0..256).flat_map(|x| (0..256).map(move |y| [x, y]));
        let states_of = pairs.map(|values| {
            let values = values.map(|it| Value::Int(it.into()));
            vars.iter().cloned().zip(values).collect::<Assignment>()
        });
        let holds = |state: &Assignment, term: &Term| state.complete(term) == Value::Bool(true);
        let inside = states_of.filter(|state| holds(state, states));
        inside.map(|state| Valuation::new(predicates.iter().map(|it| holds(&state, it)))).collect()
    }

    /// However few questions are answered, no valuation that a state has is missing.
    #[test]
    fn what_has_no_answer_is_unsure_and_nothing_else_is_missing() {
        let vars = ["x", "y"].map(|name| Var::new(name, Sort::Machine(BYTE)));
        let [x, y] = vars.each_ref().map(Var::term);
        let product = x.times(&y).times(&x.plus(&y));
        let predicates = [
            x.equals(&Term::int(77)),
            product.equals(&Term::int(2 * 3 * 5)),
            x.bits(BitOp::And, BYTE, &y).lt(&Term::int(3)),
            x.lt(&y),
        ];
        let states = x.bits(BitOp::Xor, BYTE, &y).lt(&Term::int(200)).and(&x.le(&Term::int(100)));
        let all = enumerated(&states, &predicates, &vars);
        let mut unanswered = 0;
        for limit in [100, 2_000, 20_000, 100_000, 8_000_000] {
            let mut solver = limited(limit).solver();
            let (observed, unsure) = observations_by_parts(&mut solver, &states, &predicates, usize::MAX);
            assert!(observed.found.keys().all(|it| all.contains(it)), "{limit}");
            if observed.is_complete {
                assert_eq!(observed.found.into_keys().collect::<BTreeSet<_>>(), all, "{limit}");
            } else if let Some(unsure) = unsure {
                unanswered += 1;
                assert!(unsure.iter().all(|it| !observed.found.contains_key(it)));
                assert!(
                    all.iter().all(|it| unsure.contains(it) || observed.found.contains_key(it)),
                    "{limit}"
                );
            }
        }
        assert!(unanswered <= 5);
    }

    #[test]
    fn a_part_without_an_answer_leaves_the_others_decided() {
        let vars = ["a", "b", "c"].map(|name| Var::new(name, Sort::Int));
        let cubes = Term::int(0);
        let cubes =
            vars.iter().fold(cubes, |sum, it| sum.plus(&it.term().times(&it.term()).times(&it.term())));
        let [small, calm] = [vars[0].term().lt(&Term::int(5)), Var::new("calm", Sort::Bool).term()];
        // Whether the number is a sum of three cubes, nobody knows.
        let states = small.and(&calm.or(&cubes.equals(&Term::int(114))));
        let (observed, unsure) =
            observations_by_parts(&mut limited(300_000).solver(), &states, &[small, calm], usize::MAX);
        let named = |all: Vec<Valuation>| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(named(observed.found.into_keys().collect()), ["TT"]);
        assert_eq!(named(unsure.expect("few have no answer").into_iter().collect()), ["TF"]);
    }
}
