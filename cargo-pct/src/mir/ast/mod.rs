//! The syntax tree of MIR text: owned, plain, comparable data, one file a concept.
//!
//! A node says what the text says and no more. Printing a tree and parsing the print gives an equal tree.

mod body;
mod item;
mod operand;
mod path;
mod place;
mod rvalue;
mod statement;
mod terminator;
mod ty;

pub use body::{Block, Body, BodyKind, DebugInfo, DebugValue, LocalDecl, Scope, ScopeId, SourceInfo};
pub use item::{
    Allocation, AllocationByte, AllocationId, AllocationKind, Item, OpaqueItem, Program, TrivialConst,
};
pub use operand::{
    AdtFields, Constant, ConstantFacts, ConstantKind, ConstantOrigin, Function, Integer, Operand,
};
pub use path::{AnonymousKind, GenericArg, GenericArgs, Path, Segment, TraitItem, path_of, plain_name};
pub use place::{BasicBlock, Local, Place, Projection, VariantRef};
pub use rvalue::{AggregateKind, BinaryOp, BorrowKind, CaptureList, CastKind, RawPtrKind, Rvalue, UnaryOp};
pub use statement::{Statement, StatementKind};
pub use terminator::{AssertKind, Terminator, TerminatorKind, Unwind};
pub use ty::{Bound, ClosureKind, ClosureType, ConstArg, FloatType, FnSignature, IntType, Mutability, Type};

/// An identifier, lifetime or other short text of the dump; shared, so that a tree clones cheaply.
pub type Name = std::sync::Arc<str>;
