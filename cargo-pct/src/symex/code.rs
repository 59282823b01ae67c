//! Which values may hold code: closures, functions, coroutines, trait objects.

use super::probes::Probes;
use super::program::Program;
use super::types::{is_clients_type, scalar_sort};
use crate::mir::{GenericArg, Path, Type};

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
        match name {
            "drops" => self.drops_code_of(ty),
            // Whoever it is written to may unwind.
            "shows" if self.shows_plainly(ty, probes) => Whose::Clients,
            "shows" => Whose::Crate,
            "hashes" => match ty {
                Type::Tuple(none) if none.is_empty() => Whose::Std,
                ty if is_clients_type(ty) => Whose::Clients,
                Type::Path(path) if is_own(path) && path.last().args().is_empty() => Whose::Std,
                _ => Whose::Crate,
            },
            _ => self.whose_code(ty, probes),
        }
    }

    /// Whose code comparisons, hashes and clones of values of a type run.
    pub(super) fn whose_code(&self, ty: &Type, probes: &Probes) -> Whose {
        match ty {
            ty if scalar_sort(ty).is_some() => Whose::Std,
            Type::Str | Type::Never | Type::Float(_) | Type::RawPtr { .. } | Type::FnPtr(_) => Whose::Std,
            Type::Ref { referent, .. } => self.whose_code(referent, probes),
            Type::Slice(element) | Type::Array { element, .. } => self.whose_code(element, probes),
            Type::Tuple(elements) => {
                elements.iter().map(|ty| self.whose_code(ty, probes)).max().unwrap_or(Whose::Std)
            }
            ty if is_clients_type(ty) => Whose::Clients,
            // Comparing or cloning one panics while it is borrowed.
            Type::Path(path) if path.is_std(&["cell", "RefCell"]) => Whose::Crate,
            Type::Path(path) if is_own(path) => {
                let arguments = path.segments.iter().flat_map(|segment| segment.args());
                let types = arguments.filter_map(|arg| match arg {
                    GenericArg::Type(ty) => Some(self.whose_code(ty, probes)),
                    _ => None,
                });
                types.max().unwrap_or(Whose::Std)
            }
            Type::Path(path) if !path.begins_in_std() => self.whose_comparisons(ty, probes),
            _ => Whose::Crate,
        }
    }

    /// Whether a value of the type may hold code that runs when whoever has it likes.
    ///
    /// Over-approximates: a type of the crate that is not found may. A type of others holds no code of this crate's but
    /// where its arguments say so.
    pub fn may_hold_code(&self, ty: &Type) -> bool {
        self.holds_code(ty, &mut Vec::new())
    }

    /// `seen`: types that are being looked into already.
    fn holds_code(&self, ty: &Type, seen: &mut Vec<Type>) -> bool {
        if seen.contains(ty) {
            return false;
        }
        seen.push(ty.clone());
        match ty {
            Type::Closure(_) | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) | Type::FnPtr(_) => {
                true
            }
            Type::FnDef { .. } | Type::Infer => true,
            Type::Ref { referent, .. } => self.holds_code(referent, seen),
            Type::RawPtr { pointee, .. } => self.holds_code(pointee, seen),
            Type::Tuple(elements) => elements.iter().any(|ty| self.holds_code(ty, seen)),
            Type::Slice(element) | Type::Array { element, .. } => self.holds_code(element, seen),
            Type::Path(path) => {
                let mut args = path.segments.iter().flat_map(|segment| segment.args());
                if args.any(|arg| matches!(arg, GenericArg::Type(ty) if self.holds_code(ty, seen))) {
                    return true;
                }
                let Some(instance) = self.adt(ty) else { return false };
                let variants = instance.variants().iter().enumerate();
                let mut fields =
                    variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                fields.any(|(variant, field)| {
                    let ty = instance.field_type(variant, field);
                    ty.is_none_or(|ty| self.holds_code(&ty, seen))
                })
            }
            _ => false,
        }
    }
}
