//! The standard library as `cargo pct` understands it: the item `a::b` here stands for `std::a::b`.
//!
//! Compiled by the user's rustc for its MIR alone; never linked, never run natively. How a model is written is said in the
//! documentation of `cargo_pct::symex`.
#![allow(clippy::all, unused, non_snake_case, unconditional_recursion)]

pub mod pct;

pub mod array;
pub mod bool;
pub mod borrow;
pub mod boxed;
pub mod capacity;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub mod collections;
pub mod convert;
pub mod default;
pub mod fmt;
pub mod hint;
pub mod iter;
pub mod marker;
pub mod mem;
pub mod num;
pub mod ops;
pub mod option;
pub mod result;
pub mod slice;
pub mod str;
pub mod string;
pub mod sync;
pub mod time;
pub mod vec;
