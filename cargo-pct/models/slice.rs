//! `std::slice`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::pct;

/// Whether two slices have equal elements.
pub fn equal<T: PartialEq<U>, U>(left: &[T], right: &[U]) -> bool {
    if pct::len(left) != pct::len(right) {
        return false;
    }
    if pct::is_scalar::<T>() {
        return pct::equal_elements(left, right);
    }
    let mut index = 0;
    while index < pct::len(left) {
        if !pct::element::<[T], T>(left, index).eq(pct::element(right, index)) {
            return false;
        }
        index += 1;
    }
    true
}

pub fn iter_of<T>(slice: &[T]) -> Iter<'_, T> {
    Iter { elements: slice, front: 0, back: pct::len(slice) }
}

pub fn iter_mut_of<T>(slice: &mut [T]) -> IterMut<'_, T> {
    let back = pct::len(&*slice);
    IterMut { elements: slice, front: 0, back }
}

pub trait SliceMethods<T> {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn first(&self) -> Option<&T>;
    fn first_mut(&mut self) -> Option<&mut T>;
    fn last(&self) -> Option<&T>;
    fn last_mut(&mut self) -> Option<&mut T>;
    fn get<I: SliceIndex<T>>(&self, index: I) -> Option<&I::Output>;
    fn get_mut<I: SliceIndex<T>>(&mut self, index: I) -> Option<&mut I::Output>;
    fn swap(&mut self, a: usize, b: usize);
    fn reverse(&mut self);
    fn iter(&self) -> Iter<'_, T>;
    fn iter_mut(&mut self) -> IterMut<'_, T>;
    fn split_at(&self, mid: usize) -> (&[T], &[T]);
    fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]);
    fn split_first(&self) -> Option<(&T, &[T])>;
    fn split_last(&self) -> Option<(&T, &[T])>;
    fn contains(&self, x: &T) -> bool
    where
        T: PartialEq;
    fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq;
    fn fill(&mut self, value: T)
    where
        T: Clone;
    fn to_vec(&self) -> Vec<T>
    where
        T: Clone;
    fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy;
    fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone;
    fn sort_unstable(&mut self);
    fn sort(&mut self);
}

impl<T> SliceMethods<T> for [T] {
    fn len(&self) -> usize {
        pct::len(self)
    }

    fn is_empty(&self) -> bool {
        pct::len(self) == 0
    }

    fn first(&self) -> Option<&T> {
        if pct::len(self) == 0 { None } else { Some(pct::element(self, 0)) }
    }

    fn first_mut(&mut self) -> Option<&mut T> {
        if pct::len(&*self) == 0 { None } else { Some(pct::element_mut(self, 0)) }
    }

    fn last(&self) -> Option<&T> {
        let length = pct::len(self);
        if length == 0 { None } else { Some(pct::element(self, length - 1)) }
    }

    fn last_mut(&mut self) -> Option<&mut T> {
        let length = pct::len(&*self);
        if length == 0 { None } else { Some(pct::element_mut(self, length - 1)) }
    }

