//! Abstract domains: what is kept of concrete states.
//!
//! A domain gives each location a lattice of elements with an abstraction α and a symbolic concretization γ̂
//! (Yorsh, Ball, Sagiv, section 3.1). Two are here: sets of valuations of a location's predicates ([`Valuations`]),
//! exact about correlations and the place where coverage is counted, and conjunctions of candidate predicates
//! ([`Conjunctions`]), cheap however many candidates there are.

mod compiled;
mod conjunctions;
mod each_element;
mod factors;
mod feasible;
mod observations;
mod order;
mod preimage;
mod steps;
mod templates;
mod valuations;

pub use conjunctions::{Candidates, Conjunctions};
pub use each_element::has_elements;
pub use feasible::{Feasible, KnownGroups};
pub use observations::{Observations, observations, observations_by_parts};
pub use order::without_implied;
pub use steps::{AbstractState, Another, Pair, Steps, Taken};
pub use templates::{Round, Templates, has_factors, has_tables};
pub use valuations::{Valuation, Valuations};

use crate::system::{LocationId, State, System};
use crate::term::Term;
use std::fmt::Debug;

/// One of the formulas that make up γ̂ of an element: what a solver cannot say of γ̂, it may say of parts.
#[derive(Clone, Debug)]
pub struct Part {
    /// Every state of the element satisfies it.
    pub formula: Term,
    /// Tells it from the location's others.
    number: u64,
}

/// A family of lattices, one a location.
///
/// α and γ̂ form a Galois connection: `covers(at, e, σ)` iff σ satisfies `concretization(at, e)`.
pub trait Domain {
    /// An abstract value at one location.
    type Element: Clone + PartialEq + Debug;

    /// The element of no state.
    fn bottom(&self, at: LocationId) -> Self::Element;

    /// The element of all states.
    fn top(&self, at: LocationId) -> Self::Element;

    /// α of one concrete state.
    fn abstraction(&self, system: &System, state: &State) -> Self::Element;

    /// Makes `element` the join of both; whether it grew.
    fn join(&self, element: &mut Self::Element, other: &Self::Element) -> bool;

    /// Makes `element` the join of itself and α of a state; whether it grew. What many states pass through may be cheaper
    /// than its definition here.
    fn join_state(&self, element: &mut Self::Element, system: &System, state: &State) -> bool {
        self.join(element, &self.abstraction(system, state))
    }

    /// Whether a state is one of the element's.
    fn covers(&self, element: &Self::Element, system: &System, state: &State) -> bool {
        !self.join_state(&mut element.clone(), system, state)
    }

    /// γ̂: a formula over the location's variables that exactly the states of the element satisfy.
    fn concretization(&self, at: LocationId, element: &Self::Element) -> Term;

    /// Formulas of which a state satisfies all iff it is one of the element's (and satisfies what was proved before); none where they would be
    /// too many.
    fn parts(&self, at: LocationId, element: &Self::Element) -> Option<Vec<Part>>;

    /// Whether a part is one of the element's.
    fn has_part(&self, element: &Self::Element, part: &Part) -> bool;

    /// Makes `element` the least one that includes it and has no such part.
    fn drop_part(&self, element: &mut Self::Element, part: &Part);

    /// A formula that every state satisfies which is in `now` and not in `before`.
    fn difference(&self, at: LocationId, now: &Self::Element, before: &Self::Element) -> Term {
        self.concretization(at, now).and(&self.concretization(at, before).not())
    }
}
