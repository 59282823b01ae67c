//! The engine of exploration: sequences of calls of a library are made up, run, and kept where they reach something new.
//!
//! The tool writes a program that lists the library's functions ([`Function`]) and calls [`main`]. The program and the library are compiled
//! with LLVM's coverage instrumentation; this crate is not.

// What is said with `--cfg` to rustc alone, when the tool compiles this crate.
#![allow(unexpected_cfgs)]

mod care;
mod context;
mod corpus;
mod coverage;
mod end;
mod engine;
mod mutate;
mod numerals;
mod objects;
mod random;
// The runtime has it as well. This crate is compiled by itself, so it can depend on none.
#[path = "../../pct-runtime/src/sandbox/system.rs"]
mod sandbox;
mod sequence;
mod shape;
mod shrink;
mod substitute;
mod text;
mod texts;
mod words;

pub use context::Context;
pub use engine::{Library, main};
pub use sequence::Function;
pub use shape::{Shape, Value};
