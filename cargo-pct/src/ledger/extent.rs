//! The extent of exploration.

use serde::{Deserialize, Serialize};

/// How much was explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Functions that were called, or could have been.
    pub functions: usize,
    /// Functions that clients can call, and whose calls rustc refuses as they are written here.
    pub refused: usize,
    /// How many calls were made.
    pub calls: u64,
}

impl Extent {
    /// Adds another crate's.
    pub fn add(&mut self, other: Extent) {
        self.functions += other.functions;
        self.refused += other.refused;
        self.calls += other.calls;
    }
}
