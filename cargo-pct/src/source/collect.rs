//! From syntax to items: one walk over a text, in its order.

use super::attributes::{attributes, is_test_only};
use super::reach::set_reach;
use super::tokens::{simplify, text};
use super::{
    Field, FnDef, FunctionId, GenericParam, GenericParamKind, Generics, ImplDef, Items, ModuleDef, ModuleId,
    Owner, PathPart, Reach, Receiver, Shape, SourceError, TraitDef, TypeDef, TypeKind, Variant, Visibility,
};
use crate::span::{Position, Span};
use std::collections::BTreeSet;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Items {
    /// Reads a text that is the contents of the module at `path`; `file` names it in places and errors.
    pub fn read(file: &str, path: &[PathPart], text: &str) -> Result<Items, SourceError> {
        Items::read_module(file, path, false, text)
    }

    /// The same, for a module that may be for tests only.
    pub(super) fn read_module(
        file: &str,
        path: &[PathPart],
        is_in_test: bool,
        text: &str,
    ) -> Result<Items, SourceError> {
        let file: Arc<str> = file.into();
        let tree = parse(text).map_err(|error| SourceError {
            file: file.clone(),
            position: position(error.span().start()),
            message: error.to_string(),
        })?;
        let mut items = Items::default();
        let module = items.modules.push(ModuleDef {
            path: path.to_vec(),
            visibility: Visibility::Public,
            is_test_only: is_in_test || is_test_only(&tree.attrs),
            is_elsewhere: false,
            file: None,
            parent: None,
        });
        let is_test_only = items.modules[module].is_test_only;
        let mut collector = Collector {
            file,
            items,
            path: path.to_vec(),
            owner: Owner::Module(module),
            module,
            function: None,
            is_test_only,
            tests: BTreeSet::new(),
        };
        visit::visit_file(&mut collector, &tree);
        let (mut items, tests) = (collector.items, collector.tests);
        let ids: Vec<FunctionId> = items.functions.keys().collect();
        for id in ids {
            let function = &mut items.functions[id];
            function.is_test_only |= tests.contains(&function.path);
        }
        set_reach(&mut items);
        Ok(items)
    }
}

/// Parses a text; one with unstable syntax, which the standard library's macros expand to, after that is simplified.
fn parse(text: &str) -> syn::Result<syn::File> {
    let error = match syn::parse_file(text) {
        Ok(file) => return Ok(file),
        Err(error) => error,
    };
    let simplified = text.parse().map(simplify).map_err(|_| error.clone())?;
    syn::parse2(simplified).map_err(|_| error)
}

struct Collector {
    file: Arc<str>,
    items: Items,
    /// Of what is being walked.
    path: Vec<PathPart>,
    /// What a function found now belongs to.
    owner: Owner,
    module: ModuleId,
    /// The function whose body is being walked.
    function: Option<FunctionId>,
    /// Whether something around is for tests only.
    is_test_only: bool,
    /// The paths of the harness's constants, which are those of the tests.
    tests: BTreeSet<Vec<PathPart>>,
}

impl Collector {
    /// Walks something inside `part`, whose functions belong to `owner`.
    fn inside(
        &mut self,
        part: PathPart,
        owner: Owner,
        attributes: &[syn::Attribute],
        walk: impl FnOnce(&mut Self),
    ) {
        let outer = (self.owner, self.module, self.function, self.is_test_only);
        self.path.push(part);
        self.owner = owner;
        self.is_test_only |= is_test_only(attributes);
        if let Owner::Module(module) = owner {
            self.module = module;
        }
        walk(self);
        self.path.pop();
        (self.owner, self.module, self.function, self.is_test_only) = outer;
    }

    /// The place from `start` to the end of `end`.
    fn span(&self, start: &impl Spanned, end: &impl Spanned) -> Span {
        let (start, end) = (start.span().start(), end.span().end());
        Span { file: self.file.clone(), start: position(start), end: position(end) }
    }

    fn path_to(&self, name: &syn::Ident) -> Vec<PathPart> {
        self.path.iter().cloned().chain([PathPart::Name(name.to_string())]).collect()
    }

