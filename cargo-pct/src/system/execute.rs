//! Concrete execution of systems, one step at a time.

use super::choices::{self, Choosing};
use super::{EdgeId, ErrorEdge, ErrorId, LocationId, State, System};
use crate::term::{self, Assignment, Compiled, Value, Var};
use num_bigint::BigInt;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::rc::Rc;

/// What a state can do next, as far as the inputs that were tried show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The successors, with the edges that lead to them.
    pub successors: Vec<(EdgeId, State)>,
    /// The error edges that can be taken, with the inputs that take them.
    pub errors: Vec<(ErrorId, Assignment)>,
    /// The combinations of inputs that were tried.
    pub tried: usize,
}

/// What a state can do next with one choice of inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// The successors, with the edges that lead to them.
    pub successors: Vec<(EdgeId, State)>,
    /// The errors that it runs into.
    pub errors: Vec<ErrorId>,
}

/// Executes a system's steps.
///
/// Under-approximates where edges have inputs: it tries the simplest values, the values that the state holds and the
/// constants that the edge compares with, at most [`Stepper::MOST_CHOICES`] combinations an edge. Exact otherwise.
///
/// Steps are remembered: analyses that begin in the same states with other domains execute them once.
pub struct Stepper<'a> {
    system: &'a System,
    /// The steps from each location that was met.
    locations: RefCell<FxHashMap<LocationId, Local>>,
    taken: RefCell<Taken>,
}

/// Steps that are remembered, and how many values they hold.
#[derive(Default)]
struct Taken {
    steps: FxHashMap<State, Rc<Step>>,
    values: usize,
}

/// The steps from one location, compiled together: they share much.
struct Local {
    compiled: Compiled,
    /// The inputs of all edges.
    choices: Vec<Var>,
    edges: Vec<Choosing<EdgeId>>,
    errors: Vec<Choosing<ErrorId>>,
}

impl<'a> Stepper<'a> {
    /// Combinations of input values that are tried for one edge.
    pub const MOST_CHOICES: usize = choices::MOST_CHOICES;
    /// Values in the steps that are remembered: states of large objects have hundreds each, and dozens of successors.
    const MOST_REMEMBERED: usize = 2_000_000;

