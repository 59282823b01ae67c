//! The engine of exploration: sequences of calls of a library are made up, run, and kept where they reach something new.
//!
//! The tool writes a program that lists the library's functions ([`Function`]) and calls [`main`]. The program and the library are compiled
//! with LLVM's coverage instrumentation; this crate is not.

// What is said with `--cfg` to rustc alone, when the tool compiles this crate.
#![allow(unexpected_cfgs)]

// The tool has it as well. This crate is compiled by itself, so it can depend on none.
#[path = "../../pct-wire/src/calls.rs"]
#[allow(unreachable_pub)]
mod calls;
mod called;
mod care;
mod context;
mod corpus;
mod coverage;
mod end;
mod engine;
mod forever;
mod given;
mod maker;
mod mutate;
mod numerals;
mod objects;
mod output;
mod productivity;
mod random;
// The runtime has it as well.
#[path = "../../pct-runtime/src/sandbox/system.rs"]
mod sandbox;
mod sequence;
mod shape;
mod shrink;
mod splice;
mod states;
mod substitute;
mod texts;
mod words;

pub use context::Context;
pub use engine::{Library, main};
pub use sequence::Function;
pub use shape::Shape;
pub use states::{Forget, observed};
