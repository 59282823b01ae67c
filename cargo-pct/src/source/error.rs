//! What can be wrong with a source text.

use crate::span::Position;
use std::sync::Arc;

/// A text that does not parse as Rust.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{position}: {message}")]
pub struct SourceError {
    /// The text's name.
    pub file: Arc<str>,
    /// Where it does not parse.
    pub position: Position,
    /// What the parser says.
    pub message: String,
}
