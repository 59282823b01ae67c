//! The crates that are executed: their bodies, declarations, and which body a path names.
//!
//! One of them may be the models of the standard library: a crate of its own, whose item `a::b` stands for `std::a::b`.
//! Its paths are prefixed when they are normalised, so that the executor sees one set of names.
//!
//! Resolution never guesses: a path that fits no body, or more than one, names none.

use super::declarations::{Adt, AdtKind, Declarations, Owner, Variant};
use super::types::{Generics, Rewrite, impl_parameter, path_of, plain_name, unify, unify_paths};
use crate::ids::PrimaryMap;
use crate::mir::{self, ConstArg, GenericArg, Name, Path, Segment, TraitItem, Type};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

crate::define_id! {
    /// A body of any crate of a program.
    BodyId, "body";
}

/// The crates that are executed.
#[derive(Debug, Default)]
pub struct Program {
    crates: Vec<Crate>,
    bodies: PrimaryMap<BodyId, Code>,
    adts: BTreeMap<String, Adt>,
    free: BTreeMap<String, Vec<BodyId>>,
    /// By the function's name: impl blocks that hold inherent functions, and models of them.
    inherent: BTreeMap<Name, Vec<(usize, usize)>>,
    /// By the trait's path.
    trait_impls: BTreeMap<String, Vec<(usize, usize)>>,
    traits: BTreeMap<String, usize>,
    closures: BTreeMap<mir::ClosureType, Vec<BodyId>>,
    constants: BTreeMap<String, Vec<Constant>>,
    allocations: Vec<BTreeMap<mir::AllocationId, mir::Allocation>>,
    types: RefCell<LocalTypes>,
    /// Whether a body of the analysed crates could not be read.
    unread: bool,
    /// The analysed crates are built without overflow checks, which functions of std inherit.
    pub wraps: bool,
}

/// The types of locals by body and generic arguments.
type LocalTypes = BTreeMap<(BodyId, Arc<Generics>), Arc<Vec<Type>>>;

#[derive(Debug)]
struct Crate {
    prefix: Option<&'static str>,
    declarations: Declarations,
    /// The body of each declared function.
    linked: Vec<Option<BodyId>>,
}

/// A body and what belongs to it.
#[derive(Debug)]
pub struct Code {
    /// Its crate's number in the program.
    pub krate: usize,
    /// The code.
    pub body: mir::Body,
    /// Its number among the declared functions of the crate.
    pub declaration: Option<usize>,
    /// The constants that the compiler took out of it.
    pub promoted: BTreeMap<u32, BodyId>,
}

/// A named constant.
#[derive(Clone, Debug)]
pub enum Constant {
    /// Its value.
    Value(mir::Constant, Type),
    /// The code that computes it.
    Body(BodyId),
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function with a body.
    Body(BodyId, Generics),
    /// An operation that the executor knows by itself, with its generic arguments.
    Intrinsic(Name, Vec<GenericArg>),
    /// A tuple struct's or variant's constructor.
    Constructor(Path),
    /// None that is known.
    Unknown,
}

/// A normalised type's declaration, with its parameters bound.
pub struct AdtInstance<'a> {
    /// The declaration.
    pub adt: &'a Adt,
    program: &'a Program,
    generics: Generics,
}

/// The prefix of the models' paths, and of the layouts of the standard library's types.
pub const STD: &str = "std";
/// The module of the models whose functions are the executor's intrinsics.
const INTRINSICS: &str = "std::pct";
/// The models' markers of the types that are integers, `bool` and `char`, and of integers.
const SCALAR: &str = "std::pct::Scalar";
const INTEGER: &str = "std::pct::Integer";

impl Program {
    /// Adds the analysed crate, or another whose code is at hand.
    pub fn add_crate(&mut self, dump: mir::Program, declarations: Declarations) {
        self.add(dump, declarations, None);
    }

