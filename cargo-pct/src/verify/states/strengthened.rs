//! Stronger invariants for the states that are undecided: valuations of predicates, and predicates that the states themselves need.

use super::possible::Possible;
use super::{Deciding, StateVerdict, cube, formulas};
use crate::ids::PrimaryMap;
use crate::probe::{CutpointId, StateKey};
use crate::solver::Work;
use crate::system::System;
use crate::verify::refine::{Refinement, reachable_valuations};
use std::collections::{BTreeMap, BTreeSet};

/// Rounds of refinement, each for the states that the last one left undecided.
const MOST_REFINEMENTS: usize = 3;

/// How many undecided states of a cutpoint are asked which variables they make equal. The others mostly make equal variables equal, too.
const MOST_SUBSTITUTED: usize = 8;

/// Predicates of a class for which its valuations between calls are computed.
const MOST_OBJECT_PREDICATES: usize = 16;

impl Deciding<'_> {
    /// The second gear: which valuations of the class's predicates objects have between calls and at loop heads, given the
    /// invariant. They become a part of it.
    pub(super) fn strengthen(&mut self) {
        let Some(object) = self.lowered.object() else { return };
        let count = self.lowered.system().locations[object].predicates.len();
        if count > 0 && count <= MOST_OBJECT_PREDICATES {
            self.strengthen_everywhere();
        }
    }

    /// Adds to the invariant which valuations of its predicates each location has.
    pub(super) fn strengthen_everywhere(&mut self) {
        // Only precision is lost at a location with too many.
        let mut system = self.without_errors();
        for location in system.locations.values_mut() {
            location.predicates.truncate(MOST_OBJECT_PREDICATES);
        }
        reachable_valuations(&system, &mut self.invariant, self.prover);
    }

    /// Strengthens the invariant for undecided states that no execution is found to reach, as long as there are new predicates: first by
    /// implications between all of them, then by sets of valuations of a few, which costs more.
    pub(super) fn refine(
        &mut self,
        possible: &mut PrimaryMap<CutpointId, Possible>,
        reachable: &BTreeMap<StateKey, StateVerdict>,
    ) {
        let system = self.without_errors();
        let mut refinement = Refinement::default();
        for _ in 0..MOST_REFINEMENTS {
            let undecided = self.add_undecided(&mut refinement, &system, possible, reachable);
            if undecided.is_empty() || self.prover.spent().is_some() {
                return;
            }
            if !refinement.has_grown() {
                return;
            }
            refinement.push_back(&system);
            refinement.spread(&system);
            let part = self.prover.part_of(Work::Refinement);
            refinement.strengthen_by_implications(&system, &mut self.invariant, &part);
            self.recompute_possible(&undecided, possible);
            let undecided = self.add_undecided(&mut refinement, &system, possible, reachable);
            if undecided.is_empty() || self.prover.spent().is_some() {
                return;
            }
            let part = self.prover.part_of(Work::Refinement);
            refinement.strengthen(&system, &mut self.invariant, &part);
            self.recompute_possible(&undecided, possible);
        }
    }

    /// Computes again which states these cutpoints can have under the present invariant; feasible states do not change.
    fn recompute_possible(
        &self,
        undecided: &BTreeSet<CutpointId>,
        possible: &mut PrimaryMap<CutpointId, Possible>,
    ) {
        let feasible = undecided.iter().map(|cutpoint| possible[*cutpoint].feasible.take()).collect();
        let again = self.possible_of(undecided.iter().copied().collect(), feasible);
        for (cutpoint, own) in undecided.iter().zip(again) {
            possible[*cutpoint] = own;
        }
    }

    /// Adds the predicates that undecided states need to a refinement. Returns the cutpoints with such states.
    fn add_undecided(
        &self,
        refinement: &mut Refinement,
        system: &System,
        possible: &PrimaryMap<CutpointId, Possible>,
        reachable: &BTreeMap<StateKey, StateVerdict>,
    ) -> BTreeSet<CutpointId> {
        let (mut undecided, mut solvers) = (BTreeMap::<CutpointId, Vec<_>>::new(), BTreeMap::new());
        for (cutpoint, own) in possible {
            for (valuation, (index, model)) in &own.found {
                let key = (cutpoint, *valuation);
                if self.covered.contains(&key) || reachable.contains_key(&key) {
                    continue;
                }
                let own = undecided.entry(cutpoint).or_default();
                let edge = &self.lowered.observed()[*index];
                let Some(formulas) = formulas(edge) else { continue };
                let formula = edge.guard.and(&cube(&formulas, *valuation));
                refinement.add(system, edge.source, &formula);
                own.push((edge.source, formula, model));
            }
        }
        for (at, formula, state) in undecided.values().flat_map(|own| own.iter().take(MOST_SUBSTITUTED)) {
            let solver = solvers.entry(*at).or_insert_with(|| self.solver_at(*at));
            refinement.add_with_equal_variables(system, *at, formula, state, solver);
        }
        undecided.into_keys().collect()
    }
}
