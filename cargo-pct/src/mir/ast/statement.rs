//! Statements: steps that cannot branch or fail.

use super::{Name, Operand, Place, Rvalue, SourceInfo};

/// A statement and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its place; absent without span comments.
    pub source: Option<SourceInfo>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `P = R`: evaluates the rvalue, then overwrites the place, without dropping what was there.
    Assign(Place, Rvalue),
    /// `discriminant(P) = 3`: makes an enum or coroutine this variant; the number is the variant's *index*. Its fields are
    /// assigned by statements of their own.
    SetDiscriminant(Place, u32),
    /// `StorageLive(_1)`: the local has storage, and no value, from here on.
    StorageLive(super::Local),
    /// `StorageDead(_1)`: the local has no storage any more; pointers to it dangle.
    StorageDead(super::Local),
    /// `Deinit(P)`: the place has no value any more.
    Deinit(Place),
    /// `assume(x)`: undefined behaviour if false (optimised dumps).
    Assume(Operand),
    /// `copy_nonoverlapping(dst = a, src = b, count = c)`: copies raw memory (optimised dumps).
    CopyNonOverlapping {
        /// Where to.
        destination: Operand,
        /// Where from.
        source: Operand,
        /// How many elements.
        count: Operand,
    },
    /// `nop`, `ConstEvalCounter`, `Coverage::…`, `FakeRead(…)`, `PlaceMention(…)`, `AscribeUserType(…)`, `Retag(…)`,
    /// `BackwardIncompatibleDropHint(…)`: no effect on any value; the whole text.
    Inert(Name),
}
