//! Predicate abstraction proper: sets of valuations of a location's predicates.

use super::compiled::CompiledAt;
use super::observations::{Observations, cube, observations};
use super::{Domain, Part};
use crate::ids::SecondaryMap;
use crate::solver::Solver;
use crate::system::{LocationId, State, System};
use crate::term::Term;
use std::collections::BTreeSet;
use std::fmt;

/// The truth values of a location's predicates, in their order; at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Valuation {
    bits: u64,
    length: u8,
}

impl Valuation {
    /// The greatest number of predicates.
    pub const MOST: usize = 64;

    /// The valuation with these truth values.
    ///
    /// # Panics
    /// If there are more than [`Valuation::MOST`].
    pub fn new(values: impl IntoIterator<Item = bool>) -> Valuation {
        let mut valuation = Valuation { bits: 0, length: 0 };
        for value in values {
            assert!(usize::from(valuation.length) < Valuation::MOST, "a location has at most 64 predicates");
            valuation.bits |= u64::from(value) << valuation.length;
            valuation.length += 1;
        }
        valuation
    }

    /// The truth values, in order.
    pub fn iter(self) -> impl Iterator<Item = bool> {
        (0..self.length).map(move |index| self.bits >> index & 1 == 1)
    }
}

impl From<Valuation> for pct_wire::Valuation {
    fn from(valuation: Valuation) -> pct_wire::Valuation {
        pct_wire::Valuation::new(valuation.bits, valuation.length.into())
    }
}

/// Locations with more predicates have too many valuations to look at each.
const MOST_IN_PARTS: usize = 6;

impl PartialOrd for Valuation {
    fn partial_cmp(&self, other: &Valuation) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Valuation {
    /// True before false, the first predicate first: the order of a truth table.
    fn cmp(&self, other: &Valuation) -> std::cmp::Ordering {
        let reversed = |valuation: &Valuation| !valuation.bits.reverse_bits();
        (self.length, reversed(self)).cmp(&(other.length, reversed(other)))
    }
}

impl fmt::Display for Valuation {
    /// One letter a predicate: `TF`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|value| f.write_str(if value { "T" } else { "F" }))
    }
}

/// The domain of sets of valuations.
///
/// γ̂ may be strengthened by an invariant of each location that was proved before: states that violate it do not exist.
pub struct Valuations {
    predicates: SecondaryMap<LocationId, Vec<Term>>,
    invariants: SecondaryMap<LocationId, Option<Term>>,
    compiled: CompiledAt,
}

impl Valuations {
    /// Valuations of the system's own predicates.
    pub fn of(system: &System) -> Valuations {
        let mut predicates = SecondaryMap::new();
        for (id, location) in system.locations.iter() {
            predicates[id] = location.predicates.iter().map(|p| p.formula.clone()).collect();
        }
        Valuations { predicates, invariants: SecondaryMap::new(), compiled: CompiledAt::default() }
    }

    /// Restricts the states of a location to those that satisfy a proved invariant.
    pub fn assume_invariant(&mut self, at: LocationId, invariant: Term) {
        self.invariants[at] = Some(invariant);
    }

    /// That the predicates have these truth values.
    pub fn cube(&self, at: LocationId, valuation: Valuation) -> Term {
        cube(&self.predicates[at], valuation)
    }

    /// The states of one valuation: γ of an abstract state.
    pub fn states(&self, at: LocationId, valuation: Valuation) -> Term {
        self.disjunction(at, [valuation].iter())
    }

    /// The valuations that states of a location have; looks for no more than `most`.
    pub fn observations(&self, at: LocationId, solver: &mut Solver, most: usize) -> Observations {
        let known = self.invariants[at].clone().unwrap_or_else(|| Term::bool(true));
        observations(solver, &known, &self.predicates[at], most)
    }

    /// The valuation of a state.
    pub fn valuation(&self, system: &System, state: &State) -> Valuation {
        let formulas = &self.predicates[state.location];
        self.compiled.enter(system, state, formulas, |compiled| {
            Valuation::new((0..formulas.len()).map(|number| compiled.holds(number)))
        })
    }

    fn disjunction<'v>(&self, at: LocationId, valuations: impl Iterator<Item = &'v Valuation>) -> Term {
        let cubes = Term::any(valuations.map(|valuation| self.cube(at, *valuation)));
        match &self.invariants[at] {
            Some(invariant) => invariant.and(&cubes),
            None => cubes,
        }
    }
}

impl Domain for Valuations {
    type Element = BTreeSet<Valuation>;

    fn bottom(&self, _: LocationId) -> BTreeSet<Valuation> {
        BTreeSet::new()
    }

    /// # Panics
    /// With more than 20 predicates: enumerating all valuations of more is no sensible answer to a failed query.
    fn top(&self, at: LocationId) -> BTreeSet<Valuation> {
        let length = self.predicates[at].len();
        assert!(length <= 20, "2^{length} valuations are too many to list");
        (0..1u64 << length).map(|bits| Valuation { bits, length: length as u8 }).collect()
    }

    fn abstraction(&self, system: &System, state: &State) -> BTreeSet<Valuation> {
        BTreeSet::from([self.valuation(system, state)])
    }

    fn join(&self, element: &mut BTreeSet<Valuation>, other: &BTreeSet<Valuation>) -> bool {
        let before = element.len();
        element.extend(other);
        element.len() > before
    }

    fn concretization(&self, at: LocationId, element: &BTreeSet<Valuation>) -> Term {
        self.disjunction(at, element.iter())
    }

    /// Of each valuation that is not the element's, that states have another one.
    fn parts(&self, at: LocationId, element: &BTreeSet<Valuation>) -> Option<Vec<Part>> {
        if self.predicates[at].len() > MOST_IN_PARTS {
            return None;
        }
        let missing = self.top(at).into_iter().filter(|valuation| !element.contains(valuation));
        let part = |valuation: Valuation| {
            let number = valuation.bits | u64::from(valuation.length) << MOST_IN_PARTS;
            Part { formula: self.cube(at, valuation).not(), number }
        };
        Some(missing.map(part).collect())
    }

    fn has_part(&self, element: &BTreeSet<Valuation>, part: &Part) -> bool {
        !element.contains(&missing(part))
    }

    fn drop_part(&self, element: &mut BTreeSet<Valuation>, part: &Part) {
        element.insert(missing(part));
    }

    fn difference(&self, at: LocationId, now: &BTreeSet<Valuation>, before: &BTreeSet<Valuation>) -> Term {
        self.disjunction(at, now.difference(before))
    }
}

/// The valuation that a part excludes.
fn missing(part: &Part) -> Valuation {
    let bits = part.number & ((1 << MOST_IN_PARTS) - 1);
    Valuation { bits, length: (part.number >> MOST_IN_PARTS) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valuations_are_ordered_like_a_truth_table() {
        let valuation = |text: &str| Valuation::new(text.chars().map(|c| c == 'T'));
        let mut all: Vec<Valuation> = ["FF", "TF", "TT", "FT"].map(valuation).to_vec();
        all.sort();
        let text: Vec<String> = all.iter().map(Valuation::to_string).collect();
        assert_eq!(text, ["TT", "TF", "FT", "FF"]);
    }
}
