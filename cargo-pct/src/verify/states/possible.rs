//! What cutpoints may show: the valuations that segments produce from states of the invariant, and those that the types allow at all.

use super::{Deciding, UndecidedReason};
use crate::abstraction::{Feasible, KnownGroups, Observations, observations, observations_by_parts};
use crate::ids::PrimaryMap;
use crate::lower::ObservedEdge;
use crate::probe::CutpointId;
use crate::solver::{Prover, Solver, Work};
use crate::system::LocationId;
use crate::term::{Assignment, Term};
use pct_wire::Valuation;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Valuations that are enumerated for one cutpoint.
pub(super) const MOST_VALUATIONS: usize = 1024;

/// What a query may spend at first: many answers are at hand, and they are not to wait for the few that are not.
const FEW_RESOURCES: u32 = 400_000;

/// A question: the start of the segment, its guard, and the formulas. Many methods begin and end alike.
type Question = (LocationId, Term, Vec<Term>);

/// What was enumerated before.
type Enumerations = FxHashMap<Question, Enumeration>;

/// The valuations that a segment produces.
struct Enumeration {
    /// Each with a model.
    found: BTreeMap<Valuation, Assignment>,
    /// Those that it may produce besides; `None` if these may be any.
    unsure: Option<BTreeSet<Valuation>>,
}

impl Enumeration {
    fn is_full(&self) -> bool {
        self.found.len() >= MOST_VALUATIONS
    }

    fn is_complete(&self) -> bool {
        self.unsure.as_ref().is_some_and(BTreeSet::is_empty)
    }
}

/// The valuations that one cutpoint may have, each with the first edge that leads to it and a model.
#[derive(Default)]
pub(super) struct Possible {
    pub(super) feasible: Option<Feasible>,
    pub(super) found: BTreeMap<Valuation, (usize, Assignment)>,
    /// Those of which the solver does not know whether they are possible.
    pub(super) unsure: BTreeSet<Valuation>,
    /// Why more may be possible than were found.
    pub(super) unknown: Option<UndecidedReason>,
}

