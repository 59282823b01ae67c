//! Declarations of types with their parameters bound: the types of their fields.

use super::{Normaliser, Program};
use crate::mir::Type;
use crate::source::{TypeDef, Variant};
use crate::symex::program::types::{Generics, Rewrite};

/// A normalised type's declaration, with its parameters bound.
pub struct AdtInstance<'a> {
    /// The declaration.
    pub adt: &'a TypeDef,
    pub(super) program: &'a Program,
    pub(super) generics: Generics,
}

impl AdtInstance<'_> {
    /// The type of a field, normalised.
    pub fn field_type(&self, variant: usize, field: usize) -> Option<Type> {
        let field = self.adt.variants.get(variant)?.fields.get(field)?;
        Some(Normaliser { program: self.program, naming: None, generics: &self.generics }.ty(&field.ty))
    }

    /// The types of all fields of all variants, in order; none in the place of one that is not known.
    pub fn field_types(&self) -> impl Iterator<Item = Option<Type>> {
        let variants = self.adt.variants.iter().enumerate();
        let fields = variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
        fields.map(|(variant, field)| self.field_type(variant, field))
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        &self.adt.variants
    }
}
