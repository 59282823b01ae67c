//! Whether another impl than the one that was found may serve a type. What is not understood of an impl's header may stand for anything.

use super::Program;
use crate::mir::{self, ConstArg, Name, Path, Segment, Type};
use crate::source::ImplDef;
use crate::symex::program::types::{is_of_clients, parameter_of, peel_references, plain_name};

/// An impl that may be meant instead of the one that was found.
#[derive(Clone, Copy)]
pub(super) struct Rival<'a> {
    pub(super) block: &'a ImplDef,
    /// The models write no type by another name.
    pub(super) is_of_models: bool,
}

/// A type whose impl of a trait is looked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) self_type: &'a Type,
    pub(super) trait_path: &'a Path,
}

impl Wanted<'_> {
    /// The type, and the arguments of the trait.
    fn types(&self) -> impl Iterator<Item = &Type> {
        std::iter::once(self.self_type).chain(self.trait_path.type_args())
    }

    /// Tells whether it has placeholders for types that only clients know.
    pub(super) fn has_placeholders(&self) -> bool {
        self.types().any(has_placeholders)
    }

    /// Tells whether two types that are written alike here may differ in lifetimes that tell impls apart: `fn(&u8)` and `fn(&'static u8)`.
    pub(super) fn hides_types(&self) -> bool {
        self.types().any(|ty| ty.any_part(&mut hides_types))
    }

    /// Tells whether clients may write an impl for one of these types: one of their own, or a reference to one, comes first in it.
    pub(super) fn may_be_clients(&self) -> bool {
        self.types().any(|ty| is_of_clients(peel_fundamental(ty)))
    }

    /// Tells whether an impl may serve one of these types. Over-approximates: its bounds are not looked at.
    pub(super) fn may_be_served_by(&self, program: &Program, rival: Rival<'_>) -> bool {
        let block = rival.block;
        let Some(own) = &block.trait_path else { return false };
        let mut overlap = Overlap::new(program, rival);
        let arguments: Vec<&Type> = self.trait_path.type_args().collect();
        let own: Vec<&Type> = own.type_args().collect();
        overlap.may_be_same(&block.self_type, self.self_type)
            // An argument that is left out may be anything.
            && own.into_iter().zip(arguments).all(|(own, wanted)| overlap.may_be_same(own, wanted))
    }
}

/// Tells whether an impl block of no trait may be for a type. Over-approximates: its bounds are not looked at.
pub(super) fn may_serve(program: &Program, rival: Rival<'_>, self_type: &Type) -> bool {
    Overlap::new(program, rival).may_be_same(&rival.block.self_type, self_type)
}

/// Tells whether a type has placeholders: for types or constants that only clients know.
fn has_placeholders(ty: &Type) -> bool {
    let is_unknown = |constant: &&mir::ConstArg| matches!(constant, mir::ConstArg::Path(path) if path.as_identifier().is_some_and(|name| parameter_of(name).is_some()));
    ty.any_part(&mut |part| {
        is_of_clients(part) || hides_types(part) || part.constants().iter().any(is_unknown)
    })
}

/// Tells whether a type is written with others that [`Type::children`] leaves out, which may have placeholders.
fn hides_types(ty: &Type) -> bool {
    matches!(ty, Type::FnPtr(_) | Type::Dyn(_))
}

/// Removes the references, boxes and pins around a type: clients may write impls for those of their own types, as for the types themselves.
pub(super) fn peel_fundamental(ty: &Type) -> &Type {
    let ty = peel_references(ty);
    let fundamental: [&[&str]; 2] = [&["boxed", "Box"], &["pin", "Pin"]];
    let inner = ty.as_path().filter(|path| fundamental.iter().any(|names| path.is_std(names)));
    inner.and_then(Path::first_type_arg).map_or(ty, peel_fundamental)
}

/// A comparison of an impl's types with types that have placeholders.
struct Overlap<'a> {
    program: &'a Program,
    /// The impl's parameters.
    parameters: &'a [Name],
    /// Whether the impl may be written with names that stand for other types. The compiler's text has none.
    may_have_aliases: bool,
    /// What they stand for so far.
    bound: Vec<(Name, Type)>,
}

