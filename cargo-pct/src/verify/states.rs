//! A verdict for every abstract state of a subject's cutpoints.
//!
//! Input: a system lowered with observed cutpoints ([`crate::lower::Probed::observing`]), and an inductive invariant of its
//! locations. Output: [`CutpointStates`]. A state is *unreachable* if no segment that passes its cutpoint can produce it from
//! a state of the invariant, checked exactly by a certificate of its own; *reachable* if an execution from the outside is
//! found that produces it. All other states are undecided: *fabricated* if the solver finds a state of the invariant that leads to it.
//!
//! Nothing is called unreachable where code may run that the system does not show (see [`blind_spot`]), save what functions exclude by
//! themselves ([`exclude_per_function`]).

mod excluded;
mod loops;
mod per_function;
mod possible;
mod reached;
mod strengthened;
mod undecided;

pub use per_function::exclude_per_function;
pub use undecided::UndecidedReason;

use super::ProofPredicates;
use super::calls::CallSequence;
use crate::abstraction::Feasible;
use crate::fabricate::{Invariant, ReachLimits};
use crate::ids::PrimaryMap;
use crate::lower::{Contract, Cutpoint, EntryId, Lowered, ObservedEdge, Probed};
use crate::probe::{CutpointId, CutpointKind, StateKey};
use crate::solver::{Answer, Prover, Work};
use crate::symex::NoteKind;
use crate::system::{ErrorEdge, LocationId, State, System};
use crate::term::{Assignment, Term, Value, Var};
use pct_wire::Valuation;
use possible::Possible;
use std::collections::{BTreeMap, BTreeSet};

/// The verdicts about a cutpoint's states.
#[derive(Clone, Debug, Default)]
pub struct CutpointStates {
    /// The valuations that some state of the types has; `None` where that is not known, and then all count.
    pub feasible: Option<Feasible>,
    /// Verdicts of feasible valuations that no test covers, and of covered ones that are proved unreachable (which is a defect of
    /// this tool, unless the test violates what the proof relies on). One that is absent is undecided for the reason below.
    pub verdicts: BTreeMap<Valuation, StateVerdict>,
    /// A verdict of very many feasible valuations together, which are not in `verdicts`.
    pub others: Option<Others>,
    /// Why states without a verdict are undecided.
    pub undecided_reason: Option<UndecidedReason>,
}

/// A verdict about all feasible valuations of a cutpoint but some.
#[derive(Clone, Debug)]
pub struct Others {
    /// These may have one of their own.
    pub except: BTreeSet<Valuation>,
    /// The verdict.
    pub verdict: StateVerdict,
}

/// A verdict.
#[derive(Clone, Debug)]
pub enum StateVerdict {
    /// No execution leads to it. These conjuncts of the invariant exclude it, each at the start of a segment; with none, the code
    /// between the cutpoints alone does.
    Unreachable {
        /// The conjuncts.
        conjuncts: Vec<Term>,
    },
    /// These calls lead to it; the last one passes the cutpoint in it.
    Reachable {
        /// The calls.
        calls: CallSequence,
        /// Where code is over-approximated, so that the calls may do something else: the verdict if they do.
        otherwise: Option<Box<StateVerdict>>,
    },
    /// A call from this state leads to it, and the invariant does not exclude the state.
    Fabricated {
        /// The state in which the call begins (or is, at a loop head).
        state: State,
        /// The inputs that the solver chose.
        inputs: Assignment,
        /// The entry that is called.
        entry: EntryId,
    },
    /// It could not be decided.
    Undecided {
        /// Why.
        reason: UndecidedReason,
    },
}

/// The verdicts about a subject's states.
#[derive(Clone, Debug, Default)]
pub struct StateVerdicts {
    /// One for each of [`Probed::cutpoints`].
    pub cutpoints: PrimaryMap<CutpointId, CutpointStates>,
}

