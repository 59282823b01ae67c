//! Conjunctions of candidate predicates: what holds on every state seen so far.
//!
//! With fabricated states this is Daikon and Houdini in one: executions drop the candidates that they refute, each
//! counterexample to induction is a fabricated state that drops at least one, and what survives is an invariant.

use super::compiled::CompiledAt;
use super::{Domain, Part};
use crate::ids::SecondaryMap;
use crate::system::{LocationId, State, System};
use crate::term::Term;

/// The candidates of each location.
pub type Candidates = SecondaryMap<LocationId, Vec<Term>>;

/// The domain of conjunctions of candidates. An element has the candidates that are left, by index, in order; `None`
/// is the element of no state.
pub struct Conjunctions {
    candidates: Candidates,
    compiled: CompiledAt,
}

impl Conjunctions {
    /// Conjunctions of these candidates.
    pub fn new(candidates: Candidates) -> Conjunctions {
        Conjunctions { candidates, compiled: CompiledAt::default() }
    }

    /// The candidates that are left in an element.
    pub fn conjuncts<'s>(
        &'s self,
        at: LocationId,
        element: &'s Option<Vec<usize>>,
    ) -> impl Iterator<Item = &'s Term> {
        element.iter().flatten().map(move |index| &self.candidates[at][*index])
    }

    /// Drops what does not hold in a state; whether anything was.
    fn drop_refuted(&self, kept: &mut Vec<usize>, system: &System, state: &State) -> bool {
        let before = kept.len();
        self.compiled.enter(system, state, &self.candidates[state.location], |compiled| {
            kept.retain(|index| compiled.holds(*index));
        });
        kept.len() < before
    }
}

impl Domain for Conjunctions {
    type Element = Option<Vec<usize>>;

    fn bottom(&self, _: LocationId) -> Option<Vec<usize>> {
        None
    }

    fn top(&self, _: LocationId) -> Option<Vec<usize>> {
        Some(Vec::new())
    }

    fn abstraction(&self, system: &System, state: &State) -> Option<Vec<usize>> {
        let mut all = (0..self.candidates[state.location].len()).collect();
        self.drop_refuted(&mut all, system, state);
        Some(all)
    }

    /// Candidates that were dropped before are not looked at again.
    fn join_state(&self, element: &mut Option<Vec<usize>>, system: &System, state: &State) -> bool {
        match element {
            None => {
                *element = self.abstraction(system, state);
                true
            }
            Some(kept) => self.drop_refuted(kept, system, state),
        }
    }

    fn covers(&self, element: &Option<Vec<usize>>, system: &System, state: &State) -> bool {
        let Some(kept) = element else { return false };
        self.compiled.enter(system, state, &self.candidates[state.location], |compiled| {
            kept.iter().all(|index| compiled.holds(*index))
        })
    }

    fn join(&self, element: &mut Option<Vec<usize>>, other: &Option<Vec<usize>>) -> bool {
        match (element.as_mut(), other) {
            (_, None) => false,
            (None, Some(_)) => {
                element.clone_from(other);
                true
            }
            (Some(kept), Some(other)) => {
                let before = kept.len();
                kept.retain(|index| other.binary_search(index).is_ok());
                kept.len() < before
            }
        }
    }

    fn concretization(&self, at: LocationId, element: &Option<Vec<usize>>) -> Term {
        match element {
            None => Term::bool(false),
            Some(_) => Term::all(self.conjuncts(at, element).cloned()),
        }
    }

    fn parts(&self, at: LocationId, element: &Option<Vec<usize>>) -> Option<Vec<Part>> {
        let part =
            |index: &usize| Part { formula: self.candidates[at][*index].clone(), number: *index as u64 };
        Some(element.as_ref()?.iter().map(part).collect())
    }

    fn has_part(&self, element: &Option<Vec<usize>>, part: &Part) -> bool {
        element.as_ref().is_some_and(|kept| kept.binary_search(&(part.number as usize)).is_ok())
    }

    fn drop_part(&self, element: &mut Option<Vec<usize>>, part: &Part) {
        if let Some(kept) = element {
            kept.retain(|index| *index != part.number as usize);
        }
    }
}
