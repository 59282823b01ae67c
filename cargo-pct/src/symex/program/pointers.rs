//! What pointers and wrappers lead to, by their types.

use crate::mir::{self, Path, Type};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types;

/// What a pointer type points to.
pub(in crate::symex) fn pointee(ty: &Type) -> Step<Type> {
    if let Type::Ref { referent: to, .. } | Type::RawPtr { pointee: to, .. } = ty {
        return Ok((**to).clone());
    }
    let is_pointer = |path: &&Path| {
        path.is_std(&["boxed", "Box"]) || path.is_std(&["ptr", "NonNull"]) || path.is_std(&["ptr", "Unique"])
    };
    match ty.as_path().filter(is_pointer) {
        Some(path) => path.first_type_arg().cloned().map_or_else(|| refuse("a box without its type"), Ok),
        None => refuse("a value that is no pointer is followed"),
    }
}

/// The type of a sequence's elements.
pub(in crate::symex) fn element_type(ty: &Type) -> Step<Type> {
    types::element_type(ty).map_or_else(|| refuse("an element of a value that is no sequence"), Ok)
}

/// Whether one may write through a pointer of this type.
pub(in crate::symex) fn is_mutable(ty: &Type) -> bool {
    !matches!(ty, Type::Ref { mutability: mir::Mutability::Not, .. })
}

pub(in crate::symex) fn is_std(ty: &Type, names: &[&str]) -> bool {
    ty.as_path().is_some_and(|path| path.is_std(names))
}

/// Wrappers whose only field is the value itself.
pub(in crate::symex) fn is_transparent(ty: &Type) -> bool {
    is_std(ty, &["mem", "MaybeUninit"])
        || is_std(ty, &["mem", "ManuallyDrop"])
        || is_std(ty, &["mem", "MaybeDangling"])
        || ty.as_path().is_some_and(|path| {
            path.begins_in_std()
                && matches!(
                    path.last_name().map(|name| &**name),
                    Some("MaybeUninit" | "ManuallyDrop" | "MaybeDangling")
                )
        })
}
