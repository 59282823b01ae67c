//! What the definitions say, by looking at every concrete state: no solver, no search of the library's.

use super::States;
use super::rows::rows;
use cargo_pct::abstraction::{AbstractState, Valuation};
use cargo_pct::bounds::Bounds;
use cargo_pct::system::{LocationId, State, System};
use cargo_pct::term::{Assignment, Value};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Oracle<'a> {
    system: &'a System,
    /// Every concrete state with what it steps to; none where it fails or is stuck.
    steps: BTreeMap<State, BTreeSet<State>>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(system: &'a System) -> Oracle<'a> {
        let mut steps = BTreeMap::new();
        for at in system.locations.keys() {
            for values in rows(&system.locations[at].vars) {
                let state = State { location: at, values };
                let after = successors(system, &state);
                steps.insert(state, after);
            }
        }
        Oracle { system, steps }
    }

    fn abstraction(&self, state: &State) -> AbstractState {
        let assignment = self.system.assignment(state);
        let holds = |formula| assignment.eval(formula) == Ok(Value::Bool(true));
        let predicates = &self.system.locations[state.location].predicates;
        let valuation = Valuation::new(predicates.iter().map(|predicate| holds(&predicate.formula)));
        AbstractState { location: state.location, valuation }
    }

    fn initial(&self) -> BTreeSet<State> {
        let is_initial = |state: &&State| {
            let mut own = self.system.initial.iter().filter(|initial| initial.location == state.location);
            own.any(|it| self.system.assignment(state).eval(&it.constraint) == Ok(Value::Bool(true)))
        };
        self.steps.keys().filter(is_initial).cloned().collect()
    }

    fn reached_states(&self) -> BTreeSet<State> {
        let mut found = self.initial();
        let mut pending: Vec<State> = found.iter().cloned().collect();
        while let Some(state) = pending.pop() {
            for after in &self.steps[&state] {
                if found.insert(after.clone()) {
                    pending.push(after.clone());
                }
            }
        }
        found
    }

    /// R.
    pub(crate) fn reached(&self) -> States {
        self.reached_states().iter().map(|state| self.abstraction(state)).collect()
    }

    /// Whether every execution ends: no reached state comes back to itself.
    pub(crate) fn ends(&self) -> bool {
        let reached = self.reached_states();
        let mut left: BTreeSet<&State> = reached.iter().collect();
        loop {
            let ended: Vec<&State> = left
                .iter()
                .filter(|state| self.steps[**state].iter().all(|after| !left.contains(after)))
                .copied()
                .collect();
            if ended.is_empty() {
                return left.is_empty();
            }
            ended.into_iter().for_each(|state| {
                left.remove(state);
            });
        }
    }

    /// Valuations that states have, over all locations.
    pub(crate) fn feasible(&self) -> usize {
        self.steps.keys().map(|state| self.abstraction(state)).collect::<States>().len()
    }

    pub(crate) fn may(&self) -> BTreeSet<(AbstractState, AbstractState)> {
        let steps = self.steps.iter().flat_map(|(before, all)| all.iter().map(move |after| (before, after)));
        steps.map(|(before, after)| (self.abstraction(before), self.abstraction(after))).collect()
    }

    /// U.
    pub(crate) fn upper(&self) -> States {
        let may = self.may();
        let mut found: States = self.initial().iter().map(|state| self.abstraction(state)).collect();
        loop {
            let more: States =
                may.iter().filter(|(before, _)| found.contains(before)).map(|(_, after)| *after).collect();
            if more.is_subset(&found) {
                return found;
            }
            found.extend(more);
        }
    }

    fn states(&self, of: AbstractState) -> impl Iterator<Item = &State> {
        self.steps.keys().filter(move |state| self.abstraction(state) == of)
    }

    pub(crate) fn total(&self, from: AbstractState, to: AbstractState) -> bool {
        self.states(from).all(|state| self.steps[state].iter().any(|after| self.abstraction(after) == to))
    }

    pub(crate) fn onto(&self, from: AbstractState, to: AbstractState) -> bool {
        self.states(to).all(|state| self.states(from).any(|before| self.steps[before].contains(state)))
    }
}

/// The optimistic bound by the greatest solution over *all* states: what cannot end passes everything.
pub(crate) fn vacuous_optimistic_bound(bounds: &Bounds) -> States {
    let upper = &bounds.upper;
    let mut passed: BTreeMap<AbstractState, States> =
        upper.states.iter().map(|state| (*state, upper.states.clone())).collect();
    loop {
        let mut is_stable = true;
        for state in &upper.states {
            let after = upper.successors(*state).map(|(after, _)| passed[&after].clone());
            let common = after.reduce(|common, own| common.intersection(&own).copied().collect());
            let mut own = common.unwrap_or_default();
            own.insert(*state);
            is_stable &= own == passed[state];
            passed.insert(*state, own);
        }
        if is_stable {
            return bounds.after_may.iter().flat_map(|state| passed[state].clone()).collect();
        }
    }
}

fn successors(system: &System, state: &State) -> BTreeSet<State> {
    let mut found = BTreeSet::new();
    for (_, edge) in system.edges_from(state.location) {
        for inputs in rows(&edge.inputs) {
            let mut assignment: Assignment = system.assignment(state);
            edge.inputs.iter().zip(inputs).for_each(|(var, value)| assignment.set(var.clone(), value));
            let value = |term| assignment.eval(term).expect("all variables have values");
            if value(&edge.guard) == Value::Bool(true) {
                let location: LocationId = edge.target;
                found.insert(State { location, values: edge.updates.iter().map(value).collect() });
            }
        }
    }
    found
}
