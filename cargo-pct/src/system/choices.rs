//! The inputs that an edge is tried with.
//!
//! Edges have a dozen inputs and more, and most combinations of their values take none of them. A guard is a conjunction: where one of its
//! conditions fails, so do all combinations that differ only in inputs that it does not read. These are passed over.

use crate::term::{Compiled, Kind, Sort, Term, Value, Var, constants, variables};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Combinations of input values that are tried for one edge.
pub(super) const MOST_CHOICES: usize = 64;

/// An edge that chooses inputs.
pub(super) struct Choosing<Id> {
    pub(super) id: Id,
    /// The inputs, by their place among the choices of all edges.
    inputs: Vec<usize>,
    constants: BTreeSet<BigInt>,
    /// The conjuncts of the guard. Those come first that rule out the most combinations at once.
    conditions: Vec<Condition>,
    /// The compiled number of the first update; those of the others follow.
    pub(super) updates: usize,
}

/// A conjunct of a guard.
struct Condition {
    /// Its compiled number.
    number: usize,
    /// The first input of the edge that it reads; the number of inputs if it reads none.
    first: usize,
}

impl<Id> Choosing<Id> {
    /// Adds an edge's inputs and terms to those of its location.
    pub(super) fn new<'t>(
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
        let places = inputs.iter().map(&mut place).collect();
        let mut conditions = Vec::new();
        for conjunct in conjuncts(guard) {
            let read = variables([conjunct]);
            let first = inputs.iter().position(|input| read.contains(input)).unwrap_or(inputs.len());
            conditions.push(Condition { number: terms.len(), first });
            terms.push(conjunct);
        }
        conditions.sort_by_key(|condition| std::cmp::Reverse(condition.first));
        let number = terms.len();
        terms.extend(updates);
        let constants = constants(updates.iter().chain([guard]));
        Choosing { id, inputs: places, constants, conditions, updates: number }
    }

    /// The compiled numbers of the conditions that read no input.
    pub(super) fn conditions_of_states(&self) -> impl Iterator<Item = usize> {
        let reads_none = |condition: &&Condition| condition.first == self.inputs.len();
        self.conditions.iter().take_while(reads_none).map(|condition| condition.number)
    }

    /// Sets each combination of inputs with which the edge can be taken, until `is_enough` of one. `own`: what the state holds. Returns how many
    /// combinations were tried.
    pub(super) fn each_choice(
        &self,
        compiled: &mut Compiled,
        own: &[BigInt],
        inputs: &[Var],
        mut is_enough: impl FnMut(&mut Compiled, &Combinations) -> bool,
    ) -> usize {
        let mut reads_none = self.conditions.iter().take_while(|condition| condition.first == inputs.len());
        if !reads_none.all(|condition| compiled.holds(condition.number)) {
            return 1;
        }
        let Some(mut combinations) = Combinations::new(own, inputs, &self.constants) else { return 1 };
        let set =
            |compiled: &mut Compiled, place: usize, value: &Value| compiled.set(self.inputs[place], value);
        compiled.choose();
        combinations.values().enumerate().for_each(|(place, value)| set(compiled, place, value));
        let mut tried = 0;
        loop {
            tried += 1;
            let failed = self.conditions.iter().find(|condition| !compiled.holds(condition.number));
            if failed.is_none() && is_enough(compiled, &combinations) {
                return tried;
            }
            compiled.choose();
            let first = failed.map_or(0, |condition| condition.first);
            if !combinations.advance(first, |place, value| set(compiled, place, value)) {
                return tried;
            }
        }
    }

    /// Sets these inputs, and tells whether the edge can be taken with them.
    pub(super) fn holds_with(&self, compiled: &mut Compiled, inputs: &[Value]) -> bool {
        compiled.choose();
        self.inputs.iter().zip(inputs).for_each(|(place, value)| compiled.set(*place, value));
        self.holds(compiled)
    }

    /// Tells whether the edge can be taken with the inputs that are set.
    pub(super) fn holds(&self, compiled: &mut Compiled) -> bool {
        self.conditions.iter().all(|condition| compiled.holds(condition.number))
    }
}

/// The combinations of values that are tried for some inputs, one after another: the first input's values change the fastest.
pub(super) struct Combinations {
    pools: Vec<Vec<Value>>,
    /// By input, which of its values it has now.
    digits: Vec<usize>,
    /// How many combinations come before this one, and how many there are.
    index: usize,
    count: usize,
}

impl Combinations {
    /// The first combination; none where an input has no value.
    fn new(own: &[BigInt], inputs: &[Var], constants: &BTreeSet<BigInt>) -> Option<Combinations> {
        let mut count = 1usize;
        let mut pools = Vec::with_capacity(inputs.len());
        for var in inputs {
            // Inputs that are never varied have one value.
            let most = if count < MOST_CHOICES { usize::MAX } else { 1 };
            let pool = pool(own, &var.sort, constants, most);
            count = count.saturating_mul(pool.len());
            pools.push(pool);
        }
        let digits = vec![0; inputs.len()];
        (count > 0).then(|| Combinations { pools, digits, index: 0, count: count.min(MOST_CHOICES) })
    }

