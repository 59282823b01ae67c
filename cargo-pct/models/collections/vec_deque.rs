//! `std::collections::vec_deque`

use super::VecDeque;
use crate::capacity;
use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::convert::From;
use crate::default::Default;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
use crate::ops::{Index, IndexMut, RangeBounds};
use crate::pct;
use crate::slice::{self, SliceMethods};
use crate::vec::{self, VecMethods};
use std::cmp::Ordering;

impl<T> VecDeque<T> {
    pub fn new() -> VecDeque<T> {
        VecDeque { pct_whole: pct::empty() }
    }

    pub fn with_capacity(capacity: usize) -> VecDeque<T> {
        VecDeque { pct_whole: <Vec<T> as VecMethods<T>>::with_capacity(capacity) }
    }

    pub fn capacity(&self) -> usize {
        VecMethods::capacity(&self.pct_whole)
    }

    pub fn reserve(&mut self, additional: usize) {
        if additional > pct::max_value::<usize>() - pct::len(&self.pct_whole) {
            pct::fail("unwrap", "capacity overflow");
        }
        VecMethods::reserve(&mut self.pct_whole, additional);
    }

    pub fn reserve_exact(&mut self, additional: usize) {
        self.reserve(additional);
    }

    pub fn shrink_to_fit(&mut self) {}

    pub fn len(&self) -> usize {
        pct::len(&self.pct_whole)
    }

    pub fn is_empty(&self) -> bool {
        pct::len(&self.pct_whole) == 0
    }

    pub fn clear(&mut self) {
        VecMethods::truncate(&mut self.pct_whole, 0);
    }

    pub fn truncate(&mut self, len: usize) {
        VecMethods::truncate(&mut self.pct_whole, len);
    }

    fn all(&self) -> &[T] {
        pct::part(&self.pct_whole, 0, pct::len(&self.pct_whole))
    }

    fn all_mut(&mut self) -> &mut [T] {
        let length = pct::len(&self.pct_whole);
        pct::part_mut(&mut self.pct_whole, 0, length)
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len() { Some(pct::element(&self.pct_whole, index)) } else { None }
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.len() { Some(pct::element_mut(&mut self.pct_whole, index)) } else { None }
    }

    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.get_mut(0)
    }

    pub fn back(&self) -> Option<&T> {
        let length = self.len();
        if length == 0 { None } else { Some(pct::element(&self.pct_whole, length - 1)) }
    }

    pub fn back_mut(&mut self) -> Option<&mut T> {
        let length = self.len();
        if length == 0 { None } else { Some(pct::element_mut(&mut self.pct_whole, length - 1)) }
    }

    pub fn push_back(&mut self, value: T) {
        VecMethods::push(&mut self.pct_whole, value);
    }

    pub fn push_front(&mut self, value: T) {
        VecMethods::insert(&mut self.pct_whole, 0, value);
    }

    pub fn pop_back(&mut self) -> Option<T> {
        VecMethods::pop(&mut self.pct_whole)
    }

    pub fn pop_front(&mut self) -> Option<T> {
        if self.len() == 0 { None } else { Some(VecMethods::remove(&mut self.pct_whole, 0)) }
    }

    pub fn insert(&mut self, index: usize, value: T) {
        if index > self.len() {
            pct::fail("assert", "index out of bounds");
        }
        VecMethods::insert(&mut self.pct_whole, index, value);
    }

    pub fn remove(&mut self, index: usize) -> Option<T> {
        if index < self.len() { Some(VecMethods::remove(&mut self.pct_whole, index)) } else { None }
    }

    pub fn swap(&mut self, i: usize, j: usize) {
        if i >= self.len() {
            pct::fail("assert", "assertion failed: i < self.len()");
        }
        if j >= self.len() {
            pct::fail("assert", "assertion failed: j < self.len()");
        }
        self.all_mut().swap(i, j);
    }

    pub fn swap_remove_back(&mut self, index: usize) -> Option<T> {
        let length = self.len();
        if index < length { Some(VecMethods::swap_remove(&mut self.pct_whole, index)) } else { None }
    }

    pub fn swap_remove_front(&mut self, index: usize) -> Option<T> {
        if index >= self.len() {
            return None;
        }
        if index > 0 {
            self.all_mut().swap(0, index);
        }
        self.pop_front()
    }

    pub fn split_off(&mut self, at: usize) -> VecDeque<T> {
        if at > self.len() {
            pct::fail("assert", "`at` out of bounds");
        }
        VecDeque { pct_whole: VecMethods::split_off(&mut self.pct_whole, at) }
    }

    pub fn append(&mut self, other: &mut VecDeque<T>) {
        VecMethods::append(&mut self.pct_whole, &mut other.pct_whole);
    }

    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        SliceMethods::contains(self.all(), x)
    }

    pub fn rotate_left(&mut self, n: usize) {
        if n > self.len() {
            pct::fail("assert", "assertion failed: n <= self.len()");
        }
        pct::permute(self.all_mut());
    }

    pub fn rotate_right(&mut self, n: usize) {
        if n > self.len() {
            pct::fail("assert", "assertion failed: n <= self.len()");
        }
        pct::permute(self.all_mut());
    }

    pub fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        VecMethods::resize(&mut self.pct_whole, new_len, value);
    }

    /// Unlike a vector, it drops what is left out at the end, and keeps it where `f` panics.
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, mut f: F) {
        let length = self.len();
        let mut read = 0;
        let mut kept = 0;
        while read < length {
            if f(pct::element(&self.pct_whole, read)) {
                if kept < read {
                    self.all_mut().swap(kept, read);
                }
                kept += 1;
            }
            read += 1;
        }
        self.truncate(kept);
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { inner: slice::iter_of(self.all()) }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { inner: slice::iter_mut_of(self.all_mut()) }
    }

    pub fn range<R: RangeBounds<usize>>(&self, range: R) -> Iter<'_, T> {
        let range = crate::ops::bounded(&range, self.len());
        Iter { inner: slice::iter_of(pct::part(&self.pct_whole, range.start, pct::exact_sub(range.end, range.start))) }
    }

    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        Drain { inner: VecMethods::drain(&mut self.pct_whole, range) }
    }

    /// The elements, in two parts that may begin and end anywhere.
    pub fn as_slices(&self) -> (&[T], &[T]) {
        let length = self.len();
        let first: usize = pct::any();
        pct::assume(first <= length);
        (pct::part(&self.pct_whole, 0, first), pct::part(&self.pct_whole, first, pct::exact_sub(length, first)))
    }

    pub fn as_mut_slices(&mut self) -> (&mut [T], &mut [T]) {
        let length = self.len();
        let first: usize = pct::any();
        pct::assume(first <= length);
        pct::halves(self.all_mut(), first, pct::exact_sub(length, first))
    }

    pub fn make_contiguous(&mut self) -> &mut [T] {
        self.all_mut()
    }
}

