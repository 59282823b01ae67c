//! Sorting panics where an order contradicts itself.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

/// One order of one field, and what follows from it.
macro_rules! ordered {
    ($Type:ident, |$one:ident, $other:ident| $order:expr) => {
        impl PartialEq for $Type {
            fn eq(&self, other: &$Type) -> bool {
                matches!(self.cmp(other), Ordering::Equal)
            }
        }

        impl Eq for $Type {}

        impl PartialOrd for $Type {
            fn partial_cmp(&self, other: &$Type) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $Type {
            fn cmp(&self, other: &$Type) -> Ordering {
                let ($one, $other) = (self, other);
                $order
            }
        }
    };
}

pub mod safe {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Suit {
        Clubs,
        Hearts,
    }

    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Card<T> {
        pub suit: Suit,
        pub number: (u8, Option<char>),
        pub other: T,
    }

    /// The greatest first.
    #[derive(Clone, Copy)]
    pub struct Priority(pub u8);

    ordered!(Priority, |one, other| other.0.cmp(&one.0));

    pub fn numbers(all: &mut [(u8, Option<bool>)]) {
        all.sort();
        all.sort_unstable();
    }

    pub fn reversed(all: &mut [Reverse<String>]) {
        all.sort();
    }

    pub fn derived(all: &mut [Card<u8>]) {
        all.sort_unstable();
    }

    pub fn of_any_type<T: Ord>(all: &mut [Card<T>]) {
        all.sort();
    }

    pub fn collected(all: &[Suit]) -> BTreeSet<Suit> {
        all.iter().copied().collect()
    }

    pub fn collected_as_keys(all: &[Suit]) -> BTreeMap<Suit, u8> {
        all.iter().map(|suit| (*suit, 1)).collect()
    }

    pub fn written(all: &mut [Priority]) {
        all.sort();
    }

    pub fn written_and_collected(all: &[Priority]) -> usize {
        all.iter().copied().collect::<BTreeSet<Priority>>().len()
    }

    pub fn keyed(all: &mut [u8]) {
        all.sort_by_key(|part| Priority(*part));
    }
}

pub mod wrong {
    use super::*;

    /// What is no number is equal to all others.
    #[derive(Clone, Copy)]
    pub struct Weight(pub f64);

    ordered!(Weight, |one, other| if one.0 < other.0 {
        Ordering::Less
    } else if one.0 > other.0 {
        Ordering::Greater
    } else {
        Ordering::Equal
    });

    /// Zero is compared otherwise.
    #[derive(Clone, Copy)]
    pub struct Pair(pub u8, pub u8);

    ordered!(Pair, |one, other| if one.0 == 0 || other.0 == 0 { one.1.cmp(&other.1) } else { one.0.cmp(&other.0) });

    /// In order by itself, but sorted by how its field compares.
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct Mixed(pub f64);

    impl Eq for Mixed {}

    impl Ord for Mixed {
        fn cmp(&self, other: &Mixed) -> Ordering {
            self.0.total_cmp(&other.0)
        }
    }

    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Derived {
        pub name: u8,
        pub weight: Weight,
    }

    pub fn sorts(all: &[Weight]) {
        all.to_vec().sort();
    }

    pub fn sorts_in_place(all: &[Weight]) {
        all.to_vec().sort_unstable();
    }

    pub fn sorts_pairs(all: &[Pair]) {
        all.to_vec().sort();
    }

    pub fn sorts_by_less(all: &[Mixed]) {
        all.to_vec().sort();
    }

    pub fn sorts_derived(all: &mut [Derived]) {
        all.sort();
    }

    pub fn sorts_tuples(all: &mut [(u8, Weight)]) {
        all.sort_unstable();
    }

    pub fn sorts_options(all: &mut [Option<Weight>]) {
        all.sort();
    }

    pub fn sorts_reversed(all: &mut [Reverse<Pair>]) {
        all.sort();
    }

    pub fn sorts_by_key(all: &mut [f64]) {
        all.sort_by_key(|part| Weight(*part));
    }

    pub fn collects_a_set(all: &[Pair]) -> usize {
        all.iter().copied().collect::<BTreeSet<Pair>>().len()
    }

    pub fn collects_a_map(all: &[Weight]) -> usize {
        all.iter().map(|part| (*part, 1)).collect::<BTreeMap<Weight, u8>>().len()
    }
}

#[cfg(native)]
fn main() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use wrong::{Derived, Mixed, Pair, Weight};
    std::panic::set_hook(Box::new(|_| ()));
    let mut seen = [false; 11];
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32
    };
    for _ in 0..2000 {
        let mut float = || if random() % 5 == 0 { f64::NAN } else { f64::from(random() % 1000) };
        let floats: Vec<f64> = (0..50).map(|_| float()).collect();
        let pairs: Vec<Pair> = (0..200).map(|_| Pair(random() as u8 & 3, random() as u8)).collect();
        let weights: Vec<Weight> = floats.iter().map(|part| Weight(*part)).collect();
        let mixed: Vec<Mixed> = floats.iter().map(|part| Mixed(*part)).collect();
        let mut derived: Vec<Derived> = weights.iter().map(|weight| Derived { name: 0, weight: *weight }).collect();
        let mut tuples: Vec<(u8, Weight)> = weights.iter().map(|weight| (0, *weight)).collect();
        let mut options: Vec<Option<Weight>> = weights.iter().copied().map(Some).collect();
        let mut reversed: Vec<Reverse<Pair>> = pairs.iter().copied().map(Reverse).collect();
        let mut keys = floats.clone();
        let functions: [&mut dyn FnMut(); 11] = [
            &mut || wrong::sorts(&weights),
            &mut || wrong::sorts_in_place(&weights),
            &mut || wrong::sorts_pairs(&pairs),
            &mut || wrong::sorts_by_less(&mixed),
            &mut || wrong::sorts_derived(&mut derived),
            &mut || wrong::sorts_tuples(&mut tuples),
            &mut || wrong::sorts_options(&mut options),
            &mut || wrong::sorts_reversed(&mut reversed),
            &mut || wrong::sorts_by_key(&mut keys),
            &mut || drop(wrong::collects_a_set(&pairs)),
            &mut || drop(wrong::collects_a_map(&weights)),
        ];
        for (seen, function) in seen.iter_mut().zip(functions) {
            *seen |= catch_unwind(AssertUnwindSafe(function)).is_err();
        }
    }
    assert_eq!(seen, [true; 11]);
}
