//! `std::iter`

use crate::clone::Clone;
use crate::cmp::{Ord, PartialOrd};
use crate::ops::RangeInclusive;
use crate::pct;
use std::cmp::Ordering;
use std::ops::{Range, RangeFrom};

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
        let mut left = n;
        while left > 0 {
            if let None = self.next() {
                return None;
            }
            left -= 1;
        }
        self.next()
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
        Flatten { iter: self, front: None }
    }

    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
    {
        FlatMap { iter: self, f, front: None }
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

    fn max(mut self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            // Of equal ones the last.
            if !matches!(best.cmp(&x), Ordering::Greater) {
                best = x;
            }
        }
        Some(best)
    }

    fn min(mut self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            // Of equal ones the first.
            if matches!(best.cmp(&x), Ordering::Greater) {
                best = x;
            }
        }
        Some(best)
    }

    fn max_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(mut self, mut f: F) -> Option<Self::Item>
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
            if !matches!(key.cmp(&other), Ordering::Greater) {
                best = x;
                key = other;
            }
        }
        Some(best)
    }

    fn min_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(mut self, mut f: F) -> Option<Self::Item>
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
            if matches!(key.cmp(&other), Ordering::Greater) {
                best = x;
                key = other;
            }
        }
        Some(best)
    }

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

pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self
    }
}

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;

    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, mut predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        while let Some(x) = self.next_back() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize {
        self.size_hint().0
    }

    fn is_empty(&self) -> bool {
        self.size_hint().0 == 0
    }
}

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}

pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

fn checked_add<T: Copy>(a: T, b: T) -> T {
    if !pct::overflow_checks() {
        return pct::wrapping_add(a, b);
    }
    if !pct::fits_add(a, b) {
        pct::fail("overflow", "attempt to add with overflow");
    }
    pct::exact_add(a, b)
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

impl<I: Iterator + ?Sized> Iterator for &mut I {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
}

impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
}

impl<A: pct::Scalar> Iterator for Range<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if pct::less(self.start, self.end) {
            let value = self.start;
            self.start = pct::successor(value);
            Some(value)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if pct::less(self.start, self.end) {
            pct::distance(self.start, self.end)
        } else {
            (0, Some(0))
        }
    }
}

impl<A: pct::Scalar> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if pct::less(self.start, self.end) {
            self.end = pct::predecessor(self.end);
            Some(self.end)
        } else {
            None
        }
    }
}

impl<A: pct::Scalar> ExactSizeIterator for Range<A> {}

impl<A: pct::Integer> Iterator for RangeFrom<A> {
    type Item = A;

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn next(&mut self) -> Option<A> {
        let value = self.start;
        if pct::equal(value, pct::max_value()) {
            if pct::overflow_checks() {
                pct::fail("overflow", "attempt to add with overflow");
            }
            self.start = pct::min_value();
        } else {
            self.start = pct::successor(value);
        }
        Some(value)
    }
}

impl<A: pct::Scalar> Iterator for RangeInclusive<A> {
    type Item = A;

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.exhausted || pct::less(self.end, self.start) {
            return (0, Some(0));
        }
        if pct::equal(self.start, self.end) {
            return (1, Some(1));
        }
        let (lower, upper) = pct::distance(self.start, self.end);
        let upper = match upper {
            Some(upper) if upper < usize::MAX => Some(upper + 1),
            _ => None,
        };
        (if lower < usize::MAX { lower + 1 } else { lower }, upper)
    }

    fn next(&mut self) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let value = self.start;
        if pct::less(value, self.end) {
            self.start = pct::successor(value);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }
}

impl<A: pct::Scalar> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let value = self.end;
        if pct::less(self.start, value) {
            self.end = pct::predecessor(value);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }
}

pub struct Map<I, F> {
    iter: I,
    f: F,
}

impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
}

pub struct Filter<I, P> {
    iter: I,
    predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

pub struct FilterMap<I, F> {
    iter: I,
    f: F,
}

impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
}

pub struct Enumerate<I> {
    iter: I,
    count: usize,
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(a) => {
                let i = self.count;
                self.count += 1;
                Some((i, a))
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(a) => {
                let left = self.iter.len();
                Some((self.count + left, a))
            }
            None => None,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}

pub struct Rev<I> {
    iter: I,
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {}

pub struct Zip<A, B> {
    a: A,
    b: B,
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (one, most) = self.a.size_hint();
        let (other, more) = self.b.size_hint();
        let upper = match (most, more) {
            (Some(a), Some(b)) => Some(if a < b { a } else { b }),
            (Some(a), None) => Some(a),
            (None, b) => b,
        };
        (if one < other { one } else { other }, upper)
    }

    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        // Where both have random access, closures of the first may be called once more or not when the second ends.
        if pct::runs_code::<A>() && !matches!(self.b.size_hint(), (_, Some(1..))) && pct::any::<bool>() {
            return None;
        }
        match self.a.next() {
            Some(x) => match self.b.next() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }
}

pub struct Chain<A, B> {
    a: Option<A>,
    b: Option<B>,
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let none = (0, Some(0));
        let (one, most) = self.a.as_ref().map_or(none, |a| a.size_hint());
        let (other, more) = self.b.as_ref().map_or(none, |b| b.size_hint());
        let upper = match (most, more) {
            (Some(a), Some(b)) if b <= usize::MAX - a => Some(a + b),
            _ => None,
        };
        (if other <= usize::MAX - one { one + other } else { usize::MAX }, upper)
    }

    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            if let Some(x) = a.next() {
                return Some(x);
            }
            self.a = None;
        }
        match &mut self.b {
            Some(b) => b.next(),
            None => None,
        }
    }
}

