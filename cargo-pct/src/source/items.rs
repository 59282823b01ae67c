//! The items of a crate, as plain data: what the text of MIR does not say.
//!
//! Names and paths are as MIR prints them: from the crate's root, raw identifiers with their `r#`. Types are as MIR prints
//! them, lifetimes erased, paths of the standard library beginning with `std`.

use super::mentions::Mentions;
use super::names::UNCLEAR;
use crate::ids::PrimaryMap;
use crate::mir::{GenericArg, Name, Path, Type};
use crate::span::{Position, Span};
use crate::syntax::Unread;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

crate::define_id! {
    /// A function, method or default method of a trait.
    FunctionId, "fn";
    /// A struct, enum or union.
    TypeId, "type";
    /// An impl block.
    ImplId, "impl";
    /// A trait.
    TraitId, "trait";
    /// A module; the first is the crate's root.
    ModuleId, "module";
}

/// The items of a crate, each table in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Items {
    /// Modules.
    pub modules: PrimaryMap<ModuleId, ModuleDef>,
    /// Structs, enums and unions.
    pub types: PrimaryMap<TypeId, TypeDef>,
    /// Impl blocks.
    pub impls: PrimaryMap<ImplId, ImplDef>,
    /// Traits.
    pub traits: PrimaryMap<TraitId, TraitDef>,
    /// Functions that have a body, a function inside another after it: the order of the bodies in a dump.
    pub functions: PrimaryMap<FunctionId, FnDef>,
    /// Type aliases, by path.
    pub aliases: BTreeMap<String, AliasDef>,
    /// Short texts and characters that the code mentions.
    pub texts: BTreeSet<String>,
    /// Parameters and associated types of these names may stand for types without a size; `impl`: an argument's `impl Trait`.
    pub unsized_names: BTreeSet<String>,
    /// The shortest path by which clients know an item, by the path of its declaration.
    pub public: BTreeMap<String, String>,
    /// The paths of the types that have no public path, and whose values clients may get.
    pub handed_out: BTreeSet<String>,
    /// The paths of the traits that clients may be able to name.
    pub nameable_traits: BTreeSet<String>,
    /// The paths of declarations by each path by which clients know them, that of the crate left out.
    pub exported: BTreeMap<String, String>,
    /// Last names by each other name that a `use` gives them.
    pub renamed: BTreeMap<String, BTreeSet<String>>,
    /// Where code names items that are called like generic parameters.
    pub mentions: Mentions,
    /// Names of which it is not clear in some place what they stand for.
    pub ambiguous: BTreeSet<String>,
    /// The names of associated types that some bound gives a type which is more than data: `T: Iterator<Item = Token>`.
    pub fixed: BTreeSet<String>,
    /// Items that could not be read.
    pub unread: Vec<Unread>,
}

/// One part of the path of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathPart {
    /// A module, trait, function, constant or static around it, or the item itself; `_` is a nameless constant.
    Name(String),
    /// An impl block around it.
    Impl,
}

/// `a::<impl>::f`: paths through impl blocks are nobody else's.
pub(super) fn printed(path: &[PathPart]) -> String {
    let parts: Vec<&str> = path.iter().map(PathPart::text).collect();
    parts.join("::")
}

impl PathPart {
    fn text(&self) -> &str {
        match self {
            PathPart::Name(name) => name,
            PathPart::Impl => "<impl>",
        }
    }
}

/// Who may name an item or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    /// Nothing is written: the module, or, for variants' fields and trait items, whoever sees the enum or trait.
    Inherited,
    /// `pub(crate)`, `pub(super)`, `pub(in path)`: at most the crate.
    Restricted,
    /// `pub`
    Public,
}

/// Whether clients can call a function. Over-approximates: what cannot be ruled out is [`Reach::Possible`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Only the crate itself can: it is private or restricted, and not exported to the linker.
    Private,
    /// It is public in something whose path is not public (it may be re-exported, or its type handed out), or belongs to a trait.
    Possible,
    /// By its public path.
    Public,
}

/// `mod name`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleDef {
    /// Its path; that of the crate's root is empty, or the prefix that the crate's paths have.
    pub path: Vec<PathPart>,
    /// Its visibility; the root is public.
    pub visibility: Visibility,
    /// The module around it.
    pub parent: Option<ModuleId>,
}

