//! Executions of a system as the calls that a client makes.

use crate::fabricate::Execution;
use crate::lower::Lowered;
use crate::symex::types::is_unknown_constant;
use crate::system::LocationId;
use crate::term::{Assignment, Value, Var};

/// Calls, in order; the last one is the one that matters: it fails, or reaches a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSequence {
    /// The object that the client builds first, from its public fields or as a variant; none where the first call makes it.
    pub built: Option<Assignment>,
    /// The calls.
    pub calls: Vec<Call>,
}

/// One call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The function, by number among the subject's entries.
    pub entry: usize,
    /// The values of its arguments' leaves, and of whatever else the solver chose in it.
    pub inputs: Assignment,
    /// It panics, which the client catches.
    pub unwinds: bool,
}

/// The calls of an execution whose last step begins at `source` and is a part of a call of `entry`; none where clients do
/// more in it than build the object and call.
pub(super) fn sequence(
    lowered: &Lowered,
    execution: &Execution,
    source: LocationId,
    entry: usize,
) -> Option<CallSequence> {
    let mut sequence = CallSequence::default();
    for (edge, inputs, state) in &execution.steps {
        if Some(*edge) == lowered.builds {
            sequence = CallSequence { built: Some(lowered.system.assignment(state)), calls: Vec::new() };
            continue;
        }
        if lowered.client_steps.contains(edge) {
            return None;
        }
        let source = lowered.system.edges[*edge].source;
        sequence.step(begins_call(lowered, source), lowered.calls[*edge], inputs);
        if let Some(call) = sequence.calls.last_mut() {
            call.unwinds = lowered.unwinding.contains(edge);
        }
    }
    sequence.step(begins_call(lowered, source), entry, &execution.inputs);
    Some(sequence)
}

fn begins_call(lowered: &Lowered, source: LocationId) -> bool {
    Some(source) == lowered.outside || Some(source) == lowered.object
}

impl CallSequence {
    /// What const parameters stand for in the calls, where that matters. None if calls disagree, as about such of their own.
    pub fn constants(&self) -> Option<Assignment> {
        let mut constants = Assignment::new();
        let values = self.built.iter().chain(self.calls.iter().map(|call| &call.inputs));
        for (var, value) in values.flat_map(Assignment::iter).filter(|(var, _)| is_unknown_constant(var)) {
            if constants.get(var).is_some_and(|known| known != value) {
                return None;
            }
            constants.set(var.clone(), value.clone());
        }
        Some(constants)
    }

    fn step(&mut self, begins: bool, entry: usize, inputs: &Assignment) {
        if begins || self.calls.is_empty() {
            self.calls.push(Call { entry, inputs: inputs.clone(), unwinds: false });
            return;
        }
        let call = self.calls.last_mut().expect("a call was begun");
        for (var, value) in inputs.iter() {
            if call.inputs.get(var).is_none() {
                call.inputs.set(var.clone(), value.clone());
            }
        }
    }
}

impl Call {
    /// The value of a leaf; what no step read may be anything, so the simplest value serves.
    pub fn value(&self, var: &Var) -> Value {
        self.inputs.get(var).cloned().unwrap_or_else(|| Value::simplest(&var.sort))
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, CallSequence};
    use crate::term::{Assignment, Sort, Value, Var};

    #[test]
    fn calls_that_disagree_about_a_constant_have_none() {
        let call = |name: &str, value: u32| {
            let mut inputs = Assignment::new();
            inputs.set(Var::new(name, Sort::Int), Value::int(value));
            Call { inputs, ..Call::default() }
        };
        let constants = |calls: &[Call]| CallSequence { built: None, calls: calls.to_vec() }.constants();
        let known = constants(&[call("N?", 3), call("x", 1), call("N?", 3)]).unwrap();
        assert_eq!(known.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>(), [Value::int(3)]);
        assert_eq!(constants(&[call("N?", 3), call("N?", 4)]), None);
    }
}
