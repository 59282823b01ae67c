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

/// Tuples, element by element.
macro_rules! tuples {
    ($($($T:ident $index:tt),+;)*) => { $(
        impl<$($T: PartialEq),+> PartialEq for ($($T,)+) {
            fn eq(&self, other: &Self) -> bool {
                $(self.$index.eq(&other.$index) &&)+ true
            }
        }

        impl<$($T: PartialOrd),+> PartialOrd for ($($T,)+) {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                $(match self.$index.partial_cmp(&other.$index) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                })+
                Some(Ordering::Equal)
            }
        }

        impl<$($T: Ord),+> Ord for ($($T,)+) {
            fn cmp(&self, other: &Self) -> Ordering {
                $(match self.$index.cmp(&other.$index) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                })+
                Ordering::Equal
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

impl PartialOrd for () {
    fn partial_cmp(&self, _: &()) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}

impl Ord for () {
    fn cmp(&self, _: &()) -> Ordering {
        Ordering::Equal
    }
}

impl<T: PartialEq> PartialEq for std::cmp::Reverse<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq(&other.0)
    }
}

impl<T: PartialOrd> PartialOrd for std::cmp::Reverse<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

impl<T: Ord> Ord for std::cmp::Reverse<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for Ordering {
    fn partial_cmp(&self, other: &Ordering) -> Option<Ordering> {
        Some(Ord::cmp(self, other))
    }
}

impl Ord for Ordering {
    fn cmp(&self, other: &Ordering) -> Ordering {
        let (own, other) = (*self as i8, *other as i8);
        if pct::less(own, other) {
            Ordering::Less
        } else if pct::equal(own, other) {
            Ordering::Equal
        } else {
            Ordering::Greater
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
