//! Collects the types that a body gives to the parameters of others: to its callees, to the trait methods of what it builds, and behind trait objects.

use super::bits::peel_all_pointers;
use super::facts::Scan;
use super::flow::{MethodOf, Parameter};
use super::trait_methods::declared_name;
use crate::mir::{self, Bound, Type};
use crate::symex::types::{Generics, Rewrite, is_of_clients, known_parameter, peel_references};
use crate::symex::{BodyId, Structure};
use std::collections::BTreeSet;

/// A type that leads to more others by associated types leads to all.
const MOST_ASSOCIATED: usize = 100;

impl Scan<'_> {
    /// Notes the arguments for a callee's generic parameters.
    pub(super) fn gives(&mut self, callee: BodyId, generics: &Generics) {
        for (name, argument) in &generics.arguments {
            if let mir::GenericArg::Type(ty) = argument {
                self.gives_type(&Parameter::Of(callee, name.clone()), ty);
            }
        }
    }

    /// It calls whatever a path leads to which is not resolved. Where the path's type is declared, a method of that type gets the type's arguments.
    pub(super) fn calls_unknown(&mut self, path: &mir::Path) {
        let Some(name) = path.last_name() else { return };
        let named = |of: MethodOf| Parameter::Named(name.clone(), of);
        let item = path.as_trait_item();
        let own = item.as_ref().map(|item| item.self_type);
        let of_trait = item.iter().flat_map(|item| item.trait_path.type_args());
        let arguments: Vec<&Type> = path.type_args().chain(of_trait).collect();
        let to_all = match own.and_then(|own| declared_name(self.program, own)) {
            Some(ty) => {
                let to = named(MethodOf::Type(ty));
                let of_own = own.and_then(|own| peel_references(own).as_path()).into_iter();
                let types = of_own.flat_map(mir::Path::type_args).chain(arguments.iter().copied());
                types.for_each(|ty| self.gives_type(&to, ty));
                named(MethodOf::Unknown)
            }
            None => named(MethodOf::All),
        };
        arguments.into_iter().chain(own).for_each(|ty| self.gives_type(&to_all, ty));
    }

    fn gives_type(&mut self, to: &Parameter, ty: &Type) {
        let opened = self.with_captures(ty);
        for own in self.own_parameters(&opened) {
            self.facts.hands_on.insert((own, to.clone()));
        }
        for ty in self.types_with(peel_all_pointers(&opened)) {
            self.facts.gives.entry(ty).or_default().insert(to.clone());
        }
    }

    /// A type, with those of which a function can make values that is given it: what takes an iterator makes values of its items, too.
    fn types_with(&self, ty: &Type) -> BTreeSet<Type> {
        let (mut found, mut pending) = (BTreeSet::new(), vec![ty.clone()]);
        while let Some(ty) = pending.pop() {
            if found.len() > MOST_ASSOCIATED || !found.insert(ty.clone()) {
                continue;
            }
            self.methods.associated_types(&ty, &mut |ty| pending.push(ty.clone()));
            ty.each_part(&mut |part| pending.extend(self.named_by(part)));
        }
        if found.len() > MOST_ASSOCIATED {
            return BTreeSet::from([Type::Infer]);
        }
        // Numbers and functions hold nothing. What code has captured counts, and so does what nobody knows.
        found.retain(|ty| !matches!(&*self.program.structure(ty), Structure::Plain | Structure::Function));
        found
    }

    /// Collects types that one names without having values of them: what code takes and gives back, and the argument of a `PhantomData`.
    fn named_by(&self, ty: &Type) -> Vec<Type> {
        match ty {
            Type::FnPtr(signature) | Type::FnDef { signature, .. } => {
                signature.inputs.iter().chain([&signature.output]).cloned().collect()
            }
            Type::Closure(closure) => {
                let result = |body: BodyId| {
                    let normaliser = self.program.normaliser(body, &self.generics);
                    normaliser.ty(self.program.code(body).body.return_type())
                };
                self.program.closure_bodies(closure).iter().map(|body| result(*body)).collect()
            }
            Type::Path(path) if path.is_std(&["marker", "PhantomData"]) => {
                path.type_args().cloned().collect()
            }
            // What these name are parts of them, or nobody knows it.
            Type::Path(_) | Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => {
                Vec::new()
            }
            Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => Vec::new(),
            Type::Dyn(_) | Type::Impl(_) | Type::Infer | Type::FnCoroutine { .. } => Vec::new(),
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => Vec::new(),
        }
    }

    /// It calls a function of std, which may call methods of the types that the call names: `collect`, `into`, `sum`.
    pub(super) fn calls_std(&mut self, path: &mir::Path) {
        let item = path.as_trait_item();
        let own = item.iter().map(|item| item.self_type);
        let types: Vec<&Type> = path.type_args().chain(own).collect();
        let mut names = BTreeSet::new();
        for ty in &types {
            ty.each_part(&mut |part| names.extend(declared_name(self.program, part)));
        }
        for name in names {
            types.iter().for_each(|ty| self.gives_type(&Parameter::OfType(name.clone()), ty));
        }
    }

    /// A value of `dyn Trait<T>` gives `T` to the methods that may be behind it.
    pub(super) fn gives_to_traits(&mut self, ty: &Type) {
        let mut bounds = Vec::new();
        ty.each_part(&mut |part| {
            if let Type::Dyn(own) | Type::Impl(own) = part {
                bounds.extend(own.iter().cloned());
            }
        });
        for bound in bounds {
            let Bound::Trait { path, .. } = bound else { continue };
            let path = self.program.normaliser(self.body, &self.generics).trait_path(&path);
            let Some(name) = path.last_name() else { continue };
            let to = Parameter::OfTrait(name.clone());
            path.type_args().for_each(|ty| self.gives_type(&to, ty));
        }
    }

    /// The body's own parameters that a type names.
    fn own_parameters(&self, ty: &Type) -> BTreeSet<Parameter> {
        let mut found = BTreeSet::new();
        ty.each_part(&mut |part| {
            let is_known = |name: &&str| self.generics.arguments.contains_key(*name);
            if let Some(name) = known_parameter(part).filter(is_known) {
                found.insert(Parameter::Of(self.body, name.into()));
            } else if is_of_clients(part)
                || part.as_identifier().is_some() && self.program.adt(part).is_none()
            {
                found.insert(Parameter::AnyOf(self.body));
            }
        });
        found
    }

    /// The body's own parameters of which there are values in those of a type.
    pub(super) fn parameters_inside(&self, ty: &Type) -> BTreeSet<Parameter> {
        let mut found = self.own_parameters(ty);
        if hides_types(ty) {
            found.insert(Parameter::AnyOf(self.body));
        }
        found
    }

    /// It builds an instance of a type, and so gives its arguments to the trait methods that may be called on it: destructors run without a call in
    /// the text, and code of other crates calls what it is given.
    pub(super) fn builds(&mut self, name: &str, instance: &mir::Path) {
        let to = Parameter::OfType(name.to_owned());
        instance.type_args().for_each(|ty| self.gives_type(&to, ty));
    }

    /// A type with each closure of this function replaced by what it captures, of which the function's own parameters are a part: what these
    /// stand for is known to those who call the function.
    fn with_captures(&self, ty: &Type) -> Type {
        let has_closure = ty.any_part(&mut |part| matches!(part, Type::Closure(_)));
        if has_closure { Opened { scan: self, depth: MOST_NESTED_CLOSURES }.ty(ty) } else { ty.clone() }
    }

    /// Tells whether closures are made nowhere but here, so that they capture what this function's parameters stand for.
    fn makes_all(&self, closure: &mir::ClosureType) -> bool {
        let here = self.program.functions_around(self.body);
        let is_here = |maker: &BodyId| *maker == self.body || here.contains(maker);
        let bodies = self.program.closure_bodies(closure);
        let mut makers = bodies.iter().map(|body| self.program.functions_around(*body));
        !bodies.is_empty() && makers.all(|makers| !makers.is_empty() && makers.iter().all(is_here))
    }
}

