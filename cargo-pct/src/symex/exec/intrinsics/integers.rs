//! Integers, and what is like them: characters, `bool`.

use super::generic;
use crate::mir::{GenericArg, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::exec::site::Arguments;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{USIZE, int_type, path_of};
use crate::symex::state::State;
use crate::symex::state::merge::merge;
use crate::symex::state::value::Value;
use crate::term::{BitOp, Division, IntType, Range, Sort, Term};
use num_bigint::BigInt;

impl Executor<'_> {
    /// An operation on integers, of characters and `bool` those that make sense.
    pub(super) fn integer_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        generics: &[GenericArg],
        arguments: &Arguments,
    ) -> Step<Value> {
        if name == "character" {
            let code = self.number(state, arguments, 0)?;
            return Ok(Value::Scalar(self.character(state, &code)));
        }
        let ty = generic(generics, 0)?;
        let Some(int) = int_type(&ty).or((ty == Type::Bool).then_some(IntType::Unsigned(8))) else {
            return refuse(format!("`{name}` of a type that is no integer"));
        };
        if name == "distance" {
            let (a, b) = (self.number(state, arguments, 0)?, self.number(state, arguments, 1)?);
            return self.distance(int, &a, &b);
        }
        if int == IntType::Char && !matches!(name, "less" | "equal" | "successor" | "predecessor" | "cast") {
            return refuse(format!("`{name}` of a character"));
        }
        if let Some(constant) = constant(name, int) {
            return Ok(Value::Scalar(constant));
        }
        if name == "bit_count" {
            let which = self.number(state, arguments, 0)?;
            let value = self.number(state, arguments, 1)?;
            return self.bit_count(state, int, &which, &value);
        }
        let a = self.number(state, arguments, 0)?;
        Ok(Value::Scalar(match name {
            // Written as an `i128` in the models.
            "number" => a.wrap(int),
            "successor" => stepped_by(&a, int, 1),
            "predecessor" => stepped_by(&a, int, -1),
            "cast" => cast(&ty, &a, &generic(generics, 1)?)?,
            "fits" => match int_type(&generic(generics, 1)?) {
                Some(to) => a.fits(to),
                None => return refuse("a cast to no integer"),
            },
            _ => {
                let b = self.number(state, arguments, 1)?;
                binary(name, int, &a, &b)?
            }
        }))
    }

    /// The character of a number, which must be one's.
    pub(super) fn character(&mut self, state: &mut State, code: &Term) -> Term {
        if code.range().within(&Range::of_type(IntType::Char)) {
            return code.clone();
        }
        let character = self.variable("character", Sort::Machine(IntType::Char), InputOrigin::Derived);
        state.assume(&character.equals(code));
        character
    }

    /// How many steps lie between two integers or characters, as `Range`'s size hint has it.
    fn distance(&mut self, int: IntType, start: &Term, end: &Term) -> Step<Value> {
        let mut steps = end.minus(start);
        if int == IntType::Char {
            // The surrogates in between are no characters.
            let spans = start.lt(&Term::int(0xD800)).and(&Term::int(0xE000).le(end));
            steps = steps.minus(&spans.ite(&Term::int(0x800), &Term::int(0)));
        }
        let fits = steps.fits(USIZE);
        let option = |executor: &mut Executor<'_>, some: bool| {
            let name = if some { "Some" } else { "None" };
            let values = if some { vec![Value::Scalar(steps.wrap(USIZE))] } else { Vec::new() };
            let path = path_of(&["std", "option", "Option", name]);
            executor.construct(&path, values)
        };
        let (Some(some), Some(none)) = (option(self, true), option(self, false)) else {
            return refuse("the layout of Option is not known");
        };
        let hint = merge(&fits, &some, &none);
        let hint = hint.map_or_else(|| refuse("the layout of Option is not known"), Ok)?;
        let low = fits.ite(&steps.wrap(USIZE), &Term::int(USIZE.max()));
        Ok(Value::aggregate(vec![Value::Scalar(low), hint]))
    }

    /// Exact for constants, and for leading and trailing zeros; else any number from 0 to the number of bits.
    fn bit_count(&mut self, state: &mut State, int: IntType, which: &Term, value: &Term) -> Step<Value> {
        let bits = u64::from(int.bits());
        if let (Some(which), Some(value)) = (which.as_int(), value.as_int()) {
            let raw = IntType::Unsigned(int.bits()).wrap(value);
            let ones = raw.magnitude().count_ones();
            let count = match u8::try_from(which).unwrap_or(u8::MAX) {
                0 => ones,
                1 => bits - ones,
                2 => bits - raw.bits(),
                _ => raw.trailing_zeros().unwrap_or(bits),
            };
            return Ok(Value::Scalar(Term::int(count)));
        }
        let raw = value.wrap(IntType::Unsigned(int.bits()));
        if which.as_int() == Some(&LEADING_ZEROS.into()) {
            return Ok(Value::Scalar(leading_zeros(&raw, int.bits())));
        }
        if which.as_int() == Some(&TRAILING_ZEROS.into()) {
            return Ok(Value::Scalar(trailing_zeros(&raw, int.bits())));
        }
        let count = self.variable("bits", Sort::Machine(IntType::Unsigned(32)), InputOrigin::Approximation);
        state.assume(&count.le(&Term::int(bits)));
        Ok(Value::Scalar(count))
    }
}

