//! What is read of single items: visibility, parameters, variants with their fields.

use crate::mir::Name;
use crate::source::items::{Field, Shape, Variant, Visibility};
use crate::source::names::Names;
use crate::source::types::{Scope, parameters};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};

/// Tells whether generics say something of all lifetimes.
pub(super) fn binds_lifetimes(generics: &syn::Generics) -> bool {
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

pub(super) fn visibility_of(visibility: &syn::Visibility) -> Visibility {
    match visibility {
        syn::Visibility::Public(_) => Visibility::Public,
        syn::Visibility::Restricted(_) => Visibility::Restricted,
        syn::Visibility::Inherited => Visibility::Inherited,
    }
}

/// The last names of the traits that a trait demands.
pub(super) fn supertraits(item: &syn::ItemTrait) -> Vec<Name> {
    let name = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().map(|last| Name::from(last.ident.to_string()))
        }
        _ => None,
    };
    item.supertraits.iter().filter_map(name).collect()
}

/// A function's type and const parameters, those that `impl Trait` stands for last.
pub(super) fn parameters_of(signature: &syn::Signature) -> Vec<Name> {
    let mut impls = CountImpls(0);
    impls.visit_signature(signature);
    let unnamed = (0..impls.0).map(|index| Name::from(format!("impl {index}")));
    parameters(&signature.generics).into_iter().chain(unnamed).collect()
}

/// The last names of the types in a function's result.
pub(super) fn result_names(signature: &syn::Signature) -> BTreeSet<Name> {
    let mut names = LastNames(BTreeSet::new());
    names.visit_return_type(&signature.output);
    names.0
}

/// Collects the last names of paths.
struct LastNames(BTreeSet<Name>);

impl<'ast> Visit<'ast> for LastNames {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.extend(path.segments.last().map(|last| Name::from(last.ident.to_string())));
        visit::visit_path(self, path);
    }
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
pub(super) fn is_of_runtime(path: &syn::Path) -> bool {
    path.leading_colon.is_some() && path.segments.first().is_some_and(|first| first.ident == "pct")
}

pub(super) fn only_variant(
    names: &Names,
    scope: &Scope<'_>,
    head: (&[syn::Attribute], &syn::Ident),
    fields: &syn::Fields,
) -> Variant {
    variant(names, scope, head, fields, Some(BigInt::ZERO))
}

pub(super) fn variant(
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
