//! Instantiates the generic parameters of functions that are called together: of a constructor, and of the methods called on its object.
//!
//! Unifies the object's types in their signatures. Each parameter that this leaves undetermined gets a witness type for its bounds
//! ([`witness_for_bounds`]). This is a guess: rustc checks whether all bounds are met.

use super::closure;
use super::instance::{CHOSEN, Choice, bounds_of, number};
use super::naming::is_public;
use super::unification::{Bindings, Renaming, occurs};
use super::witness_types::{in_full, projected, witness_for_bounds};
use crate::lower::Entry;
use crate::mir::{Bound, ConstArg, GenericArg, GenericArgs, Name, Path, Type};
use crate::native::CONSTANT;
use crate::symex::types::{Generics, Rewrite, is_impl_parameter, is_same_declaration, is_unknown_type};
use crate::symex::{BodyId, Program};

/// The numbers of impl blocks begin here, in the names of their parameters; those of functions are smaller.
const IMPLEMENTORS: usize = 1_000_000;

/// The numbers of type aliases begin here.
const ALIASES: usize = 2_000_000;

/// The arguments chosen for the parameters of some functions, as far as they are determined.
pub(super) struct Instantiation<'p> {
    program: &'p Program,
    /// By the name of the parameter, with the number of its function in front.
    bindings: Bindings,
    /// The functions, and those of their parameters that are constants.
    functions: Vec<(BodyId, Vec<(Name, bool)>)>,
    /// Which of several implementors of a crate's trait is chosen, and which constant.
    choice: Choice,
    /// True if something can be chosen so.
    has_choice: bool,
}

