//! When a proof about a class is true for every client: one fixture for each way in which it could be wrong.
//!
//! Most fixtures are two classes in one text. Built as it stands, the condition is met and the class is proved; built with
//! `--cfg broken` it is not, and a proof would be wrong. What is expected instead stands here.

#![allow(clippy::unwrap_used)]

#[path = "symex/support.rs"]
mod support;

macro_rules! facts {
    ($($(#[$meta:meta])* $fact:ident => $test:expr;)*) => {
        $($(#[$meta])* #[test] fn $fact() { $test })*
    };
}

#[path = "trust/fixture.rs"]
mod fixture;
#[path = "trust/ways.rs"]
mod ways;
#[path = "trust/classes.rs"]
mod classes;
#[path = "trust/kinds.rs"]
mod kinds;
#[path = "trust/shared_calls.rs"]
mod shared_calls;
