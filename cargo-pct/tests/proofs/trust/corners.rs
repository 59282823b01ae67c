//! The standard library at its corners. Every function panics for some argument, as `main` shows, but those that begin with `safe`.

use std::collections::{BTreeSet, HashSet, VecDeque};

pub mod ranges {
    pub fn ends_at_its_end() -> u8 {
        let mut range = 5u8..3;
        range.nth(0);
        100 / (range.start - 3)
    }

    pub fn ends_at_its_start(n: usize) -> u8 {
        let mut range = 5u8..3;
        range.nth_back(n);
        100 / (range.end - 5)
    }

    pub fn skips_to_its_end() -> u8 {
        let mut range = 5u8..3;
        range.by_ref().skip(1).next();
        100 / (range.start - 3)
    }

    pub fn steps_to_its_end() -> u8 {
        let mut range = 5u8..3;
        for _ in range.by_ref().step_by(2) {}
        100 / (range.start - 3)
    }

    pub fn is_folded_where_it_is() -> u8 {
        let mut range = 5u8..3;
        range.by_ref().step_by(2).for_each(|_| ());
        100 / (range.start - 5)
    }

    pub fn counts_characters() -> usize {
        100 / (('\u{D7FF}'..'\u{E000}').size_hint().0 - 1)
    }

    pub fn safe(n: usize) -> u8 {
        let mut range = 5u8..3;
        range.next();
        let mut other = 10u8..20;
        other.nth(n);
        100 / range.start + 100 / (30 - other.start)
    }
}

pub mod options {
    pub fn promises_one(n: u8) -> usize {
        100 / (1 - Some(n).iter().size_hint().0)
    }

    pub fn promises_its_value(n: u8) -> usize {
        100 / (1 - Some(n).into_iter().len())
    }

    pub fn safe(n: u8) -> usize {
        100 / Some(n).iter().size_hint().0
    }
}

#[derive(Hash, PartialOrd, Eq)]
pub struct Moody(u8);

impl PartialEq for Moody {
    fn eq(&self, other: &Moody) -> bool {
        assert!(self.0 != 7);
        self.0 == other.0
    }
}

impl Ord for Moody {
    fn cmp(&self, other: &Moody) -> std::cmp::Ordering {
        assert!(self.0 != 7);
        self.0.cmp(&other.0)
    }
}

pub mod sets {
    use super::*;

    pub fn hashed(n: u8) {
        let mut set = HashSet::new();
        set.replace(Moody(n));
        set.replace(Moody(n));
    }

    pub fn sorted(n: u8) {
        let mut set = BTreeSet::new();
        set.replace(Moody(n));
        set.replace(Moody(n));
    }
}

pub mod room {
    use super::*;

    pub fn repeats_text(n: usize) -> usize {
        "a".repeat(if n > 9 { 1 << 63 } else { n }).len()
    }

    pub fn collects_text(n: usize) -> usize {
        std::iter::repeat_n('a', n).collect::<String>().len()
    }

    pub fn extends_text(n: usize) -> usize {
        let mut text = String::from("a");
        text.extend(std::iter::repeat(&'b').take(n));
        text.len()
    }

    pub fn extends_by_references(n: usize) -> usize {
        let mut all = vec![1u8];
        all.extend(std::iter::repeat(&2u8).take(n));
        all.len()
    }

    pub fn extends_a_queue(n: usize) -> usize {
        let mut all = VecDeque::from([1u8]);
        all.extend(std::iter::repeat_n(2u8, n));
        all.len()
    }

    pub fn collects_a_set(n: usize) -> usize {
        std::iter::repeat_n(2u8, n).collect::<BTreeSet<u8>>().len()
    }

    pub fn collects_a_hash_set(n: usize) -> usize {
        std::iter::repeat_n(2u8, n).collect::<HashSet<u8>>().len()
    }

    pub fn unzips(n: usize) -> usize {
        let (left, _): (Vec<u8>, Vec<u8>) = std::iter::repeat_n((1, 2), n).unzip();
        left.len()
    }

    pub fn cycles() -> Vec<u8> {
        [1].into_iter().cycle().collect()
    }

    pub fn maps_what_has_no_size(n: usize) -> Vec<u8> {
        vec![(); n].iter().map(|_| 1).collect()
    }

    pub struct Padded(pub u8, pub u64);

    pub fn pads(n: usize) -> Vec<Padded> {
        Vec::with_capacity(if n > 9 { isize::MAX as usize / 12 } else { n })
    }

    pub struct Growing(u8);

