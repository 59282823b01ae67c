//! Std calls what it likes of the user's impls: functions that need not be written may be, and need not agree. Everything but
//! the last function panics.

use std::cmp::Ordering;

pub struct Seven;

impl Iterator for Seven {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        None
    }

    fn fold<B, F: FnMut(B, u32) -> B>(self, start: B, mut f: F) -> B {
        f(start, 7)
    }
}

pub fn sums_by_fold() {
    assert!(Seven.sum::<u32>() == 0);
}

pub struct Odd(u32);

impl Clone for Odd {
    fn clone(&self) -> Odd {
        Odd(0)
    }

    fn clone_from(&mut self, _: &Odd) {
        self.0 = 7;
    }
}

impl PartialEq for Odd {
    fn eq(&self, _: &Odd) -> bool {
        true
    }

    fn ne(&self, _: &Odd) -> bool {
        true
    }
}

impl PartialOrd for Odd {
    fn partial_cmp(&self, _: &Odd) -> Option<Ordering> {
        None
    }

    fn lt(&self, _: &Odd) -> bool {
        true
    }
}

pub fn clones_in_place() {
    let mut odd = Some(Odd(1));
    odd.clone_from(&Some(Odd(2)));
    assert!(odd.is_some_and(|odd| odd.0 == 0));
}

pub fn is_unequal() {
    assert!(!((1, Odd(1)) != (1, Odd(1))));
}

pub fn is_less() {
    assert!(!((1, Odd(1)) < (1, Odd(2))));
}

#[derive(PartialEq, Eq, PartialOrd)]
pub struct Backward(u32);

impl Ord for Backward {
    fn cmp(&self, other: &Backward) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl Clone for Backward {
    fn clone(&self) -> Backward {
        Backward(0)
    }
}

pub fn compares_by_operators() {
    assert!(Backward(1).max(Backward(2)).0 == 1);
}

pub fn keeps_the_last() {
    let copies = vec![Backward(5); 2];
    assert!(copies[1].0 == 0);
}

pub fn asks_for_room(n: u64) -> Vec<u64> {
    (0..n).collect()
}

pub fn calls_once_more() {
    let mut calls = 0;
    let counted = [1, 2, 3, 4].iter().map(|_| calls += 1);
    counted.zip([1, 2].iter()).for_each(|_| ());
    assert!(calls == 3);
}

#[derive(Clone, PartialEq, PartialOrd)]
pub struct Honest(u32);

pub fn is_harmless(n: u8, other: &[Honest]) {
    let honest = vec![Honest(7); usize::from(n)];
    assert!(honest.len() == usize::from(n));
    let mut copy = None;
    copy.clone_from(&Some(Honest(5)));
    assert!(copy == Some(Honest(5)));
    assert!((1, Honest(4)) < (1, Honest(5)));
    let all: Vec<u64> = (0..n).map(u64::from).collect();
    let pairs: Vec<(u64, Honest)> = all.into_iter().zip(other.iter().cloned()).collect();
    drop(pairs);
}