/// How many elements are left of `n`.
fn steps(n: usize, step_minus_one: usize, first_take: bool) -> usize {
    if step_minus_one == usize::MAX {
        // No step is as long: it came from `step - 1`.
        return 0;
    }
    if !first_take {
        n / (step_minus_one + 1)
    } else if n == 0 {
        0
    } else {
        1 + (n - 1) / (step_minus_one + 1)
    }
}

pub struct StepBy<I> {
    iter: I,
    step_minus_one: usize,
    first_take: bool,
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) => Some(steps(upper, self.step_minus_one, self.first_take)),
            None => None,
        };
        (steps(lower, self.step_minus_one, self.first_take), upper)
    }

    fn next(&mut self) -> Option<I::Item> {
        let step = if self.first_take { 0 } else { self.step_minus_one };
        self.first_take = false;
        self.iter.nth(step)
    }
}

pub struct Take<I> {
    iter: I,
    n: usize,
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
        let (lower, upper) = self.iter.size_hint();
        let lower = if lower < self.n { lower } else { self.n };
        match upper {
            Some(upper) if upper < self.n => (lower, Some(upper)),
            _ => (lower, Some(self.n)),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.n != 0 {
            self.n -= 1;
            self.iter.next()
        } else {
            None
        }
    }
}

pub struct Skip<I> {
    iter: I,
    n: usize,
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let less = |count: usize| if count < self.n { 0 } else { count - self.n };
        (less(lower), upper.map(less))
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            self.iter.nth(n)
        } else {
            self.iter.next()
        }
    }
}

pub struct TakeWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.flag {
            return None;
        }
        match self.iter.next() {
            Some(x) => {
                if (self.predicate)(&x) {
                    Some(x)
                } else {
                    self.flag = true;
                    None
                }
            }
            None => None,
        }
    }
}

pub struct SkipWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.flag || !(self.predicate)(&x) {
                self.flag = true;
                return Some(x);
            }
        }
        None
    }
}

pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Peekable<I> {
    pub fn peek(&mut self) -> Option<&I::Item> {
        if let None = self.peeked {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(value)) => Some(value),
            _ => None,
        }
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let peeked = pct::take(&self.peeked);
        pct::put(&mut self.peeked, None);
        match peeked {
            Some(v) => v,
            None => self.iter.next(),
        }
    }
}

pub struct Fuse<I> {
    iter: Option<I>,
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next() {
                None => {
                    self.iter = None;
                    None
                }
                item => item,
            },
            None => None,
        }
    }
}

pub struct Copied<I> {
    iter: I,
}

impl<'a, I: Iterator<Item = &'a T>, T: 'a> Iterator for Copied<I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<'a, I: DoubleEndedIterator<Item = &'a T>, T: 'a> DoubleEndedIterator for Copied<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }
}

pub struct Cloned<I> {
    iter: I,
}

impl<'a, I: Iterator<Item = &'a T>, T: Clone + 'a> Iterator for Cloned<I> {
    type Item = T;

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

pub struct Once<T> {
    value: Option<T>,
}

pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

impl<T> Iterator for Once<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let value = pct::take(&self.value);
        pct::put(&mut self.value, None);
        value
    }
}

pub struct Empty<T> {
    nothing: Option<T>,
}

pub fn empty<T>() -> Empty<T> {
    Empty { nothing: None }
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        None
    }
}

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    iter: I,
    front: Option<<I::Item as IntoIterator>::IntoIter>,
}

impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <<I as Iterator>::Item as IntoIterator>::Item;

    fn next(&mut self) -> Option<<<I as Iterator>::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                if let Some(item) = inner.next() {
                    return Some(item);
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some(next.into_iter()),
                None => return None,
            }
        }
    }
}

pub struct FlatMap<I, U: IntoIterator, F> {
    iter: I,
    f: F,
    front: Option<U::IntoIter>,
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;

    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                if let Some(item) = inner.next() {
                    return Some(item);
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some((self.f)(next).into_iter()),
                None => return None,
            }
        }
    }
}