impl<'p> Instantiation<'p> {
    pub(super) fn new(program: &'p Program, choice: Choice) -> Instantiation<'p> {
        let (bindings, functions) = (Bindings::default(), Vec::new());
        Instantiation { program, bindings, functions, choice, has_choice: false }
    }

    /// Adds a function whose object, or the object that it makes, is of this type. Adds nothing and returns false, if that contradicts the
    /// functions before.
    pub(super) fn add(&mut self, entry: &Entry, class: &Type) -> bool {
        let pattern = object_type(entry, class).or_else(|| made_type(entry, class)).cloned();
        let Some(pattern) = pattern else { return false };
        self.add_as(entry, &pattern, class)
    }

    fn add_as(&mut self, entry: &Entry, pattern: &Type, class: &Type) -> bool {
        let number = self.functions.len();
        let before = self.bindings.clone();
        let pattern = self.renamed(number, pattern);
        if !self.bindings.unify(&pattern, class) {
            self.bindings = before;
            return false;
        }
        self.add_parameters(entry);
        true
    }

    /// Adds a function that has to do with no class.
    pub(super) fn add_parameters(&mut self, entry: &Entry) {
        let constants = self.program.const_parameters(entry.body);
        let names = self.program.parameters(entry.body).into_iter().chain(unnamed_parameters(entry));
        // What is called is written as a closure.
        let is_plain = |name: &Name| !closure::is_called(self.program, entry.body, name);
        let names =
            names.filter(is_plain).map(|name| (name.clone(), constants.contains_key(&name))).collect();
        self.functions.push((entry.body, names));
    }

    /// Chooses a parameter's default, if no function determines the parameter.
    pub(super) fn assume(&mut self, name: &Name, default: &Type, class: &Type, parameters: &[Name]) {
        let args = class.as_path().map(|path| path.last().args()).unwrap_or_default();
        let Some(at) = parameters.iter().position(|it| it == name) else { return };
        let Some(GenericArg::Type(own)) = args.get(at) else { return };
        if let Some(variable) = self.bindings.variable(own) {
            let mut generics = Generics::default();
            generics.bind(parameters, args);
            let body = self.functions.first().map(|(body, _)| *body);
            let Some(body) = body else { return };
            let default = self.program.normaliser(body, &generics).ty(default);
            if !occurs(&variable, &self.bindings.resolved(&default)) {
                self.bindings.bind(variable, GenericArg::Type(default));
            }
        }
    }

    /// Lets a class that is written with a type of a dependency, which clients cannot name, be one that an alias of the crate names.
    pub(super) fn assume_alias(&mut self, class: &Type) {
        let Some((body, _)) = self.functions.first() else { return };
        if is_public(self.program, &self.bindings.resolved(class)) {
            return;
        }
        for (number, (_, alias)) in self.program.public_aliases().enumerate() {
            if !is_same_declaration(&alias.ty, class) {
                continue;
            }
            let parameters = alias.parameters.iter();
            let arguments = parameters.map(|name| (name.clone(), GenericArg::Type(unknown(name)))).collect();
            let open = Generics { arguments };
            let ty = self.program.normaliser(*body, &open).ty(&alias.ty);
            let ty = Renaming(ALIASES + number).ty(&ty);
            let before = self.bindings.clone();
            if self.bindings.unify(&ty, class) {
                return;
            }
            self.bindings = before;
        }
    }

    /// Chooses witness types for all parameters that are undetermined.
    pub(super) fn choose(&mut self) {
        for number in 0..self.functions.len() {
            let (body, names) = self.functions[number].clone();
            for (name, is_constant) in names {
                let variable = self.renamed(number, &unknown(&name));
                let Some(variable) = self.bindings.variable(&variable) else { continue };
                let chosen = match is_constant {
                    true => {
                        self.has_choice = true;
                        GenericArg::Const(self.choice.constant())
                    }
                    false => GenericArg::Type(match self.suggested(number, body, &name) {
                        // `K: Borrow<K>`
                        Some(ty) if occurs(&variable, &self.bindings.resolved(&ty)) => CHOSEN,
                        Some(ty) => ty,
                        // Another function may say more of it.
                        None if number + 1 < self.functions.len() => continue,
                        None => CHOSEN,
                    }),
                };
                self.bindings.bind(variable, chosen);
            }
        }
    }

    /// A type that meets the bounds on a parameter of a function.
    fn suggested(&mut self, number: usize, body: BodyId, name: &Name) -> Option<Type> {
        let bounds: Vec<Path> = match is_impl_parameter(name) {
            true => {
                let is_of_crate = |bound: &Path| {
                    bound.last_name().is_some_and(|name| !self.program.own_traits_named(name).is_empty())
                };
                let written = unnamed_bounds(self.program, body, name).into_iter();
                written.map(|bound| in_full(bound, is_of_crate)).collect()
            }
            false => bounds_of(self.program, body, name).into_iter().cloned().collect(),
        };
        let generics = self.placeholder_generics(body);
        let normaliser = self.program.normaliser(body, &generics);
        let own = |ty: &Type| self.bindings.resolved(&self.renamed(number, &normaliser.ty(ty)));
        if let Some(ty) = witness_for_bounds(&bounds.iter().collect::<Vec<_>>(), &own) {
            return Some(ty);
        }
        let foreign = bounds.iter().filter(|bound| !bound.begins_in_std());
        let foreign: Vec<Path> =
            foreign.map(|bound| Renaming(number).path_arguments(&normaliser.trait_path(bound))).collect();
        foreign.iter().find_map(|bound| self.implementor(bound))
    }

    /// A type of the crate that implements one of its traits: one of several, as far from the others as can be.
    fn implementor(&mut self, bound: &Path) -> Option<Type> {
        let mut fitting = self.implementors(bound);
        let Choice { number, of } = self.choice;
        self.has_choice |= number < fitting.len();
        let last = fitting.len().checked_sub(1)?;
        let chosen = if fitting.len() > of { number * fitting.len() / of } else { number.min(last) };
        let (ty, bindings) = fitting.swap_remove(chosen);
        self.bindings = bindings;
        Some(ty)
    }

    /// The types of the crate that implement one of its traits, with what they bind.
    fn implementors(&self, bound: &Path) -> Vec<(Type, Bindings)> {
        let is_sized = |ty: &Type| {
            !matches!(ty, Type::Slice(_) | Type::Str | Type::Ref { .. } | Type::Dyn(..))
                && !is_unknown_type(ty)
        };
        let mut fitting = Vec::new();
        for (number, (ty, own)) in self.program.implementors(bound).into_iter().enumerate() {
            if !is_sized(&ty) {
                continue;
            }
            let mut bindings = self.bindings.clone();
            let renaming = Renaming(IMPLEMENTORS + number);
            let args = |path: &Path| path.last().args().to_vec();
            let own = args(&renaming.path_arguments(&own));
            let in_full = self.program.with_trait_defaults(bound, &ty);
            let wanted = args(in_full.as_ref().unwrap_or(bound));
            if bindings.unify_args(&own, &wanted) {
                fitting.push((renaming.ty(&ty), bindings));
            }
        }
        fitting
    }

    /// Binds each parameter of a body to a placeholder.
    fn placeholder_generics(&self, body: BodyId) -> Generics {
        let names = self.program.parameters(body).into_iter();
        Generics { arguments: names.map(|name| (name.clone(), GenericArg::Type(unknown(&name)))).collect() }
    }

    /// Substitutes determined parameters in a type by their arguments, others by the chosen type.
    pub(super) fn concrete(&self, ty: &Type) -> Type {
        self.normal(&Chosen.ty(&self.bindings.resolved(ty)))
    }

    /// The arguments for the parameters of the function of this number.
    pub(super) fn generics(&self, function: usize) -> Generics {
        let (_, names) = &self.functions[function];
        let argument = |(name, is_constant): &(Name, bool)| {
            let ty = self.bindings.resolved(&self.renamed(function, &unknown(name)));
            let argument = match (self.bindings.constant_of(&ty), is_constant) {
                (Some(constant), _) => GenericArg::Const(constant),
                (None, true) => GenericArg::Const(self.choice.constant()),
                (None, false) => GenericArg::Type(self.normal(&Chosen.ty(&ty))),
            };
            (name.clone(), argument)
        };
        Generics { arguments: names.iter().map(argument).collect() }
    }

    /// Resolves the associated types in a type.
    fn normal(&self, ty: &Type) -> Type {
        let body = self.functions.first().map(|(body, _)| *body);
        match body {
            Some(body) => self.program.normaliser(body, &Generics::default()).ty(ty),
            None => ty.clone(),
        }
    }

    fn renamed(&self, number: usize, ty: &Type) -> Type {
        Renaming(number).ty(ty)
    }
}

/// Instantiates a function as a method of an instance of a class, or by itself; none if only other instances have it.
pub(crate) fn instantiated(program: &Program, entry: &Entry, class: Option<&Type>) -> Option<Entry> {
    instantiated_by(program, entry, class, Choice::FIRST).map(|(entry, _)| entry)
}

/// Instantiates a function that stands alone, with several implementors of traits of crates: so often, at most.
pub(crate) fn instances_of(program: &Program, entry: &Entry, most: usize) -> Vec<Entry> {
    let mut instances = Vec::new();
    for number in 0..most {
        match instantiated_by(program, entry, None, Choice { number, of: most }) {
            Some((instance, has_choice)) if number == 0 || has_choice => instances.push(instance),
            _ => break,
        }
    }
    instances
}

/// Instantiates a function with one choice of implementors. Tells whether there are so many.
fn instantiated_by(
    program: &Program,
    entry: &Entry,
    class: Option<&Type>,
    choice: Choice,
) -> Option<(Entry, bool)> {
    let provided = match class {
        Some(class) if entry.is_provided => Some(provided_on(program, entry, class)?),
        _ => None,
    };
    let entry = provided.as_ref().unwrap_or(entry);
    let mut instantiation = Instantiation::new(program, choice);
    match class {
        Some(class) if object_type(entry, class).or_else(|| made_type(entry, class)).is_some() => {
            instantiation.add(entry, class).then_some(())?;
        }
        _ => instantiation.add_parameters(entry),
    }
    instantiation.choose();
    let mut chosen = instantiation.generics(0).arguments;
    if entry.is_provided {
        // The class says what the trait's parameters stand for.
        let own = program.declared(entry.body).map(|(_, function)| &function.parameters);
        chosen.retain(|name, _| own.is_some_and(|own| own.contains(name)));
    }
    let mut generics = entry.generics.clone();
    generics.arguments.extend(chosen);
    let Entry { is_drop, is_provided, .. } = *entry;
    let instance = Entry { is_drop, is_provided, ..Entry::new(program, entry.body, generics, class) };
    Some((instance, instantiation.has_choice))
}

/// A provided method as one of an instance of a class; none if the instance has it from several instances of the trait.
pub(super) fn provided_on(program: &Program, entry: &Entry, class: &Type) -> Option<Entry> {
    let methods = program.provided_methods(class).into_iter().flatten();
    let mut own = methods.filter(|(body, _)| *body == entry.body);
    let (body, generics) = own.next()?;
    let entry = Entry { is_provided: true, ..Entry::new(program, body, generics, Some(class)) };
    own.next().is_none().then_some(entry)
}

/// The type of the object that a function is called on, as its parameters have it.
fn object_type<'e>(entry: &'e Entry, class: &Type) -> Option<&'e Type> {
    let own = entry.parameters.iter().find(|(name, _)| Some(name.as_str()) == entry.object.as_deref());
    own.map(|(_, ty)| peel_references(ty)).filter(|ty| is_same_declaration(ty, class))
}

