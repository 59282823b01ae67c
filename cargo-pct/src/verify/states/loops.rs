//! What loops leave alone: what was found out of a variable in front of a loop is true behind it, too, if the loop does not change it.

use super::{Deciding, formulas};
use crate::system::{LocationId, System};
use crate::term::{Var, variables};
use crate::verify::refine::Refinement;
use std::collections::{BTreeMap, BTreeSet};

/// Of the steps and the time that are left, what facts about loops may take.
const SHARE_OF_LOOPS: f64 = 0.3;

impl Deciding<'_> {
    /// Adds to the invariant of loop heads what the predicates behind them say of variables that their loop leaves alone. These are few,
    /// each by itself, and so cheap that they come before all else; what is said of a loop's own variables is dear, and seldom inductive.
    pub(super) fn strengthen_loops(&mut self) {
        let system = self.without_errors();
        let ends = [self.lowered.outside, self.lowered.object];
        let heads: Vec<LocationId> =
            system.locations.keys().filter(|at| !ends.contains(&Some(*at))).collect();
        if heads.is_empty() {
            return;
        }
        let changed = changed(&system, &heads);
        let mut refinement = Refinement::default();
        for edge in self.lowered.observed.iter().filter(|edge| changed.contains_key(&edge.source)) {
            let formulas = formulas(edge).into_iter().flatten();
            formulas.for_each(|formula| refinement.add(&system, edge.source, &formula));
        }
        refinement.spread(&system);
        refinement.retain(|at, atom| {
            let changed = changed.get(&at);
            changed.is_some_and(|changed| variables([atom]).iter().all(|var| !changed.contains(var)))
        });
        if refinement.has_grown() {
            let part = self.prover.part(SHARE_OF_LOOPS);
            refinement.strengthen_by_literals(&system, &mut self.invariant, &part);
        }
    }
}

/// The variables that some way from a loop head back to itself changes, by head. Heads of nested loops lie on the same ways.
fn changed(system: &System, heads: &[LocationId]) -> BTreeMap<LocationId, BTreeSet<Var>> {
    let edges: Vec<_> = system.edges.values().collect();
    let from_head = |at: LocationId| {
        let (mut found, mut rest) = (BTreeSet::new(), vec![at]);
        while let Some(source) = rest.pop() {
            let next = edges.iter().filter(|edge| edge.source == source && heads.contains(&edge.target));
            rest.extend(next.map(|edge| edge.target).filter(|target| found.insert(*target)));
        }
        found
    };
    let reached: BTreeMap<LocationId, BTreeSet<LocationId>> =
        heads.iter().map(|at| (*at, from_head(*at))).collect();
    let is_on_a_way =
        |from: LocationId, to: LocationId| reached.get(&from).is_some_and(|own| own.contains(&to));
    let of_head = |at: LocationId| {
        let around = edges.iter().filter(|edge| is_on_a_way(at, edge.target) && is_on_a_way(edge.target, at));
        let around = around.filter(|edge| edge.source == at || is_on_a_way(at, edge.source));
        let updates = around.flat_map(|edge| system.locations[edge.target].vars.iter().zip(&edge.updates));
        updates.filter(|(var, update)| **update != var.term()).map(|(var, _)| var.clone()).collect()
    };
    heads.iter().map(|at| (*at, of_head(*at))).collect()
}
