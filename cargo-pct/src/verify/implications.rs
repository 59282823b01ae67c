//! Refinement by implications: what arrays hold, where numbers are so and so.
//!
//! The sets of valuations of [`super::refine`] double with each predicate, so that few are looked at. Here all of them are, as far as they
//! stand in one clause of at most two: that a predicate holds, or that it holds unless another one does, which is what loops over arrays
//! need (`hi + 1 < a.len() => pivot < a[hi + 1]`). Executions refute most clauses; those that survive are kept as far as they
//! are inductive together.

use super::refine::{Refinement, least_invariant, reads_arrays};
use crate::abstraction::{Candidates, Conjunctions, without_implied};
use crate::fabricate::Invariant;
use crate::solver::{Answer, Prover};
use crate::system::{LocationId, System};
use crate::term::{Term, Value};

/// Clauses of one location that are tried.
const MOST_CLAUSES: usize = 4096;

impl Refinement {
    /// Adds to an inductive invariant the clauses of at most two predicates that hold. The result is inductive.
    pub(super) fn strengthen_by_implications(
        &self,
        system: &System,
        invariant: &mut Invariant,
        prover: &Prover,
    ) {
        self.strengthen_by(&clauses, system, invariant, prover);
    }

    /// The same for clauses of one predicate.
    pub(super) fn strengthen_by_literals(&self, system: &System, invariant: &mut Invariant, prover: &Prover) {
        let literals = |atoms: &[Term]| atoms.iter().flat_map(|atom| [atom.clone(), atom.not()]).collect();
        self.strengthen_by(&literals, system, invariant, prover);
    }

    fn strengthen_by(
        &self,
        clauses: &dyn Fn(&[Term]) -> Vec<Term>,
        system: &System,
        invariant: &mut Invariant,
        prover: &Prover,
    ) {
        let system = System { errors: Default::default(), ..system.clone() };
        let mut candidates = Candidates::new();
        for at in system.locations.keys() {
            candidates[at] = invariant[at].clone();
            let all = clauses(&self.telling(at, &invariant[at], prover));
            let new = all
                .into_iter()
                .filter(|clause| clause.as_bool().is_none() && !invariant[at].contains(clause));
            candidates[at].extend(new.take(MOST_CLAUSES));
        }
        let domain = Conjunctions::new(candidates);
        let elements = least_invariant(&system, &domain, prover);
        for at in system.locations.keys() {
            if elements[at].is_some() {
                let found: Vec<Term> = domain.conjuncts(at, &elements[at]).cloned().collect();
                add_what_is_new(at, &without_implied(&found), invariant, prover);
            }
        }
    }
}

/// Adds what does not follow from the rest.
fn add_what_is_new(at: LocationId, found: &[Term], invariant: &mut Invariant, prover: &Prover) {
    let mut solver = prover.solver();
    invariant[at].iter().for_each(|term| solver.assert(term));
    let mut rest: Vec<&Term> = found.iter().filter(|clause| !invariant[at].contains(clause)).collect();
    // Nearly all follow from a few, so it is asked about all together.
    while !rest.is_empty() {
        let one_fails = Term::any(rest.iter().map(|clause| clause.not()));
        let fails = match solver.check(&[one_fails]) {
            Answer::Unsat(_) => return,
            Answer::Sat(model) => rest.iter().position(|clause| model.complete(clause) != Value::Bool(true)),
            Answer::Unknown(_) => None,
        };
        let Some(number) = fails else { break };
        let clause = rest.remove(number);
        solver.assert(clause);
        invariant[at].push(clause.clone());
    }
    for clause in rest {
        if !matches!(solver.check(&[clause.not()]), Answer::Unsat(_)) {
            solver.assert(clause);
            invariant[at].push(clause.clone());
        }
    }
}

/// The predicates, and of two of them that one is so: first where one at least is about what arrays hold, of which valuations of few
/// predicates say least.
fn clauses(atoms: &[Term]) -> Vec<Term> {
    let literals = |atom: &Term| [atom.clone(), atom.not()];
    let mut all: Vec<Term> = atoms.iter().flat_map(literals).collect();
    let reads: Vec<bool> = atoms.iter().map(reads_arrays).collect();
    for about_arrays in [true, false] {
        for (index, second) in atoms.iter().enumerate() {
            let others = (0..index).filter(|it| (reads[index] || reads[*it]) == about_arrays);
            for first in others.map(|other| &atoms[other]) {
                all.extend(literals(first).into_iter().flat_map(|a| literals(second).map(|b| a.or(&b))));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::SolverConfig;
    use crate::system::read;
    use crate::term::{Sort, Var};

    /// `hi` comes down over large numbers: the one above it is large, unless `hi` is the last one.
    const LOOP: &str = r#"
        (system loop)
        (location outside)
        (location loop (var a (Array Int)) (var hi Int) (var last Int))
        (initial outside)
        (edge outside loop (input b (Array Int)) (input n Int) (when (<= 0 n)) (set a b) (set hi n) (set last n))
        (edge loop loop (when (and (<= 0 hi) (< 7 (select a hi)))) (set hi (+ hi (- 1))))
    "#;

    #[test]
    fn what_arrays_hold_is_found_where_numbers_are_so_and_so() {
        let system = read(LOOP).unwrap().system;
        let at = system.locations.keys().nth(1).unwrap();
        let vars = system.locations[at].vars.clone();
        let [array, hi, last] = [0, 1, 2].map(|number| vars[number].term());
        let above = hi.plus(&Term::int(1));
        // Above `hi`, and not beyond the last: a small number.
        let undecided = Term::all([above.le(&last), array.select(&above).le(&Term::int(7))]);
        let prover = Prover::new(SolverConfig::default());
        let mut invariant = Invariant::new();
        system.locations.keys().for_each(|at| invariant[at] = Vec::new());
        let is_excluded = |invariant: &Invariant, state: &Term| {
            let all: Vec<Term> = invariant[at].iter().chain([state]).cloned().collect();
            matches!(prover.solver().check(&all), Answer::Unsat(_))
        };
        let mut refinement = Refinement::default();
        refinement.add(&system, at, &undecided);
        assert!(!is_excluded(&invariant, &undecided));
        refinement.strengthen_by_implications(&system, &mut invariant, &prover);
        assert!(is_excluded(&invariant, &undecided), "{:?}", invariant[at]);
        // What is reached stays.
        let reached = hi.equals(&last).and(&array.select(&above).le(&Term::int(7)));
        assert!(!is_excluded(&invariant, &reached));
    }

    #[test]
    fn a_clause_has_two_predicates_at_most_and_those_about_arrays_come_first() {
        let [n, a] = [("n", Sort::Int), ("a", Sort::Array(Sort::Int.into()))]
            .map(|(name, sort)| Var::new(name, sort).term());
        let [one, two, small] = [n.le(&Term::int(1)), n.lt(&Term::int(0)), a.select(&n).le(&n)];
        let found = clauses(&[one.clone(), two.clone(), small.clone()]);
        assert_eq!(found.len(), 6 + 3 * 4, "the predicates and what they are not, and of each pair four");
        assert_eq!((&found[6], &found[17]), (&one.or(&small), &one.not().or(&two.not())));
    }
}
