//! The executor: blocks, steps and calls, from a state to the ends of all ways.
//!
//! Input: a program, a state to start in, and a [`Config`]. Output: an [`Execution`]. [`Executor`] is the data that all parts share; each part is
//! a file of methods for one kind of step.

pub(in crate::symex) mod apart;
mod call;
mod config;
mod constant;
mod drops;
mod effects;
mod ends;
mod escape;
mod executor;
mod failing;
mod flow;
mod fresh;
mod interpret;
mod intrinsics;
mod located;
mod memory;
pub(in crate::symex) mod observed;
pub mod outcome;
pub mod print;
mod probes;
mod projection;
mod regions;
mod rvalue;
pub mod segments;
mod site;
mod step;
mod torn;
mod transmute;
mod written;

pub use config::Config;
pub use executor::{BUDGET, Executor};
pub use interpret::{Run, entry, interpret};
