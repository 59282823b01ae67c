//! Which of std's iterators a panic tears, and where each counts.

use crate::mir::{Path, Type};
use crate::symex::program::types::is_of_clients;

/// The iterators that count, with the number of the field.
const COUNTING: [(&str, usize); 2] = [("Enumerate", 1), ("Take", 1)];

/// Whether values of a type of this path may be torn by themselves.
pub(in crate::symex) fn may_be_torn(path: &Path) -> bool {
    is_zip(path) || count_of(path).is_some()
}

/// Tells whether a type is written with one that may be torn: a method of an adaptor has the adaptor's type.
///
/// Over-approximates: a type that is known only when it runs may be one, and one that is not resolved.
/// A type that only clients know is none: nothing is known of its values before a panic either.
pub(in crate::symex) fn mentions_torn(ty: &Type) -> bool {
    ty.any_part(&mut |part| match part {
        Type::Path(path) => may_be_torn(path) || (path.as_trait_item().is_some() && !is_of_clients(part)),
        Type::Dyn(_) | Type::Impl(_) | Type::Infer => true,
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => false,
        // What these are written with is asked by itself.
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => false,
        Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => false,
        // Their code is a function of its own.
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => false,
    })
}

pub(in crate::symex) fn is_zip(path: &Path) -> bool {
    path.is_std(&["iter", "Zip"])
}

/// The number of the field in which an iterator counts.
pub(in crate::symex) fn count_of(path: &Path) -> Option<usize> {
    let (_, field) = COUNTING.iter().find(|(name, _)| path.is_std(&["iter", name]))?;
    Some(*field)
}
