//! The types of the source as MIR would print them: lifetimes erased, paths from the crate's root.
//!
//! What has no counterpart here is [`Type::Infer`], of which nothing is assumed.

mod arguments;

use super::items::AliasDef;
use super::names::{Names, Place, UNCLEAR};
use crate::mir::{
    FloatType, FnSignature, GenericArg, IntType, Mutability, Name, Path, Segment, Type, path_of,
};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Where types are read: the place, and what is a parameter or `Self` there.
pub(super) struct Scope<'a> {
    place: &'a Place,
    parameters: BTreeSet<String>,
    /// What the parameters of an alias stand for, where it is being read for a type that names it.
    arguments: BTreeMap<String, GenericArg>,
    pub(super) self_type: Option<Type>,
    /// The names of the traits that bound a parameter.
    bounds: Vec<(String, syn::Path)>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(place: &'a Place, generics: &syn::Generics) -> Scope<'a> {
        let names = parameters(generics).iter().map(|name| name.to_string()).collect();
        let mut bounds = Vec::new();
        let mut add = |name: String, bound: &syn::TypeParamBound| {
            if let syn::TypeParamBound::Trait(bound) = bound {
                bounds.push((name, bound.path.clone()));
            }
        };
        for param in &generics.params {
            if let syn::GenericParam::Type(param) = param {
                param.bounds.iter().for_each(|bound| add(param.ident.to_string(), bound));
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let syn::WherePredicate::Type(predicate) = predicate
                && let syn::Type::Path(path) = &predicate.bounded_ty
                && let Some(ident) = path.path.get_ident()
            {
                predicate.bounds.iter().for_each(|bound| add(ident.to_string(), bound));
            }
        }
        Scope { place, parameters: names, arguments: BTreeMap::new(), self_type: None, bounds }
    }

    /// What follows is read where these are parameters too.
    pub(super) fn add_parameters(&mut self, names: &[Name]) {
        self.parameters.extend(names.iter().map(|name| name.to_string()));
    }

    /// What follows is read where these are none; they hide no others.
    pub(super) fn remove_parameters(&mut self, names: &[Name]) {
        names.iter().for_each(|name| {
            self.parameters.remove(&**name);
        });
    }

    /// A place without parameters.
    pub(super) fn without_parameters(place: &'a Place) -> Scope<'a> {
        Scope::of_alias(place, BTreeMap::new())
    }

    /// Where an alias is read, whose parameters stand for these arguments.
    fn of_alias(place: &'a Place, arguments: BTreeMap<String, GenericArg>) -> Scope<'a> {
        Scope { place, parameters: BTreeSet::new(), arguments, self_type: None, bounds: Vec::new() }
    }
}

impl Names {
    /// A type of the source as MIR would print it.
    pub(super) fn ty(&self, scope: &Scope, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Path(path) => self.type_path(scope, path),
            syn::Type::Reference(reference) => Type::Ref {
                lifetime: None,
                mutability: mutability(reference.mutability.is_some()),
                referent: Box::new(self.ty(scope, &reference.elem)),
            },
            syn::Type::Tuple(tuple) => Type::Tuple(tuple.elems.iter().map(|ty| self.ty(scope, ty)).collect()),
            syn::Type::Slice(slice) => Type::Slice(Box::new(self.ty(scope, &slice.elem))),
            syn::Type::Array(array) => Type::Array {
                element: Box::new(self.ty(scope, &array.elem)),
                length: self.const_arg(scope, &array.len),
            },
            syn::Type::Paren(inner) => self.ty(scope, &inner.elem),
            syn::Type::Group(inner) => self.ty(scope, &inner.elem),
            syn::Type::Never(_) => Type::Never,
            syn::Type::FnPtr(function) => self.fn_pointer(scope, function),
            syn::Type::Ptr(pointer) => Type::RawPtr {
                mutability: mutability(matches!(pointer.mutability, syn::PointerMutability::Mut(_))),
                pointee: Box::new(self.ty(scope, &pointer.elem)),
            },
            _ => Type::Infer,
        }
    }

    /// `I::Item` of a parameter: which trait's `Item` is meant is told by its bounds.
    fn projection(&self, scope: &Scope, first: &syn::Ident, second: &syn::PathSegment) -> Option<Type> {
        let name = first.to_string();
        if !scope.parameters.contains(&name) {
            return None;
        }
        let bounds: Vec<Path> = scope
            .bounds
            .iter()
            .filter(|(own, _)| *own == name)
            .map(|(_, bound)| self.trait_path(scope, bound))
            .collect();
        let named =
            |wanted: &str| bounds.iter().find(|bound| bound.last_name().is_some_and(|own| **own == *wanted));
        let item = second.ident.to_string();
        let own = bounds.iter().find(|bound| self.declares(bound, &item)).cloned();
        let own = own.or_else(|| bounds.iter().find_map(|bound| self.declaring_supertrait(bound, &item)));
        // Where no trait of std among the bounds may have it, a trait that one of the others demands declares it.
        let is_stds = bounds.iter().any(|bound| bound.begins_in_std() && may_have(bound, &item));
        let other = bounds.iter().find(|bound| !is_stds && !bound.begins_in_std());
        let own = own.or_else(|| other.cloned());
        let trait_path = match item.as_str() {
            _ if own.is_some() => own?,
            "Item" if named("IntoIterator").is_none() => path_of(&["std", "iter", "Iterator"]),
            "Item" | "IntoIter" => path_of(&["std", "iter", "IntoIterator"]),
            "Target" => path_of(&["std", "ops", "Deref"]),
            _ => bounds.first()?.clone(),
        };
        let qualified = Segment::Qualified {
            self_type: Box::new(Type::Path(path_of(&[&name]))),
            trait_path: Some(Box::new(trait_path)),
        };
        Some(Type::Path(Path { segments: [qualified, self.segment(scope, second)].into() }))
    }

    fn fn_pointer(&self, scope: &Scope, function: &syn::TypeFnPtr) -> Type {
        let output = match &function.output {
            syn::ReturnType::Default => Type::UNIT,
            syn::ReturnType::Type(_, ty) => self.ty(scope, ty),
        };
        Type::FnPtr(Box::new(FnSignature {
            binder: Vec::new(),
            is_unsafe: function.unsafety.is_some(),
            abi: function.abi.as_ref().and_then(abi),
            has_target_features: false,
            inputs: function.inputs.iter().map(|input| self.ty(scope, &input.ty)).collect(),
            is_variadic: function.variadic.is_some(),
            output,
        }))
    }

    fn type_path(&self, scope: &Scope, ty: &syn::TypePath) -> Type {
        if let Some(qself) = &ty.qself {
            let self_type = Box::new(self.ty(scope, &qself.ty));
            let split = qself.position;
            let mut trait_path = ty.path.clone();
            trait_path.segments = ty.path.segments.iter().take(split).cloned().collect();
            let mut segments = vec![Segment::Qualified {
                self_type,
                trait_path: Some(Box::new(self.trait_path(scope, &trait_path))),
            }];
            segments.extend(ty.path.segments.iter().skip(split).map(|segment| self.segment(scope, segment)));
            return Type::Path(Path { segments: segments.into() });
        }
        if let Some(ident) = ty.path.get_ident() {
            let name = ident.to_string();
            if scope.parameters.contains(&name) {
                return Type::Path(path_of(&[&name]));
            }
            match scope.arguments.get(&name) {
                Some(GenericArg::Type(ty)) => return ty.clone(),
                Some(_) => return Type::Infer,
                None => {}
            }
            if let Some(primitive) = primitive(&name).filter(|_| !self.hides_primitive(scope.place, &name)) {
                return primitive;
            }
            if name == "Self"
                && let Some(self_type) = &scope.self_type
            {
                return self_type.clone();
            }
        }
        if let [first, second] = ty.path.segments.iter().collect::<Vec<_>>().as_slice()
            && let Some(projection) = self.projection(scope, &first.ident, second)
        {
            return projection;
        }
        // `T::Item` of an alias's parameter: which trait is meant is not said.
        if ty
            .path
            .segments
            .first()
            .is_some_and(|first| scope.arguments.contains_key(&first.ident.to_string()))
        {
            return Type::Infer;
        }
        let path = self.real_path(self.path(scope, &ty.path));
        let is_unclear = path.segments[0].name().is_some_and(|first| **first == *UNCLEAR);
        // An import that brings a value only leaves a type that has its name as it was.
        if is_unclear || self.is_value(&path) {
            return Type::Infer;
        }
        if let [_, _, last] = &*path.segments
            && path.is_std(&["primitive", last.name().map_or("", |name| name)])
            && let Some(primitive) = last.name().and_then(|name| primitive(name))
        {
            return primitive;
        }
        match self.alias(&path) {
            Some(_) if self.is_shared(&path) => Type::Infer,
            Some((place, alias)) => self.expanded(place, alias, &path),
            None => plain(path),
        }
    }

    /// All type aliases, each with parameters of its own.
    pub(super) fn alias_definitions(&self) -> BTreeMap<String, AliasDef> {
        let definition = |(path, (place, item)): (&String, &(Place, syn::ItemType))| {
            let scope = Scope::new(place, &item.generics);
            let parameters = item.generics.params.iter().filter_map(|param| match param {
                syn::GenericParam::Type(param) => Some(param.ident.to_string().into()),
                syn::GenericParam::Const(param) => Some(param.ident.to_string().into()),
                syn::GenericParam::Lifetime(_) => None,
            });
            let parameters = parameters.collect();
            let alias = AliasDef { path: path.clone(), parameters, ty: self.ty(&scope, &item.ty) };
            (path.clone(), alias)
        };
        self.aliases().map(definition).collect()
    }

    /// What an alias stands for, given its path with arguments; unknown where they do not fit.
    fn expanded(&self, place: &Place, alias: &syn::ItemType, path: &Path) -> Type {
        let mut given =
            path.last().args().iter().filter(|arg| matches!(arg, GenericArg::Type(_) | GenericArg::Const(_)));
        let mut arguments = BTreeMap::new();
        for param in &alias.generics.params {
            let (name, default) = match param {
                syn::GenericParam::Type(param) => {
                    let scope = Scope::of_alias(place, arguments.clone());
                    let default = param.default.as_ref().map(|(_, ty)| GenericArg::Type(self.ty(&scope, ty)));
                    (param.ident.to_string(), default)
                }
                syn::GenericParam::Const(param) => {
                    let scope = Scope::of_alias(place, arguments.clone());
                    let default = param.default.as_ref();
                    let default = default.map(|(_, value)| GenericArg::Const(self.const_arg(&scope, value)));
                    (param.ident.to_string(), default)
                }
                syn::GenericParam::Lifetime(_) => continue,
            };
            let Some(argument) = given.next().cloned().or(default) else { return Type::Infer };
            arguments.insert(name, argument);
        }
        if given.next().is_some() {
            return Type::Infer;
        }
        self.ty(&Scope::of_alias(place, arguments), &alias.ty)
    }

    pub(super) fn bounds(&self, scope: &Scope, generics: &syn::Generics) -> Vec<(Type, Path)> {
        let mut found = Vec::new();
        let mut add = |ty: &Type, bounds: &mut dyn Iterator<Item = &syn::TypeParamBound>| {
            for bound in bounds {
                if let syn::TypeParamBound::Trait(bound) = bound
                    && bound.maybe.is_none()
                {
                    found.push((ty.clone(), self.trait_path(scope, &bound.path)));
                }
            }
        };
        for param in &generics.params {
            if let syn::GenericParam::Type(param) = param {
                let ty = Type::Path(path_of(&[&param.ident.to_string()]));
                add(&ty, &mut param.bounds.iter());
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let syn::WherePredicate::Type(predicate) = predicate {
                add(&self.ty(scope, &predicate.bounded_ty), &mut predicate.bounds.iter());
            }
        }
        found
    }
}

pub(super) fn parameters(generics: &syn::Generics) -> Vec<Name> {
    let name = |param: &syn::GenericParam| match param {
        syn::GenericParam::Type(param) => Some(param.ident.to_string().into()),
        syn::GenericParam::Const(param) => Some(param.ident.to_string().into()),
        _ => None,
    };
    generics.params.iter().filter_map(name).collect()
}

/// Whether a trait of std may have an associated type of this name, by itself or from a trait that it demands.
fn may_have(std_trait: &Path, item: &str) -> bool {
    let is_named = |names: &[&str]| std_trait.last_name().is_some_and(|name| names.contains(&&**name));
    match item {
        "Item" => {
            is_named(&["IntoIterator", "Iterator"])
                || std_trait.last_name().is_some_and(|name| name.ends_with("Iterator"))
        }
        "IntoIter" => is_named(&["IntoIterator"]),
        "Target" => is_named(&["Deref", "DerefMut"]),
        _ => true,
    }
}

/// The name of a calling convention. None for Rust's own, as in MIR.
fn abi(written: &syn::Abi) -> Option<Name> {
    let name = written.name.as_ref().map_or_else(|| "C".to_owned(), syn::LitStr::value);
    (name != "Rust").then(|| name.into())
}

/// `N` of `{ N }`: a name may be written so, and most else has to.
fn within_braces(value: &syn::Expr) -> &syn::Expr {
    let syn::Expr::Block(syn::ExprBlock { block, label: None, .. }) = value else { return value };
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(inner, None)] => within_braces(inner),
        _ => value,
    }
}

/// An integer literal, perhaps negated.
pub(super) fn literal(value: &syn::Expr) -> Option<BigInt> {
    match value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) => int.base10_digits().parse().ok(),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Byte(byte), .. }) => Some(byte.value().into()),
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => {
            literal(expr).map(|value| -value)
        }
        syn::Expr::Paren(inner) => literal(&inner.expr),
        syn::Expr::Group(inner) => literal(&inner.expr),
        _ => None,
    }
}

