//! Adaptors that begin later than what they adapt, end earlier, leave out all but every so many, or go on behind its end.

use super::{Cycle, Fuse, Iterator, MapWhile, Skip, SkipWhile, StepBy, Take, TakeWhile};
use crate::clone::Clone;
use crate::pct;

/// How many elements are left of `n`.
fn steps(n: usize, step_minus_one: usize, first_take: bool) -> usize {
    if step_minus_one == usize::MAX {
        // No step is as long: it came from `step - 1`.
        return 0;
    }
    if !first_take {
        n / (step_minus_one + 1)
    } else if n == 0 {
        0
    } else {
        1 + (n - 1) / (step_minus_one + 1)
    }
}

/// The result of `advance_by` that was to skip `n` elements and skipped so many.
pub(super) fn all_but(n: usize, skipped: usize) -> Result<(), usize> {
    if skipped == n { Ok(()) } else { Err(n - skipped) }
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) => Some(steps(upper, self.step_minus_one, self.first_take)),
            None => None,
        };
        (steps(lower, self.step_minus_one, self.first_take), upper)
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.first_take {
            self.first_take = false;
            // Folding begins with `next`, a loop with `nth(0)`: not the same for a range that begins behind its end.
            return if pct::may_be_resumed::<I>() && pct::any() { self.iter.next() } else { self.iter.nth(0) };
        }
        self.iter.nth(self.step_minus_one)
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let mut left = n;
        if self.first_take && pct::may_be_resumed::<I>() {
            // If the first one is none, what goes on behind its end is asked again.
            self.first_take = false;
            let first = self.iter.next();
            if n == 0 {
                return first;
            }
            left -= 1;
        }
        match self.advance_by(left) {
            Ok(()) => self.next(),
            Err(_) => None,
        }
    }
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
        let (lower, upper) = self.iter.size_hint();
        let lower = if lower < self.n { lower } else { self.n };
        match upper {
            Some(upper) if upper < self.n => (lower, Some(upper)),
            _ => (lower, Some(self.n)),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.n != 0 {
            self.n -= 1;
            self.iter.next()
        } else {
            None
        }
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n > n {
            self.n -= n + 1;
            return self.iter.nth(n);
        }
        if self.n > 0 {
            self.iter.nth(self.n - 1);
            self.n = 0;
        }
        None
    }

    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let asked = if n < self.n { n } else { self.n };
        let missing = match self.iter.advance_by(asked) {
            Ok(()) => 0,
            Err(missing) => missing,
        };
        self.n -= asked - missing;
        all_but(n, asked - missing)
    }
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let lower = if lower < self.n { 0 } else { lower - self.n };
        match upper {
            Some(upper) => (lower, Some(if upper < self.n { 0 } else { upper - self.n })),
            None => (lower, None),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            self.iter.nth(n)
        } else {
            self.iter.next()
        }
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let skipped = self.n;
        self.n = 0;
        if n <= usize::MAX - skipped {
            return self.iter.nth(skipped + n);
        }
        match self.iter.nth(skipped - 1) {
            Some(_) => self.iter.nth(n),
            None => None,
        }
    }

    /// Leaves out first what is to be left out. If the end comes before, the rest stays to be left out.
    fn advance_by(&mut self, n: usize) -> Result<(), usize> {
        let skipped = self.n;
        let asked = if n <= usize::MAX - skipped { skipped + n } else { usize::MAX };
        let missing = match self.iter.advance_by(asked) {
            Ok(()) => 0,
            Err(missing) => missing,
        };
        let advanced = asked - missing;
        self.n = if skipped < advanced { 0 } else { skipped - advanced };
        let left = if advanced < skipped { n } else { n - (advanced - skipped) };
        if left == 0 {
            return Ok(());
        }
        if missing == 0 { self.iter.advance_by(left) } else { Err(left) }
    }

    fn count(mut self) -> usize {
        if self.n > 0 {
            if let None = self.iter.nth(self.n - 1) {
                return 0;
            }
        }
        self.iter.count()
    }

    fn last(mut self) -> Option<I::Item> {
        if self.n > 0 {
            if let None = self.iter.nth(self.n - 1) {
                return None;
            }
        }
        self.iter.last()
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.flag { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }

    fn next(&mut self) -> Option<I::Item> {
        if self.flag {
            return None;
        }
        match self.iter.next() {
            Some(x) => {
                if (self.predicate)(&x) {
                    Some(x)
                } else {
                    self.flag = true;
                    None
                }
            }
            None => None,
        }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        // How many of them is not said.
        (0, self.iter.size_hint().1)
    }

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.flag || !(self.predicate)(&x) {
                self.flag = true;
                return Some(x);
            }
        }
        None
    }
}

impl<I> Fuse<I> {
    /// The iterator has ended. One that is a `FusedIterator` is trusted to stay so, and asked again.
    pub(super) fn end(&mut self) {
        if !pct::may_go_on::<I>() || pct::any() {
            self.iter = None;
        }
    }
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }

    fn next(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next() {
                None => {
                    self.end();
                    None
                }
                item => item,
            },
            None => None,
        }
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.nth(n) {
                None => {
                    self.end();
                    None
                }
                item => item,
            },
            None => None,
        }
    }

    fn count(self) -> usize {
        match self.iter {
            Some(iter) => iter.count(),
            None => 0,
        }
    }

    fn last(self) -> Option<I::Item> {
        match self.iter {
            Some(iter) => iter.last(),
            None => None,
        }
    }
}

impl<B, I: Iterator, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => (self.predicate)(x),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

impl<I: Iterator + Clone> Iterator for Cycle<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            None => {
                self.iter = self.orig.clone();
                self.iter.next()
            }
            item => item,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.orig.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}
