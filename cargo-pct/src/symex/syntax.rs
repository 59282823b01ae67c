//! Reads [`Declarations`] from the text of a crate: one file, macros expanded, modules inline.
//!
//! Names are resolved by the `use` declarations of their module, its items, and the prelude. A name that resolves to
//! nothing stays as it is: a type of that name is then foreign, of which nothing is assumed.

use super::declarations::{Adt, AdtKind, Declarations, FunctionDeclaration, Impl, Owner, Trait, Variant};
use super::types::path_of;
use crate::mir::{
    ConstArg, FloatType, FnSignature, GenericArg, GenericArgs, IntType, Integer, Mutability, Name, Path,
    Segment, Type,
};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;

/// Reads the declarations of a crate.
///
/// `modules` are files that stand for modules of the root, by name; the root's text may hold more inline. `prefix` is
/// put before the crate's own paths: `std` for models of the standard library, empty for the analysed crate.
pub fn read_declarations(texts: &[(&str, &str)], prefix: &str) -> Result<Declarations, syn::Error> {
    let mut reader = Reader { prefix: prefix.to_owned(), ..Reader::default() };
    let mut files = Vec::new();
    for (module, text) in texts {
        files.push((reader.qualify(module), syn::parse_file(text)?));
    }
    for (module, file) in &files {
        reader.collect_names(module, &file.items);
    }
    for (module, file) in &files {
        reader.items(module, &file.items);
    }
    Ok(reader.out)
}

/// The names that are known everywhere.
const PRELUDE: [(&str, &str); 34] = [
    ("Option", "std::option::Option"),
    ("Some", "std::option::Option::Some"),
    ("None", "std::option::Option::None"),
    ("Result", "std::result::Result"),
    ("Vec", "std::vec::Vec"),
    ("String", "std::string::String"),
    ("Box", "std::boxed::Box"),
    ("Clone", "std::clone::Clone"),
    ("Copy", "std::marker::Copy"),
    ("Send", "std::marker::Send"),
    ("Sync", "std::marker::Sync"),
    ("Sized", "std::marker::Sized"),
    ("Unpin", "std::marker::Unpin"),
    ("Drop", "std::ops::Drop"),
    ("Fn", "std::ops::Fn"),
    ("FnMut", "std::ops::FnMut"),
    ("FnOnce", "std::ops::FnOnce"),
    ("Default", "std::default::Default"),
    ("Eq", "std::cmp::Eq"),
    ("Ord", "std::cmp::Ord"),
    ("PartialEq", "std::cmp::PartialEq"),
    ("PartialOrd", "std::cmp::PartialOrd"),
    ("Iterator", "std::iter::Iterator"),
    ("IntoIterator", "std::iter::IntoIterator"),
    ("DoubleEndedIterator", "std::iter::DoubleEndedIterator"),
    ("ExactSizeIterator", "std::iter::ExactSizeIterator"),
    ("Extend", "std::iter::Extend"),
    ("FromIterator", "std::iter::FromIterator"),
    ("From", "std::convert::From"),
    ("Into", "std::convert::Into"),
    ("TryFrom", "std::convert::TryFrom"),
    ("TryInto", "std::convert::TryInto"),
    ("AsRef", "std::convert::AsRef"),
    ("AsMut", "std::convert::AsMut"),
];

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

/// Where types are read: the module, and what is a parameter or `Self` there.
struct Scope<'a> {
    module: &'a str,
    parameters: BTreeSet<String>,
    self_type: Option<Type>,
    /// The names of the traits that bound a parameter.
    bounds: Vec<(String, syn::Path)>,
}

/// An item is exported by at most so many modules, one from another.
const MOST_EXPORTS: usize = 8;

impl Reader {
    fn qualify(&self, module: &str) -> String {
        join(&self.prefix, module)
    }

