//! Reaching states: searching executions into them, from the outside.

use super::{CutpointStates, Deciding, Possible, StateVerdict, cube, formulas, target};
use crate::fabricate::{ReachLimits, Targets, reach};
use crate::ids::PrimaryMap;
use crate::lower::{EdgeKind, ObservedEdge};
use crate::probe::{CutpointId, StateKey};
use crate::solver::Work;
use crate::system::{EdgeId, ErrorId};
use crate::verify::calls;
use crate::verify::guesses::cost_of_guess;
use std::collections::{BTreeMap, BTreeSet};

/// Where executions may lead along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steps {
    /// Steps that are exactly those of the code.
    Exact,
    /// All, also those that over-approximate the code.
    All,
}

impl Deciding<'_> {
    /// Searches executions into the states that are possible and not covered.
    ///
    /// Where anything was over-approximated, an execution of the system need not be one of the code, and none is searched.
    pub(super) fn reach(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
        limits: &ReachLimits,
    ) -> BTreeMap<StateKey, StateVerdict> {
        match self.lowered.notes().is_empty() {
            true => self.search(possible, |_| true, Steps::Exact, limits),
            false => BTreeMap::new(),
        }
    }

    /// The same for states without a verdict where code is over-approximated: the calls may lead elsewhere, which running them tells.
    pub(super) fn guess(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
        cutpoints: &PrimaryMap<CutpointId, CutpointStates>,
        limits: &ReachLimits,
    ) -> BTreeMap<StateKey, StateVerdict> {
        let has_exact_edges = self.lowered.edges().values().all(|edge| !edge.is_approximate);
        let is_exact = self.lowered.notes().is_empty() && has_exact_edges;
        if is_exact && self.lowered.observed().iter().all(|edge| !edge.is_approximate) {
            return BTreeMap::new();
        }
        let is_undecided =
            |(cutpoint, valuation): &StateKey| !cutpoints[*cutpoint].verdicts.contains_key(valuation);
        self.search(possible, is_undecided, Steps::All, limits)
    }

    fn search(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
        is_wanted: impl Fn(&StateKey) -> bool,
        steps: Steps,
        limits: &ReachLimits,
    ) -> BTreeMap<StateKey, StateVerdict> {
        let mut reachable = BTreeMap::new();
        let is_guess = steps == Steps::All;
        let mut system = self.without_errors();
        let mut ways: BTreeMap<ErrorId, (StateKey, usize)> = BTreeMap::new();
        for (cutpoint, own) in possible {
            // What reads something unknown need not happen.
            let is_followed = |(_, edge): &(usize, &ObservedEdge)| is_guess || !edge.is_approximate;
            for (index, edge) in self.edges(cutpoint).filter(is_followed) {
                let Some(formulas) = formulas(edge) else { continue };
                let keys = own.found.keys().map(|valuation| (cutpoint, *valuation));
                for key in keys.filter(|key| !self.covered.contains(key) && is_wanted(key)) {
                    let guard = edge.guard.and(&cube(&formulas, key.1));
                    if guard.as_bool() != Some(false) {
                        ways.insert(system.errors.push(target(edge, guard)), (key, index));
                    }
                }
            }
        }
        if ways.is_empty() {
            return reachable;
        }
        let mut groups: BTreeMap<StateKey, BTreeSet<ErrorId>> = BTreeMap::new();
        for (error, (key, _)) in &ways {
            groups.entry(*key).or_default().insert(*error);
        }
        let mut targets = Targets::default();
        groups.values().for_each(|group| targets.add_group(group));
        let cost = |edge| self.cost(edge, steps);
        let limits = ReachLimits { queries: limits.queries + 4 * ways.len() as u64, ..*limits };
        let part = self.prover.part_of(Work::Reaching);
        let mut found = reach(&system, targets.clone(), cost, &limits, &part);
        if !is_guess {
            found.iter().for_each(|execution| _ = targets.remove(execution.error));
            found.extend(crate::verify::walked(self.lowered, &system, targets, self.prover));
        }
        for execution in found {
            let (key, index) = ways[&execution.error];
            let edge = &self.lowered.observed()[index];
            let Some(calls) = calls::sequence(self.lowered, &execution, edge.source, edge.entry) else {
                continue;
            };
            let (index, model) = &possible[key.0].found[&key.1];
            let otherwise = is_guess.then(|| Box::new(self.fabricated(*index, model)));
            reachable.entry(key).or_insert(StateVerdict::Reachable { calls, otherwise });
        }
        reachable
    }

    fn cost(&self, edge: EdgeId, steps: Steps) -> u32 {
        match steps {
            Steps::All => cost_of_guess(self.lowered, edge),
            Steps::Exact if self.lowered.edge(edge).kind == EdgeKind::Client => u32::MAX,
            Steps::Exact => crate::verify::call_cost(self.lowered, edge),
        }
    }
}
