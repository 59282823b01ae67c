//! Sums and products of numbers.

use super::{Iterator, Product, Sum};
use crate::pct;

/// Adds with overflow as the crate has it.
pub(super) fn checked_add<T: Copy>(a: T, b: T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_add(a, b);
    }
    if !pct::fits_add(a, b) {
        pct::fail("overflow", "attempt to add with overflow");
    }
    pct::exact_add(a, b)
}

/// Subtracts with overflow as the crate has it.
pub(super) fn checked_sub(a: usize, b: usize) -> usize {
    if a < b && pct::overflow_checks() {
        pct::fail("overflow", "attempt to subtract with overflow");
    }
    pct::wrapping_sub(a, b)
}

fn checked_mul<T: Copy>(a: T, b: T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_mul(a, b);
    }
    if !pct::fits_mul(a, b) {
        pct::fail("overflow", "attempt to multiply with overflow");
    }
    pct::exact_mul(a, b)
}

impl<T: pct::Integer> Sum<T> for T {
    fn sum<I: Iterator<Item = T>>(mut iter: I) -> T {
        let mut total: T = pct::number(0);
        while let Some(x) = iter.next() {
            total = checked_add(total, x);
        }
        total
    }
}

impl<'a, T: pct::Integer> Sum<&'a T> for T {
    fn sum<I: Iterator<Item = &'a T>>(mut iter: I) -> T {
        let mut total: T = pct::number(0);
        while let Some(x) = iter.next() {
            total = checked_add(total, *x);
        }
        total
    }
}

impl<T: pct::Integer> Product<T> for T {
    fn product<I: Iterator<Item = T>>(mut iter: I) -> T {
        let mut total: T = pct::number(1);
        while let Some(x) = iter.next() {
            total = checked_mul(total, x);
        }
        total
    }
}

impl<'a, T: pct::Integer> Product<&'a T> for T {
    fn product<I: Iterator<Item = &'a T>>(mut iter: I) -> T {
        let mut total: T = pct::number(1);
        while let Some(x) = iter.next() {
            total = checked_mul(total, *x);
        }
        total
    }
}

/// Over-approximates: any number. Those of floats never panic, so only the iterator is run.
macro_rules! floats {
    ($($Float:ty)*) => { $(
        impl Sum<$Float> for $Float {
            fn sum<I: Iterator<Item = $Float>>(mut iter: I) -> $Float {
                while let Some(_) = iter.next() {}
                pct::any()
            }
        }

        impl<'a> Sum<&'a $Float> for $Float {
            fn sum<I: Iterator<Item = &'a $Float>>(mut iter: I) -> $Float {
                while let Some(_) = iter.next() {}
                pct::any()
            }
        }

        impl Product<$Float> for $Float {
            fn product<I: Iterator<Item = $Float>>(mut iter: I) -> $Float {
                while let Some(_) = iter.next() {}
                pct::any()
            }
        }

        impl<'a> Product<&'a $Float> for $Float {
            fn product<I: Iterator<Item = &'a $Float>>(mut iter: I) -> $Float {
                while let Some(_) = iter.next() {}
                pct::any()
            }
        }
    )* };
}
floats!(f32 f64);
