//! Parameters of functions that are named like those of a class, and stand for something else. What only clients know is told apart by name.

use crate::mir::{ConstArg, GenericArg, Name, Type};
use crate::source::Owner;
use crate::symex::types::is_same_declaration;
use crate::symex::{BodyId, Program};

/// Tells whether a parameter of a function, or of its impl block, has the name of one of the class and may stand for another.
///
/// Over-approximates: where the source says nothing of the function, or a parameter is named so at another place of the class.
pub(super) fn confuses_parameters(program: &Program, body: BodyId, class: &Type) -> bool {
    let Some(instance) = program.adt(class) else { return false };
    let names = &instance.adt.parameters;
    let Some((items, function)) = program.declared(body) else { return !names.is_empty() };
    let block = match function.owner {
        Owner::Impl(id) => Some(&items.impls[id]),
        Owner::Trait(_) | Owner::Module(_) | Owner::Body(_) => None,
    };
    if let Some(block) = block.filter(|block| is_same_declaration(&block.self_type, class)) {
        // What its parameters stand for is told by where they stand.
        return function.parameters.iter().any(|name| names.contains(name))
            || is_moved(&block.self_type, names, &block.parameters);
    }
    let own = program.parameters(body);
    if !own.iter().any(|name| names.contains(name)) {
        return false;
    }
    let is_other = |part: &Type| is_same_declaration(part, class) && is_moved(part, names, &own);
    let mut seen = Vec::new();
    let locals = program.code(body).body.locals.values();
    locals.map(|local| &local.ty).any(|ty| any_inside(program, ty, &is_other, &mut seen))
}

/// Tells whether something holds for a type that is written in another one, or of which its values are made.
///
/// Over-approximates: for more types than `MOST_TYPES` it is taken to hold.
fn any_inside(program: &Program, ty: &Type, holds: &dyn Fn(&Type) -> bool, seen: &mut Vec<Type>) -> bool {
    if seen.contains(ty) {
        return false;
    }
    if seen.len() >= MOST_TYPES || ty.any_part(&mut |part: &Type| holds(part)) {
        return true;
    }
    seen.push(ty.clone());
    let structure = program.structure(ty);
    structure.parts().iter().any(|part| any_inside(program, part, holds, seen))
}

/// How many types are looked into.
const MOST_TYPES: usize = 200;

/// Tells whether one of the parameters `own` does not stand where the class declares a parameter of the same name.
fn is_moved(ty: &Type, names: &[Name], own: &[Name]) -> bool {
    let arguments = ty.as_path().map(|path| path.last().args()).unwrap_or_default();
    let stands = arguments.iter().filter(|arg| matches!(arg, GenericArg::Type(_) | GenericArg::Const(_)));
    let stands: Vec<Option<&Name>> = stands.map(named).collect();
    own.iter().any(|name| {
        let place = names.iter().position(|it| it == name);
        place.is_some_and(|place| stands.get(place).copied().flatten() != Some(name))
    })
}

/// The name that stands alone as an argument.
fn named(arg: &GenericArg) -> Option<&Name> {
    match arg {
        GenericArg::Type(ty) => ty.as_identifier(),
        GenericArg::Const(ConstArg::Path(path)) => path.as_identifier(),
        GenericArg::Const(_) | GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. } => None,
    }
}
