//! Rust source of tests: call sequences and values as people write them.

mod behaviour;
mod call;
mod client;
mod closure;
mod covering;
mod explored;
mod expression;
mod file;
mod imports;
mod instance;
mod instantiation;
mod literal;
mod name;
mod namesakes;
mod naming;
mod random;
mod reproduction;
mod unification;
mod unwritable;
mod variations;
mod witness_types;

pub use call::Written;
pub use covering::covering;
pub use explored::{Explorer, IsWanted, Library};
pub use file::{FINDINGS, STATES, added_to, single, unique, whole};
pub use instance::Bounds;
pub use literal::{fields, literal, named_literal, raw};
pub use name::{defect, lines, name};
pub use random::random_calls;
pub use reproduction::{Observers, Reproduction, observers, reproduction};
pub use unwritable::Unwritable;
