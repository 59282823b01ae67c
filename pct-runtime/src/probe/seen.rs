//! The set of valuations that a site has told of: it only grows, and no operation waits.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Valuations below this (those of up to eight predicates, and many of more) have a bit of their own.
const DIRECT: u64 = 256;

/// In a slot whose valuation was removed. No valuation in a table is as small.
const REMOVED: u64 = 1;

/// How many slots a valuation may sit in, from where its hash says.
const WINDOW: usize = 16;

/// Bits for the small valuations; for others tables that double, each searched only if the window before is full.
pub(super) struct Seen {
    direct: [AtomicU64; (DIRECT / 64) as usize],
    /// The last large valuation that was looked for and found: loops repeat themselves.
    last: AtomicU64,
    table: AtomicPtr<Table>,
}

/// A slot is empty while it is zero; valuations here are at least [`DIRECT`].
struct Table {
    slots: Vec<AtomicU64>,
    next: AtomicPtr<Table>,
}

impl Seen {
    pub(super) const fn new() -> Seen {
        Seen {
            direct: [const { AtomicU64::new(0) }; (DIRECT / 64) as usize],
            last: AtomicU64::new(0),
            table: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Whether the valuation was inserted. The fast path of every probe.
    #[inline(always)]
    pub(super) fn contains(&self, bits: u64) -> bool {
        if bits < DIRECT {
            self.direct[(bits / 64) as usize].load(Ordering::Relaxed) & (1u64 << (bits % 64)) != 0
        } else {
            self.last.load(Ordering::Relaxed) == bits || self.contains_large(bits)
        }
    }

    #[inline(never)]
    fn contains_large(&self, bits: u64) -> bool {
        let mut table = &self.table;
        while let Some(found) = follow(table) {
            for slot in found.window(bits) {
                match slot.load(Ordering::Relaxed) {
                    0 => return false,
                    value if value == bits => {
                        self.last.store(bits, Ordering::Relaxed);
                        return true;
                    }
                    _ => {}
                }
            }
            table = &found.next;
        }
        false
    }

    /// Inserts the valuation; true for exactly one of all callers.
    pub(super) fn insert(&self, bits: u64) -> bool {
        if bits < DIRECT {
            let bit = 1u64 << (bits % 64);
            return self.direct[(bits / 64) as usize].fetch_or(bit, Ordering::Relaxed) & bit == 0;
        }
        let mut table = &self.table;
        let mut slots = 256;
        loop {
            let found = follow_or_create(table, slots);
            for slot in found.window(bits) {
                match slot.compare_exchange(0, bits, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return true,
                    Err(value) if value == bits => return false,
                    Err(_) => {}
                }
            }
            table = &found.next;
            slots *= 2;
        }
    }

    /// Removes the valuation, if it is there.
    pub(super) fn remove(&self, bits: u64) {
        if bits < DIRECT {
            self.direct[(bits / 64) as usize].fetch_and(!(1u64 << (bits % 64)), Ordering::Relaxed);
            return;
        }
        self.last.store(0, Ordering::Relaxed);
        let mut table = &self.table;
        while let Some(found) = follow(table) {
            for slot in found.window(bits) {
                let _ = slot.compare_exchange(bits, REMOVED, Ordering::Relaxed, Ordering::Relaxed);
            }
            table = &found.next;
        }
    }

    /// Makes [`Seen::contains`] true for the small valuations, without any having been seen: tracing is off.
    pub(super) fn close(&self) {
        for word in &self.direct {
            word.store(u64::MAX, Ordering::Relaxed);
        }
    }
}

impl Table {
    /// The slots that may hold the valuation, in the order in which they are filled.
    fn window(&self, bits: u64) -> impl Iterator<Item = &AtomicU64> {
        let mask = self.slots.len() - 1;
        let start = (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        (0..WINDOW).map(move |offset| &self.slots[(start + offset) & mask])
    }
}

fn follow(pointer: &AtomicPtr<Table>) -> Option<&Table> {
    // SAFETY: the pointer is null or came from `Box::into_raw` in `follow_or_create`, which published it with release
    // ordering; tables are never freed, because sites are statics.
    unsafe { pointer.load(Ordering::Acquire).as_ref() }
}

fn follow_or_create(pointer: &AtomicPtr<Table>, slots: usize) -> &Table {
    if let Some(table) = follow(pointer) {
        return table;
    }
    let slots = (0..slots).map(|_| AtomicU64::new(0)).collect();
    let created = Box::into_raw(Box::new(Table { slots, next: AtomicPtr::new(ptr::null_mut()) }));
    let published = pointer.compare_exchange(ptr::null_mut(), created, Ordering::AcqRel, Ordering::Acquire);
    let table = match published {
        Ok(_) => created,
        Err(other) => {
            // SAFETY: `created` came from `Box::into_raw` above and was not published.
            drop(unsafe { Box::from_raw(created) });
            other
        }
    };
    // SAFETY: as in `follow`; `table` is not null, for it was either created here or found in place of null.
    unsafe { &*table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    use std::thread;

    fn check_once_each(valuations: &[u64]) {
        let seen = Seen::new();
        let told = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for &bits in valuations {
                        if seen.insert(bits) {
                            told.lock().unwrap().push(bits);
                        }
                        assert!(seen.contains(bits));
                    }
                });
            }
        });
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        let expected: Vec<u64> = valuations.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn each_valuation_is_new_exactly_once_among_threads() {
        check_once_each(&(0..DIRECT).collect::<Vec<_>>());
        check_once_each(&(0..5000).map(|n| n * 0x1_0001 + 7).collect::<Vec<_>>());
        check_once_each(&[u64::MAX, u64::MAX - 1, 1 << 63, DIRECT, DIRECT - 1, 0]);
    }

    #[test]
    fn what_was_removed_is_inserted_again() {
        let seen = Seen::new();
        for bits in [3, DIRECT, 1000, u64::MAX] {
            assert!(seen.insert(bits) && seen.contains(bits));
            seen.remove(bits);
            assert!(!seen.contains(bits));
            assert!(seen.insert(bits) && !seen.insert(bits) && seen.contains(bits));
        }
    }

    #[test]
    fn what_was_not_inserted_is_not_contained() {
        let seen = Seen::new();
        seen.insert(1000);
        assert!(!seen.contains(0) && !seen.contains(1001) && !seen.contains(u64::MAX));
    }
}
