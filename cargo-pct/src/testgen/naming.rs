//! How clients name types: by the declaration's own name, or, where a part of it has no public path, by a type alias.

use super::imports::import_as;
use crate::mir::{GenericArg, Path, Type};
use crate::symex::Program;
use crate::symex::types::{Generics, plain_name, unify};

/// The last name of a type's path, or the whole path of a type of std, with what its parameters stand for: in expressions.
pub(crate) fn type_name(program: &Program, ty: &Type) -> Option<String> {
    name_of(program, ty).map(|name| name.text("::<"))
}

/// What a client imports to name a type so.
pub(super) fn import_of_named(program: &Program, crate_name: &str, ty: &Type) -> Option<String> {
    let name = name_of(program, ty)?;
    match name.alias {
        Some(path) => Some(format!("use {crate_name}::{path};")),
        None => import_as(program, crate_name, &plain_name(ty.as_path()?)?, &name.last),
    }
}

/// The name that tests give a type of the crate: its last one, with its modules in front where clients know several types by that.
fn name_in_tests(program: &Program, path: &Path) -> Option<String> {
    let plain = plain_name(path)?;
    let last = path.last_name()?.to_string();
    let modules = program.public_path(&plain).and_then(|public| public.rsplit_once("::"));
    match modules {
        Some((modules, _)) if program.has_public_namesake(&plain) => Some(camel_case(modules) + &last),
        _ => Some(last),
    }
}

/// The arguments without the last ones that are defaults of the type. A default may be a type of a dependency, which clients cannot name.
fn without_defaults<'t>(program: &Program, ty: &Type, args: &'t [GenericArg]) -> &'t [GenericArg] {
    let Some(instance) = program.adt(ty) else { return args };
    let parameters = &instance.adt.parameters;
    let is_default = |number: usize| {
        let default = parameters.get(number).and_then(|name| instance.adt.defaults.get(name));
        default.is_some() && default == args.get(number)
    };
    if parameters.len() != args.len() {
        return args;
    }
    let mut kept = args.len();
    while kept > 0 && is_default(kept - 1) {
        kept -= 1;
    }
    &args[..kept]
}

/// `inclusive_map::iter` as `InclusiveMapIter`.
fn camel_case(path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_alphanumeric());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    words.filter_map(capital).collect()
}

/// A type where types are written. Types of the crate have their last name alone, and have to be imported.
pub(crate) fn spelled(program: &Program, ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.begins_in_std() => {
            let args: Vec<String> =
                path.last().args().iter().filter_map(|arg| argument(program, arg)).collect();
            let name = plain_name(path).unwrap_or_else(|| ty.to_string());
            if args.is_empty() { name } else { format!("{name}<{}>", args.join(", ")) }
        }
        Type::Path(_) => name_of(program, ty).map_or_else(|| ty.to_string(), |name| name.text("<")),
        Type::Ref { mutability, referent, .. } => {
            let mutable = if *mutability == crate::mir::Mutability::Mut { "mut " } else { "" };
            format!("&{mutable}{}", spelled(program, referent))
        }
        Type::Slice(element) => format!("[{}]", spelled(program, element)),
        Type::Array { element, length } => format!("[{}; {length}]", spelled(program, element)),
        Type::Tuple(types) => {
            let parts: Vec<String> = types.iter().map(|ty| spelled(program, ty)).collect();
            format!("({}{})", parts.join(", "), if parts.len() == 1 { "," } else { "" })
        }
        ty => ty.to_string(),
    }
}

/// A name, with the arguments behind it.
struct Name<'p> {
    last: String,
    args: Vec<String>,
    /// The public path of the alias that it is of.
    alias: Option<&'p str>,
}

impl Name<'_> {
    fn text(&self, opening: &str) -> String {
        if self.args.is_empty() {
            return self.last.clone();
        }
        format!("{}{opening}{}>", self.last, self.args.join(", "))
    }
}

fn name_of<'p>(program: &'p Program, ty: &Type) -> Option<Name<'p>> {
    let path = ty.as_path()?;
    let own = || {
        Some(Name {
            last: if path.begins_in_std() { plain_name(path)? } else { name_in_tests(program, path)? },
            args: arguments(program, without_defaults(program, ty, path.last().args())),
            alias: None,
        })
    };
    if is_public(program, ty) {
        return own();
    }
    let aliased = program.public_aliases().find_map(|(public, alias)| {
        let mut found = Generics::default();
        let args = |found: &Generics| -> Option<Vec<GenericArg>> {
            alias.parameters.iter().map(|name| found.arguments.get(name).cloned()).collect()
        };
        let args = unify(&alias.ty, ty, &alias.parameters, &mut found).then(|| args(&found))??;
        let last = public.rsplit("::").next()?.to_owned();
        Some(Name { last, args: arguments(program, &args), alias: Some(public) })
    });
    aliased.or_else(own)
}

/// Tells whether clients can name all that a type is written with.
pub(super) fn is_public(program: &Program, ty: &Type) -> bool {
    let of_arg = |arg: &GenericArg| match arg {
        GenericArg::Type(ty) => is_public(program, ty),
        _ => true,
    };
    match ty {
        Type::Path(path) => {
            // What has arguments is no parameter, but a type of a dependency.
            let is_parameter =
                || path.segments.len() == 1 && path.last().args().is_empty() && program.adt(ty).is_none();
            let is_known = path.begins_in_std() || is_parameter();
            let is_named = || plain_name(path).is_some_and(|name| program.public_path(&name).is_some());
            (is_known || is_named()) && path.last().args().iter().all(of_arg)
        }
        Type::Ref { referent: inner, .. } | Type::Slice(inner) | Type::Array { element: inner, .. } => {
            is_public(program, inner)
        }
        Type::Tuple(types) => types.iter().all(|ty| is_public(program, ty)),
        _ => true,
    }
}

fn arguments(program: &Program, args: &[GenericArg]) -> Vec<String> {
    args.iter().filter_map(|arg| argument(program, arg)).collect()
}

fn argument(program: &Program, arg: &GenericArg) -> Option<String> {
    match arg {
        GenericArg::Type(ty) => Some(spelled(program, ty)),
        GenericArg::Const(constant) => Some(constant.to_string()),
        GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. } => None,
    }
}
