//! The crates that are executed: their bodies, declarations, and which body a path names.
//!
//! One of them may be the models of the standard library: a crate of its own, whose item `a::b` stands for `std::a::b`.
//! Its paths are prefixed when they are normalised, so that the executor sees one set of names.
//!
//! Resolution never guesses: a path that fits no body, or more than one, names none.

mod aliases;
mod blocks;
mod captures;
mod constants;
mod impls;
mod link;
mod normalise;
mod resolve;

use blocks::Blocks;
use captures::Captures;
pub use normalise::Normaliser;

use super::types::{Generics, Rewrite, plain_name};
use crate::ids::{PrimaryMap, SecondaryMap};
use crate::mir::{self, AnonymousKind, GenericArg, Name, Path, Segment, Type};
use crate::source::{
    FnDef, FunctionId, ImplDef, ImplId, Items, MatchError, Owner, PathPart, TraitId, TypeDef, TypeKind,
    Variant,
};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

crate::define_id! {
    /// A body of any crate of a program.
    BodyId, "body";
}

/// The crates that are executed. Clones share the code, so that the models are read once for all crates of a run.
#[derive(Clone, Debug, Default)]
pub struct Program {
    crates: Vec<Crate>,
    bodies: PrimaryMap<BodyId, Arc<Code>>,
    /// By path; several where the source has types that MIR does not tell apart.
    adts: BTreeMap<String, Vec<TypeDef>>,
    free: BTreeMap<String, Vec<BodyId>>,
    /// By name: functions declared in another one's body.
    inner: BTreeMap<Name, Vec<BodyId>>,
    /// By the function's name: impl blocks that hold inherent functions, and models of them.
    inherent: BTreeMap<Name, Blocks>,
    /// By the trait's path.
    trait_impls: BTreeMap<String, Blocks>,
    /// Those of traits in the analysed crates.
    own_trait_impls: Blocks,
    traits: BTreeMap<String, (usize, TraitId)>,
    closures: BTreeMap<mir::ClosureType, Vec<BodyId>>,
    constants: BTreeMap<String, Vec<Constant>>,
    /// Those of impl blocks.
    associated: BTreeMap<(usize, ImplId, Name), Constant>,
    /// What other crates call the functions and traits of dependencies: the path of the declaration by each.
    aliases: BTreeMap<String, Vec<Name>>,
    allocations: Vec<BTreeMap<mir::AllocationId, mir::Allocation>>,
    types: RefCell<LocalTypes>,
    enclosing: RefCell<BTreeMap<BodyId, Option<BodyId>>>,
    summary: OnceCell<Summary>,
    /// Whether a body of the analysed crates could not be read.
    unread: bool,
    /// The analysed crates are built without overflow checks, which functions of std inherit.
    pub wraps: bool,
}

/// The types of locals by body and generic arguments.
type LocalTypes = BTreeMap<(BodyId, Arc<Generics>), Arc<Vec<Type>>>;

/// What is asked of all code for each subject, found out once for all of them.
#[derive(Clone, Debug)]
struct Summary {
    gap: Option<String>,
    predicates: Vec<BodyId>,
    captures: Captures,
}

#[derive(Clone, Debug)]
struct Crate {
    role: Role,
    naming: Arc<Naming>,
    items: Arc<Items>,
    /// The body of each function of the source.
    linked: SecondaryMap<FunctionId, Option<BodyId>>,
    /// Why no body is linked.
    mismatch: Option<MatchError>,
}

/// What a crate is to the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// Its functions are judged.
    Analysed,
    /// Analysed crates call its functions; what its types are made of is its own affair.
    Dependency,
    /// It stands for the standard library.
    Models,
}

/// How the paths of a crate's text become those of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Naming {
    /// What the crate's own paths begin with; nothing for an analysed one.
    prefix: Option<String>,
    /// Other crates that it names.
    others: BTreeSet<String>,
}

/// A body and what belongs to it.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its crate's number in the program.
    pub krate: usize,
    /// The code.
    pub body: mir::Body,
    /// The function of the source that it is the code of.
    pub declaration: Option<FunctionId>,
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
    pub adt: &'a TypeDef,
    program: &'a Program,
    generics: Generics,
}

/// The prefix of the models' paths, and of the layouts of the standard library's types.
pub const STD: &str = "std";

impl Program {
    /// Adds the analysed crate, or another whose code is at hand. Where its source does not fit its code, the source is left
    /// aside: see [`Program::mismatch`].
    pub fn add_crate(&mut self, dump: mir::Program, items: Arc<Items>) {
        self.add_crate_with(dump, items, BTreeSet::new());
    }

