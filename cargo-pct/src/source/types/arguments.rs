//! Paths of types and traits, with their generic arguments.

use super::{Scope, literal, within_braces};
use crate::mir::{ConstArg, GenericArg, GenericArgs, Integer, Name, Path, Segment, Type, path_of};
use crate::source::names::{Names, Place};
use std::collections::BTreeMap;

impl Names {
    /// The path of a trait's declaration.
    pub(in crate::source) fn trait_path(&self, scope: &Scope, path: &syn::Path) -> Path {
        let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        let found = self.path(scope, path);
        if scope.parameters.contains(&first) || first == "Self" { found } else { self.real_path(found) }
    }

    /// A path of a type or trait, from its crate's root.
    pub(in crate::source) fn path(&self, scope: &Scope, path: &syn::Path) -> Path {
        let mut segments = Vec::new();
        let mut written = path.segments.iter().peekable();
        if let Some(first) = written.next() {
            let name = first.ident.to_string();
            let mut full = if scope.parameters.contains(&name) || name == "Self" {
                name
            } else {
                self.first(scope.place, &name, path.leading_colon.is_some())
            };
            while written.next_if(|segment| segment.ident == "super").is_some() {
                full = self.module_around(&full).to_owned();
            }
            let names: Vec<&str> = full.split("::").filter(|name| !name.is_empty()).collect();
            segments.extend_from_slice(&path_of(&names).segments);
            if let Some(Segment::Named { args, .. }) = segments.last_mut() {
                *args = self.arguments(scope, &first.arguments);
            }
        }
        segments.extend(written.map(|segment| self.segment(scope, segment)));
        Path { segments: segments.into() }
    }

    pub(super) fn segment(&self, scope: &Scope, segment: &syn::PathSegment) -> Segment {
        Segment::Named {
            name: segment.ident.to_string().into(),
            args: self.arguments(scope, &segment.arguments),
        }
    }

    pub(super) fn arguments(&self, scope: &Scope, arguments: &syn::PathArguments) -> GenericArgs {
        match arguments {
            syn::PathArguments::None => GenericArgs::NONE,
            syn::PathArguments::AngleBracketed(args) => {
                GenericArgs::Angle(args.args.iter().filter_map(|arg| self.argument(scope, arg)).collect())
            }
            syn::PathArguments::Parenthesized(args) => GenericArgs::Parenthesized {
                inputs: args.inputs.iter().map(|input| self.ty(scope, &input.ty)).collect(),
                output: match &args.output {
                    syn::ReturnType::Default => None,
                    syn::ReturnType::Type(_, ty) => Some(Box::new(self.ty(scope, ty))),
                },
            },
        }
    }

    fn argument(&self, scope: &Scope, arg: &syn::GenericArgument) -> Option<GenericArg> {
        if let syn::GenericArgument::Type(syn::Type::Path(path)) = arg
            && let Some(ident) = path.path.get_ident()
            && let Some(argument) = scope.arguments.get(&ident.to_string())
        {
            // A const parameter looks like a type.
            return Some(argument.clone());
        }
        if let syn::GenericArgument::Type(syn::Type::Path(syn::TypePath { qself: None, path, .. })) = arg {
            let path = self.real_path(self.path(scope, path));
            // So does a constant.
            if self.is_value(&path) && !path.begins_in_std() {
                return Some(GenericArg::Type(Type::Path(path)));
            }
        }
        Some(match arg {
            syn::GenericArgument::Type(ty) => GenericArg::Type(self.ty(scope, ty)),
            syn::GenericArgument::Const(value) => GenericArg::Const(self.const_arg(scope, value)),
            syn::GenericArgument::AssocType(assoc) => GenericArg::AssociatedType {
                name: assoc.ident.to_string().into(),
                args: Vec::new(),
                ty: self.ty(scope, &assoc.ty),
            },
            // `A: Bound` says of `A` what is not followed.
            syn::GenericArgument::Constraint(constraint) => GenericArg::AssociatedType {
                name: constraint.ident.to_string().into(),
                args: Vec::new(),
                ty: Type::Infer,
            },
            _ => return None,
        })
    }

    /// What parameters stand for where they are left out, as far as that is said.
    pub(in crate::source) fn defaults(
        &self,
        place: &Place,
        generics: &syn::Generics,
    ) -> BTreeMap<Name, GenericArg> {
        let scope = Scope::new(place, generics);
        let default = |param: &syn::GenericParam| match param {
            syn::GenericParam::Type(param) => {
                let (_, default) = param.default.as_ref()?;
                Some((param.ident.to_string().into(), GenericArg::Type(self.ty(&scope, default))))
            }
            syn::GenericParam::Const(param) => {
                let (_, default) = param.default.as_ref()?;
                Some((param.ident.to_string().into(), GenericArg::Const(self.const_arg(&scope, default))))
            }
            syn::GenericParam::Lifetime(_) => None,
        };
        generics.params.iter().filter_map(default).collect()
    }

    pub(super) fn const_arg(&self, scope: &Scope, value: &syn::Expr) -> ConstArg {
        let value = within_braces(value);
        if let Some(value) = literal(value) {
            let magnitude = u128::try_from(value.magnitude().clone()).unwrap_or(u128::MAX);
            let value = Integer::new(value.sign() == num_bigint::Sign::Minus, magnitude);
            return ConstArg::Integer { value, ty: None };
        }
        if let syn::Expr::Lit(syn::ExprLit { lit, .. }) = value {
            match lit {
                syn::Lit::Bool(truth) => return ConstArg::Bool(truth.value),
                syn::Lit::Char(character) => return ConstArg::Char(character.value()),
                _ => {}
            }
        }
        if let syn::Expr::Path(path) = value
            && let Some(ident) = path.path.get_ident()
            && let Some(argument) = scope.arguments.get(&ident.to_string())
        {
            return match argument {
                GenericArg::Const(constant) => constant.clone(),
                GenericArg::Type(Type::Path(path)) => ConstArg::Path(path.clone()),
                _ => ConstArg::Expression(ident.to_string().into()),
            };
        }
        match value {
            syn::Expr::Path(path) => ConstArg::Path(self.path(scope, &path.path)),
            other => ConstArg::Expression(quote::ToTokens::to_token_stream(other).to_string().into()),
        }
    }
}
