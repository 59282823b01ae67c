//! `std::time`

use crate::clone::Clone;
use crate::cmp::{Ord, PartialEq, PartialOrd};
use crate::default::Default;
use crate::ops::{Add, AddAssign, Sub, SubAssign};
use crate::pct;
use std::cmp::Ordering;

const NANOS: u32 = 1_000_000_000;

/// Seconds, and nanoseconds below one.
pub struct Duration {
    secs: u64,
    nanos: u32,
}

impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };

    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: NANOS - 1 };

    pub fn new(secs: u64, nanos: u32) -> Duration {
        let more = (nanos / NANOS) as u64;
        if more > u64::MAX - secs {
            pct::fail("unwrap", "overflow in Duration::new");
        }
        Duration { secs: secs + more, nanos: nanos % NANOS }
    }

    pub fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }

    pub fn from_millis(millis: u64) -> Duration {
        Duration { secs: millis / 1_000, nanos: (millis % 1_000) as u32 * 1_000_000 }
    }

    pub fn from_micros(micros: u64) -> Duration {
        Duration { secs: micros / 1_000_000, nanos: (micros % 1_000_000) as u32 * 1_000 }
    }

    pub fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / 1_000_000_000, nanos: (nanos % 1_000_000_000) as u32 }
    }

    pub fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }

    pub fn as_secs(&self) -> u64 {
        self.secs
    }

    pub fn subsec_nanos(&self) -> u32 {
        pct::assume(self.nanos < NANOS);
        self.nanos
    }

    pub fn subsec_micros(&self) -> u32 {
        self.subsec_nanos() / 1_000
    }

    pub fn subsec_millis(&self) -> u32 {
        self.subsec_nanos() / 1_000_000
    }

    pub fn as_millis(&self) -> u128 {
        self.secs as u128 * 1_000 + self.subsec_millis() as u128
    }

    pub fn as_micros(&self) -> u128 {
        self.secs as u128 * 1_000_000 + self.subsec_micros() as u128
    }

    pub fn as_nanos(&self) -> u128 {
        self.secs as u128 * 1_000_000_000 + self.subsec_nanos() as u128
    }

    pub fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let nanos = self.subsec_nanos() + rhs.subsec_nanos();
        let carry = if nanos >= NANOS { 1 } else { 0 };
        let (secs, overflows) = (self.secs as u128 + rhs.secs as u128 + carry, nanos - carry as u32 * NANOS);
        if secs > u64::MAX as u128 { None } else { Some(Duration { secs: secs as u64, nanos: overflows }) }
    }

    pub fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        let borrow = if self.subsec_nanos() < rhs.subsec_nanos() { 1 } else { 0 };
        if (self.secs as u128) < rhs.secs as u128 + borrow as u128 {
            return None;
        }
        let nanos = self.nanos + borrow as u32 * NANOS - rhs.nanos;
        Some(Duration { secs: self.secs - rhs.secs - borrow, nanos })
    }

    pub fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(left) => left,
            None => Duration { secs: 0, nanos: 0 },
        }
    }
}

impl Clone for Duration {
    fn clone(&self) -> Duration {
        Duration { secs: self.secs, nanos: self.nanos }
    }
}

impl Default for Duration {
    fn default() -> Duration {
        Duration { secs: 0, nanos: 0 }
    }
}

impl PartialEq for Duration {
    fn eq(&self, other: &Duration) -> bool {
        self.secs == other.secs && self.nanos == other.nanos
    }
}

impl PartialOrd for Duration {
    fn partial_cmp(&self, other: &Duration) -> Option<Ordering> {
        Some(Ord::cmp(self, other))
    }
}

impl Ord for Duration {
    fn cmp(&self, other: &Duration) -> Ordering {
        let (own, other) = (self.as_nanos(), other.as_nanos());
        if own < other {
            Ordering::Less
        } else if own == other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

impl Add for Duration {
    type Output = Duration;
    fn add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => pct::fail("unwrap", "overflow when adding durations"),
        }
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, rhs: Duration) {
        *self = self.clone().add(rhs);
    }
}

impl Sub for Duration {
    type Output = Duration;
    fn sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(rest) => rest,
            None => pct::fail("unwrap", "overflow when subtracting durations"),
        }
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, rhs: Duration) {
        *self = self.clone().sub(rhs);
    }
}
