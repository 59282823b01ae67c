//! `std::num`: the methods of all integer types.

mod signs;
mod wrapping;

use crate::pct;
use std::cmp::Ordering;

pub struct TryFromIntError(pub ());

pub struct ParseIntError(pub ());

/// An integer that is not zero.
pub struct NonZero<T>(T);

impl<T: Copy> NonZero<T> {
    pub fn new(n: T) -> Option<NonZero<T>> {
        if pct::equal(n, zero()) { None } else { Some(NonZero(n)) }
    }

    pub unsafe fn new_unchecked(n: T) -> NonZero<T> {
        if pct::equal(n, zero()) {
            pct::fail("panic", "unsafe precondition(s) violated: NonZero::new_unchecked requires the argument to be non-zero{}");
        }
        NonZero(n)
    }

    pub fn get(self) -> T {
        // Whoever made it saw to that.
        pct::assume(!pct::equal(self.0, zero()));
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        pct::bit_count(2, self.0)
    }

    pub fn trailing_zeros(self) -> u32 {
        pct::bit_count(3, self.0)
    }
}

impl<T: Copy> crate::clone::Clone for NonZero<T> {
    fn clone(&self) -> NonZero<T> {
        NonZero(self.0)
    }
}

impl<T: Copy> crate::cmp::PartialEq for NonZero<T> {
    fn eq(&self, other: &NonZero<T>) -> bool {
        pct::equal(self.0, other.0)
    }
}

impl<T: Copy> crate::cmp::PartialOrd for NonZero<T> {
    fn partial_cmp(&self, other: &NonZero<T>) -> Option<Ordering> {
        Some(crate::cmp::Ord::cmp(self, other))
    }
}

