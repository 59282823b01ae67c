//! From syntax to items: one walk over a text, in its order.

mod unclear;
mod variants;
mod walk;

use super::SourceError;
use super::exports::exports;
use super::fixed::fixed;
use super::foreign::Foreign;
use super::handed_out::handed_out;
use super::items::{
    FnDef, FunctionId, ImplDef, Items, ModuleDef, ModuleId, Owner, PathPart, Reach, TypeDef, TypeKind,
    Variant, Visibility, printed,
};
use super::mentions::mentions;
use super::nameable::nameable_traits;
use super::names::{Names, Place};
use super::own_std::give_raw_names;
use super::reach::{documents_panics, is_exported, set_reach, tracks_caller};
use super::texts::texts;
use super::types::{Scope, alignment, parameters};
use super::without_size::{unsized_parameters, without_size};
use crate::mir::{Name, Path, Type};
use crate::span::Span;
use crate::syntax::{self, Parsed, position};
use std::collections::BTreeMap;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::visit;
use unclear::{mark_unclear_heads, name_traits_of_std, unclear_traits};
use variants::{binds_lifetimes, is_of_runtime, parameters_of, result_names, visibility_of};

impl Items {
    /// Reads the macro-expanded text of a crate. `file` names it in places and errors; `root` is the path of the crate's root:
    /// empty for the analysed crate, `std` for the models of the standard library.
    ///
    /// # Errors
    /// If the text does not consist of Rust's tokens. An item that cannot be read is in [`Items::unread`].
    pub fn read(file: &str, root: &[PathPart], text: &str) -> Result<Items, SourceError> {
        Items::read_among(file, root, text, &|_| None)
    }

    /// The same, where the public paths of other crates are known.
    ///
    /// # Errors
    /// As [`Items::read`].
    pub fn read_among(
        file: &str,
        root: &[PathPart],
        text: &str,
        foreign: Foreign<'_>,
    ) -> Result<Items, SourceError> {
        let file: Arc<str> = file.into();
        let Parsed { file: mut tree, unread } = syntax::parse(text).map_err(|error| SourceError {
            file: file.clone(),
            position: position(error.span().start()),
            message: error.to_string(),
        })?;
        // In another crate's paths its own name stands first.
        if root.is_empty() {
            give_raw_names(&mut tree);
        }
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
        name_traits_of_std(&mut items, &names, foreign);
        mark_unclear_heads(&mut items, &names);
        let ambiguous = unclear_traits(&items, &names);
        items.ambiguous = ambiguous;
        set_reach(&mut items);
        items.handed_out = handed_out(&items);
        Ok(items)
    }
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
            result_names: result_names(signature),
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

/// What structs, enums and unions have in common.
struct Head<'a> {
    kind: TypeKind,
    attributes: &'a [syn::Attribute],
    name: &'a syn::Ident,
    visibility: &'a syn::Visibility,
    generics: &'a syn::Generics,
    span: Span,
}
