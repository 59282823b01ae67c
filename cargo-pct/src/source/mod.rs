//! What the source says of a crate, and MIR does not: types and their fields, variants and discriminants, impl headers, generics,
//! visibility, and what clients can call.
//!
//! Input: the macro-expanded text of a crate (`-Zunpretty=expanded`), which has every function that has a body, also those that macros
//! and derives made, in the order of the bodies. Output: [`Items`], plain data in the order of the text, with names and types as MIR
//! prints them; and, from [`match_bodies`], which function of the source each body of a [`mir::Program`](crate::mir::Program) is the
//! code of.
//!
//! Items that the parser cannot read (module [`syntax`](crate::syntax)) are in [`Items::unread`]; no proof may go past those that it may meet (`lower::reading`).
//!
//! Code inside bodies is not looked at, apart from the items in it.

mod blocks;
mod collect;
mod error;
mod exports;
mod fixed;
mod foreign;
mod handed_out;
mod items;
mod matching;
mod mentions;
mod nameable;
mod names;
mod own_std;
mod reach;
mod std_names;
mod texts;
mod types;
mod under_test;
mod visibility;
mod without_size;

pub use blocks::{lines_inside_functions, may_be_inside_function};
pub use error::SourceError;
pub use foreign::{Foreign, PublicPaths};
pub use items::{
    AliasDef, Field, FnDef, FunctionId, ImplDef, ImplId, Items, ModuleDef, ModuleId, Owner, PathPart, Reach,
    Shape, TraitDef, TraitId, TypeDef, TypeId, TypeKind, Variant, Visibility,
};
pub use matching::{MatchError, match_bodies};
pub use mentions::Mentions;
pub use std_names::{in_prelude, is_name_of_trait, prelude};
pub use types::plain;
pub use under_test::differs_under_test;

#[cfg(test)]
mod tests;
