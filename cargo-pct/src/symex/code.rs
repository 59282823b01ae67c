//! Which values may hold code: closures, functions, coroutines, trait objects.

use super::facts::Structure;
use super::probes::Probes;
use super::program::Program;
use super::types::is_clients_type;
use crate::mir::{Mutability, Path, Type};

/// Whose code runs where a type's implementations of the standard library's traits do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whose {
    /// The standard library's alone, for which no traits' code fails: comparing, hashing, copying.
    Std,
    /// That of clients, who choose the type.
    Clients,
    /// The crate's, or not known.
    Crate,
}

/// Types of the standard library whose code is theirs and that of their arguments.
const OWN: [&[&str]; 26] = [
    &["alloc", "Global"],
    &["boxed", "Box"],
    &["cell", "Cell"],
    &["cell", "RefCell"],
    &["cmp", "Ordering"],
    &["cmp", "Reverse"],
    &["collections", "BTreeMap"],
    &["collections", "BTreeSet"],
    &["collections", "BinaryHeap"],
    &["collections", "HashMap"],
    &["collections", "HashSet"],
    &["collections", "LinkedList"],
    &["collections", "VecDeque"],
    &["hash", "BuildHasherDefault"],
    &["hash", "RandomState"],
    &["marker", "PhantomData"],
    &["num", "NonZero"],
    &["num", "Wrapping"],
    &["option", "Option"],
    &["ptr", "NonNull"],
    &["rc", "Rc"],
    &["result", "Result"],
    &["string", "String"],
    &["sync", "Arc"],
    &["time", "Duration"],
    &["vec", "Vec"],
];

/// Whether a path is one of these.
pub(super) fn is_own(path: &Path) -> bool {
    OWN.iter().any(|names| path.is_std(names))
}

impl Program {
    /// Whose code an intrinsic of this name runs for a type.
    pub(super) fn whose_intrinsic(&self, name: &str, ty: &Type, probes: &Probes) -> Whose {
        let is_own_without_arguments = |path: &Path| is_own(path) && path.last().args().is_empty();
        match name {
            "drops" => self.drops_code_of(ty),
            // Whoever it is written to may unwind.
            "shows" if self.shows_plainly(ty, probes) => Whose::Clients,
            "shows" => Whose::Crate,
            // What a client's type hashes with may be the crate's.
            "hashes" if is_clients_type(ty) && self.fixes("Hasher") => Whose::Crate,
            "hashes" if is_clients_type(ty) => Whose::Clients,
            "hashes" if *ty == Type::UNIT => Whose::Std,
            "hashes" if ty.as_path().is_some_and(is_own_without_arguments) => Whose::Std,
            "hashes" => Whose::Crate,
            _ => self.whose_code(ty, probes),
        }
    }

    /// Whose code comparisons, hashes and clones of values of a type run.
    ///
    /// Over-approximates: what is not known runs the crate's.
    pub(super) fn whose_code(&self, ty: &Type, probes: &Probes) -> Whose {
        self.whose_impls(ty, probes).max(self.whose_by_structure(ty, probes))
    }

    fn whose_by_structure(&self, ty: &Type, probes: &Probes) -> Whose {
        let of_parts = || ty.children().into_iter().map(|part| self.whose_code(part, probes)).max();
        match (&*self.structure(ty), ty.as_path()) {
            (Structure::Plain | Structure::Function | Structure::Pointer(_), _) => Whose::Std,
            (Structure::Clients, _) => Whose::Clients,
            (Structure::Code, _) | (Structure::Unknown(_), None) => Whose::Crate,
            // Comparing or cloning one panics while it is borrowed.
            (_, Some(path)) if path.is_std(&["cell", "RefCell"]) => Whose::Crate,
            (_, Some(path)) if !path.begins_in_std() => self.whose_comparisons(ty, probes),
            (_, Some(path)) if !is_own(path) => Whose::Crate,
            (Structure::Reference(..) | Structure::Parts(_) | Structure::Cell(_), _)
            | (Structure::Union(_) | Structure::Unknown(_), _) => of_parts().unwrap_or(Whose::Std),
        }
    }

    /// Whether a value of the type may hold code that runs when whoever has it likes.
    ///
    /// Over-approximates: a type of the crate that is not found may. A type of others holds no code of this crate's but
    /// where its arguments say so.
    pub fn may_hold_code(&self, ty: &Type) -> bool {
        self.fact(ty, |facts| &mut facts.holds_code, || self.holds_code(ty, &mut Vec::new()))
    }

    /// `seen`: types that are being looked into already.
    fn holds_code(&self, ty: &Type, seen: &mut Vec<Type>) -> bool {
        if seen.contains(ty) {
            return false;
        }
        seen.push(ty.clone());
        let structure = self.structure(ty);
        let is_declared_elsewhere = || ty.as_path().is_some() && self.adt(ty).is_none();
        match &*structure {
            Structure::Plain | Structure::Clients => return false,
            Structure::Function | Structure::Code => return true,
            Structure::Unknown(_) if !is_declared_elsewhere() => return true,
            Structure::Reference(..) | Structure::Pointer(_) | Structure::Unknown(_) => {}
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) => {}
        }
        structure.parts().iter().any(|part| self.holds_code(part, seen))
    }

    /// Tells whether code can be stored through a value of the type, so that others find it there: behind a mutable reference, or in a cell.
    ///
    /// Over-approximates: a cell counts that nobody else has, and what is not known, or that raw pointers lead to, may store anything that it
    /// may hold. Code that is given to a client's own functions is not meant.
    pub fn may_store_code(&self, ty: &Type) -> bool {
        self.may_hold_code(ty) && self.stores_code(ty, &mut Vec::new())
    }

    /// `seen`: types that are being looked into already.
    fn stores_code(&self, ty: &Type, seen: &mut Vec<Type>) -> bool {
        if seen.contains(ty) {
            return false;
        }
        seen.push(ty.clone());
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function | Structure::Clients => return false,
            Structure::Reference(Mutability::Mut, referent) if self.may_hold_code(referent) => return true,
            Structure::Pointer(_) | Structure::Cell(_) | Structure::Union(_) => {
                return self.may_hold_code(ty);
            }
            Structure::Code | Structure::Unknown(_) => return self.may_hold_code(ty),
            Structure::Reference(..) | Structure::Parts(_) => {}
        }
        structure.parts().iter().any(|part| self.stores_code(part, seen))
    }
}
