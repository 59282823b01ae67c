//! Iterators over vectors, each with its fields in `vec`.

use super::{Drain, IntoIter};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::pct;

impl<T> Iterator for Drain<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.front < self.back {
            let value: T = pct::take(pct::element(&*self.elements, self.front));
            self.front = pct::successor(self.front);
            Some(value)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }
}

impl<T> DoubleEndedIterator for Drain<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::take(pct::element(&*self.elements, self.back)))
        } else {
            None
        }
    }
}

impl<T> ExactSizeIterator for Drain<'_, T> {}

/// Moves the elements that stay to where the others were, also where the end of one of those panics.
struct TailGuard<'a, T> {
    elements: &'a mut Vec<T>,
    tail: usize,
    end: usize,
}

impl<T> std::ops::Drop for TailGuard<'_, T> {
    fn drop(&mut self) {
        let length = pct::len(&*self.elements);
        let count = pct::exact_sub(self.end, self.tail);
        pct::set_len(&mut *self.elements, pct::exact_add(length, count));
        pct::shift(&mut *self.elements, self.tail, length, count);
    }
}

impl<T> std::ops::Drop for Drain<'_, T> {
    fn drop(&mut self) {
        let guard = TailGuard { elements: &mut *self.elements, tail: self.tail, end: self.end };
        if pct::needs_drop::<T>() {
            while self.front < self.back {
                let value: T = pct::take(pct::element(&*guard.elements, self.front));
                self.front += 1;
            }
        }
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.front < self.back {
            let value: T = pct::take(pct::element(&self.elements, self.front));
            self.front = pct::successor(self.front);
            Some(value)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }
}

impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::take(pct::element(&self.elements, self.back)))
        } else {
            None
        }
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {}

impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        let back = pct::len(&self);
        IntoIter { elements: self, front: 0, back }
    }
}

impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;

    fn into_iter(self) -> crate::slice::Iter<'a, T> {
        crate::slice::iter_of(self.as_slice())
    }
}

impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;

    fn into_iter(self) -> crate::slice::IterMut<'a, T> {
        crate::slice::iter_mut_of(self.as_mut_slice())
    }
}

impl<T> IntoIter<T> {
    pub fn as_slice(&self) -> &[T] {
        pct::part(&self.elements, self.front, pct::exact_sub(self.back, self.front))
    }
}
