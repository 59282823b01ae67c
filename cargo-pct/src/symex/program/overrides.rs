//! Impls of std's traits that replace provided functions.
//!
//! A model calls the functions that must be written: `next`, `eq`, `clone`. Where an impl also has `fold`, `ne` or `clone_from`,
//! the standard library may call these in their stead, and in which places it does differs between releases.

use crate::symex::program::{BodyId, Program};

impl Program {
    /// Whether a model calls a function in whose place the standard library may call another one.
    pub(in crate::symex) fn is_rivalled(&self, caller: BodyId, callee: BodyId) -> bool {
        self.is_model(caller) && !self.is_model(callee) && self.has_rivals(callee)
    }

    /// Whether the impl that a function stands in has others that std may call in its place, which need not agree with it.
    fn has_rivals(&self, body: BodyId) -> bool {
        let Some(block) = self.impl_of(body) else { return false };
        let Some(path) = block.trait_path.as_ref().filter(|path| path.begins_in_std()) else { return false };
        let expected: &[&str] = match path.last_name().map(|name| &**name) {
            Some("Iterator") => &["next", "size_hint"],
            Some("DoubleEndedIterator") => &["next_back"],
            Some("PartialEq") => &["eq"],
            Some("PartialOrd") => &["partial_cmp"],
            Some("Ord") => &["cmp"],
            Some("Clone") => &["clone"],
            Some("Hash") => &["hash"],
            _ => return false,
        };
        block.functions.keys().any(|name| !expected.contains(&&**name))
    }
}