pub(super) fn primitive(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "char" => Type::Char,
        "str" => Type::Str,
        _ => match (IntType::from_name(name), FloatType::from_name(name)) {
            (Some(int), _) => Type::Int(int),
            (_, Some(float)) => Type::Float(float),
            _ => return None,
        },
    })
}

fn mutability(mutable: bool) -> Mutability {
    if mutable { Mutability::Mut } else { Mutability::Not }
}

/// `pct::Plain<T>` of the models is `T`.
pub fn plain(path: Path) -> Type {
    match path.last().args() {
        [GenericArg::Type(inner)] if path.is_std(&["pct", "Plain"]) => inner.clone(),
        _ => Type::Path(path),
    }
}

/// What an attribute demands of the addresses of a type's values: 1 if nothing.
pub(super) fn alignment(attribute: &syn::Attribute) -> u64 {
    let syn::Meta::List(list) = &attribute.meta else { return 1 };
    if !list.path.is_ident("repr") {
        return 1;
    }
    let demanded = |after: &str| {
        let inner = after.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let number = inner.and_then(|(inner, _)| syn::parse_str::<syn::LitInt>(inner).ok());
        number.and_then(|number| number.base10_parse().ok()).unwrap_or(u64::MAX)
    };
    let tokens = list.tokens.to_string();
    // There may be several: the greatest counts.
    tokens.split("align").skip(1).map(demanded).max().unwrap_or(1)
}
