//! The types whose objects are kept, by number.

use std::collections::BTreeSet;

use crate::lower::Subject;
use crate::mir::Type;
use crate::symex::types::is_same_declaration;
use crate::testgen::{Library, has_unknown};

/// Types, in the order in which they were met.
pub(super) struct Objects<'l> {
    library: &'l Library<'l>,
    /// Each with its class, unless that has no functions: what only hands something on has none.
    types: Vec<(Type, Option<&'l Subject>)>,
    /// The numbers of those that [`Objects::next`] gave.
    given: BTreeSet<usize>,
}

impl<'l> Objects<'l> {
    pub(super) fn new(library: &'l Library<'l>) -> Objects<'l> {
        Objects { library, types: Vec::new(), given: BTreeSet::new() }
    }

    /// The number of a type without lifetimes, if it is one of the crate that clients can name, of which nothing is left open.
    pub(super) fn number(&mut self, ty: &Type) -> Option<u32> {
        let is_of_crate = ty.as_path().is_some_and(|path| !path.begins_in_std());
        let is_declared = is_of_crate && self.library.program().adt(ty).is_some();
        if !is_declared || has_unknown(ty) || !self.library.is_nameable(ty) {
            return None;
        }
        let subject = self.library.class(ty);
        let known = self.types.iter().position(|(known, _)| known == ty);
        let number = known.unwrap_or_else(|| {
            self.types.push((ty.clone(), subject));
            self.types.len() - 1
        });
        u32::try_from(number).ok()
    }

    /// A type that was not given yet, with its number and its class. First comes one type of each class, because there may be too many for all.
    pub(super) fn next(&mut self) -> Option<(usize, Type, Option<&'l Subject>)> {
        let of_class = |class: &Type| {
            let given = self.given.iter().map(|number| &self.types[*number].0);
            given.filter(|own| is_same_declaration(own, class)).count()
        };
        let left = (0..self.types.len()).filter(|number| !self.given.contains(number));
        let number = left.min_by_key(|number| of_class(&self.types[*number].0))?;
        self.given.insert(number);
        let (ty, subject) = self.types[number].clone();
        Some((number, ty, subject))
    }

    /// How many instances there are of a class.
    pub(super) fn instances(&self, class: &Type) -> usize {
        self.types.iter().filter(|(ty, _)| is_same_declaration(ty, class)).count()
    }
}