    /// The same for one that knows other crates by these names.
    pub fn add_crate_with(&mut self, dump: mir::Program, items: Arc<Items>, others: BTreeSet<String>) {
        self.add(dump, items, Role::Analysed, Naming { prefix: None, others });
    }

    /// Adds a crate that those that are added later call; `items` are read with its name as the root of all paths. Of its functions those
    /// count that deal with numbers, with what they are handed and with the standard library: what the types of a dependency are
    /// made of stays its own. Where its source does not fit its code, none does.
    pub fn add_dependency(&mut self, name: &str, dump: mir::Program, items: Items, others: BTreeSet<String>) {
        let is_ambiguous = items.modules.values().any(|module| match module.path.as_slice() {
            [_, PathPart::Name(first)] => others.contains(first),
            _ => false,
        });
        if !is_ambiguous {
            self.add_aliases(name, &items);
            let naming = Naming { prefix: Some(name.to_owned()), others };
            self.add(dump, Arc::new(items), Role::Dependency, naming);
        }
    }

    /// Adds the models of the standard library.
    ///
    /// # Errors
    /// If their source does not fit their code.
    pub fn add_models(&mut self, dump: mir::Program, items: Items) -> Result<(), MatchError> {
        let naming = Naming { prefix: Some(STD.to_owned()), others: BTreeSet::new() };
        let number = self.add(dump, Arc::new(items), Role::Models, naming);
        self.crates[number].mismatch.clone().map_or(Ok(()), Err)
    }

    /// Adds types without code, as the enums of the standard library.
    pub fn add_layouts(&mut self, items: Items) {
        self.index_types(&items);
    }

    /// A body.
    pub fn code(&self, body: BodyId) -> &Code {
        &self.bodies[body]
    }

