//! Types whose `Debug` writes the same text for equal values in every run. A test can compare it.

use crate::mir::{Path, Type};
use crate::symex::program::Program;
use crate::symex::program::sites::Probes;

/// How deep types are looked into.
const DEPTH: usize = 6;

/// Types of std that write only what their arguments say, in an order that is not drawn at random.
const STABLE: [&[&str]; 16] = [
    &["boxed", "Box"],
    &["cell", "RefCell"],
    &["cmp", "Ordering"],
    &["cmp", "Reverse"],
    &["collections", "BTreeMap"],
    &["collections", "BTreeSet"],
    &["collections", "VecDeque"],
    &["num", "Wrapping"],
    &["ops", "Range"],
    &["ops", "RangeInclusive"],
    &["option", "Option"],
    &["rc", "Rc"],
    &["result", "Result"],
    &["string", "String"],
    &["time", "Duration"],
    &["vec", "Vec"],
];

impl Program {
    /// Tells whether `Debug` writes a value of a type without an error, and equal values alike in every run: no addresses, no times, no order that
    /// is drawn at random. Types of the crate must have derived it, since one that is written by hand may show anything. May say no where it does.
    pub fn has_stable_debug(&self, ty: &Type) -> bool {
        self.shows_plainly(ty, &Probes::default()) && self.writes_stable_text(ty, DEPTH)
    }

    fn writes_stable_text(&self, ty: &Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let are_stable = |parts: Vec<&Type>| parts.into_iter().all(|it| self.writes_stable_text(it, depth));
        match ty {
            Type::Bool | Type::Char | Type::Str | Type::Int(_) | Type::Float(_) => true,
            Type::Ref { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => {
                are_stable(ty.children())
            }
            Type::Path(path) if path.begins_in_std() => is_stable(path) && are_stable(ty.children()),
            Type::Path(_) => {
                let is_derived = self.derived(ty, ["std", "fmt", "Debug"], "fmt").is_some();
                is_derived && self.fields_write_stable_text(ty, depth)
            }
            Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) => false,
            Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) | Type::Never => false,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => false,
        }
    }

    fn fields_write_stable_text(&self, ty: &Type, depth: usize) -> bool {
        let Some(instance) = self.adt(ty) else { return false };
        instance.field_types().all(|field| field.is_some_and(|it| self.writes_stable_text(&it, depth)))
    }
}

fn is_stable(path: &Path) -> bool {
    STABLE.iter().any(|names| path.is_std(names))
}