    impl Iterator for Growing {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.0 = self.0.checked_sub(1)?;
            Some(self.0)
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (if self.0 > 200 { 0 } else { usize::MAX }, None)
        }
    }

    pub fn promises_more_later() -> usize {
        let mut all = Vec::with_capacity(2);
        all.extend(Growing(255));
        all.len()
    }

    pub fn safe_numbers(n: u8) -> Vec<u64> {
        (0..n).map(u64::from).collect()
    }

    pub fn safe_text(n: u8) -> String {
        let text: String = std::iter::repeat_n('a', usize::from(n)).collect();
        text + "ab".repeat(3).as_str()
    }

    pub fn safe_queue(other: &[u32]) -> VecDeque<u64> {
        let mut queue = VecDeque::new();
        queue.extend(other.iter().map(|part| u64::from(*part)));
        queue
    }

    pub fn safe_pairs(other: &[u32]) -> Vec<u32> {
        let set: BTreeSet<u32> = other.iter().copied().collect();
        other.iter().copied().chain(set).flat_map(|part| [part, 1]).collect()
    }
}

/// Yields, ends, and yields again.
pub struct Again(u8);

impl Iterator for Again {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0 = (self.0 + 1) % 8;
        (self.0 % 2 == 1).then_some(self.0)
    }
}

impl DoubleEndedIterator for Again {
    fn next_back(&mut self) -> Option<u8> {
        self.next()
    }
}

/// The same, and says that it does not.
pub struct Fused(Again);

impl Iterator for Fused {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0.next()
    }
}

impl std::iter::FusedIterator for Fused {}

/// As many as it has, and says that they are more.
pub struct Liar(u8);

impl Iterator for Liar {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (3, Some(3))
    }
}

impl DoubleEndedIterator for Liar {
    fn next_back(&mut self) -> Option<u8> {
        self.next()
    }
}

impl ExactSizeIterator for Liar {
    fn len(&self) -> usize {
        usize::MAX
    }
}

pub mod lies {
    use super::*;

    pub fn stays_ended() {
        let mut all = Again(0).map(Some).flatten();
        all.next();
        all.next();
        assert!(all.next() == Some(3));
    }

    pub fn maps_no_more() {
        let mut all = Again(0).flat_map(Some);
        all.next();
        all.next();
        assert!(all.next() == Some(3));
    }

    pub fn is_trusted() {
        let mut all = Fused(Again(0)).fuse();
        all.next();
        all.next();
        assert!(all.next().is_none());
    }

    pub fn remembers_the_end() {
        let mut all = Again(0).peekable();
        all.peek();
        all.next_back();
        all.next_back();
        assert!(all.next_back().is_some());
    }

    pub fn counts_over() {
        let mut all = Liar(3).enumerate();
        all.next();
        let (index, _) = all.next_back().unwrap();
        assert!(index != 0);
    }

    pub fn adapts_the_length() {
        assert!(Liar(3).map(|part| part).len() == 3);
    }

    pub fn hints_at_the_length() {
        assert!(Liar(1).skip(3).next_back().is_some());
    }

    pub fn looks_from_the_back() {
        assert!(Liar(3).rposition(|part| part == 0) == Some(0));
    }

    pub fn safe(n: u8) -> usize {
        let mut all = [Some(n), None].into_iter().flatten().fuse();
        all.next();
        assert!(Again(0).fuse().count() == 1);
        [n, n].iter().map(|part| *part).enumerate().len()
    }
}

#[cfg(native)]
fn main() {
    let most = usize::MAX;
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(ranges::ends_at_its_end())),
        Box::new(|| drop(ranges::ends_at_its_start(0))),
        Box::new(|| drop(ranges::skips_to_its_end())),
        Box::new(|| drop(ranges::steps_to_its_end())),
        Box::new(|| drop(ranges::is_folded_where_it_is())),
        Box::new(|| drop(ranges::counts_characters())),
        Box::new(|| drop(options::promises_one(1))),
        Box::new(|| drop(options::promises_its_value(1))),
        Box::new(|| sets::hashed(7)),
        Box::new(|| sets::sorted(7)),
        Box::new(|| drop(room::repeats_text(10))),
        Box::new(move || drop(room::collects_text(most))),
        Box::new(move || drop(room::extends_text(most))),
        Box::new(move || drop(room::extends_by_references(most))),
        Box::new(move || drop(room::extends_a_queue(most))),
        Box::new(move || drop(room::collects_a_set(most))),
        Box::new(move || drop(room::collects_a_hash_set(most))),
        Box::new(move || drop(room::unzips(most))),
        Box::new(|| drop(room::cycles())),
        Box::new(move || drop(room::maps_what_has_no_size(most))),
        Box::new(|| drop(room::pads(10))),
        Box::new(|| drop(room::promises_more_later())),
        Box::new(lies::stays_ended),
        Box::new(lies::maps_no_more),
        Box::new(lies::is_trusted),
        Box::new(lies::remembers_the_end),
        Box::new(lies::counts_over),
        Box::new(lies::adapts_the_length),
        Box::new(lies::hints_at_the_length),
        Box::new(lies::looks_from_the_back),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    ranges::safe(0);
    options::safe(1);
    room::safe_numbers(3);
    room::safe_text(3);
    room::safe_queue(&[1, 2]);
    room::safe_pairs(&[1, 2]);
    lies::safe(2);
}