    /// All bodies.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Code)> {
        self.bodies.iter().map(|(id, code)| (id, &**code))
    }

    /// Whether a body is a model of the standard library.
    pub fn is_model(&self, body: BodyId) -> bool {
        self.role(body) == Role::Models
    }

    /// Whether a body is the code of an analysed crate.
    pub fn is_analysed(&self, body: BodyId) -> bool {
        self.role(body) == Role::Analysed
    }

    fn role(&self, body: BodyId) -> Role {
        self.crates[self.code(body).krate].role
    }

    fn analysed(&self) -> impl Iterator<Item = &Crate> {
        self.crates.iter().filter(|krate| krate.role == Role::Analysed)
    }

    /// An allocation of the compiler that a body mentions.
    pub fn allocation(&self, body: BodyId, id: mir::AllocationId) -> Option<&mir::Allocation> {
        self.allocations[self.code(body).krate].get(&id)
    }

    /// The bodies of the analysed crates whose last name is this; for tests and command lines.
    pub fn functions_named(&self, name: &str) -> Vec<BodyId> {
        let named = |(id, code): (BodyId, &Arc<Code>)| {
            let matches = code.body.kind == mir::BodyKind::Fn
                && code.body.path.last_name().is_some_and(|own| **own == *name)
                && self.crates[code.krate].role == Role::Analysed;
            matches.then_some(id)
        };
        self.bodies.iter().filter_map(named).collect()
    }

    /// The path by which clients know an item of the analysed crates, if they can name it.
    pub fn public_path(&self, path: &str) -> Option<&str> {
        self.analysed().find_map(|krate| krate.items.public.get(path)).map(String::as_str)
    }

    /// What the source says of a body's function, with the items of its crate.
    pub fn declared(&self, body: BodyId) -> Option<(&Items, &FnDef)> {
        let code = self.code(body);
        let items: &Items = &self.crates[code.krate].items;
        code.declaration.map(|id| (items, &items.functions[id]))
    }

    /// Whether the documentation of a body's function has a section *Panics*.
    pub fn documents_panics(&self, body: BodyId) -> bool {
        self.declared(body).is_some_and(|(_, function)| function.documents_panics)
    }

    /// The body's name for people: module, type and function, and of a closure its number there.
    pub fn name(&self, body: BodyId) -> String {
        let Some((items, function)) = self.declared(body) else { return self.inner_name(body) };
        match function.owner {
            Owner::Module(_) | Owner::Body(_) => function.full_path(),
            Owner::Impl(id) => {
                let name = items.impls[id].self_type.as_path().and_then(plain_name);
                format!("{}::{}", name.unwrap_or_else(|| "<impl>".to_owned()), function.name)
            }
            Owner::Trait(id) => format!("{}::{}", items.traits[id].path, function.name),
        }
    }

    /// The name of code inside a function.
    fn inner_name(&self, body: BodyId) -> String {
        let Some(outer) = self.enclosing(body) else { return format!("{body}") };
        let inner = &self.code(body).body.path.segments[self.code(outer).body.path.segments.len()..];
        let inner = inner.iter().map(|segment| match segment {
            Segment::Anonymous { kind: AnonymousKind::Closure, index, .. } => {
                format!("::{{closure#{index}}}")
            }
            Segment::Promoted(number) => format!("::promoted[{number}]"),
            _ => "::_".to_owned(),
        });
        self.name(outer) + &inner.collect::<String>()
    }

    /// The impl block that a body stands in.
    pub(super) fn impl_of(&self, body: BodyId) -> Option<&ImplDef> {
        let (items, function) = self.declared(body)?;
        match function.owner {
            Owner::Impl(id) => Some(&items.impls[id]),
            _ => None,
        }
    }

    /// The type and const parameters of a body and of the impl block around it.
    pub fn parameters(&self, body: BodyId) -> Vec<Name> {
        let Some((items, function)) = self.declared(body) else { return Vec::new() };
        let mut found = function.parameters.clone();
        match function.owner {
            Owner::Impl(id) => found.extend(items.impls[id].parameters.iter().cloned()),
            Owner::Trait(id) => {
                found.extend(items.traits[id].parameters.iter().cloned());
                found.push("Self".into());
            }
            Owner::Module(_) | Owner::Body(_) => {}
        }
        found
    }

    /// The const parameters of a body and of the impl block around it, with their types.
    pub fn const_parameters(&self, body: BodyId) -> BTreeMap<Name, Type> {
        let Some((items, function)) = self.declared(body) else {
            return match self.enclosing(body) {
                Some(outer) => self.const_parameters(outer),
                None => self.const_parameters_of_constant(body),
            };
        };
        let mut found = function.const_parameters.clone();
        if let Owner::Impl(id) = function.owner {
            found.extend(items.impls[id].const_parameters.clone());
        }
        found
    }

    /// The function that the code of a closure, or a constant that the compiler took out of code, belongs to. Of several with one path,
    /// those of impl blocks that one macro made, it is the first, if all have the same parameters.
    fn enclosing(&self, body: BodyId) -> Option<BodyId> {
        if let Some(known) = self.enclosing.borrow().get(&body) {
            return *known;
        }
        let code = self.code(body);
        let is_inner =
            |segment: &Segment| matches!(segment, Segment::Promoted(_) | Segment::Anonymous { .. });
        let inner = code.body.path.segments.iter().rev().take_while(|segment| is_inner(segment)).count();
        let outer = &code.body.path.segments[..code.body.path.segments.len() - inner];
        let is_outer = |(_, other): &(BodyId, &Arc<Code>)| {
            other.krate == code.krate && other.declaration.is_some() && other.body.path.segments == outer
        };
        let all = self.bodies.iter().filter(is_outer).map(|(id, _)| id);
        let all: Vec<BodyId> = if inner == 0 { Vec::new() } else { all.collect() };
        let are_alike =
            all.windows(2).all(|two| self.const_parameters(two[0]) == self.const_parameters(two[1]));
        let found = all.first().copied().filter(|_| are_alike);
        self.enclosing.borrow_mut().insert(body, found);
        found
    }

    /// The rewriting of what a body's text says.
    pub fn normaliser<'a>(&'a self, body: BodyId, generics: &'a Generics) -> Normaliser<'a> {
        Normaliser { program: self, naming: Some(&self.crates[self.code(body).krate].naming), generics }
    }

    /// The types of a body's locals.
    pub fn local_types(&self, body: BodyId, generics: &Arc<Generics>) -> Arc<Vec<Type>> {
        let key = (body, generics.clone());
        if let Some(types) = self.types.borrow().get(&key) {
            return types.clone();
        }
        let types = Arc::new(self.types_once(body, generics));
        self.types.borrow_mut().insert(key, types.clone());
        types
    }

    /// The same for who asks once: they are not remembered.
    pub fn types_once(&self, body: BodyId, generics: &Generics) -> Vec<Type> {
        let normaliser = self.normaliser(body, generics);
        self.code(body).body.locals.values().map(|local| normaliser.ty(&local.ty)).collect()
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
        let [adt] = self.adts.get(&plain_name(path)?)?.as_slice() else { return None };
        let mut generics = Generics::default();
        let path = self.with_defaults(path.clone());
        generics.bind(&adt.parameters, path.segments.iter().flat_map(|segment| segment.args()));
        Some(AdtInstance { adt, program: self, generics })
    }

    /// Whether a path begins with an item of the analysed crates, or with a name that could be one's: it has but one segment.
    pub fn may_be_of_crates(&self, path: &Path) -> bool {
        let Some(first) = path.segments.first().and_then(Segment::name) else { return true };
        let is_other =
            self.crates.iter().any(|krate| krate.role == Role::Dependency && krate.is_called(first));
        let begins = begins_with(&self.adts, first) || begins_with(&self.free, first);
        path.segments.len() == 1 || begins && !is_other
    }

    /// The struct or variant that a value's path names: the type's declaration, and the number of the variant.
    pub fn constructor(&self, path: &Path) -> Option<(AdtInstance<'_>, usize)> {
        if let Some(instance) = self.adt_at(path)
            && instance.adt.kind != TypeKind::Enum
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

    /// Why the source of an analysed crate says nothing, if so: it does not fit the code.
    pub fn mismatch(&self) -> Option<&MatchError> {
        self.analysed().find_map(|krate| krate.mismatch.as_ref())
    }

    /// Why the code of the analysed crates is not all at hand, if so: a body was not read or not matched with its declaration, or the
    /// crate gives a module a name that its paths cannot tell from the standard library's.
    pub fn gap(&self) -> Option<&String> {
        self.summary().gap.as_ref()
    }

    /// The bodies that evaluate predicates of types.
    pub fn predicates(&self) -> &[BodyId] {
        &self.summary().predicates
    }

    fn summary(&self) -> &Summary {
        let holds = |(_, code): &(BodyId, &Code)| {
            code.body.path.last_name().is_some_and(|name| &**name == "pct_holds")
        };
        self.summary.get_or_init(|| Summary {
            gap: self.find_gap(),
            predicates: self.bodies().filter(holds).map(|(body, _)| body).collect(),
            captures: self.find_captures(),
        })
    }

    /// Which functions paths name is not known, if so: a module of an analysed crate has the name of another crate.
    pub fn confusion(&self) -> Option<String> {
        let name = self.analysed().find_map(Crate::confused)?;
        Some(format!("a module is called as the crate `{name}`"))
    }

    fn find_gap(&self) -> Option<String> {
        if self.unread {
            return Some("some code of the crate cannot be read".to_owned());
        }
        if let Some(confusion) = self.confusion() {
            return Some(confusion);
        }
        for krate in self.analysed() {
            if let Some(mismatch) = &krate.mismatch {
                return Some(mismatch.to_string());
            }
            for (id, function) in &krate.items.functions {
                let first = function.path.first();
                if let Some(PathPart::Name(first)) = first.filter(|_| function.path.len() > 1)
                    && matches!(first.as_str(), "std" | "core" | "alloc" | "pct")
                {
                    return Some(format!("a module is called `{first}`"));
                }
                if krate.linked[id].is_none() {
                    return Some(format!("the code of `{}` is not known", function.name));
                }
            }
        }
        None
    }
}

