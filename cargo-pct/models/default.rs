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

impl Default for &str {
    fn default() -> Self {
        ""
    }
}

impl<T, const N: usize> Default for [T; N]
where
    T: Default,
{
    fn default() -> [T; N] {
        let mut result: Vec<T> = pct::empty();
        while pct::len(&result) < N {
            crate::vec::VecMethods::push(&mut result, T::default());
        }
        pct::same(result)
    }
}

/// Tuples, element by element.
macro_rules! tuples {
    ($($($T:ident),+;)*) => { $(
        impl<$($T: Default),+> Default for ($($T,)+) {
            fn default() -> Self {
                ($($T::default(),)+)
            }
        }
    )* };
}
tuples! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, F;
}
