//! What the adaptors do, each with its fields in `iter`; those that begin later, end earlier or go on stand in `portions`.

use super::sums::checked_add;
use super::{
    Chain, Cloned, Copied, DoubleEndedIterator, Enumerate, ExactSizeIterator, Filter, FilterMap, Fuse,
    Inspect, Iterator, Map, Peekable, Rev, Scan, Skip, StepBy, Take, Zip,
};
use crate::clone::Clone;
use crate::pct;

impl<I: Iterator + ?Sized> Iterator for &mut I {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth(n)
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        (**self).advance_by(n)
    }
}

impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth_back(n)
    }

    fn advance_back_by(&mut self, n: usize) -> Result<(), usize> {
        (**self).advance_back_by(n)
    }
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

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        // How many of them is not said.
        (0, self.iter.size_hint().1)
    }

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;

    fn size_hint(&self) -> (usize, Option<usize>) {
        // How many of them is not said.
        (0, self.iter.size_hint().1)
    }

    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(a) => {
                let i = self.count;
                self.count = checked_add(i, 1);
                Some((i, a))
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth(n) {
            Some(a) => {
                let i = checked_add(self.count, n);
                self.count = checked_add(i, 1);
                Some((i, a))
            }
            None => None,
        }
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let skipped = self.iter.advance_by(n);
        let missing = match skipped {
            Ok(()) => 0,
            Err(missing) => missing,
        };
        self.count = checked_add(self.count, n - missing);
        skipped
    }

    fn count(self) -> usize {
        self.iter.count()
    }
}

// The standard library trusts `len` here: it adds without a check in every profile.

impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        // A fold asks once, before the first element, and counts from there.
        if pct::may_be_resumed::<I>() && pct::any() {
            if pct::any() {
                self.iter.len();
            }
            return match self.iter.next_back() {
                Some(a) => Some((pct::any(), a)),
                None => None,
            };
        }
        match self.iter.next_back() {
            Some(a) => {
                let left = self.iter.len();
                Some((pct::wrapping_add(self.count, left), a))
            }
            None => None,
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth_back(n) {
            Some(a) => {
                let left = self.iter.len();
                Some((pct::wrapping_add(self.count, left), a))
            }
            None => None,
        }
    }
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        self.iter.advance_back_by(n)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }

    fn advance_back_by(&mut self, n: usize) -> Result<(), usize> {
        self.iter.advance_by(n)
    }
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
        // Where both have random access or are folded, the first is asked once more or not when the second ends.
        let is_seen = pct::runs_code::<A>() || pct::may_be_resumed::<A>();
        if is_seen && pct::any::<bool>() && !matches!(self.b.size_hint(), (_, Some(1..))) {
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

    fn nth(&mut self, n: usize) -> Option<A::Item> {
        let mut left = n;
        if let Some(a) = &mut self.a {
            match a.advance_by(n) {
                Ok(()) => match a.next() {
                    None => left = 0,
                    item => return item,
                },
                Err(missing) => left = missing,
            }
            self.a = None;
        }
        match &mut self.b {
            Some(b) => b.nth(left),
            None => None,
        }
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let mut left = n;
        if let Some(a) = &mut self.a {
            match a.advance_by(n) {
                Ok(()) => return Ok(()),
                Err(missing) => left = missing,
            }
            self.a = None;
        }
        match &mut self.b {
            Some(b) => b.advance_by(left),
            None if left == 0 => Ok(()),
            None => Err(left),
        }
    }

    fn count(self) -> usize {
        let first = match self.a {
            Some(a) => a.count(),
            None => 0,
        };
        let second = match self.b {
            Some(b) => b.count(),
            None => 0,
        };
        checked_add(first, second)
    }

    fn last(self) -> Option<A::Item> {
        let first = match self.a {
            Some(a) => a.last(),
            None => None,
        };
        let second = match self.b {
            Some(b) => b.last(),
            None => None,
        };
        match second {
            None => first,
            item => item,
        }
    }
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

impl<I: Iterator> Peekable<I> {
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if let None = self.peeked {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(value)) => Some(value),
            _ => None,
        }
    }

    pub fn next_if(&mut self, func: impl FnOnce(&I::Item) -> bool) -> Option<I::Item> {
        match self.next() {
            Some(matched) => {
                if func(&matched) {
                    Some(matched)
                } else {
                    self.peeked = Some(Some(matched));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }

    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: crate::cmp::PartialEq<T>,
    {
        match self.next() {
            Some(matched) => {
                if crate::cmp::PartialEq::eq(&matched, expected) {
                    Some(matched)
                } else {
                    self.peeked = Some(Some(matched));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let more = match &self.peeked {
            Some(None) => return (0, Some(0)),
            Some(Some(_)) => 1,
            None => 0,
        };
        let (lower, upper) = self.iter.size_hint();
        let lower = if lower <= usize::MAX - more { lower + more } else { usize::MAX };
        match upper {
            Some(upper) if upper <= usize::MAX - more => (lower, Some(upper + more)),
            _ => (lower, None),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        let peeked = pct::take(&self.peeked);
        pct::put(&mut self.peeked, None);
        match peeked {
            Some(v) => v,
            None => self.iter.next(),
        }
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let peeked = pct::take(&self.peeked);
        pct::put(&mut self.peeked, None);
        match peeked {
            Some(None) => None,
            Some(Some(first)) => {
                if n == 0 {
                    Some(first)
                } else {
                    self.iter.nth(n - 1)
                }
            }
            None => self.iter.nth(n),
        }
    }

    fn count(self) -> usize {
        match self.peeked {
            Some(None) => 0,
            Some(Some(_)) => checked_add(1, self.iter.count()),
            None => self.iter.count(),
        }
    }

    fn last(self) -> Option<I::Item> {
        let first = match self.peeked {
            Some(None) => return None,
            Some(item) => item,
            None => None,
        };
        match self.iter.last() {
            None => first,
            item => item,
        }
    }
}

impl<'a, I: Iterator<Item = &'a T>, T: 'a> Iterator for Copied<I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        match self.iter.nth(n) {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        self.iter.advance_by(n)
    }

    fn count(self) -> usize {
        self.iter.count()
    }

    fn last(self) -> Option<T> {
        match self.iter.last() {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

impl<'a, I: DoubleEndedIterator + Iterator<Item = &'a T>, T: 'a> DoubleEndedIterator for Copied<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(x) => Some(pct::take(x)),
            None => None,
        }
    }
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

impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.f)(&mut self.state, x),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            Some(x) => {
                (self.f)(&x);
                Some(x)
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}

/// Adaptors without code of their own are cloned field by field.
macro_rules! cloned {
    ($([$($parameters:tt)*] $Adaptor:ty, |$it:ident| $copy:expr;)*) => { $(
        impl<$($parameters)*> Clone for $Adaptor {
            fn clone(&self) -> Self {
                let $it = self;
                $copy
            }
        }
    )* };
}
cloned! {
    [I: Clone] Rev<I>, |it| Rev { iter: it.iter.clone() };
    [I: Clone] Enumerate<I>, |it| Enumerate { iter: it.iter.clone(), count: it.count };
    [I: Clone] Take<I>, |it| Take { iter: it.iter.clone(), n: it.n };
    [I: Clone] Skip<I>, |it| Skip { iter: it.iter.clone(), n: it.n };
    [I: Clone] Copied<I>, |it| Copied { iter: it.iter.clone() };
    [I: Clone] Cloned<I>, |it| Cloned { iter: it.iter.clone() };
    [A: Clone, B: Clone] Zip<A, B>, |it| Zip { a: it.a.clone(), b: it.b.clone() };
    [A: Clone, B: Clone] Chain<A, B>, |it| Chain { a: it.a.clone(), b: it.b.clone() };
    [I: Clone] Fuse<I>, |it| Fuse { iter: it.iter.clone() };
    [I: Clone] StepBy<I>, |it| StepBy {
        iter: it.iter.clone(),
        step_minus_one: it.step_minus_one,
        first_take: it.first_take,
    };
}
