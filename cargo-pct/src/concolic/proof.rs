//! Proofs that goals are unreachable: the graph as an invariant, certified.
//!
//! A graph is believed nothing. Each location's states become a formula, each edge of a goal an error, and the certificate's exact check
//! ([`crate::fabricate::certify`]) repeats all obligations in another encoding.

use super::goals::Goals;
use super::graph::{Graph, Predicates};
use crate::fabricate::{First, Invariant, certify};
use crate::ids::PrimaryMap;
use crate::solver::Prover;
use crate::system::{ErrorEdge, GoalId, System};
use std::collections::BTreeSet;

/// The open goals whose edges the closed graph does not take, if a certificate says that no execution takes them. If there is none for
/// all of them, each is tried by itself.
pub(super) fn unreachable(
    system: &System,
    graph: &Graph,
    predicates: &Predicates,
    goals: &Goals,
    prover: &Prover,
) -> BTreeSet<GoalId> {
    let is_never_taken = |goal: &GoalId| !system.goals[*goal].edges.iter().any(|edge| graph.takes(*edge));
    let claimed: BTreeSet<GoalId> = goals.open().filter(is_never_taken).collect();
    if claimed.is_empty() {
        return claimed;
    }
    let mut invariant = Invariant::new();
    for at in system.locations.keys() {
        invariant[at] = super::shadow::conjuncts(&graph.reached(at, &predicates[at]));
    }
    let is_certified = |goals: &BTreeSet<GoalId>| {
        certify(&with_errors(system, goals), &invariant, First::BitVectors, prover).is_ok()
    };
    if is_certified(&claimed) {
        return claimed;
    }
    claimed.into_iter().filter(|goal| is_certified(&BTreeSet::from([*goal]))).collect()
}

/// The system in which the edges of goals are errors, and nothing else is.
fn with_errors(system: &System, goals: &BTreeSet<GoalId>) -> System {
    let mut errors = PrimaryMap::new();
    for goal in goals.iter().map(|goal| &system.goals[*goal]) {
        for edge in goal.edges.iter().map(|edge| &system.edges[*edge]) {
            let (source, inputs, guard) = (edge.source, edge.inputs.clone(), edge.guard.clone());
            errors.push(ErrorEdge { source, inputs, guard, message: goal.name.clone(), span: None });
        }
    }
    System { errors, ..system.clone() }
}
