//! Other objects of the class: what holds of every object between calls holds of those too that a call is given.
//!
//! A function of a class may be handed more objects of it, to compare, to merge, to swap with. They are what any object is between calls,
//! and that is what an analysis looks for in the first place. So it is found by stages: at first no call is given another object; what then holds
//! of every object is assumed of the others; and so on until what is assumed is no more than what holds. By induction over the calls of an
//! execution it then holds of all objects: each call is given objects of which it holds, and leaves such behind.

use super::VerifyConfig;
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Whole, strongest};
use crate::ids::PrimaryMap;
use crate::lower::Lowered;
use crate::solver::Prover;
use crate::system::{LocationId, State, System};
use crate::term::{Substitution, Term, Var, variables};
use std::collections::BTreeMap;

/// So many stages at most. Two are the rule: one without other objects, one with what holds of them.
const MOST_STAGES: usize = 4;

/// Has the calls of a class assume of other objects in their arguments what holds of every object between calls, if that can be found
/// and checked exactly; else these may be anything, as before.
pub fn assume_of_others(lowered: &mut Lowered, config: &VerifyConfig, prover: &Prover) {
    // Behind an obstacle anything may become of an object.
    if !lowered.obstacles.is_empty() || !reads_others(lowered) {
        return;
    }
    for (round, share) in ROUNDS {
        if let Some(assumed) = found_by_stages(lowered, *round, config, &prover.part(*share)) {
            add(lowered, assumed);
        }
    }
}

/// Templates that are tried, each with its share of the time that is left. What holds by the first is assumed with the second.
const ROUNDS: &[(Round, f64)] = &[(Round::Order, 0.5), (Round::Constants, 1.0)];

fn add(lowered: &mut Lowered, assumed: Term) {
    let mut system = std::mem::take(&mut lowered.system);
    let mut observed = std::mem::take(&mut lowered.observed);
    let assumption = Assumption::new(lowered, &system, assumed);
    assumption.of(lowered, &mut system);
    for edge in &mut observed {
        let vars = &system.locations[edge.source].vars;
        assumption.strengthen(edge.entry, edge.source, vars, &mut edge.guard, &mut edge.inputs);
    }
    (lowered.system, lowered.observed) = (system, observed);
    lowered.are_others_known = true;
}

/// Whether it matters to a call what other objects are.
fn reads_others(lowered: &Lowered) -> bool {
    let leaves = variables(lowered.others.values().flatten().flatten());
    let reads = |inputs: &[Var]| inputs.iter().any(|input| leaves.contains(input));
    let system = &lowered.system;
    let is_read = system.edges.values().any(|edge| reads(&edge.inputs));
    is_read || system.errors.values().any(|error| reads(&error.inputs))
}

/// What holds of every object between calls if the other objects of calls are such.
fn found_by_stages(lowered: &Lowered, round: Round, config: &VerifyConfig, prover: &Prover) -> Option<Term> {
    let plain = System { errors: PrimaryMap::new(), ..lowered.system.clone() };
    let (object, outside) = (lowered.object?, lowered.outside?);
    let tests = [State { location: outside, values: Vec::new() }];
    let fabricate = FabricateConfig { execution: config.execution };
    let assuming = |assumed: &Term| {
        let mut system = plain.clone();
        Assumption::new(lowered, &plain, assumed.clone()).of(lowered, &mut system);
        system
    };
    let mut assumed = Term::bool(false);
    for _ in 0..MOST_STAGES {
        let invariant = strongest(&assuming(&assumed), &tests, round, &fabricate, prover);
        if prover.spent().is_some() {
            return None;
        }
        assumed = Term::all(invariant[object].iter().cloned());
        // Of other objects no more is known than of the one that a call is made on: nothing.
        if assumed.as_bool() == Some(true) {
            return Some(assumed);
        }
        if Whole::new(&assuming(&assumed), &invariant, prover).is_inductive().is_ok() {
            return Some(assumed);
        }
    }
    None
}

/// A formula over the variables of an object, and where it is assumed.
struct Assumption<'a> {
    assumed: Term,
    /// Where calls begin.
    boundary: [Option<LocationId>; 2],
    vars: Vec<Var>,
    others: &'a BTreeMap<usize, Vec<Vec<Term>>>,
}

impl<'a> Assumption<'a> {
    fn new(lowered: &'a Lowered, system: &System, assumed: Term) -> Assumption<'a> {
        let vars = lowered.object.map_or_else(Vec::new, |object| system.locations[object].vars.clone());
        let boundary = [lowered.outside, lowered.object];
        Assumption { assumed, boundary, vars, others: &lowered.others }
    }

    /// Has the steps of a system assume it that has the lowered one's edges and errors.
    fn of(&self, lowered: &Lowered, system: &mut System) {
        let System { locations, edges, errors, .. } = system;
        for (id, edge) in edges.iter_mut().filter(|(id, _)| !lowered.clients.contains(id)) {
            let own = &locations[edge.source].vars;
            self.strengthen(lowered.calls[id], edge.source, own, &mut edge.guard, &mut edge.inputs);
        }
        for (id, error) in errors.iter_mut() {
            let own = &locations[error.source].vars;
            let entry = lowered.failures[&id].entry;
            self.strengthen(entry, error.source, own, &mut error.guard, &mut error.inputs);
        }
    }

    /// Has a step that begins an entry's call assume it of the other objects that it reads.
    fn strengthen(
        &self,
        entry: usize,
        source: LocationId,
        own: &[Var],
        guard: &mut Term,
        inputs: &mut Vec<Var>,
    ) {
        if !self.boundary.contains(&Some(source)) {
            return;
        }
        for leaves in self.others.get(&entry).into_iter().flatten() {
            if !variables(leaves).iter().any(|leaf| inputs.contains(leaf)) {
                continue;
            }
            let leaf_of = self.vars.iter().cloned().zip(leaves.iter().cloned());
            let known = Substitution::new(leaf_of).apply(&self.assumed);
            for var in variables([&known]) {
                if !own.contains(&var) && !inputs.contains(&var) {
                    inputs.push(var);
                }
            }
            *guard = guard.and(&known);
        }
    }
}
