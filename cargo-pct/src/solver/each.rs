//! Formulas about each element, without quantifiers: by instantiation.
//!
//! A formula about each element ([`crate::term::Pattern`]) becomes a truth value of its own, with a witness: an index at which it fails if it does not hold.
//! If it holds, it does so at the indices that anything reads, and at zero. These instantiations are added where a model violates them. In a model that
//! violates none, what lies at other indices matters to nobody: it is made what lies at zero, and then the formula holds there, too (the complete
//! instantiation of the array property fragment: Bradley, Manna, Sipma, section 3). An array that is filled with a value cannot be made another one:
//! where evaluation says that the formula fails in it, it is instantiated there, too. Whether that is a model evaluation tells, as of every other.

use crate::term::{
    ArrayValue, Assignment, Kind, Pattern, Sort, Substitution, Term, TermMap, TermSet, Value, Var, variables,
};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Formulas about each element that were met in a solver's assertions and questions.
#[derive(Default)]
pub(super) struct Elements {
    /// What stands for each formula.
    names: TermMap<Term>,
    formulas: Vec<Formula>,
    /// What the first of the formulas that are not defined yet is.
    undefined: usize,
    /// Arrays are read and written at these.
    indices: Vec<Term>,
    seen: TermSet,
}

struct Formula {
    pattern: Pattern,
    below: Term,
    arguments: Vec<Term>,
    /// Whether it holds.
    holds: Term,
    /// Where it fails, if it does.
    witness: Term,
    /// Where it is known to hold if it holds.
    instantiations: TermSet,
}

/// What a model was found to be.
pub(super) enum Checked {
    /// It violates these instantiations.
    Violates(Vec<Term>),
    /// It violates none, and is one of what was asked.
    Model(Assignment),
}

impl Elements {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// The truth value that stands for a formula about each element.
    pub(super) fn name(&mut self, each: &Term) -> Term {
        if let Some(name) = self.names.get(each) {
            return name.clone();
        }
        let Kind::Each(pattern, operands) = each.kind() else { unreachable!("{each} is of no elements") };
        let (below, arguments) = operands.split_first().expect("the first operand says how far");
        let number = self.formulas.len();
        let holds = Var::new(format!("each {number}"), Sort::Bool).term();
        let witness = Var::new(format!("witness {number}"), Sort::Machine(Pattern::INDEX)).term();
        self.formulas.push(Formula {
            pattern: pattern.clone(),
            below: below.clone(),
            arguments: arguments.to_vec(),
            holds: holds.clone(),
            witness: witness.clone(),
            instantiations: TermSet::default(),
        });
        self.indices.push(witness);
        self.names.insert(each.clone(), holds.clone());
        holds
    }

    /// What the truth values mean that are new: the formula fails at the witness if it fails, and holds at zero if it holds.
    pub(super) fn definitions(&mut self) -> Vec<Term> {
        let new = std::mem::replace(&mut self.undefined, self.formulas.len());
        let zero = Term::int(0);
        self.formulas[new..]
            .iter_mut()
            .flat_map(|formula| [formula.fails(), formula.instantiation(&zero)])
            .collect()
    }

    /// Looks for what arrays are read at in a formula that a model will be asked for.
    pub(super) fn read_at(&mut self, formula: &Term) {
        let mut pending = vec![formula];
        while let Some(term) = pending.pop() {
            if !self.seen.insert(term.clone()) {
                continue;
            }
            if let Kind::Select(_, index) | Kind::Store(_, index, _) = term.kind() {
                self.indices.push(index.clone());
            }
            pending.extend(term.operands());
        }
    }

