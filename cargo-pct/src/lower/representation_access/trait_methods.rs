//! Finds the trait methods that may run without a call in the text of a body that names them: in destructors, behind trait objects and
//! parameters, and by code of other crates. What their own parameters stand for is known to those who build the values on which they are called.
//!
//! Over-approximates: a type's instance has all methods of all impls of traits that name the type.

use super::flow::MethodOf;
use crate::mir::{Name, Path, Segment, Type, plain_name};
use crate::source::{ImplDef, Owner};
use crate::symex::types::{known_parameter, peel_references};
use crate::symex::{BodyId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The trait methods of a program.
#[derive(Debug, Default)]
pub(super) struct TraitMethods {
    /// By the types that the header of their impl names.
    of_type: BTreeMap<String, BTreeSet<BodyId>>,
    /// By the last name of the trait that their impl is of.
    of_trait: BTreeMap<Name, BTreeSet<BodyId>>,
    /// By their own name; each with the name of its impl's type, if that is one that is known.
    of_name: BTreeMap<Name, Vec<(Option<String>, BodyId)>>,
    /// Those whose impl is not known.
    of_any: BTreeSet<BodyId>,
    /// By a type's name: what its impls' associated types stand for. Without a name: those of impls for types that have none.
    associated: BTreeMap<Option<String>, Vec<Type>>,
}

impl TraitMethods {
    pub(super) fn of(program: &Program) -> TraitMethods {
        let mut methods = TraitMethods::default();
        for (body, _) in program.bodies().filter(|(body, _)| program.is_analysed(*body)) {
            methods.add(program, body);
        }
        for (ty, associated) in program.associated_types_by_type() {
            let own = peel_references(&ty);
            let name = own.as_path().and_then(plain_name).filter(|_| known_parameter(own).is_none());
            methods.associated.entry(name).or_default().extend(associated);
        }
        methods
    }

    fn add(&mut self, program: &Program, body: BodyId) {
        let path = &program.code(body).body.path;
        let Some(name) = path.last_name() else { return };
        let is_of_impl = |part: &Segment| matches!(part, Segment::ImplAt(_) | Segment::Impl { .. });
        let ty = match program.declared(body) {
            Some((items, function)) => match function.owner {
                Owner::Impl(block) if items.impls[block].trait_path.is_some() => {
                    self.add_method_of(&items.impls[block], body);
                    declared_name(program, &items.impls[block].self_type)
                }
                Owner::Trait(_) => None,
                Owner::Impl(_) | Owner::Module(_) | Owner::Body(_) => return,
            },
            None if path.segments.iter().any(is_of_impl) => {
                self.of_any.insert(body);
                None
            }
            None => return,
        };
        self.of_name.entry(name.clone()).or_default().push((ty, body));
    }

    /// Other crates know nothing of the traits of this one, nor do destructors: an impl for whatever has a trait is met by its name alone.
    fn add_method_of(&mut self, block: &ImplDef, body: BodyId) {
        if let Some(name) = block.trait_path.as_ref().and_then(Path::last_name) {
            self.of_trait.entry(name.clone()).or_default().insert(body);
        }
        let mut add = |part: &Type| {
            if let Some(name) = part.as_path().and_then(plain_name) {
                self.of_type.entry(name).or_default().insert(body);
            }
        };
        block.self_type.each_part(&mut add);
        let of_trait = block.trait_path.iter().flat_map(Path::type_args);
        of_trait.for_each(|ty| ty.each_part(&mut add));
    }

    /// The methods that may be called on an instance of the type of this name, or with one.
    pub(super) fn of_instance(&self, name: &str) -> Vec<BodyId> {
        let own = self.of_type.get(name).into_iter().flatten();
        own.chain(&self.of_any).copied().collect()
    }

    /// The methods of all impls of traits of this last name.
    pub(super) fn of_trait(&self, name: &Name) -> Vec<BodyId> {
        let own = self.of_trait.get(name).into_iter().flatten();
        own.chain(&self.of_any).copied().collect()
    }

    /// The methods of a name.
    pub(super) fn named(&self, name: &Name, of: &MethodOf) -> Vec<BodyId> {
        let named = self.of_name.get(name).into_iter().flatten();
        let is_meant = |own: &Option<String>| match of {
            MethodOf::Type(ty) => own.as_ref() == Some(ty),
            MethodOf::Unknown => own.is_none(),
            MethodOf::All => true,
        };
        named.filter(|(own, _)| is_meant(own)).map(|(_, body)| *body).collect()
    }

    /// Calls back with what the associated types of the types that a type names stand for; arguments are not filled in.
    pub(super) fn associated_types(&self, ty: &Type, found: &mut dyn FnMut(&Type)) {
        let mut of = |name: Option<String>| {
            self.associated.get(&name).into_iter().flatten().for_each(&mut *found);
        };
        of(None);
        ty.each_part(&mut |part| {
            if let Some(name) = part.as_path().and_then(plain_name) {
                of(Some(name));
            }
        });
    }
}

/// The name of a type that the crates, or the models of std, declare. References count as what they lead to.
pub(super) fn declared_name(program: &Program, ty: &Type) -> Option<String> {
    let own = peel_references(ty);
    program.adt(own).and_then(|_| own.as_path().and_then(plain_name))
}
