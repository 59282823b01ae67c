//! rustc's textual MIR as plain data: syntax tree, parser, printer and checker.
//!
//! Input: the text of `--emit=mir`, made with [`MIR_FLAGS`](crate::build::wrapper::MIR_FLAGS).
//! Output: a [`Program`]: every body, trivial constant and allocation of the dump, in the dump's order.
//!
//! Invariants. Nothing of the dump is dropped without a trace: what does not parse, or is not well-formed, is an
//! [`OpaqueItem`] with its reason and line. What the text itself loses (operands of some closure aggregates) is marked where it is lost,
//! and found again only on demand ([`restore_captures`]).
//! The text holds no semantics beyond its words: whether `N` is a type, a type parameter or a constant, which
//! field a union aggregate sets, what `drop` runs, is for `source` and the executor to find out.

pub mod ast;
mod captures;
mod check;
mod fingerprint;
mod own_modules;
mod parse;
mod print;
mod visit;

pub use captures::restore_captures;
pub use check::{Problem, check};
pub use fingerprint::{Fingerprint, Fingerprints, SourceLine};
pub use own_modules::OwnModules;
pub use parse::{parse, parse_among};
pub use print::{PrintOptions, Printed};
pub use visit::{Access, visit_statement, visit_terminator};

pub use ast::{
    AdtFields, AggregateKind, Allocation, AllocationByte, AllocationId, AllocationKind, AnonymousKind,
    AssertKind, BasicBlock, BinaryOp, Block, Body, BodyKind, BorrowKind, Bound, CaptureList, CastKind,
    ClosureKind, ClosureType, ConstArg, Constant, ConstantFacts, ConstantKind, ConstantOrigin, DebugInfo,
    DebugValue, FloatType, FnSignature, Function, GenericArg, GenericArgs, IntType, Integer, Item, Local,
    LocalDecl, Mutability, Name, OpaqueItem, Operand, Path, Place, Program, Projection, RawPtrKind, Rvalue,
    Scope, ScopeId, Segment, SourceInfo, Statement, StatementKind, Terminator, TerminatorKind, TraitItem,
    TrivialConst, Type, UnaryOp, Unwind, VariantRef, path_of, plain_name,
};
