//! Operators of integers where the compiler calls them as functions: through references, and in generic code.

use super::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign};
use crate::pct::{self, Plain};

/// An operator for both operands by value and by reference, and its assignment.
macro_rules! operator {
    ($Op:ident::$op:ident, $Assign:ident::$assign:ident, $compute:ident) => {
        impl<T: pct::Integer> $Op<Plain<T>> for Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: Plain<T>) -> Plain<T> {
                $compute(&self, &rhs)
            }
        }

        impl<T: pct::Integer> $Op<&Plain<T>> for Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: &Plain<T>) -> Plain<T> {
                $compute(&self, rhs)
            }
        }

        impl<T: pct::Integer> $Op<Plain<T>> for &Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: Plain<T>) -> Plain<T> {
                $compute(self, &rhs)
            }
        }

        impl<T: pct::Integer> $Op<&Plain<T>> for &Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: &Plain<T>) -> Plain<T> {
                $compute(self, rhs)
            }
        }

        impl<T: pct::Integer> $Assign<Plain<T>> for Plain<T> {
            fn $assign(&mut self, rhs: Plain<T>) {
                let result = $compute(&*self, &rhs);
                pct::put(self, result);
            }
        }

        impl<T: pct::Integer> $Assign<&Plain<T>> for Plain<T> {
            fn $assign(&mut self, rhs: &Plain<T>) {
                let result = $compute(&*self, rhs);
                pct::put(self, result);
            }
        }
    };
}

operator!(Add::add, AddAssign::add_assign, add_checked);
operator!(Sub::sub, SubAssign::sub_assign, sub_checked);
operator!(Mul::mul, MulAssign::mul_assign, mul_checked);
operator!(Div::div, DivAssign::div_assign, div_checked);
operator!(Rem::rem, RemAssign::rem_assign, rem_checked);
operator!(BitAnd::bitand, BitAndAssign::bitand_assign, bitand_checked);
operator!(BitOr::bitor, BitOrAssign::bitor_assign, bitor_checked);
operator!(BitXor::bitxor, BitXorAssign::bitxor_assign, bitxor_checked);

fn add_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_add(pct::take(a), pct::take(b));
    }
    if !pct::fits_add(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to add with overflow");
    }
    pct::exact_add(pct::take(a), pct::take(b))
}

fn sub_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_sub(pct::take(a), pct::take(b));
    }
    if !pct::fits_sub(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to subtract with overflow");
    }
    pct::exact_sub(pct::take(a), pct::take(b))
}

fn mul_checked<T>(a: &T, b: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_mul(pct::take(a), pct::take(b));
    }
    if !pct::fits_mul(pct::take(a), pct::take(b)) {
        pct::fail("overflow", "attempt to multiply with overflow");
    }
    pct::exact_mul(pct::take(a), pct::take(b))
}

fn div_checked<T>(a: &T, b: &T) -> T {
    if pct::equal(pct::take(b), pct::number(0)) {
        pct::fail("divide", "attempt to divide by zero");
    }
    if pct::is_signed::<T>()
        && pct::equal(pct::take(a), pct::min_value())
        && pct::equal(pct::take(b), pct::number(-1))
    {
        pct::fail("overflow", "attempt to divide with overflow");
    }
    pct::div(pct::take(a), pct::take(b))
}

fn rem_checked<T>(a: &T, b: &T) -> T {
    if pct::equal(pct::take(b), pct::number(0)) {
        pct::fail("divide", "attempt to calculate the remainder with a divisor of zero");
    }
    if pct::is_signed::<T>()
        && pct::equal(pct::take(a), pct::min_value())
        && pct::equal(pct::take(b), pct::number(-1))
    {
        pct::fail("overflow", "attempt to calculate the remainder with overflow");
    }
    pct::rem(pct::take(a), pct::take(b))
}

fn bitand_checked<T>(a: &T, b: &T) -> T {
    pct::bit_and(pct::take(a), pct::take(b))
}

