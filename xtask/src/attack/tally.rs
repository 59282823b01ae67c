//! Counts of an attack, by kind, and their table.

use std::collections::BTreeMap;
use std::time::Instant;

use super::crates::Examined;
use super::item::{Item, Number};
use super::judge::Sort;
use super::native::Native;

/// Counts of an attack.
pub(super) struct Tally {
    start: Instant,
    kinds: BTreeMap<String, Counts>,
    /// Contradictions that name no item.
    unplaced: usize,
    kept: usize,
}

/// Counts of a kind.
#[derive(Default)]
struct Counts {
    programs: usize,
    rejected: usize,
    unknown: usize,
    panic: usize,
    proved: usize,
    /// How many of each sort, and the program of the kind that showed the first.
    contradictions: BTreeMap<Sort, (usize, usize)>,
}

impl Tally {
    pub(super) fn new() -> Tally {
        Tally { start: Instant::now(), kinds: BTreeMap::new(), unplaced: 0, kept: 0 }
    }

    pub(super) fn add(&mut self, items: &[Item], examined: &Examined) {
        for (at, item) in items.iter().enumerate() {
            let counts = self.kinds.entry(item.kind.clone()).or_default();
            counts.add(Number(at), examined);
        }
        let is_unplaced = |it: &&super::judge::Contradiction| it.item.is_none();
        self.unplaced += examined.judgement.contradictions.iter().filter(is_unplaced).count();
    }

    /// Programs that rustc accepts.
    pub(super) fn programs(&self) -> usize {
        self.kinds.values().map(|counts| counts.programs).sum()
    }

    pub(super) fn contradictions(&self) -> usize {
        let placed = |counts: &Counts| counts.contradictions.values().map(|(count, _)| count).sum::<usize>();
        self.unplaced + self.kinds.values().map(placed).sum::<usize>()
    }

    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    pub(super) fn keep(&mut self) {
        self.kept += 1;
    }

    pub(super) fn print(&self) {
        let columns = ["programs", "rejected", "unknown", "panic", "proved"];
        println!("\n{:<13}{}  contradictions", "kind", columns.map(|name| format!("{name:>9}")).concat());
        for (kind, counts) in &self.kinds {
            let numbers = [counts.programs, counts.rejected, counts.unknown, counts.panic, counts.proved];
            let found = counts.contradictions.iter();
            let found: Vec<String> = found
                .map(|(sort, (count, first))| format!("{count} {sort} (first: program {first})"))
                .collect();
            println!("{kind:<13}{}  {}", numbers.map(|it| format!("{it:>9}")).concat(), found.join(", "));
        }
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        println!(
            "{} programs in {minutes:.1} minutes, {:.0} a minute",
            self.programs(),
            self.programs() as f64 / minutes
        );
    }
}

impl Counts {
    fn add(&mut self, number: Number, examined: &Examined) {
        match &examined.outcomes[number.0] {
            Native::Rejected => self.rejected += 1,
            Native::Unknown => self.unknown += 1,
            Native::Ran { panics, .. } => {
                self.programs += 1;
                self.panic += usize::from(!panics.is_empty());
                self.proved += usize::from(examined.judgement.proved.contains(&number));
            }
        }
        for sort in examined.sorts(number) {
            self.contradictions.entry(sort).or_insert((0, self.programs)).0 += 1;
        }
    }
}
