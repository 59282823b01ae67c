//! Concrete instances of generic code, for tests: what type and const parameters stand for there.

use super::instantiation::{Instantiation, instantiated, peel_references, provided_on};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{ConstArg, GenericArg, GenericArgs, IntType, Integer, Name, Path, Segment, Type};
use crate::native::CONSTANT;
use crate::source::Owner;
use crate::symex::types::{Generics, is_same_declaration, is_unknown_type, unify, unknown_constant};
use crate::symex::{BodyId, Program};
use crate::term::{Assignment, Value};
use num_traits::ToPrimitive;

/// The type chosen for type parameters: it meets nearly all bounds.
pub(super) const CHOSEN: Type = Type::Int(IntType::I32);

/// The largest const parameter that is written: an array so long fits on the stack.
const LARGEST: u32 = 4096;

/// Traits of std that it implements.
const MET: [&str; 14] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "Unpin",
];

/// One of several choices of what parameters stand for: of implementors of a trait, and of constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) number: usize,
    /// How many there are, at most.
    pub(crate) of: usize,
}

/// Constants besides the usual one: a power of two, and the least that has an element.
const OTHER_CONSTANTS: [u32; 2] = [32, 1];

impl Choice {
    /// The only one.
    pub(crate) const FIRST: Choice = Choice { number: 0, of: 1 };

    /// What const parameters stand for.
    pub(super) fn constant(self) -> ConstArg {
        let others = self.number.checked_sub(1).and_then(|number| OTHER_CONSTANTS.get(number));
        number(others.copied().unwrap_or(CONSTANT))
    }
}

/// Tells if bounds on type parameters are known to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The chosen types are known to meet all of them.
    Met,
    /// Not known: rustc checks them.
    CheckedByRustc,
}

/// The chosen instance of a class on which these functions are called; the class itself if it is not generic. Its const parameters
/// stand for what `constants` says of them, or, where nothing is known of the calls, for what they do in the hidden drivers. None where no test can
/// have that.
pub(crate) fn chosen<'e>(
    program: &Program,
    subject: &'e Subject,
    called: impl Iterator<Item = &'e Entry>,
    constants: Option<&Assignment>,
    bounds: Bounds,
) -> Option<Type> {
    chosen_by(program, subject, called, constants, bounds, Choice::FIRST)
}

/// The same with one choice of several.
pub(crate) fn chosen_by<'e>(
    program: &Program,
    subject: &'e Subject,
    called: impl Iterator<Item = &'e Entry>,
    constants: Option<&Assignment>,
    bounds: Bounds,
    choice: Choice,
) -> Option<Type> {
    let SubjectKind::Type(ty) = &subject.kind else { return None };
    let instance = program.adt(ty)?;
    let parameter = |position: usize| instance.adt.parameters.get(position);
    let constant = |position: usize| instance.adt.const_parameters.get(parameter(position)?);
    if bounds == Bounds::Met {
        return with_chosen(ty, |position, unknown| match constant(position) {
            Some(ty) => Some(GenericArg::Const(constant_of(unknown, ty, constants)?)),
            None => Some(GenericArg::Type(CHOSEN)),
        });
    }
    // Functions may say what constants are; what was found with some is for these alone.
    let known = with_chosen(ty, |position, unknown| match (constant(position), constants) {
        (Some(ty), Some(_)) => Some(GenericArg::Const(constant_of(unknown, ty, constants)?)),
        _ => Some(GenericArg::Type(unknown.clone())),
    })?;
    let mut instantiation = Instantiation::new(program, choice);
    for entry in called {
        // What does not fit the others is for rustc to refuse.
        instantiation.add(entry, &known);
    }
    instantiation.assume_alias(&known);
    let defaults = instance
        .adt
        .parameters
        .iter()
        .filter_map(|name| Some((name, instance.adt.defaults.get(name)?.as_type()?)));
    defaults
        .for_each(|(name, default)| instantiation.assume(name, default, &known, &instance.adt.parameters));
    instantiation.choose();
    with_chosen(&instantiation.concrete(&known), |position, _| match constant(position) {
        Some(_) => Some(GenericArg::Const(choice.constant())),
        None => Some(GenericArg::Type(CHOSEN)),
    })
}

/// An entry as a method of the chosen instance. None if it is one of other instances alone, or bounds may not be met.
pub(super) fn entry_of(program: &Program, entry: &Entry, class: &Type, bounds: Bounds) -> Option<Entry> {
    if bounds == Bounds::CheckedByRustc {
        return instantiated(program, entry, Some(class));
    }
    if entry.is_provided {
        return provided_on(program, entry, class).filter(|_| bounds_are_met(program, entry.body));
    }
    let mut generics = entry.generics.clone();
    let arguments = class.as_path().map(|path| path.last().args()).unwrap_or_default();
    for name in owners_parameters(program, entry.body) {
        let of_class = arguments.iter().enumerate().find(|(position, _)| {
            parameter_at(program, entry.body, class, *position).as_ref() == Some(&name)
        });
        let other = || match program.const_parameters(entry.body).contains_key(&name) {
            true => GenericArg::Const(number(CONSTANT)),
            false => GenericArg::Type(CHOSEN),
        };
        let arg = of_class.map_or_else(other, |(_, arg)| arg.clone());
        generics.arguments.insert(name, arg);
    }
    let own = Entry { is_drop: entry.is_drop, ..Entry::new(program, entry.body, generics, Some(class)) };
    let is_other =
        |ty: &Type| is_same_declaration(peel_references(ty), class) && peel_references(ty) != class;
    let fits = own.parameters.iter().all(|(_, ty)| !is_other(ty)) && !is_other(&own.result);
    let fits = fits && is_in_block_for(program, entry.body, class);
    (fits && bounds_are_met(program, entry.body)).then_some(own)
}

