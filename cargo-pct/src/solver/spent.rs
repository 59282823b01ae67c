//! The limits that end the work of a prover.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The reason why a prover answers no further query: a limit that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The solver has done so many steps.
    Steps(u64),
    /// So much time is over.
    Time(Duration),
    /// The process has so many bytes.
    Memory(u64),
}

impl Display for Spent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Spent::Steps(budget) => write!(f, "the budget of {budget} solver steps is spent"),
            Spent::Time(time) => write!(f, "its time of {:.1} s is up", time.as_secs_f64()),
            Spent::Memory(most) => write!(f, "the memory of {} MB is used up", most / 1_000_000),
        }
    }
}