    fn collect_names(&mut self, module: &str, items: &[syn::Item]) {
        for item in items {
            let declared = match item {
                syn::Item::Struct(item) => &item.ident,
                syn::Item::Enum(item) => &item.ident,
                syn::Item::Union(item) => &item.ident,
                syn::Item::Trait(item) => &item.ident,
                syn::Item::Type(item) => {
                    let path = join(module, &item.ident.unraw().to_string());
                    self.aliases.insert(path, (module.to_owned(), item.clone()));
                    &item.ident
                }
                syn::Item::Const(item) => &item.ident,
                syn::Item::Mod(item) => {
                    if let Some((_, inner)) = &item.content {
                        self.collect_names(&join(module, &item.ident.unraw().to_string()), inner);
                    }
                    &item.ident
                }
                syn::Item::Fn(item) => {
                    self.collect_nested(module, &item.sig.ident, &item.block);
                    continue;
                }
                syn::Item::Impl(item) => {
                    for member in &item.items {
                        if let syn::ImplItem::Fn(function) = member {
                            self.collect_nested(module, &function.sig.ident, &function.block);
                        }
                    }
                    continue;
                }
                syn::Item::Use(item) => {
                    self.collect_use(module, "", &item.tree, item.leading_colon.is_some());
                    continue;
                }
                _ => continue,
            };
            let name = declared.unraw().to_string();
            let path = join(module, &name);
            self.names.entry(module.to_owned()).or_default().insert(name, path);
        }
    }

    fn collect_nested(&mut self, module: &str, function: &syn::Ident, block: &syn::Block) {
        let mut found = NestedItems(Vec::new());
        syn::visit::Visit::visit_block(&mut found, block);
        if !found.0.is_empty() {
            let inner = join(module, &function.unraw().to_string());
            self.bodies.insert(inner.clone());
            self.collect_names(&inner, &found.0);
        }
    }

