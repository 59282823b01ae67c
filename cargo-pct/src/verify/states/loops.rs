//! What loops leave alone: what was found out of a variable in front of a loop is true behind it, too, if the loop does not change it.

use super::{Deciding, formulas};
use crate::solver::Work;
use crate::system::{LocationId, System};
use crate::term::{Var, variables};
use crate::verify::refine::Refinement;
use std::collections::{BTreeMap, BTreeSet};

impl Deciding<'_> {
    /// Adds to the invariant of loop heads what the predicates behind them say of variables that their loop leaves alone. These are few,
    /// each by itself, and so cheap that they come before all else; what is said of a loop's own variables is dear, and seldom inductive.
    pub(super) fn strengthen_loops(&mut self) {
        let system = self.without_errors();
        let ends = [self.lowered.outside(), self.lowered.object()];
        let heads: Vec<LocationId> =
            system.locations.keys().filter(|at| !ends.contains(&Some(*at))).collect();
        if heads.is_empty() {
            return;
        }
        let changed = changed(&system, &heads);
        let mut refinement = Refinement::default();
        for edge in self.lowered.observed().iter().filter(|edge| changed.contains_key(&edge.source)) {
            let formulas = formulas(edge).into_iter().flatten();
            formulas.for_each(|formula| refinement.add(&system, edge.source, &formula));
        }
        refinement.spread(&system);
        refinement.retain(|at, atom| {
            let changed = changed.get(&at);
            changed.is_some_and(|changed| variables([atom]).iter().all(|var| !changed.contains(var)))
        });
        if refinement.has_grown() {
            let part = self.prover.part_of(Work::Loops);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::read;

    /// The names of what a head's loop changes, by the name of the head.
    fn changed_in(text: &str, heads: &[&str]) -> BTreeMap<String, Vec<String>> {
        let system = read(text).unwrap().system;
        let is_head = |at: &LocationId| heads.contains(&system.locations[*at].name.as_str());
        let all: Vec<LocationId> = system.locations.keys().filter(is_head).collect();
        let named = changed(&system, &all).into_iter().map(|(at, vars)| {
            let vars = vars.iter().map(|var| var.name.to_string()).collect();
            (system.locations[at].name.clone(), vars)
        });
        named.collect()
    }

    fn expected(heads: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let owned = |vars: &[&str]| vars.iter().map(|var| (*var).to_owned()).collect();
        heads.iter().map(|(head, vars)| ((*head).to_owned(), owned(vars))).collect()
    }

    const VARIABLES: &str = "(system loops) (var a Int) (var b Int) (var c Int)\n";

    #[test]
    fn what_is_set_between_two_loops_is_changed_by_neither() {
        let text = format!(
            "{VARIABLES} (location Out) (location First) (location Second)
             (initial Out true)
             (edge Out First (set a 0) (set c 1))
             (edge First First (set a (+ a 1)))
             (edge First Second (set b a) (set c 2))
             (edge Second Second (set b (+ b 1)))
             (edge Second Out)"
        );
        let found = changed_in(&text, &["First", "Second"]);
        assert_eq!(found, expected(&[("First", &["a"]), ("Second", &["b"])]));
    }

    #[test]
    fn a_loop_changes_what_the_loops_in_it_change_and_what_lies_between() {
        let text = format!(
            "{VARIABLES} (location Outer) (location Inner)
             (initial Outer true)
             (edge Outer Inner (set b 0))
             (edge Inner Inner (set a (+ a 1)))
             (edge Inner Outer)"
        );
        let found = changed_in(&text, &["Outer", "Inner"]);
        assert_eq!(found, expected(&[("Outer", &["a", "b"]), ("Inner", &["a", "b"])]));
    }
}
