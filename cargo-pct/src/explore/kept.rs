//! The objects that are kept of results: how each is taken out of one, and how it belongs to what the call was given.

use crate::mir::Mutability;

/// An object in a result that is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    /// The number of its type.
    pub(super) ty: u32,
    pub(super) taken: Taken,
    pub(super) held: Held,
}

/// How what is kept belongs to what the call was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Not at all.
    Owned,
    /// It may borrow from it.
    Borrowing,
    /// It is a part of it, and lent.
    Lent(Mutability),
}

/// The way an object is taken out of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Whole,
    FromOption,
    FromResult,
}

impl Kept {
    /// The call that keeps `pct_it`.
    pub(super) fn call(self) -> String {
        let ty = self.ty;
        match self.held {
            Held::Owned => format!("pct_cx.keep({ty}, pct_it, false)"),
            Held::Borrowing => format!("pct_cx.keep({ty}, pct_it, true)"),
            Held::Lent(Mutability::Not) => format!("pct_cx.keep_shared({ty}, pct_it)"),
            Held::Lent(Mutability::Mut) => format!("pct_cx.keep_exclusive({ty}, pct_it)"),
        }
    }
}