    fn collect_use(&mut self, module: &str, before: &str, tree: &syn::UseTree, absolute: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let name = path.ident.unraw().to_string();
                let before =
                    if before.is_empty() { self.first(module, &name, absolute) } else { join(before, &name) };
                self.collect_use(module, &before, &path.tree, absolute);
            }
            syn::UseTree::Name(name) => self.import(module, before, &name.ident, &name.ident),
            syn::UseTree::Rename(rename) => self.import(module, before, &rename.ident, &rename.rename),
            syn::UseTree::Glob(_) => self.globs.entry(module.to_owned()).or_default().push(before.to_owned()),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.collect_use(module, before, item, absolute));
            }
        }
    }

    fn import(&mut self, module: &str, before: &str, from: &syn::Ident, to: &syn::Ident) {
        let from = from.unraw().to_string();
        let path = if from == "self" { before.to_owned() } else { join(before, &from) };
        let name = if *to == "self" {
            before.rsplit("::").next().unwrap_or(before).to_owned()
        } else {
            to.unraw().to_string()
        };
        self.names.entry(module.to_owned()).or_default().insert(name, path);
    }

    /// What the first name of a path means.
    fn first(&self, module: &str, name: &str, absolute: bool) -> String {
        match name {
            "crate" => self.prefix.clone(),
            "self" => module.to_owned(),
            "super" => module.rsplit_once("::").map_or("", |(parent, _)| parent).to_owned(),
            "std" | "core" | "alloc" => "std".to_owned(),
            _ if absolute => name.to_owned(),
            _ => self.lookup(module, name).unwrap_or_else(|| name.to_owned()),
        }
    }

    fn lookup(&self, module: &str, name: &str) -> Option<String> {
        if let Some(path) = self.names.get(module).and_then(|names| names.get(name)) {
            return Some(path.clone());
        }
        for glob in self.globs.get(module).into_iter().flatten() {
            if let Some(path) = self.names.get(glob).and_then(|names| names.get(name)) {
                return Some(path.clone());
            }
        }
        if self.bodies.contains(module) {
            let around = module.rsplit_once("::").map_or("", |(around, _)| around);
            return self.lookup(around, name);
        }
        PRELUDE.iter().find(|(short, _)| *short == name).map(|(_, path)| (*path).to_owned())
    }

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

    fn bounds(&self, scope: &Scope, generics: &syn::Generics) -> Vec<(Type, Path)> {
        let mut found = Vec::new();
        let mut add = |ty: &Type, bounds: &mut dyn Iterator<Item = &syn::TypeParamBound>| {
            for bound in bounds {
                if let syn::TypeParamBound::Trait(bound) = bound
                    && bound.maybe.is_none()
                {
                    found.push((ty.clone(), self.path(scope, &bound.path)));
                }
            }
        };
        for param in &generics.params {
            if let syn::GenericParam::Type(param) = param {
                let ty = Type::Path(path_of(&[&param.ident.unraw().to_string()]));
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

    /// A type of the source as MIR would print it.
    fn ty(&self, scope: &Scope, ty: &syn::Type) -> Type {
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
            syn::Type::Ptr(_) => Type::Infer,
            _ => Type::Infer,
        }
    }

    /// `I::Item` of a parameter: which trait's `Item` is meant is told by its bounds.
    fn projection(&self, scope: &Scope, first: &syn::Ident, second: &syn::PathSegment) -> Option<Type> {
        let name = first.unraw().to_string();
        if !scope.parameters.contains(&name) {
            return None;
        }
        let bounds: Vec<Path> = scope
            .bounds
            .iter()
            .filter(|(own, _)| *own == name)
            .map(|(_, bound)| self.path(scope, bound))
            .collect();
        let named =
            |wanted: &str| bounds.iter().find(|bound| bound.last_name().is_some_and(|own| **own == *wanted));
        let item = second.ident.unraw().to_string();
        let trait_path = match item.as_str() {
            "Item" if named("IntoIterator").is_none() => path_of(&["std", "iter", "Iterator"]),
            "Item" | "IntoIter" => path_of(&["std", "iter", "IntoIterator"]),
            "Target" => path_of(&["std", "ops", "Deref"]),
            _ => bounds.first()?.clone(),
        };
        let qualified = Segment::Qualified {
            self_type: Box::new(Type::Path(path_of(&[&name]))),
            trait_path: Some(Box::new(trait_path)),
        };
        Some(Type::Path(Path { segments: vec![qualified, self.segment(scope, second)] }))
    }

    fn fn_pointer(&self, scope: &Scope, function: &syn::TypeFnPtr) -> Type {
        let output = match &function.output {
            syn::ReturnType::Default => Type::UNIT,
            syn::ReturnType::Type(_, ty) => self.ty(scope, ty),
        };
        Type::FnPtr(Box::new(FnSignature {
            binder: Vec::new(),
            is_unsafe: function.unsafety.is_some(),
            abi: None,
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
                trait_path: Some(Box::new(self.path(scope, &trait_path))),
            }];
            segments.extend(ty.path.segments.iter().skip(split).map(|segment| self.segment(scope, segment)));
            return Type::Path(Path { segments });
        }
        if let Some(ident) = ty.path.get_ident() {
            let name = ident.unraw().to_string();
            if scope.parameters.contains(&name) {
                return Type::Path(path_of(&[&name]));
            }
            if let Some(primitive) = primitive(&name) {
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
        let path = self.real_path(self.path(scope, &ty.path));
        match super::types::plain_name(&path).and_then(|name| self.aliases.get(&name)) {
            // Aliases with parameters are left unknown.
            Some((_, alias)) if !alias.generics.params.is_empty() => Type::Infer,
            Some((module, alias)) => self.ty(&Scope::new(module, &alias.generics), &alias.ty),
            None => super::program::plain(path),
        }
    }

    /// The path of an item's declaration, from one by which it was exported.
    fn real_path(&self, path: Path) -> Path {
        let Some(mut name) = super::types::plain_name(&path) else { return path };
        let args = path.last().args().to_vec();
        for _ in 0..MOST_EXPORTS {
            let (module, last) = name.rsplit_once("::").unwrap_or(("", &name));
            match self.names.get(module).and_then(|names| names.get(last)) {
                Some(next) if *next != name => name.clone_from(next),
                _ => break,
            }
        }
        let names: Vec<&str> = name.split("::").collect();
        let mut path = path_of(&names);
        if let Some(Segment::Named { args: own, .. }) = path.segments.last_mut() {
            *own = GenericArgs::Angle(args);
        }
        path
    }

    /// A path of a type or trait, from its crate's root.
    fn path(&self, scope: &Scope, path: &syn::Path) -> Path {
        let mut segments = Vec::new();
        let mut written = path.segments.iter();
        if let Some(first) = written.next() {
            let name = first.ident.unraw().to_string();
            let full = if scope.parameters.contains(&name) || name == "Self" {
                name
            } else {
                self.first(scope.module, &name, path.leading_colon.is_some())
            };
            let names: Vec<&str> = full.split("::").filter(|name| !name.is_empty()).collect();
            segments.extend(path_of(&names).segments);
            if let Some(Segment::Named { args, .. }) = segments.last_mut() {
                *args = self.arguments(scope, &first.arguments);
            }
        }
        segments.extend(written.map(|segment| self.segment(scope, segment)));
        Path { segments }
    }

    fn segment(&self, scope: &Scope, segment: &syn::PathSegment) -> Segment {
        Segment::Named {
            name: segment.ident.unraw().to_string().into(),
            args: self.arguments(scope, &segment.arguments),
        }
    }

    fn arguments(&self, scope: &Scope, arguments: &syn::PathArguments) -> GenericArgs {
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
        Some(match arg {
            syn::GenericArgument::Type(ty) => GenericArg::Type(self.ty(scope, ty)),
            syn::GenericArgument::Const(value) => GenericArg::Const(self.const_arg(scope, value)),
            syn::GenericArgument::AssocType(assoc) => GenericArg::AssociatedType {
                name: assoc.ident.unraw().to_string().into(),
                args: Vec::new(),
                ty: self.ty(scope, &assoc.ty),
            },
            _ => return None,
        })
    }

    fn const_arg(&self, scope: &Scope, value: &syn::Expr) -> ConstArg {
        if let Some(value) = literal(value) {
            let magnitude = u128::try_from(value.magnitude().clone()).unwrap_or(u128::MAX);
            let value = Integer::new(value.sign() == num_bigint::Sign::Minus, magnitude);
            return ConstArg::Integer { value, ty: None };
        }
        match value {
            syn::Expr::Path(path) => ConstArg::Path(self.path(scope, &path.path)),
            other => ConstArg::Expression(quote::ToTokens::to_token_stream(other).to_string().into()),
        }
    }
}

impl<'a> Scope<'a> {
    fn new(module: &'a str, generics: &syn::Generics) -> Scope<'a> {
        let names = parameters(generics).iter().map(|name| name.to_string()).collect();
        let mut bounds = Vec::new();
        let mut add = |name: String, bound: &syn::TypeParamBound| {
            if let syn::TypeParamBound::Trait(bound) = bound {
                bounds.push((name, bound.path.clone()));
            }
        };
        for param in &generics.params {
            if let syn::GenericParam::Type(param) = param {
                param.bounds.iter().for_each(|bound| add(param.ident.unraw().to_string(), bound));
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let syn::WherePredicate::Type(predicate) = predicate
                && let syn::Type::Path(path) = &predicate.bounded_ty
                && let Some(ident) = path.path.get_ident()
            {
                predicate.bounds.iter().for_each(|bound| add(ident.unraw().to_string(), bound));
            }
        }
        Scope { module, parameters: names, self_type: None, bounds }
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

fn parameters(generics: &syn::Generics) -> Vec<Name> {
    let name = |param: &syn::GenericParam| match param {
        syn::GenericParam::Type(param) => Some(param.ident.unraw().to_string().into()),
        syn::GenericParam::Const(param) => Some(param.ident.unraw().to_string().into()),
        _ => None,
    };
    generics.params.iter().filter_map(name).collect()
}

/// An integer literal, perhaps negated.
fn literal(value: &syn::Expr) -> Option<BigInt> {
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

fn primitive(name: &str) -> Option<Type> {
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

fn join(module: &str, name: &str) -> String {
    match (module.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => module.to_owned(),
        _ => format!("{module}::{name}"),
    }
}