/// Decides the states of all cutpoints; those in `covered` are only checked for being excluded. Unless proofs may use the user's
/// predicates alone, states that are left undecided are refined.
pub fn decide_states(
    lowered: &Lowered,
    probed: &Probed,
    invariant: &Invariant,
    covered: &BTreeSet<StateKey>,
    predicates: ProofPredicates,
    limits: &ReachLimits,
    prover: &Prover,
) -> StateVerdicts {
    let mut deciding = Deciding { lowered, probed, covered, prover, invariant: invariant.clone() };
    deciding.strengthen();
    if predicates == ProofPredicates::All {
        deciding.strengthen_loops();
    }
    let mut possible = deciding.possible(probed.cutpoints.keys()).into();
    let mut cutpoints = deciding.initial_states(&possible);
    // Before anything is refined: a certificate has the less to show the weaker the invariant is.
    deciding.exclude(&possible, &mut cutpoints);
    let reachable = deciding.reach(&possible, limits);
    if predicates == ProofPredicates::All && cutpoints.values().any(|own| own.undecided_reason.is_none()) {
        deciding.refine(&mut possible, &reachable);
        deciding.exclude(&possible, &mut cutpoints);
    }
    enter(reachable, &mut cutpoints);
    enter(deciding.guess(&possible, &cutpoints, limits), &mut cutpoints);
    deciding.leave(&possible, &mut cutpoints);
    StateVerdicts { cutpoints }
}

/// Enters verdicts about states that have none.
fn enter(verdicts: BTreeMap<StateKey, StateVerdict>, cutpoints: &mut PrimaryMap<CutpointId, CutpointStates>) {
    for ((cutpoint, valuation), verdict) in verdicts {
        cutpoints[cutpoint].verdicts.entry(valuation).or_insert(verdict);
    }
}

/// Excludes states that are still undecided by the upper bound of what reaches the cutpoints. `cut` has a location at each of them, with an
/// invariant, so that what is known of one cutpoint is known of the next: more is told apart there, at the price of more segments.
pub fn exclude_by_bounds(
    cut: &Lowered,
    probed: &Probed,
    invariant: &Invariant,
    covered: &BTreeSet<StateKey>,
    states: &mut StateVerdicts,
    prover: &Prover,
) {
    let part = prover.part_of(Work::ExcludedByBounds);
    let invariant = invariant.clone();
    let mut deciding = Deciding { lowered: cut, probed, covered, prover: &part, invariant };
    let undecided = states.undecided_states();
    let wanted: BTreeSet<CutpointId> = undecided.iter().map(|(cutpoint, _)| *cutpoint).collect();
    deciding.strengthen_everywhere();
    let mut possible = deciding.possible_only(&wanted);
    deciding.refine(&mut possible, &states.reachable());
    for cutpoint in wanted {
        let own = undecided.iter().filter(|(it, _)| *it == cutpoint).map(|(_, valuation)| *valuation);
        let predicates = probed.cutpoints[cutpoint].predicates.len();
        possible[cutpoint].feasible = Some(Feasible::listed(own.collect(), predicates));
    }
    let mut found = deciding.initial_states(&possible);
    deciding.exclude(&possible, &mut found);
    for (cutpoint, found) in found {
        let is_excluded =
            |(_, verdict): &(Valuation, StateVerdict)| matches!(verdict, StateVerdict::Unreachable { .. });
        states.cutpoints[cutpoint].verdicts.extend(found.verdicts.into_iter().filter(is_excluded));
    }
}

impl StateVerdicts {
    /// The states that could be decided and are not.
    pub fn undecided_states(&self) -> BTreeSet<StateKey> {
        let is_undecided = |verdict: &StateVerdict| {
            matches!(
                verdict,
                StateVerdict::Fabricated { .. } | StateVerdict::Reachable { otherwise: Some(_), .. }
            )
        };
        self.with(|own, verdict| own.undecided_reason.is_none() && is_undecided(verdict))
            .map(|(key, _)| key)
            .collect()
    }

