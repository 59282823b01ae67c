//! What `get` takes: numbers and ranges.

use super::SliceIndex;
use crate::pct;

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

/// The other kinds of ranges, as a range.
macro_rules! ranges {
    ($($Range:ty, |$range:pat_param, $length:ident| $start:expr, $end:expr;)*) => { $(
        impl<T> SliceIndex<T> for $Range {
            type Output = [T];

            fn get(self, slice: &[T]) -> Option<&[T]> {
                let ($range, $length) = (self, pct::len(slice));
                let bounds: std::ops::Range<usize> = std::ops::Range { start: $start, end: $end };
                bounds.get(slice)
            }

            fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
                let ($range, $length) = (self, pct::len(&*slice));
                let bounds: std::ops::Range<usize> = std::ops::Range { start: $start, end: $end };
                bounds.get_mut(slice)
            }
        }
    )* };
}
ranges! {
    std::ops::RangeFrom<usize>, |range, length| range.start, length;
    std::ops::RangeTo<usize>, |range, length| 0, range.end;
    std::ops::RangeFull, |_, length| 0, length;
}

impl<T> SliceIndex<T> for crate::ops::RangeInclusive<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end == usize::MAX {
            return None;
        }
        let end = self.end + 1;
        let start = if self.exhausted { end } else { self.start };
        (start..end).get(slice)
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end == usize::MAX {
            return None;
        }
        let end = self.end + 1;
        let start = if self.exhausted { end } else { self.start };
        (start..end).get_mut(slice)
    }
}

impl<T> SliceIndex<T> for std::ops::RangeToInclusive<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        if self.end == usize::MAX { None } else { (0..self.end + 1).get(slice) }
    }

    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        if self.end == usize::MAX { None } else { (0..self.end + 1).get_mut(slice) }
    }
}
