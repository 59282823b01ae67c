//! The parts of a test: what it imports, its calls, and what rustc refuses of them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The parts that are left out if rustc refuses a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveOut {
    /// The whole test.
    Test,
    /// The calls with errors, as long as the first one stays, which makes the object of the others, and calls in front of them of which
    /// nothing is made.
    Calls,
}

/// The text of a test: what it imports, and the calls in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedTest {
    /// Each a whole `use`.
    pub imports: Vec<String>,
    /// The calls.
    pub calls: Vec<LinkedCall>,
    /// Calls of observers after them.
    pub observers: Vec<LinkedCall>,
}

/// One call of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedCall {
    /// Statements in front of it.
    pub before: Vec<String>,
    /// The call itself, as a statement; or as an expression, if its value is to be told.
    pub text: String,
    /// True if the test reports the value: it can be printed by `Debug`.
    pub reports_value: bool,
}

/// The parts of a test that rustc accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The calls, by number.
    pub calls: Vec<usize>,
    /// The statements in front of them that are not left, by the number of the call and their own.
    pub without: BTreeSet<(usize, usize)>,
    /// The imports, by number.
    pub imports: Vec<usize>,
    /// True if observers are left out, of which rustc refused one.
    pub is_without_observers: bool,
}

impl Kept {
    /// A call's statements in front of it that are left.
    pub fn before(&self, call: usize, all: &[String]) -> Vec<String> {
        let all = all.iter().enumerate();
        all.filter(|(number, _)| !self.without.contains(&(call, *number))).map(|(_, it)| it.clone()).collect()
    }
}

/// Tells whether the result of a statement is not used: a test can do without it.
pub fn is_dispensable(statement: &str) -> bool {
    statement.starts_with("let _ = ")
}
