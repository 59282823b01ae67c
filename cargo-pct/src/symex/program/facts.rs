//! Facts about types that proofs rely on, each decided once for a type and remembered.
//!
//! [`Program::structure`] is the one place that takes types apart: an exhaustive match that says of what values of a type consist. A fact is
//! a walk over [`Structure::parts`], and says in which direction it errs.

use crate::mir::{Path, Type};
use crate::source::TypeKind;
use crate::symex::program::Program;
use crate::symex::program::structure::{Facts, Structure};
use crate::symex::program::torn::may_be_torn;
use crate::symex::program::types::{BYTE, is_clients_type, plain_name, scalar_sort};
use std::sync::Arc;

/// Modules of std whose types hold nothing but values of their type arguments, and numbers.
const PLAIN_MODULES: [&str; 23] = [
    "alloc",
    "any",
    "array",
    "ascii",
    "boxed",
    "char",
    "cmp",
    "collections",
    "convert",
    "hash",
    "iter",
    "marker",
    "mem",
    "net",
    "num",
    "ops",
    "option",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "vec",
];

impl Program {
    /// Of what values of a type consist. The answer is remembered.
    pub(crate) fn structure(&self, ty: &Type) -> Arc<Structure> {
        self.fact(ty, |facts| &mut facts.structure, || Arc::new(self.find_structure(ty)))
    }

    /// A fact about a type, which is found out once.
    pub(in crate::symex) fn fact<T: Clone>(
        &self,
        ty: &Type,
        slot: impl Fn(&mut Facts) -> &mut Option<T>,
        find: impl FnOnce() -> T,
    ) -> T {
        if let Some(known) = self.facts.borrow_mut().get_mut(ty).and_then(|facts| slot(facts).clone()) {
            return known;
        }
        let found = find();
        *slot(self.facts.borrow_mut().entry(ty.clone()).or_default()) = Some(found.clone());
        found
    }

    fn find_structure(&self, ty: &Type) -> Structure {
        match ty {
            ty if scalar_sort(ty).is_some() => Structure::Plain,
            ty if !matches!(ty, Type::Ref { .. }) && is_clients_type(ty) => Structure::Clients,
            Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Never => Structure::Plain,
            Type::Str => Structure::Parts(vec![BYTE]),
            Type::FnPtr(_) | Type::FnDef { .. } => Structure::Function,
            Type::Ref { mutability, referent, .. } => Structure::Reference(*mutability, (**referent).clone()),
            Type::RawPtr { pointee, .. } => Structure::Pointer(Some((**pointee).clone())),
            Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => Structure::Parts(written(ty)),
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => Structure::Parts(written(ty)),
            Type::Closure(_) | Type::FnCoroutine { .. } | Type::Dyn(_) => Structure::Code,
            Type::Path(path) => self.structure_of_path(ty, path),
            Type::Impl(_) | Type::Infer => Structure::Unknown(Vec::new()),
        }
    }

    fn structure_of_path(&self, ty: &Type, path: &Path) -> Structure {
        match path.std_names().as_deref() {
            Some(["ptr", "NonNull" | "Unique"]) => {
                return Structure::Pointer(path.first_type_arg().cloned());
            }
            Some(["string", "String"]) => return Structure::Parts(vec![BYTE]),
            Some(["cell" | "thread", ..]) => return Structure::Cell(written(ty)),
            Some(["sync", "Arc" | "Weak"]) | Some(["time", ..]) => return Structure::Parts(written(ty)),
            Some(["sync", ..]) => return Structure::Cell(written(ty)),
            _ => {}
        }
        if let Some(instance) = self.adt(ty) {
            let types: Option<Vec<Type>> = instance.field_types().collect();
            return match types {
                Some(types) if instance.adt.kind == TypeKind::Union => Structure::Union(types),
                Some(types) => Structure::Parts(types),
                None => Structure::Unknown(written(ty)),
            };
        }
        match path.std_names().as_deref() {
            Some([module, ..]) if PLAIN_MODULES.contains(module) => Structure::Parts(written(ty)),
            _ => Structure::Unknown(written(ty)),
        }
    }

    /// Tells whether something can change behind a shared reference to a value of the type, at any depth.
    ///
    /// Over-approximates: a type that is not known may hold cells, and so may what clients choose, raw pointers and code.
    pub(crate) fn may_hold_cells(&self, ty: &Type) -> bool {
        self.fact(ty, |facts| &mut facts.holds_cells, || self.leads_to_cells(ty, &mut Vec::new()))
    }

    /// `around`: the types that this one is a part of. In a type that is a part of itself there is nothing new.
    fn leads_to_cells(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if around.contains(ty) {
            return false;
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function => return false,
            Structure::Pointer(_) | Structure::Cell(_) | Structure::Union(_) => return true,
            Structure::Code | Structure::Clients | Structure::Unknown(_) => return true,
            Structure::Reference(..) | Structure::Parts(_) => {}
        }
        around.push(ty.clone());
        let leads = structure.parts().iter().any(|part| self.leads_to_cells(part, around));
        around.pop();
        leads
    }

    /// Tells whether a value of the type, or what it leads to, may be an object of the analysed crates.
    ///
    /// Over-approximates: a type that is not known may be one of theirs. What only clients know is none: clients made it.
    pub(in crate::symex) fn may_lead_to_own(&self, ty: &Type) -> bool {
        self.fact(ty, |facts| &mut facts.leads_to_own, || self.leads_to_own(ty, &mut Vec::new()))
    }

