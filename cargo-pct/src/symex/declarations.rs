//! What the text of MIR does not say: fields, variants, generic parameters, impls and traits, in the order of the source.
//!
//! Plain data, so that whoever reads the source can fill it; [`super::syntax`] does it for a crate in one text.
//! All types are normalised as [`super::program`] does it: lifetimes erased, paths of the standard library beginning
//! with `std`, local paths from the crate's root.

use crate::mir::{Name, Path, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The declarations of a crate.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// Structs, enums and unions by path: `a::b::C`.
    pub adts: BTreeMap<String, Adt>,
    /// Functions with a body, in the order of the source: the order of the bodies in a dump.
    pub functions: Vec<FunctionDeclaration>,
    /// Impl blocks in the order of the source.
    pub impls: Vec<Impl>,
    /// Traits by path.
    pub traits: BTreeMap<String, Trait>,
}

/// A struct, enum or union.
#[derive(Clone, Debug)]
pub struct Adt {
    /// Its path.
    pub path: String,
    /// Its type and const parameters.
    pub parameters: Vec<Name>,
    /// What it is.
    pub kind: AdtKind,
    /// The variants of an enum; a struct or union has one, named as itself.
    pub variants: Vec<Variant>,
}

/// What an algebraic data type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are Rust's own.
pub enum AdtKind {
    Struct,
    Enum,
    Union,
}

/// A variant of an enum, or a struct's fields.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: Name,
    /// The number that `discriminant` reads.
    pub discriminant: BigInt,
    /// Its fields in declaration order; the fields of tuples are named `0`, `1`.
    pub fields: Vec<(Name, Type)>,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct FunctionDeclaration {
    /// Its identifier.
    pub name: Name,
    /// The module it is in, `a::b`; empty at the root.
    pub module: String,
    /// What declares it.
    pub owner: Owner,
    /// Its own type and const parameters, without its owner's; `impl Trait` arguments last, named `impl 0`, `impl 1`.
    pub parameters: Vec<Name>,
}

/// What declares a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A module, or the function around it.
    Module,
    /// The impl block of this number.
    Impl(usize),
    /// A trait, by path; the body is the default.
    Trait(String),
}

/// An impl block.
#[derive(Clone, Debug)]
pub struct Impl {
    /// The module it is in.
    pub module: String,
    /// Its type and const parameters.
    pub parameters: Vec<Name>,
    /// The implementing type.
    pub self_type: Type,
    /// The trait, with its arguments.
    pub trait_path: Option<Path>,
    /// The bounds on its parameters, as type and trait. Only blanket impls are checked against them.
    pub bounds: Vec<(Type, Path)>,
    /// Its associated types.
    pub types: BTreeMap<Name, Type>,
    /// Its functions, by number in [`Declarations::functions`].
    pub functions: BTreeMap<Name, usize>,
}

/// A trait.
#[derive(Clone, Debug)]
pub struct Trait {
    /// Its path.
    pub path: String,
    /// Its type and const parameters, without `Self`.
    pub parameters: Vec<Name>,
    /// Its default bodies, by number in [`Declarations::functions`].
    pub defaults: BTreeMap<Name, usize>,
}

impl Adt {
    /// The variant of that name with its index.
    pub fn variant(&self, name: &str) -> Option<(usize, &Variant)> {
        self.variants.iter().enumerate().find(|(_, variant)| *variant.name == *name)
    }
}
