//! Refinement: predicates that exclude a spurious path, by weakest preconditions of the conditions that exclude each other.
//!
//! The conditions of the unsatisfiable core, and those of the goal's own edge, are pushed backwards over the path. What they compare at a
//! location becomes a predicate there, at the other locations of the same loop, because an invariant of a loop must be known all the way round,
//! and in front of edges that leave it alone, because a literal is known after them only if it is known before.
//! If a path needs a disjunction, which literals cannot say, the weakest precondition as a whole becomes a predicate. Inputs of a step
//! are eliminated there, because they are chosen anew each time: the step can be taken if some values of them satisfy the conditions.

use super::eliminate::eliminate;
use super::flow::Flow;
use super::graph::Predicates;
use super::path::Condition;
use crate::system::{Edge, EdgeId, LocationId, System};
use crate::term::{Kind, Sort, Term, Var, variables};
use std::collections::BTreeSet;

/// Predicates of one location.
const MOST_PREDICATES: usize = 32;

/// Conditions that are carried backwards over one edge: elimination of inputs may multiply them.
const MOST_CARRIED: usize = 64;

/// Adds the predicates that a spurious path needs. Returns whether there are new ones.
pub(super) fn refine(
    system: &System,
    path: &[EdgeId],
    core: &[Condition],
    flow: &Flow,
    predicates: &mut Predicates,
) -> bool {
    let needed = needed(system, path, core);
    let mut is_new = false;
    for (at, formulas) in &needed {
        for atom in formulas.iter().flat_map(atoms) {
            is_new |= spread(system, *at, &atom, flow, predicates);
        }
    }
    if !is_new {
        for (at, formulas) in &needed {
            is_new |= spread(system, *at, &Term::all(formulas.iter().cloned()), flow, predicates);
        }
    }
    is_new
}

/// At each location of the path, backwards: the weakest preconditions of the conditions that come later. They read no inputs.
fn needed(system: &System, path: &[EdgeId], core: &[Condition]) -> Vec<(LocationId, Vec<Term>)> {
    let mut carried: Vec<Term> = Vec::new();
    let mut needed = Vec::new();
    for (index, edge) in path.iter().enumerate().rev() {
        let source = system.edges[*edge].source;
        let mut update = system.after(*edge);
        carried = carried.iter().map(|formula| update.apply(formula)).collect();
        if index + 1 == path.len() {
            carried.extend(super::shadow::conjuncts(&system.edges[*edge].guard));
        }
        carried.extend(core.iter().filter(|it| it.step == index + 1).map(|it| it.conjunct.clone()));
        let vars = &system.locations[source].vars;
        carried = eliminate(carried, |var| vars.contains(var));
        let mut seen = BTreeSet::new();
        carried.retain(|it| it.as_bool().is_none() && seen.insert(it.uid()));
        carried.truncate(MOST_CARRIED);
        needed.push((source, carried.clone()));
    }
    needed
}

/// Adds a predicate where it is to be known: at a location, around its loop, and in front of all edges that leave it alone.
fn spread(
    system: &System,
    at: LocationId,
    predicate: &Term,
    flow: &Flow,
    predicates: &mut Predicates,
) -> bool {
    let read = variables([predicate]);
    let mut is_new = false;
    let mut pending = vec![at];
    while let Some(location) = pending.pop() {
        if add(system, location, predicate, &read, predicates) {
            is_new = true;
            pending.extend(flow.around(location));
            let incoming = flow.incoming(location).iter().map(|edge| &system.edges[*edge]);
            pending.extend(incoming.filter(|edge| keeps(system, edge, &read)).map(|edge| edge.source));
        }
    }
    is_new
}

/// Tells whether an edge leaves variables alone.
fn keeps(system: &System, edge: &Edge, read: &BTreeSet<Var>) -> bool {
    let target = system.locations[edge.target].vars.iter().zip(&edge.updates);
    target.into_iter().all(|(var, update)| !read.contains(var) || *update == var.term())
}

fn add(
    system: &System,
    at: LocationId,
    predicate: &Term,
    read: &BTreeSet<Var>,
    predicates: &mut Predicates,
) -> bool {
    let vars = &system.locations[at].vars;
    let own = &mut predicates[at];
    let is_known = own.contains(predicate) || own.contains(&predicate.not());
    let is_about_state = read.iter().all(|var| vars.contains(var));
    if is_known || !is_about_state || predicate.as_bool().is_some() || own.len() >= MOST_PREDICATES {
        return false;
    }
    own.push(predicate.clone());
    true
}

/// The comparisons and truth values that a formula is made of, each without its negation; with an equality of integers their order.
fn atoms(formula: &Term) -> Vec<Term> {
    match formula.kind() {
        Kind::Not(inner) => atoms(inner),
        Kind::And(_) | Kind::Or(_) => formula.operands().into_iter().flat_map(atoms).collect(),
        Kind::Ite(..) | Kind::Eq(..) if formula.operands().iter().all(|it| *it.sort() == Sort::Bool) => {
            formula.operands().into_iter().flat_map(atoms).collect()
        }
        Kind::Bool(_) => Vec::new(),
        // A counter that has passed a number stays behind it, which only the order can say.
        Kind::Eq(a, b) if a.sort().is_integer() => vec![formula.clone(), a.le(b)],
        _ => vec![formula.clone()],
    }
}
