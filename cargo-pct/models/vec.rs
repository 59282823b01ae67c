//! `std::vec`

mod conversions;
mod iterators;

use crate::capacity;
use crate::clone::Clone;
use crate::cmp::PartialEq;
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
use crate::pct;

pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T> {
    // Copies of plain values are bitwise; others are as their `Clone` makes them, which no model knows for all of them.
    capacity::demand::<T>(0, n);
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

/// Adds what an iterator yields, and asks for room whenever there is none left; `capacity` is what there is.
fn push_all<T, I: Iterator<Item = T>>(elements: &mut Vec<T>, mut iter: I, capacity: usize) {
    let mut capacity = capacity;
    while let Some(value) = iter.next() {
        let length = pct::len(elements);
        if length == capacity {
            let more = capacity::demand_following::<T, I>(&iter, length);
            // Doubled, or as much as is asked for.
            let doubled = if capacity <= usize::MAX / 2 { 2 * capacity } else { usize::MAX };
            let asked = if more <= usize::MAX - length { length + more } else { usize::MAX };
            capacity = if doubled > asked { doubled } else { asked };
        }
        elements.push(value);
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
    fn reserve_exact(&mut self, additional: usize);
    fn shrink_to(&mut self, min_capacity: usize);
    unsafe fn set_len(&mut self, new_len: usize);
    fn extend_from_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R)
    where
        T: Clone;
    fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F);
    fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F);
    fn pop_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T>;
    fn drain<R: crate::ops::RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T>;
    fn leak<'a>(self) -> &'a mut [T];
    unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Vec<T>;
}

impl<T> VecMethods<T> for Vec<T> {
    fn new() -> Vec<T> {
        pct::empty()
    }

    fn with_capacity(capacity: usize) -> Vec<T> {
        capacity::demand::<T>(0, capacity);
        pct::empty()
    }

    fn capacity(&self) -> usize {
        pct::room(pct::len(self))
    }

    fn reserve(&mut self, additional: usize) {
        capacity::demand::<T>(pct::len(self), additional);
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
            let length = pct::len(self);
            capacity::demand::<T>(length, new_len - length);
            extend_with(self, value, new_len);
        }
    }

    fn extend_from_slice(&mut self, other: &[T])
    where
        T: Clone,
    {
        capacity::demand_for_slice::<T>(pct::len(self), pct::len(other));
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

    fn reserve_exact(&mut self, additional: usize) {
        self.reserve(additional);
    }

    fn shrink_to(&mut self, min_capacity: usize) {}

    /// Elements that are new are what somebody wrote there: unknown, and then so are the others.
    unsafe fn set_len(&mut self, new_len: usize) {
        if new_len > pct::len(self) {
            pct::assume(new_len <= pct::max_len::<T>());
            pct::set_len(self, new_len);
            pct::forget_elements(self);
        } else {
            pct::set_len(self, new_len);
        }
    }

    fn extend_from_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R)
    where
        T: Clone,
    {
        let range = crate::ops::bounded(&src, pct::len(self));
        if range.end - range.start > pct::max_len::<T>() - pct::len(self) {
            pct::exhausted::<T>();
        }
        let mut index = range.start;
        while index < range.end {
            let copy = pct::element::<Vec<T>, T>(self, index).clone();
            self.push(copy);
            index += 1;
        }
    }

    fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, mut f: F) {
        if new_len <= pct::len(self) {
            self.truncate(new_len);
            return;
        }
        let length = pct::len(self);
        capacity::demand::<T>(length, new_len - length);
        while pct::len(self) < new_len {
            let value = f();
            self.push(value);
        }
    }

    fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, mut f: F) {
        let length = pct::len(self);
        let mut read = 0;
        let mut kept = 0;
        let mut guard = RetainGuard { elements: self, done: false };
        while read < length {
            let mut value: T = pct::take(pct::element(&*guard.elements, read));
            read += 1;
            if f(&mut value) {
                pct::put(pct::element_mut(&mut *guard.elements, kept), value);
                kept += 1;
            }
        }
        pct::set_len(&mut *guard.elements, kept);
        guard.done = true;
    }

    fn pop_if<F: FnOnce(&mut T) -> bool>(&mut self, predicate: F) -> Option<T> {
        let length = pct::len(self);
        if length == 0 {
            return None;
        }
        if predicate(pct::element_mut(self, length - 1)) { self.pop() } else { None }
    }

    fn drain<R: crate::ops::RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        let length = pct::len(self);
        let range = crate::ops::bounded(&range, length);
        // Where the iterator is leaked, this is what is left.
        pct::set_len(self, range.start);
        Drain { elements: self, front: range.start, back: range.end, tail: range.end, end: length }
    }

    fn leak<'a>(self) -> &'a mut [T] {
        pct::unknown(self)
    }

    /// Unknown elements: nothing else may use the memory from now on.
    unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Vec<T> {
        let elements: Vec<T> = pct::unknown(ptr);
        pct::assume(pct::len(&elements) == length);
        elements
    }
}

/// What is taken out of a vector: the elements from `front` on, before `back`. Those from `tail` on, before `end`, stay.
pub struct Drain<'a, T> {
    elements: &'a mut Vec<T>,
    front: usize,
    back: usize,
    tail: usize,
    end: usize,
}

/// An iterator over the elements of a vector that it owns: those from `front` on, before `back`.
pub struct IntoIter<T> {
    elements: Vec<T>,
    front: usize,
    back: usize,
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

impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T> {
        let mut result: Vec<T> = pct::empty();
        let mut iter = iter.into_iter();
        capacity::demand_early::<T, I::IntoIter>(&iter, 0);
        let Some(first) = iter.next() else { return result };
        let asked = capacity::demand_following::<T, I::IntoIter>(&iter, 0);
        result.push(first);
        if pct::hint_changes::<I::IntoIter>() {
            let least = capacity::least::<T>();
            push_all::<T, I::IntoIter>(&mut result, iter, if asked < least { least } else { asked });
            return result;
        }
        while let Some(value) = iter.next() {
            result.push(value);
        }
        result
    }
}

impl<T> Extend<T> for Vec<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        if pct::hint_changes::<I::IntoIter>() {
            let capacity = self.capacity();
            push_all::<T, I::IntoIter>(self, iter, capacity);
            return;
        }
        capacity::demand_early::<T, I::IntoIter>(&iter, pct::len(self));
        let Some(first) = iter.next() else { return };
        // When there is room, nothing is asked for, nor is there too much.
        capacity::demand_following::<T, I::IntoIter>(&iter, pct::len(self));
        self.push(first);
        while let Some(value) = iter.next() {
            self.push(value);
        }
    }
}

impl<'a, T: Clone> Extend<&'a T> for Vec<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        <Vec<T> as Extend<T>>::extend(self, iter.into_iter().cloned());
    }
}
