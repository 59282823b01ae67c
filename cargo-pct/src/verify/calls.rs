//! Executions of a system as the calls that a client makes.

use crate::fabricate::Execution;
use crate::lower::{EdgeKind, EntryId, Lowered};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub entry: EntryId,
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
    entry: EntryId,
) -> Option<CallSequence> {
    let mut sequence = CallSequence::default();
    for (edge, inputs, state) in &execution.steps {
        let facts = lowered.edge(*edge);
        match facts.kind {
            EdgeKind::Building => {
                let built = Some(lowered.system().assignment(state));
                sequence = CallSequence { built, calls: Vec::new() };
            }
            EdgeKind::Client => return None,
            EdgeKind::Call | EdgeKind::Unwinding => {
                let source = lowered.system().edges[*edge].source;
                sequence.step(lowered.begins_calls(source), facts.call?, inputs);
                if let Some(call) = sequence.calls.last_mut() {
                    call.unwinds = facts.kind == EdgeKind::Unwinding;
                }
            }
        }
    }
    sequence.step(lowered.begins_calls(source), entry, &execution.inputs);
    Some(sequence)
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

    fn step(&mut self, begins: bool, entry: EntryId, inputs: &Assignment) {
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
    use crate::ids::EntityRef;
    use crate::lower::EntryId;
    use crate::term::{Assignment, Sort, Value, Var, VarName};

    #[test]
    fn calls_that_disagree_about_a_constant_have_none() {
        let [constant, other] = [VarName::const_parameter("N?"), VarName::from("x")];
        let call = |name: &VarName, value: u32| {
            let mut inputs = Assignment::new();
            inputs.set(Var::new(name, Sort::Int), Value::int(value));
            Call { entry: EntryId::new(0), inputs, unwinds: false }
        };
        let constants = |calls: &[Call]| CallSequence { built: None, calls: calls.to_vec() }.constants();
        let known = constants(&[call(&constant, 3), call(&other, 1), call(&constant, 3)]).unwrap();
        assert_eq!(known.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>(), [Value::int(3)]);
        assert_eq!(constants(&[call(&constant, 3), call(&constant, 4)]), None);
    }
}
