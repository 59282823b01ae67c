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
use crate::term::Term;

/// Clauses of one location that are tried.
const MOST_CLAUSES: usize = 2000;

impl Refinement {
    /// Adds to an inductive invariant the clauses of at most two predicates that hold. The result is inductive.
    pub(super) fn strengthen_by_implications(
        &self,
        system: &System,
        invariant: &mut Invariant,
        prover: &Prover,
    ) {
        let system = System { errors: Default::default(), ..system.clone() };
        let mut candidates = Candidates::new();
        for at in system.locations.keys() {
            candidates[at] = invariant[at].clone();
            let clauses = clauses(&self.telling(at, &invariant[at], prover));
            let new = clauses
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
    for clause in found {
        if !invariant[at].contains(clause) && !matches!(solver.check(&[clause.not()]), Answer::Unsat(_)) {
            solver.assert(clause);
            invariant[at].push(clause.clone());
        }
    }
}

/// The predicates, and of two of which one at least is about what arrays hold that one of them is so. Short ones first.
fn clauses(atoms: &[Term]) -> Vec<Term> {
    let literals = |atom: &Term| [atom.clone(), atom.not()];
    let mut all: Vec<Term> = atoms.iter().flat_map(literals).collect();
    for (index, first) in atoms.iter().enumerate() {
        let others = atoms[index + 1..].iter().filter(|second| reads_arrays(first) || reads_arrays(second));
        for second in others {
            let pairs = literals(first).into_iter().flat_map(|a| literals(second).map(|b| a.or(&b)));
            all.extend(pairs);
        }
    }
    all
}