    /// A stepper for a system.
    pub fn new(system: &'a System) -> Stepper<'a> {
        Stepper { system, locations: RefCell::default(), taken: RefCell::default() }
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// What the state can do next.
    pub fn step(&self, state: &State) -> Rc<Step> {
        if let Some(step) = self.taken.borrow().steps.get(state) {
            return step.clone();
        }
        let mut locations = self.locations.borrow_mut();
        let local =
            locations.entry(state.location).or_insert_with(|| Local::new(self.system, state.location));
        let (step, mut taken) = (Rc::new(local.execute(self.system, state)), self.taken.borrow_mut());
        let successors = step.successors.iter().map(|(_, successor)| successor);
        let values: usize = successors.chain([state]).map(|state| state.values.len()).sum();
        if taken.values + values <= Self::MOST_REMEMBERED {
            taken.values += values;
            taken.steps.insert(state.clone(), step.clone());
        }
        step
    }

    /// The step along an edge with these inputs, if the state can take it.
    pub fn take(&self, edge: EdgeId, state: &State, inputs: &[Value]) -> Option<State> {
        let mut locations = self.locations.borrow_mut();
        let local =
            locations.entry(state.location).or_insert_with(|| Local::new(self.system, state.location));
        local.compiled.enter(&state.values);
        // They are in the order of the system's edges.
        let place = local.edges.binary_search_by_key(&edge, |choosing| choosing.id).ok()?;
        let choosing = &local.edges[place];
        choosing
            .holds_with(&mut local.compiled, inputs)
            .then(|| choosing.successor(&mut local.compiled, self.system))
    }

    /// Those of some edges of one location, each with its inputs, that the state can take.
    pub fn enabled(&self, state: &State, edges: Vec<(EdgeId, Vec<Value>)>) -> Vec<(EdgeId, Vec<Value>)> {
        let mut locations = self.locations.borrow_mut();
        let Local { compiled, edges: own, .. } =
            locations.entry(state.location).or_insert_with(|| Local::new(self.system, state.location));
        compiled.enter(&state.values);
        let mut is_enabled = |(edge, inputs): &(EdgeId, Vec<Value>)| {
            let place = own.binary_search_by_key(edge, |choosing| choosing.id);
            place.is_ok_and(|place| own[place].holds_with(compiled, inputs))
        };
        edges.into_iter().filter(|edge| is_enabled(edge)).collect()
    }

    /// What the state can do next with inputs that are chosen once each, whatever edges read them. Of errors, the wanted ones.
    pub fn follow(
        &self,
        state: &State,
        choose: &mut dyn FnMut(&Var) -> Value,
        wanted: &BTreeSet<ErrorId>,
    ) -> Followed {
        let mut locations = self.locations.borrow_mut();
        let local =
            locations.entry(state.location).or_insert_with(|| Local::new(self.system, state.location));
        local.follow(self.system, state, choose, wanted)
    }

    /// What of a state decides which steps it can take: its location, and the conditions of steps that read no input. States that take
    /// different steps seldom are of one kind.
    pub fn kind(&self, state: &State) -> u64 {
        let mut locations = self.locations.borrow_mut();
        let local =
            locations.entry(state.location).or_insert_with(|| Local::new(self.system, state.location));
        local.compiled.enter(&state.values);
        let edges = local.edges.iter().flat_map(Choosing::conditions_of_states);
        let conditions = edges.chain(local.errors.iter().flat_map(Choosing::conditions_of_states));
        let truth: Vec<bool> = conditions.map(|number| local.compiled.holds(number)).collect();
        FxBuildHasher.hash_one((state.location, truth))
    }

    /// The numbers that edges compare and compute with.
    pub fn all_constants(&self) -> Vec<BigInt> {
        let all: BTreeSet<BigInt> = self.system.edges.keys().flat_map(|edge| self.constants(edge)).collect();
        all.into_iter().collect()
    }

    /// The numbers that an edge compares and computes with.
    pub fn constants(&self, edge: EdgeId) -> Vec<BigInt> {
        let edge = &self.system.edges[edge];
        term::constants(edge.updates.iter().chain([&edge.guard])).into_iter().collect()
    }
}

impl Local {
    fn new(system: &System, location: LocationId) -> Local {
        let (mut choices, mut terms) = (Vec::new(), Vec::new());
        let edges = system.edges_from(location).map(|(id, edge)| {
            Choosing::new(id, &edge.inputs, &edge.guard, &edge.updates, &mut choices, &mut terms)
        });
        let edges = edges.collect();
        let is_possible = |error: &ErrorEdge| error.guard.as_bool() != Some(false);
        let errors = system.errors.iter().filter(|(_, error)| error.source == location && is_possible(error));
        let errors = errors
            .map(|(id, error)| Choosing::new(id, &error.inputs, &error.guard, &[], &mut choices, &mut terms));
        let errors = errors.collect();
        let compiled = Compiled::new(&system.locations[location].vars, &choices, terms);
        Local { compiled, choices, edges, errors }
    }

    fn follow(
        &mut self,
        system: &System,
        state: &State,
        choose: &mut dyn FnMut(&Var) -> Value,
        wanted: &BTreeSet<ErrorId>,
    ) -> Followed {
        self.compiled.enter(&state.values);
        self.compiled.choose();
        for (place, var) in self.choices.iter().enumerate() {
            self.compiled.set(place, &choose(var));
        }
        let mut followed = Followed::default();
        for choosing in self.errors.iter().filter(|choosing| wanted.contains(&choosing.id)) {
            if choosing.holds(&mut self.compiled) {
                followed.errors.push(choosing.id);
            }
        }
        for choosing in &self.edges {
            if choosing.holds(&mut self.compiled) {
                let successor = choosing.successor(&mut self.compiled, system);
                followed.successors.push((choosing.id, successor));
            }
        }
        followed
    }

    fn execute(&mut self, system: &System, state: &State) -> Step {
        self.compiled.enter(&state.values);
        let own = integers_of(system, state);
        let mut step = Step::default();
        for choosing in &self.edges {
            let mut met = FxHashSet::default();
            let inputs = &system.edges[choosing.id].inputs;
            step.tried += choosing.each_choice(&mut self.compiled, &own, inputs, |compiled, _| {
                let successor = choosing.successor(compiled, system);
                if met.insert(successor.clone()) {
                    step.successors.push((choosing.id, successor));
                }
                false
            });
        }
        for choosing in &self.errors {
            let inputs = &system.errors[choosing.id].inputs;
            step.tried += choosing.each_choice(&mut self.compiled, &own, inputs, |_, combination| {
                let chosen = inputs.iter().cloned().zip(combination.values().cloned());
                step.errors.push((choosing.id, chosen.collect()));
                true
            });
        }
        step
    }
}

impl Choosing<EdgeId> {
    /// Where the edge leads with the inputs that are set.
    fn successor(&self, compiled: &mut Compiled, system: &System) -> State {
        let edge = &system.edges[self.id];
        let values = (0..edge.updates.len()).map(|number| compiled.value(self.updates + number)).collect();
        State { location: edge.target, values }
    }
}

/// The integers that a state holds.
fn integers_of(system: &System, state: &State) -> Vec<BigInt> {
    let vars = system.locations[state.location].vars.iter().zip(&state.values);
    let mut integers: Vec<(&Var, &Value)> = vars.filter(|(var, _)| var.sort.is_integer()).collect();
    integers.sort();
    integers.into_iter().map(|(_, value)| value.as_int().clone()).collect()
}
