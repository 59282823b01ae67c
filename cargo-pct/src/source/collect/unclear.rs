//! Impls and traits of which it is not clear what they name.
//!
//! An impl whose head is unclear may be of any trait. Over-approximates: a head is clear only if an item of the crate, or a trait of std, has
//! its path, or if nothing speaks for a trait of std.

use crate::mir::{path_of, plain_name};
use crate::source::foreign::{Foreign, std_trait};
use crate::source::items::{ImplDef, Items};
use crate::source::names::{Names, UNCLEAR, with_arguments_of};
use crate::source::std_names;
use std::collections::BTreeSet;

/// Functions of std's traits that run where no code calls them.
const CALLED: [&str; 26] = [
    "borrow",
    "borrow_mut",
    "build_hasher",
    "clone",
    "clone_from",
    "cmp",
    "deref",
    "deref_mut",
    "drop",
    "eq",
    "extend",
    "finish",
    "fmt",
    "from_iter",
    "ge",
    "gt",
    "hash",
    "hash_slice",
    "into_iter",
    "le",
    "lt",
    "ne",
    "next",
    "next_back",
    "partial_cmp",
    "write_str",
];

/// Names the traits of std by their own paths where impls name them by those of other crates.
pub(super) fn name_traits_of_std(items: &mut Items, names: &Names, foreign: Foreign<'_>) {
    for block in items.impls.values_mut() {
        let Some(of_trait) = &mut block.trait_path else { continue };
        let Some(path) = plain_name(of_trait) else { continue };
        if names.is_lost(&path) || path.starts_with("std::") || path.starts_with(UNCLEAR) {
            continue;
        }
        if let Some(found) = std_trait(foreign, &path) {
            *of_trait = with_arguments_of(&found, of_trait);
        }
    }
}

/// Marks the impls that may be of any trait: what their heads name is no item of the crate, though it begins there; or it is of another
/// crate, which may export a trait of std, and one of their functions is called as one of such a trait.
pub(super) fn mark_unclear_heads(items: &mut Items, names: &Names) {
    let traits: BTreeSet<String> = items.traits.values().map(|it| it.path.clone()).collect();
    let is_clear = |block: &ImplDef, path: &str| {
        let is_called = || block.functions.keys().any(|name| CALLED.contains(&&**name));
        traits.contains(path)
            || std_names::is_trait(path)
            || block.is_instrumentation
            || !names.is_lost(path) && !is_called() && !is_no_trait(block, path)
    };
    let path = |block: &ImplDef| block.trait_path.as_ref().and_then(plain_name);
    let unclear: Vec<_> = items
        .impls
        .iter()
        .filter_map(|(id, block)| {
            let path = path(block)?;
            (!is_clear(block, &path)).then(|| (id, last(&path).to_owned()))
        })
        .collect();
    for (id, name) in unclear {
        items.impls[id].trait_path = Some(path_of(&[UNCLEAR, &name]));
    }
}

/// Tells whether a path that names no trait of the crate may name a function, macro or constant. A `use` that brings one leaves the trait that
/// has its name as it was.
fn is_no_trait(block: &ImplDef, path: &str) -> bool {
    match path.contains("::") {
        true => path.starts_with("std::") && !std_names::is_like_a_type(path),
        false => block.functions.is_empty(),
    }
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The last names of the traits that impls and bounds name and of which it is not clear which one is meant.
pub(super) fn unclear_traits(items: &Items, names: &Names) -> BTreeSet<String> {
    let last = |path: &str| last(path).to_owned();
    let is_trait = |path: &&String| items.traits.values().any(|it| it.path == **path);
    let shared = names.shared_types().filter(is_trait).map(|path| last(path));
    let heads = items.impls.values().filter_map(|block| block.trait_path.as_ref());
    let of_impls = items.impls.values().flat_map(|block| &block.bounds);
    let bounds = items.functions.values().flat_map(|function| &function.bounds).chain(of_impls);
    let named = heads.chain(bounds.map(|(_, bound)| bound)).filter_map(plain_name);
    shared.chain(named.filter(|path| path.starts_with(UNCLEAR)).map(|path| last(&path))).collect()
}