impl<T: Clone> Clone for VecDeque<T> {
    fn clone(&self) -> VecDeque<T> {
        VecDeque { pct_whole: self.pct_whole.clone() }
    }

    /// Where a clone panics, the old elements are gone already.
    fn clone_from(&mut self, source: &VecDeque<T>) {
        self.clear();
        VecMethods::extend_from_slice(&mut self.pct_whole, source.all());
    }
}

impl<T> Default for VecDeque<T> {
    fn default() -> VecDeque<T> {
        VecDeque::new()
    }
}

impl<T: PartialEq> PartialEq for VecDeque<T> {
    fn eq(&self, other: &VecDeque<T>) -> bool {
        slice::equal::<T, T>(self.all(), other.all())
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for VecDeque<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        slice::equal::<T, U>(self.all(), pct::part(other, 0, pct::len(other)))
    }
}

impl<T: PartialOrd> PartialOrd for VecDeque<T> {
    fn partial_cmp(&self, other: &VecDeque<T>) -> Option<Ordering> {
        slice::partially_compare::<T>(self.all(), other.all())
    }
}

impl<T: Ord> Ord for VecDeque<T> {
    fn cmp(&self, other: &VecDeque<T>) -> Ordering {
        slice::compare::<T>(self.all(), other.all())
    }
}

impl<T> Index<usize> for VecDeque<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        match self.get(index) {
            Some(element) => element,
            None => pct::fail("unwrap", "Out of bounds access"),
        }
    }
}

impl<T> IndexMut<usize> for VecDeque<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        if index >= self.len() {
            pct::fail("unwrap", "Out of bounds access");
        }
        pct::element_mut(&mut self.pct_whole, index)
    }
}

impl<T> From<Vec<T>> for VecDeque<T> {
    fn from(other: Vec<T>) -> VecDeque<T> {
        VecDeque { pct_whole: other }
    }
}

impl<T> From<VecDeque<T>> for Vec<T> {
    fn from(other: VecDeque<T>) -> Vec<T> {
        other.pct_whole
    }
}

impl<T, const N: usize> From<[T; N]> for VecDeque<T> {
    fn from(arr: [T; N]) -> VecDeque<T> {
        VecDeque { pct_whole: pct::same(arr) }
    }
}

impl<T> FromIterator<T> for VecDeque<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> VecDeque<T> {
        VecDeque { pct_whole: <Vec<T> as FromIterator<T>>::from_iter(iter) }
    }
}

impl<T> Extend<T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        capacity::demand_early::<T, I::IntoIter>(&iter, self.len());
        let Some(first) = iter.next() else { return };
        capacity::demand_following::<T, I::IntoIter>(&iter, self.len());
        self.push_back(first);
        while let Some(value) = iter.next() {
            // Only where there is no room left, which is not known.
            if pct::hint_changes::<I::IntoIter>() && pct::any() {
                capacity::demand_following::<T, I::IntoIter>(&iter, self.len());
            }
            self.push_back(value);
        }
    }
}

impl<'a, T: Copy + Clone> Extend<&'a T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        <VecDeque<T> as Extend<T>>::extend(self, iter.into_iter().copied());
    }
}

/// Elements one by one, as of a vector.
macro_rules! wrapped {
    ($([$($parameters:tt)*] $Iterator:ident<$($arguments:tt),*>, $inner:ty => $Item:ty;)*) => { $(
        pub struct $Iterator<$($parameters)*> {
            inner: $inner,
        }

        impl<$($parameters)*> Iterator for $Iterator<$($arguments),*> {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                self.inner.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.inner.size_hint()
            }
        }

        impl<$($parameters)*> DoubleEndedIterator for $Iterator<$($arguments),*> {
            fn next_back(&mut self) -> Option<$Item> {
                self.inner.next_back()
            }
        }

        impl<$($parameters)*> ExactSizeIterator for $Iterator<$($arguments),*> {}
    )* };
}
wrapped! {
    ['a, T] Iter<'a, T>, slice::Iter<'a, T> => &'a T;
    ['a, T] IterMut<'a, T>, slice::IterMut<'a, T> => &'a mut T;
    [T] IntoIter<T>, vec::IntoIter<T> => T;
    ['a, T] Drain<'a, T>, vec::Drain<'a, T> => T;
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Iter<'a, T> {
        Iter { inner: self.inner.clone() }
    }
}

impl<T> IntoIterator for VecDeque<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { inner: IntoIterator::into_iter(self.pct_whole) }
    }
}

impl<'a, T> IntoIterator for &'a VecDeque<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut VecDeque<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
