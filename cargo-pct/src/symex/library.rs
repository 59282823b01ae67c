//! What is known of the standard library: which functions never panic, what they do to memory, what they write, and the models.
//!
//! Input: paths and types of a program. Output: tables and answers about them. What a call does to a state is the executor's affair.

pub(in crate::symex) mod harmless;
mod iterators;
mod map_builders;
mod messages;
pub mod models;
pub(in crate::symex) mod raw;
mod stable_text;
mod trait_object_arguments;
pub(in crate::symex) mod writing;
