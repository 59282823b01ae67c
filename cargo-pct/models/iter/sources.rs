//! Iterators over ranges, one value, and nothing.

use super::{DoubleEndedIterator, Empty, ExactSizeIterator, Iterator, Once};
use crate::ops::RangeInclusive;
use crate::pct;
use std::ops::{Range, RangeFrom};

impl<A: pct::Scalar> Iterator for Range<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if pct::less(self.start, self.end) {
            let value = self.start;
            self.start = pct::successor(value);
            Some(value)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if pct::less(self.start, self.end) {
            pct::distance(self.start, self.end)
        } else {
            (0, Some(0))
        }
    }
}

impl<A: pct::Scalar> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if pct::less(self.start, self.end) {
            self.end = pct::predecessor(self.end);
            Some(self.end)
        } else {
            None
        }
    }
}

impl<A: pct::Scalar> ExactSizeIterator for Range<A> {}

impl<A: pct::Integer> Iterator for RangeFrom<A> {
    type Item = A;

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn next(&mut self) -> Option<A> {
        let value = self.start;
        if pct::equal(value, pct::max_value()) {
            if pct::overflow_checks() {
                pct::fail("overflow", "attempt to add with overflow");
            }
            self.start = pct::min_value();
        } else {
            self.start = pct::successor(value);
        }
        Some(value)
    }
}

impl<A: pct::Scalar> Iterator for RangeInclusive<A> {
    type Item = A;

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.exhausted || pct::less(self.end, self.start) {
            return (0, Some(0));
        }
        if pct::equal(self.start, self.end) {
            return (1, Some(1));
        }
        let (lower, upper) = pct::distance(self.start, self.end);
        let upper = match upper {
            Some(upper) if upper < usize::MAX => Some(upper + 1),
            _ => None,
        };
        (if lower < usize::MAX { lower + 1 } else { lower }, upper)
    }

    fn next(&mut self) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let value = self.start;
        if pct::less(value, self.end) {
            self.start = pct::successor(value);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }
}

impl<A: pct::Scalar> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let value = self.end;
        if pct::less(self.start, value) {
            self.end = pct::predecessor(value);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }
}

impl<T> Iterator for Once<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let value = pct::take(&self.value);
        pct::put(&mut self.value, None);
        value
    }
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        None
    }
}
