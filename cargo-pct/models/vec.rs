//! `std::vec`

use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
use crate::pct;

pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T> {
    // Copies of plain values are bitwise; others are as their `Clone` makes them, which no model knows for all of them.
    if n > pct::max_len::<T>() {
        pct::fail("panic", "capacity overflow");
    }
    if pct::is_plain::<T>() {
        return pct::filled(elem, n);
    }
    let mut result: Vec<T> = pct::empty();
    if n > 0 {
        extend_with(&mut result, elem, n);
    }
    result
}

/// Adds an element until there are `length`, more than before: clones of it, save that the last is the element itself.
fn extend_with<T: Clone>(elements: &mut Vec<T>, value: T, length: usize) {
    while pct::successor(pct::len(elements)) < length {
        let copy = value.clone();
        elements.push(copy);
    }
    elements.push(value);
}

/// The room that an iterator asks for, which elements without size need not. What lies in memory already asks for no more
/// than there is: memory is assumed to last.
fn make_room<T, I: Iterator>(iter: &I, length: usize) {
    let most = pct::max_len::<T>();
    if most < usize::MAX && pct::counts::<I>() {
        let (lower, _) = iter.size_hint();
        if lower >= most - length {
            pct::fail("panic", "capacity overflow");
        }
    }
}

/// What `retain` leaves when its closure panics: some of the elements.
struct RetainGuard<'a, T> {
    elements: &'a mut Vec<T>,
    done: bool,
}

impl<T> std::ops::Drop for RetainGuard<'_, T> {
    fn drop(&mut self) {
        if !self.done {
            let length = pct::any::<usize>();
            pct::assume(length <= pct::len(&*self.elements));
            pct::forget_elements(&mut *self.elements);
            pct::set_len(&mut *self.elements, length);
        }
    }
}

pub trait VecMethods<T> {
    fn new() -> Vec<T>;
    fn with_capacity(capacity: usize) -> Vec<T>;
    fn capacity(&self) -> usize;
    fn reserve(&mut self, additional: usize);
    fn shrink_to_fit(&mut self);
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn clear(&mut self);
    fn truncate(&mut self, len: usize);
    fn as_slice(&self) -> &[T];
    fn as_mut_slice(&mut self) -> &mut [T];
    fn swap_remove(&mut self, index: usize) -> T;
    fn insert(&mut self, index: usize, element: T);
    fn remove(&mut self, index: usize) -> T;
    fn append(&mut self, other: &mut Vec<T>);
    fn split_off(&mut self, at: usize) -> Vec<T>;
    fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone;
    fn extend_from_slice(&mut self, other: &[T])
    where
        T: Clone;
    fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
    fn into_boxed_slice(self) -> Box<[T]>;
}

impl<T> VecMethods<T> for Vec<T> {
    fn new() -> Vec<T> {
        pct::empty()
    }

    fn with_capacity(capacity: usize) -> Vec<T> {
        if capacity > pct::max_len::<T>() {
            pct::fail("panic", "capacity overflow");
        }
        pct::empty()
    }

    fn capacity(&self) -> usize {
        let capacity = pct::any::<usize>();
        pct::assume(capacity >= pct::len(self));
        capacity
    }

    fn reserve(&mut self, additional: usize) {
        if additional > pct::max_len::<T>() - pct::len(self) {
            pct::fail("panic", "capacity overflow");
        }
    }

    fn shrink_to_fit(&mut self) {}

    fn len(&self) -> usize {
        pct::len(self)
    }

    fn is_empty(&self) -> bool {
        pct::len(self) == 0
    }

    fn push(&mut self, value: T) {
        let length = pct::len(self);
        if length >= pct::max_len::<T>() {
            // As long as memory lasts; only elements without a size get so far.
            pct::exhausted::<T>();
        }
        pct::set_len(self, pct::successor(length));
        pct::put(pct::element_mut(self, length), value);
    }

    fn pop(&mut self) -> Option<T> {
        let length = pct::len(self);
        if length == 0 {
            None
        } else {
            let last = length - 1;
            let value: T = pct::take(pct::element(self, last));
            pct::set_len(self, last);
            Some(value)
        }
    }

    fn clear(&mut self) {
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        let end = pct::len(self);
        if len < end {
            // The elements are gone before the first of them is dropped, which may panic.
            pct::set_len(self, len);
            if pct::needs_drop::<T>() {
                let mut index = len;
                while index < end {
                    let value: T = pct::take(pct::element(self, index));
                    index += 1;
                }
            }
        }
    }

    fn as_slice(&self) -> &[T] {
        pct::part(self, 0, pct::len(self))
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        let length = pct::len(self);
        pct::part_mut(self, 0, length)
    }

    fn swap_remove(&mut self, index: usize) -> T {
        let length = pct::len(self);
        if index >= length {
            pct::fail("index", "swap_remove index (is {}) should be < len (is {})");
        }
        let last = length - 1;
        let value: T = pct::take(pct::element(self, index));
        let moved: T = pct::take(pct::element(self, last));
        pct::put(pct::element_mut(self, index), moved);
        pct::set_len(self, last);
        value
    }

    fn insert(&mut self, index: usize, element: T) {
        let length = pct::len(self);
        if index > length {
            pct::fail("index", "insertion index (is {}) should be <= len (is {})");
        }
        if length >= pct::max_len::<T>() {
            pct::exhausted::<T>();
        }
        pct::set_len(self, pct::successor(length));
        pct::shift(self, index, index + 1, length - index);
        pct::put(pct::element_mut(self, index), element);
    }

