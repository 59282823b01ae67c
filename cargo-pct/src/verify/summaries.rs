//! Summaries: what is known of calls within calls when they have ended.
//!
//! A function that calls itself is executed once for all of these calls, from one location to two others at which it has returned or
//! unwound ([`crate::lower::Continuation`]). What holds there, of the arguments that a call began with and of what it leaves, is its
//! summary, and a caller may assume it. It is found by stages: at first no such call ends; what then holds at the ends is assumed of the
//! calls; and so on until what is assumed is no more than what holds. By induction over the calls of an execution, in the order in which
//! they end, it then holds of all of them: each was computed with those that had ended before.
//!
//! These are the summaries of the tabulated reachability of matching calls and returns (Ball and Rajamani), with conjunctions of
//! templates in place of sets of valuations.

use super::VerifyConfig;
use crate::abstraction::Round;
use crate::fabricate::{FabricateConfig, Invariant, Whole, strongest};
use crate::ids::PrimaryMap;
use crate::lower::{Continuation, EntryId, Lowered, inputs};
use crate::solver::Prover;
use crate::system::{LocationId, State, System};
use crate::term::{Substitution, Term, Var, variables};
use std::collections::{BTreeMap, BTreeSet};

/// So many stages at most. Each but the last one weakens what is assumed.
const MOST_STAGES: usize = 8;

/// Templates that are tried, each with its share of the time that is left. What the last one that comes to an end finds is assumed.
const ROUNDS: &[(Round, f64)] = &[(Round::Order, 0.4), (Round::Constants, 0.6), (Round::Guarded, 1.0)];

/// Has callers assume of calls within calls what is found to hold when they have ended, if that can be checked exactly; else these
/// may end in any way.
#[must_use]
pub fn assume_summaries(lowered: Lowered, config: &VerifyConfig, prover: &Prover) -> Lowered {
    if lowered.continuations().is_empty() || !lowered.obstacles().is_empty() {
        return lowered;
    }
    let mut best: Option<Summaries> = None;
    for (round, share) in ROUNDS {
        match found_by_stages(&lowered, *round, config, &prover.part(*share)) {
            Some(found) => best = Some(found),
            None => break,
        }
    }
    match best {
        Some(summaries) => summaries.assumed_in(lowered),
        None => lowered,
    }
}

/// Formulas that hold at the ends of recursive calls, by location.
struct Summaries(BTreeMap<LocationId, Vec<Term>>);

fn found_by_stages(
    lowered: &Lowered,
    round: Round,
    config: &VerifyConfig,
    prover: &Prover,
) -> Option<Summaries> {
    let plain = System { errors: PrimaryMap::new(), ..lowered.system().clone() };
    let tests: Vec<State> =
        lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect();
    let fabricate = FabricateConfig { execution: config.execution };
    let exits: BTreeSet<LocationId> = lowered.continuations().iter().map(|it| it.end).collect();
    let at_exits = |invariant: &Invariant| -> BTreeMap<LocationId, Vec<Term>> {
        exits.iter().map(|end| (*end, invariant[*end].clone())).collect()
    };
    let mut summaries = Summaries(exits.iter().map(|end| (*end, vec![Term::bool(false)])).collect());
    for _ in 0..MOST_STAGES {
        let before = summaries.applied(lowered, &plain);
        let invariant = strongest(&before, &tests, round, &fabricate, prover);
        if prover.spent().is_some() {
            return None;
        }
        summaries = Summaries(at_exits(&invariant));
        let after = summaries.applied(lowered, &plain);
        if Whole::new(&after, &invariant, prover).is_inductive().is_ok() {
            return Some(summaries);
        }
    }
    None
}

impl Summaries {
    /// What stands for the conditions of continuations, by entry and the start of the segment. A conjunct about what is not known of a
    /// call is left out: less is assumed.
    fn in_place(&self, continuations: &[Continuation]) -> InPlace {
        let mut formulas: BTreeMap<(EntryId, LocationId), Vec<(Var, Term)>> = BTreeMap::new();
        for it in continuations {
            let is_known = |var: &Var| it.known.iter().any(|(known, _)| known == var);
            let conjuncts = self.0.get(&it.end).into_iter().flatten();
            let about_call = conjuncts.filter(|conjunct| variables([*conjunct]).iter().all(is_known));
            let mut at_call = Substitution::new(it.known.iter().cloned());
            let about_call: Vec<Term> = about_call.map(|conjunct| at_call.apply(conjunct)).collect();
            formulas
                .entry((it.entry, it.source))
                .or_default()
                .push((it.condition.clone(), Term::all(about_call)));
        }
        InPlace(formulas.into_iter().map(|(segment, pairs)| (segment, Substitution::new(pairs))).collect())
    }

    fn applied(&self, lowered: &Lowered, system: &System) -> System {
        let mut system = system.clone();
        self.in_place(lowered.continuations()).in_system(lowered, &mut system);
        system
    }

    /// Puts them into the system, and into all that is observed in it.
    fn assumed_in(&self, lowered: Lowered) -> Lowered {
        let mut in_place = self.in_place(lowered.continuations());
        let mut system = lowered.system().clone();
        in_place.in_system(&lowered, &mut system);
        let mut observed = lowered.observed().to_vec();
        for edge in &mut observed {
            let Some(substitution) = in_place.0.get_mut(&(edge.entry, edge.source)) else { continue };
            edge.guard = substitution.apply(&edge.guard);
            edge.inputs = inputs(
                &system.locations[edge.source].vars,
                edge.formulas.iter().flatten().chain([&edge.guard]),
            );
        }
        let mut allowed = lowered.allowed().to_vec();
        for allowed in &mut allowed {
            let edge = &mut allowed.edge;
            let Some(substitution) = in_place.0.get_mut(&(allowed.failure.entry, edge.source)) else {
                continue;
            };
            edge.guard = substitution.apply(&edge.guard);
            edge.inputs = inputs(&system.locations[edge.source].vars, [&edge.guard]);
        }
        lowered.with_summaries(system, observed, allowed)
    }
}

/// The formula that replaces each condition in the segments of an entry from a location.
struct InPlace(BTreeMap<(EntryId, LocationId), Substitution>);

impl InPlace {
    /// Puts it into a system that has the lowered one's edges, and errors if any.
    fn in_system(&mut self, lowered: &Lowered, system: &mut System) {
        let mut edges = std::mem::take(&mut system.edges);
        for (id, edge) in edges.iter_mut() {
            let Some(entry) = lowered.edge(id).call else { continue };
            let Some(substitution) = self.0.get_mut(&(entry, edge.source)) else { continue };
            edge.guard = substitution.apply(&edge.guard);
            edge.updates.iter_mut().for_each(|update| *update = substitution.apply(update));
            edge.inputs =
                inputs(&system.locations[edge.source].vars, edge.updates.iter().chain([&edge.guard]));
        }
        system.edges = edges;
        let mut errors = std::mem::take(&mut system.errors);
        for (id, error) in errors.iter_mut() {
            let entry = lowered.failure(id).entry;
            let Some(substitution) = self.0.get_mut(&(entry, error.source)) else { continue };
            error.guard = substitution.apply(&error.guard);
            error.inputs = inputs(&system.locations[error.source].vars, [&error.guard]);
        }
        system.errors = errors;
    }
}
