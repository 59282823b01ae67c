//! Lowering to mathematical integers with range constraints.
//!
//! Exact, but for one trust, if it is asked for: a [`Kind::Wrap`] that claims to be exact is its operand. What needs bit operations on
//! variables is refused.

use super::backend::{Lowered, Lowering, Unsupported};
use crate::term::{Division, IntType, Kind, Range, Sort, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use z3::ast::{Array, Bool, Dynamic, Int};

pub(super) struct Integers {
    /// Whether `exact` claims are believed.
    trusting: bool,
    lowered: Lowered,
}

impl Lowering for Integers {
    fn translate(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported> {
        Ok(match term.kind() {
            Kind::Var(var) => {
                let name = format!("{}:{}", var.name, var.sort);
                let constant = constant_of(&name, &var.sort);
                within(&constant, &var.sort, axioms);
                self.lowered.variables.insert(var.clone(), constant.clone());
                constant
            }
            Kind::Bool(value) => Bool::from_bool(*value).into(),
            Kind::Int(value) => number(value).into(),
            Kind::Variant(_, index) => Int::from_u64(*index as u64).into(),
            Kind::Not(a) => self.truth(a, axioms)?.not().into(),
            Kind::And(terms) => Bool::and(&self.truths(terms, axioms)?).into(),
            Kind::Or(terms) => Bool::or(&self.truths(terms, axioms)?).into(),
            Kind::Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c, axioms)?, self.lower(a, axioms)?, self.lower(b, axioms)?);
                c.ite(&a, &b)
            }
            Kind::Eq(a, b) => self.lower(a, axioms)?.eq(&self.lower(b, axioms)?).into(),
            Kind::Le(a, b) => self.int(a, axioms)?.le(&self.int(b, axioms)?).into(),
            Kind::Lt(a, b) => self.int(a, axioms)?.lt(&self.int(b, axioms)?).into(),
            Kind::Add(a, b) => (&self.int(a, axioms)? + &self.int(b, axioms)?).into(),
            Kind::Sub(a, b) => (&self.int(a, axioms)? - &self.int(b, axioms)?).into(),
            Kind::Mul(a, b) => (&self.int(a, axioms)? * &self.int(b, axioms)?).into(),
            Kind::Div(division, a, b) => self.quotient(*division, a, b, axioms)?.into(),
            Kind::Rem(division, a, b) => {
                // a - q * b, with q = 0 by zero: the remainder of both conventions.
                let quotient = self.quotient(*division, a, b, axioms)?;
                match (division, b.range().low.as_ref().is_some_and(Signed::is_positive)) {
                    (Division::Euclid, true) => self.int(a, axioms)?.modulo(&self.int(b, axioms)?).into(),
                    _ => (&self.int(a, axioms)? - &(&quotient * &self.int(b, axioms)?)).into(),
                }
            }
            Kind::Wrap { value, exact: true, .. } if self.trusting => self.lower(value, axioms)?,
            Kind::Wrap { to, value, .. } => wrap(&self.int(value, axioms)?, value.range(), *to).into(),
            Kind::Bits(op, ty, ..) => return Err(format!("{op:?} on {ty} needs bit-vectors")),
            Kind::Select(array, index) => {
                let (array, index) = (self.array(array, axioms)?, self.int(index, axioms)?);
                let element = array.select(&index);
                // Whatever the array is, its elements have their sort's range.
                within(&element, term.sort(), axioms);
                element
            }
            Kind::Store(array, index, value) => {
                let (array, index) = (self.array(array, axioms)?, self.int(index, axioms)?);
                array.store(&index, &self.lower(value, axioms)?).into()
            }
            Kind::ConstArray(_, value) => {
                Array::const_array(&z3::Sort::int(), &self.lower(value, axioms)?).into()
            }
        })
    }

    fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    fn lowered_mut(&mut self) -> &mut Lowered {
        &mut self.lowered
    }
}

impl Integers {
    pub(super) fn new(trusting: bool) -> Integers {
        Integers { trusting, lowered: Lowered::default() }
    }

