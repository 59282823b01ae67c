//! Access to a state: values that are read, written, made anew and made unknown, and what is reached through references.
//!
//! Input: a state and places of the running function. Output: values, changed states, and what an [`Executor`] notes on the way. Nothing here
//! decides where control goes.

pub(in crate::symex) mod config;
mod elements;
mod escape;
pub(in crate::symex) mod executor;
mod followed;
mod fresh;
pub(in crate::symex) mod located;
mod memory;
mod notes;
pub(in crate::symex) mod observed;
pub mod outcome;
mod projection;
pub(in crate::symex) mod reach;
mod regions;

pub use config::Config;
pub use executor::Executor;
