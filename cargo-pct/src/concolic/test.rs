//! Tests: the inputs of one execution, and the execution itself, which the interpreter repeats.

use super::shadow::{Shadow, named};
use crate::system::{EdgeId, LocationId, State, Stepper, System};
use crate::term::{Assignment, Term, Value, Var, variables};

/// An execution: its initial state, and the edges taken with the inputs that they read. Where the inputs leave a choice between edges,
/// the choice is one of the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The number of the system's initial condition that the first state satisfies.
    pub initial: usize,
    /// The first state.
    pub start: State,
    /// The edges, each with a value for each of its inputs, in their order.
    pub steps: Vec<(EdgeId, Vec<Value>)>,
}

impl Test {
    /// The test of a path and values for its inputs. Inputs without a value have the simplest one.
    pub(super) fn of_path(
        stepper: &Stepper<'_>,
        initial: usize,
        path: &[EdgeId],
        values: &Assignment,
    ) -> Test {
        let system = stepper.system();
        let (mut shadow, _) = Shadow::initial(system, initial);
        let first = shadow.values().iter().map(|value| values.complete(value)).collect();
        let start = State { location: shadow.at, values: first };
        let mut steps = Vec::new();
        for edge in path {
            let inputs = shadow.inputs(system, *edge);
            steps.push((*edge, inputs.iter().map(|input| values.complete(&input.term())).collect()));
            shadow = shadow.after(system, *edge);
        }
        Test { initial, start, steps }
    }

    /// Repeats the execution with the interpreter. Returns the states that it passes, or nothing if it is no execution of the system.
    pub fn replay(&self, stepper: &Stepper<'_>) -> Option<Vec<State>> {
        let system = stepper.system();
        let initial = system.initial.get(self.initial)?;
        let holds = system.assignment(&self.start).complete(&initial.constraint) == Value::Bool(true);
        if initial.location != self.start.location || !holds {
            return None;
        }
        let mut states = vec![self.start.clone()];
        for (edge, inputs) in &self.steps {
            let state = states.last().expect("there is a first state");
            if system.edges[*edge].source != state.location {
                return None;
            }
            let next = stepper.take(*edge, state, inputs)?;
            states.push(next);
        }
        Some(states)
    }

    /// The inputs in the order in which they are read, each with the location where it is: if the system has several initial conditions, the number
    /// of the one that is taken, without a variable; free variables of the first state; then what each step reads. Where the values of a step enable another edge as well, the number of the edge among those of its location is an
    /// input without a variable.
    pub fn read(&self, stepper: &Stepper<'_>) -> Vec<(LocationId, Option<Var>, Value)> {
        let system = stepper.system();
        let (shadow, _) = Shadow::initial(system, self.initial);
        let first = system.locations[shadow.at].vars.iter().zip(&self.start.values).zip(shadow.values());
        let is_free = |term: &Term| !variables([term]).is_empty();
        let mut read: Vec<(LocationId, Option<Var>, Value)> = Vec::new();
        if system.initial.len() > 1 {
            read.push((shadow.at, None, Value::int(self.initial)));
        }
        let first = first.filter(|(_, term)| is_free(term));
        read.extend(first.map(|((var, value), _)| (shadow.at, Some(var.clone()), value.clone())));
        let states = self.replay(stepper).expect("a test is an execution");
        for ((edge, values), state) in self.steps.iter().zip(&states) {
            let inputs = system.edges[*edge].inputs.iter().cloned().zip(values.iter().cloned());
            let chosen: Assignment = inputs.clone().collect();
            read.extend(inputs.map(|(var, value)| (state.location, Some(var), value)));
            let is_enabled = |id: EdgeId| {
                let inputs = system.edges[id].inputs.iter();
                let values: Vec<Value> = inputs.map(|var| chosen.complete(&var.term())).collect();
                stepper.take(id, state, &values).is_some()
            };
            let edges: Vec<EdgeId> = system.edges_from(state.location).map(|(id, _)| id).collect();
            if edges.iter().any(|id| id != edge && is_enabled(*id)) {
                let place = edges.iter().position(|id| id == edge).expect("it leaves its source");
                read.push((state.location, None, Value::int(place)));
            }
        }
        read
    }

    /// The inputs of the first state and of so many steps, by the names that they have in a shadow.
    pub(super) fn inputs(&self, system: &System, steps: usize) -> Assignment {
        let vars = &system.locations[self.start.location].vars;
        let first = vars.iter().zip(&self.start.values).map(|(var, value)| (named(var, 0), value.clone()));
        let mut inputs: Assignment = first.collect();
        for (index, (edge, values)) in self.steps.iter().take(steps).enumerate() {
            for (var, value) in system.edges[*edge].inputs.iter().zip(values) {
                inputs.set(named(var, index + 1), value.clone());
            }
        }
        inputs
    }

    /// The edges taken, in order.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> {
        self.steps.iter().map(|(edge, _)| *edge)
    }
}
