//! Which items of an expanded test build are there for tests only.
//!
//! Expansion removes `#[cfg(test)]` and `#[test]`. The files still have them, and the harness leaves a constant beside each test.

use super::{Items, PathPart};
use std::collections::{BTreeMap, BTreeSet};

/// Marks what the files mark, by path: modules with all that is in them, and single functions.
///
/// Under-approximates, as the marks in the files do: an item of a macro at the top of a module that is not for tests only stays unmarked.
pub(super) fn mark<'a>(expanded: &mut Items, files: impl Iterator<Item = &'a Items> + Clone) {
    let modules: BTreeSet<Vec<PathPart>> = files
        .clone()
        .flat_map(|items| items.modules.values())
        .filter(|module| module.is_test_only && !module.path.is_empty())
        .map(|module| module.path.clone())
        .collect();
    let mut functions: BTreeMap<&[PathPart], bool> = BTreeMap::new();
    for function in files.flat_map(|items| items.functions.values()) {
        // Of several under different `cfg`s, all must be for tests.
        *functions.entry(&function.path).or_insert(true) &= function.is_test_only;
    }
    let in_test_module = |path: &[PathPart]| (1..=path.len()).any(|length| modules.contains(&path[..length]));
    let ids: Vec<_> = expanded.functions.keys().collect();
    for id in ids {
        let function = &mut expanded.functions[id];
        function.is_test_only |=
            in_test_module(&function.path) || functions.get(&*function.path).copied().unwrap_or(false);
    }
    let ids: Vec<_> = expanded.types.keys().collect();
    for id in ids {
        let ty = &mut expanded.types[id];
        ty.is_test_only |= in_test_module(&ty.path);
    }
    let ids: Vec<_> = expanded.impls.keys().collect();
    for id in ids {
        let block = &mut expanded.impls[id];
        block.is_test_only |= in_test_module(&block.path);
    }
    let ids: Vec<_> = expanded.modules.keys().collect();
    for id in ids {
        let module = &mut expanded.modules[id];
        module.is_test_only |= in_test_module(&module.path);
    }
}