impl<T: Copy> crate::cmp::Ord for NonZero<T> {
    fn cmp(&self, other: &NonZero<T>) -> Ordering {
        if pct::less(self.0, other.0) {
            Ordering::Less
        } else if pct::equal(self.0, other.0) {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

pub trait IntegerMethods: Copy {
    fn checked_add(self, rhs: Self) -> Option<Self>;
    fn checked_sub(self, rhs: Self) -> Option<Self>;
    fn checked_mul(self, rhs: Self) -> Option<Self>;
    fn checked_div(self, rhs: Self) -> Option<Self>;
    fn checked_rem(self, rhs: Self) -> Option<Self>;
    fn checked_neg(self) -> Option<Self>;
    fn checked_shl(self, rhs: u32) -> Option<Self>;
    fn checked_shr(self, rhs: u32) -> Option<Self>;
    fn checked_abs(self) -> Option<Self>;
    fn checked_pow(self, exp: u32) -> Option<Self>;
    fn wrapping_add(self, rhs: Self) -> Self;
    fn wrapping_sub(self, rhs: Self) -> Self;
    fn wrapping_mul(self, rhs: Self) -> Self;
    fn wrapping_neg(self) -> Self;
    fn wrapping_shl(self, rhs: u32) -> Self;
    fn wrapping_shr(self, rhs: u32) -> Self;
    fn saturating_add(self, rhs: Self) -> Self;
    fn saturating_sub(self, rhs: Self) -> Self;
    fn saturating_mul(self, rhs: Self) -> Self;
    fn overflowing_add(self, rhs: Self) -> (Self, bool);
    fn overflowing_sub(self, rhs: Self) -> (Self, bool);
    fn overflowing_mul(self, rhs: Self) -> (Self, bool);
    fn abs(self) -> Self;
    fn signum(self) -> Self;
    fn is_positive(self) -> bool;
    fn is_negative(self) -> bool;
    fn div_euclid(self, rhs: Self) -> Self;
    fn rem_euclid(self, rhs: Self) -> Self;
    fn div_ceil(self, rhs: Self) -> Self;
    fn pow(self, exp: u32) -> Self;
    fn wrapping_pow(self, exp: u32) -> Self;
    fn is_power_of_two(self) -> bool;
    fn next_power_of_two(self) -> Self;
    fn checked_next_power_of_two(self) -> Option<Self>;
    fn next_multiple_of(self, rhs: Self) -> Self;
    fn is_multiple_of(self, rhs: Self) -> bool;
    fn isqrt(self) -> Self;
    fn ilog2(self) -> u32;
    fn checked_ilog2(self) -> Option<u32>;
    fn ilog10(self) -> u32;
    fn checked_ilog10(self) -> Option<u32>;
    fn wrapping_abs(self) -> Self;
    fn wrapping_div(self, rhs: Self) -> Self;
    fn wrapping_rem(self, rhs: Self) -> Self;
    fn overflowing_neg(self) -> (Self, bool);
    fn saturating_pow(self, exp: u32) -> Self;
    fn checked_div_euclid(self, rhs: Self) -> Option<Self>;
    fn checked_rem_euclid(self, rhs: Self) -> Option<Self>;
    unsafe fn unchecked_add(self, rhs: Self) -> Self;
    unsafe fn unchecked_sub(self, rhs: Self) -> Self;
    unsafe fn unchecked_mul(self, rhs: Self) -> Self;
    fn leading_ones(self) -> u32;
    fn trailing_ones(self) -> u32;
    fn count_ones(self) -> u32;
    fn count_zeros(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn abs_diff<U>(self, other: Self) -> U;
    fn unsigned_abs<U>(self) -> U;
    fn min_value() -> Self;
    fn max_value() -> Self;
}

fn zero<T>() -> T {
    pct::number(0)
}

fn one<T>() -> T {
    pct::number(1)
}

/// `MIN / -1`
fn overflows_division<T: Copy>(a: T, b: T) -> bool {
    pct::is_signed::<T>() && pct::equal(a, pct::min_value()) && pct::equal(b, pct::number(-1))
}

impl<T: pct::Integer> IntegerMethods for T {
    fn checked_add(self, rhs: T) -> Option<T> {
        if pct::fits_add(self, rhs) { Some(pct::exact_add(self, rhs)) } else { None }
    }

    fn checked_sub(self, rhs: T) -> Option<T> {
        if pct::fits_sub(self, rhs) { Some(pct::exact_sub(self, rhs)) } else { None }
    }

    fn checked_mul(self, rhs: T) -> Option<T> {
        if pct::fits_mul(self, rhs) { Some(pct::exact_mul(self, rhs)) } else { None }
    }

    fn checked_div(self, rhs: T) -> Option<T> {
        if pct::equal(rhs, zero()) || overflows_division(self, rhs) { None } else { Some(pct::div(self, rhs)) }
    }

    fn checked_rem(self, rhs: T) -> Option<T> {
        if pct::equal(rhs, zero()) || overflows_division(self, rhs) { None } else { Some(pct::rem(self, rhs)) }
    }

    fn checked_neg(self) -> Option<T> {
        if pct::fits_sub(zero(), self) { Some(pct::exact_sub(zero(), self)) } else { None }
    }

    fn checked_shl(self, rhs: u32) -> Option<T> {
        if rhs < pct::bits::<T>() { Some(pct::shl(self, pct::cast(rhs))) } else { None }
    }

    fn checked_shr(self, rhs: u32) -> Option<T> {
        if rhs < pct::bits::<T>() { Some(pct::shr(self, pct::cast(rhs))) } else { None }
    }

    fn checked_abs(self) -> Option<T> {
        if pct::less(self, zero()) { self.checked_neg() } else { Some(self) }
    }

    fn checked_pow(self, exp: u32) -> Option<T> {
        let mut result: T = one();
        let mut left = exp;
        while left > 0 {
            if !pct::fits_mul(result, self) {
                return None;
            }
            result = pct::exact_mul(result, self);
            left -= 1;
        }
        Some(result)
    }

    fn wrapping_add(self, rhs: T) -> T {
        pct::wrapping_add(self, rhs)
    }

    fn wrapping_sub(self, rhs: T) -> T {
        pct::wrapping_sub(self, rhs)
    }

    fn wrapping_mul(self, rhs: T) -> T {
        pct::wrapping_mul(self, rhs)
    }

    fn wrapping_neg(self) -> T {
        pct::wrapping_sub(zero(), self)
    }

    fn wrapping_shl(self, rhs: u32) -> T {
        pct::shl(self, pct::cast(pct::rem(rhs, pct::bits::<T>())))
    }

    fn wrapping_shr(self, rhs: u32) -> T {
        pct::shr(self, pct::cast(pct::rem(rhs, pct::bits::<T>())))
    }

    fn saturating_add(self, rhs: T) -> T {
        if pct::fits_add(self, rhs) {
            pct::exact_add(self, rhs)
        } else if pct::less(self, zero()) {
            pct::min_value()
        } else {
            pct::max_value()
        }
    }

    fn saturating_sub(self, rhs: T) -> T {
        if pct::fits_sub(self, rhs) {
            pct::exact_sub(self, rhs)
        } else if pct::less(self, rhs) {
            pct::min_value()
        } else {
            pct::max_value()
        }
    }

    fn saturating_mul(self, rhs: T) -> T {
        if pct::fits_mul(self, rhs) {
            pct::exact_mul(self, rhs)
        } else if pct::less(self, zero()) == pct::less(rhs, zero()) {
            pct::max_value()
        } else {
            pct::min_value()
        }
    }

    fn overflowing_add(self, rhs: T) -> (T, bool) {
        (pct::wrapping_add(self, rhs), !pct::fits_add(self, rhs))
    }

    fn overflowing_sub(self, rhs: T) -> (T, bool) {
        (pct::wrapping_sub(self, rhs), !pct::fits_sub(self, rhs))
    }

    fn overflowing_mul(self, rhs: T) -> (T, bool) {
        (pct::wrapping_mul(self, rhs), !pct::fits_mul(self, rhs))
    }

    fn abs(self) -> T {
        if pct::less(self, zero()) {
            if !pct::overflow_checks() {
                return pct::wrapping_sub(zero(), self);
            }
            if !pct::fits_sub(zero(), self) {
                pct::fail("overflow", "attempt to negate with overflow");
            }
            pct::exact_sub(zero(), self)
        } else {
            self
        }
    }

    fn signum(self) -> T {
        if pct::less(self, zero()) {
            pct::number(-1)
        } else if pct::equal(self, zero()) {
            zero()
        } else {
            one()
        }
    }

    fn is_positive(self) -> bool {
        pct::less(zero(), self)
    }

    fn is_negative(self) -> bool {
        pct::less(self, zero())
    }

    fn div_euclid(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to divide by zero");
        }
        if overflows_division(self, rhs) {
            pct::fail("overflow", "attempt to divide with overflow");
        }
        pct::div_euclid(self, rhs)
    }

    fn rem_euclid(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to calculate the remainder with a divisor of zero");
        }
        if overflows_division(self, rhs) {
            pct::fail("overflow", "attempt to calculate the remainder with overflow");
        }
        pct::rem_euclid(self, rhs)
    }

    fn div_ceil(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to divide by zero");
        }
        let quotient = pct::div(self, rhs);
        if pct::less(zero(), pct::rem(self, rhs)) { pct::successor(quotient) } else { quotient }
    }

    fn pow(self, exp: u32) -> T {
        if !pct::overflow_checks() {
            return self.wrapping_pow(exp);
        }
        let mut result: T = one();
        let mut left = exp;
        while left > 0 {
            if !pct::fits_mul(result, self) {
                pct::fail("overflow", "attempt to multiply with overflow");
            }
            result = pct::exact_mul(result, self);
            left -= 1;
        }
        result
    }

    fn wrapping_pow(self, exp: u32) -> T {
        let mut result: T = one();
        let mut left = exp;
        while left > 0 {
            result = pct::wrapping_mul(result, self);
            left -= 1;
        }
        result
    }

    fn is_power_of_two(self) -> bool {
        pct::less(zero(), self) && pct::equal(pct::bit_and(self, pct::wrapping_sub(self, one())), zero())
    }

    fn next_power_of_two(self) -> T {
        match self.checked_next_power_of_two() {
            Some(power) => power,
            None => {
                if pct::overflow_checks() {
                    pct::fail("overflow", "attempt to add with overflow");
                }
                zero()
            }
        }
    }

    /// Over-approximates: any power of two that is large enough.
    fn checked_next_power_of_two(self) -> Option<T> {
        if pct::less(self, one()) {
            return Some(one());
        }
        if self.is_power_of_two() {
            return Some(self);
        }
        let power: T = pct::any();
        let half = pct::div(pct::max_value(), pct::number::<T>(2));
        // The greatest power is `half + 1`.
        if pct::less(pct::successor::<T>(half), self) {
            return None;
        }
        pct::assume(power.is_power_of_two() && !pct::less(power, self));
        pct::assume(pct::less(pct::div(power, pct::number(2)), self));
        Some(power)
    }

    fn next_multiple_of(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to calculate the remainder with a divisor of zero");
        }
        let rest = pct::rem(self, rhs);
        if pct::equal(rest, zero()) {
            return self;
        }
        let more = pct::exact_sub(rhs, rest);
        if !pct::fits_add(self, more) {
            if pct::overflow_checks() {
                pct::fail("overflow", "attempt to add with overflow");
            }
            return pct::wrapping_add(self, more);
        }
        pct::exact_add(self, more)
    }

