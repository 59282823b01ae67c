//! Symbolic execution of rustc's textual MIR.
//!
//! Input: a [`Program`] (bodies, and what the source says of their types), a place to start, and a [`Config`] that says where
//! to stop. Output: an [`Execution`]: the ends of all ways through the loop-free code in between, each under a guard, as
//! terms over the variables of the state at the start. The same executor over constants, without cuts, is the interpreter.
//!
//! Values are trees ([`Value`]), references are places ([`state::Place`]), states that meet at a block are merged. Soundness:
//! every run of the code from a state of the start ends in at least one outcome whose guard holds, in a state that the
//! outcome's covers. What is not understood becomes unknown (a fresh variable, and a [`Note`]) or an [`Outcome::Opaque`].
//! Standing assumptions: enough memory and less than 2^56 bytes of it, no undefined behaviour in `unsafe` code.
//!
//! # Rooms
//!
//! Each names itself and those before it: [`program`], what is known of code and types; `library`, what is known of std; [`state`], what a
//! state is; `access`, what is read, written, made anew and reached; `exec`, where control goes; [`census`], what is not understood.
//!
//! # Models of the standard library
//!
//! `cargo-pct/models` is a crate that is compiled at analysis time by the user's own rustc, with the flags that give its
//! MIR. **Its item `a::b` stands for `std::a::b`**, and that is the whole registry:
//!
//! - A free function `mem::swap` is `std::mem::swap`.
//! - A type of its own, `slice::Iter`, *is* `std::slice::Iter`; its fields are what the executor tracks. Types with syntax of
//!   their own (`Option`, `Result`, `Range`, `Vec`, `Box`) are the real ones; their variants and fields stand in `layouts.rs`.
//! - Inherent methods of real types are written as a trait whose name ends in `Methods`, in the module of the type: the
//!   functions of `impl<T> OptionMethods<T> for Option<T>` in `option` are `Option`'s methods. For primitive types the
//!   module is that of MIR's path, or one inside it: `std::slice::<impl [T]>::len` is in `slice`, `std::num::<impl u32>::pow` in `num`.
//! - Implementations of std's traits for real types go through a trait of the same path in the models (`cmp::PartialEq`),
//!   whose default bodies also serve the user's own impls.
//! - Generic parameters stand in std's order: the call's type arguments are bound to them one by one.
//! - Implementations are found by trait and type, so they may stand in a module inside: `ops/index.rs`.
//! - What cannot be said in Rust is a call of the models' module `pct`: see `exec/intrinsics.rs`.
//! - A type whose only field is `pct_whole` is named as that field is: `self.queue.len()`, as clients write it.
//! - Closures that capture are left to users: what they capture stands in parts of the compiler's text that is not read of models.
//!
//! A model must do everything observable that the real function does (panics included) or more. Where it has a loop, the
//! loop head is a cutpoint like any other.
//!
//! Of some functions it is only known that they never panic, and what they may change: `harmless`, `raw` and `writing` name them. They have
//! no body; their results are unknown. [`census`] counts what is left.

mod access;
pub mod census;
mod exec;
mod library;
pub mod program;
pub mod state;

pub use access::{Config, Executor, outcome};
pub use exec::{Run, ahead, entry, interpret, print, segments};
pub use library::models;
pub use outcome::{
    ErrorEdge, ErrorKind, Execution, Input, InputOrigin, Note, NoteKind, OpaqueEnd, OpaqueReason, Outcome,
    Visible,
};
pub(crate) use program::shared_firsts;
pub use program::sizes::most_elements;
pub(crate) use program::structure::Structure;
pub use program::types;
pub use program::{BodyId, Callee, Destructor, InnerTypes, Program};
pub(crate) use state::heap;
pub use state::location::{self, Binding, Location};
pub use state::value::{self, Reference, Value};
pub use state::{Frame, Object, Place, Root, State, Step};

/// Recursive calls, which are executed separately.
pub mod recursive_calls {
    pub use super::outcome::RecursiveCall;
}

/// Probes: where they stand in code, and what they see.
pub mod probes {
    pub use super::access::observed::{Formulas, Observation, Observed};
    pub use super::program::sites::{Probes, blocks_of, sites_in};
}
