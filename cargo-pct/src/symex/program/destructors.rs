//! Facts about the ends of values: whose code they run, and whether they change what the value borrows.

use crate::mir::{Path, Type};
use crate::symex::program::Program;
use crate::symex::program::code::is_own;
use crate::symex::program::pointers::is_std;
use crate::symex::program::structure::{Structure, Whose};
use crate::symex::program::types::scalar_sort;

/// How deep types are looked into.
pub(in crate::symex) const MOST_NESTING: usize = 8;

impl Program {
    /// Whether the end of a value of this type may run code.
    pub fn needs_drop(&self, ty: &Type) -> bool {
        self.drops_code_of(ty) != Whose::Std
    }

    /// Whose code the end of a value of this type runs.
    ///
    /// Over-approximates: types that are not known run any code, save those of the standard library, whose own destructors
    /// only free memory; what their type arguments need counts.
    pub(in crate::symex) fn drops_code_of(&self, ty: &Type) -> Whose {
        self.fact(ty, |facts| &mut facts.drops, || self.drops(ty, MOST_NESTING))
    }

    /// Whether the end of a value of a type, which runs no code but the standard library's, changes nothing that it borrows: it is no
    /// guard.
    ///
    /// Under-approximates: what is not known may be a guard.
    pub(in crate::symex) fn only_frees(&self, ty: &Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if is_never_dropped(ty) {
            return true;
        }
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function => return true,
            Structure::Reference(..) | Structure::Pointer(_) => return true,
            Structure::Code | Structure::Clients | Structure::Union(_) => return false,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Unknown(_) => {}
        }
        let is_no_guard = match ty.as_path() {
            Some(path) if path.begins_in_std() => std_only_frees(path),
            Some(_) => self.adt(ty).is_some(),
            None => true,
        };
        is_no_guard && structure.parts().iter().all(|part| self.only_frees(part, depth))
    }

    /// Tells whether the end of a value does nothing at all.
    ///
    /// Under-approximates: types of the standard library and unknown ones may do something.
    pub(in crate::symex) fn has_no_end(&self, ty: &Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function => true,
            Structure::Reference(..) | Structure::Pointer(_) => true,
            Structure::Code | Structure::Clients | Structure::Union(_) => false,
            Structure::Cell(_) | Structure::Unknown(_) => false,
            Structure::Parts(parts) => {
                let is_own = ty.as_path().is_none_or(|path| !path.begins_in_std());
                let has_none = is_own && self.destructor(ty).is_none();
                has_none && parts.iter().all(|part| self.has_no_end(part, depth))
            }
        }
    }

    fn drops(&self, ty: &Type, depth: usize) -> Whose {
        if is_never_dropped(ty) {
            return Whose::Std;
        }
        let structure = self.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function => return Whose::Std,
            Structure::Reference(..) | Structure::Pointer(_) => return Whose::Std,
            Structure::Clients => return Whose::Clients,
            Structure::Code => return self.drops_of_captures(ty),
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) | Structure::Unknown(_)
                if !self.destructor(ty).is_none() =>
            {
                return Whose::Crate;
            }
            // The end of a union is that of none of its fields.
            Structure::Union(_) => return Whose::Std,
            Structure::Unknown(_) if !ty.as_path().is_some_and(Path::begins_in_std) => return Whose::Crate,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Unknown(_) => {}
        }
        if finishes(ty) || self.hides_own(ty) {
            return Whose::Crate;
        }
        let Some(depth) = depth.checked_sub(1) else { return Whose::Crate };
        let whose = structure.parts().iter().map(|part| self.drops(part, depth)).max();
        let is_foreign = || ty.as_path().is_some_and(|path| self.adt(ty).is_none() && !is_own(path));
        match whose.unwrap_or(Whose::Std) {
            Whose::Clients if is_foreign() => Whose::Crate,
            whose => whose,
        }
    }

    /// Tells whether a value of std's may hold a value of the crate that its type does not name. Over-approximates: an error of the system may hold
    /// another one, and whoever made that may have put an object with a destructor into it, or a buffer in front of a writer.
    fn hides_own(&self, ty: &Type) -> bool {
        match ty.as_path().and_then(Path::std_names).as_deref() {
            Some(["io", "Error"]) => self.declares_destructors() || self.declares_writers(),
            Some(["task", "Waker"]) => true,
            _ => false,
        }
    }

    /// The types of captures are those that the text has: a parameter stands for another one.
    fn drops_of_captures(&self, ty: &Type) -> Whose {
        let Type::Closure(closure) = ty else { return Whose::Crate };
        match self.captured_by(closure) {
            Some(captured) if captured.iter().all(is_trivial) && !captured.is_empty() => Whose::Std,
            Some(_) | None if self.has_no_captures(closure) => Whose::Std,
            Some(_) | None => Whose::Crate,
        }
    }
}

