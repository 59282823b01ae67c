//! Steps like one that the solver found: other values, the same edge.
//!
//! Every step of a covered state belongs to the least invariant, whoever finds it. A model of the solver's is a covered state with
//! inputs that take an edge; near it are others, and to look there costs an evaluation where a model costs a query. As everywhere
//! (theorem 3.2), what is found makes the procedure faster and its result no other.

use super::adequacy::Taken;
use super::execution::Exploration;
use crate::abstraction::Domain;
use crate::random::Random;
use crate::system::State;
use crate::term::{Sort, Value, Var};
use num_bigint::BigInt;

/// Tries steps like others.
pub(super) struct Variation {
    random: Random,
}

impl Default for Variation {
    fn default() -> Variation {
        Variation { random: Random::new(0) }
    }
}

impl Variation {
    /// Walks from a step to steps like it, as long as there is something new at least once in `patience` tries. Returns the states
    /// that are new, and how many abstract states they added.
    pub(super) fn around<D: Domain>(
        &mut self,
        taken: &Taken,
        patience: usize,
        execution: &mut Exploration<'_, D>,
    ) -> (Vec<State>, usize) {
        let edge = &execution.system.edges[taken.edge];
        let vars = &execution.system.locations[edge.source].vars;
        let sorts: Vec<&Sort> = vars.iter().chain(&edge.inputs).map(|var: &Var| &var.sort).collect();
        let constants = execution.constants(taken.edge);
        let mut at: Vec<Value> = taken.before.values.iter().chain(&taken.inputs).cloned().collect();
        let (mut found, mut idle) = (Vec::new(), 0);
        while idle < patience && !at.is_empty() {
            idle += 1;
            let mut next = at.clone();
            for _ in 0..=self.random.below(3) {
                let place = self.random.below(next.len() as u64) as usize;
                if let Some(value) = self.another(sorts[place], &next, &constants) {
                    next[place] = value;
                }
            }
            let before = State { location: edge.source, values: next[..vars.len()].to_vec() };
            let Some(successor) = execution.successor(taken.edge, &before, &next[vars.len()..]) else {
                continue;
            };
            at = next;
            if execution.observe(&successor) {
                idle = 0;
                found.push(successor);
            }
        }
        let grown = found.len();
        (found, grown)
    }

    /// Another value of a sort: one that the step holds or computes with, or its neighbour, a small one, or an extreme.
    fn another(&mut self, sort: &Sort, own: &[Value], constants: &[BigInt]) -> Option<Value> {
        let value = match sort {
            Sort::Bool => Value::Bool(self.random.below(2) == 0),
            Sort::Enum(variants) => Value::int(self.random.below(variants.len() as u64)),
            Sort::Array(_) => return None,
            Sort::Int | Sort::Nat | Sort::Machine(_) => Value::Int(self.integer(sort, own, constants)?),
        };
        value.has_sort(sort).then_some(value)
    }

    fn integer(&mut self, sort: &Sort, own: &[Value], constants: &[BigInt]) -> Option<BigInt> {
        let one = |random: &mut Random| {
            let Some(Value::Int(value)) = random.one_of(own) else { return None };
            Some(value.clone())
        };
        let beside = |random: &mut Random, value: BigInt| value - 1 + random.below(3);
        Some(match self.random.below(8) {
            0 | 1 => BigInt::from(self.random.below(16)),
            2 | 3 => one(&mut self.random)?,
            4 => {
                let value = one(&mut self.random)?;
                beside(&mut self.random, value)
            }
            5 => {
                let value = self.random.one_of(constants)?.clone();
                beside(&mut self.random, value)
            }
            6 => one(&mut self.random)? + one(&mut self.random)?,
            _ => match sort {
                &Sort::Machine(ty) => {
                    let span: BigInt = ty.max() - ty.min() + 1;
                    ty.min() + BigInt::from(self.random.bits()) % span
                }
                _ => BigInt::from(self.random.below(1 << 20)),
            },
        })
    }
}
