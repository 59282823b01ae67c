//! What is said of a type: of which values it consists, whose code runs for it, and which facts were found out.

use crate::mir::{ClosureType, Mutability, Type};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Of what values of a type consist.
#[derive(Debug)]
pub(crate) enum Structure {
    /// Bits that lead nowhere: numbers.
    Plain,
    /// A function, or a pointer to one.
    Function,
    /// A reference to a value of this type.
    Reference(Mutability, Type),
    /// A raw pointer, with the type of what it leads to where that is written.
    Pointer(Option<Type>),
    /// Values of these types, owned directly or through memory of their own.
    Parts(Vec<Type>),
    /// A type of std that lets what it holds change through shared references, with what it holds.
    Cell(Vec<Type>),
    /// One of several values in the same memory.
    Union(Vec<Type>),
    /// A closure, coroutine or trait object: code, and what it captured.
    Code,
    /// A type that only clients know.
    Clients,
    /// Nothing is known but the types that it is written with.
    Unknown(Vec<Type>),
}

impl Structure {
    /// The types of what a value holds or leads to, as far as they are known: the one list on which all walks over types are built.
    pub(crate) fn parts(&self) -> &[Type] {
        match self {
            Structure::Plain | Structure::Function | Structure::Code | Structure::Clients => &[],
            Structure::Reference(_, referent) => std::slice::from_ref(referent),
            Structure::Pointer(pointee) => pointee.as_slice(),
            Structure::Parts(types) | Structure::Cell(types) => types,
            Structure::Union(types) | Structure::Unknown(types) => types,
        }
    }
}

/// What was found out about a type.
#[derive(Clone, Debug, Default)]
pub(in crate::symex) struct Facts {
    pub(super) structure: Option<Arc<Structure>>,
    pub(super) holds_cells: Option<bool>,
    /// Whose code the end of a value runs.
    pub(in crate::symex) drops: Option<Whose>,
    pub(in crate::symex) holds_code: Option<bool>,
    pub(in crate::symex) holds_pointers: Option<bool>,
    pub(super) holds_torn: Option<bool>,
    pub(super) leads_to_own: Option<bool>,
}

/// Whose code runs where a type's implementations of the standard library's traits do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::symex) enum Whose {
    /// The standard library's alone, for which no traits' code fails: comparing, hashing, copying.
    Std,
    /// That of clients, who choose the type.
    Clients,
    /// The crate's, or not known.
    Crate,
}

/// The types of the captures of each closure, as the text says them; none where that leaves some out. Closures that one macro made are one
/// type.
pub(super) type Captures = BTreeMap<ClosureType, Option<Vec<Type>>>;
