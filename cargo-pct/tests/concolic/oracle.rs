//! Which edges executions take, by looking at every concrete state: no solver, no search of the library's.

#[path = "../bounds/rows.rs"]
mod rows;

use cargo_pct::random::Random;
use cargo_pct::system::{EdgeId, State, System};
use cargo_pct::term::{Assignment, Value};
use rows::rows;
use std::collections::BTreeSet;

/// The states that executions begin in, each with the number of its initial condition.
fn initial(system: &System) -> Vec<(usize, State)> {
    let mut found = Vec::new();
    for (number, initial) in system.initial.iter().enumerate() {
        for values in rows(&system.locations[initial.location].vars) {
            let state = State { location: initial.location, values };
            if system.assignment(&state).eval(&initial.constraint) == Ok(Value::Bool(true)) {
                found.push((number, state));
            }
        }
    }
    found
}

/// All steps from a state: the edge, its inputs, and the state behind it.
pub(crate) fn steps(system: &System, state: &State) -> Vec<(EdgeId, Vec<Value>, State)> {
    let mut found = Vec::new();
    for (id, edge) in system.edges_from(state.location) {
        for inputs in rows(&edge.inputs) {
            let mut assignment: Assignment = system.assignment(state);
            edge.inputs
                .iter()
                .zip(&inputs)
                .for_each(|(var, value)| assignment.set(var.clone(), value.clone()));
            let value = |term| assignment.eval(term).expect("all variables have values");
            if value(&edge.guard) == Value::Bool(true) {
                let values = edge.updates.iter().map(value).collect();
                found.push((id, inputs, State { location: edge.target, values }));
            }
        }
    }
    found
}

/// The edges that some execution takes.
pub(crate) fn taken(system: &System) -> BTreeSet<EdgeId> {
    let (mut taken, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut pending: Vec<State> = initial(system).into_iter().map(|(_, state)| state).collect();
    while let Some(state) = pending.pop() {
        if seen.insert(state.clone()) {
            for (edge, _, after) in steps(system, &state) {
                taken.insert(edge);
                pending.push(after);
            }
        }
    }
    taken
}

/// A random execution; none if no state is initial.
pub(crate) fn walk(system: &System, most: usize, random: &mut Random) -> Option<cargo_pct::concolic::Test> {
    let (initial, start) = random.one_of(&initial(system))?.clone();
    let (mut walked, mut at) = (Vec::new(), start.clone());
    while walked.len() < most {
        let Some((edge, inputs, after)) = random.one_of(&steps(system, &at)).cloned() else { break };
        walked.push((edge, inputs));
        at = after;
    }
    Some(cargo_pct::concolic::Test { initial, start, steps: walked })
}
