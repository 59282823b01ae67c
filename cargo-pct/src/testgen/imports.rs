//! What tests import: the functions that they call, and the types that their literals name.

use super::call::{has_unknown, implementing};
use super::instance::Bounds;
use super::naming::import_of_named;
use super::unwritable::NotCallable;
use crate::lower::Entry;
use crate::mir::{GenericArg, Segment, Type};
use crate::source::{Owner, Visibility, in_prelude};
use crate::symex::Program;
use crate::symex::types::{is_impl_parameter, plain_name};
use std::collections::BTreeSet;

/// More parts of a type than these are not looked at: a generic one may have others without end.
const MOST_PARTS: usize = 64;

/// The imports of the types that a literal names, of those that are parts of its type.
pub(crate) fn imports_of_literal(program: &Program, crate_name: &str, ty: &Type, text: &str) -> Vec<String> {
    let mut types = Vec::new();
    parts(program, ty, &mut types);
    let words: BTreeSet<&str> = words_of(text).collect();
    let imports = types.iter().filter_map(|ty| import_of_named(program, crate_name, ty));
    imports.filter(|import| words_of(import).last().is_some_and(|name| words.contains(name))).collect()
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty())
}

/// The types of the crate that are parts of a type, and itself.
fn parts(program: &Program, ty: &Type, found: &mut Vec<Type>) {
    match ty {
        Type::Ref { referent: inner, .. } | Type::Slice(inner) | Type::Array { element: inner, .. } => {
            parts(program, inner, found);
        }
        Type::Tuple(types) => types.iter().for_each(|ty| parts(program, ty, found)),
        Type::Path(path) if !found.contains(ty) && found.len() < MOST_PARTS => {
            let arguments = path.segments.iter().flat_map(Segment::args);
            for argument in arguments {
                if let GenericArg::Type(ty) = argument {
                    parts(program, ty, found);
                }
            }
            let Some(instance) = program.adt(ty).filter(|_| !path.begins_in_std()) else { return };
            found.push(ty.clone());
            for (number, variant) in instance.variants().iter().enumerate() {
                let fields = (0..variant.fields.len()).filter_map(|field| instance.field_type(number, field));
                fields.collect::<Vec<_>>().iter().for_each(|ty| parts(program, ty, found));
            }
        }
        _ => {}
    }
}

/// Lists what a client imports to call a function. `of_function`: no object is at hand.
///
/// # Errors
/// If no client can write the call.
pub(crate) fn imports_of(
    program: &Program,
    entry: &Entry,
    crate_name: &str,
    of_function: bool,
    bounds: Bounds,
) -> Result<Vec<String>, NotCallable> {
    let Some((_, function)) = program.declared(entry.body) else { return Err(NotCallable::Private) };
    if function.is_unsafe {
        return Err(NotCallable::Unsafe);
    }
    // Which type a parameter stands for could not be inferred where nothing has that type.
    if bounds == Bounds::Met && function.parameters.iter().any(|name| !is_impl_parameter(name)) {
        return Err(NotCallable::NotInferred);
    }
    // Which type's method is meant has to be said, and clients choose the type.
    let leaves_type_open = || implementing(program, entry).is_none_or(|own| has_unknown(&own));
    let is_of_impl = matches!(function.owner, Owner::Impl(_));
    if is_of_impl && of_function && bounds == Bounds::Met && leaves_type_open() {
        return Err(NotCallable::NotInferred);
    }
    imports_of_public(program, entry, crate_name).ok_or(NotCallable::Private)
}

/// The imports for a call of a safe function; `None` if clients cannot name it.
fn imports_of_public(program: &Program, entry: &Entry, crate_name: &str) -> Option<Vec<String>> {
    let (items, function) = program.declared(entry.body)?;
    match function.owner {
        Owner::Module(_) => Some(vec![import(program, crate_name, &function.full_path())?]),
        Owner::Impl(block) => match &items.impls[block].trait_path {
            None => (function.visibility == Visibility::Public).then(Vec::new),
            Some(path) if path.begins_in_std() => {
                let name = plain_name(path)?;
                // Its name may be another item's too, and only its methods are called.
                Some(if in_prelude(&name) { Vec::new() } else { vec![format!("use {name} as _;")] })
            }
            Some(path) => Some(vec![import(program, crate_name, &plain_name(path)?)?]),
        },
        Owner::Trait(id) if entry.is_provided => {
            Some(vec![import(program, crate_name, &items.traits[id].path)?])
        }
        Owner::Body(_) | Owner::Trait(_) => None,
    }
}

/// The import of an item of the crate, by the path that clients know, under its own name.
pub(super) fn import(program: &Program, crate_name: &str, path: &str) -> Option<String> {
    import_as(program, crate_name, path, path.rsplit("::").next().unwrap_or_default())
}

/// The same under another name.
pub(super) fn import_as(program: &Program, crate_name: &str, path: &str, name: &str) -> Option<String> {
    let public = program.public_path(path)?;
    let last = public.rsplit("::").next().unwrap_or_default();
    let renamed = if last == name { String::new() } else { format!(" as {name}") };
    Some(format!("use {crate_name}::{public}{renamed};"))
}