    /// Adds the models of the standard library.
    pub fn add_models(&mut self, dump: mir::Program, declarations: Declarations) {
        self.add(dump, declarations, Some(STD));
    }

    /// Adds types without code, as the enums of the standard library.
    pub fn add_layouts(&mut self, declarations: Declarations) {
        self.adts.extend(declarations.adts);
    }

    fn add(&mut self, dump: mir::Program, declarations: Declarations, prefix: Option<&'static str>) {
        let number = self.crates.len();
        self.adts.extend(declarations.adts.clone());
        let linked = vec![None; declarations.functions.len()];
        self.crates.push(Crate { prefix, declarations, linked });
        self.allocations.push(dump.allocations);
        self.link(number, dump.items);
        self.index(number);
    }

    /// Matches bodies with declarations by their order, checked by name.
    fn link(&mut self, krate: usize, items: Vec<mir::Item>) {
        let (mut next, mut last) = (0, None);
        for item in items {
            match item {
                mir::Item::Body(body) if !body.is_for_ctfe => {
                    last = self.link_body(krate, body, &mut next, last)
                }
                mir::Item::TrivialConst(constant) if !constant.is_for_ctfe => {
                    let key = self.constant_key(krate, &constant.path);
                    let value = Constant::Value(constant.value, constant.ty);
                    self.constants.entry(key).or_default().push(value);
                }
                mir::Item::Opaque(opaque) if !opaque.is_for_ctfe => {
                    self.unread |= self.crates[krate].prefix.is_none();
                    if opaque.kind != Some(mir::BodyKind::Fn) {
                        continue;
                    }
                    let name = opaque.name.as_ref().and_then(|path| path.last_name());
                    if self.declared_next(krate, next, name) {
                        next += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn declared_next(&self, krate: usize, next: usize, name: Option<&Name>) -> bool {
        let functions = &self.crates[krate].declarations.functions;
        functions.get(next).is_some_and(|function| Some(&function.name) == name)
    }

    fn link_body(
        &mut self,
        krate: usize,
        body: mir::Body,
        next: &mut usize,
        last: Option<BodyId>,
    ) -> Option<BodyId> {
        let path = body.path.clone();
        let promoted = match path.last() {
            Segment::Promoted(index) => Some(*index),
            _ => None,
        };
        let (kind, is_closure) = (body.kind, body.is_closure());
        let closure = is_closure.then(|| closure_type(&body)).flatten();
        let declaration =
            (kind == mir::BodyKind::Fn && !is_closure && self.declared_next(krate, *next, path.last_name()))
                .then_some(*next);
        let id = self.bodies.push(Code { krate, body, declaration, promoted: BTreeMap::new() });
        if let Some(number) = declaration {
            self.crates[krate].linked[number] = Some(id);
            *next += 1;
        }
        if let (Some(index), Some(parent)) = (promoted, last) {
            self.bodies[parent].promoted.insert(index, id);
            return last;
        }
        if let Some(closure) = closure {
            self.closures.entry(closure).or_default().push(id);
        }
        if kind != mir::BodyKind::Fn {
            let key = self.constant_key(krate, &path);
            self.constants.entry(key).or_default().push(Constant::Body(id));
        }
        Some(id)
    }

    fn constant_key(&self, krate: usize, path: &Path) -> String {
        let path = self.crates[krate].prefix.map_or_else(|| path.clone(), |prefix| prefixed(path, prefix));
        constant_name(&path)
    }

    fn index(&mut self, number: usize) {
        let krate = &self.crates[number];
        for (index, declaration) in krate.declarations.functions.iter().enumerate() {
            if let (Owner::Module, Some(body)) = (&declaration.owner, krate.linked[index]) {
                let path = if declaration.module.is_empty() {
                    declaration.name.to_string()
                } else {
                    format!("{}::{}", declaration.module, declaration.name)
                };
                self.free.entry(path).or_default().push(body);
            }
        }
        for (index, block) in krate.declarations.impls.iter().enumerate() {
            let extension = block.trait_path.as_ref().is_some_and(|path| {
                krate.prefix.is_some() && path.last_name().is_some_and(|name| name.ends_with("Methods"))
            });
            if let Some(name) = block.trait_path.as_ref().and_then(plain_name) {
                self.trait_impls.entry(name).or_default().push((number, index));
            }
            if extension || block.trait_path.is_none() {
                for name in block.functions.keys() {
                    self.inherent.entry(name.clone()).or_default().push((number, index));
                }
            }
        }
        for path in krate.declarations.traits.keys() {
            self.traits.insert(path.clone(), number);
        }
    }

    /// A body.
    pub fn code(&self, body: BodyId) -> &Code {
        &self.bodies[body]
    }

    /// All bodies.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Code)> {
        self.bodies.iter()
    }

    /// Whether a body is a model of the standard library.
    pub fn is_model(&self, body: BodyId) -> bool {
        self.crates[self.code(body).krate].prefix.is_some()
    }

    /// An allocation of the compiler that a body mentions.
    pub fn allocation(&self, body: BodyId, id: mir::AllocationId) -> Option<&mir::Allocation> {
        self.allocations[self.code(body).krate].get(&id)
    }

    /// The bodies of the analysed crates whose last name is this; for tests and command lines.
    pub fn functions_named(&self, name: &str) -> Vec<BodyId> {
        let named = |(id, code): (BodyId, &Code)| {
            let matches = code.body.kind == mir::BodyKind::Fn
                && code.body.path.last_name().is_some_and(|own| **own == *name)
                && self.crates[code.krate].prefix.is_none();
            matches.then_some(id)
        };
        self.bodies.iter().filter_map(named).collect()
    }

    /// The body's name for people: module, type and function.
    pub fn name(&self, body: BodyId) -> String {
        let code = self.code(body);
        let declarations = &self.crates[code.krate].declarations;
        let Some(function) = code.declaration.map(|number| &declarations.functions[number]) else {
            return format!("{body}");
        };
        match &function.owner {
            Owner::Module if function.module.is_empty() => function.name.to_string(),
            Owner::Module => format!("{}::{}", function.module, function.name),
            Owner::Impl(index) => {
                let name = declarations.impls[*index].self_type.as_path().and_then(plain_name);
                format!("{}::{}", name.unwrap_or_else(|| "<impl>".to_owned()), function.name)
            }
            Owner::Trait(path) => format!("{path}::{}", function.name),
        }
    }

    /// The impl block that a body stands in.
    pub(super) fn impl_of(&self, body: BodyId) -> Option<&super::declarations::Impl> {
        let code = self.code(body);
        let declarations = &self.crates[code.krate].declarations;
        match declarations.functions[code.declaration?].owner {
            Owner::Impl(index) => declarations.impls.get(index),
            _ => None,
        }
    }

    /// The type and const parameters of a body and of the impl block around it.
    pub fn parameters(&self, body: BodyId) -> Vec<Name> {
        let code = self.code(body);
        let declarations = &self.crates[code.krate].declarations;
        let Some(function) = code.declaration.map(|number| &declarations.functions[number]) else {
            return Vec::new();
        };
        let mut found = function.parameters.clone();
        match &function.owner {
            Owner::Impl(index) => found.extend(declarations.impls[*index].parameters.iter().cloned()),
            Owner::Trait(path) => {
                found.extend(
                    declarations.traits.get(path).into_iter().flat_map(|t| t.parameters.iter().cloned()),
                );
                found.push("Self".into());
            }
            Owner::Module => {}
        }
        found
    }

    /// The name that the source gives to a local.
    pub fn local_name(&self, body: BodyId, local: mir::Local) -> Option<String> {
        let debug_info = &self.code(body).body.debug_info;
        let is_of = |value: &mir::DebugValue| matches!(value, mir::DebugValue::Place(p) if p.as_local() == Some(local));
        debug_info.iter().find(|info| is_of(&info.value)).map(|info| info.name.to_string())
    }

    /// The rewriting of what a body's text says.
    pub fn normaliser<'a>(&'a self, body: BodyId, generics: &'a Generics) -> Normaliser<'a> {
        Normaliser { program: self, prefix: self.crates[self.code(body).krate].prefix, generics }
    }

    /// The types of a body's locals.
    pub fn local_types(&self, body: BodyId, generics: &Arc<Generics>) -> Arc<Vec<Type>> {
        let key = (body, generics.clone());
        if let Some(types) = self.types.borrow().get(&key) {
            return types.clone();
        }
        let normaliser = self.normaliser(body, generics);
        let types: Vec<Type> =
            self.code(body).body.locals.values().map(|local| normaliser.ty(&local.ty)).collect();
        let types = Arc::new(types);
        self.types.borrow_mut().insert(key, types.clone());
        types
    }

    /// The body of a closure; none if several closures stand at one place of the source.
    pub fn closure_body(&self, ty: &mir::ClosureType) -> Option<BodyId> {
        match self.closures.get(ty).map(Vec::as_slice) {
            Some([body]) => Some(*body),
            _ => None,
        }
    }

    /// The bodies of the closures that stand at one place, in the order of the code.
    pub fn closure_bodies(&self, ty: &mir::ClosureType) -> &[BodyId] {
        self.closures.get(ty).map_or(&[], Vec::as_slice)
    }

    /// The declaration of a normalised type.
    pub fn adt(&self, ty: &Type) -> Option<AdtInstance<'_>> {
        self.adt_at(ty.as_path()?)
    }

    fn adt_at(&self, path: &Path) -> Option<AdtInstance<'_>> {
        let adt = self.adts.get(&plain_name(path)?)?;
        let mut generics = Generics::default();
        generics.bind(&adt.parameters, path.segments.iter().flat_map(|segment| segment.args()));
        Some(AdtInstance { adt, program: self, generics })
    }

    /// Whether a path begins with an item of the analysed crates, or with a name that could be one's: it has but one segment.
    pub fn may_be_of_crates(&self, path: &Path) -> bool {
        let Some(first) = path.segments.first().and_then(Segment::name) else { return true };
        let begins = |name: &String| name.split("::").next() == Some(&**first);
        path.segments.len() == 1 || self.adts.keys().any(begins) || self.free.keys().any(begins)
    }

    /// The struct or variant that a value's path names: the type's declaration, and the number of the variant.
    pub fn constructor(&self, path: &Path) -> Option<(AdtInstance<'_>, usize)> {
        if let Some(instance) = self.adt_at(path)
            && instance.adt.kind != AdtKind::Enum
        {
            return Some((instance, 0));
        }
        let instance = self.adt_at(&path.parent()?)?;
        let (index, _) = instance.adt.variant(path.last_name()?)?;
        Some((instance, index))
    }

    /// A named constant.
    pub fn constant(&self, path: &Path) -> Option<&Constant> {
        match self.constants.get(&constant_name(path)).map(Vec::as_slice) {
            Some([constant]) => Some(constant),
            _ => None,
        }
    }

    /// The body that a normalised path names.
    pub fn resolve(&self, path: &Path) -> Callee {
        if let Some(name) = plain_name(path)
            && let Some(intrinsic) = name.strip_prefix(INTRINSICS).and_then(|name| name.strip_prefix("::"))
        {
            let args = path.last().args().to_vec();
            return Callee::Intrinsic(intrinsic.into(), args);
        }
        self.resolve_function(path).map_or_else(
            || match self.constructor(path) {
                Some(_) => Callee::Constructor(path.clone()),
                None => Callee::Unknown,
            },
            |(body, generics)| Callee::Body(body, generics),
        )
    }

    fn resolve_function(&self, path: &Path) -> Option<(BodyId, Generics)> {
        if let Some(item) = path.as_trait_item() {
            return self.resolve_trait_item(&item);
        }
        if let [before @ .., Segment::Impl { self_type, trait_path }, Segment::Named { name, args }] =
            path.segments.as_slice()
        {
            if let Some(trait_path) = trait_path {
                return self.resolve_trait_item(&TraitItem {
                    self_type,
                    trait_path,
                    name,
                    args: args.angle(),
                });
            }
            let module: Option<Vec<&str>> = before.iter().map(|s| s.name().map(|name| &**name)).collect();
            return self.resolve_inherent(self_type, name, args.angle(), Some(&module?.join("::")));
        }
        if let [Segment::Qualified { self_type, trait_path: None }, Segment::Named { name, args }] =
            path.segments.as_slice()
        {
            return self.resolve_inherent(self_type, name, args.angle(), None);
        }
        if let Some([body]) = plain_name(path).and_then(|name| self.free.get(&name)).map(Vec::as_slice) {
            let mut generics = Generics::default();
            self.bind_own(*body, path.last().args(), &mut generics);
            return Some((*body, generics));
        }
        let self_type = Type::Path(path.parent()?);
        self.resolve_inherent(&self_type, path.last_name()?, path.last().args(), None)
    }

    fn bind_own(&self, body: BodyId, args: &[GenericArg], generics: &mut Generics) {
        let code = self.code(body);
        let Some(number) = code.declaration else { return };
        generics.bind(&self.crates[code.krate].declarations.functions[number].parameters, args);
        // What the source calls `impl 0` is named by its text in MIR.
        let mut seen = Vec::new();
        for argument in code.body.args() {
            impl_types(&code.body.locals[argument].ty, &mut seen);
        }
        for (index, ty) in seen.iter().enumerate() {
            if let Some(arg) = generics.arguments.get(format!("impl {index}").as_str()).cloned()
                && let Some(name) = impl_parameter(ty).as_identifier()
            {
                generics.arguments.insert(name.clone(), arg);
            }
        }
    }

    fn resolve_inherent(
        &self,
        self_type: &Type,
        name: &str,
        args: &[GenericArg],
        module: Option<&str>,
    ) -> Option<(BodyId, Generics)> {
        let mut found = Vec::new();
        for &(krate, index) in self.inherent.get(name)? {
            let krate = &self.crates[krate];
            let block = &krate.declarations.impls[index];
            if krate.prefix.is_some() && module.is_some_and(|module| block.module != module) {
                continue;
            }
            let mut generics = Generics::default();
            let is_blanket =
                block.self_type.as_identifier().is_some_and(|name| block.parameters.contains(name));
            if unify(&block.self_type, self_type, &block.parameters, &mut generics)
                && (!is_blanket || self.bounds_hold(&block.bounds, &generics, 4))
                && let Some(body) = krate.linked[block.functions[name]]
            {
                generics.arguments.insert("Self".into(), GenericArg::Type(self_type.clone()));
                found.push((body, generics));
            }
        }
        let [(body, mut generics)] = <[_; 1]>::try_from(found).ok()?;
        self.bind_own(body, args, &mut generics);
        Some((body, generics))
    }

    fn resolve_trait_item(&self, item: &TraitItem<'_>) -> Option<(BodyId, Generics)> {
        // Which body runs is known at run time alone, whatever blanket impls there are.
        if matches!(item.self_type, Type::Dyn(_)) {
            return None;
        }
        let (krate, index, mut generics) = self.find_impl(item.self_type, item.trait_path, 4)?;
        let declarations = &self.crates[krate].declarations;
        generics.arguments.insert("Self".into(), GenericArg::Type(item.self_type.clone()));
        let body = match declarations.impls[index].functions.get(item.name) {
            Some(&number) => self.crates[krate].linked[number]?,
            None => {
                // The trait's own parameters name other things than the impl's.
                generics.arguments.retain(|name, _| &**name == "Self");
                let owner = *self.traits.get(&plain_name(item.trait_path)?)?;
                let declared = &self.crates[owner].declarations.traits[&plain_name(item.trait_path)?];
                generics.bind(&declared.parameters, item.trait_path.last().args());
                // The default of nearly all parameters of std's traits is `Self`.
                for name in &declared.parameters {
                    let own = GenericArg::Type(item.self_type.clone());
                    generics.arguments.entry(name.clone()).or_insert(own);
                }
                self.crates[owner].linked[*declared.defaults.get(item.name)?]?
            }
        };
        self.bind_own(body, item.args, &mut generics);
        Some((body, generics))
    }

    /// The one impl of a trait for a type. Blanket impls count only where their bounds are met and no other fits.
    fn find_impl(
        &self,
        self_type: &Type,
        trait_path: &Path,
        depth: usize,
    ) -> Option<(usize, usize, Generics)> {
        let (mut specific, mut blanket) = (Vec::new(), Vec::new());
        for &(krate, index) in self.trait_impls.get(&plain_name(trait_path)?)? {
            let block = &self.crates[krate].declarations.impls[index];
            let own = block.trait_path.as_ref()?;
            let mut generics = Generics::default();
            if !unify(&block.self_type, self_type, &block.parameters, &mut generics)
                || !self.traits_agree(own, trait_path, self_type, &block.parameters, &mut generics)
            {
                continue;
            }
            if generics.arguments.len() < block.parameters.len() {
                self.bind_by_bounds(&block.bounds, &block.parameters, &mut generics);
            }
            let is_blanket =
                block.self_type.as_identifier().is_some_and(|name| block.parameters.contains(name));
            if !is_blanket {
                specific.push((krate, index, generics));
            } else if self.bounds_hold(&block.bounds, &generics, depth) {
                blanket.push((krate, index, generics));
            }
        }
        let candidates = if specific.is_empty() { blanket } else { specific };
        let [found] = <[_; 1]>::try_from(candidates).ok()?;
        Some(found)
    }

    /// Whether the arguments of a trait agree. Where one side leaves them out, they are the default of nearly all traits of
    /// the standard library: `Self`.
    fn traits_agree(
        &self,
        own: &Path,
        wanted: &Path,
        self_type: &Type,
        parameters: &[Name],
        generics: &mut Generics,
    ) -> bool {
        match (own.last().args(), wanted.last().args()) {
            ([GenericArg::Type(own)], []) => unify(own, self_type, parameters, generics),
            ([], [GenericArg::Type(wanted)]) => wanted == self_type,
            ([], []) => plain_name(own) == plain_name(wanted),
            _ => unify_paths(own, wanted, parameters, generics),
        }
    }

    /// Binds parameters that only bounds tell: `T` of `I: Iterator<Item = &T>`, `B` of `F: FnMut(A) -> B`.
    fn bind_by_bounds(&self, bounds: &[(Type, Path)], parameters: &[Name], generics: &mut Generics) {
        for (ty, bound) in bounds {
            let known = generics.clone();
            let rewrite = Normaliser { program: self, prefix: None, generics: &known };
            let ty = rewrite.ty(ty);
            let Segment::Named { args, .. } = bound.last() else { continue };
            match args {
                mir::GenericArgs::Parenthesized { output: Some(output), .. } => {
                    let once = path_of(&[STD, "ops", "FnOnce"]);
                    if let Some(actual) = self.associated_type(&ty, &once, "Output") {
                        unify(output, &actual, parameters, generics);
                    }
                }
                mir::GenericArgs::Parenthesized { output: None, .. } => {}
                mir::GenericArgs::Angle(args) => {
                    for arg in args {
                        if let GenericArg::AssociatedType { name, ty: pattern, .. } = arg
                            && let Some(actual) = self.associated_type(&ty, bound, name)
                        {
                            unify(pattern, &actual, parameters, generics);
                        }
                    }
                }
            }
        }
    }

    fn bounds_hold(&self, bounds: &[(Type, Path)], generics: &Generics, depth: usize) -> bool {
        depth > 0
            && bounds.iter().all(|(ty, bound)| {
                let rewrite = Normaliser { program: self, prefix: None, generics };
                let ty = rewrite.ty(ty);
                let name = plain_name(bound).unwrap_or_default();
                match name.as_str() {
                    SCALAR => return super::types::scalar_sort(&ty).is_some(),
                    INTEGER => return matches!(ty, Type::Int(_)),
                    _ => {}
                }
                // A trait of another crate, whose impls are not at hand: the compiler has checked it for types that are known,
                // but the one that stands for a parameter may not meet it and have an impl of its own.
                (!self.traits.contains_key(&name) && !self.is_parameter(&ty))
                    || self.find_impl(&ty, &rewrite.path_arguments(bound), depth - 1).is_some()
            })
    }

    /// Whether a type stands for one that only callers know.
    fn is_parameter(&self, ty: &Type) -> bool {
        ty.as_identifier().is_some() && self.adt(ty).is_none()
    }

    /// The type that an associated type of a trait is for a type.
    fn associated_type(&self, self_type: &Type, trait_path: &Path, name: &str) -> Option<Type> {
        if matches!(trait_path.last_name().map(|name| &**name), Some("FnOnce")) && name == "Output" {
            return match self_type {
                Type::FnDef { signature, .. } | Type::FnPtr(signature) => Some(signature.output.clone()),
                Type::Closure(closure) => {
                    let body = self.closure_body(closure)?;
                    Some(self.normaliser(body, &Generics::default()).ty(self.code(body).body.return_type()))
                }
                _ => None,
            };
        }
        let (krate, index, generics) = self.find_impl(self_type, trait_path, 4)?;
        let ty = self.crates[krate].declarations.impls[index].types.get(name)?;
        Some(Normaliser { program: self, prefix: None, generics: &generics }.ty(ty))
    }

    /// Why the code of the analysed crates is not all at hand, if so: a body was not read or not matched with its declaration, or the
    /// crate gives a module a name that its paths cannot tell from the standard library's.
    pub fn gap(&self) -> Option<String> {
        if self.unread {
            return Some("some code of the crate cannot be read".to_owned());
        }
        for krate in self.crates.iter().filter(|krate| krate.prefix.is_none()) {
            for (declared, linked) in krate.declarations.functions.iter().zip(&krate.linked) {
                let first = declared.module.split("::").next().unwrap_or_default();
                if matches!(first, "std" | "core" | "alloc" | "pct") {
                    return Some(format!("a module is called `{first}`"));
                }
                if linked.is_none() {
                    return Some(format!("the code of `{}` is not known", declared.name));
                }
            }
        }
        None
    }

    /// The functions of all traits that the analysed crates implement for a type, with what their parameters stand for.
    pub fn trait_functions(&self, ty: &Type) -> Vec<(BodyId, Generics)> {
        let mut found = Vec::new();
        for krate in self.crates.iter().filter(|krate| krate.prefix.is_none()) {
            for block in krate.declarations.impls.iter().filter(|block| block.trait_path.is_some()) {
                let mut generics = Generics::default();
                if !unify(&block.self_type, ty, &block.parameters, &mut generics) {
                    continue;
                }
                generics.arguments.insert("Self".into(), GenericArg::Type(ty.clone()));
                let bodies = block.functions.values().filter_map(|number| krate.linked[*number]);
                found.extend(bodies.map(|body| (body, generics.clone())));
            }
        }
        found
    }

    /// The function that runs when a value of the type is dropped, before its fields are.
    pub fn drop_function(&self, ty: &Type) -> Option<(BodyId, Generics)> {
        let path = path_of(&[STD, "ops", "Drop"]);
        let name: Name = "drop".into();
        self.resolve_trait_item(&TraitItem { self_type: ty, trait_path: &path, name: &name, args: &[] })
    }
}

impl AdtInstance<'_> {
    /// The type of a field, normalised.
    pub fn field_type(&self, variant: usize, field: usize) -> Option<Type> {
        let (_, ty) = self.adt.variants.get(variant)?.fields.get(field)?;
        Some(Normaliser { program: self.program, prefix: None, generics: &self.generics }.ty(ty))
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        &self.adt.variants
    }
}

/// Rewrites the types of a body's text: parameters replaced, lifetimes erased, paths made those of the program.
#[derive(Clone, Copy)]
pub struct Normaliser<'a> {
    program: &'a Program,
    prefix: Option<&'static str>,
    generics: &'a Generics,
}

