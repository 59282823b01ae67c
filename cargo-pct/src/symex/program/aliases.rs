//! One name for each function and trait of a dependency.
//!
//! Other crates know an item by its public paths, its own crate by the path of its declaration, which is the program's. Types keep the
//! names that the analysed crates have for them: nothing is known of what those of dependencies are made of.

use super::Program;
use crate::mir::{GenericArgs, Name, Path, Segment, Type};
use crate::source::{Items, Owner};
use crate::symex::program::types::{Rewrite, plain_name};
use std::cell::Cell;
use std::collections::BTreeSet;

impl Program {
    /// Takes note of the public paths of a crate.
    pub(super) fn add_aliases(&mut self, krate: &str, items: &Items) {
        let free = items.functions.values().filter(|it| matches!(it.owner, Owner::Module(_)));
        let functions = free.map(|function| function.full_path());
        let declared: BTreeSet<String> =
            functions.chain(items.traits.values().map(|it| it.path.clone())).collect();
        for (public, item) in &items.exported {
            let public = format!("{krate}::{public}");
            if declared.contains(item) && !declared.contains(&public) {
                let names: Vec<Name> = item.split("::").map(Name::from).collect();
                self.aliases.insert(public, names);
            }
        }
    }

    /// The path of the declaration that a path names.
    pub(super) fn declared_path(&self, path: Path) -> Path {
        let Some(names) = plain_name(&path).filter(|_| !self.aliases.is_empty()) else { return path };
        let Some(names) = self.aliases.get(&names) else { return path };
        let mut segments: Vec<Segment> =
            names.iter().map(|name| Segment::Named { name: name.clone(), args: GenericArgs::NONE }).collect();
        if let (Some(Segment::Named { args, .. }), Some(Segment::Named { args: own, .. })) =
            (segments.last_mut(), path.segments.last())
        {
            args.clone_from(own);
        }
        Path { segments: segments.into() }
    }
}

/// Whether the types of a body are those of numbers, of the standard library and of its parameters.
pub(super) fn deals_with_common_types(body: &crate::mir::Body, items: &Items, krate: &str) -> bool {
    let check = Check { items, krate, is_common: Cell::new(true) };
    body.locals.values().for_each(|local| drop(check.ty(&local.ty)));
    check.is_common.get()
}

struct Check<'a> {
    items: &'a Items,
    krate: &'a str,
    is_common: Cell<bool>,
}

impl Rewrite for Check<'_> {
    fn path(&self, path: Path) -> Type {
        let is_parameter = |name: &Name| {
            let path = format!("{}::{name}", self.krate);
            !self.items.types.values().any(|ty| ty.path == path)
        };
        let is_projected = matches!(path.segments[0], Segment::Qualified { .. });
        let is_common =
            path.begins_in_std() || is_projected || path.as_identifier().is_some_and(is_parameter);
        self.is_common.set(self.is_common.get() && is_common);
        Type::Path(path)
    }

    fn constant(&self, path: &Path) -> crate::mir::ConstArg {
        crate::mir::ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}
