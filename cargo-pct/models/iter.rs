//! `std::iter`: its traits, its types and the functions that make some of these. They stand in one module, since a body and a type are found
//! by that, and std says `std::iter::…` of all of them. So other files than this one are included. What the types do stands in the modules
//! below.

mod adaptors;
mod ends;
mod flattening;
mod portions;
mod sources;
mod sums;

use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::ops::{FromResidual, Try};
use crate::pct;
use std::cmp::Ordering;
use std::ops::ControlFlow;

include!("iter/traits.rs");
include!("iter/types.rs");

/// The greatest or least of all elements, and the same by a key: which one gives way to another is said by a condition.
macro_rules! extremes {
    ($name:ident, $by_key:ident, |$best:ident, $x:ident| $gives_way:expr) => {
        fn $name(mut self) -> Option<Self::Item>
        where
            Self: Sized,
            Self::Item: Ord,
        {
            let mut best = match self.next() {
                Some(first) => first,
                None => return None,
            };
            while let Some(x) = self.next() {
                let gives_way = {
                    let ($best, $x) = (&best, &x);
                    $gives_way
                };
                if gives_way {
                    best = x;
                }
            }
            Some(best)
        }

        fn $by_key<B: Ord, F: FnMut(&Self::Item) -> B>(mut self, mut f: F) -> Option<Self::Item>
        where
            Self: Sized,
        {
            let mut best = match self.next() {
                Some(first) => first,
                None => return None,
            };
            let mut key = f(&best);
            while let Some(x) = self.next() {
                let other = f(&x);
                let gives_way = {
                    let ($best, $x) = (&key, &other);
                    $gives_way
                };
                if gives_way {
                    best = x;
                    key = other;
                }
            }
            Some(best)
        }
    };
}

pub trait Iterator {
    type Item;