impl Deciding<'_> {
    /// What some cutpoints may show; of the others everything is taken for possible.
    pub(super) fn possible_only(&self, wanted: &BTreeSet<CutpointId>) -> PrimaryMap<CutpointId, Possible> {
        let mut found = self.possible(wanted.iter().copied()).into_iter();
        let all = self.probed.cutpoints.keys();
        let not_asked = || Possible { unknown: Some(UndecidedReason::NotFollowed), ..Possible::default() };
        all.map(|it| if wanted.contains(&it) { found.next().unwrap_or_else(not_asked) } else { not_asked() })
            .collect()
    }

    /// What each of these cutpoints may show.
    pub(super) fn possible(&self, cutpoints: impl IntoIterator<Item = CutpointId>) -> Vec<Possible> {
        let cutpoints: Vec<CutpointId> = cutpoints.into_iter().collect();
        // First of all: what is not known to be infeasible counts.
        let mut known = KnownGroups::default();
        let feasible = cutpoints.iter().map(|it| self.feasible(*it, &mut known)).collect();
        self.possible_of(cutpoints, feasible)
    }

    /// The same, where it is known what is feasible at each of them, as far as it can be.
    pub(super) fn possible_of(
        &self,
        cutpoints: Vec<CutpointId>,
        feasible: Vec<Option<Feasible>>,
    ) -> Vec<Possible> {
        let questions = cutpoints.iter().flat_map(|it| self.edges(*it)).filter_map(|(_, it)| question(it));
        let memo = self.enumerated(questions);
        cutpoints.iter().zip(feasible).map(|(it, feasible)| self.possible_at(*it, feasible, &memo)).collect()
    }

    /// The answers to some questions.
    fn enumerated(&self, questions: impl Iterator<Item = Question>) -> Enumerations {
        let mut memo = Enumerations::default();
        let mut hard = Vec::new();
        let quick = self.prover.with_resource_limit(FEW_RESOURCES);
        self.with_solvers(questions, &quick, |solver, question| {
            if !memo.contains_key(question) {
                let found = enumerate(solver, question);
                hard.extend((!found.is_complete() && !found.is_full()).then(|| question.clone()));
                memo.insert(question.clone(), found);
            }
        });
        self.with_solvers(hard.into_iter(), &self.prover.part_of(Work::HardStates), |solver, question| {
            if let Some(found) = memo.get_mut(question) {
                complete(solver, question, found);
            }
        });
        memo
    }

    /// Asks questions in their order, those about segments of one location with one solver, so that its invariant is lowered once.
    fn with_solvers(
        &self,
        questions: impl Iterator<Item = Question>,
        prover: &Prover,
        mut ask: impl FnMut(&mut Solver, &Question),
    ) {
        let mut solvers = BTreeMap::new();
        for question in questions {
            let solver = solvers.entry(question.0).or_insert_with(|| self.solver_of(question.0, prover));
            ask(solver, &question);
        }
    }

    /// Over-approximates: every valuation that an execution can show is found, or unsure, or `unknown` says that it may be missing.
    fn possible_at(&self, cutpoint: CutpointId, feasible: Option<Feasible>, memo: &Enumerations) -> Possible {
        let mut possible = Possible { feasible, ..Possible::default() };
        for (number, edge) in self.edges(cutpoint) {
            let Some(question) = question(edge) else {
                let reason = edge.formulas.iter().find_map(|it| it.as_ref().err());
                let reason = reason.cloned().unwrap_or_default();
                possible.unknown = Some(UndecidedReason::PredicateNotUnderstood(reason));
                continue;
            };
            let Some(enumeration) = memo.get(&question) else {
                possible.unknown = Some(UndecidedReason::NoAnswer);
                continue;
            };
            match &enumeration.unsure {
                Some(unsure) => possible.unsure.extend(unsure),
                None if enumeration.is_full() => {
                    possible.unknown = Some(UndecidedReason::TooManyStates);
                }
                None => possible.unknown = Some(UndecidedReason::NoAnswer),
            }
            for (valuation, model) in &enumeration.found {
                possible.found.entry(*valuation).or_insert_with(|| (number, model.clone()));
            }
        }
        possible.unsure.retain(|it| !possible.found.contains_key(it));
        if let Some(feasible) = &mut possible.feasible {
            let covered = self.covered.iter().filter(|(own, _)| *own == cutpoint).map(|(_, it)| it);
            possible.found.keys().chain(covered).for_each(|valuation| feasible.insert(*valuation));
            possible.unsure.retain(|it| feasible.contains(it));
        }
        possible
    }

    /// A solver that knows a location's invariant.
    pub(super) fn solver_at(&self, at: LocationId) -> Solver {
        self.solver_of(at, self.prover)
    }

    fn solver_of(&self, at: LocationId, prover: &Prover) -> Solver {
        let mut solver = prover.solver();
        self.invariant[at].iter().for_each(|term| solver.assert(term));
        solver
    }

    /// The valuations that some state of the types has; over-approximates with `None`.
    fn feasible(&self, cutpoint: CutpointId, known: &mut KnownGroups) -> Option<Feasible> {
        let mut all: Option<Feasible> = None;
        for (_, edge) in self.edges(cutpoint) {
            let formulas = edge.scope.formulas.as_ref().ok()?;
            if formulas.len() != self.probed.cutpoints[cutpoint].predicates.len() {
                return None;
            }
            let own = Feasible::of(&edge.scope.facts, formulas, known, || self.prover.solver())?;
            match &mut all {
                Some(all) => all.extend(&own).then_some(())?,
                None => all = Some(own),
            }
        }
        all
    }
}

/// What is asked of a segment; none if a predicate is not understood.
fn question(edge: &ObservedEdge) -> Option<Question> {
    Some((edge.source, edge.guard.clone(), super::formulas(edge)?))
}

/// The valuations that the solver's assertions and a guard allow, up to the first query without an answer.
fn enumerate(solver: &mut Solver, (_, guard, formulas): &Question) -> Enumeration {
    let Observations { found, is_complete } = observations(solver, guard, formulas, MOST_VALUATIONS);
    Enumeration { found: readable(found), unsure: is_complete.then(BTreeSet::new) }
}

/// Finds what there is besides what was found, by parts.
fn complete(solver: &mut Solver, (_, guard, formulas): &Question, known: &mut Enumeration) {
    let others = known.found.keys().map(|it| super::cube(formulas, *it).not());
    let others = Term::all(others.chain([guard.clone()]));
    let most = MOST_VALUATIONS - known.found.len();
    let (Observations { found, .. }, unsure) = observations_by_parts(solver, &others, formulas, most);
    known.found.extend(readable(found));
    known.unsure = unsure.map(|unsure| unsure.into_iter().map(Valuation::from).collect());
}

fn readable(found: BTreeMap<crate::abstraction::Valuation, Assignment>) -> BTreeMap<Valuation, Assignment> {
    found.into_iter().map(|(valuation, model)| (valuation.into(), model)).collect()
}