    /// The states that executions were found to reach.
    fn reachable(&self) -> BTreeMap<StateKey, StateVerdict> {
        let found =
            self.with(|_, verdict| matches!(verdict, StateVerdict::Reachable { otherwise: None, .. }));
        found.map(|(key, verdict)| (key, verdict.clone())).collect()
    }

    fn with(
        &self,
        is_meant: impl Fn(&CutpointStates, &StateVerdict) -> bool,
    ) -> impl Iterator<Item = (StateKey, &StateVerdict)> {
        let all = self.cutpoints.iter().flat_map(|(cutpoint, own)| {
            own.verdicts.iter().map(move |(valuation, verdict)| (own, (cutpoint, *valuation), verdict))
        });
        all.filter(move |(own, _, verdict)| is_meant(own, verdict)).map(|(_, key, verdict)| (key, verdict))
    }
}

struct Deciding<'a> {
    lowered: &'a Lowered,
    probed: &'a Probed,
    covered: &'a BTreeSet<StateKey>,
    prover: &'a Prover,
    invariant: Invariant,
}

impl Deciding<'_> {
    fn edges(&self, cutpoint: CutpointId) -> impl Iterator<Item = (usize, &ObservedEdge)> {
        self.lowered.observed().iter().enumerate().filter(move |(_, edge)| edge.cutpoint == cutpoint)
    }

    /// The states of all cutpoints before any is decided.
    fn initial_states(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
    ) -> PrimaryMap<CutpointId, CutpointStates> {
        let blind = blind_spot(self.lowered);
        let states = possible.iter().map(|(cutpoint, own)| {
            let undecided_reason = if !self.lowered.is_in_known_calls(cutpoint) {
                Some(UndecidedReason::UnknownCallers)
            } else if !self.is_seen(cutpoint) {
                Some(UndecidedReason::UnseenProbes)
            } else if let Some(reason) = &own.unknown {
                Some(reason.clone())
            } else if runs_unseen(&self.probed.cutpoints[cutpoint]) {
                Some(UndecidedReason::Formatting)
            } else {
                blind.clone()
            };
            CutpointStates { feasible: own.feasible.clone(), undecided_reason, ..CutpointStates::default() }
        });
        states.collect()
    }

    /// Tells whether probes of a cutpoint's function were recognised at all. A place that no segment passes is dead code only if
    /// others of its function are passed, and an entry always is.
    fn is_seen(&self, cutpoint: CutpointId) -> bool {
        let own = &self.probed.cutpoints[cutpoint];
        let mut seen = self.lowered.observed().iter().map(|edge| &self.probed.cutpoints[edge.cutpoint]);
        match own.kind {
            CutpointKind::Entry => seen.any(|other| other.site == own.site),
            _ => seen.any(|other| other.function == own.function),
        }
    }

    /// Excludes states of these cutpoints, whatever leads to them from elsewhere; `states` tells which are feasible.
    fn excluded(
        &mut self,
        wanted: &BTreeSet<CutpointId>,
        states: &StateVerdicts,
    ) -> BTreeMap<CutpointId, CutpointStates> {
        let mut possible = self.possible_only(wanted);
        for cutpoint in wanted {
            if let Some(known) = &states.cutpoints[*cutpoint].feasible {
                let mut feasible = known.clone();
                possible[*cutpoint].found.keys().for_each(|valuation| feasible.insert(*valuation));
                possible[*cutpoint].feasible = Some(feasible);
            }
        }
        let mut found = PrimaryMap::new();
        for (cutpoint, own) in &possible {
            let undecided_reason = if wanted.contains(&cutpoint) && self.is_seen(cutpoint) {
                own.unknown.clone()
            } else {
                Some(UndecidedReason::NotFollowed)
            };
            found.push(CutpointStates {
                feasible: own.feasible.clone(),
                undecided_reason,
                ..CutpointStates::default()
            });
        }
        self.exclude(&possible, &mut found);
        found
            .into_iter()
            .filter(|(cutpoint, own)| wanted.contains(cutpoint) && own.undecided_reason.is_none())
            .collect()
    }

    fn without_errors(&self) -> System {
        System { errors: Default::default(), ..self.lowered.system().clone() }
    }

    /// Makes states that are still undecided fabricated, or undecided for good.
    fn leave(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
        cutpoints: &mut PrimaryMap<CutpointId, CutpointStates>,
    ) {
        for (cutpoint, own) in possible {
            for valuation in own.unsure.iter().filter(|it| !self.covered.contains(&(cutpoint, **it))) {
                let unknown = || StateVerdict::Undecided { reason: UndecidedReason::NoAnswer };
                cutpoints[cutpoint].verdicts.entry(*valuation).or_insert_with(unknown);
            }
            for (valuation, (index, model)) in &own.found {
                if !self.covered.contains(&(cutpoint, *valuation)) {
                    let verdicts = &mut cutpoints[cutpoint].verdicts;
                    verdicts.entry(*valuation).or_insert_with(|| self.fabricated(*index, model));
                }
            }
        }
    }

    fn fabricated(&self, index: usize, model: &Assignment) -> StateVerdict {
        let edge = &self.lowered.observed()[index];
        let value = |var: &Var| model.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort));
        let values = self.lowered.system().locations[edge.source].vars.iter().map(value).collect();
        let inputs = edge.inputs.iter().map(|var| (var.clone(), value(var))).collect();
        StateVerdict::Fabricated { state: State { location: edge.source, values }, inputs, entry: edge.entry }
    }
}

