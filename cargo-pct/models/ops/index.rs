//! Indexing of vectors, slices and arrays, by numbers and by ranges.

use super::{Index, IndexMut, RangeInclusive};
use crate::pct;
use std::ops::{Range, RangeFrom, RangeFull, RangeTo, RangeToInclusive};

/// Elements by number.
macro_rules! elements {
    ($Sequence:ty) => {
        impl<T> Index<usize> for $Sequence {
            type Output = T;
            fn index(&self, index: usize) -> &T {
                if index >= pct::len(self) {
                    pct::fail("index", "index out of bounds: the len is {} but the index is {}");
                }
                pct::element(self, index)
            }
        }

        impl<T> IndexMut<usize> for $Sequence {
            fn index_mut(&mut self, index: usize) -> &mut T {
                if index >= pct::len(self) {
                    pct::fail("index", "index out of bounds: the len is {} but the index is {}");
                }
                pct::element_mut(self, index)
            }
        }
    };
}

/// The parts that a kind of range selects, given its bounds in a sequence of some length.
macro_rules! parts {
    ($Range:ty, |$range:pat_param, $length:ident| $bounds:expr) => {
        parts!(Vec<T>, $Range, |$range, $length| $bounds);
        parts!([T], $Range, |$range, $length| $bounds);
    };
    ($Sequence:ty, $Range:ty, |$range:pat_param, $length:ident| $bounds:expr) => {
        impl<T> Index<$Range> for $Sequence {
            type Output = [T];
            fn index(&self, $range: $Range) -> &[T] {
                let $length = pct::len(self);
                let bounds = $bounds;
                pct::part(self, bounds.start, pct::exact_sub(bounds.end, bounds.start))
            }
        }

        impl<T> IndexMut<$Range> for $Sequence {
            fn index_mut(&mut self, $range: $Range) -> &mut [T] {
                let $length = pct::len(self);
                let bounds = $bounds;
                pct::part_mut(self, bounds.start, pct::exact_sub(bounds.end, bounds.start))
            }
        }
    };
}

elements!(Vec<T>);
elements!([T]);
parts!(Range<usize>, |range, length| checked_bounds(range.start, range.end, length));
parts!(RangeFrom<usize>, |range, length| checked_start(range.start, length));
parts!(RangeTo<usize>, |range, length| checked_bounds(0, range.end, length));
parts!(RangeInclusive<usize>, |range, length| checked_inclusive(range, length));
parts!(RangeToInclusive<usize>, |range, length| {
    checked_inclusive(RangeInclusive::new(0, range.end), length)
});
parts!(RangeFull, |_, length| 0..length);

impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;
    fn index(&self, index: I) -> &Self::Output {
        <[T] as Index<I>>::index(self, index)
    }
}

impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    fn index_mut(&mut self, index: I) -> &mut Self::Output {
        <[T] as IndexMut<I>>::index_mut(self, index)
    }
}

/// Where a range of a sequence begins and ends, once it is known to be inside: `start <= end <= length`.
fn checked_bounds(start: usize, end: usize, length: usize) -> Range<usize> {
    if start > length {
        pct::fail("index", "range start index {} out of range for slice of length {}");
    }
    if end > length {
        pct::fail("index", "range end index {} out of range for slice of length {}");
    }
    if start > end {
        pct::fail("index", "slice index starts at {} but ends at {}");
    }
    start..end
}

fn checked_start(start: usize, length: usize) -> Range<usize> {
    if start > length {
        pct::fail("index", "range start index {} out of range for slice of length {}");
    }
    start..length
}

fn checked_inclusive(range: RangeInclusive<usize>, length: usize) -> Range<usize> {
    if range.end == usize::MAX {
        // Releases have different messages for it.
        pct::fail("index", "{}index {}");
    }
    if range.end >= length {
        if range.start > length {
            pct::fail("index", "range start index {} out of range for slice of length {}");
        }
        pct::fail("index", "range end index {} out of range for slice of length {}");
    }
    let end = range.end + 1;
    let start = if range.exhausted { end } else { range.start };
    checked_bounds(start, end, length)
}