/// What `pct::bit_count` of the models calls leading zeros.
const LEADING_ZEROS: u8 = 2;

/// How many of the highest bits of a number that is not negative are zero. The powers of two around it are found by halving: few
/// comparisons decide, not one with every power.
fn leading_zeros(raw: &Term, bits: u16) -> Term {
    fn bits_needed(raw: &Term, low: u16, high: u16) -> Term {
        if low == high {
            return Term::int(low);
        }
        let middle = low + (high - low) / 2;
        let fits = raw.lt(&Term::int(BigInt::from(1) << middle));
        fits.ite(&bits_needed(raw, low, middle), &bits_needed(raw, middle + 1, high))
    }
    Term::int(bits).minus(&bits_needed(raw, 0, bits))
}

/// What `pct::bit_count` of the models calls trailing zeros.
const TRAILING_ZEROS: u8 = 3;

/// How many of the lowest bits of a number that is not negative are zero: of the half of it that holds the lowest one, and so on.
fn trailing_zeros(raw: &Term, bits: u16) -> Term {
    let zero = Term::int(0);
    let (mut count, mut rest, mut width) = (zero.clone(), raw.clone(), bits);
    while width > 1 {
        let half = width / 2;
        let power = Term::int(BigInt::from(1) << half);
        let low = rest.remainder(Division::Euclid, &power);
        let is_above = low.equals(&zero);
        count = count.plus(&is_above.ite(&Term::int(half), &zero));
        rest = is_above.ite(&rest.divided(Division::Euclid, &power), &low);
        width = half;
    }
    raw.equals(&zero).ite(&Term::int(bits), &count)
}

/// What a type is, said by a number or truth value.
fn constant(name: &str, int: IntType) -> Option<Term> {
    Some(match name {
        "min_value" => Term::int(int.min()),
        "max_value" => Term::int(int.max()),
        "bits" => Term::int(int.bits()),
        "is_signed" => Term::bool(int.is_signed()),
        _ => return None,
    })
}

/// `value as to`
fn cast(from: &Type, value: &Term, to: &Type) -> Step<Term> {
    let Some(to) = int_type(to) else { return refuse("a cast to no integer") };
    let value = if *from == Type::Bool { value.ite(&Term::int(1), &Term::int(0)) } else { value.clone() };
    if to == IntType::Char && !value.range().within(&Range::of_type(to)) {
        return refuse("a cast to a character");
    }
    Ok(value.wrap(to))
}

