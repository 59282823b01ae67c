//! What clients' generic code runs of the types that it is given values of: `sink.extend(0u8..)`, where `sink` is a client's, calls the
//! range's `next`, and that may panic.

use crate::mir::{GenericArg, Path, TraitItem, Type};
use crate::symex::program::Program;
use crate::symex::program::code::is_own;
use crate::symex::program::sites::Probes;
use crate::symex::program::structure::{Structure, Whose};
use crate::symex::program::types::is_clients_type;
use std::collections::BTreeSet;

/// Iterators of std whose `next` panics only where those of their parts do. That a client counts more than there are numbers is the client's.
const QUIET: [&[&str]; 27] = [
    &["array", "IntoIter"],
    &["char", "ToLowercase"],
    &["char", "ToUppercase"],
    &["iter", "Chain"],
    &["iter", "Cloned"],
    &["iter", "Copied"],
    &["iter", "Cycle"],
    &["iter", "Empty"],
    &["iter", "Fuse"],
    &["iter", "Once"],
    &["iter", "Peekable"],
    &["iter", "Repeat"],
    &["iter", "RepeatN"],
    &["iter", "Rev"],
    &["iter", "Skip"],
    &["iter", "Take"],
    &["iter", "Zip"],
    &["ops", "Range"],
    &["ops", "RangeInclusive"],
    &["option", "IntoIter"],
    &["slice", "Iter"],
    &["slice", "IterMut"],
    &["str", "Bytes"],
    &["str", "CharIndices"],
    &["str", "Chars"],
    &["vec", "Drain"],
    &["vec", "IntoIter"],
];

/// How deep types are looked into.
const MOST_NESTED: usize = 8;

impl Program {
    /// Tells whether a client's method may fail by code that is not clients', because of what it is told to stand for: by the types that
    /// its own parameters, or those of its trait, stand for in a call.
    ///
    /// Over-approximates: any impl of a trait may be run, and what is not known may fail.
    pub(in crate::symex) fn may_fail_as_given(&self, item: &TraitItem<'_>, probes: &Probes) -> bool {
        let of_trait = item.trait_path.segments.iter().flat_map(|segment| segment.args());
        let types = item.args.iter().chain(of_trait).filter_map(|argument| match argument {
            GenericArg::Type(ty) => Some(ty),
            GenericArg::Lifetime(_) | GenericArg::Const(_) | GenericArg::AssociatedType { .. } => None,
        });
        types.into_iter().any(|ty| !self.is_quiet(ty, probes, MOST_NESTED))
    }

    /// Whether no impl of a trait for a type fails, nor one for a type that lies in it.
    fn is_quiet(&self, ty: &Type, probes: &Probes, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if is_clients_type(ty) && !matches!(ty, Type::Ref { .. }) {
            return true;
        }
        let structure = self.structure(ty);
        let are_known = match (&*structure, ty.as_path()) {
            (Structure::Code | Structure::Unknown(_), _) => return false,
            (Structure::Plain | Structure::Clients, _) => true,
            (_, Some(path)) if path.begins_in_std() => is_quiet_in_std(path),
            (Structure::Function | Structure::Pointer(_) | Structure::Reference(..), _) => true,
            (Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_), _) => true,
        };
        let arguments = ty.as_path().into_iter().flat_map(Path::type_args);
        are_known
            && self.own_impls_are_quiet(ty, probes)
            && structure.parts().iter().chain(arguments).all(|part| self.is_quiet(part, probes, depth))
    }

    /// Whether the impls that the crates have for a type end well, and the methods that their traits provide for it.
    fn own_impls_are_quiet(&self, ty: &Type, probes: &Probes) -> bool {
        let provided = self.provided_methods(ty);
        let functions = self.trait_functions(ty).into_iter();
        let meant = functions.filter(|(body, generics)| self.may_be_served(*body, ty, generics));
        let mut bodies = meant.map(Some).chain(provided);
        let mut seen = BTreeSet::new();
        bodies.all(|body| {
            body.is_some_and(|(body, generics)| {
                self.whose_failures(body, &generics, probes, &mut seen) != Whose::Crate
            })
        })
    }
}

fn is_quiet_in_std(path: &Path) -> bool {
    // A cell that is lent panics where it is cloned or compared.
    is_own(path) && !path.is_std(&["cell", "RefCell"]) || QUIET.iter().any(|names| path.is_std(names))
}
