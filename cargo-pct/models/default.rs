//! `std::default`

use crate::pct::{self, Plain};

pub trait Default: Sized {
    fn default() -> Self;
}

impl<T: pct::Integer> Default for Plain<T> {
    fn default() -> Plain<T> {
        pct::number(0)
    }
}

impl Default for bool {
    fn default() -> bool {
        false
    }
}

impl Default for char {
    fn default() -> char {
        '\0'
    }
}

impl Default for () {
    fn default() {}
}

impl<T> Default for Option<T> {
    fn default() -> Option<T> {
        None
    }
}

impl<T> Default for Vec<T> {
    fn default() -> Vec<T> {
        pct::empty()
    }
}

impl Default for String {
    fn default() -> String {
        pct::empty()
    }
}

impl<T: Default> Default for Box<T> {
    fn default() -> Box<T> {
        pct::boxed(T::default())
    }
}

impl<A: Default> Default for (A,) {
    fn default() -> (A,) {
        (A::default(),)
    }
}

impl<A: Default, B: Default> Default for (A, B) {
    fn default() -> (A, B) {
        (A::default(), B::default())
    }
}

impl<A: Default, B: Default, C: Default> Default for (A, B, C) {
    fn default() -> (A, B, C) {
        (A::default(), B::default(), C::default())
    }
}
