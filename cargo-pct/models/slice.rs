//! `std::slice`

mod index;
mod iterators;
mod order;
mod shrink;
pub mod sort;

use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, IntoIterator, Iterator};
use crate::pct;
pub use order::{compare, equal, partially_compare};
use std::cmp::Ordering;

pub fn iter_of<T>(slice: &[T]) -> Iter<'_, T> {
    Iter { elements: slice, front: 0, back: pct::len(slice) }
}

pub fn iter_mut_of<T>(slice: &mut [T]) -> IterMut<'_, T> {
    let back = pct::len(&*slice);
    IterMut { elements: slice, front: 0, back }
}

/// A search by an order of the elements.
///
/// Over-approximates: which of them are compared, and where the search ends, differs between releases.
macro_rules! search {
    ($slice:expr, |$element:ident| $order:expr) => {{
        let length = pct::len($slice);
        while pct::any::<bool>() {
            let index = pct::any::<usize>();
            pct::assume(index < length);
            let $element: &T = pct::element($slice, index);
            let _: Ordering = $order;
        }
        let index = pct::any::<usize>();
        if pct::any::<bool>() {
            pct::assume(index < length);
            let $element: &T = pct::element($slice, index);
            let order: Ordering = $order;
            pct::assume(matches!(order, Ordering::Equal));
            Ok(index)
        } else {
            pct::assume(index <= length);
            Err(index)
        }
    }};
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
    fn sort_unstable(&mut self)
    where
        T: Ord;
    fn sort(&mut self)
    where
        T: Ord;
    fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F);
    fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F);
    fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F);
    fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F);
    unsafe fn get_unchecked<I: SliceIndex<T>>(&self, index: I) -> &I::Output;
    unsafe fn get_unchecked_mut<I: SliceIndex<T>>(&mut self, index: I) -> &mut I::Output;
    fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq;
    fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])>;
    fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])>;
    fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])>;
    fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord;
    fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
    fn binary_search_by_key<B: Ord, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize>;
    fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize;
    fn chunks(&self, chunk_size: usize) -> Chunks<'_, T>;
    fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T>;
    fn windows(&self, size: usize) -> Windows<'_, T>;
    fn rotate_left(&mut self, mid: usize);
    fn rotate_right(&mut self, k: usize);
    fn copy_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy;
    fn swap_with_slice(&mut self, other: &mut [T]);
    fn into_vec(self: Box<Self>) -> Vec<T>;
    fn is_sorted(&self) -> bool
    where
        T: PartialOrd;
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

    fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        sort::by_nature(self);
    }

    fn sort(&mut self)
    where
        T: Ord,
    {
        sort::by_nature(self);
    }

    fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        sort::by(self, compare);
    }

    fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F) {
        sort::by(self, compare);
    }

    fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        sort::by_key(self, f);
    }

    fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
        sort::by_key(self, f);
    }

    /// That the index is one of the slice's is the caller's promise: a build with checks aborts where it is broken, another does anything.
    unsafe fn get_unchecked<I: SliceIndex<T>>(&self, index: I) -> &I::Output {
        match index.get(self) {
            Some(found) => found,
            None => pct::fail("index", "unsafe precondition(s) violated: slice::get_unchecked requires that the {} is within the slice{}"),
        }
    }

    unsafe fn get_unchecked_mut<I: SliceIndex<T>>(&mut self, index: I) -> &mut I::Output {
        match index.get_mut(self) {
            Some(found) => found,
            None => pct::fail("index", "unsafe precondition(s) violated: slice::get_unchecked_mut requires that the {} is within the slice{}"),
        }
    }

    fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let (m, n) = (pct::len(self), pct::len(needle));
        m >= n && equal::<T, T>(needle, pct::part(self, m - n, n))
    }

    fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let length = pct::len(&*self);
        if length == 0 {
            return None;
        }
        let (first, rest) = pct::halves(self, 1, length - 1);
        Some((pct::element_mut(first, 0), rest))
    }

    fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        let length = pct::len(&*self);
        if length == 0 {
            return None;
        }
        let (rest, last) = pct::halves(self, length - 1, 1);
        Some((pct::element_mut(last, 0), rest))
    }

    fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        let length = pct::len(self);
        if mid > length { None } else { Some((pct::part(self, 0, mid), pct::part(self, mid, length - mid))) }
    }

    fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        search!(self, |element| element.cmp(x))
    }

    fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, mut f: F) -> Result<usize, usize> {
        search!(self, |element| f(element))
    }

    fn binary_search_by_key<B: Ord, F: FnMut(&T) -> B>(&self, b: &B, mut f: F) -> Result<usize, usize> {
        search!(self, |element| f(element).cmp(b))
    }

    /// Over-approximates as `binary_search_by`.
    fn partition_point<P: FnMut(&T) -> bool>(&self, mut pred: P) -> usize {
        let length = pct::len(self);
        while pct::any::<bool>() {
            let index = pct::any::<usize>();
            pct::assume(index < length);
            pred(pct::element(self, index));
        }
        let index = pct::any::<usize>();
        pct::assume(index <= length);
        index
    }

    fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        if chunk_size == 0 {
            pct::fail("panic", "chunk size must be non-zero");
        }
        Chunks { elements: self, size: chunk_size }
    }

    fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        if chunk_size == 0 {
            pct::fail("panic", "chunk size must be non-zero");
        }
        let length = pct::len(self);
        let rest = length % chunk_size;
        ChunksExact {
            elements: pct::part(self, 0, length - rest),
            rest: pct::part(self, length - rest, rest),
            size: chunk_size,
        }
    }

    fn windows(&self, size: usize) -> Windows<'_, T> {
        if size == 0 {
            pct::fail("unwrap", "window size must be non-zero");
        }
        Windows { elements: self, size }
    }

    /// Over-approximates: the elements may be in any order afterwards.
    fn rotate_left(&mut self, mid: usize) {
        if mid > pct::len(&*self) {
            pct::fail("assert", "assertion failed: mid <= self.len()");
        }
        pct::permute(self);
    }

    fn rotate_right(&mut self, k: usize) {
        if k > pct::len(&*self) {
            pct::fail("assert", "assertion failed: k <= self.len()");
        }
        pct::permute(self);
    }

    fn copy_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let length = pct::len(&*self);
        let range = crate::ops::bounded(&src, length);
        let count = range.end - range.start;
        if dest > length - count {
            pct::fail("assert", "dest is out of bounds");
        }
        pct::shift(self, range.start, dest, count);
    }

    fn swap_with_slice(&mut self, other: &mut [T]) {
        if pct::len(&*self) != pct::len(&*other) {
            pct::fail("assert", "destination and source slices have different lengths");
        }
        pct::exchange(self, other);
    }

    fn into_vec(self: Box<Self>) -> Vec<T> {
        pct::same(pct::unboxed_slice(self))
    }

    fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        // Of long slices, all elements of a portion are compared, whatever comes of the first.
        let is_seen = !pct::is_scalar::<T>() && pct::len(self) > 32;
        let mut result = true;
        let mut index = 1;
        while index < pct::len(self) {
            if !pct::element::<[T], T>(self, index - 1).le(pct::element(self, index)) {
                result = false;
            }
            if !result && (!is_seen || pct::any()) {
                return false;
            }
            index += 1;
        }
        result
    }
}

