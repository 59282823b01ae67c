//! Outside `cargo pct` every attribute checks itself and leaves its item as it is: no warning, no probe, no hidden item.
#![deny(warnings, missing_docs, unused_qualifications, unused_results)]

/// A counter.
#[pct::predicates(empty = self.size == 0, self.size == self.max, calls = self.room().is_some_and(|room| room > 1))]
#[pct::invariant(self.size <= self.max)]
#[derive(Clone, Debug, PartialEq)]
pub struct Counter<T: Ord> {
    size: usize,
    max: usize,
    items: Vec<T>,
}

#[pct::predicates]
#[pct::allow(overflow, "sizes are small")]
impl<T: Ord> Counter<T> {
    /// One without items.
    #[pct::requires(max > 0)]
    pub const fn new(max: usize) -> Self {
        Counter { size: 0, max, items: Vec::new() }
    }

    /// Adds one.
    #[pct::predicates(matches!(self.room(), Some(n) if n > found), sorted = self.items.is_sorted(), big = item > limit)]
    #[pct::panics(self.size == self.max)]
    pub fn add(&mut self, item: T, limit: T) -> usize {
        let mut found = 0;
        for other in &self.items {
            if *other == item || *other > limit {
                found += 1;
                pct::cutpoint!("found");
            }
        }
        pct::assume!(found <= self.max);
        self.size = self.size.checked_add(1).filter(|size| *size <= self.max).unwrap();
        self.items.push(item);
        found
    }

    #[pct::skip("is called by a predicate")]
    fn room(&self) -> Option<usize> {
        self.max.checked_sub(self.size)
    }
}

/// An enum.
#[pct::predicates(matches!(self, Door::Open { by } if *by > LIMIT))]
pub enum Door {
    /// Open.
    Open {
        /// So much.
        by: u8,
    },
    /// Shut.
    Shut,
}

const LIMIT: u8 = 3;

#[pct::skip("is trivial")]
impl Door {
    fn is_open(&self) -> bool {
        matches!(self, Door::Open { .. })
    }
}

#[pct::predicates(n > 1, r#type == "x")]
#[pct::requires(!r#type.is_empty())]
fn free(n: u8, r#type: &str) -> u8 {
    n + u8::from(r#type.len() > 1)
}

fn main() {
    let mut counter = Counter::new(2);
    assert_eq!(counter.add(1, 2) + counter.add(1, 2), 1);
    assert!(Door::Open { by: 4 }.is_open() && !Door::Shut.is_open());
    assert_eq!(free(1, "ab"), 2);
}
