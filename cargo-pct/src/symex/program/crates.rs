//! The crates that are executed: their bodies, declarations, and which body a path names.
//!
//! One of them may be the models of the standard library: a crate of its own, whose item `a::b` stands for `std::a::b`.
//! Its paths are prefixed when they are normalised, so that the executor sees one set of names.
//!
//! Resolution never guesses: a path that fits no body, or more than one, names none.

mod lookup;

use super::Normaliser;
use super::blocks::{Block, Blocks};
use super::reads::Reads;
use super::structure::{Captures, Facts};
use super::unclear::OTHERS;
use crate::ids::{PrimaryMap, SecondaryMap};
use crate::mir::{self, GenericArg, Name, Path, Segment, Type};
use crate::source::{FunctionId, ImplId, Items, MatchError, PathPart, TraitId, TypeDef};
use crate::symex::program::types::{Generics, Rewrite};
use rustc_hash::FxHashMap;
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
    pub(super) crates: Vec<Crate>,
    pub(super) bodies: PrimaryMap<BodyId, Arc<Code>>,
    /// By path; several where the source has types that MIR does not tell apart.
    pub(super) adts: BTreeMap<String, Vec<TypeDef>>,
    pub(super) free: BTreeMap<String, Vec<BodyId>>,
    /// By name: functions declared in another one's body.
    pub(super) inner: BTreeMap<Name, Vec<BodyId>>,
    /// By the function's name: impl blocks that hold inherent functions, and models of them.
    pub(super) inherent: BTreeMap<Name, Blocks>,
    /// By the trait's path.
    pub(super) trait_impls: BTreeMap<String, Blocks>,
    /// Those of traits in the analysed crates.
    pub(super) own_trait_impls: Blocks,
    pub(super) traits: BTreeMap<String, (usize, TraitId)>,
    pub(super) closures: BTreeMap<mir::ClosureType, Vec<BodyId>>,
    pub(super) constants: BTreeMap<String, Vec<Constant>>,
    /// The paths of those in the analysed crates.
    pub(super) own_constants: BTreeSet<String>,
    /// The types of the analysed crates, by path.
    pub(super) own_types: BTreeSet<String>,
    /// Those of impl blocks.
    pub(super) associated: BTreeMap<(usize, ImplId, Name), Constant>,
    /// What other crates call the functions and traits of dependencies: the path of the declaration by each.
    pub(super) aliases: BTreeMap<String, Vec<Name>>,
    pub(super) allocations: Vec<BTreeMap<mir::AllocationId, mir::Allocation>>,
    pub(super) types: RefCell<LocalTypes>,
    /// What was found out about types.
    pub(in crate::symex) facts: RefCell<FxHashMap<Type, Facts>>,
    /// Which bodies may fail in code that is not clients', as far as that was asked.
    pub(in crate::symex) failing: RefCell<BTreeMap<(BodyId, Generics), bool>>,
    /// The analysed crates' impls of traits whose headers name no type that is known.
    pub(super) misread: OnceCell<Vec<Block>>,
    pub(super) summary: OnceCell<Summary>,
    /// Which bodies were looked at.
    pub(super) reads: Reads,
    /// Whether a body of the analysed crates could not be read.
    pub(super) unread: bool,
    /// The analysed crates are built without overflow checks, which functions of std inherit.
    pub wraps: bool,
    /// Some linked crate may have overflow checks where the analysed crates have none, or the other way round. Code that it may have
    /// generated then may check or not, whoever calls it: generic functions of std and of dependencies, of which linked crates share
    /// one instance, and inlined functions of dependencies.
    pub checks_differ: bool,
}

/// The types of locals by body and generic arguments.
type LocalTypes = BTreeMap<(BodyId, Arc<Generics>), Arc<Vec<Type>>>;

/// What is asked of all code for each subject, found out once for all of them.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) gap: Option<String>,
    pub(super) predicates: Vec<BodyId>,
    pub(super) captures: Captures,
    /// Functions by crate and path, several where one macro made their impl blocks.
    pub(super) by_path: FxHashMap<(usize, Arc<[Segment]>), Vec<BodyId>>,
    /// By site, the bodies in which a probe has it: those of macros have it in several.
    pub(super) by_site: FxHashMap<u64, BTreeSet<BodyId>>,
}

#[derive(Clone, Debug)]
pub(super) struct Crate {
    pub(super) role: Role,
    pub(super) naming: Arc<Naming>,
    pub(super) items: Arc<Items>,
    /// The body of each function of the source.
    pub(super) linked: SecondaryMap<FunctionId, Option<BodyId>>,
    /// Why no body is linked.
    pub(super) mismatch: Option<MatchError>,
}

