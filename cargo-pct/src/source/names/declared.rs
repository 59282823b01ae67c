//! The items that a crate declares, scope by scope.

use super::super::items::{PathPart, printed};
use super::super::visibility::VisibleIn;
use super::{Names, Place, is_std, join};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// Adds what a crate declares to the names of its root. Returns the `use` declarations, each with its place: they may name what is declared later.
pub(super) fn declared(names: Names, root: Place, file: &syn::File) -> (Names, Vec<(Place, syn::ItemUse)>) {
    let mut collector =
        Collector { names, place: root, uses: Vec::new(), begun_texts: BTreeSet::new(), depth: 0 };
    collector.visit_file(file);
    (collector.names, collector.uses)
}

/// Collects what is declared, and the `use` declarations, whose own names may be declared later.
struct Collector {
    names: Names,
    place: Place,
    uses: Vec<(Place, syn::ItemUse)>,
    /// The scopes that were walked.
    begun_texts: BTreeSet<String>,
    /// How many blocks of the scope are around.
    depth: usize,
}

impl Collector {
    /// Declares a type, trait or module.
    fn declare_type(&mut self, name: &syn::Ident, visibility: &syn::Visibility) {
        *self.names.types.entry(join(&self.place.scope, &name.to_string())).or_default() += 1;
        self.declare(name, visibility);
    }

    /// Declares a function, constant or static, which no name of a type leads to.
    fn declare_value(&mut self, name: &syn::Ident) {
        self.names.values.insert(join(&self.place.scope, &name.to_string()));
    }

    fn declare(&mut self, name: &syn::Ident, visibility: &syn::Visibility) {
        let (name, scope) = (name.to_string(), &self.place.scope);
        let path = join(scope, &name);
        let visible = VisibleIn::of(visibility, &self.place, &self.names);
        self.names.add(scope, name, path, visible);
    }

    fn inside(&mut self, part: &PathPart, walk: impl FnOnce(&mut Self)) {
        let outer = self.place.clone();
        self.place.scope = join(&outer.scope, &printed(std::slice::from_ref(part)));
        self.begin_text(self.place.scope.clone());
        let depth = std::mem::take(&mut self.depth);
        walk(self);
        (self.place, self.depth) = (outer, depth);
    }

    /// Begins a text of the scope; what walks a second one has names that the first does not see.
    fn begin_text(&mut self, text: String) {
        if !self.begun_texts.insert(text) {
            self.names.shared.insert(self.place.scope.clone());
        }
    }

    fn within(&mut self, name: &syn::Ident, walk: impl FnOnce(&mut Self)) {
        self.inside(&PathPart::Name(name.to_string()), walk);
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.depth += 1;
        if block.stmts.iter().any(|statement| matches!(statement, syn::Stmt::Item(_))) {
            if self.depth > 1 {
                self.names.shared.insert(self.place.scope.clone());
            }
            self.begin_text(format!("a block of {}", self.place.scope));
        }
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        let path = match item.ident.to_string() {
            name if name == "self" => self.names.root.clone(),
            name if is_std(&name) => "std".to_owned(),
            name => name,
        };
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name).to_string();
        if self.place.scope == self.names.root {
            self.names.crates.insert(name.clone(), path.clone());
        }
        let visible = VisibleIn::of(&item.vis, &self.place, &self.names);
        self.names.add(&self.place.scope, name, path, visible);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.uses.push((self.place.clone(), item.clone()));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.declare_type(&item.ident, &item.vis);
        self.within(&item.ident, |inner| {
            inner.place.module.clone_from(&inner.place.scope);
            inner.names.modules.insert(inner.place.module.clone());
            visit::visit_item_mod(inner, item);
        });
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.declare_type(&item.ident, &item.vis);
        self.within(&item.ident, |inner| visit::visit_item_struct(inner, item));
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.declare_type(&item.ident, &item.vis);
        self.within(&item.ident, |inner| visit::visit_item_enum(inner, item));
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.declare_type(&item.ident, &item.vis);
        self.within(&item.ident, |inner| visit::visit_item_union(inner, item));
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.declare_type(&item.ident, &item.vis);
        let path = join(&self.place.scope, &item.ident.to_string());
        self.names.aliases.insert(path, (self.place.clone(), item.clone()));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.declare_type(&item.ident, &item.vis);
        let path = join(&self.place.scope, &item.ident.to_string());
        let types = item.items.iter().filter_map(|member| match member {
            syn::TraitItem::Type(ty) => Some(ty.ident.to_string()),
            _ => None,
        });
        self.names.associated.entry(path.clone()).or_default().extend(types);
        let demanded = item.supertraits.iter().filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => Some((self.place.clone(), bound.path.clone())),
            _ => None,
        });
        self.names.demanded.entry(path).or_default().extend(demanded);
        self.within(&item.ident, |inner| visit::visit_item_trait(inner, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.inside(&PathPart::Impl, |inner| visit::visit_item_impl(inner, item));
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.declare(&item.ident, &item.vis);
        self.declare_value(&item.ident);
        self.within(&item.ident, |inner| visit::visit_item_const(inner, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.declare_value(&item.ident);
        self.within(&item.ident, |inner| visit::visit_item_static(inner, item));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.declare_value(&item.sig.ident);
        self.within(&item.sig.ident, |inner| visit::visit_item_fn(inner, item));
    }

    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        self.within(&item.ident, |inner| visit::visit_variant(inner, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.within(&item.ident, |inner| visit::visit_impl_item_const(inner, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.within(&item.ident, |inner| visit::visit_trait_item_const(inner, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.within(&item.sig.ident, |inner| visit::visit_impl_item_fn(inner, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.within(&item.sig.ident, |inner| visit::visit_trait_item_fn(inner, item));
    }
}
