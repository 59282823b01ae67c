//! Predicate-complete test coverage, fabricated object states and proofs of class invariants for Rust crates.
//!
//! The modules stand in reading order; none imports from one below its own line, save `pipeline`.

pub mod atomic_file;
pub mod build;
pub mod cli;
pub mod config;
pub mod event;
pub mod exit_code;
pub mod ids;
pub mod ledger;
pub mod native;
pub mod pipeline;
pub mod probe;
pub mod process;
pub mod report;
pub mod span;
