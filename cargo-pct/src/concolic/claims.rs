//! Systems without claims: a wrap that its author claims to do nothing is a wrap like any other.
//!
//! The solver's encoding believes such claims ([`crate::term::Kind::Wrap`]), and execution does not. If a claim is false, a monitor would exclude what a run
//! does. So an exploration believes none.

use crate::system::{Edge, Initial, System};
use crate::term::{Kind, Substitution, Term, contains};

/// The system without claims; none if it makes no claim.
pub(super) fn without_claims(system: &System) -> Option<System> {
    let is_claim = |term: &Term| matches!(term.kind(), Kind::Wrap { exact: true, .. });
    let mut terms = system.initial.iter().map(|initial| &initial.constraint).collect::<Vec<_>>();
    terms.extend(system.edges.values().flat_map(|edge| edge.updates.iter().chain([&edge.guard])));
    terms.extend(system.locations.values().flat_map(|it| it.predicates.iter().map(|it| &it.formula)));
    if !terms.iter().any(|term| contains(term, is_claim)) {
        return None;
    }
    let (mut honest, mut dropping) = (system.clone(), Substitution::dropping_claims());
    for Initial { constraint, .. } in &mut honest.initial {
        *constraint = dropping.apply(constraint);
    }
    for Edge { guard, updates, .. } in honest.edges.values_mut() {
        *guard = dropping.apply(guard);
        updates.iter_mut().for_each(|update| *update = dropping.apply(update));
    }
    for location in honest.locations.values_mut() {
        location.predicates.iter_mut().for_each(|it| it.formula = dropping.apply(&it.formula));
    }
    Some(honest)
}
