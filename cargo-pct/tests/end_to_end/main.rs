//! The measuring half of `cargo pct`, end to end: the real binary on fixture crates, against expected results.

// A panic in a test is how it fails.
#![allow(clippy::unwrap_used)]

mod auto;
mod building;
mod calling;
mod depending;
mod editing;
mod evidence;
mod expanding;
mod exploring;
mod fabricating;
mod gating;
mod measuring;
mod naming;
mod panicking;
mod remembering;
mod reporting;
mod reproducing;
mod running;
mod support;
mod testing_again;
mod usage;
