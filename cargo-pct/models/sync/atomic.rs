//! `std::sync::atomic`
//!
//! Over-approximates: others may have written any value. What orderings make a call panic is exact.

use crate::pct;
use std::sync::atomic::Ordering;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    AtomicUsize,
};

fn check_load(order: Ordering) {
    match order {
        Ordering::Release => pct::fail("panic", "there is no such thing as a release load"),
        Ordering::AcqRel => pct::fail("panic", "there is no such thing as an acquire-release load"),
        _ => {}
    }
}

fn check_store(order: Ordering) {
    match order {
        Ordering::Acquire => pct::fail("panic", "there is no such thing as an acquire store"),
        Ordering::AcqRel => pct::fail("panic", "there is no such thing as an acquire-release store"),
        _ => {}
    }
}

fn check_failure(order: Ordering) {
    match order {
        Ordering::Release => pct::fail("panic", "there is no such thing as a release failure ordering"),
        Ordering::AcqRel => pct::fail("panic", "there is no such thing as an acquire-release failure ordering"),
        _ => {}
    }
}

/// The methods that all atomics have.
macro_rules! atomics {
    ($($Atomic:ident $Methods:ident $T:ty;)*) => { $(
        pub trait $Methods {
            fn new(v: $T) -> $Atomic;
            fn into_inner(self) -> $T;
            fn get_mut(&mut self) -> &mut $T;
            fn load(&self, order: Ordering) -> $T;
            fn store(&self, val: $T, order: Ordering);
            fn swap(&self, val: $T, order: Ordering) -> $T;
            fn fetch_add(&self, val: $T, order: Ordering) -> $T;
            fn fetch_sub(&self, val: $T, order: Ordering) -> $T;
            fn fetch_and(&self, val: $T, order: Ordering) -> $T;
            fn fetch_or(&self, val: $T, order: Ordering) -> $T;
            fn fetch_xor(&self, val: $T, order: Ordering) -> $T;
            fn fetch_max(&self, val: $T, order: Ordering) -> $T;
            fn fetch_min(&self, val: $T, order: Ordering) -> $T;
            fn compare_exchange(
                &self,
                current: $T,
                new: $T,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$T, $T>;
            fn compare_exchange_weak(
                &self,
                current: $T,
                new: $T,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$T, $T>;
        }

        impl $Methods for $Atomic {
            fn new(v: $T) -> $Atomic {
                pct::unknown(v)
            }

            fn into_inner(self) -> $T {
                pct::unknown(self)
            }

            fn get_mut(&mut self) -> &mut $T {
                pct::unknown(self)
            }

            fn load(&self, order: Ordering) -> $T {
                check_load(order);
                pct::unknown(self)
            }

            fn store(&self, val: $T, order: Ordering) {
                check_store(order);
            }

            fn swap(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_add(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_sub(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_and(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_or(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_xor(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_max(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn fetch_min(&self, val: $T, order: Ordering) -> $T {
                pct::unknown(self)
            }

            fn compare_exchange(
                &self,
                current: $T,
                new: $T,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$T, $T> {
                check_failure(failure);
                pct::unknown(self)
            }

            fn compare_exchange_weak(
                &self,
                current: $T,
                new: $T,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$T, $T> {
                check_failure(failure);
                pct::unknown(self)
            }
        }
    )* };
}
atomics! {
    AtomicBool BoolMethods bool;
    AtomicI8 I8Methods i8;
    AtomicI16 I16Methods i16;
    AtomicI32 I32Methods i32;
    AtomicI64 I64Methods i64;
    AtomicIsize IsizeMethods isize;
    AtomicU8 U8Methods u8;
    AtomicU16 U16Methods u16;
    AtomicU32 U32Methods u32;
    AtomicU64 U64Methods u64;
    AtomicUsize UsizeMethods usize;
}
