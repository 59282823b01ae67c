//! Concrete execution with abstraction on the fly (section 4.3): what the states cover is kept, and not the states.

use crate::abstraction::Domain;
use crate::ids::SecondaryMap;
use crate::system::{EdgeId, ErrorId, LocationId, State, Stepper, System};
use crate::term::Value;
use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::BuildHasher;

/// When execution pauses.
#[derive(Clone, Copy, Debug)]
pub struct ExecutionLimits {
    /// States that may be expanded in a row without covering a new abstract state.
    pub stagnation: usize,
    /// Combinations of inputs that may be tried in a row without covering a new abstract state. From the states of a large class, hundreds of
    /// edges can be taken, with dozens of inputs each: to try them all takes longer than to ask the solver for one that leads further.
    pub tries: usize,
    /// States that may be expanded for one set of start states.
    pub expansions: usize,
    /// Steps like the one to a fabricated state that may be tried in a row without covering a new abstract state. Where candidates
    /// are many, a model of the solver's refutes few of them, and steps like it refute many.
    pub variations: usize,
}

impl Default for ExecutionLimits {
    fn default() -> ExecutionLimits {
        ExecutionLimits { stagnation: 64, tries: 4_096, expansions: 20_000, variations: 64 }
    }
}

/// So many states wait to be expanded; what else follows them does not. Those of large objects take kilobytes each.
const MOST_WAITING: usize = 4096;

/// What was executed so far.
pub(super) struct Exploration<'a, D: Domain> {
    pub(super) system: &'a System,
    pub(super) domain: &'a D,
    stepper: &'a Stepper<'a>,
    /// What the states seen so far cover.
    pub(super) elements: SecondaryMap<LocationId, D::Element>,
    /// Steps taken.
    pub(super) executed_segments: u64,
    /// A state that ran into each error ([`Exploration::note`]), and whether only tests and initial states led to it.
    pub(super) errors: BTreeMap<ErrorId, (State, bool)>,
    /// Hashes of states that were expanded: one that has another's is passed over, which costs no more than time ran out for it.
    expanded: HashSet<u64, FxBuildHasher>,
    from_tests: bool,
}

impl<'a, D: Domain> Exploration<'a, D> {
    pub(super) fn new(stepper: &'a Stepper<'a>, domain: &'a D) -> Self {
        let system = stepper.system();
        let first = system.locations.keys().next().map(|at| domain.bottom(at));
        let mut elements =
            SecondaryMap::with_default(first.expect("a checked system has an initial location"));
        for at in system.locations.keys() {
            elements[at] = domain.bottom(at);
        }
        Exploration {
            system,
            domain,
            stepper,
            elements,
            executed_segments: 0,
            errors: BTreeMap::new(),
            expanded: HashSet::default(),
            from_tests: true,
        }
    }

    /// From here on, states are fabricated: errors that they run into are potential ones.
    pub(super) fn end_of_tests(&mut self) {
        self.from_tests = false;
    }

    /// Abstracts the states and, breadth first within the limits, what follows them; without limits, the states alone.
    /// Returns how many abstract states that added. It may end anywhere: what the solver finds besides is fabricated.
    pub(super) fn run(
        &mut self,
        states: &[State],
        limits: Option<&ExecutionLimits>,
        is_spent: impl Fn() -> bool,
    ) -> usize {
        let mut grown = states.iter().filter(|state| self.observe(state)).count();
        let Some(limits) = limits else { return grown };
        let (mut idle, mut expansions, mut tried) = (0, 0, 0);
        let mut queue: VecDeque<State> = states.iter().cloned().collect();
        while let Some(state) = queue.pop_front() {
            if idle > limits.stagnation
                || tried > limits.tries
                || expansions > limits.expansions
                || is_spent()
            {
                break;
            }
            if !self.expanded.insert(FxBuildHasher.hash_one(&state)) {
                continue;
            }
            expansions += 1;
            idle += 1;
            let step = self.stepper.step(&state);
            tried += step.tried;
            for (error, _) in &step.errors {
                self.executed_segments += 1;
                self.note(*error, &state);
            }
            for (_, successor) in &step.successors {
                self.executed_segments += 1;
                if self.observe(successor) {
                    grown += 1;
                    (idle, tried) = (0, 0);
                    // What leads to new abstract states is worth following first.
                    queue.push_front(successor.clone());
                } else if queue.len() < MOST_WAITING {
                    queue.push_back(successor.clone());
                }
            }
        }
        grown
    }

    /// Notes that a state runs into an error: the first one that tests lead to, or else the first of the smallest ones, which is the
    /// easiest to read and to build.
    fn note(&mut self, error: ErrorId, state: &State) {
        match self.errors.entry(error) {
            Entry::Vacant(vacant) => drop(vacant.insert((state.clone(), self.from_tests))),
            Entry::Occupied(mut known) => {
                let (smallest, from_tests) = known.get_mut();
                if !*from_tests && size(state) < size(smallest) {
                    *smallest = state.clone();
                }
            }
        }
    }

    /// Makes every state of a location covered.
    pub(super) fn raise_to_top(&mut self, at: LocationId) {
        let top = self.domain.top(at);
        self.domain.join(&mut self.elements[at], &top);
    }

    /// Covers a state; whether it was not covered.
    pub(super) fn observe(&mut self, state: &State) -> bool {
        self.domain.join_state(&mut self.elements[state.location], self.system, state)
    }

    /// The numbers that an edge computes with.
    pub(super) fn constants(&self, edge: EdgeId) -> Vec<BigInt> {
        self.stepper.constants(edge)
    }

    /// Where an edge leads with these inputs, if the state is covered and takes it.
    pub(super) fn successor(&mut self, edge: EdgeId, before: &State, inputs: &[Value]) -> Option<State> {
        let successor = self.stepper.take(edge, before, inputs)?;
        self.executed_segments += 1;
        let element = &self.elements[before.location];
        self.domain.covers(element, self.system, before).then_some(successor)
    }
}

/// How large the numbers of a state are: the most bits that one has, and the bits that all have.
fn size(state: &State) -> (u64, u64) {
    let bits = |value: &Value| match value {
        Value::Int(number) => number.bits(),
        Value::Bool(_) | Value::Array(_) => 0,
    };
    (state.values.iter().map(bits).max().unwrap_or(0), state.values.iter().map(bits).sum())
}
