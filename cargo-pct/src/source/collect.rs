//! From syntax to items: one walk over a text, in its order.

use super::SourceError;
use super::exports::exports;
use super::fixed::fixed;
use super::items::{
    Field, FnDef, FunctionId, ImplDef, Items, ModuleDef, ModuleId, Owner, PathPart, Reach, Shape, TraitDef,
    TypeDef, TypeKind, Variant, Visibility, printed,
};
use super::mentions::mentions;
use super::nameable::nameable_traits;
use super::names::{Names, Place, UNCLEAR};
use super::reach::{documents_panics, is_exported, set_reach, tracks_caller};
use super::std_names;
use super::texts::texts;
use super::types::{Scope, alignment, literal, parameters};
use super::without_size::{unsized_parameters, without_size};
use crate::mir::{Name, Path, Type, path_of, plain_name};
use crate::span::Span;
use crate::syntax::{self, Parsed, position};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

impl Items {
    /// Reads the macro-expanded text of a crate. `file` names it in places and errors; `root` is the path of the crate's root:
    /// empty for the analysed crate, `std` for the models of the standard library.
    ///
    /// # Errors
    /// If the text does not consist of Rust's tokens. An item that cannot be read is in [`Items::unread`].
    pub fn read(file: &str, root: &[PathPart], text: &str) -> Result<Items, SourceError> {
        let file: Arc<str> = file.into();
        let Parsed { file: tree, unread } = syntax::parse(text).map_err(|error| SourceError {
            file: file.clone(),
            position: position(error.span().start()),
            message: error.to_string(),
        })?;
        let names = Names::of(root, &tree);
        let exports = exports(&names, root, &tree);
        let mut items = Items {
            aliases: names.alias_definitions(),
            renamed: names.renamed(),
            texts: texts(&tree),
            unsized_names: without_size(&tree),
            fixed: fixed(&tree),
            mentions: mentions(&tree),
            public: exports.shortest,
            nameable_traits: nameable_traits(root, &tree),
            exported: exports.declared,
            unread,
            ..Items::default()
        };
        let module = items.modules.push(ModuleDef {
            path: root.to_vec(),
            visibility: Visibility::Public,
            parent: None,
        });
        let mut collector = Collector {
            file,
            names,
            items,
            path: root.to_vec(),
            owner: Owner::Module(module),
            module,
            enclosing: None,
        };
        visit::visit_file(&mut collector, &tree);
        let Collector { mut items, names, .. } = collector;
        mark_unclear_heads(&mut items, &names);
        let ambiguous = unclear_traits(&items, &names);
        items.ambiguous = ambiguous;
        set_reach(&mut items);
        Ok(items)
    }
}

/// Functions of std's traits that run where no code calls them.
const CALLED: [&str; 26] = [
    "borrow",
    "borrow_mut",
    "build_hasher",
    "clone",
    "clone_from",
    "cmp",
    "deref",
    "deref_mut",
    "drop",
    "eq",
    "extend",
    "finish",
    "fmt",
    "from_iter",
    "ge",
    "gt",
    "hash",
    "hash_slice",
    "into_iter",
    "le",
    "lt",
    "ne",
    "next",
    "next_back",
    "partial_cmp",
    "write_str",
];

/// Marks the impls that may be of any trait: what their heads name is no item of the crate, though it begins there; or it is of another
/// crate, which may export a trait of std, and one of their functions is called as one of such a trait.
fn mark_unclear_heads(items: &mut Items, names: &Names) {
    let traits: BTreeSet<String> = items.traits.values().map(|it| it.path.clone()).collect();
    let is_clear = |block: &ImplDef, path: &str| {
        let is_called = || block.functions.keys().any(|name| CALLED.contains(&&**name));
        traits.contains(path)
            || std_names::is_trait(path)
            || block.is_instrumentation
            || !names.is_lost(path) && !is_called() && !is_no_trait(block, path)
    };
    let path = |block: &ImplDef| block.trait_path.as_ref().and_then(plain_name);
    let unclear: Vec<_> = items
        .impls
        .iter()
        .filter_map(|(id, block)| {
            let path = path(block)?;
            (!is_clear(block, &path)).then(|| (id, last(&path).to_owned()))
        })
        .collect();
    for (id, name) in unclear {
        items.impls[id].trait_path = Some(path_of(&[UNCLEAR, &name]));
    }
}

