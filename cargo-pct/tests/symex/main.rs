//! Symbolic execution on real Rust: fixtures and generated functions are compiled by rustc, and their MIR is executed together
//! with the models of the standard library.

mod admitted;
mod calls_ahead;
mod corners;
mod differential;
mod effects;
mod facts;
mod further;
mod generate;
mod listed;
mod models;
mod preconditions;
mod run;
mod snippets;
mod support;
mod texts;
