//! Impls of std's traits that the crate writes for types which are not its own, since one of its types stands in them. std runs them. The
//! functions of `wrong` panic.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{Hash, Hasher};

/// Boxes of it are compared as the crate likes, and its references too.
struct Key(u8);

impl PartialEq for Box<Key> {
    fn eq(&self, other: &Box<Key>) -> bool {
        self.0 == other.0
    }
}

impl Eq for Box<Key> {}

impl PartialOrd for Box<Key> {
    fn partial_cmp(&self, other: &Box<Key>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Box<Key> {
    fn cmp(&self, other: &Box<Key>) -> Ordering {
        (100 / self.0).cmp(&other.0)
    }
}

impl Hash for Box<Key> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (100 / self.0).hash(state);
    }
}

impl PartialEq for &Key {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for &Key {}

impl PartialOrd for &Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for &Key {
    fn cmp(&self, other: &Self) -> Ordering {
        (100 / self.0).cmp(&other.0)
    }
}

/// Numbers are compared with it.
struct Divisor(u8);

impl PartialEq<Divisor> for u8 {
    fn eq(&self, other: &Divisor) -> bool {
        100 / other.0 == *self
    }
}

/// Texts are found by it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name(u8);

static FIRST: Name = Name(1);

impl Borrow<Name> for String {
    fn borrow(&self) -> &Name {
        assert!(self.len() != 3, "three letters");
        &FIRST
    }
}

/// This one is compared by derived code alone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plain(pub u8);

pub mod safe {
    use super::*;

    pub fn boxed(n: u8) -> usize {
        let mut keys = BTreeSet::new();
        keys.insert(Box::new(Plain(1)));
        keys.insert(Box::new(Plain(n)));
        keys.len()
    }

    pub fn hashed(n: u8) -> usize {
        let mut keys = HashSet::new();
        keys.insert(Box::new(Plain(n)));
        keys.len()
    }

    pub fn compared(bytes: &[u8], others: &[u8]) -> bool {
        bytes == others
    }
}

pub mod wrong {
    use super::*;

    pub fn boxed(n: u8) -> usize {
        let mut keys = BTreeSet::new();
        keys.insert(Box::new(Key(1)));
        keys.insert(Box::new(Key(n)));
        keys.len()
    }

    pub fn hashed(n: u8) -> usize {
        let mut keys = HashSet::new();
        keys.insert(Box::new(Key(n)));
        keys.len()
    }

    pub fn lent(n: u8) -> usize {
        let (one, other) = (Key(1), Key(n));
        let mut keys: BTreeSet<&Key> = BTreeSet::new();
        keys.insert(&one);
        keys.insert(&other);
        keys.len()
    }

    pub fn compared(bytes: &[u8], n: u8) -> bool {
        let mut divisors = Vec::new();
        for _ in bytes {
            divisors.push(Divisor(n));
        }
        bytes == &divisors[..]
    }

    pub fn found(n: u8) -> bool {
        let mut texts = BTreeMap::new();
        texts.insert("abc".to_owned(), n);
        texts.contains_key(&Name(n))
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn() -> usize; 5] = [
        || wrong::boxed(0),
        || wrong::hashed(0),
        || wrong::lent(0),
        || wrong::compared(&[1], 0).into(),
        || wrong::found(0).into(),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