/// What a crate is to the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
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
    pub(super) prefix: Option<String>,
    /// Other crates that it names.
    pub(super) others: BTreeSet<String>,
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
            [_, PathPart::Name(first)] => others.contains(first) || OTHERS.contains(&first.as_str()),
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
        self.facts.get_mut().clear();
        self.failing.get_mut().clear();
    }

    /// A body.
    pub fn code(&self, body: BodyId) -> &Code {
        self.reads.note(body);
        &self.bodies[body]
    }

    /// All bodies.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Code)> {
        self.bodies.iter().map(|(id, code)| {
            self.reads.note(id);
            (id, &**code)
        })
    }

    /// Whether a body is a model of the standard library.
    pub fn is_model(&self, body: BodyId) -> bool {
        self.role(body) == Role::Models
    }

    /// Whether a body is the code of an analysed crate.
    pub fn is_analysed(&self, body: BodyId) -> bool {
        self.role(body) == Role::Analysed
    }

    /// Whether a check for overflow that stands in a body may be left out: who generates code of another crate decides about it.
    pub fn may_leave_out_checks(&self, body: BodyId) -> bool {
        self.checks_differ && self.role(body) == Role::Dependency
    }

    /// What the crate of a body is to the analysis: that does not depend on its code.
    pub(super) fn role(&self, body: BodyId) -> Role {
        self.crates[self.bodies[body].krate].role
    }

    pub(super) fn analysed(&self) -> impl Iterator<Item = &Crate> {
        self.crates.iter().filter(|krate| krate.role == Role::Analysed)
    }

    /// An allocation of the compiler that a body mentions.
    pub fn allocation(&self, body: BodyId, id: mir::AllocationId) -> Option<&mir::Allocation> {
        self.allocations[self.code(body).krate].get(&id)
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

    /// The body of a closure; none if closures that differ stand at one place of the source, where a macro made them.
    pub fn closure_body(&self, ty: &mir::ClosureType) -> Option<BodyId> {
        let (first, others) = self.closure_bodies(ty).split_first()?;
        others.iter().all(|other| self.are_alike(*first, *other)).then_some(*first)
    }

    /// Whether two bodies of the same path have the same code.
    pub(super) fn are_alike(&self, one: BodyId, other: BodyId) -> bool {
        let (one, other) = (self.code(one), self.code(other));
        let parts = |code: &Code| (code.body.arg_count, code.body.kind);
        parts(one) == parts(other)
            && one.promoted.is_empty()
            && other.promoted.is_empty()
            && one.body.locals == other.body.locals
            && one.body.blocks == other.body.blocks
    }

    /// The bodies of the closures that stand at one place, in the order of the code.
    pub fn closure_bodies(&self, ty: &mir::ClosureType) -> &[BodyId] {
        self.closures.get(ty).map_or(&[], Vec::as_slice)
    }

    /// The bodies that evaluate predicates of types.
    pub fn predicates(&self) -> &[BodyId] {
        &self.summary().predicates
    }

    pub(super) fn summary(&self) -> &Summary {
        let holds = |(_, code): &(BodyId, &Code)| {
            code.body.path.last_name().is_some_and(|name| &**name == "pct_holds")
        };
        self.summary.get_or_init(|| Summary {
            gap: self.find_gap(),
            predicates: self.bodies().filter(holds).map(|(body, _)| body).collect(),
            captures: self.find_captures(),
            by_path: self.functions_by_path(),
            by_site: self.bodies_by_site(),
        })
    }

    /// The bodies in which probes of a site stand.
    pub fn bodies_at(&self, site: u64) -> impl Iterator<Item = &BodyId> {
        self.summary().by_site.get(&site).into_iter().flatten()
    }

    pub(super) fn bodies_by_site(&self) -> FxHashMap<u64, BTreeSet<BodyId>> {
        let mut found: FxHashMap<u64, BTreeSet<BodyId>> = FxHashMap::default();
        for (body, code) in self.bodies() {
            for site in crate::symex::program::sites::sites_named_in(&code.body) {
                found.entry(site).or_default().insert(body);
            }
        }
        found
    }
}

/// The name of a constant, generic arguments left aside.
pub(super) fn constant_name(path: &Path) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Named { name, .. } => name.to_string(),
        other => format!("{other:?}"),
    };
    path.segments.iter().map(segment).collect::<Vec<_>>().join("::")
}
