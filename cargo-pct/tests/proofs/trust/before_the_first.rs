//! What the standard library does once, before the first element or behind the last one, and not for each: the code of the crate that runs
//! for elements may never end, or end the process.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, BufWriter, LineWriter, Write};
use std::mem::ManuallyDrop;
use std::vec::Splice;

/// Its clone ends the process.
pub struct Last(pub u8);

impl Clone for Last {
    fn clone(&self) -> Last {
        std::process::exit(3)
    }
}

/// It has no size.
pub struct Nothing;

impl Clone for Nothing {
    fn clone(&self) -> Nothing {
        std::process::exit(3)
    }
}

/// Its destructor ends the process.
pub struct Ending(pub u8);

impl Drop for Ending {
    fn drop(&mut self) {
        if self.0 == 0 {
            std::process::exit(3)
        }
    }
}

/// Ends after `left` elements, and says that there are `told`.
pub struct Told {
    left: u8,
    told: usize,
}

impl Iterator for Told {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.told, Some(self.told))
    }
}

impl DoubleEndedIterator for Told {
    fn next_back(&mut self) -> Option<u8> {
        self.next()
    }
}

impl ExactSizeIterator for Told {}

/// Refuses what it should write, or its next element.
pub struct Refusing(pub u8);

impl Write for Refusing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len() / usize::from(self.0))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Iterator for Refusing {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        (100 / self.0 > 100).then_some(1)
    }
}

/// Compares with all but one.
#[derive(Clone, Copy, PartialEq)]
pub struct Level(pub u8);

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Level) -> Option<Ordering> {
        assert!(self.0 != 77, "not this one");
        self.0.partial_cmp(&other.0)
    }
}

/// How many elements it has is not to be asked.
pub struct Silent(pub u8);

impl Iterator for Silent {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.checked_sub(1)?;
        Some(1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        std::process::exit(3)
    }
}

/// Is not to be compared.
#[derive(PartialEq, Eq)]
pub struct Alone(pub u8);

impl Ord for Alone {
    fn cmp(&self, _: &Alone) -> Ordering {
        std::process::exit(3)
    }
}

impl PartialOrd for Alone {
    fn partial_cmp(&self, other: &Alone) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub mod safe {
    use super::*;

    pub fn writes(writer: BufWriter<Vec<u8>>, lines: LineWriter<io::Sink>) {
        drop(writer);
        drop(lines);
    }

    pub fn is_sorted(all: &[u8]) -> bool {
        all.is_sorted()
    }

    pub fn clones(n: u8) -> Vec<Last> {
        std::iter::repeat_n(Last(n), usize::from(n)).collect()
    }

    pub fn clones_what_has_no_size(n: u8) -> usize {
        let mut all: Vec<Nothing> = Vec::new();
        for _ in 0..n {
            all.push(Nothing);
        }
        all.extend_from_slice(&[Nothing, Nothing]);
        all.len()
    }

    pub fn retains(n: u8) -> usize {
        let mut queue = VecDeque::from([n, 0]);
        queue.retain(|it| *it > 0);
        100 / (3 - queue.len())
    }

    pub fn counts_from_the_back(all: &[u8; 3]) -> u8 {
        all.iter().enumerate().rev().fold(0, |_, (index, _)| all[index])
    }
}

pub mod wrong {
    use super::*;

    pub fn collects() -> Vec<Last> {
        std::iter::repeat_n(Last(1), usize::MAX).collect()
    }

    pub fn collects_pairs() -> Vec<(usize, Last)> {
        std::iter::repeat_n(Last(1), usize::MAX).enumerate().collect()
    }

    pub fn extends() -> usize {
        let mut queue: VecDeque<Last> = VecDeque::new();
        queue.extend(std::iter::repeat(Last(1)).take(usize::MAX));
        queue.len()
    }

    pub fn extends_by_nothing(all: &[Nothing]) -> usize {
        let mut one = Vec::new();
        one.push(Nothing);
        one.extend_from_slice(all);
        one.len()
    }

    pub fn retains() -> usize {
        let mut queue = ManuallyDrop::new(VecDeque::from([Ending(0), Ending(7)]));
        queue.retain(|it| if it.0 == 7 { panic!("seven") } else { false });
        queue.len()
    }