/// Tells whether a path that names no trait of the crate may name a function, macro or constant. A `use` that brings one leaves the trait that
/// has its name as it was.
fn is_no_trait(block: &ImplDef, path: &str) -> bool {
    match path.contains("::") {
        true => path.starts_with("std::") && !std_names::is_like_a_type(path),
        false => block.functions.is_empty(),
    }
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The last names of the traits that impls and bounds name and of which it is not clear which one is meant.
fn unclear_traits(items: &Items, names: &Names) -> BTreeSet<String> {
    let last = |path: &str| last(path).to_owned();
    let is_trait = |path: &&String| items.traits.values().any(|it| it.path == **path);
    let shared = names.shared_types().filter(is_trait).map(|path| last(path));
    let heads = items.impls.values().filter_map(|block| block.trait_path.as_ref());
    let of_impls = items.impls.values().flat_map(|block| &block.bounds);
    let bounds = items.functions.values().flat_map(|function| &function.bounds).chain(of_impls);
    let named = heads.chain(bounds.map(|(_, bound)| bound)).filter_map(plain_name);
    shared.chain(named.filter(|path| path.starts_with(UNCLEAR)).map(|path| last(&path))).collect()
}

struct Collector {
    file: Arc<str>,
    names: Names,
    items: Items,
    /// Of what is being walked.
    path: Vec<PathPart>,
    /// What a function found now belongs to.
    owner: Owner,
    module: ModuleId,
    /// The function whose body is being walked, with nothing else in between.
    enclosing: Option<FunctionId>,
}

impl Collector {
    /// Walks something inside `part`, whose functions belong to `owner`.
    fn inside(&mut self, part: PathPart, owner: Owner, walk: impl FnOnce(&mut Self)) {
        let outer = (self.owner, self.module, self.enclosing.take());
        self.path.push(part);
        self.owner = owner;
        if let Owner::Module(module) = owner {
            self.module = module;
        }
        walk(self);
        self.path.pop();
        (self.owner, self.module, self.enclosing) = outer;
    }

    /// Walks something of that name that may hold code: functions in it are seen by nothing else.
    fn within(&mut self, name: &syn::Ident, walk: impl FnOnce(&mut Self)) {
        self.inside(PathPart::Name(name.to_string()), Owner::Body(self.module), walk);
    }

    /// The place from `start` to the end of `end`.
    fn span(&self, start: &impl Spanned, end: &impl Spanned) -> Span {
        let (start, end) = (start.span().start(), end.span().end());
        Span { file: self.file.clone(), start: position(start), end: position(end) }
    }

    fn path_to(&self, name: &syn::Ident) -> Vec<PathPart> {
        self.path.iter().cloned().chain([PathPart::Name(name.to_string())]).collect()
    }

    /// Where names are looked up now.
    fn place(&self) -> Place {
        Place { scope: printed(&self.path), module: printed(&self.items.modules[self.module].path) }
    }

    /// The bounds of a function that stands here.
    fn bounds(&self, generics: &syn::Generics) -> Vec<(Type, Path)> {
        let place = self.place();
        let mut scope = Scope::new(&place, generics);
        if let Owner::Impl(block) = self.owner {
            let block = &self.items.impls[block];
            scope.add_parameters(&block.parameters);
            scope.self_type = Some(block.self_type.clone());
        }
        self.names.bounds(&scope, generics)
    }

    fn function(
        &mut self,
        visibility: &syn::Visibility,
        attributes: &[syn::Attribute],
        signature: &syn::Signature,
        block: &syn::Block,
    ) {
        let name: Name = signature.ident.to_string().into();
        let bounds = self.bounds(&signature.generics);
        let place = Some(position(signature.ident.span().start()));
        let unread = place.filter(|_| self.items.unread.iter().any(|item| item.function == place));
        let id = self.items.functions.push(FnDef {
            name: name.clone(),
            bounds,
            path: self.path_to(&signature.ident),
            owner: self.owner,
            enclosing: self.enclosing,
            // Of one that was not read, clients may be able to call it.
            visibility: if unread.is_some() { Visibility::Public } else { visibility_of(visibility) },
            is_async: signature.asyncness.is_some(),
            parameters: parameters_of(signature),
            const_parameters: self.const_parameters(&signature.generics),
            has_conditions: signature.generics.where_clause.is_some(),
            is_unsafe: matches!(signature.safety, syn::Safety::Unsafe(_)),
            documents_panics: attributes.iter().any(documents_panics),
            is_exported: attributes.iter().any(is_exported),
            tracks_caller: attributes.iter().any(tracks_caller),
            reach: Reach::Possible,
            unread,
            span: self.span(signature, block),
        });
        match self.owner {
            Owner::Impl(block) => {
                self.items.impls[block].functions.insert(name, id);
            }
            Owner::Trait(owner) => {
                self.items.traits[owner].defaults.insert(name, id);
            }
            Owner::Module(_) | Owner::Body(_) => {}
        }
        self.within(&signature.ident, |inner| {
            inner.enclosing = Some(id);
            visit::visit_signature(inner, signature);
            visit::visit_block(inner, block);
        });
    }

    fn ty(&mut self, head: Head<'_>, variants: impl FnOnce(&Names, &Scope<'_>) -> Vec<Variant>) {
        let Head { kind, attributes, name, visibility, generics, span } = head;
        let (place, parts) = (self.place(), self.path_to(name));
        let variants = variants(&self.names, &Scope::new(&place, generics));
        let const_parameters = self.const_parameters(generics);
        let defaults = self.names.defaults(&place, generics);
        self.items.types.push(TypeDef {
            name: name.to_string(),
            path: printed(&parts),
            parts,
            kind,
            module: self.module,
            visibility: visibility_of(visibility),
            parameters: parameters(generics),
            const_parameters,
            defaults,
            variants,
            alignment: attributes.iter().map(alignment).max().unwrap_or(1),
            span,
        });
    }

    fn const_parameters(&self, generics: &syn::Generics) -> BTreeMap<Name, crate::mir::Type> {
        let place = self.place();
        let scope = Scope::new(&place, generics);
        let typed =
            |param: &syn::ConstParam| (param.ident.to_string().into(), self.names.ty(&scope, &param.ty));
        generics.const_params().map(typed).collect()
    }

    /// The types of a trait's constants.
    fn trait_constants(&self, item: &syn::ItemTrait) -> BTreeMap<Name, crate::mir::Type> {
        let place = self.place();
        let scope = Scope::new(&place, &item.generics);
        let typed = |member: &syn::TraitItem| match member {
            syn::TraitItem::Const(own) => {
                Some((Name::from(own.ident.to_string()), self.names.ty(&scope, &own.ty)))
            }
            _ => None,
        };
        item.items.iter().filter_map(typed).collect()
    }

    fn impl_block(&self, item: &syn::ItemImpl) -> ImplDef {
        let place = self.place();
        let mut scope = Scope::new(&place, &item.generics);
        let self_type = self.names.ty(&scope, &item.self_ty);
        scope.self_type = Some(self_type.clone());
        let of_trait = item.trait_.as_ref().map(|(path, _)| path);
        let is_negative = item.modifiers.polarity.is_some();
        let (mut types, mut type_parameters) = (BTreeMap::new(), BTreeMap::new());
        for member in &item.items {
            let syn::ImplItem::Type(ty) = member else { continue };
            let name = Name::from(ty.ident.to_string());
            let own = parameters(&ty.generics);
            scope.add_parameters(&own);
            types.insert(name.clone(), self.names.ty(&scope, &ty.ty));
            scope.remove_parameters(&own);
            if !own.is_empty() {
                type_parameters.insert(name, own);
            }
        }
        let constants = item.items.iter().filter_map(|member| match member {
            syn::ImplItem::Const(constant) => Some(Name::from(constant.ident.to_string())),
            _ => None,
        });
        let constants = constants.collect();
        let trait_path: Option<Path> =
            of_trait.filter(|_| !is_negative).map(|path| self.names.trait_path(&scope, path));
        ImplDef {
            parameters: parameters(&item.generics),
            const_parameters: self.const_parameters(&item.generics),
            unsized_parameters: unsized_parameters(&item.generics),
            binds_lifetimes: binds_lifetimes(&item.generics),
            bounds: self.names.bounds(&scope, &item.generics),
            types,
            type_parameters,
            self_type,
            trait_path,
            constants,
            is_unsafe: item.unsafety.is_some(),
            is_instrumentation: of_trait.is_some_and(is_of_runtime),
            functions: BTreeMap::new(),
            place: place.scope.clone(),
        }
    }
}

