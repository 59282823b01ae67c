//! Objects that code makes out of bits, or opens up as bits, without naming their class: it takes any type that has some trait.
//!
//! Safe code cannot do that, and unsafe code must not for any type that there is. So a bound says for which types it may: by a trait of the
//! crate, or by an unsafe one of another crate, which does so there.

use super::CrateCode;
use super::contained_objects::leads_to;
use crate::mir::{Bound, Path, Type, path_of, plain_name};
use crate::source::{FunctionId, Owner, Visibility};
use crate::symex::types::{Rewrite, is_unknown_type, peel_references};
use crate::symex::{BodyId, Program};
use std::collections::{BTreeMap, BTreeSet};

impl CrateCode<'_> {
    /// Bodies that clients can call with the class for a parameter, and that make values of what the parameter stands for out of bits.
    ///
    /// Over-approximates: one bound that the class meets is enough, and so is one that something meets in which the class may be.
    pub(super) fn conjuring_for_clients(&self, class: &Type) -> Vec<BodyId> {
        let program = self.program;
        let may_be_class = |ty: &Type| is_unknown_type(ty) || leads_to(program, ty, class);
        // Many bodies have the same bounds.
        let mut known: BTreeMap<&Type, bool> = BTreeMap::new();
        let mut found = Vec::new();
        for (body, types) in self.conjured_for_clients() {
            if types.iter().any(|ty| *known.entry(ty).or_insert_with(|| may_be_class(ty))) {
                found.push(*body);
            }
        }
        found
    }

    /// Bodies that clients can call, and that make values of what a parameter stands for out of bits, with the types that meet one of their
    /// bounds, and those that such types name: what is made may be one of these.
    pub(super) fn find_conjured_for_clients(&self) -> Vec<(BodyId, BTreeSet<Type>)> {
        let (program, index) = (self.program, self.index());
        let mut by_bound: BTreeMap<Path, Vec<Type>> = BTreeMap::new();
        let mut found = Vec::new();
        let bodies = index.uses.conjuring_for_callers().iter();
        for body in bodies.filter(|body| index.callable_by_clients.contains(body)) {
            let mut types = BTreeSet::new();
            for bound in bounds(program, *body) {
                let of_bound = by_bound.entry(bound).or_insert_with_key(|bound| {
                    let implementors = program.implementors(bound).into_iter().map(|(ty, _)| ty);
                    implementors.chain(program.named_by_implementors(bound)).collect()
                });
                types.extend(of_bound.iter().cloned());
            }
            if self.may_be_handed_out(*body) {
                types.insert(Type::Infer);
            }
            found.push((*body, types));
        }
        found
    }

    /// Tells whether clients may be handed a value on which they call a method of a generic trait, without knowing its type: `impl Trait<T>`. Then the
    /// crate knows for which types that is meant, and there they stand.
    fn may_be_handed_out(&self, body: BodyId) -> bool {
        let Some((items, function)) = self.program.declared(body) else { return true };
        let Owner::Impl(id) = function.owner else { return false };
        let block = &items.impls[id];
        block.trait_path.as_ref().is_some_and(|path| {
            path.type_args().next().is_some()
                && self.is_trait_nameable(path)
                && !self.is_type_nameable(&block.self_type)
        })
    }

    fn is_nameable(&self, path: &str) -> bool {
        self.items.public.contains_key(path)
    }

    fn is_type_nameable(&self, ty: &Type) -> bool {
        peel_references(ty).as_path().and_then(plain_name).is_some_and(|name| self.is_nameable(&name))
    }

    fn is_trait_nameable(&self, path: &Path) -> bool {
        !self.program.is_own_trait(path) || plain_name(path).is_some_and(|name| self.is_nameable(&name))
    }

    /// Tells whether any crate can call a function with types of its own, and without a promise: then it treats all types well that meet its
    /// bounds. Under-approximates: clients may have been handed a value of a type that they cannot name.
    pub(super) fn is_open(&self, function: Option<FunctionId>) -> bool {
        let Some(function) = function.map(|id| &self.items.functions[id]) else { return false };
        let is_public = function.visibility == Visibility::Public;
        let is_reached = match function.owner {
            Owner::Module(_) => is_public && self.is_nameable(&function.path_text()),
            Owner::Body(_) => false,
            Owner::Trait(id) => self.is_nameable(&self.items.traits[id].path),
            Owner::Impl(id) => {
                let block = &self.items.impls[id];
                let is_of_trait = |path: &Path| self.is_trait_nameable(path);
                self.is_type_nameable(&block.self_type)
                    && block.trait_path.as_ref().map_or(is_public, is_of_trait)
            }
        };
        is_reached && !function.is_unsafe
    }

    /// The unsafe traits of other crates that the class implements, or something in which it may be: what they promise, other crates may
    /// rely on.
    ///
    /// Those of the standard library are left out: none of them is about what bits mean.
    pub(super) fn foreign_promises(&self, class: &Type) -> Vec<String> {
        let program = self.program;
        let is_foreign = |path: &Path| !path.begins_in_std() && !program.is_own_trait(path);
        let promised = program.promises().into_iter().filter(|(_, path)| is_foreign(path));
        promised.filter(|(ty, _)| leads_to(program, ty, class)).map(|(_, path)| path.to_string()).collect()
    }
}

/// The traits that types must have to stand for the parameters of a body.
fn bounds(program: &Program, body: BodyId) -> Vec<Path> {
    let Some((items, function)) = program.declared(body) else { return Vec::new() };
    let (of_owner, own_trait) = match function.owner {
        Owner::Impl(block) => (items.impls[block].bounds.as_slice(), None),
        Owner::Trait(id) => (&[][..], Some(path_of(&Vec::from_iter(items.traits[id].path.split("::"))))),
        Owner::Module(_) | Owner::Body(_) => (&[][..], None),
    };
    let mut found: Vec<Path> =
        function.bounds.iter().chain(of_owner).map(|(_, bound)| bound.clone()).collect();
    found.extend(own_trait);
    let generics = super::subject::placeholder_generics(program, body);
    let normaliser = program.normaliser(body, &generics);
    let mut found: Vec<Path> = found.iter().map(|bound| normaliser.trait_path(bound)).collect();
    // MIR writes their last names alone.
    let code = &program.code(body).body;
    let mut unnamed = Vec::new();
    for local in code.args() {
        code.locals[local].ty.each_part(&mut |part| unnamed_bounds(part, &mut unnamed));
    }
    found.extend(unnamed.iter().filter_map(Path::last_name).flat_map(|name| program.own_traits_named(name)));
    found
}

/// The bounds of an `impl Trait`.
fn unnamed_bounds(ty: &Type, found: &mut Vec<Path>) {
    let Type::Impl(bounds) = ty else { return };
    found.extend(bounds.iter().filter_map(|bound| match bound {
        Bound::Trait { path, .. } => Some(path.clone()),
        Bound::Lifetime(_) => None,
    }));
}
