//! Iterators over slices, each with its fields in `slice`.

use super::{Chunks, ChunksExact, Iter, IterMut, Windows, iter_mut_of, iter_of};
use crate::clone::Clone;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::pct;

impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let length = pct::len(self.elements);
        if length == 0 {
            return None;
        }
        let count = if length < self.size { length } else { self.size };
        let chunk = pct::part(self.elements, 0, count);
        self.elements = pct::part(self.elements, count, length - count);
        Some(chunk)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = pct::len(self.elements);
        let whole = length / self.size;
        let count = if length % self.size > 0 { whole + 1 } else { whole };
        (count, Some(count))
    }
}

impl<T> ExactSizeIterator for Chunks<'_, T> {}

impl<'a, T> ChunksExact<'a, T> {
    pub fn remainder(&self) -> &'a [T] {
        self.rest
    }
}

impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let length = pct::len(self.elements);
        if length < self.size {
            return None;
        }
        let chunk = pct::part(self.elements, 0, self.size);
        self.elements = pct::part(self.elements, self.size, length - self.size);
        Some(chunk)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = pct::len(self.elements) / self.size;
        (count, Some(count))
    }
}

impl<T> ExactSizeIterator for ChunksExact<'_, T> {}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let length = pct::len(self.elements);
        if length < self.size {
            return None;
        }
        let window = pct::part(self.elements, 0, self.size);
        self.elements = pct::part(self.elements, 1, length - 1);
        Some(window)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = pct::len(self.elements);
        let count = if length < self.size { 0 } else { length - self.size + 1 };
        (count, Some(count))
    }
}

impl<T> ExactSizeIterator for Windows<'_, T> {}

impl<'a, T> Iter<'a, T> {
    pub fn as_slice(&self) -> &'a [T] {
        pct::part(self.elements, self.front, pct::exact_sub(self.back, self.front))
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        if self.front < self.back {
            let element = pct::element(self.elements, self.front);
            self.front = pct::successor(self.front);
            Some(element)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }
}

impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::element(self.elements, self.back))
        } else {
            None
        }
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Iter<'a, T> {
        Iter { elements: self.elements, front: self.front, back: self.back }
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;

    fn next(&mut self) -> Option<&'a mut T> {
        if self.front < self.back {
            let index = self.front;
            self.front = pct::successor(index);
            Some(pct::element_of(&self.elements, index))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }
}

impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::element_of(&self.elements, self.back))
        } else {
            None
        }
    }
}

impl<T> ExactSizeIterator for IterMut<'_, T> {}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        iter_of(self)
    }
}

impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        iter_mut_of(self)
    }
}