/// An operation on two numbers.
fn binary(name: &str, int: IntType, a: &Term, b: &Term) -> Step<Term> {
    // `false < true`, as integers.
    let (a, b) = (as_integer(a), as_integer(b));
    if !a.sort().is_integer() || !b.sort().is_integer() {
        return refuse(format!("`{name}` of something that is no number"));
    }
    Ok(match name {
        "less" => a.lt(&b),
        "equal" => a.equals(&b),
        "wrapping_add" => a.plus(&b).wrap(int),
        "wrapping_sub" => a.minus(&b).wrap(int),
        "wrapping_mul" => a.times(&b).wrap(int),
        "fits_add" => a.plus(&b).fits(int),
        "fits_sub" => a.minus(&b).fits(int),
        "fits_mul" => a.times(&b).fits(int),
        "exact_add" => a.plus(&b).assume_in(int),
        "exact_sub" => a.minus(&b).assume_in(int),
        "exact_mul" => a.times(&b).assume_in(int),
        "div" => a.divided(Division::Truncate, &b).wrap(int),
        "rem" => a.remainder(Division::Truncate, &b).wrap(int),
        "div_euclid" => a.divided(Division::Euclid, &b).wrap(int),
        "rem_euclid" => a.remainder(Division::Euclid, &b).wrap(int),
        "bit_and" => a.bits(BitOp::And, int, &b).wrap(int),
        "bit_or" => a.bits(BitOp::Or, int, &b).wrap(int),
        "bit_xor" => a.bits(BitOp::Xor, int, &b).wrap(int),
        "shl" => a.bits(BitOp::Shl, int, &b).wrap(int),
        "shr" => a.bits(BitOp::Shr, int, &b).wrap(int),
        "abs_diff" => a.lt(&b).ite(&b.minus(&a), &a.minus(&b)).wrap(IntType::Unsigned(int.bits())),
        _ => return refuse(format!("no intrinsic is called `{name}`")),
    })
}

/// The neighbour of a value that has one; characters step over the surrogates.
fn stepped_by(value: &Term, int: IntType, step: i32) -> Term {
    let next = value.plus(&Term::int(step));
    if int != IntType::Char {
        return next.assume_in(int);
    }
    let (edge, beyond) = if step > 0 { (0xD7FF, 0xE000) } else { (0xE000, 0xD7FF) };
    let next = value.equals(&Term::int(edge)).ite(&Term::int(beyond), &next);
    // The last character has no successor, nor the first a predecessor: any character will do there.
    next.remainder(Division::Euclid, &Term::int(0x11_0000))
}

fn as_integer(term: &Term) -> Term {
    if *term.sort() == Sort::Bool { term.ite(&Term::int(1), &Term::int(0)) } else { term.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers whose bits change between neighbours.
    fn around_powers() -> impl Iterator<Item = u128> {
        let powers = (0..128).map(|bit| 1u128 << bit);
        powers.flat_map(|power| [power - 1, power, power + 1, power | 1 << 127, power.wrapping_mul(6)])
    }

    #[test]
    fn zeros_are_those_of_std() {
        for value in around_powers() {
            let counted = |count: fn(&Term, u16) -> Term, bits: u16| {
                let value = IntType::Unsigned(bits).wrap(&value.into());
                count(&Term::int(value), bits).as_int().cloned()
            };
            for (bits, leading, trailing) in [
                (128, value.leading_zeros(), value.trailing_zeros()),
                (64, (value as u64).leading_zeros(), (value as u64).trailing_zeros()),
                (16, (value as u16).leading_zeros(), (value as u16).trailing_zeros()),
                (8, (value as u8).leading_zeros(), (value as u8).trailing_zeros()),
            ] {
                assert_eq!(counted(leading_zeros, bits), Some(leading.into()), "leading zeros of {value}");
                assert_eq!(counted(trailing_zeros, bits), Some(trailing.into()), "trailing zeros of {value}");
            }
        }
    }
}
