//! `std::array`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
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

    fn clone_from(&mut self, source: &[T; N]) {
        crate::slice::SliceMethods::clone_from_slice(&mut self[..], &source[..]);
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

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = pct::exact_sub(self.back, self.front);
        (left, Some(left))
    }

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

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.front < self.back {
            self.back = pct::predecessor(self.back);
            Some(pct::take(pct::element(&self.elements, self.back)))
        } else {
            None
        }
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}

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

pub trait ArrayMethods<T, const N: usize> {
    fn as_slice(&self) -> &[T];
    fn as_mut_slice(&mut self) -> &mut [T];
    fn map<F: FnMut(T) -> U, U>(self, f: F) -> [U; N];
    fn each_ref(&self) -> [&T; N];
}

impl<T, const N: usize> ArrayMethods<T, N> for [T; N] {
    fn as_slice(&self) -> &[T] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }

    fn map<F: FnMut(T) -> U, U>(self, mut f: F) -> [U; N] {
        let mut result: Vec<U> = pct::empty();
        let mut rest = IntoIterator::into_iter(self);
        while let Some(value) = rest.next() {
            crate::vec::VecMethods::push(&mut result, f(value));
        }
        pct::same(result)
    }

    fn each_ref(&self) -> [&T; N] {
        let mut result: Vec<&T> = pct::empty();
        let mut index = 0;
        while index < N {
            crate::vec::VecMethods::push(&mut result, pct::element::<[T; N], T>(self, index));
            index += 1;
        }
        pct::same(result)
    }
}

impl<'a, T, const N: usize> crate::convert::TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        if pct::len(slice) == N { Ok(pct::part(slice, 0, N)) } else { Err(TryFromSliceError(())) }
    }
}

impl<T: Copy, const N: usize> crate::convert::TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        if pct::len(slice) == N { Ok(pct::take(pct::part::<[T], [T; N]>(slice, 0, N))) } else { Err(TryFromSliceError(())) }
    }
}

pub struct TryFromSliceError(());