/// Closures that capture others, at so many removes, are not opened: macros may write ones at one place that capture each other.
const MOST_NESTED_CLOSURES: usize = 4;

/// Replaces closures of one function by tuples of what they capture.
struct Opened<'a> {
    scan: &'a Scan<'a>,
    depth: usize,
}

impl Rewrite for Opened<'_> {
    fn path(&self, path: mir::Path) -> Type {
        Type::Path(path)
    }

    fn constant(&self, path: &mir::Path) -> mir::ConstArg {
        mir::ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &mir::Path) -> mir::Path {
        self.path_arguments(path)
    }

    fn closure(&self, closure: &mir::ClosureType) -> Type {
        let captured = self.scan.program.captured_by(closure);
        let captured = captured.filter(|_| self.depth > 0 && self.scan.makes_all(closure));
        let Some(captured) = captured else { return Type::Closure(Box::new(closure.clone())) };
        let normaliser = self.scan.program.normaliser(self.scan.body, &self.scan.generics);
        let inner = Opened { scan: self.scan, depth: self.depth - 1 };
        Type::Tuple(captured.iter().map(|ty| inner.ty(&normaliser.ty(ty))).collect())
    }
}

/// Tells whether a type does not say all types of which values are inside, or led to.
pub(super) fn hides_types(ty: &Type) -> bool {
    ty.any_part(&mut |part| match part {
        Type::Dyn(_) | Type::Impl(_) | Type::Infer | Type::Closure(_) | Type::FnCoroutine { .. } => true,
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => false,
        // A function is no bits of the types that it is written with.
        Type::FnPtr(_) | Type::FnDef { .. } => false,
        // What these hold is asked by itself.
        Type::Path(_) | Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => false,
        Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => false,
    })
}
