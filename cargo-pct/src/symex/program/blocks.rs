//! Impl blocks by the type that they are for, so that a crate of many types is not searched whole for one of them.

use crate::mir::{Path, Type};
use crate::source::{ImplDef, ImplId};
use crate::symex::program::types::plain_name;
use std::collections::BTreeMap;

/// An impl block, behind the number of its crate.
pub(super) type Block = (usize, ImplId);

/// A table of impl blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// By the name of their type's declaration.
    named: BTreeMap<String, Vec<Block>>,
    /// Those for types without such a name, or for any type at all.
    others: Vec<Block>,
}

impl Blocks {
    pub(super) fn add(&mut self, block: &ImplDef, id: Block) {
        let is_blanket = block.self_type.as_identifier().is_some_and(|name| block.parameters.contains(name));
        match block.self_type.as_path().and_then(plain_name).filter(|_| !is_blanket) {
            Some(name) => self.named.entry(name).or_default().push(id),
            None => self.others.push(id),
        }
    }

    /// The blocks that may be for a type, in the order of the source: all whose type unifies with it are among them.
    pub(super) fn of(&self, ty: &Type) -> Vec<Block> {
        let named = ty.as_path().and_then(plain_name).and_then(|name| self.named.get(&name));
        let mut found: Vec<Block> = named.into_iter().flatten().chain(&self.others).copied().collect();
        found.sort();
        found
    }

    /// The blocks that are for types of the declaration at a path: some or all of them.
    pub(super) fn of_declaration(&self, path: &Path) -> &[Block] {
        plain_name(path).and_then(|name| self.named.get(&name)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn all(&self) -> Vec<Block> {
        self.named.values().flatten().chain(&self.others).copied().collect()
    }
}
