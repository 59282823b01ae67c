//! Concrete instances of generic code, for tests: what type and const parameters stand for there.

use super::closure;
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{ConstArg, GenericArg, GenericArgs, IntType, Integer, Name, Path, Segment, Type};
use crate::native::CONSTANT;
use crate::source::Owner;
use crate::symex::types::{is_same_declaration, is_unknown_type, path_of, unknown_constant};
use crate::symex::{BodyId, Program};
use crate::term::{Assignment, Value};
use num_traits::ToPrimitive;

/// What parameters stand for: nearly all bounds that there are hold of it.
const CHOSEN: Type = Type::Int(IntType::I32);

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

/// Traits that tell that it does not serve, and what may: `Range<i32>`, `Vec<i32>` or a string.
const OTHERS: [(&str, Other); 16] = [
    ("Iterator", Other::Range),
    ("DoubleEndedIterator", Other::Range),
    ("ExactSizeIterator", Other::Range),
    ("FusedIterator", Other::Range),
    ("RangeBounds", Other::Range),
    ("IntoIterator", Other::Vec),
    ("Extend", Other::Vec),
    ("Index", Other::Vec),
    ("IndexMut", Other::Vec),
    ("AsRef", Other::Text),
    ("AsMut", Other::Vec),
    ("Borrow", Other::Text),
    ("Deref", Other::Text),
    ("DerefMut", Other::Text),
    ("Write", Other::Text),
    ("ToString", Other::Text),
];

#[derive(Clone, Copy)]
enum Other {
    Range,
    Vec,
    Text,
}

/// Whether the bounds on type parameters are known to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// What is chosen meets all of them.
    Met,
    /// Rustc will tell.
    Open,
}

/// The chosen instance of a class on which these functions are called; the class itself if it is not generic. Its const parameters
/// stand for what `constants` says of them, or, where nothing is known of the calls, for what they do in the hidden drivers. None where no test can
/// have that.
pub(super) fn chosen<'e>(
    program: &Program,
    subject: &'e Subject,
    called: impl Iterator<Item = &'e Entry>,
    constants: Option<&Assignment>,
    bounds: Bounds,
) -> Option<Type> {
    let SubjectKind::Type(ty) = &subject.kind else { return None };
    let instance = program.adt(ty)?;
    let called: Vec<&Entry> = called.filter(|_| bounds == Bounds::Open).collect();
    let stands_for = |position| {
        let traits = called.iter().flat_map(|entry| match parameter_at(program, entry.body, ty, position) {
            Some(name) => traits_of(program, entry.body, &name),
            None => Vec::new(),
        });
        meeting(&traits.collect::<Vec<_>>())
    };
    let constant = |position: usize| {
        let name = instance.adt.parameters.get(position)?;
        instance.adt.const_parameters.get(name)
    };
    // What is meant where nothing is said: more functions are there for it than for any other.
    let default = |position: usize| {
        let name = instance.adt.parameters.get(position).filter(|_| bounds == Bounds::Open)?;
        instance.adt.defaults.get(name)
    };
    with_chosen(ty, |position, unknown| match (constant(position), default(position)) {
        (Some(ty), _) => Some(GenericArg::Const(constant_of(unknown, ty, constants)?)),
        (None, Some(default)) => Some(GenericArg::Type(default.clone())),
        (None, None) => Some(GenericArg::Type(stands_for(position))),
    })
}

/// An entry as a method of the chosen instance. None if it is one of other instances alone, or bounds may not be met.
pub(super) fn entry_of(program: &Program, entry: &Entry, class: &Type, bounds: Bounds) -> Option<Entry> {
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
    if bounds == Bounds::Open {
        generics.arguments.extend(own_arguments(program, entry.body));
    }
    let own = Entry { is_drop: entry.is_drop, ..Entry::new(program, entry.body, generics, Some(class)) };
    let is_other = |ty: &Type| is_same_declaration(referent(ty), class) && referent(ty) != class;
    let fits = own.parameters.iter().all(|(_, ty)| !is_other(ty)) && !is_other(&own.result);
    (fits && (bounds == Bounds::Open || bounds_are_met(program, entry.body))).then_some(own)
}

/// A function that stands alone, with a chosen type for each of its parameters.
pub(super) fn function_of(program: &Program, entry: &Entry, bounds: Bounds) -> Entry {
    if bounds == Bounds::Met {
        return entry.clone();
    }
    let mut generics = entry.generics.clone();
    generics.arguments.extend(own_arguments(program, entry.body));
    Entry::new(program, entry.body, generics, None)
}

/// What the type parameters of a function itself stand for, save those for something to be called.
fn own_arguments(program: &Program, body: BodyId) -> Vec<(Name, GenericArg)> {
    let Some((_, function)) = program.declared(body) else { return Vec::new() };
    let is_plain = |name: &&Name| {
        !function.const_parameters.contains_key(*name)
            && !name.starts_with("impl ")
            && closure::signature(&function.bounds, name).is_none()
    };
    let own = function.parameters.iter().filter(is_plain);
    own.map(|name| (name.clone(), GenericArg::Type(meeting(&traits_of(program, body, name))))).collect()
}

/// A type that meets bounds, as far as the names of the traits tell.
fn meeting(traits: &[String]) -> Type {
    let other = traits.iter().find_map(|own| OTHERS.iter().find(|(name, _)| own == name));
    let number = || vec![GenericArg::Type(CHOSEN)];
    match other {
        None => CHOSEN,
        Some((_, Other::Range)) => of_std(&["std", "ops", "Range"], number()),
        Some((_, Other::Vec)) => of_std(&["std", "vec", "Vec"], number()),
        Some((_, Other::Text)) => of_std(&["std", "string", "String"], Vec::new()),
    }
}

fn of_std(names: &[&str], args: Vec<GenericArg>) -> Type {
    let (last, around) = names.split_last().expect("a type has a name");
    let own = Segment::Named { name: Name::from(*last), args: GenericArgs::Angle(args) };
    let segments = path_of(around).segments.iter().cloned().chain([own]).collect();
    Type::Path(Path { segments })
}

/// The names of the traits of std that bound a parameter of a function or of its impl block.
fn traits_of(program: &Program, body: BodyId, parameter: &Name) -> Vec<String> {
    let Some((items, function)) = program.declared(body) else { return Vec::new() };
    let of_block = match function.owner {
        Owner::Impl(block) => items.impls[block].bounds.as_slice(),
        _ => &[],
    };
    let all = function.bounds.iter().chain(of_block);
    let own = all.filter(|(ty, bound)| ty.as_identifier() == Some(parameter) && bound.begins_in_std());
    own.filter_map(|(_, bound)| bound.last_name().map(|name| name.to_string())).collect()
}

/// What the impl block of a function calls a parameter of the class.
fn parameter_at(program: &Program, body: BodyId, class: &Type, position: usize) -> Option<Name> {
    let (items, function) = program.declared(body)?;
    let Owner::Impl(block) = function.owner else { return None };
    let own = referent(&items.impls[block].self_type);
    match own.as_path().filter(|_| is_same_declaration(own, class))?.last().args().get(position)? {
        GenericArg::Type(ty) => ty.as_identifier().cloned(),
        _ => None,
    }
}

/// Of the impl block that a function stands in, its parameters.
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

/// What an unknown constant of some type stands for; one that no step read, for the simplest value, as all that is left open does.
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

fn number(value: u32) -> ConstArg {
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

fn referent(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } => referent(inner),
        ty => ty,
    }
}