    /// Z3's `div` is Euclid's wherever the divisor is not zero.
    fn quotient(
        &mut self,
        division: Division,
        a: &Term,
        b: &Term,
        axioms: &mut Vec<Bool>,
    ) -> Result<Int, Unsupported> {
        let (x, y) = (self.int(a, axioms)?, self.int(b, axioms)?);
        let zero = Int::from_i64(0);
        let nonnegative_dividend = a.range().low.as_ref().is_some_and(|low| !low.is_negative());
        let quotient = if division == Division::Euclid || nonnegative_dividend {
            x.div(&y)
        } else {
            x.ge(&zero).ite(&x.div(&y), &-(&(-&x).div(&y)))
        };
        let nonzero = |end: &Option<BigInt>, sign: fn(&BigInt) -> bool| end.as_ref().is_some_and(sign);
        if nonzero(&b.range().low, BigInt::is_positive) || nonzero(&b.range().high, BigInt::is_negative) {
            return Ok(quotient);
        }
        Ok(y.eq(&zero).ite(&zero, &quotient))
    }

    fn truth(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Bool, Unsupported> {
        Ok(self.lower(term, axioms)?.as_bool().expect("terms are built with matching sorts"))
    }

    fn truths(&mut self, terms: &[Term], axioms: &mut Vec<Bool>) -> Result<Vec<Bool>, Unsupported> {
        terms.iter().map(|term| self.truth(term, axioms)).collect()
    }

    fn int(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Int, Unsupported> {
        Ok(self.lower(term, axioms)?.as_int().expect("terms are built with matching sorts"))
    }

    fn array(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Array, Unsupported> {
        Ok(self.lower(term, axioms)?.as_array().expect("terms are built with matching sorts"))
    }
}

fn z3_sort(sort: &Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Int | Sort::Nat | Sort::Machine(_) | Sort::Enum(_) => z3::Sort::int(),
        Sort::Array(element) => z3::Sort::array(&z3::Sort::int(), &z3_sort(element)),
    }
}

fn constant_of(name: &str, sort: &Sort) -> Dynamic {
    match sort {
        Sort::Bool => Bool::new_const(name).into(),
        Sort::Int | Sort::Nat | Sort::Machine(_) | Sort::Enum(_) => Int::new_const(name).into(),
        Sort::Array(element) => Array::new_const(name, &z3::Sort::int(), &z3_sort(element)).into(),
    }
}

/// The fact that a value is one of its sort.
fn within(value: &Dynamic, sort: &Sort, axioms: &mut Vec<Bool>) {
    let Some(value) = value.as_int() else { return };
    let range = Range::of_sort(sort);
    axioms.extend(range.low.iter().map(|low| number(low).le(&value)));
    axioms.extend(range.high.iter().map(|high| value.le(number(high))));
}

fn number(value: &BigInt) -> Int {
    use std::str::FromStr;
    i64::try_from(value)
        .map(Int::from_i64)
        .unwrap_or_else(|_| Int::from_str(&value.to_string()).expect("a decimal number is one of Z3's"))
}

/// The value that a machine type keeps: by one or two case splits where the value is less than one turn away, which
/// keeps the formula linear without `mod`; else by `mod`.
fn wrap(value: &Int, range: &Range, to: IntType) -> Int {
    let turn = BigInt::one() << to.bits();
    let (min, max) = (to.min(), to.max());
    if let Some((low, high)) = range.bounds()
        && *low >= &min - &turn
        && *high <= &max + &turn
    {
        let modulus = number(&turn);
        let lowered =
            if *high > max { value.gt(number(&max)).ite(&(value - &modulus), value) } else { value.clone() };
        return if *low < min { value.lt(number(&min)).ite(&(value + &modulus), &lowered) } else { lowered };
    }
    let low_bits = value.modulo(number(&turn));
    if to.is_signed() {
        low_bits.gt(number(&max)).ite(&(&low_bits - &number(&turn)), &low_bits)
    } else {
        low_bits
    }
}