/// Tells whether a function stands in no impl block of other instances of a class.
fn is_in_block_for(program: &Program, body: BodyId, class: &Type) -> bool {
    let Some((items, function)) = program.declared(body) else { return true };
    let Owner::Impl(block) = function.owner else { return true };
    let block = &items.impls[block];
    let own = peel_references(&block.self_type);
    !is_same_declaration(own, class) || unify(own, class, &block.parameters, &mut Generics::default())
}

/// A function that stands alone, with a chosen type for each of its parameters.
pub(super) fn function_of(program: &Program, entry: &Entry, bounds: Bounds) -> Entry {
    match bounds {
        Bounds::Met => entry.clone(),
        Bounds::CheckedByRustc => instantiated(program, entry, None).unwrap_or_else(|| entry.clone()),
    }
}

/// The bounds on a parameter of a function or of its impl block.
pub(super) fn bounds_of<'p>(program: &'p Program, body: BodyId, parameter: &Name) -> Vec<&'p Path> {
    let Some((items, function)) = program.declared(body) else { return Vec::new() };
    let of_block = match function.owner {
        Owner::Impl(block) => items.impls[block].bounds.as_slice(),
        _ => &[],
    };
    let all = function.bounds.iter().chain(of_block);
    // What references to it are asked for, it gives most often.
    all.filter(|(ty, _)| peel_references(ty).as_identifier() == Some(parameter))
        .map(|(_, bound)| bound)
        .collect()
}

/// The name of a parameter of the class in the impl block of a function.
fn parameter_at(program: &Program, body: BodyId, class: &Type, position: usize) -> Option<Name> {
    let (items, function) = program.declared(body)?;
    let Owner::Impl(block) = function.owner else { return None };
    let own = peel_references(&items.impls[block].self_type);
    match own.as_path().filter(|_| is_same_declaration(own, class))?.last().args().get(position)? {
        GenericArg::Type(ty) => ty.as_identifier().cloned(),
        _ => None,
    }
}

/// The parameters of the impl block that a function stands in.
fn owners_parameters(program: &Program, body: BodyId) -> Vec<Name> {
    match program.declared(body) {
        Some((items, function)) => match function.owner {
            Owner::Impl(block) => items.impls[block].parameters.clone(),
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}

fn bounds_are_met(program: &Program, body: BodyId) -> bool {
    let Some((items, function)) = program.declared(body) else { return false };
    let Owner::Impl(block) = function.owner else { return true };
    let block = &items.impls[block];
    let is_met = |bound: &Path| {
        let name = bound.last_name().map_or("", |name| &**name);
        bound.begins_in_std() && MET.contains(&name)
    };
    block.parameters.is_empty()
        || !function.has_conditions && block.bounds.iter().all(|(_, bound)| is_met(bound))
}

/// The value of an unknown constant; the simplest one, if no step read the constant, as for all undetermined parameters.
fn constant_of(unknown: &Type, ty: &Type, constants: Option<&Assignment>) -> Option<ConstArg> {
    let unknown = unknown_constant(unknown.as_identifier()?, ty)?;
    let value = constants.map(|constants| constants.complete(&unknown));
    match (value, ty) {
        (Some(Value::Bool(value)), Type::Bool) => Some(ConstArg::Bool(value)),
        (Some(Value::Int(value)), Type::Int(_)) => value.to_u32().filter(|it| *it <= LARGEST).map(number),
        (None, Type::Int(_)) => Some(number(CONSTANT)),
        _ => None,
    }
}

pub(super) fn number(value: u32) -> ConstArg {
    ConstArg::Integer { value: Integer::new(false, value.into()), ty: None }
}

/// A type with what is chosen, by position, in place of the arguments that no one knows.
fn with_chosen(ty: &Type, stands_for: impl Fn(usize, &Type) -> Option<GenericArg>) -> Option<Type> {
    let Type::Path(path) = ty else { return Some(ty.clone()) };
    let arg = |(position, arg): (usize, &GenericArg)| match arg {
        GenericArg::Type(ty) if is_unknown_type(ty) => stands_for(position, ty),
        arg => Some(arg.clone()),
    };
    let segment = |segment: &Segment| {
        Some(match segment {
            Segment::Named { name, args: GenericArgs::Angle(args) } => Segment::Named {
                name: name.clone(),
                args: GenericArgs::Angle(args.iter().enumerate().map(arg).collect::<Option<_>>()?),
            },
            segment => segment.clone(),
        })
    };
    Some(Type::Path(Path { segments: path.segments.iter().map(segment).collect::<Option<_>>()? }))
}

/// Tells whether some parameters of a class have no arguments chosen yet.
pub(super) fn has_unchosen_parameters(ty: &Type) -> bool {
    let args = ty.as_path().map(|path| path.last().args()).unwrap_or_default();
    args.iter().any(|arg| matches!(arg, GenericArg::Type(ty) if is_unknown_type(ty)))
}
