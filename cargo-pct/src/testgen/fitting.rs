//! Concrete types with which functions fit together: what makes an object, and what is called on it.
//!
//! Unification of what both say of the object's type, and then, for each parameter that is left open, a type that its bounds suggest
//! ([`meeting`]). A guess: whether all bounds are met, rustc tells.

use super::closure;
use super::instance::{CHOSEN, bounds_of, number};
use super::standins::{meeting, projected};
use super::unification::{Bindings, Renaming, occurs};
use crate::lower::Entry;
use crate::mir::{Bound, ConstArg, GenericArg, GenericArgs, Name, Path, Type};
use crate::native::CONSTANT;
use crate::symex::types::{Generics, Rewrite, is_same_declaration, is_unknown_type};
use crate::symex::{BodyId, Program};

/// The numbers of impl blocks begin here, in the names of their parameters; those of functions are smaller.
const IMPLEMENTORS: usize = 1_000_000;

/// What the parameters of some functions stand for, as far as it is known.
pub(super) struct Fitting<'p> {
    program: &'p Program,
    /// By the name of the parameter, with the number of its function in front.
    bindings: Bindings,
    /// The functions, and those of their parameters that are constants.
    functions: Vec<(BodyId, Vec<(Name, bool)>)>,
}

impl<'p> Fitting<'p> {
    pub(super) fn new(program: &'p Program) -> Fitting<'p> {
        Fitting { program, bindings: Bindings::default(), functions: Vec::new() }
    }

    /// Adds a function whose object, or what it returns where it makes one, is of this type; false, and nothing is added, where that does not
    /// fit the others.
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

    /// What a parameter of the class stands for by default, where no function says anything of it.
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

    /// Chooses what is left open of all functions: what bounds suggest.
    pub(super) fn choose(&mut self) {
        for number in 0..self.functions.len() {
            let (body, names) = self.functions[number].clone();
            for (name, is_constant) in names {
                let variable = self.renamed(number, &unknown(&name));
                let Some(variable) = self.bindings.variable(&variable) else { continue };
                let chosen = match is_constant {
                    true => GenericArg::Const(super::instance::number(CONSTANT)),
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

    /// A type that is as the bounds on a parameter of a function say.
    fn suggested(&mut self, number: usize, body: BodyId, name: &Name) -> Option<Type> {
        let bounds: Vec<Path> = match name.starts_with("impl ") {
            true => unnamed_bounds(self.program, body, name),
            false => bounds_of(self.program, body, name).into_iter().cloned().collect(),
        };
        let open = self.open(body);
        let normaliser = self.program.normaliser(body, &open);
        let own = |ty: &Type| self.bindings.resolved(&self.renamed(number, &normaliser.ty(ty)));
        if let Some(ty) = meeting(&bounds.iter().collect::<Vec<_>>(), &own) {
            return Some(ty);
        }
        let foreign = bounds.iter().filter(|bound| !bound.begins_in_std());
        let foreign: Vec<Path> =
            foreign.map(|bound| Renaming(number).path_arguments(&normaliser.trait_path(bound))).collect();
        foreign.iter().find_map(|bound| self.implementor(bound))
    }

    /// A type of the crate that implements a trait of it.
    fn implementor(&mut self, bound: &Path) -> Option<Type> {
        let is_sized = |ty: &Type| {
            !matches!(ty, Type::Slice(_) | Type::Str | Type::Ref { .. } | Type::Dyn(..))
                && !is_unknown_type(ty)
        };
        for (number, (ty, own)) in self.program.implementors(bound).into_iter().enumerate() {
            if !is_sized(&ty) {
                continue;
            }
            let before = self.bindings.clone();
            let renaming = Renaming(IMPLEMENTORS + number);
            let args = |path: &Path| path.last().args().to_vec();
            if self.bindings.unify_args(&args(&renaming.path_arguments(&own)), &args(bound)) {
                return Some(renaming.ty(&ty));
            }
            self.bindings = before;
        }
        None
    }

    /// The parameters of a body, each standing for itself.
    fn open(&self, body: BodyId) -> Generics {
        let names = self.program.parameters(body).into_iter();
        Generics { arguments: names.map(|name| (name.clone(), GenericArg::Type(unknown(&name)))).collect() }
    }

    /// A type with all that is known put in, and what is not by what is chosen.
    pub(super) fn concrete(&self, ty: &Type) -> Type {
        self.normal(&Chosen.ty(&self.bindings.resolved(ty)))
    }

    /// What the parameters of the function of this number stand for.
    pub(super) fn generics(&self, function: usize) -> Generics {
        let (_, names) = &self.functions[function];
        let argument = |(name, is_constant): &(Name, bool)| {
            let ty = self.bindings.resolved(&self.renamed(function, &unknown(name)));
            let argument = match (self.bindings.constant_of(&ty), is_constant) {
                (Some(constant), _) => GenericArg::Const(constant),
                (None, true) => GenericArg::Const(number(CONSTANT)),
                (None, false) => GenericArg::Type(self.normal(&Chosen.ty(&ty))),
            };
            (name.clone(), argument)
        };
        Generics { arguments: names.iter().map(argument).collect() }
    }

    /// With what is known of the associated types in it.
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

/// A function as a method of an instance of a class, or by itself; none if it is one of other instances alone.
pub(super) fn fitted(program: &Program, entry: &Entry, class: Option<&Type>) -> Option<Entry> {
    let provided = match class {
        Some(class) if entry.is_provided => Some(provided_on(program, entry, class)?),
        _ => None,
    };
    let entry = provided.as_ref().unwrap_or(entry);
    let mut fitting = Fitting::new(program);
    match class {
        Some(class) if object_type(entry, class).or_else(|| made_type(entry, class)).is_some() => {
            fitting.add(entry, class).then_some(())?;
        }
        _ => fitting.add_parameters(entry),
    }
    fitting.choose();
    let mut chosen = fitting.generics(0).arguments;
    if entry.is_provided {
        // The class says what the trait's parameters stand for.
        let own = program.declared(entry.body).map(|(_, function)| &function.parameters);
        chosen.retain(|name, _| own.is_some_and(|own| own.contains(name)));
    }
    let mut generics = entry.generics.clone();
    generics.arguments.extend(chosen);
    let Entry { is_drop, is_provided, .. } = *entry;
    Some(Entry { is_drop, is_provided, ..Entry::new(program, entry.body, generics, class) })
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
    let own = entry.parameters.iter().find(|(name, _)| Some(name) == entry.object.as_ref());
    own.map(|(_, ty)| behind(ty)).filter(|ty| is_same_declaration(ty, class))
}

/// The type of the object that a function returns, by itself or in an `Option` or `Result`.
pub(super) fn made_type<'e>(entry: &'e Entry, class: &Type) -> Option<&'e Type> {
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

/// What a reference leads to.
pub(super) fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent, .. } => behind(referent),
        ty => ty,
    }
}

fn unknown(name: &Name) -> Type {
    match name.starts_with("impl ") {
        true => Type::Path(crate::mir::path_of(&[name])),
        false => Type::Path(crate::symex::types::unknown_type(name)),
    }
}

/// The names of what `impl Trait` in argument position stands for.
fn unnamed_parameters(entry: &Entry) -> Vec<Name> {
    let names = entry.parameters.iter().filter_map(|(_, ty)| behind(ty).as_identifier());
    names.filter(|name| name.starts_with("impl ")).cloned().collect()
}

fn unnamed_bounds(program: &Program, body: BodyId, name: &str) -> Vec<Path> {
    let body = &program.code(body).body;
    let bounds = body.args().find_map(|local| match behind(&body.locals[local].ty) {
        ty @ Type::Impl(bounds) if ty.to_string() == name => Some(bounds),
        _ => None,
    });
    let path = |bound: &Bound| match bound {
        Bound::Trait { path, .. } => Some(path.clone()),
        Bound::Lifetime(_) => None,
    };
    bounds.into_iter().flatten().filter_map(path).collect()
}

/// Puts what is chosen in place of what only clients know.
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
