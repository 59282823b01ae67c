//! Assumes the invariant of objects between calls for argument objects, too.
//!
//! A function of a class may be given more objects of the class as arguments, to compare, to merge, to swap with. These are in the states that
//! any object has between calls. The analysis looks for an invariant of these states, so it is found by stages. In the first stage, no call
//! has an argument object. In each stage, the invariant of the stage before is assumed for argument objects. The stages end if the assumed
//! formula is an invariant. By induction over the calls of an execution, it then holds of all objects: each call is given objects that
//! satisfy it, and leaves such objects.

use super::VerifyConfig;
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Whole, strongest};
use crate::ids::PrimaryMap;
use crate::lower::{ArgumentObjects, EntryId, Lowered};
use crate::solver::Prover;
use crate::system::{LocationId, State, System};
use crate::term::{Substitution, Term, Var, variables};

/// The largest number of stages. Two are the rule: one without argument objects, one that assumes the invariant for them.
const MOST_STAGES: usize = 4;

/// Adds an assumption to the calls of a class: an invariant of objects between calls holds of argument objects. Adds nothing if no invariant
/// is found and checked exactly; argument objects may have any state then.
#[must_use]
pub fn assume_of_argument_objects(mut lowered: Lowered, config: &VerifyConfig, prover: &Prover) -> Lowered {
    // After an obstacle an object may have any state.
    if !lowered.obstacles().is_empty() || !reads_argument_objects(&lowered) {
        return lowered;
    }
    for (round, share) in ROUNDS {
        if let Some(assumed) = found_by_stages(&lowered, *round, config, &prover.part(*share)) {
            lowered = assuming(lowered, assumed);
        }
    }
    lowered
}

/// The templates that are tried, each with its share of the time that is left. The second round assumes the invariant of the first.
const ROUNDS: &[(Round, f64)] = &[(Round::Order, 0.5), (Round::Constants, 1.0)];

fn assuming(lowered: Lowered, assumed: Term) -> Lowered {
    let mut system = lowered.system().clone();
    let mut observed = lowered.observed().to_vec();
    let assumption = Assumption::new(&lowered, assumed);
    assumption.of(&lowered, &mut system);
    for edge in &mut observed {
        let vars = &system.locations[edge.source].vars;
        assumption.strengthen(edge.entry, edge.source, vars, &mut edge.guard, &mut edge.inputs);
    }
    lowered.with_known_argument_objects(system, observed)
}

/// Tells whether any call reads an argument object.
fn reads_argument_objects(lowered: &Lowered) -> bool {
    let leaves = variables(lowered.argument_objects().terms());
    let reads = |inputs: &[Var]| inputs.iter().any(|input| leaves.contains(input));
    let system = lowered.system();
    let is_read = system.edges.values().any(|edge| reads(&edge.inputs));
    is_read || system.errors.values().any(|error| reads(&error.inputs))
}

/// Finds a formula that holds of every object between calls, if it holds of all argument objects.
fn found_by_stages(lowered: &Lowered, round: Round, config: &VerifyConfig, prover: &Prover) -> Option<Term> {
    let plain = System { errors: PrimaryMap::new(), ..lowered.system().clone() };
    let (object, outside) = (lowered.object()?, lowered.outside()?);
    let tests = [State { location: outside, values: Vec::new() }];
    let fabricate = FabricateConfig { execution: config.execution };
    let assuming = |assumed: &Term| {
        let mut system = plain.clone();
        Assumption::new(lowered, assumed.clone()).of(lowered, &mut system);
        system
    };
    let mut assumed = Term::bool(false);
    for _ in 0..MOST_STAGES {
        let invariant = strongest(&assuming(&assumed), &tests, round, &fabricate, prover);
        if prover.spent().is_some() {
            return None;
        }
        assumed = Term::all(invariant[object].iter().cloned());
        // Nothing is known of any object, argument objects included.
        if assumed.as_bool() == Some(true) {
            return Some(assumed);
        }
        if Whole::new(&assuming(&assumed), &invariant, prover).is_inductive().is_ok() {
            return Some(assumed);
        }
    }
    None
}

/// A formula over the variables of an object, and the locations at which it is assumed.
struct Assumption<'a> {
    assumed: Term,
    /// The locations at which calls begin.
    boundary: [Option<LocationId>; 2],
    vars: Vec<Var>,
    argument_objects: &'a ArgumentObjects,
}

impl<'a> Assumption<'a> {
    fn new(lowered: &'a Lowered, assumed: Term) -> Assumption<'a> {
        let vars =
            lowered.object().map_or_else(Vec::new, |object| lowered.system().locations[object].vars.clone());
        let boundary = [lowered.outside(), lowered.object()];
        Assumption { assumed, boundary, vars, argument_objects: lowered.argument_objects() }
    }

    /// Adds the assumption to the steps of a system that has the edges and errors of `lowered`.
    fn of(&self, lowered: &Lowered, system: &mut System) {
        let System { locations, edges, errors, .. } = system;
        for (id, edge) in edges.iter_mut().filter(|(id, _)| !lowered.edge(*id).is_client_step()) {
            let own = &locations[edge.source].vars;
            if let Some(entry) = lowered.edge(id).call {
                self.strengthen(entry, edge.source, own, &mut edge.guard, &mut edge.inputs);
            }
        }
        for (id, error) in errors.iter_mut() {
            let own = &locations[error.source].vars;
            let entry = lowered.failure(id).entry;
            self.strengthen(entry, error.source, own, &mut error.guard, &mut error.inputs);
        }
    }

    /// If the step begins a call, adds the assumption for each argument object that it reads.
    fn strengthen(
        &self,
        entry: EntryId,
        source: LocationId,
        own: &[Var],
        guard: &mut Term,
        inputs: &mut Vec<Var>,
    ) {
        if !self.boundary.contains(&Some(source)) {
            return;
        }
        for leaves in self.argument_objects.of(entry) {
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
