//! The walk: each item that it meets is pushed with its place.

use super::variants::{only_variant, supertraits, variant, visibility_of};
use super::{Collector, Head};
use crate::source::items::{ModuleDef, Owner, PathPart, TraitDef, TypeKind, printed};
use crate::source::reach::documents_panics;
use crate::source::types::{literal, parameters};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use syn::visit::{self, Visit};

/// The functions that a trait declares, each with whether its documentation announces panics.
fn functions_of(item: &syn::ItemTrait) -> BTreeMap<String, bool> {
    let functions = item.items.iter().filter_map(|item| match item {
        syn::TraitItem::Fn(function) => Some(function),
        _ => None,
    });
    functions.map(|it| (it.sig.ident.to_string(), it.attrs.iter().any(documents_panics))).collect()
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
            functions: functions_of(item),
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