    fn next(&mut self) -> Option<Self::Item>;

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }

    fn count(mut self) -> usize
    where
        Self: Sized,
    {
        let mut count = 0;
        while let Some(_) = self.next() {
            count += 1;
        }
        count
    }

    fn last(mut self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut last = None;
        while let Some(x) = self.next() {
            last = Some(x);
        }
        last
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        match self.advance_by(n) {
            Ok(()) => self.next(),
            Err(_) => None,
        }
    }

    /// Skips elements; tells how many were missing, if some were. An adaptor may skip otherwise than it yields.
    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let mut left = n;
        while left > 0 {
            if let None = self.next() {
                return Err(left);
            }
            left -= 1;
        }
        Ok(())
    }

    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        if step == 0 {
            pct::fail("assert", "assertion failed: step != 0");
        }
        StepBy { iter: self, step_minus_one: step - 1, first_take: true }
    }

    fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Chain { a: Some(self), b: Some(other.into_iter()) }
    }

    fn zip<U: IntoIterator>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Zip { a: self, b: other.into_iter() }
    }

    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { iter: self, f }
    }

    fn for_each<F: FnMut(Self::Item)>(mut self, mut f: F)
    where
        Self: Sized,
    {
        while let Some(x) = self.next() {
            f(x);
        }
    }

    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
    {
        Filter { iter: self, predicate }
    }

    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap { iter: self, f }
    }

    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate { iter: self, count: 0 }
    }

    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable { iter: self, peeked: None }
    }

    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
    {
        SkipWhile { iter: self, flag: false, predicate }
    }

    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
    {
        TakeWhile { iter: self, flag: false, predicate }
    }

    fn skip(self, n: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip { iter: self, n }
    }

    fn take(self, n: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take { iter: self, n }
    }

    fn flatten(self) -> Flatten<Self>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten { iter: self.fuse(), front: None }
    }

    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
    {
        FlatMap { iter: self.fuse(), f, front: None }
    }

    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse { iter: Some(self) }
    }

    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }

    fn collect<B: FromIterator<Self::Item>>(self) -> B
    where
        Self: Sized,
    {
        B::from_iter(self)
    }

    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B
    where
        Self: Sized,
    {
        let mut accum = init;
        while let Some(x) = self.next() {
            accum = f(accum, x);
        }
        accum
    }

    fn all<F: FnMut(Self::Item) -> bool>(&mut self, mut f: F) -> bool
    where
        Self: Sized,
    {
        while let Some(x) = self.next() {
            if !f(x) {
                return false;
            }
        }
        true
    }

    fn any<F: FnMut(Self::Item) -> bool>(&mut self, mut f: F) -> bool
    where
        Self: Sized,
    {
        while let Some(x) = self.next() {
            if f(x) {
                return true;
            }
        }
        false
    }

    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, mut predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        while let Some(x) = self.next() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, mut f: F) -> Option<B>
    where
        Self: Sized,
    {
        while let Some(x) = self.next() {
            if let Some(found) = f(x) {
                return Some(found);
            }
        }
        None
    }

    fn position<P: FnMut(Self::Item) -> bool>(&mut self, mut predicate: P) -> Option<usize>
    where
        Self: Sized,
    {
        let mut index = 0;
        while let Some(x) = self.next() {
            if predicate(x) {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    // Of equal ones the last.
    extremes!(max, max_by_key, |best, x| !matches!(best.cmp(x), Ordering::Greater));
    // Of equal ones the first.
    extremes!(min, min_by_key, |best, x| matches!(best.cmp(x), Ordering::Greater));

    fn rev(self) -> Rev<Self>
    where
        Self: Sized,
    {
        Rev { iter: self }
    }

    fn copied<'a, T: 'a>(self) -> Copied<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied { iter: self }
    }

    fn cloned<'a, T: 'a>(self) -> Cloned<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned { iter: self }
    }

    fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, predicate: P) -> MapWhile<Self, P>
    where
        Self: Sized,
    {
        MapWhile { iter: self, predicate }
    }

    fn scan<St, B, F: FnMut(&mut St, Self::Item) -> Option<B>>(self, initial_state: St, f: F) -> Scan<Self, St, F>
    where
        Self: Sized,
    {
        Scan { iter: self, f, state: initial_state }
    }

    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
    {
        Inspect { iter: self, f }
    }

    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle { orig: self.clone(), iter: self }
    }

    fn partition<B: crate::default::Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool>(
        mut self,
        mut f: F,
    ) -> (B, B)
    where
        Self: Sized,
    {
        let mut left = B::default();
        let mut right = B::default();
        while let Some(x) = self.next() {
            if f(&x) {
                left.extend(Some(x));
            } else {
                right.extend(Some(x));
            }
        }
        (left, right)
    }

    fn unzip<A, B, FromA, FromB>(mut self) -> (FromA, FromB)
    where
        FromA: crate::default::Default + Extend<A>,
        FromB: crate::default::Default + Extend<B>,
        Self: Sized + Iterator<Item = (A, B)>,
    {
        let mut left = FromA::default();
        let mut right = FromB::default();
        // Collections make room at once, each in its way.
        crate::capacity::demand_promised_somewhere::<(A, B), Self>(&self);
        while let Some((a, b)) = self.next() {
            left.extend(Some(a));
            right.extend(Some(b));
        }
        (left, right)
    }

    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(mut self, mut f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut accum = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            accum = f(accum, x);
        }
        Some(accum)
    }

    fn try_fold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>>(&mut self, init: B, mut f: F) -> R
    where
        Self: Sized,
        R: FromResidual<<R as Try>::Residual>,
    {
        let mut accum = init;
        while let Some(x) = self.next() {
            match f(accum, x).branch() {
                ControlFlow::Continue(next) => accum = next,
                ControlFlow::Break(residual) => return R::from_residual(residual),
            }
        }
        R::from_output(accum)
    }

    fn try_for_each<F: FnMut(Self::Item) -> R, R: Try<Output = ()>>(&mut self, mut f: F) -> R
    where
        Self: Sized,
        R: FromResidual<<R as Try>::Residual>,
    {
        while let Some(x) = self.next() {
            match f(x).branch() {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(residual) => return R::from_residual(residual),
            }
        }
        R::from_output(())
    }

    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, mut predicate: P) -> Option<usize>
    where
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut index = self.len();
        while let Some(x) = self.next_back() {
            // Unchecked in every profile: `len` is trusted.
            index = pct::wrapping_sub(index, 1);
            if predicate(x) {
                return Some(index);
            }
        }
        None
    }

    fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(mut self, mut compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            if !matches!(compare(&best, &x), Ordering::Greater) {
                best = x;
            }
        }
        Some(best)
    }

    fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(mut self, mut compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            if matches!(compare(&best, &x), Ordering::Greater) {
                best = x;
            }
        }
        Some(best)
    }

    fn cmp<I: IntoIterator<Item = Self::Item>>(mut self, other: I) -> Ordering
    where
        Self::Item: Ord,
        Self: Sized,
    {
        let mut other = other.into_iter();
        while let Some(x) = self.next() {
            match other.next() {
                None => return Ordering::Greater,
                Some(y) => match x.cmp(&y) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
            }
        }
        match other.next() {
            None => Ordering::Equal,
            Some(_) => Ordering::Less,
        }
    }

    fn partial_cmp<I: IntoIterator>(mut self, other: I) -> Option<Ordering>
    where
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        let mut other = other.into_iter();
        while let Some(x) = self.next() {
            match other.next() {
                None => return Some(Ordering::Greater),
                Some(y) => match x.partial_cmp(&y) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                },
            }
        }
        match other.next() {
            None => Some(Ordering::Equal),
            Some(_) => Some(Ordering::Less),
        }
    }

    fn eq<I: IntoIterator>(mut self, other: I) -> bool
    where
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        let mut other = other.into_iter();
        let runs_code = pct::runs_code::<Self>() || pct::runs_code::<I::IntoIter>() || pct::compares::<Self::Item>();
        let effects = runs_code || pct::may_be_resumed::<Self>() || pct::may_be_resumed::<I::IntoIter>();
        // Where both know their lengths, elements of iterators of different lengths are not looked at in some releases.
        if effects && pct::any() && self.size_hint().1 != other.size_hint().1 {
            return false;
        }
        while let Some(x) = self.next() {
            match other.next() {
                None => return false,
                Some(y) => {
                    if !x.eq(&y) {
                        return false;
                    }
                }
            }
        }
        matches!(other.next(), None)
    }

    fn ne<I: IntoIterator>(self, other: I) -> bool
    where
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        !self.eq(other)
    }

    fn lt<I: IntoIterator>(self, other: I) -> bool
    where
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }

    fn sum<S: Sum<Self::Item>>(self) -> S
    where
        Self: Sized,
    {
        S::sum(self)
    }

    fn product<P: Product<Self::Item>>(self) -> P
    where
        Self: Sized,
    {
        P::product(self)
    }
}