    fn leads_to_own(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if ty.as_path().is_some_and(|path| self.is_own_type(path)) {
            return true;
        }
        if around.contains(ty) {
            return false;
        }
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Clients => return false,
            // What was captured is not known, nor a type of which the declaration was not found.
            Structure::Code | Structure::Pointer(None) => return true,
            Structure::Unknown(_) if !ty.as_path().is_some_and(Path::begins_in_std) => return true,
            Structure::Reference(..) | Structure::Pointer(Some(_)) | Structure::Parts(_) => {}
            Structure::Cell(_) | Structure::Union(_) | Structure::Unknown(_) => {}
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        around.push(ty.clone());
        let leads = structure.parts().iter().any(|part| self.leads_to_own(part, around));
        around.pop();
        leads
    }

    /// Tells whether a value of the type may hold an iterator of std's that a panic may tear: [`may_be_torn`].
    pub(in crate::symex) fn may_hold_torn(&self, ty: &Type) -> bool {
        self.fact(ty, |facts| &mut facts.holds_torn, || self.holds_torn(ty, &mut Vec::new()))
    }

    fn holds_torn(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if ty.as_path().is_some_and(may_be_torn) {
            return true;
        }
        if around.contains(ty) {
            return false;
        }
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Clients => return false,
            Structure::Reference(..) | Structure::Pointer(_) => return false,
            // A closure may have captured one.
            Structure::Code => return true,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) | Structure::Unknown(_) => {}
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        around.push(ty.clone());
        let holds = structure.parts().iter().any(|part| self.holds_torn(part, around));
        around.pop();
        holds
    }

    /// Tells whether a value of one type may hold one of another, or be it, without a reference in between.
    ///
    /// Over-approximates: what is not known may hold anything, and what only clients know may lend anything.
    pub(in crate::symex) fn may_hold(&self, outer: &Type, inner: &Type) -> bool {
        self.has_part(outer, inner, &mut Vec::new())
    }

    fn has_part(&self, outer: &Type, inner: &Type, around: &mut Vec<Type>) -> bool {
        if self.may_be_same(outer, inner) {
            return true;
        }
        if around.contains(outer) {
            return false;
        }
        if around.len() >= MOST_NESTING {
            return true;
        }
        let structure = self.structure(outer);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Reference(..) => return false,
            Structure::Pointer(_) | Structure::Cell(_) | Structure::Union(_) => return true,
            Structure::Code | Structure::Clients | Structure::Unknown(_) => return true,
            Structure::Parts(_) => {}
        }
        // A reference to a part of a list leads into the whole.
        if matches!(inner, Type::Slice(_) | Type::Str) {
            return true;
        }
        around.push(outer.clone());
        let has = structure.parts().iter().any(|part| self.has_part(part, inner, around));
        around.pop();
        has
    }

    /// Tells whether two types may be equal.
    ///
    /// Over-approximates: lengths of arrays and arguments of paths are not compared.
    fn may_be_same(&self, one: &Type, other: &Type) -> bool {
        if one == other {
            return true;
        }
        let all = |one: &[Type], other: &[Type]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.may_be_same(one, other))
        };
        let (first, second) = (self.structure(one), self.structure(other));
        match (&*first, &*second) {
            (Structure::Clients | Structure::Unknown(_) | Structure::Code, _) => true,
            (_, Structure::Clients | Structure::Unknown(_) | Structure::Code) => true,
            (Structure::Reference(_, one), Structure::Reference(_, other)) => self.may_be_same(one, other),
            (Structure::Pointer(_), Structure::Pointer(_)) | (Structure::Cell(_), Structure::Cell(_)) => true,
            (Structure::Union(_), Structure::Union(_)) => true,
            (Structure::Parts(parts), Structure::Parts(others)) => match (one.as_path(), other.as_path()) {
                (Some(one), Some(other)) => plain_name(one) == plain_name(other),
                (Some(_), None) | (None, Some(_)) => false,
                (None, None) => all(parts, others),
            },
            // Of different structures, or numbers that were compared already.
            (Structure::Plain | Structure::Function | Structure::Reference(..), _) => false,
            (Structure::Pointer(_) | Structure::Cell(_) | Structure::Union(_) | Structure::Parts(_), _) => {
                false
            }
        }
    }
}

/// The types that a type is written with, one level down.
fn written(ty: &Type) -> Vec<Type> {
    ty.children().into_iter().cloned().collect()
}

/// How deep types are looked into.
const MOST_NESTING: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir;
    use crate::source::Items;
    use crate::symex::program::types::path_of;

    const SLOT: &str = "pub struct Slot { number: u8 }";

    /// A type of which nothing is known may hold cells. Once its declaration is added, it holds none.
    #[track_caller]
    fn check(add: impl FnOnce(&mut Program, Items)) {
        let slot = Type::Path(path_of(&["Slot"]));
        let mut program = Program::default();
        assert!(program.may_hold_cells(&slot));
        assert!(matches!(*program.structure(&slot), Structure::Unknown(_)));
        add(&mut program, Items::read("<expanded>", &[], SLOT).expect("it is Rust"));
        assert!(!program.may_hold_cells(&slot));
        assert!(matches!(*program.structure(&slot), Structure::Parts(_)));
    }

    #[test]
    fn facts_about_types_are_found_anew_when_a_crate_is_added() {
        check(|program, items| program.add_crate(mir::parse("", 64), items.into()));
        check(|program, items| program.add_layouts(items));
    }
}
