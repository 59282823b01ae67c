//! Facts about the types of iterators: whose code they run, and whether more may come of them than there is in memory.
//!
//! Over-approximates: a type that is not understood is foreign and counts. Adaptors of the standard library are as what they adapt.

use super::fresh::most_elements;
use super::program::{Callee, Program};
use super::types::scalar_sort;
use crate::mir::{GenericArg, Mutability, Path, Segment, Type, path_of};

/// Iterators whose parameters are no iterators.
const SOURCES: [&str; 8] =
    ["Empty", "FromFn", "Once", "OnceWith", "Repeat", "RepeatN", "RepeatWith", "Successors"];

/// Those that yield more than lies in memory.
const COUNTING: [&str; 7] = ["Cycle", "FromFn", "Range", "RangeFrom", "RangeInclusive", "Repeat", "RepeatN"];

impl Program {
    /// Tells whether an iterator of the type, or one in it, is lent or not the standard library's: it may yield again behind its end,
    /// and whoever lent it sees how far it went.
    pub fn is_open(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { mutability: Mutability::Mut, .. } => true,
            Type::Ref { .. } | Type::Tuple(_) | Type::Array { .. } | Type::Slice(_) | Type::Str => false,
            Type::Closure(_) | Type::FnDef { .. } | Type::FnPtr(_) => false,
            Type::Path(path) if !path.begins_in_std() || path.as_trait_item().is_some() => true,
            Type::Path(path) => adapted(path).any(|ty| self.is_open(ty)),
            ty => scalar_sort(ty).is_none(),
        }
    }

    /// Tells whether an iterator of the type, if the standard library trusts that it stays at its end, may do anything when it is asked
    /// again: a type of the crate is trusted if it implements `FusedIterator`.
    pub fn may_go_on(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { mutability: Mutability::Mut, referent, .. } => self.may_go_on(referent),
            Type::Path(path) if path.begins_in_std() && path.as_trait_item().is_none() => {
                // A pair is lost with each element that has no partner.
                path.is_std(&["iter", "Zip"]) && self.may_hold_code(ty)
                    || adapted(path).any(|ty| self.may_go_on(ty))
            }
            Type::Path(_) => self.adt(ty).is_none() || self.has_fused_iterators(),
            ty => self.is_open(ty),
        }
    }

    /// Tells whether an iterator of a type may yield, or promise, more elements than there are in memory: it, or one inside it, is a
    /// range, repeats, has elements that may have no size, or is not of the standard library.
    pub fn may_count(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent, .. } => self.may_count(referent),
            Type::Path(path) if !path.begins_in_std() || path.as_trait_item().is_some() => true,
            Type::Path(path) => {
                let name = path.last_name().map_or("", |name| &**name);
                COUNTING.contains(&name)
                    || self.holds_elements_without_size(path)
                    || name == "Flatten" && self.elements_may_count(ty)
                    || name == "FlatMap" && types_of(path).nth(1).is_none_or(|ty| self.elements_may_count(ty))
                    || adapted(path).any(|ty| self.may_count(ty))
            }
            Type::Array { element, .. } => most_elements(self, element).is_none(),
            Type::Closure(_) | Type::FnDef { .. } | Type::FnPtr(_) => false,
            ty => scalar_sort(ty).is_none(),
        }
    }

    /// Of elements without size there may be any number in memory.
    fn holds_elements_without_size(&self, path: &Path) -> bool {
        let Some(["slice" | "vec" | "array" | "vec_deque" | "linked_list" | "collections", ..]) =
            path.std_names().as_deref()
        else {
            return false;
        };
        types_of(path).next().is_some_and(|ty| most_elements(self, ty).is_none())
    }

    /// Tells whether anything that the type of an iterator of iterators names may count: its elements' type is not always named.
    fn elements_may_count(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent, .. } => self.elements_may_count(referent),
            Type::Slice(element) | Type::Array { element, .. } => self.elements_may_count(element),
            Type::Tuple(elements) => elements.iter().any(|ty| self.elements_may_count(ty)),
            Type::Path(path) => {
                let name = path.last_name().map_or("", |name| &**name);
                !path.begins_in_std()
                    || path.as_trait_item().is_some()
                    || COUNTING.contains(&name)
                    || types_of(path).any(|ty| self.elements_may_count(ty))
            }
            // What a closure returns is not looked into.
            Type::Closure(_) | Type::FnDef { .. } | Type::FnPtr(_) => true,
            ty => scalar_sort(ty).is_none(),
        }
    }

    /// Tells whether an iterator of the type may promise more after an element than before: an iterator of iterators goes on to the
    /// next one; a `size_hint` that is not the standard library's may run any code and tell lies.
    pub fn hint_changes(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent, .. } => self.hint_changes(referent),
            Type::Path(path) if path.begins_in_std() && path.as_trait_item().is_none() => {
                (path.is_std(&["iter", "Flatten"]) || path.is_std(&["iter", "FlatMap"])) && self.may_count(ty)
                    || adapted(path).any(|ty| self.hint_changes(ty))
            }
            ty if self.is_open(ty) => match self.resolve(&size_hint(ty)) {
                Callee::Body(body, _) => !self.is_model(body),
                _ => true,
            },
            _ => false,
        }
    }
}

/// `<ty as std::iter::Iterator>::size_hint`
fn size_hint(ty: &Type) -> Path {
    let own = path_of(&["std", "iter", "Iterator"]);
    let qualified = Segment::Qualified { self_type: Box::new(ty.clone()), trait_path: Some(Box::new(own)) };
    let named = path_of(&["size_hint"]);
    Path { segments: [qualified].iter().chain(&*named.segments).cloned().collect() }
}

fn types_of(path: &Path) -> impl Iterator<Item = &Type> {
    path.segments.iter().flat_map(|segment| segment.args()).filter_map(|arg| match arg {
        GenericArg::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The types of what an adaptor adapts, and its closures.
fn adapted(path: &Path) -> impl Iterator<Item = &Type> {
    let adapts = match path.std_names().as_deref() {
        Some(["iter", .., name]) => !SOURCES.contains(name),
        Some(["boxed", "Box"] | ["option" | "result", "Shunt"]) => true,
        _ => false,
    };
    types_of(path).filter(move |_| adapts)
}