    fn function(
        &mut self,
        visibility: &syn::Visibility,
        attrs: &[syn::Attribute],
        signature: &syn::Signature,
        block: &syn::Block,
    ) {
        let name = signature.ident.to_string();
        let function = FnDef {
            name: name.clone(),
            path: self.path_to(&signature.ident),
            owner: self.owner,
            visibility: visibility_of(visibility),
            is_unsafe: matches!(signature.safety, syn::Safety::Unsafe(_)),
            is_const: signature.constness.is_some(),
            is_async: signature.asyncness.is_some(),
            abi: signature
                .abi
                .as_ref()
                .map(|abi| abi.name.as_ref().map_or("C".to_owned(), syn::LitStr::value)),
            receiver: signature.receiver().map(receiver),
            inputs: inputs(signature),
            output: match &signature.output {
                syn::ReturnType::Default => None,
                syn::ReturnType::Type(_, ty) => Some(text(ty)),
            },
            generics: generics(&signature.generics),
            attributes: attributes(attrs),
            has_unsafe_block: false,
            is_test_only: self.is_test_only || is_test_only(attrs),
            reach: Reach::Possible,
            span: self.span(signature, block),
        };
        let id = self.items.functions.push(function);
        self.inside(PathPart::Name(name), Owner::Body(self.module), attrs, |inner| {
            inner.function = Some(id);
            visit::visit_signature(inner, signature);
            visit::visit_block(inner, block);
        });
    }

    fn ty(&mut self, kind: TypeKind, item: TypeParts<'_>, variants: Vec<Variant>) {
        let definition = TypeDef {
            name: item.ident.to_string(),
            path: self.path_to(item.ident),
            kind,
            module: self.module,
            visibility: visibility_of(item.visibility),
            generics: generics(item.generics),
            attributes: attributes(item.attrs),
            repr: repr(item.attrs),
            variants,
            is_test_only: self.is_test_only || is_test_only(item.attrs),
            span: item.span,
        };
        self.items.types.push(definition);
    }
}

/// What structs, enums and unions have in common.
struct TypeParts<'a> {
    ident: &'a syn::Ident,
    visibility: &'a syn::Visibility,
    generics: &'a syn::Generics,
    attrs: &'a [syn::Attribute],
    span: Span,
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let module = self.items.modules.push(ModuleDef {
            path: self.path_to(&item.ident),
            visibility: visibility_of(&item.vis),
            is_test_only: self.is_test_only || is_test_only(&item.attrs),
            is_elsewhere: item.content.is_none(),
            file: path_attribute(&item.attrs),
            parent: Some(self.module),
        });
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Module(module), &item.attrs, |inner| visit::visit_item_mod(inner, item));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.vis, &item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.vis, &item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        match &item.default {
            Some(block) => self.function(&syn::Visibility::Inherited, &item.attrs, &item.sig, block),
            None => visit::visit_trait_item_fn(self, item),
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let associated_types = item.items.iter().filter_map(|inner| match inner {
            syn::ImplItem::Type(ty) => Some((ty.ident.to_string(), text(&ty.ty))),
            _ => None,
        });
        let definition = ImplDef {
            path: self.path.clone(),
            module: self.module,
            self_type: text(&item.self_ty),
            trait_path: item.trait_.as_ref().map(|(path, _)| text(path)),
            is_negative: item.modifiers.polarity.is_some(),
            is_unsafe: item.unsafety.is_some(),
            is_derived: item.attrs.iter().any(|attribute| attribute.path().is_ident("automatically_derived")),
            generics: generics(&item.generics),
            associated_types: associated_types.collect(),
            attributes: attributes(&item.attrs),
            is_test_only: self.is_test_only || is_test_only(&item.attrs),
            span: self.span(&item.impl_token, item),
        };
        let id = self.items.impls.push(definition);
        self.inside(PathPart::Impl, Owner::Impl(id), &item.attrs, |inner| {
            visit::visit_item_impl(inner, item)
        });
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let definition = TraitDef {
            name: item.ident.to_string(),
            path: self.path_to(&item.ident),
            module: self.module,
            visibility: visibility_of(&item.vis),
            is_unsafe: item.unsafety.is_some(),
            generics: generics(&item.generics),
            supertraits: item.supertraits.iter().map(text).collect(),
            span: self.span(&item.trait_token, item),
        };
        let id = self.items.traits.push(definition);
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Trait(id), &item.attrs, |inner| visit::visit_item_trait(inner, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let variant = variant(&item.ident, &item.fields, None, &[]);
        let span = self.span(&item.struct_token, item);
        let parts = TypeParts {
            ident: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            attrs: &item.attrs,
            span,
        };
        self.ty(TypeKind::Struct, parts, vec![variant]);
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_item_struct(inner, item)
        });
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        let variant = variant(&item.ident, &syn::Fields::Named(item.fields.clone()), None, &[]);
        let span = self.span(&item.union_token, item);
        let parts = TypeParts {
            ident: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            attrs: &item.attrs,
            span,
        };
        self.ty(TypeKind::Union, parts, vec![variant]);
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_item_union(inner, item)
        });
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let variants = item.variants.iter().map(|own| {
            variant(&own.ident, &own.fields, own.discriminant.as_ref().map(|(_, value)| value), &own.attrs)
        });
        let span = self.span(&item.enum_token, item);
        let parts = TypeParts {
            ident: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            attrs: &item.attrs,
            span,
        };
        self.ty(TypeKind::Enum, parts, variants.collect());
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| visit::visit_item_enum(inner, item));
    }

    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, self.owner, &item.attrs, |inner| visit::visit_variant(inner, item));
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        if item.attrs.iter().any(|attribute| attribute.path().is_ident("rustc_test_marker")) {
            self.tests.insert(self.path_to(&item.ident));
        }
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_item_const(inner, item)
        });
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_item_static(inner, item)
        });
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_impl_item_const(inner, item)
        });
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Body(self.module), &item.attrs, |inner| {
            visit::visit_trait_item_const(inner, item)
        });
    }

    fn visit_expr_unsafe(&mut self, expression: &'ast syn::ExprUnsafe) {
        if let Some(function) = self.function {
            self.items.functions[function].has_unsafe_block = true;
        }
        visit::visit_expr_unsafe(self, expression);
    }
}

