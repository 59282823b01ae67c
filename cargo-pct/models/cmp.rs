//! `std::cmp`

use crate::pct::{self, Plain};
use std::cmp::Ordering;

pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;

    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

pub trait Eq: PartialEq {}

pub trait PartialOrd<Rhs: ?Sized = Self> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    fn lt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }

    fn le(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }

    fn ge(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }
}

pub trait Ord: PartialOrd {
    fn cmp(&self, other: &Self) -> Ordering;

    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other.lt(&self) { self } else { other }
    }

    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other.lt(&self) { other } else { self }
    }

    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        if !min.le(&max) {
            pct::fail("assert", "assertion failed: min <= max");
        }
        if self.lt(&min) {
            min
        } else if self.gt(&max) {
            max
        } else {
            self
        }
    }
}

impl<T: pct::Scalar> PartialEq for Plain<T> {
    fn eq(&self, other: &Plain<T>) -> bool {
        pct::equal(pct::take(self), pct::take(other))
    }
}

impl<T: pct::Scalar> PartialOrd for Plain<T> {
    fn partial_cmp(&self, other: &Plain<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Plain<T>) -> bool {
        pct::less(pct::take(self), pct::take(other))
    }

    fn le(&self, other: &Plain<T>) -> bool {
        !pct::less(pct::take(other), pct::take(self))
    }

    fn gt(&self, other: &Plain<T>) -> bool {
        pct::less(pct::take(other), pct::take(self))
    }

    fn ge(&self, other: &Plain<T>) -> bool {
        !pct::less(pct::take(self), pct::take(other))
    }
}

impl<T: pct::Scalar> Ord for Plain<T> {
    fn cmp(&self, other: &Plain<T>) -> Ordering {
        if pct::less(pct::take(self), pct::take(other)) {
            Ordering::Less
        } else if pct::equal(pct::take(self), pct::take(other)) {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    fn max(self, other: Plain<T>) -> Plain<T> {
        if pct::less(pct::take(&other), pct::take(&self)) { self } else { other }
    }

    fn min(self, other: Plain<T>) -> Plain<T> {
        if pct::less(pct::take(&other), pct::take(&self)) { other } else { self }
    }

    fn clamp(self, min: Plain<T>, max: Plain<T>) -> Plain<T> {
        if pct::less(pct::take(&max), pct::take(&min)) {
            pct::fail("assert", "min > max. min = {}, max = {}");
        }
        if pct::less(pct::take(&self), pct::take(&min)) {
            min
        } else if pct::less(pct::take(&max), pct::take(&self)) {
            max
        } else {
            self
        }
    }
}

pub fn max<T: Ord>(v1: T, v2: T) -> T {
    v1.max(v2)
}

pub fn min<T: Ord>(v1: T, v2: T) -> T {
    v1.min(v2)
}

impl PartialEq for () {
    fn eq(&self, _: &()) -> bool {
        true
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A {
    fn eq(&self, other: &&B) -> bool {
        (**self).eq(*other)
    }

    fn ne(&self, other: &&B) -> bool {
        (**self).ne(*other)
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &mut A {
    fn eq(&self, other: &&mut B) -> bool {
        (**self).eq(&**other)
    }
}

impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A {
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        (**self).partial_cmp(*other)
    }

    fn lt(&self, other: &&B) -> bool {
        (**self).lt(*other)
    }

    fn le(&self, other: &&B) -> bool {
        (**self).le(*other)
    }

    fn gt(&self, other: &&B) -> bool {
        (**self).gt(*other)
    }

    fn ge(&self, other: &&B) -> bool {
        (**self).ge(*other)
    }
}

impl<A: ?Sized + Ord> Ord for &A {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(*other)
    }
}

impl<A: PartialEq> PartialEq for (A,) {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(&other.0)
    }
}

impl<A: PartialEq, B: PartialEq> PartialEq for (A, B) {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(&other.0) && self.1.eq(&other.1)
    }
}

impl<A: PartialEq, B: PartialEq, C: PartialEq> PartialEq for (A, B, C) {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(&other.0) && self.1.eq(&other.1) && self.2.eq(&other.2)
    }
}

impl<A: PartialOrd, B: PartialOrd> PartialOrd for (A, B) {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.0.partial_cmp(&other.0) {
            Some(Ordering::Equal) => self.1.partial_cmp(&other.1),
            unequal => unequal,
        }
    }
}

impl<A: Ord, B: Ord> Ord for (A, B) {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.0.cmp(&other.0) {
            Ordering::Equal => self.1.cmp(&other.1),
            unequal => unequal,
        }
    }
}

impl PartialEq for Ordering {
    fn eq(&self, other: &Ordering) -> bool {
        pct::equal(*self as i8, *other as i8)
    }
}

pub trait OrderingMethods: Sized {
    fn is_eq(self) -> bool;
    fn is_ne(self) -> bool;
    fn is_lt(self) -> bool;
    fn is_gt(self) -> bool;
    fn is_le(self) -> bool;
    fn is_ge(self) -> bool;
    fn reverse(self) -> Ordering;
    fn then(self, other: Ordering) -> Ordering;
    fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering;
}

impl OrderingMethods for Ordering {
    fn is_eq(self) -> bool {
        matches!(self, Ordering::Equal)
    }

    fn is_ne(self) -> bool {
        !matches!(self, Ordering::Equal)
    }

    fn is_lt(self) -> bool {
        matches!(self, Ordering::Less)
    }

    fn is_gt(self) -> bool {
        matches!(self, Ordering::Greater)
    }

    fn is_le(self) -> bool {
        !matches!(self, Ordering::Greater)
    }

    fn is_ge(self) -> bool {
        !matches!(self, Ordering::Less)
    }

    fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }

    fn then(self, other: Ordering) -> Ordering {
        match self {
            Ordering::Equal => other,
            unequal => unequal,
        }
    }

    fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Ordering::Equal => f(),
            unequal => unequal,
        }
    }
}
