//! Which values may hold code: closures, functions, coroutines, trait objects.

use crate::mir::{Mutability, Path, Type};
use crate::symex::program::Program;
use crate::symex::program::structure::Structure;

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
pub(in crate::symex) fn is_own(path: &Path) -> bool {
    OWN.iter().any(|names| path.is_std(names))
}

impl Program {
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
