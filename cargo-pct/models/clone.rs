//! `std::clone`

use crate::pct::{self, Plain};

pub trait Clone: Sized {
    fn clone(&self) -> Self;

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<T: pct::Scalar> Clone for Plain<T> {
    fn clone(&self) -> Plain<T> {
        pct::take(self)
    }
}

impl<T: ?Sized> Clone for &T {
    fn clone(&self) -> Self {
        *self
    }
}

impl Clone for () {
    fn clone(&self) -> Self {}
}

/// Tuples, element by element.
macro_rules! tuples {
    ($($($T:ident $index:tt),+;)*) => { $(
        impl<$($T: Clone),+> Clone for ($($T,)+) {
            fn clone(&self) -> Self {
                ($(self.$index.clone(),)+)
            }
        }
    )* };
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
}
