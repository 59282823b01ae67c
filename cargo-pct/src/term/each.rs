//! Formulas that hold of each element: the one quantifier of the language.
//!
//! Its body is a [`Pattern`] over variables of its own, to which terms are applied as to a function. So no term ever has a variable that is bound
//! elsewhere, and whatever walks, replaces or collects terms needs to know nothing of quantifiers. In a body the index says which element of
//! an array is meant, and nothing else: then all indices at which no array has an element of its own are alike, and evaluation ends.

use super::{ArrayValue, Assignment, IntType, Kind, Sort, Term, Value, Var};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A formula about one element of each of some arrays (array property fragment: Bradley, Manna, Sipma, "What's decidable about arrays?").
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(Arc<Formula>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Formula {
    index: Var,
    parameters: Vec<Var>,
    body: Term,
}

impl Pattern {
    /// What an index ranges over.
    pub const INDEX: IntType = IntType::Unsigned(64);

    /// A formula over an index of type [`Pattern::INDEX`] and parameters. None if it reads another variable, calculates more than sums and
    /// differences, or uses the index for anything but to read a parameter.
    ///
    /// # Panics
    /// If the index is of another type, or the body no formula.
    pub fn new(index: Var, parameters: Vec<Var>, body: Term) -> Option<Pattern> {
        assert_eq!(index.sort, Sort::Machine(Pattern::INDEX), "an index is a `u64`");
        assert_eq!(*body.sort(), Sort::Bool, "{body} is no formula");
        let is_allowed = |part: &Term| match part.kind() {
            Kind::Var(var) => parameters.contains(var),
            Kind::Select(array, at) => match (array.kind(), at.kind()) {
                (Kind::Var(var), Kind::Var(at)) => parameters.contains(var) && *at == index,
                _ => false,
            },
            Kind::Bool(_) | Kind::Int(_) | Kind::Variant(..) => true,
            Kind::Not(_) | Kind::And(_) | Kind::Or(_) => true,
            Kind::Eq(..) | Kind::Le(..) | Kind::Lt(..) | Kind::Add(..) | Kind::Sub(..) => true,
            Kind::Ite(..) | Kind::Mul(..) | Kind::Div(..) | Kind::Rem(..) | Kind::Wrap { .. } => false,
            Kind::Bits(..) | Kind::Store(..) | Kind::ConstArray(..) | Kind::Each(..) => false,
        };
        let is_pattern = holds_of_parts(&body, &is_allowed);
        is_pattern.then(|| Pattern(Arc::new(Formula { index, parameters, body })))
    }

    /// Whether all numbers below a term are indices, if they are not negative.
    pub fn reaches(below: &Term) -> bool {
        below.range().high.as_ref().is_some_and(|high| *high <= Pattern::INDEX.max() + 1)
    }

    /// The index.
    pub fn index(&self) -> &Var {
        &self.0.index
    }

    /// What terms are put in place of.
    pub fn parameters(&self) -> &[Var] {
        &self.0.parameters
    }

    /// The formula.
    pub fn body(&self) -> &Term {
        &self.0.body
    }

    /// Whether the formula holds with these arguments, one for each parameter, at all indices from zero on and below `below`.
    ///
    /// # Panics
    /// If an argument may leave the sort of its parameter, or there are more or fewer of them, or `below` may be beyond all indices.
    pub fn holds_below(&self, below: &Term, arguments: &[Term]) -> Term {
        assert_eq!(arguments.len(), self.0.parameters.len(), "one argument for each parameter");
        for (argument, parameter) in arguments.iter().zip(&self.0.parameters) {
            assert!(
                argument.is_assignable_to(&parameter.sort),
                "{argument} may leave `{}: {}`",
                parameter.name,
                parameter.sort
            );
        }
        assert!(Pattern::reaches(below), "{below} may lie beyond all indices");
        let is_empty = below.range().high.as_ref().is_some_and(|high| !high.is_positive());
        if is_empty || self.0.body.as_bool() == Some(true) {
            return Term::bool(true);
        }
        let constants: Option<Vec<Value>> = arguments.iter().map(constant).collect();
        if let (Some(below), Some(arguments)) = (below.as_int(), constants) {
            return Term::bool(self.holds_of(below, arguments));
        }
        let operands = [below].into_iter().chain(arguments).cloned().collect();
        Term::intern(Kind::Each(self.clone(), operands), Sort::Bool)
    }

    /// Whether the formula holds of these values.
    pub(super) fn holds_of(&self, below: &BigInt, arguments: Vec<Value>) -> bool {
        self.fails_at(below, arguments).is_none()
    }

    /// An index at which the formula fails of these values.
    pub(crate) fn fails_at(&self, below: &BigInt, arguments: Vec<Value>) -> Option<BigInt> {
        let indices = Pattern::indices(below, &arguments);
        let mut own: Assignment = self.0.parameters.iter().cloned().zip(arguments).collect();
        indices.into_iter().find(|index| {
            own.set(self.0.index.clone(), Value::Int(index.clone()));
            !own.complete(&self.0.body).as_bool()
        })
    }

    /// Indices below a number of which the formula holds iff it holds of all below it: those at which an array has an element of its own, and the
    /// first other one.
    pub(super) fn indices(below: &BigInt, arguments: &[Value]) -> BTreeSet<BigInt> {
        let arrays = arguments.iter().filter_map(|argument| match argument {
            Value::Array(array) => Some(array),
            Value::Bool(_) | Value::Int(_) => None,
        });
        let own = arrays.flat_map(ArrayValue::entries).map(|(index, _)| index);
        let mut found: BTreeSet<BigInt> =
            own.filter(|index| !index.is_negative() && *index < below).cloned().collect();
        let mut other = BigInt::ZERO;
        while found.contains(&other) {
            other += 1;
        }
        if other < *below {
            found.insert(other);
        }
        found
    }
}

/// The value of a term that is written as one.
fn constant(term: &Term) -> Option<Value> {
    Some(match term.kind() {
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Int(value) => Value::Int(value.clone()),
        Kind::Variant(_, index) => Value::int(*index),
        Kind::ConstArray(_, element) => Value::Array(ArrayValue::filled(constant(element)?)),
        Kind::Store(array, at, element) => {
            let (at, element) = (at.as_int()?, constant(element)?);
            match constant(array)? {
                Value::Array(array) => Value::Array(array.with(at.clone(), element)),
                other => panic!("an array was expected, not {other:?}"),
            }
        }
        _ => return None,
    })
}

/// Whether something holds of all parts of a term; a read is looked at as a whole.
fn holds_of_parts(term: &Term, holds: &impl Fn(&Term) -> bool) -> bool {
    let is_read = matches!(term.kind(), Kind::Select(..));
    holds(term) && (is_read || term.operands().into_iter().all(|part| holds_of_parts(part, holds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Var {
        Var::new("index", Sort::Machine(Pattern::INDEX))
    }

    fn array(name: &str) -> Var {
        Var::new(name, Sort::Machine(IntType::Unsigned(8)).array_of())
    }

    /// `forall index < below: a[index] < b[index]`.
    fn is_less(below: &Term, a: &Term, b: &Term) -> Term {
        let (own, other) = (array("own"), array("other"));
        let at = index().term();
        let body = own.term().select(&at).lt(&other.term().select(&at));
        let pattern = Pattern::new(index(), vec![own, other], body).expect("a comparison of elements");
        pattern.holds_below(below, &[a.clone(), b.clone()])
    }

    #[test]
    fn it_holds_if_it_holds_at_every_index() {
        let sort = Sort::Machine(IntType::Unsigned(8));
        let filled = |value: i64| Term::int(value).filled_array(&sort);
        for (at, below) in (-1..5).flat_map(|at| (-1..6).map(move |below| (at, below))) {
            let own = filled(1).store(&Term::int(at), &Term::int(7)).store(&Term::int(2), &Term::int(0));
            for default in [0, 5, 9] {
                let other = filled(default).store(&Term::int(2), &Term::int(1));
                let formula = is_less(&Term::int(below), &own, &other);
                let at_each = (0..below).all(|at| {
                    let at = Term::int(at);
                    own.select(&at).lt(&other.select(&at)).as_bool() == Some(true)
                });
                assert_eq!(Assignment::new().complete(&formula), Value::Bool(at_each), "{formula}");
            }
        }
    }

    #[test]
    fn an_index_is_no_number_to_compare() {
        let own = array("own");
        let body = own.term().select(&index().term()).le(&index().term());
        assert!(Pattern::new(index(), vec![own.clone()], body).is_none());
        let next = own.term().select(&index().term().plus(&Term::int(1)));
        assert!(Pattern::new(index(), vec![own], next.le(&Term::int(3))).is_none());
    }

    #[test]
    fn what_belongs_to_no_parameter_is_not_read() {
        let body = array("own").term().select(&index().term()).le(&Term::int(3));
        assert!(Pattern::new(index(), vec![], body.clone()).is_none());
        assert!(Pattern::new(index(), vec![array("own")], body).is_some());
    }
}
