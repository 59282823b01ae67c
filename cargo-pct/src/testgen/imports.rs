//! What tests import: the functions that they call, and the types that their literals name.

use super::instance::Bounds;
use crate::lower::Entry;
use crate::mir::{GenericArg, Path, Segment, Type};
use crate::source::{Owner, Visibility, in_prelude};
use crate::symex::Program;
use crate::symex::types::plain_name;

/// More parts of a type than these are not looked at: a generic one may have others without end.
const MOST_PARTS: usize = 64;

/// The imports of the types that a literal names, of those that are parts of its type.
pub(super) fn imports_of_literal(program: &Program, crate_name: &str, ty: &Type, text: &str) -> Vec<String> {
    let mut types = Vec::new();
    parts(program, ty, &mut types);
    let is_named = |path: &&Path| {
        let name = path.last_name().map_or("", |name| &**name);
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == name)
    };
    let imports = types.iter().filter_map(Type::as_path).filter(is_named);
    imports.filter_map(|path| import_of_type(program, crate_name, path)).collect()
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

/// What a client imports to call a function; `None` if no client can write the call. `of_function`: no object is at hand.
pub(super) fn imports_of(
    program: &Program,
    entry: &Entry,
    crate_name: &str,
    of_function: bool,
    bounds: Bounds,
) -> Option<Vec<String>> {
    let (items, function) = program.declared(entry.body)?;
    // Who calls an unsafe function promises something, which is not known.
    if function.is_unsafe {
        return None;
    }
    // Which type a parameter stands for could not be inferred where nothing has that type.
    if bounds == Bounds::Met && function.parameters.iter().any(|name| !name.starts_with("impl ")) {
        return None;
    }
    let is_public = function.visibility == Visibility::Public;
    match function.owner {
        Owner::Module(_) => Some(vec![import(program, crate_name, &function.full_path())?]),
        // Which type's method is meant would have to be said.
        Owner::Impl(_) if of_function => None,
        Owner::Impl(block) => match &items.impls[block].trait_path {
            None => is_public.then(Vec::new),
            Some(path) if path.begins_in_std() => {
                let name = plain_name(path)?;
                Some(if in_prelude(&name) { Vec::new() } else { vec![format!("use {name};")] })
            }
            Some(path) => Some(vec![import(program, crate_name, &plain_name(path)?)?]),
        },
        Owner::Body(_) | Owner::Trait(_) => None,
    }
}

/// The import of a type of the crate.
pub(super) fn import_of_type(program: &Program, crate_name: &str, path: &Path) -> Option<String> {
    import(program, crate_name, &plain_name(path)?)
}

/// The import of an item of the crate, by the path that clients know, under its own name.
fn import(program: &Program, crate_name: &str, path: &str) -> Option<String> {
    let public = program.public_path(path)?;
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let renamed = if last(public) == last(path) { String::new() } else { format!(" as {}", last(path)) };
    Some(format!("use {crate_name}::{public}{renamed};"))
}
