//! Reads [`Declarations`] from the text of a crate: one file, macros expanded, modules inline.
//!
//! Names are resolved by the `use` declarations of their module, its items, and the prelude. A name that resolves to
//! nothing stays as it is: a type of that name is then foreign, of which nothing is assumed.

mod names;
mod types;

use super::declarations::{Adt, AdtKind, Declarations, FunctionDeclaration, Impl, Owner, Trait, Variant};
use crate::mir::{Name, Type};
use names::join;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;
use types::{Scope, literal, parameters};

/// Reads the declarations of a crate. `prefix` is put before the crate's own paths: `std` for models of the standard
/// library, empty for the analysed crate.
pub fn read_declarations(text: &str, prefix: &str) -> Result<Declarations, syn::Error> {
    let mut reader = Reader { prefix: prefix.to_owned(), ..Reader::default() };
    let file = syn::parse_file(text)?;
    reader.collect_names(prefix, &file.items);
    reader.items(prefix, &file.items);
    Ok(reader.out)
}

#[derive(Default)]
struct Reader {
    prefix: String,
    /// What a name means in a module: its full path.
    names: BTreeMap<String, BTreeMap<String, String>>,
    globs: BTreeMap<String, Vec<String>>,
    /// The functions that hold items: names are looked up around them, too.
    bodies: BTreeSet<String>,
    /// Type aliases by path, each with the module that it is in.
    aliases: BTreeMap<String, (String, syn::ItemType)>,
    out: Declarations,
}

impl Reader {
    fn items(&mut self, module: &str, items: &[syn::Item]) {
        items.iter().for_each(|item| self.item(module, item));
    }

    fn item(&mut self, module: &str, item: &syn::Item) {
        match item {
            syn::Item::Mod(item) => {
                if let Some((_, items)) = &item.content {
                    self.items(&join(module, &item.ident.unraw().to_string()), items);
                }
            }
            syn::Item::Struct(item) => {
                self.adt(module, &item.ident, &item.generics, AdtKind::Struct, |reader, scope| {
                    let fields = reader.fields(scope, &item.fields);
                    vec![Variant {
                        name: item.ident.unraw().to_string().into(),
                        discriminant: BigInt::ZERO,
                        fields,
                    }]
                })
            }
            syn::Item::Union(item) => {
                self.adt(module, &item.ident, &item.generics, AdtKind::Union, |reader, scope| {
                    let fields = reader.fields(scope, &syn::Fields::Named(item.fields.clone()));
                    vec![Variant {
                        name: item.ident.unraw().to_string().into(),
                        discriminant: BigInt::ZERO,
                        fields,
                    }]
                })
            }
            syn::Item::Enum(item) => {
                self.adt(module, &item.ident, &item.generics, AdtKind::Enum, |reader, scope| {
                    let mut next = BigInt::ZERO;
                    let variant = |variant: &syn::Variant| {
                        let explicit = variant.discriminant.as_ref().and_then(|(_, value)| literal(value));
                        let discriminant = explicit.unwrap_or_else(|| next.clone());
                        next = &discriminant + 1;
                        Variant {
                            name: variant.ident.unraw().to_string().into(),
                            discriminant,
                            fields: reader.fields(scope, &variant.fields),
                        }
                    };
                    item.variants.iter().map(variant).collect()
                })
            }
            syn::Item::Fn(item) => self.function(module, &item.sig, Some(&item.block), Owner::Module),
            syn::Item::Impl(item) => self.impl_block(module, item),
            syn::Item::Trait(item) => self.trait_item(module, item),
            syn::Item::Const(item) if item.ident == "_" => self.nested(module, &item.expr),
            _ => {}
        }
    }

    fn adt(
        &mut self,
        module: &str,
        ident: &syn::Ident,
        generics: &syn::Generics,
        kind: AdtKind,
        variants: impl FnOnce(&Reader, &Scope) -> Vec<Variant>,
    ) {
        let path = join(module, &ident.unraw().to_string());
        let scope = Scope::new(module, generics);
        let variants = variants(self, &scope);
        let parameters = parameters(generics);
        self.out.adts.insert(path.clone(), Adt { path, parameters, kind, variants });
    }

