//! One concrete instance of a generic type, so that objects of it can be built and driven: `i32` for each type parameter
//! whose bounds are standard traits that `i32` meets, 4 for each integer constant.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, GenericArgument, GenericParam, Generics, Ident, PathArguments, Type, TypeParamBound, TypePath,
    WherePredicate, parse_quote,
};

/// Standard traits that `i32` meets with any arguments that mean `i32` itself.
const MET: &[&str] = &[
    "Add",
    "AddAssign",
    "Binary",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "Eq",
    "FromStr",
    "Hash",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "RefUnwindSafe",
    "Rem",
    "RemAssign",
    "Send",
    "Shl",
    "Shr",
    "Sized",
    "Sub",
    "SubAssign",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
    "UnwindSafe",
];

/// What stands for each parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concrete {
    types: BTreeMap<Ident, Type>,
    constants: BTreeMap<Ident, Expr>,
    lifetimes: Vec<syn::Lifetime>,
}

impl Concrete {
    /// Chooses an instance, or says why there is none.
    pub(crate) fn of(generics: &Generics) -> Result<Concrete, String> {
        let mut concrete = Concrete::default();
        for param in &generics.params {
            match param {
                GenericParam::Lifetime(it) => concrete.lifetimes.push(it.lifetime.clone()),
                GenericParam::Type(it) => {
                    check_bounds(&it.ident.to_string(), it.bounds.iter())?;
                    concrete.types.insert(it.ident.clone(), parse_quote!(i32));
                }
                GenericParam::Const(it) => {
                    let ty = it.ty.to_token_stream().to_string();
                    if matches!(ty.as_str(), "bool" | "char") {
                        return Err(format!("it is generic over a constant of type `{ty}`"));
                    }
                    concrete.constants.insert(it.ident.clone(), parse_quote!(4));
                }
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(it) = predicate {
                let name = it.bounded_ty.to_token_stream().to_string();
                let is_param = matches!(&it.bounded_ty, Type::Path(path) if path.path.get_ident().is_some());
                if !is_param {
                    return Err(format!("it is generic, with a bound on `{name}`"));
                }
                check_bounds(&name, it.bounds.iter())?;
            }
        }
        Ok(concrete)
    }

    /// Whether there are parameters besides lifetimes.
    pub(crate) fn is_generic(&self) -> bool {
        !self.types.is_empty() || !self.constants.is_empty()
    }

    /// The parameters of an impl for the instance: its lifetimes.
    pub(crate) fn impl_generics(&self) -> TokenStream {
        let lifetimes = &self.lifetimes;
        quote!(<#(#lifetimes),*>)
    }

    /// A type of the generic item, as it is in the instance; `None` if it names something that only an impl could resolve.
    pub(crate) fn apply(&self, ty: &Type) -> Option<Type> {
        let mut substitution = Substitution { concrete: self, own: None, is_resolved: true, outside: false };
        let mut ty = ty.clone();
        substitution.visit_type_mut(&mut ty);
        substitution.is_resolved.then_some(ty)
    }

    /// Whether there are lifetime parameters.
    pub(crate) fn has_lifetimes(&self) -> bool {
        !self.lifetimes.is_empty()
    }

    /// Whether the bounds of a method's own `where` clause hold for the instance.
    pub(crate) fn meets(&self, clause: Option<&syn::WhereClause>) -> bool {
        clause.into_iter().flat_map(|clause| &clause.predicates).all(|predicate| match predicate {
            WherePredicate::Type(it) => {
                let holds = check_bounds("", it.bounds.iter()).is_ok();
                let name = it.bounded_ty.to_token_stream().to_string();
                holds && (name == "Self" || self.types.keys().any(|param| *param == name))
                    || !self.is_generic()
            }
            _ => true,
        })
    }

    /// The same outside any impl: `Self` is `own`, and lifetimes are inferred.
    pub(crate) fn apply_outside(&self, ty: &Type, own: &Type) -> Option<Type> {
        let mut substitution =
            Substitution { concrete: self, own: Some(own), is_resolved: true, outside: true };
        let mut ty = ty.clone();
        substitution.visit_type_mut(&mut ty);
        substitution.is_resolved.then_some(ty)
    }
}

/// Whether a type is one of those that are known to have no size. Others are found out by the compiler, and what would
/// build them is dropped.
pub(crate) fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => {
            let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            matches!(name.as_str(), "str" | "Path" | "OsStr" | "CStr")
        }
        _ => false,
    }
}

