//! The items of a text, as plain data.

use super::Attribute;
use crate::ids::PrimaryMap;
use crate::span::Span;

crate::define_id! {
    /// A function, method or default method of a trait.
    FunctionId, "fn";
    /// A struct, enum or union.
    TypeId, "type";
    /// An impl block.
    ImplId, "impl";
    /// A trait.
    TraitId, "trait";
    /// A module; the first is the text's own.
    ModuleId, "module";
}

/// The items of one text, each table in the text's order.
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
    /// Functions that have a body; a function inside another comes after it.
    pub functions: PrimaryMap<FunctionId, FnDef>,
}

/// One part of the path of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathPart {
    /// A module, trait, function, constant or static around it, or the item itself; `_` is a nameless constant.
    Name(String),
    /// An impl block around it.
    Impl,
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
    /// Its path; empty for the crate's root.
    pub path: Vec<PathPart>,
    /// Its visibility; the root is public.
    pub visibility: Visibility,
    /// Whether it exists in test builds only.
    pub is_test_only: bool,
    /// Its contents are in another file.
    pub is_elsewhere: bool,
    /// `#[path = "…"]`
    pub file: Option<String>,
    /// The module around it.
    pub parent: Option<ModuleId>,
}

/// Generic parameters and their bounds.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Generics {
    /// The parameters, in order.
    pub params: Vec<GenericParam>,
    /// The conditions behind `where`, as text.
    pub conditions: Vec<String>,
}

/// One generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericParam {
    /// `T`, `N`, `'a`
    pub name: String,
    /// What it stands for.
    pub kind: GenericParamKind,
    /// Its bounds, as text.
    pub bounds: Vec<String>,
}

/// What a generic parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenericParamKind {
    /// `'a`
    Lifetime,
    /// `T`
    Type,
    /// `const N: usize`, with the text of its type.
    Const(String),
}

/// A struct, enum or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDef {
    /// Its name.
    pub name: String,
    /// Its path, its name last.
    pub path: Vec<PathPart>,
    /// Which of the three.
    pub kind: TypeKind,
    /// The module around it.
    pub module: ModuleId,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its generic parameters.
    pub generics: Generics,
    /// Its attributes. The expanded text lacks those that macros consumed; the file has them.
    pub attributes: Vec<Attribute>,
    /// The arguments of `#[repr(…)]`.
    pub repr: Vec<String>,
    /// An enum's variants; for a struct or union, one that has its name and fields.
    pub variants: Vec<Variant>,
    /// Whether it exists in test builds only.
    pub is_test_only: bool,
    /// Its place.
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
    pub name: String,
    /// How its fields are written.
    pub shape: Shape,
    /// Its fields, in order.
    pub fields: Vec<Field>,
    /// The text of its explicit discriminant.
    pub discriminant: Option<String>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
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
    /// Its name, or number.
    pub name: String,
    /// Its type, as text that [`mir::parse_type`](crate::mir::parse_type) reads.
    pub ty: String,
    /// Its visibility; that of a variant's field is the enum's.
    pub visibility: Visibility,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// An impl block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImplDef {
    /// The path of what it stands in.
    pub path: Vec<PathPart>,
    /// The module around it.
    pub module: ModuleId,
    /// The implementing type, as text.
    pub self_type: String,
    /// The trait, as text.
    pub trait_path: Option<String>,
    /// `impl !Tr for T`: says that it does *not* implement the trait.
    pub is_negative: bool,
    /// `unsafe impl`
    pub is_unsafe: bool,
    /// A derive made it.
    pub is_derived: bool,
    /// Its generic parameters.
    pub generics: Generics,
    /// Name and text of its associated types.
    pub associated_types: Vec<(String, String)>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Whether it exists in test builds only.
    pub is_test_only: bool,
    /// Its place.
    pub span: Span,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitDef {
    /// Its name.
    pub name: String,
    /// Its path, its name last.
    pub path: Vec<PathPart>,
    /// The module around it.
    pub module: ModuleId,
    /// Its visibility.
    pub visibility: Visibility,
    /// `unsafe trait`
    pub is_unsafe: bool,
    /// Its generic parameters.
    pub generics: Generics,
    /// Its super-traits, as text.
    pub supertraits: Vec<String>,
    /// Its place.
    pub span: Span,
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

/// The `self` argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// `self`
    Value,
    /// `&self`
    Ref,
    /// `&mut self`
    Mut,
    /// `self: T`, with the text of its type.
    Typed(String),
}

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FnDef {
    /// Its name, with `r#` if raw.
    pub name: String,
    /// Its path, its name last.
    pub path: Vec<PathPart>,
    /// What it belongs to.
    pub owner: Owner,
    /// Its visibility.
    pub visibility: Visibility,
    /// `unsafe fn`
    pub is_unsafe: bool,
    /// `const fn`
    pub is_const: bool,
    /// `async fn`
    pub is_async: bool,
    /// The text after `extern`, without quotes; `C` where nothing follows.
    pub abi: Option<String>,
    /// `self`
    pub receiver: Option<Receiver>,
    /// Pattern and type of the other arguments, as text.
    pub inputs: Vec<(String, String)>,
    /// The result's type, as text; none for unit.
    pub output: Option<String>,
    /// Its generic parameters; those of the owner are the owner's.
    pub generics: Generics,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Whether its body, nested functions apart, has an `unsafe` block. (A dereference of a raw pointer is inside one, or in an `unsafe fn`.)
    pub has_unsafe_block: bool,
    /// Whether it exists in test builds only, itself or by what is around it.
    pub is_test_only: bool,
    /// Whether clients can call it.
    pub reach: Reach,
    /// Its place, from its signature's first word to its closing brace.
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

    /// The impls of `Drop`, as far as the trait is called so.
    pub fn drop_impls(&self) -> impl Iterator<Item = &ImplDef> {
        self.impls.values().filter(|block| block.trait_name() == Some("Drop") && !block.is_negative)
    }
}

impl ImplDef {
    /// The trait's last name: `Add` for `std::ops::Add<u8>`.
    pub fn trait_name(&self) -> Option<&str> {
        let path = self.trait_path.as_deref()?;
        let before_args = path.split('<').next().unwrap_or(path);
        before_args.rsplit("::").next()
    }
}

impl TypeDef {
    /// The fields of a struct or union.
    pub fn fields(&self) -> Option<&[Field]> {
        match (self.kind, self.variants.as_slice()) {
            (TypeKind::Struct | TypeKind::Union, [only]) => Some(&only.fields),
            _ => None,
        }
    }

    /// The discriminant of each variant, where the text tells: explicit ones that are literals, implicit ones one more than the variant
    /// before. The dump has the others as constants `Enum::Variant::{constant#0}`.
    pub fn discriminants(&self) -> Vec<Option<i128>> {
        let mut next = Some(0);
        let mut values = Vec::new();
        for variant in &self.variants {
            let value = match &variant.discriminant {
                Some(text) => literal(text),
                None => next,
            };
            next = value.and_then(|value| value.checked_add(1));
            values.push(value);
        }
        values
    }
}

/// `-3`, `0x1F_u8`
fn literal(text: &str) -> Option<i128> {
    let (text, sign) = match text.strip_prefix('-') {
        Some(rest) => (rest.trim_start(), -1),
        None => (text, 1),
    };
    let literal: syn::LitInt = syn::parse_str(text).ok()?;
    let magnitude: i128 = literal.base10_parse().ok()?;
    Some(sign * magnitude)
}