/// What `get` takes.
pub trait SliceIndex<T> {
    type Output: ?Sized;
    fn get(self, slice: &[T]) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut [T]) -> Option<&mut Self::Output>;
}

/// Parts of `size` elements, the last perhaps of fewer.
pub struct Chunks<'a, T> {
    elements: &'a [T],
    size: usize,
}

/// Parts of exactly `size` elements.
pub struct ChunksExact<'a, T> {
    elements: &'a [T],
    rest: &'a [T],
    size: usize,
}

/// All parts of `size` elements.
pub struct Windows<'a, T> {
    elements: &'a [T],
    size: usize,
}

/// The elements from `front` on, before `back`.
pub struct Iter<'a, T> {
    elements: &'a [T],
    front: usize,
    back: usize,
}

/// The elements from `front` on, before `back`.
pub struct IterMut<'a, T> {
    elements: &'a mut [T],
    front: usize,
    back: usize,
}

pub trait UninitMethods<T> {
    fn write_copy_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Copy;
    fn write_clone_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Clone;
}

impl<T> UninitMethods<T> for [std::mem::MaybeUninit<T>] {
    fn write_copy_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Copy,
    {
        if pct::len(&*self) != pct::len(src) {
            pct::fail("panic", "copy_from_slice: source slice length ({}) does not match destination slice length ({})");
        }
        pct::unknown((self, src))
    }

    fn write_clone_of_slice(&mut self, src: &[T]) -> &mut [T]
    where
        T: Clone,
    {
        if pct::len(&*self) != pct::len(src) {
            pct::fail(
                "assert",
                "assertion `left == right` failed: destination and source slices have different lengths\n  left: {}\n right: {}",
            );
        }
        let mut index = 0;
        while index < pct::len(src) {
            let copy: T = pct::element::<[T], T>(src, index).clone();
            let () = pct::unknown((&mut *self, copy));
            index += 1;
        }
        pct::unknown(self)
    }
}

impl<T> crate::default::Default for &[T] {
    fn default() -> Self {
        &[]
    }
}

/// Elements that are not known, of which nobody else sees a change: the callers promise that.
pub unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T] {
    let elements: &'a [T] = pct::unknown(data);
    pct::assume(pct::len(elements) == len);
    elements
}

pub unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    let elements: &'a mut [T] = pct::lent(data);
    pct::assume(pct::len(&*elements) == len);
    elements
}