fn check_bounds<'a>(name: &str, bounds: impl Iterator<Item = &'a TypeParamBound>) -> Result<(), String> {
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(it) => {
                let last =
                    it.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                if !MET.contains(&last.as_str()) {
                    let bound = it.path.to_token_stream().to_string().replace(' ', "");
                    return Err(format!(
                        "it is generic, and `{name}: {bound}` is not known to hold for `i32`"
                    ));
                }
            }
            TypeParamBound::Lifetime(_) => {}
            _ => return Err(format!("it is generic, with an unusual bound on `{name}`")),
        }
    }
    Ok(())
}

impl Concrete {
    /// A path outside any impl, like [`Concrete::apply_outside`].
    pub(crate) fn apply_to_path(&self, path: &syn::Path, own: &Type) -> Option<syn::Path> {
        let mut substitution =
            Substitution { concrete: self, own: Some(own), is_resolved: true, outside: true };
        let mut path = path.clone();
        substitution.visit_path_mut(&mut path);
        substitution.is_resolved.then_some(path)
    }
}

struct Substitution<'a> {
    concrete: &'a Concrete,
    own: Option<&'a Type>,
    is_resolved: bool,
    outside: bool,
}

impl Substitution<'_> {
    fn replacement(&mut self, path: &TypePath) -> Option<Type> {
        let first = path.path.segments.first()?;
        let is_self = first.ident == "Self";
        let known = if is_self { self.own } else { self.concrete.types.get(&first.ident) };
        if path.qself.is_some() && self.concrete.is_generic() {
            self.is_resolved = false;
        }
        let known = known?;
        if path.path.segments.len() == 1 && first.arguments == PathArguments::None {
            return Some(known.clone());
        }
        // `T::Item`: only trait resolution knows.
        self.is_resolved = false;
        None
    }
}

impl VisitMut for Substitution<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(known) = self.replacement(path)
        {
            *ty = known;
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        if let GenericArgument::Type(Type::Path(path)) = argument
            && let Some(value) = path.path.get_ident().and_then(|name| self.concrete.constants.get(name))
        {
            *argument = GenericArgument::Const(value.clone());
            return;
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if self.outside && lifetime.ident != "static" {
            *lifetime = parse_quote!('_);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && let Some(value) = path.path.get_ident().and_then(|name| self.concrete.constants.get(name))
        {
            *expr = value.clone();
            return;
        }
        // `[usize; Self::COUNT]`
        if let (Expr::Path(path), Some(own)) = (&*expr, self.own)
            && path.path.segments.first().is_some_and(|first| first.ident == "Self")
        {
            let rest = path.path.segments.iter().skip(1);
            *expr = parse_quote!(<#own>::#(#rest)::*);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(item: &str, expected: Result<&str, &str>) {
        let item: syn::ItemStruct = syn::parse_str(item).unwrap();
        let concrete = Concrete::of(&item.generics);
        let first = item.fields.iter().next().unwrap();
        let found = concrete.map(|it| it.apply(&first.ty).map(crate::text::of).unwrap_or_default());
        assert_eq!(found.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn parameters_become_i32_and_constants_four() {
        check("struct S<T: Clone, const N: usize> { a: [Option<T>; N] }", Ok("[Option < i32 >; 4]"));
        check(
            "struct S<'a, T> where T: std::ops::Add<Output = T> { a: &'a Ring<T, N> }",
            Ok("&'a Ring < i32, N >"),
        );
    }

    #[test]
    fn constants_of_the_type_are_named_outside_its_impl() {
        let own: Type = syn::parse_quote!(Block);
        let apply = |ty: Type| Concrete::of(&syn::Generics::default()).unwrap().apply_outside(&ty, &own);
        let found = apply(syn::parse_quote!(&[Self; Self::COUNT + 1])).map(crate::text::of);
        assert_eq!(found.as_deref(), Some("&[Block; <Block > ::COUNT + 1]"));
    }

    #[test]
    fn what_only_a_trait_knows_is_refused() {
        check("struct S<T> { a: T::Item }", Ok(""));
        check(
            "struct S<F: Fn()> { a: F }",
            Err("it is generic, and `F: Fn()` is not known to hold for `i32`"),
        );
    }
}
