//! The measuring half of `cargo pct`, end to end: the real binary on fixture crates, against expected results.

mod building;
mod measuring;
mod running;
mod support;
mod usage;