/// Tells whether the function of a cutpoint may run where the system does not show it: models of formatting call nothing.
pub(super) fn runs_unseen(cutpoint: &Cutpoint) -> bool {
    cutpoint.function.contains(" as ") && cutpoint.function.ends_with("::fmt")
}

/// Why code may run that the system does not show: what is not understood, and calls that may call back. Clients' code may, too; but the
/// system has what they can do with the objects that it sees.
pub fn blind_spot(lowered: &Lowered) -> Option<UndecidedReason> {
    if let Some(obstacle) = lowered.obstacles().first() {
        return Some(UndecidedReason::Obstacle(obstacle.function.clone(), obstacle.cause()));
    }
    let mut notes = lowered.notes().iter();
    let unmodelled = notes.find(|note| note.kind == NoteKind::UnmodelledCall)?;
    Some(UndecidedReason::UnmodelledCall(unmodelled.text.clone()))
}

/// Permissions that something still needs: the failures that they cover are not excluded by the invariant.
pub fn needed_permissions(lowered: &Lowered, invariant: &Invariant, prover: &Prover) -> BTreeSet<Contract> {
    let is_possible = |edge: &ErrorEdge| {
        let mut hypotheses = invariant[edge.source].clone();
        hypotheses.push(edge.guard.clone());
        !matches!(prover.solver().check(&hypotheses), Answer::Unsat(_))
    };
    let needed = lowered.allowed().iter().filter(|allowed| is_possible(&allowed.edge));
    needed.map(|allowed| allowed.contract.clone()).collect()
}

fn formulas(edge: &ObservedEdge) -> Option<Vec<Term>> {
    edge.formulas.iter().cloned().collect::<Result<_, _>>().ok()
}

fn target(edge: &ObservedEdge, guard: Term) -> ErrorEdge {
    let (source, inputs): (LocationId, _) = (edge.source, edge.inputs.clone());
    ErrorEdge { source, inputs, guard, message: "the state".to_owned(), span: None }
}

fn cube(formulas: &[Term], valuation: Valuation) -> Term {
    let literal = |(index, formula): (usize, &Term)| match valuation.get(index) {
        Some(true) => formula.clone(),
        _ => formula.not(),
    };
    Term::all(formulas.iter().enumerate().map(literal))
}