/// A struct, enum or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDef {
    /// Its name.
    pub name: String,
    /// Its path, its name last.
    pub parts: Vec<PathPart>,
    /// The same as text: `a::b::C`.
    pub path: String,
    /// Which of the three.
    pub kind: TypeKind,
    /// The module around it.
    pub module: ModuleId,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its type and const parameters.
    pub parameters: Vec<Name>,
    /// Those of them that are constants, with their types.
    pub const_parameters: BTreeMap<Name, Type>,
    /// The defaults of its parameters.
    pub defaults: BTreeMap<Name, GenericArg>,
    /// An enum's variants; a struct or union has one, named as itself.
    pub variants: Vec<Variant>,
    /// What it demands of its values' addresses at least: 1 if it does not say.
    pub alignment: u64,
    /// Its place in the text.
    pub span: Span,
}

/// Struct, enum or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The names say it.
pub enum TypeKind {
    Struct,
    Enum,
    Union,
}

/// A variant, or the fields of a struct or union. Its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: Name,
    /// How its fields are written.
    pub shape: Shape,
    /// Its fields, in order.
    pub fields: Vec<Field>,
    /// `#[non_exhaustive]`: clients cannot write it down.
    pub is_non_exhaustive: bool,
    /// The number that `discriminant` reads; none where the text does not tell it: it is computed, or follows one that is.
    pub discriminant: Option<BigInt>,
}

/// How fields are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// `S`
    Unit,
    /// `S(A)`
    Tuple,
    /// `S { a: A }`
    Named,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name without `r#`; `0`, `1` in tuples.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its visibility; that of a variant's field is the enum's.
    pub visibility: Visibility,
}

/// `type Name<T> = …;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasDef {
    /// Its path, its name last.
    pub path: String,
    /// Its type and const parameters.
    pub parameters: Vec<Name>,
    /// What it stands for.
    pub ty: Type,
}

/// An impl block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImplDef {
    /// The path of what it stands in, as text.
    pub place: String,
    /// Its type and const parameters.
    pub parameters: Vec<Name>,
    /// Those of them that are constants, with their types.
    pub const_parameters: BTreeMap<Name, Type>,
    /// Those of them that are declared `?Sized`.
    pub unsized_parameters: BTreeSet<Name>,
    /// A bound is for all lifetimes: `for<'a> T: Own<'a>`. Lifetimes are not kept, so whether it holds is not known.
    pub binds_lifetimes: bool,
    /// The implementing type.
    pub self_type: Type,
    /// The trait, with its arguments; none for `impl !Tr for T` too.
    pub trait_path: Option<Path>,
    /// `unsafe impl`
    pub is_unsafe: bool,
    /// The attributes of this tool made it: the trait is written `::pct::…`.
    pub is_instrumentation: bool,
    /// The bounds on its parameters, as type and trait. Only blanket impls are checked against them.
    pub bounds: Vec<(Type, Path)>,
    /// Its associated types.
    pub types: BTreeMap<Name, Type>,
    /// The type and const parameters of those that have any.
    pub type_parameters: BTreeMap<Name, Vec<Name>>,
    /// The names of its constants.
    pub constants: BTreeSet<Name>,
    /// Its functions.
    pub functions: BTreeMap<Name, FunctionId>,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitDef {
    /// Its path as text.
    pub path: String,
    /// Its type and const parameters, without `Self`.
    pub parameters: Vec<Name>,
    /// What these stand for where they are left out.
    pub parameter_defaults: BTreeMap<Name, GenericArg>,
    /// Whoever implements it promises more than its signatures say.
    pub is_unsafe: bool,
    /// The last names of the traits that it demands of `Self`.
    pub supertraits: Vec<Name>,
    /// Its functions, each with whether its documentation announces panics.
    pub functions: BTreeMap<String, bool>,
    /// Its default bodies.
    pub defaults: BTreeMap<Name, FunctionId>,
    /// The types of its constants.
    pub constants: BTreeMap<Name, Type>,
}

