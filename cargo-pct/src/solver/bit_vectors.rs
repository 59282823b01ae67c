//! Lowering to bit-vectors, exactly: every integer term is a two's complement number with as many bits as its range
//! needs, so no operation on them overflows. Nothing is trusted: [`Kind::Wrap`] cuts bits off whatever it claims.
//!
//! What may be any integer has no such width and is refused.

use super::backend::{Lowered, Lowering, Unsupported};
use super::tables;
use crate::term::{BitOp, Division, IntType, Kind, Range, Sort, Term, Var};
use num_bigint::BigInt;
use z3::ast::{Array, BV, Bool, Dynamic};

/// Bits of an array's index: every machine integer and the arithmetic around it fits.
const INDEX_BITS: u32 = 72;
/// Products of products are refused beyond this width.
const MOST_BITS: u32 = 600;

#[derive(Default)]
pub(super) struct BitVectors {
    lowered: Lowered,
}

impl Lowering for BitVectors {
    fn translate(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported> {
        Ok(match term.kind() {
            Kind::Var(var) => {
                let constant = constant_of(var)?;
                within(&constant, &var.sort, axioms);
                self.lowered.variables.insert(var.clone(), constant.clone());
                constant
            }
            Kind::Bool(value) => Bool::from_bool(*value).into(),
            Kind::Int(value) => number(value, width(term)?).into(),
            Kind::Variant(_, index) => number(&BigInt::from(*index), width(term)?).into(),
            Kind::Not(a) => self.truth(a, axioms)?.not().into(),
            Kind::And(terms) => Bool::and(&self.truths(terms, axioms)?).into(),
            Kind::Or(terms) => Bool::or(&self.truths(terms, axioms)?).into(),
            Kind::Ite(c, a, b) => self.choice(term, c, a, b, axioms)?,
            Kind::Eq(a, b) if is_number(a) => {
                let (a, b) = self.aligned(a, b, axioms)?;
                a.eq(&b).into()
            }
            Kind::Eq(a, b) => self.lower(a, axioms)?.eq(&self.lower(b, axioms)?).into(),
            Kind::Le(a, b) => {
                let (a, b) = self.aligned(a, b, axioms)?;
                a.bvsle(&b).into()
            }
            Kind::Lt(a, b) => {
                let (a, b) = self.aligned(a, b, axioms)?;
                a.bvslt(&b).into()
            }
            Kind::Add(a, b) => self.arithmetic(term, a, b, axioms, |a, b| a.bvadd(b))?.into(),
            Kind::Sub(a, b) => self.arithmetic(term, a, b, axioms, |a, b| a.bvsub(b))?.into(),
            Kind::Mul(a, b) => self.arithmetic(term, a, b, axioms, |a, b| a.bvmul(b))?.into(),
            Kind::Div(division, a, b) => {
                let division = *division;
                self.arithmetic(term, a, b, axioms, |a, b| divide(division, a, b).0)?.into()
            }
            Kind::Rem(division, a, b) => {
                let division = *division;
                self.arithmetic(term, a, b, axioms, |a, b| divide(division, a, b).1)?.into()
            }
            Kind::Wrap { to, value, .. } => self.cut(value, *to, axioms)?.into(),
            // The range of the result may need fewer bits than the type has.
            Kind::Bits(op, ty, a, b) => {
                self.bits(*op, *ty, a, b, axioms)?.extract(width(term)? - 1, 0).into()
            }
            Kind::Select(array, index) => self.read(term, array, index, axioms)?,
            Kind::Store(array, index, value) => {
                let Sort::Array(element) = term.sort() else { unreachable!("stores are arrays") };
                let value = self.element(value, element, axioms)?;
                let index = self.at(index, INDEX_BITS, axioms)?;
                self.array(array, axioms)?.store(&index, &value).into()
            }
            Kind::ConstArray(element, value) => {
                Array::const_array(&z3::Sort::bitvector(INDEX_BITS), &self.element(value, element, axioms)?)
                    .into()
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
}

impl BitVectors {
    /// An array's element at the width of the element's sort.
    fn element(&mut self, value: &Term, sort: &Sort, axioms: &mut Vec<Bool>) -> Result<Dynamic, Unsupported> {
        match sort {
            Sort::Bool | Sort::Array(_) => self.lower(value, axioms),
            Sort::Int | Sort::Nat | Sort::Machine(_) | Sort::Enum(_) => {
                let width = sort_width(sort).ok_or("an unbounded integer has no bit-vector")?;
                Ok(self.at(value, width, axioms)?.into())
            }
        }
    }

    /// Reads an array at an index. The result has the width of the term, which may be less than that of the elements' sort.
    fn read(
        &mut self,
        term: &Term,
        array: &Term,
        index: &Term,
        axioms: &mut Vec<Bool>,
    ) -> Result<Dynamic, Unsupported> {
        if let Some(decision) = tables::decision(array, index) {
            return match is_number(term) {
                true => Ok(self.at(&decision.choices, width(term)?, axioms)?.into()),
                false => self.lower(&decision.choices, axioms),
            };
        }
        let element = self.array(array, axioms)?.select(&self.at(index, INDEX_BITS, axioms)?);
        within(&element, term.sort(), axioms);
        match element.as_bv() {
            Some(element) => Ok(element.extract(width(term)? - 1, 0).into()),
            None => Ok(element),
        }
    }

    fn choice(
        &mut self,
        term: &Term,
        c: &Term,
        a: &Term,
        b: &Term,
        axioms: &mut Vec<Bool>,
    ) -> Result<Dynamic, Unsupported> {
        let c = self.truth(c, axioms)?;
        if is_number(term) {
            let width = width(term)?;
            let (a, b) = (self.at(a, width, axioms)?, self.at(b, width, axioms)?);
            return Ok(c.ite(&a, &b).into());
        }
        Ok(c.ite(&self.lower(a, axioms)?, &self.lower(b, axioms)?))
    }

    /// An operation on operands that are wide enough for it, one bit to spare; its result has the term's own width.
    fn arithmetic(
        &mut self,
        term: &Term,
        a: &Term,
        b: &Term,
        axioms: &mut Vec<Bool>,
        op: impl Fn(&BV, &BV) -> BV,
    ) -> Result<BV, Unsupported> {
        let own = width(term)?;
        let wide = own.max(width(a)?).max(width(b)?) + 1;
        let result = op(&self.at(a, wide, axioms)?, &self.at(b, wide, axioms)?);
        Ok(result.extract(own - 1, 0))
    }

    /// The low bits of a value, read at a type.
    fn cut(&mut self, value: &Term, to: IntType, axioms: &mut Vec<Bool>) -> Result<BV, Unsupported> {
        let bits = u32::from(to.bits());
        let low = self.at(value, bits.max(width(value)?), axioms)?.extract(bits - 1, 0);
        Ok(if to.is_signed() { low } else { low.zero_ext(1) })
    }

    fn bits(
        &mut self,
        op: BitOp,
        ty: IntType,
        a: &Term,
        b: &Term,
        axioms: &mut Vec<Bool>,
    ) -> Result<BV, Unsupported> {
        let (a, b) = (self.cut(a, ty, axioms)?, self.cut(b, ty, axioms)?);
        let top = u32::from(ty.bits()) - 1;
        let (a, b) = (a.extract(top, 0), b.extract(top, 0));
        let result = match op {
            BitOp::And => a.bvand(&b),
            BitOp::Or => a.bvor(&b),
            BitOp::Xor => a.bvxor(&b),
            BitOp::Shl => a.bvshl(&b),
            BitOp::Shr if ty.is_signed() => a.bvashr(&b),
            BitOp::Shr => a.bvlshr(&b),
        };
        Ok(if ty.is_signed() { result } else { result.zero_ext(1) })
    }

    /// Both values at one width.
    fn aligned(&mut self, a: &Term, b: &Term, axioms: &mut Vec<Bool>) -> Result<(BV, BV), Unsupported> {
        let width = width(a)?.max(width(b)?);
        Ok((self.at(a, width, axioms)?, self.at(b, width, axioms)?))
    }

    /// A value at a width, sign-extended; a narrower width must be known to hold it.
    fn at(&mut self, term: &Term, wanted: u32, axioms: &mut Vec<Bool>) -> Result<BV, Unsupported> {
        let own = width(term)?;
        let value = self.lower(term, axioms)?.as_bv().expect("terms are built with matching sorts");
        match own.cmp(&wanted) {
            std::cmp::Ordering::Less => Ok(value.sign_ext(wanted - own)),
            std::cmp::Ordering::Equal => Ok(value),
            std::cmp::Ordering::Greater => Err(format!("{own} bits do not fit into {wanted}")),
        }
    }

    fn truth(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Bool, Unsupported> {
        Ok(self.lower(term, axioms)?.as_bool().expect("terms are built with matching sorts"))
    }

    fn truths(&mut self, terms: &[Term], axioms: &mut Vec<Bool>) -> Result<Vec<Bool>, Unsupported> {
        terms.iter().map(|term| self.truth(term, axioms)).collect()
    }

    fn array(&mut self, term: &Term, axioms: &mut Vec<Bool>) -> Result<Array, Unsupported> {
        Ok(self.lower(term, axioms)?.as_array().expect("terms are built with matching sorts"))
    }
}

fn is_number(term: &Term) -> bool {
    term.sort().is_integer() || matches!(term.sort(), Sort::Enum(_))
}

/// The two's complement bits that hold every value of a term.
fn width(term: &Term) -> Result<u32, Unsupported> {
    match term.range().signed_bits() {
        Some(bits) if bits <= MOST_BITS => Ok(bits),
        Some(bits) => Err(format!("a value of {bits} bits is too wide")),
        None => Err("an unbounded integer has no bit-vector".to_owned()),
    }
}

/// The two's complement bits of a sort of numbers.
fn sort_width(sort: &Sort) -> Option<u32> {
    Range::of_sort(sort).signed_bits()
}

fn z3_sort(sort: &Sort) -> Result<z3::Sort, Unsupported> {
    Ok(match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Array(element) => z3::Sort::array(&z3::Sort::bitvector(INDEX_BITS), &z3_sort(element)?),
        number => z3::Sort::bitvector(sort_width(number).ok_or("an unbounded integer has no bit-vector")?),
    })
}

fn constant_of(var: &Var) -> Result<Dynamic, Unsupported> {
    let name = format!("{}:{}", var.name, var.sort);
    Ok(match &var.sort {
        Sort::Bool => Bool::new_const(name).into(),
        Sort::Array(element) => {
            Array::new_const(name, &z3::Sort::bitvector(INDEX_BITS), &z3_sort(element)?).into()
        }
        number => {
            BV::new_const(name, sort_width(number).ok_or("an unbounded integer has no bit-vector")?).into()
        }
    })
}

/// The fact that a value is one of its sort, where its width allows others.
fn within(value: &Dynamic, sort: &Sort, axioms: &mut Vec<Bool>) {
    let range = Range::of_sort(sort);
    if let (Some((low, high)), Some(value)) = (range.bounds(), value.as_bv()) {
        let width = value.get_size();
        axioms.push(number(low, width).bvsle(&value));
        axioms.push(value.bvsle(number(high, width)));
    }
}

fn number(value: &BigInt, width: u32) -> BV {
    BV::from_str(width, &value.to_string()).expect("a decimal number is one of Z3's")
}

/// Quotient and remainder; by zero 0 and the dividend. The operands have a bit to spare, so nothing overflows.
fn divide(division: Division, a: &BV, b: &BV) -> (BV, BV) {
    let width = a.get_size();
    let (zero, one) = (number(&BigInt::ZERO, width), number(&BigInt::from(1), width));
    let (quotient, remainder) = (a.bvsdiv(b), a.bvsrem(b));
    let (quotient, remainder) = match division {
        Division::Truncate => (quotient, remainder),
        Division::Euclid => {
            let positive = b.bvsgt(&zero);
            let adjusted = positive.ite(&quotient.bvsub(&one), &quotient.bvadd(&one));
            let lifted = positive.ite(&remainder.bvadd(b), &remainder.bvsub(b));
            let negative = remainder.bvslt(&zero);
            (negative.ite(&adjusted, &quotient), negative.ite(&lifted, &remainder))
        }
    };
    let by_zero = b.eq(&zero);
    (by_zero.ite(&zero, &quotient), by_zero.ite(a, &remainder))
}