    /// The values of this combination.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.pools.iter().zip(&self.digits).map(|(pool, digit)| &pool[*digit])
    }

    /// Goes on to the next combination that differs in the input with this number or in one behind it, and hands over what has changed.
    /// Returns whether there is one.
    fn advance(&mut self, first: usize, mut set: impl FnMut(usize, &Value)) -> bool {
        let sizes = self.pools[..first].iter().map(Vec::len);
        let alike = sizes.fold(1, usize::saturating_mul);
        self.index = (self.index / alike + 1).saturating_mul(alike);
        if self.index >= self.count {
            return false;
        }
        let mut rest = self.index;
        for (place, pool) in self.pools.iter().enumerate() {
            let digit = rest % pool.len();
            rest /= pool.len();
            if self.digits[place] != digit {
                self.digits[place] = digit;
                set(place, &pool[digit]);
            }
        }
        true
    }
}

/// Values worth trying for an input, at most so many.
fn pool(own: &[BigInt], sort: &Sort, constants: &BTreeSet<BigInt>, most: usize) -> Vec<Value> {
    match sort {
        Sort::Bool => [false, true].into_iter().map(Value::Bool).take(most).collect(),
        Sort::Enum(variants) => (0..variants.len()).map(Value::int).take(most).collect(),
        Sort::Array(_) => vec![Value::simplest(sort)],
        Sort::Int | Sort::Nat | Sort::Machine(_) => {
            let always = [0, 1, -1].map(BigInt::from);
            let mut values: Vec<Value> = Vec::new();
            for value in always.iter().chain(own).chain(constants) {
                if values.len() == most {
                    break;
                }
                let value = Value::Int(value.clone());
                if value.has_sort(sort) && !values.contains(&value) {
                    values.push(value);
                }
            }
            values
        }
    }
}

/// The conjuncts of a guard, those of conjunctions within it among them.
fn conjuncts(guard: &Term) -> Vec<&Term> {
    match guard.kind() {
        Kind::And(_) => guard.operands().into_iter().flat_map(conjuncts).collect(),
        _ => vec![guard],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::term::Assignment;

    /// A condition on some of the variables.
    fn condition(vars: &[Var], random: &mut Random) -> Term {
        let mut any = || vars[random.below(vars.len() as u64) as usize].term();
        let (a, b) = (any(), any());
        match random.below(4) {
            0 => a.le(&b),
            1 => a.equals(&b).not(),
            2 => a.plus(&b).le(&Term::int(2)),
            _ => a.lt(&Term::int(3)).or(&b.lt(&Term::int(0))),
        }
    }

    /// All combinations with which a guard holds, each evaluated by itself.
    fn expected(guard: &Term, state: &Assignment, inputs: &[Var], pools: &[Vec<Value>]) -> Vec<Vec<Value>> {
        let total: usize = pools.iter().map(Vec::len).product();
        let combination = |mut index: usize| -> Vec<Value> {
            let mut next = |pool: &Vec<Value>| {
                let value = pool[index % pool.len()].clone();
                index /= pool.len();
                value
            };
            pools.iter().map(&mut next).collect()
        };
        let holds = |values: &Vec<Value>| {
            let mut all = state.clone();
            inputs.iter().zip(values).for_each(|(var, value)| all.set(var.clone(), value.clone()));
            all.eval(guard).unwrap() == Value::Bool(true)
        };
        (0..total.min(MOST_CHOICES)).map(combination).filter(holds).collect()
    }

    #[test]
    fn what_is_passed_over_does_not_hold() {
        let mut random = Random::new(7);
        let var = |name: &str| Var::new(name, Sort::Int);
        let (state, inputs) = ([var("x"), var("y")], [var("a"), var("b"), var("c")]);
        let all: Vec<Var> = state.iter().chain(&inputs).cloned().collect();
        for _ in 0..500 {
            let count = 1 + random.below(4);
            let guard = Term::all((0..count).map(|_| condition(&all, &mut random)));
            let own: Vec<BigInt> = (0..2).map(|_| BigInt::from(random.below(6))).collect();
            let (mut choices, mut terms) = (Vec::new(), Vec::new());
            let choosing = Choosing::new((), &inputs, &guard, &[], &mut choices, &mut terms);
            let mut compiled = Compiled::new(&state, &choices, terms);
            let values: Vec<Value> = own.iter().cloned().map(Value::Int).collect();
            compiled.enter(&values);
            let mut found: Vec<Vec<Value>> = Vec::new();
            choosing.each_choice(&mut compiled, &own, &inputs, |_, combination| {
                found.push(combination.values().cloned().collect());
                false
            });
            let pool = |var: &Var| pool(&own, &var.sort, &choosing.constants, usize::MAX);
            let pools: Vec<Vec<Value>> = inputs.iter().map(pool).collect();
            let assignment = state.iter().cloned().zip(values).collect();
            assert_eq!(found, expected(&guard, &assignment, &inputs, &pools), "{guard} where x, y = {own:?}");
        }
    }
}