impl<'a> Overlap<'a> {
    fn new(program: &'a Program, rival: Rival<'a>) -> Overlap<'a> {
        let (parameters, may_have_aliases) = (&rival.block.parameters, !rival.is_of_models);
        Overlap { program, parameters, may_have_aliases, bound: Vec::new() }
    }

    /// Tells whether one type can be written for both. Over-approximates.
    fn may_be_same(&mut self, pattern: &Type, ty: &Type) -> bool {
        if let Some(name) = pattern.as_identifier().filter(|name| self.parameters.contains(name)) {
            let known = self.bound.iter().find(|(bound, _)| bound == name).map(|(_, ty)| ty.clone());
            return match known {
                // Both are types of the call: no parameter of the impl is written in them.
                Some(known) => {
                    Overlap { parameters: &[], may_have_aliases: false, bound: Vec::new(), ..*self }
                        .may_be_same(&known, ty)
                }
                None => {
                    self.bound.push((name.clone(), ty.clone()));
                    true
                }
            };
        }
        let is_unread = is_not_understood(pattern) || is_not_understood(ty);
        let are_hidden = hides_types(pattern) && hides_types(ty);
        if is_unread || are_hidden || is_of_clients(ty) || is_of_clients(pattern) {
            return true;
        }
        if !self.may_be_same_name(pattern, ty) {
            return false;
        }
        // What an alias or a projection is written with says nothing of what it stands for.
        let name = |ty: &Type| ty.as_path().and_then(plain_name);
        if name(pattern) != name(ty) || pattern.as_path().is_some() != ty.as_path().is_some() {
            return true;
        }
        if !self.may_be_same_constants(pattern, ty) {
            return false;
        }
        let (parts, others) = (pattern.children(), ty.children());
        if pattern.as_path().is_some() {
            // Where a constant is written as a type, what stands where is not clear.
            return parts.len() != others.len()
                || parts.into_iter().zip(others).all(|(one, other)| self.may_be_same(one, other));
        }
        let is_mutable = |ty: &Type| matches!(ty, Type::Ref { mutability: mir::Mutability::Mut, .. });
        if parts.is_empty() || is_mutable(pattern) != is_mutable(ty) {
            return pattern == ty;
        }
        std::mem::discriminant(pattern) == std::mem::discriminant(ty)
            && parts.len() == others.len()
            && parts.into_iter().zip(others).all(|(one, other)| self.may_be_same(one, other))
    }

    /// Tells whether two types may be of one declaration, where one of them is named by a path.
    fn may_be_same_name(&self, pattern: &Type, ty: &Type) -> bool {
        // What is not declared where it can be seen may be an alias: `NonZeroU8`, `LockResult`, `c_int`.
        let is_alias = || self.may_have_aliases && self.program.adt(pattern).is_none();
        match (pattern.as_path(), ty.as_path()) {
            (None, None) => true,
            (Some(path), None) => is_projected(path) || is_alias(),
            (None, Some(path)) => is_projected(path),
            (Some(first), Some(second)) => {
                let are_projected = is_projected(first) || is_projected(second);
                are_projected || plain_name(first) == plain_name(second) || is_alias()
            }
        }
    }

    /// Tells whether constants of two types may be equal: only those that are evaluated are known.
    fn may_be_same_constants(&self, one: &Type, other: &Type) -> bool {
        let (first, second) = (one.constants(), other.constants());
        first.len() != second.len()
            || first.into_iter().zip(second).all(|(one, other)| match (one, other) {
                (ConstArg::Integer { value: one, .. }, ConstArg::Integer { value: other, .. }) => {
                    one == other
                }
                (ConstArg::Bool(one), ConstArg::Bool(other)) => one == other,
                (ConstArg::Char(one), ConstArg::Char(other)) => one == other,
                _ => true,
            })
    }
}

/// Tells whether a type may be written for any other.
fn is_not_understood(ty: &Type) -> bool {
    matches!(ty, Type::Infer | Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. })
}

/// Tells whether a path asks for an associated type.
fn is_projected(path: &Path) -> bool {
    path.segments.iter().any(|segment| matches!(segment, Segment::Qualified { .. } | Segment::Impl { .. }))
}
