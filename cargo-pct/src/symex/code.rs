//! Which values may hold code: closures, functions, coroutines, trait objects.

use super::program::Program;
use super::types::scalar_sort;
use crate::mir::{GenericArg, Type};

impl Program {
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

    /// Whether an iterator of a type may yield more elements than there are in memory: it, or one inside it, is a range, or is
    /// not of the standard library.
    pub fn may_count(&self, ty: &Type) -> bool {
        match ty {
            Type::Ref { referent, .. } => self.may_count(referent),
            Type::Path(path) => {
                let name = path.last_name().map_or("", |name| &**name);
                let in_memory = path.begins_in_std()
                    && !matches!(
                        name,
                        "Range" | "RangeFrom" | "RangeInclusive" | "Repeat" | "RepeatN" | "FromFn"
                    );
                let adapts = matches!(path.std_names().as_deref(), Some(["iter", ..]));
                let mut args = path.segments.iter().flat_map(|segment| segment.args());
                !in_memory
                    || adapts && args.any(|arg| matches!(arg, GenericArg::Type(ty) if self.may_count(ty)))
            }
            Type::Closure(_) | Type::FnDef { .. } | Type::FnPtr(_) => false,
            _ => scalar_sort(ty).is_none(),
        }
    }
}
