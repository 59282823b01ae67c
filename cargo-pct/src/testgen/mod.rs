//! Rust source of tests: call sequences and values as people write them.

mod instance;
mod literal;
mod reproduction;

pub use literal::{fields, literal, named_literal};
pub use reproduction::{Reproduction, reproduction};