impl Rewrite for Normaliser<'_> {
    fn path(&self, path: Path) -> Type {
        if let Some(ty) = path.as_identifier().and_then(|name| self.generics.ty(name)) {
            return ty.clone();
        }
        if let Some(item) = path.as_trait_item()
            && let Some(ty) = self.program.associated_type(item.self_type, item.trait_path, item.name)
        {
            return ty;
        }
        plain(self.global(path))
    }

    fn constant(&self, path: &Path) -> ConstArg {
        let bound = path.as_identifier().and_then(|name| self.generics.constant(name));
        bound.unwrap_or_else(|| ConstArg::Path(path.clone()))
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.global(self.path_arguments(path))
    }

    fn value_path(&self, path: &Path) -> Path {
        self.global(self.path_arguments(path))
    }
}

impl Normaliser<'_> {
    fn global(&self, path: Path) -> Path {
        match self.prefix {
            _ if path.begins_in_std() => path.with_std(),
            Some(prefix) => prefixed(&path, prefix),
            None => path,
        }
    }
}

/// `pct::Plain<T>` of the models is `T`.
pub(super) fn plain(path: Path) -> Type {
    match path.last().args() {
        [GenericArg::Type(inner)] if path.is_std(&["pct", "Plain"]) => inner.clone(),
        _ => Type::Path(path),
    }
}