    fn remove(&mut self, index: usize) -> T {
        let length = pct::len(self);
        if index >= length {
            pct::fail("index", "removal index (is {}) should be < len (is {})");
        }
        let value: T = pct::take(pct::element(self, index));
        pct::shift(self, index + 1, index, length - index - 1);
        pct::set_len(self, length - 1);
        value
    }

    fn append(&mut self, other: &mut Vec<T>) {
        let own = pct::len(self);
        let more = pct::len(other);
        if more > pct::max_len::<T>() - own {
            pct::exhausted::<T>();
        }
        pct::set_len(self, own + more);
        pct::copy(other, 0, self, own, more);
        pct::set_len(other, 0);
    }

    fn split_off(&mut self, at: usize) -> Vec<T> {
        let length = pct::len(self);
        if at > length {
            pct::fail("index", "`at` split index (is {}) should be <= len (is {})");
        }
        let mut other: Vec<T> = pct::empty();
        pct::set_len(&mut other, length - at);
        pct::copy(self, at, &mut other, 0, length - at);
        pct::set_len(self, at);
        other
    }

    fn resize(&mut self, new_len: usize, value: T)
    where
        T: Clone,
    {
        if new_len <= pct::len(self) {
            self.truncate(new_len);
        } else {
            if new_len > pct::max_len::<T>() {
                pct::fail("panic", "capacity overflow");
            }
            extend_with(self, value, new_len);
        }
    }

    fn extend_from_slice(&mut self, other: &[T])
    where
        T: Clone,
    {
        let mut index = 0;
        while index < pct::len(other) {
            let copy = pct::element::<[T], T>(other, index).clone();
            self.push(copy);
            index += 1;
        }
    }

    fn retain<F: FnMut(&T) -> bool>(&mut self, mut f: F) {
        let length = pct::len(self);
        let mut read = 0;
        let mut kept = 0;
        let mut guard = RetainGuard { elements: self, done: false };
        while read < length {
            let value: T = pct::take(pct::element(&*guard.elements, read));
            read += 1;
            if f(&value) {
                pct::put(pct::element_mut(&mut *guard.elements, kept), value);
                kept += 1;
            }
        }
        pct::set_len(&mut *guard.elements, kept);
        guard.done = true;
    }

    fn into_boxed_slice(self) -> Box<[T]> {
        pct::boxed_slice(self)
    }
}

impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Vec<T> {
        if pct::is_plain::<T>() {
            return pct::take(self);
        }
        let mut result: Vec<T> = pct::empty();
        let mut index = 0;
        while index < pct::len(self) {
            let copy = pct::element::<Vec<T>, T>(self, index).clone();
            result.push(copy);
            index += 1;
        }
        result
    }

    fn clone_from(&mut self, source: &Vec<T>) {
        self.truncate(pct::len(source));
        let length = pct::len(self);
        let mut index = 0;
        while index < length {
            pct::element_mut::<Vec<T>, T>(self, index).clone_from(pct::element(source, index));
            index += 1;
        }
        while index < pct::len(source) {
            let copy = pct::element::<Vec<T>, T>(source, index).clone();
            self.push(copy);
            index += 1;
        }
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        crate::slice::equal(self.as_slice(), other.as_slice())
    }
}

impl<T: PartialEq<U>, U> PartialEq<[U]> for Vec<T> {
    fn eq(&self, other: &[U]) -> bool {
        crate::slice::equal(self.as_slice(), other)
    }
}

impl<T: PartialEq<U>, U> PartialEq<&[U]> for Vec<T> {
    fn eq(&self, other: &&[U]) -> bool {
        crate::slice::equal(self.as_slice(), *other)
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for Vec<T> {
    fn eq(&self, other: &[U; N]) -> bool {
        crate::slice::equal(self.as_slice(), other)
    }
}

impl<T> crate::convert::From<&[T]> for Vec<T>
where
    T: Clone,
{
    fn from(value: &[T]) -> Vec<T> {
        let mut result: Vec<T> = pct::empty();
        result.extend_from_slice(value);
        result
    }
}

impl<T, const N: usize> crate::convert::From<[T; N]> for Vec<T> {
    fn from(value: [T; N]) -> Vec<T> {
        pct::same(value)
    }
}

/// An iterator over the elements of a vector that it owns: those from `front` on, before `back`.
pub struct IntoIter<T> {
    elements: Vec<T>,
    front: usize,
    back: usize,
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

impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T> {
        let mut result: Vec<T> = pct::empty();
        let mut iter = iter.into_iter();
        let Some(first) = iter.next() else { return result };
        make_room::<T, I::IntoIter>(&iter, 0);
        result.push(first);
        while let Some(value) = iter.next() {
            result.push(value);
        }
        result
    }
}

impl<T> Extend<T> for Vec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        let Some(first) = iter.next() else { return };
        make_room::<T, I::IntoIter>(&iter, pct::len(self));
        self.push(first);
        while let Some(value) = iter.next() {
            self.push(value);
        }
    }
}

impl<'a, T: Clone> Extend<&'a T> for Vec<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(value) = iter.next() {
            self.push(value.clone());
        }
    }
}