/// Tells whether generics say something of all lifetimes.
fn binds_lifetimes(generics: &syn::Generics) -> bool {
    struct Binders(bool);

    impl<'ast> syn::visit::Visit<'ast> for Binders {
        fn visit_bound_lifetimes(&mut self, _: &'ast syn::BoundLifetimes) {
            self.0 = true;
        }
    }

    let mut binders = Binders(false);
    syn::visit::Visit::visit_generics(&mut binders, generics);
    binders.0
}

/// What structs, enums and unions have in common.
struct Head<'a> {
    kind: TypeKind,
    attributes: &'a [syn::Attribute],
    name: &'a syn::Ident,
    visibility: &'a syn::Visibility,
    generics: &'a syn::Generics,
    span: Span,
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let module = self.items.modules.push(ModuleDef {
            path: self.path_to(&item.ident),
            visibility: visibility_of(&item.vis),
            parent: Some(self.module),
        });
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Module(module), |inner| visit::visit_item_mod(inner, item));
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
        let block = self.impl_block(item);
        let id = self.items.impls.push(block);
        self.inside(PathPart::Impl, Owner::Impl(id), |inner| visit::visit_item_impl(inner, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let id = self.items.traits.push(TraitDef {
            path: printed(&self.path_to(&item.ident)),
            parameters: parameters(&item.generics),
            parameter_defaults: self.names.defaults(&self.place(), &item.generics),
            is_unsafe: item.unsafety.is_some(),
            supertraits: supertraits(item),
            defaults: BTreeMap::new(),
            constants: self.trait_constants(item),
        });
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, Owner::Trait(id), |inner| visit::visit_item_trait(inner, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let head = Head {
            kind: TypeKind::Struct,
            attributes: &item.attrs,
            name: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            span: self.span(&item.struct_token, item),
        };
        self.ty(head, |names, scope| {
            vec![only_variant(names, scope, (&item.attrs, &item.ident), &item.fields)]
        });
        self.within(&item.ident, |inner| visit::visit_item_struct(inner, item));
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        let fields = syn::Fields::Named(item.fields.clone());
        let head = Head {
            kind: TypeKind::Union,
            attributes: &item.attrs,
            name: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            span: self.span(&item.union_token, item),
        };
        self.ty(head, |names, scope| vec![only_variant(names, scope, (&item.attrs, &item.ident), &fields)]);
        self.within(&item.ident, |inner| visit::visit_item_union(inner, item));
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let head = Head {
            kind: TypeKind::Enum,
            attributes: &item.attrs,
            name: &item.ident,
            visibility: &item.vis,
            generics: &item.generics,
            span: self.span(&item.enum_token, item),
        };
        self.ty(head, |names, scope| {
            let mut next = Some(BigInt::ZERO);
            let variant = |own: &syn::Variant| {
                let discriminant = match &own.discriminant {
                    Some((_, value)) => literal(value),
                    None => next.take(),
                };
                next = discriminant.as_ref().map(|number| number + 1);
                variant(names, scope, (&own.attrs, &own.ident), &own.fields, discriminant)
            };
            item.variants.iter().map(variant).collect()
        });
        self.within(&item.ident, |inner| visit::visit_item_enum(inner, item));
    }

    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        let part = PathPart::Name(item.ident.to_string());
        self.inside(part, self.owner, |inner| visit::visit_variant(inner, item));
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.within(&item.ident, |inner| visit::visit_item_const(inner, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.within(&item.ident, |inner| visit::visit_item_static(inner, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.within(&item.ident, |inner| visit::visit_impl_item_const(inner, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.within(&item.ident, |inner| visit::visit_trait_item_const(inner, item));
    }
}

fn visibility_of(visibility: &syn::Visibility) -> Visibility {
    match visibility {
        syn::Visibility::Public(_) => Visibility::Public,
        syn::Visibility::Restricted(_) => Visibility::Restricted,
        syn::Visibility::Inherited => Visibility::Inherited,
    }
}

/// The last names of the traits that a trait demands.
fn supertraits(item: &syn::ItemTrait) -> Vec<Name> {
    let name = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().map(|last| Name::from(last.ident.to_string()))
        }
        _ => None,
    };
    item.supertraits.iter().filter_map(name).collect()
}

/// A function's type and const parameters, those that `impl Trait` stands for last.
fn parameters_of(signature: &syn::Signature) -> Vec<Name> {
    let mut impls = CountImpls(0);
    impls.visit_signature(signature);
    let unnamed = (0..impls.0).map(|index| Name::from(format!("impl {index}")));
    parameters(&signature.generics).into_iter().chain(unnamed).collect()
}

/// Counts `impl Trait` in argument position.
struct CountImpls(usize);

impl Visit<'_> for CountImpls {
    fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
        self.0 += 1;
    }

    fn visit_return_type(&mut self, _: &syn::ReturnType) {}
}

/// `::pct::…`, as the attributes write it. (A user's own module of that name is `pct::…` or `crate::pct::…`.)
fn is_of_runtime(path: &syn::Path) -> bool {
    path.leading_colon.is_some() && path.segments.first().is_some_and(|first| first.ident == "pct")
}

fn only_variant(
    names: &Names,
    scope: &Scope<'_>,
    head: (&[syn::Attribute], &syn::Ident),
    fields: &syn::Fields,
) -> Variant {
    variant(names, scope, head, fields, Some(BigInt::ZERO))
}

fn variant(
    names: &Names,
    scope: &Scope<'_>,
    (attributes, name): (&[syn::Attribute], &syn::Ident),
    fields: &syn::Fields,
    discriminant: Option<BigInt>,
) -> Variant {
    let shape = match fields {
        syn::Fields::Unit => Shape::Unit,
        syn::Fields::Unnamed(_) => Shape::Tuple,
        syn::Fields::Named(_) => Shape::Named,
    };
    let field = |(index, field): (usize, &syn::Field)| Field {
        name: field.ident.as_ref().map_or_else(|| index.to_string(), |name| name.unraw().to_string()).into(),
        ty: names.ty(scope, &field.ty),
        visibility: visibility_of(&field.vis),
    };
    let fields = fields.iter().enumerate().map(field).collect();
    let is_non_exhaustive = attributes.iter().any(|it| it.path().is_ident("non_exhaustive"));
    Variant { name: name.unraw().to_string().into(), shape, fields, is_non_exhaustive, discriminant }
}
