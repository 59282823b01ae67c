//! A concrete instance of a generic class, for tests: what its type parameters stand for there.

use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{GenericArg, GenericArgs, IntType, Path, Segment, Type};
use crate::source::Owner;
use crate::symex::types::{is_same_declaration, is_unknown_type};
use crate::symex::{BodyId, Program};

/// What every parameter stands for: nearly all bounds that there are hold of it.
const CHOSEN: Type = Type::Int(IntType::I32);

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

/// The chosen instance of a class; the class itself if it is not generic. None where it has constants for parameters.
pub(super) fn chosen(program: &Program, subject: &Subject) -> Option<Type> {
    let SubjectKind::Type(ty) = &subject.kind else { return None };
    let is_constant = program.adt(ty).is_none_or(|instance| !instance.adt.const_parameters.is_empty());
    (!is_constant).then(|| with_chosen(ty))
}

/// An entry as a method of the chosen instance. None if it is one of other instances alone, or bounds may not be met.
pub(super) fn entry_of(program: &Program, entry: &Entry, class: &Type) -> Option<Entry> {
    let mut generics = entry.generics.clone();
    for name in owners_parameters(program, entry.body) {
        generics.arguments.insert(name, GenericArg::Type(CHOSEN));
    }
    let own = Entry { is_drop: entry.is_drop, ..Entry::new(program, entry.body, generics, Some(class)) };
    let is_other = |ty: &Type| is_same_declaration(referent(ty), class) && referent(ty) != class;
    let fits = own.parameters.iter().all(|(_, ty)| !is_other(ty)) && !is_other(&own.result);
    (fits && bounds_are_met(program, entry.body)).then_some(own)
}

/// Of the impl block that a function stands in, its parameters.
fn owners_parameters(program: &Program, body: BodyId) -> Vec<crate::mir::Name> {
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

/// A type with the chosen one in place of those that no one knows.
fn with_chosen(ty: &Type) -> Type {
    let Type::Path(path) = ty else { return ty.clone() };
    let arg = |arg: &GenericArg| match arg {
        GenericArg::Type(ty) if is_unknown_type(ty) => GenericArg::Type(CHOSEN),
        arg => arg.clone(),
    };
    let segment = |segment: &Segment| match segment {
        Segment::Named { name, args: GenericArgs::Angle(args) } => {
            Segment::Named { name: name.clone(), args: GenericArgs::Angle(args.iter().map(arg).collect()) }
        }
        segment => segment.clone(),
    };
    Type::Path(Path { segments: path.segments.iter().map(segment).collect() })
}

fn referent(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent: inner, .. } => referent(inner),
        ty => ty,
    }
}
