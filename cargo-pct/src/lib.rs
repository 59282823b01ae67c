//! Predicate-complete test coverage, fabricated object states and proofs of class invariants for Rust crates.
//!
//! The modules stand in reading order; none imports from one below its own line, save `pipeline`.

pub mod ids;
pub mod mir;
pub mod source;
pub mod span;
