//! Systems without claims that execution does not keep to.
//!
//! A wrap that its author claims to do nothing is a wrap like any other: the solver's encoding believes such claims
//! ([`crate::term::Kind::Wrap`]), and execution does not. If a claim were false, a monitor would exclude what a run does. And an input of type `char` is no
//! surrogate, which the range of its sort alone does not say.

use crate::system::{Edge, Initial, System};
use crate::term::{IntType, Kind, Sort, Substitution, Term, Var, contains};

/// The system that is explored in place of this one; none if it is this one.
pub(super) fn without_claims(system: &System) -> Option<System> {
    let is_claim = |term: &Term| matches!(term.kind(), Kind::Wrap { exact: true, .. });
    let mut terms: Vec<&Term> = system.initial.iter().map(|initial| &initial.constraint).collect();
    terms.extend(system.edges.values().flat_map(|edge| edge.updates.iter().chain([&edge.guard])));
    terms.extend(system.locations.values().flat_map(|it| it.predicates.iter().map(|it| &it.formula)));
    let inputs = system.edges.values().flat_map(|edge| &edge.inputs);
    let mut vars = inputs.chain(system.locations.values().flat_map(|location| &location.vars));
    if !vars.any(is_char) && !terms.iter().any(|term| contains(term, is_claim)) {
        return None;
    }
    let (mut honest, mut dropping) = (system.clone(), Substitution::dropping_claims());
    for Initial { location, constraint, .. } in &mut honest.initial {
        *constraint = dropping.apply(constraint).and(&are_no_surrogates(&system.locations[*location].vars));
    }
    for Edge { inputs, guard, updates, .. } in honest.edges.values_mut() {
        *guard = dropping.apply(guard).and(&are_no_surrogates(inputs));
        updates.iter_mut().for_each(|update| *update = dropping.apply(update));
    }
    for location in honest.locations.values_mut() {
        location.predicates.iter_mut().for_each(|it| it.formula = dropping.apply(&it.formula));
    }
    Some(honest)
}

fn is_char(var: &Var) -> bool {
    var.sort == Sort::Machine(IntType::Char)
}

/// Each `char` among some variables is one.
fn are_no_surrogates(vars: &[Var]) -> Term {
    let bound = |var: &Var| var.term().lt(&Term::int(0xd800)).or(&Term::int(0xdfff).lt(&var.term()));
    Term::all(vars.iter().filter(|var| is_char(var)).map(bound))
}