/// Whether a type of the standard library is no guard: its end changes nothing that it borrows.
fn std_only_frees(path: &Path) -> bool {
    match path.std_names().as_deref() {
        Some(["collections", name] | ["collections", _, name]) => *name != "PeekMut",
        // The flags of cells are not tracked.
        Some(["cell", "Ref" | "RefMut"]) => true,
        Some(["iter" | "option" | "result" | "slice" | "str" | "sync", ..]) => !path_is_guard(path),
        _ => is_own(path),
    }
}

/// Tells whether the end of a value of std's finishes its work by code that is not std's: it writes what is left to a writer, takes what is
/// left from an iterator, or compares elements to put one where it belongs.
fn finishes(ty: &Type) -> bool {
    ty.as_path().is_some_and(finishing) && ty.any_part(&mut |part| !is_calm(part))
}

/// Tells whether a path is that of a type which finishes its work at its end.
fn finishing(path: &Path) -> bool {
    let names = path.std_names();
    matches!(names.as_deref(), Some(["io", "BufWriter" | "LineWriter"] | ["vec", "Splice"] | [.., "PeekMut"]))
}

/// Types of std that are compared, iterated over and written to without a panic, as long as their parts are. Others of std may panic: an open
/// range behind the last number, a cell that is lent.
const CALM: [&[&str]; 14] = [
    &["array", "IntoIter"],
    &["boxed", "Box"],
    &["cmp", "Reverse"],
    &["fs", "File"],
    &["io", "Empty"],
    &["io", "Sink"],
    &["iter", "Empty"],
    &["iter", "Once"],
    &["ops", "Range"],
    &["ops", "RangeInclusive"],
    &["option", "Option"],
    &["string", "String"],
    &["vec", "IntoIter"],
    &["vec", "Vec"],
];

/// Tells whether what finishes its work with a part surely ends well. The part's own parts are not looked at.
fn is_calm(part: &Type) -> bool {
    match part {
        Type::Path(path) => finishing(path) || CALM.iter().any(|names| path.is_std(names)),
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => true,
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => true,
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => false,
        Type::Dyn(_) | Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => {
            false
        }
    }
}

/// Whether the end of a value of the type runs nothing, whatever is in it.
pub(in crate::symex) fn is_never_dropped(ty: &Type) -> bool {
    is_std(ty, &["mem", "ManuallyDrop"]) || is_std(ty, &["mem", "MaybeUninit"])
}

/// Whether a type of the standard library's module `sync` may be a guard: all but the atomics.
fn path_is_guard(path: &Path) -> bool {
    matches!(path.std_names().as_deref(), Some(["sync", module, ..]) if *module != "atomic" && *module != "Arc")
}

/// Whether the end of a value runs nothing, whatever the parameters in the type stand for.
fn is_trivial(ty: &Type) -> bool {
    matches!(ty, Type::Ref { .. } | Type::RawPtr { .. })
        || !matches!(ty, Type::Path(_)) && scalar_sort(ty).is_some()
}
