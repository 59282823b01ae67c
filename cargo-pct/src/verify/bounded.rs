//! Bounds of the abstract states that a subject's calls reach (Ball, "upper and lower bounds").
//!
//! Input: a system that is cut at all cutpoints ([`Probed::cutting_all`]), so that each of them is a location with its predicates. Output:
//! [`SubjectBounds`]. What is known of a location's states, an inductive invariant that is checked exactly, strengthens γ: without
//! it no *onto* step to an extreme value would be one.
//!
//! Nothing is bounded where code may run that the system does not show, and nothing from below where a step need not be real. An upper bound
//! that the exact check does not confirm is none.

use super::VerifyConfig;
use super::abstract_steps::SubjectAbstraction;
use super::states::{blind_spot, runs_unseen};
use crate::abstraction::{AbstractState, Round, Valuations};
use crate::bounds::{BoundsConfig, UpperBound, bounds, upper_bound};
use crate::fabricate::{FabricateConfig, Invariant, Whole, strongest};
use crate::ids::PrimaryMap;
use crate::lower::{Lowered, Probed};
use crate::probe::CutpointId;
use crate::solver::Prover;
use crate::system::{LocationId, State, System};
use crate::term::Term;
use pct_wire::Valuation;
use std::collections::BTreeSet;
use std::time::Duration;

/// Bounds of a cutpoint's abstract states.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CutpointBounds {
    /// At most these are reached.
    pub upper: BTreeSet<Valuation>,
    /// These are reached; `None` where steps of the system need not be real.
    pub pessimistic: Option<BTreeSet<Valuation>>,
    /// These are reached if executions end.
    pub optimistic: Option<BTreeSet<Valuation>>,
}

/// Bounds of a subject's abstract states.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SubjectBounds {
    /// One for each of [`Probed::cutpoints`]; `None` where nothing is known.
    pub cutpoints: PrimaryMap<CutpointId, Option<CutpointBounds>>,
    /// Why nothing is known of any.
    pub refused: Option<String>,
    /// The abstract states with the steps between them, if they were asked for and something is known.
    pub abstraction: Option<SubjectAbstraction>,
    /// What the solver was asked for the upper bound.
    pub queries: u64,
    /// Segments that were executed for it.
    pub executed_segments: u64,
    /// How long it took.
    pub time: Duration,
}

/// More predicates of one location are not looked at.
const MOST_PREDICATES: usize = 20;

/// Bounds the states of a subject's cutpoints.
pub fn bound_states(
    lowered: &Lowered,
    probed: &Probed,
    invariant: &Invariant,
    config: &VerifyConfig,
    prover: &Prover,
) -> SubjectBounds {
    let system = lowered.system();
    let many = system.locations.values().find(|it| it.predicates.len() > MOST_PREDICATES);
    let many = many.map(|it| format!("{}: more than {MOST_PREDICATES} predicates at one cutpoint", it.name));
    if let Some(reason) = blind_spot(lowered).map(|reason| reason.to_string()).or(many) {
        let cutpoints = nothing_known(probed);
        return SubjectBounds { cutpoints, refused: Some(reason), ..SubjectBounds::default() };
    }
    let tests = tests(lowered);
    let mut domain = Valuations::of(system);
    for at in system.locations.keys() {
        domain.assume_invariant(at, Term::all(invariant[at].iter().cloned()));
    }
    let limits = match config.execution {
        Some(_) => BoundsConfig::default(),
        None => BoundsConfig::CLASSICAL,
    };
    let is_real = lowered.notes().is_empty() && lowered.has_exact_edges();
    let (upper, lower) = if is_real {
        let found = bounds(system, &domain, &tests, limits, prover);
        (found.upper, Some([found.pessimistic.states(), found.optimistic.states()]))
    } else {
        (upper_bound(system, &domain, &tests, limits, prover), None)
    };
    let found = of_cutpoints(lowered, probed, &upper, lower.as_ref());
    match confirm(system, &domain, invariant, &upper, prover) {
        Ok(()) if config.abstraction => {
            let lower = lower.as_ref().map(|[pessimistic, _]| pessimistic);
            let abstraction = SubjectAbstraction::new(lowered, &domain, &upper, lower, prover);
            SubjectBounds { abstraction: Some(abstraction), ..found }
        }
        Ok(()) => found,
        Err(reason) => SubjectBounds {
            cutpoints: nothing_known(probed),
            refused: Some(format!("the exact check of the upper bound failed: {reason}")),
            ..found
        },
    }
}