    fn is_multiple_of(self, rhs: T) -> bool {
        if pct::equal(rhs, zero()) { pct::equal(self, zero()) } else { pct::equal(pct::rem(self, rhs), zero()) }
    }

    fn isqrt(self) -> T {
        if pct::less(self, zero()) {
            pct::fail("panic", "argument of integer square root cannot be negative");
        }
        let root: T = pct::any();
        pct::assume(!pct::less(root, zero()) && !pct::less(self, root));
        pct::assume(pct::fits_mul(root, root) && !pct::less(self, pct::exact_mul(root, root)));
        let next = pct::wrapping_add(root, one());
        pct::assume(!pct::fits_mul(next, next) || pct::less(self, pct::exact_mul(next, next)));
        root
    }

    fn ilog2(self) -> u32 {
        match self.checked_ilog2() {
            Some(log) => log,
            None => pct::fail("panic", "argument of integer logarithm must be positive"),
        }
    }

    fn checked_ilog2(self) -> Option<u32> {
        if pct::less(zero(), self) { Some(pct::bits::<T>() - 1 - self.leading_zeros()) } else { None }
    }

    fn ilog10(self) -> u32 {
        match self.checked_ilog10() {
            Some(log) => log,
            None => pct::fail("panic", "argument of integer logarithm must be positive"),
        }
    }

