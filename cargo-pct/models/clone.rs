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

impl<A: Clone> Clone for (A,) {
    fn clone(&self) -> Self {
        (self.0.clone(),)
    }
}

impl<A: Clone, B: Clone> Clone for (A, B) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone())
    }
}

impl<A: Clone, B: Clone, C: Clone> Clone for (A, B, C) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone(), self.2.clone())
    }
}

impl<A: Clone, B: Clone, C: Clone, D: Clone> Clone for (A, B, C, D) {
    fn clone(&self) -> Self {
        (self.0.clone(), self.1.clone(), self.2.clone(), self.3.clone())
    }
}