    fn fields(&self, scope: &Scope, fields: &syn::Fields) -> Vec<(Name, Type)> {
        let field = |(index, field): (usize, &syn::Field)| {
            let name =
                field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
            (Name::from(name), self.ty(scope, &field.ty))
        };
        fields.iter().enumerate().map(field).collect()
    }

    fn function(&mut self, module: &str, sig: &syn::Signature, block: Option<&syn::Block>, owner: Owner) {
        let mut parameters = parameters(&sig.generics);
        let mut impls = CountImpls(0);
        syn::visit::Visit::visit_signature(&mut impls, sig);
        parameters.extend((0..impls.0).map(|index| Name::from(format!("impl {index}"))));
        let name: Name = sig.ident.unraw().to_string().into();
        self.out.functions.push(FunctionDeclaration { name, module: module.to_owned(), owner, parameters });
        if let Some(block) = block {
            let inner = join(module, &sig.ident.unraw().to_string());
            self.nested_block(&inner, block);
        }
    }

    fn nested(&mut self, module: &str, expr: &syn::Expr) {
        let mut found = NestedItems(Vec::new());
        syn::visit::Visit::visit_expr(&mut found, expr);
        found.0.iter().for_each(|item| self.item(module, item));
    }

    fn nested_block(&mut self, module: &str, block: &syn::Block) {
        let mut found = NestedItems(Vec::new());
        syn::visit::Visit::visit_block(&mut found, block);
        found.0.iter().for_each(|item| self.item(module, item));
    }

    fn impl_block(&mut self, module: &str, item: &syn::ItemImpl) {
        let mut scope = Scope::new(module, &item.generics);
        let self_type = self.ty(&scope, &item.self_ty);
        scope.self_type = Some(self_type.clone());
        let trait_path = item.trait_.as_ref().map(|(path, _)| self.path(&scope, path));
        let index = self.out.impls.len();
        let mut types = BTreeMap::new();
        for member in &item.items {
            if let syn::ImplItem::Type(ty) = member {
                types.insert(Name::from(ty.ident.unraw().to_string()), self.ty(&scope, &ty.ty));
            }
        }
        self.out.impls.push(Impl {
            module: module.to_owned(),
            parameters: parameters(&item.generics),
            self_type,
            trait_path,
            bounds: self.bounds(&scope, &item.generics),
            types,
            functions: BTreeMap::new(),
        });
        for member in &item.items {
            if let syn::ImplItem::Fn(function) = member {
                let name: Name = function.sig.ident.unraw().to_string().into();
                let number = self.out.functions.len();
                self.function(module, &function.sig, Some(&function.block), Owner::Impl(index));
                self.out.impls[index].functions.insert(name, number);
            }
        }
    }

    fn trait_item(&mut self, module: &str, item: &syn::ItemTrait) {
        let path = join(module, &item.ident.unraw().to_string());
        let mut defaults = BTreeMap::new();
        for member in &item.items {
            if let syn::TraitItem::Fn(function) = member
                && let Some(block) = &function.default
            {
                let name: Name = function.sig.ident.unraw().to_string().into();
                defaults.insert(name, self.out.functions.len());
                self.function(module, &function.sig, Some(block), Owner::Trait(path.clone()));
            }
        }
        let parameters = parameters(&item.generics);
        self.out.traits.insert(path.clone(), Trait { path, parameters, defaults });
    }
}

/// Counts `impl Trait` in argument position.
struct CountImpls(usize);

impl syn::visit::Visit<'_> for CountImpls {
    fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
        self.0 += 1;
    }

    fn visit_return_type(&mut self, _: &syn::ReturnType) {}
}

/// The items directly inside a body.
struct NestedItems(Vec<syn::Item>);

impl syn::visit::Visit<'_> for NestedItems {
    fn visit_item(&mut self, item: &syn::Item) {
        self.0.push(item.clone());
    }
}
