//! Truth values of a row of predicates.

use std::fmt;
use std::str::FromStr;

/// The truth values of up to 64 predicates, the first in the lowest bit. Prints one letter a predicate, the first
/// one first: `TF` is *first true, second false*; no predicates print as nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Valuation {
    bits: u64,
    len: u8,
}

impl Valuation {
    /// The lowest `len` bits; higher ones are cleared.
    ///
    /// # Panics
    /// If `len` exceeds 64, the most predicates that a cutpoint may have.
    pub fn new(bits: u64, len: usize) -> Valuation {
        assert!(len <= 64, "a cutpoint has at most 64 predicates, not {len}");
        let mask = if len == 64 { u64::MAX } else { (1 << len) - 1 };
        Valuation { bits: bits & mask, len: len as u8 }
    }

    /// The bits, the first predicate's lowest.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The number of predicates.
    pub fn len(self) -> usize {
        self.len.into()
    }

    /// Whether there are no predicates.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The truth value of predicate `index`, if there is one.
    pub fn get(self, index: usize) -> Option<bool> {
        (index < self.len()).then(|| self.bits >> index & 1 == 1)
    }

    /// This row followed by another; `None` if together they exceed 64.
    pub fn then(self, other: Valuation) -> Option<Valuation> {
        let len = self.len() + other.len();
        let shifted = other.bits.checked_shl(self.len.into()).unwrap_or(0);
        (len <= 64).then(|| Valuation::new(self.bits | shifted, len))
    }
}

impl fmt::Display for Valuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.len).try_for_each(|index| f.write_str(if self.bits >> index & 1 == 1 { "T" } else { "F" }))
    }
}

impl FromStr for Valuation {
    type Err = String;

    fn from_str(text: &str) -> Result<Valuation, String> {
        let mut bits = 0;
        for (index, letter) in text.chars().enumerate() {
            match letter {
                _ if index == 64 => return Err("more than 64 predicates".to_owned()),
                'T' => bits |= 1 << index,
                'F' => {}
                other => return Err(format!("`{other}` is neither T nor F")),
            }
        }
        Ok(Valuation::new(bits, text.len()))
    }
}
