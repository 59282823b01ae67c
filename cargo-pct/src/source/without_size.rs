//! Parameters and associated types that may stand for types without a size: what is declared `?Sized`.
//!
//! Over-approximates: names are taken for the same wherever they are declared.

use super::types::parameters;
use crate::mir::Name;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// The name of all `impl Trait` arguments.
const ARGUMENT: &str = "impl";

/// The names of a file.
pub(super) fn without_size(file: &syn::File) -> BTreeSet<String> {
    let mut found = Finder(BTreeSet::new());
    found.visit_file(file);
    found.0
}

/// The parameters of an impl block that are declared so.
pub(super) fn unsized_parameters(generics: &syn::Generics) -> BTreeSet<Name> {
    let mut found = Finder(BTreeSet::new());
    found.visit_generics(generics);
    let declared = parameters(generics).into_iter();
    declared.filter(|name| found.0.contains(&**name)).collect()
}

struct Finder(BTreeSet<String>);

impl Finder {
    fn add<'a>(&mut self, name: &str, bounds: impl IntoIterator<Item = &'a syn::TypeParamBound>) {
        let is_maybe = |bound: &syn::TypeParamBound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.maybe.is_some(),
            _ => false,
        };
        if bounds.into_iter().any(is_maybe) {
            self.0.insert(name.to_owned());
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_type_param(&mut self, param: &'ast syn::TypeParam) {
        self.add(&param.ident.to_string(), &param.bounds);
        visit::visit_type_param(self, param);
    }

    fn visit_predicate_type(&mut self, predicate: &'ast syn::PredicateType) {
        if let syn::Type::Path(path) = &predicate.bounded_ty
            && let Some(last) = path.path.segments.last()
        {
            self.add(&last.ident.to_string(), &predicate.bounds);
        }
        visit::visit_predicate_type(self, predicate);
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.add(&item.ident.to_string(), &item.bounds);
        visit::visit_trait_item_type(self, item);
    }

    fn visit_type_impl_trait(&mut self, argument: &'ast syn::TypeImplTrait) {
        self.add(ARGUMENT, &argument.bounds);
        visit::visit_type_impl_trait(self, argument);
    }
}
