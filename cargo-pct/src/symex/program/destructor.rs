//! The code that a type runs when one of its values ends, before its fields end.
//!
//! Rust has at most one impl of `Drop` for a type, and that one is for all types of the declaration (E0366, E0367). So the name of the
//! declaration finds it, and no bound needs a look. That none is found says that there is none only where every header is understood.

use super::blocks::{Block, Blocks};
use super::{BodyId, Program, Role};
use crate::mir::{GenericArg, Type};
use crate::source::ImplDef;
use crate::symex::program::types::{Generics, plain_name, unify};

/// The trait of destructors.
const DROP: &str = "std::ops::Drop";

/// The code that ends a type's values, before their fields end.
#[derive(Clone, Debug)]
pub enum Destructor {
    /// Nothing.
    None,
    /// This function, its generic parameters bound.
    Function(BodyId, Generics),
    /// It is not known whether anything runs, or what.
    Unclear,
}

impl Destructor {
    /// Tells whether it is sure that nothing runs.
    pub fn is_none(&self) -> bool {
        matches!(self, Destructor::None)
    }
}

impl Program {
    /// The destructor that a type declares; none where the type is a parameter, or its declaration is not known. Who meets such a type has to
    /// take its end for any code.
    pub fn destructor(&self, ty: &Type) -> Destructor {
        let (Some(path), Some(blocks)) = (ty.as_path(), self.trait_impls.get(DROP)) else {
            return Destructor::None;
        };
        let is_drop = |(_, block): (Block, &ImplDef)| {
            block.trait_path.as_ref().and_then(plain_name).is_some_and(|name| name == DROP)
        };
        match blocks.of_declaration(path) {
            [] if self.adt(ty).is_some() && self.misread_for(ty).any(is_drop) => Destructor::Unclear,
            [] => Destructor::None,
            [block] => self.function_of(*block, ty).unwrap_or(Destructor::Unclear),
            [_, _, ..] => Destructor::Unclear,
        }
    }

    /// Tells whether a type of the analysed crates has a destructor of its own.
    pub(in crate::symex) fn declares_destructors(&self) -> bool {
        self.implements_itself(DROP)
    }

    /// Tells whether a type of the analysed crates is one that bytes are written to.
    pub(in crate::symex) fn declares_writers(&self) -> bool {
        self.implements_itself("std::io::Write")
    }

    fn implements_itself(&self, of_trait: &str) -> bool {
        let blocks = self.trait_impls.get(of_trait).map(Blocks::all).unwrap_or_default();
        blocks.into_iter().any(|(krate, _)| self.crates[krate].role == Role::Analysed)
    }

    /// The function of an impl block, as it is for a type. None if the header does not fit, or the function could not be read.
    fn function_of(&self, (krate, index): Block, ty: &Type) -> Option<Destructor> {
        let krate = &self.crates[krate];
        let block = &krate.items.impls[index];
        let mut generics = Generics::default();
        if !unify(&block.self_type, ty, &block.parameters, &mut generics) {
            return None;
        }
        generics.arguments.insert("Self".into(), GenericArg::Type(ty.clone()));
        let body = krate.linked[*block.functions.get("drop")?]?;
        Some(Destructor::Function(body, generics))
    }
}