/// The type of the object that a function returns, by itself or in an `Option` or `Result`.
pub(crate) fn made_type<'e>(entry: &'e Entry, class: &Type) -> Option<&'e Type> {
    if is_same_declaration(&entry.result, class) {
        return Some(&entry.result);
    }
    let path = entry.result.as_path()?;
    let wraps = path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]);
    match path.last().args().first().filter(|_| wraps)? {
        GenericArg::Type(ty) => Some(ty).filter(|ty| is_same_declaration(ty, class)),
        _ => None,
    }
}

/// Removes the references around a type.
pub(super) fn peel_references(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } => peel_references(inner),
        ty => ty,
    }
}

fn unknown(name: &Name) -> Type {
    match is_impl_parameter(name) {
        true => Type::Path(crate::mir::path_of(&[name])),
        false => Type::Path(crate::symex::types::unknown_type(name)),
    }
}

/// The names of the parameters that `impl Trait` in argument position stands for.
fn unnamed_parameters(entry: &Entry) -> Vec<Name> {
    let names = entry.parameters.iter().filter_map(|(_, ty)| peel_references(ty).as_identifier());
    names.filter(|name| is_impl_parameter(name)).cloned().collect()
}

fn unnamed_bounds(program: &Program, body: BodyId, name: &str) -> Vec<Path> {
    let body = &program.code(body).body;
    let bounds = body.args().find_map(|local| match peel_references(&body.locals[local].ty) {
        ty @ Type::Impl(bounds) if ty.to_string() == name => Some(bounds),
        _ => None,
    });
    let path = |bound: &Bound| match bound {
        Bound::Trait { path, .. } => Some(path.clone()),
        Bound::Lifetime(_) => None,
    };
    bounds.into_iter().flatten().filter_map(path).collect()
}

/// Replaces types that only clients know by the chosen type.
struct Chosen;

impl Rewrite for Chosen {
    fn path(&self, path: Path) -> Type {
        let ty = Type::Path(path);
        if is_unknown_type(&ty) { CHOSEN } else { projected(ty) }
    }

    fn constant(&self, path: &Path) -> ConstArg {
        ConstArg::Path(path.clone())
    }

    fn const_arg(&self, constant: &ConstArg) -> ConstArg {
        match constant {
            ConstArg::Path(path) if is_unknown_type(&Type::Path(path.clone())) => number(CONSTANT),
            other => other.clone(),
        }
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }

    fn generic_args(&self, args: &GenericArgs) -> GenericArgs {
        match args {
            GenericArgs::Angle(args) => {
                GenericArgs::Angle(args.iter().filter_map(|arg| self.generic_arg(arg)).collect())
            }
            other => other.clone(),
        }
    }
}