    fn checked_ilog10(self) -> Option<u32> {
        if !pct::less(zero(), self) {
            return None;
        }
        let ten: T = pct::number(10);
        let (mut rest, mut log) = (self, 0);
        while !pct::less(rest, ten) {
            rest = pct::div(rest, ten);
            log = pct::wrapping_add(log, 1);
        }
        pct::assume(log < pct::bits::<T>());
        Some(log)
    }

    fn wrapping_abs(self) -> T {
        if pct::less(self, zero()) { pct::wrapping_sub(zero(), self) } else { self }
    }

    fn wrapping_div(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to divide by zero");
        }
        if overflows_division(self, rhs) { self } else { pct::div(self, rhs) }
    }

    fn wrapping_rem(self, rhs: T) -> T {
        if pct::equal(rhs, zero()) {
            pct::fail("divide", "attempt to calculate the remainder with a divisor of zero");
        }
        if overflows_division(self, rhs) { zero() } else { pct::rem(self, rhs) }
    }

    fn overflowing_neg(self) -> (T, bool) {
        (pct::wrapping_sub(zero(), self), !pct::fits_sub(zero(), self))
    }

    fn saturating_pow(self, exp: u32) -> T {
        match self.checked_pow(exp) {
            Some(power) => power,
            None if pct::less(self, zero()) && exp % 2 == 1 => pct::min_value(),
            None => pct::max_value(),
        }
    }

    fn checked_div_euclid(self, rhs: T) -> Option<T> {
        if pct::equal(rhs, zero()) || overflows_division(self, rhs) {
            None
        } else {
            Some(pct::div_euclid(self, rhs))
        }
    }

    fn checked_rem_euclid(self, rhs: T) -> Option<T> {
        if pct::equal(rhs, zero()) || overflows_division(self, rhs) {
            None
        } else {
            Some(pct::rem_euclid(self, rhs))
        }
    }

    unsafe fn unchecked_add(self, rhs: T) -> T {
        match self.checked_add(rhs) {
            Some(exact) => exact,
            None => pct::fail("overflow", "unsafe precondition(s) violated: {}::unchecked_add cannot overflow{}"),
        }
    }

    unsafe fn unchecked_sub(self, rhs: T) -> T {
        match self.checked_sub(rhs) {
            Some(exact) => exact,
            None => pct::fail("overflow", "unsafe precondition(s) violated: {}::unchecked_sub cannot overflow{}"),
        }
    }

    unsafe fn unchecked_mul(self, rhs: T) -> T {
        match self.checked_mul(rhs) {
            Some(exact) => exact,
            None => pct::fail("overflow", "unsafe precondition(s) violated: {}::unchecked_mul cannot overflow{}"),
        }
    }

    fn leading_ones(self) -> u32 {
        pct::bit_count(2, pct::wrapping_sub(pct::number::<T>(-1), self))
    }

    fn trailing_ones(self) -> u32 {
        pct::bit_count(3, pct::wrapping_sub(pct::number::<T>(-1), self))
    }

    fn count_ones(self) -> u32 {
        pct::bit_count(0, self)
    }

    fn count_zeros(self) -> u32 {
        pct::bit_count(1, self)
    }

    fn leading_zeros(self) -> u32 {
        pct::bit_count(2, self)
    }

    fn trailing_zeros(self) -> u32 {
        pct::bit_count(3, self)
    }

    fn abs_diff<U>(self, other: T) -> U {
        pct::abs_diff(self, other)
    }

    fn unsigned_abs<U>(self) -> U {
        pct::abs_diff(self, zero())
    }

    fn min_value() -> T {
        pct::min_value()
    }

    fn max_value() -> T {
        pct::max_value()
    }
}
