//! Lowering to mathematical integers with range constraints.
//!
//! Exact, but for one trust, if it is asked for: a [`Kind::Wrap`] that claims to be exact is its operand. What needs bit operations on
//! variables is refused, or over-approximated ([`super::loose`]).

use super::backend::{Lowered, Lowering, Unsupported};
use super::loose::{self, Fact};
use super::tables::{self, Decision};
use crate::term::{BitOp, Division, IntType, Kind, Range, Sort, Term, contains};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use z3::ast::{Array, Bool, Dynamic, Int};

/// Tables with more entries, runs of equal ones counted once, are not worth reading where a quick answer is wanted.
const SMALL_TABLE: usize = 32;
/// Tables with more are left to bit-vectors.
const LARGE_TABLE: usize = 1024;

/// What is over-approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loose {
    /// Nothing: what is not in integers is refused.
    Nothing,
    /// Bit operations, and what is read from very large tables.
    Bits,
    /// What is read from small tables, too.
    BitsAndTables,
}

pub(super) struct Integers {
    /// Whether `exact` claims are believed.
    trusting: bool,
    /// What may have more values than it has.
    loose: Loose,
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
            Kind::Bits(op, ty, a, b) if self.loose != Loose::Nothing => {
                self.bits(*op, *ty, (a, b), term, axioms)?
            }
            Kind::Bits(op, ty, ..) => return Err(format!("{op:?} on {ty} needs bit-vectors")),
            Kind::Select(array, index) => {
                if let Some(decision) = tables::decision(array, index) {
                    return self.table(&decision, axioms);
                }
                let index = self.int(index, axioms)?;
                let element = self.array(array, axioms)?.select(&index);
                self.element_within(array, &index, term.sort(), axioms)?;
                element
            }
            Kind::Store(array, index, value) => {
                let (array, index) = (self.array(array, axioms)?, self.int(index, axioms)?);
                array.store(&index, &self.lower(value, axioms)?).into()
            }
            Kind::ConstArray(_, value) => {
                Array::const_array(&z3::Sort::int(), &self.lower(value, axioms)?).into()
            }
            Kind::Each(..) => {
                let name = self.lowered.elements.name(term);
                self.lower(&name, axioms)?
            }
        })
    }

    fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    fn lowered_mut(&mut self) -> &mut Lowered {
        &mut self.lowered
    }

    fn is_loose(&self, term: &Term) -> bool {
        let may_be = |part: &Term| match part.kind() {
            Kind::Bits(..) => true,
            Kind::Select(array, index) => tables::decision(array, index).is_some(),
            _ => false,
        };
        self.loose != Loose::Nothing && contains(term, may_be)
    }
}

impl Integers {
    pub(super) fn new(trusting: bool, loose: Loose) -> Integers {
        Integers { trusting, loose, lowered: Lowered::default() }
    }

    /// A bit operation as arithmetic, or else any number that compares with the operands as its result does (over-approximates).
    fn bits(
        &mut self,
        op: BitOp,
        ty: IntType,
        (a, b): (&Term, &Term),
        term: &Term,
        axioms: &mut Vec<Bool>,
    ) -> Result<Dynamic, Unsupported> {
        if let Some(exact) = loose::arithmetic(op, ty, a, b) {
            return self.lower(&exact, axioms);
        }
        let result = self.any(term.range(), axioms);
        let mut is_known = Vec::new();
        for operand in [a, b] {
            if self.believes(operand) {
                ranged(&self.int(operand, axioms)?, operand.range(), &mut is_known);
            }
        }
        let is_known = Bool::and(&is_known);
        for (fact, operand) in loose::facts(op, a, b) {
            let operand = self.int(&operand, axioms)?;
            axioms.push(is_known.implies(match fact {
                Fact::AtMost => result.le(&operand),
                Fact::AtLeast => operand.le(&result),
            }));
        }
        Ok(result.into())
    }

    /// Whether a term's number here need not be in its range: where a claim fails that is believed. What is said of it for good must
    /// not exclude such states, since nothing else may read it there.
    fn believes(&self, term: &Term) -> bool {
        self.trusting && contains(term, |part| matches!(part.kind(), Kind::Wrap { exact: true, .. }))
    }

    /// Says that what is read from an array is of its sort, whatever the array is. If that depends on claims, it is said of the
    /// arrays that it was made of, and what was stored to these is left alone.
    fn element_within(
        &mut self,
        array: &Term,
        index: &Int,
        sort: &Sort,
        axioms: &mut Vec<Bool>,
    ) -> Result<(), Unsupported> {
        if !self.believes(array) {
            within(&self.array(array, axioms)?.select(index), sort, axioms);
            return Ok(());
        }
        match array.kind() {
            Kind::Store(before, ..) => self.element_within(before, index, sort, axioms),
            Kind::Ite(_, a, b) => {
                self.element_within(a, index, sort, axioms)?;
                self.element_within(b, index, sort, axioms)
            }
            _ => Ok(()),
        }
    }

    /// What a table holds at an index. Over-approximates large ones, if it may: anything between the least and the greatest of it.
    fn table(&mut self, decision: &Decision, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported> {
        let Decision { choices, leaves } = decision;
        let most = if self.loose == Loose::BitsAndTables { SMALL_TABLE } else { LARGE_TABLE };
        if *leaves <= most || *choices.sort() == Sort::Bool {
            return self.lower(choices, axioms);
        }
        match self.loose {
            Loose::Nothing => Err(format!("a table of {leaves} entries needs bit-vectors")),
            Loose::Bits | Loose::BitsAndTables => Ok(self.any(choices.range(), axioms).into()),
        }
    }

    /// Any number of a range: over-approximates a term that has it.
    fn any(&mut self, range: &Range, axioms: &mut Vec<Bool>) -> Int {
        self.lowered.is_loose = true;
        let result = Int::fresh_const("any");
        ranged(&result, range, axioms);
        result
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
    if let Some(value) = value.as_int() {
        ranged(&value, &Range::of_sort(sort), axioms);
    }
}

/// The fact that a value is in a range.
fn ranged(value: &Int, range: &Range, axioms: &mut Vec<Bool>) {
    axioms.extend(range.low.iter().map(|low| number(low).le(value)));
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
