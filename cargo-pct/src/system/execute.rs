//! Concrete execution of systems, one step at a time.

use super::{EdgeId, ErrorEdge, ErrorId, LocationId, State, System};
use crate::term::{Assignment, Compiled, Kind, Sort, Term, TermRefs, Value, Var};
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What a state can do next, as far as the inputs that were tried show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The successors, with the edges that lead to them.
    pub successors: Vec<(EdgeId, State)>,
    /// The error edges that can be taken, with the inputs that take them.
    pub errors: Vec<(ErrorId, Assignment)>,
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
    locations: RefCell<HashMap<LocationId, Local>>,
    taken: RefCell<Taken>,
}

/// Steps that are remembered, and how many values they hold.
#[derive(Default)]
struct Taken {
    steps: HashMap<State, Rc<Step>>,
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

/// An edge that chooses inputs.
struct Choosing<Id> {
    id: Id,
    /// The inputs, by their place among the choices of all edges.
    inputs: Vec<usize>,
    constants: BTreeSet<BigInt>,
    /// The guard's number; those of the updates follow.
    guard: usize,
}

impl<'a> Stepper<'a> {
    /// Combinations of input values that are tried for one edge.
    pub const MOST_CHOICES: usize = 64;
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
        let choosing = local.edges.iter().find(|choosing| choosing.id == edge)?;
        choosing
            .holds(&mut local.compiled, inputs)
            .then(|| choosing.successor(&mut local.compiled, self.system))
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

    /// The numbers that edges compare and compute with.
    pub fn all_constants(&self) -> Vec<BigInt> {
        let all: BTreeSet<BigInt> = self.system.edges.keys().flat_map(|edge| self.constants(edge)).collect();
        all.into_iter().collect()
    }

    /// The numbers that an edge compares and computes with.
    pub fn constants(&self, edge: EdgeId) -> Vec<BigInt> {
        let edge = &self.system.edges[edge];
        constants_of(edge.updates.iter().chain([&edge.guard])).into_iter().collect()
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
            if self.compiled.holds(choosing.guard) {
                followed.errors.push(choosing.id);
            }
        }
        for choosing in &self.edges {
            if self.compiled.holds(choosing.guard) {
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
            let edge = &system.edges[choosing.id];
            let first = step.successors.len();
            for choice in choosing.choices(&own, &edge.inputs) {
                if !choosing.holds(&mut self.compiled, &choice) {
                    continue;
                }
                let successor = (choosing.id, choosing.successor(&mut self.compiled, system));
                if !step.successors[first..].contains(&successor) {
                    step.successors.push(successor);
                }
            }
        }
        for choosing in &self.errors {
            let inputs = &system.errors[choosing.id].inputs;
            let mut choices = choosing.choices(&own, inputs);
            if let Some(choice) = choices.find(|choice| choosing.holds(&mut self.compiled, choice)) {
                step.errors.push((choosing.id, inputs.iter().cloned().zip(choice).collect()));
            }
        }
        step
    }
}

impl<Id> Choosing<Id> {
    /// Adds an edge's inputs and terms to those of its location.
    fn new<'t>(
        id: Id,
        inputs: &[Var],
        guard: &'t Term,
        updates: &'t [Term],
        choices: &mut Vec<Var>,
        terms: &mut Vec<&'t Term>,
    ) -> Choosing<Id> {
        let mut place = |var: &Var| {
            choices.iter().position(|other| other == var).unwrap_or_else(|| {
                choices.push(var.clone());
                choices.len() - 1
            })
        };
        let inputs = inputs.iter().map(&mut place).collect();
        let constants = constants_of(updates.iter().chain([guard]));
        let number = terms.len();
        terms.push(guard);
        terms.extend(updates);
        Choosing { id, inputs, constants, guard: number }
    }

    /// Values for the inputs.
    fn choices(&self, own: &[BigInt], inputs: &[Var]) -> impl Iterator<Item = Vec<Value>> + use<Id> {
        let pools: Vec<Vec<Value>> = inputs.iter().map(|var| pool(own, &var.sort, &self.constants)).collect();
        let total = pools.iter().try_fold(1usize, |product, pool| product.checked_mul(pool.len()));
        let count = total.unwrap_or(usize::MAX).min(Stepper::MOST_CHOICES);
        (0..count).map(move |mut index| {
            let mut next = |pool: &Vec<Value>| {
                let value = pool[index % pool.len()].clone();
                index /= pool.len();
                value
            };
            pools.iter().map(&mut next).collect()
        })
    }

    /// Whether the edge can be taken with these inputs, which are set then.
    fn holds(&self, compiled: &mut Compiled, choice: &[Value]) -> bool {
        if !choice.is_empty() {
            compiled.choose();
            self.inputs.iter().zip(choice).for_each(|(place, value)| compiled.set(*place, value));
        }
        compiled.holds(self.guard)
    }
}

impl Choosing<EdgeId> {
    /// Where the edge leads with the inputs that are set.
    fn successor(&self, compiled: &mut Compiled, system: &System) -> State {
        let edge = &system.edges[self.id];
        let values = (1..=edge.updates.len()).map(|number| compiled.value(self.guard + number)).collect();
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

/// Values worth trying for an input.
fn pool(own: &[BigInt], sort: &Sort, constants: &BTreeSet<BigInt>) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(variants) => (0..variants.len()).map(Value::int).collect(),
        Sort::Array(_) => vec![Value::simplest(sort)],
        Sort::Int | Sort::Nat | Sort::Machine(_) => {
            let mut values: Vec<BigInt> = vec![BigInt::ZERO, BigInt::from(1), BigInt::from(-1)];
            for value in own.iter().chain(constants) {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            values.into_iter().map(Value::Int).filter(|value| value.has_sort(sort)).collect()
        }
    }
}

fn constants_of<'t>(terms: impl IntoIterator<Item = &'t Term>) -> BTreeSet<BigInt> {
    let (mut found, mut seen) = (BTreeSet::new(), TermRefs::default());
    let mut pending: Vec<&Term> = terms.into_iter().collect();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.kind() {
            Kind::Int(value) => {
                found.insert(value.clone());
            }
            _ => pending.extend(term.operands()),
        }
    }
    found
}