fn bitor_checked<T>(a: &T, b: &T) -> T {
    pct::bit_or(pct::take(a), pct::take(b))
}

fn bitxor_checked<T>(a: &T, b: &T) -> T {
    pct::bit_xor(pct::take(a), pct::take(b))
}

/// A shift, whose amount is of any integer type.
macro_rules! shift {
    ($Op:ident::$op:ident, $Assign:ident::$assign:ident, $compute:ident) => {
        impl<T: pct::Integer, U: pct::Integer> $Op<Plain<U>> for Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: Plain<U>) -> Plain<T> {
                $compute(&self, &rhs)
            }
        }

        impl<T: pct::Integer, U: pct::Integer> $Op<&Plain<U>> for Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: &Plain<U>) -> Plain<T> {
                $compute(&self, rhs)
            }
        }

        impl<T: pct::Integer, U: pct::Integer> $Op<Plain<U>> for &Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: Plain<U>) -> Plain<T> {
                $compute(self, &rhs)
            }
        }

        impl<T: pct::Integer, U: pct::Integer> $Op<&Plain<U>> for &Plain<T> {
            type Output = Plain<T>;
            fn $op(self, rhs: &Plain<U>) -> Plain<T> {
                $compute(self, rhs)
            }
        }

        impl<T: pct::Integer, U: pct::Integer> $Assign<Plain<U>> for Plain<T> {
            fn $assign(&mut self, rhs: Plain<U>) {
                let result = $compute(&*self, &rhs);
                pct::put(self, result);
            }
        }

        impl<T: pct::Integer, U: pct::Integer> $Assign<&Plain<U>> for Plain<T> {
            fn $assign(&mut self, rhs: &Plain<U>) {
                let result = $compute(&*self, rhs);
                pct::put(self, result);
            }
        }
    };
}

shift!(Shl::shl, ShlAssign::shl_assign, shl_checked);
shift!(Shr::shr, ShrAssign::shr_assign, shr_checked);

/// Whether a value can be shifted so far: by less than it has bits.
fn is_amount<T, U>(by: &U) -> bool {
    if pct::less(pct::take(by), pct::number(0)) {
        return false;
    }
    // What does not fit into the amount's type is more than every amount.
    !pct::fits::<u32, U>(pct::bits::<T>()) || pct::less(pct::take(by), pct::cast::<u32, U>(pct::bits::<T>()))
}

fn shl_checked<T, U>(a: &T, by: &U) -> T {
    if !is_amount::<T, U>(by) && pct::overflow_checks() {
        pct::fail("overflow", "attempt to shift left with overflow");
    }
    pct::shl(pct::take(a), pct::cast(pct::take(by)))
}

fn shr_checked<T, U>(a: &T, by: &U) -> T {
    if !is_amount::<T, U>(by) && pct::overflow_checks() {
        pct::fail("overflow", "attempt to shift right with overflow");
    }
    pct::shr(pct::take(a), pct::cast(pct::take(by)))
}

impl<T: pct::Integer> Neg for &Plain<T> {
    type Output = Plain<T>;
    fn neg(self) -> Plain<T> {
        sub_negated(self)
    }
}

impl<T: pct::Integer> Not for &Plain<T> {
    type Output = Plain<T>;
    fn not(self) -> Plain<T> {
        complement(self)
    }
}

fn complement<T>(a: &T) -> T {
    let all: T = if pct::is_signed::<T>() { pct::number(-1) } else { pct::max_value() };
    pct::exact_sub(all, pct::take(a))
}

fn sub_negated<T>(a: &T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_sub(pct::number(0), pct::take(a));
    }
    if !pct::fits_sub(pct::number(0), pct::take(a)) {
        pct::fail("overflow", "attempt to negate with overflow");
    }
    pct::exact_sub(pct::number(0), pct::take(a))
}