    /// Whether a model violates instantiations that were not asked for; if not, it is made one of all elements.
    pub(super) fn check(&mut self, mut model: Assignment) -> Checked {
        let mut indices: BTreeMap<BigInt, Term> = BTreeMap::from([(BigInt::ZERO, Term::int(0))]);
        for index in &self.indices {
            indices.entry(model.complete(index).as_int().clone()).or_insert_with(|| index.clone());
        }
        let holding = self.formulas.iter_mut().filter(|formula| model.complete(&formula.holds).as_bool());
        let violated: Vec<Term> = holding.flat_map(|formula| formula.violated_by(&model, &indices)).collect();
        if !violated.is_empty() {
            return Checked::Violates(violated);
        }
        self.repair(&mut model, &indices.into_keys().collect());
        let still_violated = self.instantiations_elsewhere(&model);
        if still_violated.is_empty() { Checked::Model(model) } else { Checked::Violates(still_violated) }
    }

    /// Instantiates the formulas that a repaired model violates, each at an index where it fails. Arrays that are filled with one value cannot
    /// be repaired: what lies where nothing reads is fixed.
    fn instantiations_elsewhere(&mut self, model: &Assignment) -> Vec<Term> {
        let holding = self.formulas.iter_mut().filter(|formula| model.complete(&formula.holds).as_bool());
        let violated = holding.filter_map(|formula| {
            let index = Term::int(formula.fails_in(model)?);
            Some((index.clone(), formula.instantiation(&index)))
        });
        let (indices, instantiations): (Vec<Term>, Vec<Term>) = violated.unzip();
        self.indices.extend(indices);
        instantiations
    }

    /// Makes elements that nothing reads what lies at zero.
    fn repair(&self, model: &mut Assignment, read: &BTreeSet<BigInt>) {
        let operands = self.formulas.iter().flat_map(|formula| &formula.arguments);
        for var in variables(operands) {
            if let Some(Value::Array(array)) = model.get(&var) {
                let filled = ArrayValue::filled(array.get(&BigInt::ZERO).clone());
                let own = read.iter().map(|index| (index.clone(), array.get(index).clone()));
                let array = own.fold(filled, |filled, (index, element)| filled.with(index, element));
                model.set(var, Value::Array(array));
            }
        }
    }
}

impl Formula {
    /// What it says of indices at which a model violates it, as far as that was not asked for.
    fn violated_by(&mut self, model: &Assignment, indices: &BTreeMap<BigInt, Term>) -> Vec<Term> {
        let below = model.complete(&self.below);
        let inside = indices.range(BigInt::ZERO..).take_while(|(at, _)| *at < below.as_int());
        let is_violated = |index: &&Term| {
            !self.instantiations.contains(*index) && !model.complete(&self.at(index)).as_bool()
        };
        let found: Vec<&Term> = inside.map(|(_, index)| index).filter(is_violated).collect();
        found.into_iter().map(|index| self.instantiation(index)).collect()
    }

    /// An index at which a model violates it that was not asked for.
    fn fails_in(&self, model: &Assignment) -> Option<BigInt> {
        let below = model.complete(&self.below);
        let arguments: Vec<Value> = self.arguments.iter().map(|argument| model.complete(argument)).collect();
        let index = self.pattern.fails_at(below.as_int(), arguments)?;
        (!self.instantiations.contains(&Term::int(index.clone()))).then_some(index)
    }

    /// What the formula says of an index.
    fn at(&self, index: &Term) -> Term {
        let arguments = self.pattern.parameters().iter().cloned().zip(self.arguments.iter().cloned());
        // What lies inside is no other number for being wrapped.
        let sort = &self.pattern.index().sort;
        let index = if index.is_assignable_to(sort) { index.clone() } else { index.wrap(Pattern::INDEX) };
        let own = arguments.chain([(self.pattern.index().clone(), index)]);
        Substitution::new(own).apply(self.pattern.body())
    }

    fn is_inside(&self, index: &Term) -> Term {
        Term::int(0).le(index).and(&index.lt(&self.below))
    }

    /// If the formula holds, it holds at this index.
    fn instantiation(&mut self, index: &Term) -> Term {
        self.instantiations.insert(index.clone());
        self.holds.and(&self.is_inside(index)).implies(&self.at(index))
    }

    fn fails(&self) -> Term {
        self.holds.or(&self.is_inside(&self.witness).and(&self.at(&self.witness).not()))
    }
}
