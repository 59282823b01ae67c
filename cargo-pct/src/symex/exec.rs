//! The executor: blocks, steps and calls, from a state to the ends of all ways.
//!
//! Input: a program, a state to start in, and where to stop. Output: a [`super::Execution`]. Each file has the methods of
//! [`super::Executor`] for one kind of step.

mod abnormal_termination;
pub mod ahead;
mod call;
mod constant;
mod drops;
mod effects;
mod failing;
mod interpret;
mod intrinsics;
pub mod print;
mod probes;
pub(in crate::symex) mod recursive_calls;
mod run;
mod rvalue;
pub mod segments;
mod site;
mod step;
mod torn;
mod transmute;
mod written;

pub use interpret::{Run, entry, interpret};
