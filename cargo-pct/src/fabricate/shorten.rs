//! Fewer calls for the same error: what a random walk did on the way and did not need is left out.

use super::reach::Execution;
use crate::system::{EdgeId, ErrorId, LocationId, State, Stepper, System};
use crate::term::{Assignment, Value, Var};
use std::collections::BTreeSet;

/// Steps that all tries together may take.
const MOST_STEPS: usize = 50_000;

/// What calls are in a system.
#[derive(Clone, Copy)]
pub struct CallRules<'c> {
    /// Whether an execution along this edge is one of the code.
    pub is_real: &'c dyn Fn(EdgeId) -> bool,
    /// Whether calls begin at this location.
    pub begins: &'c dyn Fn(LocationId) -> bool,
    /// Which function's call an edge is a part of.
    pub function: &'c dyn Fn(EdgeId) -> Option<usize>,
}

/// A call: the function, if it is not known from the error that it runs into, and what it was given.
#[derive(Clone)]
struct Call {
    function: Option<usize>,
    inputs: Assignment,
}

/// Leaves out calls of an execution, large parts first, as long as it still ends in its error. The first call, which makes the object,
/// stays, and the last one, which fails.
///
/// The result is an execution of the system, or the given one.
pub(super) fn shortened(
    system: &System,
    stepper: &Stepper<'_>,
    execution: Execution,
    rules: CallRules<'_>,
) -> Execution {
    let (error, start) = (execution.error, &execution.start);
    let mut replay = Replay { system, stepper, error, start, rules, steps: 0 };
    let mut calls = replay.calls(&execution);
    let mut best = None;
    for part in (1..=calls.len() / 2).rev() {
        let mut at = 1;
        while at + part < calls.len() && replay.steps < MOST_STEPS {
            let mut fewer = calls.clone();
            fewer.drain(at..at + part);
            match replay.run(&fewer) {
                Some(shorter) => (calls, best) = (fewer, Some(shorter)),
                None => at += 1,
            }
        }
    }
    best.unwrap_or(execution)
}

struct Replay<'r> {
    system: &'r System,
    stepper: &'r Stepper<'r>,
    error: ErrorId,
    start: &'r State,
    rules: CallRules<'r>,
    /// Steps so far.
    steps: usize,
}

impl Replay<'_> {
    /// The calls of an execution.
    fn calls(&self, execution: &Execution) -> Vec<Call> {
        let mut calls: Vec<Call> = Vec::new();
        let mut at = execution.start.location;
        let steps = execution.steps.iter();
        let steps = steps.map(|(edge, inputs, state)| (Some(*edge), inputs, Some(state.location)));
        for (edge, inputs, next) in steps.chain([(None, &execution.inputs, None)]) {
            if calls.is_empty() || (self.rules.begins)(at) {
                let function = edge.and_then(self.rules.function);
                calls.push(Call { function, inputs: Assignment::new() });
            }
            let Some(call) = calls.last_mut() else { continue };
            for (var, value) in inputs.iter() {
                if call.inputs.get(var).is_none() {
                    call.inputs.set(var.clone(), value.clone());
                }
            }
            at = next.unwrap_or(at);
        }
        calls
    }

    /// Makes calls; the execution, if the last one runs into the error.
    fn run(&mut self, calls: &[Call]) -> Option<Execution> {
        let (wanted, mut steps) = (BTreeSet::from([self.error]), Vec::new());
        let mut state = self.start.clone();
        for (number, call) in calls.iter().enumerate() {
            loop {
                self.steps += 1;
                let mut choose = |var: &Var| given(&call.inputs, var);
                let followed = self.stepper.follow(&state, &mut choose, &wanted);
                if number + 1 == calls.len() && !followed.errors.is_empty() {
                    let inputs = chosen(&call.inputs, &self.system.errors[self.error].inputs);
                    return Some(Execution { start: self.start.clone(), steps, error: self.error, inputs });
                }
                let is_own =
                    |edge: EdgeId| (self.rules.is_real)(edge) && call.function == (self.rules.function)(edge);
                let (edge, next) = followed.successors.into_iter().find(|(edge, _)| is_own(*edge))?;
                steps.push((edge, chosen(&call.inputs, &self.system.edges[edge].inputs), next.clone()));
                state = next;
                if (self.rules.begins)(state.location) {
                    break;
                }
                if self.steps > MOST_STEPS {
                    return None;
                }
            }
        }
        None
    }
}

fn given(call: &Assignment, var: &Var) -> Value {
    call.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort))
}

fn chosen(call: &Assignment, names: &[Var]) -> Assignment {
    names.iter().map(|var| (var.clone(), given(call, var))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::read;

    /// Two calls up lead to the error, whatever else is called in between.
    const LEVELS: &str = r#"
        (system levels)
        (location outside)
        (location object (var n Int))
        (initial outside)
        (edge outside object (set n 0))
        (edge object object (input up Bool) (when up) (set n (+ n 1)))
        (edge object object)
        (error object "too high" (input up Bool) (when (and up (>= n 2))))
    "#;

    #[test]
    fn calls_that_are_not_needed_are_left_out() {
        let system = read(LEVELS).unwrap().system;
        let stepper = Stepper::new(&system);
        let error = system.errors.keys().next().unwrap();
        let edges: Vec<EdgeId> = system.edges.keys().collect();
        let up = system.edges[edges[1]].inputs[0].clone();
        let chosen = |value: bool| Assignment::from_iter([(up.clone(), Value::Bool(value))]);
        let mut state = State { location: system.edges[edges[0]].source, values: Vec::new() };
        let start = state.clone();
        let mut steps = Vec::new();
        let calls = [(0, None), (2, None), (1, Some(true)), (2, None), (1, Some(true)), (1, Some(true))];
        for (number, value) in calls {
            let inputs: Vec<Value> = value.map(Value::Bool).into_iter().collect();
            state = stepper.take(edges[number], &state, &inputs).unwrap();
            steps.push((edges[number], value.map_or_else(Assignment::new, chosen), state.clone()));
        }
        let object = state.location;
        let execution = Execution { start: start.clone(), steps, error, inputs: chosen(true) };
        let begins = |at: LocationId| at == start.location || at == object;
        let function = |edge: EdgeId| Some(usize::from(edge == edges[2]));
        let rules = CallRules { is_real: &|_| true, begins: &begins, function: &function };
        let shorter = shortened(&system, &stepper, execution, rules);
        let taken: Vec<EdgeId> = shorter.steps.iter().map(|(edge, ..)| *edge).collect();
        assert_eq!(taken, [edges[0], edges[1], edges[1]]);
        assert_eq!(shorter.steps.last().unwrap().2.values, [Value::int(2)]);
    }
}
