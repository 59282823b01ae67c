//! Iterators over ranges, one value, and nothing.

use super::{DoubleEndedIterator, Empty, ExactSizeIterator, FromFn, Iterator, Once, Repeat, RepeatN, Successors};
use crate::clone::Clone;
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

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = if self.value.is_some() { 1 } else { 0 };
        (left, Some(left))
    }

    fn next(&mut self) -> Option<T> {
        let value = pct::take(&self.value);
        pct::put(&mut self.value, None);
        value
    }
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }

    fn next(&mut self) -> Option<T> {
        None
    }
}

impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}

impl<T> ExactSizeIterator for Once<T> {}

impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}

impl<T> ExactSizeIterator for Empty<T> {}

impl<A: Clone> Iterator for Repeat<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        Some(self.element.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        if self.count == 0 {
            let last: Option<A> = pct::take(&self.element);
            pct::put(&mut self.element, None);
            return last;
        }
        match &self.element {
            Some(element) => Some(element.clone()),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl<A: Clone> ExactSizeIterator for RepeatN<A> {}

impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.0)()
    }
}

impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item: Option<T> = pct::take(&self.next);
        pct::put(&mut self.next, None);
        match item {
            Some(item) => {
                self.next = (self.succ)(&item);
                Some(item)
            }
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.next.is_some() { (1, None) } else { (0, Some(0)) }
    }
}
