//! Iterators whose elements are iterators.
//!
//! The outer one is fused, as in the standard library: an impl of the crate that yields again behind its end is not asked again.

use super::sums::checked_add;
use super::{FlatMap, Flatten, IntoIterator, Iterator};
use crate::pct;

/// The hint of the elements of an iterator's elements, where those of `front` are being yielded.
///
/// Over-approximates the upper bound: any. The lower one is exact.
fn hint<O: Iterator, T: IntoIterator>(outer: &O, front: &Option<T::IntoIter>) -> (usize, Option<usize>) {
    let (lower, _) = outer.size_hint();
    let begun = match front {
        Some(inner) => inner.size_hint().0,
        None => 0,
    };
    // Of arrays it is known how many each has.
    let each = pct::array_len::<T>();
    if each == usize::MAX || lower == 0 {
        return (begun, pct::any());
    }
    if !pct::fits_mul(lower, each) {
        return (usize::MAX, pct::any());
    }
    let more = pct::exact_mul(lower, each);
    (if more <= usize::MAX - begun { begun + more } else { usize::MAX }, pct::any())
}

impl<I: Iterator> Iterator for Flatten<I>
where
    I::Item: IntoIterator,
{
    type Item = <<I as Iterator>::Item as IntoIterator>::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        hint::<_, I::Item>(&self.iter, &self.front)
    }

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

    fn count(mut self) -> usize {
        let mut count = match self.front {
            Some(inner) => inner.count(),
            None => 0,
        };
        while let Some(next) = self.iter.next() {
            count = checked_add(count, next.into_iter().count());
        }
        count
    }

    fn last(mut self) -> Option<<<I as Iterator>::Item as IntoIterator>::Item> {
        let mut last = match self.front {
            Some(inner) => inner.last(),
            None => None,
        };
        while let Some(next) = self.iter.next() {
            if let Some(item) = next.into_iter().last() {
                last = Some(item);
            }
        }
        last
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let mut left = n;
        loop {
            if let Some(inner) = &mut self.front {
                match inner.advance_by(left) {
                    Ok(()) => return Ok(()),
                    Err(missing) => left = missing,
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some(next.into_iter()),
                None if left == 0 => return Ok(()),
                None => return Err(left),
            }
        }
    }
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        hint::<_, U>(&self.iter, &self.front)
    }

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

    fn count(mut self) -> usize {
        let mut count = match self.front {
            Some(inner) => inner.count(),
            None => 0,
        };
        while let Some(next) = self.iter.next() {
            count = checked_add(count, (self.f)(next).into_iter().count());
        }
        count
    }

    fn last(mut self) -> Option<U::Item> {
        let mut last = match self.front {
            Some(inner) => inner.last(),
            None => None,
        };
        while let Some(next) = self.iter.next() {
            if let Some(item) = (self.f)(next).into_iter().last() {
                last = Some(item);
            }
        }
        last
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let mut left = n;
        loop {
            if let Some(inner) = &mut self.front {
                match inner.advance_by(left) {
                    Ok(()) => return Ok(()),
                    Err(missing) => left = missing,
                }
                self.front = None;
            }
            match self.iter.next() {
                Some(next) => self.front = Some((self.f)(next).into_iter()),
                None if left == 0 => return Ok(()),
                None => return Err(left),
            }
        }
    }
}