/// What a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A module: a free function.
    Module(ModuleId),
    /// Another function, or a constant: a free function that nothing else sees.
    Body(ModuleId),
    /// An impl block.
    Impl(ImplId),
    /// A trait: a default method.
    Trait(TraitId),
}

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FnDef {
    /// Its name.
    pub name: Name,
    /// Its path, its name last.
    pub path: Vec<PathPart>,
    /// What it belongs to.
    pub owner: Owner,
    /// The function whose body it is declared in, directly.
    pub enclosing: Option<FunctionId>,
    /// Its visibility.
    pub visibility: Visibility,
    /// The last names that the type of its result mentions.
    pub result_names: BTreeSet<Name>,
    /// `async fn`
    pub is_async: bool,
    /// Its own type and const parameters, without its owner's; `impl Trait` arguments last, named `impl 0`, `impl 1`.
    pub parameters: Vec<Name>,
    /// Those of them that are constants, with their types.
    pub const_parameters: BTreeMap<Name, Type>,
    /// The bounds that it says itself, on its own parameters and on others.
    pub bounds: Vec<(Type, Path)>,
    /// It has a `where` clause of its own.
    pub has_conditions: bool,
    /// `unsafe fn`
    pub is_unsafe: bool,
    /// Its documentation has a section *Panics*.
    pub documents_panics: bool,
    /// An attribute hands it to the linker, whatever its visibility.
    pub is_exported: bool,
    /// `#[track_caller]`: its panics have the place of its caller.
    pub tracks_caller: bool,
    /// Whether clients can call it.
    pub reach: Reach,
    /// The place of its name, where its signature could not be read: of what is said here, only name, path and owner are so.
    pub unread: Option<Position>,
    /// Its place in the text, from its signature's first word to its closing brace.
    pub span: Span,
}

impl Items {
    /// The impl block that the function belongs to, if any.
    pub fn impl_of(&self, function: FunctionId) -> Option<&ImplDef> {
        match self.functions[function].owner {
            Owner::Impl(id) => Some(&self.impls[id]),
            Owner::Module(_) | Owner::Body(_) | Owner::Trait(_) => None,
        }
    }
}

impl ImplDef {
    /// The trait's last name: `Add` for `std::ops::Add<u8>`.
    pub fn trait_name(&self) -> Option<&str> {
        self.trait_path.as_ref()?.last_name().map(|name| &**name)
    }

    /// Whether it may be of any trait: what its head names is not clear.
    pub fn is_of_unclear_trait(&self) -> bool {
        let first = self.trait_path.as_ref().and_then(|path| path.segments.first()?.name());
        first.is_some_and(|first| **first == *UNCLEAR)
    }
}

impl TypeDef {
    /// Tells whether clients can construct values by naming all fields. An enum's fields are as visible as the enum; a struct's must be public.
    pub fn is_constructible_by_clients(&self) -> bool {
        let mut fields = self.variants.iter().flat_map(|variant| &variant.fields);
        match self.kind {
            TypeKind::Enum => true,
            TypeKind::Struct => fields.all(|field| field.visibility == Visibility::Public),
            TypeKind::Union => false,
        }
    }

    /// The fields of a struct or union.
    pub fn fields(&self) -> Option<&[Field]> {
        match (self.kind, self.variants.as_slice()) {
            (TypeKind::Struct | TypeKind::Union, [only]) => Some(&only.fields),
            _ => None,
        }
    }

    /// The variant of that name with its number.
    pub fn variant(&self, name: &str) -> Option<(usize, &Variant)> {
        self.variants.iter().enumerate().find(|(_, variant)| *variant.name == *name)
    }
}

impl Variant {
    /// Its name as an expression has it, given the path of its enum: `Shape::Circle`, and `Some`.
    pub fn name_within(&self, path: &Path) -> Option<String> {
        let is_in_prelude = path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]);
        let own = path.last_name()?;
        Some(if is_in_prelude { self.name.to_string() } else { format!("{own}::{}", self.name) })
    }
}

impl FnDef {
    /// Its path as text.
    pub fn path_text(&self) -> String {
        printed(&self.path)
    }

    /// Its path as text.
    pub fn full_path(&self) -> String {
        printed(&self.path)
    }
}
