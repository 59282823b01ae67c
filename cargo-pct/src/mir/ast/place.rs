//! Places: where values live.

use super::{Name, Type};

crate::define_id! {
    /// A local variable of a body: `_0` is the result, then come the arguments, then variables and temporaries.
    Local, "_";
    /// A basic block of a body; `bb0` is the entry.
    BasicBlock, "bb";
}

/// `((*_1).0: u32)`: a local and the way from it to a part of it, or to what it points to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Where the way begins.
    pub local: Local,
    /// The steps, outermost last.
    pub projection: Vec<Projection>,
}

/// One step of a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Projection {
    /// `(*P)`: what the reference or raw pointer points to. (A `Box` is first taken apart into its raw pointer.)
    Deref,
    /// `(P.0: T)`: a field of a struct, tuple, closure, union, or of the variant of the [`Projection::Downcast`] before it.
    Field {
        /// Its number in declaration order.
        index: u32,
        /// Its type.
        ty: Type,
    },
    /// `(P as Some)`: the fields of an enum's variant, or of a coroutine's state. Valid where the discriminant says so.
    Downcast(VariantRef),
    /// `P[_2]`: the element at the number in a local of type `usize`. A check that it is in range stands before.
    Index(Local),
    /// `P[1 of 3]`, `P[-1 of 3]`: an element at a fixed place, from slice patterns.
    ConstantIndex {
        /// Counted from 0 at the start, or from 1 at the end.
        offset: u64,
        /// The length is known to be at least this.
        min_length: u64,
        /// Whether the offset counts from the end.
        from_end: bool,
    },
    /// `P[1:-2]` of a slice: the elements from `from` up to `to` before the end; `P[1..3]` of an array.
    Subslice {
        /// The first element.
        from: u64,
        /// The end: counted from the end of the slice if `from_end`, else from the start of the array.
        to: u64,
        /// Whether `to` counts from the end.
        from_end: bool,
    },
    /// `(P as T)`: the place at a type that differs in lifetimes, or reveals an opaque type.
    OpaqueCast(Type),
    /// `(P as subtype T)`
    Subtype(Type),
}

/// How a variant is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariantRef {
    /// `Some`
    Name(Name),
    /// `variant#3`: a coroutine's state, by its number.
    Index(u32),
}

impl Place {
    /// The whole local.
    pub fn of(local: Local) -> Place {
        Place { local, projection: Vec::new() }
    }

    /// The local, if the place is the whole of it.
    pub fn as_local(&self) -> Option<Local> {
        self.projection.is_empty().then_some(self.local)
    }

    /// The type of the place, where `local` is the type of its local; `None` where the text does not tell (the pointee of a type
    /// parameter's projection, a part of an array).
    pub fn ty<'t>(&'t self, local: &'t Type) -> Option<&'t Type> {
        self.projection.iter().try_fold(local, |ty, step| match step {
            Projection::Deref => ty.pointee(),
            Projection::Field { ty, .. } | Projection::OpaqueCast(ty) | Projection::Subtype(ty) => Some(ty),
            Projection::Index(_) | Projection::ConstantIndex { .. } => match ty {
                Type::Slice(element) | Type::Array { element, .. } => Some(&**element),
                _ => None,
            },
            Projection::Subslice { .. } => matches!(ty, Type::Slice(_)).then_some(ty),
            Projection::Downcast(_) => Some(ty),
        })
    }

    /// The locals whose numbers the way reads.
    pub fn index_locals(&self) -> impl Iterator<Item = Local> + '_ {
        self.projection.iter().filter_map(|step| match step {
            Projection::Index(local) => Some(*local),
            _ => None,
        })
    }
}
