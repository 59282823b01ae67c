//! Calls as data: where one stands, what it is given, and what is known of a callee without code.

use crate::mir::{self, BasicBlock, Type, Unwind};
use crate::symex::library::raw::RawEffect;
use crate::symex::state::value::Value;

/// A call of the running function: where its result goes and what follows.
#[derive(Clone, Copy)]
pub(in crate::symex) struct Site<'c> {
    pub(in crate::symex) destination: &'c mir::Place,
    pub(in crate::symex) target: Option<BasicBlock>,
    pub(in crate::symex) unwind: Unwind,
}

/// The arguments of a call, with their types as far as they are known.
pub(in crate::symex) struct Arguments {
    pub(in crate::symex) values: Vec<Value>,
    pub(in crate::symex) types: Vec<Type>,
}

pub(in crate::symex) const POINTER: &str = "a function pointer";

/// What is known of an unmodelled callee all the same.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::symex) struct Effect {
    /// It never panics, whatever its arguments.
    pub(in crate::symex) no_panic: bool,
    /// What it does where raw pointers lead, if it never panics; a call of which nothing is known is an error anyway.
    pub(in crate::symex) raw: RawEffect,
    /// It ends the process.
    pub(in crate::symex) exits: bool,
    /// It is the client's: that it panics is no error of the code that calls it.
    pub(in crate::symex) is_clients: bool,
    /// Clients can write it, and so have it give back whatever its type allows.
    pub(in crate::symex) is_written_by_clients: bool,
    /// It may also run code of the crate or of std, which may panic: that is an error as any other.
    pub(in crate::symex) may_fail_outside_clients: bool,
}
