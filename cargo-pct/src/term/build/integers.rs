//! Building terms of integers: comparison, arithmetic, machine types, bit operations.

use super::Division;
use super::{certainly_le, certainly_lt};
use crate::term::{BitOp, IntType, Kind, Range, Sort, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Integers. Operands may have different types: all operations are on mathematical integers.
impl Term {
    /// `self <= other`.
    pub fn le(&self, other: &Term) -> Term {
        self.expect_integer("<=");
        other.expect_integer("<=");
        if self == other || certainly_le(self.range(), other.range()) {
            return Term::bool(true);
        }
        if certainly_lt(other.range(), self.range()) {
            return Term::bool(false);
        }
        Term::intern(Kind::Le(self.clone(), other.clone()), Sort::Bool)
    }

    /// `self < other`.
    pub fn lt(&self, other: &Term) -> Term {
        self.expect_integer("<");
        other.expect_integer("<");
        if self == other || certainly_le(other.range(), self.range()) {
            return Term::bool(false);
        }
        if certainly_lt(self.range(), other.range()) {
            return Term::bool(true);
        }
        Term::intern(Kind::Lt(self.clone(), other.clone()), Sort::Bool)
    }

    /// The exact sum.
    pub fn plus(&self, other: &Term) -> Term {
        self.expect_integer("+");
        other.expect_integer("+");
        match (self.kind(), other.kind()) {
            (Kind::Int(a), Kind::Int(b)) => return Term::int(a + b),
            (Kind::Int(_), _) => return other.plus(self),
            (_, Kind::Int(b)) if b.is_zero() => return self.clone(),
            (Kind::Add(a, c), Kind::Int(b)) if c.as_int().is_some() => {
                return a.plus(&Term::int(c.as_int().expect("just seen") + b));
            }
            _ => {}
        }
        Term::intern(Kind::Add(self.clone(), other.clone()), Sort::Int)
    }

    /// The exact difference.
    pub fn minus(&self, other: &Term) -> Term {
        self.expect_integer("-");
        other.expect_integer("-");
        if self == other {
            return Term::int(0);
        }
        match other.kind() {
            Kind::Int(b) => return self.plus(&Term::int(-b)),
            Kind::Add(a, c) if a == self => return c.negated(),
            Kind::Add(a, c) if c == self => return a.negated(),
            _ => {}
        }
        Term::intern(Kind::Sub(self.clone(), other.clone()), Sort::Int)
    }

    /// `0 - self`.
    pub fn negated(&self) -> Term {
        match self.kind() {
            Kind::Int(value) => Term::int(-value),
            Kind::Sub(a, b) if a.as_int().is_some_and(Zero::is_zero) => b.clone(),
            _ => Term::int(0).minus(self),
        }
    }

    /// The exact product.
    pub fn times(&self, other: &Term) -> Term {
        self.expect_integer("*");
        other.expect_integer("*");
        match (self.kind(), other.kind()) {
            (Kind::Int(a), Kind::Int(b)) => return Term::int(a * b),
            (Kind::Int(_), _) => return other.times(self),
            (_, Kind::Int(b)) if b.is_zero() => return Term::int(0),
            (_, Kind::Int(b)) if b.is_one() => return self.clone(),
            _ => {}
        }
        Term::intern(Kind::Mul(self.clone(), other.clone()), Sort::Int)
    }

    /// The quotient; by zero it is 0.
    pub fn divided(&self, division: Division, other: &Term) -> Term {
        self.expect_integer("div");
        other.expect_integer("div");
        match (self.as_int(), other.as_int()) {
            (Some(a), Some(b)) => return Term::int(divide(division, a, b).0),
            (_, Some(b)) if b.is_one() => return self.clone(),
            _ => {}
        }
        Term::intern(Kind::Div(division, self.clone(), other.clone()), Sort::Int)
    }

    /// The remainder; by zero it is the dividend.
    pub fn remainder(&self, division: Division, other: &Term) -> Term {
        self.expect_integer("mod");
        other.expect_integer("mod");
        match (self.as_int(), other.as_int()) {
            (Some(a), Some(b)) => return Term::int(divide(division, a, b).1),
            (_, Some(b)) if b.is_one() => return Term::int(0),
            (_, Some(b)) if Range::between(BigInt::ZERO, b.abs() - 1).contains_all(self.range()) => {
                return self.clone();
            }
            _ => {}
        }
        Term::intern(Kind::Rem(division, self.clone(), other.clone()), Sort::Int)
    }

    /// The value wrapped into a machine type.
    pub fn wrap(&self, to: IntType) -> Term {
        self.wrapped(to, false)
    }

    /// The value at a machine type whose range it is claimed not to leave; see [`Kind::Wrap`].
    pub fn assume_in(&self, to: IntType) -> Term {
        self.wrapped(to, true)
    }

    fn wrapped(&self, to: IntType, exact: bool) -> Term {
        self.expect_integer("wrap");
        if let Kind::Int(value) = self.kind() {
            return Term::int(to.wrap(value));
        }
        if self.range().within(&Range::of_type(to)) {
            return self.clone();
        }
        // The bits of a `char` allow values that its range does not, so nothing in Rust wraps into it.
        assert!(to != IntType::Char, "{self} may be no `char`");
        Term::intern(Kind::Wrap { to, value: self.clone(), exact }, Sort::Machine(to))
    }

    /// Whether the value is in the range of the type.
    pub fn fits(&self, ty: IntType) -> Term {
        Term::int(ty.min()).le(self).and(&self.le(&Term::int(ty.max())))
    }

    /// A bitwise operation at a type that holds both operands. Where arithmetic says the same, arithmetic is built,
    /// so that the integer encoding can be kept.
    ///
    /// # Panics
    /// If an operand may leave the type's range (a shift amount may be any integer).
    pub fn bits(&self, op: BitOp, ty: IntType, other: &Term) -> Term {
        let range = Range::of_type(ty);
        assert!(self.range().within(&range), "{self} may leave {ty}");
        let shift = matches!(op, BitOp::Shl | BitOp::Shr);
        assert!(shift || other.range().within(&range), "{other} may leave {ty}");
        if shift {
            return self.shifted(op, ty, &other.remainder(Division::Euclid, &Term::int(ty.bits())));
        }
        match (self.as_int(), other.as_int()) {
            (Some(a), Some(b)) => return Term::int(fold_bits(op, ty, a, b)),
            (Some(_), None) => return other.bits(op, ty, self),
            (None, Some(mask)) => {
                if let Some(term) = self.masked(op, ty, mask) {
                    return term;
                }
            }
            (None, None) => {}
        }
        Term::intern(Kind::Bits(op, ty, self.clone(), other.clone()), Sort::Machine(ty))
    }

    /// The bitwise complement at a type: `-1 - x`, or the distance from the greatest value.
    pub fn complement(&self, ty: IntType) -> Term {
        if ty.is_signed() { Term::int(-1).minus(self) } else { Term::int(ty.max()).minus(self) }
    }

    fn shifted(&self, op: BitOp, ty: IntType, amount: &Term) -> Term {
        let Some(bits) = amount.as_int().and_then(ToPrimitive::to_u32) else {
            return Term::intern(Kind::Bits(op, ty, self.clone(), amount.clone()), Sort::Machine(ty));
        };
        let factor = Term::int(BigInt::one() << bits);
        match op {
            BitOp::Shl => self.times(&factor).wrap(ty),
            // Euclid's quotient by a positive divisor is the floor, as an arithmetic shift's.
            _ => self.divided(Division::Euclid, &factor),
        }
    }

    /// The operation with a constant, where it is a remainder or the identity.
    fn masked(&self, op: BitOp, ty: IntType, mask: &BigInt) -> Option<Term> {
        let all_ones = if ty.is_signed() { BigInt::from(-1) } else { ty.max() };
        match op {
            BitOp::And if mask.is_zero() => Some(Term::int(0)),
            BitOp::And if *mask == all_ones => Some(self.clone()),
            BitOp::And if mask.is_positive() && (mask & (mask + 1u32)).is_zero() => {
                Some(self.remainder(Division::Euclid, &Term::int(mask + 1u32)))
            }
            BitOp::Or | BitOp::Xor if mask.is_zero() => Some(self.clone()),
            BitOp::Or if *mask == all_ones => Some(Term::int(all_ones)),
            BitOp::Xor if *mask == all_ones => Some(self.complement(ty)),
            _ => None,
        }
    }
}

/// Quotient and remainder; by zero 0 and the dividend.
pub(in crate::term) fn divide(division: Division, a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    if b.is_zero() {
        return (BigInt::ZERO, a.clone());
    }
    let (quotient, remainder) = (a / b, a % b);
    match division {
        Division::Euclid if remainder.is_negative() => {
            let step = if b.is_positive() { BigInt::one() } else { -BigInt::one() };
            (quotient - step, remainder + b.abs())
        }
        _ => (quotient, remainder),
    }
}

/// The operation on two's complement numbers, which `BigInt` extends without end.
pub(in crate::term) fn fold_bits(op: BitOp, ty: IntType, a: &BigInt, b: &BigInt) -> BigInt {
    let amount = || {
        let amount = divide(Division::Euclid, b, &BigInt::from(ty.bits())).1;
        amount.to_u32().expect("a remainder by the width is small")
    };
    match op {
        BitOp::And => a & b,
        BitOp::Or => a | b,
        BitOp::Xor => a ^ b,
        BitOp::Shl => ty.wrap(&(a << amount())),
        BitOp::Shr => a >> amount(),
    }
}
