//! Lower bounds: abstract states that some execution reaches, shown without executing one.
//!
//! From states all of which are initial, *onto* steps lead to states all of which are reached: whatever concrete state is there
//! has a chain of predecessors back to an initial one. So one may step more is the step of a reached state. From its end on, *total* steps
//! can be taken by whatever state arrived.

use super::post_dominance::post_dominators;
use super::{May, States, UpperBound};
use crate::abstraction::{AbstractState, Steps};
use crate::solver::Verdict;
use crate::term::Term;
use std::collections::{BTreeMap, VecDeque};

/// The assumption of a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// Nothing.
    Pessimistic,
    /// All executions end.
    Optimistic,
}

/// How a state of a lower bound is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// A path by onto steps, from an initial state.
    pub onto: Vec<AbstractState>,
    /// Where a may step leads from its end.
    pub may: Option<AbstractState>,
    /// What follows by total steps, up to the state.
    pub total: Vec<AbstractState>,
    /// The state, if it is not the end of that: every execution passes it later.
    pub passed_later: Option<AbstractState>,
}

/// Abstract states that are reached, each with a witness. Under-approximates.
#[derive(Clone, Debug, Default)]
pub struct LowerBound {
    /// Each with how it is reached.
    pub witnesses: BTreeMap<AbstractState, Witness>,
}

impl LowerBound {
    /// The states alone.
    pub fn states(&self) -> States {
        self.witnesses.keys().copied().collect()
    }
}

/// What all lower bounds of a system are made of.
pub struct Lower<'a> {
    upper: &'a UpperBound,
    /// States all of which are reached, each with the one in front of it.
    onto: BTreeMap<AbstractState, Option<AbstractState>>,
    /// States that a may step reaches from those, each with the one in front of it.
    may: BTreeMap<AbstractState, AbstractState>,
    /// States that total steps reach from both, each with the one in front of it.
    total: BTreeMap<AbstractState, AbstractState>,
    /// The states in which an execution may end.
    end_states: States,
}

impl<'a> Lower<'a> {
    /// Finds the steps of which witnesses are made.
    pub(super) fn new(steps: &mut Steps<'_>, upper: &'a UpperBound) -> Lower<'a> {
        let end_states = upper.states.iter().filter(|state| steps.may_end(**state)).copied().collect();
        let mut lower =
            Lower { upper, onto: BTreeMap::new(), may: BTreeMap::new(), total: BTreeMap::new(), end_states };
        let initial =
            upper.initial.iter().filter(|(_, concrete)| concrete.is_some()).map(|(state, _)| *state);
        for state in initial.filter(|state| all_initial(steps, *state)) {
            lower.onto.insert(state, None);
        }
        lower.go_onto(steps);
        lower.go_once();
        lower.go_totally(steps);
        lower
    }

    fn go_onto(&mut self, steps: &mut Steps<'_>) {
        let mut pending: VecDeque<AbstractState> = self.onto.keys().copied().collect();
        while let Some(state) = pending.pop_front() {
            for (after, may) in self.upper.successors(state) {
                // Of no states at all, all have a predecessor: a concrete step shows that there are some.
                let is_new = matches!(may, May::Step(_)) && !self.onto.contains_key(&after);
                if is_new && steps.onto(state, after) {
                    self.onto.insert(after, Some(state));
                    pending.push_back(after);
                }
            }
        }
    }

    fn go_once(&mut self) {
        for state in self.onto.keys() {
            for (after, may) in self.upper.successors(*state) {
                // What could not be excluded need not be.
                if matches!(may, May::Step(_)) && !self.onto.contains_key(&after) {
                    self.may.entry(after).or_insert(*state);
                }
            }
        }
    }

    fn go_totally(&mut self, steps: &mut Steps<'_>) {
        let mut pending: VecDeque<AbstractState> = self.after_may().collect();
        while let Some(state) = pending.pop_front() {
            for (after, _) in self.upper.successors(state) {
                if !self.is_reached(after) && steps.total(state, after) {
                    self.total.insert(after, state);
                    pending.push_back(after);
                }
            }
        }
    }

    fn is_reached(&self, state: AbstractState) -> bool {
        self.onto.contains_key(&state) || self.may.contains_key(&state) || self.total.contains_key(&state)
    }

    /// The states that onto steps reach.
    pub fn onto(&self) -> impl Iterator<Item = AbstractState> {
        self.onto.keys().copied()
    }

    /// Those that onto steps reach, and at most one may step.
    pub fn after_may(&self) -> impl Iterator<Item = AbstractState> {
        self.onto.keys().chain(self.may.keys()).copied()
    }

    /// A lower bound.
    pub fn bound(&self, confidence: Confidence) -> LowerBound {
        let mut bound = LowerBound::default();
        for state in self.after_may().chain(self.total.keys().copied()) {
            bound.witnesses.insert(state, self.witness(state));
        }
        if confidence == Confidence::Optimistic {
            let dominators = post_dominators(self.upper, &self.end_states);
            for state in self.after_may() {
                for later in &dominators[&state] {
                    let passed = || Witness { passed_later: Some(*later), ..self.witness(state) };
                    bound.witnesses.entry(*later).or_insert_with(passed);
                }
            }
        }
        bound
    }

    fn witness(&self, state: AbstractState) -> Witness {
        let (mut at, mut total) = (state, Vec::new());
        while let Some(before) = self.total.get(&at) {
            total.push(at);
            at = *before;
        }
        let may = self.may.get(&at).map(|before| (at, *before));
        at = may.map_or(at, |(_, before)| before);
        let mut onto = vec![at];
        while let Some(Some(before)) = self.onto.get(&at) {
            onto.push(*before);
            at = *before;
        }
        onto.reverse();
        total.reverse();
        Witness { onto, may: may.map(|(after, _)| after), total, passed_later: None }
    }
}

/// Tells whether all states of an abstract state are initial.
fn all_initial(steps: &Steps<'_>, state: AbstractState) -> bool {
    let own = steps.system().initial.iter().filter(|initial| initial.location == state.location);
    let constraint = Term::any(own.map(|initial| initial.constraint.clone()));
    match steps.exact().prove(&[steps.concretization(state)], &constraint) {
        Verdict::Valid(_) => true,
        Verdict::Invalid(_) | Verdict::Unknown(_) => false,
    }
}