/// Bounds of which none is known.
fn nothing_known(probed: &Probed) -> PrimaryMap<CutpointId, Option<CutpointBounds>> {
    probed.cutpoints.keys().map(|_| None).collect()
}

/// Checks exactly that no step leads out of an upper bound: its search believes claims of terms.
fn confirm(
    system: &System,
    domain: &Valuations,
    invariant: &Invariant,
    upper: &UpperBound,
    prover: &Prover,
) -> Result<(), String> {
    let system = System { errors: Default::default(), ..system.clone() };
    let mut whole = invariant.clone();
    for at in system.locations.keys() {
        let own = upper.states.iter().filter(|state| state.location == at);
        whole[at].push(Term::any(own.map(|state| domain.cube(at, state.valuation))));
    }
    Whole::new(&system, &whole, prover).is_inductive()
}

/// An invariant of a system that is cut at its cutpoints, checked exactly as a whole; where that fails, nothing.
pub fn invariant_of_cutpoints(lowered: &Lowered, config: &VerifyConfig, prover: &Prover) -> Invariant {
    let system = System { errors: Default::default(), ..lowered.system().clone() };
    let fabricate = FabricateConfig { execution: config.execution };
    let found = strongest(&system, &tests(lowered), Round::Order, &fabricate, prover);
    if Whole::new(&system, &found, prover).is_inductive().is_ok() {
        return found;
    }
    let mut nothing = Invariant::new();
    system.locations.keys().for_each(|at| nothing[at] = Vec::new());
    nothing
}

/// Where executions begin.
fn tests(lowered: &Lowered) -> Vec<State> {
    lowered.outside().into_iter().map(|location| State { location, values: Vec::new() }).collect()
}

/// The bounds by cutpoint: one may be several locations, where references of several shapes live. Those have predicates besides, of what
/// is required, behind the cutpoint's own.
fn of_cutpoints(
    lowered: &Lowered,
    probed: &Probed,
    upper: &UpperBound,
    lower: Option<&[BTreeSet<AbstractState>; 2]>,
) -> SubjectBounds {
    let is_known = |id: CutpointId| {
        let wanted = &probed.cutpoints[id].predicates;
        let mut own = lowered.locations_of(id).peekable();
        // Without a formula for one of them, the others would stand for the wrong ones.
        let has_all = |at: LocationId| {
            let names = lowered.system().locations[at].predicates.iter().map(|predicate| &predicate.name);
            names.take(wanted.len()).eq(wanted)
        };
        let is_seen = lowered.is_in_known_calls(id) && !runs_unseen(&probed.cutpoints[id]);
        is_seen && own.peek().is_some() && own.all(has_all)
    };
    let of = |id: CutpointId, states: &BTreeSet<AbstractState>| -> BTreeSet<Valuation> {
        let own = states.iter().filter(|it| lowered.cutpoint_at(it.location) == Some(id));
        let count = probed.cutpoints[id].predicates.len();
        own.map(|state| Valuation::new(Valuation::from(state.valuation).bits(), count)).collect()
    };
    let bounds = |id| CutpointBounds {
        upper: of(id, &upper.states),
        pessimistic: lower.map(|[pessimistic, _]| of(id, pessimistic)),
        optimistic: lower.map(|[_, optimistic]| of(id, optimistic)),
    };
    SubjectBounds {
        cutpoints: probed.cutpoints.keys().map(|it| is_known(it).then(|| bounds(it))).collect(),
        refused: None,
        abstraction: None,
        queries: upper.queries,
        executed_segments: upper.executed_segments,
        time: upper.time,
    }
}
