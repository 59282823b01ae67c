//! `std::array`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::iter::{IntoIterator, Iterator};
use crate::pct;

impl<T: Clone, const N: usize> Clone for [T; N] {
    fn clone(&self) -> [T; N] {
        if pct::is_plain::<T>() {
            return pct::take(self);
        }
        let mut result: Vec<T> = pct::empty();
        let mut index = 0;
        while index < N {
            let copy = pct::element::<[T; N], T>(self, index).clone();
            crate::vec::VecMethods::push(&mut result, copy);
            index += 1;
        }
        pct::same(result)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] {
    fn eq(&self, other: &[U; N]) -> bool {
        crate::slice::equal(self, other)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] {
    fn eq(&self, other: &[U]) -> bool {
        crate::slice::equal(self, other)
    }
}

/// An iterator over the elements of an array that it owns.
pub struct IntoIter<T, const N: usize> {
    elements: [T; N],
    front: usize,
    back: usize,
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.front < self.back {
            let value = pct::take(pct::element(&self.elements, self.front));
            self.front = pct::successor(self.front);
            Some(value)
        } else {
            None
        }
    }
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { elements: self, front: 0, back: N }
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;

    fn into_iter(self) -> crate::slice::Iter<'a, T> {
        crate::slice::iter_of(self)
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;

    fn into_iter(self) -> crate::slice::IterMut<'a, T> {
        crate::slice::iter_mut_of(self)
    }
}
