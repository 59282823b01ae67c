//! Iterators over ranges, one value, and nothing.

use super::{DoubleEndedIterator, Empty, ExactSizeIterator, FromFn, Iterator, Once, Repeat, RepeatN, Successors};
use super::portions::all_but;
use crate::clone::Clone;
use crate::ops::RangeInclusive;
use crate::option::OptionMethods;
use crate::pct;
use std::ops::{Range, RangeFrom};

/// Tells whether there are more than `n` steps.
fn is_within(n: usize, steps: (usize, Option<usize>)) -> bool {
    match steps {
        (_, Some(steps)) => n < steps,
        (_, None) => true,
    }
}

/// The number of elements that a hint tells.
fn counted(hint: (usize, Option<usize>)) -> usize {
    match hint {
        (_, Some(count)) => count,
        (_, None) => pct::fail("unwrap", "count overflowed usize"),
    }
}

/// The value `n` steps on, which must be one.
fn forward<A: pct::Scalar>(start: A, n: usize) -> A {
    if pct::is_integer::<A>() {
        // As many steps may be more than the greatest signed number.
        let steps = pct::cast::<usize, A>(n);
        return if pct::is_signed::<A>() { pct::wrapping_add(start, steps) } else { pct::exact_add(start, steps) };
    }
    // Characters leave out some numbers.
    let (mut value, mut left) = (start, n);
    while left > 0 {
        value = pct::successor(value);
        left -= 1;
    }
    value
}

/// The value `n` steps back, which must be one.
fn backward<A: pct::Scalar>(start: A, n: usize) -> A {
    if pct::is_integer::<A>() {
        let steps = pct::cast::<usize, A>(n);
        return if pct::is_signed::<A>() { pct::wrapping_sub(start, steps) } else { pct::exact_sub(start, steps) };
    }
    let (mut value, mut left) = (start, n);
    while left > 0 {
        value = pct::predecessor(value);
        left -= 1;
    }
    value
}

/// The value `n` steps on, with overflow as the crate has it.
fn stepped<A: pct::Integer>(start: A, n: usize) -> A {
    let least = pct::distance(start, pct::max_value());
    if pct::overflow_checks() && !is_within(n, least) && !matches!(least, (_, Some(least)) if least == n) {
        pct::fail("overflow", "attempt to add with overflow");
    }
    pct::wrapping_add(start, pct::cast::<usize, A>(n))
}

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

    /// Ends at the end also where that lies before the start.
    fn nth(&mut self, n: usize) -> Option<A> {
        if pct::less(self.start, self.end) && is_within(n, pct::distance(self.start, self.end)) {
            let value = forward(self.start, n);
            self.start = pct::successor(value);
            return Some(value);
        }
        self.start = self.end;
        None
    }

    fn count(self) -> usize {
        counted(self.size_hint())
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

    /// As [`Iterator::nth`].
    fn nth_back(&mut self, n: usize) -> Option<A> {
        if pct::less(self.start, self.end) && is_within(n, pct::distance(self.start, self.end)) {
            self.end = pct::predecessor(backward(self.end, n));
            return Some(self.end);
        }
        self.end = self.start;
        None
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

    fn nth(&mut self, n: usize) -> Option<A> {
        let value = stepped(self.start, n);
        self.start = stepped(value, 1);
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

    fn nth(&mut self, n: usize) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let steps = pct::distance(self.start, self.end);
        if is_within(n, steps) {
            let value = forward(self.start, n);
            self.start = pct::successor(value);
            return Some(value);
        }
        self.start = self.end;
        self.exhausted = true;
        if steps.0 == n { Some(self.end) } else { None }
    }

    fn count(self) -> usize {
        counted(self.size_hint())
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

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if self.exhausted || pct::less(self.end, self.start) {
            return None;
        }
        let steps = pct::distance(self.start, self.end);
        if is_within(n, steps) {
            let value = backward(self.end, n);
            self.end = pct::predecessor(value);
            return Some(value);
        }
        self.end = self.start;
        self.exhausted = true;
        if steps.0 == n { Some(self.start) } else { None }
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

    fn nth(&mut self, _n: usize) -> Option<A> {
        Some(self.element.clone())
    }

    fn advance_by(&mut self, _n: usize) -> Result<(), usize> {
        Ok(())
    }

    fn last(self) -> Option<A> {
        pct::fail("panic", "iterator is infinite")
    }

    fn count(self) -> usize {
        pct::fail("panic", "iterator is infinite")
    }
}

impl<A: Clone> DoubleEndedIterator for Repeat<A> {
    fn next_back(&mut self) -> Option<A> {
        Some(self.element.clone())
    }

    fn nth_back(&mut self, _n: usize) -> Option<A> {
        Some(self.element.clone())
    }
}

impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.count == 0 {
            return None;
        }
        if self.count == 1 {
            self.count = 0;
            return self.element.take();
        }
        let copy = match &self.element {
            Some(element) => Some(element.clone()),
            None => None,
        };
        self.count -= 1;
        copy
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let skipped = if n < self.count { n } else { self.count };
        self.count -= skipped;
        if self.count == 0 {
            self.element = None;
        }
        all_but(n, skipped)
    }

    /// Clones nothing that is skipped.
    fn nth(&mut self, n: usize) -> Option<A> {
        if n >= self.count {
            self.count = 0;
            self.element = None;
            return None;
        }
        self.count -= n;
        self.next()
    }

    fn last(mut self) -> Option<A> {
        self.count = 0;
        self.element.take()
    }

    fn count(self) -> usize {
        self.count
    }
}

impl<A: Clone> DoubleEndedIterator for RepeatN<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        self.nth(n)
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
