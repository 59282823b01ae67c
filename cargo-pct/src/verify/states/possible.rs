//! What cutpoints may show: the valuations that segments produce from states of the invariant, and those that the types allow at all.

use super::Deciding;
use crate::abstraction::{Feasible, KnownGroups, Observations, observations};
use crate::solver::Solver;
use crate::system::LocationId;
use crate::term::{Assignment, Term};
use pct_wire::Valuation;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Valuations that are enumerated for one cutpoint.
const MOST_VALUATIONS: usize = 1024;

/// What was enumerated before: by the start of the segment, its guard, and the formulas.
type Enumerations = HashMap<(LocationId, Term, Vec<Term>), (BTreeMap<Valuation, Assignment>, bool)>;

/// The valuations that one cutpoint may have, each with the first edge that leads to it and a model.
#[derive(Default)]
pub(super) struct Possible {
    pub(super) feasible: Option<Feasible>,
    pub(super) found: BTreeMap<Valuation, (usize, Assignment)>,
    /// Why more may be possible than were found.
    pub(super) unknown: Option<String>,
}

impl Deciding<'_> {
    /// What some cutpoints may show; of the others everything is taken for possible.
    pub(super) fn possible_only(&self, wanted: &BTreeSet<usize>) -> Vec<Possible> {
        let mut found = self.possible(wanted.iter().copied()).into_iter();
        let all = 0..self.probed.cutpoints.len();
        let not_asked =
            || Possible { unknown: Some("it was not asked for".to_owned()), ..Possible::default() };
        all.map(|it| if wanted.contains(&it) { found.next().unwrap_or_else(not_asked) } else { not_asked() })
            .collect()
    }

    /// What each of these cutpoints may show.
    pub(super) fn possible(&self, cutpoints: impl IntoIterator<Item = usize>) -> Vec<Possible> {
        let (mut memo, mut known) = (Enumerations::default(), KnownGroups::default());
        // One for each location, so that its invariant is lowered once.
        let mut solvers = BTreeMap::new();
        let cutpoints = cutpoints.into_iter();
        cutpoints.map(|it| self.possible_at(it, &mut solvers, &mut memo, &mut known)).collect()
    }

    /// Over-approximates: every valuation that an execution can show is found, or `unknown` says that it may be missing.
    fn possible_at(
        &self,
        cutpoint: usize,
        solvers: &mut BTreeMap<LocationId, Solver>,
        memo: &mut Enumerations,
        known: &mut KnownGroups,
    ) -> Possible {
        let mut possible = Possible { feasible: self.feasible(cutpoint, known), ..Possible::default() };
        for (number, edge) in self.edges(cutpoint) {
            let formulas: Vec<Term> = match edge.formulas.iter().cloned().collect() {
                Ok(formulas) => formulas,
                Err(reason) => {
                    possible.unknown = Some(format!("a predicate is not understood: {reason}"));
                    continue;
                }
            };
            // Many methods begin and end alike.
            let key = (edge.source, edge.guard.clone(), formulas);
            let (found, is_complete) = memo.entry(key).or_insert_with_key(|(source, guard, formulas)| {
                let solver = solvers.entry(*source).or_insert_with(|| self.solver_at(*source));
                enumerate(solver, guard, formulas)
            });
            if !*is_complete {
                let is_full = found.len() >= MOST_VALUATIONS;
                let reason = || format!("more than {MOST_VALUATIONS} of its states seem possible");
                possible.unknown =
                    Some(if is_full { reason() } else { "the solver gave no answer".to_owned() });
            }
            for (valuation, model) in found {
                possible.found.entry(*valuation).or_insert_with(|| (number, model.clone()));
            }
        }
        if let Some(feasible) = &mut possible.feasible {
            let covered = self.covered.iter().filter(|(own, _)| *own == cutpoint).map(|(_, it)| it);
            possible.found.keys().chain(covered).for_each(|valuation| feasible.insert(*valuation));
        }
        possible
    }

    /// A solver that knows a location's invariant.
    pub(super) fn solver_at(&self, at: LocationId) -> Solver {
        let mut solver = self.prover.solver();
        self.invariant[at].iter().for_each(|term| solver.assert(term));
        solver
    }

    /// The valuations that some state of the types has; over-approximates with `None`.
    fn feasible(&self, cutpoint: usize, known: &mut KnownGroups) -> Option<Feasible> {
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

/// The valuations that the solver's assertions and a guard allow, each with a model; and whether these are all.
fn enumerate(
    solver: &mut Solver,
    guard: &Term,
    formulas: &[Term],
) -> (BTreeMap<Valuation, Assignment>, bool) {
    let Observations { found, is_complete } = observations(solver, guard, formulas, MOST_VALUATIONS);
    (found.into_iter().map(|(valuation, model)| (valuation.into(), model)).collect(), is_complete)
}
