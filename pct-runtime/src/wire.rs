//! The formats that instrumented code, the macros and `cargo-pct` speak.
//!
//! They are written in a crate of their own, `pct-wire`, because the macros write the side-car and a macro crate
//! cannot depend on the crate that exports it. Everybody else says `pct::wire`.

pub use pct_wire::*;
