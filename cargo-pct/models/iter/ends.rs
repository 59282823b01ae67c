//! What the adaptors do from the back, and which of them know how much is left.

use super::{
    Chain, Cloned, Copied, DoubleEndedIterator, ExactSizeIterator, Filter, FilterMap, Fuse, Iterator, Map, Peekable, Skip,
    StepBy, Take, Zip,
};
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

impl<I: ExactSizeIterator, F: FnMut(I::Item) -> B, B> ExactSizeIterator for Map<I, F> {}
impl<'a, I: ExactSizeIterator<Item = &'a T>, T: 'a> ExactSizeIterator for Copied<I> {}
impl<'a, I: ExactSizeIterator<Item = &'a T>, T: Clone + 'a> ExactSizeIterator for Cloned<I> {}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}
impl<I: ExactSizeIterator + ?Sized> ExactSizeIterator for &mut I {
    fn len(&self) -> usize {
        (**self).len()
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let length = self.iter.len();
        if length > self.n { self.iter.next_back() } else { None }
    }
}

impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let n = self.n;
        self.n -= 1;
        let length = self.iter.len();
        self.iter.nth_back(if length < n { 0 } else { length - n })
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next_back() {
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

impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => {
                    let peeked: Option<Option<I::Item>> = pct::take(&self.peeked);
                    pct::put(&mut self.peeked, None);
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