/// A path of a crate, with the crate's prefix. Lone identifiers that are no parameters are the crate's too.
fn prefixed(path: &Path, prefix: &str) -> Path {
    match &path.segments[0] {
        Segment::Named { .. } if !path.begins_in_std() => {
            let mut segments = path_of(&[prefix]).segments;
            segments.extend(path.segments.iter().cloned());
            Path { segments }
        }
        Segment::ImplAt(_) | Segment::Impl { .. } => {
            let mut segments = path_of(&[prefix]).segments;
            segments.extend(path.segments.iter().cloned());
            Path { segments }
        }
        _ => path.clone(),
    }
}

/// The name of a constant, generic arguments left aside.
fn constant_name(path: &Path) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Named { name, .. } => name.to_string(),
        other => format!("{other:?}"),
    };
    path.segments.iter().map(segment).collect::<Vec<_>>().join("::")
}

/// The closure that a closure's body belongs to, by the type of its first argument.
fn closure_type(body: &mir::Body) -> Option<mir::ClosureType> {
    let first = body.args().next()?;
    match &body.locals[first].ty {
        Type::Closure(closure) => Some((**closure).clone()),
        Type::Ref { referent, .. } => match &**referent {
            Type::Closure(closure) => Some((**closure).clone()),
            _ => None,
        },
        _ => None,
    }
}

fn impl_types(ty: &Type, found: &mut Vec<Type>) {
    match ty {
        Type::Impl(_) if !found.contains(ty) => found.push(ty.clone()),
        Type::Impl(_) => {}
        Type::Ref { referent, .. } => impl_types(referent, found),
        Type::RawPtr { pointee, .. } => impl_types(pointee, found),
        Type::Slice(element) | Type::Array { element, .. } => impl_types(element, found),
        Type::Tuple(elements) => elements.iter().for_each(|element| impl_types(element, found)),
        Type::Path(path) => {
            for arg in path.segments.iter().flat_map(|segment| segment.args()) {
                if let GenericArg::Type(ty) = arg {
                    impl_types(ty, found);
                }
            }
        }
        _ => {}
    }
}
