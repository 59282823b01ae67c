//! The standard library calls back what clients chose, or the crate wrote: that may unwind, and leaves the object as it is then.

use std::cmp::Ordering;
use std::collections::BTreeMap;

pub struct Emptied {
    busy: bool,
}

impl Emptied {
    pub fn new() -> Emptied {
        Emptied { busy: false }
    }

    pub fn empty<T>(&mut self, items: &mut Vec<T>) {
        self.busy = true;
        items.clear();
        self.busy = false;
    }

    pub fn look(&self) {
        assert!(!self.busy);
    }
}

pub struct Mapped {
    busy: bool,
}

impl Mapped {
    pub fn new() -> Mapped {
        Mapped { busy: false }
    }

    pub fn put<K: Ord>(&mut self, counts: &mut BTreeMap<K, u32>, key: K) {
        self.busy = true;
        counts.insert(key, 1);
        self.busy = false;
    }

    pub fn look(&self) {
        assert!(!self.busy);
    }
}

/// Numbers compare as they always do.
pub struct Numbered {
    counts: BTreeMap<u8, u32>,
    busy: bool,
}

impl Numbered {
    pub fn new() -> Numbered {
        Numbered { counts: BTreeMap::new(), busy: false }
    }

    pub fn put(&mut self, key: u8) {
        self.busy = true;
        self.counts.insert(key, 1);
        self.busy = false;
    }

    pub fn look(&self) {
        assert!(!self.busy);
    }
}

#[derive(PartialEq, Eq)]
pub struct Moody(u8);

impl PartialOrd for Moody {
    fn partial_cmp(&self, other: &Moody) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moody {
    fn cmp(&self, other: &Moody) -> Ordering {
        assert!(self.0 != 7);
        self.0.cmp(&other.0)
    }
}

pub fn keyed(first: u8, second: u8) -> usize {
    let mut keys = BTreeMap::new();
    keys.insert(Moody(first), ());
    keys.insert(Moody(second), ());
    keys.len()
}

pub fn sorted(first: u8, second: u8) -> usize {
    let mut all = vec![Moody(first), Moody(second)];
    all.sort();
    all.len()
}

pub fn sorted_numbers(first: u8, second: u8) -> usize {
    let mut all = vec![first, second];
    all.sort();
    all.len()
}