    pub fn skips(n: u8) -> u8 {
        let sum = Told { left: 9, told: 2 }.skip(0).rfold(0u8, |sum, it| sum + it);
        if sum == 2 { 100 / n } else { 1 }
    }

    pub fn takes(n: u8) -> u8 {
        let sum: u8 = Told { left: 5, told: 1 }.take(2).rev().sum();
        if sum == 5 { 100 / n } else { 1 }
    }

    pub fn counts(n: u8) -> u8 {
        let last = Told { left: 1, told: 2 }.enumerate().rev().last();
        if last == Some((1, 1)) { 100 / n } else { 1 }
    }

    pub fn writes_at_the_end(writer: BufWriter<Refusing>) {
        drop(writer);
    }

    pub fn writes_a_line(writers: &mut Vec<LineWriter<&mut Refusing>>) {
        writers.clear();
    }

    pub fn takes_at_the_end(splice: Splice<'_, Refusing>) {
        drop(splice);
    }

    pub fn compares_all(levels: &[Level]) -> bool {
        match levels {
            [Level(3), Level(2), ..] => levels.is_sorted(),
            _ => false,
        }
    }

    pub fn compares_with_silent() -> u8 {
        100 / u8::from(Silent(0).eq([1]))
    }

    pub fn zips_with_silent() -> usize {
        100 / [1u8].iter().map(|it| *it).zip(Silent(0)).count()
    }

    pub fn collects_silent() -> usize {
        100 / Silent(0).collect::<BTreeSet<u8>>().len()
    }

    pub fn collects_silent_pairs() -> usize {
        100 / Silent(0).map(|it| (it, it)).collect::<BTreeMap<u8, u8>>().len()
    }

    pub fn extends_by_silent() -> usize {
        let mut all = BTreeSet::from([1u8]);
        all.extend(Silent(1));
        100 / (all.len() - 1)
    }

    pub fn extends_by_silent_pairs() -> usize {
        let mut all = BTreeMap::from([(1u8, 1)]);
        all.extend(Silent(1).map(|it| (it, 1)));
        100 / (all.len() - 1)
    }

    pub fn collects_one() -> usize {
        let all: BTreeSet<Alone> = [Alone(1)].into_iter().collect();
        100 / (all.len() - 1)
    }

    pub fn collects_one_pair() -> usize {
        let all: BTreeMap<Alone, u8> = [(Alone(1), 1)].into_iter().collect();
        100 / (all.len() - 1)
    }
}

#[cfg(native)]
fn levels() -> [Level; 40] {
    let mut levels = [Level(1); 40];
    (levels[0], levels[1], levels[5]) = (Level(3), Level(2), Level(77));
    levels
}

#[cfg(native)]
fn refuses_a_line() {
    let mut refusing = Refusing(0);
    let mut writer = LineWriter::new(&mut refusing);
    writer.write_all(b"no line").unwrap();
    wrong::writes_a_line(&mut vec![writer]);
}

#[cfg(native)]
fn refuses() -> BufWriter<Refusing> {
    let mut writer = BufWriter::new(Refusing(0));
    writer.write_all(b"no line").unwrap();
    writer
}

#[cfg(native)]
fn main() {
    const NOTHING: Nothing = Nothing;
    static ALL: [Nothing; usize::MAX] = [NOTHING; usize::MAX];
    let panicking: [fn() -> usize; 20] = [
        || wrong::collects().len(),
        || wrong::collects_pairs().len(),
        wrong::extends,
        || wrong::extends_by_nothing(&ALL),
        wrong::retains,
        || wrong::skips(0).into(),
        || wrong::takes(0).into(),
        || wrong::counts(0).into(),
        || (wrong::writes_at_the_end(refuses()), 0).1,
        || (refuses_a_line(), 0).1,
        || (wrong::takes_at_the_end(vec![1, 2].splice(0..1, Refusing(0))), 0).1,
        || wrong::compares_all(&levels()).into(),
        || wrong::compares_with_silent().into(),
        wrong::zips_with_silent,
        wrong::collects_silent,
        wrong::collects_silent_pairs,
        wrong::extends_by_silent,
        wrong::extends_by_silent_pairs,
        wrong::collects_one,
        wrong::collects_one_pair,
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
