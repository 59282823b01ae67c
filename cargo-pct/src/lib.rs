//! Predicate-complete test coverage, fabricated object states and proofs of class invariants for Rust crates.
//!
//! The modules stand in reading order; none imports from one below its own line, save `pipeline`.

pub mod span;
pub mod ids;
pub mod term;
pub mod system;
pub mod solver;
pub mod abstraction;
pub mod fabricate;