fn position(place: proc_macro2::LineColumn) -> Position {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(place.line), column: number(place.column + 1) }
}

fn visibility_of(visibility: &syn::Visibility) -> Visibility {
    match visibility {
        syn::Visibility::Public(_) => Visibility::Public,
        syn::Visibility::Restricted(_) => Visibility::Restricted,
        syn::Visibility::Inherited => Visibility::Inherited,
    }
}

fn receiver(receiver: &syn::Receiver) -> Receiver {
    match &receiver.kind {
        syn::ReceiverKind::Value => Receiver::Value,
        syn::ReceiverKind::Reference(_, _, mutability) if mutability.is_some() => Receiver::Mut,
        syn::ReceiverKind::Reference(..) => Receiver::Ref,
        syn::ReceiverKind::Typed(_, ty) => Receiver::Typed(text(ty)),
        // A form that this version of the parser does not know yet.
        _ => Receiver::Typed(text(receiver)),
    }
}

fn inputs(signature: &syn::Signature) -> Vec<(String, String)> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => Some((text(&input.pat), text(&input.ty))),
        syn::FnArg::Receiver(_) => None,
    });
    typed.collect()
}

fn generics(generics: &syn::Generics) -> Generics {
    let params = generics.params.iter().map(|param| match param {
        syn::GenericParam::Lifetime(param) => GenericParam {
            name: param.lifetime.to_string(),
            kind: GenericParamKind::Lifetime,
            bounds: param.bounds.iter().map(text).collect(),
        },
        syn::GenericParam::Type(param) => GenericParam {
            name: param.ident.to_string(),
            kind: GenericParamKind::Type,
            bounds: param.bounds.iter().map(text).collect(),
        },
        syn::GenericParam::Const(param) => GenericParam {
            name: param.ident.to_string(),
            kind: GenericParamKind::Const(text(&param.ty)),
            bounds: Vec::new(),
        },
    });
    let conditions = generics.where_clause.iter().flat_map(|clause| clause.predicates.iter().map(text));
    Generics { params: params.collect(), conditions: conditions.collect() }
}

fn variant(
    name: &syn::Ident,
    fields: &syn::Fields,
    discriminant: Option<&syn::Expr>,
    attrs: &[syn::Attribute],
) -> Variant {
    let shape = match fields {
        syn::Fields::Unit => Shape::Unit,
        syn::Fields::Unnamed(_) => Shape::Tuple,
        syn::Fields::Named(_) => Shape::Named,
    };
    let fields = fields.iter().enumerate().map(|(index, field)| Field {
        name: field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string),
        ty: text(&field.ty),
        visibility: visibility_of(&field.vis),
        attributes: attributes(&field.attrs),
    });
    Variant {
        name: name.to_string(),
        shape,
        fields: fields.collect(),
        discriminant: discriminant.map(text),
        attributes: attributes(attrs),
    }
}

/// The words in `#[repr(…)]`.
fn repr(attrs: &[syn::Attribute]) -> Vec<String> {
    let mut words = Vec::new();
    for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let parts = attribute
            .parse_args_with(syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated)
            .unwrap_or_default();
        words.extend(parts.iter().map(text));
    }
    words
}

/// `#[path = "…"]`
fn path_attribute(attrs: &[syn::Attribute]) -> Option<String> {
    attrs.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(|attribute| match &attribute
        .meta
    {
        syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(name), .. }),
            ..
        }) => Some(name.value()),
        _ => None,
    })
}