impl Crate {
    fn is_called(&self, name: &str) -> bool {
        self.naming.prefix.as_deref() == Some(name)
    }

    /// Another crate that paths cannot tell from a module of this one.
    fn confused(&self) -> Option<&String> {
        let free = self.items.functions.values().filter(|it| !matches!(it.owner, Owner::Impl(_)));
        let free = free.filter_map(|it| match it.path.as_slice() {
            [PathPart::Name(first), _, ..] => Some(first.as_str()),
            _ => None,
        });
        let types = self.items.types.values().map(|it| it.path.as_str());
        let paths = types.chain(self.items.traits.values().map(|it| it.path.as_str()));
        let firsts = paths.filter_map(|path| path.split_once("::")).map(|(first, _)| first);
        free.chain(firsts).find_map(|first| self.naming.others.get(first))
    }
}

impl AdtInstance<'_> {
    /// The type of a field, normalised.
    pub fn field_type(&self, variant: usize, field: usize) -> Option<Type> {
        let field = self.adt.variants.get(variant)?.fields.get(field)?;
        Some(Normaliser { program: self.program, naming: None, generics: &self.generics }.ty(&field.ty))
    }

    /// The variants.
    pub fn variants(&self) -> &[Variant] {
        &self.adt.variants
    }
}

/// Whether the first name of a path in the table is this one.
fn begins_with<T>(table: &BTreeMap<String, T>, first: &str) -> bool {
    let inside = format!("{first}::");
    table.contains_key(first)
        || table.range(inside.clone()..).next().is_some_and(|(path, _)| path.starts_with(&inside))
}

/// The name of a constant, generic arguments left aside.
fn constant_name(path: &Path) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Named { name, .. } => name.to_string(),
        other => format!("{other:?}"),
    };
    path.segments.iter().map(segment).collect::<Vec<_>>().join("::")
}