    fn get<I: SliceIndex<T>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }

    fn get_mut<I: SliceIndex<T>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }

    fn swap(&mut self, a: usize, b: usize) {
        let length = pct::len(&*self);
        if a >= length || b >= length {
            pct::fail("index", "index out of bounds: the len is {} but the index is {}");
        }
        let x: T = pct::take(pct::element(&*self, a));
        let y: T = pct::take(pct::element(&*self, b));
        pct::put(pct::element_mut(self, a), y);
        pct::put(pct::element_mut(self, b), x);
    }

    fn reverse(&mut self) {
        let length = pct::len(&*self);
        let mut index = 0;
        while index < length / 2 {
            let other = length - 1 - index;
            let x: T = pct::take(pct::element(&*self, index));
            let y: T = pct::take(pct::element(&*self, other));
            pct::put(pct::element_mut(self, index), y);
            pct::put(pct::element_mut(self, other), x);
            index += 1;
        }
    }

    fn iter(&self) -> Iter<'_, T> {
        iter_of(self)
    }

    fn iter_mut(&mut self) -> IterMut<'_, T> {
        iter_mut_of(self)
    }

    fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        let length = pct::len(self);
        if mid > length {
            pct::fail("panic", "mid > len");
        }
        (pct::part(self, 0, mid), pct::part(self, mid, length - mid))
    }

    fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        let length = pct::len(&*self);
        if mid > length {
            pct::fail("panic", "mid > len");
        }
        pct::halves(self, mid, length - mid)
    }

    fn split_first(&self) -> Option<(&T, &[T])> {
        let length = pct::len(self);
        if length == 0 { None } else { Some((pct::element(self, 0), pct::part(self, 1, length - 1))) }
    }

    fn split_last(&self) -> Option<(&T, &[T])> {
        let length = pct::len(self);
        if length == 0 { None } else { Some((pct::element(self, length - 1), pct::part(self, 0, length - 1))) }
    }

    fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        let mut index = 0;
        while index < pct::len(self) {
            if pct::element::<[T], T>(self, index).eq(x) {
                return true;
            }
            index += 1;
        }
        false
    }

    fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let n = pct::len(needle);
        pct::len(self) >= n && equal::<T, T>(needle, pct::part(self, 0, n))
    }

    fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        let length = pct::len(&*self);
        if length == 0 {
            return;
        }
        let last = length - 1;
        let mut index = 0;
        while index < last {
            pct::element_mut::<[T], T>(self, index).clone_from(&value);
            index += 1;
        }
        *pct::element_mut::<[T], T>(self, last) = value;
    }

    fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut result: Vec<T> = pct::empty();
        crate::vec::VecMethods::extend_from_slice(&mut result, self);
        result
    }

    fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        let length = pct::len(&*self);
        if length != pct::len(src) {
            pct::fail("panic", "copy_from_slice: source slice length ({}) does not match destination slice length ({})");
        }
        pct::copy(src, 0, self, 0, length);
    }

    fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        if pct::len(&*self) != pct::len(src) {
            if pct::is_plain::<T>() {
                pct::fail(
                    "panic",
                    "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
                );
            }
            pct::fail("panic", "destination and source slices have different lengths");
        }
        let mut index = 0;
        while index < pct::len(src) {
            pct::element_mut::<[T], T>(self, index).clone_from(pct::element(src, index));
            index += 1;
        }
    }

    fn sort_unstable(&mut self) {
        if !pct::is_plain::<T>() {
            pct::may_panic("a comparison of elements");
        }
        pct::permute(self);
    }

    fn sort(&mut self) {
        if !pct::is_plain::<T>() {
            pct::may_panic("a comparison of elements");
        }
        pct::permute(self);
    }
}

/// What `get` takes.
pub trait SliceIndex<T> {
    type Output: ?Sized;
    fn get(self, slice: &[T]) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut [T]) -> Option<&mut Self::Output>;
}

impl<T> SliceIndex<T> for usize {
    type Output = T;

    fn get(self, slice: &[T]) -> Option<&T> {
        if self < pct::len(slice) { Some(pct::element(slice, self)) } else { None }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        if self < pct::len(&*slice) { Some(pct::element_mut(slice, self)) } else { None }
    }
}

impl<T> SliceIndex<T> for std::ops::Range<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.start <= self.end && self.end <= pct::len(slice) {
            Some(pct::part(slice, self.start, self.end - self.start))
        } else {
            None
        }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.start <= self.end && self.end <= pct::len(&*slice) {
            Some(pct::part_mut(slice, self.start, self.end - self.start))
        } else {
            None
        }
    }
}

/// The elements from `front` on, before `back`.
pub struct Iter<'a, T> {
    elements: &'a [T],
    front: usize,
    back: usize,
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

/// The elements from `front` on, before `back`.
pub struct IterMut<'a, T> {
    elements: &'a mut [T],
    front: usize,
    back: usize,
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

impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] {
    fn eq(&self, other: &[U]) -> bool {
        equal(self, other)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    fn eq(&self, other: &[U; N]) -> bool {
        equal(self, other)
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for [T] {
    fn eq(&self, other: &Vec<U>) -> bool {
        equal(self, other.as_slice())
    }
}
