//! The abstraction of a subject: its abstract states and the steps between them (Ball, "may, total and onto").
//!
//! Input: the upper bound of a system that is cut at all cutpoints. Output: [`SubjectAbstraction`], plain data, for `--emit abstraction`.
//!
//! The steps begin and end in states of the upper bound. Their set over-approximates: each step of the code is one of them. Whether a
//! step is *total* or *onto* is asked only if every step of the system is real, and under-approximates.

use crate::abstraction::{AbstractState, Steps, Valuations};
use crate::bounds::{May, UpperBound};
use crate::ids::PrimaryMap;
use crate::lower::Lowered;
use crate::probe::CutpointId;
use crate::solver::Prover;
use crate::system::LocationId;
use pct_wire::Valuation;
use std::collections::BTreeSet;

/// The abstract states of a subject, and the steps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SubjectAbstraction {
    /// The locations: the cutpoints, the object between calls, and the place where no object exists.
    pub locations: PrimaryMap<LocationId, AbstractLocation>,
    /// The steps, in the order of the states in which they begin.
    pub steps: Vec<AbstractStep>,
    /// The number of steps, from the first, of which it was asked whether they are total or onto.
    pub asked: usize,
}

/// A location, with its abstract states that are not excluded.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AbstractLocation {
    /// Its name, unique in the system.
    pub name: String,
    /// Its cutpoint; none for locations that no probe stands at.
    pub cutpoint: Option<CutpointId>,
    /// The names of its predicates, in the order of a valuation's letters.
    pub predicates: Vec<String>,
    /// The states in which executions may begin.
    pub initial: BTreeSet<Valuation>,
    /// The states that may be reached. All others are excluded.
    pub upper: BTreeSet<Valuation>,
    /// The states that are reached, without an assumption; none if steps of the system need not be real.
    pub lower: Option<BTreeSet<Valuation>>,
}

/// A step from an abstract state to an abstract state.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AbstractStep {
    /// Where it begins: a location, and a valuation of its predicates.
    pub from: (LocationId, Valuation),
    /// Where it ends.
    pub to: (LocationId, Valuation),
    /// True if a concrete step of the system was found; otherwise the solver could not exclude one.
    pub is_found: bool,
    /// True if every concrete state of `from` can step to `to`, proved. Under-approximates.
    pub is_total: bool,
    /// True if every concrete state of `to` has a predecessor in `from`, proved. Under-approximates.
    pub is_onto: bool,
}

/// Of more steps it is not asked whether they are total or onto.
const MOST_ASKED: usize = 2048;

impl SubjectAbstraction {
    /// Collects the states and steps of an upper bound. If the system has a lower bound, asks of each step whether it is total or onto.
    pub(super) fn new(
        lowered: &Lowered,
        domain: &Valuations,
        upper: &UpperBound,
        lower: Option<&BTreeSet<AbstractState>>,
        prover: &Prover,
    ) -> SubjectAbstraction {
        let system = lowered.system();
        let locations = system.locations.keys().map(|at| location(lowered, at, upper, lower)).collect();
        let key = |state: AbstractState| (state.location, state.valuation.into());
        let mut questions = Steps::new(system, domain, prover);
        let (mut steps, mut asked) = (Vec::new(), 0);
        for (from, successors) in &upper.may {
            for (to, may) in successors {
                let is_asked = lower.is_some() && steps.len() < MOST_ASKED;
                asked += usize::from(is_asked);
                // If no state of one steps to the other, every state of none does: a concrete step shows that there is one.
                let is_found = matches!(may, May::Step(_));
                steps.push(AbstractStep {
                    from: key(*from),
                    to: key(*to),
                    is_found,
                    is_total: is_asked && is_found && questions.total(*from, *to),
                    is_onto: is_asked && is_found && questions.onto(*from, *to),
                });
            }
        }
        SubjectAbstraction { locations, steps, asked }
    }
}

fn location(
    lowered: &Lowered,
    at: LocationId,
    upper: &UpperBound,
    lower: Option<&BTreeSet<AbstractState>>,
) -> AbstractLocation {
    let own = &lowered.system().locations[at];
    AbstractLocation {
        name: own.name.clone(),
        cutpoint: lowered.cutpoint_at(at),
        predicates: own.predicates.iter().map(|predicate| predicate.name.clone()).collect(),
        initial: valuations(at, upper.initial.keys()),
        upper: valuations(at, &upper.states),
        lower: lower.map(|states| valuations(at, states)),
    }
}

/// The valuations of the states at a location.
fn valuations<'a>(
    at: LocationId,
    states: impl IntoIterator<Item = &'a AbstractState>,
) -> BTreeSet<Valuation> {
    let own = states.into_iter().filter(|state| state.location == at);
    own.map(|state| state.valuation.into()).collect()
}
