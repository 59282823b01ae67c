//! What types and paths say: whether they belong to the part of the standard library that touches its arguments alone, what
//! they mention, whether they can be changed through a shared reference.

use crate::mir::{self, GenericArg, Type};
use crate::symex::types::scalar_sort;

/// Modules of the standard library whose functions touch their arguments and memory only. (Those that are `unsafe` are
/// hazards all the same.)
const HARMLESS: &[&str] = &[
    "alloc",
    "any",
    "array",
    "ascii",
    "bool",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "error",
    "f32",
    "f64",
    "fmt",
    "hash",
    "hint",
    "intrinsics",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "panicking",
    "pct",
    "pin",
    "primitive",
    "range",
    "rc",
    "result",
    "rt",
    "slice",
    "str",
    "string",
    "unicode",
    "vec",
];

/// Whether a module of the standard library is one of those.
pub(super) fn is_harmless(module: &str) -> bool {
    HARMLESS.contains(&module)
}

pub(super) fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => behind(inner),
        ty => ty,
    }
}

/// The type arguments of a path, and the types that it begins with.
pub(super) fn types_of(path: &mir::Path) -> Vec<&Type> {
    let mut found = Vec::new();
    for segment in &*path.segments {
        found.extend(segment.args().iter().filter_map(|arg| match arg {
            GenericArg::Type(ty) | GenericArg::AssociatedType { ty, .. } => Some(ty),
            _ => None,
        }));
        if let mir::Segment::Qualified { self_type, trait_path }
        | mir::Segment::Impl { self_type, trait_path } = segment
        {
            found.push(self_type);
            found.extend(trait_path.iter().flat_map(|path| types_of(path)));
        }
    }
    found
}

/// The path as people write it, without generic arguments.
pub(super) fn mir_name(path: &mir::Path) -> String {
    let part = |segment: &mir::Segment| match segment {
        mir::Segment::Named { name, .. } => name.to_string(),
        mir::Segment::Qualified { self_type, trait_path } => {
            let own = self_type.as_path().map_or_else(|| "_".to_owned(), mir_name);
            match trait_path {
                Some(path) => format!("<{own} as {}>", mir_name(path)),
                None => format!("<{own}>"),
            }
        }
        _ => "_".to_owned(),
    };
    path.segments.iter().map(part).collect::<Vec<_>>().join("::")
}

/// Whether a shared reference to it lets nobody change it. Refuses types that it does not know.
pub(super) fn is_frozen(ty: &Type) -> bool {
    match ty {
        Type::Str | Type::Float(_) => true,
        Type::Ref { mutability: mir::Mutability::Not, referent: inner, .. } => is_frozen(inner),
        Type::Slice(inner) | Type::Array { element: inner, .. } => is_frozen(inner),
        Type::Tuple(elements) => elements.iter().all(is_frozen),
        ty => scalar_sort(ty).is_some(),
    }
}

pub(super) fn mentions_dyn(ty: &Type) -> bool {
    match ty {
        Type::Dyn(_) => true,
        Type::Ref { referent: inner, .. } | Type::RawPtr { pointee: inner, .. } => mentions_dyn(inner),
        Type::Path(path) => types_of(path).into_iter().any(mentions_dyn),
        _ => false,
    }
}

/// Whether a path belongs to the standard library although it begins with a type.
pub(super) fn in_std(path: &mir::Path) -> bool {
    match path.segments.first() {
        Some(mir::Segment::Qualified { self_type, trait_path: None }) => match &**self_type {
            Type::Path(path) => path.begins_in_std(),
            _ => true,
        },
        _ => false,
    }
}
