//! Concrete execution of systems, one step at a time.

use super::{Edge, EdgeId, ErrorId, State, System};
use crate::term::{Assignment, Evaluator, Kind, Sort, Term, TermRefs, Value, Var};
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

/// Executes a system's steps.
///
/// Under-approximates where edges have inputs: it tries the simplest values, the values that the state holds and the
/// constants that the edge compares with, at most [`Stepper::MOST_CHOICES`] combinations an edge. Exact otherwise.
///
/// Steps are remembered: analyses that begin in the same states with other domains execute them once.
pub struct Stepper<'a> {
    system: &'a System,
    constants: Vec<BTreeSet<BigInt>>,
    error_constants: Vec<BTreeSet<BigInt>>,
    taken: RefCell<HashMap<State, Rc<Step>>>,
}

impl<'a> Stepper<'a> {
    /// Combinations of input values that are tried for one edge.
    pub const MOST_CHOICES: usize = 64;
    /// Steps that are remembered.
    const MOST_REMEMBERED: usize = 20_000;

    /// A stepper for a system.
    pub fn new(system: &'a System) -> Stepper<'a> {
        let edge = |edge: &Edge| constants_of(edge.updates.iter().chain([&edge.guard]));
        Stepper {
            system,
            constants: system.edges.values().map(edge).collect(),
            error_constants: system.errors.values().map(|error| constants_of([&error.guard])).collect(),
            taken: RefCell::default(),
        }
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// What the state can do next.
    pub fn step(&self, state: &State) -> Rc<Step> {
        if let Some(step) = self.taken.borrow().get(state) {
            return step.clone();
        }
        let (step, mut taken) = (Rc::new(self.execute(state)), self.taken.borrow_mut());
        if taken.len() < Self::MOST_REMEMBERED {
            taken.insert(state.clone(), step.clone());
        }
        step
    }

    fn execute(&self, state: &State) -> Step {
        let base = self.system.assignment(state);
        let mut step = Step::default();
        for (id, edge) in self.system.edges_from(state.location) {
            for choice in self.choices(&base, &edge.inputs, &self.constants[id.as_u32() as usize]) {
                let mut evaluator = Evaluator::new(&choice);
                if !holds(&mut evaluator, &edge.guard) {
                    continue;
                }
                let values = edge.updates.iter().map(|update| value(&mut evaluator, update)).collect();
                let successor = (id, State { location: edge.target, values });
                if !step.successors.contains(&successor) {
                    step.successors.push(successor);
                }
            }
        }
        for (id, error) in self.system.errors.iter().filter(|(_, error)| error.source == state.location) {
            let mut choices = self.choices(&base, &error.inputs, &self.error_constants[id.as_u32() as usize]);
            if let Some(choice) = choices.find(|choice| holds(&mut Evaluator::new(choice), &error.guard)) {
                let inputs =
                    error.inputs.iter().filter_map(|var| Some((var.clone(), choice.get(var)?.clone())));
                step.errors.push((id, inputs.collect()));
            }
        }
        step
    }

    /// The state's assignment extended by input values.
    fn choices<'c>(
        &self,
        base: &'c Assignment,
        inputs: &'c [Var],
        constants: &BTreeSet<BigInt>,
    ) -> impl Iterator<Item = Assignment> + 'c {
        let pools: Vec<Vec<Value>> = inputs.iter().map(|var| pool(base, &var.sort, constants)).collect();
        let total = pools.iter().try_fold(1usize, |product, pool| product.checked_mul(pool.len()));
        let count = total.unwrap_or(usize::MAX).min(Self::MOST_CHOICES);
        (0..count).map(move |mut index| {
            let mut choice = base.clone();
            for (var, pool) in inputs.iter().zip(&pools) {
                choice.set(var.clone(), pool[index % pool.len()].clone());
                index /= pool.len();
            }
            choice
        })
    }
}

fn holds(evaluator: &mut Evaluator<'_>, guard: &Term) -> bool {
    value(evaluator, guard) == Value::Bool(true)
}

fn value(evaluator: &mut Evaluator<'_>, term: &Term) -> Value {
    evaluator.eval(term).expect("a checked system reads only variables in scope")
}

/// Values worth trying for an input.
fn pool(base: &Assignment, sort: &Sort, constants: &BTreeSet<BigInt>) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(variants) => (0..variants.len()).map(Value::int).collect(),
        Sort::Array(_) => vec![Value::simplest(sort)],
        Sort::Int | Sort::Nat | Sort::Machine(_) => {
            let own =
                base.iter().filter(|(var, _)| var.sort.is_integer()).map(|(_, value)| value.as_int().clone());
            let mut values: Vec<BigInt> = vec![BigInt::ZERO, BigInt::from(1), BigInt::from(-1)];
            for value in own.chain(constants.iter().cloned()) {
                if !values.contains(&value) {
                    values.push(value);
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
