//! A failure that needs five hundred steps in a row to show.
//!
//! Tests that try a few steps, or a million random ones, do not see it: a wrong choice starts the count again. `cargo
//! pct` does not walk there. It sees that five hundred is a state that one more step can lead to, builds the counter in
//! that state, and goes on from it. Only to confirm what it has found there does it look for the calls.

/// Counts choices in a row.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(
        zero = self.n == 0,
        below = 0 < self.n && self.n < 500,
        at = self.n == 500,
        above = self.n > 500,
    )
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
pub struct Counter {
    n: u32,
}

#[pct::predicates]
impl Counter {
    /// Nothing counted yet.
    pub fn new() -> Counter {
        Counter { n: 0 }
    }

    /// How many were counted in a row.
    pub fn count(&self) -> u32 {
        self.n
    }

    /// Counts one more if `choice`, else starts again, which is a mistake once there are five hundred.
    pub fn step(&mut self, choice: bool) {
        if choice {
            self.n = self.n.saturating_add(1);
        } else {
            assert!(self.n < 500, "five hundred in a row and then none");
            self.n = 0;
        }
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_in_a_row_are_counted() {
        let mut counter = Counter::new();
        counter.step(true);
        counter.step(true);
        assert_eq!(counter.count(), 2);
    }

    #[test]
    fn the_count_starts_again() {
        let mut counter = Counter::default();
        counter.step(true);
        counter.step(false);
        assert_eq!(counter.count(), 0);
    }
}
