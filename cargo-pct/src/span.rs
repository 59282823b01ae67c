//! Places in source text.

use std::fmt;
use std::sync::Arc;

/// One position: lines and columns count from 1, columns in characters, as rustc prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A stretch of one file, from `start` up to, not including, `end`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// The file as rustc names it: relative to the package's root for the user's own sources.
    pub file: Arc<str>,
    /// The first character.
    pub start: Position,
    /// One past the last character.
    pub end: Position,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl fmt::Display for Span {
    /// `file:line:column`, what an editor jumps to.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.start)
    }
}
