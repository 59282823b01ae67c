//! A token bucket: a call takes a token, time brings new ones, and what does not fit the bucket is lost.
//!
//! The caller says what time it is, in milliseconds since anything, so that the limiter can be tested without waiting. A clock that goes
//! back, or a call after years of silence, must do no harm. `cargo pct` proves that nothing overflows.

/// A limit of calls.
#[pct::predicates(empty = self.tokens == 0, full = self.tokens == self.capacity)]
#[derive(Debug)]
pub struct Limiter {
    /// Calls that may be made at once.
    capacity: u32,
    /// Milliseconds for a new token, at least one.
    interval: u32,
    tokens: u32,
    /// Up to when tokens were brought.
    filled: u64,
}

#[pct::predicates]
impl Limiter {
    /// A full bucket for so many calls at once, and one more each `interval` milliseconds. None of both can be zero: one is meant.
    pub fn new(capacity: u32, interval: u32, now: u64) -> Limiter {
        let capacity = capacity.max(1);
        Limiter { capacity, interval: interval.max(1), tokens: capacity, filled: now }
    }

    /// Whether a call may be made now; then it counts as made.
    pub fn allow(&mut self, now: u64) -> bool {
        self.refill(now);
        if self.tokens == 0 {
            return false;
        }
        self.tokens -= 1;
        true
    }

    /// How many calls may be made at once, as of the last time that anybody told.
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    fn refill(&mut self, now: u64) {
        if now <= self.filled {
            return;
        }
        let interval = u64::from(self.interval);
        let passed = (now - self.filled) / interval;
        let missing = u64::from(self.capacity - self.tokens);
        if passed >= missing {
            self.tokens = self.capacity;
            self.filled = now;
        } else {
            self.tokens += passed as u32;
            self.filled += passed * interval;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_beyond_the_bucket_wait_for_new_tokens() {
        let mut limiter = Limiter::new(2, 100, 0);
        assert!(limiter.allow(0));
        assert!(limiter.allow(1));
        assert!(!limiter.allow(99));
        assert!(limiter.allow(100));
        assert!(!limiter.allow(150));
    }

    #[test]
    fn after_a_long_time_the_bucket_is_full() {
        let mut limiter = Limiter::new(2, 100, 0);
        assert!(limiter.allow(0));
        assert!(limiter.allow(1_000_000));
        assert_eq!(limiter.tokens(), 1);
    }
}
