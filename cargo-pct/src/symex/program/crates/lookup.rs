//! Declarations by their paths: types, constructors, constants.

use super::{Constant, Program, Role, constant_name};
use crate::mir::{Path, Segment, Type};
use crate::source::{Owner, TypeKind};
use crate::symex::program::types::{Generics, plain_name};
use crate::symex::program::{AdtInstance, BodyId};
use std::collections::BTreeMap;

impl Program {
    /// The declaration of a normalised type.
    pub fn adt(&self, ty: &Type) -> Option<AdtInstance<'_>> {
        self.adt_at(ty.as_path()?)
    }

    pub(in crate::symex::program) fn adt_at(&self, path: &Path) -> Option<AdtInstance<'_>> {
        let [adt] = self.adts.get(&plain_name(path)?)?.as_slice() else { return None };
        let mut generics = Generics::default();
        let path = self.with_defaults(path.clone());
        generics.bind(&adt.parameters, path.segments.iter().flat_map(|segment| segment.args()));
        Some(AdtInstance { adt, program: self, generics })
    }

    /// Whether a path begins with an item of the analysed crates, or with a name that could be one's: it has but one segment.
    pub fn may_be_of_crates(&self, path: &Path) -> bool {
        let Some(first) = path.segments.first().and_then(Segment::name) else { return true };
        let is_other =
            self.crates.iter().any(|krate| krate.role == Role::Dependency && krate.is_called(first));
        let begins = begins_with(&self.adts, first) || begins_with(&self.free, first);
        path.segments.len() == 1 || begins && !is_other
    }

    /// Tells whether a type is declared in an analysed crate.
    pub(in crate::symex) fn is_own_type(&self, path: &Path) -> bool {
        plain_name(path).is_some_and(|name| self.own_types.contains(&name))
    }

    /// The struct or variant that a value's path names: the type's declaration, and the number of the variant.
    pub fn constructor(&self, path: &Path) -> Option<(AdtInstance<'_>, usize)> {
        if let Some(instance) = self.adt_at(path)
            && instance.adt.kind != TypeKind::Enum
        {
            return Some((instance, 0));
        }
        let instance = self.adt_at(&path.parent()?)?;
        let (index, _) = instance.adt.variant(path.last_name()?)?;
        Some((instance, index))
    }

    /// Tells whether a path of a variant's constructor may be one of a function that stands in a function of the type's name.
    pub(in crate::symex) fn may_be_inner_function(&self, path: &Path) -> bool {
        let named = plain_name(path).and_then(|name| self.free.get(&name)).map_or(&[][..], Vec::as_slice);
        let is_inside = |body: &BodyId| {
            self.declared(*body).is_some_and(|(_, function)| matches!(function.owner, Owner::Body(_)))
        };
        named.iter().any(is_inside)
    }

    /// A named constant.
    pub fn constant(&self, path: &Path) -> Option<&Constant> {
        if self.is_below_namesakes(path) {
            return None;
        }
        match self.constants.get(&constant_name(path)).map(Vec::as_slice) {
            Some([constant]) => Some(constant),
            _ => None,
        }
    }

    /// Tells whether a path goes through a name that a type shares with a function, constant or static. MIR writes a constant in the body of those
    /// and one of the type's impl in the same way: which one is meant is not known.
    pub(in crate::symex) fn is_below_namesakes(&self, path: &Path) -> bool {
        let around = std::iter::successors(path.parent(), Path::parent);
        around
            .filter_map(|path| plain_name(&path))
            .filter(|name| self.free.contains_key(name) || self.constants.contains_key(name))
            .any(|name| self.analysed().any(|krate| krate.items.types.values().any(|ty| ty.path == name)))
    }
}

/// Whether the first name of a path in the table is this one.
fn begins_with<T>(table: &BTreeMap<String, T>, first: &str) -> bool {
    let inside = format!("{first}::");
    table.contains_key(first)
        || table.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
}
