//! What the adaptors do from the back, and which of them know how much is left.

use super::{
    Chain, Cloned, Copied, DoubleEndedIterator, Enumerate, ExactSizeIterator, Filter, FilterMap, Fuse, Inspect, Iterator, Map,
    Peekable, Rev, Skip, StepBy, Take, Zip,
};
use super::portions::all_but;
use super::sums::checked_sub;
use crate::clone::Clone;
use crate::pct;

impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            if let Some(x) = b.next_back() {
                return Some(x);
            }
            self.b = None;
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<A::Item> {
        let mut left = n;
        if let Some(b) = &mut self.b {
            match b.advance_back_by(n) {
                Ok(()) => match b.next_back() {
                    None => left = 0,
                    item => return item,
                },
                Err(missing) => left = missing,
            }
            self.b = None;
        }
        match &mut self.a {
            Some(a) => a.nth_back(left),
            None => None,
        }
    }

    fn advance_back_by(&mut self, n: usize) -> Result<(), usize> {
        let mut left = n;
        if let Some(b) = &mut self.b {
            match b.advance_back_by(n) {
                Ok(()) => return Ok(()),
                Err(missing) => left = missing,
            }
            self.b = None;
        }
        match &mut self.a {
            Some(a) => a.advance_back_by(left),
            None if left == 0 => Ok(()),
            None => Err(left),
        }
    }
}

impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next_back() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
}

impl<'a, I: DoubleEndedIterator + Iterator<Item = &'a T>, T: Clone + 'a> DoubleEndedIterator for Cloned<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

/// Adaptors whose length is that of what they adapt, which an impl of the crate may give as it likes. That of the others follows
/// from their size hint.
macro_rules! adapted_length {
    ($([$($parameters:tt)*] $Adaptor:ty;)*) => { $(
        impl<$($parameters)*> ExactSizeIterator for $Adaptor {
            fn len(&self) -> usize {
                self.iter.len()
            }
        }
    )* };
}
adapted_length! {
    [I: ExactSizeIterator, F: FnMut(I::Item) -> B, B] Map<I, F>;
    ['a, I: ExactSizeIterator<Item = &'a T>, T: 'a] Copied<I>;
    ['a, I: ExactSizeIterator<Item = &'a T>, T: Clone + 'a] Cloned<I>;
    [I: ExactSizeIterator] Enumerate<I>;
    [I: ExactSizeIterator, F: FnMut(&I::Item)] Inspect<I, F>;
    [I: ExactSizeIterator + DoubleEndedIterator] Rev<I>;
}

impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {
    fn len(&self) -> usize {
        match &self.iter {
            Some(iter) => iter.len(),
            None => 0,
        }
    }
}

impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}

// What folds from the back asks for the length once, before the first element. That shows where the length is a lie, which only an impl of
// the crate tells: there, each element may be one of a fold's.

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if pct::may_be_resumed::<I>() && pct::any() {
            let is_first = pct::any();
            let is_over = if is_first { self.len() == 0 } else { pct::any() };
            return if is_over { None } else { self.iter.next_back() };
        }
        if self.len() > 0 { self.iter.next_back() } else { None }
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let length = self.len();
        if n < length {
            return self.iter.nth_back(n);
        }
        if length > 0 {
            self.iter.nth_back(length - 1);
        }
        None
    }

    fn advance_back_by(&mut self, n: usize) -> Result<(), usize> {
        let length = self.len();
        let asked = if length < n { length } else { n };
        match self.iter.advance_back_by(asked) {
            Ok(()) => all_but(n, asked),
            Err(_) => pct::fail("assert", "ExactSizeIterator contract violation"),
        }
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        if pct::may_be_resumed::<I>() && pct::any() {
            let is_first = pct::any();
            return if is_first && self.is_less_behind() { None } else { self.iter.next_back() };
        }
        let n = self.n;
        self.n -= 1;
        let length = self.iter.len();
        self.iter.nth_back(if length < n { 0 } else { length - n })
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        let length = self.iter.len();
        if self.n > n {
            // Unchecked in every profile: `len` is trusted.
            let behind = pct::wrapping_add(if length < self.n { 0 } else { length - self.n }, n);
            self.n -= n + 1;
            return self.iter.nth_back(behind);
        }
        if length > 0 {
            self.iter.nth_back(length - 1);
        }
        None
    }

    fn advance_back_by(&mut self, n: usize) -> Result<(), usize> {
        let length = self.iter.len();
        let behind = if length < self.n { 0 } else { length - self.n };
        let asked = if n <= usize::MAX - behind { behind + n } else { usize::MAX };
        let missing = match self.iter.advance_back_by(asked) {
            Ok(()) => 0,
            Err(missing) => missing,
        };
        // Who lies about the length makes these wrap around, or panic.
        let skipped = checked_sub(asked - missing, behind);
        self.n = checked_sub(self.n, skipped);
        all_but(n, skipped)
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> Take<I> {
    /// Leaves out what stands behind those that are taken, by what the iterator says of its length. Tells whether it has less.
    fn is_less_behind(&mut self) -> bool {
        let length = self.iter.len();
        length > self.n && self.iter.nth_back(length - self.n - 1).is_none()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next_back() {
                None => {
                    self.end();
                    None
                }
                item => item,
            },
            None => None,
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.nth_back(n) {
                None => {
                    self.end();
                    None
                }
                item => item,
            },
            None => None,
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => {
                    let peeked: Option<Option<I::Item>> = pct::take(&self.peeked);
                    pct::put(&mut self.peeked, Some(None));
                    match peeked {
                        Some(last) => last,
                        None => None,
                    }
                }
            },
            None => self.iter.next_back(),
        }
    }
}
