//! Evaluation of terms under an assignment.

use super::build::{divide, fold_bits};
use super::{ArrayValue, Kind, Pattern, Term, TermMap, Value, Var};
use num_traits::{Signed, ToPrimitive};
use std::collections::BTreeMap;

/// Values for variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: BTreeMap<Var, Value>,
}

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the variable `{name}` has no value", name = .0.name)]
pub struct EvalError(pub Var);

impl Assignment {
    /// No values.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Gives a variable its value, in place of what it had.
    ///
    /// # Panics
    /// If the value does not belong to the variable's sort.
    pub fn set(&mut self, var: Var, value: Value) {
        assert!(value.has_sort(&var.sort), "{value:?} is no value of `{}: {}`", var.name, var.sort);
        self.values.insert(var, value);
    }

    /// The value of a variable.
    pub fn get(&self, var: &Var) -> Option<&Value> {
        self.values.get(var)
    }

    /// All variables with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Var, &Value)> {
        self.values.iter()
    }

    /// The greatest distance from zero of the integers among the variables, those without a value aside; saturates.
    pub fn extent(&self, vars: &[Var]) -> i64 {
        let distance = |var: &Var| match self.get(var) {
            Some(Value::Int(value)) if var.sort.is_integer() => value.abs().to_i64().unwrap_or(i64::MAX),
            _ => 0,
        };
        vars.iter().map(distance).max().unwrap_or(0)
    }

    /// The value of a term.
    ///
    /// # Errors
    /// Names the first variable without a value that decides the result.
    pub fn eval(&self, term: &Term) -> Result<Value, EvalError> {
        Evaluator::new(self).eval(term)
    }

    /// The value of a term under [`Assignment::eval`], where variables without a value have the simplest one.
    pub fn complete(&self, term: &Term) -> Value {
        Evaluator { assignment: self, complete: true, memo: TermMap::default() }
            .eval(term)
            .expect("with completion every variable has a value")
    }
}

impl FromIterator<(Var, Value)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Var, Value)>>(pairs: I) -> Assignment {
        let mut assignment = Assignment::new();
        pairs.into_iter().for_each(|(var, value)| assignment.set(var, value));
        assignment
    }
}

/// Evaluates several terms under one assignment, each shared subterm once.
pub struct Evaluator<'a> {
    assignment: &'a Assignment,
    complete: bool,
    memo: TermMap<Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator without results yet.
    pub fn new(assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { assignment, complete: false, memo: TermMap::default() }
    }

    /// The value of a term.
    ///
    /// # Errors
    /// Names the first variable without a value that decides the result.
    pub fn eval(&mut self, term: &Term) -> Result<Value, EvalError> {
        if let Some(value) = self.memo.get(term) {
            return Ok(value.clone());
        }
        let value = self.compute(term)?;
        self.memo.insert(term.clone(), value.clone());
        Ok(value)
    }

    fn compute(&mut self, term: &Term) -> Result<Value, EvalError> {
        Ok(match term.kind() {
            Kind::Var(var) => match self.assignment.get(var) {
                Some(value) => value.clone(),
                None if self.complete => Value::simplest(&var.sort),
                None => return Err(EvalError(var.clone())),
            },
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Int(value) => Value::Int(value.clone()),
            Kind::Variant(_, index) => Value::int(*index),
            Kind::Not(a) => Value::Bool(!self.eval(a)?.as_bool()),
            Kind::And(terms) => Value::Bool(!self.any_is(terms, false)?),
            Kind::Or(terms) => Value::Bool(self.any_is(terms, true)?),
            Kind::Ite(c, a, b) => {
                if self.eval(c)?.as_bool() {
                    self.eval(a)?
                } else {
                    self.eval(b)?
                }
            }
            Kind::Eq(a, b) => Value::Bool(self.eval(a)? == self.eval(b)?),
            Kind::Le(a, b) => Value::Bool(self.eval(a)? <= self.eval(b)?),
            Kind::Lt(a, b) => Value::Bool(self.eval(a)? < self.eval(b)?),
            Kind::Add(a, b) => Value::Int(self.eval(a)?.as_int() + self.eval(b)?.as_int()),
            Kind::Sub(a, b) => Value::Int(self.eval(a)?.as_int() - self.eval(b)?.as_int()),
            Kind::Mul(a, b) => Value::Int(self.eval(a)?.as_int() * self.eval(b)?.as_int()),
            Kind::Div(d, a, b) => Value::Int(divide(*d, self.eval(a)?.as_int(), self.eval(b)?.as_int()).0),
            Kind::Rem(d, a, b) => Value::Int(divide(*d, self.eval(a)?.as_int(), self.eval(b)?.as_int()).1),
            Kind::Wrap { to, value, .. } => Value::Int(to.wrap(self.eval(value)?.as_int())),
            Kind::Bits(op, ty, a, b) => {
                Value::Int(fold_bits(*op, *ty, self.eval(a)?.as_int(), self.eval(b)?.as_int()))
            }
            Kind::Select(array, index) => {
                let index = self.eval(index)?;
                self.eval(array)?.as_array().get(index.as_int()).clone()
            }
            Kind::Store(array, index, element) => {
                let (index, element) = (self.eval(index)?, self.eval(element)?);
                match self.eval(array)? {
                    Value::Array(array) => Value::Array(array.with(index.as_int().clone(), element)),
                    other => panic!("an array was expected, not {other:?}"),
                }
            }
            Kind::ConstArray(_, element) => Value::Array(ArrayValue::filled(self.eval(element)?)),
            Kind::Each(pattern, operands) => Value::Bool(self.holds_at_each(pattern, operands)?),
        })
    }

    fn holds_at_each(&mut self, pattern: &Pattern, operands: &[Term]) -> Result<bool, EvalError> {
        let (below, arguments) = operands.split_first().expect("the first operand says how far");
        let below = self.eval(below)?;
        let arguments =
            arguments.iter().map(|argument| self.eval(argument)).collect::<Result<Vec<_>, _>>()?;
        Ok(pattern.holds_of(below.as_int(), arguments))
    }

    /// Whether some operand has this truth value; the first that has it decides.
    fn any_is(&mut self, terms: &[Term], wanted: bool) -> Result<bool, EvalError> {
        for term in terms {
            if self.eval(term)?.as_bool() == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
