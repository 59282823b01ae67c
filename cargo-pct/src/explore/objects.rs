//! The types whose objects are kept, by number.

use crate::lower::Subject;
use crate::mir::Type;
use crate::symex::types::is_same_declaration;
use crate::testgen::{Library, has_unknown};

/// Types, in the order in which they were met.
pub(super) struct Objects<'l> {
    library: &'l Library<'l>,
    types: Vec<(Type, &'l Subject)>,
}

impl<'l> Objects<'l> {
    pub(super) fn new(library: &'l Library<'l>) -> Objects<'l> {
        Objects { library, types: Vec::new() }
    }

    /// The number of a type without lifetimes, if it is an instance of a class of the crate that clients can name, of which nothing is left open.
    pub(super) fn number(&mut self, ty: &Type) -> Option<u32> {
        let subject = self.library.class(ty)?;
        if has_unknown(ty) || !self.library.is_nameable(ty) {
            return None;
        }
        let known = self.types.iter().position(|(known, _)| known == ty);
        let number = known.unwrap_or_else(|| {
            self.types.push((ty.clone(), subject));
            self.types.len() - 1
        });
        u32::try_from(number).ok()
    }

    /// The type of a number, and its class.
    pub(super) fn get(&self, number: usize) -> Option<(Type, &'l Subject)> {
        self.types.get(number).cloned()
    }

    /// How many instances there are of a class.
    pub(super) fn instances(&self, class: &Type) -> usize {
        self.types.iter().filter(|(ty, _)| is_same_declaration(ty, class)).count()
    }
}
