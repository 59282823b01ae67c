//! Methods of one name: a type's own, and those of its traits. `object.len()` may call another one than is meant.
//!
//! Over-approximates: types and traits are told apart by their last names.

use crate::lower::Entry;
use crate::mir::{Name, Type};
use crate::source::{ImplDef, Items, Owner};
use crate::symex::Program;

/// Tells whether some other method of the class has the name of a method.
pub(super) fn has_namesake(program: &Program, entry: &Entry, class: &Type) -> bool {
    let Some((items, function)) = program.declared(entry.body) else { return false };
    let Some(class) = class.peel_pointers().as_path().and_then(|path| path.last_name()) else { return false };
    let own = trait_of(items, function.owner);
    let mut others = items.impls.values().filter(|block| is_for(block, class) && trait_name(block) != own);
    others.any(|block| has_function(items, block, &function.name))
}

/// The last name of the trait that a function belongs to; none if it belongs to the type itself.
fn trait_of(items: &Items, owner: Owner) -> Option<Name> {
    match owner {
        Owner::Impl(block) => trait_name(&items.impls[block]),
        Owner::Trait(declared) => items.traits[declared].path.rsplit("::").next().map(Name::from),
        Owner::Module(_) | Owner::Body(_) => None,
    }
}

fn trait_name(block: &ImplDef) -> Option<Name> {
    block.trait_path.as_ref().and_then(|path| path.last_name()).cloned()
}

/// Tells whether an impl is for a type with this last name, or for all types.
fn is_for(block: &ImplDef, class: &Name) -> bool {
    let name = block.self_type.peel_pointers().as_path().and_then(|path| path.last_name());
    name.is_none_or(|name| name == class || block.parameters.contains(name))
}

/// Tells whether an impl has a function with this name, written in it or declared by its trait.
fn has_function(items: &Items, block: &ImplDef, function: &Name) -> bool {
    let named = trait_name(block);
    let mut declared = items.traits.values().filter(|it| it.path.rsplit("::").next() == named.as_deref());
    block.functions.contains_key(function) || declared.any(|it| it.functions.contains_key(&**function))
}
