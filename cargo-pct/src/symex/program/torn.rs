//! Which of std's iterators a panic tears, and where each counts.

use crate::mir::Path;

/// The iterators that count, with the number of the field.
const COUNTING: [(&str, usize); 2] = [("Enumerate", 1), ("Take", 1)];

/// Whether values of a type of this path may be torn by themselves.
pub(in crate::symex) fn may_be_torn(path: &Path) -> bool {
    is_zip(path) || count_of(path).is_some()
}

pub(in crate::symex) fn is_zip(path: &Path) -> bool {
    path.is_std(&["iter", "Zip"])
}

/// The number of the field in which an iterator counts.
pub(in crate::symex) fn count_of(path: &Path) -> Option<usize> {
    let (_, field) = COUNTING.iter().find(|(name, _)| path.is_std(&["iter", name]))?;
    Some(*field)
}
