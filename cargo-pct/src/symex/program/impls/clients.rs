//! Which traits clients can implement, and which ones types have without their crates saying so.
//!
//! Over-approximates: if it is not clear which trait a name means, clients can implement it.

use crate::mir::{Name, Path};
use crate::source::is_name_of_trait;
use crate::symex::program::blocks::Blocks;
use crate::symex::program::rivals::peel_fundamental;
use crate::symex::program::types::plain_name;
use crate::symex::program::{Program, Role};

/// Traits that demand each other are followed this deep.
const MOST_SUPERTRAITS: usize = 8;

/// Traits that the standard library implements for types whose crates say nothing of them.
const FOR_MANY: [&str; 19] = [
    "Any",
    "Borrow",
    "BorrowMut",
    "Freeze",
    "From",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Pattern",
    "RefUnwindSafe",
    "Send",
    "Sized",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "UnwindSafe",
];

/// Tells whether types may have a trait by an impl of the standard library. Over-approximates: by its last name.
pub(in crate::symex::program) fn is_for_many(trait_path: &Path) -> bool {
    trait_path.last_name().is_some_and(|name| FOR_MANY.contains(&&**name))
}

impl Program {
    /// Whether clients can implement a trait as its signatures allow: it is another crate's, or public, neither unsafe nor sealed by
    /// another one.
    pub fn clients_implement(&self, trait_path: &Path) -> bool {
        plain_name(trait_path).is_some_and(|name| self.is_implementable(&name, MOST_SUPERTRAITS))
    }

    fn is_implementable(&self, name: &str, depth: usize) -> bool {
        let Some((krate, declared)) = self.traits.get(name) else { return !name.starts_with("Self") };
        let krate = &self.crates[*krate];
        let declared = &krate.items.traits[*declared];
        let has_parameters = !declared.parameters.is_empty();
        krate.role != Role::Analysed
            || depth > 0
                && !declared.is_unsafe
                && (krate.items.nameable_traits.contains(name) || !krate.items.unread.is_empty())
                && declared.supertraits.iter().all(|it| self.is_met_by_clients(it, has_parameters, depth - 1))
    }

    /// Tells whether clients' types may have a supertrait, given by its last name. Over-approximates: every trait of that name counts.
    /// A client may implement it, or an impl of the crate serves the client's type. A trait with parameters may also be implemented for a type
    /// of the crate that has the supertrait.
    fn is_met_by_clients(&self, last: &Name, has_parameters: bool, depth: usize) -> bool {
        let is_named = |path: &&String| path.rsplit("::").next() == Some(&**last);
        let mut known = self.traits.keys().filter(is_named).peekable();
        // A `use` may give the name to another trait.
        let is_renamed = self.analysed().any(|krate| krate.items.renamed.contains_key(&**last));
        if known.peek().is_none() || is_renamed || is_name_of_trait(last) {
            return true;
        }
        known.any(|name| self.is_implementable(name, depth) || self.may_serve_clients(name, has_parameters))
    }

    fn may_serve_clients(&self, trait_name: &str, has_parameters: bool) -> bool {
        let blocks = self.trait_impls.get(trait_name).map(Blocks::all).unwrap_or_default();
        blocks.into_iter().any(|(krate, index)| {
            let block = &self.crates[krate].items.impls[index];
            let first = peel_fundamental(&block.self_type);
            has_parameters || first.as_identifier().is_some_and(|name| block.parameters.contains(name))
        })
    }
}
