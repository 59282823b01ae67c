//! Impls of std's traits that replace provided functions.
//!
//! A model calls the functions that must be written: `next`, `eq`, `clone`. Where an impl also has `fold`, `ne` or `clone_from`,
//! the standard library may call these in their stead, and in which places it does differs between releases.

use super::program::{BodyId, Program};

impl Program {
    /// Whether the impl that a function stands in has others that std may call in its place, which need not agree with it.
    pub(super) fn has_rivals(&self, body: BodyId) -> bool {
        let Some(block) = self.impl_of(body) else { return false };
        let Some(path) = block.trait_path.as_ref().filter(|path| path.begins_in_std()) else { return false };
        let expected: &[&str] = match path.last_name().map(|name| &**name) {
            Some("Iterator") => &["next", "size_hint"],
            Some("DoubleEndedIterator") => &["next_back"],
            Some("PartialEq") => &["eq"],
            Some("PartialOrd") => &["partial_cmp"],
            Some("Ord") => &["cmp"],
            Some("Clone") => &["clone"],
            _ => return false,
        };
        block.functions.keys().any(|name| !expected.contains(&&**name))
    }
}
